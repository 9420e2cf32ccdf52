//! Building a board, its ids, and what it answers.

use crate::common::{Facts, GAMES, board, numbering};
use kessel_board::{Board, BoardBuilder, BoardError, Coord, Direction, EdgeMap, Neighbor, SpaceId};
use proptest::prelude::*;
use std::collections::HashSet;

/// Three hexes in a triangle, a fourth further west, and two boxes.
fn builder() -> BoardBuilder {
    let mut builder = BoardBuilder::new(numbering("battle"));
    builder.add_box("Kalmykia").add_box("Baku");
    builder.add_hex("1103").add_hex("1001").add_hex("1102").add_hex("1105");
    builder.link("Kalmykia", "1102").link("1103", "Kalmykia").link("Baku", "Kalmykia");
    builder
}

fn faults(builder: &BoardBuilder) -> Vec<BoardError> {
    builder.build().map(|_| ()).unwrap_err()
}

#[test]
fn ids_are_hexes_by_number_then_boxes_as_added() {
    let board = builder().build().unwrap();
    let names: Vec<_> = board.spaces().map(|space| board.name(space)).collect();
    assert_eq!(names, ["1001", "1102", "1103", "1105", "Kalmykia", "Baku"]);
    assert_eq!((board.hexes().len(), board.boxes().len(), board.len()), (4, 2, 6));
    for space in board.spaces() {
        assert_eq!(board.space(board.name(space)), Some(space));
        assert_eq!(board.is_hex(space), board.coord(space).is_some());
        assert_eq!(board.is_hex(space), board.position(space).is_some());
    }
}

#[test]
fn the_order_of_adding_hexes_does_not_matter() {
    let mut other = BoardBuilder::new(numbering("battle"));
    other.add_hex("1105").add_hex("1102").add_hex("1103").add_hex("1001");
    other.link("Kalmykia", "1102").link("1103", "Kalmykia").link("Baku", "Kalmykia");
    other.add_box("Kalmykia").add_box("Baku");
    let (one, other) = (builder().build().unwrap(), other.build().unwrap());
    for space in one.spaces() {
        assert_eq!(one.name(space), other.name(space));
        assert_eq!(one.neighbors(space), other.neighbors(space));
    }
}

#[test]
fn two_sides_of_a_triangle_meet_in_its_corner() {
    let names = ["1001", "1002", "1101", "1102", "1103", "1201", "1202"];
    let board = board("battle", names.map(str::to_owned));
    let side = |one: &str, other: &str| board.edge(board.hex(one), board.hex(other)).unwrap();
    let corner = [side("1001", "1102"), side("1001", "1101"), side("1101", "1102")];
    for (i, &one) in corner.iter().enumerate() {
        for &other in &corner[i + 1..] {
            assert!(board.share_a_corner(one, other) && board.share_a_corner(other, one));
        }
        assert!(!board.share_a_corner(one, one), "a side does not go on with itself");
    }
    // Opposite sides of one hex, and sides without a hex in common.
    assert!(!board.share_a_corner(side("1102", "1101"), side("1102", "1103")));
    assert!(!board.share_a_corner(side("1001", "1002"), side("1201", "1202")));
}

#[test]
fn neighbours_are_hexes_in_the_order_of_directions_and_then_links() {
    let board = builder().build().unwrap();
    let around = |name: &str| -> Vec<_> {
        let neighbors = board.neighbors(board.space(name).unwrap()).iter();
        let compass = |next: &Neighbor| next.direction.map_or("link", |way| way.compass(board.orientation()));
        neighbors.map(|next| (board.name(next.space), compass(next))).collect()
    };
    assert_eq!(around("1102"), [("1103", "W"), ("1001", "NE"), ("Kalmykia", "link")]);
    assert_eq!(around("1001"), [("1102", "SW")]);
    assert_eq!(around("1105"), []);
    assert_eq!(around("Kalmykia"), [("1102", "link"), ("1103", "link"), ("Baku", "link")]);
}

#[test]
fn a_box_has_neighbours_but_no_distance_or_direction() {
    let board = builder().build().unwrap();
    let [hex, kalmykia] = ["1102", "Kalmykia"].map(|name| board.space(name).unwrap());
    assert!(board.are_adjacent(hex, kalmykia) && board.are_adjacent(kalmykia, hex));
    assert_eq!(board.distance(hex, kalmykia), None);
    assert_eq!(board.direction(hex, kalmykia), None);
    assert_eq!(board.within(kalmykia, 3).count(), 0);
    assert!(!board.are_adjacent(hex, hex));
}

#[test]
fn every_fault_is_listed_at_once() {
    let mut builder = builder();
    builder.add_hex("99").add_hex("1102").add_box("Baku").add_box("0101");
    builder.link("Elbrus", "1102").link("Grozny", "Tuapse").link("1001", "1102");
    builder.link("Kalmykia", "Baku").link("Baku", "Baku");
    let unknown =
        |a: &str, b: &str, name: &str| BoardError::UnknownSpace { link: (a.into(), b.into()), name: name.into() };
    assert_eq!(
        faults(&builder),
        [
            BoardError::Number(numbering("battle").parse("99").unwrap_err()),
            BoardError::DuplicateHex("1102".into()),
            BoardError::DuplicateBox("Baku".into()),
            BoardError::BoxLikeHex("0101".into()),
            unknown("Elbrus", "1102", "Elbrus"),
            unknown("Grozny", "Tuapse", "Grozny"),
            unknown("Grozny", "Tuapse", "Tuapse"),
            BoardError::DuplicateLink("1001".into(), "1102".into()),
            BoardError::DuplicateLink("Kalmykia".into(), "Baku".into()),
            BoardError::LinkToSelf("Baku".into()),
        ]
    );
    assert!(faults(&builder).iter().all(|fault| !fault.to_string().is_empty()));
}

#[test]
fn a_hex_added_under_its_alias_is_a_duplicate() {
    let mut builder = BoardBuilder::new(numbering("drive"));
    builder.add_hex("N4233").add_hex("S1033");
    assert_eq!(faults(&builder), [BoardError::DuplicateHex("S1033".into())]);
    let mut builder = BoardBuilder::new(numbering("drive"));
    builder.add_hex("S1033").add_box("Sea").link("Sea", "N4233");
    let board = builder.build().unwrap();
    assert_eq!(board.name(SpaceId(0)), "N4233");
}

fn square(side: u32) -> BoardBuilder {
    let mut builder = BoardBuilder::new(numbering("waw"));
    for column in 0..side {
        for row in 0..side {
            builder.add_hex(format!("{column:03}{row:03}"));
        }
    }
    builder
}

#[test]
fn more_spaces_or_edges_than_ids_are_refused() {
    assert!(matches!(faults(&square(300))[..], [BoardError::TooManySpaces(90_000)]));
    assert!(matches!(faults(&square(200))[..], [BoardError::TooManyEdges(119_201)]));
    assert_eq!(square(147).build().unwrap().len(), 147 * 147);
}

#[test]
fn an_empty_board_is_empty() {
    let board = BoardBuilder::new(numbering("roads")).build().unwrap();
    assert!(board.is_empty() && board.edges().len() == 0);
    assert_eq!(board.space("0101"), None);
    assert_eq!(board.at(Coord::new(0, 0)), None);
}

#[test]
fn far_away_coordinates_are_simply_not_on_the_board() {
    let board = builder().build().unwrap();
    for coord in [Coord::new(i32::MAX, 11), Coord::new(0, i32::MIN), Coord::new(i32::MIN, i32::MAX)] {
        assert_eq!(board.at(coord), None);
    }
}

#[test]
fn a_river_reads_the_same_from_both_banks() {
    let board = builder().build().unwrap();
    let mut river: EdgeMap<bool> = board.edge_map(false);
    let [a, b, c] = ["1001", "1102", "1103"].map(|name| board.hex(name));
    river[board.edge(a, b).unwrap()] = true;
    assert_eq!(river.between(&board, a, b), Some(&true));
    assert_eq!(river.between(&board, b, a), Some(&true));
    assert_eq!(river.between(&board, b, c), Some(&false));
    assert_eq!(river.between(&board, a, c), None);
}

#[test]
fn pointy_neighbours_lie_a_hex_apart_on_paper() {
    let board = board("roads", ["1414", "1415", "1515"].map(String::from));
    let at = |name| board.position(board.hex(name)).unwrap();
    let (x, y) = at("1414");
    assert_eq!(at("1415"), (x + 1000, y));
    assert_eq!(at("1515"), (x + 500, y - 866));
}

#[test]
fn flat_neighbours_lie_a_hex_apart_on_paper() {
    let board = board("wintergewitter", ["2428", "2429", "2529"].map(String::from));
    let at = |name| board.position(board.hex(name)).unwrap();
    let (x, y) = at("2428");
    assert_eq!(at("2429"), (x, y + 1000));
    assert_eq!(at("2529"), (x + 866, y + 500));
}

/// A patch of a map with random gaps.
fn patch() -> impl Strategy<Value = Board> {
    let hexes = proptest::collection::vec(any::<bool>(), 64);
    (0..GAMES.len(), hexes).prop_map(|(game, present)| {
        let game = GAMES[game].0;
        let (letters, width) = match game {
            "waw" => ("", 3),
            "drive" => ("N", 2),
            _ => ("", 2),
        };
        let places = (0..64).filter(|&place| present[place]);
        board(game, places.map(|place| format!("{letters}{:0width$}{:0width$}", 11 + place / 8, 11 + place % 8)))
    })
}

proptest! {
    #[test]
    fn adjacency_is_mutual_with_one_edge_and_opposite_directions(board in patch()) {
        let mut edges = HashSet::new();
        for space in board.spaces() {
            prop_assert!(board.neighbors(space).is_sorted_by_key(|next| next.direction));
            for next in board.neighbors(space) {
                edges.insert(next.edge);
                let (low, high) = board.edge_ends(next.edge);
                prop_assert!(low < high && [low, high].contains(&space) && [low, high].contains(&next.space));
                prop_assert_eq!(board.edge(next.space, space), Some(next.edge));
                prop_assert_eq!(board.direction(next.space, space), next.direction.map(Direction::opposite));
                prop_assert_eq!(board.neighbor(space, next.direction.unwrap()), Some(next.space));
            }
        }
        prop_assert_eq!(edges.len(), board.edge_count());
        prop_assert!(board.edges().map(|edge| board.edge_ends(edge)).is_sorted_by_key(|ends| ends.0));
    }

    #[test]
    fn hexes_are_neighbours_if_and_only_if_their_distance_is_one(board in patch()) {
        for a in board.spaces() {
            for b in board.spaces() {
                prop_assert_eq!(board.are_adjacent(a, b), board.distance(a, b) == Some(1));
            }
            prop_assert_eq!(board.ring(a, 1).count(), board.neighbors(a).len());
        }
    }
}
