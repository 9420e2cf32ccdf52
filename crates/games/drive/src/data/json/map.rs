//! The trees of the map.

use super::super::map::{Map, Region, SideInfo, Ultimate, Water};
use kessel_board::{EdgeId, SpaceId};
use kessel_kit::{Word, tree};
use serde_json::{Value, json};

pub(super) fn hexes_tree(map: &Map) -> Value {
    tree::by_name(map.board.hexes(), |hex| (map.board.name(hex).to_owned(), hex_tree(map, hex)))
}

fn hex_tree(map: &Map, hex: SpaceId) -> Value {
    let space = &map.spaces[hex];
    let further = json!({
        "settlement": space.is_settled().then_some(space.settlement),
        "name": map.names[hex],
        "ultimate": (space.ultimate != Ultimate::None).then_some(space.ultimate),
        "neighbours": tree::spaces(&map.board, map.board.neighbors(hex).iter().map(|next| next.space)),
        "regions": Region::every().into_iter().filter(|&region| map.is_in(hex, region)).collect::<Vec<_>>(),
        "printed": map.printed[hex],
    });
    tree::with(space, further)
}

fn side_name(map: &Map, edge: EdgeId) -> String {
    let (a, b) = map.board.edge_ends(edge);
    format!("{}|{}", map.board.name(a), map.board.name(b))
}

/// Every hexside that has something on it.
pub(super) fn sides_tree(map: &Map) -> Value {
    let sides = map.sides.iter().filter(|(_, side)| **side != SideInfo::default());
    let water = |side: &SideInfo| json!({ "water": (side.water != Water::None).then_some(side.water) });
    tree::sides(&map.board, sides.map(|(edge, side)| (edge, tree::with(side, water(side)))))
}

pub(super) fn regions_tree(map: &Map) -> Value {
    let hexes = |region: Region| tree::spaces(&map.board, map.region(region).iter());
    tree::by_name(Region::every(), |region| (region.word().to_owned(), hexes(region)))
}

pub(super) fn lines_tree(map: &Map) -> Value {
    let names = |line: &[SpaceId]| tree::spaces(&map.board, line.iter().copied());
    json!({ "blue": names(&map.blue_line), "uranus": names(&map.uranus_line) })
}

pub(super) fn courses_tree(map: &Map) -> Value {
    tree::by_name(&map.courses, |course| {
        let sides: Vec<String> = course.sides.iter().map(|&edge| side_name(map, edge)).collect();
        (course.name.clone(), json!({ "water": course.water, "sides": sides }))
    })
}
