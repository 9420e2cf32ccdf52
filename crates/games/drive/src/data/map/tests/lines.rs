//! Start lines and areas.

use super::super::{AxisArmy, FrontArmy, Region};
use super::{hex, hexes, map};
use kessel_board::SpaceId;

fn chain(line: &[SpaceId]) -> bool {
    line.windows(2).all(|pair| map().board.are_adjacent(pair[0], pair[1]))
}

#[test]
fn the_start_line_of_blue_is_a_chain_from_edge_to_sea() {
    let line = &map().blue_line;
    assert_eq!(line.len(), 29);
    assert!(chain(line));
    assert!(map().is_in(line[0], Region::NorthSide));
    assert!(map().is_in(*line.last().unwrap(), Region::Coast));
    // 12.1: the armies stand in this order from north to south, each in one piece.
    let mut armies: Vec<FrontArmy> = line.iter().map(|&hex| map().spaces[hex].front.unwrap()).collect();
    armies.dedup();
    assert_eq!(armies, FrontArmy::ALL);
}

#[test]
fn the_areas_are_all_land_west_of_the_line() {
    let axis = map().region(Region::AxisInBlue);
    assert_eq!(axis.len(), 106);
    for (hex, space) in map().spaces.iter() {
        assert_eq!(axis.contains(hex), space.army.is_some());
        assert!(space.army.is_none() || !space.is_sea());
    }
    for army in AxisArmy::ALL {
        let area: Vec<SpaceId> = axis.iter().filter(|&hex| map().spaces[hex].army == Some(army)).collect();
        // In one piece, and touching the front.
        let mut reached = vec![area[0]];
        for at in 0..area.len() {
            let Some(&hex) = reached.get(at) else { panic!("{} is in pieces", army.code()) };
            let around = map().board.neighbors(hex).iter().map(|next| next.space);
            for next in around.filter(|next| area.contains(next)) {
                if !reached.contains(&next) {
                    reached.push(next);
                }
            }
        }
        assert_eq!(reached.len(), area.len(), "{}", army.code());
        let front =
            |hex: &SpaceId| map().board.neighbors(*hex).iter().any(|next| map().blue_line.contains(&next.space));
        assert!(area.iter().any(front), "{}", army.code());
    }
    // 12.1.
    assert_eq!(map().spaces[map().places.kharkhov].army, Some(AxisArmy::Sixth));
    assert_eq!(map().spaces[map().places.stalino].army, Some(AxisArmy::Seventeenth));
}

#[test]
fn the_start_line_of_uranus_is_a_chain_from_edge_to_edge() {
    let line = &map().uranus_line;
    assert_eq!(line.len(), 46);
    assert!(chain(line));
    assert_eq!(line[0], hex("N1038")); // 7.8, and 1039 is German (12.3)
    assert!(map().board.name(*line.last().unwrap()).starts_with("N42"));
    assert!(line.iter().all(|&hex| !map().is_in(hex, Region::AxisInUranus)));
    // Every hex of the north map is west of the line, or on it, or beyond it.
    assert!(map().region(Region::AxisInUranus).is_subset(map().region(Region::NorthMap)));
}

/// 12.3: the fronts of the armies, from the north edge to the Volga, are one chain along the line.
#[test]
fn the_axis_front_of_uranus_is_a_chain() {
    let front = hexes(
        "1039 1138 1238 1237 1236 1235 1334 1435 1534 1635 1734 1733 1833 1932 2033 2132 2232 2231 2330 2430 2529 2528 \
         2527 2627 2726 2826 2825 2824",
    );
    assert!(chain(&front));
    for hex in front {
        let line = map().board.neighbors(hex).iter().any(|next| map().uranus_line.contains(&next.space));
        assert!(line, "{}", map().board.name(hex));
    }
}

/// 4.9: the Germans hold no town east of the Don when Uranus begins, or they would win at once.
#[test]
fn no_axis_town_lies_east_of_the_don_at_the_start() {
    assert!(map().region(Region::AxisInUranus).is_disjoint(map().region(Region::EastOfDon)));
    assert!(map().region(Region::AxisInBlue).is_disjoint(map().region(Region::EastOfDon)));
    assert!(map().region(Region::AxisInUranus).is_disjoint(map().region(Region::EastOfVolga)));
}

#[test]
fn fourth_romanian_army_has_room() {
    let map = map();
    let next_to_line = |hex: SpaceId| map.board.neighbors(hex).iter().any(|next| map.uranus_line.contains(&next.space));
    let near = map.board.within(hex("N3720"), 4);
    let near = near.filter(|&hex| map.is_in(hex, Region::AxisInUranus) && next_to_line(hex));
    assert_eq!(near.collect::<kessel_board::SpaceSet>(), *map.region(Region::FourthRomanian));
    assert!(map.region(Region::FourthRomanian).len() >= 7);
    assert!(map.is_in(hex("4018"), Region::FourthRomanian));
}

/// 12.3: Soviet hexes of Uranus on the right bank below Stalingrad.
#[test]
fn south_of_the_volga_is_what_the_start_line_leaves_there() {
    for hex in map().region(Region::NorthMap) {
        let south = !map().is_in(hex, Region::AxisInUranus)
            && !map().is_in(hex, Region::EastOfVolga)
            && !map().is_in(hex, Region::EastOfDon)
            && map().spaces[hex].row >= 30;
        assert_eq!(map().is_in(hex, Region::SouthOfVolga), south, "{}", map().board.name(hex));
    }
}
