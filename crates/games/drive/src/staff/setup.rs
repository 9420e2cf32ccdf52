//! Setting up: the program's suggestion, but for the armies that open Operation Uranus.

use super::Mind;
use crate::action::Action;
use kessel_kernel::Side;
use kessel_kit::staff::Choosing;

impl Mind<'_> {
    /// What must stand in a certain place first, then the program's suggestion for the rest.
    pub(super) fn set_up(&self) -> Action {
        if self.side == Side::Soviet && !self.seen.is_blue() {
            let wanted = |action: &&Action| matches!(**action, Action::Place { unit, at } if self.game.is_wanted(self.seen, unit, at));
            if let Some(action) = self.offers.iter().find(wanted) {
                return *action;
            }
        }
        if self.offered(Action::Suggested) { Action::Suggested } else { Action::Done }
    }
}
