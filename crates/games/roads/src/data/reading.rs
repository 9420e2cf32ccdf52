//! What the readers of all files share: the names of the turns beside what all games read.

pub use kessel_kernel::data::Printed;
use kessel_kernel::data::{Item, Table};
pub(super) use kessel_kernel::data::{SIDES, optional_text, texts};
pub(super) use kessel_kernel::small_id;
pub(super) use kessel_kit::Reader as Reading;
use kessel_kit::{Fact, Names, Read};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A game turn: 1 is NOV III.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Turn(pub u8);

impl Read for Turn {
    fn read(item: &Item<'_>, reading: &Reading<'_>) -> Option<Turn> {
        let name = item.text()?;
        let turn = reading.turn_named(name);
        if turn.is_none() {
            item.fault(format!("there is no turn \"{name}\""));
        }
        turn
    }

    fn harmless() -> Option<Turn> {
        Some(Turn(1))
    }
}

impl Fact for Turn {
    fn fact(&self, names: &Names<'_>) -> Value {
        names.listed("turn")[usize::from(self.0) - 1].clone().into()
    }
}

/// The turns by their names.
pub(super) trait Turns {
    /// The turn of this name, if there is one.
    fn turn_named(&self, name: &str) -> Option<Turn>;

    /// The turn that a value names.
    fn turn(&self, item: &Item<'_>) -> Option<Turn>;

    /// The turn under a key that must be there, or the first.
    fn need_turn(&self, table: &Table<'_>, key: &str) -> Turn {
        table.need(key).and_then(|item| self.turn(&item)).unwrap_or(Turn(1))
    }

    /// The turn under a key that may be left out.
    fn get_turn(&self, table: &Table<'_>, key: &str) -> Option<Turn> {
        self.turn(&table.get(key)?)
    }
}

impl Turns for Reading<'_> {
    fn turn_named(&self, name: &str) -> Option<Turn> {
        let place = self.names.listed("turn").iter().position(|known| known == name)?;
        u8::try_from(place + 1).ok().map(Turn)
    }

    fn turn(&self, item: &Item<'_>) -> Option<Turn> {
        Turn::read(item, self)
    }
}

/// Reads `[turns]`, which every other table counts on.
pub(super) fn read_turns(root: &Table<'_>, reading: &Reading<'_>) -> Vec<String> {
    let Some(table) = root.need("turns").and_then(|item| reading.table(&item)) else { return Vec::new() };
    let mut turns: Vec<String> = Vec::new();
    for item in table.need("list").map(|list| list.items()).unwrap_or_default() {
        let Some(name) = item.text() else { continue };
        if !reading.is_new("turn", name) {
            item.fault(format!("there are two turns {name}"));
        }
        turns.push(name.to_owned());
    }
    if turns.is_empty() || turns.len() > 99 {
        table.fault(format!("there are {} turns, not 1 to 99", turns.len()));
    }
    table.finish();
    turns
}
