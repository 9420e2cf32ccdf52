//! Stalingrad Roads: headquarters, supports and offensives on the roads around Stalingrad, November 1942 to March 1943.
//!
//! | chapter of the rulebook | file |
//! |---|---|
//! | 1 terms and components; maps, counters, player aids, scenarios | [`data`] (files under `data/roads`) |
//!
//! ```
//! use kessel_roads::data::Data;
//!
//! let data = Data::load(&Data::embedded())?;
//! let uranus = data.scenario("uranus").expect("a scenario of the game");
//! let kalach = uranus.map.board.space("1331").expect("on this map");
//! assert_eq!(uranus.map.spaces[kalach].name.as_deref(), Some("Kalach"));
//! # Ok::<(), kessel_table::data::Faults>(())
//! ```

pub mod data;
