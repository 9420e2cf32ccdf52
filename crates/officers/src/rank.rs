//! How good a player is asked for.

use kessel_kernel::Temperament;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The ranks of computer players.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    /// Picks uniformly among the offers.
    #[default]
    Recruit,
    /// The game's own planner, careful with what it has.
    StaffCautious,
    /// The game's own planner.
    Staff,
    /// The game's own planner, taking risks.
    StaffBold,
    /// A recruit that plans as little as it can.
    Meek,
    /// A recruit that never attacks.
    Passive,
    /// A recruit that never moves.
    Still,
    /// A recruit that attacks whenever it may and otherwise goes for the enemy.
    Rush,
    /// A recruit that keeps to its own places and attacks only where it can hardly fail.
    Turtle,
}

impl Rank {
    /// Every rank there is: those that people play against, then the sparring partners of the laboratory.
    pub const ALL: [Rank; 9] = [
        Rank::Recruit,
        Rank::StaffCautious,
        Rank::Staff,
        Rank::StaffBold,
        Rank::Meek,
        Rank::Passive,
        Rank::Still,
        Rank::Rush,
        Rank::Turtle,
    ];

    /// Those that people play against: who knows nothing, then the planners from the most careful.
    pub const OPPONENTS: [Rank; 4] = [Rank::Recruit, Rank::StaffCautious, Rank::Staff, Rank::StaffBold];

    /// How much a planner of this rank dares; nothing for whoever is none.
    pub const fn temperament(self) -> Option<Temperament> {
        match self {
            Rank::StaffCautious => Some(Temperament::Cautious),
            Rank::Staff => Some(Temperament::Balanced),
            Rank::StaffBold => Some(Temperament::Bold),
            Rank::Recruit | Rank::Meek | Rank::Passive | Rank::Still | Rank::Rush | Rank::Turtle => None,
        }
    }

    /// The word used on the command line and in files.
    pub const fn word(self) -> &'static str {
        match self {
            Rank::Recruit => "recruit",
            Rank::StaffCautious => "staff-cautious",
            Rank::Staff => "staff",
            Rank::StaffBold => "staff-bold",
            Rank::Meek => "meek",
            Rank::Passive => "passive",
            Rank::Still => "still",
            Rank::Rush => "rush",
            Rank::Turtle => "turtle",
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
            assert_eq!(serde_json::to_value(rank).expect("a word"), rank.word());
        }
    }

    #[test]
    fn an_unknown_rank_names_those_there_are() {
        let error = "general".parse::<Rank>().expect_err("not built").to_string();
        assert!(error.contains("general") && error.contains("recruit, staff-cautious, staff,"), "{error}");
    }
}
