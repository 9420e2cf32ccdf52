//! What is said over the WebSocket: docs/web-protocol.md as types.

use crate::frames::{Frame, Views};
use kessel_table::plan::{DraftView, MenuLine};
use kessel_table::{
    Advice, CalendarView, Consulted, Event, FactorNote, Intent, LayerView, LineView, Muster, OfferSet, Offers, Options,
    Patch, Reach, Side, Stopped, View, Viewer, Wanted, Way, Wish, Worded,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// What a client says.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Request {
    /// One action, or a list of them: all or none.
    Act {
        id: u64,
        n: u64,
        #[serde(default, deserialize_with = "present")]
        action: Option<Value>,
        actions: Option<Vec<Value>>,
        #[serde(rename = "as")]
        viewer: Option<Viewer>,
    },
    Undo {
        id: u64,
        n: u64,
        to: u64,
    },
    Why {
        id: u64,
        action: Value,
    },
    Sit {
        id: u64,
        side: Viewer,
    },
    Replay {
        id: u64,
        #[serde(default)]
        from: u64,
        to: Option<u64>,
        #[serde(default)]
        views: Views,
        #[serde(default)]
        brief: bool,
        #[serde(rename = "as")]
        viewer: Option<Viewer>,
    },
    /// What the side has planned so far.
    Draft {
        id: u64,
    },
    /// Orders given, and with null taken back: all or none.
    Order {
        id: u64,
        orders: BTreeMap<String, Option<Value>>,
    },
    /// What a slot may be ordered next.
    Menu {
        id: u64,
        slot: String,
    },
    /// An order by a line of the menu.
    Pick {
        id: u64,
        slot: String,
        verb: String,
        target: Option<String>,
    },
    Commit {
        id: u64,
        n: u64,
    },
    /// What staff would do here.
    Advice {
        id: u64,
    },
    Show {
        id: u64,
    },
    Targets {
        id: u64,
        counter: String,
    },
    /// Where counters can go.
    Reach {
        id: u64,
        #[serde(flatten)]
        wish: Wish,
    },
    /// How they get there.
    Way {
        id: u64,
        #[serde(flatten)]
        wish: Wish,
    },
    /// What an attack would be.
    Muster {
        id: u64,
        #[serde(flatten)]
        intent: Intent,
    },
    Offer {
        id: u64,
        #[serde(flatten)]
        wanted: Wanted,
    },
    Legal {
        id: u64,
        #[serde(rename = "as")]
        viewer: Option<Viewer>,
    },
    Layers {
        id: u64,
        /// By id: the tag of what the client has of it already.
        layers: BTreeMap<String, Option<String>>,
        #[serde(flatten)]
        when: When,
    },
    Lines {
        id: u64,
        space: String,
        #[serde(flatten)]
        when: When,
    },
    Calendar {
        id: u64,
        #[serde(flatten)]
        when: When,
    },
    Speed {
        id: Option<u64>,
        ms: u64,
    },
    Pause {
        id: Option<u64>,
        on: bool,
    },
    Skip {
        id: Option<u64>,
    },
    Takeback {
        id: u64,
        n: u64,
        to: u64,
    },
    Grant {
        id: u64,
    },
    Refuse {
        id: u64,
    },
    /// A person's part of the seed: first what binds him to it, then the part itself.
    Dice {
        id: u64,
        commitment: Option<String>,
        value: Option<String>,
    },
    /// Something to say to whoever is at the table.
    Say {
        id: u64,
        text: String,
    },
    /// Gives the game up.
    Resign {
        id: u64,
    },
    /// Offers a draw or takes one; `on: false` declines it or withdraws it.
    Draw {
        id: u64,
        on: bool,
    },
    /// The same about closing the table for good.
    Close {
        id: u64,
        on: bool,
    },
    /// The other side is out of time.
    Claim {
        id: u64,
    },
    Ping {
        id: Option<u64>,
    },
}

/// A moment of the game, as somebody saw it: the present one through the eyes of the connection, unless it says otherwise.
#[derive(Copy, Clone, Debug, Default, Deserialize)]
pub struct When {
    pub n: Option<u64>,
    #[serde(rename = "as")]
    pub viewer: Option<Viewer>,
}

impl Request {
    /// Reads a message. On failure: the id if there is one, and what is wrong.
    pub fn read(text: &str) -> Result<Request, (Option<u64>, String)> {
        serde_json::from_str(text).map_err(|e| {
            let id = serde_json::from_str::<Value>(text).ok().and_then(|v| v.get("id")?.as_u64());
            (id, format!("This message cannot be read: {e}."))
        })
    }
}

/// What is there, even if it is null: an action may be any value.
fn present<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
        list: Vec<ChatLine>,
    },
    /// What is asked, and what has happened at the table.
    Affairs {
        asks: Vec<AskView>,
        marks: Vec<MarkView>,
        names: Names,
        /// When the receiver's own side is out of time.
        deadline: Option<u64>,
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
    /// Days for a move; 0 without a clock.
    pub clock_days: u32,
    /// When the table will be deleted if nobody comes, if that is soon.
    pub expires: Option<u64>,
}

impl Message<'_> {
    /// The text of the frame.
    pub fn text(&self) -> Utf8Bytes {
        serde_json::to_string(self).expect("a message is plain data").into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_that_cannot_be_read_still_gives_its_id() {
        let (id, why) = Request::read(r#"{"type":"act","id":7}"#).expect_err("no action");
        assert_eq!(id, Some(7));
        assert!(why.contains("missing field"), "{why}");
        assert!(Request::read("[[[").is_err());
        assert!(matches!(Request::read(r#"{"type":"ping"}"#), Ok(Request::Ping { id: None })));
    }

    /// `KESSEL_WRITE=1 cargo test -p kessel-server --lib wire` writes them anew.
    #[test]
    fn the_types_of_the_page_are_those_of_the_wire() {
        use kessel_table::plan::SlotView;
        use ts_rs::TS;
        let config = &ts_rs::Config::new().with_large_int("number");
        let types = [
            Pace::decl(config),
            Seats::decl(config),
            TakebackView::decl(config),
            RefusedBody::decl(config),
            LayerAnswer::decl(config),
            Stopped::decl(config),
            MenuLine::decl(config),
            SlotView::decl(config),
            DraftView::decl(config),
            Frame::decl(config),
            DiceView::decl(config),
            ChatLine::decl(config),
            AskView::decl(config),
            MarkView::decl(config),
            Names::decl(config),
            Hello::decl(config),
            Message::decl(config),
        ];
        let mut now = String::from(
            "// Written by crates/server/src/wire.rs from the Rust types. Not to be changed by hand.\n\
             import type {\n  CalendarView, Case, Consulted, Event, FactorNote, LayerView, LineView, Muster, Offer, OfferKind, OfferSet, Offers, Outcome, Patch, Reach, Refusal, Side, View, Viewer,\n\
             } from './table';\n",
        );
        types.iter().for_each(|declaration| now.push_str(&format!("\nexport {declaration}\n")));
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/generated/server.ts");
        if std::env::var_os("KESSEL_WRITE").is_some() {
            std::fs::write(&path, &now).expect("writes the file");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == now, "{} is stale: KESSEL_WRITE=1 cargo test -p kessel-server --lib wire", path.display());
    }

    #[test]
    fn messages_carry_their_type() {
        let text = Message::Accepted { id: 5, n: 13, done: None, rest: None, stopped: None }.text();
        assert_eq!(text.as_str(), r#"{"type":"accepted","id":5,"n":13}"#);
    }
}
