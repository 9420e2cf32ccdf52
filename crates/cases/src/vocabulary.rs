//! The words of a game in case files, as one table: docs/case-files.md shows it, and a test holds the page against it.

use kessel_kernel::{AnyGame, Dice, Log, Options, Seed, Verb, Viewer};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The words of a game as a table of markdown. What facts there are is seen in the first positions of its scenarios.
pub fn vocabulary(game: &dyn AnyGame) -> String {
    let words = game.words();
    let mut rows = vec![("verbs".to_owned(), words.verbs.iter().map(Verb::form).collect::<Vec<_>>().join(", "))];
    rows.extend(words.counters.iter().map(|(kind, list)| (format!("`set` of {kind}"), quoted(list.split(", ")))));
    rows.push(("other words of `set`".into(), quoted(words.set.split(", "))));
    rows.push(("`terrain`".into(), quoted(words.terrain.split(", "))));
    rows.push(("`hexsides`".into(), quoted(words.hexsides.split(", "))));
    for (under, facts) in facts(game) {
        rows.push((format!("facts {under}"), quoted(facts.iter().map(String::as_str))));
    }
    let mut out = format!("#### {} (`{}`)\n\n| | words |\n|---|---|\n", game.info().title, game.info().id);
    for (what, list) in rows.iter().filter(|(_, list)| !list.is_empty()) {
        // Writing to a text cannot fail.
        let _ = writeln!(out, "| {what} | {list} |");
    }
    out
}

fn quoted<'w>(words: impl Iterator<Item = &'w str>) -> String {
    words.filter(|word| !word.is_empty()).map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// The names of facts, by where they stand.
fn facts(game: &dyn AnyGame) -> BTreeMap<&'static str, BTreeSet<String>> {
    let mut out: BTreeMap<&'static str, BTreeSet<String>> = BTreeMap::new();
    for scenario in &game.info().scenarios {
        let mut dice = Dice::seeded(&Seed::from_number(0), 0);
        let Ok(session) = game.start(&scenario.id, &Options::default(), &mut dice, &mut Log::silent()) else {
            continue;
        };
        let Value::Object(facts) = session.facts(Viewer::Umpire) else { continue };
        for (key, value) in &facts {
            match key.as_str() {
                "counters" => inner(value, out.entry("of `counters`").or_default()),
                "spaces" => inner(value, out.entry("of `spaces`").or_default()),
                "tracks" => out.entry("of `tracks`").or_default().extend(keys(value)),
                "turn" | "phase" | "to_act" | "outcome" => {}
                _ => {
                    out.entry("by themselves (`sees.umpire`)").or_default().insert(key.clone());
                }
            }
        }
    }
    out
}

fn inner(things: &Value, out: &mut BTreeSet<String>) {
    things.as_object().into_iter().flatten().for_each(|(_, thing)| out.extend(keys(thing)));
}

fn keys(value: &Value) -> impl Iterator<Item = String> + '_ {
    value.as_object().into_iter().flatten().map(|(key, _)| key.clone())
}
