//! What the readers of all files share.

pub use kessel_table::data::TableSource;
pub(super) use kessel_table::data::{Printed, Reading, SIDES, optional_text};
pub(super) use kessel_table::small_id;

/// Reads `turn N` with N on the turn track.
pub(super) fn turn_of(text: &str, last_turn: u8) -> Option<Result<u8, String>> {
    let number = text.strip_prefix("turn ")?;
    let turn = number.parse::<u8>().ok().filter(|turn| (1..=last_turn).contains(turn));
    Some(turn.ok_or_else(|| format!("there is no turn {number}: the game has {last_turn}")))
}
