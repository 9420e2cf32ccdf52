//! What is sent only when somebody wants to see it: layers, the calendar, and any stretch of the game so far.

use super::telling::send;
use super::{Out, Room};
use crate::frames::{Frame, History, Stretch, Views};
use crate::table::Table;
use crate::wire::{LayerAnswer, Message, When};
use axum::extract::ws::Utf8Bytes;
use kessel_table::{FactorNote, View};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

/// The longest stretch that is replayed at once, without views and with all of them.
const MOST_FRAMES: u64 = 5000;
const MOST_VIEWS: u64 = 400;
/// How many frames go into one message.
const FRAMES_A_MESSAGE: usize = 200;
const VIEWS_A_MESSAGE: usize = 50;

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
            return self.error(at, Some(id), "forbidden", "Other eyes may look only after the end.");
        }
        let Some(n) = when.n else {
            let look = move |table: &mut Table| {
                let notes = match &part {
                    Part::Lines(space) => table.factor_notes(viewer, space),
                    Part::Layers(_) | Part::Calendar => Vec::new(),
                };
                part.of(id, table.view(viewer), notes)
            };
            return match self.with_table(look).await {
                Ok(text) => send(&self.guests[at], text),
                Err(refused) => self.refuse(at, id, refused).await,
            };
        };
        let stretch = Stretch { viewer, from: n, to: n, views: Views::Last, brief: true };
        self.look_back(at, id, move |history| {
            let n = n.min(history.count(viewer));
            let view = history.view(Stretch { from: n, to: n, ..stretch })?;
            Ok(vec![Out::Text(part.of(id, view, Vec::new()))])
        })
        .await;
    }

    pub(super) async fn asked_to_replay(
        &mut self,
        at: usize,
        id: u64,
        (from, to): (u64, Option<u64>),
        stretch: Stretch,
    ) {
        if !self.may_look(at, stretch.viewer) {
            return self.error(at, Some(id), "forbidden", "Other eyes may look only after the end.");
        }
        self.look_back(at, id, move |history| {
            let count = history.count(stretch.viewer);
            let (from, to) = (from.min(count), to.unwrap_or(count).min(count));
            let most = if stretch.views == Views::All { MOST_VIEWS } else { MOST_FRAMES };
            let to = to.min(from.saturating_add(most - 1)).max(from);
            let stretch = Stretch { from, to, ..stretch };
            history.frames(stretch).map(|frames| messages(id, count, stretch, &frames))
        })
        .await;
    }

    /// Plays the game again, apart from the table at which it goes on, and sends what `work` makes of it.
    async fn look_back(
        &mut self,
        at: usize,
        id: u64,
        work: impl FnOnce(&History) -> Result<Vec<Out>, String> + Send + 'static,
    ) {
        if self.guests[at].replaying.swap(true, Ordering::Relaxed) {
            return self.error(at, Some(id), "too-fast", "One replay at a time.");
        }
        let Ok(history) = self.with_table(|table| History::of(table)).await else {
            self.guests[at].replaying.store(false, Ordering::Relaxed);
            return self.error(at, Some(id), "fault", "The server has a fault; nothing was changed.");
        };
        let guest = &self.guests[at];
        let (out, replaying) = (guest.out.clone(), guest.replaying.clone());
        let turns = self.rooms.replays();
        tokio::spawn(async move {
            let turn = turns.acquire_owned().await;
            let made = tokio::task::spawn_blocking(move || {
                let _turn = turn;
                work(&history)
            });
            let texts = made.await.unwrap_or_else(|e| Err(e.to_string())).unwrap_or_else(|why| {
                eprintln!("kessel: replay: {why}");
                let text = "This game cannot be replayed: a fault in Kessel.".to_owned();
                vec![Out::Text(Message::Error { id: Some(id), kind: "fault", text }.text())]
            });
            for text in texts {
                if out.send(text).await.is_err() {
                    break;
                }
            }
            replaying.store(false, Ordering::Relaxed);
        });
    }
}

fn messages(id: u64, n: u64, stretch: Stretch, frames: &[Frame]) -> Vec<Out> {
    let size = if stretch.views == Views::All { VIEWS_A_MESSAGE } else { FRAMES_A_MESSAGE };
    let viewer = stretch.viewer;
    let parts: Vec<&[Frame]> = if frames.is_empty() { vec![frames] } else { frames.chunks(size).collect() };
    let last = parts.len() - 1;
    let message = |(nth, frames)| Message::Replay { id, viewer, n, frames, last: nth == last };
    parts.into_iter().enumerate().map(|part| Out::Text(message(part).text())).collect()
}
