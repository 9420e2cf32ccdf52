//! Who is told what.

use super::shown::Shown;
use super::{Guest, Out, Room, is_open, outcome};
use crate::clock::Clock;
use crate::keys::Player;
use crate::store::Ask;
use crate::table::{Refused, Step, Table};
use crate::wire::{Hello, Message, PROTOCOL, Seats, TakebackView};
use kessel_kernel::{Side, Viewer};
use std::sync::atomic::Ordering;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

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
            advice: self.gives_advice() && !guest.sides.is_empty(),
            n: table.count(guest.viewer),
            finished: self.outcome.is_some(),
            pace: self.pace_now(),
            commitment: &table.header().commitment,
            dice: self.dice_view(),
            clock_days: self.row.clock.days(),
            clock_minutes: self.row.clock.minutes(),
            expires: self.rooms.expires(&self.row),
        }))
    }

    /// Shows one guest the whole table. Others who look through the same eyes are brought up to date first, so that the next patch fits all.
    pub(super) async fn show(&mut self, at: usize) {
        let (viewer, asked) = (self.guests[at].viewer, self.asked());
        let others = self.guests.iter().enumerate().any(|(nth, g)| nth != at && g.viewer == viewer);
        let texts = self.with_shown(move |table, shown| {
            if !others {
                shown.forget(viewer);
            }
            let news = others.then(|| shown.renew(table, viewer, asked)).flatten();
            (news, shown.whole(table, viewer, asked))
        });
        let Ok((news, whole)) = texts.await else { return };
        for (nth, guest) in self.guests.iter().enumerate() {
            match &news {
                _ if nth == at => send(guest, whole.clone()),
                Some(news) if guest.viewer == viewer => send(guest, news.clone()),
                _ => {}
            }
        }
        if let Some(outcome) = &self.outcome {
            self.send(at, &Message::Over { outcome });
        }
    }

    /// Works with the game and with what everybody was shown. If the rules panic, everybody is shown the whole table next time.
    async fn with_shown<R: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut Table, &mut Shown) -> R + Send + 'static,
    ) -> Result<R, Refused> {
        let mut shown = std::mem::take(&mut self.shown);
        shown.keep(&self.viewers());
        let done = self.with_table(move |table| {
            let result = work(table, &mut shown);
            (shown, result)
        });
        let (shown, result) = done.await?;
        self.shown = shown;
        Ok(result)
    }

    /// Tells everybody of a step what he may know. At full speed the table itself is drawn only now and then.
    pub(super) async fn tell(&mut self, step: Step, by: Side, full_speed: bool) {
        self.lapse(&step);
        let ended = self.outcome.is_some();
        self.tell_step(step, by, full_speed, ended).await;
    }

    /// The same for a step of which what lies beside the game is known already. `over`: everybody knows that the game is over.
    pub(super) async fn tell_step(&mut self, step: Step, by: Side, full_speed: bool, over: bool) {
        let (viewers, asked) = (self.viewers(), self.asked());
        let texts = self
            .with_shown(move |table, shown| {
                let mut told = Vec::new();
                for viewer in viewers {
                    let mut texts = texts(table, &step, by, viewer);
                    if !full_speed && !texts.is_empty() {
                        texts.extend(shown.renew(table, viewer, asked));
                    }
                    told.push((viewer, texts));
                }
                (told, outcome(table))
            })
            .await;
        let Ok((texts, outcome)) = texts else {
            // Nobody knows who was told: they are all shown the table.
            self.untold = true;
            return;
        };
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
        self.outcome = outcome.or_else(|| serde_json::from_str(self.row.ended.as_deref()?).ok());
        let ended = !over && self.outcome.is_some();
        if self.row.clock != Clock::None {
            self.tell_affairs().await;
        }
        if ended {
            metrics::counter!("kessel_games_ended_total").increment(1);
            self.draw().await;
            if let Some(outcome) = &self.outcome {
                self.send_all(&Message::Over { outcome });
            }
        }
    }

    /// Shows the table to those who were told of actions without seeing it.
    pub(super) async fn draw(&mut self) {
        for viewer in std::mem::take(&mut self.undrawn) {
            let asked = self.asked();
            if let Ok(Some(text)) = self.with_shown(move |table, shown| shown.renew(table, viewer, asked)).await {
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

    /// A request for a take-back ends when something is done that everybody sees. What a side does in secret must not end it: that would tell
    /// the others when it does something. (The database ends it together with what was done.)
    pub(super) fn lapses(&self, table: &Table, step: &Step) -> bool {
        self.asked().is_some() && is_open(table, step)
    }

    fn lapse(&mut self, step: &Step) {
        if let Some((by, keep)) = self.asked()
            && self.table.as_ref().is_some_and(|table| self.lapses(table, step))
        {
            self.forget_takeback();
            self.tell_takeback("lapsed", by, keep);
        }
    }

    /// Nobody asks for a take-back any more.
    pub(super) fn forget_takeback(&mut self) {
        self.proposals.retain(|p| p.kind != Ask::Takeback);
    }

    /// The same where the database has to be told.
    pub(super) async fn withdraw_takeback(&mut self) {
        self.forget_takeback();
        if let Err(e) = self.rooms.store().withdraw(&self.row.id, Ask::Takeback).await {
            tracing::warn!(table = self.row.id, "{e}");
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

pub(super) fn send(guest: &Guest, text: Utf8Bytes) {
    if guest.out.try_send(Out::Text(text)).is_err() {
        guest.lost.store(true, Ordering::Relaxed);
        guest.out.hang_up();
        metrics::counter!("kessel_slow_readers_total").increment(1);
    }
}

fn texts(table: &Table, step: &Step, by: Side, viewer: Viewer) -> Vec<Utf8Bytes> {
    let news = table.news(step, viewer);
    let mut texts = Vec::new();
    if news.is_empty() {
        return texts;
    }
    if let Some(n) = news.undone {
        texts.push(Message::Undone { viewer, n, by }.text());
    }
    for (n, told) in &news.told {
        let events = told.events.iter().filter(|e| e.audience.includes(viewer)).collect();
        texts.push(Message::Events { viewer, n: *n, side: told.side, turn: told.turn, events }.text());
    }
    texts
}
