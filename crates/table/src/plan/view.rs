//! Drafts and menus without the types of a game: what is kept, sent and shown.

use crate::Case;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What a side has planned so far, as the game writes it: slot and order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Draft(pub BTreeMap<String, Value>);

/// A plan as an action that commits it: what [`Journal::act`](crate::Journal::act) takes, and with it bots and the command line.
pub fn commitment(plan: &Draft) -> Value {
    serde_json::json!({ COMMIT: plan })
}

/// The verb of that action.
pub const COMMIT: &str = "commit";

/// A line of a menu: a verb, with its targets if it has any.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MenuLine {
    /// The verb, as [`Plans::pick`](super::Plans::pick) reads it.
    pub verb: &'static str,
    /// In words, for a button.
    pub label: String,
    /// The rule.
    pub case: Case,
    /// The spaces it can be aimed at; nothing for a verb without target.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub targets: Option<Vec<String>>,
}

/// A slot for display.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SlotView {
    /// The slot, as the game writes it.
    pub slot: String,
    /// Its name.
    pub label: String,
    /// Its counter, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub counter: Option<String>,
    /// The order that the draft has for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "unknown"))]
    pub order: Option<Value>,
    /// The order in words; for a slot without one, what it will do by itself.
    pub text: String,
    /// The spaces that the order runs through, from where the slot stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub path: Vec<String>,
    /// Why the order is not allowed any more, if it is not: a rule and a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub fault: Option<crate::Refusal>,
}

/// A draft for display.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DraftView {
    /// Every slot, with its order.
    pub slots: Vec<SlotView>,
    /// Why the whole cannot be committed, if it cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub fault: Option<crate::Refusal>,
}
