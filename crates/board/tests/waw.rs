//! World at War: Stalingrad. Its text prints no hex numbers; these are the facts that it fixes and
//! the neighbour table chosen in the dossier, section 1.2.

use crate::common::{Facts, board};
use kessel_board::Board;

fn map(columns: u32, rows: u32) -> Board {
    let hexes = (1..=columns).flat_map(|column| (1..=rows).map(move |row| (column, row)));
    board("waw", hexes.map(|(column, row)| format!("{column:03}{row:03}")))
}

#[test]
fn the_neighbours_of_an_odd_printed_row_are_those_of_the_table() {
    // c0 = 9, r0 = 10: an even r0.
    map(42, 62).assert_around("010011", "NE E SE SW W NW", "010010 011011 010012 009012 009011 009010");
}

#[test]
fn the_neighbours_of_an_even_printed_row_are_those_of_the_table() {
    // c0 = 9, r0 = 11: an odd r0.
    map(42, 62).assert_around("010012", "NE E SE SW W NW", "011011 011012 011013 010013 009012 010011");
}

#[test]
fn distances_agree_with_the_cube_formula_of_the_dossier_on_every_pair_of_a_map() {
    let map = map(19, 24);
    let cube = |c: i32, r: i32| {
        let (c0, r0) = (c - 1, r - 1);
        let q = c0 - (r0 - (r0 & 1)) / 2;
        (q, r0, -q - r0)
    };
    let place = |name: &str| {
        let number = |part: &str| part.parse::<i32>().unwrap();
        cube(number(&name[..3]), number(&name[3..]))
    };
    for a in map.spaces() {
        for b in map.spaces() {
            let (p, q) = (place(map.name(a)), place(map.name(b)));
            let apart = (p.0 - q.0).abs().max((p.1 - q.1).abs()).max((p.2 - q.2).abs());
            assert_eq!(map.distance(a, b), Some(apart.unsigned_abs()));
        }
    }
}

#[test]
fn a_zone_of_control_reaches_the_six_hexes_around_a_unit_18_0() {
    let map = map(25, 40);
    assert_eq!(map.neighbors(map.hex("012020")).len(), 6);
}

#[test]
fn a_radius_of_78_km_at_3_km_a_hex_is_26_hexes_30_2() {
    let map = map(99, 99);
    let around = map.hex("050050");
    assert_eq!(map.within(around, 26).count(), 1 + 3 * 26 * 27);
    assert_eq!(map.ring(around, 26).count(), 6 * 26);
}

#[test]
fn maps_of_all_seven_printed_sizes_can_be_built_29_0() {
    for (columns, rows) in [(19, 24), (25, 40), (45, 34), (42, 62), (138, 98), (61, 65), (99, 99)] {
        let map = map(columns, rows);
        assert_eq!(map.len(), (columns * rows) as usize);
        // East-west sides, and two sides down from every hex less one for each line at the rim.
        let sides = (columns - 1) * rows + (2 * columns - 1) * (rows - 1);
        assert_eq!(map.edge_count(), sides as usize);
    }
}

#[test]
fn cut_outs_with_even_row_offsets_keep_their_neighbours() {
    // A River Too Far is columns 66-90, rows 21-60 of the Wintergewitter map.
    let whole = map(138, 98);
    let cut = map(25, 40);
    for (inside, outside) in [("001001", "066021"), ("012020", "077040"), ("013021", "078041")] {
        for compass in ["E", "SE", "SW"] {
            let Some(found) = cut.next(inside, compass) else {
                continue;
            };
            let (column, row) = (found[..3].parse::<u32>().unwrap(), found[3..].parse::<u32>().unwrap());
            let moved = format!("{:03}{:03}", column + 65, row + 20);
            assert_eq!(whole.next(outside, compass), Some(moved.as_str()));
        }
    }
}
