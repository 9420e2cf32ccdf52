//! The sheet of a scenario: hexes, rivers, balkas, hills, roads, railways, ferries, objectives, the Weather Line.

use super::{HexSide, LineKind, Map, Scenario, Terrain};
use kessel_board::{Direction, SpaceId};
use kessel_kernel::Case;
use kessel_kernel::view::{LegendLine, Sheet, SheetHex, SheetSide};
use kessel_kit::Word;

impl Scenario {
    /// The printed sheet: what never changes. Charts, badges and the briefing are added by the game.
    pub fn sheet(&self) -> Sheet {
        let map = &self.map;
        Sheet {
            hexes: map.board.hexes().map(|hex| self.sheet_hex(hex)).collect(),
            sides: sides(map),
            pointy: true,
            legend: legend(map),
            turns: (1..=self.turns).map(|turn| self.turn_name(turn)).collect(),
            ..Sheet::default()
        }
    }

    fn sheet_hex(&self, hex: SpaceId) -> SheetHex {
        let map = &self.map;
        let (x, y) = map.board.position(hex).unwrap_or((0, 0));
        let objective = self.objectives.iter().find(|objective| objective.hex == hex);
        let source = self.sources.iter().any(|source| source.hex == hex);
        let mut marks = Vec::new();
        if objective.is_some() {
            marks.push("victory".to_owned());
        }
        if map.airfield.contains(hex) {
            marks.push("airfield".to_owned());
        }
        if source {
            marks.push("source".to_owned());
        }
        let name = objective.map(|objective| objective.name.clone()).or_else(|| map.names[hex].clone());
        let rank = match (&name, objective) {
            (None, _) => 0,
            (_, Some(objective)) if objective.value >= 20 => 2,
            (_, Some(_)) => 3,
            _ => 4,
        };
        SheetHex {
            id: map.board.name(hex).to_owned(),
            x,
            y,
            terrain: map.terrain[hex].word().to_owned(),
            name,
            rank,
            regions: map.south.contains(hex).then(|| "south".to_owned()).into_iter().collect(),
            marks,
        }
    }

    /// `17 Oct 1942, 6 AM`.
    pub fn turn_name(&self, turn: u16) -> String {
        const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
        let date = self.date(turn);
        let month = MONTHS[usize::from(date.month - 1)];
        format!("{} {month} {}, {}", date.day, date.year, self.clock(turn))
    }

    /// The time of day of a turn (10.4): `6 AM`. The turn of 2 AM belongs to the night that began the evening before.
    pub const fn clock(&self, turn: u16) -> &'static str {
        const SIX: [&str; 6] = ["6 AM", "10 AM", "2 PM", "6 PM", "10 PM", "2 AM"];
        const THREE: [&str; 3] = ["4 AM", "12 PM", "8 PM"];
        let part = self.part_of_day(turn) as usize;
        if self.turns_per_day() == 6 { SIX[part] } else { THREE[part] }
    }

    /// Is it night (5.0)?
    pub const fn is_night(&self, turn: u16) -> bool {
        let part = self.part_of_day(turn);
        if self.turns_per_day() == 6 { part >= 3 } else { part == 2 }
    }

    /// Is it the morning turn, in which supply is drawn (19.2)?
    pub const fn is_morning(&self, turn: u16) -> bool {
        self.part_of_day(turn) == 0
    }
}

fn sides(map: &Map) -> Vec<SheetSide> {
    let mut sides = Vec::new();
    let mut add = |a: SpaceId, b: SpaceId, kind: &str, name: Option<&str>| {
        let (a, b) = (map.board.name(a).to_owned(), map.board.name(b).to_owned());
        sides.push(SheetSide { a, b, kind: kind.to_owned(), name: name.map(str::to_owned) });
    };
    for line in &map.lines {
        let kind = match line.kind {
            LineKind::Volga => "river-great",
            LineKind::River if line.name == "Don" => "river-major",
            LineKind::River => "river-minor",
            LineKind::Balka => "balka",
            LineKind::Rail => "rail",
            LineKind::Road => "road",
        };
        let ferry = line.name == "Stalingrad ferries";
        for &(a, b) in line.sides.iter().chain(&line.links) {
            add(a, b, if ferry { "river-great" } else { kind }, (!ferry).then_some(line.name.as_str()));
            if ferry {
                add(a, b, "ferry", None);
            }
        }
    }
    for hex in map.board.hexes() {
        for neighbor in map.board.neighbors(hex) {
            let Some(direction) = neighbor.direction else { continue };
            let side = map.side(hex, direction);
            // Uphill is the second hex.
            if side.has(HexSide::UP) {
                add(hex, neighbor.space, "slope", None);
            }
            let first = direction.index() < Direction::D3.index();
            if first && side.has(HexSide::RIVER) && side.has(HexSide::WAY) {
                add(hex, neighbor.space, "bridge", None);
            }
            let ferries = map.terrain[hex] == Terrain::Ferry;
            let onward = matches!(map.terrain[neighbor.space], Terrain::Ferry) && first;
            if ferries && onward {
                add(hex, neighbor.space, "ferry-route", None);
            }
        }
    }
    sides
}

fn legend(map: &Map) -> Vec<LegendLine> {
    let line = |kind: &str, text: &str, case: &'static str| LegendLine {
        kind: kind.to_owned(),
        text: text.to_owned(),
        case: Some(Case(case)),
    };
    let grounds: [(Terrain, &str, &'static str); 9] = [
        (Terrain::Clear, "Open steppe: no shift; fire into it counts half as much again", "7.h"),
        (Terrain::Forest, "Woods: attacks lose one column", "7.j"),
        (Terrain::Marsh, "Marsh: attacks lose one column; vehicles only along a way until it freezes", "7.m"),
        (Terrain::Village, "Village: attacks lose two columns", "7.a"),
        (Terrain::Suburb, "Suburb: attacks lose two columns", "7.a"),
        (Terrain::City, "City: attacks lose three columns, fire is halved", "7.c"),
        (Terrain::Factory, "Factory: attacks lose three columns, fire a quarter less", "7.g"),
        (Terrain::Water, "Water: closed until it freezes", "7.o"),
        (Terrain::Ferry, "Ferry: a way over water for Soviet units, begun by night", "7.p"),
    ];
    let present = |terrain: Terrain| map.terrain.values().contains(&terrain);
    let mut legend: Vec<_> = grounds
        .into_iter()
        .filter(|(terrain, ..)| present(*terrain))
        .map(|(terrain, text, case)| line(terrain.word(), text, case))
        .collect();
    let lines: [(LineKind, &str, &str, &'static str); 5] = [
        (LineKind::Volga, "river-great", "The Volga: closed until 19 December but for the two ferries", "7.s"),
        (LineKind::River, "river-minor", "River: attacks at half; vehicles cross by bridge until it freezes", "7.u"),
        (LineKind::Balka, "balka", "Balka: attacks at three quarters; slow for vehicles", "7.v"),
        (LineKind::Road, "road", "Road: half cost in strategic movement, none in mud", "7.x"),
        (LineKind::Rail, "rail", "Railway: a third of a point a hex in strategic movement, in mud too", "7.y"),
    ];
    for (kind, word, text, case) in lines {
        if map.lines.iter().any(|line| line.kind == kind) {
            legend.push(line(word, text, case));
        }
    }
    if !map.hills.is_empty() {
        legend.push(line("slope", "Hillside: a quarter more strength downhill, a quarter less uphill", "7.w"));
    }
    if !map.south.is_empty() {
        legend.push(line("south", "South of the Weather Line: mud whenever it is warmer than 28 degrees", "24.2.b"));
    }
    legend
}
