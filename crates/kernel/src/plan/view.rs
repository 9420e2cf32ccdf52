//! Drafts and menus without the types of a game: what is kept, sent and shown.

use crate::{Case, OfferKind};
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
    /// What kind of order it is, for officers that know no game; the page does without it.
    #[serde(skip)]
    #[cfg_attr(feature = "types", ts(skip))]
    pub kind: OfferKind,
    /// The spaces it can be aimed at; nothing for a verb without target.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub targets: Option<Vec<String>>,
}

/// A line with more targets than this is sent in runs.
const MANY: usize = 64;

impl MenuLine {
    /// A line of a menu.
    pub fn new(
        verb: &'static str,
        label: &str,
        case: &'static str,
        kind: OfferKind,
        targets: Option<Vec<String>>,
    ) -> MenuLine {
        MenuLine { verb, label: label.into(), case: Case(case), kind, targets }
    }

    /// The line as it is sent: a unit that can go anywhere has hundreds of targets, and numbers that follow each other are a run,
    /// `012010+5` for six of them.
    pub fn packed(mut self) -> MenuLine {
        let Some(targets) = self.targets.as_mut().filter(|targets| targets.len() > MANY) else { return self };
        let number = |name: &str| name.bytes().all(|b| b.is_ascii_digit()).then(|| name.parse::<u64>().ok()).flatten();
        // A game names them as it finds them.
        targets.sort_unstable();
        let mut runs: Vec<(String, u64)> = Vec::new();
        for name in targets.drain(..) {
            match runs.last_mut() {
                Some((first, more))
                    if first.len() == name.len()
                        && number(first).is_some_and(|n| number(&name) == Some(n + *more + 1)) =>
                {
                    *more += 1;
                }
                _ => runs.push((name, 0)),
            }
        }
        *targets =
            runs.into_iter().map(|(first, more)| if more == 0 { first } else { format!("{first}+{more}") }).collect();
        self
    }
}

/// How an order is drawn on the map: what a person sees at a glance of it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Stroke {
    /// A march ready to fight.
    Tactical,
    /// A march in column.
    Strategic,
    /// An attack.
    Attack,
    /// Guns.
    Support,
    /// Aircraft.
    Air,
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
    /// How its way is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub stroke: Option<Stroke>,
    /// The counter that commands it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub superior: Option<String>,
    /// What the order is for, where an officer proposes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub why: Option<String>,
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

impl DraftView {
    /// What an edit has changed: the slots that read otherwise than in `before`, and what is wrong with the whole now. Which slots there are
    /// does not depend on the orders.
    pub fn since(&self, before: &DraftView) -> DraftView {
        let slots = self.slots.iter().enumerate().filter(|(n, slot)| before.slots.get(*n) != Some(slot));
        DraftView { slots: slots.map(|(_, slot)| slot.clone()).collect(), fault: self.fault.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_targets_are_sent_in_runs() {
        let line = |targets| MenuLine::new("auto", "", "14.4", OfferKind::Move, Some(targets));
        let disc: Vec<String> = (10..14).flat_map(|c| (1..=20).map(move |r| format!("{c:03}{r:03}"))).collect();
        let sent = line(disc.into_iter().rev().collect()).packed().targets.expect("some");
        assert_eq!(sent, ["010001+19", "011001+19", "012001+19", "013001+19"]);
        let few = vec!["010001".to_owned(), "010002".to_owned()];
        assert_eq!(line(few.clone()).packed().targets, Some(few));
    }

    #[test]
    fn only_the_slots_that_read_otherwise_have_changed() {
        let slot = |slot: &str, text: &str| SlotView { slot: slot.into(), text: text.into(), ..SlotView::default() };
        let before = DraftView { slots: vec![slot("A1", "waits"), slot("A2", "waits")], fault: None };
        let after = DraftView { slots: vec![slot("A1", "waits"), slot("A2", "marches")], fault: None };
        assert_eq!(after.since(&before).slots, [slot("A2", "marches")]);
        assert_eq!(after.since(&after).slots, []);
    }
}
