//! Reading the list of hexes and the coloured edges.

use super::super::reading::{Reading, SIDES, optional_text};
use super::{City, SpaceInfo, SpaceKind};
use kessel_board::{Coord, Direction, Numbering};
use kessel_kit::{Word, part};
use kessel_table::Side;
use kessel_table::data::{Item, Table, texts};
use std::collections::BTreeSet;

/// A line of the list.
pub(super) struct HexDraft<'d> {
    pub(super) name: &'d str,
    pub(super) item: Item<'d>,
    pub(super) info: SpaceInfo,
    pub(super) rims: Vec<Item<'d>>,
}

/// An `[[edge]]`.
pub(super) struct EdgeDraft<'d> {
    pub(super) id: &'d str,
    pub(super) name: String,
    pub(super) space: Option<Item<'d>>,
    pub(super) supply: Side,
    pub(super) faces: Vec<Direction>,
}

/// Reads `[hexes]`: every hex that can be on the map, once.
pub(super) fn read_hexes<'d>(root: &Table<'d>, reading: &Reading<'_>, numbering: &Numbering) -> Vec<HexDraft<'d>> {
    let Some(hexes) = part(root, reading, "map.toml", "hexes") else { return Vec::new() };
    let mut seen: BTreeSet<Coord> = BTreeSet::new();
    let mut drafts = Vec::new();
    for line in hexes.tables("list") {
        let name = line.text("hex");
        let line = line.called(format!("hex {name}"));
        let Some(item) = line.get("hex") else {
            continue;
        };
        let draft = read_hex(&line, name, item.clone(), reading);
        match numbering.parse(name) {
            Err(error) => item.fault(error),
            Ok(coord) if !seen.insert(coord) => item.fault("is on the map already"),
            Ok(_) => drafts.push(draft),
        }
    }
    hexes.finish();
    drafts
}

fn read_hex<'d>(line: &Table<'d>, name: &'d str, item: Item<'d>, reading: &Reading<'_>) -> HexDraft<'d> {
    let info = SpaceInfo {
        name: optional_text(line, "name"),
        labels: texts(&line.items("label")),
        city: line.get("city").and_then(|item| City::among(&item, &[City::Major, City::Minor])).unwrap_or_default(),
        crossing: line.flag("crossing"),
        alz: line.flag("alz"),
        volga: line.flag("volga"),
        ..SpaceInfo::blank(SpaceKind::Hex, line.word("control", &SIDES))
    };
    if info.crossing && info.city != City::Major {
        line.fault("only a major city has a river crossing");
    }
    if info.city != City::None && info.name.is_none() {
        line.fault("a city needs a `name`");
    }
    let printed = reading.printed(line);
    let rims = line.items("rim");
    line.finish();
    HexDraft { name, item, info: SpaceInfo { printed, ..info }, rims }
}

/// Reads the `[[edge]]` tables.
pub(super) fn read_edges<'d>(root: &Table<'d>, reading: &Reading<'_>, numbering: &Numbering) -> Vec<EdgeDraft<'d>> {
    let mut drafts: Vec<EdgeDraft<'d>> = Vec::new();
    for table in root.tables("edge") {
        let id = table.text("id");
        let table = table.called(format!("edge {id}"));
        if drafts.iter().any(|draft| draft.id == id) {
            table.fault("there are two edges of this id");
        }
        reading.source(&table, format!("map.toml edge {id}"));
        drafts.push(EdgeDraft {
            id,
            name: table.text("name").to_owned(),
            space: table.need("box"),
            supply: table.word("supply", &SIDES),
            faces: table.items("faces").iter().filter_map(|item| face(item, numbering)).collect(),
        });
        table.finish();
    }
    drafts
}

fn face(item: &Item<'_>, numbering: &Numbering) -> Option<Direction> {
    let compass = item.text()?;
    let direction = numbering.orientation().direction(compass);
    if direction.is_none() {
        item.fault(format!("a hex of this map has no side \"{compass}\""));
    }
    direction
}
