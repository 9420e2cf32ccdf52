//! What people settle between themselves beside the game: the dice, a word, giving up, a draw, the clock, closing the table.

use super::telling::send;
use super::{Room, TRIES};
use crate::agreement::{self, Agreement};
use crate::clock::Clock;
use crate::keys::{Grade, Player};
use crate::store::{Account, Ask, Proposal, StoreError, now};
use crate::table::{Refused, header_text};
use crate::wire::{AskView, ChatLine, MarkView, Message, Names};
use crate::words;
use kessel_kernel::journal::Mark;
use kessel_kernel::{Case, Outcome, Side};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// How much of what was said is sent at once, and how much at most of what is new.
const PAGE: u32 = 50;
const MOST_SAID: u32 = 500;

impl Room {
    /// Are the dice still to be agreed on?
    pub(super) fn dice_open(&self) -> bool {
        self.row.dice.is_some() && self.table.as_ref().is_some_and(|t| t.header().shared.is_none())
    }

    pub(super) fn dice_view(&self) -> crate::wire::DiceView {
        let table = self.table.as_ref().expect("a loaded table");
        agreement::view(table.header(), self.row.dice.as_deref())
    }

    /// A part of the seed, or what binds somebody to it.
    pub(super) async fn asked_for_dice(
        &mut self,
        at: usize,
        id: u64,
        commitment: Option<String>,
        value: Option<String>,
    ) {
        let guest = &self.guests[at];
        let [side] = guest.sides[..] else {
            return self.error(at, Some(id), "forbidden", "Only the players have a part in the dice.");
        };
        let mut tries = TRIES;
        let agreement = loop {
            let (true, Some(old)) = (self.dice_open(), self.row.dice.clone()) else {
                return self.error(at, Some(id), "bad-request", "The dice of this game are not open.");
            };
            let Some(mut agreement) = Agreement::read(&old) else {
                return self.refuse(at, id, Refused::Fault("the agreement on dice cannot be read".into())).await;
            };
            let done = match (&commitment, &value) {
                (Some(commitment), None) => agreement.commit(side, commitment),
                (None, Some(value)) => agreement.reveal(side, value),
                _ => Err("Either a commitment or a part."),
            };
            if let Err(why) = done {
                return self.error(at, Some(id), "bad-request", why);
            }
            match self.rooms.store().dice(&self.row.id, old, agreement.text()).await {
                Ok(()) => break agreement,
                // The other player has gone a step at another process.
                Err(StoreError::Stale) if tries > 0 => {
                    tries -= 1;
                    self.drop_table();
                    if let Err(refused) = self.stale().await {
                        return self.refuse(at, id, refused).await;
                    }
                }
                Err(e) => return self.fault_of(at, id, e).await,
            }
        };
        self.row.dice = Some(agreement.text());
        if let Some(shared) = agreement.shared() {
            let (Some(root), Some(table)) = (agreement.root(), &self.table) else { return };
            match table.start_shared(&root, shared) {
                Ok(table) => {
                    // In an evening the clock runs from here; by days it has run since the table was made.
                    let asked = match self.row.clock {
                        Clock::Minutes(_) => self.row.asked.map(|since| if since > 0 { now() } else { 0 }),
                        _ => self.row.asked,
                    };
                    let change = table.rewritten(&self.row, asked);
                    if let Err(e) = self.rooms.store().change(change, None).await {
                        return self.fault_of(at, id, e).await;
                    }
                    (self.row.header, self.row.head) = (header_text(table.header()), table.head().to_owned());
                    self.row.asked = asked;
                    self.table = Some(table);
                }
                Err(e) => return self.refuse(at, id, Refused::Fault(e.to_string())).await,
            }
        }
        self.accept(at, Some(id));
        let agreed = !self.dice_open();
        self.dice = self.dice_view();
        self.send_all(&Message::Dice { dice: self.dice.clone() });
        if agreed {
            // The set-up was rolled for anew.
            self.shown = Default::default();
            for at in 0..self.guests.len() {
                self.show(at).await;
            }
            self.tell_affairs().await;
        }
    }

    async fn fault_of(&mut self, at: usize, id: u64, e: StoreError) {
        let refused = match e {
            StoreError::Stale => Refused::Stale,
            e => Refused::Fault(e.to_string()),
        };
        self.drop_table();
        self.refuse(at, id, refused).await;
    }

    /// The side for which a guest speaks: his own, or the one he looks through at a hot seat.
    fn speaker(&self, at: usize) -> Option<Side> {
        let guest = &self.guests[at];
        guest.viewer.side().filter(|side| guest.sides.contains(side)).or(guest.sides.first().copied())
    }

    pub(super) async fn asked_to_say(&mut self, at: usize, id: u64, text: String) {
        let Some(side) = self.speaker(at) else {
            return self.error(at, Some(id), "forbidden", "Whoever looks on keeps silent.");
        };
        let text = match words::said(&text) {
            Ok(text) => text,
            Err(why) => return self.error(at, Some(id), "bad-request", why),
        };
        if self.mutes.sides[side.index()] {
            return self.error(at, Some(id), "forbidden", "You do not listen yourself: listen again before you speak.");
        }
        if let Err(e) = self.rooms.store().say(&self.row.id, side, text).await {
            if matches!(e, StoreError::Silenced) {
                return self.error(
                    at,
                    Some(id),
                    "forbidden",
                    "Whoever runs the server lets nobody speak at this table.",
                );
            }
            return self.refuse(at, id, Refused::Fault(e.to_string())).await;
        }
        self.accept(at, Some(id));
        self.tell_chat().await;
    }

    /// Does a guest not want to hear what is said?
    fn is_deaf(&self, at: usize) -> bool {
        self.speaker(at).is_some_and(|side| self.mutes.sides[side.index()])
    }

    /// Sends everybody what was said since the last time.
    pub(super) async fn tell_chat(&mut self) {
        let between = (self.said, u64::MAX);
        let Ok(list) = self.rooms.store().chat(&self.row.id, between, MOST_SAID).await else { return };
        let Some(last) = list.last() else { return };
        self.said = last.n;
        let text = Message::Chat { id: None, list: list.into_iter().map(line).collect(), more: false }.text();
        for at in (0..self.guests.len()).filter(|at| !self.is_deaf(*at)) {
            send(&self.guests[at], text.clone());
        }
    }

    /// Sends a newcomer the last that was said before.
    pub(super) async fn show_chat(&mut self, at: usize) {
        if self.is_deaf(at) {
            return;
        }
        let Ok((list, more)) = self.page(u64::MAX).await else { return };
        if !list.is_empty() {
            self.send(at, &Message::Chat { id: None, list, more });
        }
    }

    /// What was said before a number, and whether there is more before that.
    async fn page(&mut self, before: u64) -> Result<(Vec<ChatLine>, bool), StoreError> {
        let mut list = self.rooms.store().chat(&self.row.id, (0, before), PAGE + 1).await?;
        let more = list.len() > PAGE as usize;
        list.drain(..usize::from(more));
        Ok((list.into_iter().map(line).collect(), more))
    }

    pub(super) async fn asked_for_chat(&mut self, at: usize, id: u64, before: Option<u64>) {
        match self.page(before.unwrap_or(u64::MAX)).await {
            Ok((list, more)) => self.send(at, &Message::Chat { id: Some(id), list, more }),
            Err(e) => self.refuse(at, id, Refused::Fault(e.to_string())).await,
        }
    }

    /// Somebody without an account says how he is called.
    pub(super) async fn asked_for_name(&mut self, at: usize, id: u64, name: String) {
        let guest = &self.guests[at];
        let holder = (guest.key, guest.grade);
        let [side] = guest.sides[..] else {
            return self.error(at, Some(id), "forbidden", "Only whoever plays one side has a name at the table.");
        };
        if self.holder(side).await.is_some() {
            return self.error(at, Some(id), "bad-request", "Your account has a name already.");
        }
        let name = match words::name(&name) {
            Ok(name) => name,
            Err(why) => return self.error(at, Some(id), "bad-request", why),
        };
        let (kind, why) = match self.rooms.store().name_seat(&self.row.id, holder, name).await {
            Ok(()) => {
                self.accept(at, Some(id));
                self.learn_names().await;
                return self.tell_affairs().await;
            }
            Err(StoreError::Taken) => ("taken", "Somebody has this name, or one that looks like it."),
            Err(StoreError::Held) => ("bad-request", "This seat has a name, and keeps it."),
            Err(StoreError::Silenced) => ("forbidden", "Whoever runs the server lets nobody speak at this table."),
            Err(e) => return self.refuse(at, id, Refused::Fault(e.to_string())).await,
        };
        self.error(at, Some(id), kind, why);
    }

    /// A side does not want to hear what is said, or wants to again. The other is not told.
    pub(super) async fn asked_to_mute(&mut self, at: usize, id: u64, on: bool) {
        let Some(side) = self.speaker(at) else {
            return self.error(at, Some(id), "forbidden", "Only players stop listening.");
        };
        if let Err(e) = self.rooms.store().mute(&self.row.id, side.word(), on).await {
            return self.refuse(at, id, Refused::Fault(e.to_string())).await;
        }
        let before = std::mem::replace(&mut self.mutes.sides[side.index()], on);
        self.accept(at, Some(id));
        self.tell_affairs().await;
        if before && !on {
            for at in 0..self.guests.len() {
                if self.speaker(at) == Some(side) {
                    self.show_chat(at).await;
                }
            }
        }
    }

    pub(super) async fn asked_to_resign(&mut self, at: usize, id: u64) {
        match self.player(at) {
            Ok(side) => {
                let text = format!("The {side} side has given up.");
                self.end(at, id, (Some(side.other()), "given up"), (Some(side), "resigned", text)).await;
            }
            Err(refused) => self.refuse(at, id, refused).await,
        }
    }

    pub(super) async fn asked_to_draw(&mut self, at: usize, id: u64, on: bool) {
        match self.asked_together(at, id, Ask::Draw, on).await {
            Some(true) => {
                let text = "Both sides have agreed on a draw.".to_owned();
                self.end(at, id, (None, "draw agreed"), (None, "draw", text)).await;
            }
            Some(false) => {
                self.accept(at, Some(id));
                self.tell_affairs().await;
            }
            None => {}
        }
    }

    /// Closes the table for good, when both want it.
    pub(super) async fn asked_to_close(&mut self, at: usize, id: u64, on: bool) -> bool {
        match self.asked_together(at, id, Ask::Close, on).await {
            Some(true) => {
                if let Err(e) = self.rooms.store().delete(&self.row.id).await {
                    self.refuse(at, id, Refused::Fault(e.to_string())).await;
                    return false;
                }
                self.accept(at, Some(id));
                self.close_all("deleted", "Both sides have closed this table.", (4410, "deleted"));
                true
            }
            Some(false) => {
                self.accept(at, Some(id));
                self.tell_affairs().await;
                false
            }
            None => false,
        }
    }

    /// Something that both must want: true when they do. Nothing if it could not be asked, which has been said.
    async fn asked_together(&mut self, at: usize, id: u64, kind: Ask, on: bool) -> Option<bool> {
        let side = match if kind == Ask::Close { self.speaker(at).ok_or(Refused::NotYours) } else { self.player(at) } {
            Ok(side) => side,
            Err(refused) => {
                self.refuse(at, id, refused).await;
                return None;
            }
        };
        let before = self.proposals.iter().find(|p| p.kind == kind).copied();
        let alone = self.guests[at].sides.len() == 2 || self.row.players[side.other().index()].officer().is_some();
        if alone && kind == Ask::Draw {
            self.error(at, Some(id), "bad-request", "There is nobody to agree on a draw with.");
            return None;
        }
        let store = self.rooms.store().clone();
        let done = match (on, before) {
            (true, Some(other)) if other.by != side || alone => return Some(true),
            (true, None) if alone => return Some(true),
            (true, _) => {
                let proposal = Proposal { kind, by: side, keep: 0 };
                self.proposals.retain(|p| p.kind != kind);
                self.proposals.push(proposal);
                store.propose(&self.row.id, proposal).await
            }
            (false, _) => {
                self.proposals.retain(|p| p.kind != kind);
                store.withdraw(&self.row.id, kind).await
            }
        };
        match done {
            Ok(()) => Some(false),
            Err(e) => {
                self.refuse(at, id, Refused::Fault(e.to_string())).await;
                None
            }
        }
    }

    /// The side of a guest in a game that goes on.
    fn player(&self, at: usize) -> Result<Side, Refused> {
        let side = self.speaker(at).ok_or(Refused::NotYours)?;
        if self.outcome.is_some() { Err(Refused::Over) } else { Ok(side) }
    }

    pub(super) async fn asked_to_claim(&mut self, at: usize, id: u64) {
        let side = match self.player(at) {
            Ok(side) => side,
            Err(refused) => return self.refuse(at, id, refused).await,
        };
        match self.deadline_of(side.other()).await {
            Some(deadline) if deadline < now() => {
                let text = format!("The {} side is out of time.", side.other());
                self.end(at, id, (Some(side), "on time"), (Some(side.other()), "time", text)).await;
            }
            _ => self.error(at, Some(id), "bad-request", "The other side is not out of time."),
        }
    }

    /// Ends a game that the rules have not ended.
    async fn end(
        &mut self,
        at: usize,
        id: u64,
        (winner, level): (Option<Side>, &str),
        (side, kind, text): (Option<Side>, &str, String),
    ) {
        let outcome = Outcome { winner, level: level.into(), score: None, case: Case(""), text: text.clone() };
        let outcome = serde_json::to_value(outcome).expect("an outcome is plain data");
        let ended = outcome.to_string();
        let mut done = Err(StoreError::Stale);
        let mut mark = Mark { n: 0, at: now(), side, kind: kind.into(), text };
        for _ in 0..TRIES {
            let Some(table) = &self.table else { return };
            mark.n = table.entries().len() as u64;
            done = self.rooms.store().end(&self.row.id, table.head(), ended.clone(), mark.clone()).await;
            if !matches!(done, Err(StoreError::Stale)) {
                break;
            }
            // What was done at another process meanwhile, perhaps in secret, does not stand in the way.
            self.drop_table();
            if let Err(refused) = self.stale().await {
                return self.refuse(at, id, refused).await;
            }
            if self.outcome.is_some() {
                return self.refuse(at, id, Refused::Over).await;
            }
        }
        let text = ended;
        match done {
            Ok(()) => {
                self.row.ended = Some(text);
                self.row.asked = [0, 0];
                self.marks.push(mark);
                self.proposals.clear();
                self.computer.forget();
                self.computer.rest();
                self.accept(at, Some(id));
                self.send_all(&Message::Over { outcome: &outcome });
                self.outcome = Some(outcome);
                self.tell_affairs().await;
            }
            Err(e) => self.fault_of(at, id, e).await,
        }
    }

    /// The account that plays a side, if one does.
    async fn holder(&mut self, side: Side) -> Option<Account> {
        let holders = self.rooms.store().holders(&self.row.id).await.ok()?;
        holders.into_iter().find(|(grade, _)| plays(*grade, side, &self.row.players)).map(|(_, account)| account)
    }

    /// When a side is out of time, if it has a clock that runs. Holidays stop a clock by days; that of an evening waits for both sides and their dice.
    async fn deadline_of(&mut self, side: Side) -> Option<u64> {
        if self.row.clock == Clock::None || self.outcome.is_some() {
            return None;
        }
        let (mut begun, mut holidays) = (0, Vec::new());
        match self.row.clock {
            Clock::Minutes(_) if self.dice_open() => return None,
            // Read each time: a seat is taken beside the room.
            Clock::Minutes(_) => begun = self.rooms.store().begun(&self.row.id).await.ok()?,
            _ => holidays = self.holder(side).await.map(|a| a.holidays).unwrap_or_default(),
        }
        let from = self.row.counts_from(self.row.asked[side.index()], begun)?;
        self.row.clock.deadline(from, &holidays)
    }

    /// Tells everybody what is asked and what has happened, if he was not told just that before: a word about nothing new would tell that something was done in secret. Nobody is
    /// told the other side's clock, for the same reason.
    pub(super) async fn tell_affairs(&mut self) {
        for at in 0..self.guests.len() {
            let text = self.affairs_of(at).await;
            if text != self.guests[at].affairs {
                self.guests[at].affairs = text.clone();
                send(&self.guests[at], text);
            }
        }
    }

    pub(super) async fn show_affairs(&mut self, at: usize) {
        let text = self.affairs_of(at).await;
        self.guests[at].affairs = text.clone();
        send(&self.guests[at], text);
    }

    async fn affairs_of(&mut self, at: usize) -> Utf8Bytes {
        let deadline = match self.speaker(at) {
            Some(side) => self.deadline_of(side).await,
            None => None,
        };
        let asks = self.proposals.iter().filter(|p| p.kind != Ask::Takeback);
        let asks = asks.map(|p| AskView { kind: p.kind.word(), by: p.by }).collect();
        let marks = self.marks.iter();
        let marks = marks.map(|m| MarkView { at: m.at, side: m.side, kind: m.kind.clone(), text: m.text.clone() });
        let chat = match () {
            () if self.mutes.all => "silenced",
            () if self.is_deaf(at) => "muted",
            () => "open",
        };
        Message::Affairs { asks, marks: marks.collect(), names: self.names.clone(), deadline, chat }.text()
    }

    /// Who plays under which name.
    pub(super) async fn learn_names(&mut self) {
        let Ok(holders) = self.rooms.store().holders(&self.row.id).await else { return };
        let guests = self.rooms.store().guests(&self.row.id).await.unwrap_or_default();
        let name = |side: Side| {
            let holder = holders.iter().find(|(grade, _)| plays(*grade, side, &self.row.players));
            let guest = guests.iter().find(|(grade, _)| plays(*grade, side, &self.row.players));
            holder.map(|(_, account)| account.name.clone()).or_else(|| guest.map(|(_, name)| name.clone()))
        };
        self.names = Names { axis: name(Side::Axis), soviet: name(Side::Soviet) };
    }

    /// Sides that are asked to act since a moment ago, and are not here: whoever has left an address gets mail.
    pub(super) fn notify(&self, sides: Vec<Side>) {
        let away: Vec<Side> =
            sides.into_iter().filter(|side| self.guests.iter().all(|g| !g.sides.contains(side))).collect();
        if away.is_empty() || !self.rooms.mailer().is_on() {
            return;
        }
        let (rooms, row) = (self.rooms.clone(), self.row.clone());
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
fn plays(grade: Grade, side: Side, players: &crate::keys::Players) -> bool {
    match grade {
        Grade::Owner => players[side.index()] == Player::Me,
        Grade::Seat(of) => of == side,
        Grade::Invite(_) | Grade::Watch => false,
    }
}

fn line(said: crate::store::Said) -> ChatLine {
    ChatLine { n: said.n, at: said.at, side: said.side, text: said.text }
}
