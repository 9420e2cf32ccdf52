//! Every mechanic of a ledger that a game enforces is cited by a line of its rules code, or `uncited.toml` says why not.
//!
//! A citation is the number of the case, of the section around it (`8.7` for `8.7.a`), or of a range that holds it (`9.10 to 9.15`), in a
//! comment or in code. What shows, words, reads or plays (the rooms of `scripts/rooms.py` beside the rules) does not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const GAMES: [&str; 4] = ["battle", "drive", "roads", "wintergewitter"];

/// The rooms that are no rules.
const ELSEWHERE: [&str; 12] = [
    "action", "arrange", "data", "describe", "evaluate", "facts", "redact", "sample", "sheet", "staff", "tests", "view",
];

/// A case in parts that can be compared: `8.7.a`.
type Parts = Vec<(u32, String)>;

fn parts(case: &str) -> Parts {
    case.split('.').map(|part| part.parse().map_or_else(|_| (0, part.to_owned()), |n| (n, String::new()))).collect()
}

#[derive(Default)]
struct Citations {
    cases: BTreeSet<String>,
    ranges: BTreeSet<(Parts, Parts)>,
}

impl Citations {
    fn read(&mut self, text: &str) {
        let is_part = |c: char| c.is_ascii_digit() || c.is_ascii_lowercase() || c == '.';
        let words: Vec<&str> =
            text.split(|c| !is_part(c)).map(|w| w.trim_matches('.')).filter(|w| !w.is_empty()).collect();
        let is_case = |w: &str| w.starts_with(|c: char| c.is_ascii_digit()) && w.contains('.');
        self.cases.extend(words.iter().filter(|w| is_case(w)).map(|w| (*w).to_owned()));
        let ranges = words.windows(3).filter(|w| w[1] == "to" && is_case(w[0]) && is_case(w[2]));
        self.ranges.extend(ranges.map(|w| (parts(w[0]), parts(w[2]))));
    }

    /// Reads the sources of a folder that are rules.
    fn folder(&mut self, folder: &Path) {
        for entry in fs::read_dir(folder).expect("a folder of sources").map(|entry| entry.expect("an entry").path()) {
            let name = entry.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            if ELSEWHERE.contains(&name) {
                continue;
            }
            if entry.is_dir() {
                self.folder(&entry);
            } else {
                self.read(&fs::read_to_string(&entry).expect("a source"));
            }
        }
    }

    fn covers(&self, case: &str) -> bool {
        let all = parts(case);
        let sections = (2..=all.len()).map(|n| case.split('.').take(n).collect::<Vec<_>>().join("."));
        let in_range = |(low, high): &(Parts, Parts)| {
            let within = |n: usize, bound: &Parts| all.get(..n.min(bound.len())).map(<[_]>::to_vec);
            within(low.len(), low).is_some_and(|start| start >= *low)
                && within(high.len(), high).is_some_and(|end| end <= *high)
        };
        sections.into_iter().any(|section| self.cases.contains(&section)) || self.ranges.iter().any(in_range)
    }
}

/// The mechanics of a ledger that are not moot.
fn mechanics(game: &str) -> Vec<String> {
    let text = fs::read_to_string(format!("../../data/{game}/rules.toml")).expect("a ledger");
    let field = |case: &str, key: &str| {
        let line = case.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix("= \""))?;
        line.strip_suffix('"').map(str::to_owned)
    };
    let cases = text.split("[[case]]").skip(1).filter(|case| field(case, "moot").is_none());
    cases
        .filter(|case| field(case, "kind").as_deref() == Some("mechanic"))
        .filter_map(|case| field(case, "id"))
        .collect()
}

/// The cases that `uncited.toml` excuses, by game: `"2.0.c" = "reason"`.
fn excused() -> BTreeMap<String, BTreeMap<String, String>> {
    let (mut all, mut game) = (BTreeMap::<_, BTreeMap<_, _>>::new(), String::new());
    for line in include_str!("uncited.toml").lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if let Some(name) = line.strip_prefix('[') {
            game = name.trim_end_matches(']').to_owned();
        } else {
            let (case, reason) = line.split_once(" = ").expect("a case and its reason");
            let clean = |text: &str| text.trim_matches('"').to_owned();
            all.entry(game.clone()).or_default().insert(clean(case), clean(reason));
        }
    }
    all
}

#[test]
fn every_enforced_mechanic_is_cited_by_rules_code_or_excused() {
    let excused = excused();
    let mut wrong = Vec::new();
    for game in GAMES {
        let mut citations = Citations::default();
        citations.folder(Path::new(&format!("../games/{game}/src")));
        let excused = excused.get(game).cloned().unwrap_or_default();
        let mechanics = mechanics(game);
        assert!(mechanics.len() > 200, "the ledger of {game} was not understood");
        for case in &mechanics {
            match (citations.covers(case), excused.contains_key(case)) {
                (false, false) => wrong.push(format!("{game} {case}: no line of rules code cites it")),
                (true, true) => println!("{game} {case}: it is cited now, and need not be excused"),
                _ => {}
            }
        }
        let known = |case: &String| mechanics.contains(case);
        wrong.extend(excused.keys().filter(|case| !known(case)).map(|case| format!("{game} {case}: no such mechanic")));
        wrong.extend(excused.iter().filter(|(_, why)| why.is_empty()).map(|(case, _)| format!("{game} {case}: why?")));
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn citations_are_numbers_sections_and_ranges() {
    let mut citations = Citations::default();
    citations.read("/// 8.7.a, 9.10 to 9.15: why. c.ask(Case(\"3.1\"), x)");
    assert!(["8.7.a", "9.12", "9.14.b", "3.1.2.f"].iter().all(|case| citations.covers(case)));
    assert!(!["8.7.b", "9.16", "9.9", "3.10", "2.1"].iter().any(|case| citations.covers(case)));
}
