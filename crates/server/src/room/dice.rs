//! How two people and the server agree on dice at this table.

use super::{Room, TRIES};
use crate::agreement::Agreement;
use crate::clock::Clock;
use crate::store::{StoreError, now};
use crate::table::Refused;

impl Room {
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
            return self.guests.error(at, Some(id), "forbidden", "Only the players have a part in the dice.");
        };
        let mut tries = TRIES;
        let agreement = loop {
            let (true, Some(old)) = (self.kept.dice_open(), self.kept.row().dice.clone()) else {
                return self.guests.error(at, Some(id), "bad-request", "The dice of this game are not open.");
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
                return self.guests.error(at, Some(id), "bad-request", why);
            }
            match self.rooms.store().dice(&self.kept.row().id, old, agreement.text()).await {
                Ok(()) => break agreement,
                // The other player has gone a step at another process.
                Err(StoreError::Stale) if tries > 0 => {
                    tries -= 1;
                    self.kept.drop_table();
                    if let Err(refused) = self.stale().await {
                        return self.refuse(at, id, refused).await;
                    }
                }
                Err(e) => return self.fault_of(at, id, e).await,
            }
        };
        self.kept.dice(agreement.text());
        if let Some(shared) = agreement.shared() {
            let (Some(root), Some(table)) = (agreement.root(), self.kept.table()) else { return };
            match table.start_shared(&root, shared) {
                Ok(table) => {
                    // In an evening the clock runs from here; by days it has run since the table was made.
                    let row = self.kept.row();
                    let asked = match row.clock {
                        Clock::Minutes(_) => row.asked.map(|since| if since > 0 { now() } else { 0 }),
                        _ => row.asked,
                    };
                    let change = table.rewritten(row, asked);
                    if let Err(e) = self.rooms.store().change(change, None).await {
                        return self.fault_of(at, id, e).await;
                    }
                    self.kept.begin_anew(table, asked);
                }
                Err(e) => return self.refuse(at, id, Refused::Fault(e.to_string())).await,
            }
        }
        self.accept(at, Some(id));
        let agreed = !self.kept.dice_open();
        self.affairs.dice(self.kept.dice_view());
        self.guests.send_all(&self.affairs.dice_told());
        if agreed {
            // The set-up was rolled for anew.
            self.told.forget();
            self.show_all().await;
            self.tell_affairs().await;
        }
    }

    pub(super) async fn fault_of(&mut self, at: usize, id: u64, e: StoreError) {
        let refused = match e {
            StoreError::Stale => Refused::Stale,
            e => Refused::Fault(e.to_string()),
        };
        self.kept.drop_table();
        self.refuse(at, id, refused).await;
    }
}
