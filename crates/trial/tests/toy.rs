//! The kit on the toy game: sound, the toy keeps every promise; with a fault, the promise that it breaks says so.

#[path = "toy/broken.rs"]
pub(crate) mod broken;

use broken::{Broken, Fault};
use kessel_kernel::Side;
use kessel_kernel::facets::*;
use kessel_kernel::toy::{Action, Toy};
use kessel_officers::{Rank, guard};
use kessel_trial::{Chance, Trial, Universe};
use serde_json::{Value, json};
use std::path::Path;

fn trial(fault: Fault) -> Trial<Broken> {
    Trial::of(Broken::new(fault), &["skirmish"], broken::phase)
}

/// Every action that can be written down.
fn universe(trial: &Trial<Broken>) -> Universe<Action> {
    let (data, state) = (trial.game.data(), trial.positions(0..1, 1).remove(0));
    let counters = data["counters"].as_object().expect("a table").keys();
    let spaces: Vec<&Value> = data["spaces"].as_array().expect("a list").iter().map(|s| &s["id"]).collect();
    let mut all = vec![json!("done")];
    all.extend(counters.flat_map(|c| [json!({"select": c}), json!({"lose": c})]));
    all.extend(spaces.iter().map(|s| json!({"step": s})));
    all.extend(spaces.iter().flat_map(|a| spaces.iter().map(move |b| json!({"attack": a, "from": b}))));
    Universe::of(all.iter().map(|value| broken::read(&state, value)).collect())
}

fn meets(trial: &Trial<Broken>) {
    trial.random_play_meets(0..20, ["axis-move", "axis-attack", "soviet-move", "soviet-attack", "losses"]);
}

fn offers(trial: &Trial<Broken>) {
    let all = universe(trial).all;
    trial.offered_if_and_only_if_allowed(&trial.positions(0..20, 4), |_| all.clone(), |_| true);
}

fn offers_of_a_short_list(trial: &Trial<Broken>) {
    let all: Vec<Action> = universe(trial).all.into_iter().filter(|action| *action != Action::Done).collect();
    trial.offered_if_and_only_if_allowed(&trial.positions(0..1, 1), |_| all.clone(), |_| true);
}

fn why(trial: &Trial<Broken>) {
    let (universe, mut chance) = (universe(trial), Chance(7));
    trial.why_agrees_with_check(&trial.positions(20..40, 4), 100, |_| universe.sample(&mut chance, 5));
}

fn asked(trial: &Trial<Broken>) {
    trial.somebody_is_asked_until_there_is_an_outcome(40..60);
}

fn actions(trial: &Trial<Broken>) {
    trial.reads_back(&trial.positions(0..1, 1)[0], universe(trial).all);
}

fn journals(trial: &Trial<Broken>) {
    trial.a_journal_replays_to_the_same_hashes_and_dice(60..64, 1000);
}

fn undo(trial: &Trial<Broken>) {
    trial.undo_then_redo_is_identity((64..84).zip(5..));
}

fn lists(trial: &Trial<Broken>) {
    trial.a_list_is_its_actions_as_one_entry(84..94, 1000);
}

fn snapshots(trial: &Trial<Broken>) {
    trial.a_snapshot_plays_on_the_same(94..100, 1000);
}

fn written(trial: &Trial<Broken>) {
    trial.survives_being_written_down(&trial.positions(80..90, 4));
}

fn officers(trial: &Trial<Broken>) {
    trial.officers_play_by_the_rules("skirmish", 90, [Rank::Recruit; 2]);
}

fn silence(trial: &Trial<Broken>) {
    trial.a_silent_log_changes_nothing_but_the_text(100..104);
}

fn fog(trial: &Trial<Broken>) {
    let (all, mut chance) = (universe(trial).all, Chance(11));
    for state in trial.positions(110..120, 4) {
        for side in Side::BOTH {
            let other = broken::other_secrets(&state, side.other(), &mut chance);
            let acts = trial.offers(&state, side);
            trial.are_the_same_to(side, [&state, &other], all.iter().copied(), acts);
        }
    }
}

fn known_offers(trial: &Trial<Broken>) {
    trial.offers_come_from_what_a_side_knows(&trial.positions(120..130, 4));
}

fn samples(trial: &Trial<Broken>) {
    trial.samples_agree_with_what_a_side_knows(&trial.positions(130..140, 4), 3);
}

fn worth(trial: &Trial<Broken>) {
    trial.worth_is_fair(&trial.positions(140..145, 4), 140..150);
}

fn patches(trial: &Trial<Broken>) {
    trial.patches_lead_from_view_to_view(0..6, 60);
}

fn two_levels(trial: &Trial<Broken>) {
    trial.two_levels_are_all_offers(&trial.positions(130..140, 4));
}

fn small(trial: &Trial<Broken>) {
    trial.what_a_seat_is_sent_is_small(0..3, 60, [8 * 1024; 2], |_| true);
}

fn tiny(trial: &Trial<Broken>) {
    trial.what_a_seat_is_sent_is_small(0..1, 60, [64; 2], |_| true);
}

fn words(trial: &Trial<Broken>) {
    trial.states_have_words(0..3, 60);
}

fn marks(trial: &Trial<Broken>) {
    trial.every_counter_has_a_mark(0..3, 60);
}

fn standing(trial: &Trial<Broken>) {
    trial.counters_stand_where_the_view_says(0..3, 60);
}

fn reach(trial: &Trial<Broken>) {
    trial.what_is_shown_as_reachable_can_be_gone_to(&trial.positions(150..160, 4), [1, 1]);
}

fn scenarios(trial: &Trial<Broken>) {
    trial.every_scenario_is_tried();
}

fn another_scenario(_: &Trial<Broken>) {
    scenarios(&Trial::of(Broken::new(Fault::None), &["another"], broken::phase));
}

fn secrets(trial: &Trial<Broken>) {
    let all = |state: &_, _: &mut _, _| vec![broken::read(state, &json!("done"))];
    let trial = Trial {
        tried: all,
        secrets: Some(broken::other_secrets),
        ..Trial::of(Broken::new(trial.game.fault), &["skirmish"], broken::phase)
    };
    trial.secrets_change_nothing(&trial.positions(110..120, 4), 1);
}

/// The game's own samples stand in for other secrets.
fn samples_as_secrets(trial: &Trial<Broken>) {
    let all = |state: &_, _: &mut _, _| vec![broken::read(state, &json!("done"))];
    // Whether the other side has named its losses is drawn too.
    let blind = |state: &_| broken::phase(state) == "losses";
    let trial = Trial { tried: all, blind, ..Trial::of(Broken::new(trial.game.fault), &["skirmish"], broken::phase) };
    trial.secrets_change_nothing(&trial.positions(110..120, 4), 1);
}

fn no_secrets(trial: &Trial<Broken>) {
    trial.secrets_change_nothing(&[], 1);
}

#[test]
fn the_sound_toy_keeps_every_promise() {
    let toy = trial(Fault::None);
    let all = [
        meets,
        offers,
        why,
        asked,
        actions,
        journals,
        undo,
        lists,
        snapshots,
        written,
        officers,
        silence,
        fog,
        known_offers,
        samples,
        worth,
        patches,
        two_levels,
        small,
        standing,
        reach,
        scenarios,
        secrets,
        samples_as_secrets,
    ];
    all.into_iter().for_each(|promise| promise(&toy));
}

/// The promise that is broken, and words of what is said.
type Found = (Fault, fn(&Trial<Broken>), &'static str);

#[test]
fn every_fault_is_found_by_the_promise_that_it_breaks() {
    let found: [Found; 59] = [
        (Fault::AimsElsewhere, two_levels, "aim of"),
        (Fault::None, tiny, "bytes"),
        (Fault::OffersWithhold, meets, "never met: [\"losses\"]"),
        (Fault::OffersUnchecked, offers, "offered, not allowed"),
        (Fault::OffersWithhold, offers, "allowed, not offered"),
        (Fault::OffersTwice, offers, "offered twice"),
        (Fault::OffersToAll, offers, "whoever is asked can act, and nobody else"),
        (Fault::None, offers_of_a_short_list, "cannot be written down: Done"),
        (Fault::OffersUnchecked, officers, "left: Some"),
        (Fault::NoOutcome, officers, "dead end"),
        (Fault::WhyAllows, why, "why allows it"),
        (Fault::WhyRefuses, why, "is allowed; why says"),
        (Fault::WhyOtherwise, why, "perhaps"),
        (Fault::WhyMute, why, "refused without words"),
        (Fault::WhyUnlisted, why, "99.9 is not in the ledger"),
        (Fault::NoOutcome, asked, "over, and no outcome"),
        (Fault::EarlyOutcome, asked, "axis-move"),
        (Fault::Endless, asked, "random play ends"),
        (Fault::Misread, actions, "left: Ok(Done)"),
        (Fault::Clock, journals, "replays, every hash of it"),
        (Fault::LogUnlisted, journals, "99.9 is not in the ledger"),
        (Fault::Clock, undo, "replays"),
        (Fault::Clock, lists, "another position"),
        (Fault::ReadsByPosition, lists, "the action that failed"),
        (Fault::LogRemembers, lists, "another position"),
        (Fault::OffersWithhold, lists, "ends before its end"),
        (Fault::OffersUnchecked, lists, "an offer is allowed"),
        (Fault::StalePlay, snapshots, "the position after it is another one"),
        (Fault::Clock, snapshots, "the position after it is another one"),
        (Fault::Forgetful, written, "other bytes"),
        (Fault::StaleOffers, written, "other offers"),
        (Fault::StaleFacts, written, "other facts"),
        (Fault::LogMute, silence, "a log tells"),
        (Fault::LogMatters, silence, "the log has a say"),
        (Fault::LogUnlisted, silence, "99.9 is not in the ledger"),
        (Fault::LeakRedact, fog, "redacted"),
        (Fault::LeakView, fog, "views"),
        (Fault::LeakFacts, fog, "facts"),
        (Fault::LeakCheck, fog, "check"),
        (Fault::LeakWhy, fog, "why"),
        (Fault::LeakEvent, fog, "events"),
        (Fault::LeakAfter, fog, "redacted"),
        (Fault::LeakUndo, fog, "undo tells"),
        (Fault::LeakOffers, known_offers, "offers"),
        (Fault::HideTwice, known_offers, "to hide twice"),
        (Fault::SampleOther, samples, "a sample is another position"),
        (Fault::SampleStandIns, samples, "a sample keeps stand-ins"),
        (Fault::WorthSelfish, worth, "worth is not fair"),
        (Fault::WorthBlind, worth, "values the end"),
        (Fault::Wordless, words, "dreaming of"),
        (Fault::Unmarked, marks, "is \"elephants\", which has no mark"),
        (Fault::StandsNowhere, standing, "where Axis stands"),
        (Fault::MarchesElsewhere, reach, "ends elsewhere"),
        (Fault::None, another_scenario, "skirmish is not tried"),
        (Fault::EarlyOutcome, scenarios, "over as soon as it has begun"),
        (Fault::LeakView, secrets, "views"),
        (Fault::LeakUndo, secrets, "undo tells"),
        (Fault::LeakWhy, samples_as_secrets, "why"),
        (Fault::None, no_secrets, "no position has a secret"),
    ];
    for (fault, promise, words) in found {
        let told = guard(|| promise(&trial(fault))).expect_err(&format!("{fault:?} is not found"));
        assert!(told.contains(words), "{fault:?}: {told}");
    }
}

#[test]
fn where_both_decide_at_once_an_answer_may_show_that_the_other_side_has_finished() {
    fog(&Trial { blind: |_| true, ..trial(Fault::LeakUndo) });
}

#[test]
fn the_case_files_of_the_toy_pass() {
    kessel_trial::every_case_file_in(Path::new("../cases/tests/cases"), Toy::new());
}

#[test]
#[should_panic(expected = "broken.rs")]
fn a_file_that_is_no_case_file_is_told() {
    kessel_trial::every_case_file_in(Path::new("tests/toy"), Toy::new());
}

#[test]
#[should_panic(expected = "no case files")]
fn a_folder_without_case_files_is_told() {
    kessel_trial::every_case_file_in(Path::new("tests/nowhere"), Toy::new());
}
