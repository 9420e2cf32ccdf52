//! The trees of the map.

use super::super::map::{Map, Region, SideInfo, Ultimate, Water};
use kessel_board::{EdgeId, SpaceId};
use serde_json::{Map as Tree, Value, json};

pub(super) fn hexes_tree(map: &Map) -> Tree<String, Value> {
    map.board.hexes().map(|hex| (map.board.name(hex).to_owned(), hex_tree(map, hex))).collect()
}

fn hex_tree(map: &Map, hex: SpaceId) -> Value {
    let space = &map.spaces[hex];
    let around = map.board.neighbors(hex).iter();
    let regions = Region::ALL.into_iter().filter(|&region| map.is_in(hex, region));
    json!({
        "sheet": space.sheet,
        "row": space.row,
        "column": space.column,
        "terrain": space.terrain,
        "settlement": space.is_settled().then_some(space.settlement),
        "name": map.names[hex],
        "ultimate": (space.ultimate != Ultimate::None).then_some(space.ultimate),
        "army": space.army,
        "front": space.front,
        "victory": space.victory,
        "neighbours": around.map(|next| Value::from(map.board.name(next.space))).collect::<Value>(),
        "regions": regions.map(|region| Value::from(region.word())).collect::<Value>(),
        "printed": map.printed[hex],
    })
}

fn side_name(map: &Map, edge: EdgeId) -> String {
    let (a, b) = map.board.edge_ends(edge);
    format!("{}|{}", map.board.name(a), map.board.name(b))
}

/// Every hexside that has something on it, under both its names.
pub(super) fn sides_tree(map: &Map) -> Tree<String, Value> {
    let mut tree = Tree::new();
    for (edge, &side) in map.sides.iter().filter(|(_, side)| **side != SideInfo::default()) {
        let (a, b) = map.board.edge_ends(edge);
        let water = (side.water != Water::None).then_some(side.water);
        let value = json!({ "water": water, "blocked": side.blocked, "ring": side.ring });
        for (one, other) in [(a, b), (b, a)] {
            tree.insert(format!("{}|{}", map.board.name(one), map.board.name(other)), value.clone());
        }
    }
    tree
}

pub(super) fn regions_tree(map: &Map) -> Tree<String, Value> {
    let names = |region| map.region(region).iter().map(|hex| Value::from(map.board.name(hex))).collect::<Value>();
    Region::ALL.into_iter().map(|region| (region.word().to_owned(), names(region))).collect()
}

pub(super) fn places_tree(map: &Map) -> Value {
    let (places, name) = (&map.places, |hex| map.board.name(hex));
    json!({
        "rostov": name(places.rostov),
        "taman": name(places.taman),
        "astrakhan": name(places.astrakhan),
        "kharkhov": name(places.kharkhov),
        "stalino": name(places.stalino),
        "kursk": name(places.kursk),
        "lozovaya": name(places.lozovaya),
    })
}

pub(super) fn lines_tree(map: &Map) -> Value {
    let names = |line: &[SpaceId]| line.iter().map(|&hex| Value::from(map.board.name(hex))).collect::<Value>();
    json!({ "blue": names(&map.blue_line), "uranus": names(&map.uranus_line) })
}

pub(super) fn courses_tree(map: &Map) -> Tree<String, Value> {
    let courses = map.courses.iter().map(|course| {
        let sides: Value = course.sides.iter().map(|&edge| Value::from(side_name(map, edge))).collect();
        (course.name.clone(), json!({ "water": course.water, "sides": sides }))
    });
    courses.collect()
}
