//! Offers, `check` and `why` give one answer.

use crate::Trial;
use kessel_kernel::plan::Plans;
use kessel_kernel::{Game, Side, ToAct};

impl<G: Game> Trial<G> {
    /// The offers of a side, after the promises that can be read off them alone.
    pub fn offers(&self, state: &G::State, side: Side) -> Vec<G::Action> {
        let mut offers = Vec::new();
        self.game.offers(state, side, &mut offers);
        let plans = G::Plans::planners(&self.game, state).includes(side);
        let asked = self.game.to_act(state).includes(side);
        assert!(asked || !plans, "{}: whoever is asked for a plan is asked", self.kind(state));
        let asked = asked && !plans;
        assert_eq!(asked, !offers.is_empty(), "{}: whoever is asked can act, and nobody else", self.kind(state));
        for (n, action) in offers.iter().enumerate() {
            assert!(!offers[..n].contains(action), "{}: offered twice: {action:?}", self.kind(state));
        }
        offers
    }

    /// Of the actions that `tried` gives for a position, those and only those are offered that are allowed; and whatever is offered is
    /// allowed. An offer of which `is_listed` says that `tried` gives it always, is among them.
    pub fn offered_if_and_only_if_allowed<I: IntoIterator<Item = G::Action>>(
        &self,
        positions: &[G::State],
        mut tried: impl FnMut(&G::State) -> I,
        is_listed: impl Fn(G::Action) -> bool,
    ) {
        for (state, side) in positions.iter().flat_map(|state| Side::BOTH.map(|side| (state, side))) {
            let (kind, offers) = (self.kind(state), self.offers(state, side));
            let is_allowed = |action: &G::Action| self.game.check(state, side, *action).is_ok();
            let allowed: Vec<G::Action> = tried(state).into_iter().filter(is_allowed).collect();
            for action in &allowed {
                assert!(offers.contains(action), "{kind}: allowed, not offered: {action:?}");
            }
            for action in &offers {
                assert!(is_allowed(action), "{kind}: offered, not allowed: {action:?}");
                let met = !is_listed(*action) || allowed.contains(action);
                assert!(met, "{kind}: an offer that cannot be written down: {action:?}");
            }
        }
    }

    /// For the first `most` offers and for whatever `tried` gives, `why` says 'no' first where `check` does, in the same words, and
    /// cites only cases of the ledger.
    pub fn why_agrees_with_check<I: IntoIterator<Item = G::Action>>(
        &self,
        positions: &[G::State],
        most: usize,
        mut tried: impl FnMut(&G::State) -> I,
    ) {
        for (state, side) in positions.iter().flat_map(|state| Side::BOTH.map(|side| (state, side))) {
            for action in self.offers(state, side).into_iter().take(most).chain(tried(state)) {
                let why = self.game.why(state, side, action);
                let first = why.iter().find(|rule| !rule.allows);
                match (self.game.check(state, side, action), first) {
                    (Ok(()), None) => {}
                    (Ok(()), Some(no)) => panic!("{action:?} is allowed; why says {no:?}"),
                    (Err(no), None) => panic!("{action:?} is refused under {no}; why allows it"),
                    (Err(no), Some(first)) => {
                        assert_eq!((first.case, &first.why), (no.case, &no.why), "{action:?}");
                        assert!(
                            !no.why.is_empty() && !no.why.contains('{'),
                            "{action:?}: refused without words: {}",
                            no.why
                        );
                    }
                }
                why.iter().for_each(|rule| self.is_in_the_ledger(rule.case));
            }
        }
    }

    /// While there is no outcome somebody is asked, and when there is one nobody is.
    pub fn somebody_is_asked_until_there_is_an_outcome(&self, seeds: impl IntoIterator<Item = u64>) {
        for seed in seeds {
            let last = self.play(seed, |state| {
                assert_ne!(self.game.to_act(state), ToAct::Nobody);
                assert_eq!(self.game.outcome(state), None, "{}", self.kind(state));
            });
            assert!(self.game.outcome(&last).is_some(), "{}: over, and no outcome", self.kind(&last));
            Side::BOTH.iter().for_each(|side| assert!(self.offers(&last, *side).is_empty()));
        }
    }

    /// Actions written down and read back are the same.
    pub fn reads_back(&self, state: &G::State, actions: impl IntoIterator<Item = G::Action>) {
        for action in actions {
            let text = self.game.write_action(state, action).to_string();
            let value = serde_json::from_str(&text).expect("an action is JSON");
            assert_eq!(self.game.read_action(state, &value), Ok(action), "{text}");
        }
    }
}
