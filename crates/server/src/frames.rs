//! Looking back: any stretch of a game as one viewer was told of it.

use crate::table::{Table, bit};
use kessel_officers::Playable;
use kessel_table::journal::{Entry, Header, Replay, Snapshots};
use kessel_table::{Dice, Event, Log, Offers, Session, Side, View, Viewer};
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
}

/// What is asked for.
#[derive(Copy, Clone, Debug)]
pub struct Stretch {
    pub viewer: Viewer,
    pub from: u64,
    pub to: u64,
    pub views: Views,
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
pub struct Frame {
    pub n: u64,
    pub side: Option<Side>,
    pub turn: u32,
    pub events: Vec<Event>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
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
        }
    }

    /// How many actions `viewer` was told of.
    pub fn count(&self, viewer: Viewer) -> u64 {
        self.seen.iter().filter(|s| **s & bit(viewer) != 0).count() as u64
    }

    /// The frames of a stretch. The error is for the server's own output.
    pub fn frames(&self, stretch: Stretch) -> Result<Vec<Frame>, String> {
        let (game, header, entries) = (&*self.game, &self.header, &*self.entries);
        let mut frames = Vec::new();
        if stretch.from == 0 {
            let (session, events) = self.set_up()?;
            frames.push(stretch.frame(0, None, events, &*session));
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
                frames.push(stretch.frame(n, Some(entry.side), events, replay.session()));
            }
        }
        Ok(frames)
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
    fn frame(&self, n: u64, side: Option<Side>, events: Vec<Event>, session: &dyn Session) -> Frame {
        let wanted = match self.views {
            Views::None => false,
            Views::Last => n == self.to,
            Views::All => true,
        };
        let view = wanted.then(|| View { offers: Offers::default(), ..session.view(self.viewer) });
        Frame { n, side, turn: session.turn(), events: Replay::visible(events, self.viewer), view }
    }
}
