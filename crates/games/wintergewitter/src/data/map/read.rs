//! From the map file to the board and what is known of its hexes and sides.

use super::super::charts::Pocket;
use super::areas::read_areas;
use super::features::read_features;
use super::hexes::{HexDraft, builder, read_hexes};
use super::{Map, SideInfo, Space};
use kessel_board::{Board, Numbering, SpaceId, SpaceSet};
use kessel_kernel::data::{Item, Reading, Table};

/// Reads the whole file. `None`, after a fault, if hexes cannot be numbered or the hexes that rules name are missing.
pub(in super::super) fn read(root: &Table<'_>, reading: &Reading<'_>, pocket: &Pocket) -> Option<Map> {
    let numbering: Numbering = root.need("numbering")?.read()?;
    let hexes = read_hexes(root, reading);
    let board = match builder(numbering, &hexes).build() {
        Ok(board) => board,
        Err(errors) => {
            errors.iter().for_each(|error| root.fault(error));
            return None;
        }
    };
    let places = read_places(&board, root, reading);
    let mut map = Map::empty(board, places?);
    map.put_hexes(&hexes);
    read_features(&mut map, root, reading);
    read_areas(&mut map, root, reading, pocket);
    root.finish();
    Some(map)
}

/// Reads `[places]`: Verkhne-Kumsky and Group Christea's hex.
fn read_places(board: &Board, root: &Table<'_>, reading: &Reading<'_>) -> Option<[SpaceId; 2]> {
    let table = root.table("places")?.called("places");
    reading.source(&table, "map.toml places");
    let place = |key| table.need(key).and_then(|item| hex_of(board, &item));
    let (kumsky, christea) = (place("verkhne_kumsky"), place("christea"));
    place("vasilevka");
    table.finish();
    Some([kumsky?, christea?])
}

impl Map {
    /// A board with nothing on it.
    fn empty(board: Board, [kumsky, christea]: [SpaceId; 2]) -> Map {
        Map {
            spaces: board.space_map(Space::default()),
            sides: board.edge_map(SideInfo::default()),
            names: board.space_map(None),
            to_pocket: board.space_map(u8::MAX),
            start_line: Vec::new(),
            rivers: Vec::new(),
            roads: Vec::new(),
            rails: Vec::new(),
            labels: Vec::new(),
            kumsky,
            christea,
            areas: std::array::from_fn(|_| SpaceSet::default()),
            ring_areas: Default::default(),
            regions: Vec::new(),
            board,
        }
    }

    fn put_hexes(&mut self, hexes: &[HexDraft]) {
        for draft in hexes {
            let hex = self.board.space(&draft.name).expect("every draft was added to the board");
            self.spaces[hex] = draft.space;
        }
    }
}

/// The hex that a value names.
pub(in super::super) fn hex_of(board: &Board, item: &Item<'_>) -> Option<SpaceId> {
    let name = item.text()?;
    let hex = board.space(name).filter(|&space| board.is_hex(space));
    if hex.is_none() {
        item.fault(format!("there is no hex {name} on the map"));
    }
    hex
}
