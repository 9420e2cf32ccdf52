//! The networks at the start: every town of a side hangs on an ultimate source by links of seven hexes (7.3, 7.8, 7.18).

use super::super::{Region, Sheet, Ultimate, Water};
use super::map;
use kessel_board::{EdgeId, Search, SpaceId, SpaceSet};

/// The hexes of `ground` that are supplied when every town of it is in the network.
fn supplied(ground: &SpaceSet, source: impl Fn(SpaceId) -> bool, open: impl Fn(EdgeId) -> bool) -> SpaceSet {
    let mut nodes: SpaceSet = ground.iter().filter(|&hex| source(hex)).collect();
    let mut search = Search::new();
    let mut fed = SpaceSet::new();
    loop {
        let before = nodes.len();
        for node in nodes.iter().collect::<Vec<_>>() {
            let reach = search.reach(&map().board, [node], 7, |_, to, edge| {
                (ground.contains(to) && open(edge) && map().sides[edge].water != Water::Sea).then_some(1)
            });
            for reached in reach.iter() {
                fed.insert(reached.space);
                if map().spaces[reached.space].is_settled() {
                    nodes.insert(reached.space);
                }
            }
        }
        if nodes.len() == before {
            return fed;
        }
    }
}

fn axis(ground: &SpaceSet) -> SpaceSet {
    let open = |edge: EdgeId| {
        let side = map().sides[edge];
        !side.is_closed() && side.water != Water::Volga
    };
    supplied(ground, |hex| map().spaces[hex].ultimate == Ultimate::Axis, open)
}

fn soviets(ground: &SpaceSet, sheet: Sheet) -> SpaceSet {
    supplied(ground, |hex| map().spaces[hex].ultimate.feeds_soviets(sheet), |edge| !map().sides[edge].blocked)
}

/// The north map without these hexes.
fn north_without(region: Region) -> SpaceSet {
    let mut ground = map().region(Region::NorthMap).clone();
    ground.subtract(map().region(region));
    ground
}

#[track_caller]
fn all_towns(ground: &SpaceSet, fed: &SpaceSet) {
    for hex in ground.iter().filter(|&hex| map().spaces[hex].is_settled()) {
        assert!(fed.contains(hex), "{} is not in the network", map().place_name(hex));
    }
}

#[test]
fn the_axis_is_supplied_at_the_start() {
    for region in [Region::AxisInBlue, Region::AxisInUranus] {
        let ground = map().region(region);
        let fed = axis(ground);
        all_towns(ground, &fed);
        let front = ground.iter().filter(|&hex| {
            let line = if region == Region::AxisInBlue { &map().blue_line } else { &map().uranus_line };
            map().board.neighbors(hex).iter().any(|next| line.contains(&next.space))
        });
        for hex in front {
            assert!(fed.contains(hex), "{} is out of supply", map().board.name(hex));
        }
    }
}

#[test]
fn the_soviets_are_supplied_at_the_start_on_the_north_map() {
    for (region, line) in [(Region::AxisInBlue, &map().blue_line), (Region::AxisInUranus, &map().uranus_line)] {
        let ground = north_without(region);
        let fed = soviets(&ground, Sheet::North);
        all_towns(&ground, &fed);
        for &hex in line {
            assert!(fed.contains(hex), "{} is out of supply", map().board.name(hex));
        }
    }
}

#[test]
fn the_soviets_are_supplied_at_the_start_on_the_south_map() {
    let spaces = map().spaces.iter().filter(|(_, space)| space.sheet == Sheet::South && !space.is_sea());
    let mut ground: SpaceSet = spaces.map(|(hex, _)| hex).collect();
    // 7.11: the trace may step into Astrakhan.
    ground.insert(map().places.astrakhan);
    let fed = soviets(&ground, Sheet::South);
    all_towns(&ground, &fed);
    for hex in super::hexes("S1343 S2535 S1938 S1643 S2039 S2336") {
        assert!(fed.contains(hex), "{} is out of supply", map().board.name(hex));
    }
}
