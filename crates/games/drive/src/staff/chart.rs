//! The picture of a phase: threats, distances, goals with the roads to them, towns that feed the enemy.

use super::Mind;
use super::estimate::Averages;
use super::goals::Goal;
use crate::data::UnitId;
use crate::sets::Spaces;
use crate::state::State;
use kessel_board::{SpaceId, SpaceMap};
use kessel_table::Side;

/// What is worked out once for a phase.
pub(super) struct Chart {
    pub averages: Averages,
    /// Factors, in quarters, that the enemy could bring against each hex in his next turn.
    pub threat: SpaceMap<i32>,
    /// Hexes to the nearest enemy unit.
    pub enemy: SpaceMap<u8>,
    /// Where this side is supplied overland.
    pub fed: Spaces,
    /// What it does to the enemy's supply to take a town.
    pub cut: SpaceMap<i32>,
    /// What each hex that this side holds does to the enemy's supply.
    pub ring: SpaceMap<i32>,
    pub goals: Vec<Goal>,
    /// Points to each goal: on foot, then mechanised.
    pub roads: [Vec<SpaceMap<u16>>; 2],
    /// The goal of each own unit.
    pub task: Vec<Option<usize>>,
}

impl Mind<'_> {
    pub(super) fn draw_chart(&self, state: &State) -> Chart {
        let board = &self.game.data.map.board;
        let averages = self.averages();
        let mut chart = Chart {
            averages,
            threat: self.threats(&averages, state),
            enemy: self.distances(state.layout.held[self.side.other().index()].iter()),
            fed: self.game.fed(state, self.side).hexes,
            cut: board.space_map(0),
            ring: self.ring(state),
            goals: Vec::new(),
            roads: [Vec::new(), Vec::new()],
            task: Vec::new(),
        };
        chart.cut = self.cuts(state);
        chart.goals = self.goals(&chart, state);
        for (class, roads) in [false, true].into_iter().zip(chart.roads.iter_mut()) {
            *roads = chart.goals.iter().map(|goal| self.road(state, goal.at, class)).collect();
        }
        chart.task = self.assign(&chart, state);
        chart
    }

    /// Plain distances from a set of hexes.
    pub(super) fn distances(&self, from: impl Iterator<Item = SpaceId>) -> SpaceMap<u8> {
        let mut field = self.game.data.map.board.space_map(u8::MAX);
        let mut queue: Vec<SpaceId> = from.collect();
        queue.iter().for_each(|hex| field[*hex] = 0);
        let mut next = 0;
        while next < queue.len() {
            let at = queue[next];
            next += 1;
            for near in self.game.ground.around(at) {
                if field[near.to] == u8::MAX {
                    field[near.to] = field[at].saturating_add(1).min(250);
                    queue.push(near.to);
                }
            }
        }
        field
    }

    /// What the enemy could bring against each hex.
    fn threats(&self, averages: &Averages, state: &State) -> SpaceMap<i32> {
        let board = &self.game.data.map.board;
        let mut threat = board.space_map(0);
        for hex in state.layout.held[self.side.other().index()].iter() {
            let (mut foot, mut mobile) = (0, 0);
            for unit in state.units_at(hex).filter(|u| self.may_strike(state, *u, hex)) {
                let attack = self.factors(averages, state, unit)[0];
                if self.game.card(unit).mechanised && !state.veiled.contains(unit) {
                    mobile += attack;
                } else {
                    foot += attack;
                }
            }
            if foot + mobile == 0 {
                continue;
            }
            for (near, distance) in self.around(hex, self.far_strike(state)) {
                let (on_foot, driven) = self.strike_shares(state, distance);
                threat[near] += (foot * on_foot + mobile * driven) / 4;
            }
        }
        threat
    }

    fn around(&self, hex: SpaceId, radius: u32) -> impl Iterator<Item = (SpaceId, u32)> + '_ {
        let board = &self.game.data.map.board;
        board.within(hex, radius).map(move |to| (to, board.distance(hex, to).unwrap_or(0)))
    }

    /// Does the enemy always assault before he moves? Then only neighbours threaten (5.4).
    fn enemy_assaults_first(&self, state: &State) -> bool {
        state.is_blue() && self.side == Side::Axis
    }

    fn far_strike(&self, state: &State) -> u32 {
        if self.enemy_assaults_first(state) { 1 } else { 6 }
    }

    /// How much of a stack's factors, in fourths, is feared so far away: on foot, mechanised.
    fn strike_shares(&self, state: &State, distance: u32) -> (i32, i32) {
        match (self.enemy_assaults_first(state), distance) {
            (true, 0..=1) => (4, 4),
            (true, _) => (0, 0),
            (false, 0..=1) => (4, 4),
            (false, 2) => (3, 3),
            (false, 3..=4) => (1, 2),
            (false, _) => (0, 1),
        }
    }

    /// Enemy units that are frozen or held back do not strike.
    fn may_strike(&self, state: &State, unit: UnitId, hex: SpaceId) -> bool {
        match self.side {
            Side::Axis => !self.game.is_frozen(state, unit),
            Side::Soviet => {
                let army = self.game.data.map.spaces[hex].army;
                army.is_none_or(|army| !self.held_next_turn(state, army))
            }
        }
    }

    fn held_next_turn(&self, state: &State, army: crate::data::AxisArmy) -> bool {
        state.is_blue() && !state.limits_lifted && state.turn + 1 < self.game.data.blue.released(army)
    }

    /// What taking each enemy town would do to his supply.
    fn cuts(&self, state: &State) -> SpaceMap<i32> {
        let enemy = self.side.other();
        let net = self.net(state, enemy);
        let whole = self.strength_of(&net);
        let mut cut = self.game.data.map.board.space_map(0);
        for town in net.nodes.iter() {
            cut[town] = (whole - self.strength_with(&net, town)).max(0);
        }
        cut
    }

    /// Points from everywhere to a goal, for units on foot or mechanised ones. Enemy stacks cost extra: they must be fought.
    fn road(&self, state: &State, goal: SpaceId, mechanised: bool) -> SpaceMap<u16> {
        let game = self.game;
        let mut road = game.data.map.board.space_map(u16::MAX);
        road[goal] = 0;
        let mut waiting: Vec<Vec<SpaceId>> = vec![Vec::new(); 512];
        waiting[0].push(goal);
        let mut cost_now = 0;
        while cost_now < waiting.len() {
            let Some(at) = waiting[cost_now].pop() else {
                cost_now += 1;
                continue;
            };
            if usize::from(road[at]) != cost_now {
                continue;
            }
            let Some(enter) = self.entry_cost(state, at, mechanised) else { continue };
            for near in game.ground.around(at) {
                let Some(side) = self.crossing_cost(state, near, mechanised) else { continue };
                let total = cost_now + usize::from(enter + side);
                if total < waiting.len() && total < usize::from(road[near.to]) {
                    road[near.to] = total as u16;
                    waiting[total].push(near.to);
                }
            }
        }
        road
    }

    fn entry_cost(&self, state: &State, hex: SpaceId, mechanised: bool) -> Option<u16> {
        if !self.game.ground.playable[state.scenario as usize].contains(hex) {
            return None;
        }
        let effect = self.game.data.charts.terrain(self.game.data.map.spaces[hex].terrain, state.frozen);
        let cost = if mechanised { effect.mechanised } else { effect.foot }?;
        let enemy = state.units_at(hex).filter(|u| self.game.side(*u) != self.side).count();
        Some(u16::from(cost) + (enemy as u16).min(4))
    }

    fn crossing_cost(&self, state: &State, near: &crate::ground::Near, mechanised: bool) -> Option<u16> {
        use crate::data::Water;
        if near.between.is_closed() || (self.side == Side::Axis && near.between.water == Water::Volga) {
            return None;
        }
        let river = near.between.is_river() && !state.frozen;
        Some(u16::from(river) * if mechanised { 2 } else { 1 })
    }
}
