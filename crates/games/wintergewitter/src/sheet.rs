//! The printed sheet: hexes, rivers, roads, boxes of the air charts.

use crate::Winter;
use crate::data::{Area, Terrain, Water};
use crate::state::AirBox;
use kessel_kernel::facets::Sheets;
use kessel_kernel::view::{LegendLine, Sheet, SheetBox, SheetHex, SheetSide};
use kessel_kernel::{Case, Side};

impl Terrain {
    /// Its word on the sheet.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Terrain::Clear => "clear",
            Terrain::Elevated => "elevated",
            Terrain::Balka => "balka",
            Terrain::Town => "town",
            Terrain::Pocket => "pocket",
            Terrain::Beyond => "beyond",
        }
    }
}

/// The box of an air chart as a space: `axis-ready`.
pub(crate) fn air_space(side: Side, at: AirBox) -> String {
    format!("{}-{}", side.word(), at.word())
}

/// Boxes beside the map for ground units.
pub(crate) const WAITING: [(&str, &str); 2] =
    [("axis-waiting", "German reinforcements"), ("soviet-waiting", "Soviet reinforcements")];

impl Sheets for Winter {
    fn sheet(&self, scenario: &str) -> Sheet {
        let map = &self.data.map;
        let hexes = map.board.hexes().map(|hex| {
            let (x, y) = map.board.position(hex).unwrap_or((0, 0));
            let space = &map.spaces[hex];
            let regions = [
                (Area::Pocket, "pocket"),
                (Area::AcrossAksai, "across-aksai"),
                (Area::AcrossMyshkova, "across-myshkova"),
            ];
            SheetHex {
                id: self.hex_id(hex).into(),
                x,
                y,
                terrain: space.terrain.word().into(),
                name: map.names[hex]
                    .clone()
                    .or_else(|| map.labels.iter().find(|l| l.hex == hex).map(|l| l.text.clone())),
                rank: u8::from(hex == map.kumsky) + u8::from(map.names[hex].is_some()),
                regions: regions
                    .iter()
                    .filter(|(area, _)| map.is_in(hex, *area))
                    .map(|(_, word)| (*word).to_owned())
                    .collect(),
                marks: Vec::new(),
            }
        });
        Sheet {
            hexes: hexes.collect(),
            boxes: self.boxes(),
            sides: self.sheet_sides(),
            pointy: false,
            legend: legend(),
            charts: self.data.aids.charts(scenario),
            badges: self.data.aids.badges.clone(),
            beside: self.data.aids.beside.clone(),
            turns: self.turn_names(scenario),
            briefing: self.data.briefings.of(scenario),
        }
    }
}

impl Winter {
    /// The turns of a scenario as the track calls them.
    fn turn_names(&self, scenario: &str) -> Vec<String> {
        let found = self.data.scenarios.iter().find(|s| s.id.word() == scenario).unwrap_or(&self.data.scenarios[0]);
        (found.first..=found.last).map(|turn| self.data.turn(turn).name.clone()).collect()
    }

    fn sheet_sides(&self) -> Vec<SheetSide> {
        let map = &self.data.map;
        let mut sides = Vec::new();
        for edge in map.board.edges() {
            let (a, b) = map.board.edge_ends(edge);
            let mut add = |kind: &str, name: Option<String>| {
                sides.push(SheetSide { a: self.hex_id(a).into(), b: self.hex_id(b).into(), kind: kind.into(), name });
            };
            let river = || map.rivers.iter().find(|r| r.sides.contains(&edge)).map(|r| r.name.clone());
            match map.sides[edge].water {
                Water::Major => add("major-river", river()),
                Water::Minor => add("river", river()),
                Water::None => {}
            }
            if map.sides[edge].road {
                add("road", None);
            }
        }
        sides
    }

    fn boxes(&self) -> Vec<SheetBox> {
        let xs = self.data.map.board.hexes().filter_map(|hex| self.data.map.board.position(hex));
        let (left, top) = xs.fold((i32::MAX, i32::MAX), |(x, y), (a, b)| (x.min(a), y.min(b)));
        let mut boxes = Vec::new();
        let mut add = |id: String, name: String, column: i32, row: i32| {
            let (x, y) = (left - 9000 + column * 4000, top + row * 3200);
            boxes.push(SheetBox { id, name, x, y, w: 3800, h: 3000, note: String::new(), links: Vec::new() });
        };
        for side in Side::BOTH {
            let mine = AirBox::WORDS.iter().filter(|(_, at)| self.has_box(side, *at));
            for (row, (word, at)) in mine.enumerate() {
                let name =
                    format!("{} {}", if side == Side::Axis { "German" } else { "Soviet" }, word.replace('-', " "));
                add(air_space(side, *at), name, side.index() as i32, row as i32);
            }
        }
        for (n, (id, name)) in WAITING.iter().enumerate() {
            add((*id).into(), (*name).into(), n as i32, 11);
        }
        boxes
    }

    /// Whether a side's chart has such a box.
    pub(crate) fn has_box(&self, side: Side, at: AirBox) -> bool {
        match at {
            AirBox::Out => false,
            AirBox::Interdiction | AirBox::InterdictionEscort | AirBox::Withheld => side == Side::Axis,
            AirBox::AgainstInterdiction => side == Side::Soviet,
            _ => true,
        }
    }
}

fn legend() -> Vec<LegendLine> {
    let line = |kind: &str, text: &str, case: &'static str| LegendLine {
        kind: kind.into(),
        text: text.into(),
        case: Some(Case(case)),
    };
    vec![
        line("clear", "Clear: no effect", "2.3.a"),
        line("elevated", "Elevated: attacks one column left", "11.4.t"),
        line("balka", "Balka: slow, attacks one column left", "11.4.a"),
        line("town", "Town: attacks one column left", "11.4.a"),
        line("pocket", "The Stalingrad Pocket: closed to Soviet units", "8.2.a"),
        line("river", "Minor river: slow without a bridge", "8.0.a"),
        line("major-river", "The Don: nobody crosses", "8.2.b"),
        line("road", "Road: half a point; no use when icy", "8.1.g"),
    ]
}
