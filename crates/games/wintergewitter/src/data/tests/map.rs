//! What the rulebook says of hexes and places holds on the map. Numbers in front are those of the table in the dossier of the rules.

use super::{data, hex};
use crate::data::{Area, RingArmy, Terrain, Water};
use kessel_board::SpaceId;

fn at(name: &str) -> SpaceId {
    hex(&data().map, name)
}

fn distance(a: &str, b: &str) -> u32 {
    data().map.board.distance(at(a), at(b)).unwrap()
}

fn is_in(name: &str, area: Area) -> bool {
    data().map.is_in(at(name), area)
}

fn neighbors(name: &str) -> Vec<&'static str> {
    let map = &data().map;
    let mut names: Vec<_> = map.board.neighbors(at(name)).iter().map(|next| map.board.name(next.space)).collect();
    names.sort_unstable();
    names
}

/// Does a hex touch the other side of the 12 December line?
fn is_front(name: &str, side: Area, other: Area) -> bool {
    is_in(name, side) && neighbors(name).iter().any(|next| is_in(next, other))
}

#[test]
fn columns_10_to_48_and_rows_01_to_53() {
    let map = &data().map;
    assert_eq!(map.board.hexes().len(), 39 * 53);
    for column in 10..=48 {
        for row in 1..=53 {
            let space = map.spaces[at(&format!("{column}{row:02}"))];
            assert_eq!((space.column, space.row), (column, row));
        }
    }
}

#[test]
fn columns_are_straight_and_even_ones_stand_half_a_hex_lower() {
    assert_eq!(neighbors("2428"), ["2328", "2329", "2427", "2429", "2528", "2529"]);
    assert_eq!(neighbors("2531"), ["2430", "2431", "2530", "2532", "2630", "2631"]);
    for (a, b, hexes) in [
        ("2428", "3424", 10),
        ("3550", "4047", 5),
        ("1045", "2042", 10),
        ("2940", "3747", 11),
        ("2942", "3450", 11),
        ("3847", "4842", 10),
        ("4343", "4843", 5),
        ("2143", "2541", 4),
    ] {
        assert_eq!(distance(a, b), hexes, "{a} {b}");
    }
}

#[test]
fn s4_the_sides_of_the_line_face_each_other() {
    for (soviet, axis) in [("1045", "1046"), ("2042", "2043"), ("2142", "2143"), ("2840", "2841"), ("4842", "4843")] {
        assert_eq!(distance(soviet, axis), 1, "{soviet} {axis}");
    }
}

#[test]
fn s5_consecutive_sectors_join() {
    for (a, b) in
        [("2042", "2142"), ("2840", "2940"), ("3747", "3847"), ("2043", "2143"), ("2541", "2641"), ("3450", "3550")]
    {
        assert_eq!(distance(a, b), 1, "{a} {b}");
    }
}

#[test]
fn s10_every_end_of_a_sector_touches_the_line_on_its_own_side() {
    for name in ["1045", "2042", "2142", "2840", "2940", "3747", "3847", "4842"] {
        assert!(is_front(name, Area::SovietSide, Area::AxisSide), "{name}");
    }
    for name in ["1046", "2043", "2143", "2541", "2641", "2942", "3450", "3550", "4047", "4343", "4843"] {
        assert!(is_front(name, Area::AxisSide, Area::SovietSide), "{name}");
    }
    assert_eq!(data().map.start_line.len(), 39);
}

#[test]
fn s11_the_crossing_at_vasilevka_lies_within_eighteen_hexes_of_the_pocket() {
    let map = &data().map;
    assert_eq!(map.to_pocket[at("3424")], 16);
    assert!(map.place_name(at("3424")) == "Vasilevka" && map.place_name(at("2428")) == "Verkhne-Kumsky");
    assert_eq!((map.kumsky, map.christea), (at("2428"), at("4831")));
    assert_eq!(map.place_name(at("1010")), "1010");
}

#[test]
fn every_hex_that_the_text_names_is_in_play() {
    for name in [
        "2428", "3424", "2331", "3431", "2223", "3524", "2538", "1652", "1945", "4053", "4246", "4443", "4831", "4030",
        "1836", "1832", "4514", "1817", "3929", "3812", "3912", "3816", "3410", "2503", "1915", "2616", "3711", "1436",
        "1935", "1537", "4441", "3836", "3433", "3428", "3127", "2129", "2728", "3223", "1721", "2531", "2334", "3131",
        "2937", "2043", "3141", "1941", "4146", "3542", "2641", "2841",
    ] {
        assert!(is_in(name, Area::SovietSide) || is_in(name, Area::AxisSide), "{name}");
    }
}

#[test]
fn set_up_hexes_lie_on_their_own_side() {
    for name in
        ["4030", "1836", "1832", "4514", "1817", "3929", "3812", "3912", "3816", "3410", "2503", "1915", "2616", "3711"]
    {
        assert!(is_in(name, Area::SovietSide), "{name}");
    }
    for name in ["2641", "2841", "1652", "1945", "4053", "4246", "4443"] {
        assert!(is_in(name, Area::AxisSide), "{name}");
    }
    // The rings that the text draws around them need no hex beyond the Don or in the Pocket.
    let map = &data().map;
    for (name, radius) in [
        ("1817", 2),
        ("1915", 1),
        ("1721", 1),
        ("1832", 2),
        ("1836", 2),
        ("2503", 1),
        ("2616", 2),
        ("3711", 1),
        ("3410", 1),
        ("3816", 1),
    ] {
        for near in map.board.within(at(name), radius) {
            let terrain = map.spaces[near].terrain;
            assert!(!matches!(terrain, Terrain::Beyond | Terrain::Pocket), "{name}: {}", map.board.name(near));
        }
    }
}

#[test]
fn nobody_crosses_the_don() {
    let map = &data().map;
    let sides = map.board.edges().filter(|&side| map.sides[side].water == Water::Major);
    for side in sides {
        let (a, b) = map.board.edge_ends(side);
        let beyond = [a, b].map(|hex| map.spaces[hex].terrain == Terrain::Beyond);
        assert!(beyond[0] != beyond[1]);
    }
    // The book knows bridges over major rivers (8.2, 10.1).
    let bridged = map.board.edges().filter(|&side| map.sides[side].water == Water::Major && map.sides[side].bridge);
    assert_eq!(bridged.count(), 2);
    assert_eq!(map.area(Area::Beyond).len(), 257);
}

#[test]
fn the_minor_rivers_have_the_banks_that_the_text_names() {
    let map = &data().map;
    for (north, south) in [
        ("2331", "2332"),
        ("3431", "3432"),
        ("2531", "2532"),
        ("3131", "3132"),
        ("2223", "2224"),
        ("3524", "3525"),
        ("3424", "3425"),
    ] {
        assert_eq!(map.between(at(north), at(south)).water, Water::Minor, "{north}|{south}");
    }
    let names: Vec<_> = map.rivers.iter().map(|river| river.name.as_str()).collect();
    assert_eq!(names, ["Don", "Donskaya Tsaritsa", "Myshkova", "Aksai", "Kurmoyarsky Aksai"]);
    assert_eq!(map.rivers.iter().map(|river| river.sides.len()).sum::<usize>(), 92 + 41 + 53 + 63 + 61);
}

#[test]
fn across_a_river_means_on_its_north_bank() {
    let map = &data().map;
    for (area, river, columns) in [(Area::AcrossAksai, 3, 23..=34), (Area::AcrossMyshkova, 2, 22..=35)] {
        for &side in &map.rivers[river].sides {
            let (a, b) = map.board.edge_ends(side);
            let inside = [a, b].into_iter().filter(|&hex| columns.contains(&map.spaces[hex].column));
            if inside.count() == 2 {
                assert!(map.is_in(a, area) != map.is_in(b, area), "{}|{}", map.board.name(a), map.board.name(b));
            }
        }
    }
    assert!(is_in("2331", Area::AcrossAksai) && is_in("3431", Area::AcrossAksai) && !is_in("2332", Area::AcrossAksai));
    assert!(
        is_in("2223", Area::AcrossMyshkova)
            && is_in("3524", Area::AcrossMyshkova)
            && !is_in("3525", Area::AcrossMyshkova)
    );
    assert!(is_in("2428", Area::AcrossAksai) && !is_in("2428", Area::AcrossMyshkova));
    assert!(!is_in("2231", Area::AcrossAksai) && !is_in("3531", Area::AcrossAksai));
}

#[test]
fn every_road_over_a_river_has_a_bridge_and_the_bridges_of_history_stand() {
    let map = &data().map;
    let (mut minor, mut crossings) = (0, 0);
    for side in map.board.edges().filter(|&side| map.sides[side].water == Water::Minor) {
        let info = map.sides[side];
        minor += usize::from(info.bridge);
        crossings += usize::from(info.road);
        assert!(info.bridge || !info.road);
    }
    assert_eq!((minor, crossings), (12, 12));
    assert!(map.between(at("3424"), at("3425")).bridge && map.between(at("2531"), at("2532")).bridge);
}

#[test]
fn the_pocket_is_closed_by_its_ring() {
    let map = &data().map;
    let fronts = RingArmy::ALL.map(|army| map.front(army));
    assert_eq!(fronts.map(|front| front.len()), [6, 9, 12]);
    for hex in map.board.hexes().filter(|&hex| map.to_pocket[hex] == 1) {
        let owners = fronts.iter().filter(|front| front.contains(hex)).count();
        let closed = map.is_in(hex, Area::ClosedRim);
        assert_eq!(owners + usize::from(closed), 1, "{}", map.board.name(hex));
    }
    assert!(is_in("3201", Area::ClosedRim) && is_in("3202", Area::ClosedRim));
    assert!(map.area(Area::Pocket).iter().all(|hex| map.to_pocket[hex] == 0));
}

#[test]
fn supply_comes_from_the_edges_that_the_text_names() {
    for name in ["1038", "1053", "2953", "4853"] {
        assert!(is_in(name, Area::AxisEdge), "{name}");
    }
    for name in ["2401", "3201", "4813", "4842"] {
        assert!(is_in(name, Area::SovietEdge), "{name}");
    }
    assert!(!is_in("1037", Area::AxisEdge) && !is_in("4843", Area::SovietEdge) && !is_in("3301", Area::SovietEdge));
    // South of the Don: no edge hex lies beyond it.
    assert!(data().map.area(Area::AxisEdge).iter().all(|hex| data().map.spaces[hex].terrain != Terrain::Beyond));
    assert!(is_in("4831", Area::EntryChristea) && data().map.area(Area::EntryChristea).len() == 1);
    assert!(is_in("1653", Area::EntryG) && is_in("4053", Area::EntryB) && is_in("2401", Area::EntryN));
    assert!(is_in("2401", Area::Rim) && is_in("4831", Area::Rim) && !is_in("2428", Area::Rim));
}

#[test]
fn the_elevated_hex_of_the_example_can_be_staged() {
    let map = &data().map;
    assert_eq!(map.spaces[at("2629")].terrain, Terrain::Elevated);
    assert_eq!(neighbors("2629"), ["2529", "2530", "2628", "2630", "2729", "2730"]);
    assert!(distance("2527", "2629") <= 3 && distance("2631", "2629") <= 3);
}
