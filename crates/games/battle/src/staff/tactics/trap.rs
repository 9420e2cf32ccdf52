//! Withdraw before the trap, and break out of it.

use crate::action::Action;
use crate::data::UnitId;
use crate::sets::UnitSet;
use crate::staff::Mind;
use crate::staff::fields::Fields;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::Log;
use kessel_kit::staff::Choosing;

/// More moves than this that cut a unit off make it no worse.
const ENOUGH: u8 = 3;

impl Mind<'_> {
    /// A place that one move of the enemy leaves without supply.
    pub(in crate::staff) fn trap(&self, fields: &Fields, at: SpaceId) -> i32 {
        i32::from(fields.own_arteries.danger[at].min(ENOUGH)) * self.weights.trap[self.stance]
    }

    /// 7.7: a cut-off unit leaves everything behind and tries to reach its own lines, where that saves more than it costs.
    pub(in crate::staff) fn break_out(&self, work: &State, fields: &Fields, unit: UnitId) -> Option<Action> {
        let strength = i32::from(self.seen.units[unit.index()].strength);
        let force = self.reckon(unit);
        let left_behind = i32::from(force.steps) - strength;
        let chance = (7 - strength).clamp(1, 6);
        let here = self.risk(work, fields, self.seen.at(unit)?);
        let worth = |to: SpaceId| {
            let mut after = work.clone();
            self.game.put_unit(&mut after, unit, to, &mut Log::silent());
            if !self.game.supplied(&after, unit) {
                return 0;
            }
            let gain = self.weights.own_cut + self.body(self.side, to) + here - self.risk(&after, fields, to);
            gain * chance / 6 - left_behind * self.price(self.side)
        };
        self.best(|action| match action {
            Action::Attempt { unit: who, to } if who == unit => {
                let enemy = self.game.picture(work).held[self.side.other().index()].contains(to);
                (!enemy).then(|| worth(to))
            }
            _ => None,
        })
    }

    /// 8.3.c: a unit lets itself be driven from a city where it would die, unless the city would fall with it.
    pub(in crate::staff) fn leave_city(&self) -> Action {
        let hopeless = |at: SpaceId, unit: UnitId| {
            let own: UnitSet = self.game.units_in(self.seen, at, self.side);
            let enemy = self.reckon_all(self.game.units_in(self.seen, at, self.side.other())).factors();
            let ours = self.reckon_all(own).factors();
            let last = own.len() <= 1 && self.fatal_cities(self.side).contains(&at);
            !last && enemy > 3 * ours && self.game.supplied(self.seen, unit)
        };
        let worth = |action: Action| match action {
            Action::Leave { unit } => self.seen.at(unit).map(|at| i32::from(hopeless(at, unit))),
            _ => None,
        };
        self.best_or_done(worth)
    }
}
