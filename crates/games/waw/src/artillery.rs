//! 16.2, 16.21 Which guns can fire: set up, with shells, and how far somebody spots for them. What they do then is in `execution/fire.rs`.

use crate::data::{Readiness, Terrain, UnitId, Variant};
use crate::fix::holds;
use crate::refusal::{Consult, Verdict};
use crate::state::State;
use crate::theater::Stage;
use kessel_kernel::{Case, Side, must, unless};
use kessel_kit::no;

impl Stage<'_> {
    /// 16.21, 30.1.d: full turns that guns must stand still before they can fire.
    pub(crate) fn preparation(&self, state: &State, unit: u16) -> u8 {
        let info = self.info(unit);
        let turns = match info.ready {
            Some(Readiness::Light | Readiness::Rocket) | None => 0,
            Some(Readiness::Medium) => 1,
            Some(Readiness::Heavy) => 2,
        };
        let quick = info.side == Side::Soviet && state.setup.has(Variant::BetterCommunications);
        if holds(Case("30.1.d"), quick && turns > 1) { 1 } else { turns }
    }

    /// 16.2, 16.21: set up, and with shells for the mission.
    pub(crate) fn guns_ready(&self, c: &mut Consult, state: &State, id: u16) -> Verdict {
        let (now, unit) = (&state.units[id as usize], UnitId(id));
        let ferry = self.terrain(state, now.at) == Terrain::Ferry;
        c.ask(Case("16.21.d"), unless(ferry, no!("{unit}: guns cannot fire from a ferry", unit)))?;
        // 9.4.a.
        let set_up = now.still > self.preparation(state, id);
        c.ask(Case("16.21.b"), must(set_up, no!("{unit}: its guns are still being set up", unit)))?;
        c.ask(Case("16.2.a"), must(now.tons > 0, no!("{unit}: it has no shells", unit)))
    }

    /// Are they?
    pub(crate) fn can_fire(&self, state: &State, unit: u16) -> bool {
        self.guns_ready(&mut Consult::strict(), state, unit).is_ok()
    }

    /// 16.22.b: how far a friendly unit spots.
    pub(crate) fn spotting(&self) -> u16 {
        match self.scenario.map.scale {
            crate::data::Scale::City => 5,
            crate::data::Scale::Field => 2,
            crate::data::Scale::Front => 1,
        }
    }
}
