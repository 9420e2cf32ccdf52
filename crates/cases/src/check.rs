//! Holding a position against what a case file expects.

use crate::compare::{Difference, differences, follow, has_word, hidden_paths, say, split_path};
use crate::known::unknown;
use crate::{Checks, battle, names};
use kessel_kernel::{AnyGame, Asked, Event, Outcome, Session, Side, ToAct, Viewer};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// Where a counter is that has left the game, for games that keep it among their facts.
const GONE: [&str; 5] = ["", "gone", "dead", "eliminated", "withdrawn"];

/// Everything that checks are held against.
pub(crate) struct Scene<'a> {
    pub(crate) game: &'a dyn AnyGame,
    pub(crate) session: &'a dyn Session,
    /// The events that `log` is about: of one step, or of the whole play.
    pub(crate) events: &'a [Event],
    /// The events of the whole play so far: `battle` is about the last of them that is one.
    pub(crate) all: &'a [Event],
    /// The refusals that a side was told.
    pub(crate) told: &'a [(Side, String)],
    /// The counters of `gone` that were there at some time: what the test calls them, and their ids.
    pub(crate) counters: &'a BTreeMap<&'a str, String>,
    /// Scripted dice that nobody rolled yet.
    pub(crate) dice_left: usize,
}

impl Checks {
    /// Everything that does not hold.
    pub(crate) fn failures(&self, scene: &Scene<'_>) -> Vec<String> {
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

    /// The facts that this asks for; nothing at all where it asks for none.
    fn facts(&self, scene: &Scene<'_>) -> Value {
        let gone = self.gone.iter().filter_map(|name| scene.counters.get(name.as_str()));
        let named = self.counters.keys().chain(gone).map(String::as_str);
        let places = self.spaces.keys().map(String::as_str);
        let asked = Asked::default().counters(named).spaces(places).tracks(!self.tracks.is_empty());
        if self.phase.is_none() && asked == Asked::default() {
            return Value::Null;
        }
        scene.session.facts_asked(Viewer::Umpire, &asked)
    }

    fn position(&self, scene: &Scene<'_>, out: &mut Vec<String>) {
        let facts = self.facts(scene);
        for (what, key, wanted) in [
            ("counter", "counters", &self.counters),
            ("space", "spaces", &self.spaces),
            ("track", "tracks", &self.tracks),
        ] {
            named(scene, (what, key), wanted, facts.get(key), out);
        }
        for name in &self.gone {
            let Some(id) = scene.counters.get(name.as_str()) else {
                out.push(format!("there never was a counter {name} in this test, so it cannot be gone"));
                continue;
            };
            match facts["counters"].get(id).map(|counter| &counter["at"]) {
                None => {}
                Some(at) if at.as_str().is_none_or(|at| GONE.contains(&at)) => {}
                Some(at) => out.push(format!("counter {name}: expected that it is gone, found it at {}", say(at))),
            }
        }
        let mut simple = Vec::new();
        if let Some(wanted) = &self.battle {
            let found = battle::last(scene.all, Viewer::Umpire).map(battle::facts);
            differences("the last battle", wanted, found.as_ref(), &mut simple);
            unknown(scene, &mut vec!["battle"], wanted, found.as_ref(), &mut simple);
        }
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
                let facts = scene.session.facts_asked(Viewer::Umpire, &Asked::default().rest(true));
                let told = facts.get("outcome").filter(|told| told.is_object()).unwrap_or(&own);
                let mut differ = Vec::new();
                differences("the outcome", wanted, Some(told), &mut differ);
                unknown(scene, &mut vec!["outcome"], wanted, Some(told), &mut differ);
                out.extend(differ.iter().map(Difference::to_string));
            }
        }
    }

    fn log(&self, scene: &Scene<'_>, out: &mut Vec<String>) {
        let seen: BTreeSet<&str> = scene.events.iter().map(|event| event.case.id()).collect();
        let list =
            || if seen.is_empty() { "nothing".into() } else { seen.iter().copied().collect::<Vec<_>>().join(", ") };
        for case in
            self.log.iter().chain(&self.not_log).chain(&self.forgotten).filter(|case| !scene.game.ledger().covers(case))
        {
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
        for case in &self.forgotten {
            let mut under = scene.events.iter().filter(|event| event.case.within(case)).peekable();
            if under.peek().is_none() {
                out.push(format!("the log: expected something under {case}, found {}", list()));
            }
            if let Some(event) = under.find(|event| !event.fades) {
                out.push(format!(
                    "the log: expected {} to be forgotten when the turn ends ({})",
                    event.text, event.case
                ));
            }
        }
    }

    fn sight(&self, scene: &Scene<'_>, out: &mut Vec<String>) {
        for (viewer, wanted) in &self.sees {
            let (mut differ, asked) = (Vec::new(), Asked::by(wanted));
            let mut seen = scene.session.facts_asked(*viewer, &asked);
            if let Some(report) = battle::last(scene.all, *viewer).filter(|_| wanted.get("battle").is_some()) {
                seen["battle"] = battle::facts(report);
            }
            differences("", wanted, Some(&seen), &mut differ);
            unknown(scene, &mut Vec::new(), wanted, Some(&seen), &mut differ);
            out.extend(differ.iter().map(|d| format!("what {} sees: {d}", name(*viewer))));
            let hidden = hidden_paths(wanted);
            if hidden.is_empty() {
                continue;
            }
            let truth = scene.session.facts_asked(Viewer::Umpire, &asked);
            for path in hidden {
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

/// A game's data as a tree. Large games take a second to grow theirs, so those of the last games are kept.
fn tree_of(game: &dyn AnyGame) -> Arc<Value> {
    const KEPT: usize = 8;
    static LAST: Mutex<Vec<(String, Arc<Value>)>> = Mutex::new(Vec::new());
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let known = last().iter().find(|(hash, _)| hash == game.data_hash()).map(|(_, tree)| tree.clone());
    known.unwrap_or_else(|| {
        let tree = Arc::new(game.data());
        let mut last = last();
        last.truncate(KEPT - 1);
        last.insert(0, (game.data_hash().to_owned(), tree.clone()));
        tree
    })
}

/// Compares the facts of things that are named one by one.
fn named(
    scene: &Scene<'_>,
    (what, under): (&str, &str),
    wanted: &Map<String, Value>,
    facts: Option<&Value>,
    out: &mut Vec<String>,
) {
    for (id, wanted) in wanted {
        let mut found = facts.and_then(|facts| facts.get(id)).cloned();
        if found.is_none() && what == "counter" {
            found = match names::counter(scene.session, id) {
                Ok(Some(other)) => {
                    let asked = Asked::default().counters([other.as_str()]);
                    scene.session.facts_asked(Viewer::Umpire, &asked)["counters"].get(&other).cloned()
                }
                Ok(None) => None,
                Err(why) => {
                    out.push(why);
                    continue;
                }
            };
        }
        let Some(found) = &found else {
            out.push(format!("{what} {id}: expected {}, but there is no {what} {id} now", say(wanted)));
            continue;
        };
        let mut differ = Vec::new();
        differences(&format!("{what} {id}"), wanted, Some(found), &mut differ);
        unknown(scene, &mut vec![under, id], wanted, Some(found), &mut differ);
        out.extend(differ.iter().map(Difference::to_string));
    }
}

/// Tables in the expectation go on with the path; anything else is compared.
fn data_at(data: &Value, path: &[String], words: &str, wanted: &Value, out: &mut Vec<String>) {
    match (wanted, follow(data, path)) {
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
