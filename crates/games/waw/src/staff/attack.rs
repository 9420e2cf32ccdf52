//! Attacks: where, by whom, and with which guns.

use super::weights::{ALL_OUT, BEFORE, ENOUGH_GUNS, ENOUGH_MEN, GUNS};
use crate::data::Kind;
use crate::fix::ONE;
use crate::orders::{Order, Slot};
use crate::planner::Planner;
use crate::state::{Assault, Mission};
use crate::strength::Lines;

impl Planner<'_> {
    /// What an attack on a hex must promise: little on an objective, more elsewhere; who defends is choosier.
    fn least_odds(&self, hex: u16) -> i64 {
        let stage = self.game.stage(self.seen);
        let places = stage.scenario.objectives.iter().filter(|o| self.seen.owner(o.hex.0) != self.side);
        let near = places.map(|o| stage.theater.distance(o.hex.0, hex)).min().unwrap_or(u16::MAX);
        let tenths = match (self.attacking(), near) {
            (true, 0) => 16,
            (true, 1..=BEFORE) => 20,
            (true, _) => 25,
            (false, 0) => 18,
            (false, _) => 30,
        };
        self.temperament.least(tenths * ONE / 10)
    }

    /// Attacks where the odds are good enough with the guns in range, the most valuable hexes first; no more men and guns than it takes.
    pub(super) fn assaults(&mut self) {
        let stage = self.game.stage(self.seen);
        let idle: Vec<u16> = self.idle().into_iter().filter(|u| self.fresh(*u)).collect();
        let ready = |u: &u16| stage.info(*u).is_artillery() && stage.can_fire(self.seen, *u);
        let mut guns: Vec<u16> = self.idle().into_iter().filter(ready).collect();
        guns.sort_by_key(|u| (std::cmp::Reverse(stage.info(*u).full.barrage), *u));
        let mut chances: Vec<(i64, i64, u16)> = Vec::new();
        for hex in self.enemy_hexes() {
            let able: Vec<u16> = idle.iter().copied().filter(|u| self.can_strike(*u, hex)).collect();
            if !able.is_empty() {
                chances.push((self.least_odds(hex), -self.odds(&able, hex, 0), hex));
            }
        }
        chances.sort_by_key(|(least, odds, hex)| (*least, *odds, stage.theater.rank[*hex as usize]));
        for (least, _, hex) in chances {
            let able: Vec<u16> = idle
                .iter()
                .copied()
                .filter(|u| self.can_strike(*u, hex) && !self.plan.contains_key(&Slot::Unit(*u)))
                .collect();
            self.assault(hex, able, &mut guns, least);
        }
    }

    /// One attack: engineers first where they help, then the strongest; then guns.
    fn assault(&mut self, hex: u16, mut able: Vec<u16>, guns: &mut Vec<u16>, least: i64) {
        let stage = self.game.stage(self.seen);
        let works = stage.terrain(&self.guess, hex).is_urban() || self.guess.works_at(hex).is_some();
        let first = |u: u16| works && stage.info(u).kind == Kind::Engineer;
        able.sort_by_key(|u| (!first(*u), -self.seen.units[*u as usize].attack, *u));
        let mut men: Vec<u16> = Vec::new();
        for unit in able {
            if self.odds(&men, hex, 0) >= self.temperament.least(ENOUGH_MEN) {
                break;
            }
            men.push(unit);
        }
        let (mut fire, mut used) = (0, Vec::new());
        for (n, gun) in guns.iter().enumerate() {
            if used.len() == GUNS || self.odds(&men, hex, fire) >= ENOUGH_GUNS {
                break;
            }
            let far = stage.theater.distance(self.seen.units[*gun as usize].at, hex);
            if far <= stage.info(*gun).range.into() {
                fire += stage.barrage(&self.guess, *gun, hex, &mut Lines::off());
                used.push(n);
            }
        }
        let odds = self.odds(&men, hex, fire);
        if men.is_empty() || odds < least {
            return;
        }
        let kind = if odds >= self.temperament.least(ALL_OUT) { Assault::AllOut } else { Assault::Assault };
        for unit in men {
            self.order(Slot::Unit(unit), Order::Attack(kind, hex));
        }
        for n in used.into_iter().rev() {
            let gun = guns.remove(n);
            self.order(Slot::Unit(gun), Order::Fire(Mission::Target(hex)));
        }
    }
}
