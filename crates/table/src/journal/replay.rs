//! A journal played again.

use super::{Entry, Header, JournalError, mismatch, written};
use crate::{ActError, AnyGame, Dice, Event, Log, Session, Viewer};
use serde_json::Value;

/// Plays a journal again, with the rolls it recorded.
pub struct Replay<'a> {
    session: Box<dyn Session>,
    entries: &'a [Entry],
    done: u64,
}

impl<'a> Replay<'a> {
    /// Sets up the first position and checks it against the header.
    pub fn new(game: &dyn AnyGame, header: &Header, entries: &'a [Entry]) -> Result<Replay<'a>, JournalError> {
        let info = game.info();
        if header.game != info.id {
            return Err(JournalError::OtherGame { found: header.game.clone(), wanted: info.id.clone() });
        }
        if header.rules != info.rules {
            return Err(mismatch(
                0,
                "rules",
                &format!("it was played with version {}, this is version {}", header.rules, info.rules),
            ));
        }
        if header.data != game.data_hash() {
            return Err(mismatch(0, "data", "it was played with other maps, counters or charts"));
        }
        let mut dice = Dice::recorded(header.rolls.iter().cloned());
        let session = game.start(&header.scenario, &header.options, &mut dice, &mut Log::silent())?;
        check_dice(0, &dice)?;
        if session.hash() != header.state {
            return Err(mismatch(0, "state", "the first position is another one"));
        }
        Ok(Replay { session, entries, done: 0 })
    }

    /// The next action and what it did; nothing when all are done.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Option<(&'a Entry, Vec<Event>)>, JournalError> {
        let Some(entry) = self.entries.get(self.done as usize) else { return Ok(None) };
        let n = entry.n;
        let mut dice = Dice::recorded(entry.rolls.iter().cloned());
        let mut log = Log::new();
        redo(&mut *self.session, entry, &mut dice, &mut log)?;
        check_dice(n, &dice)?;
        if log.revealed() != entry.revealed {
            return Err(mismatch(n, "revealed", "the record and the rules differ"));
        }
        if self.session.hash() != entry.state {
            return Err(mismatch(n, "state", "the position after it is another one"));
        }
        self.done += 1;
        Ok(Some((entry, log.take())))
    }

    /// Goes on to action `n` and hands the position over.
    pub fn to(mut self, n: u64) -> Result<Box<dyn Session>, JournalError> {
        if n > self.entries.len() as u64 {
            return Err(JournalError::NoSuchAction { n, have: self.entries.len() as u64 });
        }
        while self.done < n {
            self.next()?;
        }
        Ok(self.session)
    }

    /// The position now.
    pub fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }

    /// What happened so far may be known to `viewer`: the events he may see of one action.
    pub fn visible(events: Vec<Event>, viewer: Viewer) -> Vec<Event> {
        events.into_iter().filter(|e| e.audience.includes(viewer)).collect()
    }
}

/// Does again what an entry says, all of it, and hands back how the game writes it now. What was in the middle of a list when it was done neither rolled nor revealed, and may not now.
pub(super) fn redo(
    session: &mut dyn Session,
    entry: &Entry,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<Value, JournalError> {
    let (n, actions) = (entry.n, entry.actions());
    let field = |why: &ActError| if matches!(why, ActError::Dice(_)) { "rolls" } else { "action" };
    if actions.is_empty() {
        return Err(mismatch(n, "action", "an empty list"));
    }
    let mut listed = session.act_all(entry.side, actions, dice, log).map_err(|e| {
        let why = if actions.len() > 1 { e.to_string() } else { e.why.to_string() };
        mismatch(n, field(&e.why), &why)
    })?;
    match listed.stopped {
        Some(stopped) => {
            let why = format!("the list goes on after its action {}: {}", listed.done.len(), stopped.why());
            Err(mismatch(n, "action", &why))
        }
        None => Ok(written(&mut listed.done)),
    }
}

pub(super) fn check_dice(n: u64, dice: &Dice) -> Result<(), JournalError> {
    if let Some(fault) = dice.fault() {
        return Err(mismatch(n, "rolls", &fault.to_string()));
    }
    if dice.left() > 0 {
        return Err(mismatch(n, "rolls", "the record has more rolls than the rules ask for"));
    }
    Ok(())
}
