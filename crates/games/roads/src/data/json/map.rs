//! The trees of a map.

use super::super::map::{Map, Region, River, SideInfo, SpaceInfo, SpaceKind};
use kessel_board::SpaceId;
use serde_json::{Map as Tree, Value, json};

pub(super) fn hexes_tree(map: &Map) -> Tree<String, Value> {
    map.board.hexes().map(|hex| (map.board.name(hex).to_owned(), hex_tree(map, hex, &map.spaces[hex]))).collect()
}

fn hex_tree(map: &Map, hex: SpaceId, info: &SpaceInfo) -> Value {
    let around = map.board.neighbors(hex).iter();
    let regions = Region::ALL.into_iter().filter(|&region| map.region(region).contains(hex));
    json!({
        "terrain": info.terrain,
        "name": info.name,
        "label": info.label,
        "city": info.city.map(|city| map.cities[city.index()].name.clone()),
        "foothold": info.foothold,
        "airfield": info.airfield,
        "red_star": info.red_star,
        "line": info.line,
        "rail": info.rail,
        "row": info.row,
        "column": info.column,
        "neighbours": around.map(|next| Value::from(map.board.name(next.space))).collect::<Value>(),
        "regions": regions.map(|region| Value::from(region.word())).collect::<Value>(),
        "printed": info.printed,
    })
}

/// Every hexside that has something on it, under both its names.
pub(super) fn sides_tree(map: &Map) -> Tree<String, Value> {
    let mut tree = Tree::new();
    for (edge, &side) in map.sides.iter().filter(|(_, side)| **side != SideInfo::default()) {
        let (a, b) = map.board.edge_ends(edge);
        let river = (side.river != River::None).then_some(side.river);
        let value =
            json!({ "river": river, "road": side.road, "rail": side.rail, "bridge": side.bridge, "ferry": side.ferry });
        for (one, other) in [(a, b), (b, a)] {
            tree.insert(format!("{}|{}", map.board.name(one), map.board.name(other)), value.clone());
        }
    }
    tree
}

pub(super) fn river_names(map: &Map) -> Tree<String, Value> {
    let rivers = map.rivers.iter().map(|river| {
        let sides = river.stretches.iter().flatten().map(|&edge| {
            let (a, b) = map.board.edge_ends(edge);
            Value::from(format!("{}|{}", map.board.name(a), map.board.name(b)))
        });
        (river.name.clone(), json!({ "class": river.class, "sides": sides.collect::<Value>() }))
    });
    rivers.collect()
}

pub(super) fn regions_tree(map: &Map) -> Tree<String, Value> {
    let names = |region| map.region(region).iter().map(|hex| Value::from(map.board.name(hex))).collect::<Value>();
    Region::ALL.into_iter().map(|region| (region.word().to_owned(), names(region))).collect()
}

pub(super) fn cities_tree(map: &Map) -> Tree<String, Value> {
    let cities = map.cities.iter().map(|city| {
        let hexes = city.hexes.iter().map(|&hex| Value::from(map.board.name(hex)));
        (city.name.clone(), hexes.collect::<Value>())
    });
    cities.collect()
}

pub(super) fn places_tree(map: &Map) -> Value {
    let name = |hex: Option<SpaceId>| hex.map(|hex| map.board.name(hex));
    let places = &map.places;
    json!({
        "pitomnik": name(places.pitomnik),
        "gumrak": name(places.gumrak),
        "morozovsk": name(places.morozovsk),
        "tatsinskaya": name(places.tatsinskaya),
        "kotelnikovo": name(places.kotelnikovo),
        "kalach": name(places.kalach),
        "rostov": name(places.rostov),
        "kharkov": name(places.kharkov),
    })
}

pub(super) fn boxes_tree(map: &Map) -> Tree<String, Value> {
    let boxes = map.board.boxes().filter_map(|space| match map.spaces[space].kind {
        SpaceKind::Box { side, holds } => {
            let tree = json!({ "name": map.spaces[space].name, "side": side, "holds": holds });
            Some((map.board.name(space).to_owned(), tree))
        }
        SpaceKind::Hex => None,
    });
    boxes.collect()
}
