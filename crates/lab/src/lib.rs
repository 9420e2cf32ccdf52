//! Many games at once: who wins, by how much, how long it takes, and whether the rules as coded ever fail.
//!
//! [`simulate`] plays a [`Spec`] n times and sums up in a [`Report`]. Game i of a series has the seed `seed.child(i)` and the
//! results are merged in the order of the games, so the same series gives the same report on one core and on fifty;
//! only the times differ. [`tournament`] plays everybody against everybody, and [`Standings`] tell how strong each is. A [`course`] is looked at
//! move by move.

// Rules count in whole numbers; a report has means and rates.
#![allow(clippy::float_arithmetic)]

pub mod course;
mod elo;
mod report;
mod simulate;
mod tournament;

// The tests see the crate as everybody does, by its public names.
#[cfg(test)]
extern crate self as kessel_lab;
#[cfg(test)]
#[path = "../tests/series.rs"]
mod series;

pub use elo::{Meeting, Strength, bounds, strengths};
pub use report::{Report, Trouble, Wins};
pub use simulate::{SimulateError, Spec, simulate};
pub use tournament::{Bill, Pairing, RankLine, ScenarioStandings, Standings, tournament};
