//! What the readers of all files share: the names of the turns beside what all games read.

use kessel_table::data::{Item, Ledger, Table};
pub use kessel_table::data::{Printed, TableSource};
pub(super) use kessel_table::data::{SIDES, optional_text, texts};
pub(super) use kessel_table::{numbers, small_id};
use serde::{Deserialize, Serialize};
use std::ops::Deref;

/// A game turn: 1 is NOV III.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Turn(pub u8);

/// What every game reads by, and the names of the turns.
pub(super) struct Reading<'l> {
    common: kessel_table::data::Reading<'l>,
    turns: Vec<String>,
}

impl<'l> Deref for Reading<'l> {
    type Target = kessel_table::data::Reading<'l>;

    fn deref(&self) -> &Self::Target {
        &self.common
    }
}

impl<'l> Reading<'l> {
    pub(super) fn new(ledger: &'l Ledger) -> Reading<'l> {
        Reading { common: kessel_table::data::Reading::new(ledger), turns: Vec::new() }
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

    pub(super) fn into_sources(self) -> Vec<TableSource> {
        self.common.into_sources()
    }
}
