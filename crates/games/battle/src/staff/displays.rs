//! The displays: assignments, replacements, arrivals.

use super::Mind;
use crate::action::Action;
use crate::data::{AssetClass, UnitKind};
use crate::state::Post;
use kessel_kernel::Side;
use kessel_kit::staff::Choosing;

impl Mind<'_> {
    /// Assets to where they fight; Soviet units from the reserve to the front.
    pub(super) fn assign(&self) -> Action {
        if let Some(place) = self.place_reserve() {
            return place;
        }
        let enemy = self.enemy_field();
        let worth = |action: Action| match action {
            Action::Assign { asset, unit } => {
                let at = self.seen.at(unit)?;
                let info = &self.game.data.units[unit.index()];
                let near = 60 - 6 * i32::from(enemy[at].min(9));
                let armour = matches!(self.game.data.assets[asset.index()].class, AssetClass::Tank);
                let fast = matches!(info.kind, UnitKind::Panzer | UnitKind::Tank);
                let fit = if armour == fast { 20 } else { 0 };
                if at == self.game.data.places.tcf && self.game.too_large(asset) {
                    return None; // It could not go on from there (3.1.2.h).
                }
                let kept = if self.game.data.spaces[at].caucasus.is_some() { 0 } else { 10 };
                Some(near + fit + kept + i32::from(info.slots) * 3)
            }
            _ => None,
        };
        self.best_or_done(worth)
    }

    /// 9.1.1.d: a Soviet unit leaves the reserve: to TCF if the Caucasus burns, else to the nearer Front.
    fn place_reserve(&self) -> Option<Action> {
        let places = &self.game.data.places;
        let enemy = self.enemy_field();
        let held: u8 = self
            .game
            .data
            .board
            .neighbors(places.tcf)
            .iter()
            .map(|n| self.game.units_in(self.seen, n.space, Side::Soviet).count())
            .sum();
        // Two for each of the three far boxes, sooner if the enemy comes.
        let south = held < 3 || (held < 6 && enemy[places.tcf] <= 3);
        self.best(|action| match action {
            Action::Place { unit, at } if at == places.tcf => {
                let foot = self.game.data.units[unit.index()].kind == UnitKind::Infantry;
                Some(if south && foot { 90 } else { 0 })
            }
            Action::Place { at, .. } => Some(60 - i32::from(enemy[at].min(20)) + i32::from(at == places.dsf) * 5),
            _ => None,
        })
    }

    /// Points go to supplied units near the enemy, to dead units, then to armour.
    pub(super) fn replace(&self) -> Action {
        if let Some(place) = self.place_reserve() {
            return place;
        }
        let enemy = self.enemy_field();
        let worth = |action: Action| match action {
            Action::Buy { unit, minor } => {
                let at = self.seen.at(unit)?;
                let gap = i32::from(self.game.data.units[unit.index()].max - self.seen.units[unit.index()].strength);
                Some(115 - 3 * i32::from(enemy[at].min(12)) + 3 * gap + 10 * i32::from(minor))
            }
            Action::RebuildUnit { minor, .. } => {
                Some(if self.side == Side::Axis { 130 } else { 85 } + 5 * i32::from(minor))
            }
            Action::RebuildStep { asset, minor } => {
                let tank = matches!(self.game.data.assets[asset.index()].class, AssetClass::Tank);
                Some(if tank { 70 } else { 45 } + 2 * i32::from(minor))
            }
            _ => None,
        };
        self.best(worth).unwrap_or_else(|| self.assign())
    }

    /// Nothing is withdrawn but what must be, and a worn division far from the enemy that can be made good.
    pub(super) fn withdraw(&self) -> Action {
        if let Some(leaver) = self.best(|a| match a {
            Action::Surrender { asset } => Some(10 - i32::from(self.seen.assets[asset.index()].steps)),
            _ => None,
        }) {
            return leaver;
        }
        let enemy = self.enemy_field();
        let worth = |action: Action| match action {
            Action::Withdraw { asset } => {
                let Post::With(host) = self.seen.assets[asset.index()].post else { return None };
                let worn = self.seen.assets[asset.index()].steps < self.game.data.assets[asset.index()].rebuild_steps;
                let far = self.seen.at(host).is_some_and(|at| enemy[at] >= 3);
                let stuck = self.seen.at(host) == Some(self.game.data.places.tcf) && self.game.too_large(asset);
                Some(if stuck || (worn && far) { 10 } else { 0 })
            }
            _ => None,
        };
        self.best_or_done(worth)
    }

    /// 9.2.1: where the detachments are needed.
    pub(super) fn deploy(&self) -> Action {
        let enemy = self.enemy_field();
        let worth = |action: Action| match action {
            Action::Deploy { at, .. } => Some(100 - i32::from(enemy[at].min(50))),
            _ => None,
        };
        self.pick(worth)
    }
}
