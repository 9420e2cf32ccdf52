//! Reading the rows of hexes.

use super::{Space, Terrain};
use kessel_board::{BoardBuilder, Numbering};
use kessel_kernel::data::{Reading, Table};

/// The signs of `[hexes]`.
const SIGNS: [(char, Terrain); 6] = [
    ('.', Terrain::Clear),
    ('^', Terrain::Elevated),
    ('%', Terrain::Balka),
    ('T', Terrain::Town),
    ('P', Terrain::Pocket),
    ('#', Terrain::Beyond),
];

/// A hex of the rows.
pub(super) struct HexDraft {
    pub(super) name: String,
    pub(super) space: Space,
}

/// Reads `[hexes]`: one text a row, one sign a hex.
pub(super) fn read_hexes(root: &Table<'_>, reading: &Reading<'_>) -> Vec<HexDraft> {
    let Some(table) = root.table("hexes").map(|table| table.called("hexes")) else {
        return Vec::new();
    };
    reading.source(&table, "map.toml hexes");
    let first_column: u8 = table.int("first_column", 0..=99);
    let first_row: u8 = table.int("first_row", 0..=99);
    let rows = table.need("rows").map(|list| list.items()).unwrap_or_default();
    let mut drafts = Vec::new();
    for (item, row) in rows.iter().zip(first_row..=99) {
        let Some(text) = item.text() else { continue };
        for (sign, column) in text.chars().zip(first_column..=99) {
            let terrain = SIGNS.iter().find(|(known, _)| *known == sign).map(|&(_, terrain)| terrain);
            match terrain {
                Some(terrain) => {
                    let space = Space { column, row, terrain, road: false };
                    drafts.push(HexDraft { name: format!("{column:02}{row:02}"), space });
                }
                None if sign == ' ' => (),
                None => item.fault(format!("row {row:02}, column {column:02}: '{sign}' is no terrain")),
            }
        }
        if text.chars().count() > usize::from(100 - first_column) {
            item.fault(format!("row {row:02} is longer than hex numbers can count"));
        }
    }
    if rows.len() > usize::from(100 - first_row) {
        table.fault(format!("there are {} rows, more than hex numbers can count", rows.len()));
    }
    table.finish();
    drafts
}

/// The builder of a board with these hexes.
pub(super) fn builder(numbering: Numbering, hexes: &[HexDraft]) -> BoardBuilder {
    let mut builder = BoardBuilder::new(numbering);
    for hex in hexes {
        builder.add_hex(hex.name.clone());
    }
    builder
}
