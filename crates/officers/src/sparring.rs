//! Sparring partners: recruits with a habit. They show whether a planner can be beaten by something simple.
//!
//! | rank | habit |
//! |---|---|
//! | `meek` | plans as little as it can, otherwise a recruit |
//! | `passive` | never attacks |
//! | `still` | never moves |
//! | `rush` | attacks whenever it may, otherwise goes for the nearest enemy |
//! | `turtle` | keeps to its own places and to its own, attacks only where it can hardly fail |
//!
//! They know actions only by what kind of offer they are ([`aim`](kessel_kernel::facets::Says::aim)), orders by the kind of their line on the menu, and attacks by what
//! their preview promises, so they play every game. Places are those with a name on the sheet.

mod planning;

use kessel_kernel::plan::PlanOf;
use kessel_kernel::view::{SheetHex, View};
use kessel_kernel::{Aim, Answer, Budget, Game, Lots, OfferKind, Officer, Seen, Side};
use rand_pcg::Pcg32;
use std::collections::HashMap;

/// What a sparring partner does and does not do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Habit {
    Meek,
    Passive,
    Still,
    Rush,
    Turtle,
}

/// A turtle attacks where the defenders are cleared out so often, in thousandths.
const SURE: u32 = 850;

/// Names of places from this size on are worth keeping to; the sheet writes smaller ones only for the eye.
const TOWN: u8 = 3;

/// A recruit with a habit.
pub(crate) struct Sparring {
    habit: Habit,
    /// Where spaces lie on the sheet, once they have been looked up.
    places: HashMap<String, (i32, i32)>,
    /// The spaces of it that are towns.
    towns: Vec<String>,
}

impl Sparring {
    pub(crate) fn new(habit: Habit) -> Sparring {
        Sparring { habit, places: HashMap::new(), towns: Vec::new() }
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
                    (true, false) => self.nearest(game, seen, side, &steps, |n| aims[*n].space.as_deref()),
                    (true, true) => rest,
                }
            }
            Habit::Turtle => {
                let sure = |n: &usize| is_sure(game, seen, side, &aims[*n], offers[*n]);
                let sure: Vec<usize> = of(&|kind| kind == OfferKind::Attack).into_iter().filter(sure).collect();
                let home = if sure.is_empty() { self.homeward(game, seen, side, &aims) } else { Vec::new() };
                match (sure.is_empty(), home.is_empty()) {
                    (false, _) => sure,
                    (true, false) => home,
                    (true, true) => {
                        of(&|kind| !matches!(kind, OfferKind::Attack | OfferKind::Move | OfferKind::Select))
                    }
                }
            }
        };
        if kept.is_empty() { (0..offers.len()).collect() } else { kept }
    }

    /// Of these those whose space is nearest to an enemy counter; if none has a space, all of them.
    fn nearest<'s, G: Game, T: Clone>(
        &mut self,
        game: &G,
        seen: &Seen<G::State>,
        side: Side,
        steps: &[T],
        space: impl Fn(&T) -> Option<&'s str>,
    ) -> Vec<T> {
        if self.places.is_empty() {
            self.learn(game, &game.glance(seen).scenario);
        }
        let enemy = game.standing(seen, side.other());
        let enemy: Vec<(i32, i32)> = enemy.iter().filter_map(|space| self.places.get(space).copied()).collect();
        let far = |step: &T| self.away(&enemy, space(step)?);
        let least = steps.iter().filter_map(far).min();
        match least {
            Some(_) => steps.iter().filter(|step| far(step) == least).cloned().collect(),
            None => steps.to_vec(),
        }
    }
}

impl Sparring {
    /// Looks the sheet up, once.
    fn learn<G: Game>(&mut self, game: &G, scenario: &str) {
        if self.places.is_empty() {
            let sheet = game.sheet(scenario);
            let is_town = |hex: &&SheetHex| hex.name.is_some() && (1..=TOWN).contains(&hex.rank);
            self.towns = sheet.hexes.iter().filter(is_town).map(|hex| hex.id.clone()).collect();
            self.places = sheet.hexes.into_iter().map(|hex| (hex.id, (hex.x, hex.y))).collect();
        }
    }

    /// Of these offers those that bring a counter nearer to a town of its own side, the nearest first, and among them where most of its own
    /// stand; if none does, those that take up a counter that is in no town.
    fn homeward<G: Game>(&mut self, game: &G, seen: &Seen<G::State>, side: Side, aims: &[Aim]) -> Vec<usize> {
        let of = |kind: OfferKind| (0..aims.len()).filter(move |n| aims[*n].kind == kind);
        if of(OfferKind::Move).chain(of(OfferKind::Select)).next().is_none() {
            return Vec::new();
        }
        let view = game.glance(seen);
        self.learn(game, &view.scenario);
        let homes = self.homes(&view, side);
        let away = |space: &str| self.away(&homes, space);
        let at = |id: &str| view.counters.iter().find(|counter| counter.id == id).map(|counter| counter.at.as_str());
        let marching = game.marching(seen).and_then(|march| march.counters.into_iter().next());
        let company = |space: &str| view.counters.iter().filter(|c| c.side == Some(side) && c.at == space).count();
        // How far it is from home after the step, and how alone it is there; nothing if that is no nearer than now.
        let worth = |n: usize| {
            let who = aims[n].counter.as_deref().or(marching.as_deref())?;
            let space = aims[n].space.as_deref()?;
            let (now, then) = (away(at(who)?)?, away(space)?);
            (then < now).then(|| (then, usize::MAX - company(space)))
        };
        if let Some(best) = of(OfferKind::Move).filter_map(worth).min() {
            return of(OfferKind::Move).filter(|n| worth(*n) == Some(best)).collect();
        }
        let stray = |n: &usize| aims[*n].counter.as_deref().and_then(at).and_then(away).is_some_and(|away| away > 0);
        of(OfferKind::Select).filter(stray).collect()
    }

    /// How far a space lies from the nearest of these places.
    fn away(&self, places: &[(i32, i32)], space: &str) -> Option<i32> {
        let (x, y) = *self.places.get(space)?;
        places.iter().map(|(a, b)| (a - x).abs() + (b - y).abs()).min()
    }

    /// Where the towns of a side lie: those that it controls, or, where nobody says who does, stands in.
    fn homes(&self, view: &View, side: Side) -> Vec<(i32, i32)> {
        let is_home = |town: &&String| {
            let control = view.spaces.iter().find(|space| space.id == **town).and_then(|space| space.control);
            let stands = || view.counters.iter().any(|c| c.side == Some(side) && c.at == **town);
            control.map_or_else(stands, |control| control == side)
        };
        self.towns.iter().filter(is_home).filter_map(|town| self.places.get(town).copied()).collect()
    }
}

/// Does the preview of this attack promise that it can hardly fail?
fn is_sure<G: Game>(game: &G, seen: &Seen<G::State>, side: Side, aim: &Aim, action: G::Action) -> bool {
    let preview = || game.describe(seen, side, action).preview.and_then(|preview| preview.forecast);
    aim.battle && preview().is_some_and(|forecast| forecast.clears >= SURE)
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

    /// Orders of the habit's kinds; nothing is left to anybody wiser.
    fn plan(&mut self, game: &G, seen: &Seen<G::State>, side: Side, _: Budget, thoughts: &mut Pcg32) -> PlanOf<G> {
        self.plan_by_habit(game, seen, side, thoughts)
    }
}
