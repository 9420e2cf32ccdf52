//! World at War: Stalingrad. Both sides plan in secret, then one Execution plays all orders at once.
//!
//! The files follow the manual's chapters, so that a reader with the book open finds the code of a rule:
//!
//! | chapter | file |
//! |---|---|
//! | 2 options, 30 variants, 29 set-up | `setup.rs`, `state/setup.rs` |
//! | 3.3 the Executive Officer | `executive.rs` |
//! | 5, 10 phases and hours | `clock.rs`, `opening.rs`, `aftermath.rs` |
//! | 5.1, 9 orders | `orders.rs` and the files under `orders/` |
//! | 5.2 Execution | `execution.rs`: twelve pulses |
//! | 8.5 intelligence; what is hidden | `intelligence.rs`, `redact.rs` |
//! | 11 stacking, 18 zones of control | `field.rs`: who stands where and what he exerts change with every step, so they are kept as one |
//! | 12 attachment, 13 leaders | `orders/command.rs` |
//! | 14 movement | `movement.rs`, `orders/ways.rs`, `execution/march.rs`, `execution/overrun.rs` |
//! | 15 combat | `execution/odds.rs`, `battle.rs`, `result.rs`, `retreat.rs` there; `strength.rs` |
//! | 16 artillery | `artillery.rs`, `execution/fire.rs` |
//! | 17 air operations | `execution/air.rs` |
//! | 19 supply | `supply.rs` |
//! | 20, 21 quality, fatigue, disorganization | `strength.rs`, `aftermath.rs` |
//! | 22 surrender, 23 improved positions | `aftermath.rs` |
//! | 24 weather | `weather.rs` |
//! | 25 reinforcements, 26 replacements | `arrivals.rs` |
//! | 27 victory | `victory.rs` |
//!
//! The other rooms are those of every game:
//!
//! | what | file |
//! |---|---|
//! | a position: flat, cheap to copy | `state.rs` |
//! | what a scenario's map and units are, laid out flat; the view of it that rules ask | `theater.rs` |
//! | why the rules say no | `refusal.rs` |
//! | what a side is shown, and what is said to it | `view.rs`, `sheet.rs`, `describe.rs` |
//! | case files: a position from words, and back into words | `arrange.rs`, `facts.rs` |
//! | the computer player; a plan that is being filled, which it shares with the Executive Officer | `staff/`, `planner.rs` |
//! | what a side may think, and what a position is worth | `sample.rs`, `evaluate.rs` |
//!
//! `sequence.rs` is only a signpost, and there is no `decision.rs` or `action.rs`: both sides plan, and nothing is done by actions.
//!
//! | word | what it means here |
//! |---|---|
//! | order | what one slot (a unit, a squadron, a leader …) is told: [`Order`] |
//! | standing order | what a unit does until it is told otherwise: [`state::Standing`] |
//! | plan | the orders of one side |
//! | plans | how orders are asked, listed, checked and carried out: [`WawPlans`] |
//!
//! Whole numbers everywhere, and every modifier under its case: `fix.rs`.

mod aftermath;
mod arrange;
mod arrivals;
mod artillery;
mod clock;
pub mod data;
mod describe;
mod evaluate;
mod execution;
mod executive;
mod facts;
mod field;
mod fix;
mod game;
mod intelligence;
mod movement;
mod opening;
mod orders;
mod planner;
mod redact;
mod refusal;
mod sample;
mod sequence;
mod setup;
mod sheet;
mod staff;
pub mod state;
mod strength;
mod supply;
mod theater;
mod victory;
mod view;
mod weather;

// The tests see the game as everybody does, by its public names.
#[cfg(test)]
extern crate self as kessel_waw;
#[cfg(test)]
#[path = "../tests/case_files.rs"]
mod case_files;
#[cfg(test)]
#[path = "../tests/messages.rs"]
mod messages;
#[cfg(test)]
#[path = "../tests/properties.rs"]
mod properties;

pub use execution::AirMission;
pub use orders::{Order, Slot, WawPlans};

use data::{AirLevel, Data, Squadron};
use kessel_kernel::GameInfo;
use kessel_kernel::data::{DataDir, Faults};
use state::State;
use theater::{Stage, Theater};

/// The game: its data, and what follows from it alone.
pub struct Waw {
    /// Maps, units, charts, scenarios.
    pub data: Data,
    /// Each scenario, laid out flat.
    theaters: Vec<Theater>,
    /// The squadrons of each scenario at each air level.
    squadrons: Vec<[Vec<Squadron>; 5]>,
    info: GameInfo,
}

impl Waw {
    /// Loads the game from its data files.
    ///
    /// # Errors
    /// Everything that is wrong with them, by file and line.
    pub fn load(dir: &DataDir) -> Result<Waw, Faults> {
        let data = Data::load(dir)?;
        let theaters = data.scenarios.iter().map(Theater::new).collect();
        let squadrons = data.scenarios.iter().map(|s| AirLevel::ALL.map(|level| s.squadrons.at(level))).collect();
        let info = game::info(&data);
        Ok(Waw { data, theaters, squadrons, info })
    }

    /// The scenario of a position.
    pub(crate) fn stage(&self, state: &State) -> Stage<'_> {
        let n = usize::from(state.scenario);
        Stage {
            data: &self.data,
            scenario: &self.data.scenarios[n],
            theater: &self.theaters[n],
            // 2.2.c: as many as the one level in force says.
            squadrons: &self.squadrons[n][state.setup.air as usize],
        }
    }
}
