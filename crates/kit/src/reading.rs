//! Reading the data files of a game.

use crate::word::Listening;
use kessel_board::{Board, BoardBuilder, Numbering, SpaceId};
use kessel_kernel::data::{DataDir, Doc, Inspection, Item, Reading, Table};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// All these files, open; `None` after the faults of each are told.
pub fn open_all<'a, const N: usize>(
    dir: &'a DataDir,
    inspection: &'a Inspection,
    names: [&'a str; N],
) -> Option<[Doc<'a>; N]> {
    let docs: Vec<Doc<'a>> = names.into_iter().filter_map(|name| Doc::open(dir, name, inspection)).collect();
    docs.try_into().ok()
}

/// A table of a file with its source noted: `part(&root, reading, "map.toml", "towns")`. A fault if it is not there.
pub fn part<'d>(root: &Table<'d>, reading: &Reading<'_>, file: &str, name: &str) -> Option<Table<'d>> {
    let table = root.table(name)?.called(name);
    reading.source(&table, format!("{file} {name}"));
    Some(table)
}

/// The hex that a value names; a fault if there is none.
pub fn hex_of(item: &Item<'_>, board: &Board) -> Option<SpaceId> {
    let name = item.text()?;
    let hex = board.space(name);
    if hex.is_none() {
        item.fault(format!("there is no hex {name}"));
    }
    hex
}

/// The hexes of a list, each once.
pub fn hexes_of(items: &[Item<'_>], board: &Board) -> Vec<SpaceId> {
    let mut hexes = Vec::with_capacity(items.len());
    for item in items {
        let Some(hex) = hex_of(item, board) else { continue };
        if hexes.contains(&hex) {
            item.fault(format!("the hex {} is listed twice", board.name(hex)));
        }
        hexes.push(hex);
    }
    hexes
}

/// A struct of single spaces, such as the places that rules name: each of its fields is a key that must be there, and `find` reads its space.
pub fn places_of<T: DeserializeOwned>(
    table: &Table<'_>,
    find: impl Fn(&str, &Item<'_>) -> Option<SpaceId>,
) -> Option<T> {
    let keys = Listening::names::<T>();
    let found: Vec<_> = keys.iter().map(|key| table.need(key).and_then(|item| find(key, &item))).collect();
    let spaces = keys.iter().zip(found).map(|(key, space)| Some(((*key).to_owned(), json!(space?))));
    serde_json::from_value(Value::Object(spaces.collect::<Option<Map<_, _>>>()?)).ok()
}

/// A board of these hexes and boxes and the passages between them; nothing after its faults are told.
pub fn board_of<'n>(
    root: &Table<'_>,
    numbering: Numbering,
    hexes: impl IntoIterator<Item = &'n str>,
    boxes: impl IntoIterator<Item = &'n str>,
    passages: impl IntoIterator<Item = (&'n str, &'n str)>,
) -> Option<Board> {
    let mut builder = BoardBuilder::new(numbering);
    for hex in hexes {
        builder.add_hex(hex);
    }
    for name in boxes {
        builder.add_box(name);
    }
    for (one, other) in passages {
        builder.link(one, other);
    }
    builder.build().map_err(|errors| errors.iter().for_each(|error| root.fault(error))).ok()
}
