//! What people who move counters want to know.

use crate::Drive;
use crate::state::{Frame, State};
use crate::supply::Supplied;
use kessel_kernel::facets::Plays;
use kessel_kernel::{Marching, Seen};

impl Plays for Drive {
    fn marching(&self, state: &State) -> Option<Marching> {
        let Frame::March(march) = state.frames.top() else { return None };
        let left = self.points_left(state, &march.units);
        let counters = march.units.iter().map(|unit| self.unit_id(*unit).to_owned()).collect();
        Some(Marching { counters, at: self.hex_id(march.hex).to_owned(), left: left.into(), parts: 1 })
    }

    fn is_unsupplied(&self, seen: &Seen<State>, counter: &str) -> bool {
        let at = self.data.unit(counter).and_then(|unit| Some((self.side(unit), seen.at(unit)?)));
        at.is_some_and(|(side, at)| self.supply_in(seen, side, at) == Supplied::Out)
    }
}
