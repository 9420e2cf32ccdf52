//! Fortress Stalingrad and the air bridge.

use super::Mind;
use crate::action::Action;
use crate::data::{Cloud, Ju52Event};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::Choosing;

impl Mind<'_> {
    /// 10.1: at once, on Pitomnik if that can be: an airfield reaches three hexes.
    pub(super) fn declare(&self) -> Action {
        self.or_done(self.best(|action| match action {
            Action::Fortress { at } => Some(1000 + self.marker_place(at)),
            _ => None,
        }))
    }

    /// How many units a marker would feed from a hex.
    fn marker_place(&self, at: SpaceId) -> i32 {
        let map = self.game.map(self.seen);
        let radius = if map.spaces[at].airfield { 3 } else { 2 };
        let near = map.board.within(at, radius).flat_map(|hex| self.seen.field.stack(hex));
        let fed = near.filter(|unit| self.game.info(*unit).side == Side::Axis).count() as i32;
        let pitomnik = map.places.pitomnik == Some(at);
        4 * fed + if pitomnik { 40 } else { 0 } - if self.game.near_enemy(self.seen, Side::Axis, at) { 10 } else { 0 }
    }

    /// 10.1.5.
    pub(super) fn move_marker(&self) -> Action {
        let worth = |action| match action {
            Action::Fortress { at } => Some(self.marker_place(at)),
            _ => None,
        };
        self.best_of(worth).map_or_else(|| self.or_done(None), |(_, action)| action)
    }

    /// Goering under clouds, where he counts; a clear sky does without him.
    pub(super) fn air_bridge(&self) -> Action {
        let clear = self.seen.forecast.cloud == Cloud::Clear;
        if !clear && self.offered(Action::Goering) { Action::Goering } else { self.or_done(None) }
    }

    /// Ju 52: resistance where the blow will fall, the rest where it does no harm.
    pub(super) fn land(&self) -> Action {
        let chart = self.chart(self.seen);
        let worth = |action| {
            let Action::Land { plane, at } = action else { return None };
            let danger = chart.threat[at] + chart.goal[at];
            Some(match self.game.plane_event(plane) {
                Ju52Event::StackResistance | Ju52Event::Rattenkrieg => 300 + danger,
                Ju52Event::UnitResistance => 200 + danger,
                Ju52Event::Hube | Ju52Event::Support => 100 + danger,
                _ => 1 + 50 - danger.min(50),
            })
        };
        self.or_done(self.best(worth))
    }

    pub(super) fn evacuate(&self) -> Action {
        self.or_done(self.best(|action| match action {
            Action::Evacuate { unit } => Some(self.worth_at(unit, 2)),
            _ => None,
        }))
    }

    pub(super) fn airlift(&self) -> Action {
        let freight = |action: &Action| matches!(action, Action::Alarm { .. } | Action::Attach { .. });
        let found = self.offers.iter().copied().find(freight);
        self.or_done(found)
    }

    /// 12.3: the dearest stack.
    pub(super) fn mark_oos(&self) -> Action {
        self.or_done(self.best(|action| match action {
            Action::Mark { at } => Some(self.seen.field.stack(at).map(|unit| self.worth(self.seen, unit)).sum()),
            _ => None,
        }))
    }
}
