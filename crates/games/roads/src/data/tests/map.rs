//! What the rulebook says of hexes and their neighbours holds on the merged map. D-numbers are those of the dossier.

use super::{data, hex};
use crate::data::{Map, Region, River, SourceOwner, Terrain};
use kessel_kernel::Side;

fn distance(map: &Map, a: &str, b: &str) -> u32 {
    map.board.distance(hex(map, a), hex(map, b)).unwrap()
}

fn terrain(name: &str) -> Terrain {
    let map = &data().map;
    map.spaces[hex(map, name)].terrain
}

fn side(a: &str, b: &str) -> crate::data::SideInfo {
    let map = &data().map;
    let (a_hex, b_hex) = (hex(map, a), hex(map, b));
    assert!(map.board.are_adjacent(a_hex, b_hex), "{a} and {b}");
    map.between(a_hex, b_hex)
}

#[test]
fn the_map_has_rows_00_to_27_and_columns_01_to_37() {
    let map = &data().map;
    assert_eq!(map.board.hexes().len(), 28 * 37);
    for row in 0..28 {
        for column in 1..38 {
            let info = &map.spaces[hex(map, &format!("{row:02}{column:02}"))];
            assert_eq!((info.row, info.column), (row, column));
        }
    }
}

#[test]
fn d1_the_command_path_of_example_1_follows_road_and_rail_over_a_bridge() {
    for pair in ["1409", "1410", "1411", "1412", "1413", "1414", "1515", "1614"].windows(2) {
        assert!(side(pair[0], pair[1]).line(), "{pair:?}");
    }
    let crossing = side("1414", "1515");
    assert!(crossing.river == River::Major && crossing.bridge && crossing.rail);
}

#[test]
fn d2_the_frozen_path_of_example_1_crosses_the_river_where_nothing_bridges_it() {
    let crossing = side("1413", "1514");
    assert_eq!(crossing.river, River::Major);
    assert!(!crossing.bridge && !crossing.ferry && !crossing.line());
    assert_eq!(side("1514", "1614").river, River::None);
    assert_eq!(side("1510", "1410").river, River::None);
}

#[test]
fn d3_hexes_stand_on_a_corner_and_even_rows_half_a_hex_east() {
    let map = &data().map;
    for (a, b) in [("1414", "1515"), ("1515", "1614"), ("1413", "1514"), ("1414", "1415")] {
        assert_eq!(distance(map, a, b), 1, "{a} {b}");
    }
    assert_eq!(distance(map, "1414", "1513"), 2);
}

#[test]
fn d4_to_d9_the_retreat_of_example_6() {
    let map = &data().map;
    let around = map.board.neighbors(hex(map, "1628")).iter().map(|next| map.board.name(next.space));
    let mut around: Vec<_> = around.collect();
    around.sort_unstable();
    assert_eq!(around, ["1528", "1529", "1627", "1629", "1728", "1729"]);
    for (a, b, hexes) in [
        ("1628", "1324", 6),
        ("1628", "1333", 6),
        ("1627", "1324", 5),
        ("1629", "1333", 5),
        ("1529", "1333", 5),
        ("1728", "1324", 6),
        ("1728", "1333", 7),
        ("1628", "1530", 2),
        ("1628", "1630", 2),
        ("1628", "1730", 2),
        ("1628", "1430", 3),
        ("1430", "1333", 3),
        ("1531", "1333", 3),
        ("1730", "1630", 1),
        ("1730", "1530", 2),
    ] {
        assert_eq!(distance(map, a, b), hexes, "{a} {b}");
    }
}

#[test]
fn d10_the_surprise_attack_of_example_4_steps_over_the_bridged_don() {
    assert!(side("1927", "1827").bridge);
    assert_eq!(side("1827", "1727").river, River::None);
}

#[test]
fn examples_5_to_8_no_river_lies_between_1628_and_its_neighbours() {
    for other in ["1528", "1529", "1627", "1629", "1728", "1729"] {
        assert_eq!(side("1628", other).river, River::None, "{other}");
    }
}

#[test]
fn d11_example_7_a_village_in_2111_and_no_river_on_the_way() {
    assert_eq!(terrain("2111"), Terrain::Village);
    for (a, b) in [("2110", "2111"), ("2111", "2112"), ("2112", "2212"), ("2212", "2213")] {
        side(a, b);
    }
    let map = &data().map;
    assert_eq!(["2111", "2112", "2212"].map(|name| distance(map, name, "2213")), [3, 2, 1]);
}

#[test]
fn d12_example_8_marsh_south_of_1330_and_kalach_across_the_don() {
    assert_eq!(terrain("1230"), Terrain::Marsh);
    assert!(side("1330", "1230").line());
    assert_eq!(side("1330", "1331").river, River::Major);
    let map = &data().map;
    assert_eq!(map.places.kalach, Some(hex(map, "1331")));
}

#[test]
fn d13_places_that_the_text_gives_with_their_hexes() {
    let map = &data().map;
    for (name, town, kind) in [
        ("0518", "Rostov", Terrain::MajorCity),
        ("2108", "Kharkov", Terrain::MajorCity),
        ("0729", "Kotelnikovo", Terrain::City),
        ("1125", "Morozovsk", Terrain::City),
        ("1023", "Tatsinskaya", Terrain::Village),
        ("1129", "Nizhne-Chirskaya", Terrain::Village),
        ("1624", "Bokovskaya", Terrain::Village),
        ("1333", "Pitomnik", Terrain::Clear),
        ("1433", "Gumrak", Terrain::Clear),
        ("1334", "Stalingrad South", Terrain::MajorCity),
        ("1434", "Stalingrad North", Terrain::MajorCity),
    ] {
        let info = &map.spaces[hex(map, name)];
        assert_eq!((info.name.as_deref(), info.terrain), (Some(town), kind), "{name}");
    }
    for airfield in ["1333", "1433", "1125", "1023"] {
        assert!(map.spaces[hex(map, airfield)].airfield, "{airfield}");
    }
    assert_eq!(map.spaces.values().iter().filter(|info| info.airfield).count(), 4);
}

#[test]
fn d14_the_scenario_columns_cut_columns_and_keep_rows() {
    for (id, columns, hexes) in
        [("uranus", (22, 37), 16 * 28), ("backhand-blow", (1, 20), 20 * 28), ("star-and-gallop", (1, 25), 25 * 28)]
    {
        let scenario = super::scenario(id);
        assert_eq!((scenario.columns, scenario.map.board.hexes().len()), (columns, hexes), "{id}");
    }
    assert!(super::scenario("uranus").map.board.space("1521").is_none());
    assert!(super::scenario("backhand-blow").map.board.space("2720").is_some());
}

#[test]
fn stalingrad_is_two_hexes_and_the_footholds_are_none_of_it_1_8_3() {
    let map = &data().map;
    assert_eq!(map.stalingrad_hexes(), [hex(map, "1334"), hex(map, "1434")]);
    for foothold in ["1335", "1435"] {
        let info = &map.spaces[hex(map, foothold)];
        assert!(info.foothold && info.is_city() && info.city.is_none(), "{foothold}");
    }
    assert_eq!(map.spaces.values().iter().filter(|info| info.foothold).count(), 2);
}

#[test]
fn water_and_mixed_terrain_are_as_the_text_says_1_8() {
    assert_eq!(terrain("2109"), Terrain::Clear);
    assert_eq!(terrain("0414"), Terrain::Sea);
    assert_eq!([terrain("0834"), terrain("0835")], [Terrain::Lake; 2]);
    let map = &data().map;
    assert!(map.spaces[hex(map, "0414")].is_water() && map.spaces[hex(map, "0834")].is_water());
}

#[test]
fn the_cities_that_the_text_names_without_a_hex_are_cities() {
    let map = &data().map;
    for town in ["Lozovaya", "Barvenkovo", "Oboyan", "Belgorod", "Voroshilovsk"] {
        let found: Vec<_> = map.spaces.values().iter().filter(|info| info.name.as_deref() == Some(town)).collect();
        assert_eq!(found.len(), 1, "{town}");
        assert_eq!(found[0].terrain, Terrain::City, "{town}");
    }
}

#[test]
fn no_two_towns_share_a_name() {
    let map = &data().map;
    let mut names: Vec<_> = map.spaces.values().iter().filter_map(|info| info.name.as_deref()).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn the_donets_runs_from_2510_to_the_don_and_parts_the_map_5_3_5() {
    let map = &data().map;
    let west = map.region(Region::WestOfDonets);
    for name in ["0518", "2108", "2409", "2609", "2709"] {
        assert!(west.contains(hex(map, name)), "{name}");
    }
    for name in ["2510", "2610", "2710", "1333", "1515", "0418"] {
        assert!(!west.contains(hex(map, name)), "{name}");
    }
    // Nothing but the river, the Don below it, the sea and the two named hexes parts the sides.
    let donets = map.rivers.iter().find(|river| river.name == "Donets").unwrap();
    assert_eq!(donets.class, River::Major);
    for edge in map.board.edges() {
        let (a, b) = map.board.edge_ends(edge);
        let water = map.spaces[a].is_water() || map.spaces[b].is_water();
        if west.contains(a) == west.contains(b) || water || !map.board.is_hex(a) {
            continue;
        }
        let north = ["2610", "2710"].iter().any(|name| [a, b].contains(&hex(map, name)));
        assert!(north || map.sides[edge].river == River::Major, "{} {}", map.board.name(a), map.board.name(b));
    }
}

#[test]
fn chir_and_don_close_the_regions_between_them() {
    let map = &data().map;
    let between = map.region(Region::ChirDon);
    assert!(between.contains(hex(map, "1628")) && between.contains(hex(map, "1330")));
    for edge in map.board.edges() {
        let (a, b) = map.board.edge_ends(edge);
        if between.contains(a) != between.contains(b) {
            assert_ne!(map.sides[edge].river, River::None, "{} {}", map.board.name(a), map.board.name(b));
        }
    }
    let beyond = map.region(Region::BeyondChir);
    for name in ["1129", "1624", "1125", "1023"] {
        assert!(beyond.contains(hex(map, name)), "{name}");
    }
    assert!(between.is_disjoint(beyond));
}

#[test]
fn the_don_alone_bounds_the_country_east_of_it() {
    let map = &data().map;
    let east = map.region(Region::EastOfDon);
    for name in ["1331", "1532", "1533", "2718", "0418"] {
        assert!(east.contains(hex(map, name)), "{name}");
    }
    for edge in map.board.edges() {
        let (a, b) = map.board.edge_ends(edge);
        let water = map.spaces[a].is_water() || map.spaces[b].is_water();
        if east.contains(a) != east.contains(b) && !water && map.board.is_hex(a) {
            assert_eq!(map.sides[edge].river, River::Major, "{} {}", map.board.name(a), map.board.name(b));
        }
    }
}

#[test]
fn the_sources_of_example_2_and_the_dated_ones() {
    let map = &data().map;
    let source = |name: &str| map.sources.iter().find(|source| source.hex == hex(map, name)).unwrap();
    assert_eq!(source("1701").owner, SourceOwner::Side(Side::Axis));
    assert_eq!(source("1901").owner, SourceOwner::Side(Side::Axis));
    assert_eq!(source("0031").from, data().turn("JAN I").unwrap());
    assert_eq!(source("2727").from, data().turn("NOV III").unwrap());
    assert!(side("1701", "1702").line(), "HQ Lanz traces to 1701");
}

#[test]
fn every_source_but_the_edge_ones_lies_on_a_road_or_railroad() {
    for map in std::iter::once(&data().map).chain(data().scenarios.iter().map(|scenario| &scenario.map)) {
        for source in &map.sources {
            let name = map.board.name(source.hex);
            // 1035 and 0935 of the small map are edge sources off the roads: they supply by their radius alone.
            let off_road = ["1035", "0935"].contains(&name);
            assert!(map.spaces[source.hex].line || off_road, "{name}");
        }
    }
}

#[test]
fn ferries_bridge_nothing_and_lines_over_rivers_do_7_4() {
    for (a, b) in [("1234", "1235"), ("1334", "1335"), ("1434", "1435"), ("0725", "0726"), ("0726", "0825")] {
        let ferry = side(a, b);
        assert!(ferry.ferry && !ferry.bridge && ferry.river == River::Major, "{a} {b}");
    }
    let map = &data().map;
    for (_, side) in map.sides.iter() {
        assert_eq!(side.bridge, side.line() && side.river != River::None && !side.ferry);
    }
    assert_eq!(map.sides.values().iter().filter(|side| side.bridge).count(), 87);
}

#[test]
fn a_cut_map_keeps_what_lies_on_it() {
    let (whole, cut) = (&data().map, &super::scenario("uranus").map);
    for new in cut.board.hexes() {
        let old = hex(whole, cut.board.name(new));
        let (mut a, mut b) = (whole.spaces[old].clone(), cut.spaces[new].clone());
        (a.city, b.city) = (None, None);
        assert_eq!(a, b);
        for region in Region::ALL {
            assert_eq!(whole.region(region).contains(old), cut.region(region).contains(new));
        }
        for next in cut.board.neighbors(new) {
            let other = hex(whole, cut.board.name(next.space));
            assert_eq!(whole.between(old, other), cut.sides[next.edge]);
        }
    }
    assert_eq!(cut.stalingrad_hexes().len(), 2);
    assert_eq!(cut.cities.len(), 1);
    assert!(super::scenario("backhand-blow").map.stalingrad.is_none());
    assert_eq!(cut.board.boxes().len(), 10);
}

#[test]
fn the_small_map_agrees_with_the_campaign_map() {
    let (whole, small) = (&data().map, &data().small_map);
    assert_eq!(small.board.hexes().len(), 81);
    for new in small.board.hexes() {
        let old = hex(whole, small.board.name(new));
        assert_eq!(whole.spaces[old].terrain, small.spaces[new].terrain, "{}", small.board.name(new));
        for next in small.board.neighbors(new) {
            let other = hex(whole, small.board.name(next.space));
            assert_eq!(whole.between(old, other), small.sides[next.edge]);
        }
    }
}
