//! A changed map for a case file: terrain, and what lies on hexsides.

use crate::data::{Data, SideInfo, Terrain, Water};
use kessel_kernel::{Given, Relief};

/// The words of `terrain`. The Pocket and what lies beyond the Don stay as they are.
pub(crate) const TERRAIN: &str = "clear, elevated, balka, town";
/// The words of `hexsides`.
pub(crate) const HEXSIDES: &str = "none, minor, major, road, bridge";

/// Lays on the map what a case file gives.
pub(super) fn lay(data: &mut Data, given: &Given) -> Result<(), Vec<String>> {
    let relief = Relief::read(given, &data.map.board)?;
    let map = &mut data.map;
    let mut faults = Vec::new();
    for (hex, words) in &relief.terrain {
        let space = &mut map.spaces[*hex];
        if matches!(space.terrain, Terrain::Pocket | Terrain::Beyond) {
            faults.push(format!("terrain: {} is not on the open map", map.board.name(*hex)));
        }
        for word in words {
            space.terrain = match word.as_str() {
                "clear" => Terrain::Clear,
                "elevated" => Terrain::Elevated,
                "balka" => Terrain::Balka,
                "town" => Terrain::Town,
                _ => {
                    faults.push(Relief::unknown("terrain", word, TERRAIN));
                    continue;
                }
            };
        }
    }
    for (side, words) in &relief.hexsides {
        let mut info = SideInfo::default();
        for word in words {
            match word.as_str() {
                "none" => info = SideInfo::default(),
                "minor" => info.water = Water::Minor,
                "major" => info.water = Water::Major,
                "road" => info.road = true,
                "bridge" => info.bridge = true,
                _ => faults.push(Relief::unknown("hexsides", word, HEXSIDES)),
            }
        }
        map.sides[*side] = info;
        let (one, other) = map.board.edge_ends(*side);
        for hex in [one, other] {
            map.spaces[hex].road = map.board.neighbors(hex).iter().any(|n| map.sides[n.edge].road);
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    data.hash = relief.mark(&data.hash);
    Ok(())
}
