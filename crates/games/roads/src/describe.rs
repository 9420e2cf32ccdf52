//! What each legal action is called, and how the table shows it.

mod aim;
mod done;
mod fights;
pub(crate) mod moves;
mod preview;
mod prompt;
mod questions;
mod reminders;
pub(crate) mod supports;

use crate::data::{SupportId, UnitId};
use crate::state::State;
use crate::{Action, Roads};
use kessel_board::SpaceId;
use kessel_kernel::facets::Says;
use kessel_kernel::{Aim, Offer, OfferKind, Seen, Side};

impl Says for Roads {
    fn describe(&self, seen: &Seen<State>, side: Side, action: Action) -> Offer {
        match action {
            Action::Choose { .. }
            | Action::Maskirovka { .. }
            | Action::Shift { .. }
            | Action::Keep { .. }
            | Action::Trade { .. }
            | Action::Transfer { .. }
            | Action::GiveBack { .. }
            | Action::Pay { .. }
            | Action::Strategic { .. } => self.describe_marker(seen, action),
            Action::Surprise { .. }
            | Action::Attach { .. }
            | Action::Fly { .. }
            | Action::Raid { .. }
            | Action::Demand { .. }
            | Action::Alarm { .. }
            | Action::Reserves { .. } => self.describe_deployment(seen, action),
            Action::Activate { .. }
            | Action::Deactivate { .. }
            | Action::Lift { .. }
            | Action::Launch { .. }
            | Action::Place { .. }
            | Action::Mark { .. }
            | Action::Solicit { .. }
            | Action::Roll
            | Action::Release { .. }
            | Action::Enter { .. }
            | Action::Backhand
            | Action::Wintergewitter
            | Action::Fortress { .. }
            | Action::Goering
            | Action::Land { .. }
            | Action::Play { .. }
            | Action::Resist { .. }
            | Action::Sortie { .. }
            | Action::Evacuate { .. }
            | Action::Capitulate { .. } => self.describe_plan(seen, action),
            Action::Pontoon { .. }
            | Action::Dismantle { .. }
            | Action::Yield { .. }
            | Action::Move { .. }
            | Action::Step { .. }
            | Action::Halt
            | Action::Arrive { .. }
            | Action::Upgrade { .. }
            | Action::Withdraw { .. }
            | Action::Restore { .. }
            | Action::Rebuild { .. }
            | Action::Return { .. }
            | Action::Consume { .. }
            | Action::Eliminate { .. } => self.describe_counter(seen, action),
            Action::Attack { .. }
            | Action::Join { .. }
            | Action::Fight
            | Action::Use { .. }
            | Action::Elite { .. }
            | Action::Armored
            | Action::Take { .. }
            | Action::River
            | Action::Terrain
            | Action::Stay
            | Action::GoBack
            | Action::Lose { .. }
            | Action::Absorb { .. }
            | Action::Kampfgruppe
            | Action::Retreat { .. }
            | Action::RetreatStack { .. }
            | Action::Advance { .. }
            | Action::Exploit { .. } => self.describe_fighting(seen, side, action),
            Action::Done => offer(OfferKind::Done, self.done_label(seen), ""),
        }
    }

    fn aim(&self, seen: &Seen<State>, _side: Side, action: Action) -> Aim {
        self.aim_there(seen, action, action.aim(&self.naming(seen)))
    }
}

impl Roads {
    /// An offer about a unit, where it stands.
    fn about(&self, seen: &State, unit: UnitId, kind: OfferKind, label: String, group: &str) -> Offer {
        let space = seen.field.at(unit).map(|hex| self.space_id(seen, hex).to_owned());
        Offer { counter: Some(self.info(unit).id.clone()), space, ..offer(kind, label, group) }
    }

    /// An offer about a support marker.
    fn with_marker(&self, marker: SupportId, kind: OfferKind, label: String, group: &str) -> Offer {
        Offer { counter: Some(self.marker_id(marker).to_owned()), ..offer(kind, label, group) }
    }

    /// The same at a space.
    fn at(&self, seen: &State, offer: Offer, space: SpaceId) -> Offer {
        Offer { space: Some(self.space_id(seen, space).to_owned()), ..offer }
    }

    fn unit_name(&self, unit: UnitId) -> &str {
        &self.info(unit).name
    }

    fn marker_name(&self, marker: SupportId) -> &str {
        &self.support(marker).name
    }
}

pub(super) fn offer(kind: OfferKind, label: String, group: &str) -> Offer {
    Offer { kind, label, group: group.into(), ..Offer::default() }
}

/// Half points in words: `1½`.
pub(crate) fn halves(half: u8) -> String {
    match (half / 2, half % 2) {
        (0, 1) => "½".into(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// The same with their name: `½ point`, `3 points`.
pub(super) fn points(half: u8) -> String {
    if matches!(half, 1 | 2) { format!("{} point", halves(half)) } else { format!("{} points", halves(half)) }
}

#[cfg(test)]
mod tests;
