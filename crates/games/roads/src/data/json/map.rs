//! The trees of a map.

use super::super::map::{Map, Region, River, SideInfo, SpaceInfo, SpaceKind};
use kessel_board::SpaceId;
use kessel_kit::tree;
use serde_json::{Value, json};

pub(super) fn hexes_tree(map: &Map) -> Value {
    tree::by_name(map.board.hexes(), |hex| (map.board.name(hex).to_owned(), hex_tree(map, hex, &map.spaces[hex])))
}

fn hex_tree(map: &Map, hex: SpaceId, info: &SpaceInfo) -> Value {
    let regions = Region::ALL.into_iter().filter(|&region| map.region(region).contains(hex));
    let further = json!({
        "city": info.city.map(|city| map.cities[city.index()].name.clone()),
        "neighbours": tree::spaces(&map.board, map.board.neighbors(hex).iter().map(|next| next.space)),
        "regions": regions.collect::<Vec<_>>(),
    });
    tree::with(info, further)
}

/// Every hexside that has something on it.
pub(super) fn sides_tree(map: &Map) -> Value {
    let sides = map.sides.iter().filter(|(_, side)| **side != SideInfo::default());
    let river = |side: &SideInfo| json!({ "river": (side.river != River::None).then_some(side.river) });
    tree::sides(&map.board, sides.map(|(edge, side)| (edge, tree::with(side, river(side)))))
}

pub(super) fn river_names(map: &Map) -> Value {
    tree::by_name(&map.rivers, |river| {
        let sides = river.stretches.iter().flatten().map(|&edge| {
            let (a, b) = map.board.edge_ends(edge);
            Value::from(format!("{}|{}", map.board.name(a), map.board.name(b)))
        });
        (river.name.clone(), json!({ "class": river.class, "sides": sides.collect::<Value>() }))
    })
}

pub(super) fn regions_tree(map: &Map) -> Value {
    let hexes = |region| tree::spaces(&map.board, map.region(region).iter());
    tree::by_name(Region::ALL, |region| (region.word().to_owned(), hexes(region)))
}

pub(super) fn cities_tree(map: &Map) -> Value {
    tree::by_name(&map.cities, |city| (city.name.clone(), tree::spaces(&map.board, city.hexes.iter().copied())))
}

pub(super) fn boxes_tree(map: &Map) -> Value {
    let boxes = map.board.boxes().filter_map(|space| match map.spaces[space].kind {
        SpaceKind::Box { side, holds } => Some((space, side, holds)),
        SpaceKind::Hex => None,
    });
    tree::by_name(boxes, |(space, side, holds)| {
        let tree = json!({ "name": map.spaces[space].name, "side": side, "holds": holds });
        (map.board.name(space).to_owned(), tree)
    })
}
