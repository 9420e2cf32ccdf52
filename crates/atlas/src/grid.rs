//! Hexes with a corner at the top, and where they lie on the earth.

/// A point on the earth: latitude and longitude in degrees.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Geo {
    /// Latitude.
    pub lat: f64,
    /// Longitude.
    pub lon: f64,
}

/// A point of a map: km east and km south of its north-west corner.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Point {
    /// East.
    pub x: f64,
    /// South.
    pub y: f64,
}

impl Point {
    /// How far another point is.
    pub fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// A part of the way to another point.
    #[must_use]
    pub fn toward(self, other: Point, part: f64) -> Point {
        Point { x: self.x + (other.x - self.x) * part, y: self.y + (other.y - self.y) * part }
    }
}

/// A hex: column and row from 0. Rows with odd numbers are pushed half a hex east.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// From the west.
    pub c: i32,
    /// From the north.
    pub r: i32,
}

impl Hex {
    /// The hex of a printed number: `013024`.
    pub fn parse(text: &str) -> Option<Hex> {
        let part = |part: &str| part.parse::<i32>().ok();
        (text.len() == 6).then_some(())?;
        Some(Hex { c: part(&text[..3])? - 1, r: part(&text[3..])? - 1 })
    }

    /// The printed number.
    pub fn number(self) -> String {
        format!("{:03}{:03}", self.c + 1, self.r + 1)
    }

    /// NE, E, SE, SW, W, NW.
    pub fn neighbors(self) -> [Hex; 6] {
        let Hex { c, r } = self;
        let east = r & 1;
        [(c + east, r - 1), (c + 1, r), (c + east, r + 1), (c + east - 1, r + 1), (c - 1, r), (c + east - 1, r - 1)]
            .map(|(c, r)| Hex { c, r })
    }

    /// How many hexes away another one is.
    pub fn distance(self, other: Hex) -> i32 {
        let axial = |hex: Hex| (hex.c - (hex.r - (hex.r & 1)) / 2, hex.r);
        let ((q, r), (p, s)) = (axial(self), axial(other));
        let (a, b) = (p - q, s - r);
        a.abs().max(b.abs()).max((a + b).abs())
    }

    /// The hexes at this distance, clockwise from the one to the north-east.
    pub fn ring(self, radius: i32) -> Vec<Hex> {
        if radius == 0 {
            return vec![self];
        }
        let mut hex = self;
        for _ in 0..radius {
            hex = hex.neighbors()[0];
        }
        let mut ring = Vec::new();
        // From the north-east corner: SE, SW, W, NW, NE, E.
        for side in [2, 3, 4, 5, 0, 1] {
            for _ in 0..radius {
                ring.push(hex);
                hex = hex.neighbors()[side];
            }
        }
        ring
    }
}

/// Which part of the earth a base map shows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// 99 by 99 hexes of 3 km, north at the top.
    Front,
    /// 138 by 98 hexes of 1 km, turned so that the railway from Salsk comes in from the west.
    Field,
    /// 42 by 62 hexes of 400 m: the city.
    City,
}

const COS: f64 = 0.9397;
const SIN: f64 = 0.3420;

impl Frame {
    /// Columns and rows.
    pub const fn size(self) -> (i32, i32) {
        match self {
            Frame::Front => (99, 99),
            Frame::Field => (138, 98),
            Frame::City => (42, 62),
        }
    }

    /// Km from one hex to the next.
    pub const fn pitch(self) -> f64 {
        match self {
            Frame::Front => 3.0,
            Frame::Field => 1.0,
            Frame::City => 0.4,
        }
    }

    /// The letter in the list of places.
    pub const fn letter(self) -> &'static str {
        match self {
            Frame::Front => "U",
            Frame::Field => "W",
            Frame::City => "R",
        }
    }

    /// Where a point of the earth lies on the map.
    pub fn point(self, geo: Geo) -> Point {
        match self {
            Frame::Front => Point { x: (geo.lon - 40.98) * 73.69, y: (49.72 - geo.lat) * 111.2 },
            Frame::City => Point { x: (geo.lon - 44.42) * 73.35, y: (48.822 - geo.lat) * 111.2 },
            Frame::Field => {
                let (e, n) = ((geo.lon - 43.133) * 74.6, (geo.lat - 47.633) * 111.2);
                Point { x: 30.0 + COS * e + SIN * n, y: 71.0 + SIN * e - COS * n }
            }
        }
    }

    /// Where on the earth a point of the map lies.
    pub fn geo(self, point: Point) -> Geo {
        match self {
            Frame::Front => Geo { lat: 49.72 - point.y / 111.2, lon: 40.98 + point.x / 73.69 },
            Frame::City => Geo { lat: 48.822 - point.y / 111.2, lon: 44.42 + point.x / 73.35 },
            Frame::Field => {
                let (x, y) = (point.x - 30.0, point.y - 71.0);
                let (e, n) = (COS * x + SIN * y, SIN * x - COS * y);
                Geo { lat: 47.633 + n / 111.2, lon: 43.133 + e / 74.6 }
            }
        }
    }

    /// The middle of a hex.
    pub fn centre(self, hex: Hex) -> Point {
        let (c, r) = (f64::from(hex.c), f64::from(hex.r));
        let shift = if hex.r & 1 == 1 { 0.5 } else { 0.0 };
        Point { x: self.pitch() * (c + 0.5 + shift), y: self.pitch() * (0.8660 * r + 0.5774) }
    }

    /// The hex whose middle is nearest to a point; it may lie off the map.
    pub fn hex(self, point: Point) -> Hex {
        let row = ((point.y / self.pitch() - 0.5774) / 0.8660).round() as i32;
        let mut best = (f64::INFINITY, Hex { c: 0, r: 0 });
        for r in row - 1..=row + 1 {
            let shift = if r & 1 == 1 { 0.5 } else { 0.0 };
            let c = (point.x / self.pitch() - 0.5 - shift).round() as i32;
            let hex = Hex { c, r };
            let distance = self.centre(hex).distance(point);
            if distance < best.0 - 1e-9 {
                best = (distance, hex);
            }
        }
        best.1
    }

    /// Is a hex on the map?
    pub fn has(self, hex: Hex) -> bool {
        let (columns, rows) = self.size();
        (0..columns).contains(&hex.c) && (0..rows).contains(&hex.r)
    }

    /// All hexes, row by row.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        let (columns, rows) = self.size();
        (0..rows).flat_map(move |r| (0..columns).map(move |c| Hex { c, r }))
    }
}

/// Do two stretches cross?
pub fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let turn = |p: Point, q: Point, s: Point| (q.x - p.x) * (s.y - p.y) - (q.y - p.y) * (s.x - p.x);
    let (one, two) = (turn(a, b, c) > 0.0, turn(a, b, d) > 0.0);
    let (three, four) = (turn(c, d, a) > 0.0, turn(c, d, b) > 0.0);
    one != two && three != four
}

/// How far a point is from a line.
pub fn from_line(point: Point, line: &[Point]) -> f64 {
    let stretch = |pair: &[Point]| {
        let (a, b) = (pair[0], pair[1]);
        let length = a.distance(b);
        if length == 0.0 {
            return a.distance(point);
        }
        let along = ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / (length * length);
        a.toward(b, along.clamp(0.0, 1.0)).distance(point)
    };
    line.windows(2).map(stretch).fold(f64::INFINITY, f64::min)
}
