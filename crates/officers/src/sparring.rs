//! Sparring partners: recruits with a habit. They show whether a planner can be beaten by something simple.
//!
//! | rank | habit |
//! |---|---|
//! | `meek` | plans as little as it can, otherwise a recruit |
//! | `passive` | never attacks |
//! | `still` | never moves |
//! | `rush` | attacks whenever it may, otherwise goes for the nearest enemy |
//!
//! They know actions only by what kind of offer they are ([`Game::aim`]), so they play every game.

use kessel_table::plan::{PlanOf, Plans};
use kessel_table::{Answer, Budget, Game, Lots, OfferKind, Officer, Seen, Side};
use rand_pcg::Pcg32;
use std::collections::HashMap;

/// What a sparring partner does and does not do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Habit {
    Meek,
    Passive,
    Still,
    Rush,
}

/// A recruit with a habit.
pub(crate) struct Sparring {
    habit: Habit,
    /// Where spaces lie on the sheet, once they have been looked up.
    places: HashMap<String, (i32, i32)>,
}

impl Sparring {
    pub(crate) fn new(habit: Habit) -> Sparring {
        Sparring { habit, places: HashMap::new() }
    }

    /// The offers that the habit leaves, by index; all of them if it leaves none.
    fn kept<G: Game>(&mut self, game: &G, seen: &Seen<G::State>, side: Side, offers: &[G::Action]) -> Vec<usize> {
        let aims: Vec<_> = offers.iter().map(|action| game.aim(seen, side, *action)).collect();
        let of = |keep: &dyn Fn(OfferKind) -> bool| -> Vec<usize> {
            (0..offers.len()).filter(|n| keep(aims[*n].kind)).collect()
        };
        let kept = match self.habit {
            Habit::Meek => Vec::new(),
            Habit::Passive => of(&|kind| kind != OfferKind::Attack),
            Habit::Still => of(&|kind| kind != OfferKind::Move),
            Habit::Rush => {
                let attacks = of(&|kind| kind == OfferKind::Attack);
                let steps = of(&|kind| kind == OfferKind::Move);
                let rest = of(&|kind| kind != OfferKind::Done);
                match (attacks.is_empty(), steps.is_empty()) {
                    (false, _) => attacks,
                    (true, false) => self.nearest(game, seen, side, &steps, &|n| aims[n].space.clone()),
                    (true, true) => rest,
                }
            }
        };
        if kept.is_empty() { (0..offers.len()).collect() } else { kept }
    }

    /// Of these offers those that lead nearest to an enemy counter; offers without a space are left as they are.
    fn nearest<G: Game>(
        &mut self,
        game: &G,
        seen: &Seen<G::State>,
        side: Side,
        steps: &[usize],
        space: &dyn Fn(usize) -> Option<String>,
    ) -> Vec<usize> {
        let view = game.view(seen);
        if self.places.is_empty() {
            let sheet = game.sheet(&view.scenario);
            self.places = sheet.hexes.into_iter().map(|hex| (hex.id, (hex.x, hex.y))).collect();
        }
        let enemy = view.counters.iter().filter(|counter| counter.side == Some(side.other()));
        let enemy: Vec<(i32, i32)> = enemy.filter_map(|counter| self.places.get(&counter.at).copied()).collect();
        let far = |n: usize| {
            let (x, y) = *self.places.get(&space(n)?)?;
            enemy.iter().map(|(a, b)| (a - x).abs() + (b - y).abs()).min()
        };
        let least = steps.iter().filter_map(|n| far(*n)).min();
        match least {
            Some(least) => steps.iter().copied().filter(|n| far(*n) == Some(least)).collect(),
            None => steps.to_vec(),
        }
    }
}

impl<G: Game> Officer<G> for Sparring {
    fn choose(
        &mut self,
        game: &G,
        seen: &Seen<G::State>,
        side: Side,
        offers: &[G::Action],
        _: Budget,
        thoughts: &mut Pcg32,
    ) -> Answer<G::Action> {
        let kept = self.kept(game, seen, side, offers);
        Answer::Offer(kept[thoughts.below(kept.len())])
    }

    /// The first line of every menu: the least number where a number is asked for.
    fn plan(&mut self, game: &G, seen: &Seen<G::State>, side: Side, _: Budget, _: &mut Pcg32) -> PlanOf<G> {
        let mut plan = PlanOf::<G>::new();
        for slot in G::Plans::slots(game, seen, side) {
            let menu = G::Plans::menu(game, seen, side, &plan, slot);
            let told = menu.first().and_then(|line| {
                let target = line.targets.as_ref().and_then(|targets| targets.first());
                G::Plans::pick(game, seen, &plan, slot, line.verb, target.map(String::as_str))
            });
            if let Some(order) = told
                && G::Plans::check_order(game, seen, side, &plan, slot, &order).is_ok()
            {
                plan.insert(slot, order);
            }
        }
        G::Plans::complete(game, seen, side, &plan).unwrap_or_default()
    }
}
