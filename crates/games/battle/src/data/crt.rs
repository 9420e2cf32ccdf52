//! The combat results table (8.0).

use super::reading::{Printed, Reading};
use kessel_table::data::{Item, Table};

/// What a cell of the table says.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct CrtCell {
    /// Steps to lose.
    pub losses: u8,
    /// Then retreat.
    pub retreat: bool,
}

/// The row for a range of sums, with a cell for each face of the die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrtRow {
    /// The lowest sum of the row.
    pub low: u16,
    /// The highest sum, or `None` for the open last row.
    pub high: Option<u16>,
    /// The cells under the dice 1 to 6.
    pub cells: [CrtCell; 6],
    /// Which of them are printed: `sum` for the range, `1` to `6` for a cell, each with its case.
    pub printed: Printed,
}

/// The combat results table: six tables, one for each quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crt {
    tables: [Vec<CrtRow>; 6],
}

/// The names of the six tables.
const QUOTIENTS: [&str; 6] = ["<1", "1", "2", "3", "4", "5"];
/// The faces of the die, as `printed` marks name the cells.
const FACES: [&str; 6] = ["1", "2", "3", "4", "5", "6"];

impl Crt {
    /// The highest quotient that has a table of its own.
    pub const TOP: usize = QUOTIENTS.len() - 1;

    /// The rows of the table for a quotient: 0 is less than one to one, 5 is five or more.
    pub fn rows(&self, quotient: usize) -> &[CrtRow] {
        &self.tables[quotient.min(Crt::TOP)]
    }

    /// How the table for a quotient is called: `<1`, `1`, ... `5`.
    pub fn title(quotient: usize) -> &'static str {
        QUOTIENTS[quotient.min(Crt::TOP)]
    }

    /// The row of a sum.
    pub fn row(&self, quotient: usize, sum: u16) -> &CrtRow {
        let rows = self.rows(quotient).iter();
        rows.rev().find(|row| row.low <= sum).expect("the first row begins at 0")
    }

    /// The cell under a die of 1 to 6.
    ///
    /// # Panics
    /// On any other die.
    pub fn cell(&self, quotient: usize, sum: u16, die: u8) -> CrtCell {
        self.row(quotient, sum).cells[usize::from(die) - 1]
    }
}

impl CrtCell {
    /// `0`, `3`, `5-R`.
    pub fn text(self) -> String {
        format!("{}{}", self.losses, if self.retreat { "-R" } else { "" })
    }

    fn parse(text: &str) -> Option<CrtCell> {
        let (losses, retreat) = text.strip_suffix("-R").map_or((text, false), |losses| (losses, true));
        Some(CrtCell { losses: losses.parse().ok()?, retreat })
    }
}

impl CrtRow {
    /// `6-12` or `27+`.
    pub fn label(&self) -> String {
        match self.high {
            Some(high) => format!("{}-{high}", self.low),
            None => format!("{}+", self.low),
        }
    }
}

/// Reads `[crt]`.
pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>) -> Option<Crt> {
    let crt = root.table("crt")?.called("CRT");
    reading.source(&crt, "charts.toml crt");
    let mut tables: [Vec<CrtRow>; 6] = Default::default();
    for table in crt.tables("table") {
        let Some(item) = table.need("quotient") else {
            continue;
        };
        let Some(quotient) = item.word(&QUOTIENTS.map(|name| (name, place(name)))) else {
            continue;
        };
        let table = table.called(format!("CRT {}", QUOTIENTS[quotient]));
        if !tables[quotient].is_empty() {
            item.fault("there are two tables for this quotient");
        }
        tables[quotient] = read_rows(&table, reading);
        table.finish();
    }
    for (name, _) in QUOTIENTS.iter().zip(&tables).filter(|(_, rows)| rows.is_empty()) {
        crt.fault(format!("the table for the quotient {name} is missing or has no rows"));
    }
    crt.finish();
    tables.iter().all(|rows| !rows.is_empty()).then_some(Crt { tables })
}

fn place(name: &str) -> usize {
    QUOTIENTS.iter().position(|&known| known == name).expect("asked only for its own names")
}

/// Reads the rows of one table, which must follow each other from 0 to the open row without gap or overlap.
fn read_rows(table: &Table<'_>, reading: &Reading<'_>) -> Vec<CrtRow> {
    let mut rows: Vec<CrtRow> = Vec::new();
    for line in table.tables("rows") {
        let Some(item) = line.need("sum") else {
            continue;
        };
        let Some((low, high)) = item.text().and_then(|text| range(text, &item)) else {
            continue;
        };
        let expected = rows.last().map_or(Some(0), |row| row.high.map(|high| high + 1));
        match expected {
            Some(expected) if low > expected => {
                item.fault(format!("no row covers the sums {expected} to {}", low - 1));
            }
            Some(expected) if low < expected => {
                item.fault(format!("this row begins at {low}, but the one before ends at {}", expected - 1));
            }
            Some(_) => {}
            None => item.fault("a row follows the open one"),
        }
        let line = line.called(format!("CRT {}", item.text().unwrap_or("")));
        let cells = read_cells(&line);
        rows.push(CrtRow { low, high, cells, printed: reading.printed_parts(&line, &FACES) });
        line.finish();
    }
    if rows.last().is_some_and(|row| row.high.is_some()) {
        table.fault("the last row must be open (\"27+\")");
    }
    rows
}

fn read_cells(line: &Table<'_>) -> [CrtCell; 6] {
    let mut cells = [CrtCell::default(); 6];
    let Some(die) = line.need("die") else {
        return cells;
    };
    let items = die.items();
    if items.len() != cells.len() {
        die.fault(format!("{} cells: a row has one for each face of the die", items.len()));
    }
    for (cell, item) in cells.iter_mut().zip(&items) {
        let Some(text) = item.text() else { continue };
        match CrtCell::parse(text) {
            Some(read) => *cell = read,
            None => item.fault(format!("\"{text}\" is no result: write \"3\" or \"3-R\"")),
        }
    }
    cells
}

/// Reads `6-12` or `27+`.
fn range(text: &str, item: &Item<'_>) -> Option<(u16, Option<u16>)> {
    let number = |part: &str| part.parse::<u16>().ok();
    let range = match (text.strip_suffix('+'), text.split_once('-')) {
        (Some(low), _) => number(low).map(|low| (low, None)),
        (None, Some((low, high))) => number(low).zip(number(high)).map(|(low, high)| (low, Some(high))),
        (None, None) => None,
    };
    let range = range.filter(|(low, high)| high.is_none_or(|high| *low <= high && high < u16::MAX));
    if range.is_none() {
        item.fault(format!("\"{text}\" is no range: write \"6-12\" or \"27+\""));
    }
    range
}
