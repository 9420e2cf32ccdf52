//! An officer of a known game at his place, with his own stream of thoughts and the rest of what he has answered.

use crate::advice::Adviser;
use crate::sparring::{Habit, Sparring};
use crate::{OfficerError, Rank, Recruit};
use kessel_kernel::plan::PlanOf;
use kessel_kernel::{Advice, Budget, Dice, Game, Log, Officer, Seed, Seen, Side};
use rand_pcg::Pcg32;
use std::collections::VecDeque;

/// An officer at his place.
pub(crate) struct Seat<G: Game> {
    /// Nobody for a recruit, who needs to be shown nothing.
    officer: Option<Box<dyn Officer<G>>>,
    budget: Budget,
    thoughts: Pcg32,
    line: VecDeque<G::Action>,
    /// The position in which the rest of the line is to be done.
    next: Option<G::State>,
}

impl<G: Game> Seat<G> {
    /// Seats an officer of `rank`; nothing if the game has none.
    pub(crate) fn new(game: &G, rank: Rank, seed: &Seed, side: Side) -> Option<Seat<G>> {
        let sparring = |habit| -> Option<Box<dyn Officer<G>>> { Some(Box::new(Sparring::new(habit))) };
        let officer = match rank {
            Rank::Recruit => None,
            Rank::StaffCautious | Rank::Staff | Rank::StaffBold => Some(game.staff(rank.temperament()?)?),
            Rank::Meek => sparring(Habit::Meek),
            Rank::Passive => sparring(Habit::Passive),
            Rank::Still => sparring(Habit::Still),
            Rank::Rush => sparring(Habit::Rush),
            Rank::Turtle => sparring(Habit::Turtle),
        };
        Some(Seat::with(officer, Pcg32::new(seed.for_thoughts(), side.index() as u64)))
    }

    fn with(officer: Option<Box<dyn Officer<G>>>, thoughts: Pcg32) -> Seat<G> {
        Seat { officer, budget: Budget::default(), thoughts, line: VecDeque::new(), next: None }
    }

    /// So much thought from now on.
    pub(crate) fn allow(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Picks one of `offers`: the next action of his line while that fits, else what he answers.
    #[inline]
    pub(crate) fn choose(&mut self, game: &G, state: &G::State, side: Side, offers: &[G::Action]) -> G::Action {
        let Some(officer) = &mut self.officer else { return offers[Recruit::pick(offers.len(), &mut self.thoughts)] };
        if let Some(action) = self.line.pop_front()
            && self.next.as_ref() == Some(state)
            && offers.contains(&action)
        {
            self.look_ahead(game, state, side, action);
            return action;
        }
        let seen = game.see(state, side.into());
        let answer = officer.choose(game, &seen, side, offers, self.budget, &mut self.thoughts);
        let (action, rest) = answer.split(offers);
        self.line = rest.into();
        self.look_ahead(game, state, side, action);
        action
    }

    /// Plans for his side, whole.
    pub(crate) fn plan(&mut self, game: &G, state: &G::State, side: Side) -> PlanOf<G> {
        let seen = game.see(state, side.into());
        match &mut self.officer {
            Some(officer) => officer.plan(game, &seen, side, self.budget, &mut self.thoughts),
            None => Officer::<G>::plan(&mut Recruit, game, &seen, side, self.budget, &mut self.thoughts),
        }
    }

    /// What he would do for a person who asks.
    pub(crate) fn advise(&mut self, game: &G, seen: &Seen<G::State>, side: Side) -> Result<Advice, OfficerError> {
        let mut recruit: Box<dyn Officer<G>> = Box::new(Recruit);
        let officer = self.officer.as_mut().unwrap_or(&mut recruit);
        let (budget, thoughts) = (self.budget, &mut self.thoughts);
        Adviser { game, officer: &mut **officer, budget, thoughts }.advise(seen, side)
    }

    /// Keeps the rest of a line only if no die and no revelation comes before it, and notes where it goes on.
    fn look_ahead(&mut self, game: &G, state: &G::State, side: Side, action: G::Action) {
        self.next = None;
        if self.line.is_empty() {
            return;
        }
        let (mut next, mut log, mut no_dice) = (state.clone(), Log::silent(), Dice::scripted([]));
        let done = game.apply(&mut next, side, action, &mut no_dice, &mut log);
        if done.is_err() || no_dice.fault().is_some() || no_dice.rolled() > 0 || log.revealed() {
            self.line.clear();
        } else {
            self.next = Some(next);
        }
    }
}

#[cfg(test)]
mod tests;
