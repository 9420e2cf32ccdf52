//! The computer at the table: when an officer is asked, at which pace he plays, and what becomes of his answer.
//!
//! While the computer plays *at full speed* (no pace, or a turn that is skipped) people are told of every action, and shown the table now and then.

use super::Room;
use crate::computer::{Computer, Due, Thought};
use crate::table::{Refused, Wanted};
use crate::wire::{Message, Pace};
use kessel_kernel::{Seed, Side};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::Instant;

/// The slowest pace.
const SLOWEST: u64 = 10_000;

/// The officers of a table.
pub struct Officers {
    computer: Computer,
    thoughts: UnboundedReceiver<Thought>,
    pace: Duration,
    paused: bool,
    /// The computer does not wait; the turn in which that began.
    skipping: Option<u32>,
}

impl Officers {
    pub fn new(pace: Duration) -> Officers {
        let (computer, thoughts) = Computer::new();
        Officers { computer, thoughts, pace, paused: false, skipping: None }
    }

    /// The next thought.
    pub async fn thought(&mut self) -> Option<Thought> {
        self.thoughts.recv().await
    }

    /// When something is due.
    pub fn deadline(&self) -> Option<Instant> {
        self.computer.deadline()
    }

    pub fn thinks(&self) -> bool {
        self.computer.thinks()
    }

    /// The past has changed: what was thought is void.
    pub fn forget(&mut self) {
        self.computer.forget();
    }

    /// Nobody asks them.
    pub fn rest(&mut self) {
        self.computer.rest();
    }

    pub fn set_pace(&mut self, ms: u64) {
        self.pace = Duration::from_millis(ms.min(SLOWEST));
    }

    pub fn pause(&mut self, on: bool) {
        self.paused = on;
    }

    /// They do not wait any more in this turn.
    pub fn skip(&mut self, turn: u32) {
        self.skipping = Some(turn);
    }

    pub fn pace_now(&self) -> Pace {
        Pace { ms: self.pace.as_millis() as u64, paused: self.paused }
    }

    fn at_full_speed(&self) -> bool {
        self.pace.is_zero() || self.skipping.is_some()
    }

    /// Lets them act if one of them is asked to, and rest if none is. With people at the table skipping ends when one of these is asked, without with the turn.
    fn call(&mut self, asked: bool, alone: bool, turn: u32) {
        if self.skipping.is_some_and(|since| alone && since != turn) {
            self.skipping = None;
        }
        if !asked {
            self.skipping = None;
        }
        if !asked || (self.paused && self.skipping.is_none()) {
            return self.computer.rest();
        }
        self.computer.call(if self.skipping.is_some() { Duration::ZERO } else { self.pace });
    }
}

impl Room {
    /// The officer who is asked to act now, if the computer is to play.
    fn officer_asked(&self) -> Option<(Side, kessel_officers::Rank)> {
        let table = self.kept.table()?;
        if self.guests.is_empty() || !table.playable() || self.kept.row().ended.is_some() {
            return None;
        }
        let to_act = table.session().to_act();
        let asked = Side::BOTH.into_iter().filter(|s| to_act.includes(*s));
        asked.filter_map(|s| self.kept.row().players[s.index()].officer().map(|rank| (s, rank))).next()
    }

    /// Lets the computer act if it is asked to, and rest if it is not.
    pub(super) fn call_computer(&mut self) {
        let turn = self.kept.table().map_or(0, |t| t.session().turn());
        let alone = self.kept.row().players.iter().all(|p| p.officer().is_some());
        self.officers.call(self.officer_asked().is_some(), alone, turn);
    }

    /// A thought to begin, or a line on one that lasts.
    pub(super) fn think_if_due(&mut self) {
        match self.officers.computer.due() {
            Some(Due::Think) => self.think(),
            Some(Due::Note(side, since)) => {
                self.guests.send_all(&Message::Thinking { side, done: false, ms: since.as_millis() as u64 });
            }
            None => {}
        }
    }

    fn think(&mut self) {
        let Some(seat) = self.officer_asked() else { return self.officers.rest() };
        let Some(table) = self.kept.table() else { return };
        let seed = table.header().seed.as_deref().and_then(Seed::from_word);
        let position = (table.session().fork(), table.head().to_owned());
        let whom = self.guests.iter().next().map_or("", |g| &g.address);
        self.officers.computer.think((self.rooms.thinkers(), whom), table.game(), seat, seed, position);
    }

    /// An officer has made up his mind.
    pub(super) async fn decided(&mut self, thought: Thought) {
        let side = thought.side;
        let (thought, told) = self.officers.computer.decided(thought);
        if let Some(ms) = told {
            self.guests.send_all(&Message::Thinking { side, done: true, ms: ms.as_millis() as u64 });
        }
        let Some(thought) = thought else { return self.call_computer() };
        let same = self.kept.table().is_some_and(|t| t.head() == thought.head);
        let done = match thought.choice {
            Ok(action) => self.act(side, None, Wanted::One(action)).await,
            Err(why) => Err(Refused::Fault(why)),
        };
        match done {
            Ok(step) => {
                self.officers.computer.acted();
                let full_speed = self.officers.at_full_speed();
                self.tell(step, side, full_speed).await;
                self.call_computer();
                if full_speed && self.officers.deadline().is_none() {
                    self.draw().await;
                }
            }
            // The other side chose meanwhile: think again.
            Err(_) if !same && self.kept.table().is_some() => self.call_computer(),
            // Another process was faster: look what it has written, and think again.
            Err(Refused::Stale) => drop(self.restore().await),
            Err(why) => {
                tracing::error!(table = self.kept.row().id, "the {side} officer: {why:?}");
                self.officers.computer.stop();
                let text = format!("The computer cannot go on for the {side} side: a fault in Kessel.");
                self.guests.send_all(&Message::Error { id: None, kind: "stopped", text });
                if self.kept.table().is_none() {
                    self.restore().await;
                }
            }
        }
    }
}
