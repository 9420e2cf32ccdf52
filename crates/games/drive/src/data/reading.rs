//! What the readers of all files share.

use kessel_board::{Board, SpaceId};
use kessel_table::data::Item;
pub use kessel_table::data::{Printed, TableSource};
pub(super) use kessel_table::data::{Reading, SIDES};
pub(super) use kessel_table::{numbers, small_id};

/// The hex that a value names.
pub(super) fn hex_of(item: &Item<'_>, board: &Board) -> Option<SpaceId> {
    let name = item.text()?;
    let hex = board.space(name);
    if hex.is_none() {
        item.fault(format!("there is no hex {name}"));
    }
    hex
}

/// The hexes of a list, each once.
pub(super) fn hexes_of(items: &[Item<'_>], board: &Board) -> Vec<SpaceId> {
    let mut hexes = Vec::with_capacity(items.len());
    for item in items {
        let Some(hex) = hex_of(item, board) else { continue };
        if hexes.contains(&hex) {
            item.fault(format!("the hex {} is listed twice", board.name(hex)));
        }
        hexes.push(hex);
    }
    hexes
}
