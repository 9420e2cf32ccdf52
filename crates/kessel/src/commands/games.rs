//! The list of games.

use super::cases::coverage;
use crate::failure::Failure;
use crate::output::{say, say_json};
use kessel_cases::coverage::{Count, Coverage};
use kessel_officers::{Listed, Registry};
use serde_json::{Map, Value, json};
use std::path::Path;

/// `kessel games`.
pub fn games(data: Option<&Path>, cases: &Path, as_json: bool) -> Result<(), Failure> {
    let registry = kessel_registry::load(data, None)?;
    let coverage = coverage(&registry, cases, None)?;
    // Where no case files are, nothing can be said of what they prove.
    let proven = cases.exists();
    if as_json {
        let mut lines = game_lines(&registry);
        for (line, (_, c)) in lines.iter_mut().zip(&coverage) {
            line["ledger"] = ledger(c, proven);
        }
        return say_json(&lines);
    }
    for (listed, (_, c)) in registry.list().iter().zip(&coverage) {
        say(&text(listed, c, proven))?;
    }
    Ok(())
}

/// Games and scenarios as JSON, without coverage.
pub fn game_lines(registry: &Registry) -> Vec<Value> {
    registry.list().iter().map(line).collect()
}

fn line(listed: &Listed) -> Value {
    let info = listed.game.as_ref().map(|g| g.info());
    let scenarios: Vec<Value> = listed
        .scenarios()
        .iter()
        .map(|s| {
            let mut line = json!({ "id": s.id, "title": s.title, "turns": s.turns, "playable": s.info.is_some() });
            if let Some(info) = s.info {
                line["blurb"] = json!(info.blurb);
                line["minutes"] = json!(info.minutes);
                line["difficulty"] = json!(info.difficulty);
                line["options"] = json!(info.options);
            }
            line
        })
        .collect();
    let mut line = json!({ "id": listed.id, "title": listed.title, "scenarios": scenarios });
    if let (Some(game), Some(info)) = (&listed.game, info) {
        line["blurb"] = json!(info.blurb);
        line["rules"] = json!(info.rules);
        line["data"] = json!(game.data_hash());
        line["staff"] = json!(game.has_staff());
    }
    line
}

fn ledger(coverage: &Coverage, proven: bool) -> Value {
    let count = |n: &Count| json!({ "total": n.total, "proven": proven.then_some(n.proven), "moot": n.moot });
    coverage.kinds.iter().map(|(kind, n)| (kind.word().to_owned(), count(n))).collect::<Map<_, _>>().into()
}

fn text(listed: &Listed, coverage: &Coverage, proven: bool) -> String {
    let mut out = format!("{}: {}\n", listed.id, listed.title);
    for s in listed.scenarios() {
        let later = if s.info.is_some() { "" } else { "  (not yet)" };
        out.push_str(&format!("  {}/{}  {}, {} turns{later}\n", listed.id, s.id, s.title, s.turns));
    }
    let total: usize = coverage.kinds.values().map(|n| n.total).sum();
    let count: usize = coverage.kinds.values().map(|n| n.proven).sum();
    let proven = if proven { format!(" {count} proven,") } else { String::new() };
    let moot: usize = coverage.kinds.values().map(|n| n.moot).sum();
    out.push_str(&format!("  {total} rules,{proven} {moot} moot\n"));
    out
}
