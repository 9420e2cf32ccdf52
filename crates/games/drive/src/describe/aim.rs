//! What each legal action is about, without words: what its declaration says, and what the position adds.

use crate::data::UnitId;
use crate::state::State;
use crate::{Action, Drive};
use kessel_kernel::Aim;

impl Drive {
    /// The verb, the kind, the counter and the hex of a legal action, as `describe_action` gives them.
    pub(crate) fn aim_of(&self, seen: &State, action: Action) -> Aim {
        let aim = action.aim(self);
        let here = |aim: Aim, unit: UnitId| aim.where_it_is(seen.at(unit).map(|hex| self.hex_id(hex)));
        match action {
            Action::Top { unit }
            | Action::Withdraw { unit }
            | Action::Move { unit }
            | Action::Drop { unit }
            | Action::Lose { unit }
            | Action::Advance { unit }
            | Action::Remove { unit } => here(aim, unit),
            Action::With { unit } | Action::Join { unit } => here(aim, unit).one_of_all(),
            Action::Assault { manstein, .. } => {
                let aim = if manstein { Aim { verb: "assault manstein".into(), ..aim } } else { aim };
                if seen.march().is_some() { aim.battle() } else { aim }
            }
            Action::Fight if seen.muster().is_some() => aim.battle(),
            Action::RetreatAll { .. } => Aim { verb: "retreat-all".into(), ..aim },
            _ => aim,
        }
    }
}
