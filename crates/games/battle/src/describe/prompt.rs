//! The question with what is still undone. The questions themselves stand with their decisions.

use crate::Battle;
use crate::decision::Decides;
use crate::state::State;
use kessel_kernel::facets::Asks;
use kessel_kernel::{Prompt, Seen, Side};

impl Asks for Battle {
    fn prompt(&self, seen: &Seen<State>, side: Side) -> Prompt {
        Prompt { reminders: self.reminders(seen, side), ..(self.top(seen).prompt)(self, seen, side) }
    }
}
