//! The kit on the toy that is planned: sound, it keeps every promise; with a fault, the promise that it breaks says so.

#[path = "night/broken.rs"]
mod broken;

use broken::{Broken, Fault};
use kessel_kernel::facets::*;
use kessel_kernel::journal::{Entry, Journal, JournalError, parse};
use kessel_kernel::night::Night;
use kessel_kernel::plan::{Draft, PlanError};
use kessel_kernel::{AnyGame, Dice, Erased, Log, Options, Seed, Session, Side, ToAct, Viewer};
use kessel_officers::{Playable, Rank, guard};
use kessel_trial::{Chance, Trial};
use rand_pcg::Pcg32;
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
    trial.menus_are_what_is_allowed((0..20).map(|seed| (seed, usize::MAX)), &VERBS, &SPACES);
    trial.the_sequence_of_orders_does_not_matter((20..40).map(|seed| (seed, usize::MAX)));
}

/// The promise that is broken, and words of what is said.
type Found = (Fault, fn(&Trial<Broken>), &'static str);

fn menus(trial: &Trial<Broken>) {
    trial.menus_are_what_is_allowed((0..8).map(|seed| (seed, usize::MAX)), &VERBS, &SPACES);
}

fn sequence(trial: &Trial<Broken>) {
    trial.the_sequence_of_orders_does_not_matter((20..30).map(|seed| (seed, usize::MAX)));
}

fn journals(trial: &Trial<Broken>) {
    trial.a_journal_replays_to_the_same_hashes_and_dice(60..64, 1000);
}

fn undo(trial: &Trial<Broken>) {
    trial.undo_then_redo_is_identity((64..70).zip(3..));
}

fn silence(trial: &Trial<Broken>) {
    trial.a_silent_log_changes_nothing_but_the_text(100..104);
}

fn samples(trial: &Trial<Broken>) {
    trial.samples_agree_with_what_a_side_knows(&trial.positions(130..134, 4), 1);
}

fn secrets(trial: &Trial<Broken>) {
    let other = |state: &_, side: Side, chance: &mut Chance| {
        let night = Night::new();
        let seen = night.see(state, side.other().into());
        night.sample(&seen, side.other(), &mut Pcg32::new(chance.below(100) as u64, 0))
    };
    let trial =
        Trial { secrets: Some(other), ..Trial::of(Broken::new(trial.game.fault), &["march"], |_| "plan".into()) };
    trial.secrets_change_nothing(&trial.positions(110..120, 4), 1);
}

fn ends(trial: &Trial<Broken>) {
    trial.random_plans_end(0..4);
}

fn committed(trial: &Trial<Broken>) {
    trial.a_committed_plan_changes_nothing_that_the_others_see(&trial.positions(0..4, 4));
}

fn clicks(trial: &Trial<Broken>) {
    trial.what_a_click_on_a_plan_sends_is_small([(0, 2, 1)], 8 * 1024);
}

#[test]
fn every_fault_of_a_plan_is_found_by_the_promise_that_it_breaks() {
    let trial = |fault| Trial::of(Broken::new(fault), &["march"], |_| "plan".into());
    for promise in [menus, sequence, journals, undo, silence, samples, secrets, ends, committed, clicks] {
        promise(&trial(Fault::None));
    }
    let found: [Found; 9] = [
        (Fault::MenuShort, menus, "allowed, not on the menu"),
        (Fault::MenuWide, menus, "on the menu, not allowed"),
        (Fault::Sequence, sequence, "is refused beside a part of the plan"),
        (Fault::Clock, journals, "replays, every hash of it"),
        (Fault::Clock, undo, "replays"),
        (Fault::LogMatters, silence, "the log has a say"),
        (Fault::LogUnlisted, silence, "99.9 is not in the ledger"),
        (Fault::LogUnlisted, journals, "99.9 is not in the ledger"),
        (Fault::LeakRedact, secrets, "redacted"),
    ];
    for (fault, promise, words) in found {
        let told = guard(|| promise(&trial(fault))).expect_err(&format!("{fault:?} is not found"));
        assert!(told.contains(words), "{fault:?}: {told}");
    }
}

#[test]
#[should_panic(expected = "a menu of")]
fn a_click_that_sends_much_is_told() {
    trial().what_a_click_on_a_plan_sends_is_small([(0, 1, 1)], 8);
}

#[test]
#[should_panic(expected = "no plans were met")]
fn where_nothing_is_planned_no_plan_can_be_kept_secret() {
    trial().a_committed_plan_changes_nothing_that_the_others_see(&[]);
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

fn journal(seed: u64) -> (Erased<Night>, Journal) {
    let game = Erased::new(Night::new());
    let journal = Journal::start(&game, "march", &Options::default(), Seed::from_number(seed), &mut Log::new());
    (game, journal.expect("starts"))
}

fn march(slot: &str, to: &str) -> Draft {
    Draft([(slot.to_owned(), json!({"march": [to]}))].into())
}

#[test]
fn a_game_of_plans_needs_nothing_but_its_journal() {
    let (game, mut journal) = journal(7);
    let mut officer = game.enlist(Rank::Recruit, &Seed::from_number(3), Side::Axis).expect("a recruit");
    while let Some(side) = journal.session().to_act().first() {
        let plan = officer.choose(journal.session(), side).expect("plans");
        journal.act(side, &plan).expect("commits");
    }
    assert_eq!(journal.len(), 8, "a commit is one entry");
    let back = Journal::from_text(&game, &journal.to_text()).expect("replays, every hash of it");
    assert_eq!(back.to_text(), journal.to_text());
    assert!(journal.entries().iter().all(|entry| entry.revealed == (entry.n % 2 == 0)), "one revelation a turn");
}

#[test]
fn a_commit_can_be_undone_until_the_plans_are_carried_out() {
    let (game, mut journal) = journal(7);
    let text = journal.to_text();
    journal.commit(Side::Axis, &march("A1", "2")).expect("commits");
    journal.undo(&game, 0).expect("nobody knows of it yet");
    assert_eq!((journal.to_text(), journal.session().to_act()), (text, ToAct::Both));
    journal.commit(Side::Axis, &march("A2", "2")).expect("thinks again");
    journal.commit(Side::Soviet, &Draft::default()).expect("commits");
    assert!(matches!(journal.undo(&game, 1), Err(JournalError::CannotUndo { n: 2, .. })));
}

#[test]
fn a_copy_given_away_holds_a_seal_instead_of_the_plan() {
    let (game, mut journal) = journal(7);
    journal.commit(Side::Axis, &march("A1", "2")).expect("commits");
    let copy = journal.to_public_text();
    assert!(!copy.contains("march\":["), "the plan is not in it: {copy}");
    let sealed = Journal::from_text(&game, &copy).expect("the chain is the same");
    assert_eq!(sealed.entries()[0].link, journal.entries()[0].link);
    assert_eq!(sealed.session().to_act(), ToAct::Soviet);
    // Another plan, or another salt, is not what was sealed.
    let (_, entries) = parse(&journal.to_text()).expect("reads");
    let plan = entries[0].plan.clone().expect("the plan");
    let other = journal.to_text().replace("[\"2\"]", "[\"1\"]");
    let told = Journal::from_text(&game, &other).err().expect("forged").to_string();
    assert!(told.contains("not the plan that was sealed"), "{told}");
    assert_eq!(entries[0].seal(), Some(plan.seal().as_str()));
    // Carried out, everything is open.
    journal.commit(Side::Soviet, &Draft::default()).expect("commits");
    let open = Journal::from_text(&game, &journal.to_public_text()).expect("replays");
    assert_eq!(open.session().hash(), journal.session().hash());
    assert!(open.entries().iter().all(|entry: &Entry| entry.plan.is_some()));
}

#[test]
fn nobody_is_told_that_the_enemy_has_committed() {
    let (_, mut journal) = journal(7);
    let seen = |journal: &Journal, viewer| serde_json::to_string(&journal.session().view(viewer)).expect("plain");
    let before = [Viewer::Soviet, Viewer::Spectator].map(|viewer| seen(&journal, viewer));
    let events = journal.commit(Side::Axis, &march("A1", "2")).expect("commits").events;
    assert!(events.is_empty());
    assert_eq!([Viewer::Soviet, Viewer::Spectator].map(|viewer| seen(&journal, viewer)), before);
    assert_eq!(journal.session().view(Viewer::Axis).to_act, ToAct::Soviet);
}

#[test]
fn a_slot_that_is_not_ones_own_has_no_menu_and_no_pick() {
    let session = table();
    let draft = Draft::default();
    for slot in ["S1", "nobody"] {
        let said = [
            session.menu(Side::Axis, &draft, slot).map(drop).expect_err("refused"),
            session.pick(Side::Axis, &draft, slot, "hold", None).map(drop).expect_err("refused"),
        ];
        assert!(said.iter().all(|why| matches!(why, PlanError::Unreadable { slot: of, .. } if of == slot)), "{said:?}");
    }
    assert!(session.menu(Side::Axis, &draft, "A1").is_ok_and(|menu| !menu.is_empty()));
}
