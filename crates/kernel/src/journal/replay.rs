//! A journal played again.

use super::{Entry, Header, JournalError, Snapshots, commit, mismatch, written};
use crate::{ActError, AnyGame, Dice, Event, Log, Session, Viewer};
use serde_json::Value;

/// Plays a journal again, with the rolls it recorded.
pub struct Replay<'a> {
    session: Box<dyn Session>,
    entries: &'a [Entry],
    done: u64,
    /// Where positions are kept on the way.
    keep: Option<Snapshots>,
    /// Is every position held against its hash?
    checked: bool,
    turn: u32,
    buffer: Vec<u8>,
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
        Ok(Replay::at(session, entries, 0))
    }

    fn at(session: Box<dyn Session>, entries: &'a [Entry], done: u64) -> Replay<'a> {
        let turn = session.turn();
        Replay { session, entries, done, keep: None, checked: true, turn, buffer: Vec::new() }
    }

    /// Begins with the last of these snapshots that `to` entries or fewer lead to, or with the first position if there is none.
    pub fn near(
        game: &dyn AnyGame,
        header: &Header,
        entries: &'a [Entry],
        to: u64,
        snapshots: &Snapshots,
    ) -> Result<Replay<'a>, JournalError> {
        match restored(game, header, entries, to, snapshots) {
            Some((done, session)) => Ok(Replay::at(session, entries, done)),
            None => Replay::new(game, header, entries),
        }
    }

    /// Goes on from the last of these snapshots that `to` entries or fewer lead to, if there is one ahead.
    pub fn skip(self, game: &dyn AnyGame, header: &Header, to: u64, snapshots: &Snapshots) -> Replay<'a> {
        match restored(game, header, self.entries, to, snapshots) {
            Some((done, session)) if done > self.done => Replay { turn: session.turn(), session, done, ..self },
            _ => self,
        }
    }

    /// Keeps positions on the way.
    pub fn keeping(self, snapshots: &Snapshots) -> Replay<'a> {
        Replay { keep: Some(snapshots.clone()), ..self }
    }

    /// Takes the positions on trust: for a journal that was replayed before.
    pub fn unchecked(self) -> Replay<'a> {
        Replay { checked: false, ..self }
    }

    /// How many entries have been done.
    pub fn done(&self) -> u64 {
        self.done
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
        let turn = std::mem::replace(&mut self.turn, self.session.turn());
        let wants = Snapshots::wants(n, turn != self.turn) && !self.session.plan_waits();
        let keep = self.keep.as_ref().filter(|_| wants);
        if self.checked || keep.is_some() {
            self.session.save_to(&mut self.buffer);
        }
        if self.checked && blake3::hash(&self.buffer).to_hex().as_str() != entry.state {
            return Err(mismatch(n, "state", "the position after it is another one"));
        }
        if let Some(snapshots) = keep {
            snapshots.put(n, &*self.buffer);
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

/// The last snapshot that can be read, and how many entries lead to it.
fn restored(
    game: &dyn AnyGame,
    header: &Header,
    entries: &[Entry],
    to: u64,
    snapshots: &Snapshots,
) -> Option<(u64, Box<dyn Session>)> {
    let (n, bytes) = snapshots.last(entries, to)?;
    match game.restore(&header.scenario, &bytes) {
        Ok(session) => Some((n, session)),
        // It has the right hash and cannot be read: the game writes positions otherwise by now.
        Err(_) => {
            snapshots.forget();
            None
        }
    }
}

/// Does again what an entry says, all of it, and hands back how the game writes it now. What was in the middle of a list when it was done neither rolled nor revealed, and may not now.
pub(super) fn redo(
    session: &mut dyn Session,
    entry: &Entry,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<Value, JournalError> {
    if let Some(seal) = entry.seal() {
        return commit::redo(session, entry, seal, dice, log);
    }
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
