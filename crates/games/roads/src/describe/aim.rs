//! What each legal action is about, without words: what its declaration says, and what the position adds.

use crate::data::UnitId;
use crate::state::{Frame, Plane, State, SupportBox};
use crate::view::om_counter;
use crate::{Action, Roads};
use kessel_kernel::{Aim, OfferKind};

impl Roads {
    /// The verb, the kind, the counter and the space of a legal action, as `describe` gives them.
    pub(super) fn aim_there(&self, seen: &State, action: Action, aim: Aim) -> Aim {
        let other = || Aim::new(action.verb(), OfferKind::Other);
        let here = |aim: Aim, unit: UnitId| aim.where_it_is(seen.field.at(unit).map(|hex| self.space_id(seen, hex)));
        match action {
            Action::Keep { .. } => aim.at(SupportBox::Major.word()),
            Action::Lift { om } | Action::Place { om, .. } => aim.with(om_counter(om)),
            Action::Attach { unit, .. }
            | Action::Reserves { hq: unit, .. }
            | Action::Enter { unit, .. }
            | Action::Upgrade { unit, .. }
            | Action::Dismantle { unit }
            | Action::Elite { unit }
            | Action::Evacuate { unit }
            | Action::Yield { unit }
            | Action::Eliminate { unit }
            | Action::Withdraw { unit }
            | Action::Capitulate { unit }
            | Action::Lose { unit }
            | Action::Restore { unit }
            | Action::Consume { unit }
            | Action::Solicit { unit }
            | Action::Exploit { unit } => here(aim, unit),
            Action::Resist { unit, .. } => here(aim.with(&*self.info(unit).id), unit),
            Action::Move { unit, mode } => here(Aim { verb: format!("move {}", mode.word()).into(), ..aim }, unit),
            Action::RetreatStack { from, .. } => {
                Aim { verb: format!("retreat-stack {}", self.space_id(seen, from)).into(), ..aim }
            }
            Action::Attack { .. } if matches!(seen.frames.top(), Frame::Surprise(_)) => aim.battle(),
            Action::Fight => match &seen.fight {
                Some(fight) => aim.at(self.space_id(seen, fight.hex)).battle(),
                None => other(),
            },
            Action::Join { unit } if seen.fight.is_some() => here(aim, unit).one_of_all(),
            Action::Join { .. } => other(),
            Action::Step { .. } => match seen.frames.top() {
                Frame::March(march) if seen.field.at(march.unit).is_some() => aim.with(&*self.info(march.unit).id),
                Frame::Surprise(surprise) => aim.with(self.marker_id(surprise.marker)),
                _ => other(),
            },
            Action::Play { plane } => match self.plane_at(seen, plane) {
                Plane::Hex(hex) => aim.at(self.space_id(seen, hex)),
                _ => aim,
            },
            _ => aim,
        }
    }
}
