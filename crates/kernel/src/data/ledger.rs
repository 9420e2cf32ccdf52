//! The ledger: every rule of a rulebook, by its number.

use super::dir::DataDir;
use super::doc::{Doc, Table};
use super::fault::{Faults, Inspection};
use serde::Serialize;
use std::collections::BTreeMap;

/// The file that holds a game's ledger.
pub const LEDGER_FILE: &str = "rules.toml";

/// What kind of rule a case is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CaseKind {
    /// Something happens, or may not happen.
    Mechanic,
    /// How the game begins.
    Setup,
    /// Points and winning.
    Victory,
    /// A fact of the map, the counters or a chart.
    Data,
    /// What the game consists of.
    Component,
    /// A remark.
    Note,
    /// A matter of the screen.
    Ui,
}

impl CaseKind {
    /// All kinds, in the order in which they are counted.
    pub const ALL: [CaseKind; 7] = [
        CaseKind::Mechanic,
        CaseKind::Setup,
        CaseKind::Victory,
        CaseKind::Data,
        CaseKind::Component,
        CaseKind::Note,
        CaseKind::Ui,
    ];

    /// The word used in files and reports.
    pub const fn word(self) -> &'static str {
        match self {
            CaseKind::Mechanic => "mechanic",
            CaseKind::Setup => "setup",
            CaseKind::Victory => "victory",
            CaseKind::Data => "data",
            CaseKind::Component => "component",
            CaseKind::Note => "note",
            CaseKind::Ui => "ui",
        }
    }
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LedgerCase {
    /// Its number, with our letter where a printed number holds several rules.
    pub id: String,
    /// The rule in a line of our own words.
    pub title: String,
    /// What kind of rule it is.
    pub kind: CaseKind,
    /// Lost components that it rests on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
    /// The number in print, where it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
    /// Why a computer edition cannot breach it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moot: Option<String>,
    /// The rule explained in our own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The rules that one should know with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub see: Vec<String>,
}

/// Every rule of a rulebook, in the order of the book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Ledger {
    cases: Vec<LedgerCase>,
    #[serde(skip)]
    places: BTreeMap<String, usize>,
}

impl Ledger {
    /// Reads the ledger of a game.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub fn load(dir: &DataDir) -> Result<Ledger, Faults> {
        let inspection = Inspection::new();
        let ledger = Doc::open(dir, LEDGER_FILE, &inspection).map(|doc| Ledger::read(&doc.root()));
        inspection.finish(ledger.unwrap_or_default())
    }

    /// Reads a game's data with its ledger. `read` gets no ledger if that is faulty, and gives `None` only after a fault; it opens
    /// its files before it asks for the ledger, so that the faults of all files are listed together.
    ///
    /// # Errors
    /// Everything that is wrong with the files.
    ///
    /// # Panics
    /// If `read` gives `None` without reporting a fault.
    pub fn load_with<T>(
        dir: &DataDir,
        read: impl FnOnce(&Inspection, Option<Ledger>) -> Option<T>,
    ) -> Result<T, Faults> {
        let inspection = Inspection::new();
        let ledger = Ledger::load(dir).map_err(|faults| inspection.absorb(faults)).ok();
        let data = read(&inspection, ledger);
        inspection.finish(data).map(|data| data.expect("without a fault there is data"))
    }

    /// Reads the `[[case]]` tables of a file.
    fn read(root: &Table<'_>) -> Ledger {
        let mut ledger = Ledger::default();
        for table in root.tables("case") {
            let case = LedgerCase::read(table, &ledger);
            ledger.places.insert(case.id.clone(), ledger.cases.len());
            ledger.cases.push(case);
        }
        for table in root.tables("case") {
            for item in table.items("see") {
                if item.text().is_some_and(|id| !ledger.covers(id)) {
                    item.fault("`see` names a rule that the ledger does not have");
                }
            }
        }
        root.finish();
        ledger
    }

    /// The rules, in the order of the book.
    pub fn cases(&self) -> &[LedgerCase] {
        &self.cases
    }

    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.cases.len()
    }

    /// Is there no rule at all?
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    /// The rule with this number.
    pub fn get(&self, id: &str) -> Option<&LedgerCase> {
        self.places.get(id).map(|&place| &self.cases[place])
    }

    /// Is this the number of a rule, or of a section that holds rules (`8.3` holds `8.3.e`)?
    pub fn covers(&self, id: &str) -> bool {
        self.get(id).is_some() || self.within(id).next().is_some()
    }

    /// The rules of a section: those whose number begins with `id` and a dot.
    pub fn within<'l>(&'l self, id: &'l str) -> impl Iterator<Item = &'l LedgerCase> {
        self.cases.iter().filter(move |case| case.id.strip_prefix(id).is_some_and(|rest| rest.starts_with('.')))
    }
}

impl LedgerCase {
    fn read(table: Table<'_>, before: &Ledger) -> LedgerCase {
        let id = table.text("id");
        let table = table.called(format!("case {id}"));
        if before.get(id).is_some() {
            table.fault("is in the ledger twice");
        }
        let optional = |key| table.get(key).and_then(|item| item.text()).map(str::to_owned);
        let words = CaseKind::ALL.map(|kind| (kind.word(), kind));
        let case = LedgerCase {
            id: id.to_owned(),
            title: table.text("title").to_owned(),
            kind: table.word("kind", &words),
            needs: table.items("needs").iter().filter_map(|item| item.text()).map(str::to_owned).collect(),
            printed: optional("printed"),
            moot: optional("moot"),
            help: optional("help"),
            see: table.items("see").iter().filter_map(|item| item.text()).map(str::to_owned).collect(),
        };
        table.finish();
        case
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &'static str) -> Result<Ledger, Faults> {
        Ledger::load(&DataDir::embedded("test", &[(LEDGER_FILE, text)]))
    }

    const GOOD: &str = "\
[[case]]
id = '8.3.a'
title = 'Retreat'
kind = 'mechanic'
needs = ['crt']

[[case]]
id = '11.0'
title = 'Books'
kind = 'note'
moot = 'A list.'
";

    #[test]
    fn a_rule_to_see_must_be_in_the_ledger() {
        let text = "[[case]]\nid = '8.3.a'\ntitle = 'x'\nkind = 'note'\nhelp = 'y'\nsee = ['8.3', '9.1']\n";
        let faults = load(text).unwrap_err().to_string();
        assert!(faults.contains(":6: ") && faults.contains("names a rule that the ledger does not have"), "{faults}");
        assert_eq!(faults.lines().count(), 1, "a section can be named: {faults}");
    }

    #[test]
    fn a_ledger_is_read_in_order_and_found_by_number() {
        let ledger = load(GOOD).unwrap();
        assert_eq!(ledger.len(), 2);
        assert_eq!(ledger.cases()[0].needs, ["crt"]);
        assert_eq!(ledger.get("11.0").unwrap().moot.as_deref(), Some("A list."));
        assert!(ledger.get("8.3").is_none());
        assert!(ledger.covers("8.3") && ledger.covers("11.0") && !ledger.covers("8.30") && !ledger.covers("1"));
        assert_eq!(ledger.within("8").count(), 1);
    }

    #[test]
    fn a_number_given_twice_is_a_fault_on_the_line_of_the_second() {
        let text = Box::leak(format!("{GOOD}\n[[case]]\nid = '8.3.a'\ntitle = 'x'\nkind = 'note'\n").into_boxed_str());
        let faults = load(text).unwrap_err();
        assert_eq!(faults.to_string(), "rules.toml:13: case 8.3.a: is in the ledger twice");
    }

    #[test]
    fn unknown_kinds_and_keys_are_faults_and_all_are_listed() {
        let faults = load("[[case]]\nid = '1'\ntitle = 'x'\nkind = 'rule'\nhelpp = 'y'\n").unwrap_err();
        let lines: Vec<_> = faults.iter().map(|fault| fault.line).collect();
        assert_eq!(lines, [4, 5]);
        assert!(faults.to_string().contains("`kind` is \"rule\", not \"mechanic\" or"), "{faults}");
        assert!(faults.to_string().contains("there is no key `helpp` here"), "{faults}");
    }

    #[test]
    fn the_ledgers_of_all_five_games_have_no_fault() {
        let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");
        let cases = [("battle", 369), ("drive", 511), ("roads", 803), ("waw", 745), ("wintergewitter", 692)];
        for (game, count) in cases {
            let text = std::fs::read_to_string(format!("{data}/{game}/{LEDGER_FILE}")).unwrap();
            let ledger = Ledger::load(&DataDir::embedded(game, &[]).with(LEDGER_FILE, text));
            assert_eq!(ledger.unwrap_or_else(|faults| panic!("{game}: {faults}")).len(), count, "{game}");
        }
    }
}
