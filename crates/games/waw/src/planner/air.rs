//! 3.3.h Aircraft: bombers, reconnaissance, supplies.

use super::Planner;
use crate::execution::AirMission;
use crate::field::Field;
use crate::fix::ONE;
use crate::orders::{Order, Slot};

impl Planner<'_> {
    /// 3.3.h: bombers where an attack gains most, else on the strongest known stack away from friends; reconnaissance where most is unclear.
    pub(crate) fn air(&mut self) {
        let stage = self.game.stage(self.seen);
        if !stage.may_fly(self.seen, self.side) {
            return;
        }
        let mut hungriest = None;
        for n in 0..stage.squadrons.len() {
            let squadron = &stage.squadrons[n];
            let slot = Slot::Squadron(n as u8);
            if squadron.side != self.side
                || self.plan.contains_key(&slot)
                || self.seen.squadrons[n].ready > self.seen.turn
            {
                continue;
            }
            if squadron.bombs() {
                let points = i64::from(squadron.strength) * ONE;
                let gain = |hex: u16, units: &[u16]| self.odds(units, hex, points) - self.odds(units, hex, 0);
                let mut best: Vec<(i64, u16)> =
                    self.planned().iter().map(|(hex, units)| (-gain(*hex, units), *hex)).collect();
                best.sort_unstable();
                let away = self
                    .enemy_hexes()
                    .into_iter()
                    .filter(|hex| !self.field.beside_enemy(&stage, self.side.other(), *hex));
                let mut others: Vec<u16> = away.collect();
                others
                    .sort_by_key(|hex| (std::cmp::Reverse(self.field.points(*hex)), stage.theater.rank[*hex as usize]));
                for hex in best.into_iter().map(|(_, hex)| hex).chain(others) {
                    if self.order(slot, Order::Fly(AirMission::Support, hex)) {
                        break;
                    }
                }
            } else if squadron.scouts() {
                let radius = stage.recon_radius();
                let unclear = |hex: &u16| {
                    self.seen
                        .contacts
                        .iter()
                        .filter(|c| c.level < 3 && stage.theater.distance(c.at, *hex) <= radius)
                        .count()
                };
                let best = self
                    .enemy_hexes()
                    .into_iter()
                    .max_by_key(|hex| (unclear(hex), std::cmp::Reverse(stage.theater.rank[*hex as usize])));
                if let Some(hex) = best {
                    self.order(slot, Order::Fly(AirMission::Recon, hex));
                }
            } else if squadron.tons > 0
                && let Some(hex) = *hungriest.get_or_insert_with(|| self.hungriest())
            {
                self.order(slot, Order::Fly(AirMission::Resupply, hex));
            }
        }
    }

    /// 3.3.h: where supplies are flown to: of the headquarters that are cut off to that which can feed its units least long; landed on the
    /// nearest field from which it can draw them, or dropped on it.
    fn hungriest(&self) -> Option<u16> {
        let (stage, seen) = (self.game.stage(self.seen), self.seen);
        let field = Field::with_contacts(&stage, seen, self.side);
        let lines = stage.lines(seen, &field, self.side, |hex| seen.owner(hex));
        let need = stage.subtree_need(seen);
        let waits = |unit: &u16| {
            let line = lines[usize::from(*unit)];
            let own = seen.units[usize::from(*unit)].here() && stage.side(*unit) == self.side;
            own && stage.info(*unit).hq.is_some()
                && need[usize::from(*unit)] > 0
                && (line.is_cut() || line.airfield.is_some())
        };
        let days = |unit: &u16| seen.units[usize::from(*unit)].tons * 1000 / need[usize::from(*unit)];
        let hq = (0..seen.units.len() as u16).filter(waits).min_by_key(|unit| (days(unit), *unit))?;
        Some(stage.field_for(seen, &field, hq).unwrap_or(seen.units[usize::from(hq)].at))
    }
}
