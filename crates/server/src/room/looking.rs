//! What is sent only when somebody wants to see it: layers, the calendar, and any stretch of the game so far.

use super::Room;
use crate::frames::{History, Stretch, Views};
use crate::keys::Grade;
use crate::outbox::{Out, Outbox};
use crate::table::Table;
use crate::wire::{LayerAnswer, Message, When};
use kessel_kernel::{FactorNote, View, Viewer};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::Semaphore;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// The longest stretch that is replayed at once, without views and with all of them.
const MOST_FRAMES: u64 = 5000;
const MOST_VIEWS: u64 = 400;
/// How many frames go into one message.
const FRAMES_A_MESSAGE: u64 = 200;
const VIEWS_A_MESSAGE: u64 = 50;

/// A part of a view that is asked for apart.
pub enum Part {
    /// What some layers cover, each with what the client has of it already.
    Layers(BTreeMap<String, Option<String>>),
    /// The lines of all layers that begin in a space.
    Lines(String),
    /// The calendar.
    Calendar,
}

impl Part {
    fn of(&self, id: u64, view: View, notes: Vec<FactorNote>) -> Utf8Bytes {
        match self {
            Part::Layers(wanted) => {
                let wanted = view.layers.into_iter().filter_map(|layer| Some((wanted.get(&layer.id)?, layer)));
                let layers = wanted.map(|(known, layer)| LayerAnswer::of(layer, known.as_deref())).collect();
                Message::Layers { id, layers }.text()
            }
            Part::Lines(space) => {
                let lines = view.layers.into_iter().flat_map(|layer| layer.lines);
                let lines = lines.filter(|line| line.path.first() == Some(space)).collect();
                Message::Lines { id, space: space.clone(), lines, notes }.text()
            }
            Part::Calendar => Message::Calendar { id, calendar: view.calendar }.text(),
        }
    }
}

impl Room {
    /// Answers with a part of a view, of now or of another moment.
    pub(super) async fn asked_to_look(&mut self, at: usize, id: u64, when: When, part: Part) {
        let viewer = when.viewer.unwrap_or(self.guests[at].viewer);
        if !self.may_look(at, viewer) {
            return self.guests.error(at, Some(id), "forbidden", "Other eyes may look only after the end.");
        }
        let Some(n) = when.n else {
            let look = move |table: &mut Table| {
                let notes = match &part {
                    Part::Lines(space) => table.factor_notes(viewer, space),
                    Part::Layers(_) | Part::Calendar => Vec::new(),
                };
                part.of(id, table.view(viewer), notes)
            };
            return match self.kept.with(look).await {
                Ok(text) => self.guests[at].send(text),
                Err(refused) => self.refuse(at, id, refused).await,
            };
        };
        let first = self.first_for(at, viewer);
        if !self.begin_looking(at, id) {
            return;
        }
        let Ok(history) = self.kept.with(|table| History::of(table)).await else { return self.looked(at) };
        let guest = &self.guests[at];
        let (out, replaying, turns) = (guest.out.clone(), guest.replaying.clone(), self.rooms.replays());
        tokio::spawn(async move {
            let turn = turns.acquire_owned().await;
            let made = tokio::task::spawn_blocking(move || {
                let _turn = turn;
                let n = n.max(first).min(history.count(viewer));
                let stretch = Stretch { viewer, from: n, to: n, last: n, views: Views::Last, brief: true };
                history.view(stretch).map(|view| part.of(id, view, Vec::new()))
            });
            let text = super::made(made.await).unwrap_or_else(|why| fault(id, &why));
            let _ = out.send(Out::Text(text)).await;
            replaying.store(false, Ordering::Relaxed);
        });
    }

    pub(super) async fn asked_to_replay(
        &mut self,
        at: usize,
        id: u64,
        (from, to): (u64, Option<u64>),
        stretch: Stretch,
    ) {
        if !self.may_look(at, stretch.viewer) {
            return self.guests.error(at, Some(id), "forbidden", "Other eyes may look only after the end.");
        }
        let first = self.first_for(at, stretch.viewer);
        if !self.begin_looking(at, id) {
            return;
        }
        let Ok(history) = self.kept.with(|table| History::of(table)).await else { return self.looked(at) };
        let count = history.count(stretch.viewer);
        let (from, to) = (from.max(first).min(count), to.unwrap_or(count).min(count));
        let most = if stretch.views == Views::All { MOST_VIEWS } else { MOST_FRAMES };
        let to = to.min(from.saturating_add(most - 1)).max(from);
        let guest = &self.guests[at];
        let (out, replaying, turns) = (guest.out.clone(), guest.replaying.clone(), self.rooms.replays());
        tokio::spawn(async move {
            tell(history, Stretch { from, to, ..stretch }, (id, count), &out, &turns).await;
            replaying.store(false, Ordering::Relaxed);
        });
    }

    /// Who took over a seat from somebody else is not told what that one saw in secret: his past begins with the present.
    fn first_for(&self, at: usize, viewer: Viewer) -> u64 {
        let Grade::Seat(side) = self.guests[at].grade else { return 0 };
        if self.kept.is_over() || viewer != Viewer::from(side) {
            return 0;
        }
        let given = self.affairs.given_away(side);
        given.map_or(0, |n| self.kept.table().map_or(0, |t| t.number_of(viewer, n)))
    }

    /// One look at a time.
    fn begin_looking(&self, at: usize, id: u64) -> bool {
        if self.guests[at].replaying.swap(true, Ordering::Relaxed) {
            self.guests.error(at, Some(id), "too-fast", "One replay at a time.");
            return false;
        }
        true
    }

    fn looked(&self, at: usize) {
        self.guests[at].replaying.store(false, Ordering::Relaxed);
    }
}

/// Tells a stretch of the game part by part, each made when the one before has been taken: a reader who does not read costs one part.
async fn tell(history: History, stretch: Stretch, (id, n): (u64, u64), out: &Outbox, turns: &Arc<Semaphore>) {
    let size = if stretch.views == Views::All { VIEWS_A_MESSAGE } else { FRAMES_A_MESSAGE };
    let (history, viewer) = (Arc::new(history), stretch.viewer);
    let (mut from, mut last_view) = (stretch.from, None);
    loop {
        let to = stretch.to.min(from + size - 1);
        let part = Stretch { from, to, last: stretch.to, ..stretch };
        let (told, turn) = (history.clone(), turns.clone().acquire_owned().await);
        let made = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let frames = told.frames(part, &mut last_view)?;
            let text = Message::Replay { id, viewer, n, frames: &frames, last: to == stretch.to }.text();
            Ok((text, last_view))
        });
        let (text, view) = match super::made(made.await) {
            Ok(made) => made,
            Err(why) => return drop(out.send(Out::Text(fault(id, &why))).await),
        };
        if out.send(Out::Text(text)).await.is_err() || to == stretch.to {
            return;
        }
        (from, last_view) = (to + 1, view);
    }
}

fn fault(id: u64, why: &str) -> Utf8Bytes {
    tracing::error!("replay: {why}");
    let text = "This game cannot be replayed: a fault in Kessel.".to_owned();
    Message::Error { id: Some(id), kind: "fault", text }.text()
}
