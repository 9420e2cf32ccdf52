//! Reading the table, writing to it, letting it sleep, and what other processes have written.

use super::Room;
use super::kept::Along;
use crate::store::{Ask, StoreError};
use crate::table::{Refused, Step};
use crate::wire::Message;
use kessel_kernel::Side;
use std::time::Duration;
use tokio::time::Instant;

/// How often a table is tried to be read where the database fails, and how long apart.
const PATIENCE: usize = 4;
const AGAIN: Duration = Duration::from_millis(100);

impl Room {
    /// Reads the journal from the database and plays it; says whether people were told otherwise of the dice.
    pub(super) async fn load(&mut self) -> Result<bool, StoreError> {
        let (beside, drafts) = self.kept.load(&self.rooms).await?;
        self.affairs.take(beside);
        let dice = self.affairs.dice(self.kept.dice_view());
        self.plans.take(drafts);
        self.learn_names().await;
        self.officers.forget();
        Ok(dice)
    }

    /// Reads the table again and tells everybody what he does not know yet: after it was dropped from memory, after something went wrong, and when another process has
    /// written to it. Not a word to those who may not know what was done. If it cannot be read, it is as before.
    pub(super) async fn catch_up(&mut self) -> Result<(), StoreError> {
        let head = self.kept.row().head.clone();
        let (asked, takebacks) = (self.affairs.takeback(), self.affairs.takebacks().0);
        let (plans, over) = (self.plans.clone(), self.kept.is_over());
        let dice = self.load().await?;
        let since = match self.told.is_unknown() {
            true => None,
            false => self.kept.since(&head, self.told.asleep()).await,
        };
        self.kept.forget_past();
        if dice {
            self.guests.send_all(&self.affairs.dice_told());
        }
        self.tell_answered(asked, takebacks);
        match since {
            Some(since) => {
                self.told.remember(since.views);
                let (answered, granted) = self.affairs.takebacks();
                let granted = asked.filter(|_| answered > takebacks && granted);
                let gone = since.step.gone.first().map_or(Side::Axis, |trace| trace.side);
                let by = granted.map_or(gone, |(by, _)| by);
                self.tell_step(since.step, by, false, over).await;
            }
            None => {
                self.told.forget();
                self.show_all().await;
            }
        }
        self.tell_drafts(&plans).await;
        self.tell_affairs().await;
        self.tell_chat().await;
        self.call_computer();
        Ok(())
    }

    /// Tells how a request for a take-back stands now, if it stands otherwise than before.
    fn tell_answered(&self, before: Option<(Side, u64)>, answered: u64) {
        let status = match self.affairs.takebacks() {
            (count, true) if count > answered => "granted",
            (count, false) if count > answered => "refused",
            _ => "lapsed",
        };
        match (before, self.affairs.takeback()) {
            (before, now) if before == now => {}
            (Some((by, keep)), None) => self.tell_takeback(status, by, keep),
            (_, Some((by, keep))) => self.tell_takeback("asked", by, keep),
            (None, None) => {}
        }
    }

    /// Another process has written between: looks what, and says whether it can be tried again.
    pub(super) async fn stale(&mut self) -> Result<(), Refused> {
        self.catch_up().await.map_err(|e| Refused::Fault(e.to_string()))?;
        if self.kept.row().ended.is_some() { Err(Refused::Over) } else { Ok(()) }
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
            StoreError::Gone => self.guests.close_all("deleted", "This table was deleted.", (4410, "deleted")),
            e => {
                tracing::error!(table = self.kept.row().id, "{e}");
                self.guests.close_all("fault", "The server cannot read this table.", (1011, "fault"));
            }
        }
        false
    }

    /// Another process has written to this table: tells what it has written as if it had been done here.
    pub(super) async fn look_again(&mut self) {
        let beside = self.rooms.store().beside(&self.kept.row().id).await;
        let Ok((row, beside)) = beside else { return self.kept.drop_table() };
        if !self.kept.take_row(row) || self.kept.table().is_none() {
            return;
        }
        let (asked, takebacks) = (self.affairs.takeback(), self.affairs.takebacks().0);
        self.affairs.take(beside);
        if self.affairs.dice(self.kept.dice_view()) {
            self.guests.send_all(&self.affairs.dice_told());
        }
        self.tell_answered(asked, takebacks);
        if self.kept.look_for_the_end()
            && let Some(outcome) = self.kept.outcome()
        {
            self.guests.send_all(&Message::Over { outcome });
            self.officers.forget();
            self.officers.rest();
        }
        self.learn_names().await;
        self.tell_affairs().await;
        self.tell_chat().await;
    }

    /// Puts a step on the disk. If that fails the table in memory is wrong, and is dropped.
    pub(super) async fn commit(&mut self, step: &Step, along: Along) -> Result<(), Refused> {
        let answered = along.note.as_ref().map(|note| note.granted);
        let open = self.kept.table().is_some_and(|table| table.is_open(step));
        let lapses = answered.is_some() || (open && self.affairs.takeback().is_some());
        let newly = self.kept.commit(self.rooms.store(), step, Along { lapses, open, ..along }).await?;
        self.rest.stir();
        if let Some(granted) = answered {
            self.affairs.answered(granted);
        }
        self.notify(newly);
        Ok(())
    }

    /// A request for a take-back ends when something is done that everybody sees. What a side does in secret must not end it: that would tell
    /// the others when it does something. (The database has ended it together with what was done.)
    pub(super) fn lapse(&mut self, step: &Step) {
        if let Some((by, keep)) = self.affairs.takeback()
            && self.kept.table().is_some_and(|table| table.is_open(step))
        {
            self.affairs.withdraw(Ask::Takeback);
            self.tell_takeback("lapsed", by, keep);
        }
    }

    /// When the table goes to sleep: not while somebody thinks about it, or something waits to be drawn.
    pub(super) fn bedtime(&self) -> Option<Instant> {
        let busy = self.told.deadline().is_some() || self.officers.thinks() || self.officers.deadline().is_some();
        (self.kept.table().is_some() && !busy).then(|| self.rest.bedtime(self.rooms.limits().doze))
    }

    /// Drops the table from memory if nobody has asked anything for a while. The guests stay, and what they were shown is made anew when it is needed.
    pub(super) async fn doze(&mut self) {
        if self.bedtime().is_none_or(|at| at > Instant::now()) {
            return;
        }
        let Some(table) = self.kept.sleep(self.rooms.store().is_shared()) else { return };
        self.told.sleep(table).await;
        self.officers.forget();
        self.rest.fall_asleep();
        metrics::counter!("kessel_rooms_put_to_sleep_total").increment(1);
    }

    /// Reads a table that sleeps again; false if the room has to close because that fails.
    pub(super) async fn wake(&mut self) -> bool {
        !self.rest.wake() || self.restore().await
    }

    pub(super) async fn show_all(&mut self) {
        for at in 0..self.guests.len() {
            self.show(at).await;
        }
    }
}
