//! The Battle of Stalingrad: corps and armies with hidden strengths, fourteen half-month turns from July 1942 to January 1943.
//!
//! The files follow the rulebook's modules, so that a reader with the book open finds the code of a rule:
//!
//! | module of the rulebook | file |
//! |---|---|
//! | 2 components | [`data`] (files under `data/battle`), [`state`] |
//! | 3 stacking, zones, control, battle spaces; 5 supply | `supply.rs`, `stacking.rs`, `control.rs` |
//! | 3.5 fog of war | `redact.rs`, `view.rs` |
//! | 4 sequence of play | `sequence.rs` (the table of all phases) |
//! | 6 set-up | `setup.rs` |
//! | 7 movement | `movement.rs`, `march.rs` |
//! | 8 combat | `combat.rs`, `odds.rs`, `losses.rs`, `retreat.rs`, `uranus.rs` |
//! | 9 reinforcements, withdrawals, replacements | `reinforcement.rs`, `withdrawal.rs`, `replacement.rs` |
//! | 10 victory | `victory.rs` |
//!
//! Each phase and each decision nested in one is a `Decision` in the file of its chapter: who is asked, what may be done, what is offered, what
//! doing it does, what follows by itself, how it is asked for. `sequence.rs` lists the phases, `decision.rs` the nested ones and what surrounds
//! them all. `refusal.rs` puts a 'no' into words.
//! `sample.rs` draws what a side does not know, `evaluate.rs` says what a position is worth to it, `staff` plays.
//! The rulings that the code follows (R-1, R-2, …) are in docs/rulings.md.

mod action;
mod arrange;
mod combat;
mod control;
pub mod data;
mod decision;
mod describe;
mod evaluate;
mod facts;
mod game;
mod losses;
mod march;
mod movement;
mod odds;
mod playing;
mod redact;
mod refusal;
mod reinforcement;
mod replacement;
mod retreat;
mod sample;
mod sequence;
pub mod sets;
mod setup;
mod sheet;
mod stacking;
mod staff;
pub mod state;
mod supply;
#[cfg(test)]
mod testing;
mod uranus;
mod victory;
mod view;
mod withdrawal;

// The tests see the game as everybody does, by its public names.
#[cfg(test)]
extern crate self as kessel_battle;
#[cfg(test)]
#[path = "../tests/case_files.rs"]
mod case_files;
#[cfg(test)]
#[path = "../tests/properties.rs"]
mod properties;

pub use action::Action;
pub use refusal::Why;
pub use supply::Picture;

use data::Data;
use kessel_kernel::GameInfo;
use kessel_kernel::data::{DataDir, Faults};

/// The game: its data, and what follows from the map alone.
pub struct Battle {
    /// Maps, counters, charts.
    pub data: Data,
    pub(crate) ground: supply::Ground,
    pub(crate) info: GameInfo,
}

impl Battle {
    /// Loads the game from its data files.
    pub fn load(dir: &DataDir) -> Result<Battle, Faults> {
        let data = Data::load(dir)?;
        let ground = supply::Ground::new(&data);
        let info = game::info(&data);
        Ok(Battle { data, ground, info })
    }
}
