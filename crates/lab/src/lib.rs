//! Many games at once: who wins, by how much, how long it takes, and whether the rules as coded ever fail.
//!
//! [`simulate`] plays a [`Spec`] n times and sums up in a [`Report`]. Game i of a series has the seed `seed.child(i)` and the
//! results are merged in the order of the games, so the same series gives the same report on one core and on fifty;
//! only the times differ.

// Rules count in whole numbers; a report has means and rates.
#![allow(clippy::float_arithmetic)]

mod report;
mod simulate;

pub use report::{Report, Trouble, Wins};
pub use simulate::{SimulateError, Spec, simulate};
