//! How good a player is asked for.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The ranks of computer players.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rank {
    /// Picks uniformly among the offers.
    #[default]
    Recruit,
    /// The game's own planner.
    Staff,
}

impl Rank {
    /// Every rank there is, from the lowest.
    pub const ALL: [Rank; 2] = [Rank::Recruit, Rank::Staff];

    /// The word used on the command line and in files.
    pub const fn word(self) -> &'static str {
        match self {
            Rank::Recruit => "recruit",
            Rank::Staff => "staff",
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A word that is no rank.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no officer {word:?}; there are {}", Rank::ALL.map(Rank::word).join(", "))]
pub struct UnknownRank {
    /// The word.
    pub word: String,
}

impl FromStr for Rank {
    type Err = UnknownRank;

    fn from_str(word: &str) -> Result<Rank, UnknownRank> {
        Rank::ALL.into_iter().find(|r| r.word() == word).ok_or_else(|| UnknownRank { word: word.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_read_back_from_their_words() {
        for rank in Rank::ALL {
            assert_eq!(rank.word().parse(), Ok(rank));
        }
    }

    #[test]
    fn an_unknown_rank_names_those_there_are() {
        let error = "general".parse::<Rank>().expect_err("not built").to_string();
        assert!(error.contains("general") && error.contains("recruit, staff"), "{error}");
    }
}
