//! Plans: a side gives orders, changes them and takes them back, unseen and in any sequence. Its draft is on the disk beside the journal, so
//! that it survives a crash and can be gone on with from another browser of the same side, at this process or at another; only the commit is an entry of the journal.

use super::telling::send;
use super::{Room, TRIES};
use crate::store::{Drafted, StoreError};
use crate::table::{Refused, Step};
use crate::wire::Message;
use kessel_kernel::plan::{Draft, DraftView, MenuLine, PlanError};
use kessel_kernel::{ActError, Session, Side, Viewer};
use serde_json::Value;
use std::collections::BTreeMap;

/// The longest draft that is kept, in bytes of JSON.
const LONGEST: usize = 1 << 20;

/// What a line of a menu means: its verb and one of its targets.
#[derive(Clone)]
pub struct Choice {
    pub slot: String,
    pub verb: String,
    pub target: Option<String>,
}

/// What a side has planned, as the database has it and as it can be used.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    stored: Option<Drafted>,
    draft: Draft,
    /// What was stored cannot be read at all.
    spoiled: bool,
    /// Every order of it can be read.
    fits: bool,
}

impl Plan {
    fn read(stored: Option<Drafted>) -> Plan {
        let read = stored.as_ref().map(|stored| serde_json::from_str(&stored.text));
        let spoiled = matches!(read, Some(Err(_)));
        Plan { stored, draft: read.and_then(Result::ok).unwrap_or_default(), spoiled, fits: false }
    }

    /// As the database has it.
    pub fn stored(&self) -> Option<Drafted> {
        self.stored.clone()
    }

    /// What it takes to see later whether it was changed meanwhile.
    pub fn sleep(&mut self) {
        self.draft = Draft::default();
    }

    /// The orders, if they are for the plans that are made after revelation number `step`.
    fn of(&self, step: u64) -> Draft {
        let now = self.stored.as_ref().is_some_and(|stored| stored.step == step);
        if now { self.draft.clone() } else { Draft::default() }
    }
}

impl Room {
    pub(super) fn take_drafts(&mut self, stored: [Option<Drafted>; 2]) {
        self.drafts = stored.map(Plan::read);
    }

    pub(super) async fn asked_for_draft(&mut self, at: usize, id: u64) {
        match self.side_of(at) {
            Ok(side) => self.show_draft(at, id, side).await,
            Err(refused) => self.refuse(at, id, refused).await,
        }
    }

    /// Gives and takes back orders, all or none.
    pub(super) async fn asked_to_order(&mut self, at: usize, id: u64, orders: BTreeMap<String, Option<Value>>) {
        let edited = match self.side_of(at) {
            Ok(side) => {
                self.edit(side, Wanted::Orders(orders.into_iter().collect())).await.map(|change| (side, change))
            }
            Err(refused) => Err(refused),
        };
        self.answer_draft(at, id, edited).await;
    }

    /// The same by a line of the menu.
    pub(super) async fn asked_to_pick(&mut self, at: usize, id: u64, choice: Choice) {
        let edited = match self.side_of(at) {
            Ok(side) => self.edit(side, Wanted::Choice(choice)).await.map(|change| (side, change)),
            Err(refused) => Err(refused),
        };
        self.answer_draft(at, id, edited).await;
    }

    pub(super) async fn asked_for_menu(&mut self, at: usize, id: u64, slot: String) {
        let menu = match self.side_of(at) {
            Ok(side) => self.menu(side, slot).await,
            Err(refused) => Err(refused),
        };
        match menu {
            Ok(menu) => self.send(at, &Message::Menu { id, menu: menu.into_iter().map(MenuLine::packed).collect() }),
            Err(refused) => self.refuse(at, id, refused).await,
        }
    }

    pub(super) async fn asked_to_commit(&mut self, at: usize, id: u64, n: u64) {
        let done = match self.side_of(at) {
            Ok(side) => self.commit_plan(side, n).await.map(|step| (step, side)),
            Err(refused) => Err(refused),
        };
        self.answer_step(at, id, done).await;
    }

    /// Commits a plan and puts it on the disk. The draft stays until the plans are carried out: whoever takes the commit back goes on with it.
    async fn commit_plan(&mut self, side: Side, n: u64) -> Result<Step, Refused> {
        for _ in 0..TRIES {
            let draft = self.draft_of(side).await?;
            let step = self.with_table(move |table| table.commit(side, n, &draft)).await??;
            match self.commit_with(&step, None, Some(side)).await {
                Err(Refused::Stale) => self.stale().await?,
                done => return done.map(|()| step),
            }
        }
        Err(Refused::Stale)
    }

    /// What a side has planned; nothing once plans have been carried out since. Orders that nobody can read any more are set aside: they are not in the way
    /// of the others.
    async fn draft_of(&mut self, side: Side) -> Result<Draft, Refused> {
        let plan = &self.drafts[side.index()];
        let draft = plan.of(self.revelation());
        if plan.fits || (draft.0.is_empty() && !plan.spoiled) {
            return Ok(draft);
        }
        let spoiled = plan.spoiled;
        let (fit, lost, asked) = self
            .with_table(move |table| {
                let (fit, lost) = sift(table.session(), side, draft);
                (fit, lost, table.session().planners().includes(side))
            })
            .await?;
        if !asked {
            return Ok(fit);
        }
        let told = &self.set_aside[side.index()];
        if (spoiled || !lost.is_empty()) && *told != self.drafts[side.index()].stored {
            let stored = self.drafts[side.index()].stored().unwrap_or_default();
            tracing::warn!(
                table = self.row.id,
                "a draft of {side} does not fit and is set aside: {lost:?} of {} bytes",
                stored.text.len()
            );
            let what = if spoiled {
                "The plan that was kept for you".into()
            } else {
                format!("What was planned for {}", lost.join(", "))
            };
            let text =
                format!("{what} does not fit this game any more and was set aside; everything else is as it was.");
            let message = Message::Error { id: None, kind: "draft", text }.text();
            self.tell_planners(side, None, &message);
            // Once: it stays in the database until something else is planned.
            self.set_aside[side.index()] = self.drafts[side.index()].stored();
        }
        let plan = &mut self.drafts[side.index()];
        (plan.draft, plan.spoiled, plan.fits) = (fit.clone(), false, true);
        Ok(fit)
    }

    fn revelation(&self) -> u64 {
        self.table.as_ref().map_or(0, |table| table.last_revelation())
    }

    async fn menu(&mut self, side: Side, slot: String) -> Result<Vec<MenuLine>, Refused> {
        let draft = self.draft_of(side).await?;
        self.with_table(move |table| table.session().menu(side, &draft, &slot)).await?.map_err(refused)
    }

    /// Changes the draft of a side and puts it on the disk; says what reads otherwise now. If another process has changed it meanwhile, that stands and this is done beside it.
    async fn edit(&mut self, side: Side, wanted: Wanted) -> Result<DraftView, Refused> {
        let before = self.view_of_draft(side).await?;
        for _ in 0..TRIES {
            let (draft, wanted) = (self.draft_of(side).await?, wanted.clone());
            let edited = self.with_table(move |table| wanted.edit(table.session(), side, &draft)).await??;
            let text = serde_json::to_string(&edited).expect("a draft is plain data");
            if text.len() > LONGEST {
                return Err(Refused::Unreadable("this plan is too long".into()));
            }
            let (old, new) = (self.drafts[side.index()].stored(), Drafted { step: self.revelation(), text });
            let kept = self.rooms.store().keep_draft((&self.row.id, &self.row.head), side, old, new.clone()).await;
            match kept {
                Ok(()) => {
                    self.drafts[side.index()] = Plan { stored: Some(new), draft: edited, spoiled: false, fits: true };
                    return Ok(self.view_of_draft(side).await?.since(&before));
                }
                Err(StoreError::Stale) => {
                    self.drop_table();
                    self.stale().await?;
                }
                Err(e) => return Err(Refused::Fault(e.to_string())),
            }
        }
        Err(Refused::Stale)
    }

    /// Answers with what has changed, and tells it to everybody else who plays that side.
    async fn answer_draft(&mut self, at: usize, id: u64, edited: Result<(Side, DraftView), Refused>) {
        let (side, change) = match edited {
            Ok(done) => done,
            Err(Refused::Stale) => {
                // The present draft, so that he sees what the others have made of it.
                if let Ok(side) = self.side_of(at)
                    && let Ok(draft) = self.view_of_draft(side).await
                {
                    self.send(at, &Message::Draft { id: None, part: false, draft: &draft });
                }
                return self.refuse(at, id, Refused::Stale).await;
            }
            Err(refused) => return self.refuse(at, id, refused).await,
        };
        self.send(at, &Message::Draft { id: Some(id), part: true, draft: &change });
        let text = Message::Draft { id: None, part: true, draft: &change }.text();
        self.tell_planners(side, Some(self.guests[at].id), &text);
    }

    /// Sends something to everybody who plans for a side, but for one of them. Nobody else hears that anything was planned.
    fn tell_planners(&self, side: Side, but: Option<u64>, text: &tokio_tungstenite::tungstenite::Utf8Bytes) {
        let planners = self.guests.iter().filter(|g| g.viewer == Viewer::from(side) && g.sides.contains(&side));
        for guest in planners.filter(|g| Some(g.id) != but) {
            send(guest, text.clone());
        }
    }

    /// Another process has written down what a side has planned.
    pub(super) async fn look_at_drafts(&mut self) {
        let Ok(stored) = self.rooms.store().drafts(&self.row.id).await else { return };
        let before = self.drafts.clone();
        for side in Side::BOTH {
            if before[side.index()].stored != stored[side.index()] {
                self.drafts[side.index()] = Plan::read(stored[side.index()].clone());
            }
        }
        self.tell_drafts(&before).await;
    }

    /// Tells each side what has changed in its plans elsewhere.
    pub(super) async fn tell_drafts(&mut self, before: &[Plan; 2]) {
        for side in Side::BOTH {
            let (old, now) = (&before[side.index()], &self.drafts[side.index()]);
            if old.stored == now.stored || self.guests.iter().all(|g| g.viewer != Viewer::from(side)) {
                continue;
            }
            let step = self.revelation();
            // What was there before is read again: while the table slept it was not kept.
            let old = Plan::read(old.stored()).of(step);
            let Ok(now) = self.draft_of(side).await else { continue };
            let views = self.with_table(move |table| {
                let (old, _) = sift(table.session(), side, old);
                Ok::<_, PlanError>((table.session().draft(side, &old)?, table.session().draft(side, &now)?))
            });
            if let Ok(Ok((old, now))) = views.await {
                let change = now.since(&old);
                if change.slots.is_empty() && change.fault == old.fault {
                    continue;
                }
                self.tell_planners(side, None, &Message::Draft { id: None, part: true, draft: &change }.text());
            }
        }
    }

    async fn show_draft(&mut self, at: usize, id: u64, side: Side) {
        match self.view_of_draft(side).await {
            Ok(draft) => self.send(at, &Message::Draft { id: Some(id), part: false, draft: &draft }),
            Err(refused) => self.refuse(at, id, refused).await,
        }
    }

    async fn view_of_draft(&mut self, side: Side) -> Result<DraftView, Refused> {
        let draft = self.draft_of(side).await?;
        self.with_table(move |table| table.session().draft(side, &draft)).await?.map_err(refused)
    }
}

/// How a draft is to be changed.
#[derive(Clone)]
enum Wanted {
    Orders(Vec<(String, Option<Value>)>),
    Choice(Choice),
}

impl Wanted {
    fn edit(self, session: &dyn Session, side: Side, draft: &Draft) -> Result<Draft, Refused> {
        let orders = match self {
            Wanted::Orders(orders) => orders,
            Wanted::Choice(Choice { slot, verb, target }) => {
                let picked = session.pick(side, draft, &slot, &verb, target.as_deref()).map_err(refused)?;
                let order = picked.ok_or_else(|| Refused::Unreadable("this is not on the menu".into()))?;
                vec![(slot, Some(order))]
            }
        };
        session.edit(side, draft, &orders).map_err(refused)
    }
}

/// A draft without the orders that cannot be read, and the slots of those.
fn sift(session: &dyn Session, side: Side, mut draft: Draft) -> (Draft, Vec<String>) {
    let mut lost = Vec::new();
    while let Err(PlanError::Unreadable { slot, .. }) = session.edit(side, &draft, &[]) {
        if draft.0.remove(&slot).is_none() {
            break;
        }
        lost.push(slot);
    }
    (draft, lost)
}

fn refused(error: PlanError) -> Refused {
    ActError::from(error).into()
}
