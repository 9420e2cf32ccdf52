//! Looking back: any stretch of a game as one viewer was told of it.

use crate::table::{Table, bit};
use kessel_officers::Playable;
use kessel_table::journal::{Entry, Header, Replay};
use kessel_table::{Dice, Event, Log, Offers, Patch, Session, Side, View, Viewer};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A game so far, apart from the table at which it goes on.
pub struct History {
    game: Arc<dyn Playable>,
    header: Header,
    entries: Vec<Entry>,
    seen: Vec<u8>,
}

/// Positions kept along the way, so that looking at the end does not play from the beginning.
#[derive(Clone, Default)]
pub struct Checkpoints(Arc<Mutex<Kept>>);

/// By length of the journal: the link of its last line, and the position.
type Kept = BTreeMap<usize, (String, Arc<dyn Session>)>;

/// How many positions are kept at most, and how far apart they are at least.
const KEPT: usize = 64;
const APART: usize = 32;

/// What is asked for.
#[derive(Copy, Clone, Debug)]
pub struct Stretch {
    pub viewer: Viewer,
    pub from: u64,
    pub to: u64,
    pub views: Views,
    /// Battles are told without their sums and charts.
    pub brief: bool,
}

/// Which frames carry a view.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Views {
    /// None.
    #[default]
    None,
    /// The last.
    Last,
    /// All.
    All,
}

/// One action as the viewer was told of it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Frame {
    pub n: u64,
    pub side: Option<Side>,
    pub turn: u32,
    pub events: Vec<Event>,
    /// The table after it: of the first frame that carries one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub view: Option<View>,
    /// What changed since the frame before, if that one told how the table looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub patch: Option<Patch>,
}

impl History {
    /// The history of a table.
    pub fn of(table: &Table) -> History {
        History {
            game: table.game().clone(),
            header: table.header().clone(),
            entries: table.entries().to_vec(),
            seen: table.marks().to_vec(),
        }
    }

    /// How many actions `viewer` was told of.
    pub fn count(&self, viewer: Viewer) -> u64 {
        self.seen.iter().filter(|s| **s & bit(viewer) != 0).count() as u64
    }

    /// The frames of a stretch. The error is for the server's own output.
    pub fn frames(&self, stretch: Stretch, checkpoints: &Checkpoints) -> Result<Vec<Frame>, String> {
        let mut frames = Vec::new();
        let mut last = None;
        self.walk(stretch, checkpoints, |n, side, events, session| {
            let events = told(events, stretch);
            let (view, patch) =
                if stretch.carries_view(n) { drawn(session, stretch.viewer, &mut last) } else { (None, None) };
            frames.push(Frame { n, side, turn: session.turn(), events, view, patch });
        })?;
        Ok(frames)
    }

    /// The whole view after the last action of the stretch, offers excepted.
    pub fn view(&self, stretch: Stretch, checkpoints: &Checkpoints) -> Result<View, String> {
        let mut view = None;
        self.walk(stretch, checkpoints, |n, _, _, session| {
            if n == stretch.to {
                view = Some(View { offers: Offers::default(), ..session.view(stretch.viewer) });
            }
        })?;
        view.ok_or_else(|| "there is no such action".into())
    }

    /// Shows every action of the stretch that its viewer was told of, with the position after it.
    fn walk(
        &self,
        stretch: Stretch,
        checkpoints: &Checkpoints,
        mut look: impl FnMut(u64, Option<Side>, Vec<Event>, &dyn Session),
    ) -> Result<(), String> {
        let mut n = 0;
        let (mut at, mut session) = match self.checkpoint(stretch, checkpoints) {
            Some((at, session)) => {
                n = self.seen[..at].iter().filter(|s| **s & bit(stretch.viewer) != 0).count() as u64;
                (at, session)
            }
            None => {
                let (session, events) = self.set_up()?;
                if stretch.from == 0 {
                    look(0, None, events, &*session);
                }
                (0, session)
            }
        };
        while n < stretch.to && at < self.entries.len() {
            let entry = &self.entries[at];
            let mut dice = Dice::recorded(entry.rolls.iter().cloned());
            let mut log = Log::new();
            session
                .act(entry.side, &entry.action, &mut dice, &mut log)
                .map_err(|e| format!("action {} does not replay: {e}", entry.n))?;
            at += 1;
            self.keep(at, &*session, checkpoints);
            if self.seen[at - 1] & bit(stretch.viewer) == 0 {
                continue;
            }
            n += 1;
            if n >= stretch.from {
                look(n, Some(entry.side), log.take(), &*session);
            }
        }
        Ok(())
    }

    fn set_up(&self) -> Result<(Box<dyn Session>, Vec<Event>), String> {
        let mut dice = Dice::recorded(self.header.rolls.iter().cloned());
        let mut log = Log::new();
        let session = self
            .game
            .start(&self.header.scenario, &self.header.options, &mut dice, &mut log)
            .map_err(|e| e.to_string())?;
        Ok((session, log.take()))
    }

    /// The last position kept before the first action of the stretch.
    fn checkpoint(&self, stretch: Stretch, checkpoints: &Checkpoints) -> Option<(usize, Box<dyn Session>)> {
        let nth = stretch.from.checked_sub(1)?;
        let mut told = self.seen.iter().enumerate().filter(|(_, s)| **s & bit(stretch.viewer) != 0);
        let before = told.nth(nth as usize)?.0;
        let kept = checkpoints.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut earlier = kept.range(..=before).rev();
        let (at, (_, session)) = earlier.find(|(at, (link, _))| self.entries[**at - 1].link == *link)?;
        Some((*at, session.fork()))
    }

    fn keep(&self, at: usize, session: &dyn Session, checkpoints: &Checkpoints) {
        let apart = APART.max(self.entries.len() / KEPT + 1);
        if !at.is_multiple_of(apart) {
            return;
        }
        let link = &self.entries[at - 1].link;
        let mut kept = checkpoints.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.get(&at).is_some_and(|(known, _)| known == link) {
            return;
        }
        if kept.len() >= KEPT * 2 {
            kept.clear();
        }
        kept.insert(at, (link.clone(), Arc::from(session.fork())));
    }
}

impl Stretch {
    fn carries_view(&self, n: u64) -> bool {
        match self.views {
            Views::None => false,
            Views::Last => n == self.to,
            Views::All => true,
        }
    }
}

/// The events that the viewer was told of.
fn told(events: Vec<Event>, stretch: Stretch) -> Vec<Event> {
    let mut events = Replay::visible(events, stretch.viewer);
    if stretch.brief {
        events.iter_mut().for_each(Event::abridge);
    }
    events
}

/// The first view of a stretch is whole; the others are told by what changed.
fn drawn(session: &dyn Session, viewer: Viewer, last: &mut Option<View>) -> (Option<View>, Option<Patch>) {
    let view = View { offers: Offers::default(), ..session.glance(viewer) };
    match last.replace(view.clone()) {
        None => (Some(view), None),
        Some(before) => (None, Some(Patch::between(&before, &view))),
    }
}
