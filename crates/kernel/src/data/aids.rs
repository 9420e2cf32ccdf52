//! The player aids of a game: charts in words, the states of its counters, the places beside the map.
//!
//! A chart is not written twice. `aids.toml` says which table of which data file it is, and what its columns are called:
//!
//! ```toml
//! [[chart]]
//! id = "terrain"
//! title = "Terrain"
//! cases = ["9.10", "9.11"]
//! file = "charts.toml"
//! rows = "terrain"                          # a list of tables, or a table of which every entry is a row
//! columns = [["Ground", "@"], ["On foot", "foot"]]      # a heading, and the path in the row; "@" is the key of the row
//! names = { clear = "Clear ground" }        # words for heads of rows
//! turned = true                             # rows become columns
//! first = 1                                 # rows of a list are numbered from here, for "@"; "#2" is the third word of a row that is a text
//! each = "crt.table"                        # a chart for each of these; `rows` is then within it,
//! key = "quotient"                          # this tells them apart, and {} in the title stands for it
//! ```

use super::dir::DataDir;
use super::doc::{Doc, Item, Table};
use super::fault::Inspection;
use super::ledger::Ledger;
use super::reading::{optional_text, texts};
use crate::view::{Badge, Beside, Chart, Lit};
use std::collections::BTreeMap;

/// The file that holds a game's player aids.
pub const AIDS_FILE: &str = "aids.toml";

/// Keys that say where values come from: no part of a chart.
const NO_ROW: [&str; 2] = ["source", "printed"];

/// The player aids of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aids {
    /// Charts, with the scenarios that have them; none means all.
    charts: Vec<(Vec<String>, Chart)>,
    /// The states of counters.
    pub badges: Vec<Badge>,
    /// The places beside the map.
    pub beside: Vec<Beside>,
}

impl Aids {
    /// Reads the player aids. `None` only after a fault.
    pub fn read(dir: &DataDir, ledger: &Ledger, inspection: &Inspection) -> Option<Aids> {
        let doc = Doc::open(dir, AIDS_FILE, inspection)?;
        let root = doc.root();
        let mut aids = Aids::default();
        for table in root.tables("chart") {
            aids.read_chart(dir, &table, ledger, inspection);
        }
        for table in root.tables("badge") {
            aids.badges.push(Badge {
                flag: table.text("flag").to_owned(),
                text: table.text("text").to_owned(),
                case: known(&table, ledger, "case"),
                supply: table.flag("supply"),
            });
            table.finish();
        }
        for table in root.tables("beside") {
            let (id, name) = (table.text("id").to_owned(), table.text("name").to_owned());
            aids.beside.push(Beside { id, name, gone: table.flag("gone") });
            table.finish();
        }
        root.finish();
        Some(aids)
    }

    /// The charts of a scenario.
    pub fn charts(&self, scenario: &str) -> Vec<Chart> {
        let fits = |scenarios: &[String]| scenarios.is_empty() || scenarios.iter().any(|id| id == scenario);
        self.charts.iter().filter(|(scenarios, _)| fits(scenarios)).map(|(_, chart)| chart.clone()).collect()
    }

    fn read_chart(&mut self, dir: &DataDir, table: &Table<'_>, ledger: &Ledger, inspection: &Inspection) {
        let plan = Plan::read(table, ledger);
        let file = table.text("file");
        let Some(doc) = Doc::open(dir, file, inspection) else { return };
        let each = optional_text(table, "each").unwrap_or_default();
        let key = optional_text(table, "key").unwrap_or_default();
        let parts = if each.is_empty() {
            vec![doc.root()]
        } else {
            doc.root().find(&each).map(|list| list.items()).unwrap_or_default().iter().filter_map(Item::table).collect()
        };
        let before = self.charts.len();
        for part in parts {
            let found = part.find(&key).map(|item| item.plain()).unwrap_or_default();
            if let Some(chart) = plan.chart(&part, found) {
                self.charts.push((plan.scenarios.clone(), chart));
            }
        }
        if self.charts.len() == before {
            table.fault(format!("{file} has no rows at `{}`", plan.rows));
        }
        table.finish();
    }
}

/// How a chart is made of a table of data.
struct Plan {
    chart: Chart,
    scenarios: Vec<String>,
    rows: String,
    columns: Vec<(String, String)>,
    names: BTreeMap<String, String>,
    turned: bool,
    first: Option<i32>,
}

impl Plan {
    fn read(table: &Table<'_>, ledger: &Ledger) -> Plan {
        let cases = texts(&table.items("cases"));
        for case in cases.iter().filter(|case| !ledger.covers(case)) {
            table.fault(format!("`cases` names the case {case}, which the ledger does not have"));
        }
        let lit = table
            .get("lit")
            .and_then(|item| item.word(&[("turn", Lit::Turn), ("battle", Lit::Battle), ("terrain", Lit::Terrain)]));
        let text = |item: &Item<'_>| item.text().unwrap_or_default().to_owned();
        let columns = table.items("columns").into_iter().filter_map(|pair| match &pair.items()[..] {
            [head, path] => Some((text(head), text(path))),
            _ => {
                pair.fault("a column is a heading and a path");
                None
            }
        });
        let names = table.get("names").and_then(|item| item.table());
        let names = names.map(|names| names.entries().iter().map(|item| (item.key().to_owned(), text(item))).collect());
        Plan {
            columns: columns.collect(),
            chart: Chart {
                id: table.text("id").to_owned(),
                title: table.text("title").to_owned(),
                cases,
                note: optional_text(table, "note").unwrap_or_default(),
                lit,
                ..Chart::default()
            },
            scenarios: texts(&table.items("scenarios")),
            rows: table.text("rows").to_owned(),
            names: names.unwrap_or_default(),
            turned: table.flag("turned"),
            first: table.get("first").and_then(|item| item.int(-99..=99)),
        }
    }

    /// The chart, if there are rows.
    fn chart(&self, part: &Table<'_>, key: String) -> Option<Chart> {
        let rows = part.find(&self.rows)?;
        let rows: Vec<_> = if rows.is_table() {
            rows.table()?
                .entries()
                .iter()
                .filter(|row| !NO_ROW.contains(&row.key()))
                .map(|row| self.row(row, row.key()))
                .collect()
        } else {
            let number = |n: usize| self.first.map_or(String::new(), |first| (first + n as i32).to_string());
            rows.items().iter().enumerate().map(|(n, row)| self.row(row, &number(n))).collect()
        };
        let heads = self.columns.iter().map(|(head, _)| head.clone()).collect();
        let (heads, rows) = if self.turned { turned(heads, rows) } else { (heads, rows) };
        let title = self.chart.title.replace("{}", &key);
        let id = if key.is_empty() { self.chart.id.clone() } else { format!("{}-{key}", self.chart.id) };
        (!rows.is_empty()).then(|| Chart { id, title, heads, rows, key, ..self.chart.clone() })
    }

    fn row(&self, row: &Item<'_>, key: &str) -> Vec<String> {
        let table = row.is_table().then(|| row.table()).flatten();
        let word = |n: &str| n.parse().ok().and_then(|n| row.plain().split_whitespace().nth(n).map(str::to_owned));
        let cell = |path: &str| match (path, &table) {
            ("@", _) => key.to_owned(),
            (path, None) if path.starts_with('#') => word(&path[1..]).unwrap_or_default(),
            ("=", _) | (_, None) => row.plain(),
            (path, Some(table)) => table.find(path).map(|item| item.plain()).unwrap_or_default(),
        };
        let named = |text: String| self.names.get(&text).cloned().unwrap_or(text);
        self.columns.iter().map(|(_, path)| named(cell(path))).collect()
    }
}

/// Rows as columns: the first cell of each row becomes a head.
fn turned(heads: Vec<String>, rows: Vec<Vec<String>>) -> (Vec<String>, Vec<Vec<String>>) {
    let mut columns = std::iter::once(heads).chain(rows).map(Vec::into_iter).collect::<Vec<_>>();
    let mut next = || columns.iter_mut().map(|column| column.next().unwrap_or_default()).collect::<Vec<_>>();
    let first = next();
    let mut rest = Vec::new();
    loop {
        let row = next();
        if row.iter().all(String::is_empty) {
            return (first, rest);
        }
        rest.push(row);
    }
}

/// A case that must be there and in the ledger.
fn known(table: &Table<'_>, ledger: &Ledger, key: &str) -> String {
    let case = table.text(key);
    if !ledger.covers(case) {
        table.fault(format!("`{key}` names the case {case}, which the ledger does not have"));
    }
    case.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::LEDGER_FILE;

    const RULES: &str = "[[case]]\nid = '8.3'\ntitle = 'x'\nkind = 'note'\n";
    const CHARTS: &str = "fire = ['- - 1/2', 'a b c']\n[ground]\nsource = 'reconstructed'\nwood = { foot = 2 }\nopen = { foot = 1, horse = true }\n\n\
        [[crt]]\nodds = '1:2'\nrows = [{ sum = '0-5', die = ['a', 'b'] }]\n[[crt]]\nodds = '1:1'\nrows = [{ sum = '0-9', die = ['c', 'd'] }]\n";

    fn read(text: &str) -> Result<Aids, String> {
        let dir = DataDir::embedded("test", &[(LEDGER_FILE, RULES), ("charts.toml", CHARTS)]);
        let dir = dir.with(AIDS_FILE, format!("badge = []\nbeside = []\n{text}"));
        let ledger = Ledger::load(&dir).unwrap();
        let inspection = Inspection::new();
        let aids = Aids::read(&dir, &ledger, &inspection).unwrap_or_default();
        inspection.finish(aids).map_err(|faults| faults.to_string())
    }

    #[test]
    fn a_chart_is_a_table_of_the_data_in_words() {
        let aids = read(
            "[[chart]]\nid = 'ground'\ntitle = 'Ground'\ncases = ['8.3']\nfile = 'charts.toml'\nrows = 'ground'\nlit = 'terrain'\n\
             columns = [['Ground', '@'], ['Foot', 'foot'], ['Horse', 'horse']]\nnames = { wood = 'Forest' }\n",
        );
        let [chart] = &aids.unwrap().charts("any")[..] else { panic!("one chart") };
        assert_eq!(chart.heads, ["Ground", "Foot", "Horse"]);
        assert_eq!(chart.rows, [["Forest", "2", ""], ["open", "1", "yes"]], "in the order of the file");
        assert_eq!(chart.lit, Some(Lit::Terrain));
    }

    #[test]
    fn rows_of_words_are_taken_apart_and_numbered() {
        let aids = read(
            "[[chart]]\nid = 'crt'\ntitle = 'Fire'\ncases = ['8.3']\nfile = 'charts.toml'\nrows = 'fire'\nfirst = -1\n\
             columns = [['Die', '@'], ['one', '#0'], ['three', '#2'], ['four', '#3']]\n",
        );
        let [chart] = &aids.unwrap().charts("any")[..] else { panic!("one chart") };
        assert_eq!(chart.rows, [["-1", "-", "1/2", ""], ["0", "a", "c", ""]]);
    }

    #[test]
    fn charts_of_one_kind_are_told_apart_and_can_be_turned() {
        let aids = read(
            "[[chart]]\nid = 'crt'\ntitle = 'Odds {}'\ncases = ['8.3']\nfile = 'charts.toml'\neach = 'crt'\nkey = 'odds'\nrows = 'rows'\n\
             columns = [['Die', 'sum'], ['1', 'die.0'], ['2', 'die.1']]\nturned = true\nscenarios = ['blue']\n",
        )
        .unwrap();
        assert!(aids.charts("uranus").is_empty());
        let charts = aids.charts("blue");
        assert_eq!(charts.iter().map(|c| c.title.as_str()).collect::<Vec<_>>(), ["Odds 1:2", "Odds 1:1"]);
        assert_eq!(charts[1].heads, ["Die", "0-9"]);
        assert_eq!(charts[1].rows, [["1", "c"], ["2", "d"]]);
        assert_eq!(charts[1].key, "1:1");
    }

    #[test]
    fn what_leads_nowhere_is_a_fault() {
        let faults = read(
            "[[chart]]\nid = 'x'\ntitle = 'X'\ncases = ['9.9']\nfile = 'charts.toml'\nrows = 'sky'\ncolumns = []\n",
        )
        .unwrap_err();
        assert!(faults.contains("9.9") && faults.contains("no rows at `sky`"), "{faults}");
    }
}
