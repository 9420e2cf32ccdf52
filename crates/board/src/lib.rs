//! The board of a wargame: numbered hexes, named boxes and the edges between them, as one graph.
//!
//! No rules live here. A game describes its map as data, builds a [`Board`] from it once, keeps
//! what its rules know of spaces and edges in maps and sets beside it, and asks a [`Search`] how
//! far a unit gets, whether a supply line exists and what is cut off.
//!
//! | to | use |
//! |---|---|
//! | read and write printed hex numbers | [`Numbering`], from the [`NumberingDraft`] in a map file |
//! | do geometry | [`Coord`], [`Direction`], [`Orientation`] |
//! | build a map | [`BoardBuilder`], which lists every [`BoardError`] at once |
//! | walk the map | [`Board`], [`Neighbor`], [`SpaceId`], [`EdgeId`] |
//! | note something for each space or edge | [`SpaceMap`], [`EdgeMap`] |
//! | note which spaces | [`SpaceSet`], which grows; [`SpaceBits`], held in place, in states that are copied a lot |
//! | note which counters | [`IdSet`], which [`SpaceBits`] is for spaces |
//! | move, trace supply, find what is cut off | [`Search`] and its [`Reach`] and [`Trace`] |
//!
//! Everything is deterministic: ids, neighbour order and ties depend on nothing but the map data,
//! and nothing uses floating point.
//!
//! # Example
//!
//! Four hexes at the rim of a map, and a box that two of them border:
//!
//! ```
//! use kessel_board::{BoardBuilder, Numbering, Search};
//!
//! // In a game this table stands in its map file.
//! let numbering: Numbering = toml::from_str(r#"
//!     orientation  = "pointy-top"
//!     order        = "row-column"
//!     digits       = 2
//!     rows-grow    = "south"
//!     columns-grow = "west"
//!     shifted      = "even"
//!     shifted-to   = "west"
//! "#)?;
//!
//! let mut map = BoardBuilder::new(numbering);
//! map.add_hex("1001").add_hex("1002").add_hex("1102").add_hex("1103");
//! map.add_box("Kalmykia").link("Kalmykia", "1102").link("Kalmykia", "1103");
//! let board = map.build().map_err(|faults| format!("{faults:?}"))?;
//!
//! let [astrakhan, kalmykia] = ["1001", "Kalmykia"].map(|name| board.space(name).unwrap());
//! let mut bridges = board.edge_map(false);
//! bridges[board.edge(astrakhan, board.space("1102").unwrap()).unwrap()] = true;
//!
//! // One point a hex, two more without a bridge; how far do four points go?
//! let mut search = Search::new();
//! let reach = search.reach(&board, [astrakhan], 4, |_, _, edge| {
//!     Some(if bridges[edge] { 1 } else { 3 })
//! });
//! assert_eq!(reach.cost(kalmykia), Some(4));
//! let path = reach.path(kalmykia).unwrap();
//! let names: Vec<_> = path.into_iter().map(|space| board.name(space)).collect();
//! assert_eq!(names, ["1001", "1102", "Kalmykia"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod board;
mod builder;
mod coord;
mod direction;
mod grid;
mod id;
mod map;
pub mod numbering;
mod queue;
mod reach;
mod search;
mod set;
mod words;

pub use bits::{IdSet, SpaceBits, TooLarge};
pub use board::{Board, Neighbor};
pub use builder::{BoardBuilder, BoardError};
pub use coord::Coord;
pub use direction::{Direction, Orientation};
pub use id::{DenseId, EdgeId, SpaceId};
pub use map::{DenseMap, EdgeMap, SpaceMap};
pub use numbering::{NumberError, Numbering, NumberingDraft, NumberingError};
pub use reach::{Reach, Reached, Trace};
pub use search::Search;
pub use set::SpaceSet;
pub use words::Members;
