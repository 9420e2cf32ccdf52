//! The computer's seat: when it thinks, when it waits, when it has stopped.
//!
//! Officers think on threads of their own ([`Thinkers`]) with a copy of the position, so a slow one holds nobody up.

use crate::thinkers::Thinkers;
use kessel_kernel::{Seed, Session, Side};
use kessel_officers::{AnyOfficer, Playable, Rank, guard};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Instant;

/// Thoughts shorter than this are not mentioned; longer ones this often.
const FIRST_NOTE: Duration = Duration::from_millis(50);
const NOTES_APART: Duration = Duration::from_millis(250);

/// What the computer is doing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing, or nobody asks it.
    Idle,
    /// It lets people see what it did before it goes on.
    Waiting { until: Instant },
    /// An officer thinks.
    Thinking { side: Side, since: Instant, next_note: Instant, noted: bool },
    /// An officer failed; nothing but a change by a person starts it again.
    Stopped,
}

/// The computer's seats at one table.
pub struct Computer {
    phase: Phase,
    /// By [`Side::index`]; absent until needed, and while one thinks.
    officers: [Option<Box<dyn AnyOfficer>>; 2],
    /// Raised by everything that makes a thought worthless.
    epoch: u64,
    acted: Option<Instant>,
    sender: UnboundedSender<Thought>,
}

/// What an officer thought.
pub struct Thought {
    pub side: Side,
    pub choice: Result<Value, String>,
    /// The link of the journal that he looked at.
    pub head: String,
    officer: Option<Box<dyn AnyOfficer>>,
    epoch: u64,
}

/// What is due.
#[derive(Debug, PartialEq, Eq)]
pub enum Due {
    /// Somebody should start to think.
    Think,
    /// People should be told that a side thinks, and since when.
    Note(Side, Duration),
}

impl Computer {
    /// A computer that has nothing to do yet, and where its thoughts arrive.
    pub fn new() -> (Computer, UnboundedReceiver<Thought>) {
        let (sender, receiver) = unbounded_channel();
        let computer = Computer { phase: Phase::Idle, officers: [None, None], epoch: 0, acted: None, sender };
        (computer, receiver)
    }

    /// When it wants to be looked at.
    pub fn deadline(&self) -> Option<Instant> {
        match self.phase {
            Phase::Waiting { until } => Some(until),
            Phase::Thinking { next_note, .. } => Some(next_note),
            Phase::Idle | Phase::Stopped => None,
        }
    }

    /// Is somebody thinking?
    pub fn thinks(&self) -> bool {
        matches!(self.phase, Phase::Thinking { .. })
    }

    /// It is asked to act, and is to wait `pace` after its last action.
    pub fn call(&mut self, pace: Duration) {
        if matches!(self.phase, Phase::Idle | Phase::Waiting { .. }) {
            let now = Instant::now();
            let until = self.acted.map_or(now, |at| (at + pace).max(now));
            self.phase = Phase::Waiting { until };
        }
    }

    /// Nobody asks it (any more).
    pub fn rest(&mut self) {
        if matches!(self.phase, Phase::Waiting { .. }) {
            self.phase = Phase::Idle;
        }
    }

    /// The past has changed: what was thought, and whatever an officer had in mind, is void.
    pub fn forget(&mut self) {
        self.epoch += 1;
        self.officers = [None, None];
        self.phase = match self.phase {
            // The thought under way comes back with the old epoch and is dropped.
            Phase::Thinking { .. } => self.phase,
            Phase::Idle | Phase::Waiting { .. } | Phase::Stopped => Phase::Idle,
        };
    }

    /// It cannot go on.
    pub fn stop(&mut self) {
        self.phase = Phase::Stopped;
    }

    /// It has acted.
    pub fn acted(&mut self) {
        self.acted = Some(Instant::now());
    }

    /// What is due now.
    pub fn due(&mut self) -> Option<Due> {
        let now = Instant::now();
        match &mut self.phase {
            Phase::Waiting { until } if *until <= now => Some(Due::Think),
            Phase::Thinking { side, since, next_note, noted } if *next_note <= now => {
                *next_note = now + NOTES_APART;
                *noted = true;
                Some(Due::Note(*side, now - *since))
            }
            _ => None,
        }
    }

    /// Starts a thought.
    pub fn think(
        &mut self,
        (thinkers, whom): (&Thinkers, &str),
        game: &Arc<dyn Playable>,
        seat: (Side, Rank),
        seed: Option<Seed>,
        position: (Box<dyn Session>, String),
    ) {
        let ((side, rank), (session, head)) = (seat, position);
        let now = Instant::now();
        self.phase = Phase::Thinking { side, since: now, next_note: now + FIRST_NOTE, noted: false };
        let (epoch, sender, game) = (self.epoch, self.sender.clone(), game.clone());
        let kept = self.officers[side.index()].take();
        thinkers.think(whom, move || {
            let thought = guard(|| {
                let mut officer = match kept {
                    Some(officer) => officer,
                    None => {
                        // His ideas have nothing to do with the dice, and differ from one sitting to the next.
                        let seed = seed.unwrap_or_else(|| Seed::from_number(0)).child(epoch);
                        game.enlist(rank, &seed, side).map_err(|e| e.to_string())?
                    }
                };
                let choice = officer.choose(&*session, side).map_err(|e| e.to_string());
                Ok((officer, choice))
            });
            let (officer, choice) = match thought {
                Ok(Ok((officer, choice))) => (Some(officer), choice),
                Ok(Err(why)) | Err(why) => (None, Err(why)),
            };
            // The room may be gone.
            let _ = sender.send(Thought { side, choice, head, officer, epoch });
        });
    }

    /// Takes a thought in: gives it back if it is still worth something, and how long it took if people were told of it.
    pub fn decided(&mut self, mut thought: Thought) -> (Option<Thought>, Option<Duration>) {
        let told = match self.phase {
            Phase::Thinking { since, noted: true, .. } => Some(since.elapsed()),
            _ => None,
        };
        self.phase = Phase::Idle;
        if thought.epoch != self.epoch {
            return (None, told);
        }
        self.officers[thought.side.index()] = thought.officer.take();
        (Some(thought), told)
    }
}
