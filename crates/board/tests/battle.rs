//! The Battle of Stalingrad: what the rulebook says of its grid. Cases are cited by number; the
//! neighbour vectors are those of the dossier, section 1.3.

use crate::common::{Facts, board, is_east_of, is_north_of};
use kessel_board::Board;

/// The grid in the extent of dossier 1.5.
fn map() -> Board {
    let main = (1..=10).flat_map(|row| (1..=20).map(move |column| (row, column)));
    let south = (2..=20).map(|column| (11, column));
    let south_west = (14..=20).map(|column| (12, column));
    let hexes = main.chain(south).chain(south_west);
    board("battle", hexes.map(|(row, column)| format!("{row:02}{column:02}")))
}

#[test]
fn the_map_has_226_hexes() {
    assert_eq!(map().len(), 226);
}

#[test]
fn the_six_neighbours_of_the_test_hexes_are_as_deduced() {
    let map = map();
    let around = |hex, expected| map.assert_around(hex, "E W NE NW SE SW", expected);
    around("0814", "0813 0815 0714 0715 0914 0915");
    around("0606", "0605 0607 0506 0507 0706 0707");
    around("0115", "0114 0116 - - 0214 0215");
    around("1112", "1111 1113 1011 1012 - -");
    around("1102", "- 1103 1001 1002 - -");
}

#[test]
fn distances_between_cities_are_as_deduced() {
    map().assert_distances(&[
        ("0115", "1112", 10),
        ("0617", "0606", 11),
        ("0716", "0606", 10),
        ("1112", "1001", 11),
        ("0217", "0115", 3),
        ("0112", "0115", 3),
    ]);
}

#[test]
fn voronezh_and_rostov_lie_in_the_west_ten_rows_apart_2_1_1() {
    let map = map();
    for city in ["0115", "1112"] {
        assert!(is_east_of(&map, "0606", city), "{city} lies west of Stalingrad");
    }
    assert!(is_north_of(&map, "0115", "1112"));
}

#[test]
fn the_svf_edge_ends_at_0112_on_the_north_edge_short_of_voronezh_2_1_3() {
    let map = map();
    map.assert_around("0112", "NW NE", "- -");
    assert!(is_east_of(&map, "0112", "0115"));
    assert!(!map.adjacent("0112", "0115"));
}

#[test]
fn the_hexes_1102_to_1104_lie_side_by_side_on_the_south_rim_7_4() {
    let map = map();
    map.assert_chain("1102 1103 1104");
    for hex in ["1102", "1103", "1104"] {
        map.assert_around(hex, "SE SW", "- -");
    }
}

#[test]
fn hexes_0607_and_1102_are_west_bank_neighbours_of_the_river_cities_10_4() {
    let map = map();
    map.assert_around("0606", "W", "0607");
    map.assert_around("1001", "SW", "1102");
}
