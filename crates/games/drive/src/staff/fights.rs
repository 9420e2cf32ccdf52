//! The questions of a battle: support, losses, retreats, advances.

use super::Mind;
use super::chart::Chart;
use crate::action::Action;
use crate::data::UnitId;
use crate::state::Place;
use crate::supply::Supplied;
use kessel_board::SpaceId;
use kessel_kit::staff::Choosing;

impl Mind<'_> {
    /// The defender's aircraft fly, and the cut off are fed from the air while they fight.
    pub(super) fn reply(&self) -> Action {
        if self.offered(Action::Support) && self.worth_defending() {
            return Action::Support;
        }
        let target = self.seen.fight().map(|fight| fight.target);
        let lift = target.map(|at| Action::Airlift { at }).filter(|action| self.offered(*action));
        lift.unwrap_or(Action::Done)
    }

    /// Aircraft are not wasted on a single satellite or rifle division.
    fn worth_defending(&self) -> bool {
        let averages = self.averages();
        let Some(fight) = self.seen.fight() else { return false };
        let stake: i32 = fight.defenders.iter().map(|u| self.unit_worth(&averages, self.seen, u)).sum();
        stake >= 15
    }

    /// The cheapest step.
    pub(super) fn lose(&self) -> Action {
        let averages = self.averages();
        let worth = |action| match action {
            Action::Lose { unit } => Some(-self.step_worth(&averages, self.seen, unit)),
            _ => None,
        };
        self.pick(worth)
    }

    /// Back to where there is supply, company and few enemies.
    pub(super) fn retreat(&self) -> Action {
        let worth = |action| match action {
            Action::RetreatAll { to } | Action::Retreat { to, .. } => Some(self.refuge(to)),
            _ => None,
        };
        self.pick(worth)
    }

    fn refuge(&self, to: SpaceId) -> i32 {
        let supplied = self.game.supply_in(self.seen, self.side, to) == Supplied::Regular;
        let enemies = self.game.ground.around(to).iter().filter(|n| self.seen.holds(self.side.other(), n.to)).count();
        let company = self.seen.units_at(to).count() as i32;
        let space = &self.game.data.map.spaces[to];
        let town = i32::from(space.is_settled()) * 3 + i32::from(space.is_city()) * 6;
        i32::from(supplied) * 30 - enemies as i32 * 8 + company.min(4) + town
    }

    /// The strongest of an unlawful enemy stack.
    pub(super) fn remove(&self) -> Action {
        let averages = self.averages();
        let worth = |action| match action {
            Action::Remove { unit } => Some(self.unit_worth(&averages, self.seen, unit)),
            _ => None,
        };
        self.pick(worth)
    }

    /// Units that stand better in the hex that was won go there.
    pub(super) fn advance(&self, chart: &Chart) -> Action {
        let Some(target) = self.seen.fight().map(|fight| fight.target) else { return Action::Done };
        let worth = |action| match action {
            Action::Advance { unit } => Some(self.advance_worth(chart, unit, target)),
            _ => None,
        };
        self.best_or_done(worth)
    }

    fn advance_worth(&self, chart: &Chart, unit: UnitId, target: SpaceId) -> i32 {
        let Some(from) = self.seen.at(unit) else { return 0 };
        let mut lifted = self.seen.clone();
        self.game.lift(&mut lifted, unit, Place::Waiting);
        let here = self.place_worth(chart, &lifted, unit, from);
        let mut there = self.place_worth(chart, &lifted, unit, target);
        // Movement still follows: whoever can march on gains a hex for nothing.
        let follows = self.seen.order.moves(true) && !self.seen.second;
        if follows && self.game.card(unit).mechanised {
            there += 6;
        }
        // The first one keeps the ground that was won: a town above all, or its garrison is back (11.40).
        if !self.seen.holds(self.side, target) {
            there += if self.game.ground.towns.contains(target) { 30 } else { 4 };
        }
        // Whoever closes the enemy's lines alone stays.
        let last = lifted.units_at(from).next().is_none();
        there - here - if last { self.ring_at(chart, from) } else { 0 }
    }
}
