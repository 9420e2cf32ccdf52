//! Rivers, lakes, coasts and the lines that they form.

use super::super::{Course, Region, Sheet, SideInfo, Water};
use super::{hex, hexes, map};
use kessel_board::{EdgeId, SpaceId};

#[track_caller]
fn side(a: &str, b: &str) -> EdgeId {
    map().board.edge(hex(a), hex(b)).expect("neighbours")
}

#[track_caller]
fn course(name: &str) -> &'static Course {
    map().courses.iter().find(|course| course.name == name).expect("the course is on the map")
}

/// The three hexes in which two sides meet, as far as they meet.
fn corner(one: EdgeId, other: EdgeId) -> Option<[SpaceId; 3]> {
    let ((a, b), (c, d)) = (map().board.edge_ends(one), map().board.edge_ends(other));
    let mut hexes = vec![a, b, c, d];
    hexes.sort();
    hexes.dedup();
    <[SpaceId; 3]>::try_from(hexes).ok()
}

#[test]
fn every_course_is_one_chain() {
    for course in &map().courses {
        for pair in course.sides.windows(2) {
            assert!(map().board.share_a_corner(pair[0], pair[1]), "the {} breaks", course.name);
        }
        // It never turns back: three sides in a row meet in two corners.
        for three in course.sides.windows(3) {
            assert_ne!(corner(three[0], three[1]), corner(three[1], three[2]), "the {} forks", course.name);
        }
    }
}

#[test]
fn the_volga_runs_from_its_first_side_to_its_last_corner() {
    let volga = course("Volga");
    assert_eq!(volga.sides.first(), Some(&side("N1311", "N1312"))); // 9.17
    let last = *volga.sides.last().unwrap();
    assert!(["N4111", "N4212"].map(hex).contains(&map().board.edge_ends(last).0));
    assert_eq!(map().between(hex("N4111"), hex("N4211")), SideInfo::default());
    assert_eq!(map().between(hex("N4211"), hex("N4212")), SideInfo::default()); // so Astrakhan can be reached
    assert_eq!(map().between(hex("N4111"), hex("N4212")).water, Water::Volga);
    // 9.17: the Volga is a north map feature.
    for &side in &volga.sides {
        let (a, b) = map().board.edge_ends(side);
        assert!([a, b].iter().all(|&hex| map().spaces[hex].sheet == Sheet::North));
        // 7.9: one bank is the automatic supply area, the other is not.
        assert_ne!(map().is_in(a, Region::EastOfVolga), map().is_in(b, Region::EastOfVolga));
    }
    let all = map().sides.values().iter().filter(|side| side.water == Water::Volga).count();
    assert_eq!(all, volga.sides.len());
}

/// 7.9: nobody steps out of the automatic supply area without the Volga, but for the last hex next to Astrakhan.
#[test]
fn the_volga_bounds_the_automatic_supply_area() {
    let mut open = Vec::new();
    for hex in map().region(Region::EastOfVolga) {
        for next in map().board.neighbors(hex) {
            if !map().is_in(next.space, Region::EastOfVolga) && map().sides[next.edge].water != Water::Volga {
                open.push((map().board.name(hex), map().board.name(next.space)));
            }
        }
    }
    assert_eq!(open, [("N4111", "N4211")]);
    assert!(map().is_in(hex("N3120"), Region::EastOfVolga));
    assert!(!map().is_in(hex("N4211"), Region::EastOfVolga));
}

#[test]
fn stalingrad_faces_the_far_bank_over_the_volga() {
    for city in ["N3021", "N3121"] {
        assert_eq!(map().between(hex(city), hex("N3120")).water, Water::Volga);
    }
    // 12.3: south of the Volga is on the Axis bank.
    for bank in ["N3221", "N3220"] {
        assert_eq!(map().between(hex(bank), hex("N3120")).water, Water::Volga);
    }
}

#[test]
fn the_manych_runs_between_the_printed_ends() {
    let manych = course("Manych");
    assert_eq!(manych.water, Water::Manych);
    assert_eq!(manych.sides.first(), Some(&side("N4127", "N4227"))); // 9.32
    assert_eq!(manych.sides.last(), Some(&side("N3733", "N3633"))); // 9.32
    // It flows into the Don.
    assert!(course("Don").sides.iter().any(|&don| map().board.share_a_corner(don, *manych.sides.last().unwrap())));
    // The Deep goes on where the river begins, and stays passable around its end (11.20).
    let deep = course("Manych Deep");
    assert_eq!(deep.water, Water::Lake);
    assert!(map().board.share_a_corner(manych.sides[0], deep.sides[0]));
    assert!(map().between(hex("S1125"), hex("S1126")).is_open_water());
    for open in ["S1226", "S1227"] {
        assert!(!map().between(hex("S1126"), hex(open)).is_closed());
    }
}

#[test]
fn rivers_flow_into_rivers_or_the_sea() {
    for (river, into) in [
        ("Voronezh", "Don"),
        ("Khoper", "Don"),
        ("Medveditsa", "Don"),
        ("Chir", "Don"),
        ("Donets", "Don"),
        ("Sal", "Don"),
        ("Manych", "Don"),
        ("Oskol", "Donets"),
        ("Laba", "Kuban"),
    ] {
        let mouth = *course(river).sides.last().unwrap();
        assert!(course(into).sides.iter().any(|&side| map().board.share_a_corner(side, mouth)), "the {river}");
    }
    let sea: Vec<EdgeId> = map().board.edges().filter(|&edge| map().sides[edge].water == Water::Sea).collect();
    for river in ["Don", "Mius", "Kuban", "Terek"] {
        let mouth = *course(river).sides.last().unwrap();
        assert!(sea.iter().any(|&side| map().board.share_a_corner(side, mouth)), "the {river}");
    }
}

#[test]
fn a_sea_hex_has_sea_on_all_sides() {
    for (hex, space) in map().spaces.iter() {
        for next in map().board.neighbors(hex) {
            if space.is_sea() {
                assert_eq!(map().sides[next.edge].water, Water::Sea);
            }
        }
    }
}

/// 7.5: land that touches the Sea of Azov or the Black Sea, not the Caspian; S1444 touches the strait at the edge.
#[test]
fn the_coast_is_the_land_on_the_western_seas() {
    for (land, space) in map().spaces.iter().filter(|(_, space)| !space.is_sea()) {
        let western =
            |next: &kessel_board::Neighbor| map().spaces[next.space].is_sea() && map().spaces[next.space].column >= 30;
        let touches = map().board.neighbors(land).iter().any(western) || land == hex("S1444");
        assert_eq!(map().is_in(land, Region::Coast), touches, "{} {space:?}", map().board.name(land));
    }
    assert!(map().region(Region::Ports).is_subset(map().region(Region::Coast)));
    assert!(hexes("S1343 N3636").iter().all(|&hex| map().is_in(hex, Region::Coast)));
}

#[test]
fn the_ring_and_the_volga_close_round_stalingrad() {
    let inside = map().region(Region::InsideRing);
    assert!(map().region(Region::Stalingrad).is_subset(inside));
    let mut ring = 0;
    for hex in inside {
        for next in map().board.neighbors(hex).iter().filter(|next| !inside.contains(next.space)) {
            let side = map().sides[next.edge];
            assert!(side.ring || side.water == Water::Volga, "{}", map().board.name(hex));
            ring += usize::from(side.ring);
        }
    }
    assert_eq!(map().sides.values().iter().filter(|side| side.ring).count(), ring);
}

/// 4.9, 8.6: from west to east the rivers and the fortifications are in the way everywhere.
#[test]
fn the_don_volga_line_closes() {
    let line = course("Voronezh").sides.iter().chain(&course("Don").sides).chain(&course("Volga").sides);
    let line: Vec<EdgeId> = line.copied().collect();
    let east = map().region(Region::EastOfDon);
    for hex in east {
        for next in map().board.neighbors(hex).iter().filter(|next| !east.contains(next.space)) {
            let closed = line.contains(&next.edge) || map().is_in(next.space, Region::DonVolgaLine);
            assert!(closed, "{} {}", map().board.name(hex), map().board.name(next.space));
        }
    }
    assert!(hexes("N1033 N2526 N2720 N1333").iter().all(|&hex| east.contains(hex)));
    assert!(hexes("N1034 N1133 N1234 N1334 2922 3021 2820 2821 2822").iter().all(|&hex| !east.contains(hex)));
    // The fortifications lead from the Don to the Volga.
    let forts = hexes("N2822 N2821 N2820");
    assert!(forts.windows(2).all(|pair| map().board.are_adjacent(pair[0], pair[1])));
    assert_eq!(map().region(Region::DonVolgaLine).iter().count(), 3);
    let touches = |fort: SpaceId, river: &str| {
        map().board.neighbors(fort).iter().any(|next| course(river).sides.contains(&next.edge))
    };
    assert!(touches(forts[0], "Don") && touches(forts[2], "Volga"));
}

/// The three passes leave the crest of the Caucasus passable.
#[test]
fn the_crest_has_its_passes() {
    assert_eq!(map().sides.values().iter().filter(|side| side.blocked).count(), 21);
    for (a, b) in [("S2234", "S2334"), ("S2432", "S2433"), ("S2629", "S2729")] {
        assert!(!map().between(hex(a), hex(b)).is_closed());
    }
}
