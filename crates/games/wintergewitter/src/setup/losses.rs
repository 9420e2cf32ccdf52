//! 19.2 What was lost, and who stays out, before the scenario begins.

use crate::Winter;
use crate::data::UnitId;
use crate::ground::class_index;
use crate::refusal::{Consult, Verdict};
use crate::state::{Place, State};
use kessel_kernel::{Case, Event, Log, Side, What, must, unless};
use kessel_kit::no;

impl Winter {
    pub(super) fn check_leave_out(&self, state: &State, side: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        let listed =
            self.data.scenario(state.scenario).leave_out.as_ref().is_some_and(|(_, units)| units.contains(&unit));
        let open = self.must_leave_out(state, side)
            && listed
            && self.side(unit) == side
            && state.unit(unit).place == Place::Setup;
        c.ask(Case("19.2.1.o"), must(open, no!("{unit} is not one of those that stay out", unit)))
    }

    pub(super) fn must_leave_out(&self, state: &State, side: Side) -> bool {
        let scenario = self.data.scenario(state.scenario);
        let out = |units: &[UnitId]| units.iter().filter(|u| state.unit(**u).place == Place::Out).count();
        side == Side::Soviet
            && scenario.leave_out.as_ref().is_some_and(|(number, units)| out(units) < usize::from(*number))
    }

    /// The bill of the side under which the unit can lose a point now.
    fn bill_for(&self, state: &State, side: Side, unit: UnitId) -> Option<(usize, usize)> {
        let class = class_index(self.data.info(unit).kind.losses())?;
        let bills = &self.data.scenario(state.scenario).bills;
        let bill = bills.iter().position(|bill| bill.side == side && bill.units.contains(&unit))?;
        (state.bills[bill][class] > 0 && state.unit(unit).points > 0 && state.unit(unit).place == Place::Setup)
            .then_some((bill, class))
    }

    pub(super) fn owes_losses(&self, state: &State, side: Side) -> bool {
        self.own(side).any(|unit| self.bill_for(state, side, unit).is_some())
    }

    pub(super) fn check_setup_loss(&self, state: &State, side: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        c.ask(Case("19.2.1.o"), unless(self.must_leave_out(state, side), no!("first say who stays out")))?;
        let owes = self.side(unit) == side && self.bill_for(state, side, unit).is_some();
        c.ask(Case("19.2.1.b"), must(owes, no!("{unit} has no losses to take", unit)))
    }

    pub(super) fn setup_loss(&self, state: &mut State, side: Side, unit: UnitId, log: &mut Log) {
        let Some((bill, class)) = self.bill_for(state, side, unit) else { return };
        state.bills[bill][class] -= 1;
        let own = state.unit_mut(unit);
        own.points -= 1;
        if own.points == 0 {
            own.place = Place::Lost; // R114
        }
        log.add(|| {
            let gone = state.unit(unit).points == 0;
            let what = What::Loss { counter: self.unit_id(unit).into(), at: String::new(), steps: 1, gone };
            Event::new(Case("19.2.1.b"), what, format!("{} has lost a point", self.unit_name(unit))).only_for(side)
        });
    }

    /// Spreads what is left evenly: always from the strongest unit of the class.
    pub(super) fn suggest_losses(&self, state: &mut State, side: Side, log: &mut Log) {
        while self.must_leave_out(state, side) {
            let scenario = self.data.scenario(state.scenario);
            let listed = |u: &&UnitId| !scenario.historical.iter().any(|(placed, _)| placed == *u);
            let Some((_, units)) = &scenario.leave_out else { return };
            let Some(unit) = units.iter().find(listed).or(units.last()).copied() else { return };
            state.unit_mut(unit).place = Place::Out;
        }
        loop {
            let owing: Vec<UnitId> = self.own(side).filter(|u| self.bill_for(state, side, *u).is_some()).collect();
            let Some(unit) = owing.into_iter().max_by_key(|u| (state.unit(*u).points, std::cmp::Reverse(*u))) else {
                return;
            };
            self.setup_loss(state, side, unit, log);
        }
    }
}
