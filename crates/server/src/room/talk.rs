//! What people say to each other, and how they are called.

use super::Room;
use crate::store::{Said, StoreError};
use crate::table::Refused;
use crate::wire::{ChatLine, Message};
use crate::words;

/// How much of what was said is sent at once, and how much at most of what is new.
const PAGE: u32 = 50;
const MOST_SAID: u32 = 500;

impl Room {
    pub(super) async fn asked_to_say(&mut self, at: usize, id: u64, text: String) {
        let Some(side) = self.guests[at].speaker() else {
            return self.guests.error(at, Some(id), "forbidden", "Whoever looks on keeps silent.");
        };
        let text = match words::said(&text) {
            Ok(text) => text,
            Err(why) => return self.guests.error(at, Some(id), "bad-request", why),
        };
        if self.affairs.is_deaf(Some(side)) {
            return self.guests.error(
                at,
                Some(id),
                "forbidden",
                "You do not listen yourself: listen again before you speak.",
            );
        }
        if let Err(e) = self.rooms.store().say(&self.kept.row().id, side, text).await {
            if matches!(e, StoreError::Silenced) {
                return self.guests.error(
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
        self.affairs.is_deaf(self.guests[at].speaker())
    }

    /// Sends everybody what was said since the last time.
    pub(super) async fn tell_chat(&mut self) {
        let between = (self.affairs.said(), u64::MAX);
        let Ok(list) = self.rooms.store().chat(&self.kept.row().id, between, MOST_SAID).await else { return };
        let Some(last) = list.last() else { return };
        self.affairs.told_up_to(last.n);
        let text = Message::Chat { id: None, list: list.into_iter().map(line).collect(), more: false }.text();
        for at in (0..self.guests.len()).filter(|at| !self.is_deaf(*at)) {
            self.guests[at].send(text.clone());
        }
    }

    /// Sends a newcomer the last that was said before.
    pub(super) async fn show_chat(&mut self, at: usize) {
        if self.is_deaf(at) {
            return;
        }
        let Ok((list, more)) = self.page(u64::MAX).await else { return };
        if !list.is_empty() {
            self.guests.send(at, &Message::Chat { id: None, list, more });
        }
    }

    /// What was said before a number, and whether there is more before that.
    async fn page(&mut self, before: u64) -> Result<(Vec<ChatLine>, bool), StoreError> {
        let mut list = self.rooms.store().chat(&self.kept.row().id, (0, before), PAGE + 1).await?;
        let more = list.len() > PAGE as usize;
        list.drain(..usize::from(more));
        Ok((list.into_iter().map(line).collect(), more))
    }

    pub(super) async fn asked_for_chat(&mut self, at: usize, id: u64, before: Option<u64>) {
        match self.page(before.unwrap_or(u64::MAX)).await {
            Ok((list, more)) => self.guests.send(at, &Message::Chat { id: Some(id), list, more }),
            Err(e) => self.refuse(at, id, Refused::Fault(e.to_string())).await,
        }
    }

    /// Somebody without an account says how he is called.
    pub(super) async fn asked_for_name(&mut self, at: usize, id: u64, name: String) {
        let guest = &self.guests[at];
        let holder = (guest.key, guest.grade);
        let [side] = guest.sides[..] else {
            return self.guests.error(
                at,
                Some(id),
                "forbidden",
                "Only whoever plays one side has a name at the table.",
            );
        };
        if self.holder(side).await.is_some() {
            return self.guests.error(at, Some(id), "bad-request", "Your account has a name already.");
        }
        let name = match words::name(&name) {
            Ok(name) => name,
            Err(why) => return self.guests.error(at, Some(id), "bad-request", why),
        };
        let (kind, why) = match self.rooms.store().name_seat(&self.kept.row().id, holder, name).await {
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
        self.guests.error(at, Some(id), kind, why);
    }

    /// A side does not want to hear what is said, or wants to again. The other is not told.
    pub(super) async fn asked_to_mute(&mut self, at: usize, id: u64, on: bool) {
        let Some(side) = self.guests[at].speaker() else {
            return self.guests.error(at, Some(id), "forbidden", "Only players stop listening.");
        };
        if let Err(e) = self.rooms.store().mute(&self.kept.row().id, side.word(), on).await {
            return self.refuse(at, id, Refused::Fault(e.to_string())).await;
        }
        let before = self.affairs.mute(side, on);
        self.accept(at, Some(id));
        self.tell_affairs().await;
        if before && !on {
            for at in 0..self.guests.len() {
                if self.guests[at].speaker() == Some(side) {
                    self.show_chat(at).await;
                }
            }
        }
    }
}

fn line(said: Said) -> ChatLine {
    ChatLine { n: said.n, at: said.at, side: said.side, text: said.text }
}
