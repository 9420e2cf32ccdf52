//! What a client says.

use crate::frames::Views;
use kessel_kernel::{Intent, Viewer, Wanted, Wish};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

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
    /// Every rule consulted about an action; where a plan is asked for, about an order for a slot, or about a line of its menu.
    Why {
        id: u64,
        #[serde(default, deserialize_with = "present")]
        action: Option<Value>,
        slot: Option<String>,
        #[serde(default, deserialize_with = "present")]
        order: Option<Value>,
        verb: Option<String>,
        target: Option<String>,
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
    /// What several slots may be ordered next.
    Shared {
        id: u64,
        slots: Vec<String>,
    },
    /// Where a slot can be sent, as sets over the map.
    Scope {
        id: u64,
        slot: String,
    },
    /// An order by a line of the menu, for a slot and perhaps for others: all or none.
    Pick {
        id: u64,
        slot: String,
        #[serde(default)]
        also: Vec<String>,
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
    /// What was said before number `before`; the last of it if no number is named.
    Chat {
        id: u64,
        before: Option<u64>,
    },
    /// One's own side does not want to hear what is said, or wants to again.
    Mute {
        id: u64,
        on: bool,
    },
    /// How whoever has no account calls himself at his seat.
    Name {
        id: u64,
        name: String,
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
    /// The id of a message that is not read otherwise.
    pub fn id_of(text: &str) -> Option<u64> {
        #[derive(Deserialize)]
        struct Named {
            id: Option<Value>,
        }
        serde_json::from_str::<Named>(text).ok()?.id?.as_u64()
    }

    /// Reads a message. On failure: the id if there is one, and what is wrong.
    pub fn read(text: &str) -> Result<Request, (Option<u64>, String)> {
        serde_json::from_str(text).map_err(|e| (Request::id_of(text), format!("This message cannot be read: {e}.")))
    }
}

/// What is there, even if it is null: an action may be any value.
fn present<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}
