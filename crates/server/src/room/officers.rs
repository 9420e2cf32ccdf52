//! The computer at the table: when an officer is asked, and what becomes of his answer.

use super::Room;
use crate::computer::Thought;
use crate::table::{Refused, Wanted};
use crate::wire::Message;
use kessel_kernel::{Seed, Side};
use std::time::Duration;

impl Room {
    /// The officer who is asked to act now, if the computer is to play.
    fn officer_asked(&self) -> Option<(Side, kessel_officers::Rank)> {
        let table = self.table.as_ref()?;
        if self.guests.is_empty() || !table.playable() || self.row.ended.is_some() {
            return None;
        }
        let to_act = table.session().to_act();
        let asked = Side::BOTH.into_iter().filter(|s| to_act.includes(*s));
        asked.filter_map(|s| self.row.players[s.index()].officer().map(|rank| (s, rank))).next()
    }

    /// Lets the computer act if it is asked to, and rest if it is not.
    pub(super) fn call_computer(&mut self) {
        let turn = self.table.as_ref().map_or(0, |t| t.session().turn());
        let all_computers = self.row.players.iter().all(|p| p.officer().is_some());
        if self.skipping.is_some_and(|since| all_computers && since != turn) {
            self.skipping = None;
        }
        match self.officer_asked() {
            Some(_) if !self.paused || self.skipping.is_some() => {
                self.computer.call(if self.skipping.is_some() { Duration::ZERO } else { self.pace });
            }
            Some(_) => self.computer.rest(),
            None => {
                self.skipping = None;
                self.computer.rest();
            }
        }
    }

    pub(super) fn think(&mut self) {
        let Some(seat) = self.officer_asked() else { return self.computer.rest() };
        let Some(table) = &self.table else { return };
        let seed = table.header().seed.as_deref().and_then(Seed::from_word);
        let position = (table.session().fork(), table.head().to_owned());
        let whom = self.guests.first().map_or("", |g| &g.address);
        self.computer.think((self.rooms.thinkers(), whom), table.game(), seat, seed, position);
    }

    /// An officer has made up his mind.
    pub(super) async fn decided(&mut self, thought: Thought) {
        let side = thought.side;
        let (thought, told) = self.computer.decided(thought);
        if let Some(ms) = told {
            self.send_all(&Message::Thinking { side, done: true, ms: ms.as_millis() as u64 });
        }
        let Some(thought) = thought else { return self.call_computer() };
        let same = self.table.as_ref().is_some_and(|t| t.head() == thought.head);
        let done = match thought.choice {
            Ok(action) => self.act(side, None, Wanted::One(action)).await,
            Err(why) => Err(Refused::Fault(why)),
        };
        match done {
            Ok(step) => {
                self.computer.acted();
                let full_speed = self.pace.is_zero() || self.skipping.is_some();
                self.tell(step, side, full_speed).await;
                self.call_computer();
                if full_speed && self.computer.deadline().is_none() {
                    self.draw().await;
                }
            }
            // The other side chose meanwhile: think again.
            Err(_) if !same && self.table.is_some() => self.call_computer(),
            // Another process was faster: look what it has written, and think again.
            Err(Refused::Stale) => drop(self.restore().await),
            Err(why) => {
                tracing::error!(table = self.row.id, "the {side} officer: {why:?}");
                self.computer.stop();
                let text = format!("The computer cannot go on for the {side} side: a fault in Kessel.");
                self.send_all(&Message::Error { id: None, kind: "stopped", text });
                if self.table.is_none() {
                    self.restore().await;
                }
            }
        }
    }
}
