//! Labels, previews and reminders.

use crate::decision::Decides;
use crate::state::{Plane, State};
use crate::testing::{arranged, game};
use crate::{Action, Roads};
use kessel_kernel::facets::*;
use kessel_kernel::{Dice, Given, Log, OfferKind, Offers, Options, Seed, Side, Viewer};
use serde_json::json;

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
    let offer = game.describe(&game.see(&state, Side::Soviet.into()), Side::Soviet, Action::Attack { at });
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
    game.arrange(&mut state, &given).expect("understood");
    let report = game.view(&game.see(&state, Viewer::Axis)).battle.expect("a combat is fought");
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
                game.data.book.ledger.cases().iter().any(|case| case.id == offers.prompt.case),
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
    let prompt = game.prompt(&game.see(&state, Side::Soviet.into()), Side::Soviet);
    assert_eq!(prompt.reminders[0].case.id(), "17.3.4");
    assert_eq!(
        game.describe(&game.see(&state, Side::Soviet.into()), Side::Soviet, Action::Done).label,
        "End replacements, 2 points lapse"
    );
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
        let tracks = game.track_views(&state, Viewer::Umpire);
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
    let cost = |action: Action| {
        game.describe(&game.see(&state, Viewer::Soviet), Side::Soviet, action).cost.unwrap_or_default()
    };
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
    let offer = game.describe(&game.see(&state, Viewer::Axis), Side::Axis, Action::Backhand);
    assert_eq!(offer.cost.as_deref(), Some("Approval to box 7; choose 3 supports, no others come"));
}

/// 4 against 3 on the column 1/1, in this weather.
fn against_romanians(game: &Roads, weather: &str, phase: &str) -> State {
    arranged(
        game,
        json!({
            "empty": true, "turn": 15, "phase": phase,
            "put": {
                "23SD": { "at": "2435", "exploiting": true }, "29SD": { "at": "2435", "exploiting": true },
                "R6": "2436", "6A": "2437",
            },
            "set": { "weather": weather, "ice": "open", "superiority": [] },
        }),
    )
}

/// The cost of the attack on 2436, and what the preview says of the attacker's results.
fn attack_words(game: &Roads, state: &State) -> (String, Vec<String>) {
    let at = game.map(state).board.space("2436").expect("a hex");
    let cost =
        game.describe(&game.see(state, Viewer::Soviet), Side::Soviet, Action::Attack { at }).cost.unwrap_or_default();
    let preview = game.preview_of(state, &game.full_attack(state, Side::Soviet, at));
    let texts = preview.chances.into_iter().map(|chance| chance.text);
    (cost, texts.filter(|text| text.starts_with("attacker's result")).collect())
}

#[test]
fn the_preview_says_what_mud_makes_of_the_results() {
    let game = game();
    let (cost, results) = attack_words(&game, &against_romanians(&game, "mud", "soviet-combat"));
    assert!(cost.ends_with("allied stack of 2 steps: its E is an engagement in mud, which costs you only"), "{cost}");
    // 3.2.2.e for every row, with the E of 8.11.1; the printed Eng costs both (3.2.2.f); no D1, no exploitation.
    let only = "engagement by mud, dice again for the attacker's losses only";
    assert!(results.contains(&format!("attacker's result: {only}")), "{results:?}");
    assert!(results.contains(&"attacker's result: engagement, dice again for losses only".to_owned()), "{results:?}");
    let back = format!("attacker's result: attackers go back one hex, or lose two steps; {only}");
    assert!(results.contains(&back), "{results:?}");
    assert!(results.iter().all(|text| !text.contains("exploit")), "{results:?}");
}

#[test]
fn in_snow_the_preview_counts_the_weak_allies_in() {
    let game = game();
    let (cost, results) = attack_words(&game, &against_romanians(&game, "snow", "soviet-combat"));
    assert!(cost.ends_with("allied stack of 2 steps: one exploitation level more"), "{cost}");
    assert!(results.contains(&"attacker's result: one unit may exploit".to_owned()), "{results:?}");
    assert!(results.contains(&"attacker's result: 2 units may exploit".to_owned()), "{results:?}");
}

#[test]
fn exploitation_combat_promises_nothing_to_the_attacker() {
    let game = game();
    let (cost, results) = attack_words(&game, &against_romanians(&game, "snow", "soviet-exploit-combat"));
    assert!(!cost.contains("allied stack"), "{cost}");
    assert_eq!(results, ["attacker's result: no result in exploitation combat"]);
}

#[test]
fn a_german_hq_spoils_the_weak_stack_in_the_preview_as_in_the_combat() {
    let game = game();
    let mut state = against_romanians(&game, "snow", "soviet-combat");
    let given: Given = serde_json::from_value(json!({ "put": { "6A": "2436" } })).expect("a given part");
    game.arrange(&mut state, &given).expect("understood");
    let (cost, _) = attack_words(&game, &state);
    assert!(!cost.contains("allied stack"), "{cost}");
}

/// Three Soviet corps next to a division of the pocket, in 1432.
fn at_the_pocket(game: &Roads) -> State {
    arranged(
        game,
        json!({
            "empty": true, "turn": 7, "phase": "soviet-combat",
            "put": { "26TK": "1532", "4TK": "1532", "1TK": "1532", "76ID": { "at": "1432", "supply": "oos-fs", "steps": 1 } },
            "set": { "weather": "snow", "superiority": [], "fortress": { "marker": "1333", "level": 10, "ever": true, "declared": 5 } },
        }),
    )
}

/// Does the Soviet player's forecast of an attack on a hex say that nothing about it is guessed?
fn is_sure(game: &Roads, state: &State, hex: &str) -> bool {
    let seen = game.see(state, Viewer::Soviet);
    let at = game.map(&seen).board.space(hex).expect("a hex");
    game.preview_of(&seen, &game.full_attack(&seen, Side::Soviet, at)).forecast.expect("odds on the table").sure
}

#[test]
fn a_forecast_is_not_sure_of_what_the_defender_may_still_bring() {
    let game = game();
    let mut state = example(&game);
    assert!(is_sure(&game, &state, "1628"));
    let given = json!({ "put": { "luftwaffe-1": "1628" }, "set": { "cloud": "clear" } });
    let given: Given = serde_json::from_value(given).expect("a given part");
    game.arrange(&mut state, &given).expect("understood");
    assert!(!is_sure(&game, &state, "1628"), "the aircraft may serve the defence");

    // 10.4.3.s: what a Ju 52 in the pocket brings is hidden, and it may be a support out of the box.
    let mut pocket = at_the_pocket(&game);
    assert!(is_sure(&game, &pocket, "1432"));
    pocket.ju52[0] = Plane::Hex(game.map(&pocket).board.space("1432").expect("a hex"));
    assert!(!is_sure(&game, &pocket, "1432"), "an event may be played");
}

#[test]
fn the_pocket_changes_the_defenders_results_in_the_preview() {
    let game = game();
    let state = at_the_pocket(&game);
    let at = game.map(&state).board.space("1432").expect("a hex");
    let preview = game.preview_of(&state, &game.full_attack(&state, Side::Soviet, at));
    let texts: Vec<&str> = preview.chances.iter().map(|chance| chance.text.as_str()).collect();
    assert!(texts.iter().all(|text| !text.contains("goes back two") && !text.contains("goes back three")), "{texts:?}");
}

#[test]
fn a_step_over_ones_own_bridge_is_labelled_with_the_price_that_is_paid() {
    let game = game();
    let mut state = arranged(
        &game,
        json!({
            "empty": true, "turn": 7, "phase": "soviet-movement",
            "put": { "26TK": "2433", "bridging-1": "26TK", "44ID": "0902" },
            "set": { "weather": "snow", "ice": "open", "frame": { "kind": "march", "unit": "26TK" } },
        }),
    );
    let to = game.map(&state).board.space("2432").expect("a hex");
    let said =
        game.describe(&game.see(&state, Viewer::Soviet), Side::Soviet, Action::Step { to }).cost.unwrap_or_default();
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    game.apply_unchecked(&mut state, Side::Soviet, Action::Step { to }, &mut dice, &mut Log::silent());
    let crate::state::Frame::March(march) = state.frames.top() else { panic!("the corps marches on") };
    assert_eq!(march.left, 4);
    assert!(said.contains("2 left"), "{said}");
}
