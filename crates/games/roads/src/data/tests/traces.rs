//! The printed paths of the command radius, and that every set-up is in supply: checks of the data, not the rules themselves.

use super::{data, hex, scenario};
use crate::data::{Map, River, Scenario, SourceOwner, Turn};
use kessel_board::{Search, SpaceId, SpaceSet};
use kessel_kernel::Side;

/// The length of a command trace in half hexes, if it is at most `limit`.
fn trace(map: &Map, from: &str, to: &str, closed: &[&str], frozen: bool, halves: bool, limit: u32) -> Option<u32> {
    let closed: Vec<_> = closed.iter().map(|name| hex(map, name)).collect();
    let goal = hex(map, to);
    let trace = Search::new()
        .trace(
            &map.board,
            hex(map, from),
            |space| space == goal,
            limit,
            |_, next, edge| {
                let side = map.sides[edge];
                let barred = side.river == River::Major && !frozen && !side.bridge && !side.ferry;
                if barred || closed.contains(&next) || map.spaces[next].is_water() {
                    return None;
                }
                Some(if halves && side.line() { 1 } else { 2 })
            },
        )?
        .length;
    Some(trace)
}

/// What the Soviet units of example 1 close: their own hexes and those beside them. The division's own hex stays open.
const CLOSED: [&str; 12] =
    ["1611", "1610", "1612", "1511", "1512", "1711", "1712", "1713", "1714", "1613", "1812", "1813"];

#[test]
fn example_1_over_the_open_river_the_trace_from_1510_to_1614_is_seven_hexes() {
    let map = &data().map;
    assert_eq!(trace(map, "1510", "1614", &CLOSED, false, false, 14), Some(14));
    assert_eq!(trace(map, "1510", "1614", &CLOSED, false, false, 12), None, "and the HQ's radius is six");
    let lanz = data().unit("Lanz").unwrap();
    assert_eq!(data().units[lanz.index()].radius, 6);
}

#[test]
fn example_1_over_the_ice_it_is_six() {
    assert_eq!(trace(&data().map, "1510", "1614", &CLOSED, true, false, 12), Some(12));
}

#[test]
fn example_1_from_the_city_of_1409_by_rail_it_is_three_and_a_half() {
    let map = &data().map;
    let city = &map.spaces[hex(map, "1409")];
    assert!(city.is_city() && city.rail);
    assert_eq!(trace(map, "1409", "1614", &CLOSED, false, true, 12), Some(7));
}

#[test]
fn example_8_the_exploitation_road_to_kalach_costs_four_half_points_and_the_marsh_one_too_many() {
    let map = &data().map;
    let charts = &data().charts;
    let cost = |path: &[&str]| -> u32 {
        path.windows(2)
            .map(|pair| {
                let [from, to] = [pair[0], pair[1]].map(|name| hex(map, name));
                assert!(map.between(from, to).line(), "{pair:?}");
                u32::from(charts.terrain[map.spaces[to].terrain as usize].road_half_points)
            })
            .sum()
    };
    assert_eq!(cost(&["1628", "1529", "1429", "1330", "1331"]), 4);
    assert_eq!(cost(&["1628", "1529", "1429", "1330", "1230"]), 5);
    assert!(map.between(hex(map, "1330"), hex(map, "1331")).bridge, "over the Don");
    assert!(map.spaces[hex(map, "1331")].red_star);
}

/// What a side's enemies stand on, and what they stand beside.
fn enemies(scenario: &Scenario, side: Side) -> (SpaceSet, SpaceSet, SpaceSet) {
    let board = &scenario.map.board;
    let [mut own, mut foe, mut near] = [board.space_set(), board.space_set(), board.space_set()];
    for placement in &scenario.setup {
        if data().units[placement.unit.index()].side == side {
            own.insert(placement.hex);
        } else {
            foe.insert(placement.hex);
            for next in board.neighbors(placement.hex) {
                near.insert(next.space);
            }
        }
    }
    (own, foe, near)
}

/// The sources that work for a side on the first turn.
fn sources(scenario: &Scenario, side: Side) -> Vec<SpaceId> {
    let works = |owner, from: Turn, hex| {
        let mine = match owner {
            SourceOwner::Side(of) => of == side,
            SourceOwner::Holder => true,
        };
        mine && from <= scenario.first_turn && scenario.control(hex) == Some(side)
    };
    let sources = scenario.map.sources.iter();
    sources.filter(|source| works(source.owner, source.from, source.hex)).map(|source| source.hex).collect()
}

#[test]
fn every_headquarters_of_every_set_up_has_its_line_of_supply() {
    for scenario in &data().scenarios {
        for side in Side::BOTH {
            let (own, foe, near) = enemies(scenario, side);
            let map = &scenario.map;
            let open = |hex| !foe.contains(hex) && (!near.contains(hex) || own.contains(hex));
            let mut search = Search::new();
            let reached =
                search.flood(&map.board, sources(scenario, side), |_, next, edge| map.sides[edge].line() && open(next));
            for placement in &scenario.setup {
                let unit = &data().units[placement.unit.index()];
                if unit.is_hq() && unit.side == side {
                    assert!(reached.contains(placement.hex), "{}: {}", scenario.id, unit.id);
                }
            }
        }
    }
}

#[test]
fn every_unit_of_every_set_up_stands_within_the_radius_of_an_hq_or_a_source_but_for_the_pocket() {
    for scenario in &data().scenarios {
        for side in Side::BOTH {
            let (own, foe, near) = enemies(scenario, side);
            let map = &scenario.map;
            let frozen = scenario.weather.ice == crate::data::Ice::MajorFrozen;
            let mut covered = map.board.space_set();
            let mut cover = |from: SpaceId, radius: u8| {
                let mut search = Search::new();
                let reach = search.reach(&map.board, [from], u32::from(radius), |_, next, edge| {
                    let lane = map.sides[edge];
                    let barred = lane.river == River::Major && !frozen && !lane.bridge && !lane.ferry;
                    let open = !foe.contains(next) && (!near.contains(next) || own.contains(next));
                    (open && !barred && !map.spaces[next].is_water()).then_some(1)
                });
                for found in map.board.hexes().filter(|&hex| reach.cost(hex).is_some()) {
                    covered.insert(found);
                }
            };
            for source in sources(scenario, side) {
                cover(source, data().charts.supply.source_radius);
            }
            for placement in &scenario.setup {
                let unit = &data().units[placement.unit.index()];
                if unit.is_hq() && unit.side == side {
                    cover(placement.hex, unit.radius);
                }
            }
            let out = scenario.setup.iter().filter(|placement| {
                data().units[placement.unit.index()].side == side && !covered.contains(placement.hex)
            });
            let out = out.count();
            let pocket = scenario.id == "wintergewitter" && side == Side::Axis;
            assert_eq!(out, if pocket { 11 } else { 0 }, "{} {side}", scenario.id);
        }
    }
}

#[test]
fn the_pocket_of_the_introductory_scenario_begins_sealed() {
    let scenario = scenario("wintergewitter");
    let (_, foe, _) = enemies(scenario, Side::Axis);
    let map = &scenario.map;
    let mut search = Search::new();
    let reached = search.flood(&map.board, map.stalingrad_hexes().iter().copied(), |_, next, _| {
        !foe.contains(next) && !map.spaces[next].is_water() && scenario.control(next) == Some(Side::Axis)
    });
    assert!(!reached.contains(hex(map, "0628")));
}
