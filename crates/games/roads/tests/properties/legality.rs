//! Offers, `check` and `why` give one answer.

use super::{Chance, SCENARIOS, game, guesses, kind_of, positions, random_game};
use kessel_roads::Action;
use kessel_roads::state::State;
use kessel_table::{Game, Side, ToAct};

/// The offers of a side, after the promises that can be read off them alone.
fn offers(state: &State, side: Side) -> Vec<Action> {
    let mut offers = Vec::new();
    game().offers(state, side, &mut offers);
    let asked = game().to_act(state).includes(side);
    assert_eq!(asked, !offers.is_empty(), "{}: whoever is asked can act, and nobody else", kind_of(state));
    for (n, action) in offers.iter().enumerate() {
        assert!(!offers[..n].contains(action), "{}: offered twice: {action:?}", kind_of(state));
    }
    offers
}

#[test]
fn an_action_is_offered_if_and_only_if_it_is_allowed() {
    let game = game();
    let mut chance = Chance(3);
    for state in positions(0..15, 3) {
        for side in Side::BOTH {
            let offers = offers(&state, side);
            let refused = offers.iter().find(|a| game.check(&state, side, **a).is_err());
            assert_eq!(refused, None, "{}: offered, not allowed", kind_of(&state));
            for action in (0..60).flat_map(|_| guesses(&state, &mut chance)) {
                let allowed = game.check(&state, side, action).is_ok();
                assert_eq!(allowed, offers.contains(&action), "{}: {action:?}", kind_of(&state));
            }
        }
    }
}

#[test]
fn why_agrees_with_check_whatever_is_asked() {
    let game = game();
    let mut chance = Chance(7);
    for state in positions(20..30, 4) {
        for side in Side::BOTH {
            let some =
                offers(&state, side).into_iter().take(40).chain((0..3).flat_map(|_| guesses(&state, &mut chance)));
            for action in some.collect::<Vec<_>>() {
                let why = game.why(&state, side, action);
                match game.check(&state, side, action) {
                    Ok(()) => assert!(why.iter().all(|rule| rule.allows), "{action:?}: {why:?}"),
                    Err(no) => {
                        let first = why.iter().find(|rule| !rule.allows);
                        let first = first.unwrap_or_else(|| panic!("{action:?} is refused under {no}; why allows it"));
                        assert_eq!((first.case, &first.why), (no.case, &no.why), "{action:?}");
                        assert!(!no.why.is_empty() && !no.why.contains('{'), "{action:?}: {}", no.why);
                    }
                }
                for rule in &why {
                    assert!(game.data.ledger.get(rule.case.id()).is_some(), "{} is not in the ledger", rule.case);
                }
            }
        }
    }
}

#[test]
fn somebody_is_asked_until_there_is_an_outcome() {
    for (n, scenario) in SCENARIOS.into_iter().enumerate() {
        let last = random_game(scenario, 40 + n as u64, |state, _, _, _| {
            assert_ne!(game().to_act(state), ToAct::Nobody);
            assert_eq!(game().outcome(state), None);
        });
        assert!(game().outcome(&last).is_some());
        Side::BOTH.iter().for_each(|side| assert!(offers(&last, *side).is_empty()));
    }
}

#[test]
fn every_action_reads_back_as_it_was_written() {
    let game = game();
    let mut chance = Chance(9);
    for state in positions(50..55, 2) {
        for action in (0..4).flat_map(|_| guesses(&state, &mut chance)) {
            let text = game.write_action(&state, action).to_string();
            let value = serde_json::from_str(&text).expect("an action is JSON");
            assert_eq!(game.read_action(&state, &value), Ok(action), "{text}");
        }
    }
}
