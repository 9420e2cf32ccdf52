//! What people who move counters want to know.

use crate::Roads;
use crate::state::{Frame, State};
use kessel_kernel::facets::Plays;
use kessel_kernel::{Marching, Seen};

impl Plays for Roads {
    fn marching(&self, state: &State) -> Option<Marching> {
        let Frame::March(march) = state.frames.top() else { return None };
        let at = self.space_id(state, state.field.at(march.unit)?).to_owned();
        // 7.1: half points are spent on roads.
        Some(Marching { counters: vec![self.info(march.unit).id.to_string()], at, left: march.left.into(), parts: 2 })
    }

    fn is_unsupplied(&self, seen: &Seen<State>, counter: &str) -> bool {
        self.data.unit(counter).is_some_and(|unit| seen.field.at(unit).is_some() && !self.in_supply(seen, unit))
    }
}
