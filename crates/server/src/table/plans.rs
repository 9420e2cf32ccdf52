//! What the sides plan at a table: drafts that were read, for as long as the position stays what it is.
//!
//! An opened draft is what the database has (`of`), or is dropped: whoever changes it and cannot write that down closes it ([`Table::close_plan`]). It is for one position: everything that
//! is done or taken back closes both.

use super::{Refused, Step, Table};
use crate::store::Drafted;
use kessel_kernel::plan::{Draft, DraftView, MenuLine, PlanError, ScopeLine, SharedLine};
use kessel_kernel::{ActError, Consulted, Session, Side};
use serde_json::Value;

/// The longest draft that is kept, in bytes of JSON.
const LONGEST: usize = 1 << 20;

/// The drafts that are open, by [`Side::index`].
pub type Plans = [Option<Opened>; 2];

/// A draft that was read.
pub struct Opened {
    /// As the database has it.
    of: Option<Drafted>,
    draft: Draft,
    /// How it reads.
    view: DraftView,
}

/// What a side has planned, at the position that it is for.
pub struct Open<'a> {
    session: &'a dyn Session,
    side: Side,
    opened: &'a mut Opened,
}

/// Something of a stored draft could not be read and was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetAside {
    /// All of it.
    Everything,
    /// The orders of these slots.
    Orders(Vec<String>),
}

/// What a line of a menu means: its verb and one of its targets.
#[derive(Clone, Debug)]
pub struct Choice {
    pub slot: String,
    /// Others that are told the same.
    pub also: Vec<String>,
    pub verb: String,
    pub target: Option<String>,
}

impl Choice {
    /// The slots, and for each the order that is meant.
    fn orders(self, session: &dyn Session, side: Side, draft: &Draft) -> Result<Vec<(String, Value)>, Refused> {
        let order = |slot: String| {
            let picked = session.pick(side, draft, &slot, &self.verb, self.target.as_deref()).map_err(refused)?;
            let order = picked.ok_or_else(|| Refused::Unreadable("this is not on the menu".into()))?;
            Ok((slot, order))
        };
        [self.slot].into_iter().chain(self.also).map(order).collect()
    }
}

/// An order that somebody wonders about.
#[derive(Clone, Debug)]
pub enum Wondered {
    /// As the game writes it, for this slot.
    Order(String, Value),
    /// By a line of the menu.
    Line(Choice),
}

/// How a draft is to be changed.
#[derive(Clone, Debug)]
pub enum Edit {
    Orders(Vec<(String, Option<Value>)>),
    Choice(Choice),
}

impl Table {
    /// Opens what the database has for a side; says what was left out of it, if it was opened just now. It is for the plans that are made after the last revelation, or it is over and
    /// nothing is planned yet.
    pub fn open_plan(&mut self, side: Side, stored: Option<&Drafted>) -> Result<(Open<'_>, Option<SetAside>), Refused> {
        let at = side.index();
        let mut aside = None;
        if self.plans[at].as_ref().is_none_or(|open| open.of.as_ref() != stored) {
            let (draft, view, left) = self.read_plan(side, stored)?;
            self.plans[at] = Some(Opened { of: stored.cloned(), draft, view });
            aside = left;
        }
        let opened = self.plans[at].as_mut().expect("it is open");
        Ok((Open { session: self.journal.session(), side, opened }, aside))
    }

    /// Reads a draft. Orders that nobody can read any more are left out: they are not in the way of the others.
    pub fn read_plan(
        &self,
        side: Side,
        stored: Option<&Drafted>,
    ) -> Result<(Draft, DraftView, Option<SetAside>), Refused> {
        let now = stored.filter(|stored| stored.step == self.last_revelation());
        let read = now.map(|stored| serde_json::from_str::<Draft>(&stored.text));
        let spoiled = matches!(read, Some(Err(_)));
        let (draft, view, lost) = sift(self.session(), side, read.and_then(Result::ok).unwrap_or_default())?;
        let aside = match () {
            () if spoiled => Some(SetAside::Everything),
            () if !lost.is_empty() => Some(SetAside::Orders(lost)),
            () => None,
        };
        Ok((draft, view, aside))
    }

    /// What was changed in a draft could not be written down: it is read again when it is needed.
    pub fn close_plan(&mut self, side: Side) {
        self.plans[side.index()] = None;
    }

    /// Commits what is planned for a side that has been told of `n` actions: the orders that the action brings along, or else its draft. Gives what the draft is now, where that is another one.
    pub fn commit(
        &mut self,
        side: Side,
        n: u64,
        orders: Option<Draft>,
        stored: Option<&Drafted>,
    ) -> Result<Committed, Refused> {
        if n != self.count(side.into()) {
            return Err(Refused::Stale);
        }
        let (orders, kept, aside) = match orders {
            Some(orders) => {
                let text = text_of(&self.session().edit(side, &orders, &[]).map_err(refused)?);
                fits(text.len())?;
                (orders, Some(Drafted { step: self.last_revelation(), text }), None)
            }
            None => {
                let (open, aside) = self.open_plan(side, stored)?;
                (open.opened.draft.clone(), None, aside)
            }
        };
        let (head, keep) = (self.head().to_owned(), self.entries().len() as u64);
        let (line, told, _) = self.append_plan(side, &orders)?;
        let step = Step { head, keep, lines: vec![line], told: vec![told], gone: Vec::new(), list: None };
        Ok(Committed { step, draft: kept.filter(|kept| Some(kept) != stored), aside })
    }
}

/// A plan that was committed.
#[derive(Debug)]
pub struct Committed {
    pub step: Step,
    /// The draft in the place of the one that was stored.
    pub draft: Option<Drafted>,
    pub aside: Option<SetAside>,
}

impl Open<'_> {
    /// The draft as people see it.
    pub fn view(&self) -> &DraftView {
        &self.opened.view
    }

    /// What a slot may be ordered next.
    pub fn menu(&self, slot: &str) -> Result<Vec<MenuLine>, Refused> {
        self.session.menu(self.side, &self.opened.draft, slot).map_err(refused)
    }

    /// What several slots may be ordered next.
    pub fn shared_menu(&self, slots: &[String]) -> Result<Vec<SharedLine>, Refused> {
        self.session.shared_menu(self.side, &self.opened.draft, slots).map_err(refused)
    }

    /// Where a slot can be sent.
    pub fn scope(&self, slot: &str) -> Result<Vec<ScopeLine>, Refused> {
        self.session.scope(self.side, &self.opened.draft, slot).map_err(refused)
    }

    /// Every rule consulted about an order.
    pub fn why(&self, wondered: Wondered) -> Result<Vec<Consulted>, Refused> {
        let (session, side, draft) = (self.session, self.side, &self.opened.draft);
        let (slot, order) = match wondered {
            Wondered::Order(slot, order) => (slot, order),
            Wondered::Line(choice) => choice.orders(session, side, draft)?.swap_remove(0),
        };
        session.why_order(side, draft, &slot, &order).map_err(refused)
    }

    /// Changes the draft; gives it as it is to be written down, and how it read before. On an error nothing has changed.
    pub fn edit(&mut self, edit: Edit, step: u64) -> Result<(Drafted, DraftView), Refused> {
        let (session, side, opened) = (self.session, self.side, &mut *self.opened);
        let orders = match edit {
            Edit::Orders(orders) => orders,
            Edit::Choice(choice) => {
                let orders = choice.orders(session, side, &opened.draft)?;
                orders.into_iter().map(|(slot, order)| (slot, Some(order))).collect()
            }
        };
        let draft = session.edit(side, &opened.draft, &orders).map_err(refused)?;
        let drafted = Drafted { step, text: text_of(&draft) };
        fits(drafted.text.len())?;
        let view = session.draft(side, &draft).map_err(refused)?;
        (opened.of, opened.draft) = (Some(drafted.clone()), draft);
        Ok((drafted, std::mem::replace(&mut opened.view, view)))
    }
}

fn text_of(draft: &Draft) -> String {
    serde_json::to_string(draft).expect("a draft is plain data")
}

fn fits(bytes: usize) -> Result<(), Refused> {
    if bytes > LONGEST { Err(Refused::Unreadable("this plan is too long".into())) } else { Ok(()) }
}

/// A draft without the orders that cannot be read, how it reads, and the slots of those.
fn sift(session: &dyn Session, side: Side, mut draft: Draft) -> Result<(Draft, DraftView, Vec<String>), Refused> {
    let mut lost = Vec::new();
    loop {
        match session.draft(side, &draft) {
            Ok(view) => return Ok((draft, view, lost)),
            Err(PlanError::Unreadable { slot, .. }) if draft.0.remove(&slot).is_some() => lost.push(slot),
            Err(e) => return Err(refused(e)),
        }
    }
}

fn refused(error: PlanError) -> Refused {
    ActError::from(error).into()
}
