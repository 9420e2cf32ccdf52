//! Everybody against everybody.

use super::play::random_seed;
use crate::disk;
use crate::failure::{Code, Failure};
use crate::output::{say, say_json};
use kessel_kernel::{Seed, Side};
use kessel_lab::{Bill, ScenarioStandings, Standings};
use kessel_officers::{Listed, Measured, Playable, Rank, Registry, Series};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A game and the scenarios of it that are played.
type Part<'r> = (&'r dyn Playable, Vec<String>);

/// Who plays what, and what is kept of it.
pub struct Entry {
    /// Scenarios or games; all if empty.
    pub scenarios: Vec<String>,
    /// Games of a pairing; with 0 nothing is played.
    pub n: u64,
    /// The officers; those that people play against if empty.
    pub officers: Vec<Rank>,
    /// The sparring partners take part, too.
    pub sparring: bool,
    /// The seed.
    pub seed: Option<Seed>,
    /// Threads.
    pub jobs: usize,
    /// Results are kept here, in the place of older ones of the same scenarios.
    pub keep: Option<PathBuf>,
    /// The tables are written into this file, between its two marks.
    pub markdown: Option<PathBuf>,
}

/// What stands before and after the tables in a file that holds them.
const MARKS: [&str; 2] = ["<!-- tournament -->\n", "<!-- /tournament -->\n"];

/// `kessel tournament`. Fails if the rules as coded did.
pub fn tournament(data: Option<&Path>, entry: Entry, as_json: bool) -> Result<(), Failure> {
    let one = entry.scenarios.first().filter(|_| entry.scenarios.len() == 1);
    let registry = kessel_registry::load(data, one.and_then(|path| path.split('/').next()))?;
    let mut measured = match &entry.keep {
        Some(file) if file.exists() => read(file)?,
        _ => Measured::default(),
    };
    let order: Vec<String> = registry.list().iter().flat_map(paths_of).collect();
    let faults = play(&registry, &entry, |series| {
        measured.renew(series, &order);
        // Long tournaments are kept game by game.
        entry.keep.as_ref().map_or(Ok(()), |file| Ok(disk::save(file, &measured.text())?))
    })?;
    let mut standings = Standings::of(&measured.scenarios);
    let mut games: Vec<_> = measured.scenarios.iter().filter_map(|series| series.path.split('/').next()).collect();
    games.dedup();
    if games.len() > 1 {
        // Strength over several games is no mean of strengths: each scenario tells its own.
        standings.overall.clear();
    }
    if let Some(file) = &entry.markdown {
        let old = disk::load(file)?;
        let new = replaced(&old, &text(&standings)).ok_or_else(|| {
            Failure::new(Code::Data, format!("{} has no place for the tables: {}", file.display(), MARKS.concat()))
        })?;
        disk::save(file, &new)?;
    }
    match as_json {
        true => say_json(&standings)?,
        false if entry.markdown.is_none() => say(&text(&standings))?,
        false => {}
    }
    if faults == 0 { Ok(()) } else { Err(Failure::new(Code::CheckFailed, "the rules as coded failed")) }
}

/// Plays what is asked, game by game, and hands the results over. How many games the rules as coded spoilt.
fn play(
    registry: &Registry,
    entry: &Entry,
    mut done: impl FnMut(Vec<Series>) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    if entry.n == 0 {
        return Ok(0);
    }
    let seed = entry.seed.clone().map_or_else(random_seed, Ok)?;
    let mut ranks = if entry.officers.is_empty() { Rank::OPPONENTS.to_vec() } else { entry.officers.clone() };
    if entry.sparring {
        ranks.extend(Rank::ALL.into_iter().filter(|rank| !Rank::OPPONENTS.contains(rank)));
    }
    let mut faults = 0;
    for (game, paths) in by_game(registry, &entry.scenarios)? {
        let has = |rank: &Rank| game.enlist(*rank, &seed, Side::Axis).is_ok();
        for path in paths {
            let ranks = ranks.iter().copied().filter(has).collect();
            let bill = Bill { paths: vec![path], ranks, games: entry.n, seed: seed.clone(), jobs: entry.jobs };
            let series = kessel_lab::tournament(registry, &bill)?;
            faults += series.iter().flat_map(|s| &s.pairings).map(|score| score.faults).sum::<u64>();
            done(series)?;
        }
    }
    Ok(faults)
}

fn read(file: &Path) -> Result<Measured, Failure> {
    Measured::read(&disk::load(file)?).map_err(|why| Failure::new(Code::Data, format!("{}: {why}", file.display())))
}

fn paths_of(listed: &Listed) -> Vec<String> {
    listed.scenarios().iter().map(|s| format!("{}/{}", listed.id, s.id)).collect()
}

/// The file with other tables between its marks.
fn replaced(old: &str, tables: &str) -> Option<String> {
    let (head, rest) = old.split_once(MARKS[0])?;
    let (_, tail) = rest.split_once(MARKS[1])?;
    Some(format!("{head}{}{tables}{}{tail}", MARKS[0], MARKS[1]))
}

/// The scenarios asked for, game by game in the order of the registry.
fn by_game<'r>(registry: &'r Registry, asked: &[String]) -> Result<Vec<Part<'r>>, Failure> {
    for path in asked {
        match path.contains('/') {
            true => drop(registry.find(path)?),
            false => drop(registry.get(path)?),
        }
    }
    let wanted = |game: &str, path: &String| asked.is_empty() || asked.iter().any(|a| a == path || a == game);
    let mut found = Vec::new();
    for game in registry.games() {
        let id = &game.info().id;
        let paths = game.info().scenarios.iter().map(|s| format!("{id}/{}", s.id));
        let paths: Vec<String> = paths.filter(|path| wanted(id, path)).collect();
        if !paths.is_empty() {
            found.push((&**game, paths));
        }
    }
    Ok(found)
}

/// The tables in Markdown.
pub fn text(standings: &Standings) -> String {
    let mut out = String::from(
        "Shares of the Axis, a draw counting half, with the bounds within which they truly lie 95 times of 100.\n",
    );
    for scenario in &standings.scenarios {
        table(&mut out, scenario);
    }
    if standings.scenarios.len() > 1 && !standings.overall.is_empty() {
        let _ = writeln!(out, "\n### Over all of them\n");
        strengths(&mut out, &standings.overall);
    }
    out
}

/// A row for each officer as the Axis, a column for each as the Soviets.
#[allow(clippy::float_arithmetic)] // shares are told in percent
fn table(out: &mut String, scenario: &ScenarioStandings) {
    let mut ranks: Vec<Rank> = Vec::new();
    for pairing in &scenario.pairings {
        if !ranks.contains(&pairing.soviet) {
            ranks.push(pairing.soviet);
        }
    }
    let _ = writeln!(out, "\n### {}\n", scenario.scenario);
    let _ = writeln!(out, "{} games a pairing, seed {}.\n", scenario.games, scenario.seed);
    let heads: String = ranks.iter().map(|rank| format!(" {rank} |")).collect();
    let _ = writeln!(out, "| Axis \\ Soviet |{heads}\n|---|{}", "---|".repeat(ranks.len()));
    for row in scenario.pairings.chunks(ranks.len().max(1)) {
        let _ = write!(out, "| {} |", row[0].axis);
        for p in row {
            let (low, high) = p.bounds;
            let _ = write!(out, " {:.0}% ({:.0} to {:.0}) |", p.axis_share * 100.0, low * 100.0, high * 100.0);
        }
        out.push('\n');
    }
    out.push('\n');
    strengths(out, &scenario.ranks);
}

fn strengths(out: &mut String, lines: &[kessel_lab::RankLine]) {
    let words: Vec<String> =
        lines.iter().map(|line| format!("{} {:+.0} (within {:.0})", line.rank, line.elo, line.within)).collect();
    let _ = writeln!(out, "Elo: {}", words.join(", "));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_take_the_place_of_older_ones_between_the_marks() {
        let old = "# Officers\n<!-- tournament -->\nold\n<!-- /tournament -->\nafter\n";
        let new = replaced(old, "new\n").expect("has marks");
        assert_eq!(new, "# Officers\n<!-- tournament -->\nnew\n<!-- /tournament -->\nafter\n");
        assert_eq!(replaced("no marks", "new\n"), None);
    }

    #[test]
    fn the_tables_of_the_docs_are_those_of_the_data() {
        let docs = include_str!("../../../../docs/officers.md");
        let scenarios = Standings::of(&Measured::built_in().scenarios).scenarios;
        let tables = text(&Standings { scenarios, overall: Vec::new() });
        let hint = "stale: kessel tournament -n 0 --keep data/tournament.json --markdown docs/officers.md";
        assert_eq!(replaced(docs, &tables).as_deref(), Some(docs), "{hint}");
    }
}
