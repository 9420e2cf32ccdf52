//! What is written: every change of the database is one of these.

use super::{StoreError, TableRow};
use crate::keys::{Grade, KeyHash};
use kessel_kernel::journal::Mark;
use kessel_kernel::{Side, ToAct};
use std::sync::Arc;
use tokio::sync::oneshot;

/// What lists show of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    pub turn: u32,
    pub to_act: ToAct,
    /// As JSON.
    pub outcome: Option<String>,
}

/// One action as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub n: u64,
    pub text: String,
    pub seen: u8,
}

/// A position as bytes, and how many entries lead to it.
pub type Snapshot = (u64, Arc<[u8]>);

/// A change of a table's journal: keep the first lines, then add some.
#[derive(Clone, Debug)]
pub struct Change {
    pub table: String,
    /// The link that the journal ends with now; another one and the change is stale.
    pub head: String,
    /// Another header: the game was taken over from older rules, or its dice were agreed on.
    pub header: Option<String>,
    pub keep: u64,
    pub lines: Vec<Line>,
    pub new_head: String,
    pub summary: Summary,
    /// Since when each side is asked to act, or 0.
    pub asked: [u64; 2],
    /// A take-back that was asked for is answered or lapses with it.
    pub lapses: bool,
    /// What is committed with it.
    pub draft: Option<Planned>,
    /// Everybody sees that something was done. What is done in secret does not count as being here: by when a table expires the others would know of it.
    pub open: bool,
}

/// The draft of the side that commits: it must be this one, or the change is stale; and the one that is kept in its place, if it is another.
#[derive(Clone, Debug)]
pub struct Planned {
    pub side: Side,
    pub stored: Option<Drafted>,
    pub now: Option<Drafted>,
}

/// A draft as it is kept: after which revelation it was begun, and its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drafted {
    pub step: u64,
    pub text: String,
}

/// What lies beside a journal and may change without it.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    pub marks: Vec<Mark>,
    pub proposals: Vec<Proposal>,
    pub mutes: Mutes,
    /// How many requests for a take-back were answered, and whether the last was granted.
    pub takebacks: (u64, bool),
}

/// Who does not want to hear what is said.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Mutes {
    /// By [`Side::index`].
    pub sides: [bool; 2],
    /// Whoever runs the server lets nobody speak.
    pub all: bool,
}

/// From where something was made, and with what.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    pub address: String,
    pub device: String,
}

/// A device on which somebody is logged in.
#[derive(Clone, Debug)]
pub struct Session {
    /// By which it is ended: a part of its hash, which opens nothing.
    pub id: String,
    pub since: u64,
    pub seen: u64,
    pub device: Option<String>,
    pub address: Option<String>,
}

/// A take-back, asked for and answered.
#[derive(Clone, Debug)]
pub struct TakebackNote {
    pub side: Side,
    pub length: u64,
    pub to: u64,
    pub granted: bool,
}

/// What one side asks the other.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    pub kind: Ask,
    pub by: Side,
    /// Of a take-back: how many entries stay.
    pub keep: u64,
}

/// What can be asked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    Takeback,
    Draw,
    Close,
}

impl Ask {
    pub const fn word(self) -> &'static str {
        match self {
            Ask::Takeback => "takeback",
            Ask::Draw => "draw",
            Ask::Close => "close",
        }
    }

    pub fn read(word: &str) -> Option<Ask> {
        [Ask::Takeback, Ask::Draw, Ask::Close].into_iter().find(|ask| ask.word() == word)
    }
}

/// Something said at a table.
#[derive(Clone, Debug)]
pub struct Said {
    pub n: u64,
    pub at: u64,
    pub side: Side,
    pub text: String,
}

/// Somebody with a name.
#[derive(Clone, Debug)]
pub struct Account {
    pub id: String,
    pub name: String,
    /// As argon2id makes it of the passphrase.
    pub secret: String,
    pub mail: Option<String>,
    /// From and to, in milliseconds since 1970.
    pub holidays: Vec<(u64, u64)>,
}

/// Something to write.
pub enum Work {
    Create {
        row: Box<TableRow>,
        lines: Vec<Line>,
        keys: Vec<(KeyHash, Grade)>,
    },
    Change {
        change: Box<Change>,
        note: Option<TakebackNote>,
    },
    Note {
        table: String,
        note: TakebackNote,
    },
    Snapshots {
        table: String,
        head: String,
        new: Vec<Snapshot>,
        kept: Vec<u64>,
    },
    /// What a side has planned: of a table that ends with `head`, in the place of `old`.
    Draft {
        table: String,
        head: String,
        side: Side,
        old: Option<Drafted>,
        new: Drafted,
    },
    /// How somebody without an account calls himself at his seat.
    NameSeat {
        table: String,
        holder: (KeyHash, Grade),
        name: String,
    },
    Claim {
        invite: KeyHash,
        seat: KeyHash,
    },
    /// Takes whatever invitation is open at a table whose seat is offered to everybody.
    TakeOpen {
        table: String,
        seat: KeyHash,
    },
    /// A new invitation, unless somebody sits there; or who sat there has not been here since that moment.
    Reinvite {
        table: String,
        side: Side,
        invite: KeyHash,
        gone: Option<(u64, Mark)>,
    },
    Dice {
        table: String,
        old: String,
        new: String,
    },
    End {
        table: String,
        head: String,
        outcome: String,
        mark: Mark,
    },
    Propose {
        table: String,
        proposal: Proposal,
    },
    Withdraw {
        table: String,
        kind: Ask,
    },
    Say {
        table: String,
        side: Side,
        text: String,
    },
    Offer {
        table: String,
        open: bool,
    },
    Seen {
        key: KeyHash,
        table: String,
    },
    AddKey {
        table: String,
        key: KeyHash,
        grade: Grade,
    },
    DropKey {
        key: KeyHash,
    },
    GiveUp {
        table: String,
        side: Side,
        mark: Mark,
    },
    Delete {
        table: String,
        /// Not if anybody has taken a seat.
        unless_taken: bool,
    },
    /// Tables that nobody has touched since, and those at which nothing was done and that nobody has touched since the other moment.
    Expire {
        before: u64,
        unplayed: u64,
    },
    Register {
        account: Box<Account>,
    },
    /// What has changed of an account. With another passphrase all sessions end but one.
    Settle {
        account: Box<Account>,
        ends: Option<Option<KeyHash>>,
    },
    Login {
        session: KeyHash,
        account: String,
        origin: Origin,
    },
    Logout {
        session: KeyHash,
    },
    /// All sessions of an account, or the one whose id this is.
    EndSessions {
        account: String,
        id: Option<String>,
    },
    /// A session was used.
    Used {
        session: KeyHash,
    },
    /// Who does not want to hear what is said: a side, or `all`.
    Mute {
        table: String,
        who: &'static str,
        on: bool,
    },
    Hold {
        account: String,
        key: KeyHash,
    },
    /// Something that changes nothing, to see whether it can be written.
    Probe,
    Close,
}

impl Work {
    /// The table that others should look at again, and why.
    pub fn concerns(&self) -> Option<(&str, &'static str)> {
        match self {
            Work::Change { change, .. } => Some((&change.table, "changed")),
            Work::Dice { table, .. }
            | Work::End { table, .. }
            | Work::Propose { table, .. }
            | Work::Withdraw { table, .. }
            | Work::Say { table, .. }
            | Work::Note { table, .. } => Some((table, "changed")),
            Work::Draft { table, .. } => Some((table, "drafts")),
            Work::Reinvite { table, .. } | Work::GiveUp { table, .. } => Some((table, "seats")),
            Work::Mute { table, .. } | Work::NameSeat { table, .. } => Some((table, "changed")),
            Work::Delete { table, .. } => Some((table, "deleted")),
            _ => None,
        }
    }
}

/// Something to write, and who waits for it.
pub struct Job {
    pub work: Work,
    pub reply: oneshot::Sender<Result<(), StoreError>>,
}
