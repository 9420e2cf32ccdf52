//! Random play, and what holds of whole games.

use crate::{Chance, Trial};
use kessel_kernel::plan::{PlanOf, Plans, random_plan};
use kessel_kernel::{Dice, Erased, Game, Log, OFTEN, Options, Seed, Side, ToAct};
use kessel_officers::{MAX_ACTIONS, PlayOut, Playable, Rank};
use std::collections::{BTreeMap, BTreeSet};

/// Who acts now: one of those asked.
pub(crate) fn who(to_act: ToAct, chance: &mut Chance) -> Option<Side> {
    if to_act == ToAct::Both { chance.pick(&Side::BOTH) } else { to_act.first() }
}

impl<G: Game> Trial<G> {
    /// Plays a whole game at random; `look` is shown every position but the last, which is handed back.
    pub fn play(&self, seed: u64, look: impl FnMut(&G::State)) -> G::State {
        self.play_aloud((seed, usize::MAX), &mut Log::silent(), look)
    }

    /// Plays until so many plans of both sides are carried out, or to the end.
    fn play_aloud(&self, (seed, turns): (u64, usize), log: &mut Log, mut look: impl FnMut(&G::State)) -> G::State {
        let (game, scenario, seed) = (&*self.game, self.scenario_of(seed), Seed::from_number(seed));
        let mut chance = Chance(seed.for_thoughts());
        let mut dice = Dice::seeded(&seed, 0);
        let mut state = game.setup(scenario, &Options::default(), &mut dice, log);
        (self.begin)(&mut state, &mut chance);
        let (mut offers, mut planned) = (Vec::new(), 0);
        for _ in 0..MAX_ACTIONS {
            if G::Plans::planners(game, &state) != ToAct::Nobody {
                if planned == turns {
                    return state;
                }
                planned += 1;
                look(&state);
                let plans = Side::BOTH.map(|side| self.some_plan(&state, side, &mut chance));
                G::Plans::execute(game, &mut state, plans, &mut dice, log);
                dice.forget_rolls();
                continue;
            }
            let Some(side) = who(game.to_act(&state), &mut chance) else { return state };
            offers.clear();
            game.offers(&state, side, &mut offers);
            let action = (self.pick)(&offers, &mut chance);
            let action = action.unwrap_or_else(|| panic!("{}: whoever is asked can act", self.kind(&state)));
            look(&state);
            game.apply_unchecked(&mut state, side, action, &mut dice, log);
            dice.forget_rolls();
        }
        panic!("{}: random play ends", self.kind(&state));
    }

    /// A plan drawn at random for a side that is asked for one; nothing for one that is not.
    pub(crate) fn some_plan(&self, state: &G::State, side: Side, chance: &mut Chance) -> PlanOf<G> {
        if !G::Plans::planners(&self.game, state).includes(side) {
            return PlanOf::<G>::new();
        }
        random_plan(&*self.game, &self.game.see(state, side.into()), side, OFTEN, |n| chance.below(n))
    }

    /// At most `most` positions of every kind of decision, spread over the games of these seeds: over the first [`turns`](Trial::turns) of them.
    pub fn positions(&self, seeds: impl IntoIterator<Item = u64>, most: usize) -> Vec<G::State> {
        let mut found: BTreeMap<String, (usize, Vec<G::State>)> = BTreeMap::new();
        let mut seeds = seeds.into_iter().peekable();
        let mut chance = Chance(seeds.peek().copied().unwrap_or_default());
        for seed in seeds {
            self.play_aloud((seed, self.turns), &mut Log::silent(), |state| {
                let (met, list) = found.entry(self.kind(state)).or_default();
                *met += 1;
                // Every position met is kept with the same chance.
                if list.len() < most {
                    list.push(state.clone());
                } else if let Some(slot) = list.get_mut(chance.below(*met)) {
                    *slot = state.clone();
                }
            });
        }
        found.into_values().flat_map(|(_, list)| list).collect()
    }

    /// The games of these seeds meet decisions of all these kinds.
    pub fn random_play_meets(
        &self,
        seeds: impl IntoIterator<Item = u64>,
        kinds: impl IntoIterator<Item = impl Into<String>>,
    ) {
        let met: BTreeSet<String> = self.positions(seeds, 1).iter().map(self.kind_of).collect();
        let kinds: Vec<String> = kinds.into_iter().map(Into::into).collect();
        assert!(!kinds.is_empty(), "the trial names no kind of decision");
        let missing: Vec<String> = kinds.into_iter().filter(|kind| !met.contains(kind)).collect();
        assert!(missing.is_empty(), "never met: {missing:?}; met: {met:?}");
    }

    /// Two officers play a whole game: no refusal, no dead end, an outcome.
    pub fn officers_play_by_the_rules(&self, scenario: &str, seed: u64, ranks: [Rank; 2]) {
        let order = PlayOut::of(scenario, Seed::from_number(seed)).ranks(ranks);
        let record = Erased(self.game.clone()).play_out(&order).expect("the game starts");
        assert_eq!(record.trouble, None, "{scenario}, seed {seed}, {ranks:?}");
        assert!(record.outcome.is_some() && record.refusals == 0, "{record:?}");
    }

    /// Nothing depends on whether anybody listens, and every case that is told of stands in the ledger.
    pub fn a_silent_log_changes_nothing_but_the_text(&self, seeds: impl IntoIterator<Item = u64>) {
        for seed in seeds {
            let (mut loud, mut silent) = (Log::new(), Log::silent());
            let ends = [&mut loud, &mut silent].map(|log| self.play_aloud((seed, self.turns), log, |_| ()));
            assert!(ends[0] == ends[1], "seed {seed}: the log has a say");
            assert!(!loud.events().is_empty() && silent.events().is_empty(), "a log tells, a silent one does not");
            loud.events().iter().for_each(|event| self.is_in_the_ledger(event.case));
        }
    }
}
