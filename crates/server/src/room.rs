//! A table with the people at it. One task owns the game: it does one thing after the other, puts it on the disk, answers, and
//! tells everybody what they may know.

mod advising;
mod affairs;
mod asking;
mod keeping;
mod looking;
mod officers;
mod planning;
mod shown;
mod telling;

use crate::computer::{Computer, Due, Thought};
use crate::keys::{Grade, KeyHash, ONLOOKER, Player, sides_of};
use crate::outbox::{Out, Outbox};
use crate::rooms::Rooms;
use crate::store::{Ask, Drafted, Mutes, Proposal, Snapshot, StoreError, TableRow};
use crate::table::{Past, Refused, Step, Table, Wanted, bit};
use crate::wire::{DiceView, Message, Names, Pace, Request};
use kessel_kernel::journal::Mark;
use kessel_kernel::{Side, Viewer};
use kessel_officers::guard;
use planning::Plan;
use serde_json::Value;
use shown::Shown;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::{Receiver, UnboundedReceiver};
use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio::task::{JoinError as Broken, spawn_blocking};
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// How often a table is drawn anew, at most, while the computer plays at full speed.
const DRAWN_APART: Duration = Duration::from_millis(100);

/// How often something is tried again that came too late because of what another process has written.
const TRIES: usize = 16;

/// How long a room sleeps that waits only to be asked.
const NOTHING_DUE: Duration = Duration::from_secs(3600);

/// Who comes in.
pub struct Comer {
    pub grade: Grade,
    pub key: KeyHash,
    /// Whose officers take turns with whose.
    pub address: String,
    pub out: Outbox,
}

/// What a room is asked.
pub enum Command {
    /// Somebody comes in.
    Join { comer: Comer, reply: oneshot::Sender<Result<u64, JoinError>> },
    /// A connection is gone.
    Leave(u64),
    /// A connection says something. It may say more when the permit is dropped.
    Said(u64, Request, OwnedSemaphorePermit),
    /// Whoever sits at this side by invitation has lost the seat.
    Evict(Side),
    /// Another process has written to this table.
    Elsewhere,
    /// Another process has written down what a side has planned.
    DraftsElsewhere,
    /// Another process has given a seat to somebody else.
    SeatsElsewhere,
    /// The table was deleted.
    Delete,
    /// Make place for others, if nobody is here.
    Unload,
    /// The server stops.
    Stop,
}

impl Command {
    /// Can it only be answered by whoever has the game in memory?
    fn needs_table(&self) -> bool {
        match self {
            Command::Said(_, request, _) => !matches!(request, Request::Ping { .. }),
            Command::Join { .. } | Command::Evict(_) => true,
            Command::Elsewhere | Command::DraftsElsewhere | Command::SeatsElsewhere => true,
            Command::Leave(_) | Command::Delete | Command::Unload | Command::Stop => false,
        }
    }
}

/// Why somebody cannot come in.
#[derive(Clone, Debug)]
pub enum JoinError {
    /// Too many are here.
    Full,
    /// The table cannot be loaded.
    Broken(StoreError),
    /// The table is deleted.
    Gone,
    /// The room was just closing: ask for a new one.
    Again,
}

/// Somebody at the table.
struct Guest {
    id: u64,
    grade: Grade,
    key: KeyHash,
    address: String,
    sides: Vec<Side>,
    viewer: Viewer,
    out: Outbox,
    /// One replay at a time.
    replaying: Arc<AtomicBool>,
    /// One piece of advice at a time.
    advised: Arc<AtomicBool>,
    /// What he was told last of what is asked and has happened beside the game.
    affairs: Utf8Bytes,
    /// A message could not be sent: he does not read, or is gone.
    lost: AtomicBool,
}

/// The table and everybody at it.
pub struct Room {
    row: TableRow,
    table: Option<Table>,
    outcome: Option<Value>,
    guests: Vec<Guest>,
    next_guest: u64,
    pace: Duration,
    paused: bool,
    /// The computer does not wait; the turn in which that began.
    skipping: Option<u32>,
    computer: Computer,
    thoughts: UnboundedReceiver<Thought>,
    /// What one side asks the other.
    proposals: Vec<Proposal>,
    /// What happened at the table and not on it.
    marks: Vec<Mark>,
    names: Names,
    /// The number of the last thing said that everybody was told.
    said: u64,
    /// How many requests for a take-back were answered, and whether the last was granted.
    takebacks: (u64, bool),
    /// Who does not want to hear what is said.
    mutes: Mutes,
    /// What everybody was told about the dice.
    dice: DiceView,
    /// What each side has planned, by [`Side::index`].
    drafts: [Plan; 2],
    /// Stored plans, by [`Side::index`], of which the side was told that they do not fit.
    set_aside: [Option<Drafted>; 2],
    /// What everybody was told, while the table is not in memory.
    past: Option<Past>,
    /// Something was done and nobody knows who was told of it: everybody is shown the whole table.
    untold: bool,
    /// The snapshots that the database has.
    stored: Vec<Snapshot>,
    /// What everybody was shown last.
    shown: Shown,
    /// Viewers who were told of actions but not yet shown the table after them.
    undrawn: Vec<Viewer>,
    drawn: Instant,
    idle_since: Instant,
    /// When somebody last asked something of the table.
    used: Instant,
    /// The table is not in memory, though guests may be here: nothing has happened for a while.
    asleep: bool,
    /// Others need the place.
    unwanted: bool,
    commands: Receiver<Command>,
    present: Arc<AtomicUsize>,
    rooms: Arc<Rooms>,
}

impl Room {
    /// Opens the room and serves it until nobody needs it.
    pub async fn open(row: TableRow, rooms: Arc<Rooms>, commands: Receiver<Command>, present: Arc<AtomicUsize>) {
        let (computer, thoughts) = Computer::new();
        let mut room = Room {
            row,
            table: None,
            outcome: None,
            guests: Vec::new(),
            next_guest: 1,
            pace: rooms.pace(),
            paused: false,
            skipping: None,
            computer,
            thoughts,
            proposals: Vec::new(),
            marks: Vec::new(),
            names: Names::default(),
            said: 0,
            takebacks: (0, false),
            mutes: Mutes::default(),
            dice: DiceView::default(),
            drafts: Default::default(),
            set_aside: Default::default(),
            past: None,
            untold: false,
            stored: Vec::new(),
            shown: Shown::default(),
            undrawn: Vec::new(),
            drawn: Instant::now(),
            idle_since: Instant::now(),
            used: Instant::now(),
            asleep: false,
            unwanted: false,
            commands,
            present,
            rooms,
        };
        let error = match room.load().await {
            Ok(()) => {
                room.serve().await;
                JoinError::Again
            }
            Err(StoreError::Gone) => JoinError::Gone,
            Err(e) => {
                tracing::error!(table = room.row.id, "{e}");
                JoinError::Broken(e)
            }
        };
        room.rooms.remove(&room.row.id, &room.present);
        room.commands.close();
        while let Some(command) = room.commands.recv().await {
            if let Command::Join { reply, .. } = command {
                let _ = reply.send(Err(error.clone()));
            }
        }
    }

    async fn serve(&mut self) {
        loop {
            let deadline = self.deadline();
            tokio::select! {
                command = self.commands.recv() => match command {
                    Some(command) => if !self.handle(command).await { return },
                    None => return,
                },
                Some(thought) = self.thoughts.recv() => self.decided(thought).await,
                () = sleep_until(deadline) => {}
            }
            self.tick().await;
            self.drop_lost();
            self.doze().await;
            if self.idle() && self.rooms.retire(&self.row.id, &self.present, &self.commands) {
                return;
            }
        }
    }

    /// When something is due. While people are here and nobody thinks, nothing is.
    fn deadline(&self) -> Instant {
        let draw = (!self.undrawn.is_empty()).then_some(self.drawn + DRAWN_APART);
        let leave = self.guests.is_empty().then_some(self.idle_since + self.rooms.limits().idle);
        let due = [self.computer.deadline(), draw].into_iter().flatten().min();
        let rest = [leave, self.bedtime()].into_iter().flatten().min();
        due.or(rest).unwrap_or_else(|| Instant::now() + NOTHING_DUE)
    }

    fn idle(&self) -> bool {
        self.guests.is_empty()
            && !self.computer.thinks()
            && (self.unwanted || self.idle_since.elapsed() >= self.rooms.limits().idle)
    }

    /// Does what is asked; false when the room closes.
    async fn handle(&mut self, command: Command) -> bool {
        if command.needs_table() && !self.wake().await {
            return false;
        }
        match command {
            Command::Join { comer, reply } => {
                let answer = self.join(comer).await;
                let _ = reply.send(answer);
            }
            Command::Leave(id) => {
                if let Some(gone) = self.guests.iter().find(|g| g.id == id && g.grade != Grade::Watch) {
                    self.rooms.store().seen(gone.key, &self.row.id);
                }
                self.guests.retain(|g| g.id != id);
                self.guests_changed();
            }
            Command::Said(id, request, _permit) => {
                if let Some(at) = self.guests.iter().position(|g| g.id == id)
                    && self.said(at, request).await
                {
                    return false;
                }
            }
            Command::Evict(side) => {
                self.evict(side);
                // A mark tells that it was given away.
                self.look_again().await;
            }
            Command::Elsewhere => self.look_again().await,
            Command::DraftsElsewhere => self.look_at_drafts().await,
            Command::SeatsElsewhere => {
                self.check_keys().await;
                self.look_again().await;
            }
            Command::Stop => {
                let text = "The server is being restarted; your table is saved and comes back by itself.";
                self.close_all("restart", text, (1012, "restart"));
                return false;
            }
            Command::Delete => {
                self.close_all("deleted", "This table was deleted.", (4410, "deleted"));
                return false;
            }
            Command::Unload => {
                self.unwanted = true;
            }
        }
        self.table.is_some() || self.asleep || self.restore().await
    }

    async fn join(&mut self, comer: Comer) -> Result<u64, JoinError> {
        let Comer { grade, key, address, out } = comer;
        self.make_place(grade)?;
        let Some(table) = &self.table else { return Err(JoinError::Again) };
        let sides = sides_of(grade, self.row.players);
        let to_act = table.session().to_act();
        let first = sides.iter().find(|s| to_act.includes(**s)).or(sides.first());
        let viewer = first.map_or(ONLOOKER, |side| Viewer::from(*side));
        let id = self.next_guest;
        self.next_guest += 1;
        if grade != Grade::Watch {
            self.rooms.store().seen(key, &self.row.id);
        }
        let (replaying, advised, lost) = (Arc::default(), Arc::default(), AtomicBool::new(false));
        // Whoever was here before has heard what the newcomer is told of what was said.
        self.tell_chat().await;
        let affairs = Utf8Bytes::default();
        self.guests.push(Guest { id, grade, key, address, sides, viewer, out, replaying, advised, affairs, lost });
        let at = self.guests.len() - 1;
        self.learn_names().await;
        self.send(at, &self.hello(at));
        self.show(at).await;
        self.show_affairs(at).await;
        if self.row.clock.minutes() > 0 {
            // With the last who takes his seat the others' clocks begin.
            self.tell_affairs().await;
        }
        self.show_chat(at).await;
        self.guests_changed();
        self.call_computer();
        Ok(id)
    }

    /// Whoever plays has a place at his own table, whatever those do who look on; if he comes once too often his oldest connection goes.
    fn make_place(&mut self, grade: Grade) -> Result<(), JoinError> {
        let limits = self.rooms.limits();
        let there = self.guests.iter().filter(|g| g.grade == grade).count();
        if grade == Grade::Watch {
            return if there < limits.watchers { Ok(()) } else { Err(JoinError::Full) };
        }
        if there >= limits.connections
            && let Some(oldest) = self.guests.iter().position(|g| g.grade == grade)
        {
            let _ = self.guests[oldest].out.try_send(Out::Close(4408, "opened elsewhere"));
            self.guests.remove(oldest);
        }
        Ok(())
    }

    fn guests_changed(&mut self) {
        self.present.store(self.guests.len(), Ordering::Relaxed);
        if self.guests.is_empty() {
            self.idle_since = Instant::now();
            self.computer.rest();
        }
        let here = |side: Side| {
            matches!(self.row.players[side.index()], Player::Officer(_))
                || self.guests.iter().any(|g| g.sides.contains(&side))
        };
        let watchers = self.guests.iter().filter(|g| g.sides.is_empty()).count();
        self.send_all(&Message::Presence { axis: here(Side::Axis), soviet: here(Side::Soviet), watchers });
    }

    /// Guests who do not read lose their connection; when they come back they are shown everything.
    fn drop_lost(&mut self) {
        let before = self.guests.len();
        self.guests.retain(|g| !g.lost.load(Ordering::Relaxed));
        if self.guests.len() != before {
            self.guests_changed();
        }
    }

    fn evict(&mut self, side: Side) {
        self.replace(|guest| guest.grade == Grade::Seat(side));
    }

    /// Closes the connections of those who have lost their seat.
    fn replace(&mut self, lost: impl Fn(&Guest) -> bool) {
        for guest in self.guests.iter().filter(|guest| lost(guest)) {
            let text = "This seat was given to somebody else.".to_owned();
            let message = Message::Error { id: None, kind: "replaced", text };
            let _ = guest.out.try_send(Out::Text(message.text()));
            let _ = guest.out.try_send(Out::Close(4409, "replaced"));
        }
        self.guests.retain(|guest| !lost(guest));
        self.guests_changed();
    }

    fn close_all(&mut self, kind: &'static str, text: &str, close: (u16, &'static str)) {
        self.send_all(&Message::Error { id: None, kind, text: text.into() });
        for guest in self.guests.drain(..) {
            let _ = guest.out.try_send(Out::Close(close.0, close.1));
        }
        self.present.store(0, Ordering::Relaxed);
    }

    /// Closes the connections of those whose keys do not open anything any more.
    async fn check_keys(&mut self) {
        let seats: Vec<(u64, KeyHash)> =
            self.guests.iter().filter(|g| matches!(g.grade, Grade::Seat(_))).map(|g| (g.id, g.key)).collect();
        for (id, key) in seats {
            if matches!(self.rooms.store().find(key).await, Err(StoreError::NoSuchKey)) {
                self.replace(|guest| guest.id == id);
            }
        }
    }

    /// A take-back asked for: by whom, and how many entries would stay.
    fn asked(&self) -> Option<(Side, u64)> {
        self.proposals.iter().find(|p| p.kind == Ask::Takeback).map(|p| (p.by, p.keep))
    }

    /// Works with the game on a thread that may take its time. A panic of the rules loses nothing: the journal is on the disk, and is read again. Nobody is told of it but
    /// whoever asked.
    async fn with_table<R: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut Table) -> R + Send + 'static,
    ) -> Result<R, Refused> {
        let Some(mut table) = self.table.take() else {
            return Err(Refused::Fault("the table is not loaded".into()));
        };
        let done = spawn_blocking(move || {
            let result = guard(|| work(&mut table));
            (table, result)
        });
        match done.await {
            Ok((table, Ok(result))) => {
                self.table = Some(table);
                Ok(result)
            }
            Ok((table, Err(panic))) => {
                count_panic();
                self.table = Some(table);
                self.drop_table();
                Err(Refused::Fault(format!("the rules failed: {panic}")))
            }
            Err(e) => Err(Refused::Fault(format!("the rules failed: {e}"))),
        }
    }

    /// Another process has written between: looks what, and says whether it can be tried again.
    async fn stale(&mut self) -> Result<(), Refused> {
        self.catch_up().await.map_err(|e| Refused::Fault(e.to_string()))?;
        if self.row.ended.is_some() { Err(Refused::Over) } else { Ok(()) }
    }

    /// What is due: a thought to begin, a line on one that lasts, a table to draw.
    async fn tick(&mut self) {
        match self.computer.due() {
            Some(Due::Think) => self.think(),
            Some(Due::Note(side, since)) => {
                self.send_all(&Message::Thinking { side, done: false, ms: since.as_millis() as u64 });
            }
            None => {}
        }
        if !self.undrawn.is_empty() && self.drawn.elapsed() >= DRAWN_APART {
            self.draw().await;
        }
    }

    /// Does what is wanted and puts it on the disk. Without a number it is meant for the position as it is.
    async fn act(&mut self, side: Side, n: Option<u64>, wanted: Wanted) -> Result<Step, Refused> {
        for _ in 0..TRIES {
            let wanted = wanted.clone();
            let step = self
                .with_table(move |table| {
                    let n = n.unwrap_or_else(|| table.count(side.into()));
                    table.act(side, n, &wanted)
                })
                .await??;
            match self.commit(&step, None).await {
                // Whoever has seen nothing of what was done elsewhere is not too late.
                Err(Refused::Stale) if n.is_some() => self.stale().await?,
                done => return done.map(|()| step),
            }
        }
        Err(Refused::Stale)
    }

    fn pace_now(&self) -> Pace {
        Pace { ms: self.pace.as_millis() as u64, paused: self.paused }
    }
}

/// The rules have failed, and somebody has been told so.
fn count_panic() {
    metrics::counter!("kessel_panics_total").increment(1);
}

/// What was made apart from the room, or that it could not be.
fn made<R>(done: Result<Result<R, String>, Broken>) -> Result<R, String> {
    done.unwrap_or_else(|e| {
        count_panic();
        Err(format!("the rules failed: {e}"))
    })
}

/// Is a step such that everybody sees that something was done?
fn is_open(table: &Table, step: &Step) -> bool {
    let all = [Viewer::Axis, Viewer::Soviet, Viewer::Spectator];
    debug_assert!(all.iter().fold(0, |bits, viewer| bits | bit(*viewer)) == bit(Viewer::Umpire));
    all.into_iter().all(|viewer| !table.news(step, viewer).is_empty())
}

fn outcome(table: &Table) -> Option<Value> {
    let outcome = table.session().outcome()?;
    Some(serde_json::to_value(outcome).expect("an outcome is plain data"))
}
