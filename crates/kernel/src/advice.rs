//! Advice: what an officer would do, and why.

use crate::OfferKind;
use crate::plan::{Draft, SlotView};
use serde::Serialize;
use serde_json::Value;

/// What an officer would do in the place of whoever asks, and why. Made from what that side may know; nothing of it is done by itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Advice {
    /// The actions in their order, up to the first die or revelation; none where a plan is asked for.
    #[cfg_attr(feature = "types", ts(type = "(string | Record<string, unknown>)[]"))]
    pub actions: Vec<Value>,
    /// The orders of a whole plan, where one is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "Record<string, unknown>"))]
    pub orders: Option<Draft>,
    /// These orders for display: in words, with their ways, and each with what it is for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, type = "import('./server').SlotView[]"))]
    pub slots: Vec<SlotView>,
    /// What they do, in words; the steps of a march are one line.
    pub lines: Vec<String>,
    /// Why, in a sentence.
    pub why: String,
    /// What it comes to.
    pub kind: OfferKind,
    /// The counters that act.
    pub counters: Vec<String>,
    /// The spaces it leads through, from where the first counter stands.
    pub path: Vec<String>,
}
