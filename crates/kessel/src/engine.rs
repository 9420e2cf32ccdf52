//! The engine protocol: a bot in any language plays over JSON lines. docs/engine-protocol.md describes it.

mod lines;
mod request;
mod tables;

use crate::failure::{Code, Failure};
use crate::output::say;
use crate::registry;
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
}

impl Fault {
    fn new(kind: &'static str, text: impl Into<String>) -> Fault {
        Fault { kind, text: text.into(), case: None }
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
        let told =
            |key| f.answer.as_ref().and_then(|a| a.get(key)).and_then(Value::as_str).map(str::to_owned);
        Fault { kind, case: told("case"), text: told("why").unwrap_or(f.text) }
    }
}

/// `kessel engine`: answers until stdin ends or it is told to quit.
pub fn engine(data: Option<&Path>) -> Result<(), Failure> {
    let mut tables = Tables::new(registry::load(data, None)?);
    let mut lines = Lines::new(std::io::stdin().lock(), LONGEST_LINE);
    loop {
        let line = lines.next().map_err(|e| Failure::new(Code::File, format!("cannot read stdin: {e}")))?;
        let (id, answer, quit) = match line {
            Line::End => return Ok(()),
            Line::TooLong => {
                let text = format!("a line may have {LONGEST_LINE} bytes at most");
                (Value::Null, Err(Fault::new("malformed", text)), false)
            }
            Line::Text(bytes) if bytes.iter().all(u8::is_ascii_whitespace) => continue,
            Line::Text(bytes) => match request::read(&bytes) {
                (id, Ok(Do::Quit {})) => (id, Ok(json!({})), true),
                (id, Ok(asked)) => (id, answer(&mut tables, asked), false),
                (id, Err(fault)) => (id, Err(fault), false),
            },
        };
        say(&reply(&id, answer).to_string())?;
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
            json!({ "id": id, "error": error })
        }
    }
}
