//! The tree of facts of a game's data, for `data` assertions in case files.

use kessel_board::{Board, EdgeId, SpaceId};
use kessel_kernel::Side;
use kessel_kernel::data::{Source, TableSource};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

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

/// A struct as serde writes it, with further facts: those that name spaces or units, or follow from others. Where both have a key, the further one
/// counts.
pub fn with(facts: &impl Serialize, more: Value) -> Value {
    let mut tree = json!(facts);
    if let (Value::Object(tree), Value::Object(more)) = (&mut tree, more) {
        tree.extend(more);
    }
    tree
}

/// Things by their names.
pub fn by_name<T, V: Into<Value>>(things: impl IntoIterator<Item = T>, fact: impl Fn(T) -> (String, V)) -> Value {
    Value::Object(things.into_iter().map(fact).map(|(name, value)| (name, value.into())).collect())
}

/// The names of spaces.
pub fn spaces(board: &Board, spaces: impl IntoIterator<Item = SpaceId>) -> Value {
    spaces.into_iter().map(|space| Value::from(board.name(space))).collect()
}

/// A struct of single spaces, such as the places that rules name: the name of each, or nothing for one that is not on the map.
pub fn places(board: &Board, places: &impl Serialize) -> Value {
    let ids = serde_json::from_value::<BTreeMap<String, Option<SpaceId>>>(json!(places)).unwrap_or_default();
    by_name(ids, |(key, space)| (key, space.map(|space| board.name(space))))
}

/// What lies on sides, under both names of each: `0114|0214` and `0214|0114`.
pub fn sides<V: Into<Value>>(board: &Board, sides: impl IntoIterator<Item = (EdgeId, V)>) -> Value {
    let mut tree = Map::new();
    for (edge, value) in sides {
        let (a, b) = board.edge_ends(edge);
        let value = value.into();
        tree.insert(format!("{}|{}", board.name(a), board.name(b)), value.clone());
        tree.insert(format!("{}|{}", board.name(b), board.name(a)), value);
    }
    Value::Object(tree)
}

/// A number for each side.
pub fn by_side<V: Into<Value>>(of: impl Fn(Side) -> V) -> Value {
    by_name(Side::BOTH, |side| (side.word().to_owned(), of(side)))
}
