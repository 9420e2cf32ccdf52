//! The tree of facts of a game's data, for `data` assertions in case files.

use kessel_table::data::{Source, TableSource};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The word that a value is written as; empty if it is no word.
pub fn word(value: &impl Serialize) -> String {
    json!(value).as_str().unwrap_or_default().to_owned()
}

/// Where every table of the data files comes from: `printed 8.0`, or `reconstructed`.
pub fn sources(tables: &[TableSource]) -> Map<String, Value> {
    let source = |table: &TableSource| match &table.source {
        Source::Reconstructed => "reconstructed".to_owned(),
        Source::Printed(cases) => format!("printed {}", cases.join(", ")),
    };
    tables.iter().map(|table| (table.table.clone(), source(table).into())).collect()
}
