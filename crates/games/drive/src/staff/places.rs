//! What it is worth that a unit stands in a hex.

use super::Mind;
use super::chart::Chart;
use crate::data::{Region, Terrain, UnitId};
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::Side;

/// Losses to expect, in hundredths of what stands there, by how often the threat contains the defence (in halves).
const LOSSES: [i32; 15] = [0, 0, 2, 5, 12, 18, 26, 34, 42, 50, 58, 66, 74, 80, 85];

impl Mind<'_> {
    /// What it is worth to take a hex from the enemy.
    pub(super) fn ground_worth(&self, chart: &Chart, state: &State, hex: SpaceId) -> i32 {
        if state.control(hex) == self.side {
            return 0;
        }
        let map = &self.game.data.map;
        // In Uranus every hex won on the flanks of Stalingrad brings the ring nearer.
        let mut worth = if !state.is_blue() && self.side == Side::Soviet { 5 } else { 2 };
        if self.game.ground.towns.contains(hex) {
            let ours = !state.is_blue() && self.side == Side::Soviet;
            worth += if ours { 30 } else { 6 } + (self.cut(chart, hex) / 8).min(80) + self.beyond_the_don(state, hex);
        }
        if state.is_blue() && self.game.ground.victory.contains(hex) {
            worth += self.point_worth(state);
        }
        let deadly = if state.is_blue() { Region::SuddenDeathBlue } else { Region::SuddenDeathUranus };
        if self.side == Side::Soviet && map.is_in(hex, deadly) {
            worth += 5000;
        }
        // The line around a pocket, and one's own lines that the enemy sits on.
        let cordon = self.cordon(chart);
        if cordon.lines.first().is_some_and(|line| line.contains(hex)) && !state.holds(self.side, hex) {
            worth += cordon.within * self.weights.cordon_prize;
        }
        worth += self.breach_worth(chart, hex);
        if state.holds(self.side.other(), hex) || self.game.ground.towns.contains(hex) {
            worth += self.feed(chart, hex) * self.weights.feed / 100;
        }
        worth
    }

    /// 4.9: in Uranus two German towns east of the Don end the game.
    fn beyond_the_don(&self, state: &State, hex: SpaceId) -> i32 {
        let towns = self.game.ground.towns & self.game.ground.east_of_don;
        if state.is_blue() || !towns.contains(hex) {
            return 0;
        }
        match (self.side, (towns & state.axis_control).len()) {
            (Side::Soviet, ..=1) => self.weights.don_first,
            (Side::Soviet, _) => 900,
            // Worth taking in passing, not an offensive.
            (Side::Axis, 0) => 0,
            (Side::Axis, _) => 30,
        }
    }

    /// What a victory point is worth to either side.
    fn point_worth(&self, state: &State) -> i32 {
        let missing = i32::from(self.game.data.blue.victory.points) - i32::from(self.game.points(state));
        match (self.side, missing) {
            (Side::Axis, ..=1) => 5000,
            (Side::Axis, 2) => self.weights.point * 8 / 5,
            _ => self.weights.point,
        }
    }

    /// Losses to be expected in a hex in the enemy's next turn, with one more unit there or without.
    pub(super) fn risk(&self, chart: &Chart, state: &State, hex: SpaceId, extra: Option<UnitId>) -> i32 {
        let threat = self.eased(state, hex, chart.threat[hex]);
        if threat == 0 {
            return 0;
        }
        let (mut defence, mut stake) = (0, self.ring_at(chart, hex));
        for unit in state.units_at(hex).chain(extra) {
            defence += self.factors(&chart.averages, state, unit)[1];
            stake += self.step_worth(&chart.averages, state, unit);
        }
        let halves = (threat * 2 / defence.max(1)).clamp(0, LOSSES.len() as i32 - 1);
        stake * LOSSES[halves as usize] / 100
    }

    /// Ground that weakens an attack.
    pub(super) fn eased(&self, state: &State, hex: SpaceId, threat: i32) -> i32 {
        let space = &self.game.data.map.spaces[hex];
        if space.is_city() || (self.side == Side::Soviet && self.game.is_fortified(state, hex)) {
            return threat / 2;
        }
        match space.terrain {
            Terrain::Mountain => threat / 2,
            Terrain::Hills => threat * 2 / 3,
            _ => threat,
        }
    }

    /// What it is worth that a unit goes to a hex; `state` is the position without the unit.
    pub(super) fn place_worth(&self, chart: &Chart, state: &State, unit: UnitId, hex: SpaceId) -> i32 {
        let added = self.risk(chart, state, hex, Some(unit)) - self.risk(chart, state, hex, None);
        let hunger =
            if chart.fed.contains(hex) { 0 } else { self.hunger(state, unit) } + self.out_of_bounds(state, hex);
        self.ground_worth(chart, state, hex) - added - hunger
            + self.errand_worth(chart, state, unit, hex)
            + self.contact_worth(chart, state, unit, hex)
            - self.crowd_price(chart, state, hex)
    }

    /// A result takes the whole stack: the Soviets of Blue stand thin where no post asks for more.
    pub(super) fn crowd_price(&self, chart: &Chart, state: &State, hex: SpaceId) -> i32 {
        if !state.is_blue() || self.side == Side::Axis || chart.threat[hex] == 0 {
            return 0;
        }
        if self.goals(chart).iter().any(|goal| goal.hold && goal.at == hex) {
            return 0;
        }
        let company = state.units_at(hex).count() as i32;
        (company - self.weights.company + 1).max(0) * self.weights.crowd
    }

    /// In Uranus the German has too few to go beyond the Don.
    pub(super) fn out_of_bounds(&self, state: &State, hex: SpaceId) -> i32 {
        let beyond = !state.is_blue() && self.side == Side::Axis && self.game.ground.east_of_don.contains(hex);
        if beyond { 60 } else { 0 }
    }

    /// What it costs to stand without supply.
    fn hunger(&self, state: &State, unit: UnitId) -> i32 {
        match (state.is_blue(), self.side) {
            (true, Side::Axis) => self.weights.hunger_axis,
            (true, Side::Soviet) => self.weights.hunger_soviet,
            (false, Side::Axis) if self.game.card(unit).is_german() => 60,
            _ => 30,
        }
    }

    /// How far a place brings a unit to its goal, or that it keeps its post.
    fn errand_worth(&self, chart: &Chart, state: &State, unit: UnitId, hex: SpaceId) -> i32 {
        let card = self.game.card(unit);
        let Some(goal) = self.task(chart, unit) else { return 0 };
        let way = self.roads(chart, card.mechanised)[goal][hex];
        if way == u16::MAX {
            return -400;
        }
        let turns = i32::from(way) * 10 / i32::from(card.movement.max(1));
        let goal = &self.goals(chart)[goal];
        let mut worth = -turns * 2;
        if goal.hold && hex == goal.at {
            let alone = state.units_at(hex).next().is_none();
            worth += 12 + if alone { goal.value / 2 } else { 0 };
        }
        worth
    }

    /// The German likes to end beside an enemy whom he can hit next, best from behind; guns stay in company.
    fn contact_worth(&self, chart: &Chart, state: &State, unit: UnitId, hex: SpaceId) -> i32 {
        let card = self.game.card(unit);
        let company = state.units_at(hex).any(|u| !self.game.card(u).artillery);
        if card.artillery {
            return if company { 6 } else { -25 };
        }
        if chart.enemy[hex] != 1 || self.side == Side::Soviet {
            return 0;
        }
        let mut worth = 3;
        for near in self.game.ground.around(hex).iter().filter(|n| state.holds(Side::Soviet, n.to)) {
            let opposite = self.game.ground.around(near.to).iter().find(|n| n.direction == near.direction);
            if opposite.is_some_and(|n| state.holds(Side::Axis, n.to)) {
                worth += 3;
            }
        }
        worth
    }
}
