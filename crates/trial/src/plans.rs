//! What is planned secretly and carried out at once.

use crate::play::who;
use crate::{Chance, Trial};
use kessel_kernel::plan::{Draft, Drafting, OrderOf, PlanOf, Plans, SlotOf, judge, random_plan};
use kessel_kernel::{Dice, Game, Log, Played, Refusal, Seed, Seen, Side, ToAct};
use std::collections::BTreeSet;

/// So many targets that menus show for some slot are tried on all of them.
const TARGETS: usize = 6;

impl<G: Game> Trial<G> {
    /// Plays until `turns` plans of both sides are carried out, or to the end if that comes first.
    pub(crate) fn planning(
        &self,
        seed: u64,
        turns: usize,
        mut look: impl FnMut(&G::State, Side, &PlanOf<G>),
    ) -> G::State {
        let (game, dice_seed) = (&*self.game, Seed::from_number(seed));
        let mut chance = Chance(seed);
        let mut dice = Dice::seeded(&dice_seed, 0);
        let mut state = game.setup(self.scenario_of(seed), &Default::default(), &mut dice, &mut Log::silent());
        let (mut planned, mut offers) = (0, Vec::new());
        while planned < turns {
            let asked = G::Plans::planners(game, &state);
            if asked == ToAct::Nobody {
                let Some(side) = who(game.to_act(&state), &mut chance) else { break };
                offers.clear();
                game.offers(&state, side, &mut offers);
                let action = (self.pick)(&offers, &mut chance).expect("whoever is asked can act");
                game.apply_unchecked(&mut state, side, action, &mut dice, &mut Log::silent());
                dice.forget_rolls();
                continue;
            }
            planned += 1;
            let plans = Side::BOTH.map(|side| {
                if !asked.includes(side) {
                    return PlanOf::<G>::new();
                }
                let seen = game.see(&state, side.into());
                let plan = random_plan(game, &seen, side, 8, |n| chance.below(n));
                look(&state, side, &plan);
                plan
            });
            G::Plans::execute(game, &mut state, plans, &mut dice, &mut Log::silent());
            dice.forget_rolls();
        }
        state
    }

    /// Random plans bring the games of these seeds to an outcome.
    pub fn random_plans_end(&self, seeds: impl IntoIterator<Item = u64>) {
        for seed in seeds {
            let last = self.planning(seed, usize::MAX, |_, _, _| ());
            assert!(self.game.outcome(&last).is_some(), "seed {seed}: nothing to plan, and no outcome");
        }
    }

    /// In games of so many plans an order is on the menu if and only if `check_order` allows it: every target of every line is, and of the `targets` and `verbs`
    /// that can be written down no other is.
    pub fn menus_are_what_is_allowed(
        &self,
        games: impl IntoIterator<Item = (u64, usize)>,
        verbs: &[&str],
        targets: &[&str],
    ) {
        for (seed, plans) in games {
            self.planning(seed, plans, |state, side, plan| {
                let seen = self.game.see(state, side.into());
                let (verbs, targets) = self.words_of_menus(&seen, side, plan, verbs, targets);
                for slot in G::Plans::slots(&self.game, &seen, side) {
                    self.menu_is_what_is_allowed((&seen, side), plan, slot, &verbs, &targets);
                }
            });
        }
    }

    /// Verbs and targets that are tried on every slot: those given, and some that the menus of this plan show for another one.
    fn words_of_menus(
        &self,
        seen: &Seen<G::State>,
        side: Side,
        plan: &PlanOf<G>,
        verbs: &[&str],
        targets: &[&str],
    ) -> (BTreeSet<String>, BTreeSet<String>) {
        let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<String>>();
        let (mut verbs, mut targets, mut shown) = (own(verbs), own(targets), BTreeSet::new());
        for slot in G::Plans::slots(&self.game, seen, side) {
            for line in G::Plans::menu(&self.game, seen, side, plan, slot) {
                verbs.insert(line.verb.to_owned());
                shown.extend(line.targets.into_iter().flatten());
            }
        }
        let every = shown.len().div_ceil(TARGETS).max(1);
        targets.extend(shown.into_iter().step_by(every));
        (verbs, targets)
    }

    /// What is said of an order is what the rules say of it: it is allowed if and only if every rule allows it, and refused by the first that does not.
    fn why_is_what_is_asked(
        &self,
        (seen, side): (&Seen<G::State>, Side),
        plan: &PlanOf<G>,
        slot: SlotOf<G>,
        order: &OrderOf<G>,
    ) -> bool {
        let answer = G::Plans::check_order(&self.game, seen, side, plan, slot, order);
        let why = G::Plans::why_order(&self.game, seen, side, plan, slot, order);
        let first = why.into_iter().find(|line| !line.allows);
        let said = first.map(|line| Refusal::new(line.case, line.why));
        assert_eq!(said.as_ref(), answer.as_ref().err(), "{slot:?}: {order:?}");
        answer.is_ok()
    }

    fn menu_is_what_is_allowed(
        &self,
        (seen, side): (&Seen<G::State>, Side),
        plan: &PlanOf<G>,
        slot: SlotOf<G>,
        verbs: &BTreeSet<String>,
        targets: &BTreeSet<String>,
    ) {
        let mut listed = BTreeSet::new();
        for line in G::Plans::menu(&self.game, seen, side, plan, slot) {
            assert!(line.targets.as_ref().is_none_or(|t| !t.is_empty()), "{slot:?}: {} has no target", line.verb);
            match line.targets {
                Some(targets) => listed.extend(targets.into_iter().map(|target| (line.verb.to_owned(), Some(target)))),
                None => drop(listed.insert((line.verb.to_owned(), None))),
            }
        }
        let allowed = |verb: &str, target: Option<&str>| {
            let order = G::Plans::pick(&self.game, seen, plan, slot, verb, target);
            order.is_some_and(|order| self.why_is_what_is_asked((seen, side), plan, slot, &order))
        };
        for (verb, target) in &listed {
            assert!(allowed(verb, target.as_deref()), "{slot:?}: on the menu, not allowed: {verb} {target:?}");
        }
        for verb in verbs {
            for target in targets.iter().map(|t| Some(t.as_str())).chain([None]) {
                let known = listed.contains(&(verb.clone(), target.map(str::to_owned)));
                // A verb takes a target or does not: of both only what the menu shows can be meant.
                let other = listed.iter().any(|(v, t)| v == verb && t.is_some() != target.is_some());
                assert!(
                    known || other || !allowed(verb, target),
                    "{slot:?}: allowed, not on the menu: {verb} {target:?}"
                );
            }
        }
    }

    /// In games of so many plans, what is allowed beside a plan is allowed beside any part of it; whoever gives the orders of a plan in any sequence has the same
    /// plan; the plan that says nothing can be completed; and what is completed is allowed and complete.
    pub fn the_sequence_of_orders_does_not_matter(&self, games: impl IntoIterator<Item = (u64, usize)>) {
        let mut chance = Chance(17);
        for (seed, plans) in games {
            self.planning(seed, plans, |state, side, plan| {
                let (game, seen) = (&*self.game, self.game.see(state, side.into()));
                let refused = judge(game, &seen, side, plan);
                assert!(refused.is_ok(), "a completed plan is refused: {refused:?}");
                let again = G::Plans::complete(game, &seen, side, plan).expect("it was complete");
                assert!(again == *plan, "to complete twice completes more");
                G::Plans::complete(game, &seen, side, &PlanOf::<G>::new()).expect("the empty plan can be completed");
                let mut orders: Vec<_> = plan.iter().collect();
                let mut part = PlanOf::<G>::new();
                while !orders.is_empty() {
                    let (slot, order) = orders.swap_remove(chance.below(orders.len()));
                    let answer = G::Plans::check_order(game, &seen, side, &part, *slot, order);
                    assert!(answer.is_ok(), "{slot:?} is refused beside a part of the plan: {answer:?}");
                    part.insert(*slot, order.clone());
                }
                assert!(part == *plan);
                self.drafts_agree(state, side, plan, &mut chance);
            });
        }
    }

    /// The same through what a server and a file keep: JSON, in any sequence, one at a time or all at once.
    fn drafts_agree(&self, state: &G::State, side: Side, plan: &PlanOf<G>, chance: &mut Chance) {
        let (game, table) = (&*self.game, Played::new(self.game.clone(), self.scenarios[0], state.clone()));
        let write = |(slot, order): (&SlotOf<G>, _)| {
            let word = G::Plans::write_slot(game, state, *slot);
            assert_eq!(G::Plans::read_slot(game, state, &word), Ok(*slot), "{word}");
            (word, Some(G::Plans::write_order(game, state, order)))
        };
        let mut edits: Vec<_> = plan.iter().map(write).collect();
        let whole = table.edit(side, &Draft::default(), &edits).expect("allowed");
        let mut draft = Draft::default();
        while !edits.is_empty() {
            let edit = edits.swap_remove(chance.below(edits.len()));
            draft = table.edit(side, &draft, &[edit]).expect("allowed beside any part");
        }
        assert_eq!(draft, whole, "another sequence, another plan");
        assert_eq!(table.complete(side, &draft).expect("complete"), whole, "what is written down is what was meant");
        let shown = table.draft(side, &draft).expect("shown");
        assert!(shown.fault.is_none() && shown.slots.iter().all(|slot| slot.fault.is_none()));
    }

    /// Positions that differ only in secrets of the other side are planned alike, whatever is asked.
    pub fn plans_alike(&self, side: Side, [one, two]: [&G::State; 2], plan: &PlanOf<G>) {
        let tables = [one, two].map(|state| Played::new(self.game.clone(), self.scenarios[0], state.clone()));
        let draft = {
            let write = |(slot, order): (&SlotOf<G>, _)| {
                (G::Plans::write_slot(&self.game, one, *slot), G::Plans::write_order(&self.game, one, order))
            };
            Draft(plan.iter().map(write).collect())
        };
        let [a, b] = tables.each_ref().map(|table| table.draft(side, &draft));
        assert_eq!(a, b, "drafts");
        let [a, b] = tables.each_ref().map(|table| table.complete(side, &draft));
        assert_eq!(a, b, "completed");
        // Each slot with its own order, and with that of the next, which may not fit it.
        let others = draft.0.values().cycle().skip(1);
        for ((slot, order), other) in draft.0.iter().zip(others) {
            let [a, b] = tables.each_ref().map(|table| table.menu(side, &draft, slot));
            assert_eq!(a, b, "menus");
            let [a, b] = tables.each_ref().map(|table| table.scope(side, &draft, slot));
            assert_eq!(a, b, "where {slot} can be sent");
            for order in [order, other] {
                let [a, b] = tables.each_ref().map(|table| table.why_order(side, &draft, slot, order));
                assert_eq!(a, b, "why {slot} {order}");
            }
        }
    }
}
