//! What the tests of the five maps share: numberings from their files, and words for stating facts.
#![allow(dead_code, reason = "not every test file uses every word")]

use kessel_board::{Board, BoardBuilder, Numbering, Orientation, SpaceId};
use serde::Deserialize;
use std::path::PathBuf;

/// The numbering of a game, from `tests/numberings/<game>.toml`.
pub fn numbering(game: &str) -> Numbering {
    #[derive(Deserialize)]
    struct File {
        numbering: Numbering,
    }
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests/numberings", &format!("{game}.toml")].iter().collect();
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let file: File = toml::from_str(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    file.numbering
}

/// A board with these hexes.
pub fn board(game: &str, hexes: impl IntoIterator<Item = String>) -> Board {
    let mut builder = BoardBuilder::new(numbering(game));
    for hex in hexes {
        builder.add_hex(hex);
    }
    builder.build().unwrap_or_else(|faults| panic!("{game}: {faults:?}"))
}

/// Statements about a board in printed numbers.
pub trait Facts {
    fn hex(&self, name: &str) -> SpaceId;
    fn hexes_apart(&self, a: &str, b: &str) -> u32;
    fn adjacent(&self, a: &str, b: &str) -> bool;
    fn next(&self, hex: &str, compass: &str) -> Option<&str>;
    fn assert_adjacent(&self, a: &str, b: &str);
    fn assert_chain(&self, chain: &str);
    fn assert_distances(&self, facts: &[(&str, &str, u32)]);
    fn assert_around(&self, hex: &str, directions: &str, expected: &str);
}

impl Facts for Board {
    fn hex(&self, name: &str) -> SpaceId {
        self.space(name).unwrap_or_else(|| panic!("{name} is not on the map"))
    }

    fn hexes_apart(&self, a: &str, b: &str) -> u32 {
        self.distance(self.hex(a), self.hex(b)).expect("both are hexes")
    }

    fn adjacent(&self, a: &str, b: &str) -> bool {
        let (one, other) = (self.hex(a), self.hex(b));
        let edge = self.edge(one, other);
        // An edge reads the same from both sides, and there is one at distance 1 only.
        assert_eq!(edge, self.edge(other, one), "{a}/{b}");
        assert_eq!(edge.is_some(), self.hexes_apart(a, b) == 1, "{a}/{b}");
        if let Some(edge) = edge {
            assert_eq!(self.edge_ends(edge), (one.min(other), one.max(other)), "{a}/{b}");
        }
        edge.is_some()
    }

    fn next(&self, hex: &str, compass: &str) -> Option<&str> {
        let direction = self.orientation().direction(compass).expect(compass);
        Some(self.name(self.neighbor(self.hex(hex), direction)?))
    }

    fn assert_adjacent(&self, a: &str, b: &str) {
        assert!(self.adjacent(a, b), "{a} and {b} are {} apart", self.hexes_apart(a, b));
    }

    /// Every hex of the list touches the one before.
    fn assert_chain(&self, chain: &str) {
        let hexes: Vec<_> = chain.split_whitespace().collect();
        for pair in hexes.windows(2) {
            self.assert_adjacent(pair[0], pair[1]);
        }
    }

    fn assert_distances(&self, facts: &[(&str, &str, u32)]) {
        for (a, b, distance) in facts {
            assert_eq!(self.hexes_apart(a, b), *distance, "{a} to {b}");
        }
    }

    /// The neighbours of a hex in the directions named, `-` where the map has none.
    fn assert_around(&self, hex: &str, directions: &str, expected: &str) {
        let found: Vec<_> =
            directions.split_whitespace().map(|compass| self.next(hex, compass).unwrap_or("-")).collect();
        assert_eq!(found.join(" "), expected, "{directions} of {hex}");
    }
}

/// Whether one hex lies further north / east than another on the sheet.
pub fn is_north_of(board: &Board, a: &str, b: &str) -> bool {
    board.position(board.hex(a)).unwrap().1 < board.position(board.hex(b)).unwrap().1
}

/// See [`is_north_of`].
pub fn is_east_of(board: &Board, a: &str, b: &str) -> bool {
    board.position(board.hex(a)).unwrap().0 > board.position(board.hex(b)).unwrap().0
}

/// All five games with the orientation of their hexes.
pub const GAMES: [(&str, Orientation); 5] = [
    ("battle", Orientation::PointyTop),
    ("drive", Orientation::PointyTop),
    ("roads", Orientation::PointyTop),
    ("wintergewitter", Orientation::FlatTop),
    ("waw", Orientation::PointyTop),
];
