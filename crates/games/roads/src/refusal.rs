//! What the sentences of a 'no' name, and how each is said. The sentences stand at their rules.

use crate::Roads;
use crate::data::{SupportId, UnitId};
use crate::decision::Decides;
use crate::describe::halves;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::No;
use kessel_kernel::facets::{Asks, Game};

/// How a check asks the rules of this game, one by one.
pub(crate) type Consult = kessel_kernel::Consult<Why>;
/// What a check gives back.
pub(crate) type Verdict = Result<(), No<Why>>;

kessel_kit::nouns! {
    /// What the sentences of this game name.
    pub enum Noun in (game: Roads, state: State, case) {
        by id {
            /// A unit.
            Unit(unit: UnitId) => game.info(unit).name.clone(),
            /// A hex or a box.
            Space(space: SpaceId) => game.hex_name(state, space),
            /// A support.
            Support(marker: SupportId) => game.support(marker).name.clone(),
            /// A number.
            Number(number: u8) => number.to_string(),
        }
        by name {
            /// Movement points, counted in halves.
            Points(half: u8) => halves(half),
            /// What is asked instead.
            Now => game.now(state),
        }
    }
}

impl Roads {
    /// What is asked instead; only whoever is asked gets this answer.
    fn now(&self, state: &State) -> String {
        let question = self.asked(state).first().map(|side| self.prompt(&self.see(state, side.into()), side).text);
        question.unwrap_or_default().trim_end_matches('.').to_owned()
    }
}
