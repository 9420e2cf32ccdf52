//! Briefings: what the players of a scenario should know before the first turn, in our own words.

use super::dir::DataDir;
use super::doc::{Doc, Table};
use super::fault::Inspection;
use super::ledger::Ledger;
use crate::view::Briefing;
use std::collections::BTreeMap;

/// The file that holds a game's briefings. It says nothing about play: the fingerprint of the data leaves it out, as it does the ledger.
pub const BRIEFING_FILE: &str = "briefings.toml";

/// The briefings of a game, by scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Briefings(BTreeMap<String, Briefing>);

impl Briefings {
    /// Reads the `[[scenario]]` tables of the file. Rules named in brackets (`(10.1)`) must stand in the ledger, and each of `scenarios` must
    /// have its briefing.
    pub fn read(dir: &DataDir, inspection: &Inspection, ledger: &Ledger, scenarios: &[&str]) -> Option<Briefings> {
        let doc = Doc::open(dir, BRIEFING_FILE, inspection)?;
        let root = doc.root();
        let mut briefings = Briefings::default();
        for table in root.tables("scenario") {
            let id = table.text("id");
            let table = table.called(format!("briefing {id}"));
            if !scenarios.contains(&id) {
                table.fault("there is no such scenario");
            }
            briefings.0.insert(id.to_owned(), read_one(&table, ledger));
        }
        for id in scenarios.iter().filter(|id| !briefings.0.contains_key(**id)) {
            inspection.report(BRIEFING_FILE, 0, format!("scenario {id} has no briefing"));
        }
        root.finish();
        Some(briefings)
    }

    /// The briefing of a scenario.
    pub fn of(&self, scenario: &str) -> Option<Briefing> {
        self.0.get(scenario).cloned()
    }
}

fn read_one(table: &Table<'_>, ledger: &Ledger) -> Briefing {
    let lines = |key| -> Vec<String> {
        let items = table.items(key);
        if items.is_empty() {
            table.fault(format!("`{key}` says nothing"));
        }
        let words = |text: &str| {
            for id in named(text).filter(|id| !ledger.covers(id)) {
                table.fault(format!("`{key}` names rule {id}, which the ledger does not have"));
            }
            text.to_owned()
        };
        items.iter().filter_map(|item| item.text()).map(words).collect()
    };
    let briefing = Briefing {
        situation: lines("situation"),
        axis: lines("axis"),
        soviet: lines("soviet"),
        victory: lines("victory"),
        special: lines("special"),
    };
    table.finish();
    briefing
}

/// The rules named in brackets at the end of a text: `(10.1, 10.4)`.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let inside = text.strip_suffix(')').and_then(|text| text.rsplit_once('(')).map_or("", |(_, inside)| inside);
    inside.split(", ").filter(|id| !id.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::LEDGER_FILE;

    const RULES: &str = "[[case]]\nid = '4.5'\ntitle = 'Winning'\nkind = 'victory'\n";

    fn read(text: &'static str) -> Result<Option<Briefings>, String> {
        let dir = DataDir::embedded("test", &[(LEDGER_FILE, RULES), (BRIEFING_FILE, text)]);
        let ledger = Ledger::load(&dir).expect("a good ledger");
        let inspection = Inspection::new();
        let briefings = Briefings::read(&dir, &inspection, &ledger, &["blue"]);
        inspection.finish(briefings).map_err(|faults| faults.to_string())
    }

    const GOOD: &str = "[[scenario]]\nid = 'blue'\nsituation = ['Summer.']\naxis = ['Go east.']\nsoviet = ['Hold.']\n\
                        victory = ['Six points (4.5)']\nspecial = ['Dust.']\n";

    #[test]
    fn a_briefing_is_read_as_it_stands() {
        let briefing = read(GOOD).expect("good").and_then(|all| all.of("blue")).expect("there");
        assert_eq!(briefing.victory, ["Six points (4.5)"]);
        assert_eq!(briefing.situation, ["Summer."]);
    }

    #[test]
    fn a_scenario_without_briefing_and_a_rule_that_is_none_are_faults() {
        assert!(read("").unwrap_err().contains("scenario blue has no briefing"));
        let wrong: &'static str = Box::leak(GOOD.replace("4.5", "4.9").into_boxed_str());
        assert!(read(wrong).unwrap_err().contains("names rule 4.9"));
        let silent: &'static str = Box::leak(GOOD.replace("'Dust.'", "").into_boxed_str());
        assert!(read(silent).unwrap_err().contains("`special` says nothing"));
    }
}
