//! What a room has in memory and what the database has: reading, writing, sleeping, and what other processes have written.

use super::{Room, outcome};
use crate::agreement;
use crate::store::{Beside, Change, StoreError, TakebackNote, now};
use crate::table::{Past, Refused, Since, Step, Table, header_text};
use crate::wire::Message;
use kessel_kernel::{Side, Viewer};
use std::time::Duration;
use tokio::time::Instant;

/// How often a table is tried to be read where the database fails, and how long apart.
const PATIENCE: usize = 4;
const AGAIN: Duration = Duration::from_millis(100);

impl Room {
    /// Reads the journal from the database and plays it.
    pub(super) async fn load(&mut self) -> Result<(), StoreError> {
        let (mut row, mut loaded) = self.rooms.store().load(&self.row.id).await?;
        let game = self.rooms.games().get(&row.game).map_err(|e| StoreError::Broken(e.to_string()))?.clone();
        let stored = loaded.snapshots.clone();
        let (beside, drafts) = (std::mem::take(&mut loaded.beside), std::mem::take(&mut loaded.drafts));
        let loaded = tokio::task::spawn_blocking(move || Table::load(game, loaded)).await;
        let (table, carried) = loaded.unwrap_or_else(|e| Err(StoreError::Broken(format!("the rules failed: {e}"))))?;
        if carried {
            let change = table.rewritten(&row, row.asked);
            self.rooms.store().change(change, None).await?;
            (row.header, row.head) = (header_text(table.header()), table.head().to_owned());
        }
        self.outcome = outcome(&table).or_else(|| serde_json::from_str(row.ended.as_deref()?).ok());
        self.dice = agreement::view(table.header(), row.dice.as_deref());
        self.row = row;
        self.take_beside(beside);
        self.take_drafts(drafts);
        self.learn_names().await;
        self.table = Some(table);
        self.stored = if carried { Vec::new() } else { stored };
        self.store_snapshots();
        self.computer.forget();
        Ok(())
    }

    fn take_beside(&mut self, beside: Beside) {
        (self.marks, self.proposals) = (beside.marks, beside.proposals);
        (self.mutes, self.takebacks) = (beside.mutes, beside.takebacks);
    }

    /// Reads the table again and tells everybody what he does not know yet: after it was dropped from memory, after something went wrong, and when another process has
    /// written to it. Not a word to those who may not know what was done. If it cannot be read, it is as before.
    pub(super) async fn catch_up(&mut self) -> Result<(), StoreError> {
        let (past, head) = (self.past.take(), self.row.head.clone());
        let (asked, takebacks, dice) = (self.asked(), self.takebacks.0, self.dice.clone());
        let (drafts, ended) = (self.drafts.clone(), self.outcome.is_some());
        if let Err(e) = self.load().await {
            self.past = past;
            return Err(e);
        }
        let since = self.what_happened(past, &head).await;
        if self.dice != dice {
            self.send_all(&Message::Dice { dice: self.dice.clone() });
        }
        self.tell_answered(asked, takebacks);
        match since {
            Some(since) => {
                self.shown.remember(since.views);
                let granted = asked.filter(|_| self.takebacks.0 > takebacks && self.takebacks.1);
                let gone = since.step.gone.first().map_or(Side::Axis, |trace| trace.side);
                let by = granted.map_or(gone, |(by, _)| by);
                self.tell_step(since.step, by, false, ended).await;
            }
            None => {
                self.shown = Default::default();
                self.show_all().await;
            }
        }
        self.tell_drafts(&drafts).await;
        self.tell_affairs().await;
        self.tell_chat().await;
        self.call_computer();
        Ok(())
    }

    /// What was done since people were last told something. Nothing if that cannot be said: then everybody is shown the whole table.
    async fn what_happened(&mut self, past: Option<Past>, head: &str) -> Option<Since> {
        if std::mem::take(&mut self.untold) {
            return None;
        }
        let same = self.row.head == head;
        let wanted: Vec<Viewer> = self.shown.asleep();
        let since = self.with_table(move |table| match past {
            Some(past) => table.since(&past, &wanted),
            None if same => table.since(&table.past(), &wanted),
            None => Ok(None),
        });
        match since.await {
            Ok(Ok(since)) => since,
            Ok(Err(e)) => {
                tracing::error!(table = self.row.id, "{e}");
                None
            }
            Err(_) => None,
        }
    }

    /// Tells how a request for a take-back stands now, if it stands otherwise than before.
    fn tell_answered(&self, before: Option<(Side, u64)>, answered: u64) {
        let status = match self.takebacks {
            (count, granted) if count > answered => {
                if granted {
                    "granted"
                } else {
                    "refused"
                }
            }
            _ => "lapsed",
        };
        match (before, self.asked()) {
            (before, now) if before == now => {}
            (Some((by, keep)), None) => self.tell_takeback(status, by, keep),
            (_, Some((by, keep))) => self.tell_takeback("asked", by, keep),
            (None, None) => {}
        }
    }

    /// Reads the table again after it was lost; false if that fails, and then nobody is here any more.
    pub(super) async fn restore(&mut self) -> bool {
        for _ in 0..PATIENCE {
            match self.catch_up().await {
                Ok(()) => return true,
                // The line to the database was cut: another one may stand in a moment.
                Err(StoreError::Sql(_)) => tokio::time::sleep(AGAIN).await,
                Err(e) => return self.gone(e),
            }
        }
        match self.catch_up().await {
            Ok(()) => true,
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

    /// Drops the table: what people were told of it is known, so that they are told the rest when it has been read again.
    pub(super) fn drop_table(&mut self) {
        if let Some(table) = self.table.take() {
            self.past = table.past_at(&self.row.head);
        }
    }

    /// Another process has written to this table: tells what it has written as if it had been done here.
    pub(super) async fn look_again(&mut self) {
        let Ok((row, beside)) = self.rooms.store().beside(&self.row.id).await else { return self.drop_table() };
        if row.head != self.row.head || row.header != self.row.header {
            return self.drop_table();
        }
        if self.table.is_none() {
            return;
        }
        let (asked, takebacks) = (self.asked(), self.takebacks.0);
        self.take_beside(beside);
        self.row = row;
        let dice = self.dice_view();
        if self.dice != dice {
            self.dice = dice.clone();
            self.send_all(&Message::Dice { dice });
        }
        self.tell_answered(asked, takebacks);
        if self.outcome.is_none()
            && let Some(outcome) = self.row.ended.as_deref().and_then(|text| serde_json::from_str(text).ok())
        {
            self.send_all(&Message::Over { outcome: &outcome });
            self.outcome = Some(outcome);
            self.computer.forget();
            self.computer.rest();
        }
        self.learn_names().await;
        self.tell_affairs().await;
        self.tell_chat().await;
    }

    /// Puts a step on the disk. If that fails the table in memory is wrong, and is dropped.
    pub(super) async fn commit(&mut self, step: &Step, note: Option<TakebackNote>) -> Result<(), Refused> {
        self.commit_with(step, note, None).await
    }

    /// The same for a step that commits what a side has planned.
    pub(super) async fn commit_with(
        &mut self,
        step: &Step,
        note: Option<TakebackNote>,
        planner: Option<Side>,
    ) -> Result<(), Refused> {
        let Some(table) = &self.table else { return Err(Refused::Fault("the table is not loaded".into())) };
        let asked = asked_since(self.row.asked, table, step);
        let newly: Vec<Side> =
            Side::BOTH.into_iter().filter(|s| self.row.asked[s.index()] == 0 && asked[s.index()] > 0).collect();
        let answered = note.as_ref().map(|note| note.granted);
        let change = Change {
            table: self.row.id.clone(),
            head: step.head.clone(),
            header: None,
            keep: step.keep,
            lines: step.lines.clone(),
            new_head: table.head().to_owned(),
            summary: table.summary(),
            asked,
            lapses: answered.is_some() || self.lapses(table, step),
            draft: planner.map(|side| (side, self.drafts[side.index()].stored())),
        };
        let (summary, head) = (change.summary.clone(), change.new_head.clone());
        match self.rooms.store().change(change, note).await {
            Ok(()) => {
                (self.row.summary, self.row.head) = (summary, head);
                (self.row.asked, self.used) = (asked, Instant::now());
                if let Some(granted) = answered {
                    self.takebacks = (self.takebacks.0 + 1, granted);
                }
                self.notify(newly);
                metrics::counter!("kessel_actions_total").increment(step.lines.len() as u64);
                self.stored.retain(|(n, _)| *n <= step.keep);
                self.store_snapshots();
                Ok(())
            }
            Err(e) => {
                self.past = self.table.take().map(|table| table.past_before(step));
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
        // Where nobody else writes it will be as it is.
        self.past = self.rooms.store().is_shared().then(|| table.past());
        let mut shown = std::mem::take(&mut self.shown);
        let slept = tokio::task::spawn_blocking(move || {
            shown.sleep(&table);
            shown
        });
        // Should the rules fail, everybody is shown the whole table next time.
        self.shown = slept.await.unwrap_or_default();
        self.stored = Vec::new();
        self.drafts.iter_mut().for_each(|plan| plan.sleep());
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
        self.restore().await
    }

    pub(super) async fn show_all(&mut self) {
        for at in 0..self.guests.len() {
            self.show(at).await;
        }
    }
}

/// Since when each side is asked to act: since it was not, or since it last acted itself. What the other side does or takes back in secret changes nothing: whoever is asked would
/// see it by his clock.
fn asked_since(before: [u64; 2], table: &Table, step: &Step) -> [u64; 2] {
    let to_act = table.session().to_act();
    Side::BOTH.map(|side| {
        let news = table.news(step, side.into());
        let acted = news.undone.is_some() || news.told.iter().any(|(_, told)| told.side == side);
        match before[side.index()] {
            _ if !to_act.includes(side) => 0,
            since if since > 0 && !acted => since,
            _ => now(),
        }
    })
}
