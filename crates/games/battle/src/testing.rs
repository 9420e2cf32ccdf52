//! What the tests of all rooms begin with.

use crate::Battle;
use crate::data::Data;
use crate::state::State;
use kessel_kernel::facets::{Arranges, Rules};
use kessel_kernel::{Dice, Given, Log, Options, Seed};
use serde_json::Value;

/// The game with its own data.
pub(crate) fn game() -> Battle {
    Battle::load(&Data::embedded()).expect("the built-in data is sound")
}

/// The first position.
pub(crate) fn start(game: &Battle) -> State {
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    game.setup("campaign", &Options::default(), &mut dice, &mut Log::silent())
}

/// The position that a case file gives.
pub(crate) fn arranged(game: &Battle, given: Value) -> State {
    let mut state = start(game);
    let given: Given = serde_json::from_value(given).expect("a given part");
    game.arrange(&mut state, &given).expect("understood");
    state
}
