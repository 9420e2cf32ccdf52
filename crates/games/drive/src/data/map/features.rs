//! Reading what lies on hexsides, and the names on the drawing.

use super::super::reading::{Reading, hex_of, part};
use super::{Course, Label, Map, Water};
use kessel_board::{Board, EdgeId};
use kessel_kit::Word;
use kessel_table::data::{Item, Table, course, hexside};

/// Reads the `[[water]]` tables: each is one unbroken course of hexsides.
pub(super) fn read_waters(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    for table in root.tables("water") {
        let name = table.text("name");
        let table = table.called(format!("the {name}"));
        reading.source(&table, format!("map.toml water {name}"));
        reading.printed_parts(&table, &["first", "last"]);
        if map.courses.iter().any(|course| course.name == name) {
            table.fault("there are two waters of this name");
        }
        let water = Water::need_some(&table, "kind");
        let items = table.need("sides").map(|sides| sides.items()).unwrap_or_default();
        let sides = read_course(map, &items, water);
        table.finish();
        map.courses.push(Course { name: name.to_owned(), water, sides });
    }
}

fn read_course(map: &mut Map, items: &[Item<'_>], water: Water) -> Vec<EdgeId> {
    course(&map.board, items, |item, side| {
        if map.sides[side].water != Water::None {
            item.fault(format!("there is water on {} already", item.text().unwrap_or("")));
        }
        map.sides[side].water = water;
    })
}

/// Reads `[mountains]`: the blocked sides (9.13).
pub(super) fn read_mountains(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    for side in read_sides(&map.board, root, "mountains", reading) {
        map.sides[side].blocked = true;
    }
}

/// Reads `[ring]`: the sides of the Stalingrad O-Ring (11.24).
pub(super) fn read_ring(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    for side in read_sides(&map.board, root, "ring", reading) {
        map.sides[side].ring = true;
    }
}

/// Reads a table of hexsides, each once.
fn read_sides(board: &Board, root: &Table<'_>, key: &str, reading: &Reading<'_>) -> Vec<EdgeId> {
    let Some(table) = part(root, reading, "map.toml", key) else { return Vec::new() };
    let mut sides = Vec::new();
    for item in table.need("sides").map(|sides| sides.items()).unwrap_or_default() {
        let Some(side) = hexside(board, &item) else { continue };
        if sides.contains(&side) {
            item.fault("this side is listed twice");
        }
        sides.push(side);
    }
    table.finish();
    sides
}

/// Reads `[labels]`: names without any effect.
pub(super) fn read_labels(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    let Some(table) = part(root, reading, "map.toml", "labels") else { return };
    for line in table.tables("list") {
        let text = line.text("text").to_owned();
        if let Some(hex) = line.need("hex").and_then(|item| hex_of(&item, &map.board)) {
            map.labels.push(Label { hex, text });
        }
        line.finish();
    }
    table.finish();
}
