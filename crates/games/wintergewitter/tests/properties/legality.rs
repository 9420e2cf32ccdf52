//! Offers, `check` and `why` give one answer.

use super::{game, hexes, trial, universe};
use kessel_table::{Dice, Game, Log, Options};
use kessel_trial::Chance;
use kessel_wintergewitter::Action;
use kessel_wintergewitter::state::Aim;

/// Is the action among those that are tried?
fn is_tried(action: Action) -> bool {
    match action {
        Action::Place { at, .. }
        | Action::Enter { at, .. }
        | Action::Rebuild { at, .. }
        | Action::Return { at, .. } => hexes().contains(&at),
        Action::Bridge { to, .. } | Action::Blow { to, .. } | Action::Advance { to, .. } => hexes().contains(&to),
        Action::Battery { .. } | Action::Assign { .. } => false,
        Action::Aim { aim: Aim::Unit(_), .. } | Action::Bomb { aim: Aim::Unit(_), .. } => false,
        _ => true,
    }
}

#[test]
fn an_action_is_offered_if_and_only_if_it_is_allowed() {
    let all = |_: &_| universe().all.iter().copied();
    trial().offered_if_and_only_if_allowed(&trial().positions(0..8, 2), all, is_tried);
}

#[test]
fn why_agrees_with_check_whatever_is_asked() {
    let mut chance = Chance(7);
    let some = |_: &_| universe().sample(&mut chance, 6);
    trial().why_agrees_with_check(&trial().positions(20..28, 6), 200, some);
}

#[test]
fn somebody_is_asked_until_there_is_an_outcome() {
    trial().somebody_is_asked_until_there_is_an_outcome(40..44);
}

#[test]
fn every_action_reads_back_as_it_was_written() {
    let state = game().setup("we-are-coming", &Options::default(), &mut Dice::scripted([]), &mut Log::silent());
    trial().reads_back(&state, universe().all.iter().step_by(23).copied());
}
