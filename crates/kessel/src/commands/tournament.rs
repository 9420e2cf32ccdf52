//! Everybody against everybody.

use super::play::random_seed;
use crate::failure::{Code, Failure};
use crate::output::{say, say_json};
use crate::registry;
use kessel_lab::{Bill, ScenarioStandings, Standings};
use kessel_officers::{Playable, Rank, Registry};
use kessel_table::{Seed, Side};
use std::fmt::Write;
use std::path::Path;

/// A game and the scenarios of it that are played.
type Part<'r> = (&'r dyn Playable, Vec<String>);

/// Who plays what.
pub struct Entry {
    /// Scenarios or games; all if empty.
    pub scenarios: Vec<String>,
    /// Games of a pairing.
    pub n: u64,
    /// The officers; all if empty.
    pub officers: Vec<Rank>,
    /// The seed.
    pub seed: Option<Seed>,
    /// Threads.
    pub jobs: usize,
}

/// `kessel tournament`. Fails if the rules as coded did.
pub fn tournament(data: Option<&Path>, entry: Entry, as_json: bool) -> Result<(), Failure> {
    let one = entry.scenarios.first().filter(|_| entry.scenarios.len() == 1);
    let registry = registry::load(data, one.and_then(|path| path.split('/').next()))?;
    let seed = match entry.seed {
        Some(seed) => seed,
        None => random_seed()?,
    };
    let ranks = if entry.officers.is_empty() { Rank::OPPONENTS.to_vec() } else { entry.officers };
    let mut standings: Option<Standings> = None;
    for (game, paths) in by_game(&registry, &entry.scenarios)? {
        let has = |rank: &Rank| game.enlist(*rank, &seed, Side::Axis).is_ok();
        let bill = Bill {
            paths,
            ranks: ranks.iter().copied().filter(has).collect(),
            games: entry.n,
            seed: seed.clone(),
            jobs: entry.jobs,
        };
        let played = kessel_lab::tournament(&registry, &bill)?;
        match &mut standings {
            None => standings = Some(played),
            // Strength over several games is no mean of strengths: each scenario tells its own.
            Some(all) => {
                all.overall.clear();
                all.scenarios.extend(played.scenarios);
            }
        }
    }
    let standings = standings.unwrap_or(Standings { scenarios: Vec::new(), overall: Vec::new() });
    if as_json {
        say_json(&standings)?;
    } else {
        say(&text(&standings, entry.n, &seed))?;
    }
    let faults: u64 = standings.scenarios.iter().flat_map(|s| &s.pairings).map(|p| p.faults).sum();
    if faults == 0 { Ok(()) } else { Err(Failure::new(Code::CheckFailed, "the rules as coded failed")) }
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

fn text(standings: &Standings, n: u64, seed: &Seed) -> String {
    let mut out = format!("{n} games a pairing, seed {}. Shares of the Axis, a draw counting half.\n", seed.word());
    for scenario in &standings.scenarios {
        table(&mut out, scenario);
    }
    if standings.scenarios.len() > 1 && !standings.overall.is_empty() {
        let _ = writeln!(out, "\n## Over all of them\n");
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
    let _ = writeln!(out, "\n## {}\n", scenario.scenario);
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
