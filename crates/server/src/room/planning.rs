//! Plans: a side gives orders, changes them and takes them back, unseen and in any sequence. Its draft is on the disk beside the journal, so
//! that it survives a crash and can be gone on with from another browser of the same side; only the commit is an entry of the journal.

use super::Room;
use super::telling::send;
use crate::table::{Refused, Step};
use crate::wire::Message;
use kessel_table::plan::{Draft, DraftView, MenuLine, PlanError};
use kessel_table::{ActError, Side, Viewer};
use serde_json::Value;
use std::collections::BTreeMap;

/// The longest draft that is kept, in bytes of JSON.
const LONGEST: usize = 1 << 20;

/// What a line of a menu means: its verb and one of its targets.
pub struct Choice {
    pub slot: String,
    pub verb: String,
    pub target: Option<String>,
}

impl Room {
    pub(super) async fn asked_for_draft(&mut self, at: usize, id: u64) {
        match self.side_of(at) {
            Ok(side) => self.show_draft(at, id, side).await,
            Err(refused) => self.refuse(at, id, refused).await,
        }
    }

    /// Gives and takes back orders, all or none.
    pub(super) async fn asked_to_order(&mut self, at: usize, id: u64, orders: BTreeMap<String, Option<Value>>) {
        let edited = match self.side_of(at) {
            Ok(side) => self.edit(side, orders.into_iter().collect()).await.map(|change| (side, change)),
            Err(refused) => Err(refused),
        };
        self.answer_draft(at, id, edited).await;
    }

    /// The same by a line of the menu.
    pub(super) async fn asked_to_pick(&mut self, at: usize, id: u64, choice: Choice) {
        let edited = match self.side_of(at) {
            Ok(side) => self.pick(side, choice).await.map(|change| (side, change)),
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
            Ok(side) => {
                let draft = self.draft_of(side);
                self.commit_plan(side, n, draft).await.map(|step| (step, side))
            }
            Err(refused) => Err(refused),
        };
        self.answer_step(at, id, done).await;
    }

    /// Commits a plan and puts it on the disk. The draft stays until the plans are carried out: whoever takes the commit back goes on with it.
    async fn commit_plan(&mut self, side: Side, n: u64, draft: Draft) -> Result<Step, Refused> {
        let step = self.with_table(move |table| table.commit(side, n, &draft)).await??;
        self.commit(&step, None).await?;
        Ok(step)
    }

    /// What a side has planned; nothing once plans have been carried out since.
    fn draft_of(&self, side: Side) -> Draft {
        let step = self.table.as_ref().map_or(0, |table| table.last_revelation());
        let (of, draft) = &self.drafts[side.index()];
        if *of == step { draft.clone() } else { Draft::default() }
    }

    async fn menu(&mut self, side: Side, slot: String) -> Result<Vec<MenuLine>, Refused> {
        let draft = self.draft_of(side);
        self.with_table(move |table| table.session().menu(side, &draft, &slot)).await?.map_err(refused)
    }

    async fn pick(&mut self, side: Side, choice: Choice) -> Result<DraftView, Refused> {
        let (draft, Choice { slot, verb, target }) = (self.draft_of(side), choice);
        let word = slot.clone();
        let picked = self
            .with_table(move |table| table.session().pick(side, &draft, &slot, &verb, target.as_deref()))
            .await?
            .map_err(refused)?;
        let order = picked.ok_or_else(|| Refused::Unreadable("this is not on the menu".into()))?;
        self.edit(side, vec![(word, Some(order))]).await
    }

    /// Changes the draft of a side and puts it on the disk; says what reads otherwise now.
    async fn edit(&mut self, side: Side, edits: Vec<(String, Option<Value>)>) -> Result<DraftView, Refused> {
        let before = self.view_of_draft(side).await?;
        let draft = self.draft_of(side);
        let edited = self.with_table(move |table| table.session().edit(side, &draft, &edits)).await?;
        let edited = edited.map_err(refused)?;
        let text = serde_json::to_string(&edited).expect("a draft is plain data");
        if text.len() > LONGEST {
            return Err(Refused::Unreadable("this plan is too long".into()));
        }
        let step = self.table.as_ref().map_or(0, |table| table.last_revelation());
        let kept = self.rooms.store().keep_draft(&self.row.id, side, step, text).await;
        kept.map_err(|e| Refused::Fault(e.to_string()))?;
        self.drafts[side.index()] = (step, edited);
        Ok(self.view_of_draft(side).await?.since(&before))
    }

    /// Answers with what has changed, and tells it to everybody else who plays that side.
    async fn answer_draft(&mut self, at: usize, id: u64, edited: Result<(Side, DraftView), Refused>) {
        let (side, change) = match edited {
            Ok(done) => done,
            Err(refused) => return self.refuse(at, id, refused).await,
        };
        self.send(at, &Message::Draft { id: Some(id), part: true, draft: &change });
        let own = self.guests[at].id;
        let text = Message::Draft { id: None, part: true, draft: &change }.text();
        for guest in self.guests.iter().filter(|g| g.id != own && g.viewer == Viewer::from(side)) {
            if guest.sides.contains(&side) {
                send(guest, text.clone());
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
        let draft = self.draft_of(side);
        self.with_table(move |table| table.session().draft(side, &draft)).await?.map_err(refused)
    }
}

fn refused(error: PlanError) -> Refused {
    ActError::from(error).into()
}
