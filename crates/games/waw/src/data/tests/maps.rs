//! 7, 16.34, 17.12, 18.0, 19.7, 24.2, 30.2 on the maps.

use super::{hex, scenario};
use crate::data::{HexSide, Scale, Scenario, ScenarioId, Terrain};
use kessel_board::{Orientation, SpaceId};
use std::collections::BTreeSet;

#[test]
fn hexes_are_numbered_column_first_and_even_rows_stand_to_the_east() {
    let map = &scenario(ScenarioId::Uranus).map;
    let board = &map.board;
    assert_eq!(board.orientation(), Orientation::PointyTop);
    let middle = board.space("010010").unwrap();
    let mut around: Vec<_> = board.neighbors(middle).iter().map(|neighbor| board.name(neighbor.space)).collect();
    around.sort_unstable();
    assert_eq!(around, ["009010", "010009", "010011", "011009", "011010", "011011"]);
    assert_eq!((map.column(middle), map.row(middle), map.at(9, 9)), (9, 9, Some(middle)));
    assert!(map.rank(board.space("099001").unwrap()) < map.rank(board.space("001002").unwrap()));
}

#[test]
fn a_window_shows_what_the_base_map_shows() {
    let (whole, part) = (scenario(ScenarioId::Rattenkrieg), scenario(ScenarioId::ToTheVolga));
    for hex in part.map.board.hexes() {
        let there = whole.map.at(part.map.column(hex) + 20, part.map.row(hex) + 4).unwrap();
        assert_eq!(part.map.terrain[hex], whole.map.terrain[there]);
        assert_eq!(part.map.names[hex], whole.map.names[there]);
        for neighbor in part.map.board.neighbors(hex) {
            let direction = neighbor.direction.unwrap();
            let (one, other) = (part.map.side(hex, direction), whole.map.side(there, direction));
            assert_eq!(one, other, "{}", part.map.board.name(hex));
        }
    }
    assert_eq!(part.map.place_name(hex(part, "012009")), "Red Barricades Factory");
}

#[test]
fn sides_look_the_same_from_both_hexes_and_hills_the_other_way_round() {
    for id in ScenarioId::ALL {
        let map = &scenario(id).map;
        for hex in map.board.hexes() {
            for neighbor in map.board.neighbors(hex) {
                let direction = neighbor.direction.unwrap();
                let (seen, back) = (map.side(hex, direction), map.side(neighbor.space, direction.opposite()));
                let flat = |side: HexSide| side.0 & !(HexSide::UP.0 | HexSide::DOWN.0);
                assert_eq!(flat(seen), flat(back));
                assert_eq!(seen.has(HexSide::UP), back.has(HexSide::DOWN));
                assert!(!(seen.has(HexSide::VOLGA) && seen.has(HexSide::WAY)), "a way crosses the Volga");
                assert!(!(seen.has(HexSide::VOLGA) && seen.has(HexSide::RIVER)));
            }
        }
    }
}

#[test]
fn the_volga_is_crossed_beside_stalingrad_at_two_sides_only() {
    let map = &scenario(ScenarioId::Uranus).map;
    let mut crossings = BTreeSet::new();
    for hex in map.board.hexes().filter(|&hex| !map.east.contains(hex)) {
        for neighbor in map.board.neighbors(hex).iter().filter(|neighbor| map.east.contains(neighbor.space)) {
            let side = map.side(hex, neighbor.direction.unwrap());
            if !side.has(HexSide::VOLGA) {
                assert!(side.has(HexSide::RIVER));
                crossings.insert((map.board.name(hex), map.board.name(neighbor.space)));
            }
        }
    }
    assert_eq!(crossings.into_iter().collect::<Vec<_>>(), [("088043", "089043"), ("089041", "090041")]);
    for (id, scenario) in ScenarioId::ALL.map(|id| (id, scenario(id))) {
        let volga =
            scenario.map.board.hexes().any(|hex| scenario.map.sides[hex].iter().any(|side| side.has(HexSide::VOLGA)));
        assert_eq!(volga, id == ScenarioId::Uranus, "{id:?}");
    }
}

#[test]
fn the_weather_line_runs_just_south_of_two_places_and_only_in_the_campaign() {
    let uranus = scenario(ScenarioId::Uranus);
    let map = &uranus.map;
    for name in ["Nizhne Chirskaya", "Tinguta Station"] {
        let place = map.place(name).unwrap();
        assert!(!map.south.contains(place), "{name}");
        let below = map.at(map.column(place), map.row(place) + 2).unwrap();
        assert!(map.south.contains(below), "{name}");
    }
    for column in 0..99 {
        assert!((0..99).any(|row| map.south.contains(map.at(column, row).unwrap())), "column {}", column + 1);
        assert!(!map.south.contains(map.at(column, 0).unwrap()));
    }
    for id in ScenarioId::ALL.into_iter().filter(|id| *id != ScenarioId::Uranus) {
        assert!(scenario(id).map.south.is_empty(), "{id:?}");
    }
}

#[test]
fn named_places_are_what_the_manual_says_of_them() {
    let uranus = scenario(ScenarioId::Uranus);
    let fields: Vec<_> = uranus.map.airfields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(fields, ["Stalingradskii", "Gumrak", "Pitomnik"]);
    for field in &uranus.map.airfields {
        assert_eq!(uranus.map.terrain[field.hex], Terrain::Clear, "{}", field.name);
    }
    let city = scenario(ScenarioId::Rattenkrieg);
    for name in
        ["Red Barricades Factory", "Red October Factory", "Tractor Factory", "Lazur Chemical Works", "Grain Elevator"]
    {
        assert_eq!(city.map.terrain[city.map.place(name).unwrap()], Terrain::Factory, "{name}");
    }
    let kurgan = city.map.place("Mamayev Kurgan (east)").unwrap();
    let hill = city.map.hills.iter().find(|hill| hill.name == "Mamayev Kurgan").unwrap();
    assert!(hill.hexes.contains(&kurgan));
    assert!(hill.hexes.iter().all(|&hex| city.map.column(hex) <= city.map.column(kurgan)));
    assert!(city.objectives.iter().any(|objective| objective.hex == kurgan));
    // 30.2.a: 78 km are 26 hexes.
    assert_eq!(78_000 / Scale::Front.metres(), 26);
}

#[test]
fn ferries_lead_from_bank_to_bank_on_the_city_map_only() {
    let city = scenario(ScenarioId::Rattenkrieg);
    let is_ferry = |scenario: &Scenario, hex: SpaceId| scenario.map.terrain[hex] == Terrain::Ferry;
    let ferries: Vec<_> = city.map.board.hexes().filter(|&hex| is_ferry(city, hex)).collect();
    assert_eq!(ferries.len(), 33);
    // Every ferry hex belongs to a route that touches land on both banks.
    for &start in &ferries {
        let (mut route, mut open) = (BTreeSet::from([start]), vec![start]);
        let (mut west, mut east) = (false, false);
        while let Some(hex) = open.pop() {
            for neighbor in city.map.board.neighbors(hex) {
                let next = neighbor.space;
                match city.map.terrain[next] {
                    Terrain::Ferry if route.insert(next) => open.push(next),
                    Terrain::Ferry | Terrain::Water => {}
                    _ if city.map.east.contains(next) => east = true,
                    _ => west = true,
                }
            }
        }
        assert!(west && east, "{}", city.map.board.name(start));
    }
    for id in [ScenarioId::RiverTooFar, ScenarioId::Wintergewitter, ScenarioId::Uranus, ScenarioId::QuietFlows] {
        assert!(scenario(id).map.board.hexes().all(|hex| !is_ferry(scenario(id), hex)), "{id:?}");
    }
}

#[test]
fn every_objective_of_the_steppe_can_be_reached_by_vehicles() {
    for id in
        [ScenarioId::RiverTooFar, ScenarioId::Wintergewitter, ScenarioId::QuietFlows, ScenarioId::MansteinsSolution]
    {
        let scenario = scenario(id);
        let map = &scenario.map;
        let start = scenario.objectives[0].hex;
        let (mut seen, mut open) = (BTreeSet::from([start]), vec![start]);
        while let Some(hex) = open.pop() {
            for neighbor in map.board.neighbors(hex) {
                let side = map.side(hex, neighbor.direction.unwrap());
                let barred = side.has(HexSide::RIVER) && !side.has(HexSide::WAY);
                if !barred && map.terrain[neighbor.space] != Terrain::Water && seen.insert(neighbor.space) {
                    open.push(neighbor.space);
                }
            }
        }
        for objective in &scenario.objectives {
            assert!(seen.contains(&objective.hex), "{id:?}: {}", objective.name);
        }
    }
}
