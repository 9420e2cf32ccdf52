//! Reading the data files of a game.

use kessel_board::{Board, SpaceId};
use kessel_table::data::Item;

/// The hex that a value names; a fault if there is none.
pub fn hex_of(item: &Item<'_>, board: &Board) -> Option<SpaceId> {
    let name = item.text()?;
    let hex = board.space(name);
    if hex.is_none() {
        item.fault(format!("there is no hex {name}"));
    }
    hex
}

/// The hexes of a list, each once.
pub fn hexes_of(items: &[Item<'_>], board: &Board) -> Vec<SpaceId> {
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
