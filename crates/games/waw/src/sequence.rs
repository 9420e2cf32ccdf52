//! 5.0 The course of a turn. There is no table of steps as in the other games, because nobody is asked between them:
//!
//! | phase | file |
//! |---|---|
//! | the turn is opened: weather, arrivals, supply | `opening.rs` |
//! | 5.1 Planning: both sides give orders in secret | `orders.rs` |
//! | 5.2 Execution: twelve pulses | `execution.rs` |
//! | 5.3 After Action: what is left of it | `aftermath.rs` |

use crate::Waw;
use crate::data::ScenarioId;
use crate::orders::WawPlans;
use crate::state::State;
use kessel_kernel::facets::{Plays, Rules};
use kessel_kernel::plan::Never;
use kessel_kernel::{Dice, Log, Options, Outcome};
use kessel_kit::Word;

impl Rules for Waw {
    type State = State;
    /// Nothing is done by actions.
    type Action = Never;
    type Plans = WawPlans;

    fn setup(&self, scenario: &str, options: &Options, dice: &mut Dice, log: &mut Log) -> State {
        let id = ScenarioId::from_word(scenario).unwrap_or(ScenarioId::ToTheVolga);
        self.first_position(id as usize, options, dice, log)
    }

    fn turn(&self, state: &State) -> u32 {
        state.turn.into()
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.stage(state).ending(state)
    }
}

kessel_kernel::only_plans!(Waw);

/// Nobody moves a counter by hand: where a slot can be sent is told by [`Plans::scope`](kessel_kernel::plan::Plans::scope).
impl Plays for Waw {}
