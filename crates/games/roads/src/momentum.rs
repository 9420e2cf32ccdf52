//! 12 Soviet lost momentum: Supply Shortages.

use crate::Roads;
use crate::action::Action;
use crate::data::{SupportClass, SupportId};
use crate::decision::{Decision, Flow, Then, Visit, ask_while, axis, not_now, phasing, soviet};
use crate::describe::supports::box_name;
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Frame, Spot, State, Supply, SupportBox, SupportSet};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, What, must};
use kessel_kit::no;

/// 12.2.c: Supply Shortages are returned or kept.
pub(crate) const SHORTAGES: Decision = Decision {
    case: Case("12.2.c"),
    asks: phasing,
    check: Roads::check_shortages,
    offers: Roads::offer_shortages,
    apply: Roads::do_shortages,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Return Supply Shortages to the pool, or keep them.".into(),
};

/// 12.3.c: a Test Supply Shortage takes real supports.
pub(crate) const RETURN_REAL: Decision = Decision {
    case: Case("12.3.c"),
    asks: soviet,
    check: Roads::check_return_real,
    offers: Roads::offer_return_real,
    apply: Roads::do_return_real,
    settle: Roads::settle_return_real,
    prompt: |_, seen, _| {
        let Frame::ReturnReal { from, left, .. } = *seen.frames.top() else { return Prompt::default() };
        format!("The Test Supply Shortage opens {}: give back real supports, left: {left}.", box_name(from)).into()
    },
};

/// 12.3.d: the Axis marks Soviet stacks.
pub(crate) const MARK_OOS: Decision = Decision {
    case: Case("12.3.d"),
    asks: axis,
    check: Roads::check_mark_oos,
    offers: Roads::offer_mark_oos,
    apply: Roads::do_mark_oos,
    settle: Roads::settle_mark_oos,
    prompt: |_, seen, _| {
        let Frame::MarkOos { left } = *seen.frames.top() else { return Prompt::default() };
        format!("Put OOS markers on Soviet stacks next to your units; left: {left}.").into()
    },
};

impl Roads {
    /// The Test Supply Shortage: the one with the white circle (12.1).
    pub(crate) fn is_test(&self, marker: SupportId) -> bool {
        let kind = self.support(marker);
        kind.class == SupportClass::Shortage && kind.compulsory
    }

    /// 12.1, PA.SUP.shortage: a Supply Shortage goes into the Soviet pool, the Test one first. None are left: none is added.
    pub(crate) fn add_shortage(&self, state: &mut State, case: Case, log: &mut Log) {
        if !self.uses(state, "12") {
            return;
        }
        let outside = |state: &State, test: bool| {
            self.supports().find(|m| state.spot(*m) == Spot::Outside && !self.is_real(*m) && self.is_test(*m) == test)
        };
        // 12.1.b.
        let Some(marker) = outside(state, true).or_else(|| outside(state, false)) else { return };
        self.set_spot(state, marker, Spot::Pool);
        log.add(|| Event::note(case, format!("A {} goes into the Soviet pool", self.support(marker).name)));
    }

    /// Stalin is content: a Supply Shortage leaves the pool, not the Test one (PA.SUP.stalin).
    pub(crate) fn take_shortage(&self, state: &mut State, case: Case, log: &mut Log) {
        let found = self.pool(state, Side::Soviet).iter().find(|m| !self.is_real(*m) && !self.is_test(*m));
        let Some(marker) = found else { return };
        self.set_spot(state, marker, Spot::Outside);
        log.add(|| Event::note(case, format!("A {} leaves the Soviet pool", self.support(marker).name)));
    }

    /// 12.3: after all draws, the box that received the Test Supply Shortage is shown and gives up supports.
    pub(crate) fn test_shortage(&self, state: &mut State, log: &mut Log) {
        let found = self.supports().find_map(|m| match state.spot(m) {
            Spot::Box(from) if self.is_test(m) => Some((m, from)),
            _ => None,
        });
        let Some((test, from)) = found else { return };
        let inside = self.box_of(state, from);
        log.reveal();
        log.add(|| {
            let text = format!("The {} is shown: {}", self.box_name(from), self.marker_list(inside));
            Event::note(Case("12.3.a"), text)
        });
        self.to_pool(state, test);
        // 12.3.e: all of this box, and of no other.
        let shortages: SupportSet = inside.iter().filter(|m| !self.is_real(*m) && *m != test).collect();
        shortages.iter().for_each(|marker| self.to_pool(state, marker));
        let count = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        log.add(|| {
            let text = format!("The Test Supply Shortage and {} Supply Shortages return to the pool", shortages.len());
            Event::note(Case("12.3.b"), text)
        });
        let left = shortages.len().min(self.returnable(state, from).len());
        let unmatched = count(shortages.len() - left);
        state.frames.push(Frame::ReturnReal { from, left: count(left), unmatched });
    }

    /// 12.3.c: the real supports of a box. One with a white circle must be played (1.5.3) and stays.
    fn returnable(&self, state: &State, from: SupportBox) -> SupportSet {
        self.box_of(state, from).iter().filter(|m| self.is_real(*m) && !self.support(*m).compulsory).collect()
    }

    pub(crate) fn check_return_real(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let case = Case("12.3.c");
        let (Frame::ReturnReal { from, .. }, Action::GiveBack { marker }) = (*state.frames.top(), action) else {
            return c.ask(case, Err(no!("a real support goes back with each Supply Shortage")));
        };
        if !c.gate(case, self.own_marker(side, marker))? {
            return Ok(());
        }
        let inside = self.returnable(state, from).contains(marker);
        c.ask(case, must(inside, no!("{marker} is no real support of the box that is tested", marker)))
    }

    pub(crate) fn offer_return_real(&self, state: &State, _: Side, visit: &mut Visit<'_>) -> Flow {
        let Frame::ReturnReal { from, .. } = *state.frames.top() else { return Flow::Continue(()) };
        self.returnable(state, from).iter().try_for_each(|marker| visit(Action::GiveBack { marker }))
    }

    pub(crate) fn do_return_real(&self, state: &mut State, _: Side, action: Action, _: &mut Dice, log: &mut Log) {
        if let Action::GiveBack { marker } = action {
            if let Frame::ReturnReal { left, .. } = state.frames.top_mut() {
                *left = left.saturating_sub(1);
            }
            self.give_back(state, marker, Case("12.3.c"), log);
        }
    }

    /// Nothing to choose if all must go; then the Axis marks a stack for each shortage without a support (12.3.d).
    pub(crate) fn settle_return_real(&self, state: &mut State, _: &mut Dice, log: &mut Log) -> Then {
        let Frame::ReturnReal { from, left, unmatched } = *state.frames.top() else { return Then::Ask };
        let inside = self.returnable(state, from);
        if left > 0 && usize::from(left) < inside.len() {
            return Then::Ask;
        }
        state.frames.pop();
        if left > 0 {
            inside.iter().for_each(|marker| self.give_back(state, marker, Case("12.3.c"), log));
        }
        if unmatched > 0 {
            state.frames.push(Frame::MarkOos { left: unmatched });
        }
        Then::Again
    }

    /// A marker that everybody has seen goes back to the pool.
    fn give_back(&self, state: &mut State, marker: SupportId, case: Case, log: &mut Log) {
        self.to_pool(state, marker);
        log.add(|| Event::note(case, format!("{} returns to the pool", self.support(marker).name)));
    }

    /// 12.3.d, R127: a Soviet stack next to an Axis unit; one that carries its markers already gains nothing.
    fn markable(&self, state: &State, hex: SpaceId) -> Result<(), Why> {
        let stack = || state.field.stack(hex).filter(|unit| !self.info(*unit).is_hq());
        let soviet = state.field.occupied(Side::Soviet).contains(hex);
        must(soviet && stack().next().is_some(), no!("no Soviet stack is in {hex}", hex))?;
        must(self.near_enemy(state, Side::Soviet, hex), no!("no Axis unit is next to {hex}", hex))?;
        let fed = stack().any(|unit| state.field.get(unit).supply == Supply::In);
        must(fed, no!("the stack in {hex} is out of supply already", hex))
    }

    pub(crate) fn check_mark_oos(&self, state: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Mark { at } => c.ask(Case("12.3.d"), self.markable(state, at)),
            Action::Done => Ok(()),
            _ => not_now(c, Case("12.3.d")),
        }
    }

    pub(crate) fn offer_mark_oos(&self, state: &State, _: Side, visit: &mut Visit<'_>) -> Flow {
        let hexes = state.field.occupied(Side::Soviet);
        hexes.iter().filter(|at| self.markable(state, *at).is_ok()).try_for_each(|at| visit(Action::Mark { at }))
    }

    pub(crate) fn do_mark_oos(&self, state: &mut State, _: Side, action: Action, _: &mut Dice, log: &mut Log) {
        let Action::Mark { at } = action else {
            state.frames.pop();
            return;
        };
        if let Frame::MarkOos { left } = state.frames.top_mut() {
            *left = left.saturating_sub(1);
        }
        for unit in self.stack_of(state, at).iter().filter(|unit| !self.info(*unit).is_hq()) {
            state.field.get_mut(unit).supply = Supply::Out;
        }
        log.add(|| {
            let what = What::Marker { marker: "oos".into(), at: self.map(state).board.name(at).into(), placed: true };
            Event::new(Case("12.3.d"), what, format!("The stack in {} is out of supply", self.hex_name(state, at)))
        });
    }

    pub(crate) fn settle_mark_oos(&self, state: &mut State, _: &mut Dice, _: &mut Log) -> Then {
        let Frame::MarkOos { left } = *state.frames.top() else { return Then::Ask };
        let any = |hex: SpaceId| self.markable(state, hex).is_ok();
        ask_while(left > 0 && state.field.occupied(Side::Soviet).iter().any(any), state)
    }

    pub(crate) fn check_shortages(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let case = Case("12.2.c");
        match action {
            Action::GiveBack { marker } => {
                if self.held(state, side, marker, case, c)?.is_none() {
                    return Ok(());
                }
                c.ask(case, must(!self.is_real(marker), no!("{marker} is no Supply Shortage", marker)))
            }
            Action::Done => Ok(()),
            _ => not_now(c, case),
        }
    }

    pub(crate) fn offer_shortages(&self, state: &State, _: Side, visit: &mut Visit<'_>) -> Flow {
        let held = self.supports().filter(|m| !self.is_real(*m) && matches!(state.spot(*m), Spot::Box(_)));
        held.into_iter().try_for_each(|marker| visit(Action::GiveBack { marker }))
    }

    pub(crate) fn do_shortages(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::GiveBack { marker } => {
                log.reveal();
                self.give_back(state, marker, Case("12.2.c"), log);
            }
            _ => self.end_step(state, dice, log),
        }
    }
}
