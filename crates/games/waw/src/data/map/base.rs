//! A base map, before windows are cut out of it.

use super::{HexSide, LineKind, Scale, Terrain};

/// Column and row, both from 0.
pub(in crate::data) type Cell = (u8, u8);

/// A line of a base map with its pairs of neighbouring hexes.
#[derive(Clone, Debug)]
pub(in crate::data) struct BaseLine {
    pub(in crate::data) kind: LineKind,
    pub(in crate::data) name: String,
    pub(in crate::data) pairs: Vec<(Cell, Cell)>,
}

/// A base map.
#[derive(Clone, Debug)]
pub(in crate::data) struct BaseMap {
    pub(in crate::data) scale: Scale,
    pub(in crate::data) columns: u8,
    pub(in crate::data) rows: u8,
    /// Row by row.
    pub(in crate::data) terrain: Vec<Terrain>,
    pub(in crate::data) lines: Vec<BaseLine>,
    pub(in crate::data) hills: Vec<(String, Vec<Cell>)>,
    pub(in crate::data) places: Vec<(Cell, String)>,
    /// Single hexes of airfields.
    pub(in crate::data) strips: Vec<Cell>,
    pub(in crate::data) airfields: Vec<(Cell, String)>,
    /// By column: the first row south of the Weather Line.
    pub(in crate::data) south: Vec<u8>,
    /// By row: the first column east of the Volga.
    pub(in crate::data) east: Vec<u8>,
}

impl BaseMap {
    pub(in crate::data) fn has(&self, (column, row): Cell) -> bool {
        column < self.columns && row < self.rows
    }

    pub(in crate::data) fn terrain(&self, (column, row): Cell) -> Terrain {
        self.terrain[usize::from(row) * usize::from(self.columns) + usize::from(column)]
    }

    /// Are two hexes neighbours? Rows with odd index stand half a hex further east.
    pub(in crate::data) fn adjacent(one: Cell, other: Cell) -> bool {
        let axial = |(column, row): Cell| {
            let (column, row) = (i16::from(column), i16::from(row));
            (column - (row - (row & 1)) / 2, row)
        };
        let ((q, r), (other_q, other_r)) = (axial(one), axial(other));
        let (across, down) = (other_q - q, other_r - r);
        matches!((across, down), (1, 0) | (-1, 0) | (0, 1) | (0, -1) | (1, -1) | (-1, 1))
    }
}

impl LineKind {
    /// What the line lays on the sides between its pairs.
    pub(super) const fn on_side(self) -> HexSide {
        match self {
            LineKind::Volga => HexSide::VOLGA,
            LineKind::River => HexSide::RIVER,
            LineKind::Balka => HexSide::BALKA,
            LineKind::Rail => HexSide::RAIL,
            LineKind::Road => HexSide::ROAD,
        }
    }

    /// Does it run along hexsides (and not from hex to hex)?
    pub const fn is_on_sides(self) -> bool {
        matches!(self, LineKind::Volga | LineKind::River | LineKind::Balka)
    }
}
