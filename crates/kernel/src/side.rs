//! The two sides, who is looking, and who is asked to decide.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the two players. Every game of Kessel is played by these two.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Germany and her allies.
    Axis,
    /// The Red Army.
    Soviet,
}

impl Side {
    /// Both sides, in the order of [`Side::index`].
    pub const BOTH: [Side; 2] = [Side::Axis, Side::Soviet];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::Axis => Side::Soviet,
            Side::Soviet => Side::Axis,
        }
    }

    /// 0 for the Axis, 1 for the Soviets: for arrays indexed by side.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Side::Axis => 0,
            Side::Soviet => 1,
        }
    }

    /// The word used on the command line and in files: `axis` or `soviet`.
    pub const fn word(self) -> &'static str {
        match self {
            Side::Axis => "axis",
            Side::Soviet => "soviet",
        }
    }

    /// Reads the word that [`Side::word`] writes.
    pub fn from_word(word: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|s| s.word() == word)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Axis => "Axis",
            Side::Soviet => "Soviet",
        })
    }
}

/// Whose eyes a view is made for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Viewer {
    /// The Axis player.
    Axis,
    /// The Soviet player.
    Soviet,
    /// Somebody who may see only what both sides may see.
    Spectator,
    /// Sees everything: for finished games, tests and the umpire of a dispute.
    Umpire,
}

impl Viewer {
    /// The side this viewer plays, if he plays one.
    pub const fn side(self) -> Option<Side> {
        match self {
            Viewer::Axis => Some(Side::Axis),
            Viewer::Soviet => Some(Side::Soviet),
            Viewer::Spectator | Viewer::Umpire => None,
        }
    }

    /// May this viewer know the secrets of `side`?
    pub const fn knows(self, side: Side) -> bool {
        match self {
            Viewer::Umpire => true,
            Viewer::Spectator => false,
            Viewer::Axis => matches!(side, Side::Axis),
            Viewer::Soviet => matches!(side, Side::Soviet),
        }
    }

    /// Reads `axis`, `soviet`, `spectator` or `umpire`.
    pub fn from_word(word: &str) -> Option<Viewer> {
        match word {
            "spectator" => Some(Viewer::Spectator),
            "umpire" => Some(Viewer::Umpire),
            _ => Side::from_word(word).map(Viewer::from),
        }
    }
}

impl From<Side> for Viewer {
    fn from(side: Side) -> Viewer {
        match side {
            Side::Axis => Viewer::Axis,
            Side::Soviet => Viewer::Soviet,
        }
    }
}

/// Who is asked to decide now.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ToAct {
    /// The game is over.
    Nobody,
    /// The Axis player decides.
    Axis,
    /// The Soviet player decides.
    Soviet,
    /// Both decide, neither seeing the other's choice before both have made it.
    Both,
}

impl ToAct {
    /// The sides asked, by [`Side::index`].
    pub const fn of(asked: [bool; 2]) -> ToAct {
        match asked {
            [false, false] => ToAct::Nobody,
            [true, false] => ToAct::Axis,
            [false, true] => ToAct::Soviet,
            [true, true] => ToAct::Both,
        }
    }

    /// Is `side` among those asked?
    pub const fn includes(self, side: Side) -> bool {
        match self {
            ToAct::Nobody => false,
            ToAct::Both => true,
            ToAct::Axis => matches!(side, Side::Axis),
            ToAct::Soviet => matches!(side, Side::Soviet),
        }
    }

    /// The first side asked, Axis before Soviet: the order in which a driver serves simultaneous choices.
    pub const fn first(self) -> Option<Side> {
        match self {
            ToAct::Nobody => None,
            ToAct::Axis | ToAct::Both => Some(Side::Axis),
            ToAct::Soviet => Some(Side::Soviet),
        }
    }
}

impl From<Side> for ToAct {
    fn from(side: Side) -> ToAct {
        match side {
            Side::Axis => ToAct::Axis,
            Side::Soviet => ToAct::Soviet,
        }
    }
}
