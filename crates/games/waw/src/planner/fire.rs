//! 3.3.f, 3.3.g Guns: for the attacks first, then on the weakest enemies in contact, then on call.

use super::Planner;
use crate::fix::ONE;
use crate::orders::{Order, Slot};
use crate::state::Mission;
use crate::strength::Lines;

/// Attacks get guns until they have these odds.
const ENOUGH: i64 = 4 * ONE;

impl Planner<'_> {
    /// 3.3.f, 3.3.g: guns for the attacks, then barrages on the weakest enemies in contact, then interdiction.
    pub(crate) fn fire_support(&mut self) {
        let stage = self.game.stage(self.seen);
        for unit in self.guns_for_attacks() {
            let (at, range) = (self.seen.units[unit as usize].at, u16::from(stage.info(unit).range));
            let near = |hex: &u16| {
                stage.theater.distance(at, *hex) <= range && self.field.beside_enemy(&stage, self.side.other(), *hex)
            };
            let strength =
                |hex: &u16| -> i64 { self.field.stack(*hex).map(|u| self.guess.units[u as usize].defence).sum() };
            let target = self
                .enemy_hexes()
                .into_iter()
                .filter(near)
                .min_by_key(|hex| (strength(hex), stage.theater.rank[*hex as usize]));
            let order = target.map_or(Mission::OnCall, Mission::Target);
            self.order(Slot::Unit(unit), Order::Fire(order));
        }
    }

    /// 3.3.f: guns that are ready for the planned attacks, the heaviest first; says which are left.
    pub(crate) fn guns_for_attacks(&mut self) -> Vec<u16> {
        let stage = self.game.stage(self.seen);
        let mut guns: Vec<u16> = self.idle().into_iter().filter(|u| stage.info(*u).is_artillery()).collect();
        guns.retain(|u| stage.can_fire(self.seen, *u));
        guns.sort_by_key(|u| (std::cmp::Reverse(stage.info(*u).full.barrage), *u));
        let mut lines = Lines::off();
        for (hex, units) in self.planned() {
            let mut fire = 0;
            while self.odds(&units, hex, fire) < ENOUGH {
                let reach = |u: &u16| {
                    stage.theater.distance(self.seen.units[*u as usize].at, hex) <= stage.info(*u).range.into()
                };
                let Some(n) = guns.iter().position(reach) else { break };
                let unit = guns.remove(n);
                fire += stage.barrage(&self.guess, unit, hex, &mut lines).max(1);
                self.order(Slot::Unit(unit), Order::Fire(Mission::Target(hex)));
            }
        }
        guns
    }

    /// By night guns answer calls and save their shells.
    pub(crate) fn quiet_guns(&mut self) {
        let stage = self.game.stage(self.seen);
        for unit in self.idle().into_iter().filter(|u| stage.info(*u).is_artillery()) {
            self.order(Slot::Unit(unit), Order::Fire(Mission::OnCall));
        }
    }
}
