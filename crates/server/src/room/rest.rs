//! How long a room goes on: when its table falls asleep, and when the room itself is given up.
//!
//! A table that is asleep is not in memory, though guests may be here: nothing was asked of it for a while. What needs it wakes it first.

use std::time::Duration;
use tokio::time::Instant;

pub struct Rest {
    /// When somebody last asked something of the table.
    used: Instant,
    asleep: bool,
    /// Others need the place.
    unwanted: bool,
}

impl Rest {
    pub fn new() -> Rest {
        Rest { used: Instant::now(), asleep: false, unwanted: false }
    }

    /// Something was asked of the table.
    pub fn stir(&mut self) {
        self.used = Instant::now();
    }

    /// When the table goes to sleep, if nobody asks anything until then.
    pub fn bedtime(&self, doze: Duration) -> Instant {
        self.used + doze
    }

    pub fn fall_asleep(&mut self) {
        self.asleep = true;
    }

    pub fn is_asleep(&self) -> bool {
        self.asleep
    }

    /// Something needs the table; says whether it was asleep.
    pub fn wake(&mut self) -> bool {
        self.stir();
        std::mem::take(&mut self.asleep)
    }

    pub fn leave_soon(&mut self) {
        self.unwanted = true;
    }

    pub fn is_unwanted(&self) -> bool {
        self.unwanted
    }
}
