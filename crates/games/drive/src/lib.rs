//! Drive on Stalingrad: Operation Blue and Operation Uranus on two joined maps.
//!
//! The files follow the rulebook's sections, so that a reader with the book open finds the code of a rule:
//!
//! | section of the rulebook | file |
//! |---|---|
//! | 2 components | [`data`] (files under `data/drive`), [`state`], `ground.rs` |
//! | 3 set-up and hex control; 12.1, 12.3 | `setup.rs`, `frozen.rs` (3.2, 8.4, 8.6), `victory.rs` (3.4) |
//! | 4 how to win | `victory.rs` |
//! | 5 the turn sequence, 10 the freeze | `sequence.rs` (the table of all phases), `opening.rs` (5.4, 5.5) |
//! | 6 stacking | `stacking.rs` |
//! | 7 supply | `supply.rs` |
//! | 8 reinforcements and withdrawals | `reinforcement.rs`, `withdrawal.rs` |
//! | 9 movement, mobile assaults, sea, Manych | `movement.rs`, `march.rs`, `mobile.rs`, `sea.rs` |
//! | 11 prepared assault | `combat.rs`, `odds.rs`, `losses.rs`, `retreat.rs`, `advance.rs` |
//! | 11.7 fog of war | `redact.rs`, `view.rs` |
//!
//! Each phase and each decision nested in one is a `Decision` in the file of its chapter: who is asked, what may be done, what is offered, what
//! doing it does, what follows by itself, how it is asked for. `sequence.rs` lists the phases, `decision.rs` the nested ones and what surrounds
//! them all. `refusal.rs` puts a 'no' into words.
//! `sample.rs` draws what a side does not know, `evaluate.rs` says what a position is worth to it, `staff` plays.

mod action;
mod advance;
mod arrange;
mod combat;
pub mod data;
mod decision;
mod describe;
mod evaluate;
mod facts;
mod frozen;
mod game;
mod ground;
mod layout;
mod losses;
mod march;
mod mobile;
mod movement;
mod odds;
mod opening;
mod playing;
mod redact;
mod refusal;
mod reinforcement;
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
#[cfg(test)]
mod testing;
mod victory;
mod view;
mod withdrawal;

// The tests see the game as everybody does, by its public names.
#[cfg(test)]
extern crate self as kessel_drive;
#[cfg(test)]
#[path = "../tests/case_files.rs"]
mod case_files;
#[cfg(test)]
#[path = "../tests/golden.rs"]
mod golden;
#[cfg(test)]
#[path = "../tests/properties.rs"]
mod properties;

pub use action::Action;
pub use refusal::Why;
pub use supply::Supplied;

use data::Data;
use kessel_kernel::GameInfo;
use kessel_kernel::data::{DataDir, Faults};

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
