//! What a bot may ask.

use super::Fault;
use kessel_kernel::{Options, Side, Viewer};
use kessel_officers::Rank;
use serde::Deserialize;
use serde_json::Value;

/// Everything that can be asked. `table` is the number that `new` and `load` gave; unless given, the last one opened.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Do {
    Hello {},
    Games {},
    New {
        game: String,
        seed: Option<Value>,
        #[serde(default)]
        options: Options,
    },
    Load {
        text: String,
    },
    Sheet {
        table: Option<u64>,
    },
    View {
        table: Option<u64>,
        #[serde(rename = "as")]
        viewer: Viewer,
    },
    Legal {
        table: Option<u64>,
        #[serde(rename = "as")]
        side: Option<Side>,
    },
    Check {
        table: Option<u64>,
        #[serde(rename = "as")]
        side: Side,
        action: Value,
    },
    /// One action, or a list of them: all or none.
    Act {
        table: Option<u64>,
        #[serde(rename = "as")]
        side: Side,
        #[serde(default, deserialize_with = "present")]
        action: Option<Value>,
        actions: Option<Vec<Value>>,
    },
    Why {
        table: Option<u64>,
        #[serde(rename = "as")]
        side: Side,
        action: Value,
    },
    Undo {
        table: Option<u64>,
        to: Option<u64>,
    },
    Journal {
        table: Option<u64>,
        #[serde(default)]
        public: bool,
    },
    Choose {
        table: Option<u64>,
        #[serde(rename = "as")]
        side: Side,
        officer: Rank,
    },
    Advise {
        table: Option<u64>,
        #[serde(rename = "as")]
        side: Side,
        officer: Rank,
    },
    Auto {
        table: Option<u64>,
        axis: Option<Rank>,
        soviet: Option<Rank>,
        turns: Option<u32>,
        actions: Option<u64>,
    },
    Close {
        table: Option<u64>,
    },
    Quit {},
}

/// What is there, even if it is null: an action may be any value.
fn present<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

/// Reads a line: the id, to be echoed in the reply (null if there is none), and what is asked.
pub fn read(line: &[u8]) -> (Value, Result<Do, Fault>) {
    let malformed = |why: String| Err(Fault::new("malformed", why));
    let mut fields = match serde_json::from_slice(line) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) => return (Value::Null, malformed("a request is an object".into())),
        Err(e) => return (Value::Null, malformed(format!("not JSON: {e}"))),
    };
    let id = fields.remove("id").unwrap_or(Value::Null);
    (id, serde_json::from_value(Value::Object(fields)).or_else(|e| malformed(e.to_string())))
}
