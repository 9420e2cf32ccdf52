//! Offers, `check` and `why` give one answer.

use super::{game, trial, universe};
use kessel_table::{Dice, Game, Log, Options};
use kessel_trial::Chance;

#[test]
fn an_action_is_offered_if_and_only_if_it_is_allowed() {
    let all = |_: &_| universe().all.iter().copied();
    trial().offered_if_and_only_if_allowed(&trial().positions(0..16, 3), all, |_| true);
}

#[test]
fn why_agrees_with_check_whatever_is_asked() {
    let mut chance = Chance(7);
    let some = |_: &_| universe().sample(&mut chance, 6);
    trial().why_agrees_with_check(&trial().positions(20..32, 12), usize::MAX, some);
}

#[test]
fn somebody_is_asked_until_there_is_an_outcome() {
    trial().somebody_is_asked_until_there_is_an_outcome(40..44);
}

#[test]
fn every_action_reads_back_as_it_was_written() {
    let state = game().setup("campaign", &Options::default(), &mut Dice::scripted([]), &mut Log::silent());
    trial().reads_back(&state, universe().all.iter().copied());
}
