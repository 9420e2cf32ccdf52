//! Rows of a table that stand for a stretch of numbers each: `"7"`, `"2 to 4"`, `"up to 0"`, `"11 and up"`.

use kessel_kernel::data::{Item, Table};
use kessel_kit::{Fact, Limit, Names, Reader, Record, tree};
use serde_json::Value;
use std::fmt;

/// A stretch of whole numbers, both ends included.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Band {
    /// The lowest, or [`i16::MIN`].
    pub low: i16,
    /// The highest, or [`i16::MAX`].
    pub high: i16,
}

impl Band {
    /// All numbers.
    pub const ALL: Band = Band { low: i16::MIN, high: i16::MAX };
    /// What one die shows.
    pub const DIE: Band = Band { low: 1, high: 6 };
    /// What two dice show together.
    pub const TWO_DICE: Band = Band { low: 2, high: 12 };

    /// Is the number in it?
    pub const fn contains(self, number: i16) -> bool {
        self.low <= number && number <= self.high
    }

    /// Reads what [`Band`] writes.
    fn parse(text: &str) -> Option<Band> {
        let number = |text: &str| text.trim().parse::<i16>().ok();
        if text == "any" {
            return Some(Band::ALL);
        }
        if let Some(high) = text.strip_prefix("up to ") {
            return Some(Band { low: i16::MIN, high: number(high)? });
        }
        if let Some(low) = text.strip_suffix(" and up") {
            return Some(Band { low: number(low)?, high: i16::MAX });
        }
        let (low, high) = text.split_once(" to ").unwrap_or((text, text));
        let band = Band { low: number(low)?, high: number(high)? };
        (band.low <= band.high).then_some(band)
    }

    /// The band that a value stands for.
    pub(super) fn read(item: &Item<'_>) -> Option<Band> {
        let text = item.text()?;
        let band = Band::parse(text);
        if band.is_none() {
            let key = item.key();
            item.fault(format!("`{key}` is \"{text}\": write \"7\", \"2 to 4\", \"up to 0\" or \"11 and up\""));
        }
        band
    }
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Band::ALL => f.write_str("any"),
            Band { low: i16::MIN, high } => write!(f, "up to {high}"),
            Band { low, high: i16::MAX } => write!(f, "{low} and up"),
            Band { low, high } if low == high => write!(f, "{low}"),
            Band { low, high } => write!(f, "{low} to {high}"),
        }
    }
}

/// Rows by bands, without gap or overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bands<T> {
    rows: Vec<(Band, T)>,
}

impl<T> Bands<T> {
    /// The row of a number.
    ///
    /// # Panics
    /// If the number lies outside what the table is for (a sum of two dice, say).
    pub fn get(&self, number: i16) -> &T {
        let row = self.rows.iter().find(|(band, _)| band.contains(number));
        &row.expect("the bands cover every number that can come up").1
    }

    /// The rows with their bands, from low to high.
    pub fn rows(&self) -> &[(Band, T)] {
        &self.rows
    }

    /// Reads rows whose band stands under `key`; together they must cover `span` exactly.
    pub(super) fn read(
        table: &Table<'_>,
        lines: Vec<Table<'_>>,
        key: &str,
        span: Band,
        mut row: impl FnMut(&Table<'_>) -> Option<T>,
    ) -> Bands<T> {
        let mut rows = Vec::with_capacity(lines.len());
        let mut bands = Vec::with_capacity(lines.len());
        for line in &lines {
            let value = row(line);
            if let Some(item) = line.need(key)
                && let Some(band) = Band::read(&item)
                && let Some(value) = value
            {
                bands.push((band, item));
                rows.push((band, value));
            }
            line.finish();
        }
        // A row that cannot be read has been reported; what it would have covered is then not missed.
        if bands.len() == lines.len() {
            follow_each_other(table, &bands, span);
        }
        Bands { rows }
    }
}

impl Bands<()> {
    /// Reads a list of bands that stand for themselves; together they must cover `span` exactly.
    pub(super) fn of_list(table: &Table<'_>, items: Vec<Item<'_>>, span: Band) -> Bands<()> {
        let count = items.len();
        let bands = items.into_iter().filter_map(|item| Some((Band::read(&item)?, item)));
        let bands: Vec<_> = bands.collect();
        if bands.len() == count {
            follow_each_other(table, &bands, span);
        }
        Bands { rows: bands.iter().map(|&(band, _)| (band, ())).collect() }
    }
}

impl<T: Fact> Fact for Bands<T> {
    fn fact(&self, names: &Names<'_>) -> Value {
        tree::by_name(&self.rows, |(band, row)| (band.to_string(), row.fact(names)))
    }
}

/// A table of `rows` by the bands under this key, which together cover this span.
pub(super) struct Rows(pub(super) &'static str, pub(super) Band);

impl<T: Record> Limit<Bands<T>> for Rows {
    fn under(self, root: &Table<'_>, key: &str, reader: &Reader<'_>) -> Option<Bands<T>> {
        let table = reader.table(&root.need(key)?)?;
        let rows = Bands::read(&table, table.tables("rows"), self.0, self.1, |line| T::values(line, reader));
        reader.printed(&table);
        table.finish();
        Some(rows)
    }
}

/// Reports gaps and overlaps between bands that should cover `span` in order.
pub(super) fn follow_each_other(table: &Table<'_>, bands: &[(Band, Item<'_>)], span: Band) {
    let (Some((first, first_item)), Some((last, last_item))) = (bands.first(), bands.last()) else {
        table.fault(format!("no row covers {span}"));
        return;
    };
    if first.low != span.low {
        first_item.fault(format!("the rows begin with {first}; they must cover {span}"));
    }
    for pair in bands.windows(2) {
        let ((before, _), (band, item)) = (&pair[0], &pair[1]);
        if before.high == i16::MAX || band.low <= before.high {
            item.fault(format!("the row {band} overlaps the row {before}"));
        } else if band.low != before.high + 1 {
            item.fault(format!("no row covers the numbers between {before} and {band}"));
        }
    }
    if last.high != span.high {
        last_item.fault(format!("the rows end with {last}; they must cover {span}"));
    }
}

#[cfg(test)]
mod tests {
    use super::Band;

    #[test]
    fn bands_read_as_they_are_written() {
        for text in ["7", "2 to 4", "up to 0", "11 and up", "-5 to -2", "up to -6", "any"] {
            let band = Band::parse(text).unwrap();
            assert_eq!(band.to_string(), text);
        }
        for text in ["", "4 to 2", "x", "2-4", "up to", "1 to"] {
            assert_eq!(Band::parse(text), None, "{text}");
        }
        assert!(Band::parse("up to 0").unwrap().contains(-3));
        assert!(!Band::parse("2 to 4").unwrap().contains(5));
    }
}
