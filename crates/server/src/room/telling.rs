//! Who is told what.

use super::{Guest, Out, Room, outcome};
use crate::keys::Player;
use crate::table::{Step, Table};
use crate::wire::{Hello, Message, PROTOCOL, Seats, TakebackView};
use axum::extract::ws::Utf8Bytes;
use kessel_table::{Side, Viewer};
use std::sync::atomic::Ordering;
use tokio::time::Instant;

impl Room {
    /// Sends to one guest. Whoever does not read is dropped: on coming back he is told everything again.
    pub(super) fn send(&self, at: usize, message: &Message<'_>) {
        send(&self.guests[at], message.text());
    }

    pub(super) fn send_all(&self, message: &Message<'_>) {
        let text = message.text();
        for guest in &self.guests {
            send(guest, text.clone());
        }
    }

    fn send_viewer(&self, viewer: Viewer, text: &Utf8Bytes) {
        for guest in self.guests.iter().filter(|g| g.viewer == viewer) {
            send(guest, text.clone());
        }
    }

    pub(super) fn hello(&self, at: usize) -> Message<'_> {
        let guest = &self.guests[at];
        let table = self.table.as_ref().expect("a guest is greeted at a loaded table");
        let info = table.game().info();
        let players = self.row.players;
        Message::Hello(Box::new(Hello {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION"),
            table: &self.row.id,
            kind: guest.grade.word(),
            sides: &guest.sides,
            viewer: guest.viewer,
            game: &info.id,
            game_title: &info.title,
            scenario: &self.row.scenario,
            title: info.scenario(&self.row.scenario).map_or("", |s| &s.title),
            options: &table.header().options,
            seats: Seats { axis: players[0].public(), soviet: players[1].public() },
            hot_seat: players == [Player::Me; 2],
            imported: self.row.imported,
            playable: table.playable(),
            n: table.count(guest.viewer),
            finished: self.outcome.is_some(),
            pace: self.pace_now(),
            commitment: &table.header().commitment,
        }))
    }

    /// Shows one guest the whole table.
    pub(super) async fn show(&mut self, at: usize) {
        let viewer = self.guests[at].viewer;
        let text = self.state_text(viewer).await;
        if let Some(text) = text {
            send(&self.guests[at], text);
        }
        if let Some(outcome) = &self.outcome {
            self.send(at, &Message::Over { outcome });
        }
    }

    async fn state_text(&mut self, viewer: Viewer) -> Option<Utf8Bytes> {
        let asked = self.asked.map(|a| (a.by, a.keep));
        self.with_table(move |table| state(table, viewer, asked)).await.ok()
    }

    /// Tells everybody of a step what he may know. At full speed the table itself is drawn only now and then.
    pub(super) async fn tell(&mut self, step: Step, by: Side, full_speed: bool) {
        self.lapse();
        let viewers = self.viewers();
        let texts = self
            .with_table(move |table| {
                let told = |viewer| (viewer, texts(table, &step, by, viewer, !full_speed));
                (viewers.into_iter().map(told).collect::<Vec<_>>(), outcome(table))
            })
            .await;
        let Ok((texts, outcome)) = texts else { return };
        for (viewer, texts) in texts {
            if full_speed && !texts.is_empty() && !self.undrawn.contains(&viewer) {
                self.undrawn.push(viewer);
            }
            for text in texts {
                self.send_viewer(viewer, &text);
            }
        }
        if !full_speed {
            // What waited to be drawn has been drawn with the rest, unless its viewer was told nothing this time.
            self.draw().await;
        }
        let ended = self.outcome.is_none() && outcome.is_some();
        self.outcome = outcome;
        if ended {
            self.draw().await;
            if let Some(outcome) = &self.outcome {
                self.send_all(&Message::Over { outcome });
            }
        }
    }

    /// Shows the table to those who were told of actions without seeing it.
    pub(super) async fn draw(&mut self) {
        for viewer in std::mem::take(&mut self.undrawn) {
            if let Some(text) = self.state_text(viewer).await {
                self.send_viewer(viewer, &text);
            }
        }
        self.drawn = Instant::now();
    }

    fn viewers(&self) -> Vec<Viewer> {
        let mut viewers: Vec<Viewer> = Vec::new();
        for guest in &self.guests {
            if !viewers.contains(&guest.viewer) {
                viewers.push(guest.viewer);
            }
        }
        viewers
    }

    /// A request for a take-back ends when somebody acts.
    pub(super) fn lapse(&mut self) {
        if let Some(asked) = self.asked.take() {
            self.tell_takeback("lapsed", asked.by, asked.keep);
        }
    }

    /// Tells everybody how a request for a take-back stands, each in his own numbers.
    pub(super) fn tell_takeback(&self, status: &'static str, by: Side, keep: u64) {
        let Some(table) = &self.table else { return };
        for guest in &self.guests {
            let to = table.number_of(guest.viewer, keep);
            send(guest, Message::Takeback(TakebackView { status, by, to }).text());
        }
    }
}

fn send(guest: &Guest, text: Utf8Bytes) {
    if guest.out.try_send(Out::Text(text)).is_err() {
        guest.lost.store(true, Ordering::Relaxed);
    }
}

fn state(table: &Table, viewer: Viewer, asked: Option<(Side, u64)>) -> Utf8Bytes {
    let n = table.count(viewer);
    let takeback = asked.map(|(by, keep)| TakebackView { status: "asked", by, to: table.number_of(viewer, keep) });
    let undo = viewer.side().map_or(n, |side| table.undo_floor(side));
    Message::State { viewer, n, undo, view: Box::new(table.view(viewer)), takeback }.text()
}

fn texts(table: &Table, step: &Step, by: Side, viewer: Viewer, drawn: bool) -> Vec<Utf8Bytes> {
    let news = table.news(step, viewer);
    let mut texts = Vec::new();
    if let Some(n) = news.undone {
        texts.push(Message::Undone { viewer, n, by }.text());
    }
    for (n, told) in &news.told {
        let events = told.events.iter().filter(|e| e.audience.includes(viewer)).collect();
        texts.push(Message::Events { viewer, n: *n, side: told.side, turn: told.turn, events }.text());
    }
    if drawn && !news.is_empty() {
        texts.push(state(table, viewer, None));
    }
    texts
}
