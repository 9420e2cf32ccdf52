//! What a side is asked. The questions themselves stand with their decisions.

use crate::Winter;
use crate::state::State;
use kessel_kernel::facets::Asks;
use kessel_kernel::{Prompt, Seen, Side};
use kessel_kit::Decides;

impl Asks for Winter {
    fn prompt(&self, seen: &Seen<State>, side: Side) -> Prompt {
        let state = &*self.ready(seen);
        if !self.asked(state).includes(side) {
            return Prompt::default();
        }
        Prompt { reminders: self.reminders(state, side), ..(self.top(state).prompt)(self, state, side) }
    }
}
