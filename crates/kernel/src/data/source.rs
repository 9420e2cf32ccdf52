//! Where the values of a table come from: the rulebook's text, or our reconstruction.

use super::doc::Table;
use super::ledger::Ledger;
use serde::Serialize;
use std::collections::BTreeMap;

/// Where a table's values come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The rulebook states them, in these cases.
    Printed(Vec<String>),
    /// The component is lost; we made the values.
    Reconstructed,
}

impl Source {
    /// Reads the key `source` of a table: `"printed 8.1, 8.2"` or `"reconstructed"`. The cases must be in the ledger.
    pub fn of(table: &Table<'_>, ledger: &Ledger) -> Source {
        let Some(item) = table.need("source") else {
            return Source::Reconstructed;
        };
        let text = item.text().unwrap_or("reconstructed");
        if text == "reconstructed" {
            return Source::Reconstructed;
        }
        let Some(cases) = text.strip_prefix("printed ") else {
            item.fault(format!("`source` is \"{text}\", not \"reconstructed\" or \"printed\" with its cases"));
            return Source::Reconstructed;
        };
        let cases: Vec<_> = cases.split(',').map(|case| case.trim().to_owned()).collect();
        for case in cases.iter().filter(|case| !ledger.covers(case)) {
            item.fault(format!("`source` names the case {case}, which the ledger does not have"));
        }
        Source::Printed(cases)
    }

    /// Reads the key `printed` of a table, if it is there: which of its values the rulebook states, each with its case.
    /// A mark is a key of the table, or one of `parts` (the cells of a row, say).
    pub fn printed(table: &Table<'_>, ledger: &Ledger, parts: &[&str]) -> BTreeMap<String, String> {
        let Some(marks) = table.get("printed").and_then(|item| item.table()) else {
            return BTreeMap::new();
        };
        let mut printed = BTreeMap::new();
        for mark in marks.entries() {
            let Some(case) = mark.text() else { continue };
            if !table.has(mark.key()) && !parts.contains(&mark.key()) {
                mark.fault(format!("`printed` marks `{}`, which is not there", mark.key()));
            }
            if !ledger.covers(case) {
                mark.fault(format!("`printed` names the case {case}, which the ledger does not have"));
            }
            printed.insert(mark.key().to_owned(), case.to_owned());
        }
        printed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{DataDir, Doc, Inspection, LEDGER_FILE};

    fn read(text: &'static str) -> (Source, BTreeMap<String, String>, String) {
        let rules = "[[case]]\nid = '8.3.a'\ntitle = 'x'\nkind = 'note'\n";
        let dir = DataDir::embedded("test", &[(LEDGER_FILE, rules), ("map.toml", text)]);
        let ledger = Ledger::load(&dir).unwrap();
        let inspection = Inspection::new();
        let doc = Doc::open(&dir, "map.toml", &inspection).unwrap();
        let source = Source::of(&doc.root(), &ledger);
        let printed = Source::printed(&doc.root(), &ledger, &["5"]);
        let faults = inspection.finish(()).map_or_else(|faults| faults.to_string(), |()| String::new());
        (source, printed, faults)
    }

    #[test]
    fn a_table_says_where_its_values_come_from() {
        assert_eq!(read("source = 'reconstructed'").0, Source::Reconstructed);
        let (source, printed, faults) =
            read("source = 'printed 8.3'\nmax = 1\nprinted = { max = '8.3.a', 5 = '8.3.a' }");
        assert_eq!(source, Source::Printed(vec!["8.3".to_owned()]));
        assert_eq!(printed["max"], "8.3.a");
        assert_eq!(faults, "");
    }

    #[test]
    fn sources_and_marks_that_lead_nowhere_are_faults() {
        let (_, _, faults) = read("source = 'guessed'\nmax = 1\nprinted = { min = '8.3.a', max = '9.9' }");
        assert_eq!(
            faults,
            "map.toml:1: `source` is \"guessed\", not \"reconstructed\" or \"printed\" with its cases\n\
             map.toml:3: `printed` marks `min`, which is not there\n\
             map.toml:3: `printed` names the case 9.9, which the ledger does not have"
        );
        assert_eq!(
            read("source = 'printed 1.2'").2,
            "map.toml:1: `source` names the case 1.2, which the ledger does not have"
        );
        assert_eq!(read("").2, "map.toml:1: `source` is missing");
    }
}
