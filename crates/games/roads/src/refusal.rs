//! Why the rules refuse something: first as a small value, then in a player's words.
//!
//! Each chapter has an enum of its own next to its code; this is their sum.

use crate::Roads;
use crate::data::{SupportId, UnitId};
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::facets::Game;
use kessel_kernel::{No, Refusal};

/// How a check asks the rules of this game, one by one.
pub(crate) type Consult = kessel_kernel::Consult<Why>;
/// What a check gives back.
pub(crate) type Verdict = Result<(), No<Why>>;

/// A reason, without its words.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The other side decides now.
    NotYourDecision,
    /// The step being played asks for something else.
    NotNow,
    /// The game is over.
    Over,
    /// The counter belongs to the other side.
    NotYours(UnitId),
    /// The marker belongs to the other side.
    MarkerNotYours(SupportId),
    /// The unit is not on the map.
    NotOnMap(UnitId),
    /// It is a headquarters.
    Headquarters(UnitId),
    /// Something must be done first.
    Owed(&'static str),
    /// A sentence that needs nothing but a unit.
    Unit(&'static str, UnitId),
    /// A sentence that needs nothing but a hex.
    Hex(&'static str, SpaceId),
    /// A sentence that needs nothing but a support.
    Support(&'static str, SupportId),
    /// A sentence about a unit and a hex.
    There(&'static str, UnitId, SpaceId),
    /// A sentence about two hexes.
    Between(&'static str, SpaceId, SpaceId),
    /// The unit's movement does not suffice for the hex: what that costs, and what is left, in half points.
    Short(UnitId, SpaceId, u8, u8),
    /// A sentence with a number.
    Number(&'static str, u16),
    /// A sentence.
    Plain(&'static str),
}

impl Roads {
    /// A 'no' with its words.
    pub(crate) fn refusal(&self, state: &State, no: No<Why>) -> Refusal {
        Refusal::new(no.case, self.words(state, no.why))
    }

    /// A reason in words. In the sentences `{u}` stands for the unit, `{h}` for the hex, `{i}` for the second hex, `{s}` for the support
    /// and `{n}` for the number.
    pub(crate) fn words(&self, state: &State, why: Why) -> String {
        let unit = |u: UnitId| self.info(u).name.clone();
        let hex = |h: SpaceId| self.hex_name(state, h);
        let marker = |s: SupportId| self.support(s).name.clone();
        match why {
            Why::NotYourDecision => "the other side decides now".into(),
            Why::NotNow => self.not_now(state),
            Why::Over => "the game is over".into(),
            Why::NotYours(u) => format!("{} belongs to the other side", unit(u)),
            Why::MarkerNotYours(s) => format!("{} belongs to the other side", marker(s)),
            Why::NotOnMap(u) => format!("{} is not on the map", unit(u)),
            Why::Headquarters(u) => format!("{} is a headquarters: headquarters cannot do this", unit(u)),
            Why::Owed(text) | Why::Plain(text) => text.into(),
            Why::Unit(text, u) => text.replace("{u}", &unit(u)),
            Why::Hex(text, h) => text.replace("{h}", &hex(h)),
            Why::Support(text, s) => text.replace("{s}", &marker(s)),
            Why::There(text, u, h) => text.replace("{u}", &unit(u)).replace("{h}", &hex(h)),
            Why::Between(text, h, i) => text.replace("{h}", &hex(h)).replace("{i}", &hex(i)),
            Why::Short(u, h, cost, left) => {
                let (needed, left) = (halves(cost), halves(left));
                format!("{} has not enough movement: {left} points are left, {} costs {needed}", unit(u), hex(h))
            }
            Why::Number(text, n) => text.replace("{n}", &n.to_string()),
        }
    }

    /// What is asked instead; only whoever is asked gets this answer.
    fn not_now(&self, state: &State) -> String {
        let question = self.asked(state).first().map(|side| self.prompt_for(&self.see(state, side.into()), side).text);
        format!("this is not what is asked now: {}", question.unwrap_or_default().trim_end_matches('.'))
    }
}

/// Half points as people write them.
fn halves(points: u8) -> String {
    match (points / 2, points % 2) {
        (0, 1) => "½".into(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}
