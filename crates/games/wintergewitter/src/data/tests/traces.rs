//! The historical set-ups stand in supply: nobody begins a game cut off by his own placing.

use super::data;
use crate::data::{Area, HqRole, Nation, Scenario, ScenarioId, UnitId, Water};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use std::collections::{BTreeMap, VecDeque};

/// How far each hex is from the nearest of some, by hexes in play and never over the Don.
fn reach(from: impl IntoIterator<Item = SpaceId>) -> BTreeMap<SpaceId, u32> {
    let map = &data().map;
    let mut found: BTreeMap<SpaceId, u32> = from.into_iter().map(|hex| (hex, 0)).collect();
    let mut open: VecDeque<SpaceId> = found.keys().copied().collect();
    while let Some(hex) = open.pop_front() {
        let steps = found[&hex] + 1;
        for next in map.board.neighbors(hex) {
            let closed = map.sides[next.edge].water == Water::Major || map.is_in(next.space, Area::Pocket);
            if !closed && !found.contains_key(&next.space) {
                found.insert(next.space, steps);
                open.push_back(next.space);
            }
        }
    }
    found
}

fn placed(scenario: &Scenario) -> BTreeMap<UnitId, SpaceId> {
    scenario.historical.iter().copied().collect()
}

/// The length of the first leg of supply (14.2).
fn limit(unit: UnitId) -> u32 {
    let info = data().info(unit);
    let [german, romanian, soviet, motorized] = data().charts.supply;
    u32::from(match info.nation {
        Nation::German => german,
        Nation::Soviet if info.is_motorized() => motorized,
        Nation::Soviet => soviet,
        _ => romanian,
    })
}

/// The headquarters that a unit may use: its own, or any of its kind if it is independent.
fn headquarters(unit: UnitId, placed: &BTreeMap<UnitId, SpaceId>) -> Vec<SpaceId> {
    let info = data().info(unit);
    let own = data().group(info.formation).hq;
    let any = |hq: &UnitId| {
        let other = data().info(*hq);
        let friend = other.side == info.side && (info.nation != Nation::Romanian || other.nation == Nation::Romanian);
        other.hq == Some(HqRole::Division) && friend
    };
    let mine = |hq: &UnitId| own.map_or_else(|| any(hq), |own| own == *hq);
    placed.iter().filter(|(hq, _)| mine(hq)).map(|(_, &hex)| hex).collect()
}

#[test]
fn every_unit_is_in_reach_of_its_headquarters() {
    for id in ScenarioId::ALL {
        let placed = placed(data().scenario(id));
        for (&unit, hex) in &placed {
            let info = data().info(unit);
            if info.kind.is_hq() {
                continue;
            }
            let hexes = reach(headquarters(unit, &placed)).get(hex).copied();
            let near = hexes.is_some_and(|hexes| hexes <= limit(unit));
            // The convoys wait far behind; whoever has no strength needs no supply.
            assert!(near || info.full.strength == 0, "{}: {} {hexes:?}", id.word(), info.id);
        }
    }
}

#[test]
fn every_headquarters_can_be_joined_to_its_edge() {
    let map = &data().map;
    for id in ScenarioId::ALL {
        for (&unit, hex) in &placed(data().scenario(id)) {
            let info = data().info(unit);
            if !info.kind.is_hq() {
                continue;
            }
            let edge = if info.side == Side::Axis { Area::AxisEdge } else { Area::SovietEdge };
            assert!(reach(map.area(edge)).contains_key(hex), "{}: {}", id.word(), info.id);
        }
    }
}

#[test]
fn chains_have_their_upper_end_on_the_map() {
    for id in ScenarioId::ALL {
        let placed = placed(data().scenario(id));
        let armies = |unit: &&UnitId| data().info(**unit).hq == Some(HqRole::Army);
        assert_eq!(placed.keys().filter(armies).count(), 4, "{}", id.word());
        for unit in placed.keys() {
            let corps = data().group(data().info(*unit).formation).corps;
            assert!(corps.is_none_or(|corps| placed.contains_key(&corps)), "{}", data().info(*unit).id);
        }
    }
}

#[test]
fn every_hex_in_play_can_be_reached_from_the_edges() {
    let map = &data().map;
    let both = reach(map.area(Area::AxisEdge).iter().chain(map.area(Area::SovietEdge)));
    for area in [Area::SovietSide, Area::AxisSide] {
        for hex in map.area(area) {
            assert!(both.contains_key(&hex), "{}", map.board.name(hex));
        }
    }
}
