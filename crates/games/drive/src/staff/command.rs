//! Openings, announcements, withdrawals and reinforcements.

use super::Mind;
use super::chart::Chart;
use super::goals::Goal;
use crate::action::Action;
use crate::data::{Region, UnitId, UnitKind};
use crate::sets::Spaces;
use crate::state::{Order, State};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::Choosing;

impl Mind<'_> {
    /// Divisions rise in Stalingrad when they can; the Manych is flooded when the German stands before it.
    pub(super) fn announce(&self) -> Action {
        let rise = self.offers.iter().copied().find(|a| matches!(a, Action::SixtySecond { .. }));
        if let Some(action) = rise {
            return action;
        }
        if self.offered(Action::Flood) && self.before_the_manych() >= 5 {
            return Action::Flood;
        }
        Action::Done
    }

    /// German units close to the Manych.
    fn before_the_manych(&self) -> usize {
        let board = &self.game.data.map.board;
        let river: Spaces = board
            .hexes()
            .filter(|hex| self.game.ground.around(*hex).iter().any(|n| n.between.water == crate::data::Water::Manych))
            .collect();
        self.seen.layout.held[0]
            .iter()
            .filter(|hex| river.iter().any(|r| board.distance(r, *hex).is_some_and(|d| d <= 1)))
            .map(|hex| self.seen.units_at(hex).count())
            .sum()
    }

    /// The network first, then the aircraft, then the order of phases.
    pub(super) fn open(&self) -> Action {
        let supply = |action| match action {
            Action::Supply { at } => Some(self.addition_worth(at)),
            _ => None,
        };
        if let Some((_, action)) = self.best_of(supply) {
            return action;
        }
        let chart = self.draw_chart(self.seen);
        if self.offered(Action::Schwerpunkt) && self.panzers_lead(&chart) {
            return Action::Schwerpunkt;
        }
        Action::Order { order: self.choose_order(&chart) }
    }

    /// What a town adds to the network: room to live in, most of all ahead, and units that hunger.
    fn addition_worth(&self, at: SpaceId) -> i32 {
        let before = self.game.fed(self.seen, self.side).hexes;
        let mut with: State = self.seen.clone();
        with.network[self.side.index()].insert(at);
        with.forget_supply(self.side);
        let new = self.game.fed(&with, self.side).hexes - before;
        let ahead = |hex: SpaceId| if self.seen.control(hex) == self.side { 1 } else { 3 };
        let held = self.seen.layout.held[self.side.index()];
        let fed: usize = (new & held).iter().map(|hex| self.seen.units_at(hex).count()).sum();
        let wanted = (new & self.game.ground.victory).len() as i32;
        new.iter().map(ahead).sum::<i32>() + fed as i32 * 12 + wanted * 10 + self.on_the_way(at)
    }

    /// In Uranus the Soviet network grows toward the places that win (4.9).
    fn on_the_way(&self, at: SpaceId) -> i32 {
        if self.seen.is_blue() || self.side == Side::Axis {
            return 0;
        }
        let board = &self.game.data.map.board;
        let deadly = self.game.data.map.region(Region::SuddenDeathUranus);
        let far = deadly.iter().filter_map(|hex| board.distance(hex, at)).min().unwrap_or(99);
        (24 - far as i32).max(0) * 4
    }

    /// The aircraft fly with the panzers unless a city is to be stormed with them.
    fn panzers_lead(&self, chart: &Chart) -> bool {
        let storm = self.game.ground.victory.iter().any(|at| {
            let space = &self.game.data.map.spaces[at];
            let around = self.game.ground.around(at).iter().map(|n| n.to);
            let ready: i32 = around
                .filter(|hex| self.seen.holds(Side::Axis, *hex))
                .flat_map(|hex| self.seen.units_at(hex))
                .map(|u| self.factors(&chart.averages, self.seen, u)[0])
                .sum();
            space.is_city() && self.seen.holds(Side::Soviet, at) && ready >= 240
        });
        !storm
    }

    /// Assaults now, or assaults after marching up: whichever promises more.
    fn choose_order(&self, chart: &Chart) -> Order {
        let can = |order| self.offered(Action::Order { order });
        if can(Order::MoveMove) && self.flees(chart) {
            return Order::MoveMove;
        }
        if can(Order::AssaultAssault) && self.storms_twice(chart) {
            return Order::AssaultAssault;
        }
        if !can(Order::MoveAssault) {
            return Order::AssaultMove;
        }
        let mut now = self.seen.clone();
        now.order = Order::AssaultMove;
        let first = self.assaults_worth(chart, &now);
        let later = self.converging_worth(chart, self.seen);
        if later > first * 5 / 4 + 10 { Order::MoveAssault } else { Order::AssaultMove }
    }

    /// 5.5: two moves and no assault, once, when many stand in danger and little is to be had by assaults.
    fn flees(&self, chart: &Chart) -> bool {
        let in_danger = |hex: &SpaceId| {
            let defence: i32 = self.seen.units_at(*hex).map(|u| self.factors(&chart.averages, self.seen, u)[1]).sum();
            !chart.fed.contains(*hex) || self.eased(self.seen, *hex, chart.threat[*hex]) >= defence * 3
        };
        let movable = |u: &UnitId| !self.game.is_frozen(self.seen, *u);
        let held = self.seen.layout.held[self.side.index()];
        let units = held.iter().filter(in_danger).flat_map(|hex| self.seen.units_at(hex)).filter(movable).count();
        units as i32 >= self.weights.double_move && self.assaults_worth(chart, self.seen) < self.weights.double_move
    }

    /// 5.5: two assaults and no move, once, in the last turn, when the point that wins must be stormed.
    fn storms_twice(&self, chart: &Chart) -> bool {
        let last = self.seen.turn >= self.game.data.scenario(self.seen.scenario).last_turn();
        let missing = i32::from(self.game.data.blue.victory.points) - i32::from(self.game.points(self.seen));
        let wanted = self.game.ground.victory - self.seen.axis_control;
        let held = self.seen.layout.held[Side::Soviet.index()];
        let open = (wanted - held).iter().any(|hex| self.is_near(hex));
        let mut now = self.seen.clone();
        now.order = Order::AssaultAssault;
        last && missing <= self.weights.double_assault
            && !open
            && (wanted & held).iter().any(|at| self.can_assault(chart, &now, at))
    }

    /// Are own units near enough to walk in?
    fn is_near(&self, hex: SpaceId) -> bool {
        let board = &self.game.data.map.board;
        let own = self.seen.layout.held[self.side.index()];
        own.iter().any(|at| board.distance(at, hex).is_some_and(|far| far <= 8))
    }

    /// 8.7: the weakest go, and those far from the front.
    pub(super) fn withdraw(&self) -> Action {
        let averages = self.averages();
        let enemy = self.distances(self.seen.layout.held[1].iter());
        let worth = |action| match action {
            Action::Withdraw { unit } => {
                let far = self.seen.at(unit).map_or(0, |at| i32::from(enemy[at]).min(20));
                Some(far - self.unit_worth(&averages, self.seen, unit) * 2)
            }
            _ => None,
        };
        self.pick(worth)
    }

    /// The reinforcement that comes next, where it is nearest to its work.
    pub(super) fn enter(&self, chart: &Chart) -> Option<Action> {
        let worth = |action| match action {
            Action::Enter { unit, at } => Some(self.entry_worth(chart, unit, at)),
            _ => None,
        };
        self.best_of(worth).map(|(_, action)| action)
    }

    fn entry_worth(&self, chart: &Chart, unit: UnitId, at: SpaceId) -> i32 {
        let card = self.game.card(unit);
        let roads = self.roads(chart, card.mechanised);
        let crowd = self.seen.units_at(at).count() as i32;
        let near = i32::from(chart.enemy[at]);
        // In Uranus whoever comes goes to the front, or where a guard is too weak.
        let wanted = |i: usize, goal: &Goal| !goal.hold || self.seen.is_blue() || self.lacks(chart, i) > 0;
        let goals = self.goals(chart).iter().zip(roads).enumerate();
        let open = goals.filter(|(i, (goal, road))| road[at] < u16::MAX && wanted(*i, goal));
        let best = open.map(|(_, (goal, road))| {
            let turns = i32::from(road[at]) * 10 / i32::from(card.movement.max(1));
            goal.value.min(120) - turns * 2
        });
        let first = if card.kind == UnitKind::Rifle { 0 } else { 500 };
        first + best.max().unwrap_or(0) - crowd - if near <= 1 { 20 } else { 0 }
    }
}
