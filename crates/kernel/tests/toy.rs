//! The five promises of a game, on the toy: the model for the property tests of every game.

use crate::common::{played, toy};
use kessel_kernel::facets::*;
use kessel_kernel::toy::{State, Toy};
use kessel_kernel::{
    AnyGame, Dice, Erased, Log, Options, Played, Seed, Session, Side, ToAct, Viewer, What, journal::Replay,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Every action that can be written down.
fn vocabulary(toy: &dyn AnyGame) -> Vec<Value> {
    let data = toy.data();
    let counters: Vec<&str> = data["counters"].as_object().expect("a table").keys().map(String::as_str).collect();
    let spaces = data["spaces"].as_array().expect("a list").iter();
    let spaces: Vec<&str> = spaces.map(|s| s["id"].as_str().expect("a text")).collect();
    let mut all = vec![json!("done")];
    all.extend(counters.iter().flat_map(|c| [json!({"select": c}), json!({"lose": c})]));
    all.extend(spaces.iter().map(|s| json!({"step": s})));
    all.extend(spaces.iter().flat_map(|a| spaces.iter().map(move |b| json!({"attack": a, "from": b}))));
    all
}

/// A position somewhere in a game.
fn position(seed: u64, actions: u64) -> Box<dyn Session> {
    played(&toy(), seed, actions).session().fork()
}

fn state(session: &dyn Session) -> &State {
    &session.as_any().downcast_ref::<Played<Toy>>().expect("a toy").state
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_action_is_offered_if_and_only_if_it_is_allowed(seed in 0_u64..1000, actions in 0_u64..80) {
        let session = position(seed, actions);
        for side in Side::BOTH {
            let offered: Vec<Value> = session.offers(side).list.into_iter().map(|o| o.action).collect();
            for action in vocabulary(&toy()) {
                prop_assert_eq!(session.check(side, &action).is_ok(), offered.contains(&action), "{}", action);
                let why = session.why(side, &action).expect("readable");
                let allowed = why.iter().all(|rule| rule.allows);
                prop_assert_eq!(allowed, session.check(side, &action).is_ok(), "{:?}", why);
            }
        }
    }

    #[test]
    fn whoever_is_asked_can_act_and_when_nobody_is_there_is_an_outcome(seed in 0_u64..1000, actions in 0_u64..80) {
        let session = position(seed, actions);
        for side in Side::BOTH {
            prop_assert_eq!(session.to_act().includes(side), !session.offers(side).list.is_empty());
        }
        prop_assert_eq!(session.to_act() == ToAct::Nobody, session.outcome().is_some());
    }

    #[test]
    fn random_play_ends(seed in any::<u64>()) {
        let journal = played(&toy(), seed, 1000);
        prop_assert!(journal.session().outcome().is_some());
    }

    #[test]
    fn what_a_side_may_not_know_changes_nothing_it_sees(seed in 0_u64..1000, actions in 0_u64..80) {
        let game = toy();
        let session = position(seed, actions);
        for viewer in [Viewer::Axis, Viewer::Soviet, Viewer::Spectator] {
            // The redacted state is itself a state that this viewer cannot tell from the real one.
            let real = state(session.as_ref());
            let other = game.0.redact(real, viewer);
            prop_assert_eq!(&game.0.redact(&other, viewer), &other);
            let other = Played::new(game.0.clone(), "skirmish", other);
            prop_assert_eq!(other.view(viewer), session.view(viewer));
            prop_assert_eq!(other.facts(viewer), session.facts(viewer));
            prop_assert_eq!(other.seen_hash(viewer), session.seen_hash(viewer));
            let Some(side) = viewer.side() else { continue };
            for action in vocabulary(&game) {
                prop_assert_eq!(other.check(side, &action), session.check(side, &action));
            }
        }
    }

    #[test]
    fn positions_and_actions_survive_being_written_down(seed in 0_u64..1000, actions in 0_u64..80) {
        let session = position(seed, actions);
        let back: State = postcard::from_bytes(&session.save()).expect("reads back");
        prop_assert_eq!(&back, state(session.as_ref()));
        for action in vocabulary(&toy()) {
            prop_assert_eq!(session.tidy(&action).expect("readable"), action);
        }
    }
}

#[test]
fn a_pick_is_seen_by_nobody_else_until_both_have_picked() {
    let game = toy();
    let blind = |actions: u64, seed: u64| {
        let journal = played(&game, seed, actions);
        (journal.session().to_act() == ToAct::Both).then_some(journal)
    };
    let mut journal =
        (0..50).flat_map(|seed| (1..40).map(move |n| (n, seed))).find_map(|(n, s)| blind(n, s)).expect("a battle");
    let before = journal.session().view(Viewer::Soviet);
    let pick = journal.session().offers(Side::Axis).list[0].action.clone();
    let events = journal.act(Side::Axis, &pick).expect("offered");
    assert_eq!(journal.session().view(Viewer::Soviet), before);
    assert!(Replay::visible(events.clone(), Viewer::Soviet).is_empty());
    assert_eq!(Replay::visible(events, Viewer::Axis).len(), 1);
    assert!(!journal.entries().last().expect("just done").bars_undo());
    let pick = journal.session().offers(Side::Soviet).list[0].action.clone();
    let events = journal.act(Side::Soviet, &pick).expect("offered");
    assert!(Replay::visible(events, Viewer::Spectator).iter().any(|e| matches!(e.what, What::Loss { .. })));
    assert!(journal.entries().last().expect("just done").revealed);
}

#[test]
fn a_silent_log_changes_nothing_but_the_text() {
    let toy = Toy::new();
    let play = |log: &mut Log| {
        let mut dice = Dice::seeded(&Seed::from_number(4), 0);
        let mut state = toy.setup("skirmish", &Options::default(), &mut dice, log);
        let mut offers = Vec::new();
        while let Some(side) = toy.to_act(&state).first() {
            offers.clear();
            toy.offers(&state, side, &mut offers);
            toy.apply_unchecked(&mut state, side, offers[0], &mut dice, log);
        }
        state
    };
    let (mut loud, mut silent) = (Log::new(), Log::silent());
    assert_eq!(play(&mut loud), play(&mut silent));
    assert!(!loud.events().is_empty() && silent.events().is_empty());
}

#[test]
fn every_case_that_the_toy_cites_stands_in_its_ledger() {
    let game: Erased<Toy> = toy();
    for seed in 0..50 {
        let text = played(&game, seed, u64::MAX).to_text();
        let (header, entries) = kessel_kernel::journal::parse(&text).expect("reads");
        let mut replay = Replay::new(&game, &header, &entries).expect("starts");
        while let Some((_, events)) = replay.next().expect("fits") {
            for event in events {
                assert!(game.ledger().get(event.case.id()).is_some(), "{}", event.case);
            }
        }
    }
}
