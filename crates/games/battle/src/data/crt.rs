//! The combat results table (8.0).

use kessel_kernel::data::{Item, Printed, Table};
use kessel_kit::record::lines;
use kessel_kit::{Fact, Names, Read, Reader, records, tree};
use serde_json::Value;

/// What a cell of the table says.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct CrtCell {
    /// Steps to lose.
    pub losses: u8,
    /// Then retreat.
    pub retreat: bool,
}

records! {
    /// The row for a range of sums, with a cell for each face of the die.
    pub struct CrtRow as "CRT" by sum parts("1", "2", "3", "4", "5", "6") {
        /// The lowest sum of the row.
        pub low: u16 => |line, _| Some(sums(line)?.0),
        /// The highest sum, or `None` for the open last row.
        pub high: Option<u16> => |line, _| Some(sums(line)?.1),
        /// The cells under the dice 1 to 6.
        pub cells: [CrtCell; 6] => cells,
        /// Which of them are printed: `sum` for the range, `1` to `6` for a cell, each with its case.
        pub printed: Printed,
    }
}

/// The combat results table: six tables, one for each quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crt {
    tables: [Vec<CrtRow>; 6],
}

/// The names of the six tables.
const QUOTIENTS: [&str; 6] = ["<1", "1", "2", "3", "4", "5"];

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

impl Fact for CrtCell {
    fn fact(&self, _: &Names<'_>) -> Value {
        self.text().into()
    }
}

impl Read for Crt {
    fn read(item: &Item<'_>, reader: &Reader<'_>) -> Option<Crt> {
        let crt = reader.table(item)?.called("CRT");
        let mut tables: [Vec<CrtRow>; 6] = Default::default();
        for table in crt.tables("table") {
            let Some(item) = table.need("quotient") else { continue };
            let places: Vec<_> = QUOTIENTS.into_iter().zip(0..).collect();
            let Some(quotient) = item.word(&places) else { continue };
            let table = table.called(format!("CRT {}", QUOTIENTS[quotient]));
            if !tables[quotient].is_empty() {
                item.fault("there are two tables for this quotient");
            }
            if let Some(list) = table.need("rows") {
                tables[quotient] = rows(QUOTIENTS[quotient], &list, reader);
            }
            table.finish();
        }
        for (name, _) in QUOTIENTS.iter().zip(&tables).filter(|(_, rows)| rows.is_empty()) {
            crt.fault(format!("the table for the quotient {name} is missing or has no rows"));
        }
        crt.finish();
        tables.iter().all(|rows| !rows.is_empty()).then_some(Crt { tables })
    }
}

/// The rows of one table, which must follow each other from 0 to the open row without gap or overlap.
fn rows(title: &str, list: &Item<'_>, reader: &Reader<'_>) -> Vec<CrtRow> {
    let (mut rows, mut expected) = (Vec::new(), Some(0));
    for (line, row) in lines::<CrtRow>(list, reader) {
        let (line, low) = (line.called(format!("CRT {title}")), row.low);
        match expected {
            Some(expected) if low > expected => {
                line.fault(format!("no row covers the sums {expected} to {}", low - 1));
            }
            Some(expected) if low < expected => {
                line.fault(format!("this row begins at {low}, but the one before ends at {}", expected - 1));
            }
            Some(_) => {}
            None => line.fault("a row follows the open one"),
        }
        expected = row.high.map(|high| high + 1);
        rows.push(row);
    }
    if expected.is_some_and(|expected| expected > 0) {
        list.fault("the last row must be open (\"27+\")");
    }
    rows
}

fn cells(line: &Table<'_>, _: &Reader<'_>) -> Option<[CrtCell; 6]> {
    let mut cells = [CrtCell::default(); 6];
    let die = line.need("die")?;
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
    Some(cells)
}

/// The sums of a row, `6-12` or `27+`.
fn sums(line: &Table<'_>) -> Option<(u16, Option<u16>)> {
    let item = line.need("sum")?;
    let text = item.text()?;
    let number = |part: &str| part.parse::<u16>().ok();
    let sums = match (text.strip_suffix('+'), text.split_once('-')) {
        (Some(low), _) => number(low).map(|low| (low, None)),
        (None, Some((low, high))) => number(low).zip(number(high)).map(|(low, high)| (low, Some(high))),
        (None, None) => None,
    };
    let sums = sums.filter(|(low, high)| high.is_none_or(|high| *low <= high && high < u16::MAX));
    if sums.is_none() {
        item.fault(format!("\"{text}\" is no range: write \"6-12\" or \"27+\""));
    }
    sums
}

impl Fact for Crt {
    fn fact(&self, _: &Names<'_>) -> Value {
        tree::by_name(0..=Crt::TOP, |quotient| {
            let rows = tree::by_name(self.rows(quotient), |row| {
                let cells = (1..).zip(row.cells);
                (row.label(), tree::by_name(cells, |(die, cell): (u8, _)| (die.to_string(), cell.text())))
            });
            (Crt::title(quotient).to_owned(), rows)
        })
    }
}
