//! Everything that goes to stdout goes through here: a reader who has gone away (`| head`) is not a fault.

use crate::failure::{Code, Failure};
use serde::Serialize;
use std::io::{ErrorKind, Write};

/// Writes a text and a line end, unless it has one.
pub fn say(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let end = if text.ends_with('\n') || text.is_empty() { "" } else { "\n" };
    let written = out.write_all(text.as_bytes()).and_then(|()| out.write_all(end.as_bytes()));
    match written.and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(e) if e.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(e) => Err(Failure::new(Code::File, format!("cannot write the answer: {e}"))),
    }
}

/// Writes a value as JSON, for scripts.
pub fn say_json<T: Serialize>(value: &T) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|e| Failure::new(Code::Fault, format!("the answer cannot be written as JSON: {e}")))?;
    say(&text)
}
