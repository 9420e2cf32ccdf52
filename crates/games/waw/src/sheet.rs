//! The printed map of a scenario.

use crate::Waw;
use crate::clock::turn_label;
use crate::data::{HexSide, ScenarioId, Terrain};
use crate::state::NONE;
use crate::theater::Theater;
use kessel_board::SpaceId;
use kessel_table::view::{Badge, Beside, LegendLine, Sheet, SheetHex, SheetSide};
use kessel_table::Case;

pub(crate) const fn terrain_word(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear => "clear",
        Terrain::Forest => "forest",
        Terrain::Marsh => "marsh",
        Terrain::Village => "village",
        Terrain::Factory => "factory",
        Terrain::Water => "lake",
        Terrain::City => "urban",
        Terrain::Ferry => "ferry",
        Terrain::Rubble => "rubble",
        Terrain::Suburb => "suburb",
    }
}

impl Waw {
    pub(crate) fn sheet_of(&self, scenario: &str) -> Sheet {
        let n = ScenarioId::from_word(scenario).unwrap_or(ScenarioId::ToTheVolga) as usize;
        let (scenario, theater) = (&self.data.scenarios[n], &self.theaters[n]);
        let map = &scenario.map;
        let hexes = (0..theater.hexes as u16).map(|hex| {
            let space = SpaceId(hex);
            let (x, y) = map.board.position(space).unwrap_or((0, 0));
            let objective = theater.objective[hex as usize] != NONE;
            let mut marks = Vec::new();
            if objective {
                marks.push("victory".to_owned());
            }
            if map.airfield.contains(space) {
                marks.push("airfield".to_owned());
            }
            if theater.sources.iter().any(|s| s.contains(&hex)) {
                marks.push("source".to_owned());
            }
            let mut regions = Vec::new();
            if theater.south[hex as usize] {
                regions.push("south-of-weather-line".to_owned());
            }
            SheetHex {
                id: map.board.name(space).into(),
                x,
                y,
                terrain: terrain_word(theater.terrain[hex as usize]).into(),
                name: map.names[space].clone(),
                rank: match (objective, map.names[space].is_some()) {
                    (true, _) => 2,
                    (false, true) => 3,
                    (false, false) => 0,
                },
                regions,
                marks,
            }
        });
        Sheet {
            hexes: hexes.collect(),
            sides: self.sheet_sides(n, theater),
            pointy: true,
            legend: legend(),
            badges: badges(),
            beside: vec![
                Beside { id: "later".into(), name: "to come".into(), gone: true },
                Beside { id: "gone".into(), name: "lost".into(), gone: true },
            ],
            turns: (1..=scenario.turns).map(|turn| turn_label(scenario, turn)).collect(),
            ..Sheet::default()
        }
    }

    fn sheet_sides(&self, scenario: usize, theater: &Theater) -> Vec<SheetSide> {
        let board = &self.data.scenarios[scenario].map.board;
        let kinds = [
            (HexSide::VOLGA, "river-major"),
            (HexSide::RIVER, "river-minor"),
            (HexSide::BALKA, "balka"),
            (HexSide::ROAD, "road"),
            (HexSide::RAIL, "rail"),
        ];
        let mut sides = Vec::new();
        for hex in 0..theater.hexes as u16 {
            // Each side once: east, south-east and south-west of every hex.
            for d in 0..6 {
                let near = theater.near[hex as usize][d];
                if near == NONE || near < hex {
                    continue;
                }
                let between = theater.side[hex as usize][d];
                let name = |hex: u16| board.name(SpaceId(hex)).to_owned();
                for (bit, kind) in kinds {
                    if between.has(bit) {
                        sides.push(SheetSide { a: name(hex), b: name(near), kind: kind.into(), name: None });
                    }
                }
                if between.has(HexSide::UP) || between.has(HexSide::DOWN) {
                    let (low, high) = if between.has(HexSide::UP) { (hex, near) } else { (near, hex) };
                    sides.push(SheetSide { a: name(low), b: name(high), kind: "slope".into(), name: None });
                }
            }
        }
        sides
    }
}

fn badges() -> Vec<Badge> {
    let badge = |flag: &str, text: &str, case: &str, supply| Badge { flag: flag.into(), text: text.into(), case: case.into(), supply };
    vec![
        badge("attack-supply", "Attack supply", "19.1.a", false),
        badge("defensive-supply", "Defensive supply", "19.1.c", true),
        badge("minimal-supply", "Minimal supply", "19.1.d", true),
        badge("no-supply", "No supply", "19.1.e", true),
        badge("tired", "Fatigue of 6 or more", "21.11.b", false),
        badge("disorganized", "Disorganization of 6 or more", "21.21.b", false),
        badge("dug-in", "Dug in", "23.2.d", false),
        badge("fortified", "Fortified", "23.3.c", false),
        badge("moving", "On the move", "14.18", false),
        badge("riding", "Riding on a carrier", "14.64.a", false),
        badge("setting-up", "Guns being set up", "16.21.b", false),
        badge("leader", "A leader is with it", "13.1.a", false),
    ]
}

fn legend() -> Vec<LegendLine> {
    let line = |kind: &str, text: &str, case: &'static str| LegendLine { kind: kind.into(), text: text.into(), case: Some(Case(case)) };
    vec![
        line("clear", "Clear: no help to the defender", "7.h"),
        line("forest", "Woods: odds one lower", "7.j"),
        line("marsh", "Marsh: odds one lower; vehicles by road only unless frozen", "7.k"),
        line("village", "Village: odds two lower", "7.a"),
        line("suburb", "Suburb: odds two lower", "7.a"),
        line("urban", "City: odds three lower", "7.c"),
        line("factory", "Factory: odds three lower", "7.g"),
        line("rubble", "Rubble: odds two and a half lower", "7.f"),
        line("lake", "Water: closed until it freezes", "7.o"),
        line("ferry", "Ferry: Soviet units only, begun at night", "7.p"),
        line("river-minor", "River: vehicles need a bridge or ice", "7.u"),
        line("river-major", "The Volga: closed until 19 December", "7.s"),
        line("balka", "Balka: slows vehicles, weakens attacks", "7.v"),
        line("slope", "Slope: attacks uphill are weaker", "7.w"),
        line("road", "Road: half cost in strategic movement", "7.x"),
        line("rail", "Railway: a third of a point in strategic movement", "7.y"),
    ]
}
