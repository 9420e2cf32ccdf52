//! What the staff holds dear. These numbers are no data: nobody has tuned them by series yet, as those of the other games are.

use crate::fix::ONE;

/// Odds beyond which nothing more is sent into an attack, beyond which guns are saved, and from which it is made with all there is.
pub(super) const ENOUGH_MEN: i64 = 4 * ONE;
pub(super) const ENOUGH_GUNS: i64 = 5 * ONE;
pub(super) const ALL_OUT: i64 = 7 * ONE;
/// Batteries that one attack is given.
pub(super) const GUNS: usize = 4;
/// Units that a threatened objective should have on it and around it.
pub(super) const GUARDS: usize = 3;
/// How far a garrison is fetched from.
pub(super) const GARRISON: u16 = 6;
/// An attack so near to an objective opens the way to it, as it is judged by the odds that are asked for.
pub(super) const BEFORE: u16 = 2;
