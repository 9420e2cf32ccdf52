//! The sequence of play, as the log tells it.

use crate::data::Data;
use crate::{Action, Battle};
use kessel_kernel::facets::*;
use kessel_kernel::{Dice, Given, Log, Options, Seed, Side, What};
use serde_json::{Value, json};

/// The phases that the log announces from `phase` to the start of the next turn, if nobody does anything.
fn announced(game: &Battle, turn: u8, phase: &str, set: Value) -> Vec<String> {
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    let mut state = game.setup("campaign", &Options::default(), &mut dice, &mut Log::silent());
    let put = json!({ "S-62": "0606", "G-7": "0517", "G-8": "1112" });
    let given = json!({ "empty": true, "turn": turn, "phase": phase, "put": put, "set": set });
    let given: Given = serde_json::from_value(given).expect("a given part");
    game.arrange(&mut state, &given).expect("understood");
    let mut log = Log::new();
    while state.turn == turn && state.ended.is_none() {
        let side = game.to_act(&state).first().expect("somebody is asked");
        let mut offers = Vec::new();
        game.offers(&state, side, &mut offers);
        let action = if offers.contains(&Action::Done) { Action::Done } else { offers[0] };
        game.apply(&mut state, side, action, &mut dice, &mut log).expect("offered, so allowed");
    }
    let phase = |what| if let What::Phase { phase, .. } = what { Some(phase) } else { None };
    log.take()
        .into_iter()
        .filter(|event| event.audience.includes(Side::Axis.into()))
        .filter_map(|e| phase(e.what))
        .collect()
}

#[test]
fn neither_uranus_nor_the_detachments_are_announced_in_july() {
    let game = Battle::load(&Data::embedded()).expect("the built-in data is sound");
    let july = announced(&game, 1, "soviet-attack", json!({}));
    assert!(july.contains(&"axis-assignment".into()), "{july:?}");
    assert!(!july.iter().any(|phase| ["uranus", "axis-detachments"].contains(&phase.as_str())), "{july:?}");
}

#[test]
fn they_are_announced_when_they_can_come() {
    let game = Battle::load(&Data::embedded()).expect("the built-in data is sound");
    let undecided = announced(&game, 9, "soviet-attack", json!({}));
    assert!(undecided.contains(&"uranus".into()) && !undecided.contains(&"axis-detachments".into()), "{undecided:?}");
    let launched = announced(&game, 9, "axis-attack", json!({ "uranus": 9 }));
    assert!(launched.contains(&"axis-detachments".into()), "{launched:?}");
    let later = announced(&game, 10, "soviet-attack", json!({ "uranus": 9 }));
    assert!(!later.iter().any(|phase| ["uranus", "axis-detachments"].contains(&phase.as_str())), "{later:?}");
}

/// The markers that the log takes off the map when the player turn ends, with their spaces.
fn removed(game: &Battle, set: Value) -> Vec<(String, String)> {
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    let mut state = game.setup("campaign", &Options::default(), &mut dice, &mut Log::silent());
    let put = json!({ "S-62": "0514", "G-7": "0514", "S-64": "0714", "G-8": "0714" });
    let given = json!({ "empty": true, "turn": 3, "phase": "axis-replacement", "put": put, "set": set });
    let given: Given = serde_json::from_value(given).expect("a given part");
    game.arrange(&mut state, &given).expect("understood");
    let mut log = Log::new();
    game.apply(&mut state, Side::Axis, Action::Done, &mut dice, &mut log).expect("the phase may end");
    let gone = |what| match what {
        What::Marker { marker, at, placed: false } => Some((marker.to_string(), at.to_string())),
        _ => None,
    };
    log.take().into_iter().filter_map(|event| gone(event.what)).collect()
}

#[test]
fn each_marker_is_taken_off_under_its_own_name() {
    let game = Battle::load(&Data::embedded()).expect("the built-in data is sound");
    let set =
        json!({ "marker": { "0514": { "from": "0515", "river": true }, "0714": { "from": "0715", "river": false } } });
    let mut markers = removed(&game, set);
    markers.sort();
    let expected = [("compulsory", "0714"), ("river-assault", "0514")];
    assert_eq!(markers, expected.map(|(marker, at)| (marker.to_owned(), at.to_owned())));
}
