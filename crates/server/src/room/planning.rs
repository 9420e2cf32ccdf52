//! Plans: a side gives orders, changes them and takes them back, unseen and in any sequence. Its draft is on the disk beside the journal, so
//! that it survives a crash and can be gone on with from another browser of the same side, at this process or at another; only the commit is an entry of the journal.
//!
//! `stored` are the drafts as the database has them; the table has them open ([`Open`]) while somebody plans. What commits a plan comes in by one door,
//! [`Room::commit_plan`]: the request `commit`, and an `act` whose action commits orders that it brings along; these are the draft from then on.

use super::kept::Along;
use super::{Room, TRIES};
use crate::store::{Drafted, Planned, StoreError};
use crate::table::{Choice, Edit, Open, Refused, SetAside, Step, Wondered};
use crate::wire::Message;
use kessel_kernel::Side;
use kessel_kernel::plan::{Draft, DraftView, MenuLine};
use serde_json::Value;
use std::collections::BTreeMap;

/// So many slots are told something at once.
const TOGETHER: usize = 300;

/// What the sides have planned, by [`Side::index`].
#[derive(Clone, Default)]
pub struct Plans {
    stored: [Option<Drafted>; 2],
    /// Of which the side was told that something of it was set aside.
    told: [Option<Drafted>; 2],
}

impl Plans {
    /// As the database has them.
    pub fn take(&mut self, stored: [Option<Drafted>; 2]) {
        self.stored = stored;
    }

    pub fn of(&self, side: Side) -> Option<&Drafted> {
        self.stored[side.index()].as_ref()
    }

    fn keep(&mut self, side: Side, drafted: Drafted) {
        self.stored[side.index()] = Some(drafted);
    }

    /// Something was set aside: is its side to be told? Once: it stays in the database until something else is planned.
    fn must_tell(&mut self, side: Side) -> bool {
        let (told, stored) = (&mut self.told[side.index()], &self.stored[side.index()]);
        let news = told != stored;
        told.clone_from(stored);
        news
    }
}

impl Room {
    pub(super) async fn asked_for_draft(&mut self, at: usize, id: u64) {
        let draft = match self.side_of(at) {
            Ok(side) => self.view_of_draft(side).await,
            Err(refused) => Err(refused),
        };
        match draft {
            Ok(draft) => self.guests.send(at, &Message::Draft { id: Some(id), part: false, draft: &draft }),
            Err(refused) => self.refuse(at, id, refused).await,
        }
    }

    /// Gives and takes back orders, all or none.
    pub(super) async fn asked_to_order(&mut self, at: usize, id: u64, orders: BTreeMap<String, Option<Value>>) {
        self.asked_to_edit(at, id, Edit::Orders(orders.into_iter().collect())).await;
    }

    /// The same by a line of the menu.
    pub(super) async fn asked_to_pick(&mut self, at: usize, id: u64, choice: Choice) {
        self.asked_to_edit(at, id, Edit::Choice(choice)).await;
    }

    /// Answers with what has changed, and tells it to everybody else who plays that side.
    async fn asked_to_edit(&mut self, at: usize, id: u64, edit: Edit) {
        let edited = match self.side_of(at) {
            Ok(side) => self.edit(side, edit).await.map(|change| (side, change)),
            Err(refused) => Err(refused),
        };
        let (side, change) = match edited {
            Ok(done) => done,
            Err(Refused::Stale) => {
                // The present draft, so that he sees what the others have made of it.
                if let Ok(side) = self.side_of(at)
                    && let Ok(draft) = self.view_of_draft(side).await
                {
                    self.guests.send(at, &Message::Draft { id: None, part: false, draft: &draft });
                }
                return self.refuse(at, id, Refused::Stale).await;
            }
            Err(refused) => return self.refuse(at, id, refused).await,
        };
        self.guests.send(at, &Message::Draft { id: Some(id), part: true, draft: &change });
        let text = Message::Draft { id: None, part: true, draft: &change }.text();
        self.guests.send_planners(side, Some(self.guests[at].id), &text);
    }

    pub(super) async fn asked_for_menu(&mut self, at: usize, id: u64, slot: String) {
        let menu = match self.side_of(at) {
            Ok(side) => self.with_plan(side, move |open| open.menu(&slot)).await,
            Err(refused) => Err(refused),
        };
        match menu {
            Ok(menu) => {
                self.guests.send(at, &Message::Menu { id, menu: menu.into_iter().map(MenuLine::packed).collect() });
            }
            Err(refused) => self.refuse(at, id, refused).await,
        }
    }

    /// What several slots may be ordered next, those whom a person takes up together.
    pub(super) async fn asked_for_shared_menu(&mut self, at: usize, id: u64, slots: Vec<String>) {
        if slots.len() > TOGETHER {
            return self.guests.error(at, Some(id), "bad-request", "These are too many to be told something at once.");
        }
        let menu = match self.side_of(at) {
            Ok(side) => self.with_plan(side, move |open| open.shared_menu(&slots)).await,
            Err(refused) => Err(refused),
        };
        match menu {
            Ok(menu) => self.guests.send(at, &Message::Shared { id, menu }),
            Err(refused) => self.refuse(at, id, refused).await,
        }
    }

    /// Where a slot can be sent.
    pub(super) async fn asked_for_scope(&mut self, at: usize, id: u64, slot: String) {
        let lines = match self.side_of(at) {
            Ok(side) => self.with_plan(side, move |open| open.scope(&slot)).await,
            Err(refused) => Err(refused),
        };
        match lines {
            Ok(lines) => self.guests.send(at, &Message::Scope { id, lines }),
            Err(refused) => self.refuse(at, id, refused).await,
        }
    }

    /// Every rule consulted about an order beside the rest of the draft.
    pub(super) async fn asked_why_order(&mut self, at: usize, id: u64, wondered: Wondered) {
        let consulted = match self.side_of(at) {
            Ok(side) => self.with_plan(side, move |open| open.why(wondered)).await,
            Err(refused) => Err(refused),
        };
        match consulted {
            Ok(consulted) => {
                let allowed = consulted.iter().all(|c| c.allows);
                self.guests.send(at, &Message::Why { id, allowed, consulted });
            }
            Err(refused) => self.refuse(at, id, refused).await,
        }
    }

    pub(super) async fn asked_to_commit(&mut self, at: usize, id: u64, n: u64) {
        let done = match self.side_of(at) {
            Ok(side) => self.commit_plan(side, n, None).await.map(|step| (step, side)),
            Err(refused) => Err(refused),
        };
        self.answer_step(at, id, done).await;
    }

    /// Commits a plan and puts it on the disk: the orders that are brought along, which are the draft from then on, or else the draft. The draft stays until the plans are carried
    /// out: whoever takes the commit back goes on with it.
    pub(super) async fn commit_plan(&mut self, side: Side, n: u64, orders: Option<Draft>) -> Result<Step, Refused> {
        for _ in 0..TRIES {
            let (orders, stored) = (orders.clone(), self.plans.of(side).cloned());
            let known = stored.clone();
            let done = self.kept.with(move |table| table.commit(side, n, orders, known.as_ref())).await??;
            let planned = Planned { side, stored, now: done.draft.clone() };
            self.tell_set_aside(side, done.aside);
            match self.commit(&done.step, Along { draft: Some(planned), ..Along::default() }).await {
                Err(Refused::Stale) => self.stale().await?,
                Err(refused) => return Err(refused),
                Ok(()) => {
                    done.draft.into_iter().for_each(|draft| self.plans.keep(side, draft));
                    return Ok(done.step);
                }
            }
        }
        Err(Refused::Stale)
    }

    /// Works with what a side has planned.
    async fn with_plan<R: Send + 'static>(
        &mut self,
        side: Side,
        work: impl FnOnce(Open<'_>) -> Result<R, Refused> + Send + 'static,
    ) -> Result<R, Refused> {
        let stored = self.plans.of(side).cloned();
        let done = self.kept.with(move |table| {
            let (open, aside) = table.open_plan(side, stored.as_ref())?;
            Ok::<_, Refused>((work(open), aside))
        });
        let (done, aside) = done.await??;
        self.tell_set_aside(side, aside);
        done
    }

    async fn view_of_draft(&mut self, side: Side) -> Result<DraftView, Refused> {
        self.with_plan(side, |open| Ok(open.view().clone())).await
    }

    /// Changes the draft of a side and puts it on the disk; says what reads otherwise now. If another process has changed it meanwhile, that stands and this is done beside it: the answer has both.
    async fn edit(&mut self, side: Side, edit: Edit) -> Result<DraftView, Refused> {
        let mut first = None;
        for _ in 0..TRIES {
            let (edit, step, old) = (edit.clone(), self.kept.revelation(), self.plans.of(side).cloned());
            let before = first.take();
            let edited = self.with_plan(side, move |mut open| {
                let (new, last) = open.edit(edit, step)?;
                let before = before.unwrap_or(last);
                Ok((new, open.view().since(&before), before))
            });
            let (new, change, before) = edited.await?;
            first = Some(before);
            let row = self.kept.row();
            match self.rooms.store().keep_draft((&row.id, &row.head), side, old, new.clone()).await {
                Ok(()) => {
                    self.plans.keep(side, new);
                    return Ok(change);
                }
                Err(StoreError::Stale) => {
                    self.kept.drop_table();
                    self.stale().await?;
                }
                Err(e) => {
                    self.kept.with(move |table| table.close_plan(side)).await?;
                    return Err(Refused::Fault(e.to_string()));
                }
            }
        }
        Err(Refused::Stale)
    }

    /// Orders that nobody can read any more were left out: their side is told, and nobody else.
    fn tell_set_aside(&mut self, side: Side, aside: Option<SetAside>) {
        let Some(aside) = aside.filter(|_| self.plans.must_tell(side)) else { return };
        let bytes = self.plans.of(side).map_or(0, |stored| stored.text.len());
        let table = &self.kept.row().id;
        tracing::warn!(table, "a draft of {side} does not fit and is set aside: {aside:?} of {bytes} bytes");
        let what = match aside {
            SetAside::Everything => "The plan that was kept for you".into(),
            SetAside::Orders(slots) => format!("What was planned for {}", slots.join(", ")),
        };
        let text = format!("{what} does not fit this game any more and was set aside; everything else is as it was.");
        self.guests.send_planners(side, None, &Message::Error { id: None, kind: "draft", text }.text());
    }

    /// Another process has written down what a side has planned.
    pub(super) async fn look_at_drafts(&mut self) {
        let Ok(stored) = self.rooms.store().drafts(&self.kept.row().id).await else { return };
        let before = self.plans.clone();
        self.plans.take(stored);
        self.tell_drafts(&before).await;
    }

    /// Tells each side what has changed in its plans elsewhere.
    pub(super) async fn tell_drafts(&mut self, before: &Plans) {
        for side in Side::BOTH {
            if before.of(side) == self.plans.of(side) || self.guests.iter().all(|g| g.viewer != side.into()) {
                continue;
            }
            let (old, now) = (before.of(side).cloned(), self.plans.of(side).cloned());
            let views = self.kept.with(move |table| {
                let (_, old, _) = table.read_plan(side, old.as_ref())?;
                let (open, aside) = table.open_plan(side, now.as_ref())?;
                Ok::<_, Refused>((open.view().since(&old), old.fault, aside))
            });
            let Ok(Ok((change, fault, aside))) = views.await else { continue };
            self.tell_set_aside(side, aside);
            if !change.slots.is_empty() || change.fault != fault {
                let text = Message::Draft { id: None, part: true, draft: &change }.text();
                self.guests.send_planners(side, None, &text);
            }
        }
    }
}
