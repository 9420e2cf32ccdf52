//! One game: its journal, and the numbers by which each viewer counts the actions he was told of.
//!
//! A viewer counts only what he was told. An action of the other side that shows him nothing (no event, nothing changed in what he may
//! know) is not counted, so the numbers themselves betray no secret. Nothing here waits or writes: a room does that.

mod past;
mod plans;
mod reading;
mod refused;
mod step;

pub use past::{Past, Since};
pub use plans::{Choice, Edit, Open, SetAside, Wondered};
pub use refused::Refused;
pub use step::{ListAnswer, News, Step, Told, Wanted};

use crate::audit::audit;
use crate::store::{Change, Line, Loaded, StoreError, Summary, TableRow};
use kessel_kernel::journal::{Done, Entry, Header, JournalError, SharedDice, SharedError, Snapshots};
use kessel_kernel::plan::Draft;
use kessel_kernel::{
    Consulted, Event, FactorNote, Journal, Log, Options, Seed, Session, Side, StartError, View, Viewer,
};
use kessel_officers::Playable;
use past::{Trace, what};
use plans::Plans;
use reading::{marks, read, unreadable};
use serde_json::Value;
use std::sync::Arc;

/// The viewers who count, in the order of their bits.
const COUNTING: [Viewer; 3] = [Viewer::Axis, Viewer::Soviet, Viewer::Spectator];

/// The bit of a viewer in the marks of an action; the umpire has all of them.
pub const fn bit(viewer: Viewer) -> u8 {
    match viewer {
        Viewer::Axis => 1,
        Viewer::Soviet => 2,
        Viewer::Spectator => 4,
        Viewer::Umpire => 7,
    }
}

/// A game being played.
pub struct Table {
    game: Arc<dyn Playable>,
    journal: Journal,
    /// Who was told of each action.
    seen: Vec<u8>,
    plans: Plans,
}

impl Table {
    fn of(game: Arc<dyn Playable>, journal: Journal, seen: Vec<u8>) -> Table {
        Table { game, journal, seen, plans: Plans::default() }
    }

    /// A new game.
    pub fn start(game: Arc<dyn Playable>, scenario: &str, options: &Options, seed: Seed) -> Result<Table, StartError> {
        let journal = Journal::start(&*game, scenario, options, seed, &mut Log::silent())?;
        Ok(Table::of(game, journal, Vec::new()))
    }

    /// The same with dice that the server and two people made.
    pub fn start_shared(&self, root: &Seed, shared: SharedDice) -> Result<Table, SharedError> {
        let Header { scenario, options, .. } = self.header();
        let journal = Journal::start_shared(&*self.game, (scenario, options), root, shared, &mut Log::silent())?;
        Ok(Table::of(self.game.clone(), journal, Vec::new()))
    }

    /// A game from the text of its journal, audited. One of older rules is taken into the present ones if they allow all of it.
    pub fn import(game: Arc<dyn Playable>, text: &str) -> Result<Table, JournalError> {
        audit(text)?;
        let (journal, _) = read(&*game, text, Snapshots::new())?;
        let seen = marks(&*game, &journal)?;
        Ok(Table::of(game, journal, seen))
    }

    /// A game as the database has it, and whether it was taken over from older rules: then the database is behind.
    pub fn load(game: Arc<dyn Playable>, loaded: Loaded) -> Result<(Table, bool), StoreError> {
        let snapshots = Snapshots::new();
        loaded.snapshots.into_iter().for_each(|(n, bytes)| snapshots.put(n, bytes));
        let (journal, carried) = read(&*game, &loaded.text, snapshots).map_err(unreadable)?;
        if journal.len() != loaded.seen.len() as u64 {
            return Err(StoreError::Corrupt("some actions have no marks".into()));
        }
        Ok((Table::of(game, journal, loaded.seen), carried))
    }

    /// A game that was taken over from older rules: its journal is to be written anew, whole or not at all.
    pub fn rewritten(&self, row: &TableRow, asked: [u64; 2]) -> Change {
        Change {
            table: row.id.clone(),
            head: row.head.clone(),
            header: Some(header_text(self.header())),
            keep: 0,
            lines: self.entries().iter().zip(&self.seen).map(|(entry, seen)| line_of(entry, *seen)).collect(),
            new_head: self.head().to_owned(),
            summary: self.summary(),
            asked,
            lapses: false,
            draft: None,
            open: true,
        }
    }

    /// The rules.
    pub fn game(&self) -> &Arc<dyn Playable> {
        &self.game
    }

    /// The position.
    pub fn session(&self) -> &dyn Session {
        self.journal.session()
    }

    /// The first line of the journal.
    pub fn header(&self) -> &Header {
        self.journal.header()
    }

    /// The actions.
    pub fn entries(&self) -> &[Entry] {
        self.journal.entries()
    }

    /// Who was told of each action.
    pub fn marks(&self) -> &[u8] {
        &self.seen
    }

    /// Can it be played on?
    pub fn playable(&self) -> bool {
        self.header().seed.is_some()
    }

    /// Positions kept along the way.
    pub fn snapshots(&self) -> &Snapshots {
        self.journal.snapshots()
    }

    /// The link of the last line.
    pub fn head(&self) -> &str {
        self.entries().last().map_or(&self.header().link, |e| &e.link)
    }

    /// How many actions `viewer` was told of.
    pub fn count(&self, viewer: Viewer) -> u64 {
        self.count_within(viewer, self.seen.len())
    }

    fn count_within(&self, viewer: Viewer, length: usize) -> u64 {
        self.seen[..length].iter().filter(|s| **s & bit(viewer) != 0).count() as u64
    }

    /// The number of a journal's length as `viewer` counts.
    pub fn number_of(&self, viewer: Viewer, length: u64) -> u64 {
        self.count_within(viewer, (length as usize).min(self.seen.len()))
    }

    /// The longest journal in which `viewer` was told of exactly `n` actions; nothing if he was never told of so many.
    pub fn length_at(&self, viewer: Viewer, n: u64) -> Option<u64> {
        let mut left = n;
        for (nth, seen) in self.seen.iter().enumerate() {
            if seen & bit(viewer) != 0 {
                if left == 0 {
                    return Some(nth as u64);
                }
                left -= 1;
            }
        }
        (left == 0).then_some(self.seen.len() as u64)
    }

    /// What lists show.
    pub fn summary(&self) -> Summary {
        let session = self.session();
        let outcome = session.outcome();
        Summary {
            turn: session.turn(),
            to_act: session.to_act(),
            outcome: outcome.map(|o| serde_json::to_string(&o).expect("an outcome is plain data")),
        }
    }

    /// What `viewer` sees.
    pub fn view(&self, viewer: Viewer) -> View {
        self.session().view(viewer)
    }

    /// The numbers in a space that do not count as printed, as far as `viewer` knows.
    pub fn factor_notes(&self, viewer: Viewer, space: &str) -> Vec<FactorNote> {
        self.session().factor_notes(viewer, space)
    }

    /// What `viewer` is shown of it at every step.
    pub fn glance(&self, viewer: Viewer) -> View {
        self.session().glance(viewer)
    }

    /// Every rule consulted about an action.
    pub fn why(&self, side: Side, action: &Value) -> Result<Vec<Consulted>, Refused> {
        self.session().why(side, action).map_err(Refused::from)
    }

    /// Does an action, or several as one, for a side that has been told of `n` actions.
    pub fn act(&mut self, side: Side, n: u64, wanted: &Wanted) -> Result<Step, Refused> {
        if n != self.count(side.into()) {
            return Err(Refused::Stale);
        }
        if self.session().outcome().is_some() {
            return Err(Refused::Over);
        }
        let (head, keep) = (self.head().to_owned(), self.journal.len());
        let (line, told, list) = self.append(side, wanted.actions()).map_err(|refused| match (refused, wanted) {
            (Refused::Listed(_, why), Wanted::One(_)) => *why,
            (refused, _) => refused,
        })?;
        let list = matches!(wanted, Wanted::List(_)).then_some(list);
        Ok(Step { head, keep, lines: vec![line], told: vec![told], gone: Vec::new(), list })
    }

    /// The number of the last entry that revealed something.
    pub fn last_revelation(&self) -> u64 {
        self.journal.last_revelation()
    }

    fn append(&mut self, side: Side, actions: &[Value]) -> Result<(Line, Told, ListAnswer), Refused> {
        let before = self.session().fork();
        let done = self.journal.act_all(side, actions)?;
        Ok(self.noted(side, &*before, done))
    }

    fn append_plan(&mut self, side: Side, orders: &Draft) -> Result<(Line, Told, ListAnswer), Refused> {
        let before = self.session().fork();
        let done = self.journal.commit(side, orders)?;
        Ok(self.noted(side, &*before, done))
    }

    /// What was just noted, as the database keeps it and as it is told.
    fn noted(&mut self, side: Side, before: &dyn Session, done: Done) -> (Line, Told, ListAnswer) {
        let Done { count, rest, stopped, events } = done;
        let session = self.journal.session();
        let seen = told(side, &events, |viewer| !session.looks_like(before, viewer));
        let turn = session.turn();
        self.plans = Plans::default();
        self.seen.push(seen);
        let entry = self.journal.entries().last().expect("an action was just noted");
        let told = Told { side, what: what(&entry.action), seen, turn, events };
        (line_of(entry, seen), told, ListAnswer { done: count, rest, stopped })
    }

    /// Only who is asked to act goes back by himself, or who has committed a plan that waits for the other side's.
    fn may_go_back(&self, side: Side) -> bool {
        self.session().to_act().includes(side) || self.session().has_committed(side)
    }

    /// The least number to which `side` may go back by itself; its own number if it may not.
    ///
    /// Only who is asked to act may, only over its own actions, and not over a roll or a revelation. What the other side
    /// did in secret meanwhile stays done.
    pub fn undo_floor(&self, side: Side) -> u64 {
        let mut floor = self.count(side.into());
        if !self.playable() || !self.may_go_back(side) {
            return floor;
        }
        for (entry, seen) in self.entries().iter().zip(&self.seen).rev() {
            if entry.bars_undo() {
                break;
            }
            if entry.side == side {
                floor -= 1;
            } else if seen & bit(side.into()) != 0 {
                break;
            }
        }
        floor
    }

    /// Takes back a side's own actions after its number `to`.
    pub fn undo(&mut self, side: Side, n: u64, to: u64) -> Result<Step, Refused> {
        if n != self.count(side.into()) {
            return Err(Refused::Stale);
        }
        let refuse = |why: &str| Err(Refused::Undo(why.into()));
        if to >= n {
            return refuse("There is nothing to take back.");
        }
        if self.session().outcome().is_some() {
            return Err(Refused::Over);
        }
        if !self.may_go_back(side) {
            return refuse("It is not yours to act: ask the other side for a take-back.");
        }
        if to < self.undo_floor(side) {
            return refuse(
                "Dice were rolled, something was revealed, or the other side has acted since: ask the other side for a take-back.",
            );
        }
        let keep = self.length_at(side.into(), to).ok_or(Refused::Stale)?;
        let others: Vec<Entry> = self.entries()[keep as usize..].iter().filter(|e| e.side != side).cloned().collect();
        self.cut(keep, &others)
    }

    /// Goes back to the first `keep` actions, whatever was rolled or revealed since: the other side has granted it.
    pub fn take_back(&mut self, keep: u64) -> Result<Step, Refused> {
        self.cut(keep, &[])
    }

    /// Shortens the journal, and does again what the other side did.
    fn cut(&mut self, keep: u64, again: &[Entry]) -> Result<Step, Refused> {
        let fault = |e: JournalError| Refused::Fault(e.to_string());
        let head = self.head().to_owned();
        self.plans = Plans::default();
        let gone = self.entries().iter().zip(&self.seen).skip(keep as usize);
        let gone = gone.map(|(entry, seen)| Trace::of(entry, *seen)).collect();
        let (cut, marks) = (self.journal.cut(&*self.game, keep).map_err(fault)?, self.seen.split_off(keep as usize));
        match self.redo(keep, again) {
            Ok((lines, told)) => Ok(Step { head, keep, lines, told, gone, list: None }),
            Err(refused) => {
                self.journal.mend(cut);
                self.seen.truncate(keep as usize);
                self.seen.extend(marks);
                Err(refused)
            }
        }
    }

    /// Does again what the other side did after `keep` entries.
    fn redo(&mut self, keep: u64, again: &[Entry]) -> Result<(Vec<Line>, Vec<Told>), Refused> {
        let acted = || Refused::Undo("The other side has acted since.".into());
        let (mut lines, mut told) = (Vec::new(), Vec::new());
        for entry in again {
            let done = match &entry.plan {
                Some(plan) => self.append_plan(entry.side, &plan.orders),
                None => self.append(entry.side, entry.actions()),
            };
            let (line, same, _) = done.map_err(|_| acted())?;
            lines.push(line);
            told.push(same);
        }
        if self.entries().iter().skip(keep as usize).any(Entry::bars_undo) {
            return Err(acted());
        }
        Ok((lines, told))
    }

    /// Is a step such that everybody sees that something was done?
    pub fn is_open(&self, step: &Step) -> bool {
        COUNTING.into_iter().all(|viewer| !self.news(step, viewer).is_empty())
    }

    /// What `viewer` is to be told of a step that has just been made.
    pub fn news<'a>(&self, step: &'a Step, viewer: Viewer) -> News<'a> {
        let base = self.number_of(viewer, step.keep);
        let gone: Vec<_> = step.gone.iter().filter(|g| g.seen & bit(viewer) != 0).collect();
        let told: Vec<_> = step.told.iter().filter(|t| t.seen & bit(viewer) != 0).collect();
        // What was taken back and done again in the same order has not changed for him.
        let same = gone.iter().zip(&told).take_while(|(g, t)| (g.side, g.what) == (t.side, t.what)).count();
        News {
            undone: (gone.len() > same).then_some(base + same as u64),
            told: (base + 1..).zip(told).skip(same).collect(),
        }
    }
}

/// Who is told of what a side did: itself, whoever sees something of it, and whoever knows something else now.
fn told(side: Side, events: &[Event], learns: impl Fn(Viewer) -> bool) -> u8 {
    let sees = |viewer: Viewer| viewer == side.into() || events.iter().any(|e| e.audience.includes(viewer));
    COUNTING.into_iter().filter(|viewer| sees(*viewer) || learns(*viewer)).fold(0, |marks, viewer| marks | bit(viewer))
}

/// An entry as the database keeps it.
pub fn line_of(entry: &Entry, seen: u8) -> Line {
    Line { n: entry.n, text: serde_json::to_string(entry).expect("an entry is plain data"), seen }
}

/// A header as the database keeps it.
pub fn header_text(header: &Header) -> String {
    serde_json::to_string(header).expect("a header is plain data")
}

#[cfg(test)]
mod tests;
