//! Labels, previews and reminders.

use crate::data::Data;
use crate::state::State;
use crate::{Action, Roads};
use kessel_table::{Dice, Game, Given, Log, OfferKind, Offers, Options, Seed, Side};
use serde_json::{Value, json};

fn game() -> Roads {
    Roads::load(&Data::embedded()).expect("the built-in data is sound")
}

fn arranged(game: &Roads, given: Value) -> State {
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    let mut state = game.setup("campaign", &Options::default(), &mut dice, &mut Log::silent());
    let given: Given = serde_json::from_value(given).expect("a given part");
    game.arrange_state(&mut state, &given).expect("understood");
    state
}

/// Example 5: six units against two Romanian divisions.
fn example(game: &Roads) -> State {
    arranged(
        game,
        json!({
            "empty": true, "turn": 1, "phase": "soviet-combat",
            "put": {
                "26TK": "1528", "1TK": "1528", "8KK": "1528", "4TK": "1729", "3GKK": "1729", "51G": "1729",
                "R6": "1628", "R15GL": { "at": "1628", "steps": 1 }, "SouthWest": "1931", "Ro3A": "1324",
            },
        }),
    )
}

#[test]
fn the_preview_of_the_example_adds_up() {
    let game = game();
    let state = example(&game);
    let at = game.map(&state).board.space("1628").expect("a hex");
    let offer = game.describe_action(&state, Side::Soviet, Action::Attack { at });
    assert_eq!(offer.kind, OfferKind::Attack);
    assert_eq!(
        offer.cost.as_deref(),
        Some("with all 6 that can: 6/1 (odds 8/1); allied stack of 3 steps: one exploitation level more")
    );
    // The attackers are named first; the window opens with what they make of it.
    assert!(offer.preview.is_none());
    let preview = game.preview_of(&state, &game.full_attack(&state, Side::Soviet, at));
    assert_eq!((preview.forces[0].total, preview.forces[1].total), (34, 4));
    assert_eq!(preview.forces[0].lines.len(), 6);
    assert_eq!(preview.column, "6/1 (odds 8/1)");
    let rows: u32 = preview.chances.iter().filter(|c| c.text.starts_with("column")).map(|c| c.permille).sum();
    assert!((985..=1000).contains(&rows));
    assert!(preview.chances.iter().any(|chance| chance.text == "column 6/1: 6, A1D2 E DR2"));
}

#[test]
fn a_rolled_combat_shows_the_row_with_both_results() {
    let game = game();
    let mut state = example(&game);
    let given: Given = serde_json::from_value(json!({
        "set": { "fight": {
            "hex": "1628", "attackers": ["26TK", "1TK", "8KK", "4TK", "3GKK", "51G"], "stage": "attacker-choice", "roll": 6,
        } },
    }))
    .expect("a given part");
    game.arrange_state(&mut state, &given).expect("understood");
    let report = game.view_of(&state, kessel_table::Viewer::Axis).battle.expect("a combat is fought");
    assert_eq!(report.column, "6/1");
    let cells: Vec<&str> = report.results.iter().map(|result| result.cell.as_str()).collect();
    assert_eq!(cells, ["A1D2", "E", "DR2"]);
    assert!(report.results.iter().all(|result| result.cells.len() == 12 && result.cells[5] == result.cell));
}

#[test]
fn every_offer_of_an_opening_has_words() {
    let game = game();
    for scenario in &game.data.scenarios {
        let mut dice = Dice::seeded(&Seed::from_number(2), 0);
        let mut state = game.setup(&scenario.id, &Options::default(), &mut dice, &mut Log::silent());
        for _ in 0..150 {
            let Some(side) = Side::BOTH.into_iter().find(|side| game.to_act(&state).includes(*side)) else { break };
            let offers = Offers::of(&game, &state, side);
            assert!(!offers.prompt.text.is_empty());
            assert!(offers.list.iter().all(|offer| !offer.label.is_empty()), "{:?}", offers.list);
            assert!(
                game.data.ledger.cases().iter().any(|case| case.id == offers.prompt.case),
                "{}",
                offers.prompt.case
            );
            let mut actions = Vec::new();
            game.offers(&state, side, &mut actions);
            let action = actions[actions.len() / 3];
            game.apply_unchecked(&mut state, side, action, &mut dice, &mut Log::silent());
        }
    }
}

#[test]
fn points_left_lapse_by_name() {
    let game = game();
    let state = arranged(&game, json!({ "turn": 4, "phase": "soviet-replacements", "set": { "points": [2, 0] } }));
    let prompt = game.prompt_for(&state, Side::Soviet);
    assert_eq!(prompt.reminders[0].case.id(), "17.3.4");
    assert_eq!(game.describe_action(&state, Side::Soviet, Action::Done).label, "End replacements, 2 points lapse");
}

/// The reminders of the side that plays, by case, with whether they are mandatory.
fn reminded(game: &Roads, state: &State, side: Side) -> Vec<(&'static str, bool)> {
    game.reminders(state, side).iter().map(|reminder| (reminder.case.id(), reminder.mandatory)).collect()
}

#[test]
fn the_duty_at_stalingrad_is_mandatory_only_for_a_marker_that_can_be_placed() {
    let game = game();
    let offensives = |major: &str, minor: &str| {
        arranged(
            &game,
            json!({
                "empty": true, "turn": 7, "phase": "soviet-place-minor", "put": { "23SD": "2435", "44ID": "0902" },
                "set": { "offensives": { "major": major, "minor-a": minor } },
            }),
        )
    };
    assert!(reminded(&game, &offensives("none", "box"), Side::Soviet).contains(&("11.1.2.b", true)));
    // The Major marker is placed by a launch: here the step may end without it.
    let state = offensives("box", "none");
    assert!(game.allows(&state, Side::Soviet, Action::Done));
    assert!(reminded(&game, &state, Side::Soviet).contains(&("11.1.2.b", false)));
    assert!(!reminded(&game, &offensives("box", "1433"), Side::Soviet).iter().any(|(case, _)| *case == "11.1.2.b"));
}

#[test]
fn the_launch_is_called_compulsory_only_when_it_is() {
    let game = game();
    let ready =
        ["vvs-1", "vvs-2", "vvs-3", "vvs-4", "aa-1", "aa-2", "reserves-1", "reserves-2", "bridging-1", "bridging-2"];
    let with = |major: &str, city: &str| {
        let mut put = json!({ "71ID": city, "6A": "1333", "23SD": "2435" });
        for marker in ready {
            put[marker] = json!("stavka-supports");
        }
        arranged(
            &game,
            json!({
                "empty": true, "turn": 7, "phase": "soviet-launch", "put": put,
                "set": { "offensives": { "major": major, "minor-a": "1433" } },
            }),
        )
    };
    for (major, city) in [("box", "1434"), ("1125", "1434"), ("box", "1332")] {
        let state = with(major, city);
        let bound = !game.allows(&state, Side::Soviet, Action::Done);
        assert_eq!(bound, (major, city) == ("box", "1434"), "{major} {city}");
        let said = reminded(&game, &state, Side::Soviet).contains(&("11.4.2.i", true));
        assert_eq!(said, bound, "{major} {city}");
    }
}

#[test]
fn a_headquarters_is_warned_of_the_fortress_only_while_it_is_watched() {
    let game = game();
    let on_the_march = |turn: u8, locked: bool| {
        arranged(
            &game,
            json!({
                "empty": true, "turn": turn, "phase": "axis-movement",
                "put": { "4PzA": "0729", "44ID": { "at": "1333", "supply": "oos-fs" }, "23SD": "2435" },
                "set": {
                    "approval": 6, "okh": { "locked": locked }, "fortress": { "marker": "1333", "level": 8, "ever": true, "declared": 1 },
                    "frame": { "kind": "march", "unit": "4PzA", "by": "normal" },
                },
            }),
        )
    };
    for (turn, locked, warned) in [(6, false, true), (7, false, false), (6, true, false)] {
        let state = on_the_march(turn, locked);
        let said = reminded(&game, &state, Side::Axis).iter().any(|(case, _)| *case == "15.2.1.g");
        assert_eq!(said, warned, "turn {turn}, locked {locked}");
    }
}

#[test]
fn the_tracks_promise_the_points_that_the_phase_brings() {
    let game = game();
    for (turn, points) in [(1, 0), (2, 3)] {
        let state = arranged(
            &game,
            json!({
                "empty": true, "turn": turn, "phase": "axis-movement", "put": { "44ID": "0902", "23SD": "2435" },
                "set": { "approval": 7, "manstein": 5 },
            }),
        );
        let tracks = game.track_views(&state, kessel_table::Viewer::Umpire);
        let track = |id: &str| tracks.iter().find(|track| track.id == id).expect("a track");
        assert_eq!(track("rp-axis").value, Some(points));
        assert!(track("approval").note.contains(&format!("and {points} points")), "{}", track("approval").note);
    }
}

#[test]
fn what_a_step_costs_is_what_is_paid() {
    let game = game();
    let state = arranged(
        &game,
        json!({
            "empty": true, "turn": 7, "phase": "soviet-replacements",
            "put": {
                "Don": "1931", "26TK": "eliminated", "24SD": "eliminated", "Voronezh": "eliminated",
                "4TK": { "at": "1931", "steps": 1 }, "vvs-1": "stavka-supports", "44ID": "0902",
            },
        }),
    );
    let unit = |id: &str| game.data.unit(id).expect("a unit");
    let at = game.map(&state).board.space("STAVKA").expect("the reserve");
    let cost = |action: Action| game.describe_action(&state, Side::Soviet, action).cost.unwrap_or_default();
    assert_eq!(cost(Action::Rebuild { unit: unit("26TK"), at }), "1 point and 1 support");
    assert_eq!(cost(Action::Rebuild { unit: unit("24SD"), at }), "1 point");
    assert_eq!(cost(Action::Rebuild { unit: unit("Voronezh"), at }), "1 point");
    assert_eq!(cost(Action::Restore { unit: unit("4TK") }), "1 point and 1 support");
}

#[test]
fn a_backhand_blow_says_what_it_brings() {
    let game = game();
    let state = arranged(
        &game,
        json!({ "empty": true, "turn": 8, "phase": "axis-backhand", "put": { "44ID": "0902", "23SD": "2435" } }),
    );
    let offer = game.describe_action(&state, Side::Axis, Action::Backhand);
    assert_eq!(offer.cost.as_deref(), Some("Approval to box 7; choose 3 supports, no others come"));
}
