//! What the readers of all files share.

use kessel_table::Side;
use kessel_table::data::{Ledger, Source, Table};
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
pub(super) type Printed = BTreeMap<String, String>;

/// The words for the two sides.
pub(super) const SIDES: [(&str, Side); 2] = [("axis", Side::Axis), ("soviet", Side::Soviet)];

/// The ledger to check references against, and the sources seen so far.
pub(super) struct Reading<'l> {
    ledger: &'l Ledger,
    sources: RefCell<Vec<TableSource>>,
}

impl<'l> Reading<'l> {
    pub(super) fn new(ledger: &'l Ledger) -> Reading<'l> {
        Reading { ledger, sources: RefCell::default() }
    }

    /// Notes where a table's values come from.
    pub(super) fn source(&self, table: &Table<'_>, name: impl Into<String>) {
        let source = Source::of(table, self.ledger);
        self.sources.borrow_mut().push(TableSource { table: name.into(), source });
    }

    /// Reads which values of a table are printed.
    pub(super) fn printed(&self, table: &Table<'_>) -> Printed {
        Source::printed(table, self.ledger, &[])
    }

    /// Reads which values of a table, or which of its parts, are printed.
    pub(super) fn printed_parts(&self, table: &Table<'_>, parts: &[&str]) -> Printed {
        Source::printed(table, self.ledger, parts)
    }

    pub(super) fn into_sources(self) -> Vec<TableSource> {
        self.sources.into_inner()
    }
}

/// A small number that counts things of one kind from 0.
macro_rules! small_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u8);

        impl $name {
            /// The id as an array index.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The id for an array index below 256.
            pub(crate) fn at(index: usize) -> $name {
                $name(u8::try_from(index).expect("the readers let no more than 128 in"))
            }
        }
    };
}
pub(super) use small_id;

/// The text of a table that may be left out.
pub(super) fn optional_text(table: &Table<'_>, key: &str) -> Option<String> {
    Some(table.get(key)?.text()?.to_owned())
}

/// Reads `turn N` with N on the turn track.
pub(super) fn turn_of(text: &str, last_turn: u8) -> Option<Result<u8, String>> {
    let number = text.strip_prefix("turn ")?;
    let turn = number.parse::<u8>().ok().filter(|turn| (1..=last_turn).contains(turn));
    Some(turn.ok_or_else(|| format!("there is no turn {number}: the game has {last_turn}")))
}
