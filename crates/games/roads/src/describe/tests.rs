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
    let offer = game.describe_action(&game.see(&state, Side::Soviet.into()), Side::Soviet, Action::Attack { at });
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
    let report = game.view_of(&game.see(&state, kessel_table::Viewer::Axis)).battle.expect("a combat is fought");
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
    let prompt = game.prompt_for(&game.see(&state, Side::Soviet.into()), Side::Soviet);
    assert_eq!(prompt.reminders[0].case.id(), "17.3.4");
    assert_eq!(
        game.describe_action(&game.see(&state, Side::Soviet.into()), Side::Soviet, Action::Done).label,
        "End replacements, 2 points lapse"
    );
}
