//! What a `staff` is built with. Goals, tactics and what things are worth stay with the game; how one looks for them is shared.
//!
//! | tool | for what |
//! |---|---|
//! | [`weights!`](crate::weights!), [`weights_of`], [`reweighted`] | the numbers that a planner goes by: named, documented, read from `staff.toml` |

mod weights;

pub use weights::{STAFF_FILE, Weights, reweighted, weights_of};
