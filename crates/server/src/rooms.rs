//! The tables in memory.

use crate::config::{Config, Limits};
use crate::error::ApiError;
use crate::mail::Mailer;
use crate::room::{Comer, Command, JoinError, Room};
use crate::store::{Elsewhere, Store, StoreError, TableRow, now};
use crate::thinkers::Thinkers;
use axum::http::StatusCode;
use kessel_kernel::Side;
use kessel_officers::Registry;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
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
    expire: Option<Duration>,
    unplayed: Duration,
    replays: Arc<Semaphore>,
    thinkers: Thinkers,
    mailer: Mailer,
    /// The server stops: nobody comes in any more.
    closing: AtomicBool,
}

/// People are warned so long before their table is deleted.
const WARNING: u64 = 30 * 24 * 3600 * 1000;

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
            expire: config.expire,
            unplayed: config.unplayed,
            replays: Arc::new(Semaphore::new(2)),
            thinkers: Thinkers::new(config.limits.officers),
            mailer: Mailer::new(config),
            closing: AtomicBool::new(false),
        }
    }

    /// The threads of the officers.
    pub fn thinkers(&self) -> &Thinkers {
        &self.thinkers
    }

    pub fn mailer(&self) -> &Mailer {
        &self.mailer
    }

    /// When a table is deleted if nobody comes, if that is soon: as whoever was told of something done at it knows, or whoever was told of nothing. What the other side has done in
    /// secret changes nothing of it.
    pub fn expires(&self, row: &TableRow, played: bool) -> Option<u64> {
        let (after, warning) = match (played, self.expire) {
            // Of these there is little to lose, and nobody is told from the first day on.
            (false, after) => (after.map_or(self.unplayed, |after| after.min(self.unplayed)), WARNING / 10),
            (true, after) => (after?, WARNING),
        };
        let at = row.touched + after.as_millis() as u64;
        (at < now() + warning).then_some(at)
    }

    /// How many tables are in memory, and how many people are at them.
    pub fn count(&self) -> (usize, usize) {
        let map = self.map();
        (map.len(), map.values().map(|open| open.present.load(Ordering::Relaxed)).sum())
    }

    /// How many people are at a table.
    pub fn present(&self, table: &str) -> usize {
        self.map().get(table).map_or(0, |open| open.present.load(Ordering::Relaxed))
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
    pub async fn join(self: &Arc<Self>, row: &TableRow, comer: impl Fn() -> Comer) -> Result<Place, ApiError> {
        // A room that was just closing says so; the next one is new.
        for _ in 0..4 {
            let commands = self.room(row)?;
            let (reply, answer) = oneshot::channel();
            if commands.send(Command::Join { comer: comer(), reply }).await.is_err() {
                continue;
            }
            match answer.await {
                Ok(Ok(guest)) => return Ok(Place { guest, commands }),
                Ok(Err(JoinError::Full)) => return Err(ApiError::full("This table is full.")),
                Ok(Err(JoinError::Gone)) => return Err(ApiError::no_such_key()),
                Ok(Err(JoinError::Broken(e @ StoreError::Corrupt(_)))) => return Err(e.into()),
                Ok(Err(JoinError::Broken(StoreError::Sql(e)))) => return Err(StoreError::Sql(e).into()),
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
        if self.closing.load(Ordering::Relaxed) {
            return Err(ApiError::full("The server is being restarted."));
        }
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

    /// Tells the rooms what other processes do, as long as the server runs.
    pub async fn listen(self: Arc<Self>) {
        let Some(mut news) = self.store.elsewhere() else { return };
        while let Some(news) = news.recv().await {
            match news {
                Elsewhere::Changed(table) => self.tell(&table, Command::Elsewhere).await,
                Elsewhere::Drafts(table) => self.tell(&table, Command::DraftsElsewhere).await,
                Elsewhere::Seats(table) => self.tell(&table, Command::SeatsElsewhere).await,
                Elsewhere::Deleted(table) => self.tell(&table, Command::Delete).await,
                Elsewhere::Anything => {
                    let all: Vec<String> = self.map().keys().cloned().collect();
                    for table in all {
                        self.tell(&table, Command::Elsewhere).await;
                        self.tell(&table, Command::DraftsElsewhere).await;
                    }
                }
            }
        }
    }

    /// Lets every room finish what it was asked, and closes it.
    pub async fn stop(&self) {
        self.closing.store(true, Ordering::Relaxed);
        let all: Vec<Sender<Command>> = self.map().values().map(|open| open.commands.clone()).collect();
        for room in &all {
            let _ = room.send(Command::Stop).await;
        }
        for room in all {
            room.closed().await;
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
