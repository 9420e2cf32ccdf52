//! The engine protocol: a bot in any language plays over JSON lines. docs/engine-protocol.md describes it.

mod lines;
mod request;
mod tables;

use crate::failure::{Code, Failure};
use crate::output::say;
use kessel_officers::guard;
use lines::{Line, Lines};
use request::Do;
use serde_json::{Value, json};
use std::path::Path;
use tables::Tables;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The longest line that is read, in bytes: far above any journal.
pub const LONGEST_LINE: usize = 64 * 1024 * 1024;

/// What goes into the `error` of a reply.
#[derive(Debug)]
pub struct Fault {
    kind: &'static str,
    text: String,
    /// The rule, in a refusal.
    case: Option<String>,
    /// The action of a list that cannot be done, from 0.
    at: Option<usize>,
}

impl Fault {
    fn new(kind: &'static str, text: impl Into<String>) -> Fault {
        Fault { kind, text: text.into(), case: None, at: None }
    }
}

impl From<Failure> for Fault {
    fn from(f: Failure) -> Fault {
        let kind = match f.code {
            Code::CheckFailed => "check-failed",
            Code::Usage => "malformed",
            Code::Refused => "refused",
            Code::File => "file",
            Code::Journal => "journal",
            Code::Unknown => "unknown",
            Code::BadAction => "bad-action",
            Code::Undo => "undo",
            Code::Data => "data",
            Code::Fault => "fault",
        };
        let told = |key| f.answer.as_ref().and_then(|a| a.get(key)).and_then(Value::as_str).map(str::to_owned);
        Fault { kind, case: told("case"), text: told("why").unwrap_or(f.text), at: None }
    }
}

/// The protocol without its stream: a line goes in, a reply comes out.
pub struct Engine {
    tables: Tables,
}

/// What came of a line.
pub struct Reply {
    /// The reply, one JSON object.
    pub value: Value,
    /// The bot asked the engine to end.
    pub quit: bool,
}

impl Engine {
    /// An engine with no table open, with the data files of `data` over the built-in ones.
    pub fn new(data: Option<&Path>) -> Result<Engine, Failure> {
        Ok(Engine { tables: Tables::new(kessel_registry::load(data, None)?) })
    }

    /// Answers a line, whatever it holds. Blank lines have no reply.
    pub fn answer(&mut self, line: &[u8]) -> Option<Reply> {
        if line.iter().all(u8::is_ascii_whitespace) {
            return None;
        }
        let (id, asked) = request::read(line);
        let (answer, quit) = match asked {
            Ok(Do::Quit {}) => (Ok(json!({})), true),
            Ok(asked) => (answer(&mut self.tables, asked), false),
            Err(fault) => (Err(fault), false),
        };
        Some(Reply { value: reply(&id, answer), quit })
    }
}

/// `kessel engine`: answers until stdin ends or it is told to quit.
pub fn engine(data: Option<&Path>) -> Result<(), Failure> {
    let mut engine = Engine::new(data)?;
    let mut lines = Lines::new(std::io::stdin().lock(), LONGEST_LINE);
    loop {
        let line = lines.next().map_err(|e| Failure::new(Code::File, format!("cannot read stdin: {e}")))?;
        let answered = match line {
            Line::End => return Ok(()),
            Line::TooLong => {
                let fault = Fault::new("malformed", format!("a line may have {LONGEST_LINE} bytes at most"));
                Some(Reply { value: reply(&Value::Null, Err(fault)), quit: false })
            }
            Line::Text(bytes) => engine.answer(&bytes),
        };
        let Some(Reply { value, quit }) = answered else { continue };
        say(&value.to_string())?;
        if quit {
            return Ok(());
        }
    }
}

/// Answers a request; a panic of the rules is an answer too.
fn answer(tables: &mut Tables, asked: Do) -> Result<Value, Fault> {
    guard(|| tables.answer(asked)).unwrap_or_else(|panic| Err(Fault::new("fault", panic)))
}

fn reply(id: &Value, answer: Result<Value, Fault>) -> Value {
    match answer {
        Ok(ok) => json!({ "id": id, "ok": ok }),
        Err(fault) => {
            let mut error = json!({ "kind": fault.kind, "text": fault.text });
            if let Some(case) = fault.case {
                error["case"] = json!(case);
            }
            if let Some(at) = fault.at {
                error["at"] = json!(at);
            }
            json!({ "id": id, "error": error })
        }
    }
}
