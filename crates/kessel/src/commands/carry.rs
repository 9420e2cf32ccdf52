//! A game that was begun under older rules goes on under the present ones.

use crate::failure::Failure;
use crate::files::{broken, create, game_id, game_of};
use crate::output::{say, say_json};
use kessel_kernel::Journal;
use serde_json::json;
use std::path::Path;

/// `kessel carry`.
pub fn carry(data: Option<&Path>, file: &Path, new: &Path, as_json: bool) -> Result<(), Failure> {
    let text = crate::disk::load(file)?;
    let game = game_of(&text, &kessel_registry::load(data, game_id(&text).as_deref())?)?;
    let carried = Journal::carry_over(&*game, &text).map_err(broken)?;
    create(new, &carried.journal.to_text())?;
    let (kept, had) = (carried.journal.len(), carried.had);
    let stopped = carried.stopped.map(|why| why.to_string());
    if as_json {
        return say_json(&json!({ "actions": kept, "of": had, "stopped": stopped }));
    }
    let new = new.display();
    say(&match stopped {
        None => format!("all {had} actions hold under the present rules; the game goes on in {new}"),
        Some(why) => {
            format!("{kept} of {had} actions hold under the present rules: {why}\nthe game goes on from there in {new}")
        }
    })
}
