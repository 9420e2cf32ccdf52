//! Where the Soviets mass for Operation Uranus: what the staff does, and what the program suggests.

use crate::Drive;
use crate::data::{UnitId, UnitKind};
use crate::state::State;
use kessel_board::SpaceId;

impl Drive {
    /// Does a post of the suggested set-up still lack a unit of this kind? Only Uranus has such posts.
    pub(crate) fn is_wanted(&self, state: &State, unit: UnitId, at: SpaceId) -> bool {
        let kind = self.card(unit).kind;
        let Some(post) = self.data.uranus.suggested.iter().find(|post| post.hex == at) else { return false };
        let here = state.units_at(at).filter(|u| self.card(*u).kind == kind).count();
        let wanted = match kind {
            UnitKind::Rifle => usize::from(post.rifles),
            _ => post.with.iter().filter(|k| **k == kind).count(),
        };
        !state.is_blue() && here < wanted
    }
}
