//! A downloaded game, checked by whoever played it.

use crate::failure::{Code, Failure};
use crate::files::{broken, game_id, game_of};
use crate::output::{say, say_json};
use kessel_kernel::Journal;
use kessel_kernel::journal::{self, JournalError};
use serde_json::json;
use std::path::Path;

/// What somebody noted when he sat down.
pub struct Noted {
    /// What the server was bound to.
    pub server: Option<String>,
    /// What the Axis player was bound to.
    pub axis: Option<String>,
    /// What the Soviet player was bound to.
    pub soviet: Option<String>,
}

/// `kessel audit`: does the chain hold, was everybody held to what he was bound to, is every roll what the seed gives, every position what the
/// rules make of it?
pub fn audit(data: Option<&Path>, file: &Path, noted: &Noted, as_json: bool) -> Result<(), Failure> {
    let text = crate::disk::load(file)?;
    let torn = journal::torn(&text);
    let (header, entries) = journal::parse(&text).map_err(broken)?;
    let failed = |e: JournalError| Failure::new(Code::CheckFailed, e.to_string());
    let seed = header.committed_seed().map_err(failed)?;
    let bound = [
        ("server", &noted.server, header.shared.as_ref().map_or(&header.commitment, |s| &s.server)),
        ("axis", &noted.axis, header.shared.as_ref().map_or(&header.commitment, |s| &s.axis.commitment)),
        ("soviet", &noted.soviet, header.shared.as_ref().map_or(&header.commitment, |s| &s.soviet.commitment)),
    ];
    for (who, noted, says) in bound {
        if noted.as_ref().is_some_and(|noted| !noted.eq_ignore_ascii_case(says)) {
            let text = format!("the journal says that the {who} was bound to {says}; you noted something else");
            return Err(Failure::new(Code::CheckFailed, text));
        }
    }
    let rolls = header.rolls.len() + entries.iter().map(|e| e.rolls.len()).sum::<usize>();
    if let Some(seed) = &seed {
        journal::audit(seed, &header, &entries).map_err(failed)?;
    }
    let game = game_of(&text, &kessel_registry::load(data, game_id(&text).as_deref())?)?;
    Journal::from_text(&*game, &text).map_err(broken)?;
    let dice = match (&seed, &header.shared) {
        (None, _) => "none",
        (Some(_), Some(_)) => "shared",
        (Some(_), None) => "server",
    };
    if as_json {
        return say_json(&json!({
            "sound": true, "entries": entries.len(), "rolls": rolls, "dice": dice, "shared": header.shared, "marks": header.marks,
            "commitment": header.commitment, "torn": torn,
        }));
    }
    let dice = match dice {
        "none" => "this copy carries no seed, so its dice cannot be checked".to_owned(),
        "shared" => format!("{rolls} rolls, each as the parts of the server and of both players give it"),
        _ => format!("{rolls} rolls, each as the server's seed gives it; the players had no part in the seed"),
    };
    let mut lines = vec![format!("{} entries: every link and every position holds", entries.len()), dice];
    for (who, _, says) in bound.iter().take(if header.shared.is_some() { 3 } else { 1 }) {
        lines.push(format!("{who} was bound to {says}"));
    }
    lines.extend(header.marks.iter().map(|mark| format!("after entry {}: {}", mark.n, mark.text)));
    lines.extend(torn.map(|bytes| format!("a torn last line of {bytes} bytes was left out")));
    say(&lines.join("\n"))
}
