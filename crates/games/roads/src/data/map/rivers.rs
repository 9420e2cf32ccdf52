//! Reading the rivers.

use super::super::reading::Reading;
use super::{Map, River, RiverCourse};
use kessel_board::{Board, EdgeId};
use kessel_table::data::{Item, Table};

pub(in super::super) const CLASSES: [(&str, River); 2] = [("major", River::Major), ("minor", River::Minor)];

/// Reads the `[[river]]` tables.
pub(super) fn read_rivers(map: &mut Map, root: &Table<'_>, file: &str, reading: &Reading<'_>) {
    for table in root.tables("river") {
        let name = table.text("name");
        let table = table.called(format!("the {name}"));
        reading.source(&table, format!("{file} river {name}"));
        if map.rivers.iter().any(|river| river.name == name) {
            table.fault("there are two rivers of this name");
        }
        let class = table.word("class", &CLASSES);
        let mut stretches = Vec::new();
        for stretch in table.need("sides").map(|sides| sides.items()).unwrap_or_default() {
            stretches.push(read_stretch(map, &stretch.items(), class));
        }
        table.finish();
        map.rivers.push(RiverCourse { name: name.to_owned(), class, stretches });
    }
}

/// Reads an unbroken stretch of hexsides and puts the river on them.
fn read_stretch(map: &mut Map, items: &[Item<'_>], class: River) -> Vec<EdgeId> {
    let mut stretch: Vec<EdgeId> = Vec::new();
    let mut before = None;
    for item in items {
        let side = hexside(&map.board, item);
        let before = std::mem::replace(&mut before, side);
        let Some(side) = side else { continue };
        let text = item.text().unwrap_or("");
        if map.sides[side].river != River::None {
            item.fault(format!("there is a river on {text} already"));
        }
        if before.is_some_and(|before| !share_a_corner(&map.board, before, side)) {
            item.fault(format!("the stretch breaks before {text}: it shares no corner with the side before it"));
        }
        map.sides[side].river = class;
        stretch.push(side);
    }
    stretch
}

/// The side between two hexes, written `1413|1514`.
pub(super) fn hexside(board: &Board, item: &Item<'_>) -> Option<EdgeId> {
    let text = item.text()?;
    let Some((one, other)) = text.split_once('|') else {
        item.fault(format!("\"{text}\" is no hexside: write \"1413|1514\""));
        return None;
    };
    let find = |name: &str| {
        let hex = board.space(name).filter(|&space| board.is_hex(space));
        if hex.is_none() {
            item.fault(format!("there is no hex {name} on the map"));
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
