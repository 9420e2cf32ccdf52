//! Which decision is on top, and what surrounds every one of them. The decisions themselves stand in the files of their chapters, the phases
//! among them in the table of [`sequence`](crate::sequence).

use crate::action::Action;
use crate::data::UnitId;
use crate::refusal::{Consult, Noun, Verdict, Why};
use crate::state::{Frame, Phase, State};
use crate::{Drive, advance, combat, losses, march, reinforcement, retreat, stacking};
use kessel_board::SpaceId;
use kessel_kernel::{Case, No, Prompt, Side, ToAct, must};
use kessel_kit::no;
pub(crate) use kessel_kit::{Decides, Flow, Then};

/// A decision of this game.
pub(crate) type Decision = kessel_kit::Decision<Drive>;
/// Whoever wants to hear of offers.
pub(crate) type Visit<'v> = kessel_kit::Visit<'v, Action>;

impl Decides for Drive {
    const OVER: No<Why> = No { case: Case("4.10.b"), why: no!("the game is over") };
    const NOT_ASKED: No<Why> = No { case: Case("5.1.a"), why: no!("the other side decides now") };

    fn is_over(&self, state: &State) -> bool {
        state.ended.is_some()
    }

    fn is_ready(&self, state: &State) -> bool {
        state.layout.ready
    }

    fn make_ready(&self, state: &mut State) {
        self.lay_out(state);
    }

    fn close(&self, state: &mut State) {
        while state.frames.depth() > 1 {
            state.frames.pop();
        }
        *state.frames.top_mut() = Frame::Phase(Phase::Over);
    }

    fn top(&self, state: &State) -> &'static Decision {
        match state.frames.top() {
            Frame::Phase(phase) => phase.step().decision,
            Frame::March(_) => &march::MARCH,
            Frame::Muster(_) => &combat::MUSTER,
            Frame::Fight(_) => &combat::FIGHT,
            Frame::Reply => &combat::REPLY,
            Frame::Retreat(_) => &retreat::RETREAT,
            Frame::Losses(_) => &losses::LOSSES,
            Frame::Advance => &advance::ADVANCE,
            Frame::Excess { .. } => &stacking::EXCESS,
            Frame::Taman => &reinforcement::TAMAN,
        }
    }
}

/// The player whose phase it is.
pub(crate) fn phasing(_: &Drive, state: &State) -> ToAct {
    state.phase().side().map_or(ToAct::Nobody, ToAct::from)
}

/// His opponent.
pub(crate) fn opponent(_: &Drive, state: &State) -> ToAct {
    state.phase().side().map_or(ToAct::Nobody, |side| side.other().into())
}

/// The verb belongs to another step.
pub(crate) fn not_now(c: &mut Consult, case: &'static str) -> Verdict {
    c.ask(Case(case), Err(no!("{now}", now = Noun::Now)))
}

/// A decision that is over when nothing is left to decide in it.
pub(crate) fn ask_while(open: bool, state: &mut State) -> Then {
    if open {
        return Then::Ask;
    }
    state.frames.pop();
    Then::Again
}

/// The question of a phase, under the rule of the phase.
pub(crate) fn question(seen: &State, text: impl Into<String>) -> Prompt {
    Prompt::new(seen.phase().step().case, text)
}

impl Drive {
    /// Is it the asker's own unit, and on the map? Says where.
    #[inline]
    pub(crate) fn own_unit(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        case: Case,
        c: &mut Consult,
    ) -> Result<Option<SpaceId>, No<Why>> {
        if !c.gate(case, must(self.side(unit) == side, no!("{unit} is not yours", unit)))? {
            return Ok(None);
        }
        let at = state.at(unit);
        c.gate(case, must(at.is_some(), no!("{unit} is not on the map", unit)))?;
        Ok(at)
    }

    /// Shows every unit for which the check allows the action.
    pub(crate) fn for_units(
        &self,
        state: &State,
        side: Side,
        mut units: impl Iterator<Item = UnitId>,
        action: impl Fn(UnitId) -> Action,
        visit: &mut Visit<'_>,
    ) -> Flow {
        units.try_for_each(|unit| self.offer(state, side, action(unit), visit))
    }

    /// Is there anything to do in this phase but to end it? Ordering one's stacks alone is nothing to wait for.
    pub(crate) fn has_choice(&self, state: &State, side: Side) -> bool {
        let look = &mut |action| match action {
            Action::Top { .. } | Action::Done => Flow::Continue(()),
            _ => Flow::Break(()),
        };
        (self.top(state).offers)(self, state, side, look).is_break()
    }
}
