//! Reading the list of hexes.

use super::super::reading::{Reading, optional_text};
use super::{SpaceInfo, SpaceKind, Terrain};
use kessel_board::{Coord, Numbering};
use kessel_kernel::data::{Item, Table};
use kessel_kit::Word;
use std::collections::BTreeSet;

/// A line of the list.
pub(super) struct HexDraft<'d> {
    pub(super) name: &'d str,
    pub(super) info: SpaceInfo,
    /// The major city that it names.
    pub(super) city: Option<Item<'d>>,
}

/// Reads `[hexes]`: every hex that can be on the map, once.
pub(super) fn read_hexes<'d>(
    root: &Table<'d>,
    file: &str,
    reading: &Reading<'_>,
    numbering: &Numbering,
) -> Vec<HexDraft<'d>> {
    let Some(hexes) = root.table("hexes").map(|table| table.called("hexes")) else {
        return Vec::new();
    };
    reading.source(&hexes, format!("{file} hexes"));
    let mut seen: BTreeSet<Coord> = BTreeSet::new();
    let mut drafts = Vec::new();
    for line in hexes.tables("list") {
        let name = line.text("hex");
        let line = line.called(format!("hex {name}"));
        let Some(item) = line.get("hex") else {
            continue;
        };
        let draft = read_hex(&line, name, reading);
        match numbering.parse(name) {
            Err(error) => item.fault(error),
            Ok(coord) if !seen.insert(coord) => item.fault("is on the map already"),
            Ok(_) => drafts.push(draft),
        }
    }
    hexes.finish();
    drafts
}

fn read_hex<'d>(line: &Table<'d>, name: &'d str, reading: &Reading<'_>) -> HexDraft<'d> {
    let (row, column) = row_and_column(name);
    let info = SpaceInfo {
        row,
        column,
        terrain: Terrain::get(line, "terrain").unwrap_or_default(),
        name: optional_text(line, "name"),
        label: optional_text(line, "label"),
        foothold: line.flag("foothold"),
        airfield: line.flag("airfield"),
        red_star: line.flag("red_star"),
        printed: reading.printed(line),
        ..SpaceInfo::blank(SpaceKind::Hex)
    };
    let city = line.get("city");
    let town = matches!(info.terrain, Terrain::Village | Terrain::City | Terrain::MajorCity);
    if town && info.name.is_none() {
        line.fault("a town needs a `name`");
    }
    if (info.terrain == Terrain::MajorCity) != city.is_some() {
        line.fault("a hex of a major city names its `city`, and no other hex does");
    }
    if info.foothold && info.terrain != Terrain::City {
        line.fault("a foothold is a city hex");
    }
    if info.is_water() && (info.airfield || info.red_star) {
        line.fault("there is nothing on the water");
    }
    line.finish();
    HexDraft { name, info, city }
}

/// The row and the column of a hex number of four digits.
pub(super) fn row_and_column(name: &str) -> (u8, u8) {
    let part = |range| name.get(range).and_then(|digits: &str| digits.parse().ok()).unwrap_or(0);
    (part(0..2), part(2..4))
}

impl SpaceInfo {
    /// A space of this kind with nothing in it.
    pub(super) fn blank(kind: SpaceKind) -> SpaceInfo {
        SpaceInfo {
            kind,
            row: 0,
            column: 0,
            terrain: Terrain::Clear,
            name: None,
            label: None,
            city: None,
            foothold: false,
            airfield: false,
            red_star: false,
            line: false,
            rail: false,
            printed: super::Printed::new(),
        }
    }
}
