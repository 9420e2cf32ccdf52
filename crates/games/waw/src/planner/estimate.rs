//! Odds as they seem, and what the plan brings against a hex.

use super::Planner;
use crate::execution::{AirMission, Odds, Sides};
use crate::fix::{ONE, error_within, holds, times};
use crate::orders::{Order, Slot};
use crate::state::Mission;
use crate::strength::Lines;
use kessel_kernel::Case;
use std::collections::BTreeMap;

impl Planner<'_> {
    /// The odds of an attack as they seem.
    pub(crate) fn odds(&self, units: &[u16], hex: u16, fire: i64) -> i64 {
        let stage = self.game.stage(self.seen);
        let defenders: Vec<u16> = self.field.stack(hex).filter(|u| stage.side(*u) != self.side).collect();
        if defenders.is_empty() || units.is_empty() {
            return 0;
        }
        let sides =
            Sides { attackers: units, defenders: &defenders, hex, ambush: false, overrun: false, explain: false };
        Odds::of(&stage, &self.guess, &sides, fire, 0).column
    }

    /// 15.3.d: the odds that the Executive Officer tells: with Limited Intelligence up to a quarter off, the same for a hex all turn.
    pub(crate) fn estimate(&self, units: &[u16], hex: u16, fire: i64) -> i64 {
        let column = self.odds(units, hex, fire);
        let off = error_within(self.seen.odds_key[self.side.index()], hex.into(), 25);
        if holds(Case("15.3.d"), self.seen.setup.limited) { times(column, 100 + off, 100) } else { column }
    }

    /// What the plan brings against a hex: its attackers, and the points of guns and aircraft.
    pub(crate) fn planned_on(&self, hex: u16) -> (Vec<u16>, i64) {
        let stage = self.game.stage(self.seen);
        let mut lines = Lines::off();
        let (mut units, mut fire) = (Vec::new(), 0);
        for (slot, order) in &self.plan {
            match (slot, order) {
                (Slot::Unit(unit), Order::Attack(_, at)) if *at == hex => units.push(*unit),
                (Slot::Unit(unit), Order::Fire(Mission::Target(at) | Mission::Scoot(at))) if *at == hex => {
                    fire += stage.barrage(&self.guess, *unit, hex, &mut lines);
                }
                (Slot::Squadron(n), Order::Fly(AirMission::Support, at)) if *at == hex => {
                    let points = i64::from(stage.squadrons[usize::from(*n)].strength) * ONE;
                    fire += stage.fire_terrain(&self.guess, hex, points, &mut lines);
                }
                _ => {}
            }
        }
        let cover = stage.cover(&self.guess, hex, self.field.points(hex));
        (units, stage.shelter(cover, fire, &mut lines))
    }

    /// Planned attacks by hex.
    pub(crate) fn planned(&self) -> BTreeMap<u16, Vec<u16>> {
        let mut planned: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
        for (slot, order) in &self.plan {
            if let (Slot::Unit(unit), Order::Attack(_, hex)) = (slot, order) {
                planned.entry(*hex).or_default().push(*unit);
            }
        }
        planned
    }
}
