//! From the map file to the board and what is known of its hexes and sides.

use super::features::read_towns;
use super::lines::{read_blue, read_places, read_regions, read_uranus};
use super::{Map, Places, Printed, Region, Sheet, SideInfo, Space, Terrain, Water};
use kessel_board::{Board, EdgeId, Numbering, SpaceId};
use kessel_kernel::data::{Item, Reading, Table};
use kessel_kit::record::field;
use kessel_kit::{Fact, In, Limit, Names, Read, Reader, board_of};
use serde_json::Value;
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
    let mut reader = Reader::new(reading);
    let numbering: Numbering = root.need("numbering")?.read()?;
    let hexes = read_rows(root, &reader);
    let board = board_of(root, numbering, hexes.keys().map(String::as_str), [], [])?;
    reader.names = Names::on(&board);
    let places = read_places(root, &reader);
    let mut map = Map::empty(board.clone(), places?);
    map.put_hexes(&hexes);
    map.courses = field(root, "water", &reader).unwrap_or_default();
    for course in &map.courses {
        course.sides.iter().for_each(|&side| map.sides[side].water = course.water);
    }
    let listed = |key| -> Vec<EdgeId> { In("sides").under(root, key, &reader).unwrap_or_default() };
    listed("mountains").into_iter().for_each(|side| map.sides[side].blocked = true);
    listed("ring").into_iter().for_each(|side| map.sides[side].ring = true);
    read_towns(&mut map, root, &reader);
    read_blue(&mut map, root, &reader);
    read_uranus(&mut map, root, &reader);
    read_regions(&mut map, root, &reader);
    map.labels = In("list").under(root, "labels", &reader).unwrap_or_default();
    root.finish();
    Some(map)
}

/// A hex of a row, by its number.
type Hexes = BTreeMap<String, Terrain>;

/// Reads `[terrain]`: each row names its westernmost hex, then gives a letter for each hex from west to east.
fn read_rows(root: &Table<'_>, reader: &Reader<'_>) -> Hexes {
    let mut hexes = Hexes::new();
    let Some(table) = root.need("terrain").and_then(|item| reader.table(&item)) else { return hexes };
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stretches(pub(super) Vec<SpaceId>);

impl Read for Stretches {
    fn read(list: &Item<'_>, reader: &Reader<'_>) -> Option<Stretches> {
        Some(Stretches(list.items().iter().flat_map(|item| stretch(item, reader).unwrap_or_default()).collect()))
    }

    fn harmless() -> Option<Stretches> {
        Some(Stretches::default())
    }
}

impl Fact for Stretches {
    fn fact(&self, names: &Names<'_>) -> Value {
        self.0.fact(names)
    }
}

fn stretch(item: &Item<'_>, reader: &Reader<'_>) -> Option<Vec<SpaceId>> {
    let text = item.text()?;
    let Some((first, last)) = text.split_once('-') else { return Some(vec![SpaceId::read(item, reader)?]) };
    let ends = [first, last].map(|name| Some((name.get(..3)?, column_of(name)?)));
    let [Some((row, west)), Some((same, east))] = ends else {
        item.fault(format!("\"{text}\" is no stretch of a row: write \"N1044-N1042\""));
        return None;
    };
    if row != same || west < east {
        item.fault(format!("\"{text}\" does not lead along a row from west to east"));
        return None;
    }
    let names = (east..=west).rev().map(|column| format!("{row}{column:02}"));
    Some(names.filter_map(|name| reader.names.space(&name, item)).collect())
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
