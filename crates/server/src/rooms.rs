//! The tables in memory.

use crate::config::{Config, Limits};
use crate::error::ApiError;
use crate::keys::Grade;
use crate::room::{Command, JoinError, Out, Room};
use crate::store::{Store, TableRow};
use axum::http::StatusCode;
use kessel_officers::Registry;
use kessel_table::Side;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{Semaphore, oneshot};

/// Commands waiting for a room.
const QUEUE: usize = 256;

/// Every table in memory, and what all of them share.
pub struct Rooms {
    map: Mutex<HashMap<String, Open>>,
    store: Store,
    games: Arc<Registry>,
    limits: Limits,
    pace: Duration,
    replays: Arc<Semaphore>,
}

struct Open {
    commands: Sender<Command>,
    present: Arc<AtomicUsize>,
    used: Instant,
}

/// A place at a table.
pub struct Place {
    pub guest: u64,
    pub commands: Sender<Command>,
}

impl Rooms {
    /// No table yet.
    pub fn new(store: Store, games: Arc<Registry>, config: &Config) -> Rooms {
        Rooms {
            map: Mutex::default(),
            store,
            games,
            limits: config.limits.clone(),
            pace: config.pace,
            replays: Arc::new(Semaphore::new(2)),
        }
    }

    pub fn store(&self) -> &Store {
        &self.store
    }

    pub fn games(&self) -> &Registry {
        &self.games
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    pub fn pace(&self) -> Duration {
        self.pace
    }

    /// Turns at making replays, which cost time.
    pub fn replays(&self) -> Arc<Semaphore> {
        self.replays.clone()
    }

    fn map(&self) -> MutexGuard<'_, HashMap<String, Open>> {
        self.map.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Comes in at a table, loading it if need be.
    pub async fn join(self: &Arc<Self>, row: &TableRow, grade: Grade, out: Sender<Out>) -> Result<Place, ApiError> {
        // A room that was just closing says so; the next one is new.
        for _ in 0..4 {
            let commands = self.room(row)?;
            let (reply, answer) = oneshot::channel();
            if commands.send(Command::Join { grade, out: out.clone(), reply }).await.is_err() {
                continue;
            }
            match answer.await {
                Ok(Ok(guest)) => return Ok(Place { guest, commands }),
                Ok(Err(JoinError::Full)) => return Err(ApiError::full("This table is full.")),
                Ok(Err(JoinError::Gone)) => return Err(ApiError::no_such_key()),
                Ok(Err(JoinError::Broken(_))) => {
                    let text = "The server cannot read this table: it was played with another version of the rules or the data.";
                    return Err(ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", text));
                }
                Ok(Err(JoinError::Again)) | Err(_) => {}
            }
        }
        Err(ApiError::fault("a room closed four times while somebody came in"))
    }

    fn room(self: &Arc<Self>, row: &TableRow) -> Result<Sender<Command>, ApiError> {
        let mut map = self.map();
        if let Some(open) = map.get_mut(&row.id)
            && !open.commands.is_closed()
        {
            open.used = Instant::now();
            return Ok(open.commands.clone());
        }
        if map.len() >= self.limits.rooms {
            let idle = map.values().filter(|open| open.present.load(Ordering::Relaxed) == 0);
            let Some(oldest) = idle.min_by_key(|open| open.used) else {
                return Err(ApiError::full("Too many tables are being played."));
            };
            // It goes as soon as it reads this; a few tables more meanwhile do no harm.
            let _ = oldest.commands.try_send(Command::Unload);
        }
        let (commands, queue) = channel(QUEUE);
        let present = Arc::new(AtomicUsize::new(0));
        let open = Open { commands: commands.clone(), present: present.clone(), used: Instant::now() };
        map.insert(row.id.clone(), open);
        tokio::spawn(Room::open(row.clone(), self.clone(), queue, present));
        Ok(commands)
    }

    /// Tells a room something, if it is open.
    async fn tell(&self, table: &str, command: Command) {
        let commands = self.map().get(table).map(|open| open.commands.clone());
        if let Some(commands) = commands {
            let _ = commands.send(command).await;
        }
    }

    pub async fn deleted(&self, table: &str) {
        self.tell(table, Command::Delete).await;
    }

    pub async fn evict(&self, table: &str, side: Side) {
        self.tell(table, Command::Evict(side)).await;
    }

    /// Takes a room off the list if nobody is about to come in.
    pub fn retire(&self, table: &str, present: &Arc<AtomicUsize>, queue: &Receiver<Command>) -> bool {
        let mut map = self.map();
        if !queue.is_empty() {
            return false;
        }
        remove(&mut map, table, present);
        true
    }

    /// Takes a room off the list.
    pub fn remove(&self, table: &str, present: &Arc<AtomicUsize>) {
        remove(&mut self.map(), table, present);
    }
}

/// Only the room itself, not one that has taken its place.
fn remove(map: &mut HashMap<String, Open>, table: &str, present: &Arc<AtomicUsize>) {
    if map.get(table).is_some_and(|open| Arc::ptr_eq(&open.present, present)) {
        map.remove(table);
    }
}
