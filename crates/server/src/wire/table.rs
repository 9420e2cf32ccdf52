//! What is told of the table itself: who sits there, how fast it plays, what was asked and said.

use kessel_kernel::Side;
use serde::Serialize;

/// How the computer plays.
#[derive(Copy, Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Pace {
    pub ms: u64,
    pub paused: bool,
}

/// Who plays, as everybody may know.
#[derive(Copy, Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Seats {
    pub axis: &'static str,
    pub soviet: &'static str,
}

/// A take-back under way.
#[derive(Copy, Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TakebackView {
    #[cfg_attr(test, ts(type = "'asked' | 'granted' | 'refused' | 'lapsed'"))]
    pub status: &'static str,
    pub by: Side,
    pub to: u64,
}

/// How far the dice of a game between people are agreed on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DiceView {
    #[cfg_attr(test, ts(type = "'server' | 'commit' | 'reveal' | 'agreed'"))]
    pub stage: &'static str,
    /// What binds the server to its part; of dice that it made alone, to the whole.
    pub server: String,
    /// What binds the people to theirs.
    pub axis: Option<String>,
    pub soviet: Option<String>,
}

/// Something said at the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChatLine {
    pub n: u64,
    pub at: u64,
    pub side: Side,
    pub text: String,
}

/// What one side asks the other, a take-back apart.
#[derive(Copy, Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AskView {
    #[cfg_attr(test, ts(type = "'draw' | 'close'"))]
    pub kind: &'static str,
    pub by: Side,
}

/// What happened at the table and not on it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MarkView {
    pub at: u64,
    pub side: Option<Side>,
    pub kind: String,
    pub text: String,
}

/// The names of those who have one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Names {
    pub axis: Option<String>,
    pub soviet: Option<String>,
}
