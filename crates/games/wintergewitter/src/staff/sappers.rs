//! 16.2.2: Soviet engineers go to the bridges that the panzers want and blow them in time.

use super::Mind;
use super::chart::Chart;
use super::field::NO_WAY;
use crate::action::Action;
use crate::data::{MoveClass, UnitId, Water};
use crate::sets::UnitSet;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::Choosing;

/// A bridge with the engineers who are sent to it.
pub(super) struct Mine {
    pub(super) unit: UnitId,
    /// The end that lies nearer to what the enemy wants, and the other one.
    pub(super) ends: [SpaceId; 2],
    /// The enemy is so near that it has to be blown.
    due: bool,
}

impl Mind<'_> {
    /// Sends the nearest engineers to each bridge, the one that is reached first before the others.
    pub(super) fn mines(&self, chart: &Chart) -> Vec<Mine> {
        if self.side != Side::Soviet {
            return Vec::new();
        }
        let able = |unit: &UnitId| {
            self.game.data.info(*unit).kind.is_engineer()
                && self.state.at(*unit).is_some()
                && !self.state.unit(*unit).disrupted
                && !self.game.ground.ring.contains(*unit)
                && !self.game.in_reserve(self.state, *unit)
        };
        let [_, due] = self.weights().mine;
        let mut sappers: Vec<UnitId> = self.game.own(self.side).filter(able).collect();
        let mut mines = Vec::new();
        for (come, ends) in self.bridges_ahead(chart) {
            let way = self.field_to(ends.into_iter(), MoveClass::NonMotorized, |_| Some(0));
            let far = |unit: UnitId| self.state.at(unit).map_or(NO_WAY, |hex| way[hex.index()]);
            let Some(index) = (0..sappers.len()).min_by_key(|index| (far(sappers[*index]), *index)) else { break };
            // Who cannot be there long before the enemy is of more use elsewhere.
            if far(sappers[index]) / 10 <= 2 + come / 20 {
                mines.push(Mine { unit: sappers.swap_remove(index), ends, due: come <= due });
            }
        }
        mines
    }

    /// Bridges over minor rivers between the panzers and what they want, with their way to it, the shortest first.
    fn bridges_ahead(&self, chart: &Chart) -> Vec<(u16, [SpaceId; 2])> {
        let map = &self.game.data.map;
        let [wanted, _] = self.weights().mine;
        let mut bridges = Vec::new();
        for hex in map.board.hexes() {
            for near in map.board.neighbors(hex) {
                let stands = map.sides[near.edge].water == Water::Minor && self.game.bridged(self.state, near.edge);
                let ahead = chart.goal[hex.index()] < chart.goal[near.space.index()]
                    && chart.goal[hex.index()] < chart.spearhead;
                let come = chart.approach[near.space.index()];
                if stands && ahead && come <= wanted && !self.state.holds(Side::Axis, hex) {
                    bridges.push((come, [hex, near.space]));
                }
            }
        }
        bridges.sort_unstable();
        bridges
    }

    /// What the next engineers on their way to a bridge do; those who wait beside theirs are left in peace.
    pub(super) fn demolish(&self, chart: &Chart, stayed: &mut UnitSet) -> Option<Vec<Action>> {
        for mine in chart.mines.iter().filter(|mine| !stayed.contains(mine.unit)).collect::<Vec<_>>() {
            let (Some(hex), true) = (self.state.at(mine.unit), self.offered(Action::Move { unit: mine.unit })) else {
                continue;
            };
            stayed.insert(mine.unit);
            let march = self.group(hex, &[mine.unit], false);
            let reach = self.reach(&march);
            let way = self.field_to(mine.ends.into_iter(), MoveClass::NonMotorized, |_| Some(0));
            let safe = |hex: SpaceId| i32::from(chart.near[hex.index()] > 1);
            let best = (0..reach.stops.len()).min_by_key(|index| {
                let at = reach.stops[*index].hex;
                (way[at.index()], i32::from(at == mine.ends[1]) - safe(at), *index)
            })?;
            let at = reach.stops[best].hex;
            let steps = reach.path(best).into_iter().map(|to| Action::Step { to });
            let blow = mine.ends.iter().position(|end| *end == at).map(|end| mine.ends[1 - end]);
            let end = match blow {
                Some(to) if mine.due => Action::Blow { unit: mine.unit, to },
                _ if best == 0 => continue,
                _ => Action::Halt,
            };
            let begin = std::iter::once(Action::Move { unit: mine.unit });
            return Some(begin.chain(steps).chain(std::iter::once(end)).collect());
        }
        None
    }

    /// The unit is on its way to a bridge or waits beside it.
    pub(super) fn is_sapper(&self, chart: &Chart, unit: UnitId) -> bool {
        chart.mines.iter().any(|mine| mine.unit == unit)
    }
}
