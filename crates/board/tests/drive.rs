//! Drive on Stalingrad: what the rulebook says of its two joined maps. Cases are cited by number.

use crate::common::{Facts, board, is_east_of, is_north_of, numbering};
use kessel_board::{Board, Search, SpaceSet};

/// Both sheets in full: even rows have the columns 11-44, odd rows 11-43 (dossier 1.1).
fn map() -> Board {
    let row = |letter: char, row: u32| {
        let last = if row.is_multiple_of(2) { 44 } else { 43 };
        (11..=last).map(move |column| format!("{letter}{row}{column}"))
    };
    let north = (10..=42).flat_map(move |number| row('N', number));
    let south = (11..=28).flat_map(move |number| row('S', number));
    board("drive", north.chain(south))
}

#[test]
fn neighbours_follow_the_proved_parity() {
    let map = map();
    map.assert_around("N3020", "E W NE NW SE SW", "N3019 N3021 N2919 N2920 N3119 N3120");
    map.assert_around("N3121", "E W NE NW SE SW", "N3120 N3122 N3021 N3022 N3221 N3222");
}

#[test]
fn the_common_row_of_both_sheets_is_part_of_the_north_map_2_3() {
    let map = map();
    let numbering = numbering("drive");
    assert_eq!(numbering.parse("S1033"), numbering.parse("N4233"));
    assert_eq!(map.name(map.hex("S1033")), "N4233");
    assert_eq!(map.name(map.hex("S1133")), "S1133");
    map.assert_around("N4233", "SE SW", "S1132 S1133");
}

#[test]
fn numbers_without_a_letter_mean_the_north_map_12_3() {
    let map = map();
    assert_eq!(map.name(map.hex("3021")), "N3021");
}

#[test]
fn the_east_and_west_sides_of_the_joined_maps_are_unbroken_1_4() {
    let map = map();
    let east: Vec<_> =
        (13..=42).map(|row| format!("N{row}11")).chain((11..=28).map(|row| format!("S{row}11"))).collect();
    map.assert_chain(&east.join(" "));
    for hex in &east {
        map.assert_around(hex, "E", "-");
    }
    let column = |row: u32| if row.is_multiple_of(2) { 44 } else { 43 };
    let north = (10..=42).map(|row| format!("N{row}{}", column(row)));
    let west: Vec<_> = north.chain((11..=21).map(|row| format!("S{row}{}", column(row)))).collect();
    map.assert_chain(&west.join(" "));
    for hex in &west {
        map.assert_around(hex, "W", "-");
    }
    assert_eq!((west[0].as_str(), west[west.len() - 1].as_str()), ("N1044", "S2143"));
}

#[test]
fn the_corners_lie_where_1_4_puts_them() {
    let map = map();
    assert!(is_east_of(&map, "N1311", "N1044") && is_north_of(&map, "N1044", "N1311"));
    assert!(is_east_of(&map, "S2811", "S2143") && is_north_of(&map, "S2143", "S2811"));
    assert!(is_north_of(&map, "N1044", "S2143") && is_north_of(&map, "N1311", "S2811"));
}

#[test]
fn the_volga_begins_between_n1311_and_n1312_9_17() {
    let map = map();
    map.assert_around("N1311", "W", "N1312");
}

#[test]
fn the_volga_ends_where_n4111_n4211_and_n4212_meet_7_9_and_9_17() {
    map().assert_chain("N4111 N4211 N4212 N4111");
}

#[test]
fn a_unit_in_s1126_is_attacked_from_s1226_and_s1227_and_faces_s1125_over_the_lake_11_20() {
    let map = map();
    for other in ["S1226", "S1227", "S1125"] {
        map.assert_adjacent("S1126", other);
    }
}

#[test]
fn a_unit_in_s2123_touches_s2122_and_s2223_11_3() {
    let map = map();
    map.assert_adjacent("S2123", "S2122");
    map.assert_adjacent("S2123", "S2223");
}

#[test]
fn an_enemy_in_n3229_is_within_eight_hexes_of_the_7th_reserve_army_8_4() {
    assert_eq!(map().hexes_apart("N3229", "N3022"), 8);
}

#[test]
fn hex_4018_is_four_hexes_away_from_3720_12_3() {
    assert_eq!(map().hexes_apart("3720", "4018"), 4);
}

#[test]
fn rostov_is_within_seven_hexes_of_tsimlyanskiy_7_12() {
    // The text also says 'seven hexes away'; by the proved grid it is six.
    assert_eq!(map().hexes_apart("N3635", "N3529"), 6);
}

#[test]
fn the_40th_army_holds_one_chain_of_hexes_12_1() {
    map().assert_chain("N1141 N1242 N1342 N1442 N1542");
}

#[test]
fn each_axis_army_of_uranus_holds_one_chain_of_hexes_12_3() {
    let map = map();
    map.assert_chain("2527 2627 2726 2826 2825 2824");
    map.assert_chain("2528 2529 2430 2330 2231 2232");
    map.assert_chain("2132 2033 1932 1833 1733 1734 1635 1534");
    map.assert_chain("1435 1334 1235 1236 1237 1238 1138 1039");
}

#[test]
fn the_axis_front_of_uranus_is_one_chain_from_the_north_edge_to_the_volga_12_3() {
    let map = map();
    map.assert_chain(
        "1039 1138 1238 1237 1236 1235 1334 1435 \
         1534 1635 1734 1733 1833 1932 2033 2132 \
         2232 2231 2330 2430 2529 2528 \
         2527 2627 2726 2826 2825 2824 2923 2922 2921 2920",
    );
    map.assert_around("1039", "NE NW", "- -");
}

#[test]
fn the_eight_hexes_of_the_stalingrad_group_lie_together_12_3() {
    let map = map();
    let names = ["2920", "2921", "2922", "3021", "3022", "3121", "3122", "3222"];
    let group: SpaceSet = names.iter().map(|name| map.hex(name)).collect();
    let mut search = Search::new();
    let joined = search.flood(&map, group.first(), |_, to, _| group.contains(to));
    assert_eq!(*joined, group);
}

#[test]
fn the_city_hexes_of_stalingrad_touch_each_other_and_the_far_bank_8_10_and_12_3() {
    map().assert_chain("N3021 N3121 N3120 N3021");
}

#[test]
fn the_soviet_edge_of_uranus_begins_where_the_axis_front_ends_7_8() {
    let map = map();
    map.assert_adjacent("1039", "1038");
    let edge: Vec<_> = (16..=38).rev().map(|column| format!("10{column}")).collect();
    map.assert_chain(&edge.join(" "));
    assert!(edge.iter().all(|hex| map.next(hex, "NE").is_none() && map.next(hex, "NW").is_none()));
}

#[test]
fn the_entry_hexes_of_the_23rd_panzer_division_are_one_row_on_the_south_edge_8_8() {
    let map = map();
    let edge: Vec<_> = (27..=43).map(|column| format!("N42{column}")).collect();
    map.assert_chain(&edge.join(" "));
}

#[test]
fn the_manych_river_has_sides_between_its_named_hexes_9_32() {
    let map = map();
    map.assert_adjacent("N4127", "N4227");
    map.assert_adjacent("N3733", "N3633");
}

#[test]
fn the_hexes_that_trigger_8_6_lie_east_of_those_that_do_not() {
    let map = map();
    map.assert_adjacent("N1033", "N1034");
    map.assert_adjacent("N1033", "N1133");
    map.assert_chain("N1034 N1133 N1234 N1334");
    assert!(is_east_of(&map, "N1033", "N1034"));
}

#[test]
fn the_area_south_of_the_volga_is_connected_12_3() {
    let map = map();
    map.assert_chain("N3221 N3220 N3219");
    map.assert_chain("N3221 N3320 N3220");
}

#[test]
fn both_readings_of_lozovaya_are_neighbours_on_the_west_edge_4_6_and_7_3() {
    let map = map();
    map.assert_adjacent("N3044", "N3143");
    for hex in ["N3044", "N3143", "N1143", "N2044"] {
        map.assert_around(hex, "W", "-");
    }
}

#[test]
fn the_misprint_s3710_names_no_row_of_the_south_map_7_4() {
    assert!(numbering("drive").parse("S3710").is_err());
    assert_eq!(map().space("S3710"), None);
}

#[test]
fn the_reconstructed_start_lines_of_the_dossier_are_chains() {
    let map = map();
    map.assert_chain(
        "1041 1141 1242 1342 1442 1542 1642 1741 1841 1940 2040 2139 2239 2339 2440 2539 2640 2639 \
         2638 2738 2838 2938 3038 3138 3238 3337 3437 3536 3636",
    );
    map.assert_chain(
        "1038 1137 1136 1135 1134 1234 1333 1434 1533 1634 1633 1732 1832 1931 2032 2131 2130 2230 \
         2329 2429 2428 2427 2526 2626 2725 2724 2723 2823 2822 2821 2820 2919 3020 3120 3221 3321 \
         3421 3520 3620 3719 3819 3918 3917 4017 4117 4217",
    );
}
