//! What a side is asked: the question of the decision on top, its rule, and what is still undone.

use crate::Roads;
use crate::decision::Decides;
use crate::state::State;
use kessel_kernel::facets::Asks;
use kessel_kernel::{Prompt, Seen, Side};

impl Asks for Roads {
    fn prompt(&self, seen: &Seen<State>, side: Side) -> Prompt {
        Prompt { reminders: self.reminders(seen, side), ..self.question(seen, side) }
    }
}
