//! Prepared assaults with the units that stand ready.

use super::Mind;
use super::chart::Chart;
use super::forecast::{Blow, Stakes};
use crate::data::{Odds, UnitId};
use crate::refusal::Consult;
use crate::sets::{Spaces, UnitSet};
use crate::state::{Muster, State};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::trim;

/// An assault that pays.
#[derive(Copy, Clone, Debug)]
pub(super) struct Assault {
    pub at: SpaceId,
    pub units: UnitSet,
    pub aircraft: u8,
    pub manstein: bool,
    pub worth: i32,
}

impl Mind<'_> {
    /// The best prepared assault of this phase, if any pays.
    pub(super) fn best_assault(&self, chart: &Chart) -> Option<Assault> {
        self.best_in(chart, self.seen, UnitSet::EMPTY, Spaces::EMPTY)
    }

    /// What all assaults that could be made in this position are worth together.
    pub(super) fn assaults_worth(&self, chart: &Chart, state: &State) -> i32 {
        let (mut used, mut done, mut sum) = (UnitSet::EMPTY, Spaces::EMPTY, 0);
        while let Some(assault) = self.best_in(chart, state, used, done) {
            used |= assault.units;
            done.insert(assault.at);
            sum += assault.worth;
        }
        sum
    }

    fn best_in(&self, chart: &Chart, state: &State, used: UnitSet, done: Spaces) -> Option<Assault> {
        let mut targets = state.layout.held[self.side.other().index()];
        if self.side == Side::Soviet {
            targets |= self.game.garrisoned(state);
        }
        let near = |at: &SpaceId| self.game.ground.around(*at).iter().any(|n| state.holds(self.side, n.to));
        (targets - done)
            .iter()
            .filter(near)
            .filter(|at| self.game.check_attack(state, self.side, *at, &mut Consult::strict()).is_ok())
            .filter_map(|at| self.assault_on(chart, state, at, used))
            .max_by_key(|assault| (assault.worth, std::cmp::Reverse(assault.at)))
    }

    /// What an assault must bring at least.
    pub(super) fn assault_threshold(&self) -> i32 {
        match (self.side, self.seen.is_blue()) {
            (Side::Soviet, true) => self.weights.assault_blue,
            (Side::Soviet, false) => self.weights.assault_uranus,
            (Side::Axis, _) => self.weights.assault_axis,
        }
    }

    /// Refuse pinpricks: below two to one an assault must bring more than the chance of a hex.
    pub(super) fn least_worth(&self, chart: &Chart, state: &State, blow: &Blow) -> i32 {
        let least = self.assault_threshold();
        let pinprick = self.odds(chart, state, blow) < Odds::of(2, 1);
        self.nerve() + if pinprick { least.max(self.weights.pinprick) } else { least }
    }

    /// What the cautious ask of an assault beyond what others do; the bold are content with less.
    pub(super) fn nerve(&self) -> i32 {
        self.temperament.price(self.weights.nerve) - self.weights.nerve
    }

    /// Is there an assault on this hex that pays?
    pub(super) fn can_assault(&self, chart: &Chart, state: &State, at: SpaceId) -> bool {
        self.game.check_attack(state, self.side, at, &mut Consult::strict()).is_ok()
            && self.assault_on(chart, state, at, UnitSet::EMPTY).is_some()
    }

    /// The best assault on a hex with the units around it.
    fn assault_on(&self, chart: &Chart, state: &State, at: SpaceId, used: UnitSet) -> Option<Assault> {
        let units = self.able(chart, state, at, used);
        if units.is_empty() {
            return None;
        }
        let stakes = self.stakes(chart, state, at);
        let blow = Blow { target: at, launch: None, units, aircraft: 0, manstein: false };
        let (blow, worth) = self.trimmed(chart, state, &stakes, blow);
        let (blow, worth) = self.supported(chart, state, &stakes, blow, worth);
        let assault = Assault { at, units: blow.units, aircraft: blow.aircraft, manstein: blow.manstein, worth };
        (worth >= self.least_worth(chart, state, &blow)).then_some(assault)
    }

    /// Those around a hex who can attack it; satellites stay out of it, and guns go with others of their hex.
    fn able(&self, chart: &Chart, state: &State, at: SpaceId, used: UnitSet) -> UnitSet {
        let mut muster = Muster { target: at, units: UnitSet::EMPTY, aircraft: 0, manstein: false };
        let near: Vec<UnitId> = self.game.candidates(state, at, self.side).filter(|u| !used.contains(*u)).collect();
        for artillery in [false, true] {
            for unit in near.iter().copied().filter(|u| self.game.card(*u).artillery == artillery) {
                let weak = self.game.card(unit).is_satellite();
                if !weak
                    && !self.is_shield(chart, state, unit)
                    && self.game.check_join(state, &muster, self.side, unit, &mut Consult::strict()).is_ok()
                {
                    muster.units.insert(unit);
                }
            }
        }
        muster.units
    }

    /// A last guard of a place that ends the game does not risk itself.
    fn is_shield(&self, chart: &Chart, state: &State, unit: UnitId) -> bool {
        let Some(at) = state.at(unit) else { return false };
        let vital = |goal: &&super::goals::Goal| goal.hold && goal.at == at && goal.value >= 900;
        self.side == Side::Axis
            && state.units_at(at).count() == 1
            && state.units[unit.index()].steps < 2
            && self.goals(chart).iter().any(|goal| vital(&goal))
    }

    /// Leaves out whoever is not needed.
    pub(super) fn trimmed(&self, chart: &Chart, state: &State, stakes: &Stakes, blow: Blow) -> (Blow, i32) {
        let mut order: Vec<UnitId> = blow.units.iter().filter(|u| !self.game.card(*u).artillery).collect();
        order.sort_by_key(|u| (self.factors(&chart.averages, state, *u)[0], *u));
        let worth = self.blow_worth(chart, state, stakes, &blow);
        trim((blow, worth), order, 1, |blow, unit| {
            let mut fewer = *blow;
            fewer.units.remove(unit);
            // Guns need company from their hex.
            let at = state.at(unit);
            let others = |u: &UnitId| state.at(*u) == at;
            if fewer.units.iter().filter(others).all(|u| self.game.card(u).artillery) {
                fewer.units = fewer.units.iter().filter(|u| !others(u)).collect();
            }
            (!fewer.units.is_empty()).then(|| (fewer, self.blow_worth(chart, state, stakes, &fewer)))
        })
    }

    /// Aircraft and Manstein where they pay.
    fn supported(&self, chart: &Chart, state: &State, stakes: &Stakes, blow: Blow, worth: i32) -> (Blow, i32) {
        let (mut best, mut most) = (blow, worth);
        let planes = self.game.aircraft_left(state, self.side);
        for aircraft in 1..=planes {
            let try_with = Blow { aircraft, ..best };
            let gain = self.blow_worth(chart, state, stakes, &try_with);
            if gain >= most + 6 {
                (best, most) = (try_with, gain);
            }
        }
        let muster = Muster { target: blow.target, units: blow.units, aircraft: 0, manstein: false };
        if self.side == Side::Axis
            && self.game.check_manstein(state, &muster, self.side, &mut Consult::strict()).is_ok()
        {
            let try_with = Blow { manstein: true, ..best };
            let gain = self.blow_worth(chart, state, stakes, &try_with);
            if gain >= most + 6 {
                (best, most) = (try_with, gain);
            }
        }
        (best, most)
    }
}
