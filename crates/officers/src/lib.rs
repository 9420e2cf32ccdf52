//! Computer players for any game, and the list of games they can play.
//!
//! | concept | where |
//! |---|---|
//! | [`Rank`] | how good a player is asked for: `recruit`, `staff` in three temperaments, or a sparring partner of the laboratory |
//! | [`Recruit`] | picks uniformly among the offers |
//! | [`Playable`] | a game without its types that can be played out and for which officers can be enlisted |
//! | [`PlayOut`], [`GameRecord`] | one whole game between two officers, at full speed, and what came of it |
//! | [`AnyOfficer`] | an officer without his types, for the command line and the server |
//! | [`AnyOfficer::advise`] | what an officer would do in a person's place, and why |
//! | [`guard`] | a panic of the rules, told in a sentence |
//! | [`Measured`] | how strong officers are, by the games that they have played against each other |
//! | [`Registry`] | all games, built and planned |
//!
//! An officer never sees more than his side may see: he is shown a [`Seen`](kessel_kernel::Seen)
//! position. (The recruit looks at nothing but the number of offers.)
//!
//! ```
//! use kessel_officers::{PlayOut, Rank, Registry};
//! use kessel_kernel::Seed;
//!
//! # fn play(registry: &Registry) -> Result<(), Box<dyn std::error::Error>> {
//! let game = registry.get("battle")?;
//! let record = game.play_out(&PlayOut::of("campaign", Seed::from_number(7)).ranks([Rank::Recruit, Rank::Recruit]))?;
//! println!("{:?} after {} actions", record.outcome, record.actions);
//! # Ok(()) }
//! ```

mod advice;
mod measured;
mod panics;
mod playable;
mod playout;
mod rank;
mod recruit;
mod registry;
mod seat;
mod sparring;

// The tests see the crate as everybody does, by its public names.
#[cfg(test)]
extern crate self as kessel_officers;
#[cfg(test)]
#[path = "../tests/play.rs"]
mod play;

pub use measured::{Measured, Record, Score, Series};
pub use panics::{guard, hush_panics};
pub use playable::{AnyOfficer, EnlistError, OfficerError, PlayOutError, Playable};
pub use playout::{GameRecord, MAX_ACTIONS, PlayOut};
pub use rank::{Rank, UnknownRank};
pub use recruit::Recruit;
pub use registry::{Listed, LookupError, PlannedScenario, Registry, ScenarioLine};
