//! What people settle instead of the rules: giving up, a draw, a win on time, closing the table.

use super::{Room, TRIES};
use crate::store::{Ask, Proposal, StoreError, now};
use crate::table::Refused;
use crate::wire::Message;
use kessel_kernel::journal::Mark;
use kessel_kernel::{Case, Outcome, Side};

impl Room {
    pub(super) async fn asked_to_resign(&mut self, at: usize, id: u64) {
        match self.player(at) {
            Ok(side) => {
                let text = format!("The {side} side has given up.");
                self.end(at, id, (Some(side.other()), "given up"), (Some(side), "resigned", text)).await;
            }
            Err(refused) => self.refuse(at, id, refused).await,
        }
    }

    pub(super) async fn asked_to_draw(&mut self, at: usize, id: u64, on: bool) {
        match self.asked_together(at, id, Ask::Draw, on).await {
            Some(true) => {
                let text = "Both sides have agreed on a draw.".to_owned();
                self.end(at, id, (None, "draw agreed"), (None, "draw", text)).await;
            }
            Some(false) => {
                self.accept(at, Some(id));
                self.tell_affairs().await;
            }
            None => {}
        }
    }

    /// Closes the table for good, when both want it.
    pub(super) async fn asked_to_close(&mut self, at: usize, id: u64, on: bool) -> bool {
        match self.asked_together(at, id, Ask::Close, on).await {
            Some(true) => {
                if let Err(e) = self.rooms.store().delete(&self.kept.row().id).await {
                    self.refuse(at, id, Refused::Fault(e.to_string())).await;
                    return false;
                }
                self.accept(at, Some(id));
                self.guests.close_all("deleted", "Both sides have closed this table.", (4410, "deleted"));
                true
            }
            Some(false) => {
                self.accept(at, Some(id));
                self.tell_affairs().await;
                false
            }
            None => false,
        }
    }

    /// Something that both must want: true when they do. Nothing if it could not be asked, which has been said.
    async fn asked_together(&mut self, at: usize, id: u64, kind: Ask, on: bool) -> Option<bool> {
        let side =
            match if kind == Ask::Close { self.guests[at].speaker().ok_or(Refused::NotYours) } else { self.player(at) }
            {
                Ok(side) => side,
                Err(refused) => {
                    self.refuse(at, id, refused).await;
                    return None;
                }
            };
        let before = self.affairs.asks(kind);
        let alone =
            self.guests[at].sides.len() == 2 || self.kept.row().players[side.other().index()].officer().is_some();
        if alone && kind == Ask::Draw {
            self.guests.error(at, Some(id), "bad-request", "There is nobody to agree on a draw with.");
            return None;
        }
        let store = self.rooms.store().clone();
        let done = match (on, before) {
            (true, Some(other)) if other.by != side || alone => return Some(true),
            (true, None) if alone => return Some(true),
            (true, _) => {
                let proposal = Proposal { kind, by: side, keep: 0 };
                self.affairs.ask(proposal);
                store.propose(&self.kept.row().id, proposal).await
            }
            (false, _) => {
                self.affairs.withdraw(kind);
                store.withdraw(&self.kept.row().id, kind).await
            }
        };
        match done {
            Ok(()) => Some(false),
            Err(e) => {
                self.refuse(at, id, Refused::Fault(e.to_string())).await;
                None
            }
        }
    }

    /// The side of a guest in a game that goes on.
    fn player(&self, at: usize) -> Result<Side, Refused> {
        let side = self.guests[at].speaker().ok_or(Refused::NotYours)?;
        if self.kept.is_over() { Err(Refused::Over) } else { Ok(side) }
    }

    pub(super) async fn asked_to_claim(&mut self, at: usize, id: u64) {
        let side = match self.player(at) {
            Ok(side) => side,
            Err(refused) => return self.refuse(at, id, refused).await,
        };
        match self.deadline_of(side.other()).await {
            Some(deadline) if deadline < now() => {
                let text = format!("The {} side is out of time.", side.other());
                self.end(at, id, (Some(side), "on time"), (Some(side.other()), "time", text)).await;
            }
            _ => self.guests.error(at, Some(id), "bad-request", "The other side is not out of time."),
        }
    }

    /// Ends a game that the rules have not ended.
    async fn end(
        &mut self,
        at: usize,
        id: u64,
        (winner, level): (Option<Side>, &str),
        (side, kind, text): (Option<Side>, &str, String),
    ) {
        let outcome = Outcome { winner, level: level.into(), score: None, case: Case(""), text: text.clone() };
        let outcome = serde_json::to_value(outcome).expect("an outcome is plain data");
        let ended = outcome.to_string();
        let mut done = Err(StoreError::Stale);
        let mut mark = Mark { n: 0, at: now(), side, kind: kind.into(), text };
        for _ in 0..TRIES {
            let Some(table) = self.kept.table() else { return };
            mark.n = table.entries().len() as u64;
            done = self.rooms.store().end(&self.kept.row().id, table.head(), ended.clone(), mark.clone()).await;
            if !matches!(done, Err(StoreError::Stale)) {
                break;
            }
            // What was done at another process meanwhile, perhaps in secret, does not stand in the way.
            self.kept.drop_table();
            if let Err(refused) = self.stale().await {
                return self.refuse(at, id, refused).await;
            }
            if self.kept.is_over() {
                return self.refuse(at, id, Refused::Over).await;
            }
        }
        match done {
            Ok(()) => {
                self.kept.end(&outcome);
                self.affairs.end(mark);
                self.officers.forget();
                self.officers.rest();
                self.accept(at, Some(id));
                self.guests.send_all(&Message::Over { outcome: &outcome });
                self.tell_affairs().await;
            }
            Err(e) => self.fault_of(at, id, e).await,
        }
    }
}
