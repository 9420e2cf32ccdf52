//! Reading what lies on hexsides, and the names on the drawing.

use super::super::reading::{Reading, hex_of};
use super::{Course, Label, Map, Water};
use kessel_board::{Board, EdgeId};
use kessel_table::data::{Item, Table};

const WATERS: [(&str, Water); 5] = [
    ("river", Water::River),
    ("manych", Water::Manych),
    ("volga", Water::Volga),
    ("lake", Water::Lake),
    ("sea", Water::Sea),
];

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
        let water = table.word("kind", &WATERS);
        let items = table.need("sides").map(|sides| sides.items()).unwrap_or_default();
        let sides = read_course(map, &items, water);
        table.finish();
        map.courses.push(Course { name: name.to_owned(), water, sides });
    }
}

fn read_course(map: &mut Map, items: &[Item<'_>], water: Water) -> Vec<EdgeId> {
    let mut course: Vec<EdgeId> = Vec::new();
    let mut before = None;
    for item in items {
        let side = side_of(&map.board, item);
        let before = std::mem::replace(&mut before, side);
        let Some(side) = side else { continue };
        let text = item.text().unwrap_or("");
        if map.sides[side].water != Water::None {
            item.fault(format!("there is water on {text} already"));
        }
        if before.is_some_and(|before| !share_a_corner(&map.board, before, side)) {
            item.fault(format!("the course breaks before {text}: it shares no corner with the side before it"));
        }
        map.sides[side].water = water;
        course.push(side);
    }
    course
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
    let Some(table) = root.table(key).map(|table| table.called(key)) else {
        return Vec::new();
    };
    reading.source(&table, format!("map.toml {key}"));
    let mut sides = Vec::new();
    for item in table.need("sides").map(|sides| sides.items()).unwrap_or_default() {
        let Some(side) = side_of(board, &item) else { continue };
        if sides.contains(&side) {
            item.fault("this side is listed twice");
        }
        sides.push(side);
    }
    table.finish();
    sides
}

/// The side between two hexes, written `N1311|N1312`.
fn side_of(board: &Board, item: &Item<'_>) -> Option<EdgeId> {
    let text = item.text()?;
    let Some((one, other)) = text.split_once('|') else {
        item.fault(format!("\"{text}\" is no hexside: write \"N1311|N1312\""));
        return None;
    };
    let find = |name: &str| {
        let hex = board.space(name);
        if hex.is_none() {
            item.fault(format!("there is no hex {name}"));
        }
        hex
    };
    let (a, b) = (find(one), find(other));
    let side = board.edge(a?, b?);
    if side.is_none() {
        item.fault(format!("{one} and {other} are not neighbours"));
    }
    side
}

/// Three hexes meet in a corner: two sides share it if they share one hex and their other hexes are neighbours.
pub(super) fn share_a_corner(board: &Board, one: EdgeId, other: EdgeId) -> bool {
    let ((a, b), (c, d)) = (board.edge_ends(one), board.edge_ends(other));
    [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)]
        .into_iter()
        .any(|(shared, left, same, right)| shared == same && board.are_adjacent(left, right))
}

/// Reads `[labels]`: names without any effect.
pub(super) fn read_labels(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    let Some(table) = root.table("labels").map(|table| table.called("labels")) else {
        return;
    };
    reading.source(&table, "map.toml labels");
    for line in table.tables("list") {
        let text = line.text("text").to_owned();
        if let Some(hex) = line.need("hex").and_then(|item| hex_of(&item, &map.board)) {
            map.labels.push(Label { hex, text });
        }
        line.finish();
    }
    table.finish();
}
