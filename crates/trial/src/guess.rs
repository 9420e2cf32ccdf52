//! What a side may think of what it does not know: samples agree with everything it knows, and worth is fair.

use crate::{Chance, Trial};
use kessel_kernel::plan::Plans;
use kessel_kernel::{Dice, Game, Log, Seed, Side, ToAct, Viewer};
use kessel_officers::MAX_ACTIONS;
use rand_pcg::Pcg32;
use serde::Serialize;

/// The parts of two positions that are not alike, by name.
fn differing<S: Serialize>(one: &S, other: &S) -> Vec<String> {
    let [one, other] = [one, other].map(|state| serde_json::to_value(state).expect("a state is plain data"));
    let parts = one.as_object().into_iter().flatten();
    parts.filter(|(name, part)| other.get(name) != Some(part)).map(|(name, _)| name.clone()).collect()
}

impl<G: Game> Trial<G> {
    /// So many samples of each position for each side: seen by it they are what it saw, they offer it the same, whoever is asked can act and
    /// his offers are allowed, and random play from them ends. What was hidden is drawn, not left as it was shown.
    pub fn samples_agree_with_what_a_side_knows(&self, positions: &[G::State], each: u64) {
        let (mut hidden, mut drawn) = (0, 0);
        for (n, state) in (0..).zip(positions) {
            for side in Side::BOTH {
                let mut rng = Pcg32::new(n, side.index() as u64);
                for _ in 0..each {
                    let seen = self.game.see(state, side.into());
                    let sample = self.sample_agrees(state, side, &mut rng);
                    hidden += usize::from(seen.state() != state);
                    drawn += usize::from(*seen.state() != sample);
                }
            }
        }
        assert!(drawn * 2 >= hidden, "a sample keeps stand-ins: of {hidden} with secrets only {drawn} are drawn");
    }

    fn sample_agrees(&self, state: &G::State, side: Side, rng: &mut Pcg32) -> G::State {
        let (game, kind) = (&*self.game, self.kind(state));
        let seen = game.see(state, side.into());
        let sample = game.sample(&seen, side, rng);
        let again = game.see(&sample, side.into());
        let other = differing(seen.state(), again.state()).join(", ");
        assert!(again == seen, "{kind}: to {side} a sample is another position: {other}");
        assert_eq!(self.offers(&sample, side), self.offers(state, side), "{kind}: to {side} a sample offers otherwise");
        for who in Side::BOTH {
            for action in self.offers(&sample, who) {
                let answer = game.check(&sample, who, action);
                assert_eq!(answer, Ok(()), "{kind}: offered in a sample, not allowed: {action:?}");
            }
        }
        self.plays_out(sample.clone(), &kind, rng);
        sample
    }

    /// Random play from a position ends, or goes on for as many plans as a game is looked at.
    fn plays_out(&self, mut state: G::State, kind: &str, rng: &mut Pcg32) {
        use kessel_kernel::Lots;
        let (game, mut chance) = (&*self.game, Chance(rng.below(1 << 20) as u64));
        let mut dice = Dice::seeded(&Seed::from_number(rng.below(1 << 20) as u64), 0);
        let (mut offers, mut planned) = (Vec::new(), 0);
        for _ in 0..MAX_ACTIONS / 10 {
            if G::Plans::planners(game, &state) != ToAct::Nobody {
                if planned == self.turns {
                    return;
                }
                planned += 1;
                let plans = Side::BOTH.map(|side| self.some_plan(&state, side, &mut chance));
                G::Plans::execute(game, &mut state, plans, &mut dice, &mut Log::silent());
                dice.forget_rolls();
                continue;
            }
            let Some(side) = crate::play::who(game.to_act(&state), &mut chance) else {
                assert!(game.outcome(&state).is_some(), "{kind}: a sample ends without an outcome");
                return;
            };
            offers.clear();
            game.offers(&state, side, &mut offers);
            let action = (self.pick)(&offers, &mut chance);
            let action = action.unwrap_or_else(|| panic!("{kind}: in a sample nobody can act: {}", self.kind(&state)));
            game.apply_unchecked(&mut state, side, action, &mut dice, &mut Log::silent());
            dice.forget_rolls();
        }
        panic!("{kind}: random play from a sample does not end");
    }

    /// What one side gains the other loses, whoever looks; and after the end of the games of these seeds worth has the sign of the outcome.
    pub fn worth_is_fair(&self, positions: &[G::State], seeds: impl IntoIterator<Item = u64>) {
        let viewers = [Viewer::Axis, Viewer::Soviet, Viewer::Spectator, Viewer::Umpire];
        for (state, viewer) in positions.iter().flat_map(|state| viewers.map(|viewer| (state, viewer))) {
            let seen = self.game.see(state, viewer);
            let [axis, soviet] = Side::BOTH.map(|side| self.game.evaluate(&seen, side));
            assert_eq!(axis, -soviet, "{}: seen by {viewer:?} worth is not fair", self.kind(state));
        }
        for seed in seeds {
            let last = self.play(seed, |_| ());
            let winner = self.game.outcome(&last).and_then(|outcome| outcome.winner);
            for (side, viewer) in Side::BOTH.into_iter().flat_map(|side| viewers.map(|viewer| (side, viewer))) {
                let sign = winner.map_or(0, |winner| if winner == side { 1 } else { -1 });
                let worth = self.game.evaluate(&self.game.see(&last, viewer), side);
                assert_eq!(worth.signum(), sign, "seed {seed}: {side} values the end at {worth}");
            }
        }
    }
}
