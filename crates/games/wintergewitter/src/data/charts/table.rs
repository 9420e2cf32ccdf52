//! Tables with columns of factors and rows of modified dice.

use kessel_kernel::data::{Reading, Table};

/// Column heads, the die of the first row, and the cells row by row.
pub(super) struct Grid<T> {
    pub(super) columns: Vec<u16>,
    pub(super) first_row: i8,
    pub(super) rows: Vec<Vec<T>>,
}

impl<T> Grid<T> {
    /// Reads the table under `key`; `cell` reads a cell, `like` shows how one is written.
    pub(super) fn read(
        root: &Table<'_>,
        key: &str,
        reading: &Reading<'_>,
        like: &str,
        cell: impl Fn(&str) -> Option<T>,
    ) -> Option<Grid<T>> {
        let table = root.table(key)?.called(key);
        reading.source(&table, format!("charts.toml {key}"));
        let columns = read_columns(&table);
        let first_row: i8 = table.int("first_row", -20..=20);
        let items = table.need("rows").map(|list| list.items()).unwrap_or_default();
        let mut rows = Vec::with_capacity(items.len());
        for item in &items {
            let Some(text) = item.text() else { continue };
            let cells: Vec<_> = text.split_whitespace().collect();
            let wrong = cells.iter().find(|text| cell(text).is_none());
            if let Some(wrong) = wrong {
                item.fault(format!("\"{wrong}\" is no result: write {like}"));
            }
            if cells.len() != columns.len() {
                item.fault(format!("the row has {} cells for {} columns", cells.len(), columns.len()));
            }
            rows.push(cells.iter().filter_map(|text| cell(text)).collect());
        }
        let names = cell_names(&columns, first_row, items.len());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        reading.printed_parts(&table, &names);
        table.finish();
        if items.is_empty() || columns.is_empty() {
            table.fault("it has no cells");
            return None;
        }
        Some(Grid { columns, first_row, rows })
    }
}

/// Heads that grow from left to right.
fn read_columns(table: &Table<'_>) -> Vec<u16> {
    let Some(item) = table.need("columns") else {
        return Vec::new();
    };
    let columns: Vec<u16> = item.items().iter().filter_map(|head| head.int(1..=999)).collect();
    if !columns.is_sorted_by(|left, right| left < right) {
        item.fault("the heads of the columns must grow from left to right");
    }
    columns
}

/// The names of the cells, `column:die`, for the marks of printed ones.
fn cell_names(columns: &[u16], first_row: i8, rows: usize) -> Vec<String> {
    let dice = (i16::from(first_row)..).take(rows);
    dice.flat_map(|die| columns.iter().map(move |column| format!("{column}:{die}"))).collect()
}
