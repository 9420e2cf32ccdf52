//! Everything behind the front: digging, bridges, replacements, the Pocket, the set-up.

use super::Mind;
use super::chart::Chart;
use crate::action::Action;
use crate::data::{Nation, UnitId};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::Choosing;

impl Mind<'_> {
    /// 15.1, 16.2.2: who digs and who builds.
    pub(super) fn declare(&self, chart: &Chart) -> Action {
        self.best_or_done(|action| match action {
            Action::Dig { unit } => Some(self.dig_worth(chart, unit)),
            Action::Bridge { unit, to } => Some(self.bridge_worth(chart, unit, to)),
            _ => None,
        })
    }

    /// One unit of a stack digs, the least of it, where the stack is to stay and an enemy can come.
    fn dig_worth(&self, chart: &Chart, unit: UnitId) -> i32 {
        let Some(hex) = self.state.at(unit) else { return -1 };
        let dug =
            (self.state.memory.digging | self.state.digging).iter().any(|other| self.state.at(other) == Some(hex));
        let near = i32::from(chart.near[hex.index()]);
        let info = self.game.data.info(unit);
        let bound = self.game.ground.ring.contains(unit) || self.game.in_reserve(self.state, unit);
        let post = chart.post_of[unit.index()].is_some_and(|post| chart.posts[usize::from(post)].at == hex);
        if dug || bound || info.kind.is_gun() || near > if post { 24 } else { 3 } {
            return -1;
        }
        // Markers are few (15.0.c): what is not a post gets only some of them.
        let used = self.state.entrenched[self.side.index()].len() + self.state.memory.digging.len();
        if !post && used >= self.weights().spare_markers {
            return -1;
        }
        let stays = match self.side {
            Side::Soviet => post || chart.post_of[unit.index()].is_none(),
            // Germans dig in on what decides in the end, and where the relief has halted.
            Side::Axis => {
                info.nation != Nation::German || (self.is_key(hex) && self.turns_left() <= 2) || !self.wants_more(chart)
            }
        };
        if !stays {
            return -1;
        }
        let least = 20 - i32::from(self.state.unit(unit).points);
        100 - near + least.max(0) + if self.is_key(hex) { 100 } else { 0 }
    }

    /// A bridge on the way to the goal, right before the own troops.
    fn bridge_worth(&self, chart: &Chart, unit: UnitId, to: SpaceId) -> i32 {
        let Some(hex) = self.state.at(unit) else { return -1 };
        let nearer = i32::from(chart.goal[hex.index()]) - i32::from(chart.goal[to.index()]);
        let leading = chart.goal[hex.index()] <= chart.spearhead.saturating_add(24);
        if self.side == Side::Axis && nearer > 2 && leading && !self.state.holds(Side::Soviet, to) { 60 } else { -1 }
    }

    /// 17.2: headquarters and dead units first, then the strongest kinds at the front.
    pub(super) fn replace(&self) -> Action {
        let home = |at: SpaceId| i32::from(self.game.ground.to_edge[self.side.index()][at.index()]);
        self.best_or_done(|action| match action {
            Action::Return { unit, at } => {
                let near = self.game.beside_enemy(self.state, self.game.side(unit), at);
                Some(2000 - home(at) - if near { 500 } else { 0 })
            }
            Action::Rebuild { unit, at } => {
                let full = self.game.would_overfill(self.state, at, std::iter::once(unit));
                Some(1000 + i32::from(self.game.data.info(unit).full.strength) - if full { 900 } else { 0 })
            }
            Action::Refill { unit } => {
                let info = self.game.data.info(unit);
                let missing = i32::from(info.full.strength) - i32::from(self.state.unit(unit).points);
                let flips = info.reduced.is_some_and(|reduced| self.state.unit(unit).points == reduced.strength);
                Some(100 + 2 * missing + i32::from(info.full.proficiency) + 5 * i32::from(flips))
            }
            _ => None,
        })
    }

    /// 5.1: asked for once, when Germans stand near enough to meet it; to begin it and fail costs a point.
    pub(super) fn thunderclap(&self) -> Action {
        if self.state.score.five && self.turns_left() > 2 { Action::Thunderclap } else { Action::Done }
    }

    /// 5.2.l: as near to the relief as the Pocket allows.
    pub(super) fn place_sixth(&self) -> Action {
        let relief: Vec<SpaceId> = self
            .game
            .own(Side::Axis)
            .filter(|unit| self.game.is_relief(*unit))
            .filter_map(|u| self.state.at(u))
            .collect();
        let far = |hex: SpaceId| relief.iter().map(|at| i32::from(self.game.distance(hex, *at))).min().unwrap_or(0);
        let worth = |action: Action| match action {
            Action::Place { at, .. } => Some(500 - far(at)),
            _ => None,
        };
        self.best_of(worth).map_or(self.offers[0], |(_, action)| action)
    }

    /// 5.3.h: the strongest unit that is not needed at the rim.
    pub(super) fn free_ring(&self) -> Action {
        self.best_or_done(|action| {
            let Action::Free { unit } = action else { return None };
            let hex = self.state.at(unit)?;
            let rim = self.game.ground.rim.contains(hex);
            Some(i32::from(self.state.unit(unit).points) + if rim { 0 } else { 10 })
        })
    }

    /// The set-up, where nobody takes the suggestion.
    pub(super) fn set_up(&self) -> Action {
        let worth = |action: Action| match action {
            Action::Place { at, .. } => Some(300 - i32::from(self.game.data.map.to_pocket[at])),
            Action::Call { unit } => Some(i32::from(self.game.data.info(unit).full.strength)),
            Action::Ready { air } => {
                let plane = self.game.data.plane(air);
                Some(i32::from(plane.bombs) + i32::from(plane.attack))
            }
            Action::Lose { .. } => None,
            _ => Some(0),
        };
        if self.offers.iter().any(|action| matches!(action, Action::Lose { .. })) {
            return self.lose();
        }
        self.or_done(self.best_of(worth).map(|(_, action)| action))
    }
}
