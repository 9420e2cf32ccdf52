//! Advice to a person: what an officer would do in his place, and why.
//!
//! It is made from what the side may know and from nothing else: the position that the officer thinks on is drawn anew from it
//! ([`sample`](kessel_kernel::facets::Samples::sample)), so that neither the actions nor their words can tell more than the side knows already.

mod reason;

use crate::OfficerError;
use kessel_kernel::plan::{Draft, PlanOf, Plans, SlotView};
use kessel_kernel::{Advice, Aim, Budget, Dice, Game, Log, OfferKind, Officer, Seen, Side};
use rand_pcg::Pcg32;
use reason::Ground;

/// No line of actions is longer.
const LONGEST: usize = 40;
/// Of a plan so many orders are told in words.
const TOLD: usize = 8;

/// Who is asked, and how long he may think.
pub(crate) struct Adviser<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) officer: &'a mut dyn Officer<G>,
    pub(crate) budget: Budget,
    pub(crate) thoughts: &'a mut Pcg32,
}

/// An action of the line, with what it is about.
struct Act<G: Game> {
    action: G::Action,
    aim: Aim,
    label: String,
}

impl<G: Game> Adviser<'_, G> {
    /// What he would do for `side`, for which `seen` was made.
    pub(crate) fn advise(mut self, seen: &Seen<G::State>, side: Side) -> Result<Advice, OfficerError> {
        let state = self.game.sample(seen, side, self.thoughts);
        if G::Plans::planners(self.game, &state).includes(side) {
            return Ok(self.plan(seen, side));
        }
        if !self.game.to_act(&state).includes(side) {
            return Err(OfficerError::NotAsked(side));
        }
        let (line, reason) = self.line(state, side)?;
        let ground = Ground::of(self.game, seen, side);
        let from = line.iter().find_map(|act| act.aim.counter.as_deref()).and_then(|counter| ground.at(counter));
        let mut path: Vec<String> = from.map(str::to_owned).into_iter().collect();
        for space in line.iter().filter_map(|act| act.aim.space.clone()) {
            if path.last() != Some(&space) && ground.is_place(&space) {
                path.push(space);
            }
        }
        let mut counters: Vec<String> = Vec::new();
        for counter in line.iter().filter_map(|act| act.aim.counter.clone()) {
            if !counters.contains(&counter) {
                counters.push(counter);
            }
        }
        let kind = kind_of(&line);
        let why = reason.told.unwrap_or_else(|| ground.reason(kind, reason.offer, &path, &reason.prompt));
        Ok(Advice {
            actions: line.iter().map(|act| self.game.write_action(seen, act.action)).collect(),
            orders: None,
            slots: Vec::new(),
            lines: lines(&line),
            why,
            kind,
            counters,
            path,
        })
    }

    /// The actions up to the end of a march, the first die or the first revelation, and the reason of the first of them.
    fn line(&mut self, mut state: G::State, side: Side) -> Result<(Vec<Act<G>>, Reason), OfficerError> {
        let (mut line, mut reason): (Vec<Act<G>>, Reason) = (Vec::new(), Reason::default());
        let mut offers = Vec::new();
        while line.len() < LONGEST {
            offers.clear();
            self.game.offers(&state, side, &mut offers);
            if offers.is_empty() {
                break;
            }
            let seen = self.game.see(&state, side.into());
            let answer = self.officer.choose(self.game, &seen, side, &offers, self.budget, self.thoughts);
            let (action, _) = answer.split(&offers);
            let aim = self.game.aim(&seen, side, action);
            if self.begins_another(&line, &state, &aim) {
                break;
            }
            let offer = self.game.describe(&seen, side, action);
            let label = offer.label.clone();
            if line.is_empty() {
                reason.told = self.officer.reason(self.game, &seen, side, action);
                reason.prompt = self.game.prompt(&seen, side).text;
            }
            if line.is_empty() || offer.preview.is_some() {
                reason.offer = offer;
            }
            let ends = aim.kind == OfferKind::Done;
            line.push(Act { action, aim, label });
            match self.after(&state, side, action) {
                Some(next) if !ends => state = next,
                _ => break,
            }
        }
        if line.is_empty() { Err(OfficerError::NoOffer(side)) } else { Ok((line, reason)) }
    }

    /// Is this the beginning of something else than the line is about? A march and an attack that is being drawn up belong together.
    fn begins_another(&self, line: &[Act<G>], state: &G::State, aim: &Aim) -> bool {
        let Some(first) = line.first() else { return false };
        let same = aim.counter.is_some() && aim.counter == first.aim.counter;
        let elsewhere = aim.kind == OfferKind::Attack && aim.space.is_some() && aim.space != first.aim.space;
        let attack = first.aim.kind == OfferKind::Attack && !elsewhere;
        !(same || attack || self.game.marching(state).is_some())
    }

    /// The position after an action; nothing if dice, a revelation or the enemy come before the next.
    fn after(&self, state: &G::State, side: Side, action: G::Action) -> Option<G::State> {
        let (mut next, mut log, mut no_dice) = (state.clone(), Log::silent(), Dice::scripted([]));
        self.game.apply(&mut next, side, action, &mut no_dice, &mut log).ok()?;
        let sure = no_dice.fault().is_none() && no_dice.rolled() == 0 && !log.revealed();
        (sure && self.game.to_act(&next).includes(side)).then_some(next)
    }

    /// A whole plan.
    fn plan(&mut self, seen: &Seen<G::State>, side: Side) -> Advice {
        let plan = self.officer.plan(self.game, seen, side, self.budget, self.thoughts);
        let told = self.proposed(seen, side, &plan);
        let (going, staying): (Vec<_>, Vec<_>) = told.iter().partition(|slot| !slot.path.is_empty());
        let mut lines: Vec<String> =
            going.iter().chain(&staying).take(TOLD).map(|slot| format!("{}: {}", slot.label, slot.text)).collect();
        if told.len() > TOLD {
            lines.push(format!("and {} more", told.len() - TOLD));
        }
        let orders = self.written(seen, &plan);
        let reason = self.officer.reason_of_plan(self.game, seen, side, &plan);
        Advice {
            lines,
            why: reason.unwrap_or_else(|| reason::of_orders(&orders)),
            counters: going.iter().filter_map(|slot| slot.counter.clone()).collect(),
            orders: Some(orders),
            slots: told,
            ..Advice::default()
        }
    }

    /// The orders of a plan for display, each with what it is for.
    fn proposed(&self, seen: &Seen<G::State>, side: Side, plan: &PlanOf<G>) -> Vec<SlotView> {
        let slots: Vec<_> = plan.keys().copied().collect();
        let mut reasons = self.officer.reasons_of_orders(self.game, seen, side, plan);
        let told = G::Plans::describe_all(self.game, seen, plan, &slots).into_iter().zip(plan);
        let mut views = Vec::new();
        for (view, (slot, order)) in told {
            views.push(SlotView {
                slot: G::Plans::write_slot(self.game, seen, *slot),
                order: Some(G::Plans::write_order(self.game, seen, order)),
                why: reasons.remove(slot),
                ..view
            });
        }
        views
    }

    fn written(&self, seen: &Seen<G::State>, plan: &PlanOf<G>) -> Draft {
        let word = |slot| G::Plans::write_slot(self.game, seen, slot);
        Draft(plan.iter().map(|(slot, order)| (word(*slot), G::Plans::write_order(self.game, seen, order))).collect())
    }
}

/// What the reason of a line is made of.
#[derive(Default)]
struct Reason {
    /// What the officer says himself.
    told: Option<String>,
    /// The first action in words, or the one whose battle can be foreseen.
    offer: kessel_kernel::Offer,
    /// What is asked.
    prompt: String,
}

/// What a line comes to: an attack if it ends in one, else what it begins with; taking up a counter is a move.
fn kind_of<G: Game>(line: &[Act<G>]) -> OfferKind {
    let has = |kind: OfferKind| line.iter().any(|act| act.aim.kind == kind);
    match line.first().map_or(OfferKind::Other, |act| act.aim.kind) {
        OfferKind::Select | OfferKind::Move if has(OfferKind::Attack) => OfferKind::Attack,
        OfferKind::Select if has(OfferKind::Move) => OfferKind::Move,
        kind => kind,
    }
}

/// The labels; of the steps of a march only the last, into a fight or not.
fn lines<G: Game>(line: &[Act<G>]) -> Vec<String> {
    let step = |n: usize| line.get(n).is_some_and(|act| act.aim.kind == OfferKind::Move);
    let on = |n: usize| step(n) || line.get(n).is_some_and(|act| act.aim.kind == OfferKind::Attack);
    line.iter().enumerate().filter(|(n, _)| !(step(*n) && on(n + 1))).map(|(_, act)| act.label.clone()).collect()
}

#[cfg(test)]
mod tests;
