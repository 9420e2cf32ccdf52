//! Lines of bounded length from a stream of any length.

use std::io::{BufRead, Result};

/// What came.
pub enum Line {
    /// A line without its end.
    Text(Vec<u8>),
    /// A line that is too long; it was skipped.
    TooLong,
    /// Nothing more will come.
    End,
}

/// A stream read by lines.
pub struct Lines<R> {
    from: R,
    longest: usize,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most `longest` bytes.
    pub fn new(from: R, longest: usize) -> Lines<R> {
        Lines { from, longest }
    }

    /// The next line. Never holds more than `longest` bytes.
    pub fn next(&mut self) -> Result<Line> {
        let mut line = Vec::new();
        let (mut seen, mut too_long) = (false, false);
        loop {
            let got = self.from.fill_buf()?;
            if got.is_empty() {
                break;
            }
            seen = true;
            let end = got.iter().position(|b| *b == b'\n');
            let part = &got[..end.unwrap_or(got.len())];
            too_long |= line.len() + part.len() > self.longest;
            if !too_long {
                line.extend_from_slice(part);
            }
            let used = end.map_or(got.len(), |at| at + 1);
            self.from.consume(used);
            if end.is_some() {
                break;
            }
        }
        Ok(match (seen, too_long) {
            (false, _) => Line::End,
            (true, true) => Line::TooLong,
            (true, false) => Line::Text(line),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_skipped_and_the_next_one_read() {
        let mut lines = Lines::new(&b"abc\nabcdef\nxy"[..], 4);
        assert!(matches!(lines.next(), Ok(Line::Text(t)) if t == b"abc"));
        assert!(matches!(lines.next(), Ok(Line::TooLong)));
        assert!(matches!(lines.next(), Ok(Line::Text(t)) if t == b"xy"));
        assert!(matches!(lines.next(), Ok(Line::End)));
    }
}
