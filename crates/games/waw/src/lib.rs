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
//! | 8.5 intelligence; what is hidden | `intelligence.rs`, `fog.rs` |
//! | 11 stacking, 18 zones of control | `field.rs` |
//! | 12 attachment, 13 leaders | `orders/command.rs` |
//! | 14 movement | `movement.rs`, `execution/march.rs`, `execution/overrun.rs` |
//! | 15 combat | `execution/odds.rs`, `battle.rs`, `result.rs`, `retreat.rs` there; `strength.rs` |
//! | 16 artillery | `execution/fire.rs` |
//! | 17 air operations | `execution/air.rs` |
//! | 19 supply | `supply.rs` |
//! | 20, 21 quality, fatigue, disorganization | `strength.rs`, `aftermath.rs` |
//! | 22 surrender, 23 improved positions | `aftermath.rs` |
//! | 24 weather | `weather.rs` |
//! | 25 reinforcements, 26 replacements | `arrivals.rs` |
//! | 27 victory | `victory.rs` |
//!
//! Whole numbers everywhere, and every modifier under its case: `fix.rs`.

mod aftermath;
mod arrange;
mod arrivals;
mod clock;
pub mod data;
mod evaluate;
mod execution;
mod executive;
mod facts;
mod field;
mod fix;
mod fog;
mod game;
mod intelligence;
mod movement;
mod opening;
mod orders;
mod refusal;
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
#[cfg(test)]
mod seven;

pub use execution::AirMission;
pub use orders::{Order, Orders, Slot};

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
