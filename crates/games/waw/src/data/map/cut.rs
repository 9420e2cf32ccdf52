//! Cutting the window of a scenario out of a base map.

use super::base::{BaseMap, Cell};
use super::{Airfield, HexSide, Hill, Line, LineKind, Map};
use kessel_board::numbering::{ColumnGrowth, Order, Parity, RowGrowth, Side};
use kessel_board::{Board, BoardBuilder, Direction, Numbering, NumberingDraft, Orientation, SpaceId};

/// A window: first column and row from 0, and how many of each.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in crate::data) struct Window {
    pub(in crate::data) column: u8,
    pub(in crate::data) row: u8,
    pub(in crate::data) columns: u8,
    pub(in crate::data) rows: u8,
}

impl Window {
    fn has(&self, (column, row): Cell) -> bool {
        (self.column..self.column + self.columns).contains(&column) && (self.row..self.row + self.rows).contains(&row)
    }

    /// The hex of the window's map. Ids go column by column, because hexes are numbered column first.
    fn hex(&self, (column, row): Cell) -> Option<SpaceId> {
        let inside = self.has((column, row));
        inside.then(|| {
            let (column, row) = (u16::from(column - self.column), u16::from(row - self.row));
            SpaceId(column * u16::from(self.rows) + row)
        })
    }

    fn pair(&self, (one, other): (Cell, Cell)) -> Option<(SpaceId, SpaceId)> {
        Some((self.hex(one)?, self.hex(other)?))
    }
}

/// Column first, three digits each; even rows stand half a hex further east.
fn numbering() -> Numbering {
    let draft = NumberingDraft {
        orientation: Orientation::PointyTop,
        order: Order::ColumnRow,
        digits: 3,
        rows_grow: RowGrowth::South,
        columns_grow: ColumnGrowth::East,
        shifted: Parity::Even,
        shifted_to: Side::East,
        prefixes: Vec::new(),
    };
    Numbering::new(draft).expect("a sound numbering")
}

fn board(columns: u8, rows: u8) -> Board {
    let mut builder = BoardBuilder::new(numbering());
    for column in 1..=u16::from(columns) {
        for row in 1..=u16::from(rows) {
            builder.add_hex(format!("{column:03}{row:03}"));
        }
    }
    builder.build().expect("a rectangle of distinct hexes")
}

impl BaseMap {
    /// The map of a window, which must lie inside and begin on an odd row.
    pub(in crate::data) fn cut(&self, window: Window) -> Map {
        let board = board(window.columns, window.rows);
        let mut map = Map {
            scale: self.scale,
            columns: window.columns,
            rows: window.rows,
            terrain: board.space_map(super::Terrain::Clear),
            sides: board.space_map([HexSide::default(); 6]),
            airfield: board.space_set(),
            airfields: Vec::new(),
            south: board.space_set(),
            east: board.space_set(),
            names: board.space_map(None),
            lines: Vec::new(),
            hills: Vec::new(),
            board,
        };
        self.lay_hexes(window, &mut map);
        self.lay_lines(window, &mut map);
        self.lay_hills(window, &mut map);
        map
    }

    fn lay_hexes(&self, window: Window, map: &mut Map) {
        for column in window.column..window.column + window.columns {
            for row in window.row..window.row + window.rows {
                let Some(hex) = window.hex((column, row)) else { continue };
                map.terrain[hex] = self.terrain((column, row));
                if row >= self.south[usize::from(column)] {
                    map.south.insert(hex);
                }
                if column >= self.east[usize::from(row)] {
                    map.east.insert(hex);
                }
            }
        }
        for (cell, name) in &self.places {
            if let Some(hex) = window.hex(*cell) {
                map.names[hex] = Some(name.clone());
            }
        }
        for hex in self.strips.iter().filter_map(|&cell| window.hex(cell)) {
            map.airfield.insert(hex);
        }
        for (cell, name) in &self.airfields {
            if let Some(hex) = window.hex(*cell) {
                map.airfield.insert(hex);
                map.airfields.push(Airfield { hex, name: name.clone() });
            }
        }
    }

    fn lay_lines(&self, window: Window, map: &mut Map) {
        for line in &self.lines {
            let pairs: Vec<_> = line.pairs.iter().filter_map(|&pair| window.pair(pair)).collect();
            if pairs.is_empty() {
                continue;
            }
            for &(a, b) in &pairs {
                lay(map, a, b, line.kind.on_side(), line.kind.on_side());
            }
            let (sides, links) = if line.kind.is_on_sides() { (pairs, Vec::new()) } else { (Vec::new(), pairs) };
            map.lines.push(Line { kind: line.kind, name: line.name.clone(), sides, links });
        }
        // The Volga is no river besides: where both run on a side the Volga counts.
        for hex in map.board.spaces() {
            for side in &mut map.sides[hex] {
                if side.has(HexSide::VOLGA) {
                    side.0 &= !HexSide::RIVER.0;
                }
            }
        }
        map.lines.sort_by_key(|line| match line.kind {
            LineKind::Balka => 0,
            LineKind::River => 1,
            LineKind::Volga => 2,
            LineKind::Road => 3,
            LineKind::Rail => 4,
        });
    }

    fn lay_hills(&self, window: Window, map: &mut Map) {
        for (name, cells) in &self.hills {
            let hexes: Vec<_> = cells.iter().filter_map(|&cell| window.hex(cell)).collect();
            for &hex in &hexes {
                let around: Vec<_> = map.board.neighbors(hex).iter().map(|neighbor| neighbor.space).collect();
                for outside in around.into_iter().filter(|outside| !hexes.contains(outside)) {
                    lay(map, outside, hex, HexSide::UP, HexSide::DOWN);
                }
            }
            if !hexes.is_empty() {
                map.hills.push(Hill { name: name.clone(), hexes });
            }
        }
    }
}

/// Lays something on the side between two neighbours, as seen from the first and from the second.
fn lay(map: &mut Map, a: SpaceId, b: SpaceId, seen: HexSide, back: HexSide) {
    let direction = map.board.direction(a, b).expect("pairs are neighbours");
    map.sides[a][direction.index()].lay(seen);
    map.sides[b][Direction::opposite(direction).index()].lay(back);
}
