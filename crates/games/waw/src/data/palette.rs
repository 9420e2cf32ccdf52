//! 8.1, 8.3 What the sizes of units stand for, and the types that the game knows.

use kessel_kernel::data::{Reading, Table, texts};
use serde::Serialize;

/// How many men, tanks or guns a unit of some size has (8.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Size {
    /// `infantry-battalion`.
    pub id: String,
    /// At least.
    pub least: u16,
    /// At most.
    pub most: u16,
    /// `men`, `tanks` or `guns`.
    pub of: String,
}

/// Reads `[sizes]` and `[types]`.
pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>) -> (Vec<Size>, Vec<String>) {
    let mut sizes = Vec::new();
    if let Some(table) = root.table("sizes").map(|table| table.called("sizes")) {
        reading.source(&table, "units.toml sizes");
        for row in table.tables("list") {
            sizes.push(Size {
                id: row.text("id").to_owned(),
                least: row.int("least", 1..=2000),
                most: row.int("most", 1..=2000),
                of: row.text("of").to_owned(),
            });
            row.finish();
        }
        table.finish();
    }
    let mut types = Vec::new();
    if let Some(table) = root.table("types").map(|table| table.called("types")) {
        reading.source(&table, "units.toml types");
        types = texts(&table.items("list"));
        table.finish();
    }
    (sizes, types)
}
