//! What the planner goes by, in hundredths of a strength point. The numbers stand in `data/wintergewitter/staff.toml`.

use kessel_kit::weights;

weights! {
    /// The weights of one side.
    pub(crate) struct Weights {
        /// An attack is made if it brings more than this.
        attack: i32,
        /// What makes the mechanized units fight before they move.
        plenty: i32,
        /// What a massed strike must be worth to be drawn up.
        strike: i32,
        /// Nobody moves for less.
        sloth: i32,
    }
}
