//! Decisions inside battles: whether to attack, what to lose, where to drive the enemy.

use super::Mind;
use super::estimate::Forecast;
use crate::action::Action;
use crate::data::{AssetClass, UnitId};
use crate::evaluate::Reckoned;
use crate::sets::UnitSet;
use kessel_board::SpaceId;
use kessel_kit::staff::Choosing;

impl Mind<'_> {
    /// The attack of most worth first; compulsory ones even at a loss.
    pub(super) fn attack(&self) -> Action {
        let due = self.game.attacks_due(self.seen);
        let worth = |action: Action| match action {
            Action::Attack { at } => {
                let worth = self.battle_worth(at);
                Some(if due.contains(at) { worth.max(1) } else { worth })
            }
            _ => None,
        };
        self.best_or_done(worth)
    }

    fn battle_worth(&self, at: SpaceId) -> i32 {
        let [attack, defence] = self.forces_at(at);
        let river = self.seen.marker(at).is_some_and(|m| m.river);
        let forecast = self.forecast_at(at);
        if self.is_pinprick(forecast, attack, defence, at, river) {
            return 0;
        }
        self.attack_worth(self.side, forecast, defence, at)
    }

    /// What fights in a battle, ours and theirs.
    fn forces_at(&self, at: SpaceId) -> [Reckoned; 2] {
        [self.side, self.side.other()].map(|side| self.reckon_all(self.game.fighters(self.seen, at, side)))
    }

    /// What an attack in a battle is likely to bring.
    pub(super) fn forecast_at(&self, at: SpaceId) -> Forecast {
        let [attack, defence] = self.forces_at(at);
        self.forecast(attack, defence, at, self.seen.marker(at).is_some_and(|m| m.river))
    }

    /// 8.2: basic strength first, down to one each, from the strongest; then the cheapest steps.
    pub(super) fn lose(&self) -> Action {
        let worth = |action: Action| match action {
            Action::LoseStrength { unit } => {
                let left = i32::from(self.left_of(unit));
                Some(if left > 1 { 1000 + left } else { 10 })
            }
            Action::LoseStep { asset } => {
                let info = &self.game.data.assets[asset.index()];
                let steps = usize::from(self.seen.assets[asset.index()].steps);
                let factor = i32::from(info.factors[steps]) - i32::from(info.factors[steps.saturating_sub(1)]);
                let forever = if steps > usize::from(info.rebuild_steps) { 100 } else { 0 };
                let gun = if matches!(info.class, AssetClass::AntiTank { .. }) { 20 } else { 0 };
                Some(500 - 10 * factor - forever - gun)
            }
            _ => None,
        };
        self.pick(worth)
    }

    /// The strength of a unit less what is already named.
    fn left_of(&self, unit: UnitId) -> u8 {
        let crate::state::Frame::Losses(losses) = self.seen.frames.top() else { return 0 };
        let named = losses.taken[self.side.index()].iter().filter(|p| **p == crate::state::Piece::Unit(unit)).count();
        self.seen.units[unit.index()].strength.saturating_sub(named as u8)
    }

    /// 8.3.d: the enemy goes where he is cut off, else where our units can follow, far from what he covers.
    pub(super) fn drive_back(&self) -> Action {
        let stalingrad = self.field([self.game.data.places.stalingrad].into_iter());
        let worth = |action: Action| match action {
            Action::Retreat { unit, to } => {
                let without = self.game.picture_without(self.seen, unit);
                let cut = !without.fed[self.side.other().index()].contains(to);
                let near = i32::from(stalingrad[to].min(20));
                let away = if self.side == kessel_kernel::Side::Axis { near } else { -near };
                // 10.1: never into the city that would win him the game.
                let gift = if self.ground_worth(self.side, to) >= 100 { 400 } else { 0 };
                Some(500 + if cut { 200 } else { 0 } + 5 * away - gift)
            }
            _ => None,
        };
        self.best(worth).unwrap_or(self.offers[0])
    }

    /// Overstacking costs the weakest.
    pub(super) fn weakest(&self) -> Action {
        let worth = |action: Action| match action {
            Action::Remove { unit } | Action::Exclude { unit } => {
                let force = self.reckon_all(std::iter::once(unit).collect::<UnitSet>());
                Some(500 - i32::from(force.firm + force.tank))
            }
            _ => None,
        };
        self.pick(worth)
    }
}
