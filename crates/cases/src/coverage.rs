//! What is proven: the ledger joined with the verdicts of the case files.

use crate::Verdict;
use kessel_kernel::data::{CaseKind, Ledger, LedgerCase};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// How many cases of one kind there are, and what became of them.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Cases in the ledger.
    pub total: usize,
    /// Cited by at least one passing test, and by no failing one.
    pub proven: usize,
    /// Marked moot in the ledger.
    pub moot: usize,
}

/// The coverage of one game's ledger. A case that is moot counts as moot even where a test cites it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The count of each kind; every kind is there.
    pub kinds: BTreeMap<CaseKind, Count>,
    /// The mechanic, setup, victory and data cases that are neither proven nor moot, in the order of the book.
    pub missing: Vec<String>,
    /// The cases that a player meets and that have no help yet, in the order of the book.
    pub without_help: Vec<String>,
}

impl Coverage {
    /// Joins the ledger of `game` with whatever `verdicts` say about that game.
    pub fn of<'v>(game: &str, ledger: &Ledger, verdicts: impl IntoIterator<Item = &'v Verdict>) -> Coverage {
        let mut passed = BTreeSet::new();
        let mut failed = BTreeSet::new();
        for test in verdicts.into_iter().filter(|v| v.game == game).flat_map(|v| &v.tests) {
            let set = if test.passed() { &mut passed } else { &mut failed };
            set.extend(test.cases.iter().map(String::as_str));
        }
        let proven = |case: &LedgerCase| passed.contains(case.id.as_str()) && !failed.contains(case.id.as_str());
        let mut coverage = Coverage::default();
        coverage.kinds.extend(CaseKind::ALL.map(|kind| (kind, Count::default())));
        for case in ledger.cases() {
            let count = coverage.kinds.entry(case.kind).or_default();
            count.total += 1;
            if case.moot.is_some() {
                count.moot += 1;
            } else if proven(case) {
                count.proven += 1;
            } else if wanted(case.kind) {
                coverage.missing.push(case.id.clone());
            }
            if case.help.is_none() && case.moot.is_none() && explained(case.kind) {
                coverage.without_help.push(case.id.clone());
            }
        }
        coverage
    }

    /// As `kessel cases --json` writes it for one game: each kind with its counts, and `missing`.
    pub fn to_json(&self) -> Value {
        let mut object = Map::new();
        for (kind, n) in &self.kinds {
            let count = json!({ "total": n.total, "proven": n.proven, "moot": n.moot });
            object.insert(kind.word().into(), count);
        }
        object.insert("missing".into(), json!(self.missing));
        object.insert("without_help".into(), json!(self.without_help));
        object.into()
    }
}

/// Kinds of which every case must be proven or moot.
const fn wanted(kind: CaseKind) -> bool {
    match kind {
        CaseKind::Mechanic | CaseKind::Setup | CaseKind::Victory | CaseKind::Data => true,
        CaseKind::Component | CaseKind::Note | CaseKind::Ui => false,
    }
}

/// Kinds of which every case is explained to the player.
const fn explained(kind: CaseKind) -> bool {
    wanted(kind) || matches!(kind, CaseKind::Ui)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TestVerdict;
    use kessel_kernel::data::{DataDir, LEDGER_FILE};

    const LEDGER: &str = "\
[[case]]\nid = '1'\ntitle = 'a'\nkind = 'mechanic'\n
[[case]]\nid = '2'\ntitle = 'b'\nkind = 'mechanic'\n
[[case]]\nid = '3'\ntitle = 'c'\nkind = 'data'\nmoot = 'x'\n
[[case]]\nid = '4'\ntitle = 'd'\nkind = 'victory'\n
[[case]]\nid = '5'\ntitle = 'e'\nkind = 'note'\n";

    fn verdict(game: &str, cases: &[&str], failures: &[&str]) -> Verdict {
        let owned = |list: &[&str]| list.iter().map(|s| s.to_string()).collect::<Vec<_>>();
        let test = TestVerdict { title: "t".into(), line: 1, cases: owned(cases), failures: owned(failures) };
        Verdict::of("f.toml", game, vec![test])
    }

    #[test]
    fn a_case_is_proven_by_a_passing_test_unless_another_fails() {
        let ledger = Ledger::load(&DataDir::embedded("t", &[(LEDGER_FILE, LEDGER)])).expect("good");
        let all = [verdict("t", &["1", "2"], &[]), verdict("t", &["2"], &["bad"]), verdict("other", &["4"], &[])];
        let coverage = Coverage::of("t", &ledger, &all);
        assert_eq!(coverage.kinds[&CaseKind::Mechanic], Count { total: 2, proven: 1, moot: 0 });
        assert_eq!(coverage.kinds[&CaseKind::Data], Count { total: 1, proven: 0, moot: 1 });
        assert_eq!(coverage.missing, ["2", "4"]);
        let json = serde_json::to_string(&coverage.to_json()).expect("plain");
        let start = r#"{"mechanic":{"total":2,"proven":1,"moot":0},"setup":{"total":0,"proven":0,"moot":0},"victory":"#;
        assert!(json.starts_with(start), "{json}");
        assert!(json.ends_with(r#""missing":["2","4"],"without_help":["1","2","4"]}"#), "{json}");
    }
}
