//! Stalingrad Roads: what the rulebook says of its grid. D-numbers are those of the dossier,
//! section 1.1; examples and cases are the rulebook's.

use crate::common::{Facts, board, is_east_of, is_north_of};
use kessel_board::{Board, Search};

fn map() -> Board {
    let hexes = (0..=27).flat_map(|row| (1..=37).map(move |column| (row, column)));
    board("roads", hexes.map(|(row, column)| format!("{row:02}{column:02}")))
}

#[test]
fn the_command_path_of_example_1_is_one_chain_of_seven_hexes_from_lanz_d1() {
    let map = map();
    map.assert_chain("1410 1411 1412 1413 1414 1515 1614");
    // 'Seven hexes' counts 1410 but not the HQ's own hex, which therefore touches 1410.
    map.assert_adjacent("1510", "1410");
}

#[test]
fn the_path_over_the_frozen_river_of_example_1_is_one_chain_of_six_hexes_d2() {
    map().assert_chain("1510 1410 1411 1412 1413 1514 1614");
}

#[test]
fn the_traces_of_example_1_are_seven_hexes_by_the_crossing_and_six_over_the_ice() {
    let map = map();
    let [hq, division] = ["1510", "1614"].map(|name| map.hex(name));
    let mut search = Search::new();
    for (open, length) in [("1410 1411 1412 1413 1414 1515 1614", 7), ("1410 1411 1412 1413 1514 1614", 6)] {
        let open: Vec<_> = open.split(' ').map(|name| map.hex(name)).collect();
        let step = |_, to, _| open.contains(&to).then_some(1);
        let trace = search.trace(&map, hq, |hex| hex == division, length, step).unwrap();
        assert_eq!((trace.length, trace.path.split_first().unwrap().1), (length, open.as_slice()));
        let shorter = search.trace(&map, hq, |hex| hex == division, length - 1, step);
        assert!(shorter.is_none());
    }
}

#[test]
fn rows_are_straight_so_the_hexes_are_pointy_top_d3() {
    let map = map();
    // 1414 and 1614 both touch 1515; on a flat-top grid one of the two steps would be no neighbour.
    map.assert_around("1515", "SW NW", "1414 1614");
    map.assert_around("1414", "E W", "1415 1413");
}

#[test]
fn the_six_hexes_around_1628_are_those_of_example_6_d4() {
    map().assert_around("1628", "NE E SE SW W NW", "1729 1629 1529 1528 1627 1728");
}

#[test]
fn beyond_1629_only_1530_1630_and_1730_lie_two_hexes_from_1628_d5() {
    let map = map();
    let from = map.hex("1628");
    let mut away: Vec<_> = map
        .neighbors(map.hex("1629"))
        .iter()
        .filter(|next| map.distance(from, next.space) == Some(2))
        .map(|next| map.name(next.space))
        .collect();
    away.sort_unstable();
    assert_eq!(away, ["1530", "1630", "1730"]);
}

#[test]
fn both_headquarters_of_example_6_are_equally_close_to_1628_d6() {
    map().assert_distances(&[("1628", "1324", 6), ("1628", "1333", 6)]);
}

#[test]
fn of_the_free_hexes_of_example_6_only_1728_is_nearer_to_neither_headquarters_d7() {
    let map = map();
    map.assert_distances(&[("1627", "1324", 5), ("1629", "1333", 5), ("1529", "1333", 5)]);
    map.assert_distances(&[("1728", "1324", 6), ("1728", "1333", 7)]);
}

#[test]
fn the_second_retreat_hexes_of_example_6_lead_towards_the_german_headquarters() {
    map().assert_distances(&[("1629", "1333", 5), ("1630", "1333", 4), ("1530", "1333", 4)]);
}

#[test]
fn a_third_retreat_hex_of_example_6_would_be_1430_d8() {
    let map = map();
    map.assert_adjacent("1530", "1430");
    map.assert_distances(&[("1628", "1430", 3), ("1430", "1333", 3)]);
    map.assert_distances(&[("1628", "1531", 3), ("1531", "1333", 3)]);
}

#[test]
fn the_enemy_in_1730_touches_1630_but_not_1530_d9() {
    let map = map();
    map.assert_adjacent("1730", "1630");
    assert!(!map.adjacent("1730", "1530"));
}

#[test]
fn the_surprise_attack_of_example_4_moves_1927_to_1827_and_strikes_1727_d10() {
    map().assert_chain("1927 1827 1727");
}

#[test]
fn the_retreat_of_example_7_runs_from_2111_by_2112_to_2212_towards_2213_d11() {
    let map = map();
    map.assert_chain("2110 2111 2112 2212 2213");
    map.assert_distances(&[("2111", "2213", 3), ("2112", "2213", 2), ("2212", "2213", 1)]);
    map.assert_distances(&[("2111", "2212", 2)]);
}

#[test]
fn the_exploitation_road_of_example_8_runs_from_1628_to_1330_beside_kalach_d12() {
    let map = map();
    map.assert_chain("1628 1529 1429 1330");
    map.assert_adjacent("1330", "1331");
}

#[test]
fn rows_rise_northward_and_columns_eastward_d13() {
    let map = map();
    assert!(is_north_of(&map, "2108", "0518"), "Kharkov lies north of Rostov");
    assert!(is_north_of(&map, "1334", "0729"), "Stalingrad lies north of Kotelnikovo");
    assert!(is_east_of(&map, "1334", "2108"), "Stalingrad lies east of Kharkov");
    assert!(is_east_of(&map, "0729", "0518"), "Kotelnikovo lies east of Rostov");
}

#[test]
fn row_00_is_the_south_edge_and_column_01_the_west_edge_d14() {
    let map = map();
    map.assert_around("0022", "SW SE", "- -");
    for hex in ["1701", "1901", "2301", "2601", "0001", "0201", "0401", "0501", "0701"] {
        map.assert_around(hex, "W", "-");
    }
    for hex in ["0801", "0901", "1101", "1301", "1401"] {
        map.assert_around(hex, "W", "-");
    }
}

#[test]
fn stalingrad_and_the_last_soviet_positions_lie_side_by_side_1_8_3() {
    let map = map();
    map.assert_adjacent("1334", "1434");
    map.assert_adjacent("1334", "1335");
    map.assert_adjacent("1434", "1435");
    map.assert_adjacent("1335", "1435");
    assert!(is_east_of(&map, "1335", "1334") && is_east_of(&map, "1435", "1434"));
}

#[test]
fn the_airfields_pitomnik_and_gumrak_touch_each_other_and_stalingrad_10_3_5() {
    map().assert_chain("1334 1333 1433 1434");
}

#[test]
fn the_lake_of_1_8_4_is_two_hexes_side_by_side() {
    map().assert_adjacent("0834", "0835");
}

#[test]
fn the_donets_line_goes_on_north_from_2510_by_2610_and_2710_5_3_5() {
    let map = map();
    map.assert_chain("2510 2610 2710");
    assert!(is_north_of(&map, "2710", "2610") && is_north_of(&map, "2610", "2510"));
}
