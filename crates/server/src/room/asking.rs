//! What guests ask, and what they are answered. Every request with an id gets exactly one answer that repeats it.

use super::Room;
use super::looking::Part;
use super::officers::Officers;
use crate::frames::Stretch;
use crate::keys::Grade;
use crate::table::{Choice, ListAnswer, Refused, Table, Wanted, Wondered};
use crate::wire::{Message, RefusedBody, Request};
use kessel_kernel::{Side, Viewer};
use serde_json::Value;
use tokio_tungstenite::tungstenite::Utf8Bytes;

impl Room {
    /// Does what a guest asks; true if the table is gone with it.
    pub(super) async fn said(&mut self, at: usize, request: Request) -> bool {
        match request {
            Request::Act { id, n, action, actions, viewer } => match (action, actions) {
                (Some(action), None) => self.asked_to_act(at, id, (n, viewer), Wanted::One(action)).await,
                (None, Some(list)) => self.asked_to_act(at, id, (n, viewer), Wanted::List(list)).await,
                _ => {
                    self.guests.error(at, Some(id), "bad-request", "An act has either one action or a list of actions.")
                }
            },
            Request::Undo { id, n, to } => self.asked_to_undo(at, id, n, to).await,
            Request::Why { id, action: Some(action), slot: None, .. } => self.asked_why(at, id, action).await,
            Request::Why { id, action: None, slot: Some(slot), order: Some(order), verb: None, .. } => {
                self.asked_why_order(at, id, Wondered::Order(slot, order)).await;
            }
            Request::Why { id, action: None, slot: Some(slot), order: None, verb: Some(verb), target } => {
                let choice = Choice { slot, also: Vec::new(), verb, target };
                self.asked_why_order(at, id, Wondered::Line(choice)).await;
            }
            Request::Why { id, .. } => {
                let text = "Why is asked of an action, or of a slot with an order or a verb.";
                self.guests.error(at, Some(id), "bad-request", text);
            }
            Request::Sit { id, side } => self.asked_to_sit(at, id, side).await,
            Request::Show { id } => {
                self.accept(at, Some(id));
                self.show(at).await;
            }
            Request::Replay { id, from, to, views, brief, viewer } => {
                let viewer = viewer.unwrap_or(self.guests[at].viewer);
                self.asked_to_replay(at, id, (from, to), Stretch { viewer, from, to: from, last: from, views, brief })
                    .await;
            }
            Request::Targets { id, counter } => {
                self.asked_for_offers(at, id, None, move |table, side| {
                    let sets = table.session().targets(side, &counter);
                    Message::Targets { id, n: table.count(side.into()), counter, sets }.text()
                })
                .await;
            }
            Request::Reach { id, wish } => {
                self.asked_for_offers(at, id, None, move |table, side| {
                    let reach = table.session().reach(side, &wish);
                    Message::Reach { id, n: table.count(side.into()), reach }.text()
                })
                .await;
            }
            Request::Way { id, wish } => {
                self.asked_for_offers(at, id, None, move |table, side| {
                    Message::Way { id, n: table.count(side.into()), way: table.session().way(side, &wish) }.text()
                })
                .await;
            }
            Request::Muster { id, intent } => {
                self.asked_for_offers(at, id, None, move |table, side| {
                    let muster = table.session().muster(side, &intent);
                    Message::Muster { id, n: table.count(side.into()), muster }.text()
                })
                .await;
            }
            Request::Offer { id, wanted } => {
                self.asked_for_offers(at, id, None, move |table, side| {
                    let worded = table.session().worded(side, &wanted);
                    Message::Offer { id, n: table.count(side.into()), worded }.text()
                })
                .await;
            }
            Request::Legal { id, viewer } => {
                self.asked_for_offers(at, id, viewer, move |table, side| {
                    Message::Legal { id, n: table.count(side.into()), offers: table.session().offers(side) }.text()
                })
                .await;
            }
            Request::Layers { id, layers, when } => self.asked_to_look(at, id, when, Part::Layers(layers)).await,
            Request::Lines { id, space, when } => self.asked_to_look(at, id, when, Part::Lines(space)).await,
            Request::Calendar { id, when } => self.asked_to_look(at, id, when, Part::Calendar).await,
            Request::Speed { id, ms } => {
                self.asked_to_pace(at, id, |officers| officers.set_pace(ms));
            }
            Request::Pause { id, on } => self.asked_to_pace(at, id, |officers| officers.pause(on)),
            Request::Skip { id } => {
                let turn = self.kept.table().map_or(0, |t| t.session().turn());
                self.asked_to_pace(at, id, |officers| officers.skip(turn));
            }
            Request::Advice { id } => self.asked_for_advice(at, id).await,
            Request::Draft { id } => self.asked_for_draft(at, id).await,
            Request::Order { id, orders } => self.asked_to_order(at, id, orders).await,
            Request::Menu { id, slot } => self.asked_for_menu(at, id, slot).await,
            Request::Shared { id, slots } => self.asked_for_shared_menu(at, id, slots).await,
            Request::Scope { id, slot } => self.asked_for_scope(at, id, slot).await,
            Request::Pick { id, slot, also, verb, target } => {
                self.asked_to_pick(at, id, Choice { slot, also, verb, target }).await;
            }
            Request::Commit { id, n } => self.asked_to_commit(at, id, n).await,
            Request::Takeback { id, n, to } => self.asked_for_takeback(at, id, n, to).await,
            Request::Grant { id } => self.answered_takeback(at, id, true).await,
            Request::Refuse { id } => self.answered_takeback(at, id, false).await,
            Request::Dice { id, commitment, value } => self.asked_for_dice(at, id, commitment, value).await,
            Request::Say { id, text } => self.asked_to_say(at, id, text).await,
            Request::Chat { id, before } => self.asked_for_chat(at, id, before).await,
            Request::Name { id, name } => self.asked_for_name(at, id, name).await,
            Request::Mute { id, on } => self.asked_to_mute(at, id, on).await,
            Request::Resign { id } => self.asked_to_resign(at, id).await,
            Request::Draw { id, on } => self.asked_to_draw(at, id, on).await,
            Request::Close { id, on } => return self.asked_to_close(at, id, on).await,
            Request::Claim { id } => self.asked_to_claim(at, id).await,
            Request::Ping { id } => self.guests.send(at, &Message::Pong { id }),
        }
        false
    }

    /// The side for which a guest may act now.
    pub(super) fn side_of(&self, at: usize) -> Result<Side, Refused> {
        let side = self.guests[at].own_side().ok_or(Refused::NotYours)?;
        match self.kept.table() {
            _ if self.kept.row().ended.is_some() => Err(Refused::Over),
            Some(_) if self.kept.dice_open() => Err(Refused::Dice),
            Some(table) if !table.playable() => Err(Refused::NoSeed),
            Some(_) => Ok(side),
            None => Err(Refused::Fault("the table is not loaded".into())),
        }
    }

    fn number(&self, at: usize) -> u64 {
        self.kept.table().map_or(0, |t| t.count(self.guests[at].viewer))
    }

    pub(super) fn accept(&self, at: usize, id: Option<u64>) {
        if let Some(id) = id {
            self.accept_list(at, id, None);
        }
    }

    /// Accepts, and says how far a list came.
    pub(super) fn accept_list(&self, at: usize, id: u64, list: Option<ListAnswer>) {
        let (done, rest, stopped) = list.map_or((None, None, None), |l| (Some(l.done), Some(l.rest), l.stopped));
        self.guests.send(at, &Message::Accepted { id, n: self.number(at), done, rest, stopped });
    }

    pub(super) async fn refuse(&mut self, at: usize, id: u64, refused: Refused) {
        if let Refused::Fault(detail) = &refused {
            tracing::error!(table = self.kept.row().id, "{detail}");
            let text = "The server has a fault; look at the table before you go on.".to_owned();
            return self.guests.send(at, &Message::Error { id: Some(id), kind: "fault", text });
        }
        let stale = refused == Refused::Stale;
        let n = self.number(at);
        self.guests.send(at, &Message::Refused { id, body: body(refused, n) });
        if stale && self.kept.table().is_some() {
            self.show(at).await;
        }
    }

    /// Answers about the offers of the guest's own side.
    async fn asked_for_offers(
        &mut self,
        at: usize,
        id: u64,
        viewer: Option<Viewer>,
        answer: impl FnOnce(&mut Table, Side) -> Utf8Bytes + Send + 'static,
    ) {
        let guest = &self.guests[at];
        let side = viewer.unwrap_or(guest.viewer).side().filter(|side| guest.sides.contains(side));
        let Some(side) = side else { return self.refuse(at, id, Refused::NotYours).await };
        match self.kept.with(move |table| answer(table, side)).await {
            Ok(text) => self.guests[at].send(text),
            Err(refused) => self.refuse(at, id, refused).await,
        }
    }

    async fn asked_why(&mut self, at: usize, id: u64, action: Value) {
        let Some(side) = self.guests[at].own_side() else { return self.refuse(at, id, Refused::NotYours).await };
        match self.kept.with(move |table| table.why(side, &action)).await.and_then(|answer| answer) {
            Ok(consulted) => {
                let allowed = consulted.iter().all(|c| c.allows);
                self.guests.send(at, &Message::Why { id, allowed, consulted });
            }
            Err(refused) => self.refuse(at, id, refused).await,
        }
    }

    /// May this guest look through these eyes? After the end everybody may through all.
    pub(super) fn may_look(&self, at: usize, viewer: Viewer) -> bool {
        let guest = &self.guests[at];
        self.kept.is_over()
            || viewer == Viewer::Spectator
            || viewer.side().is_some_and(|side| guest.sides.contains(&side))
    }

    async fn asked_to_sit(&mut self, at: usize, id: u64, viewer: Viewer) {
        if !self.may_look(at, viewer) {
            return self.guests.error(at, Some(id), "forbidden", "This key does not open that seat.");
        }
        self.guests[at].viewer = viewer;
        self.accept(at, Some(id));
        self.show(at).await;
    }

    fn asked_to_pace(&mut self, at: usize, id: Option<u64>, change: impl FnOnce(&mut Officers)) {
        if self.guests[at].grade == Grade::Watch {
            return self.guests.error(at, id, "forbidden", "Only players set the pace.");
        }
        change(&mut self.officers);
        self.accept(at, id);
        self.guests.send_all(&Message::Pace(self.officers.pace_now()));
        self.call_computer();
    }
}

fn body(refused: Refused, n: u64) -> RefusedBody {
    let (kind, case, why) = match refused {
        Refused::Listed(at, why) => return RefusedBody { at: Some(at), ..body(*why, n) },
        Refused::Rule { case, why } => ("rule", Some(case), why),
        Refused::Stale => ("stale", None, "The table has changed meanwhile.".into()),
        Refused::Unreadable(why) => ("unreadable", None, why),
        Refused::Undo(why) => ("undo", None, why),
        Refused::NotYours => ("not-yours", None, "This key does not play that side.".into()),
        Refused::Over => ("over", None, "The game is over.".into()),
        Refused::NoSeed => {
            ("no-seed", None, "This journal carries no seed: it can be looked at but not played on.".into())
        }
        Refused::Advice => {
            ("advice", None, "Against a person everybody thinks for himself: there is no advice.".into())
        }
        Refused::Dice => ("dice", None, "The dice are not agreed on yet: both players must have been here.".into()),
        Refused::Fault(_) => ("fault", None, "The server has a fault.".into()),
    };
    RefusedBody { kind, case, why, n, at: None }
}
