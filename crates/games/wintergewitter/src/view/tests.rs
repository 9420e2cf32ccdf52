//! What the calendar and the reminders say.

use crate::Winter;
use crate::action::Action;
use crate::data::Data;
use crate::state::State;
use kessel_kernel::facets::*;
use kessel_kernel::{Dice, Given, Log, Options, Seed, Side, Viewer};
use serde_json::{Value, json};

/// A position: a turn and a phase of the first scenario, and what is put and set.
fn position(turn: u32, phase: &str, put: &[(&str, &str)], set: &[(&str, Value)]) -> (Winter, State) {
    let game = Winter::load(&Data::embedded()).expect("the built-in data is sound");
    let mut state = game.setup(
        "we-are-coming",
        &Options::default(),
        &mut Dice::seeded(&Seed::from_number(1), 0),
        &mut Log::silent(),
    );
    let given = Given {
        empty: true,
        turn: Some(turn),
        phase: Some(phase.into()),
        put: put.iter().map(|(unit, hex)| ((*unit).to_owned(), (*hex).into())).collect(),
        set: set.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect(),
        ..Given::default()
    };
    game.arrange(&mut state, &given).expect("a sound position");
    (game, state)
}

/// The lines of the calendar from a turn on, as a viewer reads them.
fn calendar(game: &Winter, state: &State, viewer: Viewer) -> Vec<(u32, String)> {
    game.view(&game.see(state, viewer)).calendar.into_iter().map(|line| (line.turn, line.text)).collect()
}

#[test]
fn the_calendar_lists_only_what_is_still_to_come() {
    let put = [("228", "later"), ("I/201", "3048"), ("I/126", "later"), ("II/126", "entry-g")];
    let (game, state) = position(3, "first-mech-movement", &put, &[("reserves", json!(["300RD"]))]);
    let lines = calendar(&game, &state, Viewer::Axis);
    let said = |text: &str| lines.iter().any(|(_, line)| line.contains(text));
    assert!(lines.iter().all(|(turn, _)| *turn >= 3), "{lines:?}");
    assert!(said("228 Assault Guns") && said("I/126") && said("II/126"), "{lines:?}");
    assert!(!said("I/201"), "it stands on the map: {lines:?}");
    let released: Vec<&String> = lines.iter().map(|(_, line)| line).filter(|line| line.contains("released")).collect();
    assert_eq!(released, ["released: 300th Rifle Division"], "the others are free");
}

#[test]
fn the_enemy_reads_nothing_in_it_of_who_has_come() {
    let here = |at: &'static str| position(3, "first-mech-movement", &[("228", at), ("I/201", at)], &[]);
    let ((game, one), (_, other)) = (here("later"), here("entry-g"));
    assert_eq!(calendar(&game, &one, Viewer::Soviet), calendar(&game, &other, Viewer::Soviet));
}

#[test]
fn who_has_not_flown_and_who_would_fly_home_is_named() {
    let put = [("226SHAD", "ground-attack"), ("I/11", "3048"), ("302/823", "3047")];
    let (game, mut state) = position(1, "soviet-bombing", &put, &[]);
    let reminded = |state: &State| game.prompt(&game.see(state, Viewer::Soviet), Side::Soviet).reminders;
    let before = reminded(&state);
    assert!(before.len() == 1 && before[0].stake && before[0].text.contains("not flown yet"), "{before:?}");
    let air = game.data.air_unit("226SHAD").expect("an air unit");
    game.apply_unchecked(&mut state, Side::Soviet, Action::Fly { air }, &mut Dice::scripted([]), &mut Log::silent());
    let said = reminded(&state);
    assert!(said.len() == 1 && said[0].stake && said[0].case.0 == "4.5.1.d", "{said:?}");
    assert!(said[0].text.contains("226") && said[0].text.starts_with("taken up"), "{said:?}");
}
