//! What the readers of all games share: where values come from, ids, tables of plain numbers.

use super::doc::{Item, Table};
use super::ledger::Ledger;
use super::source::Source;
use crate::Side;
use serde::Serialize;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Where the values of one table of a file come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableSource {
    /// The file and the table in it: `map.toml hexes`.
    pub table: String,
    /// Printed or reconstructed.
    pub source: Source,
}

/// Marks of single values that the rulebook states: the value's key, and the case that states it.
pub type Printed = BTreeMap<String, String>;

/// The words for the two sides.
pub const SIDES: [(&str, Side); 2] = [("axis", Side::Axis), ("soviet", Side::Soviet)];

/// The ledger to check references against, and the sources seen so far.
pub struct Reading<'l> {
    ledger: &'l Ledger,
    sources: RefCell<Vec<TableSource>>,
}

impl<'l> Reading<'l> {
    /// Nothing is read yet.
    pub fn new(ledger: &'l Ledger) -> Reading<'l> {
        Reading { ledger, sources: RefCell::default() }
    }

    /// Notes where a table's values come from.
    pub fn source(&self, table: &Table<'_>, name: impl Into<String>) {
        let source = Source::of(table, self.ledger);
        self.sources.borrow_mut().push(TableSource { table: name.into(), source });
    }

    /// Reads which values of a table are printed.
    pub fn printed(&self, table: &Table<'_>) -> Printed {
        Source::printed(table, self.ledger, &[])
    }

    /// Reads which values of a table, or which of its parts, are printed.
    pub fn printed_parts(&self, table: &Table<'_>, parts: &[&str]) -> Printed {
        Source::printed(table, self.ledger, parts)
    }

    /// The case under `case`, which must be in the ledger; it may be left out.
    pub fn case(&self, table: &Table<'_>) -> Option<String> {
        let item = table.get("case")?;
        let case = item.text()?;
        if !self.ledger.covers(case) {
            item.fault(format!("`case` names the case {case}, which the ledger does not have"));
        }
        Some(case.to_owned())
    }

    /// A section of the rules, which must be in the ledger.
    pub fn section(&self, item: &Item<'_>) -> Option<String> {
        let section = item.text()?;
        if !self.ledger.covers(section) {
            item.fault(format!("the ledger has no section {section}"));
        }
        Some(section.to_owned())
    }

    /// Everything noted, in the order of reading.
    pub fn into_sources(self) -> Vec<TableSource> {
        self.sources.into_inner()
    }
}

/// The text of a table that may be left out.
pub fn optional_text(table: &Table<'_>, key: &str) -> Option<String> {
    Some(table.get(key)?.text()?.to_owned())
}

/// The texts of a list.
pub fn texts(items: &[Item<'_>]) -> Vec<String> {
    items.iter().filter_map(Item::text).map(str::to_owned).collect()
}

/// A small number that counts things of one kind from 0: `small_id! { /// A unit. UnitId, u16 }`.
/// `Serialize` and `Deserialize` of serde must be in scope.
#[macro_export]
macro_rules! small_id {
    ($(#[$doc:meta])* $name:ident, $ty:ty) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $ty);

        impl $name {
            /// The id as an array index.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The id for an array index.
            pub(crate) fn at(index: usize) -> $name {
                $name(<$ty>::try_from(index).expect("the readers let no more in than an id can count"))
            }
        }
    };
}

/// A table of plain numbers: a struct, and how to read it. For the module `data` of a game; `Serialize` must be in scope.
#[allow(clippy::crate_in_macro_def)] // the module `data` of the game is meant
#[macro_export]
macro_rules! numbers {
    ($(#[$doc:meta])* $name:ident in $file:literal, $table:literal { $($(#[$fdoc:meta])* $field:ident: $ty:ty = $range:expr,)* }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
        pub struct $name {
            $($(#[$fdoc])* pub $field: $ty,)*
        }

        impl $name {
            pub(in crate::data) fn read(
                root: &$crate::data::Table<'_>,
                reading: &$crate::data::Reading<'_>,
            ) -> Option<$name> {
                let table = root.table($table)?.called($table);
                reading.source(&table, concat!($file, " ", $table));
                reading.printed(&table);
                let numbers = $name { $($field: table.int(stringify!($field), $range),)* };
                table.finish();
                // A missing number has been reported; without it nothing that counts on it should be judged.
                [$(stringify!($field)),*].iter().all(|key| table.has(key)).then_some(numbers)
            }
        }
    };
}
