//! What the tests of all rooms begin with.

use crate::Drive;
use crate::action::Action;
use crate::data::Data;
use crate::state::State;
use kessel_kernel::facets::{Game, Rules};
use kessel_kernel::{Dice, Log, Options, Seed};

/// The game with its own data, and a scenario after both sides have set up as suggested.
pub(crate) fn opened(scenario: &str) -> (Drive, State) {
    let game = Drive::load(&Data::embedded()).expect("the built-in data is sound");
    let (mut dice, mut log) = (Dice::seeded(&Seed::from_number(1), 0), Log::silent());
    let mut state = game.setup(scenario, &Options::default(), &mut dice, &mut log);
    while state.phase().is_setup() {
        let side = state.phase().side().expect("somebody sets up");
        let action = if game.to_place(&state, side).next().is_some() { Action::Suggested } else { Action::Done };
        game.apply(&mut state, side, action, &mut dice, &mut log).expect("allowed");
    }
    (game, state)
}
