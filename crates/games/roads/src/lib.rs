//! Stalingrad Roads: headquarters, supports and offensives on the roads around Stalingrad, November 1942 to March 1943.
//!
//! The files follow the rulebook's chapters, so that a reader with the book open finds the code of a rule:
//!
//! | chapter of the rulebook | file |
//! |---|---|
//! | 1 terms and components; maps, counters, player aids, scenarios | [`data`] (files under `data/roads`), [`state`], [`field`] |
//! | 1.2 command radius; 4 supply | `command.rs`, `supply.rs`, on what `ground.rs` and `grid.rs` keep |
//! | 1.10 control, 1.11 stacking | `control.rs`, `stacking.rs` |
//! | 2 sequence | `sequence.rs`, `decision.rs` |
//! | 3 weather | `weather.rs` |
//! | 5 supports, 12 lost momentum | `supports.rs`, `deployment.rs`, `momentum.rs` |
//! | 6 Operation Mars | `mars.rs` |
//! | 7 movement, 9.2 exploitation movement | `movement.rs`, `movers.rs` (who may move), `march.rs` (hex by hex), `bars.rs` (what bars a hex to everybody) |
//! | 8 combat, 9.3 exploitation combat | `combat.rs`, `odds.rs`, `results.rs`, `losses.rs`, `retreat.rs`, `advance.rs` |
//! | 10 Fortress Stalingrad | `fortress.rs`, `airbridge.rs` |
//! | 11 offensives, 13 STAVKA | `offensives.rs`, `stavka.rs` |
//! | 14 superiority, 15 Führer Approval, 16 Manstein | `superiority.rs`, `approval.rs`, `manstein.rs` |
//! | 17 reinforcements and replacements, 18 withdrawals and upgrades | `reinforcement.rs`, `replacement.rs`, `withdrawal.rs` |
//! | scenarios | `setup.rs`, `victory.rs` |
//!
//! Each chapter holds its decisions: who is asked, what may be done, what is offered and done; `refusal.rs` lists what the sentences of a 'no' name.
//! `sample.rs` draws what a side does not know, `evaluate.rs` says what a position is worth to it, `staff` plays.
//! The rulings that the code follows (R1, R2, …) are in docs/rulings-roads.md.
//!
//! ```
//! use kessel_roads::data::Data;
//!
//! let data = Data::load(&Data::embedded())?;
//! let uranus = data.scenario("uranus").expect("a scenario of the game");
//! let kalach = uranus.map.board.space("1331").expect("on this map");
//! assert_eq!(uranus.map.spaces[kalach].name.as_deref(), Some("Kalach"));
//! # Ok::<(), kessel_kernel::data::Faults>(())
//! ```

mod action;
mod advance;
mod airbridge;
mod approval;
mod arrange;
mod bars;
mod combat;
mod command;
mod control;
pub mod data;
mod decision;
mod deployment;
mod describe;
mod evaluate;
mod facts;
pub mod field;
mod fortress;
mod game;
mod grid;
mod ground;
mod launch;
mod losses;
mod manstein;
mod march;
mod mars;
mod momentum;
mod movement;
mod movers;
mod odds;
mod offensives;
mod playing;
mod position;
mod redact;
pub mod refusal;
mod reinforcement;
mod replacement;
mod results;
mod retreat;
mod sample;
mod sequence;
pub mod sets;
mod setup;
mod sheet;
mod stacking;
mod staff;
pub mod state;
mod stavka;
mod superiority;
mod supply;
mod supports;
mod surprise;
#[cfg(test)]
mod testing;
mod victory;
mod view;
mod weather;
mod withdrawal;

// The tests see the game as everybody does, by its public names.
#[cfg(test)]
extern crate self as kessel_roads;
#[cfg(test)]
#[path = "../tests/case_files.rs"]
mod case_files;
#[cfg(test)]
#[path = "../tests/properties.rs"]
mod properties;

pub use action::{Action, PlaneId, ResultWord};
pub use refusal::Why;

use data::Data;
use kessel_kernel::GameInfo;
use kessel_kernel::data::{DataDir, Faults};

/// The game: its data, and what follows from it.
pub struct Roads {
    /// Maps, counters, charts.
    pub data: Data,
    pub(crate) info: GameInfo,
    /// The HQ counters.
    pub(crate) hq_list: Vec<data::UnitId>,
    /// The Bridging Units.
    pub(crate) bridging: Vec<data::SupportId>,
    /// Artillery and Katyushas.
    pub(crate) guns: Vec<data::SupportId>,
    /// The leaders.
    pub(crate) leaders: Vec<data::SupportId>,
    /// The maps of the scenarios as traces see them.
    pub(crate) grids: Vec<grid::Grid>,
    /// Where no rule can be against a step.
    pub(crate) plain: march::Plain,
    /// The campaign among the scenarios, whose special rules have their own numbers.
    pub(crate) campaign: Option<u8>,
}

impl Roads {
    /// Loads the game from its data files.
    ///
    /// # Errors
    /// Everything that is wrong with the files, by file and line.
    pub fn load(dir: &DataDir) -> Result<Roads, Faults> {
        Ok(Roads::of(Data::load(dir)?))
    }

    /// What follows from the data.
    pub(crate) fn of(data: Data) -> Roads {
        let hq_list = data.unit_ids().filter(|unit| data.units[unit.index()].is_hq()).collect();
        let info = game::info(&data);
        let of_class = |class| bars::of_class(&data.supports, class);
        let bridging = of_class(data::SupportClass::Bridging);
        let guns =
            [data::SupportClass::Artillery, data::SupportClass::Katyusha].into_iter().flat_map(of_class).collect();
        let leaders = of_class(data::SupportClass::Leader);
        let campaign = data.scenarios.iter().position(|scenario| scenario.id == "campaign").map(|place| place as u8);
        let grids = data.scenarios.iter().map(|scenario| grid::Grid::new(&scenario.map)).collect();
        let plain = march::Plain::new(&data);
        Roads { data, info, hq_list, bridging, guns, leaders, grids, plain, campaign }
    }
}
