//! Who is at the table, and what is sent to them.
//!
//! A number is given to one guest only. What others read of how many are here (`present`) is right after every method. Whoever does not read what he is sent
//! is *lost* from then on and goes with the next [`Guests::drop_lost`]: on coming back he is told everything again.

use super::{Comer, JoinError};
use crate::config::Limits;
use crate::keys::{Grade, KeyHash, Player, Players};
use crate::outbox::{Out, Outbox};
use crate::wire::Message;
use kessel_kernel::{Side, Viewer};
use std::ops::{Index, IndexMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Somebody at the table.
pub struct Guest {
    pub id: u64,
    pub grade: Grade,
    pub key: KeyHash,
    pub address: String,
    pub sides: Vec<Side>,
    /// Through whose eyes he looks.
    pub viewer: Viewer,
    pub out: Outbox,
    /// One replay at a time.
    pub replaying: Arc<AtomicBool>,
    /// One piece of advice at a time.
    pub advised: Arc<AtomicBool>,
    /// What he was told last of what is asked and has happened beside the game.
    pub affairs: Utf8Bytes,
    /// A message could not be sent: he does not read, or is gone.
    lost: AtomicBool,
}

impl Guest {
    /// The side that he looks through and plays.
    pub fn own_side(&self) -> Option<Side> {
        self.viewer.side().filter(|side| self.sides.contains(side))
    }

    /// The side for which he speaks: his own, or the one he looks through at a hot seat.
    pub fn speaker(&self) -> Option<Side> {
        self.own_side().or(self.sides.first().copied())
    }

    pub fn send(&self, text: Utf8Bytes) {
        if self.out.try_send(Out::Text(text)).is_err() {
            self.lost.store(true, Ordering::Relaxed);
            self.out.hang_up();
            metrics::counter!("kessel_slow_readers_total").increment(1);
        }
    }
}

/// Everybody at the table, in the order in which they came.
pub struct Guests {
    list: Vec<Guest>,
    next: u64,
    present: Arc<AtomicUsize>,
    /// Since when nobody is here.
    idle_since: Instant,
}

impl Index<usize> for Guests {
    type Output = Guest;

    fn index(&self, at: usize) -> &Guest {
        &self.list[at]
    }
}

impl IndexMut<usize> for Guests {
    fn index_mut(&mut self, at: usize) -> &mut Guest {
        &mut self.list[at]
    }
}

impl Guests {
    /// Nobody yet.
    pub fn new(present: Arc<AtomicUsize>) -> Guests {
        Guests { list: Vec::new(), next: 1, present, idle_since: Instant::now() }
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Guest> {
        self.list.iter()
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// What others read of how many are here.
    pub fn present(&self) -> &Arc<AtomicUsize> {
        &self.present
    }

    /// When a table at which nobody is has been left for so long; nothing while somebody is here.
    pub fn left_for(&self, so_long: Duration) -> Option<Instant> {
        self.is_empty().then_some(self.idle_since + so_long)
    }

    pub fn position(&self, id: u64) -> Option<usize> {
        self.list.iter().position(|guest| guest.id == id)
    }

    /// Whoever plays has a place at his own table, whatever those do who look on; if he comes once too often his oldest connection goes.
    pub fn make_place(&mut self, grade: Grade, limits: &Limits) -> Result<(), JoinError> {
        let there = self.list.iter().filter(|g| g.grade == grade).count();
        if grade == Grade::Watch {
            return if there < limits.watchers { Ok(()) } else { Err(JoinError::Full) };
        }
        if there >= limits.connections
            && let Some(oldest) = self.list.iter().position(|g| g.grade == grade)
        {
            let _ = self.list[oldest].out.try_send(Out::Close(4408, "opened elsewhere"));
            self.list.remove(oldest);
            self.count();
        }
        Ok(())
    }

    /// Somebody comes in; says where he is in the list.
    pub fn add(&mut self, comer: Comer, sides: Vec<Side>, viewer: Viewer) -> usize {
        let Comer { grade, key, address, out } = comer;
        let (id, lost) = (self.next, AtomicBool::new(false));
        let (replaying, advised, affairs) = (Arc::default(), Arc::default(), Utf8Bytes::default());
        self.next += 1;
        self.list.push(Guest { id, grade, key, address, sides, viewer, out, replaying, advised, affairs, lost });
        self.count();
        self.list.len() - 1
    }

    /// A connection is gone.
    pub fn leave(&mut self, id: u64) -> Option<Guest> {
        let at = self.position(id)?;
        let gone = self.list.remove(at);
        self.count();
        Some(gone)
    }

    /// Those who do not read go; says whether anybody did.
    pub fn drop_lost(&mut self) -> bool {
        let before = self.len();
        self.list.retain(|guest| !guest.lost.load(Ordering::Relaxed));
        self.count();
        self.len() != before
    }

    /// Closes the connections of those who have lost their seat.
    pub fn replace(&mut self, lost: impl Fn(&Guest) -> bool) {
        for guest in self.list.iter().filter(|guest| lost(guest)) {
            let text = "This seat was given to somebody else.".to_owned();
            let message = Message::Error { id: None, kind: "replaced", text };
            let _ = guest.out.try_send(Out::Text(message.text()));
            let _ = guest.out.try_send(Out::Close(4409, "replaced"));
        }
        self.list.retain(|guest| !lost(guest));
        self.count();
    }

    /// Tells everybody why, and closes all connections.
    pub fn close_all(&mut self, kind: &'static str, text: &str, close: (u16, &'static str)) {
        self.send_all(&Message::Error { id: None, kind, text: text.into() });
        for guest in self.list.drain(..) {
            let _ = guest.out.try_send(Out::Close(close.0, close.1));
        }
        self.count();
    }

    fn count(&mut self) {
        if self.is_empty() && self.present.load(Ordering::Relaxed) > 0 {
            self.idle_since = Instant::now();
        }
        self.present.store(self.len(), Ordering::Relaxed);
    }

    /// Is somebody here who plays this side?
    pub fn plays(&self, side: Side) -> bool {
        self.list.iter().any(|guest| guest.sides.contains(&side))
    }

    /// Who is here, as everybody is told it. An officer always is.
    pub fn presence(&self, players: &Players) -> Message<'static> {
        let here = |side: Side| matches!(players[side.index()], Player::Officer(_)) || self.plays(side);
        let watchers = self.list.iter().filter(|guest| guest.sides.is_empty()).count();
        Message::Presence { axis: here(Side::Axis), soviet: here(Side::Soviet), watchers }
    }

    /// Through whose eyes is looked, each once.
    pub fn viewers(&self) -> Vec<Viewer> {
        let mut viewers: Vec<Viewer> = Vec::new();
        for guest in &self.list {
            if !viewers.contains(&guest.viewer) {
                viewers.push(guest.viewer);
            }
        }
        viewers
    }

    pub fn send(&self, at: usize, message: &Message<'_>) {
        self.list[at].send(message.text());
    }

    pub fn send_all(&self, message: &Message<'_>) {
        let text = message.text();
        self.list.iter().for_each(|guest| guest.send(text.clone()));
    }

    /// Sends to everybody who looks through the same eyes.
    pub fn send_viewer(&self, viewer: Viewer, text: &Utf8Bytes) {
        self.list.iter().filter(|guest| guest.viewer == viewer).for_each(|guest| guest.send(text.clone()));
    }

    /// Sends to everybody who plans for a side, but for one of them. Nobody else hears that anything was planned.
    pub fn send_planners(&self, side: Side, but: Option<u64>, text: &Utf8Bytes) {
        let planners = self.list.iter().filter(|guest| guest.own_side() == Some(side) && Some(guest.id) != but);
        planners.for_each(|guest| guest.send(text.clone()));
    }

    pub fn error(&self, at: usize, id: Option<u64>, kind: &'static str, text: &str) {
        self.send(at, &Message::Error { id, kind, text: text.into() });
    }
}
