//! The contract of a computer player.

use crate::plan::{PlanOf, random_plan};
use crate::{Game, Lots, Seen, Side};
use rand_pcg::Pcg32;
use std::time::Duration;

/// A computer player.
///
/// He is shown the position as his side may know it, never the real one; what he does not know he may draw with [`Game::sample`] and
/// weigh with [`Game::evaluate`].
pub trait Officer<G: Game>: Send {
    /// Answers a decision: `offers` is what `side` may do, never empty; `seen` was made for it. `budget` says how much thought the answer is
    /// worth: an officer who thinks no further than his nose takes no notice of it.
    fn choose(
        &mut self,
        game: &G,
        seen: &Seen<G::State>,
        side: Side,
        offers: &[G::Action],
        budget: Budget,
        thoughts: &mut Pcg32,
    ) -> Answer<G::Action>;

    /// Plans for a side that is asked for a [plan](crate::plan); the plan is completed. By default: at random.
    fn plan(
        &mut self,
        game: &G,
        seen: &Seen<G::State>,
        side: Side,
        _budget: Budget,
        thoughts: &mut Pcg32,
    ) -> PlanOf<G> {
        random_plan(game, seen, side, OFTEN, |n| thoughts.below(n))
    }
}

/// How many of ten slots a plan made at random gives an order to.
pub const OFTEN: usize = 7;

/// How much thought an answer is worth.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many positions looked at: the same answer on every machine.
    Nodes(u64),
    /// So long: better answers on a faster machine, and not the same ones.
    Time(Duration),
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::Nodes(10_000)
    }
}

/// What an officer answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<A> {
    /// One of the offers, by its index.
    Offer(usize),
    /// Several actions, to be done one after the other; the first is one of the offers. Whoever asked keeps the rest and asks again only
    /// when it no longer fits: after a die or a revelation, or when the rest is not offered.
    Line(Vec<A>),
}

impl<A: Copy + PartialEq> Answer<A> {
    /// The action to be done now and those that are to follow it. An answer that fits no offer counts as the first of them.
    pub fn split(self, offers: &[A]) -> (A, Vec<A>) {
        match self {
            Answer::Offer(index) => (offers.get(index).copied().unwrap_or(offers[0]), Vec::new()),
            Answer::Line(line) => match line.split_first() {
                Some((first, rest)) if offers.contains(first) => (*first, rest.to_vec()),
                _ => (offers[0], Vec::new()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_its_first_action_and_a_rest() {
        assert_eq!(Answer::Offer(1).split(&[4, 5]), (5, vec![]));
        assert_eq!(Answer::Line(vec![5, 9, 7]).split(&[4, 5]), (5, vec![9, 7]));
        assert_eq!(Answer::Line(vec![6, 9]).split(&[4, 5]), (4, vec![]), "not offered");
    }
}
