//! Marches that only a test makes.

use crate::Roads;
use crate::action::Action;
use crate::data::Data;
use crate::state::{Frame, Mode};
use kessel_table::{Dice, Game, Given, Log, Options, Seed, Side};
use serde_json::json;

/// 7.3.4, R175: a game must end, whoever plays it.
#[test]
fn a_train_does_not_go_to_and_fro_for_ever() {
    let game = Roads::load(&Data::embedded()).expect("the built-in data is sound");
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    let mut state = game.setup("campaign", &Options::default(), &mut dice, &mut Log::silent());
    let given: Given = serde_json::from_value(json!({
        "empty": true, "turn": 7, "phase": "axis-movement", "put": { "26TK": "2733", "76ID": "1902" },
        "set": { "weather": "snow", "ice": "open", "cloud": "clear", "superiority": [], "okh": { "now": ["no_supports"] } },
    }))
    .expect("a given part");
    game.arrange_state(&mut state, &given).expect("understood");
    let mut act = |action: Action| game.apply(&mut state, Side::Axis, action, &mut dice, &mut Log::silent());
    let unit = game.data.unit("76ID").expect("a unit");
    act(Action::Move { unit, mode: Mode::Rail }).expect("it takes the train");
    let ends = ["1903", "1902"].map(|name| game.data.map.board.space(name).expect("a hex"));
    let stopped = (0..=256).find(|n| act(Action::Step { to: ends[n % 2] }).is_err());
    assert!(stopped.is_some_and(|hexes| hexes > 50), "{stopped:?}");
    assert!(!matches!(state.frames.top(), Frame::March(_)), "it goes no farther by itself");
}
