//! The map as a tree.

use super::super::map::{Area, Line, Map, SideInfo};
use super::word;
use kessel_board::SpaceId;
use serde_json::{Map as Tree, Value, json};

pub(super) fn hexes_tree(map: &Map) -> Tree<String, Value> {
    let hex = |hex: SpaceId| {
        let space = map.spaces[hex];
        let label = map.labels.iter().find(|label| label.hex == hex).map(|label| &label.text);
        let tree = json!({
            "column": space.column,
            "row": space.row,
            "terrain": space.terrain,
            "road": space.road,
            "name": map.names[hex],
            "label": label,
            "to_pocket": map.to_pocket[hex],
        });
        (map.board.name(hex).to_owned(), tree)
    };
    map.board.hexes().map(hex).collect()
}

pub(super) fn sides_tree(map: &Map) -> Tree<String, Value> {
    let mut tree = Tree::new();
    for side in map.board.edges().filter(|&side| map.sides[side] != SideInfo::default()) {
        let (a, b) = map.board.edge_ends(side);
        let info = map.sides[side];
        let value = json!({ "water": info.water, "road": info.road, "bridge": info.bridge });
        for (one, other) in [(a, b), (b, a)] {
            tree.insert(format!("{}|{}", map.board.name(one), map.board.name(other)), value.clone());
        }
    }
    tree
}

/// Rivers by name, with the sides of each.
pub(super) fn rivers_tree(map: &Map) -> Tree<String, Value> {
    let river = |river: &Line| {
        let sides = river.sides.iter().map(|&side| {
            let (a, b) = map.board.edge_ends(side);
            format!("{}|{}", map.board.name(a), map.board.name(b))
        });
        let water = river.sides.first().map(|&side| map.sides[side].water);
        (river.name.clone(), json!({ "water": water, "sides": sides.collect::<Vec<_>>() }))
    };
    map.rivers.iter().map(river).collect()
}

/// Roads or railways by name, with the hexes of each.
pub(super) fn lines_tree(map: &Map, lines: &[Line]) -> Tree<String, Value> {
    let line = |line: &Line| (line.name.clone(), line.hexes.iter().map(|&hex| map.board.name(hex)).collect());
    lines.iter().map(line).collect()
}

pub(super) fn areas_tree(map: &Map) -> Tree<String, Value> {
    let area = |area: Area| (word(&area), map.area(area).iter().map(|hex| map.board.name(hex)).collect());
    Area::ALL.into_iter().map(area).collect()
}
