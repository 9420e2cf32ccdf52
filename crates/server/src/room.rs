//! A table with the people at it. One task owns the game: it does one thing after the other, puts it on the disk, answers, and
//! tells everybody what they may know.
//!
//! A room has parts. Each keeps its own fields, says at its head what holds of them, and knows no other part; what takes several of them is done by the room.
//!
//! | part | what |
//! |---|---|
//! | [`Kept`] | the game in memory, and what the database has of it |
//! | [`Guests`] | who is here, and what is sent to them |
//! | [`Told`] | what everybody was told and shown |
//! | [`Affairs`] | what lies beside the game: requests, marks, names, what was said |
//! | [`Plans`] | what the sides plan in secret |
//! | [`Officers`] | the computer |
//! | [`Rest`] | when the table falls asleep and the room is given up |

mod acting;
mod advising;
mod affairs;
mod asking;
mod dice;
mod ending;
mod guests;
mod keeping;
mod kept;
mod looking;
mod officers;
mod planning;
mod rest;
mod shown;
mod talk;
mod telling;
mod told;

use crate::keys::{Grade, KeyHash, ONLOOKER, sides_of};
use crate::outbox::Outbox;
use crate::rooms::Rooms;
use crate::store::{StoreError, TableRow};
use crate::wire::Request;
use affairs::Affairs;
use guests::Guests;
use kept::Kept;
use kessel_kernel::{Side, Viewer};
use officers::Officers;
use planning::Plans;
use rest::Rest;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;
use tokio::sync::mpsc::Receiver;
use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio::task::JoinError as Broken;
use tokio::time::{Instant, sleep_until};
use told::Told;

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

/// The table and everybody at it.
pub struct Room {
    kept: Kept,
    guests: Guests,
    told: Told,
    affairs: Affairs,
    plans: Plans,
    officers: Officers,
    rest: Rest,
    commands: Receiver<Command>,
    rooms: Arc<Rooms>,
}

impl Room {
    /// Opens the room and serves it until nobody needs it.
    pub async fn open(row: TableRow, rooms: Arc<Rooms>, commands: Receiver<Command>, present: Arc<AtomicUsize>) {
        let mut room = Room {
            kept: Kept::new(row),
            guests: Guests::new(present),
            told: Told::new(),
            affairs: Affairs::default(),
            plans: Plans::default(),
            officers: Officers::new(rooms.pace()),
            rest: Rest::new(),
            commands,
            rooms,
        };
        let error = match room.load().await {
            Ok(_) => {
                room.serve().await;
                JoinError::Again
            }
            Err(StoreError::Gone) => JoinError::Gone,
            Err(e) => {
                tracing::error!(table = room.kept.row().id, "{e}");
                JoinError::Broken(e)
            }
        };
        room.rooms.remove(&room.kept.row().id, room.guests.present());
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
                Some(thought) = self.officers.thought() => self.decided(thought).await,
                () = sleep_until(deadline) => {}
            }
            self.tick().await;
            self.drop_lost();
            self.doze().await;
            if self.idle() && self.rooms.retire(&self.kept.row().id, self.guests.present(), &self.commands) {
                return;
            }
        }
    }

    /// When something is due. While people are here and nobody thinks, nothing is.
    fn deadline(&self) -> Instant {
        let due = [self.officers.deadline(), self.told.deadline()].into_iter().flatten().min();
        let leave = self.guests.left_for(self.rooms.limits().idle);
        let rest = [leave, self.bedtime()].into_iter().flatten().min();
        due.or(rest).unwrap_or_else(|| Instant::now() + NOTHING_DUE)
    }

    fn idle(&self) -> bool {
        let left = self.guests.left_for(self.rooms.limits().idle);
        left.is_some_and(|at| self.rest.is_unwanted() || at <= Instant::now()) && !self.officers.thinks()
    }

    /// What is due: a thought to begin, a line on one that lasts, a table to draw.
    async fn tick(&mut self) {
        self.think_if_due();
        self.told.draw_if_due(&mut self.kept, &self.guests, self.affairs.takeback()).await;
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
                if let Some(gone) = self.guests.leave(id).filter(|gone| gone.grade != Grade::Watch) {
                    self.rooms.store().seen(gone.key, &self.kept.row().id);
                }
                self.guests_changed();
            }
            Command::Said(id, request, _permit) => {
                if let Some(at) = self.guests.position(id)
                    && self.said(at, request).await
                {
                    return false;
                }
            }
            Command::Evict(side) => {
                self.guests.replace(|guest| guest.grade == Grade::Seat(side));
                self.guests_changed();
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
                self.guests.close_all("restart", text, (1012, "restart"));
                return false;
            }
            Command::Delete => {
                self.guests.close_all("deleted", "This table was deleted.", (4410, "deleted"));
                return false;
            }
            Command::Unload => {
                self.rest.leave_soon();
            }
        }
        self.kept.table().is_some() || self.rest.is_asleep() || self.restore().await
    }

    async fn join(&mut self, comer: Comer) -> Result<u64, JoinError> {
        let (grade, key) = (comer.grade, comer.key);
        self.guests.make_place(grade, self.rooms.limits())?;
        let Some(table) = self.kept.table() else { return Err(JoinError::Again) };
        let sides = sides_of(grade, self.kept.row().players);
        let to_act = table.session().to_act();
        let first = sides.iter().find(|s| to_act.includes(**s)).or(sides.first());
        let viewer = first.map_or(ONLOOKER, |side| Viewer::from(*side));
        if grade != Grade::Watch {
            self.rooms.store().seen(key, &self.kept.row().id);
        }
        // Whoever was here before has heard what the newcomer is told of what was said.
        self.tell_chat().await;
        let at = self.guests.add(comer, sides, viewer);
        let id = self.guests[at].id;
        self.learn_names().await;
        self.guests.send(at, &self.hello(at));
        self.show(at).await;
        self.show_affairs(at).await;
        if self.kept.row().clock.minutes() > 0 {
            // With the last who takes his seat the others' clocks begin.
            self.tell_affairs().await;
        }
        self.show_chat(at).await;
        self.guests_changed();
        self.call_computer();
        Ok(id)
    }

    fn guests_changed(&mut self) {
        if self.guests.is_empty() {
            self.officers.rest();
        }
        self.guests.send_all(&self.guests.presence(&self.kept.row().players));
    }

    /// Guests who do not read lose their connection; when they come back they are shown everything.
    fn drop_lost(&mut self) {
        if self.guests.drop_lost() {
            self.guests_changed();
        }
    }

    /// Closes the connections of those whose keys do not open anything any more.
    async fn check_keys(&mut self) {
        let seats = self.guests.iter().filter(|g| matches!(g.grade, Grade::Seat(_))).map(|g| (g.id, g.key));
        for (id, key) in seats.collect::<Vec<(u64, KeyHash)>>() {
            if matches!(self.rooms.store().find(key).await, Err(StoreError::NoSuchKey)) {
                self.guests.replace(|guest| guest.id == id);
                self.guests_changed();
            }
        }
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
