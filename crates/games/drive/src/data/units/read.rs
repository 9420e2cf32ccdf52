//! From `units.toml` to the counters.

use super::super::map::AxisArmy;
use super::super::reading::{Reading, part};
use super::{Colours, Corner, FaceId, FaceInfo, Factor, Front, MarkerInfo, Pool, UnitId, UnitInfo, UnitKind, UnitSize};
use kessel_kit::Word;
use kessel_table::Side;
use kessel_table::data::{Item, Nation, Table};

/// The counters, while the other files are still being read.
#[derive(Default)]
pub(in super::super) struct Roster {
    pub(in super::super) units: Vec<UnitInfo>,
    pub(in super::super) faces: Vec<FaceInfo>,
    pub(in super::super) pools: Vec<Pool>,
    pub(in super::super) markers: Vec<MarkerInfo>,
    pub(in super::super) colours: Colours,
}

/// The Soviet kind with this abbreviation.
pub(in super::super) fn kind_of(code: &str) -> Option<UnitKind> {
    UnitKind::from_word(code).filter(|kind| kind.is_soviet())
}

impl Roster {
    /// The unit that a value names.
    pub(in super::super) fn find(&self, item: &Item<'_>) -> Option<UnitId> {
        let id = item.text()?;
        let place = self.units.iter().position(|unit| unit.id == id);
        if place.is_none() {
            item.fault(format!("there is no unit {id}"));
        }
        place.map(UnitId::at)
    }

    /// The units with this corner, in order.
    pub(in super::super) fn with_corner(&self, corner: Corner) -> Vec<UnitId> {
        let places = self.units.iter().enumerate().filter(|(_, unit)| unit.corner == Some(corner));
        places.map(|(place, _)| UnitId::at(place)).collect()
    }

    /// How many counters of a Soviet kind there are.
    pub(in super::super) fn supply(&self, kind: UnitKind) -> usize {
        self.pools.iter().find(|pool| pool.kind == kind).map_or(0, |pool| pool.units.len())
    }

    fn add(&mut self, line: &Table<'_>, unit: UnitInfo) {
        if self.units.iter().any(|known| known.id == unit.id) {
            line.fault("there are two units of this id");
        }
        if self.units.len() == MOST {
            line.fault(format!("{MOST} units are the limit"));
        } else {
            self.units.push(unit);
        }
    }
}

/// As many units as the rules can handle, and as many faces as an id can count.
const MOST: usize = 512;
const MOST_FACES: usize = 255;

/// Reads `units.toml`. `turns` are the lengths of Blue and Uranus.
pub(in super::super) fn read(root: &Table<'_>, reading: &Reading<'_>, turns: [u8; 2]) -> Roster {
    let mut roster = Roster { colours: read_colours(root, reading), ..Roster::default() };
    if let Some(table) = root.table("axis") {
        reading.source(&table, "units.toml axis");
        for line in table.tables("units") {
            read_axis(line, &mut roster, reading, turns);
        }
        let named = roster.units.iter().filter(|unit| unit.gross_deutschland).count();
        if named != 1 {
            table.fault(format!("{named} units are marked `gross_deutschland`, not one"));
        }
        table.finish();
    }
    if let Some(table) = root.table("soviet") {
        reading.source(&table, "units.toml soviet");
        for kind in UnitKind::SOVIET {
            read_pool(&table, kind, &mut roster, reading);
        }
        table.finish();
    }
    read_markers(root, &mut roster, reading);
    check_mix(root, &roster, reading);
    root.finish();
    roster
}

fn read_colours(root: &Table<'_>, reading: &Reading<'_>) -> Colours {
    let Some(table) = part(root, reading, "units.toml", "colours") else { return Colours::default() };
    let text = |key| table.text(key).to_owned();
    let colours = Colours {
        german_mechanised: text("german_mechanised"),
        german_foot: text("german_foot"),
        hungarian: text("hungarian"),
        italian: text("italian"),
        romanian: text("romanian"),
        soviet_regular: text("soviet_regular"),
        soviet_specialist: text("soviet_specialist"),
    };
    table.finish();
    colours
}

fn read_axis(line: Table<'_>, roster: &mut Roster, reading: &Reading<'_>, turns: [u8; 2]) {
    let id = line.text("id").to_owned();
    let line = line.called(format!("unit {id}"));
    let nation = Nation::of(&line, Side::Axis);
    let front = line.need("full").and_then(|item| read_side(&item));
    let (full, movement) = front.unwrap_or((BLANK, 0));
    let reverse = line.get("reduced").and_then(|item| Some((read_side(&item)?, item)));
    if let (Some(_), Some(((reduced, slower), item))) = (front, &reverse) {
        if *slower != movement {
            item.fault("both sides of a counter have the same movement");
        }
        if reduced.attack > full.attack || reduced.defence > full.defence {
            item.fault("the reduced side is better than the full one");
        }
        // 2.16: satellites have one step.
        if nation.is_ally() {
            item.fault("units of satellites have one step");
        }
    }
    let unit = UnitInfo {
        id,
        name: line.text("name").to_owned(),
        side: Side::Axis,
        nation,
        kind: read_kind(&line),
        size: UnitSize::Division,
        full,
        reduced: reverse.map(|((reduced, _), _)| reduced),
        movement,
        corner: line.need("corner").and_then(|item| read_corner(&item, turns)),
        gross_deutschland: line.flag("gross_deutschland"),
        printed: reading.printed_parts(&line, &["attack", "defence"]),
    };
    line.finish();
    roster.add(&line, unit);
}

/// Reads the kind of an Axis unit.
fn read_kind(line: &Table<'_>) -> UnitKind {
    let axis: Vec<UnitKind> = UnitKind::every().into_iter().filter(|kind| !kind.is_soviet()).collect();
    line.need("kind").and_then(|item| UnitKind::among(&item, &axis)).unwrap_or(UnitKind::Panzer)
}

const BLANK: Front = Front { attack: Factor::Number(0), defence: Factor::Number(0) };

/// Reads one side of a counter: `12-12-10`, `1-?-4`.
fn read_side(item: &Item<'_>) -> Option<(Front, u8)> {
    let text = item.text()?;
    let side = parse_side(text);
    if side.is_none() {
        item.fault(format!(
            "`{}` is \"{text}\": write attack, defence and movement like \"0-6-2\" or \"1-?-4\"",
            item.key()
        ));
    }
    side
}

fn parse_side(text: &str) -> Option<(Front, u8)> {
    let number = |text: &str| text.parse::<u8>().ok().filter(|&number| number <= 20);
    let factor = |text: &str| if text == "?" { Some(Factor::Die) } else { number(text).map(Factor::Number) };
    let mut parts = text.split('-');
    let (attack, defence, movement) = (parts.next()?, parts.next()?, parts.next()?);
    let front = Front { attack: factor(attack)?, defence: factor(defence)? };
    parts.next().is_none().then_some((front, number(movement)?))
}

/// Reads the code in the corner of an Axis counter (2.13, 12.1).
fn read_corner(item: &Item<'_>, turns: [u8; 2]) -> Option<Corner> {
    let text = item.text()?;
    let corner = parse_corner(text);
    match corner {
        None => item.fault(format!("there is no corner \"{text}\"")),
        Some(Corner::Turn(turn)) if !(1..=turns[0]).contains(&turn) => {
            item.fault(format!("there is no turn {turn}: Blue has {}", turns[0]));
        }
        Some(Corner::UranusTurn(turn)) if !(1..=turns[1]).contains(&turn) => {
            item.fault(format!("there is no turn {turn}: Uranus has {}", turns[1]));
        }
        Some(_) => {}
    }
    corner
}

/// What a code in a corner means.
pub(in super::super) fn parse_corner(text: &str) -> Option<Corner> {
    if let Some(army) = AxisArmy::from_word(text) {
        return Some(Corner::Army(army));
    }
    match text {
        "St" => Some(Corner::Stalino),
        "K" => Some(Corner::Kharkhov),
        "A" => Some(Corner::Anywhere),
        "*" => Some(Corner::Taman),
        "Ur" => Some(Corner::Uranus),
        _ => match text.strip_prefix("Ur") {
            Some(turn) => turn.parse().ok().map(Corner::UranusTurn),
            None => text.parse().ok().map(Corner::Turn),
        },
    }
}

/// Reads the counters of one Soviet kind: regular ones with their faces, or specialists.
fn read_pool(soviet: &Table<'_>, kind: UnitKind, roster: &mut Roster, reading: &Reading<'_>) {
    let Some(table) = soviet.table(kind.code()).map(|table| table.called(kind.code())) else {
        return;
    };
    let (first, first_face) = (roster.units.len(), roster.faces.len());
    let name = table.text("name");
    let blank = UnitInfo {
        id: String::new(),
        name: capitalised(name),
        side: Side::Soviet,
        nation: Nation::Soviet,
        kind,
        size: UnitSize::need(&table, "size"),
        full: Front { attack: Factor::Untried, defence: Factor::Untried },
        reduced: None,
        movement: 0,
        corner: None,
        gross_deutschland: false,
        printed: reading.printed(&table),
    };
    if kind.is_regular() {
        let movement = table.int("movement", 0..=20);
        for row in table.tables("faces") {
            read_faces(&row.called(format!("{} face", kind.code())), kind, roster);
        }
        let count = roster.faces.len() - first_face;
        let width = count.to_string().len();
        for place in 1..=count {
            roster.add(&table, UnitInfo { id: format!("{}-{place:0width$}", kind.code()), movement, ..blank.clone() });
        }
    } else {
        let (full, movement) = table.need("full").and_then(|item| read_side(&item)).unwrap_or((BLANK, 0));
        for item in table.need("names").map(|list| list.items()).unwrap_or_default() {
            let Some(own) = item.text() else { continue };
            let id = format!("{}-{own}", kind.code());
            let unit = UnitInfo { id, name: format!("{own} {name}"), full, movement, ..blank.clone() };
            roster.add(&table, unit);
        }
    }
    table.finish();
    let (last, last_face) = (roster.units.len(), roster.faces.len());
    if last == first {
        table.fault("has no counter");
    }
    roster.pools.push(Pool {
        kind,
        units: UnitId::at(first).0..UnitId::at(last).0,
        faces: FaceId::at(first_face).0..FaceId::at(last_face).0,
    });
}

/// Reads the faces with the same factors.
fn read_faces(row: &Table<'_>, kind: UnitKind, roster: &mut Roster) {
    let (attack, defence) = (row.int("attack", 0..=20), row.int("defence", 0..=20));
    for item in row.need("names").map(|list| list.items()).unwrap_or_default() {
        let Some(name) = item.text() else { continue };
        let id = format!("{name} {}", kind.code());
        if roster.faces.iter().any(|known| known.id == id) {
            item.fault(format!("there are two faces {id}"));
        }
        if roster.faces.len() == MOST_FACES {
            item.fault(format!("{MOST_FACES} faces are the limit"));
        } else {
            roster.faces.push(FaceInfo { id, kind, attack, defence });
        }
    }
    row.finish();
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn read_markers(root: &Table<'_>, roster: &mut Roster, reading: &Reading<'_>) {
    let Some(table) = part(root, reading, "units.toml", "markers") else { return };
    for line in table.tables("list") {
        let id = line.text("id").to_owned();
        let line = line.called(format!("marker {id}"));
        if roster.markers.iter().any(|known| known.id == id) {
            line.fault("there are two markers of this id");
        }
        let name = line.text("name").to_owned();
        let count = line.int("count", 0..=99);
        let (open, case) = (line.flag("open"), reading.case(&line));
        reading.printed(&line);
        line.finish();
        roster.markers.push(MarkerInfo { id, name, count, open, case });
    }
    table.finish();
}

/// The counters add up to the printed number (2.1).
fn check_mix(root: &Table<'_>, roster: &Roster, reading: &Reading<'_>) {
    let Some(table) = part(root, reading, "units.toml", "counters") else { return };
    let total: usize = table.int("total", 0..=1_000);
    table.finish();
    let markers: usize = roster.markers.iter().map(|marker| usize::from(marker.count)).sum();
    let sum = roster.units.len() + markers;
    if sum != total {
        table.fault(format!("the units and markers add up to {sum}, not to {total}"));
    }
}
