//! What a case file gives is what the facts then say.

use crate::Battle;
use crate::testing::{game, start};
use kessel_kernel::facets::*;
use kessel_kernel::{Given, Viewer};
use serde_json::{Value, json};

fn given(value: Value) -> Given {
    serde_json::from_value(value).expect("the given part of a case file")
}

fn facts(game: &Battle, value: Value) -> Value {
    let mut state = start(game);
    game.arrange(&mut state, &given(value)).expect("everything is understood");
    game.facts(&game.see(&state, Viewer::Umpire))
}

#[test]
fn the_river_assault_of_the_example_can_be_put_on_the_table() {
    let facts = facts(
        &game(),
        json!({
            "empty": true, "turn": 5, "phase": "axis-attack",
            "put": { "G-24Pz": "0408", "G-48Pz": "0408", "S-65": "0408", "SA-140": "S-65", "G-7": "axis-reserve" },
            "set": {
                "G-24Pz": { "assets": ["GA-9", "GA-11"] },
                "S-65": { "strength": 4, "assets": ["SA-140", "SA-AT1"], "moved": true },
                "GA-9": { "steps": 2 },
                "marker": { "0408": { "from": "0508" } },
                "directives": ["stalingrad", "don", "caucasus"],
                "points": { "don": 2 },
                "last_control": { "Kalmykia": "axis" },
            },
            "control": { "axis": ["0606"] },
        }),
    );
    assert_eq!(facts["turn"], 5);
    assert_eq!(facts["phase"], "axis-attack");
    assert_eq!(facts["to_act"], "axis");
    let army = &facts["counters"]["S-65"];
    assert_eq!((&army["at"], &army["strength"], &army["moved"]), (&json!("0408"), &json!(4), &json!(true)));
    assert_eq!(army["assets"], json!(["SA-140", "SA-AT1"]));
    assert_eq!(facts["counters"]["G-24Pz"]["strength"], 6);
    assert_eq!(facts["counters"]["GA-9"], json!({ "at": "G-24Pz", "steps": 2, "factor": 6 }));
    assert_eq!(facts["counters"]["G-7"]["at"], "axis-reserve");
    assert_eq!(facts["counters"]["S-40"]["at"], "turn-track");
    let space = &facts["spaces"]["0408"];
    assert_eq!(
        (&space["battle"], &space["marker"], &space["from"]),
        (&json!(true), &json!("river-assault"), &json!("0508"))
    );
    assert_eq!(space["control"], Value::Null);
    assert_eq!(facts["spaces"]["0606"]["control"], "axis");
    assert_eq!(facts["spaces"]["Kalmykia"]["last_control"], "axis");
    assert_eq!(facts["tracks"]["vp-don"], 2);
    assert_eq!(facts["directives"], json!(["stalingrad", "don", "caucasus"]));
}

#[test]
fn units_alone_in_a_space_control_it_and_units_in_battle_are_engaged() {
    let facts = facts(
        &game(),
        json!({
            "empty": true, "turn": 3, "phase": "soviet-movement",
            "put": { "S-62": "0817", "S-64": "0708", "G-8": "0708" },
        }),
    );
    assert_eq!(facts["spaces"]["0817"]["control"], "soviet");
    assert_eq!(facts["counters"]["S-64"]["engaged"], true);
    assert_eq!(facts["counters"]["S-62"]["engaged"], false);
}

#[test]
fn a_replacement_phase_begins_with_the_points_of_its_turn() {
    let facts = facts(&game(), json!({ "turn": 6, "phase": "axis-replacement" }));
    assert_eq!(facts["purse"], json!({ "soviet": 0, "german": 5, "minor": 1 }));
    assert_eq!(facts["counters"]["GA-GD"]["at"], "withdrawn");
    assert_eq!(facts["counters"]["GA-9"]["at"], "G-24Pz");
}

#[test]
fn everything_not_understood_is_reported() {
    let game = game();
    let mut state = start(&game);
    let wrong = given(json!({
        "turn": 15, "phase": "lunch",
        "put": { "X-1": "0101", "S-40": "9999", "SA-140": "G-7" },
        "set": { "S-40": { "strength": 9, "mood": 1 }, "weather": 1, "duty": "perhaps" },
        "control": { "neutral": [], "axis": ["9999"] },
    }));
    let faults = game.arrange(&mut state, &wrong).expect_err("all of it is wrong");
    assert_eq!(faults.len(), 11, "{faults:#?}");
}
