//! What the sentences of refusals name.

use crate::Waw;
use crate::data::{LeaderId, UnitId};
use crate::movement::Closed;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::No;

/// How a check asks the rules of this game, one by one.
pub(crate) type Consult = kessel_kernel::Consult<Why>;
/// What a check gives back.
pub(crate) type Verdict = Result<(), No<Why>>;

kessel_kit::nouns! {
    /// What the sentences of this game name.
    pub enum Noun in (game: Waw, state: State, case) {
        by id {
            /// A unit.
            Unit(unit: UnitId) => game.stage(state).info(unit.0).name.clone(),
            /// A hex, by its number.
            Hex(hex: SpaceId) => game.stage(state).hex_name(hex.0).to_owned(),
            /// A leader.
            Leader(leader: LeaderId) => game.data.leader(leader).name.clone(),
            /// Why a step is closed.
            Closed(closed: Closed) => closed.words().to_owned(),
        }
        by name {
            /// A squadron, by its place in the scenario's list.
            Squadron(n: u8) => game.stage(state).squadrons[usize::from(n)].name.clone(),
            /// A number.
            Number(n: u16) => n.to_string(),
            /// A weight in grams, said in tons.
            Tons(grams: i64) => (grams / crate::fix::TON).to_string(),
        }
    }
}
