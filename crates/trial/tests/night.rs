//! The kit on the toy that is planned: sound, it keeps every promise; with a fault, the promise that it breaks says so.

use kessel_officers::Rank;
use kessel_table::night::Night;
use kessel_table::plan::{Draft, PlanError};
use kessel_table::{AnyGame, Dice, Erased, Log, Options, Seed, Session, Side, ToAct};
use kessel_trial::Trial;
use serde_json::json;

const VERBS: [&str; 5] = ["march", "on", "hold", "raise", "pass"];
const SPACES: [&str; 6] = ["1", "2", "3", "4", "5", "6"];

fn trial() -> Trial<Night> {
    Trial::of(Night::new(), &["march"], |_| "plan".into())
}

#[test]
fn the_toy_that_is_planned_keeps_every_promise() {
    let trial = trial();
    trial.random_plans_end(0..40);
    trial.menus_are_what_is_allowed(0..20, &VERBS, &SPACES);
    trial.the_sequence_of_orders_does_not_matter(20..40);
}

fn table() -> Box<dyn Session> {
    let mut dice = Dice::seeded(&Seed::from_number(4), 0);
    Erased::new(Night::new()).start("march", &Options::default(), &mut dice, &mut Log::silent()).expect("starts")
}

fn order(slot: &str, order: serde_json::Value) -> (String, Option<serde_json::Value>) {
    (slot.into(), Some(order))
}

#[test]
fn orders_are_given_changed_and_taken_back_in_any_sequence() {
    let table = table();
    let draft = Draft::default();
    let draft = table.edit(Side::Axis, &draft, &[order("A1", json!({"march": ["2"]}))]).expect("a step");
    let draft = table.edit(Side::Axis, &draft, &[order("A2", json!({"march": ["2"]}))]).expect("a second one");
    // 2.3: a third is refused, and nothing has changed.
    let third = table.edit(Side::Axis, &draft, &[order("A3", json!({"march": ["2"]}))]);
    assert!(
        matches!(&third, Err(PlanError::Refused { slot: Some(slot), refusal }) if slot == "A3" && refusal.case.id() == "2.3")
    );
    // Taken back, there is room; in one list, too.
    let edits = [order("A3", json!({"march": ["2"]})), ("A1".into(), None)];
    let draft = table.edit(Side::Axis, &draft, &edits).expect("room");
    assert_eq!(draft.0.keys().collect::<Vec<_>>(), ["A2", "A3"]);
    let whole = table.complete(Side::Axis, &draft).expect("complete");
    assert_eq!(whole.0["A1"], "hold");
    assert_eq!(whole.0["bid"], json!({"bid": 0}));
}

#[test]
fn plans_are_carried_out_when_both_have_committed_and_not_before() {
    let mut table = table();
    let hash = table.hash();
    let plans = Side::BOTH.map(|side| table.complete(side, &Draft::default()).expect("complete"));
    let (mut dice, mut log) = (Dice::seeded(&Seed::from_number(4), 100), Log::new());
    assert!(!table.commit(Side::Soviet, &plans[1], &mut dice, &mut log).expect("commits"));
    assert_eq!(table.planners(), ToAct::Axis);
    assert_eq!(table.hash(), hash, "a committed plan is no part of the position");
    assert!(log.events().is_empty() && !log.revealed() && dice.rolled() == 0);
    let twice = table.commit(Side::Soviet, &plans[1], &mut dice, &mut log);
    assert_eq!(twice, Err(PlanError::NotAsked(Side::Soviet)));
    assert!(table.commit(Side::Axis, &plans[0], &mut dice, &mut log).expect("commits"));
    assert!(log.revealed());
    assert_eq!((table.planners(), table.turn()), (ToAct::Both, 2));
}

#[test]
fn a_plan_from_outside_is_checked_like_any_other() {
    let mut table = table();
    let (mut dice, mut log) = (Dice::seeded(&Seed::from_number(4), 100), Log::new());
    for (slot, value) in [("A1", json!({"march": ["5"]})), ("S1", json!("hold")), ("bid", json!({"bid": 200}))] {
        let plan = Draft([(slot.to_owned(), value)].into());
        assert!(
            matches!(table.commit(Side::Axis, &plan, &mut dice, &mut log), Err(PlanError::Refused { .. })),
            "{slot}"
        );
    }
    for (slot, value) in [("A9", json!("hold")), ("A1", json!({"march": [7]})), ("A1", json!([]))] {
        let plan = Draft([(slot.to_owned(), value)].into());
        assert!(matches!(table.commit(Side::Axis, &plan, &mut dice, &mut log), Err(PlanError::Unreadable { .. })));
    }
    assert_eq!(table.planners(), ToAct::Both);
}

#[test]
fn random_officers_finish_a_game_that_is_planned() {
    let trial = trial();
    (0..20).for_each(|seed| trial.officers_play_by_the_rules("march", seed, [Rank::Recruit; 2]));
}
