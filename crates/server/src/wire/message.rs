//! What the server says.

use super::{AskView, ChatLine, DiceView, MarkView, Names, Pace, Seats, TakebackView};
use crate::frames::Frame;
use kessel_kernel::plan::{DraftView, MenuLine, ScopeLine, SharedLine};
use kessel_kernel::{
    Advice, CalendarView, Consulted, Event, FactorNote, LayerView, LineView, Muster, OfferSet, Offers, Options, Patch,
    Reach, Side, Stopped, View, Viewer, Way, Worded,
};
use serde::Serialize;
use serde_json::Value;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// What the server says.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Message<'a> {
    Hello(Box<Hello<'a>>),
    State {
        #[serde(rename = "as")]
        viewer: Viewer,
        v: u64,
        n: u64,
        undo: u64,
        view: &'a View,
        takeback: Option<TakebackView>,
    },
    Patch {
        #[serde(rename = "as")]
        viewer: Viewer,
        v: u64,
        n: u64,
        undo: u64,
        patch: Box<Patch>,
        takeback: Option<TakebackView>,
    },
    Events {
        #[serde(rename = "as")]
        viewer: Viewer,
        n: u64,
        side: Side,
        turn: u32,
        events: Vec<&'a Event>,
    },
    Undone {
        #[serde(rename = "as")]
        viewer: Viewer,
        n: u64,
        by: Side,
    },
    Accepted {
        id: u64,
        n: u64,
        /// Of a list: how many actions were done, those that were not, and why they were not.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        done: Option<usize>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "unknown[]"))]
        rest: Option<Vec<Value>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        stopped: Option<Stopped>,
    },
    Refused {
        id: u64,
        #[serde(flatten)]
        body: RefusedBody,
    },
    Why {
        id: u64,
        allowed: bool,
        consulted: Vec<Consulted>,
    },
    Draft {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        id: Option<u64>,
        /// Only the slots that an order has changed.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        part: bool,
        draft: &'a DraftView,
    },
    Menu {
        id: u64,
        menu: Vec<MenuLine>,
    },
    Shared {
        id: u64,
        menu: Vec<SharedLine>,
    },
    Scope {
        id: u64,
        lines: Vec<ScopeLine>,
    },
    /// Made when the side had seen `n` entries.
    Advice {
        id: u64,
        n: u64,
        #[serde(flatten)]
        advice: Box<Advice>,
    },
    Thinking {
        side: Side,
        done: bool,
        ms: u64,
    },
    Pace(Pace),
    Presence {
        axis: bool,
        soviet: bool,
        watchers: usize,
    },
    Takeback(TakebackView),
    Dice {
        dice: DiceView,
    },
    Chat {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        id: Option<u64>,
        list: Vec<ChatLine>,
        /// More was said before the first of these.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        more: bool,
    },
    /// What is asked, and what has happened at the table.
    Affairs {
        asks: Vec<AskView>,
        marks: Vec<MarkView>,
        names: Names,
        /// When the receiver's own side is out of time.
        deadline: Option<u64>,
        /// May one speak; or does one's side not listen, or may nobody speak here?
        #[cfg_attr(test, ts(type = "'open' | 'muted' | 'silenced'"))]
        chat: &'static str,
    },
    Replay {
        id: u64,
        #[serde(rename = "as")]
        viewer: Viewer,
        n: u64,
        frames: &'a [Frame],
        last: bool,
    },
    Layers {
        id: u64,
        layers: Vec<LayerAnswer>,
    },
    Lines {
        id: u64,
        space: String,
        lines: Vec<LineView>,
        /// Numbers of counters there that do not count as printed; only of now.
        notes: Vec<FactorNote>,
    },
    Calendar {
        id: u64,
        calendar: Vec<CalendarView>,
    },
    Targets {
        id: u64,
        n: u64,
        counter: String,
        sets: Vec<OfferSet>,
    },
    Reach {
        id: u64,
        n: u64,
        reach: Vec<Reach>,
    },
    Way {
        id: u64,
        n: u64,
        #[serde(flatten)]
        way: Way,
    },
    Muster {
        id: u64,
        n: u64,
        muster: Option<Muster>,
    },
    Offer {
        id: u64,
        n: u64,
        #[serde(flatten)]
        worded: Worded,
    },
    Legal {
        id: u64,
        n: u64,
        offers: Offers,
    },
    Over {
        #[cfg_attr(test, ts(type = "Outcome"))]
        outcome: &'a Value,
    },
    Error {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        id: Option<u64>,
        kind: &'static str,
        text: String,
    },
    Pong {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        id: Option<u64>,
    },
}

/// Why nothing was done, as a client is told.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RefusedBody {
    #[cfg_attr(
        test,
        ts(
            type = "'rule' | 'stale' | 'unreadable' | 'undo' | 'not-yours' | 'over' | 'no-seed' | 'dice' | 'advice' | 'fault'"
        )
    )]
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub case: Option<&'static str>,
    pub why: String,
    pub n: u64,
    /// The action of a list that cannot be done, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub at: Option<usize>,
}

/// A layer that was asked for.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LayerAnswer {
    pub id: String,
    /// Tells one content of the layer from another.
    pub tag: String,
    /// Absent if the client has it already.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub layer: Option<LayerView>,
}

impl LayerAnswer {
    /// A layer for a client that has what `known` is the tag of.
    pub fn of(layer: LayerView, known: Option<&str>) -> LayerAnswer {
        let bytes = serde_json::to_vec(&layer).expect("a layer is plain data");
        let tag = blake3::hash(&bytes).to_hex()[..16].to_owned();
        LayerAnswer { id: layer.id.clone(), layer: (known != Some(&tag)).then_some(layer), tag }
    }
}

/// The first message.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hello<'a> {
    pub protocol: u32,
    pub version: &'static str,
    pub table: &'a str,
    #[cfg_attr(test, ts(type = "'owner' | 'invite' | 'seat' | 'watch'"))]
    pub kind: &'static str,
    pub sides: &'a [Side],
    #[serde(rename = "as")]
    pub viewer: Viewer,
    pub game: &'a str,
    pub game_title: &'a str,
    pub scenario: &'a str,
    pub title: &'a str,
    #[cfg_attr(test, ts(type = "Record<string, string>"))]
    pub options: &'a Options,
    pub seats: Seats,
    pub hot_seat: bool,
    pub imported: bool,
    pub playable: bool,
    /// May staff be asked for advice here?
    pub advice: bool,
    pub n: u64,
    pub finished: bool,
    pub pace: Pace,
    pub commitment: &'a str,
    pub dice: DiceView,
    /// Days for a move; 0 without a clock by days.
    pub clock_days: u32,
    /// Minutes for a move; 0 without a clock for an evening.
    pub clock_minutes: u32,
    /// When the table will be deleted if nobody comes, if that is soon.
    pub expires: Option<u64>,
}

impl Message<'_> {
    /// The text of the frame.
    pub fn text(&self) -> Utf8Bytes {
        serde_json::to_string(self).expect("a message is plain data").into()
    }
}
