//! Advice: what staff would do in the place of whoever asks. It thinks where the computer's officers think, on what the side may know, and
//! nothing is done until the player does it himself.

use super::Room;
use crate::keys::Player;
use crate::outbox::Out;
use crate::table::Refused;
use crate::wire::Message;
use kessel_kernel::Seed;
use kessel_officers::{Rank, guard};
use std::sync::atomic::Ordering;

impl Room {
    /// Advice is for study, for two at one screen and for play against the computer: against a person everybody thinks for himself.
    pub(super) fn gives_advice(&self) -> bool {
        let staff = self.kept.table().is_some_and(|table| table.game().has_staff());
        staff && !self.kept.row().players.contains(&Player::Friend)
    }

    /// Asks the side's own staff. A guest is advised by one officer at a time.
    pub(super) async fn asked_for_advice(&mut self, at: usize, id: u64) {
        let side = match self.side_of(at) {
            Ok(_) if !self.gives_advice() => Err(Refused::Advice),
            answer => answer,
        };
        let side = match side {
            Ok(side) => side,
            Err(refused) => return self.refuse(at, id, refused).await,
        };
        let Some(table) = self.kept.table() else { return self.refuse(at, id, Refused::Stale).await };
        let guest = &self.guests[at];
        if guest.advised.swap(true, Ordering::Relaxed) {
            return self.guests.error(at, Some(id), "busy", "Staff is thinking about your last question.");
        }
        let (out, advised) = (guest.out.clone(), guest.advised.clone());
        let (game, session, n) = (table.game().clone(), table.session().fork(), table.count(side.into()));
        // The same position gives the same advice, whatever the dice will be.
        let seed = Seed::from_number(n);
        self.rooms.thinkers().think(&guest.address, move || {
            let thought = guard(|| {
                let mut officer = game.enlist(Rank::Staff, &seed, side).map_err(|e| e.to_string())?;
                officer.advise(&*session, side).map_err(|e| e.to_string())
            });
            let text = match thought {
                Ok(Ok(advice)) => Message::Advice { id, n, advice: Box::new(advice) }.text(),
                Ok(Err(why)) => no_advice(id, format!("Staff has no answer: {why}.")),
                Err(panic) => {
                    super::count_panic();
                    tracing::error!("advice for {side}: {panic}");
                    no_advice(id, "Staff has no answer: a fault in Kessel.".into())
                }
            };
            advised.store(false, Ordering::Relaxed);
            // The guest may be gone.
            let _ = out.try_send(Out::Text(text));
        });
    }
}

fn no_advice(id: u64, text: String) -> tokio_tungstenite::tungstenite::Utf8Bytes {
    Message::Error { id: Some(id), kind: "no-advice", text }.text()
}
