//! The reasons of a 'no', written beside the rule that gives them.
//!
//! A [`Why`] is a sentence with gaps and the ids that fill them: small and `Copy`, because search asks thousands of times a second what is
//! legal. The sentence is put together only when a person asks ([`Winter::words`](crate::Winter)).

use crate::Winter;
use crate::data::{AirId, UnitId};
use kessel_board::SpaceId;
use kessel_kernel::{Case, No, Refusal, Side};

/// How a check asks the rules of this game, one by one.
pub(crate) type Consult = kessel_kernel::Consult<Why>;

/// What a check gives back.
pub(crate) type Verdict = Result<(), No<Why>>;

/// Something that a reason names.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Noun {
    /// Nothing.
    None,
    /// A unit.
    Unit(UnitId),
    /// An air unit.
    Air(AirId),
    /// A hex.
    Hex(SpaceId),
    /// A number.
    Number(i32),
    /// Half movement points.
    Halves(i32),
}

/// Why something is not allowed: a sentence with gaps (`{}`) and what fills them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The sentence.
    pub text: &'static str,
    /// What fills its gaps, in order.
    pub nouns: [Noun; 2],
}

impl From<UnitId> for Noun {
    fn from(unit: UnitId) -> Noun {
        Noun::Unit(unit)
    }
}

impl From<AirId> for Noun {
    fn from(air: AirId) -> Noun {
        Noun::Air(air)
    }
}

impl From<SpaceId> for Noun {
    fn from(hex: SpaceId) -> Noun {
        Noun::Hex(hex)
    }
}

impl From<i32> for Noun {
    fn from(number: i32) -> Noun {
        Noun::Number(number)
    }
}

impl From<u8> for Noun {
    fn from(number: u8) -> Noun {
        Noun::Number(number.into())
    }
}

/// A reason without gaps.
pub(crate) const fn plain(text: &'static str) -> Why {
    Why { text, nouns: [Noun::None; 2] }
}

/// A reason about one thing.
pub(crate) fn about(text: &'static str, noun: impl Into<Noun>) -> Why {
    Why { text, nouns: [noun.into(), Noun::None] }
}

/// A reason about two things.
pub(crate) fn about2(text: &'static str, one: impl Into<Noun>, two: impl Into<Noun>) -> Why {
    Why { text, nouns: [one.into(), two.into()] }
}

/// 'Not now': the verb belongs to another step.
pub(crate) fn not_now(c: &mut Consult, case: Case) -> Verdict {
    c.ask(case, Err(plain("that is not asked for now")))
}

impl Winter {
    /// A 'no' in words.
    pub(crate) fn refusal(&self, no: No<Why>) -> Refusal {
        Refusal::new(no.case, self.words(no.why))
    }

    /// The sentence of a reason.
    pub(crate) fn words(&self, why: Why) -> String {
        let mut parts = why.text.split("{}");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for (part, noun) in parts.zip(why.nouns) {
            text.push_str(&self.noun(noun));
            text.push_str(part);
        }
        text
    }

    fn noun(&self, noun: Noun) -> String {
        match noun {
            Noun::None => String::new(),
            Noun::Unit(unit) => self.unit_name(unit).to_owned(),
            Noun::Air(air) => self.data.plane(air).name.clone(),
            Noun::Hex(hex) => self.hex_name(hex),
            Noun::Number(number) => number.to_string(),
            Noun::Halves(halves) => halves_text(halves),
        }
    }

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
