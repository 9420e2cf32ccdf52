//! Every hex that the book names, with what it says of it.

use super::super::{FrontArmy, Region, Settlement, Sheet, Terrain, Ultimate, Water};
use super::{hex, hexes, map, region_is};

#[test]
fn places_stand_where_the_book_says() {
    for (number, name, settlement) in [
        ("N1143", "Kursk", Settlement::Town),            // 7.3
        ("N2044", "Kharkhov", Settlement::City),         // 7.3
        ("N3044", "Lozovaya", Settlement::Town),         // 7.3
        ("N3140", "Stalino", Settlement::City),          // 12.1
        ("N3635", "Rostov", Settlement::Town),           // 2.2, the map clarification
        ("N1334", "Voronezh West", Settlement::Town),    // the map clarification
        ("N3529", "Tsimlyanskiy", Settlement::Town),     // 7.12
        ("N3021", "Stalingrad North", Settlement::City), // 11.40, 12.3
        ("N3121", "Stalingrad South", Settlement::City), // 11.40, 12.3
        ("N3124", "Chir Station", Settlement::Town),     // 11.40
        ("N4211", "Astrakhan", Settlement::City),        // 7.8
        ("S1643", "Novorossisk", Settlement::Town),      // 7.10
        ("S2039", "Tuapse", Settlement::Town),           // 7.10
        ("S2336", "Sochi", Settlement::Town),            // 7.10
        ("S2812", "Makhach-Kala", Settlement::Town),     // 2.2, 7.10
        ("S2822", "Ordzhonikidze", Settlement::Town),    // 7.10
        ("S1343", "Taman Peninsula", Settlement::None),  // 7.3
    ] {
        assert_eq!((map().place_name(hex(number)), map().spaces[hex(number)].settlement), (name, settlement));
    }
}

#[test]
fn ultimate_sources_are_those_of_the_book() {
    let of = |wanted| {
        let all = map().spaces.iter().filter(move |(_, space)| space.ultimate == wanted);
        all.map(|(hex, _)| map().board.name(hex)).collect::<Vec<_>>()
    };
    assert_eq!(of(Ultimate::Axis), ["N1143", "N2044", "N3044"]); // 7.3
    assert_eq!(of(Ultimate::Taman), ["S1343"]); // 7.4
    assert_eq!(of(Ultimate::SovietBoth), ["N4211"]); // 7.11
    assert_eq!(of(Ultimate::SovietSouth), ["S1643", "S2039", "S2336", "S2812", "S2822"]); // 7.10
    // 7.8: the towns and cities on both banks of the Volga, and no others.
    for (hex, space) in map().spaces.iter().filter(|(hex, _)| *hex != map().places.astrakhan) {
        let banks = map().board.neighbors(hex).iter().any(|next| map().sides[next.edge].water == Water::Volga);
        let source = space.ultimate == Ultimate::SovietNorth;
        assert_eq!(source, banks && space.is_settled(), "{}", map().place_name(hex));
    }
    // 7.8, Uranus: every hex of the edge from N1038 to N1016.
    assert_eq!(map().region(Region::UranusSourceEdge).len(), 23);
    assert!(map().region(Region::UranusSourceEdge).is_subset(map().region(Region::NorthSide)));
}

#[test]
fn small_regions_are_those_of_the_book() {
    assert!(region_is(Region::SuddenDeathBlue, "N1143 N3140 N3044 N2044")); // 4.6
    assert!(region_is(Region::SuddenDeathUranus, "N2044 N3140 N3635")); // 4.9
    assert!(region_is(Region::Ports, "S1643 S2039 S2336")); // 7.10, 9.18
    assert!(region_is(Region::ManychLocks, "N4127 N4227")); // 9.32
    assert!(region_is(Region::Stalingrad, "3021 3121")); // 11.40
    assert!(region_is(Region::NoGarrison, "3124 3021 3121")); // 11.40
    // 8.8: all land hexes from N4227 to N4243.
    for column in 27..=43 {
        let hex = hex(&format!("N42{column}"));
        assert_eq!(map().is_in(hex, Region::UranusEntryEdge), !map().spaces[hex].is_sea());
    }
    assert!(map().region(Region::UranusEntryEdge).iter().all(|hex| (27..=43).contains(&map().spaces[hex].column)));
}

/// Units stand there at the start, so it is land that lets them in.
#[test]
fn set_up_hexes_can_be_stood_in() {
    let mechanized = "N1938 N1639 N1334 N4135 N3120 2927 3021 3121 2920 2921 2922 3022 3122 3222";
    let others = "N3635 N1516 N1827 N2125 N3022 N2832 S1643 S2039 S2336 S1343 S2535 S1938 \
        2044 1143 3140 2935 2923 2527 2627 2726 2826 2825 2824 2528 2529 2430 2330 2231 2232 \
        2132 2033 1932 1833 1733 1734 1635 1534 1435 1334 1235 1236 1237 1238 1138 1039";
    for hex in hexes(mechanized) {
        // 9.13, 9.14.
        assert!(!matches!(map().spaces[hex].terrain, Terrain::Sea | Terrain::Marsh | Terrain::Mountain));
    }
    for hex in hexes(others) {
        assert!(!map().spaces[hex].is_sea());
    }
}

#[test]
fn armies_stand_where_the_book_says() {
    // 12.1: 40th Army.
    for hex in hexes("N1141 N1242 N1342 N1442 N1542") {
        assert_eq!(map().spaces[hex].front, Some(FrontArmy::Army40));
    }
    assert_eq!(map().spaces.values().iter().filter(|space| space.front == Some(FrontArmy::Army40)).count(), 5);
    // 12.3: the Axis hexes of Uranus, the hexes that must not be its own, and the distance of the example.
    let axis = "2927 2044 1143 3140 3635 2935 2923 2920 2921 2922 3021 3022 3121 3122 3222 2527 2627 2726 2826 2825 2824 \
        2528 2529 2430 2330 2231 2232 2132 2033 1932 1833 1733 1734 1635 1534 1435 1334 1235 1236 1237 1238 1138 1039";
    assert!(hexes(axis).iter().all(|&hex| map().is_in(hex, Region::AxisInUranus)));
    assert!(hexes("N3120 N3221 N3220 N3219 N3320").iter().all(|&hex| !map().is_in(hex, Region::AxisInUranus)));
    assert!(hexes("N3221 N3220 N3219 N3320").iter().all(|&hex| map().is_in(hex, Region::SouthOfVolga)));
    assert!(!map().is_in(hex("N3120"), Region::SouthOfVolga));
}

#[test]
fn distances_are_those_of_the_examples() {
    let distance = |a, b| map().board.distance(hex(a), hex(b)).unwrap();
    assert!(distance("N3635", "N3529") <= 7); // 7.12
    assert_eq!(distance("N3229", "N3022"), 8); // 8.4
    assert_eq!(distance("3720", "4018"), 4); // 12.3
    for (a, b) in [("S2123", "S2122"), ("S2123", "S2223"), ("N4111", "N4211"), ("N4111", "N4212"), ("N4211", "N4212")] {
        assert_eq!(distance(a, b), 1); // 7.9, 11.3
    }
}

#[test]
fn every_town_can_be_held() {
    assert_eq!(map().spaces.values().iter().filter(|space| space.is_settled()).count(), 102);
    for (hex, space) in map().spaces.iter().filter(|(_, space)| space.is_settled()) {
        let name = map().place_name(hex);
        assert!(!space.is_sea(), "{name}");
        assert!(!space.is_city() || space.terrain == Terrain::Clear, "{name}"); // 9.10
    }
    // Cities: none on the south map, where the book speaks of towns only.
    let cities = map().spaces.iter().filter(|(_, space)| space.is_city()).map(|(hex, _)| map().board.name(hex));
    assert_eq!(cities.collect::<Vec<_>>(), ["N1333", "N1516", "N2044", "N3021", "N3121", "N3140", "N4211"]);
    assert!(map().spaces.values().iter().all(|space| !space.is_city() || space.sheet == Sheet::North));
    assert_eq!(map().spaces.values().iter().filter(|space| space.victory).count(), 13);
}
