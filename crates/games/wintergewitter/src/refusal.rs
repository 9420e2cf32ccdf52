//! What the sentences of a 'no' name. The sentences themselves stand at the rules that give them.

use crate::Winter;
use crate::data::{AirId, UnitId};
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::{No, Side};
use kessel_kit::nouns;

/// How a check asks the rules of this game, one by one.
pub(crate) type Consult = kessel_kernel::Consult<Why>;
/// What a check gives back.
pub(crate) type Verdict = Result<(), No<Why>>;

nouns! {
    /// What the sentences of this game name.
    pub enum Noun in (game: Winter, state: State, case) {
        by id {
            /// A unit.
            Unit(unit: UnitId) => game.unit_name(unit).to_owned(),
            /// An air unit.
            Air(air: AirId) => game.data.plane(air).name.clone(),
            /// A hex.
            Hex(hex: SpaceId) => game.hex_name(hex),
            /// A number.
            Number(number: u8) => number.to_string(),
        }
        by name {
            /// Movement points, of which the rules count halves.
            Points(halves: i16) => halves_text(halves.into()),
            /// What is asked instead.
            Now => state.phase_words(),
        }
    }
}

impl Winter {
    /// The name of a unit.
    pub(crate) fn unit_name(&self, unit: UnitId) -> &str {
        self.data.units.get(unit.index()).map_or("?", |info| info.name.as_str())
    }

    /// A hex by its number, with the name of its town.
    pub(crate) fn hex_name(&self, hex: SpaceId) -> String {
        if hex.index() >= self.data.map.board.len() {
            return "?".into();
        }
        let number = self.data.map.board.name(hex);
        match &self.data.map.names[hex] {
            Some(name) => format!("{name} ({number})"),
            None => number.to_owned(),
        }
    }

    /// The word of a side in sentences.
    pub(crate) const fn side_name(side: Side) -> &'static str {
        match side {
            Side::Axis => "the German player",
            Side::Soviet => "the Soviet player",
        }
    }
}

/// Half points as people write them.
pub(crate) fn halves_text(halves: i32) -> String {
    match (halves / 2, halves % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "1/2".into(),
        (whole, _) => format!("{whole} 1/2"),
    }
}
