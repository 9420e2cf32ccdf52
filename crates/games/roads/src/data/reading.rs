//! What the readers of all files share.

use kessel_table::Side;
use kessel_table::data::{Item, Ledger, Source, Table};
use serde::{Deserialize, Serialize};
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

/// A game turn: 1 is NOV III.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Turn(pub u8);

/// The words for the two sides.
pub(super) const SIDES: [(&str, Side); 2] = [("axis", Side::Axis), ("soviet", Side::Soviet)];

/// The ledger to check references against, the names of the turns, and the sources seen so far.
pub(super) struct Reading<'l> {
    ledger: &'l Ledger,
    turns: Vec<String>,
    sources: RefCell<Vec<TableSource>>,
}

impl<'l> Reading<'l> {
    pub(super) fn new(ledger: &'l Ledger) -> Reading<'l> {
        Reading { ledger, turns: Vec::new(), sources: RefCell::default() }
    }

    /// Reads `[turns]`, which every other table counts on.
    pub(super) fn read_turns(&mut self, root: &Table<'_>) {
        let Some(table) = root.table("turns") else {
            return;
        };
        let table = table.called("turns");
        self.source(&table, "charts.toml turns");
        let mut turns: Vec<String> = Vec::new();
        for item in table.need("list").map(|list| list.items()).unwrap_or_default() {
            let Some(name) = item.text() else { continue };
            if turns.iter().any(|known| known == name) {
                item.fault(format!("there are two turns {name}"));
            }
            turns.push(name.to_owned());
        }
        if turns.is_empty() || turns.len() > 99 {
            table.fault(format!("there are {} turns, not 1 to 99", turns.len()));
        }
        table.finish();
        self.turns = turns;
    }

    /// The names of the turns, in order.
    pub(super) fn turns(&self) -> &[String] {
        &self.turns
    }

    /// The turn that a value names.
    pub(super) fn turn(&self, item: &Item<'_>) -> Option<Turn> {
        let name = item.text()?;
        let turn = self.turn_named(name);
        if turn.is_none() {
            item.fault(format!("there is no turn \"{name}\""));
        }
        turn
    }

    /// The turn of this name, if there is one.
    pub(super) fn turn_named(&self, name: &str) -> Option<Turn> {
        let place = self.turns.iter().position(|known| known == name)?;
        u8::try_from(place + 1).ok().map(Turn)
    }

    /// The turn under a key that must be there, or the first.
    pub(super) fn need_turn(&self, table: &Table<'_>, key: &str) -> Turn {
        table.need(key).and_then(|item| self.turn(&item)).unwrap_or(Turn(1))
    }

    /// The turn under a key that may be left out.
    pub(super) fn get_turn(&self, table: &Table<'_>, key: &str) -> Option<Turn> {
        self.turn(&table.get(key)?)
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

    /// The case under `case`, which must be in the ledger; it may be left out.
    pub(super) fn case(&self, table: &Table<'_>) -> Option<String> {
        let item = table.get("case")?;
        let case = item.text()?;
        if !self.ledger.covers(case) {
            item.fault(format!("`case` names the case {case}, which the ledger does not have"));
        }
        Some(case.to_owned())
    }

    /// A section of the rules, which must be in the ledger.
    pub(super) fn section(&self, item: &Item<'_>) -> Option<String> {
        let section = item.text()?;
        if !self.ledger.covers(section) {
            item.fault(format!("the ledger has no section {section}"));
        }
        Some(section.to_owned())
    }

    pub(super) fn into_sources(self) -> Vec<TableSource> {
        self.sources.into_inner()
    }
}

/// A small number that counts things of one kind from 0.
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
pub(super) use small_id;

/// A table of plain numbers: a struct, and how to read it from `charts.toml`.
macro_rules! numbers {
    ($(#[$doc:meta])* $name:ident in $file:literal, $table:literal { $($(#[$fdoc:meta])* $field:ident: $ty:ty = $range:expr,)* }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
        pub struct $name {
            $($(#[$fdoc])* pub $field: $ty,)*
        }

        impl $name {
            pub(in crate::data) fn read(root: &Table<'_>, reading: &Reading<'_>) -> Option<$name> {
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
pub(super) use numbers;

/// The text of a table that may be left out.
pub(super) fn optional_text(table: &Table<'_>, key: &str) -> Option<String> {
    Some(table.get(key)?.text()?.to_owned())
}

/// The texts of a list.
pub(super) fn texts(items: &[Item<'_>]) -> Vec<String> {
    items.iter().filter_map(Item::text).map(str::to_owned).collect()
}
