//! Who works for which goal.

use super::Mind;
use super::chart::Chart;
use super::goals::Goal;
use crate::data::{UnitId, UnitKind};
use crate::state::State;
use kessel_kit::staff::detail;

/// Marches are reckoned in tenths of a turn.
const TURN: i32 = 10;

impl Mind<'_> {
    /// Which goal each unit works for, as an index into the goals; by unit.
    pub(super) fn assign(&self, chart: &Chart, state: &State) -> Vec<Option<usize>> {
        let goals = self.goals(chart);
        let mut task: Vec<Option<usize>> = vec![None; state.units.len()];
        let own: Vec<UnitId> =
            self.game.ground.own[self.side.index()].iter().filter(|u| state.at(*u).is_some()).collect();
        // Whoever stands on a post keeps it before anybody is sent anywhere.
        for most in [0, 4 * TURN] {
            for index in (0..goals.len()).filter(|i| goals[*i].hold) {
                self.man(chart, state, &mut task, index, most);
            }
        }
        for index in (0..goals.len()).filter(|i| goals[*i].is_pressing()) {
            self.man(chart, state, &mut task, index, 6 * TURN);
        }
        let mut filled = vec![0; goals.len()];
        for unit in own {
            if task[unit.index()].is_some() {
                continue;
            }
            let attack = self.factors(&chart.averages, state, unit)[0];
            let best = (0..goals.len())
                .filter(|i| !goals[*i].hold)
                .filter_map(|i| self.calling(chart, state, unit, i, filled[i]).map(|worth| (worth, i)))
                .max_by_key(|(worth, i)| (*worth, std::cmp::Reverse(*i)));
            if let Some((worth, i)) = best
                && worth > 0
            {
                task[unit.index()] = Some(i);
                filled[i] += attack;
            }
        }
        task
    }

    /// The goal of a unit that has just come in: a post that still lacks somebody, or what it is called to.
    pub(super) fn assign_one(&self, chart: &Chart, state: &State, unit: UnitId) -> Option<usize> {
        let goals = self.goals(chart);
        let turns = |i: usize| {
            let way = self.way(chart, state, unit, i)?;
            Some(way * TURN / i32::from(self.game.card(unit).movement.max(1)))
        };
        let post = (0..goals.len()).find(|i| {
            let near =
                goals[*i].hold && self.suits_post(state, unit) && turns(*i).is_some_and(|turns| turns <= 4 * TURN);
            near && self.lacks(chart, *i) > 0
        });
        post.or_else(|| {
            let callings = (0..goals.len()).filter(|i| !goals[*i].hold);
            let worth = |i: usize| {
                self.calling(chart, state, unit, i, goals[i].need - self.lacks(chart, i)).map(|worth| (worth, i))
            };
            let best = callings.filter_map(worth).max_by_key(|(worth, i)| (*worth, std::cmp::Reverse(*i)));
            best.filter(|(worth, _)| *worth > 0).map(|(_, i)| i)
        })
    }

    /// Sends the nearest units to a post until it is held; none that needs more than `most` tenths of a turn.
    fn man(&self, chart: &Chart, state: &State, task: &mut [Option<usize>], index: usize, most: i32) {
        let goals = self.goals(chart);
        let own = self.game.ground.own[self.side.index()];
        let which = usize::from(goals[index].hold);
        let turns = |u: UnitId, way: i32| way * TURN / i32::from(self.game.card(u).movement.max(1));
        let price = |u: UnitId| if which == 1 { self.post_price(&goals[index], u) } else { 0 };
        let near = own
            .iter()
            .filter(|u| task[u.index()].is_none() && self.suits_post(state, *u))
            .filter_map(|u| self.way(chart, state, u, index).map(|way| (turns(u, way), u)))
            .filter(|(turns, _)| *turns <= most)
            .map(|(turns, u)| (turns + price(u), u));
        let force = |u: UnitId| self.factors(&chart.averages, state, u)[which];
        let posted: Vec<UnitId> = own.iter().filter(|u| task[u.index()] == Some(index)).collect();
        let lack = goals[index].need - posted.iter().map(|u| force(*u)).sum::<i32>();
        let sent = detail(near, lack, force);
        for unit in sent.into_iter().take(8usize.saturating_sub(posted.len())) {
            task[unit.index()] = Some(index);
        }
    }

    /// Panzers are too good to guard; artillery cannot.
    fn suits_post(&self, state: &State, unit: UnitId) -> bool {
        let card = self.game.card(unit);
        !card.artillery && !self.game.is_frozen(state, unit) || state.at(unit).is_none()
    }

    fn post_price(&self, goal: &Goal, unit: UnitId) -> i32 {
        match self.game.card(unit).kind {
            UnitKind::Panzer | UnitKind::Motorised => 15,
            UnitKind::TankCorps | UnitKind::MechanisedCorps => 6,
            UnitKind::Security => -6,
            // Satellites hold, they are no good for anything else; but the game is not staked on a die.
            _ if self.game.card(unit).is_satellite() => {
                if goal.is_deadly() {
                    15
                } else {
                    -8
                }
            }
            _ => 0,
        }
    }

    /// What it is worth to send a unit to take a goal.
    fn calling(&self, chart: &Chart, state: &State, unit: UnitId, goal: usize, filled: i32) -> Option<i32> {
        let way = self.way(chart, state, unit, goal)?;
        let turns = way * TURN / i32::from(self.game.card(unit).movement.max(1));
        let left = i32::from(self.game.data.scenario(state.scenario).last_turn() + 1 - state.turn);
        if turns > left * TURN + 5 {
            return None;
        }
        let goal = &self.goals(chart)[goal];
        let value = if filled < goal.need { goal.value } else { goal.value / 3 };
        Some(value + 40 - turns)
    }

    /// Points that a unit would spend on its way to a goal.
    pub(super) fn way(&self, chart: &Chart, state: &State, unit: UnitId, goal: usize) -> Option<i32> {
        let at = state.at(unit)?;
        let way = self.roads(chart, self.game.card(unit).mechanised)[goal][at];
        (way < u16::MAX).then_some(i32::from(way))
    }
}
