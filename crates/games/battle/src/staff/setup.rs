//! The set-up (6.3, 6.4): strength and assets to those who will live to use them.

use super::Mind;
use crate::action::Action;
use crate::data::{Start, UnitId, UnitKind};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::Choosing;

impl Mind<'_> {
    /// The Axis takes the suggested distribution; the Soviets give nothing to armies that cannot get away in their first turn.
    pub(super) fn set_up(&self) -> Action {
        if self.side == Side::Axis {
            return if self.offered(Action::Historical) { Action::Historical } else { Action::Done };
        }
        let spread = self.spread_of_points();
        let wanted = |action: Action| match action {
            Action::Strength { unit, points } => Some(i32::from(spread.contains(&(unit, points)))),
            Action::Assign { unit, .. } => Some(self.host(unit)),
            _ => None,
        };
        self.best(wanted).unwrap_or_else(|| self.offers.last().copied().unwrap_or(Action::Done))
    }

    /// 6.3.c: the least to the doomed, the rest to the others, those first that stand farthest from the enemy.
    fn spread_of_points(&self) -> Vec<(UnitId, u8)> {
        let scenario = &self.game.data.scenario;
        let enemy = self.enemy_field();
        let mut armies: Vec<(bool, std::cmp::Reverse<u8>, UnitId)> = scenario
            .default_strength
            .iter()
            .filter_map(|(unit, _)| {
                let at = self.start_of(*unit)?;
                Some((self.doomed(*unit), std::cmp::Reverse(enemy[at]), *unit))
            })
            .collect();
        armies.sort_unstable();
        let mut extra = scenario.points.saturating_sub(scenario.least * scenario.units);
        armies
            .into_iter()
            .map(|(_, _, unit)| {
                let more = extra.min(self.game.data.units[unit.index()].max - scenario.least);
                extra -= more;
                (unit, scenario.least + more)
            })
            .collect()
    }

    fn start_of(&self, unit: UnitId) -> Option<SpaceId> {
        match self.game.data.units[unit.index()].start {
            Start::At(space) => Some(space),
            Start::Turn(_) | Start::Uranus => None,
        }
    }

    /// In the Axis Logistical Zone and too deep in it to leave with one tactical move (10.2.2).
    fn doomed(&self, unit: UnitId) -> bool {
        let data = &self.game.data;
        let outside = self.field(data.board.spaces().filter(|s| !data.spaces[*s].alz && !data.spaces[*s].is_holding()));
        let far = |at: SpaceId| outside[at] > data.units[unit.index()].tactical;
        self.start_of(unit).is_some_and(|at| data.spaces[at].alz && far(at))
    }

    /// How well a unit would use an asset.
    fn host(&self, unit: UnitId) -> i32 {
        let info = &self.game.data.units[unit.index()];
        let fast = if info.kind == UnitKind::Tank { 20 } else { 0 };
        if self.doomed(unit) { 0 } else { 10 + fast + i32::from(info.slots) }
    }
}
