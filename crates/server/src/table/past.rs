//! What people were told of a game, small enough to be kept while the game is not in memory. By it a room finds out what became of the game
//! elsewhere, and tells that as if it had been done here.

use super::{Step, Table, Told};
use kessel_kernel::journal::{Entry, JournalError, Replay};
use kessel_kernel::{Side, View, Viewer};
use serde_json::Value;

/// Enough of a hash to tell things apart.
pub type Short = [u8; 16];

fn short(text: &[u8]) -> Short {
    let hash = blake3::hash(text);
    std::array::from_fn(|n| hash.as_bytes()[n])
}

/// What an action is, whenever it was done.
pub fn what(action: &Value) -> Short {
    short(action.to_string().as_bytes())
}

/// One entry: by which line it is known, what it was, whose, and who was told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    link: Short,
    pub what: Short,
    pub side: Side,
    pub seen: u8,
}

impl Trace {
    pub fn of(entry: &Entry, seen: u8) -> Trace {
        Trace { link: short(entry.link.as_bytes()), what: what(&entry.action), side: entry.side, seen }
    }
}

/// A journal that people were told of, without what it says.
#[derive(Clone, Debug)]
pub struct Past {
    root: Short,
    list: Vec<Trace>,
}

/// What happened since, and how some viewers saw the game before it.
pub struct Since {
    pub step: Step,
    pub views: Vec<(Viewer, View)>,
}

impl Table {
    /// What people were told of so far.
    pub fn past(&self) -> Past {
        let list = self.entries().iter().zip(&self.seen).map(|(entry, seen)| Trace::of(entry, *seen)).collect();
        Past { root: short(self.header().link.as_bytes()), list }
    }

    /// The same as it was before a step that came to nothing.
    pub fn past_before(&self, step: &Step) -> Past {
        let mut past = self.past();
        past.list.truncate(step.keep as usize);
        past.list.extend(step.gone.iter().cloned());
        past
    }

    /// The same up to the line that people know of. Nothing if the game does not have it any more.
    pub fn past_at(&self, head: &str) -> Option<Past> {
        let length = match self.entries().iter().rposition(|entry| entry.link == head) {
            Some(last) => last + 1,
            None if self.header().link == head => 0,
            None => return None,
        };
        let mut past = self.past();
        past.list.truncate(length);
        Some(past)
    }

    /// What was done and taken back since, with the views of some from before. Nothing if it is another game now, begun anew.
    pub fn since(&self, past: &Past, viewers: &[Viewer]) -> Result<Option<Since>, JournalError> {
        if past.root != short(self.header().link.as_bytes()) {
            return Ok(None);
        }
        let same = past
            .list
            .iter()
            .zip(self.entries())
            .take_while(|(trace, entry)| trace.link == short(entry.link.as_bytes()));
        let keep = same.count() as u64;
        let gone = past.list[keep as usize..].to_vec();
        let hidden = |viewer: &Viewer| gone.iter().all(|trace| trace.seen & super::bit(*viewer) == 0);
        let viewers: Vec<Viewer> = viewers.iter().copied().filter(hidden).collect();
        if keep == self.journal.len() {
            let views = viewers.iter().map(|viewer| (*viewer, self.glance(*viewer))).collect();
            return Ok(Some(Since { step: step(keep, Vec::new(), gone), views }));
        }
        let replay = Replay::near(&*self.game, self.header(), self.entries(), keep, self.snapshots())?;
        let (mut replay, mut told) = (replay.unchecked(), Vec::new());
        while replay.done() < keep {
            replay.next()?;
        }
        let views = viewers.iter().map(|viewer| (*viewer, replay.session().glance(*viewer))).collect();
        while let Some((entry, events)) = replay.next()? {
            let (turn, what) = (replay.session().turn(), what(&entry.action));
            let seen = self.seen[entry.n as usize - 1];
            told.push(Told { side: entry.side, what, seen, turn, events });
        }
        Ok(Some(Since { step: step(keep, told, gone), views }))
    }
}

fn step(keep: u64, told: Vec<Told>, gone: Vec<Trace>) -> Step {
    Step { head: String::new(), keep, lines: Vec::new(), told, gone, list: None }
}
