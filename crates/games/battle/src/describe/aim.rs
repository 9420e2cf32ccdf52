//! What each legal action is about, without words: what its declaration says, and what the position adds.

use crate::data::UnitId;
use crate::state::{Frame, State};
use crate::{Action, Battle};
use kessel_board::SpaceId;
use kessel_kernel::{Aim, OfferKind};
use kessel_kit::Word;

impl Battle {
    /// The verb, the kind, the counter and the space of a legal action, as `describe_action` gives them.
    pub(crate) fn aim_of(&self, seen: &State, action: Action) -> Aim {
        let aim = action.aim(self);
        let here = |aim: Aim, unit: UnitId| aim.where_it_is(seen.at(unit).map(|space| self.space_id(space)));
        let called = |verb: String, aim: Aim| Aim { verb: verb.into(), ..aim };
        match action {
            Action::Strength { unit, points } => here(called(format!("strength points {points}"), aim), unit),
            Action::Buy { unit, minor } => here(called(format!("buy minor {minor}"), aim), unit),
            Action::RebuildUnit { minor, .. } | Action::RebuildStep { minor, .. } => {
                called(format!("rebuild minor {minor}"), aim)
            }
            Action::March { unit, kind } => here(called(format!("march {}", kind.word()), aim), unit),
            Action::Assign { unit, .. }
            | Action::Remove { unit }
            | Action::Exclude { unit }
            | Action::Leave { unit } => here(aim, unit),
            Action::Step { to } => match *seen.frames.top() {
                Frame::March(march) => {
                    let kind = self.kind_of_entry(seen, march.unit, to);
                    Aim { kind, ..aim }.with(&*self.data.units[march.unit.index()].id)
                }
                _ => Aim::new("step", OfferKind::Other),
            },
            Action::Attempt { unit, to } => Aim { kind: self.kind_of_entry(seen, unit, to), ..aim }.entering(),
            Action::Attack { .. } => aim.battle(),
            _ => aim,
        }
    }

    /// Going among the enemy is shown as an attack (7.9.1).
    pub(super) fn kind_of_entry(&self, seen: &State, unit: UnitId, to: SpaceId) -> OfferKind {
        let enemy = self.picture(seen).held[self.side(unit).other().index()].contains(to);
        if enemy { OfferKind::Attack } else { OfferKind::Move }
    }
}
