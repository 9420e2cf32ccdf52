//! From a map file to the board and what is known of its spaces and sides.

use super::super::reading::{Reading, SIDES};
use super::features::{read_crossings, read_lines, read_places, read_regions, read_sources};
use super::hexes::{HexDraft, read_hexes};
use super::rivers::read_rivers;
use super::{CityId, Holds, MajorCity, Map, Places, SideInfo, SpaceInfo, SpaceKind};
use kessel_board::{Board, BoardBuilder, Numbering, SpaceId};
use kessel_kernel::Side;
use kessel_kernel::data::{Item, Table};
use kessel_kit::Word;

/// The city that so many rules name.
const STALINGRAD: &str = "Stalingrad";

/// A box off the map.
pub(in super::super) struct BoxDraft<'d> {
    id: &'d str,
    name: &'d str,
    side: Side,
    holds: Holds,
}

/// Reads `[boxes]`, which every board has.
pub(in super::super) fn read_boxes<'d>(root: &Table<'d>, reading: &Reading<'_>) -> Vec<BoxDraft<'d>> {
    let Some(table) = root.table("boxes").map(|table| table.called("boxes")) else {
        return Vec::new();
    };
    reading.source(&table, "charts.toml boxes");
    let mut boxes: Vec<BoxDraft<'d>> = Vec::new();
    for line in table.tables("list") {
        let id = line.text("id");
        let line = line.called(format!("box {id}"));
        if boxes.iter().any(|known| known.id == id) {
            line.fault("there are two boxes of this id");
            continue;
        }
        boxes.push(BoxDraft {
            id,
            name: line.text("name"),
            side: line.word("side", &SIDES),
            holds: Holds::need(&line, "holds"),
        });
        line.finish();
    }
    table.finish();
    boxes
}

/// Reads a whole map file. `None` if not even the numbers of hexes can be read.
pub(in super::super) fn read(
    root: &Table<'_>,
    file: &str,
    reading: &Reading<'_>,
    boxes: &[BoxDraft<'_>],
) -> Option<Map> {
    let numbering: Numbering = root.need("numbering")?.read()?;
    let hexes = read_hexes(root, file, reading, &numbering);
    let mut builder = BoardBuilder::new(numbering);
    for hex in &hexes {
        builder.add_hex(hex.name);
    }
    for draft in boxes {
        builder.add_box(draft.id);
    }
    let board = match builder.build() {
        Ok(board) => board,
        Err(errors) => {
            errors.iter().for_each(|error| root.fault(error));
            return None;
        }
    };
    let mut map = Map::empty(board);
    map.put_boxes(boxes);
    map.put_hexes(hexes);
    read_rivers(&mut map, root, file, reading);
    read_lines(&mut map, root, file, reading);
    read_crossings(&mut map, root, file, reading);
    read_regions(&mut map, root, file, reading);
    map.places = read_places(&map, root, file, reading);
    if let Some(table) = root.table("sources").map(|table| table.called("sources")) {
        reading.source(&table, format!("{file} sources"));
        map.sources = read_sources(&map, &[], &table, reading);
        table.finish();
    }
    root.finish();
    Some(map)
}

impl Map {
    /// A board with nothing on it.
    pub(super) fn empty(board: Board) -> Map {
        Map {
            spaces: board.space_map(SpaceInfo::blank(SpaceKind::Hex)),
            sides: board.edge_map(SideInfo::default()),
            board,
            cities: Vec::new(),
            stalingrad: None,
            rivers: Vec::new(),
            lines: Vec::new(),
            sources: Vec::new(),
            places: Places::default(),
            regions: Default::default(),
        }
    }

    fn put_boxes(&mut self, boxes: &[BoxDraft<'_>]) {
        for draft in boxes {
            let space = self.board.space(draft.id).expect("every draft was added to the board");
            let kind = SpaceKind::Box { side: draft.side, holds: draft.holds };
            self.spaces[space] = SpaceInfo { name: Some(draft.name.to_owned()), ..SpaceInfo::blank(kind) };
        }
    }

    fn put_hexes(&mut self, hexes: Vec<HexDraft<'_>>) {
        for draft in hexes {
            let space = self.board.space(draft.name).expect("every draft was added to the board");
            let city = draft.city.and_then(|item| item.text());
            let city = city.map(|name| self.city(name, space));
            self.spaces[space] = SpaceInfo { city, ..draft.info };
        }
        self.stalingrad = self.cities.iter().position(|city| city.name == STALINGRAD).map(CityId::at);
    }

    /// Adds a hex to the city of this name.
    pub(super) fn city(&mut self, name: &str, hex: SpaceId) -> CityId {
        let place = self.cities.iter().position(|city| city.name == name).unwrap_or_else(|| {
            self.cities.push(MajorCity { name: name.to_owned(), hexes: Vec::new() });
            self.cities.len() - 1
        });
        self.cities[place].hexes.push(hex);
        CityId(u8::try_from(place).unwrap_or(u8::MAX))
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

/// The hexes of a list: single ones, or stretches of a row from west to east, `1301-1302`.
pub(in super::super) fn spaces_of(board: &Board, items: &[Item<'_>]) -> Vec<SpaceId> {
    let mut spaces = Vec::new();
    for item in items {
        let Some(text) = item.text() else { continue };
        let Some((first, last)) = text.split_once('-') else {
            spaces.extend(hex_of(board, item));
            continue;
        };
        let ends = [first, last].map(super::hexes::row_and_column);
        let [(row, from), (same, to)] = ends;
        if row != same || from > to || first.len() != 4 || last.len() != 4 {
            item.fault(format!("\"{text}\" is no stretch of a row: write \"1301-1302\""));
            continue;
        }
        for column in from..=to {
            let name = format!("{row:02}{column:02}");
            match board.space(&name) {
                Some(hex) => spaces.push(hex),
                None => item.fault(format!("there is no hex {name} on the map")),
            }
        }
    }
    spaces
}
