//! Wintergewitter: the relief attack on Stalingrad, December 1942, battalion by battalion.
//!
//! The files follow the rulebook's modules, so that a reader with the book open finds the code of a rule. A *decision* (a step of the sequence
//! of play, or one nested in it) is one value in the file of its module: who is asked, what may be done, what is offered, what doing it does,
//! what follows by itself, how it is asked for ([`decision`]). [`sequence`] lists the steps in the book's order.
//!
//! | module of the rulebook | file |
//! |---|---|
//! | 2 equipment | [`data`] (files under `data/wintergewitter`), [`state`], `ground.rs` |
//! | 3 sequence | `sequence.rs`, `decision.rs` |
//! | 4 air operations | `air.rs`, `air/duel.rs`, `orders.rs` (secret allocation) |
//! | 5 the Pocket; reserves of 19.1.1 | `pocket.rs` |
//! | 6 initiative | `initiative.rs`, `orders.rs` (secret bids) |
//! | 7 player phases; 15 entrenchments; 16.2 bridges | `phase.rs`, `phase/works.rs` |
//! | 8 movement, hasty attacks | `movement.rs`, `movement/cost.rs`, `movement/hasty.rs` |
//! | 9 stacking | `stacking.rs` |
//! | 10 zones of control | `layout.rs` |
//! | 11 combat | `combat.rs`, `combat/steps.rs`, `odds.rs`, `losses.rs`, `retreat.rs`, `retreat/ways.rs`, `advance.rs` |
//! | 12 artillery; 4.5.1 what a bombardment hits | `artillery.rs`, `artillery/blow.rs` |
//! | 13 disruption, 17.1 | `ground.rs`, `recovery.rs` |
//! | 14 supply | `supply.rs` |
//! | 17.2 replacements | `replacement.rs` |
//! | 18 fog of war | `fog.rs`, `redact.rs`, `view.rs` |
//! | 19, 20 scenarios, victory | `setup.rs`, `victory.rs` |

mod action;
mod advance;
mod air;
mod arrange;
mod artillery;
mod combat;
pub mod data;
mod decision;
mod describe;
mod evaluate;
mod facts;
mod fog;
mod game;
mod ground;
mod initiative;
mod layout;
mod losses;
mod movement;
mod odds;
mod orders;
mod phase;
mod playing;
mod pocket;
mod recovery;
mod redact;
mod refusal;
mod replacement;
mod retreat;
mod sample;
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

// The tests see the game as everybody does, by its public names.
#[cfg(test)]
extern crate self as kessel_wintergewitter;
#[cfg(test)]
#[path = "../tests/case_files.rs"]
mod case_files;
#[cfg(test)]
#[path = "../tests/properties.rs"]
mod properties;

pub use action::{Action, Order};
pub use orders::{Order as PlanOrder, Slot, WinterPlans};
pub use refusal::{Noun, Why};
pub use sequence::{Segment, Step, Who};

use data::Data;
use kessel_kernel::data::{DataDir, Faults};
use kessel_kernel::{Case, GameInfo};

/// The game: its data, and what follows from it alone.
pub struct Winter {
    /// Map, counters, charts, scenarios.
    pub data: Data,
    pub(crate) ground: ground::Ground,
    pub(crate) info: GameInfo,
    pub(crate) cases: &'static [Case],
}

impl Winter {
    /// Loads the game from its data files.
    ///
    /// # Errors
    /// Everything that is wrong with them, by file and line.
    pub fn load(dir: &DataDir) -> Result<Winter, Faults> {
        let data = Data::load(dir)?;
        let ground = ground::Ground::new(&data);
        let info = game::info(&data);
        Ok(Winter { data, ground, info, cases: setup::CASES })
    }
}
