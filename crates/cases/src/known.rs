//! Which facts a game tells of. `"none"` and `"?"` are met where there is nothing, and a misspelt fact is nowhere: so it must be a fact.

use crate::battle;
use crate::check::Scene;
use crate::compare::{Difference, join, say};
use kessel_kernel::event::BattleReport;
use kessel_kernel::{AnyGame, Dice, Log, Options, Seed, Viewer};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// The names of facts, by where they stand.
#[derive(Default)]
pub(crate) struct Facts {
    /// Of counters.
    pub(crate) counters: BTreeSet<String>,
    /// Of spaces.
    pub(crate) spaces: BTreeSet<String>,
    /// Of tracks.
    pub(crate) tracks: BTreeSet<String>,
    /// That stand by themselves.
    pub(crate) alone: BTreeSet<String>,
    /// At any depth, with the names of counters, spaces and tracks.
    anywhere: BTreeSet<String>,
}

impl Facts {
    /// What the first positions of its scenarios tell of.
    pub(crate) fn at_first(game: &dyn AnyGame) -> Facts {
        let mut known = Facts::default();
        for scenario in &game.info().scenarios {
            let mut dice = Dice::seeded(&Seed::from_number(0), 0);
            if let Ok(session) = game.start(&scenario.id, &Options::default(), &mut dice, &mut Log::silent()) {
                known.learn(&session.facts(Viewer::Umpire));
            }
        }
        known
    }

    /// What the position tells of, too.
    fn learn(&mut self, facts: &Value) {
        all_keys(facts, &mut self.anywhere);
        for (key, value) in facts.as_object().into_iter().flatten() {
            match key.as_str() {
                "counters" => inner(value, &mut self.counters),
                "spaces" => inner(value, &mut self.spaces),
                "tracks" => self.tracks.extend(keys(value)),
                "turn" | "phase" | "to_act" | "outcome" => {}
                _ => drop(self.alone.insert(key.clone())),
            }
        }
    }

    /// The words that case files set are facts that may be told of.
    fn learn_words(&mut self, game: &dyn AnyGame) {
        let words = game.words();
        let list = |words: &'static str| words.split(", ").map(str::to_owned);
        self.counters.extend(words.counters.iter().flat_map(|(_, of)| list(of)));
        self.anywhere.extend(list(words.set));
    }

    fn has(&self, path: &[&str]) -> bool {
        match path {
            ["counters", _, fact] => self.counters.contains(*fact),
            ["spaces", _, fact] => self.spaces.contains(*fact),
            ["tracks", track] => self.tracks.contains(*track),
            ["battle", fact] => battle::facts(&BattleReport::default()).get(fact).is_some(),
            [.., fact] => self.anywhere.contains(*fact),
            [] => true,
        }
    }
}

/// Facts that are met by nothing although nothing of that name is ever told of. `path` leads to `wanted`.
pub(crate) fn unknown<'e>(
    scene: &Scene<'_>,
    path: &mut Vec<&'e str>,
    wanted: &'e Value,
    found: Option<&Value>,
    out: &mut Vec<Difference>,
) {
    match (wanted, found) {
        (Value::String(word), None) if matches!(word.as_str(), "none" | "?") && !knows(scene, path) => {
            let at = path.iter().fold(String::new(), |at, key| join(&at, key));
            let found = format!("that {} has no such fact", scene.game.info().id);
            out.push(Difference { at, expected: say(wanted), found });
        }
        (Value::Object(wanted), Some(Value::Object(there))) => {
            for (key, value) in wanted {
                path.push(key);
                unknown(scene, path, value, there.get(key), out);
                path.pop();
            }
        }
        (Value::Array(wanted), Some(Value::Array(there))) => {
            for (value, other) in wanted.iter().zip(there) {
                unknown(scene, path, value, Some(other), out);
            }
        }
        _ => {}
    }
}

/// Does the game tell of such a fact, now or at first? To begin every scenario takes a while, so what is learnt of the last games is kept.
fn knows(scene: &Scene<'_>, path: &[&str]) -> bool {
    const KEPT: usize = 8;
    static LAST: Mutex<Vec<(String, Arc<Facts>)>> = Mutex::new(Vec::new());
    let mut now = Facts::default();
    now.learn(&scene.session.facts(Viewer::Umpire));
    now.learn_words(scene.game);
    if now.has(path) {
        return true;
    }
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let hash = scene.game.data_hash();
    let kept = last().iter().find(|(known, _)| known == hash).map(|(_, facts)| facts.clone());
    let facts = kept.unwrap_or_else(|| {
        let facts = Arc::new(Facts::at_first(scene.game));
        let mut last = last();
        last.truncate(KEPT - 1);
        last.insert(0, (hash.to_owned(), facts.clone()));
        facts
    });
    facts.has(path)
}

fn all_keys(value: &Value, out: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            out.insert(key.clone());
            all_keys(value, out);
        }),
        Value::Array(list) => list.iter().for_each(|value| all_keys(value, out)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn inner(things: &Value, out: &mut BTreeSet<String>) {
    things.as_object().into_iter().flatten().for_each(|(_, thing)| out.extend(keys(thing)));
}

fn keys(value: &Value) -> impl Iterator<Item = String> + '_ {
    value.as_object().into_iter().flatten().map(|(key, _)| key.clone())
}
