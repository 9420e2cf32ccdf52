//! Guard what loses the game at once, and the towns that feed the army.

use super::Mind;
use super::chart::Chart;
use super::estimate::SCALE;
use super::goals::{Goal, hold};
use super::moves::Draft;
use super::purpose::Purpose;
use crate::data::UnitId;
use crate::sets::UnitSet;
use crate::state::{Place, State};
use kessel_board::SpaceId;
use kessel_kernel::Side;

impl Mind<'_> {
    /// Towns whose loss would cut off many of one's own are not left empty, those that would cost most first.
    pub(super) fn guard_sources(&self, chart: &Chart, state: &State, goals: &mut Vec<Goal>) {
        let flow = self.flow(chart, self.side);
        let near = self.raid_reach(state);
        let mut losses: Vec<(i32, SpaceId)> = flow
            .net
            .nodes
            .iter()
            .filter(|at| chart.enemy[*at] <= near && !goals.iter().any(|goal| goal.at == *at))
            .map(|at| (flow.closed(self, at) / 8, at))
            .filter(|(loss, _)| *loss >= self.weights.guard_loss)
            .collect();
        losses.sort_by_key(|(loss, at)| (-loss, *at));
        for (loss, at) in losses.into_iter().take(self.weights.guards as usize) {
            let factors = (chart.threat[at] / (4 * SCALE)).clamp(3, 9);
            goals.push(hold(at, 350 + loss.min(100), factors));
        }
    }

    /// How far a raider may come in a turn or two.
    fn raid_reach(&self, state: &State) -> u8 {
        match (state.is_blue(), self.side) {
            (true, Side::Axis) => 8,
            _ => 6,
        }
    }

    /// Whoever is told off for a place that loses Uranus goes there before he is thought of for anything else.
    pub(super) fn man_shields(&self, chart: &Chart, draft: &mut Draft) {
        if draft.work.is_blue() {
            return;
        }
        for unit in self.in_order(chart, draft.free) {
            if self.task(chart, unit).is_some_and(|goal| self.goals(chart)[goal].is_deadly()) {
                self.settle(chart, draft, unit);
            }
        }
    }

    /// Nations do not stack: satellites in a place that loses Uranus make room for the Germans who have come to hold it.
    pub(super) fn relieve_satellites(&self, chart: &Chart, draft: &mut Draft) {
        if draft.work.is_blue() {
            return;
        }
        for (index, goal) in self.goals(chart).iter().enumerate().filter(|(_, goal)| goal.is_deadly()) {
            let guests = draft.work.stack_at(goal.at);
            let weak = guests.is_subset(&draft.free) && guests.iter().all(|u| self.game.card(u).is_satellite());
            if guests.is_empty() || !weak {
                continue;
            }
            let heirs = self.heirs(chart, draft, index, guests);
            let defence = |units: &UnitSet| -> i32 {
                units.iter().map(|u| self.factors(&chart.averages, &draft.work, u)[1]).sum()
            };
            if defence(&heirs) > defence(&guests) {
                guests.iter().for_each(|unit| self.settle_apart(chart, draft, unit, Some(goal.at)));
                heirs.iter().for_each(|unit| self.march_in(draft, unit, goal.at));
            }
        }
    }

    /// Those told off for a post who could be in it now if its guests were gone.
    fn heirs(&self, chart: &Chart, draft: &Draft, post: usize, guests: UnitSet) -> UnitSet {
        let mut empty = draft.work.clone();
        guests.iter().for_each(|unit| self.game.lift(&mut empty, unit, Place::Waiting));
        let at = self.goals(chart)[post].at;
        let comes = |u: &UnitId| self.task(chart, *u) == Some(post) && self.reach(&empty, &[*u]).contains(at);
        (draft.free - guests).iter().filter(comes).collect()
    }

    fn march_in(&self, draft: &mut Draft, unit: UnitId, post: SpaceId) {
        let reach = self.reach(&draft.work, &[unit]);
        if reach.contains(post) {
            self.commit(draft, unit, &reach, post, Some(Purpose::Shield(post)));
        }
    }
}
