//! What a side may do now, for display and for bots.

use crate::event::BattleReport;
use crate::levels::OfferSet;
use crate::together::{self, Together};
use crate::{Case, Game, Seen, Side};
use serde::Serialize;
use serde_json::Value;

/// Everything that one side may do now, with the question it answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Offers {
    /// What is asked.
    pub prompt: Prompt,
    /// Legal actions with their words, in the game's fixed order: all of them, or, at a table that shows offers in two levels, those that are
    /// not in `sets`.
    pub list: Vec<Offer>,
    /// The other legal actions, of which only what a hand can point at is said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub sets: Vec<OfferSet>,
}

impl Offers {
    /// The offers of `side` in full, with labels. (Search uses [`offers`](crate::facets::Acts::offers) itself, which builds no text.)
    pub fn of<G: Game>(game: &G, state: &G::State, side: Side) -> Offers {
        Offers::with(game, state, &game.see(state, side.into()), side)
    }

    /// The same with what the side may know of the position, where that is at hand. Words are made from it, so that no label can
    /// leak what the list does not.
    pub fn with<G: Game>(game: &G, state: &G::State, seen: &Seen<G::State>, side: Side) -> Offers {
        if !game.to_act(state).includes(side) {
            return Offers::default();
        }
        let mut actions = Vec::new();
        game.offers(state, side, &mut actions);
        let list: Vec<Offer> = actions
            .into_iter()
            .map(|a| {
                let mut offer = game.describe(seen, side, a);
                offer.action = game.write_action(state, a);
                offer
            })
            .collect();
        let mut prompt = game.prompt(seen, side);
        if list.iter().any(|offer| together::is_loss(offer.kind, offer.counter.as_deref())) {
            prompt.together.extend(together::losses(game, state, side));
        }
        Offers { prompt, list, sets: Vec::new() }
    }
}

/// What a side is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Prompt {
    /// The question, in a sentence.
    pub text: String,
    /// The rule under which it is asked.
    pub case: String,
    /// Things still undone that the player should know of before he goes on: mandatory ones and valuable ones.
    pub reminders: Vec<Reminder>,
    /// What can be done in one go: actions that are offered one after the other, as one list. The kernel adds it to what a game asks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub together: Vec<Together>,
}

impl Prompt {
    /// A question under a rule.
    pub fn new(case: Case, text: impl Into<String>) -> Prompt {
        Prompt { text: text.into(), case: case.0.into(), ..Prompt::default() }
    }
}

/// A question under the rule of whatever asks it ([`Decides::question`](crate::Decides::question)).
impl From<&str> for Prompt {
    fn from(text: &str) -> Prompt {
        Prompt { text: text.into(), ..Prompt::default() }
    }
}

/// The same.
impl From<String> for Prompt {
    fn from(text: String) -> Prompt {
        Prompt { text, ..Prompt::default() }
    }
}

/// Something still undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Reminder {
    /// The rule.
    pub case: Case,
    /// In words.
    pub text: String,
    /// The phase cannot end before it is done.
    pub mandatory: bool,
    /// Ending the step now loses something or leaves it in danger: whoever ends it is asked first. The rest is only good to know.
    pub stake: bool,
    /// Where, if it is a place.
    pub at: Option<String>,
}

/// One legal action.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Offer {
    /// The action itself, as it is sent back.
    #[cfg_attr(feature = "types", ts(type = "string | Record<string, unknown>"))]
    pub action: Value,
    /// What it does, in a few words for a button.
    pub label: String,
    /// What kind it is: decides colour and shape of the highlight.
    pub kind: OfferKind,
    /// The heading under which it is listed.
    pub group: String,
    /// The counter it is about (clicking the counter takes it).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub counter: Option<String>,
    /// The space it is about (clicking the space takes it).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub space: Option<String>,
    /// What it costs, if it costs something.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub cost: Option<String>,
    /// The sums and chances of the battle it would start, as this side may know them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub preview: Option<Box<BattleReport>>,
    /// What would follow from it, line by line: offers that have such lines are laid side by side and chosen with care.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub notes: Vec<OfferNote>,
    /// Whoever takes one of its group may want them all.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub all: bool,
    /// What is done, as [`crate::Aim::verb`] says it; only where offers come in two levels.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub verb: String,
    /// There is a preview; it is asked for apart.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub battle: bool,
    /// The column of the preview that is asked for apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub odds: Option<String>,
}

/// One consequence of an offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct OfferNote {
    /// The rule.
    pub case: Case,
    /// In words.
    pub text: String,
}

/// The kinds of offers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    /// Takes up a counter.
    Select,
    /// Moves.
    Move,
    /// Attacks.
    Attack,
    /// Places or assigns something.
    Place,
    /// Retreats.
    Retreat,
    /// Takes a loss.
    Loss,
    /// Spends something.
    Spend,
    /// Ends the step or phase, or declines.
    Done,
    /// Anything else.
    #[default]
    Other,
}
