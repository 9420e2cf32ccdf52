//! Planning at a table: drafts as JSON, checked by the game's own types.

use super::{Draft, DraftView, MenuLine, OrderOf, PlanOf, Plans, ScopeLine, SharedLine, SlotOf, judge};
use crate::{ActError, Consulted, Dice, Game, Log, Played, Refusal, Seen, Side, ToAct, Viewer};
use serde_json::Value;

/// Why a draft was not changed or not committed. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// This side is not asked for a plan, or has committed.
    #[error("{0} is not asked for a plan")]
    NotAsked(Side),
    /// A slot or an order cannot be read.
    #[error("{slot}: {why}")]
    Unreadable {
        /// The slot, as it was written.
        slot: String,
        /// The reason.
        why: String,
    },
    /// The rules refuse an order, or the whole (then without slot).
    #[error("refused under {refusal}")]
    Refused {
        /// The slot, if it is about one.
        slot: Option<String>,
        /// The rule and the reason.
        refusal: Refusal,
    },
}

/// The part of a [`Session`](crate::Session) that plans.
///
/// A draft is kept by the caller (the server's database, a file, a bot's memory): it is no part of the position.
pub trait Drafting {
    /// Who is asked for a plan and has not committed one.
    fn planners(&self) -> ToAct;

    /// Has this side committed a plan that is not carried out yet?
    fn has_committed(&self, side: Side) -> bool;

    /// Has any side?
    fn plan_waits(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.has_committed(side))
    }

    /// Gives (`Some`) and takes back (`None`) orders, all or none. Each order is checked beside the whole draft as it then stands, so the
    /// sequence of the edits does not matter.
    fn edit(&self, side: Side, draft: &Draft, edits: &[(String, Option<Value>)]) -> Result<Draft, PlanError>;

    /// What `slot` may be ordered next. Only for a slot of the side's own ([`Plans::slots`]).
    fn menu(&self, side: Side, draft: &Draft, slot: &str) -> Result<Vec<MenuLine>, PlanError>;

    /// What several slots may be ordered next: each line with those who have it. Only for slots of the side's own.
    fn shared_menu(&self, side: Side, draft: &Draft, slots: &[String]) -> Result<Vec<SharedLine>, PlanError>;

    /// Where a slot can be sent ([`Plans::scope`]). Only for a slot of the side's own.
    fn scope(&self, side: Side, draft: &Draft, slot: &str) -> Result<Vec<ScopeLine>, PlanError>;

    /// The order that a line of the menu means, as the game writes it. Only for a slot of the side's own.
    fn pick(
        &self,
        side: Side,
        draft: &Draft,
        slot: &str,
        verb: &str,
        target: Option<&str>,
    ) -> Result<Option<Value>, PlanError>;

    /// Every rule consulted about an order for `slot` beside the rest of the draft: 'why (not)?' of what may be ordered. Only for a slot of the
    /// side's own.
    fn why_order(&self, side: Side, draft: &Draft, slot: &str, order: &Value) -> Result<Vec<Consulted>, PlanError>;

    /// The draft for display, with what is wrong with it.
    fn draft(&self, side: Side, draft: &Draft) -> Result<DraftView, PlanError>;

    /// The plan as it would be committed: checked and completed.
    fn complete(&self, side: Side, draft: &Draft) -> Result<Draft, PlanError>;

    /// Commits a completed plan. When everybody who was asked has committed, the plans are executed; says whether they were.
    fn commit(&mut self, side: Side, plan: &Draft, dice: &mut Dice, log: &mut Log) -> Result<bool, PlanError>;

    /// Notes that a side has committed a plan that this copy of the game does not contain. Nobody can execute it here.
    fn seal(&mut self, side: Side) -> Result<(), PlanError>;
}

/// What a side has committed.
pub(crate) enum Committed<G: Game> {
    /// Nothing yet.
    Nothing,
    /// This plan.
    Plan(PlanOf<G>),
    /// A plan that this copy does not contain.
    Sealed,
}

impl<G: Game> Clone for Committed<G> {
    fn clone(&self) -> Committed<G> {
        match self {
            Committed::Nothing => Committed::Nothing,
            Committed::Plan(plan) => Committed::Plan(plan.clone()),
            Committed::Sealed => Committed::Sealed,
        }
    }
}

impl<G: Game> Played<G> {
    fn knows(&self, side: Side) -> Seen<G::State> {
        self.game.see(&self.state, Viewer::from(side))
    }

    fn may_plan(&self, side: Side) -> Result<(), PlanError> {
        if self.planners().includes(side) { Ok(()) } else { Err(PlanError::NotAsked(side)) }
    }

    fn slot(&self, word: &str) -> Result<SlotOf<G>, PlanError> {
        let slot = G::Plans::read_slot(&self.game, &self.state, word);
        slot.map_err(|why| PlanError::Unreadable { slot: word.into(), why })
    }

    /// A slot to which `side` can give an order now. What the games say of a menu holds for these alone: the enemy's unit stands nowhere in
    /// what a side knows, and one of its own that is not on the map has no hexes around it.
    fn own_slot(&self, side: Side, seen: &Seen<G::State>, word: &str) -> Result<SlotOf<G>, PlanError> {
        let slot = self.slot(word)?;
        if G::Plans::slots(&self.game, seen, side).contains(&slot) {
            return Ok(slot);
        }
        Err(PlanError::Unreadable { slot: word.into(), why: format!("{side} has no order to give to it now") })
    }

    fn order(&self, word: &str, value: &Value) -> Result<(SlotOf<G>, OrderOf<G>), PlanError> {
        let slot = self.slot(word)?;
        let order = G::Plans::read_order(&self.game, &self.state, slot, value);
        Ok((slot, order.map_err(|why| PlanError::Unreadable { slot: word.into(), why })?))
    }

    fn read_plan(&self, draft: &Draft) -> Result<PlanOf<G>, PlanError> {
        draft.0.iter().map(|(word, value)| self.order(word, value)).collect()
    }

    /// A plan as the game writes it.
    pub fn write_plan(&self, plan: &PlanOf<G>) -> Draft {
        let write = |(slot, order): (&SlotOf<G>, &OrderOf<G>)| {
            let word = G::Plans::write_slot(&self.game, &self.state, *slot);
            (word, G::Plans::write_order(&self.game, &self.state, order))
        };
        Draft(plan.iter().map(write).collect())
    }

    fn refused(&self, slot: SlotOf<G>, refusal: Refusal) -> PlanError {
        PlanError::Refused { slot: Some(G::Plans::write_slot(&self.game, &self.state, slot)), refusal }
    }

    /// Executes the plans once everybody has committed and none is sealed.
    fn execute(&mut self, dice: &mut Dice, log: &mut Log) -> bool {
        if self.planners() != ToAct::Nobody || self.committed.iter().any(|c| matches!(c, Committed::Sealed)) {
            return false;
        }
        let plans = self.committed.each_mut().map(|c| match std::mem::replace(c, Committed::Nothing) {
            Committed::Plan(plan) => plan,
            Committed::Nothing | Committed::Sealed => PlanOf::<G>::new(),
        });
        log.reveal();
        G::Plans::execute(&self.game, &mut self.state, plans, dice, log);
        true
    }
}

impl<G: Game> Drafting for Played<G> {
    fn planners(&self) -> ToAct {
        let asked = G::Plans::planners(&self.game, &self.state);
        let open = |side: Side| asked.includes(side) && matches!(self.committed[side.index()], Committed::Nothing);
        ToAct::of(Side::BOTH.map(open))
    }

    fn has_committed(&self, side: Side) -> bool {
        !matches!(self.committed[side.index()], Committed::Nothing)
    }

    fn edit(&self, side: Side, draft: &Draft, edits: &[(String, Option<Value>)]) -> Result<Draft, PlanError> {
        self.may_plan(side)?;
        let mut plan = self.read_plan(draft)?;
        let mut given = Vec::new();
        for (word, value) in edits {
            match value {
                Some(value) => {
                    let (slot, order) = self.order(word, value)?;
                    plan.insert(slot, order);
                    given.push(slot);
                }
                None => {
                    plan.remove(&self.slot(word)?);
                }
            }
        }
        let seen = self.knows(side);
        for slot in given {
            // Taken back again by a later edit of the same list.
            let Some(order) = plan.get(&slot) else { continue };
            let answer = G::Plans::check_order(&self.game, &seen, side, &plan, slot, order);
            answer.map_err(|refusal| self.refused(slot, refusal))?;
        }
        Ok(self.write_plan(&plan))
    }

    fn menu(&self, side: Side, draft: &Draft, slot: &str) -> Result<Vec<MenuLine>, PlanError> {
        self.may_plan(side)?;
        let (plan, seen) = (self.read_plan(draft)?, self.knows(side));
        let slot = self.own_slot(side, &seen, slot)?;
        Ok(G::Plans::menu(&self.game, &seen, side, &plan, slot))
    }

    fn shared_menu(&self, side: Side, draft: &Draft, slots: &[String]) -> Result<Vec<SharedLine>, PlanError> {
        self.may_plan(side)?;
        let (plan, seen) = (self.read_plan(draft)?, self.knows(side));
        let mut shared: Vec<SharedLine> = Vec::new();
        for word in slots {
            let slot = self.own_slot(side, &seen, word)?;
            for line in G::Plans::menu(&self.game, &seen, side, &plan, slot) {
                match shared.iter_mut().find(|known| known.verb == line.verb) {
                    Some(known) => known.join(word, line),
                    None => shared.push(SharedLine::new(word, line)),
                }
            }
        }
        Ok(shared)
    }

    fn scope(&self, side: Side, draft: &Draft, slot: &str) -> Result<Vec<ScopeLine>, PlanError> {
        self.may_plan(side)?;
        let (plan, seen) = (self.read_plan(draft)?, self.knows(side));
        let slot = self.own_slot(side, &seen, slot)?;
        Ok(G::Plans::scope(&self.game, &seen, side, &plan, slot))
    }

    fn pick(
        &self,
        side: Side,
        draft: &Draft,
        slot: &str,
        verb: &str,
        target: Option<&str>,
    ) -> Result<Option<Value>, PlanError> {
        self.may_plan(side)?;
        let (plan, seen) = (self.read_plan(draft)?, self.knows(side));
        let slot = self.own_slot(side, &seen, slot)?;
        let order = G::Plans::pick(&self.game, &seen, &plan, slot, verb, target);
        Ok(order.map(|order| G::Plans::write_order(&self.game, &self.state, &order)))
    }

    fn draft(&self, side: Side, draft: &Draft) -> Result<DraftView, PlanError> {
        self.may_plan(side)?;
        let (plan, seen) = (self.read_plan(draft)?, self.knows(side));
        let slots = G::Plans::slots(&self.game, &seen, side);
        let views = G::Plans::describe_all(&self.game, &seen, &plan, &slots);
        let slots = slots.into_iter().zip(views).map(|(slot, mut view)| {
            view.slot = G::Plans::write_slot(&self.game, &self.state, slot);
            if let Some(order) = plan.get(&slot) {
                view.order = Some(G::Plans::write_order(&self.game, &self.state, order));
                view.fault = G::Plans::check_order(&self.game, &seen, side, &plan, slot, order).err();
            }
            view
        });
        let fault = G::Plans::complete(&self.game, &seen, side, &plan).err();
        Ok(DraftView { slots: slots.collect(), fault })
    }

    fn why_order(&self, side: Side, draft: &Draft, slot: &str, order: &Value) -> Result<Vec<Consulted>, PlanError> {
        self.may_plan(side)?;
        let (plan, seen) = (self.read_plan(draft)?, self.knows(side));
        let own = self.own_slot(side, &seen, slot)?;
        let (_, order) = self.order(slot, order)?;
        Ok(G::Plans::why_order(&self.game, &seen, side, &plan, own, &order))
    }

    fn complete(&self, side: Side, draft: &Draft) -> Result<Draft, PlanError> {
        self.may_plan(side)?;
        let (plan, seen) = (self.read_plan(draft)?, self.knows(side));
        judge(&*self.game, &seen, side, &plan).map_err(|(slot, refusal)| self.refused(slot, refusal))?;
        let whole = G::Plans::complete(&self.game, &seen, side, &plan);
        Ok(self.write_plan(&whole.map_err(|refusal| PlanError::Refused { slot: None, refusal })?))
    }

    fn commit(&mut self, side: Side, plan: &Draft, dice: &mut Dice, log: &mut Log) -> Result<bool, PlanError> {
        self.may_plan(side)?;
        let plan = self.read_plan(plan)?;
        let seen = self.knows(side);
        judge(&*self.game, &seen, side, &plan).map_err(|(slot, refusal)| self.refused(slot, refusal))?;
        self.committed[side.index()] = Committed::Plan(plan);
        Ok(self.execute(dice, log))
    }

    fn seal(&mut self, side: Side) -> Result<(), PlanError> {
        self.may_plan(side)?;
        self.committed[side.index()] = Committed::Sealed;
        Ok(())
    }
}

impl From<PlanError> for ActError {
    fn from(error: PlanError) -> ActError {
        match error {
            PlanError::Refused { refusal, .. } => ActError::Refused(refusal),
            PlanError::NotAsked(_) | PlanError::Unreadable { .. } => ActError::Unreadable(error.to_string()),
        }
    }
}
