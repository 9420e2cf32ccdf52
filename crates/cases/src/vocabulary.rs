//! The words of a game in case files, as one table: docs/case-files.md shows it, and a test holds the page against it.

use crate::known::Facts;
use kessel_kernel::{AnyGame, Verb};
use std::fmt::Write;

/// The words of a game as a table of markdown. What facts there are is seen in the first positions of its scenarios.
pub fn vocabulary(game: &dyn AnyGame) -> String {
    let words = game.words();
    let mut rows = vec![("verbs".to_owned(), words.verbs.iter().map(Verb::form).collect::<Vec<_>>().join(", "))];
    rows.extend(words.counters.iter().map(|(kind, list)| (format!("`set` of {kind}"), quoted(list.split(", ")))));
    rows.push(("other words of `set`".into(), quoted(words.set.split(", "))));
    rows.push(("`terrain`".into(), quoted(words.terrain.split(", "))));
    rows.push(("`hexsides`".into(), quoted(words.hexsides.split(", "))));
    let facts = Facts::at_first(game);
    rows.extend(
        [
            ("by themselves (`sees.umpire`)", &facts.alone),
            ("of `counters`", &facts.counters),
            ("of `spaces`", &facts.spaces),
            ("of `tracks`", &facts.tracks),
        ]
        .map(|(under, names)| (format!("facts {under}"), quoted(names.iter().map(String::as_str)))),
    );
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
