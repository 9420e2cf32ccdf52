//! From the database into memory and back: a table is loaded when somebody comes, every step is on the disk before it is told, and a table at which nothing happens
//! sleeps: it is dropped from memory and read again when somebody asks something.

use super::{Room, Shown, outcome};
use crate::store::{Change, StoreError, TakebackNote, now};
use crate::table::{Refused, Step, Table, header_text};
use crate::wire::Message;
use kessel_table::Side;
use tokio::time::Instant;

impl Room {
    /// Reads the journal from the database and plays it.
    pub(super) async fn load(&mut self) -> Result<(), StoreError> {
        let (mut row, mut loaded) = self.rooms.store().load(&self.row.id).await?;
        let game = self.rooms.games().get(&row.game).map_err(|e| StoreError::Broken(e.to_string()))?.clone();
        let stored = loaded.snapshots.clone();
        self.marks = std::mem::take(&mut loaded.marks);
        self.proposals = std::mem::take(&mut loaded.proposals);
        self.drafts = std::mem::take(&mut loaded.drafts);
        let loaded = tokio::task::spawn_blocking(move || Table::load(game, loaded)).await;
        let (table, carried) = loaded.unwrap_or_else(|e| Err(StoreError::Broken(format!("the rules failed: {e}"))))?;
        if carried {
            let change = table.rewritten(&row, row.asked);
            self.rooms.store().change(change, None).await?;
            (row.header, row.head) = (header_text(table.header()), table.head().to_owned());
        }
        self.outcome = outcome(&table).or_else(|| serde_json::from_str(row.ended.as_deref()?).ok());
        self.row = row;
        self.learn_names().await;
        self.table = Some(table);
        self.stored = if carried { Vec::new() } else { stored };
        self.store_snapshots();
        self.shown = Shown::default();
        self.computer.forget();
        Ok(())
    }

    /// Reads the journal again after something went wrong; false if that fails too.
    pub(super) async fn reload(&mut self) -> bool {
        match self.load().await {
            Ok(()) => {
                self.show_all().await;
                self.call_computer();
                true
            }
            Err(e) => self.gone(e),
        }
    }

    /// The table cannot be read: everybody is told why.
    fn gone(&mut self, why: StoreError) -> bool {
        match why {
            StoreError::Gone => self.close_all("deleted", "This table was deleted.", (4410, "deleted")),
            e => {
                tracing::error!(table = self.row.id, "{e}");
                self.close_all("fault", "The server cannot read this table.", (1011, "fault"));
            }
        }
        false
    }

    /// Another process has written to this table: shows what it has written.
    pub(super) async fn look_again(&mut self) {
        let Ok((row, loaded)) = self.rooms.store().load(&self.row.id).await else {
            self.table = None;
            return;
        };
        let before = self.asked();
        let same = self.table.as_ref().is_some_and(|t| t.head() == row.head) && row.ended == self.row.ended;
        if !same {
            self.table = None;
            self.tell_chat().await;
            return;
        }
        (self.marks, self.proposals, self.drafts) = (loaded.marks, loaded.proposals, loaded.drafts);
        self.row.dice = row.dice;
        self.send_all(&Message::Dice { dice: self.dice_view() });
        match (before, self.asked()) {
            (None, Some((by, keep))) => self.tell_takeback("asked", by, keep),
            (Some((by, keep)), None) => self.tell_takeback("refused", by, keep),
            _ => {}
        }
        self.learn_names().await;
        self.tell_affairs().await;
        self.tell_chat().await;
    }

    /// Puts a step on the disk. If that fails the table in memory is wrong, and is dropped.
    pub(super) async fn commit(&mut self, step: &Step, note: Option<TakebackNote>) -> Result<(), Refused> {
        let Some(table) = &self.table else { return Err(Refused::Fault("the table is not loaded".into())) };
        let asked = asked_since(self.row.asked, table, step);
        let newly: Vec<Side> =
            Side::BOTH.into_iter().filter(|s| self.row.asked[s.index()] == 0 && asked[s.index()] > 0).collect();
        let change = Change {
            table: self.row.id.clone(),
            head: step.head.clone(),
            header: None,
            keep: step.keep,
            lines: step.lines.clone(),
            new_head: table.head().to_owned(),
            summary: table.summary(),
            asked,
        };
        let summary = change.summary.clone();
        match self.rooms.store().change(change, note).await {
            Ok(()) => {
                self.row.summary = summary;
                (self.row.asked, self.used) = (asked, Instant::now());
                self.notify(newly);
                metrics::counter!("kessel_actions_total").increment(step.lines.len() as u64);
                self.stored.retain(|(n, _)| *n <= step.keep);
                self.store_snapshots();
                Ok(())
            }
            Err(e) => {
                self.table = None;
                match e {
                    StoreError::Stale => Err(Refused::Stale),
                    e => Err(Refused::Fault(e.to_string())),
                }
            }
        }
    }

    /// Has the database keep the snapshots that it lacks. Nobody waits for it, and a failure costs nothing but time later on.
    pub(super) fn store_snapshots(&mut self) {
        let Some(table) = &self.table else { return };
        let all = table.snapshots().all();
        if all == self.stored {
            return;
        }
        let new = all.iter().filter(|one| !self.stored.contains(one)).cloned().collect();
        let kept = all.iter().map(|(n, _)| *n).collect();
        self.stored = all;
        self.rooms.store().keep_snapshots(&self.row.id, table.head(), new, kept);
    }

    /// May the table be dropped from memory? Nobody thinks about it, and nothing waits to be drawn.
    fn may_sleep(&self) -> bool {
        self.table.is_some() && self.undrawn.is_empty() && !self.computer.thinks() && self.computer.deadline().is_none()
    }

    /// When it goes to sleep, if nobody asks anything until then.
    pub(super) fn bedtime(&self) -> Option<Instant> {
        self.may_sleep().then_some(self.used + self.rooms.limits().doze)
    }

    /// Drops the table from memory if nobody has asked anything for a while. The guests stay, and what they were shown is made anew when it is needed.
    pub(super) async fn doze(&mut self) {
        if self.bedtime().is_none_or(|at| at > Instant::now()) {
            return;
        }
        let Some(table) = self.table.take() else { return };
        self.row.head = table.head().to_owned();
        let mut shown = std::mem::take(&mut self.shown);
        let slept = tokio::task::spawn_blocking(move || {
            shown.sleep(&table);
            shown
        });
        // Should the rules fail, everybody is shown the whole table next time.
        self.shown = slept.await.unwrap_or_default();
        self.stored = Vec::new();
        self.drafts = Default::default();
        self.computer.forget();
        self.asleep = true;
        metrics::counter!("kessel_rooms_put_to_sleep_total").increment(1);
    }

    /// Reads a table that sleeps again; false if the room has to close because that fails.
    pub(super) async fn wake(&mut self) -> bool {
        self.used = Instant::now();
        if !std::mem::take(&mut self.asleep) {
            return true;
        }
        let (shown, head) = (std::mem::take(&mut self.shown), self.row.head.clone());
        if let Err(e) = self.load().await {
            return self.gone(e);
        }
        let same = self.table.as_ref().is_some_and(|table| table.head() == head);
        let woken = self.with_table(move |table| same.then(|| shown.wake(table))).await;
        match woken.ok().flatten() {
            Some(shown) => self.shown = shown,
            // Another process has written to it meanwhile.
            None => self.show_all().await,
        }
        self.call_computer();
        true
    }

    pub(super) async fn show_all(&mut self) {
        for at in 0..self.guests.len() {
            self.show(at).await;
        }
    }
}

/// Since when each side is asked to act: since it was not, or since it last acted itself.
fn asked_since(before: [u64; 2], table: &Table, step: &Step) -> [u64; 2] {
    let to_act = table.session().to_act();
    Side::BOTH.map(|side| {
        let acted = step.told.iter().any(|t| t.side == side) || !step.gone.is_empty();
        match before[side.index()] {
            _ if !to_act.includes(side) => 0,
            since if since > 0 && !acted => since,
            _ => now(),
        }
    })
}
