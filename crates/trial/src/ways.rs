//! Exploration: what is shown as reachable can be gone to, what is planned can be fought, and neither tells a secret.

use crate::Trial;
use kessel_kernel::{Dice, Game, Intent, Log, OfferKind, Played, Reach, Seed, Session, Side, Wish};
use rand_pcg::Pcg32;

/// Of each position so many counters are tried, and of each reach so many goals.
const COUNTERS: usize = 3;
const GOALS: usize = 4;

impl<G: Game> Trial<G> {
    /// In these positions every goal that is tried can be reached by one list of actions, which ends there; every attack that is planned can be
    /// made; and a position that its side cannot tell from the real one shows it the same. At least so many goals and attacks are met.
    pub fn what_is_shown_as_reachable_can_be_gone_to(&self, positions: &[G::State], least: [usize; 2]) {
        let mut met = [0, 0];
        for (n, state) in (0..).zip(positions) {
            for side in Side::BOTH {
                let session = Played::new(self.game.clone(), self.scenarios[0], state.clone());
                let sample = self.game.sample(&self.game.see(state, side.into()), side, &mut Pcg32::new(n, 0));
                let sample = Played::new(self.game.clone(), self.scenarios[0], sample);
                for counter in self.movers(state, side) {
                    let wish = Wish { counters: vec![counter], ..Wish::default() };
                    let reaches = session.reach(side, &wish);
                    assert_eq!(reaches, sample.reach(side, &wish), "{}: a reach tells a secret", self.kind(state));
                    met[0] += reaches.iter().map(|reach| self.goals_are_reached(&session, side, reach)).sum::<usize>();
                }
                for space in self.attackable(state, side) {
                    met[1] += usize::from(self.attack_can_be_made(&session, side, space));
                }
            }
        }
        assert!(met[0] >= least[0] && met[1] >= least[1], "goals and attacks met: {met:?}");
    }

    fn movers(&self, state: &G::State, side: Side) -> Vec<String> {
        let seen = self.game.see(state, side.into());
        let mut found = Vec::new();
        for action in self.offers(state, side) {
            let aim = self.game.aim(&seen, side, action);
            let goes = matches!(aim.kind, OfferKind::Select | OfferKind::Move);
            if let Some(counter) = aim.counter.filter(|counter| goes && !found.contains(counter)) {
                found.push(counter);
            }
        }
        let every = found.len().div_ceil(COUNTERS).max(1);
        found.into_iter().step_by(every).collect()
    }

    fn attackable(&self, state: &G::State, side: Side) -> Vec<String> {
        // An attack out of a march is a goal of the march.
        if self.game.marching(state).is_some() {
            return Vec::new();
        }
        let seen = self.game.see(state, side.into());
        let aims = self.offers(state, side).into_iter().map(|action| self.game.aim(&seen, side, action));
        let attacks = aims.filter(|aim| aim.kind == OfferKind::Attack && aim.counter.is_none() && aim.space.is_some());
        let mut spaces: Vec<String> = attacks.filter_map(|aim| aim.space).collect();
        spaces.dedup();
        spaces.truncate(GOALS);
        spaces
    }

    /// How many goals were tried.
    fn goals_are_reached(&self, session: &Played<G>, side: Side, reach: &Reach) -> usize {
        let every = reach.goals.len().div_ceil(GOALS).max(1);
        let kind = self.kind(&session.state);
        let mut tried = 0;
        for goal in reach.goals.iter().step_by(every) {
            let verb = Some(reach.verb.clone()).filter(|verb| !verb.is_empty());
            let wish = Wish { counters: reach.counters.clone(), verb, via: vec![goal.space.clone()] };
            let way = session.way(side, &wish);
            assert!(!way.actions.is_empty(), "{kind}: no way for {wish:?} of {reach:?}");
            let mut fork = session.fork();
            let mut dice = Dice::seeded(&Seed::from_number(1), 0);
            let done = fork.act_all(side, &way.actions, &mut dice, &mut Log::silent());
            let done = done.unwrap_or_else(|why| panic!("{kind}: {wish:?}: {why}"));
            assert!(done.stopped.is_none(), "{kind}: {wish:?} is stopped: {done:?}");
            let after = fork.as_any().downcast_ref::<Played<G>>().expect("the same game");
            if let Some(marching) = self.game.marching(&after.state) {
                assert_eq!(marching.at, goal.space, "{kind}: {wish:?} ends elsewhere");
                assert_eq!(marching.left, goal.left, "{kind}: {wish:?} costs otherwise");
            }
            let quiet = dice.rolled() == 0;
            assert!(quiet || goal.chance || goal.fight, "{kind}: {wish:?} is said to need no dice");
            tried += 1;
        }
        tried
    }

    /// Can it be planned, and made as planned? Where the declaration itself rolls dice or reveals something there is nothing to plan.
    fn attack_can_be_made(&self, session: &Played<G>, side: Side, space: String) -> bool {
        let kind = self.kind(&session.state);
        let intent = Intent { space, ..Intent::default() };
        let Some(muster) = session.muster(side, &intent) else {
            assert!(!self.is_declared_quietly(session, side, &intent.space), "{kind}: no plan for {intent:?}");
            return false;
        };
        if muster.actions.is_empty() {
            return false;
        }
        let mut fork = session.fork();
        let mut dice = Dice::seeded(&Seed::from_number(1), 0);
        let done = fork.act_all(side, &muster.actions, &mut dice, &mut Log::silent());
        let done = done.unwrap_or_else(|why| panic!("{kind}: {intent:?}: {why}"));
        assert!(done.stopped.is_none(), "{kind}: {intent:?} is stopped: {done:?}");
        true
    }

    fn is_declared_quietly(&self, session: &Played<G>, side: Side, space: &str) -> bool {
        let seen = self.game.see(&session.state, side.into());
        let attacks = |action: &G::Action| {
            let aim = self.game.aim(&seen, side, *action);
            aim.kind == OfferKind::Attack && aim.counter.is_none() && aim.space.as_deref() == Some(space)
        };
        let Some(action) = self.offers(&session.state, side).into_iter().find(attacks) else { return false };
        let (mut state, mut dice, mut log) = (session.state.clone(), Dice::scripted([]), Log::silent());
        self.game.apply_unchecked(&mut state, side, action, &mut dice, &mut log);
        dice.rolled() == 0 && !log.revealed()
    }
}
