//! Drive on Stalingrad: Operation Blue and Operation Uranus on two joined maps.
//!
//! The files follow the rulebook's sections, so that a reader with the book open finds the code of a rule:
//!
//! | section of the rulebook | file |
//! |---|---|
//! | 2 components | [`data`] (files under `data/drive`), [`state`], `ground.rs` |
//! | 3 set-up and hex control; 12.1, 12.3 | `setup.rs`, `frozen.rs` (3.2, 8.4, 8.6), `victory.rs` (3.4) |
//! | 4 how to win | `victory.rs` |
//! | 5 the turn sequence, 10 the freeze | `sequence.rs` |
//! | 6 stacking | `stacking.rs` |
//! | 7 supply | `supply.rs` |
//! | 8 reinforcements and withdrawals | `reinforcement.rs` |
//! | 9 movement, mobile assaults, sea, Manych | `movement.rs`, `mobile.rs`, `sea.rs` |
//! | 11 prepared assault | `combat.rs`, `odds.rs`, `results.rs`, `retreat.rs` |
//! | 11.7 fog of war | `redact.rs`, `view.rs` |
//!
//! `check.rs` is the one truth of legality, `offers.rs` lists what it allows, `apply.rs` does it, `refusal.rs` puts a 'no' into words.
//! `sample.rs` draws what a side does not know, `evaluate.rs` says what a position is worth to it, `staff` plays.

mod action;
mod apply;
mod arrange;
mod check;
mod combat;
pub mod data;
mod describe;
mod evaluate;
mod facts;
mod frozen;
mod game;
mod ground;
mod layout;
mod mobile;
mod movement;
mod odds;
mod offers;
mod redact;
mod refusal;
mod reinforcement;
mod results;
mod retreat;
mod sample;
mod sea;
mod sequence;
mod sets;
mod setup;
mod sheet;
mod stacking;
mod staff;
pub mod state;
mod supply;
mod victory;
mod view;

pub use action::Action;
pub use refusal::Why;
pub use supply::Supplied;

use data::Data;
use kessel_table::GameInfo;
use kessel_table::data::{DataDir, Faults};

/// The game: its data, and what follows from it alone.
pub struct Drive {
    /// Maps, counters, charts, scenarios.
    pub data: Data,
    pub(crate) ground: ground::Ground,
    pub(crate) info: GameInfo,
}

impl Drive {
    /// Loads the game from its data files.
    pub fn load(dir: &DataDir) -> Result<Drive, Faults> {
        let data = Data::load(dir)?;
        let ground = ground::Ground::new(&data);
        let info = game::info(&data);
        Ok(Drive { data, ground, info })
    }
}
