//! What everybody was told and shown.
//!
//! Whoever is told of an action is shown the table after it: at once, or, while the computer plays at full speed, as one of the `undrawn` when the table is drawn next. Should the
//! rules fail in between, nobody knows who was told what (`untold`): then everybody is shown the whole table.

use super::guests::Guests;
use super::kept::Kept;
use super::shown::{Asked, Shown};
use crate::table::{Refused, Step, Table};
use crate::wire::Message;
use kessel_kernel::{Side, Viewer};
use std::time::Duration;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// How often a table is drawn anew, at most, while the computer plays at full speed.
const DRAWN_APART: Duration = Duration::from_millis(100);

pub struct Told {
    shown: Shown,
    /// Viewers who were told of actions but not yet shown the table after them.
    undrawn: Vec<Viewer>,
    drawn: Instant,
    untold: bool,
}

impl Told {
    /// Nobody was told anything yet.
    pub fn new() -> Told {
        Told { shown: Shown::default(), undrawn: Vec::new(), drawn: Instant::now(), untold: false }
    }

    /// When somebody is to be shown the table, if anybody waits for it.
    pub fn deadline(&self) -> Option<Instant> {
        (!self.undrawn.is_empty()).then_some(self.drawn + DRAWN_APART)
    }

    /// What was shown is worth nothing any more: everybody is shown the whole table next.
    pub fn forget(&mut self) {
        self.shown = Shown::default();
    }

    /// Does nobody know who was told what? Asked once.
    pub fn is_unknown(&mut self) -> bool {
        std::mem::take(&mut self.untold)
    }

    /// Those whose view was dropped when the table fell asleep.
    pub fn asleep(&self) -> Vec<Viewer> {
        self.shown.asleep()
    }

    /// Takes in views that were made anew.
    pub fn remember(&mut self, views: Vec<(Viewer, kessel_kernel::View)>) {
        self.shown.remember(views);
    }

    /// Drops the views with the table that they can be made of anew. Should the rules fail, everybody is shown the whole table next time.
    pub async fn sleep(&mut self, table: Table) {
        let mut shown = std::mem::take(&mut self.shown);
        let slept = tokio::task::spawn_blocking(move || {
            shown.sleep(&table);
            shown
        });
        self.shown = slept.await.unwrap_or_default();
    }

    /// Works with the game and with what everybody was shown. If the rules panic, everybody is shown the whole table next time.
    async fn with<R: Send + 'static>(
        &mut self,
        kept: &mut Kept,
        guests: &Guests,
        work: impl FnOnce(&mut Table, &mut Shown) -> R + Send + 'static,
    ) -> Result<R, Refused> {
        let mut shown = std::mem::take(&mut self.shown);
        shown.keep(&guests.viewers());
        let done = kept.with(move |table| {
            let result = work(table, &mut shown);
            (shown, result)
        });
        let (shown, result) = done.await?;
        self.shown = shown;
        Ok(result)
    }

    /// Shows one guest the whole table. Others who look through the same eyes are brought up to date first, so that the next patch fits all.
    pub async fn show(&mut self, kept: &mut Kept, guests: &Guests, at: usize, asked: Asked) {
        let viewer = guests[at].viewer;
        let others = guests.iter().enumerate().any(|(nth, g)| nth != at && g.viewer == viewer);
        let texts = self.with(kept, guests, move |table, shown| {
            if !others {
                shown.forget(viewer);
            }
            let news = others.then(|| shown.renew(table, viewer, asked)).flatten();
            (news, shown.whole(table, viewer, asked))
        });
        let Ok((news, whole)) = texts.await else { return };
        for (nth, guest) in guests.iter().enumerate() {
            match &news {
                _ if nth == at => guest.send(whole.clone()),
                Some(news) if guest.viewer == viewer => guest.send(news.clone()),
                _ => {}
            }
        }
        if let Some(outcome) = kept.outcome() {
            guests.send(at, &Message::Over { outcome });
        }
    }

    /// Tells everybody of a step what he may know; false if the rules have failed on the way. At full speed the table itself is drawn only now and then.
    pub async fn tell(&mut self, kept: &mut Kept, guests: &Guests, news: News) -> bool {
        let News { step, by, full_speed, asked } = news;
        let viewers = guests.viewers();
        let texts = self.with(kept, guests, move |table, shown| {
            let mut told = Vec::new();
            for viewer in viewers {
                let mut texts = texts(table, &step, by, viewer);
                if !full_speed && !texts.is_empty() {
                    texts.extend(shown.renew(table, viewer, asked));
                }
                told.push((viewer, texts));
            }
            told
        });
        let Ok(texts) = texts.await else {
            self.untold = true;
            return false;
        };
        for (viewer, texts) in texts {
            if full_speed && !texts.is_empty() && !self.undrawn.contains(&viewer) {
                self.undrawn.push(viewer);
            }
            texts.iter().for_each(|text| guests.send_viewer(viewer, text));
        }
        if !full_speed {
            // What waited to be drawn has been drawn with the rest, unless its viewer was told nothing this time.
            self.draw(kept, guests, asked).await;
        }
        true
    }

    /// Shows the table to those who were told of actions without seeing it.
    pub async fn draw(&mut self, kept: &mut Kept, guests: &Guests, asked: Asked) {
        for viewer in std::mem::take(&mut self.undrawn) {
            let drawn = self.with(kept, guests, move |table, shown| shown.renew(table, viewer, asked)).await;
            if let Ok(Some(text)) = drawn {
                guests.send_viewer(viewer, &text);
            }
        }
        self.drawn = Instant::now();
    }

    /// The same if it is time.
    pub async fn draw_if_due(&mut self, kept: &mut Kept, guests: &Guests, asked: Asked) {
        if self.deadline().is_some_and(|at| at <= Instant::now()) {
            self.draw(kept, guests, asked).await;
        }
    }
}

/// A step that is to be told, and what is asked for beside it.
pub struct News {
    pub step: Step,
    pub by: Side,
    pub full_speed: bool,
    pub asked: Asked,
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
