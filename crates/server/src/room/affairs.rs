//! What lies beside the game: what one side asks the other, what happened at the table and not on it, who is called how, what was said, the clocks.
//!
//! `beside` is as the database has it. Everybody who listens was sent what was said up to number `said`, and was told of the dice as `dice` has them. A word about nothing new would tell
//! that something was done in secret: so nobody is told what he was told just before.

use super::Room;
use super::shown::Asked;
use crate::clock::Clock;
use crate::keys::{Grade, Player, Players};
use crate::store::{Account, Ask, Beside, Proposal};
use crate::wire::{AskView, DiceView, MarkView, Message, Names};
use kessel_kernel::Side;
use kessel_kernel::journal::Mark;
use tokio_tungstenite::tungstenite::Utf8Bytes;

#[derive(Default)]
pub struct Affairs {
    beside: Beside,
    names: Names,
    said: u64,
    dice: DiceView,
}

impl Affairs {
    /// How all of it stands in the database.
    pub fn take(&mut self, beside: Beside) {
        self.beside = beside;
    }

    /// A take-back asked for: by whom, and how many entries would stay.
    pub fn takeback(&self) -> Asked {
        self.asks(Ask::Takeback).map(|p| (p.by, p.keep))
    }

    /// What is asked of this kind.
    pub fn asks(&self, kind: Ask) -> Option<Proposal> {
        self.beside.proposals.iter().find(|p| p.kind == kind).copied()
    }

    /// One side asks; what was asked of the same kind before is void.
    pub fn ask(&mut self, proposal: Proposal) {
        self.withdraw(proposal.kind);
        self.beside.proposals.push(proposal);
    }

    /// Nobody asks for it any more.
    pub fn withdraw(&mut self, kind: Ask) {
        self.beside.proposals.retain(|p| p.kind != kind);
    }

    /// How many requests for a take-back were answered, and whether the last was granted.
    pub fn takebacks(&self) -> (u64, bool) {
        self.beside.takebacks
    }

    /// A request for a take-back was answered.
    pub fn answered(&mut self, granted: bool) {
        self.beside.takebacks = (self.beside.takebacks.0 + 1, granted);
    }

    /// The game was ended by people: nobody asks for anything any more.
    pub fn end(&mut self, mark: Mark) {
        self.beside.marks.push(mark);
        self.beside.proposals.clear();
    }

    /// After how many entries this side's seat was given to somebody else, if it was.
    pub fn given_away(&self, side: Side) -> Option<u64> {
        self.beside.marks.iter().rev().find(|m| m.kind == "seat" && m.side == Some(side)).map(|mark| mark.n)
    }

    /// How the dice stand now; says whether people were told otherwise.
    pub fn dice(&mut self, now: DiceView) -> bool {
        let changed = self.dice != now;
        self.dice = now;
        changed
    }

    /// What everybody is told of the dice.
    pub fn dice_told(&self) -> Message<'static> {
        Message::Dice { dice: self.dice.clone() }
    }

    /// A side does not want to hear what is said, or wants to again; says what it wanted before.
    pub fn mute(&mut self, side: Side, on: bool) -> bool {
        std::mem::replace(&mut self.beside.mutes.sides[side.index()], on)
    }

    /// Does this side not want to hear what is said?
    pub fn is_deaf(&self, side: Option<Side>) -> bool {
        side.is_some_and(|side| self.beside.mutes.sides[side.index()])
    }

    /// The number of the last thing said that everybody was told.
    pub fn said(&self) -> u64 {
        self.said
    }

    /// Everybody was told what was said up to here.
    pub fn told_up_to(&mut self, n: u64) {
        self.said = n;
    }

    pub fn learn_names(&mut self, names: Names) {
        self.names = names;
    }

    /// All of it, as whoever speaks for this side may know it.
    fn view(&self, side: Option<Side>, deadline: Option<u64>) -> Utf8Bytes {
        let asks = self.beside.proposals.iter().filter(|p| p.kind != Ask::Takeback);
        let asks = asks.map(|p| AskView { kind: p.kind.word(), by: p.by }).collect();
        let marks = self.beside.marks.iter();
        let marks = marks.map(|m| MarkView { at: m.at, side: m.side, kind: m.kind.clone(), text: m.text.clone() });
        let chat = match () {
            () if self.beside.mutes.all => "silenced",
            () if self.is_deaf(side) => "muted",
            () => "open",
        };
        Message::Affairs { asks, marks: marks.collect(), names: self.names.clone(), deadline, chat }.text()
    }
}

impl Room {
    /// Tells everybody what is asked and what has happened, if he was not told just that before. Nobody is told the other side's clock: it would tell when that one acts in secret.
    pub(super) async fn tell_affairs(&mut self) {
        for at in 0..self.guests.len() {
            let text = self.affairs_of(at).await;
            if text != self.guests[at].affairs {
                self.guests[at].affairs = text.clone();
                self.guests[at].send(text);
            }
        }
    }

    pub(super) async fn show_affairs(&mut self, at: usize) {
        let text = self.affairs_of(at).await;
        self.guests[at].affairs = text.clone();
        self.guests[at].send(text);
    }

    async fn affairs_of(&mut self, at: usize) -> Utf8Bytes {
        let side = self.guests[at].speaker();
        let deadline = match side {
            Some(side) => self.deadline_of(side).await,
            None => None,
        };
        self.affairs.view(side, deadline)
    }

    /// When a side is out of time, if it has a clock that runs. Holidays stop a clock by days; that of an evening waits for both sides and their dice.
    pub(super) async fn deadline_of(&mut self, side: Side) -> Option<u64> {
        let clock = self.kept.row().clock;
        if clock == Clock::None || self.kept.is_over() {
            return None;
        }
        let (mut begun, mut holidays) = (0, Vec::new());
        match clock {
            Clock::Minutes(_) if self.kept.dice_open() => return None,
            // Read each time: a seat is taken beside the room.
            Clock::Minutes(_) => begun = self.rooms.store().begun(&self.kept.row().id).await.ok()?,
            _ => holidays = self.holder(side).await.map(|a| a.holidays).unwrap_or_default(),
        }
        let row = self.kept.row();
        clock.deadline(row.counts_from(row.asked[side.index()], begun)?, &holidays)
    }

    /// The account that plays a side, if one does.
    pub(super) async fn holder(&mut self, side: Side) -> Option<Account> {
        let row = self.kept.row();
        let holders = self.rooms.store().holders(&row.id).await.ok()?;
        holders.into_iter().find(|(grade, _)| plays(*grade, side, &row.players)).map(|(_, account)| account)
    }

    /// Who plays under which name.
    pub(super) async fn learn_names(&mut self) {
        let row = self.kept.row();
        let Ok(holders) = self.rooms.store().holders(&row.id).await else { return };
        let guests = self.rooms.store().guests(&row.id).await.unwrap_or_default();
        let name = |side: Side| {
            let holder = holders.iter().find(|(grade, _)| plays(*grade, side, &row.players));
            let guest = guests.iter().find(|(grade, _)| plays(*grade, side, &row.players));
            holder.map(|(_, account)| account.name.clone()).or_else(|| guest.map(|(_, name)| name.clone()))
        };
        let names = Names { axis: name(Side::Axis), soviet: name(Side::Soviet) };
        self.affairs.learn_names(names);
    }

    /// Sides that are asked to act since a moment ago, and are not here: whoever has left an address gets mail.
    pub(super) fn notify(&self, sides: Vec<Side>) {
        let away: Vec<Side> = sides.into_iter().filter(|side| !self.guests.plays(*side)).collect();
        if away.is_empty() || !self.rooms.mailer().is_on() {
            return;
        }
        let (rooms, row) = (self.rooms.clone(), self.kept.row().clone());
        tokio::spawn(async move {
            let Ok(holders) = rooms.store().holders(&row.id).await else { return };
            for side in away {
                let account = holders.iter().find(|(grade, _)| plays(*grade, side, &row.players));
                if let Some((_, account)) = account {
                    rooms.mailer().your_turn(account, side, &row).await;
                }
            }
        });
    }
}

/// Does whoever holds this grade play the side?
fn plays(grade: Grade, side: Side, players: &Players) -> bool {
    match grade {
        Grade::Owner => players[side.index()] == Player::Me,
        Grade::Seat(of) => of == side,
        Grade::Invite(_) | Grade::Watch => false,
    }
}
