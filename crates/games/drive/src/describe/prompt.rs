//! The question with what is still undone. The questions themselves stand with their decisions.

use crate::Drive;
use crate::data::UnitId;
use crate::decision::Decides;
use crate::state::{Order, State};
use kessel_kernel::facets::Asks;
use kessel_kernel::{Prompt, Seen, Side};

impl Asks for Drive {
    fn prompt(&self, seen: &Seen<State>, side: Side) -> Prompt {
        Prompt { reminders: self.reminders(seen, side), ..(self.top(seen).prompt)(self, seen, side) }
    }
}

impl Drive {
    /// Where the battle is fought.
    pub(crate) fn battlefield(&self, seen: &State) -> String {
        seen.fight().map(|fight| self.hex_name(fight.target)).unwrap_or_default()
    }

    /// `3 Panzer Division and 23 Panzer Division`; more than three are counted.
    pub(crate) fn names(&self, seen: &State, units: impl Iterator<Item = UnitId>) -> String {
        let names: Vec<&str> = units.map(|unit| self.shown_name(seen, unit)).collect();
        match names.as_slice() {
            [] => "Nobody".into(),
            [one] => (*one).into(),
            [one, two] => format!("{one} and {two}"),
            [one, two, three] => format!("{one}, {two} and {three}"),
            [one, two, rest @ ..] => format!("{one}, {two} and {} others", rest.len()),
        }
    }
}

/// What follows this phase of the player turn.
pub(crate) fn then_words(seen: &State) -> &'static str {
    match (seen.order, seen.second) {
        (_, true) => "",
        (Order::AssaultMove, false) => " Movement follows.",
        (Order::MoveAssault, false) => " Prepared assaults follow.",
        (Order::AssaultAssault, false) => " A second such phase follows.",
        (Order::MoveMove, false) => " A second movement phase follows.",
    }
}
