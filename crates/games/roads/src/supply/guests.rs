//! 4.3.1.d, R78: allied HQs that cannot supply all foreign units in their radius. The Axis names those that go without.

use super::{Guest, Terms, terms};
use crate::Roads;
use crate::action::Action;
use crate::data::UnitId;
use crate::decision::{Flow, Visit};
use crate::refusal::{Consult, Verdict};
use crate::state::{State, UnitSet};
use kessel_kernel::{Case, Event, Log, Side, must};
use kessel_kit::no;

const CASE: Case = Case("4.3.1.d");

impl Roads {
    /// The units one of which must go without, because the allied HQs have no place for all of them; none once enough are named. Naming
    /// one of them never costs a place: as many are supplied as can be.
    pub(crate) fn contenders(&self, state: &State, side: Side) -> UnitSet {
        if side != Side::Axis || !self.hqs(state, side).any(|(hq, _)| self.is_allied(hq)) {
            return UnitSet::EMPTY;
        }
        let ground = self.ground(state, side);
        let mut depots = self.depots(state, &ground, true, None);
        let sources = self.source_reach(state, &ground);
        let guest = |unit| Some(Guest { nation: self.info(unit).nation, at: state.field.at(unit)? });
        let foreign = |unit: &UnitId| {
            guest(*unit).is_some_and(|guest| {
                let near =
                    depots.iter().any(|d| terms(d.nation, guest.nation) == Terms::Foreign && d.area.contains(guest.at));
                near && !self.at_home(guest, &depots, sources)
            })
        };
        let open: UnitSet = (self.troops(state, side) - state.yielding).iter().filter(foreign).collect();
        let mut seats = |units: UnitSet| {
            depots.iter_mut().for_each(|depot| depot.guests.clear());
            units.iter().filter_map(guest).filter(|guest| self.seat(*guest, &mut depots, &mut 0)).count()
        };
        let most = seats(open);
        if most == open.len() {
            return UnitSet::EMPTY;
        }
        let without = |unit: &UnitId| {
            let mut others = open;
            others.remove(*unit);
            seats(others) == most
        };
        open.iter().filter(without).collect()
    }

    pub(super) fn check_yield(&self, state: &State, side: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        c.ask(CASE, self.own_on_map(state, side, unit))?;
        let contends = self.contenders(state, side).contains(unit);
        c.ask(CASE, must(contends, no!("{unit} takes no place at an allied HQ that another unit needs", unit)))
    }

    pub(super) fn offer_yield(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        self.contenders(state, side).iter().try_for_each(|unit| visit(Action::Yield { unit }))
    }

    pub(super) fn do_yield(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        state.yielding.insert(unit);
        log.add(|| {
            let text = format!("{} leaves its place at the allied HQs to another unit", self.info(unit).name);
            Event::note(CASE, text)
        });
    }
}
