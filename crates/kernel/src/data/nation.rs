//! The nations that fought at Stalingrad, as all five games name them.

use super::doc::Table;
use crate::Side;
use serde::{Deserialize, Serialize};

/// Whose soldiers they are.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Nation {
    Soviet,
    German,
    Romanian,
    Hungarian,
    Italian,
}

impl Nation {
    /// The words that files use.
    const WORDS: [(&'static str, Nation); 5] = [
        ("german", Nation::German),
        ("romanian", Nation::Romanian),
        ("hungarian", Nation::Hungarian),
        ("italian", Nation::Italian),
        ("soviet", Nation::Soviet),
    ];
    /// Those of the Axis.
    const AXIS: usize = 4;

    /// The side that the nation fights on.
    pub const fn side(self) -> Side {
        match self {
            Nation::Soviet => Side::Soviet,
            Nation::German | Nation::Romanian | Nation::Hungarian | Nation::Italian => Side::Axis,
        }
    }

    /// Axis, but not German.
    pub const fn is_ally(self) -> bool {
        match self {
            Nation::Romanian | Nation::Hungarian | Nation::Italian => true,
            Nation::Soviet | Nation::German => false,
        }
    }

    /// Reads a nation that must be there.
    pub fn read(table: &Table<'_>, key: &str) -> Nation {
        table.word(key, &Nation::WORDS)
    }

    /// The nation of a counter: the key `nation` of an Axis one; Soviet ones have no such key.
    pub fn of(table: &Table<'_>, side: Side) -> Nation {
        match side {
            Side::Soviet => Nation::Soviet,
            Side::Axis => table.word("nation", &Nation::WORDS[..Nation::AXIS]),
        }
    }
}
