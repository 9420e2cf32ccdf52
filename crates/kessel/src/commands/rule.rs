//! One rule: what it says, which lines enforce it, which case files prove it, and how it was read.

use super::cases::files_of;
use crate::citations::{Checkout, Citation, numbers, uncited};
use crate::failure::{Code, Failure};
use crate::output::{say, say_json};
use kessel_kernel::data::{CaseKind, Ledger, LedgerCase};
use serde::Serialize;
use serde_json::json;
use std::fmt::Write;
use std::path::Path;

/// How many numbers are named to somebody who asked for one that is not there.
const NEAR: usize = 12;

/// A place that is about the rule: a test of a case file, a line of the rulings.
#[derive(Serialize)]
struct Place {
    /// The file, from the root of the checkout.
    file: String,
    /// The line, from 1.
    line: usize,
    /// The title of the test, or the line.
    text: String,
}

/// What a checkout has about a rule.
#[derive(Serialize)]
struct Found {
    /// The lines that enforce it.
    cited: Vec<Citation>,
    /// The tests that prove it.
    cases: Vec<Place>,
    /// The rulings that name it, or the printed number it is a part of.
    rulings: Vec<Place>,
}

/// `kessel rule`.
pub fn rule(data: Option<&Path>, game: &str, number: &str, checkout: &Path, as_json: bool) -> Result<(), Failure> {
    let registry = kessel_registry::load(data, Some(game))?;
    let ledger = registry.listed(game)?.ledger();
    let Some(case) = ledger.get(number) else {
        let why = format!("{game} has no rule {number:?}; {}", near(ledger, number));
        return Err(Failure::new(Code::Unknown, why));
    };
    let found = Checkout::at(checkout).map(|checkout| Found::of(&checkout, game, case)).transpose()?;
    let why_not = uncited().get(game).and_then(|excused| excused.get(number).copied());
    if as_json {
        let mut answer = json!(case);
        answer["game"] = json!(game);
        answer["checkout"] = json!(found.is_some());
        answer["cited"] = json!(found.as_ref().map(|found| &found.cited));
        answer["cases"] = json!(found.as_ref().map(|found| &found.cases));
        answer["rulings"] = json!(found.as_ref().map(|found| &found.rulings));
        answer["uncited"] = json!(why_not);
        return say_json(&answer);
    }
    say(&text(game, case, why_not, found.as_ref()))
}

/// The numbers around one that is not in the ledger: the rules of the smallest section that it would belong to.
fn near(ledger: &Ledger, number: &str) -> String {
    let mut section = number;
    loop {
        let inside: Vec<&str> = ledger.get(section).into_iter().chain(ledger.within(section)).map(id).collect();
        if !inside.is_empty() {
            let more = if inside.len() > NEAR { ", …" } else { "" };
            return format!("near it are {}{more}", inside[..inside.len().min(NEAR)].join(", "));
        }
        let Some((outer, _)) = section.rsplit_once('.') else { break };
        section = outer;
    }
    let ends = (ledger.cases().first().map_or("", id), ledger.cases().last().map_or("", id));
    format!("its ledger goes from {} to {}", ends.0, ends.1)
}

fn id(case: &LedgerCase) -> &str {
    &case.id
}

impl Found {
    fn of(checkout: &Checkout, game: &str, case: &LedgerCase) -> Result<Found, Failure> {
        let unreadable = |e: std::io::Error| Failure::new(Code::File, format!("cannot read the code of {game}: {e}"));
        let cited = checkout.citations(game).map_err(unreadable)?.of(&case.id).to_vec();
        Ok(Found { cited, cases: proofs(checkout, game, &case.id)?, rulings: rulings(checkout, game, case)? })
    }
}

/// The tests of the case files that are about a rule.
fn proofs(checkout: &Checkout, game: &str, number: &str) -> Result<Vec<Place>, Failure> {
    let root = checkout.path("");
    let mut places = Vec::new();
    for file in files_of(game, &checkout.path(&format!("cases/{game}")))? {
        let name = Path::new(&file.name).strip_prefix(&root).map_or(file.name.clone(), |p| p.display().to_string());
        let about = file.tests.iter().filter(|test| test.cases.iter().any(|case| case == number));
        places.extend(about.map(|test| Place { file: name.clone(), line: test.line, text: test.title.clone() }));
    }
    Ok(places)
}

/// The lines of the game's rulings that name a rule by its number, or by the printed number of which it is one letter.
fn rulings(checkout: &Checkout, game: &str, case: &LedgerCase) -> Result<Vec<Place>, Failure> {
    let file = if game == "battle" { "docs/rulings.md".to_owned() } else { format!("docs/rulings-{game}.md") };
    let path = checkout.path(&file);
    let text = std::fs::read_to_string(&path)
        .map_err(|e| Failure::new(Code::File, format!("cannot read {}: {e}", path.display())))?;
    let letter = |(section, last): (&'_ str, &str)| last.starts_with(char::is_alphabetic).then(|| section.to_owned());
    let section = case.id.rsplit_once('.').and_then(letter);
    let names = [Some(&case.id), case.printed.as_ref(), section.as_ref()];
    let about = |number: &&str| names.iter().flatten().any(|name| *name == number);
    let named = text.lines().enumerate().filter(|(_, line)| numbers(line).iter().any(&about));
    let place = |(n, line): (usize, &str)| Place { file: file.clone(), line: n + 1, text: line.trim().to_owned() };
    Ok(named.map(place).collect())
}

fn text(game: &str, case: &LedgerCase, why_not: Option<&str>, found: Option<&Found>) -> String {
    let mut out = format!("{game} {}: {} ({})\n", case.id, case.title, case.kind.word());
    for (what, said) in [("", &case.help), ("in print: ", &case.printed), ("moot: ", &case.moot)] {
        if let Some(said) = said {
            let _ = writeln!(out, "  {what}{said}");
        }
    }
    let Some(found) = found else {
        if let Some(why) = why_not {
            let _ = writeln!(out, "\nNo line cites it: {why}");
        }
        out.push_str("\nCode, case files and rulings are looked up in a checkout of Kessel: ask in its folder, or name it with --checkout.\n");
        return out;
    };
    let _ = match (found.cited.is_empty(), why_not) {
        (true, Some(why)) => writeln!(out, "\nNo line cites it: {why}"),
        (true, None) if case.kind == CaseKind::Mechanic && case.moot.is_none() => {
            writeln!(out, "\nNo line cites it, and nothing says why.")
        }
        (true, None) => writeln!(out, "\nNo line of rules code cites it."),
        (false, _) => writeln!(out, "\nCited in"),
    };
    for c in &found.cited {
        let within = c.within.as_ref().map_or(String::new(), |item| format!("  {item}"));
        let _ = writeln!(out, "  {}:{}{within}\n      {}", c.file, c.line, c.text);
    }
    list(&mut out, "Proven by", "No case file proves it.", &found.cases);
    list(&mut out, "Rulings", "No ruling names it.", &found.rulings);
    out
}

fn list(out: &mut String, head: &str, none: &str, places: &[Place]) {
    let _ = writeln!(out, "\n{}", if places.is_empty() { none } else { head });
    for p in places {
        let _ = writeln!(out, "  {}:{}\n      {}", p.file, p.line, p.text);
    }
}
