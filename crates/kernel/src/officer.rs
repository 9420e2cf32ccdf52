//! The contract of a computer player.

use crate::facets::Rules;
use crate::plan::{PlanOf, SlotOf, random_plan};
use crate::{Lots, Seen, Side};
use rand_pcg::Pcg32;
use std::collections::BTreeMap;
use std::time::Duration;

/// A computer player.
///
/// He is shown the position as his side may know it, never the real one; what he does not know he may draw with [`sample`](crate::facets::Samples::sample) and
/// weigh with [`evaluate`](crate::facets::Evaluates::evaluate).
pub trait Officer<G: Rules>: Send {
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

    /// Why he would do this, in a sentence that names his goal: asked after [`Officer::choose`] of whoever is asked for advice. Nothing
    /// leaves the reason to whoever asks, who makes one of the action's own words and odds.
    fn reason(&self, _game: &G, _seen: &Seen<G::State>, _side: Side, _action: G::Action) -> Option<String> {
        None
    }

    /// The same of a whole plan.
    fn reason_of_plan(&self, _game: &G, _seen: &Seen<G::State>, _side: Side, _plan: &PlanOf<G>) -> Option<String> {
        None
    }

    /// What each order of a plan is for, in a few words, of those of which he can tell.
    fn reasons_of_orders(
        &self,
        _game: &G,
        _seen: &Seen<G::State>,
        _side: Side,
        _plan: &PlanOf<G>,
    ) -> BTreeMap<SlotOf<G>, String> {
        BTreeMap::new()
    }
}

/// How much a planner dares. It is the same planner: only what his own losses weigh beside the enemy's, and the odds that he asks for, differ.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Temperament {
    /// An own step counts for two and a half: he attacks where it is nearly sure.
    Cautious,
    /// As the planner was made.
    #[default]
    Balanced,
    /// An own step counts for less than half: he attacks where others wait.
    Bold,
}

impl Temperament {
    /// All of them, from the most careful.
    pub const ALL: [Temperament; 3] = [Temperament::Cautious, Temperament::Balanced, Temperament::Bold];

    /// What an own loss that is worth `price` weighs where an attack is judged.
    pub const fn price(self, price: i32) -> i32 {
        match self {
            Temperament::Cautious => price * 5 / 2,
            Temperament::Balanced => price,
            Temperament::Bold => price * 2 / 5,
        }
    }

    /// The least odds that he accepts where the planner asks for `odds`, in a game in which attacks are judged by odds alone.
    pub const fn least(self, odds: i64) -> i64 {
        match self {
            Temperament::Cautious => odds * 3 / 2,
            Temperament::Balanced => odds,
            Temperament::Bold => odds * 7 / 10,
        }
    }

    /// How worn troops may be that he still sends into an attack, where the planner draws the line at `limit`.
    pub const fn worn(self, limit: u8) -> u8 {
        match self {
            Temperament::Cautious => limit * 2 / 3,
            Temperament::Balanced => limit,
            Temperament::Bold => limit * 3 / 2,
        }
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
    fn the_bold_hold_their_own_losses_cheap_and_the_balanced_change_nothing() {
        assert_eq!(Temperament::ALL.map(|t| t.price(10)), [25, 10, 4]);
        assert_eq!(Temperament::ALL.map(|t| t.least(20)), [30, 20, 14]);
        assert_eq!(Temperament::default().price(-7), -7);
    }

    #[test]
    fn a_line_is_its_first_action_and_a_rest() {
        assert_eq!(Answer::Offer(1).split(&[4, 5]), (5, vec![]));
        assert_eq!(Answer::Line(vec![5, 9, 7]).split(&[4, 5]), (5, vec![9, 7]));
        assert_eq!(Answer::Line(vec![6, 9]).split(&[4, 5]), (4, vec![]), "not offered");
    }
}
