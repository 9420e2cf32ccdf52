//! What each legal action is about, without words: what its declaration says, and what the position adds.

use crate::data::UnitId;
use crate::state::{Frame, State};
use crate::{Action, Winter};
use kessel_kernel::{Aim, OfferKind, Side};
use kessel_kit::Word;

impl Winter {
    /// The verb, the kind, the counter and the hex of a legal action, as its words have them.
    pub(crate) fn aim_of(&self, seen: &State, side: Side, action: Action) -> Aim {
        let aim = action.aim(self);
        let here = |aim: Aim, unit: UnitId| aim.where_it_is(seen.at(unit).map(|hex| self.hex_id(hex)));
        let called = |aim: Aim, more: &str| Aim { verb: format!("{} {more}", action.verb()).into(), ..aim };
        match action {
            Action::Move { unit } | Action::March { unit } | Action::Gun { unit } | Action::Top { unit } => {
                here(aim, unit)
            }
            Action::With { unit } | Action::Join { unit } => here(aim, unit).one_of_all(),
            // Who leads is a thing to be chosen about an attack that is being drawn up; afterwards it is the question.
            Action::Lead { unit } if *seen.frames.top() == Frame::Muster => {
                Aim { kind: OfferKind::Place, ..here(aim, unit) }
            }
            Action::Lead { unit } => here(aim, unit),
            Action::Assign { to, .. } => called(aim, to.word()),
            Action::Pair { target, .. } | Action::Engage { target, .. } => called(aim, self.air_id(target)),
            Action::Battery { target, .. } => called(aim, self.unit_id(target)),
            Action::Bomb { aim: what, .. } => called(aim, self.aim_word(what)),
            Action::Aim { aim: what, .. } => called(aim.battle(), self.aim_word(what)),
            Action::Order { order } => called(aim, order.word()),
            Action::Hasty { .. } => aim.battle(),
            Action::Done if *seen.frames.top() == Frame::Muster => aim.battle(),
            Action::Shoot if self.opportunity_preview(seen, side).is_some() => aim.battle(),
            _ => aim,
        }
    }
}
