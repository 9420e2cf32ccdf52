//! A changed map for a case file: terrain, and what lies on hexsides.

use crate::data::{Map, River, SideInfo, Terrain};
use kessel_kernel::Relief;

/// The words of `terrain`. Major cities are named by rules and tracks, and stay where they are.
pub(crate) const TERRAIN: &str = "clear, village, city, forest, marsh, sea, lake";
/// The words of `hexsides`.
pub(crate) const HEXSIDES: &str = "none, minor, major, road, rail, bridge, ferry";

pub(super) fn lay_terrain(map: &mut Map, relief: &Relief, faults: &mut Vec<String>) {
    for (hex, words) in &relief.terrain {
        let info = &mut map.spaces[*hex];
        if !map.board.is_hex(*hex) || info.city.is_some() {
            faults.push(format!("terrain: {} is no hex whose terrain can be changed", map.board.name(*hex)));
            continue;
        }
        for word in words {
            info.terrain = match word.as_str() {
                "clear" => Terrain::Clear,
                "village" => Terrain::Village,
                "city" => Terrain::City,
                "forest" => Terrain::Forest,
                "marsh" => Terrain::Marsh,
                "sea" => Terrain::Sea,
                "lake" => Terrain::Lake,
                _ => {
                    faults.push(Relief::unknown("terrain", word, TERRAIN));
                    continue;
                }
            };
        }
    }
}

pub(super) fn lay_sides(map: &mut Map, relief: &Relief, faults: &mut Vec<String>) {
    for (side, words) in &relief.hexsides {
        let mut info = SideInfo::default();
        for word in words {
            match word.as_str() {
                "none" => info = SideInfo::default(),
                "minor" => info.river = River::Minor,
                "major" => info.river = River::Major,
                "road" => info.road = true,
                "rail" => info.rail = true,
                "bridge" => info.bridge = true,
                "ferry" => info.ferry = true,
                _ => faults.push(Relief::unknown("hexsides", word, HEXSIDES)),
            }
        }
        map.sides[*side] = info;
        let (one, other) = map.board.edge_ends(*side);
        for hex in [one, other] {
            let around = map.board.neighbors(hex).iter().map(|n| map.sides[n.edge]);
            let (line, rail) = around.fold((false, false), |(line, rail), s| (line || s.line(), rail || s.rail));
            (map.spaces[hex].line, map.spaces[hex].rail) = (line, rail);
        }
    }
}
