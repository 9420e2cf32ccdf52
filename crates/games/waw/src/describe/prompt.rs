//! What a side is asked: its plan.

use crate::Waw;
use crate::state::State;
use kessel_kernel::facets::Asks;
use kessel_kernel::{Case, Prompt, Seen, Side};

impl Asks for Waw {
    fn prompt(&self, seen: &Seen<State>, side: Side) -> Prompt {
        let mut prompt = Prompt::new(Case("5.1.a"), "Give your orders, then commit them.");
        prompt.reminders = self.reminders(seen, side);
        prompt
    }
}
