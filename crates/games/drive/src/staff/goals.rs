//! What is to be taken and held, and by whom.

use super::Mind;
use super::chart::Chart;
use super::estimate::SCALE;
use crate::data::Region;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::Side;

/// Towns so near to the line around a pocket feed it.
const RING_REACH: u32 = 4;

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
    /// Its loss is the end of the game.
    pub(super) fn is_deadly(&self) -> bool {
        self.hold && self.value >= 900
    }

    /// Units are told off to take it before they choose for themselves.
    pub(super) fn is_pressing(&self) -> bool {
        !self.hold && self.value >= 200
    }
}

pub(super) fn hold(at: SpaceId, value: i32, factors: i32) -> Goal {
    Goal { at, hold: true, value, need: factors * SCALE }
}

fn take(at: SpaceId, value: i32, factors: i32) -> Goal {
    Goal { at, hold: false, value, need: factors * SCALE }
}

impl Mind<'_> {
    /// The goals of this side now, the most pressing posts first.
    pub(super) fn find_goals(&self, chart: &Chart, state: &State) -> Vec<Goal> {
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
        self.guard_sources(chart, state, &mut goals);
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
                (true, 0..=9) => self.weights.hold_city,
                (true, 10..=16) => 18,
                (true, _) => 6,
                (false, 0..=5) => self.weights.hold_town,
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
            // Tank corps march eight hexes and strike in the same turn.
            let factors = match near {
                0..=4 => 30,
                5..=10 => self.weights.deadly_near,
                _ => self.weights.deadly_far,
            };
            goals.push(hold(at, 1000 - near, factors + chart.threat[at] / (2 * SCALE)));
        }
        // The city on the Volga is not given up.
        for at in self.game.data.map.region(Region::Stalingrad).iter() {
            if state.axis_control.contains(at) {
                goals.push(hold(at, 250, self.weights.city_garrison));
            }
        }
        self.guard_sources(chart, state, &mut goals);
        if let Some((inner, outer)) = self.corridor(chart).ends {
            goals.push(take(inner, self.weights.escape, self.siege(chart, state, inner)));
            if outer != inner {
                goals.push(take(outer, self.weights.relief, self.siege(chart, state, outer)));
            }
        }
        // A town that would feed many again is wanted back.
        let lost = (self.game.ground.towns & self.game.ground.axis_side[1]) - state.axis_control;
        for at in lost.iter().filter(|at| self.feed(chart, *at) >= 40) {
            goals.push(take(at, 50 + self.feed(chart, at).min(100), self.siege(chart, state, at)));
        }
        goals
    }

    /// The Soviets keep the towns behind the Don, go for the three places that win, and for the army at Stalingrad.
    fn uranus_soviet_goals(&self, chart: &Chart, state: &State) -> Vec<Goal> {
        let mut goals = Vec::new();
        for at in (self.game.ground.towns & self.game.ground.east_of_don).iter() {
            let near = i32::from(chart.enemy[at]);
            let factors = if near <= 5 {
                (chart.threat[at] * self.weights.don_firm / (100 * SCALE)).clamp(4, self.weights.don_guard.max(4))
            } else {
                2
            };
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

    /// Towns that feed the enemy's pocket are taken, and then held: a German who enters one has its supply back at once (7.18).
    fn ring_goals(&self, chart: &Chart, state: &State, goals: &mut Vec<Goal>) {
        let cordon = self.cordon(chart);
        let board = &self.game.data.map.board;
        let near =
            |at: SpaceId| cordon.hexes.iter().any(|hex| board.distance(hex, at).is_some_and(|d| d <= RING_REACH));
        let towns = self.game.ground.towns & self.game.ground.axis_side[1] & self.game.ground.playable[1];
        // The hexes of the line that stand worst draw units from afar.
        let mut weak: Vec<(i32, SpaceId)> = cordon
            .hexes
            .iter()
            .filter(|at| !state.holds(Side::Axis, *at))
            .map(|at| (self.lack(chart, state, at), at))
            .filter(|(lack, _)| *lack > 0)
            .collect();
        weak.sort_by_key(|(lack, at)| (-lack, *at));
        for (lack, at) in weak.into_iter().take(self.weights.cordon_calls as usize) {
            goals.push(Goal { at, hold: true, value: 320, need: lack });
        }
        for at in towns.iter().filter(|at| near(*at) && !self.is_city(*at)) {
            if state.axis_control.contains(at) {
                goals.push(take(at, 110, self.siege(chart, state, at).min(60)));
            } else if chart.enemy[at] <= 8 {
                let factors = (chart.threat[at] / (2 * SCALE)).clamp(8, 16);
                goals.push(hold(at, 330, factors));
            }
        }
    }
}
