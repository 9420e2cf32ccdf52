//! What a `staff` is built with. Goals, tactics and what things are worth stay with the game; how one looks for them is shared.
//!
//! | tool | for what |
//! |---|---|
//! | [`weights!`](crate::weights!), [`weights_of`], [`reweighted`] | the numbers that a planner goes by: named, documented, read from `staff.toml` |
//! | [`Choosing`] | the best of the offers, or the harmless one |
//! | [`Orders`] | a plan, and how it is followed when the table has changed under it |
//! | [`steps`], [`costs`] | fields: how far every space lies from the nearest goal |
//! | [`Reach`] | where a unit can go, with what it has left there and by which way |
//! | [`Cut`] | where a network of supply is narrowest, and what it takes to close it |
//! | [`detail`], [`man`], [`trim`] | who is told off for a task, one for each of several posts, and who can be left out of it |
//!
//! What a planner thinks with (the game, what its side sees, the offers, the weights) is a struct of the game, because all its tactics are
//! methods of it.

mod choosing;
mod cut;
mod fields;
mod forces;
mod orders;
mod reach;
mod weights;

pub use choosing::Choosing;
pub use cut::{Cut, NEVER};
pub use fields::{FAR, NO_WAY, costs, steps};
pub use forces::{detail, man, trim};
pub use orders::Orders;
pub use reach::{Reach, Stop};
pub use weights::{STAFF_FILE, Weights, reweighted, weights_by_scenario, weights_of};

#[cfg(test)]
mod tests {
    use kessel_board::{Board, BoardBuilder, SpaceId};

    /// Four rows of four hexes; the even rows stand half a hex further east.
    pub(super) fn board() -> Board {
        let numbering = r#"{"orientation":"pointy-top","order":"row-column","digits":2,"rows-grow":"south",
            "columns-grow":"east","shifted":"even","shifted-to":"east"}"#;
        let mut map = BoardBuilder::new(serde_json::from_str(numbering).expect("a numbering"));
        for row in 1..=4 {
            for column in 1..=4 {
                map.add_hex(format!("{row:02}{column:02}"));
            }
        }
        map.build().expect("a board")
    }

    pub(super) fn hex(board: &Board, name: &str) -> SpaceId {
        board.space(name).expect("a hex")
    }
}
