//! What people who move counters want to know.

use crate::state::{Frame, State};
use crate::{Action, Battle};
use kessel_kernel::event::Forecast;
use kessel_kernel::facets::Plays;
use kessel_kernel::{Marching, Seen, Side};

impl Plays for Battle {
    fn marching(&self, state: &State) -> Option<Marching> {
        let Frame::March(march) = *state.frames.top() else { return None };
        let at = state.at(march.unit)?;
        let left = self.limit(self.step_of(state, march, at)?).saturating_sub(march.spent);
        let counters = vec![self.data.units[march.unit.index()].id.to_string()];
        let left = if self.march_must_end(state, march) { 0 } else { left.into() };
        Some(Marching { counters, at: self.space_id(at).to_owned(), left, parts: 1 })
    }

    fn prospect(&self, seen: &Seen<State>, _: Side, action: Action) -> Option<Forecast> {
        let (Frame::March(march), Action::Step { to }) = (seen.frames.top(), action) else { return None };
        self.preview_of_step(seen, march.unit, to).forecast
    }

    fn is_unsupplied(&self, seen: &Seen<State>, counter: &str) -> bool {
        let unit = self.data.unit(counter).filter(|unit| seen.at(*unit).is_some());
        unit.is_some_and(|unit| !self.supplied(seen, unit))
    }
}
