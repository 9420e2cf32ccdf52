//! How a command fails: one sentence and an exit code that scripts can tell apart.

use crate::disk::FileError;
use kessel_kernel::journal::{JournalError, PlayError};
use kessel_kernel::{ActError, ListError, StartError};
use kessel_lab::SimulateError;
use kessel_officers::{EnlistError, LookupError, PlayOutError};
use kessel_registry::DataError;
use serde_json::Value;

/// The exit codes, as docs/command-line.md lists them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Code {
    /// A check did not hold: a case file, a journal's dice, the rules in a simulation.
    CheckFailed = 1,
    /// The command was not understood.
    Usage = 2,
    /// The rules refuse the action.
    Refused = 3,
    /// A file cannot be read or written.
    File = 4,
    /// A file is not a journal, or not one that replays.
    Journal = 5,
    /// There is no such game, scenario, option, officer or rule.
    Unknown = 6,
    /// An action cannot be read.
    BadAction = 7,
    /// Undo may not go back so far.
    Undo = 8,
    /// Data files have faults.
    Data = 9,
    /// A fault of Kessel itself.
    Fault = 70,
}

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub code: Code,
    /// The sentence for stderr; empty where the output has said everything.
    pub text: String,
    /// What goes to stdout, for scripts.
    pub answer: Option<Value>,
}

impl Failure {
    /// A failure with its sentence.
    pub fn new(code: Code, text: impl Into<String>) -> Failure {
        Failure { code, text: text.into(), answer: None }
    }
}

impl From<DataError> for Failure {
    fn from(e: DataError) -> Failure {
        Failure::new(Code::Data, e.to_string())
    }
}

impl From<LookupError> for Failure {
    fn from(e: LookupError) -> Failure {
        match e {
            LookupError::NotAPath(_) => Failure::new(Code::Usage, e.to_string()),
            _ => Failure::new(Code::Unknown, e.to_string()),
        }
    }
}

impl From<StartError> for Failure {
    fn from(e: StartError) -> Failure {
        Failure::new(Code::Unknown, e.to_string())
    }
}

impl From<EnlistError> for Failure {
    fn from(e: EnlistError) -> Failure {
        Failure::new(Code::Unknown, e.to_string())
    }
}

impl From<PlayOutError> for Failure {
    fn from(e: PlayOutError) -> Failure {
        Failure::new(Code::Unknown, e.to_string())
    }
}

impl From<SimulateError> for Failure {
    fn from(e: SimulateError) -> Failure {
        match e {
            SimulateError::Lookup(e) => e.into(),
            SimulateError::PlayOut(e) => e.into(),
            SimulateError::Threads { .. } => Failure::new(Code::Fault, e.to_string()),
        }
    }
}

impl From<FileError> for Failure {
    fn from(e: FileError) -> Failure {
        Failure::new(Code::File, e.to_string())
    }
}

impl From<JournalError> for Failure {
    fn from(e: JournalError) -> Failure {
        let code = match e {
            JournalError::CannotUndo { .. } | JournalError::NoSuchAction { .. } => Code::Undo,
            _ => Code::Journal,
        };
        Failure::new(code, e.to_string())
    }
}

impl From<ActError> for Failure {
    fn from(e: ActError) -> Failure {
        match e {
            ActError::Unreadable(_) => Failure::new(Code::BadAction, e.to_string()),
            ActError::Refused(refusal) => Failure {
                code: Code::Refused,
                text: format!("refused under {refusal}"),
                answer: Some(serde_json::json!({ "case": refusal.case, "why": refusal.why })),
            },
            ActError::Dice(_) => Failure::new(Code::Fault, e.to_string()),
        }
    }
}

impl From<PlayError> for Failure {
    fn from(e: PlayError) -> Failure {
        match e {
            PlayError::Act(e) | PlayError::List(ListError { why: e, .. }) => e.into(),
            PlayError::Plan(e) => ActError::from(e).into(),
            PlayError::Journal(e) => e.into(),
        }
    }
}
