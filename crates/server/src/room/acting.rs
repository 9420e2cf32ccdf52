//! What people and officers do at the table, take back, and ask each other to take back: each goes on the disk before anybody is told.

use super::kept::Along;
use super::{Room, TRIES};
use crate::store::{Ask, Proposal, TakebackNote};
use crate::table::{Refused, Step, Wanted};
use kessel_kernel::{Side, Viewer};

impl Room {
    pub(super) async fn asked_to_act(&mut self, at: usize, id: u64, meant: (u64, Option<Viewer>), wanted: Wanted) {
        let done = match self.side_of(at) {
            Ok(_) if meant.1.is_some_and(|viewer| viewer != self.guests[at].viewer) => Err(Refused::Stale),
            Ok(side) => self.act(side, Some(meant.0), wanted).await.map(|step| (step, side)),
            Err(refused) => Err(refused),
        };
        self.answer_step(at, id, done).await;
    }

    pub(super) async fn asked_to_undo(&mut self, at: usize, id: u64, n: u64, to: u64) {
        let done = match self.side_of(at) {
            Ok(side) => self.undo(side, n, to).await.map(|step| (step, side)),
            Err(refused) => Err(refused),
        };
        self.answer_step(at, id, done).await;
    }

    /// Does what is wanted and puts it on the disk. An officer means the position as it is, and has no draft; what a person commits is his draft.
    pub(super) async fn act(&mut self, side: Side, n: Option<u64>, wanted: Wanted) -> Result<Step, Refused> {
        if let (Some(n), Some(orders)) = (n, wanted.plan()) {
            return self.commit_plan(side, n, Some(orders.map_err(Refused::Unreadable)?)).await;
        }
        for _ in 0..TRIES {
            let wanted = wanted.clone();
            let acted = self.kept.with(move |table| {
                let n = n.unwrap_or_else(|| table.count(side.into()));
                table.act(side, n, &wanted)
            });
            let step = acted.await??;
            match self.commit(&step, Along::default()).await {
                // Whoever has seen nothing of what was done elsewhere is not too late.
                Err(Refused::Stale) if n.is_some() => self.stale().await?,
                done => return done.map(|()| step),
            }
        }
        Err(Refused::Stale)
    }

    async fn undo(&mut self, side: Side, n: u64, to: u64) -> Result<Step, Refused> {
        for _ in 0..TRIES {
            let step = self.kept.with(move |table| table.undo(side, n, to)).await??;
            match self.commit(&step, Along::default()).await {
                Err(Refused::Stale) => self.stale().await?,
                done => {
                    self.officers.forget();
                    return done.map(|()| step);
                }
            }
        }
        Err(Refused::Stale)
    }

    /// The answer first, then the news, then whatever the computer makes of it.
    pub(super) async fn answer_step(&mut self, at: usize, id: u64, done: Result<(Step, Side), Refused>) {
        match done {
            Ok((mut step, side)) => {
                self.accept_list(at, id, step.list.take());
                self.tell(step, side, false).await;
                self.call_computer();
            }
            Err(refused) => self.refuse(at, id, refused).await,
        }
    }

    pub(super) async fn asked_for_takeback(&mut self, at: usize, id: u64, n: u64, to: u64) {
        let (side, keep) = match self.takeback_wanted(at, n, to) {
            Ok(wanted) => wanted,
            Err(refused) => return self.refuse(at, id, refused).await,
        };
        let other = side.other();
        let granted =
            self.kept.row().players[other.index()].officer().is_some() || self.guests[at].sides.contains(&other);
        if granted {
            return self.go_back(at, id, side, keep).await;
        }
        let proposal = Proposal { kind: Ask::Takeback, by: side, keep };
        if let Err(e) = self.rooms.store().propose(&self.kept.row().id, proposal).await {
            return self.refuse(at, id, Refused::Fault(e.to_string())).await;
        }
        self.affairs.ask(proposal);
        self.accept(at, Some(id));
        self.tell_takeback("asked", side, keep);
    }

    /// Who wants to go back, and to which length of the journal.
    fn takeback_wanted(&self, at: usize, n: u64, to: u64) -> Result<(Side, u64), Refused> {
        let side = self.side_of(at)?;
        let Some(table) = self.kept.table() else { return Err(Refused::Stale) };
        if self.kept.is_over() {
            return Err(Refused::Over);
        }
        if n != table.count(side.into()) {
            return Err(Refused::Stale);
        }
        if to >= n {
            return Err(Refused::Undo("There is nothing to take back.".into()));
        }
        if self.affairs.takeback().is_some() {
            return Err(Refused::Undo("A take-back has been asked for already.".into()));
        }
        let keep = table.length_at(side.into(), to).ok_or(Refused::Stale)?;
        Ok((side, keep))
    }

    pub(super) async fn answered_takeback(&mut self, at: usize, id: u64, granted: bool) {
        let mine = self.affairs.takeback().filter(|(by, _)| self.guests[at].sides.contains(&by.other()));
        let Some((by, keep)) = mine else {
            return self.guests.error(at, Some(id), "bad-request", "Nobody asks you for a take-back.");
        };
        if granted {
            return self.go_back(at, id, by, keep).await;
        }
        let length = self.kept.length();
        let note = TakebackNote { side: by, length, to: keep, granted: false };
        if let Err(e) = self.rooms.store().note(&self.kept.row().id, note).await {
            return self.refuse(at, id, Refused::Fault(e.to_string())).await;
        }
        self.affairs.answered(false);
        self.affairs.withdraw(Ask::Takeback);
        self.accept(at, Some(id));
        self.tell_takeback("refused", by, keep);
    }

    async fn go_back(&mut self, at: usize, id: u64, by: Side, keep: u64) {
        let proposed = self.affairs.takeback();
        let mut done = Err(Refused::Stale);
        for _ in 0..TRIES {
            let length = self.kept.length();
            if keep >= length {
                // He has taken it back himself meanwhile.
                self.withdraw_takeback().await;
                self.tell_takeback("lapsed", by, keep);
                return self.refuse(at, id, Refused::Undo("There is nothing to take back any more.".into())).await;
            }
            let note = TakebackNote { side: by, length, to: keep, granted: true };
            done = match self.kept.with(move |table| table.take_back(keep)).await.and_then(|step| step) {
                Ok(step) => self.commit(&step, Along { note: Some(note), ..Along::default() }).await.map(|()| step),
                Err(refused) => Err(refused),
            };
            if !matches!(done, Err(Refused::Stale)) {
                break;
            }
            if let Err(refused) = self.stale().await {
                done = Err(refused);
                break;
            }
            if self.affairs.takeback() != proposed {
                break;
            }
        }
        if done.is_ok() {
            self.affairs.withdraw(Ask::Takeback);
            self.officers.forget();
            self.tell_takeback("granted", by, keep);
        }
        self.answer_step(at, id, done.map(|step| (step, by))).await;
    }
}
