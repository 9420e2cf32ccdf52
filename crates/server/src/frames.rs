//! Looking back: any stretch of a game as one viewer was told of it.

use crate::table::{Table, bit};
use kessel_kernel::journal::{Entry, Header, Replay, Snapshots};
use kessel_kernel::view::Detail;
use kessel_kernel::{Dice, Event, Log, Patch, Session, Side, View, Viewer};
use kessel_officers::Playable;
use serde::Serialize;
use std::sync::Arc;

/// A game so far, apart from the table at which it goes on.
pub struct History {
    game: Arc<dyn Playable>,
    header: Header,
    entries: Vec<Entry>,
    seen: Vec<u8>,
    /// Shared with the table: looking at the end does not play from the beginning.
    snapshots: Snapshots,
    /// The turn that is being played; nothing when the game is over.
    turn: Option<u32>,
}

/// What is asked for.
#[derive(Copy, Clone, Debug)]
pub struct Stretch {
    pub viewer: Viewer,
    pub from: u64,
    pub to: u64,
    /// The end of what was asked for, of which this stretch may be a part.
    pub last: u64,
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
            snapshots: table.snapshots().clone(),
            turn: table.session().outcome().is_none().then(|| table.session().turn()),
        }
    }

    /// How many actions `viewer` was told of.
    pub fn count(&self, viewer: Viewer) -> u64 {
        self.seen.iter().filter(|s| **s & bit(viewer) != 0).count() as u64
    }

    /// The frames of a stretch that goes on from the view `last`, if one was shown before. The error is for the server's own output.
    pub fn frames(&self, stretch: Stretch, last: &mut Option<View>) -> Result<Vec<Frame>, String> {
        let mut frames = Vec::new();
        self.walk(stretch, |n, side, events, session| {
            let past = self.is_past(session);
            let events = told(events, stretch, past);
            let (view, patch) =
                if stretch.carries_view(n) { drawn(session, stretch.viewer, past, last) } else { (None, None) };
            frames.push(Frame { n, side, turn: session.turn(), events, view, patch });
        })?;
        Ok(frames)
    }

    /// The whole view after the last action of the stretch, offers excepted.
    pub fn view(&self, stretch: Stretch) -> Result<View, String> {
        let mut view = None;
        self.walk(stretch, |n, _, _, session| {
            if n == stretch.to {
                view = Some(session.recall(stretch.viewer, self.is_past(session), Detail::Whole));
            }
        })?;
        view.ok_or_else(|| "there is no such action".into())
    }

    /// Is the turn of this position over, and the game not?
    fn is_past(&self, then: &dyn Session) -> bool {
        self.turn.is_some_and(|now| then.turn() < now)
    }

    /// Shows every action of the stretch that its viewer was told of, with the position after it.
    fn walk(
        &self,
        stretch: Stretch,
        mut look: impl FnMut(u64, Option<Side>, Vec<Event>, &dyn Session),
    ) -> Result<(), String> {
        let (game, header, entries) = (&*self.game, &self.header, &*self.entries);
        if stretch.from == 0 {
            let (session, events) = self.set_up()?;
            look(0, None, events, &*session);
        }
        let replay = Replay::near(game, header, entries, self.before(stretch), &self.snapshots);
        let mut replay = replay.map_err(|e| e.to_string())?.unchecked().keeping(&self.snapshots);
        let is_told = |seen: &u8| seen & bit(stretch.viewer) != 0;
        let mut n = self.seen[..replay.done() as usize].iter().filter(|seen| is_told(seen)).count() as u64;
        while n < stretch.to {
            let Some((entry, events)) = replay.next().map_err(|e| e.to_string())? else { break };
            if !is_told(&self.seen[entry.n as usize - 1]) {
                continue;
            }
            n += 1;
            if n >= stretch.from {
                look(n, Some(entry.side), events, replay.session());
            }
        }
        Ok(())
    }

    /// How many entries come before the first one of the stretch.
    fn before(&self, stretch: Stretch) -> u64 {
        let Some(nth) = stretch.from.checked_sub(1) else { return 0 };
        let mut told = self.seen.iter().enumerate().filter(|(_, s)| **s & bit(stretch.viewer) != 0);
        told.nth(nth as usize).map_or(0, |(at, _)| at as u64)
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
}

impl Stretch {
    fn carries_view(&self, n: u64) -> bool {
        match self.views {
            Views::None => false,
            Views::Last => n == self.last,
            Views::All => true,
        }
    }
}

/// The events that the viewer was told of and has not forgotten since.
fn told(events: Vec<Event>, stretch: Stretch, past: bool) -> Vec<Event> {
    let mut events = Replay::visible(events, stretch.viewer);
    events.retain(|event| event.is_told(stretch.viewer, past));
    if stretch.brief {
        events.iter_mut().for_each(Event::abridge);
    }
    events
}

/// The first view of a stretch is whole; the others are told by what changed.
fn drawn(session: &dyn Session, viewer: Viewer, past: bool, last: &mut Option<View>) -> (Option<View>, Option<Patch>) {
    let view = session.recall(viewer, past, Detail::Glance);
    match last.replace(view.clone()) {
        None => (Some(view), None),
        Some(before) => (None, Some(Patch::between(&before, &view))),
    }
}
