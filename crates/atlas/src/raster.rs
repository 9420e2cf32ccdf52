//! From lines on the earth to hexes, hexsides and links.

use crate::features::{Feature, Kind, Place};
use crate::grid::{Frame, Geo, Hex, Point, cross, from_line};
use anyhow::{Result, bail, ensure};

/// A line on a base map.
pub struct Line {
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// Hexsides, for what runs along them.
    pub sides: Vec<(Hex, Hex)>,
    /// Runs of neighbouring hexes, for ways.
    pub runs: Vec<Vec<Hex>>,
}

/// A base map.
pub struct Base {
    /// Which.
    pub frame: Frame,
    /// The sign of each hex, row by row.
    pub ground: Vec<Vec<char>>,
    /// Rivers and ways.
    pub lines: Vec<Line>,
    /// Hills.
    pub hills: Vec<(String, Vec<Hex>)>,
    /// Names.
    pub places: Vec<(Hex, String)>,
    /// Fields on which supplies can be landed.
    pub airfields: Vec<(Hex, String)>,
    /// By column: the first row south of the Weather Line.
    pub south: Vec<i32>,
    /// By row: the first column east of the Volga.
    pub east: Vec<i32>,
}

impl Base {
    /// The sign of a hex.
    pub fn sign(&self, hex: Hex) -> char {
        self.ground[hex.r as usize][hex.c as usize]
    }

    /// Sets the sign of a hex.
    pub fn set(&mut self, hex: Hex, sign: char) {
        self.ground[hex.r as usize][hex.c as usize] = sign;
    }

    /// Is there such a line on this hexside?
    pub fn has_side(&self, kind: Kind, one: Hex, other: Hex) -> bool {
        let runs = |line: &Line| line.sides.iter().any(|&side| side == (one, other) || side == (other, one));
        self.lines.iter().filter(|line| line.kind == kind).any(runs)
    }

    /// All steps of ways.
    pub fn links(&self) -> impl Iterator<Item = (&Line, Hex, Hex)> {
        self.lines.iter().flat_map(|line| {
            line.runs.iter().flat_map(move |run| run.windows(2).map(move |pair| (line, pair[0], pair[1])))
        })
    }

    fn lay(&mut self, features: &[Feature]) -> Result<()> {
        for feature in features {
            if feature.kind == Kind::Volga && self.frame != Frame::Front {
                continue;
            }
            let line = feature.on(self.frame);
            let (mut sides, mut runs) = (Vec::new(), Vec::new());
            if feature.kind.is_on_sides() {
                sides = along_sides(self.frame, &line);
            } else {
                runs = through_hexes(self.frame, &line)?;
            }
            if !sides.is_empty() || !runs.is_empty() {
                self.lines.push(Line { kind: feature.kind, name: feature.name.clone(), sides, runs });
            }
        }
        Ok(())
    }

    fn take_places(&mut self, places: &[Place]) -> Result<()> {
        for place in places.iter().filter(|place| place.map == self.frame.letter()) {
            ensure!(self.frame.has(place.hex), "{} lies off the map", place.name);
            self.places.push((place.hex, place.name.clone()));
            if let Some(name) = place.name.strip_suffix(" airfield") {
                self.airfields.push((place.hex, name.to_owned()));
            }
        }
        Ok(())
    }
}

/// The hexsides that a line crosses the middles' join of an odd number of times.
fn along_sides(frame: Frame, line: &[Point]) -> Vec<(Hex, Hex)> {
    let mut sides = Vec::new();
    for hex in frame.hexes() {
        let from = frame.centre(hex);
        // East, south-east, south-west: each side once.
        for other in &hex.neighbors()[1..4] {
            if !frame.has(*other) {
                continue;
            }
            let to = frame.centre(*other);
            let crossings = line.windows(2).filter(|pair| cross(from, to, pair[0], pair[1])).count();
            if crossings % 2 == 1 {
                sides.push((hex, *other));
            }
        }
    }
    sides
}

/// The hexes that a way passes, a run for each stretch on the map.
fn through_hexes(frame: Frame, line: &[Point]) -> Result<Vec<Vec<Hex>>> {
    let step = frame.pitch() * 0.1;
    let mut passed: Vec<Option<Hex>> = Vec::new();
    for pair in line.windows(2) {
        let count = (pair[0].distance(pair[1]) / step).ceil().max(1.0) as i32;
        for i in 0..=count {
            let hex = frame.hex(pair[0].toward(pair[1], f64::from(i) / f64::from(count)));
            let hex = frame.has(hex).then_some(hex);
            if passed.last() != Some(&hex) {
                passed.push(hex);
            }
        }
    }
    let mut runs: Vec<Vec<Hex>> = Vec::new();
    for stretch in passed.split(Option::is_none).filter(|stretch| !stretch.is_empty()) {
        let mut run: Vec<Hex> = Vec::new();
        for hex in stretch.iter().flatten().copied() {
            match run.last() {
                Some(last) if last.distance(hex) > 2 => bail!("a way jumps from {} to {}", last.number(), hex.number()),
                Some(last) if last.distance(hex) == 2 => {
                    let between = last.neighbors().into_iter().find(|hex_between| hex_between.distance(hex) == 1);
                    run.extend(between.filter(|&hex| frame.has(hex)));
                    run.push(hex);
                }
                _ => run.push(hex),
            }
        }
        runs.push(run);
    }
    Ok(runs)
}

fn empty(frame: Frame, ground: Vec<Vec<char>>) -> Base {
    let (columns, rows) = frame.size();
    Base {
        frame,
        ground,
        lines: Vec::new(),
        hills: Vec::new(),
        places: Vec::new(),
        airfields: Vec::new(),
        south: vec![rows; columns as usize],
        east: vec![columns; rows as usize],
    }
}

fn clear(frame: Frame) -> Vec<Vec<char>> {
    let (columns, rows) = frame.size();
    vec![vec!['.'; columns as usize]; rows as usize]
}

/// The part of a line between two latitudes.
fn between(frame: Frame, line: &[Geo], low: f64, high: f64) -> Vec<Point> {
    line.iter().filter(|geo| (low..=high).contains(&geo.lat)).map(|&geo| frame.point(geo)).collect()
}

fn find<'a>(features: &'a [Feature], name: &str) -> Result<&'a Feature> {
    features.iter().find(|feature| feature.name == name).ok_or_else(|| anyhow::anyhow!("there is no {name}"))
}

/// The Weather Line: its latitude by longitude (24.2.b).
fn weather_line(lon: f64) -> f64 {
    if lon <= 43.09 {
        48.34
    } else if lon >= 44.26 {
        48.215
    } else {
        48.34 + (48.215 - 48.34) * (lon - 43.09) / (44.26 - 43.09)
    }
}

/// The 3 km map.
pub fn front(features: &[Feature], places: &[Place], villages: &[(String, Geo)]) -> Result<Base> {
    let frame = Frame::Front;
    let mut base = empty(frame, clear(frame));
    base.lay(features)?;
    base.take_places(places)?;
    let volga = find(features, "Volga")?;
    lay_east(&mut base, &volga.on(frame));
    ferry_sides(&mut base)?;
    steppe_ground(&mut base, features, volga)?;
    stalingrad(&mut base);
    lay_villages(&mut base, villages);
    for column in 0..frame.size().0 {
        let south = |&row: &i32| {
            let geo = frame.geo(frame.centre(Hex { c: column, r: row }));
            geo.lat < weather_line(geo.lon)
        };
        base.south[column as usize] = (0..frame.size().1).find(south).unwrap_or(frame.size().1);
    }
    Ok(base)
}

/// What lies east of the Volga: by row, the first column.
fn lay_east(base: &mut Base, volga: &[Point]) {
    let frame = base.frame;
    let (columns, rows) = frame.size();
    for row in 0..rows {
        let far = Point { x: -1000.0, y: frame.centre(Hex { c: 0, r: row }).y };
        let beyond = |&column: &i32| {
            let middle = frame.centre(Hex { c: column, r: row });
            volga.windows(2).filter(|pair| cross(middle, far, pair[0], pair[1])).count() % 2 == 1
        };
        base.east[row as usize] = (0..columns).find(beyond).unwrap_or(columns);
    }
}

/// The two sides beside Stalingrad where ferries cross: river, not Volga (7.t).
fn ferry_sides(base: &mut Base) -> Result<()> {
    let mut ferries = Vec::new();
    for (one, other) in [("089041", "090041"), ("088043", "089043")] {
        let (Some(one), Some(other)) = (Hex::parse(one), Hex::parse(other)) else { bail!("no hex") };
        ensure!(
            base.has_side(Kind::Volga, one, other),
            "the Volga does not part {} and {}",
            one.number(),
            other.number()
        );
        for line in base.lines.iter_mut().filter(|line| line.kind == Kind::Volga) {
            line.sides.retain(|&side| side != (one, other) && side != (other, one));
        }
        ferries.push((one, other));
    }
    base.lines.push(Line {
        kind: Kind::River,
        name: "Stalingrad ferries".to_owned(),
        sides: ferries,
        runs: Vec::new(),
    });
    Ok(())
}

/// Woods, marsh and lakes of the 3 km map.
fn steppe_ground(base: &mut Base, features: &[Feature], volga: &Feature) -> Result<()> {
    let frame = base.frame;
    let don = between(frame, &find(features, "Don")?.line, 49.20, 49.45);
    let bank = between(frame, &volga.line, 48.60, 48.90);
    for hex in frame.hexes() {
        let (middle, (c, r)) = (frame.centre(hex), (hex.c + 1, hex.r + 1));
        let geo = frame.geo(middle);
        let east = hex.c >= base.east[hex.r as usize];
        let along_don = (49.20..=49.45).contains(&geo.lat) && from_line(middle, &don) <= 3.0;
        let along_volga = east && (48.60..=48.90).contains(&geo.lat) && from_line(middle, &bank) <= 3.0;
        if (along_don || along_volga) && (7 * c + 3 * r) % 4 == 0 {
            base.set(hex, 'f');
        }
        let strip = (44.75..=45.0).contains(&geo.lon) && (48.40..=48.60).contains(&geo.lat);
        if east && strip && (c + r) % 3 == 0 {
            base.set(hex, 'm');
        }
    }
    // The Sarpa lakes.
    for lake in ["089059", "089060", "089062", "089064", "090067", "090068", "091071", "090074"] {
        base.set(Hex::parse(lake).expect("a hex"), '~');
    }
    Ok(())
}

/// The city on the 3 km map.
fn stalingrad(base: &mut Base) {
    let frame = base.frame;
    let strip: Vec<_> = [(48.81, 44.60), (48.76, 44.56), (48.71, 44.51), (48.67, 44.49)]
        .map(|(lat, lon)| frame.point(Geo { lat, lon }))
        .to_vec();
    for hex in frame.hexes() {
        if hex.c < base.east[hex.r as usize] && from_line(frame.centre(hex), &strip) <= 2.2 {
            base.set(hex, 'c');
        }
    }
    for (lat, lon) in [(48.785, 44.595), (48.765, 44.575)] {
        base.set(frame.hex(frame.point(Geo { lat, lon })), 'F');
    }
    for (hex, name) in base.places.clone() {
        if name.contains("Stalingrad ") || name.contains("Red October") {
            if base.sign(hex) != 'F' {
                base.set(hex, 'c');
            }
        } else if base.sign(hex) != 'c' && base.sign(hex) != 'F' && !name.ends_with("airfield") {
            base.set(hex, 'v');
        }
    }
    for (hex, _) in base.airfields.clone() {
        base.set(hex, 'A');
    }
}

/// Villages of history where the ground is open and nothing is named: drawn, and a village for the rules.
fn lay_villages(base: &mut Base, villages: &[(String, Geo)]) {
    for (name, geo) in villages {
        let hex = base.frame.hex(base.frame.point(*geo));
        let near = |(place, _): &(Hex, String)| place.distance(hex) <= 1;
        if base.frame.has(hex) && base.sign(hex) == '.' && !base.places.iter().any(near) {
            base.set(hex, 'v');
            base.places.push((hex, name.clone()));
        }
    }
}

/// The 1 km map.
pub fn field(features: &[Feature], places: &[Place], villages: &[(String, Geo)]) -> Result<Base> {
    let frame = Frame::Field;
    let mut base = empty(frame, clear(frame));
    base.lay(features)?;
    base.take_places(places)?;
    let don = find(features, "Don")?.on(frame);
    for hex in frame.hexes() {
        let middle = frame.centre(hex);
        let far = Point { x: -1000.0, y: middle.y };
        let left_bank = don.windows(2).filter(|pair| cross(middle, far, pair[0], pair[1])).count() % 2 == 1;
        if left_bank && from_line(middle, &don) <= 2.0 && (7 * (hex.c + 1) + 3 * (hex.r + 1)) % 5 == 0 {
            base.set(hex, 'f');
        }
    }
    for (name, lat, lon) in
        [("Hill 146.9", 48.060, 43.470), ("Hill 147.0", 48.100, 43.400), ("Hill 157.0", 48.170, 43.800)]
    {
        let middle = frame.hex(frame.point(Geo { lat, lon }));
        let hexes = [middle].into_iter().chain(middle.neighbors()).collect();
        base.hills.push((name.to_owned(), hexes));
    }
    for (hex, name) in base.places.clone() {
        if !name.starts_with("Hill") {
            base.set(hex, 'v');
        }
    }
    lay_villages(&mut base, villages);
    Ok(base)
}

/// The 400 m map.
pub fn city(features: &[Feature], ground: &[String], places: &[Place]) -> Result<Base> {
    let frame = Frame::City;
    let (columns, rows) = frame.size();
    ensure!(ground.len() == rows as usize, "there are {} rows of ground, not {rows}", ground.len());
    for (row, text) in ground.iter().enumerate() {
        ensure!(text.chars().count() == columns as usize, "row {} has not {columns} hexes", row + 1);
    }
    let mut base = empty(frame, ground.iter().map(|row| row.chars().collect()).collect());
    base.lay(features)?;
    base.take_places(places)?;
    let hills = [
        ("Mamayev Kurgan", "020026 021026 022026 020025 021025 021027 022027"),
        ("Hill 112", "006025 007025 007026"),
        ("Hill 107.5", "023012 024012 024013"),
    ];
    for (name, hexes) in hills {
        base.hills.push((name.to_owned(), hexes.split(' ').filter_map(Hex::parse).collect()));
    }
    for row in 0..rows {
        let water = (0..columns).find(|&c| matches!(base.sign(Hex { c, r: row }), '~' | '='));
        base.east[row as usize] = water.unwrap_or(columns);
    }
    Ok(base)
}
