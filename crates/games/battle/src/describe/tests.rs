//! Labels, previews and reminders.

use crate::data::Data;
use crate::state::State;
use crate::{Action, Battle};
use kessel_table::{Dice, Game, Given, Log, OfferKind, Options, Seed, Side};
use serde_json::{Value, json};

fn game() -> Battle {
    Battle::load(&Data::embedded()).expect("the built-in data is sound")
}

fn arranged(game: &Battle, given: Value) -> State {
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    let mut state = game.setup("campaign", &Options::default(), &mut dice, &mut Log::silent());
    let given: Given = serde_json::from_value(given).expect("a given part");
    game.arrange_state(&mut state, &given).expect("understood");
    state
}

fn example(game: &Battle) -> State {
    arranged(
        game,
        json!({
            "empty": true, "turn": 5, "phase": "axis-attack",
            "put": { "G-24Pz": "0408", "G-48Pz": "0408", "S-65": "0408", "SA-140": "S-65", "SA-AT1": "S-65" },
            "set": {
                "G-24Pz": { "assets": ["GA-9", "GA-11"] }, "G-48Pz": { "assets": ["GA-24", "GA-13"] },
                "marker": { "0408": { "from": "0508", "river": true } },
            },
        }),
    )
}

#[test]
fn a_preview_knows_its_own_sum_and_a_range_of_the_enemy() {
    let game = game();
    let state = example(&game);
    let at = game.data.board.space("0408").expect("a hex");
    let offer = game.describe_action(&game.see(&state, Side::Axis.into()), Side::Axis, Action::Attack { at });
    assert_eq!((offer.kind, offer.group.as_str()), (OfferKind::Attack, "Compulsory attacks"));
    let preview = offer.preview.expect("an attack has one");
    // 12 basic, and 32 of tanks: halved for the river, halved again if guns are there.
    assert_eq!((preview.forces[0].total, preview.forces[0].most), (20, 28));
    // One to five basic, one slot: the 140th brigade is the only other asset in play.
    assert_eq!((preview.forces[1].total, preview.forces[1].most), (1, 7));
    assert_eq!(preview.column, "2 to 5");
    assert!(preview.results.is_empty());
    assert!(!preview.chances.is_empty());
}

#[test]
fn a_preview_does_not_change_with_what_the_enemy_hides() {
    let game = game();
    let one = example(&game);
    let mut two = one.clone();
    two.units[game.data.unit("S-65").expect("65 Army").index()].strength = 1;
    let at = game.data.board.space("0408").expect("a hex");
    let offer =
        |state: &State| game.describe_action(&game.see(state, Side::Axis.into()), Side::Axis, Action::Attack { at });
    assert_eq!(offer(&one), offer(&two));
}

#[test]
fn compulsory_attacks_are_mandatory_reminders() {
    let game = game();
    let prompt = game.prompt_for(&game.see(&example(&game), Side::Axis.into()), Side::Axis);
    assert_eq!(prompt.reminders.len(), 1);
    assert!(prompt.reminders[0].mandatory);
    assert_eq!(prompt.reminders[0].at.as_deref(), Some("0408"));
}

#[test]
fn guns_sudden_death_and_points_are_remembered() {
    let game = game();
    let state = arranged(
        &game,
        json!({
            "empty": true, "turn": 8, "phase": "soviet-movement",
            "put": { "S-62": "0605", "SA-AT1": "S-62", "G-8": "0606", "G-51": "0607", "G-17": "0608" },
        }),
    );
    let cases: Vec<&str> = game
        .prompt_for(&game.see(&state, Side::Soviet.into()), Side::Soviet)
        .reminders
        .iter()
        .map(|r| r.case.id())
        .collect();
    assert_eq!(cases, ["7.0.g", "10.1.b"]);
    let state = arranged(&game, json!({ "turn": 4, "phase": "soviet-replacement" }));
    let prompt = game.prompt_for(&game.see(&state, Side::Soviet.into()), Side::Soviet);
    assert_eq!(prompt.reminders[0].case.id(), "9.1.3.c");
    assert_eq!(
        game.describe_action(&game.see(&state, Side::Soviet.into()), Side::Soviet, Action::Done).label,
        "End replacements, 15 points lapse"
    );
}
