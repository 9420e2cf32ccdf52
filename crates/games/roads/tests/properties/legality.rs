//! Offers, `check` and `why` give one answer.

use super::{many_guesses, trial};
use kessel_roads::state::State;
use kessel_trial::Chance;

#[test]
fn an_action_is_offered_if_and_only_if_it_is_allowed() {
    let mut chance = Chance(3);
    let some = |state: &State| many_guesses(state, &mut chance, 60);
    trial().offered_if_and_only_if_allowed(&trial().positions(0..25, 3), some, |_| false);
}

#[test]
fn why_agrees_with_check_whatever_is_asked() {
    let mut chance = Chance(7);
    let some = |state: &State| many_guesses(state, &mut chance, 3);
    trial().why_agrees_with_check(&trial().positions(20..40, 4), 40, some);
}

#[test]
fn somebody_is_asked_until_there_is_an_outcome() {
    trial().somebody_is_asked_until_there_is_an_outcome(40..50);
}

#[test]
fn every_action_reads_back_as_it_was_written() {
    let mut chance = Chance(9);
    for state in trial().positions(50..55, 2) {
        trial().reads_back(&state, many_guesses(&state, &mut chance, 4));
    }
}
