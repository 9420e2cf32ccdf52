//! Offers, `check` and `why` give one answer.

use super::{Chance, game, hexes, kind_of, positions, sample, universe};
use kessel_drive::Action;
use kessel_drive::state::State;
use kessel_table::{Dice, Game, Log, Options, Side, ToAct};

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

/// Is the action among those that are tried?
fn is_tried(action: Action) -> bool {
    match action {
        Action::Place { at, .. } | Action::Enter { at, .. } => hexes().contains(&at),
        Action::Sail { to, .. } | Action::Retreat { to, .. } => hexes().contains(&to),
        _ => true,
    }
}

#[test]
fn an_action_is_offered_if_and_only_if_it_is_allowed() {
    let game = game();
    for state in positions(0..16, 2) {
        for side in Side::BOTH {
            let offers = offers(&state, side);
            let mut allowed = 0;
            for &action in universe() {
                if game.check(&state, side, action).is_ok() {
                    allowed += 1;
                    assert!(offers.contains(&action), "{}: allowed, not offered: {action:?}", kind_of(&state));
                }
            }
            let refused = offers.iter().find(|a| game.check(&state, side, **a).is_err());
            assert_eq!(refused, None, "{}: offered, not allowed", kind_of(&state));
            let tried = offers.iter().filter(|a| is_tried(**a)).count();
            assert_eq!(allowed, tried, "{}: an offer that cannot be written down", kind_of(&state));
        }
    }
}

#[test]
fn why_agrees_with_check_whatever_is_asked() {
    let game = game();
    let mut chance = Chance(7);
    for state in positions(20..32, 8) {
        for side in Side::BOTH {
            let offers = offers(&state, side);
            let some = offers.iter().copied().take(300).chain(sample(&mut chance, 6));
            for action in some {
                let why = game.why(&state, side, action);
                match game.check(&state, side, action) {
                    Ok(()) => assert!(why.iter().all(|rule| rule.allows), "{action:?}: {why:?}"),
                    Err(no) => {
                        let first = why.iter().find(|rule| !rule.allows);
                        let first = first.unwrap_or_else(|| panic!("{action:?} is refused under {no}; why allows it"));
                        assert_eq!((first.case, &first.why), (no.case, &no.why), "{action:?}");
                        assert!(!no.why.is_empty());
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
    for seed in 40..44 {
        let last = super::random_game(seed, |state, _, _, _| {
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
    let state = game.setup("blue", &Options::default(), &mut Dice::scripted([]), &mut Log::silent());
    let pairs = |a: &&Action| {
        matches!(a, Action::Place { .. } | Action::Enter { .. } | Action::Sail { .. } | Action::Retreat { .. })
    };
    let some = universe().iter().filter(pairs).step_by(97).chain(universe().iter().filter(|a| !pairs(a)));
    for &action in some {
        let text = game.write_action(&state, action).to_string();
        let value = serde_json::from_str(&text).expect("an action is JSON");
        assert_eq!(game.read_action(&state, &value), Ok(action), "{text}");
    }
}
