//! What is offered, and with which words.

use crate::check::Scene;
use crate::compare::{Difference, differences, say, say_action};
use crate::known::unknown;
use crate::{Checks, Wording, battle, names};
use kessel_kernel::{ActError, Offer, Offers, Side, ToAct};
use serde_json::Value;

impl Checks {
    /// Is anything asserted of what a side is offered or told?
    fn asks_for_offers(&self) -> bool {
        let lists = [&self.offered, &self.not_offered, &self.reminder, &self.not_reminder];
        lists.iter().any(|list| !list.is_empty())
            || self.offered_exactly.is_some()
            || !self.label.is_empty()
            || !self.preview.is_empty()
    }

    pub(crate) fn offers(&self, scene: &Scene<'_>, out: &mut Vec<String>) {
        if !self.asks_for_offers() {
            return;
        }
        let side = match (self.offered_to, scene.session.to_act()) {
            (Some(side), _) => side,
            (None, ToAct::Axis) => Side::Axis,
            (None, ToAct::Soviet) => Side::Soviet,
            (None, ToAct::Both) => {
                return out.push("both sides are asked: say whom `offered` means by `offered_to`".into());
            }
            (None, ToAct::Nobody) => return out.push("the game is over: nothing is offered to anybody".into()),
        };
        for action in &self.offered {
            offered(scene, side, action, true, out);
        }
        for action in &self.not_offered {
            offered(scene, side, action, false, out);
        }
        let words = self.reminder.len() + self.not_reminder.len() + self.label.len() + self.preview.len();
        if words > 0 || self.offered_exactly.is_some() {
            // With labels and prompt, made from what the side sees.
            let offers = scene.session.offers(side);
            self.exactly(scene, side, &offers, out);
            self.wordings(scene, side, &offers, out);
            self.reminders(&offers, out);
        }
    }

    fn exactly(&self, scene: &Scene<'_>, side: Side, offers: &Offers, out: &mut Vec<String>) {
        let Some(wanted) = &self.offered_exactly else { return };
        let wanted: Vec<Value> = wanted.iter().filter_map(|action| tidy(scene, action, out)).collect();
        for action in wanted.iter().filter(|action| !offers.list.iter().any(|offer| offer.action == **action)) {
            offered(scene, side, action, true, out);
        }
        let more: Vec<String> =
            offers.list.iter().map(|o| &o.action).filter(|a| !wanted.contains(a)).map(say_action).collect();
        if !more.is_empty() {
            let (all, list) = (more.len(), more.iter().take(MANY).cloned().collect::<Vec<_>>().join("\", \""));
            let rest = if all > MANY { format!(" and {} more", all - MANY) } else { String::new() };
            out.push(format!("expected that nothing else is offered to the {side} side, found \"{list}\"{rest}"));
        }
    }

    fn wordings(&self, scene: &Scene<'_>, side: Side, offers: &Offers, out: &mut Vec<String>) {
        let all = self.label.iter().map(|w| (w, true)).chain(self.preview.iter().map(|w| (w, false)));
        for (Wording { action, expected }, label) in all {
            let Some(tidied) = tidy(scene, action, out) else { continue };
            match offers.list.iter().find(|offer| offer.action == tidied) {
                Some(offer) if label => says(offer, expected, out),
                Some(offer) => previews(scene, offer, expected, out),
                None => offered(scene, side, &tidied, true, out),
            }
        }
    }

    fn reminders(&self, offers: &Offers, out: &mut Vec<String>) {
        let all: Vec<Value> = offers.prompt.reminders.iter().filter_map(|r| serde_json::to_value(r).ok()).collect();
        let found = || if all.is_empty() { "none".into() } else { all.iter().map(say).collect::<Vec<_>>().join("; ") };
        for wanted in self.reminder.iter().filter(|wanted| !all.iter().any(|r| reminds(r, wanted))) {
            out.push(format!("expected a reminder {}, found {}", say(wanted), found()));
        }
        for wanted in self.not_reminder.iter().filter(|wanted| all.iter().any(|r| reminds(r, wanted))) {
            out.push(format!("expected no reminder {}, found {}", say(wanted), found()));
        }
    }
}

/// How many offers too many are named.
const MANY: usize = 8;

fn tidy(scene: &Scene<'_>, action: &Value, out: &mut Vec<String>) -> Option<Value> {
    let tidied = scene.session.tidy(&names::action(scene.session, action));
    tidied.map_err(|error| out.push(format!("\"{}\" is not an action of this game: {error}", say_action(action)))).ok()
}

fn offered(scene: &Scene<'_>, side: Side, action: &Value, wanted: bool, out: &mut Vec<String>) {
    let words = say_action(action);
    let Some(tidy) = tidy(scene, action, out) else { return };
    match (wanted, scene.session.is_offered(side, &tidy).unwrap_or(false)) {
        (true, true) | (false, false) => {}
        (false, true) => out.push(format!("expected that \"{words}\" is not offered to the {side} side, but it is")),
        (true, false) => {
            let why = match scene.session.check(side, &tidy) {
                Err(ActError::Refused(refusal)) => format!("it is refused under {refusal}"),
                Err(error) => error.to_string(),
                Ok(()) => "yet the check allows it: offers and check disagree".into(),
            };
            out.push(format!("expected that \"{words}\" is offered to the {side} side, but it is not: {why}"));
        }
    }
}

/// The words of an offer: `has` is a part of its label, `notes` are parts of its notes, all else is as it is shown.
fn says(offer: &Offer, expected: &Value, out: &mut Vec<String>) {
    let words = say_action(&offer.action);
    for (key, wanted) in expected.as_object().into_iter().flatten() {
        let list: Vec<&str> = match wanted {
            Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
            wanted => wanted.as_str().into_iter().collect(),
        };
        let found = match key.as_str() {
            "has" | "lacks" => offer.label.clone(),
            "group" => offer.group.clone(),
            "cost" => offer.cost.clone().unwrap_or_else(|| "none".into()),
            _ => offer.notes.iter().map(|note| format!("{}: {}", note.case, note.text)).collect::<Vec<_>>().join("; "),
        };
        let wrong = list.iter().filter(|part| match key.as_str() {
            "has" | "notes" => !found.contains(**part),
            "lacks" => found.contains(**part),
            _ => found != **part,
        });
        let how = if key == "lacks" { "not to say" } else { "to say" };
        let what = if matches!(key.as_str(), "has" | "lacks") { "label" } else { key };
        out.extend(wrong.map(|part| format!("expected the {what} of \"{words}\" {how} \"{part}\", found \"{found}\"")));
    }
}

fn previews(scene: &Scene<'_>, offer: &Offer, expected: &Value, out: &mut Vec<String>) {
    let words = say_action(&offer.action);
    let Some(report) = &offer.preview else {
        return out.push(format!("expected a preview of \"{words}\", found none"));
    };
    let mut differ = Vec::new();
    let found = battle::facts(report);
    differences(&format!("the preview of \"{words}\""), expected, Some(&found), &mut differ);
    unknown(scene, &mut vec!["battle"], expected, Some(&found), &mut differ);
    out.extend(differ.iter().map(Difference::to_string));
}

/// Is this the reminder? A text is a part of its words; a table names its facts, and `has` a part of its words.
fn reminds(reminder: &Value, wanted: &Value) -> bool {
    let says = |part: &Value| {
        part.as_str().is_some_and(|part| reminder["text"].as_str().is_some_and(|text| text.contains(part)))
    };
    let Some(table) = wanted.as_object() else { return says(wanted) };
    table.iter().all(|(key, value)| match key.as_str() {
        "has" => says(value),
        key => {
            let mut differ = Vec::new();
            differences("", value, reminder.get(key), &mut differ);
            differ.is_empty()
        }
    })
}
