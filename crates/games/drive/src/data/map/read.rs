//! From the map file to the board and what is known of its hexes and sides.

use super::super::reading::{Reading, hex_of, part};
use super::features::{read_labels, read_mountains, read_ring, read_waters};
use super::lines::{read_blue, read_places, read_regions, read_uranus};
use super::towns::read_towns;
use super::{Map, Places, Printed, Region, Sheet, SideInfo, Space, Terrain, Water};
use kessel_board::{Board, BoardBuilder, Numbering, SpaceId};
use kessel_table::data::{Item, Table};
use std::collections::BTreeMap;

/// One letter for each terrain in the rows of the file.
const LETTERS: [(char, Terrain); 7] = [
    ('.', Terrain::Clear),
    ('f', Terrain::Forest),
    ('h', Terrain::Hills),
    ('m', Terrain::Mountain),
    ('w', Terrain::Marsh),
    ('d', Terrain::Desert),
    ('~', Terrain::Sea),
];

/// A place in a row where the map has no hex.
const NO_HEX: char = '#';

/// Reads the whole map file. `None` if there is no board to put the rest on.
pub(in super::super) fn read(root: &Table<'_>, reading: &Reading<'_>) -> Option<Map> {
    let numbering: Numbering = root.need("numbering")?.read()?;
    let hexes = read_rows(root, reading);
    let mut builder = BoardBuilder::new(numbering);
    for name in hexes.keys() {
        builder.add_hex(name);
    }
    let board = match builder.build() {
        Ok(board) => board,
        Err(errors) => {
            errors.iter().for_each(|error| root.fault(error));
            return None;
        }
    };
    let places = read_places(root, reading, &board);
    let mut map = Map::empty(board, places?);
    map.put_hexes(&hexes);
    read_waters(&mut map, root, reading);
    read_mountains(&mut map, root, reading);
    read_ring(&mut map, root, reading);
    read_towns(&mut map, root, reading);
    read_blue(&mut map, root, reading);
    read_uranus(&mut map, root, reading);
    read_regions(&mut map, root, reading);
    read_labels(&mut map, root, reading);
    root.finish();
    Some(map)
}

/// A hex of a row, by its number.
type Hexes = BTreeMap<String, Terrain>;

/// Reads `[terrain]`: each row names its westernmost hex, then gives a letter for each hex from west to east.
fn read_rows(root: &Table<'_>, reading: &Reading<'_>) -> Hexes {
    let mut hexes = Hexes::new();
    let Some(table) = part(root, reading, "map.toml", "terrain") else { return hexes };
    for item in table.need("rows").map(|rows| rows.items()).unwrap_or_default() {
        let Some((first, letters)) = item.text().and_then(|row| row.split_once(' ')) else {
            item.fault("a row is the number of its first hex, a space, and a letter for each hex");
            continue;
        };
        let (row, Some(west)) = (first.get(..3).unwrap_or(""), column_of(first)) else {
            item.fault(format!("\"{first}\" is no hex number"));
            continue;
        };
        // Columns grow westward, so they count down.
        for (step, letter) in letters.trim_start().chars().enumerate() {
            let terrain = LETTERS.iter().find(|(known, _)| *known == letter).map(|&(_, terrain)| terrain);
            let column = usize::from(west).checked_sub(step);
            match (terrain, column) {
                (Some(terrain), Some(column)) => {
                    let name = format!("{row}{column:02}");
                    if hexes.insert(name.clone(), terrain).is_some() {
                        item.fault(format!("the hex {name} is there twice"));
                    }
                }
                (None, _) if letter == NO_HEX => {}
                (None, _) => item.fault(format!("no terrain has the letter '{letter}'")),
                (Some(_), None) => item.fault("the row has more hexes than columns"),
            }
        }
    }
    table.finish();
    hexes
}

/// The last two digits of a hex number.
pub(super) fn column_of(name: &str) -> Option<u8> {
    name.get(name.len().checked_sub(2)?..)?.parse().ok()
}

/// The hexes of a list: single ones, or stretches of a row from west to east, `N1044-N1042`.
pub(super) fn stretches_of(board: &Board, items: &[Item<'_>]) -> Vec<SpaceId> {
    let mut hexes = Vec::new();
    for item in items {
        let Some(text) = item.text() else { continue };
        let Some((first, last)) = text.split_once('-') else {
            hexes.extend(hex_of(item, board));
            continue;
        };
        let ends = [first, last].map(|name| Some((name.get(..3)?, column_of(name)?)));
        let [Some((row, west)), Some((same, east))] = ends else {
            item.fault(format!("\"{text}\" is no stretch of a row: write \"N1044-N1042\""));
            continue;
        };
        if row != same || west < east {
            item.fault(format!("\"{text}\" does not lead along a row from west to east"));
            continue;
        }
        for name in (east..=west).rev().map(|column| format!("{row}{column:02}")) {
            match board.space(&name) {
                Some(hex) => hexes.push(hex),
                None => item.fault(format!("there is no hex {name}")),
            }
        }
    }
    hexes
}

impl Map {
    /// A board with nothing on it.
    fn empty(board: Board, places: Places) -> Map {
        Map {
            spaces: board.space_map(Space::default()),
            sides: board.edge_map(SideInfo::default()),
            names: board.space_map(None),
            printed: board.space_map(Printed::new()),
            board,
            blue_line: Vec::new(),
            uranus_line: Vec::new(),
            courses: Vec::new(),
            labels: Vec::new(),
            places,
            regions: Default::default(),
        }
    }

    /// Terrain, and the sea on every side of a sea hex (9.19).
    fn put_hexes(&mut self, hexes: &Hexes) {
        for (name, &terrain) in hexes {
            let hex = self.board.space(name).expect("every hex was added to the board");
            // The board knows the common row by its north name (2.3).
            let name = self.board.name(hex);
            let sheet = if name.starts_with('S') { Sheet::South } else { Sheet::North };
            let row = name.get(1..3).and_then(|digits| digits.parse().ok()).unwrap_or(0);
            let column = column_of(name).unwrap_or(0);
            self.spaces[hex] = Space { sheet, row, column, terrain, ..Space::default() };
            if sheet == Sheet::North && terrain != Terrain::Sea {
                self.put_in(hex, Region::NorthMap);
            }
            if terrain == Terrain::Sea {
                for next in self.board.neighbors(hex) {
                    self.sides[next.edge].water = Water::Sea;
                }
            }
        }
    }

    pub(super) fn put_in(&mut self, hex: SpaceId, region: Region) {
        self.regions[region as usize].insert(hex);
    }
}
