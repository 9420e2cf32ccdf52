//! What is to be taken and held, and by whom.

use super::Mind;
use super::chart::Chart;
use super::estimate::SCALE;
use crate::data::{Region, UnitId, UnitKind};
use crate::state::State;
use kessel_board::SpaceId;
use kessel_table::Side;

/// Marches are reckoned in tenths of a turn.
const TURN: i32 = 10;

/// A place that units are sent to.
#[derive(Copy, Clone, Debug)]
pub(super) struct Goal {
    pub at: SpaceId,
    /// To be held rather than taken.
    pub hold: bool,
    /// What it is worth.
    pub value: i32,
    /// The factors that it takes, in quarters: defence to hold it, attack to take it.
    pub need: i32,
}

impl Goal {
    /// Units are told off to take it before they choose for themselves.
    fn is_pressing(&self) -> bool {
        !self.hold && self.value >= 200
    }
}

fn hold(at: SpaceId, value: i32, factors: i32) -> Goal {
    Goal { at, hold: true, value, need: factors * SCALE }
}

fn take(at: SpaceId, value: i32, factors: i32) -> Goal {
    Goal { at, hold: false, value, need: factors * SCALE }
}

impl Mind<'_> {
    /// The goals of this side now, the most pressing posts first.
    pub(super) fn goals(&self, chart: &Chart, state: &State) -> Vec<Goal> {
        let mut goals = match (state.is_blue(), self.side) {
            (true, Side::Axis) => self.blue_axis_goals(chart, state),
            (true, Side::Soviet) => self.blue_soviet_goals(chart, state),
            (false, Side::Axis) => self.uranus_axis_goals(chart, state),
            (false, Side::Soviet) => self.uranus_soviet_goals(chart, state),
        };
        goals.sort_by_key(|goal| (!goal.hold, -goal.value, goal.at));
        goals
    }

    fn is_city(&self, at: SpaceId) -> bool {
        self.game.data.map.spaces[at].is_city()
    }

    /// Factors of the enemy in a hex, in whole numbers: what an attacker must reckon with.
    fn garrison_factors(&self, chart: &Chart, state: &State, at: SpaceId) -> i32 {
        state.units_at(at).map(|u| self.factors(&chart.averages, state, u)[1]).sum::<i32>() / SCALE
    }

    /// What the force sent to take a hex should muster.
    fn siege(&self, chart: &Chart, state: &State, at: SpaceId) -> i32 {
        let defence = self.garrison_factors(chart, state, at);
        let city = self.is_city(at);
        let times = if city { 6 } else { 4 };
        (defence * times).clamp(if city { 60 } else { 25 }, 150)
    }

    /// The German drives for the victory hexes that he can still reach, and guards what ends the game.
    fn blue_axis_goals(&self, chart: &Chart, state: &State) -> Vec<Goal> {
        let mut goals = Vec::new();
        for at in self.game.data.map.region(Region::SuddenDeathBlue).iter() {
            let threat = chart.threat[at] / SCALE;
            goals.push(hold(at, 1000, (threat / 2).max(3)));
        }
        for at in self.game.ground.victory.iter() {
            if state.axis_control.contains(at) {
                let near = chart.enemy[at];
                if near <= 6 {
                    goals.push(hold(at, 300, 4 + chart.threat[at] / (2 * SCALE)));
                }
            } else {
                goals.push(take(at, 100, self.siege(chart, state, at)));
            }
        }
        goals
    }

    /// The Soviets hold victory hexes, the more firmly the nearer the enemy, and take back what is open.
    fn blue_soviet_goals(&self, chart: &Chart, state: &State) -> Vec<Goal> {
        let mut goals = Vec::new();
        for at in self.game.ground.victory.iter() {
            if state.axis_control.contains(at) {
                goals.push(take(at, 60, self.siege(chart, state, at)));
                continue;
            }
            let near = i32::from(chart.enemy[at]);
            let city = self.is_city(at);
            let factors = match (city, near) {
                (true, 0..=9) => 24,
                (true, 10..=16) => 18,
                (true, _) => 6,
                (false, 0..=5) => 14,
                (false, 6..=10) => 11,
                (false, 11..=16) => 6,
                (false, _) => 3,
            };
            goals.push(hold(at, 300 - near * 4 + if city { 60 } else { 0 }, factors));
        }
        for at in self.game.data.map.region(Region::SuddenDeathBlue).iter() {
            if chart.enemy[at] > 0 {
                goals.push(take(at, 90, 5));
            }
        }
        goals
    }

    /// The German holds the three places that must not fall and the towns that feed the Volga front.
    fn uranus_axis_goals(&self, chart: &Chart, state: &State) -> Vec<Goal> {
        let mut goals = Vec::new();
        for at in self.game.data.map.region(Region::SuddenDeathUranus).iter() {
            let near = i32::from(chart.enemy[at]);
            let factors = match near {
                0..=4 => 30,
                5..=8 => 16,
                _ => 6,
            };
            goals.push(hold(at, 1000 - near, factors + chart.threat[at] / (2 * SCALE)));
        }
        // The city on the Volga is not given up.
        for at in self.game.data.map.region(Region::Stalingrad).iter() {
            if state.axis_control.contains(at) {
                goals.push(hold(at, 250, 58));
            }
        }
        for name in ["N3128", "N3124", "N3230", "N3626", "N3529"] {
            if let Some(at) = self.game.data.map.board.space(name) {
                if state.axis_control.contains(at) && chart.enemy[at] > 0 {
                    goals.push(hold(at, 200, 14 + chart.threat[at] / (3 * SCALE)));
                } else if !state.axis_control.contains(at) {
                    goals.push(take(at, 50, self.siege(chart, state, at)));
                }
            }
        }
        goals
    }

    /// The Soviets keep the towns behind the Don, go for the three places that win, and for the army at Stalingrad.
    fn uranus_soviet_goals(&self, chart: &Chart, state: &State) -> Vec<Goal> {
        let mut goals = Vec::new();
        for at in (self.game.ground.towns & self.game.ground.east_of_don).iter() {
            let near = i32::from(chart.enemy[at]);
            let factors = if near <= 5 { (chart.threat[at] / (3 * SCALE)).clamp(4, 20) } else { 2 };
            if state.axis_control.contains(at) {
                goals.push(take(at, 300, self.siege(chart, state, at)));
            } else if near <= 10 {
                goals.push(hold(at, 400 - near, factors));
            }
        }
        self.ring_goals(chart, state, &mut goals);
        self.guard_sources(chart, state, &mut goals);
        for at in self.game.data.map.region(Region::SuddenDeathUranus).iter() {
            // A weak garrison falls to a few divisions, and with it the game.
            let held = self.garrison_factors(chart, state, at);
            let weak = held <= 8;
            goals.push(if weak { take(at, 250, 40 + held * 2) } else { take(at, 95, self.siege(chart, state, at)) });
        }
        for at in self.game.data.map.region(Region::Stalingrad).iter() {
            if state.axis_control.contains(at) {
                goals.push(take(at, 80, self.siege(chart, state, at)));
            }
        }
        goals
    }

    /// The towns that feed Stalingrad are taken, and then held: a German who enters one has its supply back at once (7.18).
    fn ring_goals(&self, chart: &Chart, state: &State, goals: &mut Vec<Goal>) {
        for name in ["N3023", "N3124", "N3128", "N3323", "N3230", "N3626"] {
            let Some(at) = self.game.data.map.board.space(name) else { continue };
            if state.axis_control.contains(at) {
                goals.push(take(at, 110, self.siege(chart, state, at).min(60)));
            } else if chart.enemy[at] <= 8 {
                let factors = (chart.threat[at] / (2 * SCALE)).clamp(15, 21);
                goals.push(hold(at, 330, factors));
            }
        }
    }

    /// Towns whose loss would cut off many of one's own are not left empty.
    fn guard_sources(&self, chart: &Chart, state: &State, goals: &mut Vec<Goal>) {
        let net = self.net(state, self.side);
        let whole = self.strength_of(&net);
        for at in net.nodes.iter().filter(|at| chart.enemy[*at] <= 6) {
            let loss = (whole - self.strength_with(&net, at)) / 8;
            let known = goals.iter().any(|goal| goal.at == at);
            if loss >= 25 && !known {
                let factors = (chart.threat[at] / (4 * SCALE)).clamp(4, 9);
                goals.push(hold(at, 350 + loss.min(100), factors));
            }
        }
    }

    /// Which goal each unit works for, as an index into the goals; by unit.
    pub(super) fn assign(&self, chart: &Chart, state: &State) -> Vec<Option<usize>> {
        let mut task: Vec<Option<usize>> = vec![None; state.units.len()];
        let own: Vec<UnitId> =
            self.game.ground.own[self.side.index()].iter().filter(|u| state.at(*u).is_some()).collect();
        // Whoever stands on a post keeps it before anybody is sent anywhere.
        for most in [0, 4 * TURN] {
            for index in (0..chart.goals.len()).filter(|i| chart.goals[*i].hold) {
                self.man(chart, state, &mut task, index, most);
            }
        }
        for index in (0..chart.goals.len()).filter(|i| chart.goals[*i].is_pressing()) {
            self.man(chart, state, &mut task, index, 6 * TURN);
        }
        let mut filled = vec![0; chart.goals.len()];
        for unit in own {
            if task[unit.index()].is_some() {
                continue;
            }
            let attack = self.factors(&chart.averages, state, unit)[0];
            let best = (0..chart.goals.len())
                .filter(|i| !chart.goals[*i].hold)
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

    /// Sends the nearest units to a post until it is held; none that needs more than `most` tenths of a turn.
    fn man(&self, chart: &Chart, state: &State, task: &mut [Option<usize>], index: usize, most: i32) {
        let own = self.game.ground.own[self.side.index()];
        let which = usize::from(chart.goals[index].hold);
        let turns = |u: UnitId, way: i32| way * TURN / i32::from(self.game.card(u).movement.max(1));
        let mut near: Vec<(i32, UnitId)> = own
            .iter()
            .filter(|u| task[u.index()].is_none() && self.suits_post(state, *u))
            .filter_map(|u| self.way(chart, state, u, index).map(|way| (turns(u, way), u)))
            .filter(|(turns, _)| *turns <= most)
            .collect();
        near.sort_by_key(|(turns, u)| (turns + if which == 1 { self.post_price(*u) } else { 0 }, *u));
        let posted: Vec<UnitId> = own.iter().filter(|u| task[u.index()] == Some(index)).collect();
        let mut have: i32 = posted.iter().map(|u| self.factors(&chart.averages, state, *u)[which]).sum();
        let room = 8usize.saturating_sub(posted.len());
        for (_, unit) in near.into_iter().take(room) {
            if have >= chart.goals[index].need {
                break;
            }
            have += self.factors(&chart.averages, state, unit)[which];
            task[unit.index()] = Some(index);
        }
    }

    /// Panzers are too good to guard; artillery cannot.
    fn suits_post(&self, state: &State, unit: UnitId) -> bool {
        let card = self.game.card(unit);
        !card.artillery && !self.game.is_frozen(state, unit) || state.at(unit).is_none()
    }

    fn post_price(&self, unit: UnitId) -> i32 {
        match self.game.card(unit).kind {
            UnitKind::Panzer | UnitKind::Motorised => 15,
            UnitKind::TankCorps | UnitKind::MechanisedCorps => 6,
            UnitKind::Security => -6,
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
        let goal = &chart.goals[goal];
        let value = if filled < goal.need { goal.value } else { goal.value / 3 };
        Some(value + 40 - turns)
    }

    /// Points that a unit would spend on its way to a goal.
    pub(super) fn way(&self, chart: &Chart, state: &State, unit: UnitId, goal: usize) -> Option<i32> {
        let at = state.at(unit)?;
        let way = chart.roads[usize::from(self.game.card(unit).mechanised)][goal][at];
        (way < u16::MAX).then_some(i32::from(way))
    }
}
