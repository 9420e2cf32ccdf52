//! What the tests of all rooms begin with. Those that play chapters have a [`Table`](crate::setup::tests::Table).

use crate::Roads;
use crate::data::Data;
use crate::state::State;
use kessel_kernel::facets::{Arranges, Rules};
use kessel_kernel::{Dice, Given, Log, Options, Seed};
use serde_json::Value;

/// The game with its own data.
pub(crate) fn game() -> Roads {
    Roads::load(&Data::embedded()).expect("the built-in data is sound")
}

/// The first position of a scenario.
pub(crate) fn start(game: &Roads, scenario: &str) -> State {
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    game.setup(scenario, &Options::default(), &mut dice, &mut Log::silent())
}

/// The position of the campaign that a case file gives.
pub(crate) fn arranged(game: &Roads, given: Value) -> State {
    let mut state = start(game, "campaign");
    let given: Given = serde_json::from_value(given).expect("a given part");
    game.arrange(&mut state, &given).expect("understood");
    state
}
