//! A game told again from its journal.

use super::play::{status, viewer_of};
use crate::facts::{Facts, changes, flat};
use crate::failure::{Code, Failure};
use crate::files::{broken, game_id, game_of};
use crate::output::{say, say_json};
use crate::text;
use kessel_kernel::journal::{self, Entry, Header, Replay};
use kessel_kernel::{Journal, Seed, Session, Viewer};
use serde_json::json;
use std::path::Path;

/// What to tell.
pub struct Telling {
    /// Say nothing but whether it holds.
    pub verify: bool,
    /// Up to this action.
    pub to: Option<u64>,
    /// For these eyes.
    pub viewer: Option<Viewer>,
    /// A line of JSON an action.
    pub as_json: bool,
    /// What every entry changed, in the words of case files.
    pub facts: bool,
}

/// `kessel replay`.
pub fn replay(data: Option<&Path>, file: &Path, telling: &Telling) -> Result<(), Failure> {
    let text = crate::disk::load(file)?;
    let game = game_of(&text, &kessel_registry::load(data, game_id(&text).as_deref())?)?;
    let whole = Journal::from_text(&*game, &text).map_err(broken)?;
    let to = telling.to.unwrap_or(whole.len());
    if to > whole.len() {
        return Err(Failure::new(Code::Usage, format!("there is no action {to}; the journal has {}", whole.len())));
    }
    if telling.verify {
        let audited = audit(whole.header(), whole.entries())?;
        if telling.as_json {
            let mut answer = status(&whole);
            answer["verified"] = json!(true);
            answer["rolls_audited"] = json!(audited);
            return say_json(&answer);
        }
        let dice =
            audited.map_or("no seed to audit the dice with".into(), |n| format!("{n} rolls as the seed gives them"));
        return say(&format!("{} actions, every hash and position holds; {dice}", whole.len()));
    }
    let viewer = telling.viewer.unwrap_or_else(|| viewer_of(whole.session()));
    let mut replay = Replay::new(&*game, whole.header(), whole.entries()).map_err(broken)?;
    let mut told = 0;
    let mut known = Facts::new();
    let mut news = |session: &dyn Session| {
        let before = std::mem::replace(&mut known, flat(&session.facts(viewer)));
        changes(&before, &known)
    };
    if telling.facts {
        say(&json!({ "n": 0, "facts": news(replay.session()) }).to_string())?;
    }
    for _ in 0..to {
        let Some((entry, events)) = replay.next().map_err(broken)? else { break };
        let events = Replay::visible(events, viewer);
        // Who may know an action may know its words; of the other side's one sees what its events say, and of one without
        // any nothing at all. So that no gap tells how many those were, a viewer's lines have numbers of their own.
        let own = viewer == Viewer::Umpire || viewer == Viewer::from(entry.side);
        if !own && events.is_empty() {
            continue;
        }
        told += 1;
        if telling.as_json {
            let action = own.then_some(&entry.action);
            let mut line = json!({ "n": told, "side": entry.side, "action": action, "events": events });
            if telling.facts {
                line["facts"] = json!(news(replay.session()));
            }
            say(&line.to_string())?;
        } else {
            let action = if own { format!(" {}", entry.action) } else { String::new() };
            say(&format!("{told} {}{action}\n{}", entry.side, text::events(&events)))?;
        }
    }
    // Who has to act comes from what the viewer sees: of losses named blindly he does not learn who has finished.
    let session = replay.session();
    let to_act = session.view(viewer).to_act;
    if telling.as_json {
        let line = json!({ "n": told, "turn": session.turn(), "to_act": to_act, "outcome": session.outcome() });
        return say(&line.to_string());
    }
    say(&match session.outcome() {
        Some(outcome) => text::outcome(&outcome),
        None => format!("Turn {}. {}", session.turn(), text::to_act(to_act)),
    })
}

/// Are the rolls those of the seed? Says how many were asked; nothing if the journal has no seed.
fn audit(header: &Header, entries: &[Entry]) -> Result<Option<usize>, Failure> {
    let Some(seed) = header.seed.as_deref().and_then(Seed::from_word) else { return Ok(None) };
    journal::audit(&seed, header, entries).map_err(|e| Failure::new(Code::CheckFailed, e.to_string()))?;
    let asked = header.rolls.len() + entries.iter().map(|e| e.rolls.len()).sum::<usize>();
    Ok(Some(asked))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kessel_kernel::{Log, Options};

    #[test]
    fn a_roll_that_the_seed_does_not_give_is_found() {
        let registry = kessel_registry::load(None, Some("battle")).expect("loads");
        let (game, scenario) = registry.find("battle/campaign").expect("is there");
        let seed = Seed::from_number(7);
        let journal = Journal::start(&**game, scenario, &Options::default(), seed, &mut Log::new());
        let mut header = journal.expect("starts").header().clone();
        let rolls = header.rolls.len();
        assert!(rolls > 0, "the set-up rolls");
        assert_eq!(audit(&header, &[]).expect("honest"), Some(rolls));
        let value = &mut header.rolls[0].value;
        *value = *value % 6 + 1;
        assert_eq!(audit(&header, &[]).expect_err("forged").code, Code::CheckFailed);
        header.seed = None;
        assert_eq!(audit(&header, &[]).expect("cannot be asked"), None);
    }
}
