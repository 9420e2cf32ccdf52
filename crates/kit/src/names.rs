//! The names of spaces and counters: files write them, the rules count ids, facts tell the names again.

use crate::DenseId;
use kessel_board::{Board, EdgeId, SpaceId};
use kessel_kernel::data::Item;
use serde_json::Value;
use std::collections::BTreeMap;

/// What is known by name: the board, and the lists that ids count.
#[derive(Clone, Debug, Default)]
pub struct Names<'a> {
    board: Option<&'a Board>,
    lists: BTreeMap<&'static str, Vec<String>>,
}

impl<'a> Names<'a> {
    /// The spaces of a board, and nothing else yet.
    pub fn on(board: &'a Board) -> Names<'a> {
        Names { board: Some(board), lists: BTreeMap::new() }
    }

    /// The same lists, and the spaces of this board.
    #[must_use]
    pub fn with<'b>(self, board: &'b Board) -> Names<'b>
    where
        'a: 'b,
    {
        Names { board: Some(board), lists: self.lists }
    }

    /// Makes a list known: `names.list("unit", units.iter().map(|unit| &unit.id))`.
    pub fn list<'s>(&mut self, what: &'static str, names: impl IntoIterator<Item = &'s String>) {
        self.lists.insert(what, names.into_iter().cloned().collect());
    }

    /// The board.
    ///
    /// # Panics
    /// Before there is one.
    pub fn board(&self) -> &'a Board {
        self.board.expect("the map is read before what stands on it")
    }

    /// The id of a listed name that a file has written at `item`; a fault if there is none.
    pub fn find<I: DenseId>(&self, what: &str, name: &str, item: &Item<'_>) -> Option<I> {
        let place = self.lists.get(what).and_then(|names| names.iter().position(|known| known == name));
        if place.is_none() {
            item.fault(format!("there is no {what} {name}"));
        }
        place.map(I::at)
    }

    /// The names of a list, in order; none of one that is not known yet.
    pub fn listed(&self, what: &str) -> &[String] {
        self.lists.get(what).map_or(&[], Vec::as_slice)
    }

    /// How many a list holds.
    pub fn count(&self, what: &str) -> usize {
        self.listed(what).len()
    }

    /// The name of a listed id.
    pub fn name<I: DenseId>(&self, what: &str, id: I) -> &str {
        self.lists.get(what).and_then(|names| names.get(id.index())).map_or("", String::as_str)
    }

    /// The hex or box of a name; a fault if there is none.
    pub fn space(&self, name: &str, item: &Item<'_>) -> Option<SpaceId> {
        let board = self.board();
        let space = board.space(name);
        if space.is_none() {
            let boxes = board.boxes().len() > 0;
            item.fault(if boxes {
                format!("there is no space \"{name}\" on the map")
            } else {
                format!("there is no hex {name}")
            });
        }
        space
    }

    /// `0114|0214`.
    pub fn side(&self, edge: EdgeId) -> String {
        let (a, b) = self.board().edge_ends(edge);
        format!("{}|{}", self.board().name(a), self.board().name(b))
    }

    /// The names of spaces.
    pub fn spaces(&self, spaces: impl IntoIterator<Item = SpaceId>) -> Value {
        crate::tree::spaces(self.board(), spaces)
    }
}

/// Ids that files and facts write by name, each with the word for what it counts: `named_ids!(UnitId: "unit", AssetId: "asset")`.
/// They must be [`DenseId`]s.
#[macro_export]
macro_rules! named_ids {
    ($($id:ty: $what:literal),+) => {$(
        impl $crate::Key for $id {
            fn from_key(key: &str, item: &$crate::Item<'_>, reader: &$crate::Reader<'_>) -> Option<$id> {
                reader.names.find($what, key, item)
            }

            fn key(&self, names: &$crate::Names<'_>) -> String {
                names.name($what, *self).to_owned()
            }
        }

        impl $crate::Read for $id {
            fn read(item: &$crate::Item<'_>, reader: &$crate::Reader<'_>) -> Option<$id> {
                reader.names.find($what, item.text()?, item)
            }
        }

        impl $crate::Fact for $id {
            fn fact(&self, names: &$crate::Names<'_>) -> $crate::Value {
                names.name($what, *self).into()
            }
        }
    )+};
}
