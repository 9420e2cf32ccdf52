//! Holding a position against what a case file expects.

use super::Checks;
use super::compare::{Difference, differences, has_word, hidden_paths, pick, say, say_action, split_path};
use crate::{ActError, AnyGame, Event, Outcome, Session, Side, ToAct, Viewer};
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Where a counter is that has left the game, for games that keep it among their facts.
const GONE: [&str; 5] = ["", "gone", "dead", "eliminated", "withdrawn"];

/// Everything that checks are held against.
pub(super) struct Scene<'a> {
    pub(super) game: &'a dyn AnyGame,
    pub(super) session: &'a dyn Session,
    /// The events that `log` is about: of one step, or of the whole play.
    pub(super) events: &'a [Event],
    /// The refusals that a side was told.
    pub(super) told: &'a [(Side, String)],
    /// Every counter that was there at some time.
    pub(super) counters: &'a BTreeSet<String>,
    /// Scripted dice that nobody rolled yet.
    pub(super) dice_left: usize,
}

impl Checks {
    /// Everything that does not hold.
    pub(super) fn failures(&self, scene: &Scene<'_>) -> Vec<String> {
        let mut out = Vec::new();
        self.position(scene, &mut out);
        self.outcome(scene, &mut out);
        self.offers(scene, &mut out);
        self.log(scene, &mut out);
        self.sight(scene, &mut out);
        self.data(scene, &mut out);
        if let Some(wanted) = self.dice_left.filter(|n| *n != scene.dice_left) {
            out.push(format!("scripted dice left: expected {wanted}, found {}", scene.dice_left));
        }
        out
    }

    fn position(&self, scene: &Scene<'_>, out: &mut Vec<String>) {
        let facts = scene.session.facts(Viewer::Umpire);
        for (what, key, wanted) in [
            ("counter", "counters", &self.counters),
            ("space", "spaces", &self.spaces),
            ("track", "tracks", &self.tracks),
        ] {
            named(what, wanted, facts.get(key), out);
        }
        for id in &self.gone {
            match facts["counters"].get(id).map(|counter| &counter["at"]) {
                None if scene.counters.contains(id) => {}
                None => out.push(format!("there never was a counter {id} in this test, so it cannot be gone")),
                Some(at) if at.as_str().is_none_or(|at| GONE.contains(&at)) => {}
                Some(at) => out.push(format!("counter {id}: expected that it is gone, found it at {}", say(at))),
            }
        }
        let mut simple = Vec::new();
        if let Some(turn) = self.turn {
            differences("the turn", &turn.into(), Some(&scene.session.turn().into()), &mut simple);
        }
        if let Some(phase) = &self.phase {
            differences("the phase", &phase.as_str().into(), facts.get("phase"), &mut simple);
        }
        out.extend(simple.iter().map(Difference::to_string));
        if let Some(wanted) = self.to_act.filter(|wanted| *wanted != scene.session.to_act()) {
            let found = asked(scene.session.to_act());
            out.push(format!("who is asked: expected {}, found {found}", asked(wanted)));
        }
    }

    fn outcome(&self, scene: &Scene<'_>, out: &mut Vec<String>) {
        let Some(wanted) = &self.outcome else { return };
        match (wanted, scene.session.outcome()) {
            (Value::String(_), None) => {}
            (Value::String(_), Some(Outcome { case, text, .. })) => {
                out.push(format!("the outcome: expected that the game goes on, found: {text} ({case})"));
            }
            (wanted, None) => out.push(format!("the outcome: expected {}, found that the game goes on", say(wanted))),
            (wanted, Some(outcome)) => {
                let own = serde_json::to_value(&outcome).expect("an outcome is plain data");
                // A game may tell more of its outcome in its facts.
                let facts = scene.session.facts(Viewer::Umpire);
                let told = facts.get("outcome").filter(|told| told.is_object()).unwrap_or(&own);
                let mut differ = Vec::new();
                differences("the outcome", wanted, Some(told), &mut differ);
                out.extend(differ.iter().map(Difference::to_string));
            }
        }
    }

    fn offers(&self, scene: &Scene<'_>, out: &mut Vec<String>) {
        if self.offered.is_empty() && self.not_offered.is_empty() {
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
        for (action, wanted) in
            self.offered.iter().map(|a| (a, true)).chain(self.not_offered.iter().map(|a| (a, false)))
        {
            let words = say_action(action);
            let tidy = match scene.session.tidy(action) {
                Ok(tidy) => tidy,
                Err(error) => {
                    out.push(format!("\"{words}\" is not an action of this game: {error}"));
                    continue;
                }
            };
            match (wanted, scene.session.is_offered(side, &tidy).unwrap_or(false)) {
                (true, true) | (false, false) => {}
                (false, true) => {
                    out.push(format!("expected that \"{words}\" is not offered to the {side} side, but it is"))
                }
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
    }

    fn log(&self, scene: &Scene<'_>, out: &mut Vec<String>) {
        let seen: BTreeSet<&str> = scene.events.iter().map(|event| event.case.id()).collect();
        let list =
            || if seen.is_empty() { "nothing".into() } else { seen.iter().copied().collect::<Vec<_>>().join(", ") };
        for case in self.log.iter().chain(&self.not_log).filter(|case| !scene.game.ledger().covers(case)) {
            out.push(format!("the ledger of {} has no case {case}", scene.game.info().id));
        }
        for case in self.log.iter().filter(|case| !scene.events.iter().any(|e| e.case.within(case))) {
            out.push(format!("the log: expected something under {case}, found {}", list()));
        }
        for case in &self.not_log {
            if let Some(event) = scene.events.iter().find(|event| event.case.within(case)) {
                out.push(format!("the log: expected nothing under {case}, found: {} ({})", event.text, event.case));
            }
        }
    }

    fn sight(&self, scene: &Scene<'_>, out: &mut Vec<String>) {
        for (viewer, wanted) in &self.sees {
            let mut differ = Vec::new();
            differences("", wanted, Some(&scene.session.facts(*viewer)), &mut differ);
            out.extend(differ.iter().map(|d| format!("what {} sees: {d}", name(*viewer))));
            let truth = scene.session.facts(Viewer::Umpire);
            for path in hidden_paths(wanted) {
                let there = path.iter().try_fold(&truth, |value, key| value.get(key));
                if there.is_none_or(|value| value.is_null() || value == "?") {
                    let path = path.join(": ");
                    out.push(format!("{path}: the umpire sees nothing there either, so \"?\" proves nothing"));
                }
            }
        }
        for (viewer, words) in &self.hidden_from {
            let (seen, truth) = (everything(scene, *viewer), everything(scene, Viewer::Umpire));
            for word in words {
                if has_word(&seen, word) {
                    out.push(format!("{} must not see \"{word}\", but does", name(*viewer)));
                } else if !has_word(&truth, word) {
                    out.push(format!("the umpire does not see \"{word}\" either, so hiding it proves nothing"));
                }
            }
        }
    }

    fn data(&self, scene: &Scene<'_>, out: &mut Vec<String>) {
        if self.data.is_empty() {
            return;
        }
        let data = tree_of(scene.game);
        for (path, wanted) in &self.data {
            data_at(&data, &split_path(path), path, wanted, out);
        }
    }
}

/// A game's data as a tree. Large games take a second to grow theirs, so the last one is kept for the next test.
fn tree_of(game: &dyn AnyGame) -> Rc<Value> {
    thread_local!(static LAST: RefCell<Option<(String, Rc<Value>)>> = const { RefCell::new(None) });
    LAST.with_borrow_mut(|last| match last {
        Some((hash, tree)) if hash == game.data_hash() => tree.clone(),
        _ => {
            let tree = Rc::new(game.data());
            *last = Some((game.data_hash().to_owned(), tree.clone()));
            tree
        }
    })
}

/// Compares the facts of things that are named one by one.
fn named(what: &str, wanted: &Map<String, Value>, facts: Option<&Value>, out: &mut Vec<String>) {
    for (id, wanted) in wanted {
        let Some(found) = facts.and_then(|facts| facts.get(id)) else {
            out.push(format!("{what} {id}: expected {}, but there is no {what} {id} now", say(wanted)));
            continue;
        };
        let mut differ = Vec::new();
        differences(&format!("{what} {id}"), wanted, Some(found), &mut differ);
        out.extend(differ.iter().map(Difference::to_string));
    }
}

/// Tables in the expectation go on with the path; anything else is compared.
fn data_at(data: &Value, path: &[String], words: &str, wanted: &Value, out: &mut Vec<String>) {
    let found = path.iter().try_fold(data.clone(), |value, part| pick(&value, part));
    match (wanted, found) {
        (_, None) => out.push(format!("the data has nothing at {words}")),
        (Value::Object(map), Some(found)) => {
            for (key, wanted) in map {
                data_at(&found, std::slice::from_ref(key), &format!("{words}.{key}"), wanted, out);
            }
        }
        (wanted, Some(found)) => {
            let mut differ = Vec::new();
            differences(&format!("the data at {words}"), wanted, Some(&found), &mut differ);
            out.extend(differ.iter().map(Difference::to_string));
        }
    }
}

/// All that a viewer is shown, as one text.
fn everything(scene: &Scene<'_>, viewer: Viewer) -> String {
    let plain = "views, facts and events are plain data";
    let mut text = serde_json::to_string(&scene.session.view(viewer)).expect(plain);
    text.push_str(&scene.session.facts(viewer).to_string());
    for event in scene.events.iter().filter(|event| event.audience.includes(viewer)) {
        text.push_str(&serde_json::to_string(event).expect(plain));
    }
    for (_, refusal) in scene.told.iter().filter(|(side, _)| viewer == Viewer::Umpire || viewer.side() == Some(*side)) {
        text.push('\n');
        text.push_str(refusal);
    }
    text
}

fn name(viewer: Viewer) -> &'static str {
    match viewer {
        Viewer::Axis => "the Axis player",
        Viewer::Soviet => "the Soviet player",
        Viewer::Spectator => "a spectator",
        Viewer::Umpire => "the umpire",
    }
}

fn asked(to_act: ToAct) -> &'static str {
    match to_act {
        ToAct::Nobody => "nobody",
        ToAct::Axis => "the Axis",
        ToAct::Soviet => "the Soviets",
        ToAct::Both => "both",
    }
}
