//! Why a table does not do something.

use kessel_kernel::journal::{JournalError, PlayError};
use kessel_kernel::{ActError, ListError};

/// Why nothing was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The rules forbid it.
    Rule { case: &'static str, why: String },
    /// It was meant for another position.
    Stale,
    /// It is not an action of this game.
    Unreadable(String),
    /// It cannot be taken back freely.
    Undo(String),
    /// Whoever asks does not play this side.
    NotYours,
    /// The game is over.
    Over,
    /// Nobody can roll for this journal.
    NoSeed,
    /// The dice are not agreed on yet.
    Dice,
    /// Nobody is advised at this table.
    Advice,
    /// Kessel failed.
    Fault(String),
    /// An action of a list cannot be done, so none was: which, from 0, and why.
    Listed(usize, Box<Refused>),
}

impl From<ActError> for Refused {
    fn from(e: ActError) -> Refused {
        match e {
            ActError::Unreadable(why) => Refused::Unreadable(why),
            ActError::Refused(no) => Refused::Rule { case: no.case.id(), why: no.why },
            ActError::Dice(_) => Refused::Fault(e.to_string()),
        }
    }
}

impl From<PlayError> for Refused {
    fn from(e: PlayError) -> Refused {
        match e {
            PlayError::Act(why) => why.into(),
            // A fault is told as one, wherever in a list it was met.
            PlayError::List(ListError { why: ActError::Dice(why), .. }) => Refused::Fault(why.to_string()),
            PlayError::List(ListError { at, why }) => Refused::Listed(at, Box::new(why.into())),
            PlayError::Plan(why) => ActError::from(why).into(),
            PlayError::Journal(JournalError::NoSeed) => Refused::NoSeed,
            PlayError::Journal(_) => Refused::Fault(e.to_string()),
        }
    }
}
