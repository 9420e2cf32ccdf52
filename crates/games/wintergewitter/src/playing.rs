//! What people who move counters want to know: who is on the march and what is left to him, and where no supply comes.

use crate::Winter;
use crate::sets::UnitSet;
use crate::state::{Frame, State};
use kessel_kernel::facets::Plays;
use kessel_kernel::{Marching, Seen};
use kessel_kit::Decides;

impl Plays for Winter {
    /// 8.1.b: the group goes as far as whoever has least.
    fn marching(&self, state: &State) -> Option<Marching> {
        let march = state.march.as_ref().filter(|_| *state.frames.top() == Frame::March)?;
        let counters = march.movers.iter().map(|mover| self.unit_id(mover.unit).to_owned()).collect();
        let left = march.movers.iter().map(|mover| mover.left).min()?.max(0) as u16;
        // 8.0.b: roads cost halves.
        Some(Marching { counters, at: self.hex_id(march.hex).to_owned(), left, parts: 2 })
    }

    /// 14.0.a: no line comes to where it stands. Sixth Army and the Ring are fed otherwise.
    fn is_unsupplied(&self, seen: &Seen<State>, counter: &str) -> bool {
        let Some(unit) = self.data.unit(counter).filter(|unit| seen.at(*unit).is_some()) else { return false };
        if self.ground.sixth.contains(unit) || self.ground.ring.contains(unit) || self.ground.convoys.contains(unit) {
            return false;
        }
        let state = &*self.ready(seen);
        !self.supplied(state, self.side(unit), UnitSet::of(unit)).contains(unit)
    }
}
