//! Objectives: who stands on them, and who is wanted there.

use super::weights::{GARRISON, GUARDS};
use crate::data::Kind;
use crate::orders::{Order, Slot};
use crate::planner::Planner;
use crate::state::{Secondary, Stance};

impl Planner<'_> {
    /// Somebody stands on every objective of one's own, and holds it.
    pub(crate) fn garrisons(&mut self) {
        let stage = self.game.stage(self.seen);
        let places: Vec<u16> = stage.scenario.objectives.iter().map(|o| o.hex.0).collect();
        let (seen, side) = (self.seen, self.side);
        for hex in places.into_iter().filter(|hex| seen.owner(*hex) == side) {
            let fights = |u: &u16| !matches!(stage.info(*u).kind, Kind::Hq | Kind::Artillery);
            let threatened = self.seen.contacts.iter().any(|c| stage.theater.distance(c.at, hex) <= 2 * GARRISON);
            let there = self.idle().into_iter().filter(fights).filter(|u| self.seen.units[*u as usize].at == hex);
            if let Some(unit) = there.max_by_key(|u| self.seen.units[*u as usize].defence) {
                if !self.order(Slot::Unit(unit), Order::Defend(Stance::Hold, Secondary::Dig)) {
                    self.order(Slot::Unit(unit), Order::Defend(Stance::Hold, Secondary::Nothing));
                }
                continue;
            }
            let away = |u: &u16| stage.theater.distance(self.seen.units[*u as usize].at, hex);
            let idle = self.idle().into_iter().filter(fights).filter(|u| away(u) <= GARRISON);
            let nearest = idle.filter(|_| threatened).min_by_key(|u| (away(u), *u));
            if let Some(unit) = nearest {
                self.order(Slot::Unit(unit), Order::Go(None, hex, false));
            }
        }
    }

    /// How many of one's own that can fight stand on each objective or beside it.
    pub(super) fn guards(&self) -> Vec<usize> {
        let stage = self.game.stage(self.seen);
        let fights = |u: &u16| !matches!(stage.info(*u).kind, Kind::Hq | Kind::Artillery);
        let own = |u: &u16| self.seen.units[*u as usize].here() && stage.side(*u) == self.side && fights(u);
        let at: Vec<u16> =
            (0..self.seen.units.len() as u16).filter(own).map(|u| self.seen.units[u as usize].at).collect();
        let around = |hex: u16| at.iter().filter(|at| stage.theater.distance(**at, hex) <= 1).count();
        stage.scenario.objectives.iter().map(|o| around(o.hex.0)).collect()
    }

    /// Where a defender is wanted: at an objective of his own that the enemy is near and few stand around. He stays at one that needs him;
    /// otherwise he goes for the enemy like anybody.
    pub(super) fn post(&self, at: u16, guards: &mut [usize]) -> Option<u16> {
        let stage = self.game.stage(self.seen);
        let away = |hex: u16| stage.theater.distance(at, hex);
        let near = |hex: u16| self.seen.contacts.iter().any(|c| stage.theater.distance(c.at, hex) <= 2 * GARRISON);
        let places = stage.scenario.objectives.iter().enumerate();
        let mine = places.filter(|(_, place)| self.seen.owner(place.hex.0) == self.side && near(place.hex.0));
        let short = mine.filter(|(n, place)| {
            let there = away(place.hex.0) <= 1;
            guards[*n] < GUARDS && away(place.hex.0) <= 2 * GARRISON || there && guards[*n] <= GUARDS
        });
        let (n, place) = short.min_by_key(|(n, place)| (away(place.hex.0), *n))?;
        let there = away(place.hex.0) <= 1;
        guards[n] += usize::from(!there);
        Some(if there { at } else { place.hex.0 })
    }
}
