//! Wintergewitter: what the rulebook says of its grid. Numbers in names are cases, or rows of the
//! table in the dossier, section 1.1.

use crate::common::{Facts, board, is_east_of, is_north_of};
use kessel_board::{Board, Direction, Orientation};

fn map() -> Board {
    let hexes = (10..=48).flat_map(|column| (1..=53).map(move |row| (column, row)));
    board("wintergewitter", hexes.map(|(column, row)| format!("{column:02}{row:02}")))
}

#[test]
fn even_columns_touch_their_neighbours_one_row_lower() {
    let map = map();
    map.assert_around("2428", "N NE SE S SW NW", "2427 2528 2529 2429 2329 2328");
    map.assert_around("2531", "N NE SE S SW NW", "2530 2630 2631 2532 2431 2430");
}

#[test]
fn hexrow_xx24_is_one_line_across_the_map_with_a_north_side_19_2_1() {
    let map = map();
    let row: Vec<_> = (10..=48).map(|column| format!("{column}24")).collect();
    map.assert_chain(&row.join(" "));
    for hex in &row {
        assert_eq!(map.next(hex, "N"), Some(format!("{}23", &hex[..2]).as_str()));
    }
}

#[test]
fn the_axis_start_line_lies_one_row_south_of_the_soviet_one_19_1() {
    let map = map();
    for (soviet, axis) in [("1045", "1046"), ("2042", "2043"), ("2142", "2143"), ("2840", "2841"), ("4842", "4843")] {
        map.assert_around(soviet, "S", axis);
        assert!(is_north_of(&map, soviet, axis));
    }
}

#[test]
fn consecutive_sectors_of_one_side_join_19_1() {
    let map = map();
    for (one, next) in
        [("2042", "2142"), ("2840", "2940"), ("3747", "3847"), ("2043", "2143"), ("2541", "2641"), ("3450", "3550")]
    {
        map.assert_adjacent(one, next);
        assert!(is_east_of(&map, next, one));
    }
}

#[test]
fn the_golden_distances_hold() {
    map().assert_distances(&[
        ("2428", "3424", 10),
        ("3550", "4047", 5),
        ("1045", "2042", 10),
        ("2940", "3747", 11),
        ("2942", "3450", 11),
        ("3847", "4842", 10),
        ("4343", "4843", 5),
        ("2143", "2541", 4),
    ]);
}

#[test]
fn both_start_lines_run_from_column_10_to_the_east_edge_19_1() {
    let map = map();
    for west in ["1045", "1046"] {
        map.assert_around(west, "NW SW", "- -");
    }
    for east in ["4842", "4843"] {
        map.assert_around(east, "NE SE", "- -");
    }
}

#[test]
fn the_sector_3550_to_4047_is_a_straight_hexrow_to_the_north_east_19_1_2() {
    let map = map();
    map.assert_chain("3550 3649 3749 3848 3948 4047");
    let north_east = Orientation::FlatTop.direction("NE").unwrap();
    assert_eq!(north_east, Direction::D1);
    let end = map.coord(map.hex("3550")).unwrap().steps(north_east, 5);
    assert_eq!(map.at(end), Some(map.hex("4047")));
}

#[test]
fn group_christea_enters_on_the_east_edge_at_4831_19_1_2() {
    map().assert_around("4831", "NE SE", "- -");
}

#[test]
fn set_up_areas_within_a_distance_lie_wholly_on_the_map_19_1() {
    let map = map();
    for (centre, radius, hexes) in [
        ("4030", 1, 7),
        ("1836", 2, 19),
        ("1817", 2, 19),
        ("3929", 2, 19),
        ("2503", 1, 7),
        ("1652", 1, 7),
        ("2841", 2, 19),
        ("4441", 4, 61),
    ] {
        assert_eq!(map.within(map.hex(centre), radius).count(), hexes, "{centre}");
    }
}

#[test]
fn an_interdiction_zone_of_five_hexes_around_2538_holds_91_hexes_4_4_1() {
    let map = map();
    assert_eq!(map.within(map.hex("2538"), 5).count(), 91);
}

#[test]
fn verkhne_kumsky_lies_north_of_the_aksai_stretch_and_between_its_ends_19_1_3() {
    let map = map();
    assert!(is_north_of(&map, "2428", "2331") && is_north_of(&map, "2428", "3431"));
    assert!(is_east_of(&map, "2428", "2331") && is_east_of(&map, "3431", "2428"));
}

#[test]
fn vasilevka_lies_on_the_myshkova_stretch_19_2_3() {
    let map = map();
    assert!(is_east_of(&map, "3424", "2223") && is_east_of(&map, "3524", "3424"));
    map.assert_adjacent("3424", "3524");
}
