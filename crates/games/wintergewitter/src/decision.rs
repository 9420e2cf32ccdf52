//! Which decision is on top, and what surrounds every one of them. The decisions themselves stand in the files of their chapters, the steps
//! among them in the table of [`sequence`](crate::sequence).

use crate::Winter;
use crate::action::Action;
use crate::refusal::{Consult, Noun, Verdict, Why};
use crate::sequence::Step;
use crate::state::{Frame, State};
use crate::{advance, air, artillery, combat, losses, movement, retreat, stacking};
use kessel_kernel::{Case, Dice, Log, No, Prompt, ToAct};
use kessel_kit::no;
pub(crate) use kessel_kit::{Decides, Flow, Then};

/// A decision of this game.
pub(crate) type Decision = kessel_kit::Decision<Winter>;
/// Whoever wants to hear of offers.
pub(crate) type Visit<'v> = kessel_kit::Visit<'v, Action>;

impl Decides for Winter {
    const OVER: No<Why> = No { case: Case("3.1.7"), why: no!("the game is over") };
    const NOT_ASKED: No<Why> =
        No { case: Case("3.0.a"), why: no!(const "it is not for you to decide now: {now}", now = Noun::Now) };

    fn is_over(&self, state: &State) -> bool {
        state.ended.is_some()
    }

    fn is_ready(&self, state: &State) -> bool {
        state.layout.is_ready()
    }

    fn make_ready(&self, state: &mut State) {
        self.lay_out(state);
    }

    /// R105: lines that have been opened or cut are noted, whatever is on top.
    fn interrupt(&self, state: &mut State, _: &mut Dice, log: &mut Log) -> Then {
        if std::mem::take(&mut state.layout.changed) {
            self.note_lines(state, log);
        }
        Then::Ask
    }

    fn top(&self, state: &State) -> &'static Decision {
        match state.frames.top() {
            Frame::Step(step) => step.line().decision,
            Frame::Pairing => &air::PAIRING,
            Frame::Engaging => &air::ENGAGING,
            Frame::March => &movement::MARCH,
            Frame::Muster => &combat::MUSTER,
            Frame::Lead => &combat::LEAD,
            Frame::Fight => &combat::FIGHT,
            Frame::Defence => &combat::DEFENCE,
            Frame::Battery(_) => &artillery::BATTERY,
            Frame::Barrage(_) => &artillery::BARRAGE,
            Frame::Volley => &artillery::VOLLEY,
            Frame::FireAt => &combat::FIRE_AT,
            Frame::Losses => &losses::LOSSES,
            Frame::Choice => &losses::CHOICE,
            Frame::Flight => &retreat::FLIGHT,
            Frame::Opportunity => &retreat::OPPORTUNITY,
            Frame::Advance => &advance::ADVANCE,
            Frame::Excess => &stacking::EXCESS,
            Frame::CallOff => &combat::CALL_OFF,
        }
    }
}

/// The German player is asked.
pub(crate) fn axis(_: &Winter, _: &State) -> ToAct {
    ToAct::Axis
}

/// The Soviet player is asked.
pub(crate) fn soviet(_: &Winter, _: &State) -> ToAct {
    ToAct::Soviet
}

/// The phasing player is asked.
pub(crate) fn phasing(_: &Winter, state: &State) -> ToAct {
    state.phasing.into()
}

/// The question of a step, under its rule in the sequence of play.
pub(crate) fn step_asks(state: &State, text: impl Into<String>) -> Prompt {
    Prompt::new(state.step().line().case, text)
}

/// The verb belongs to another step.
pub(crate) fn not_now(c: &mut Consult, case: &'static str) -> Verdict {
    c.ask(Case(case), Err(no!("that is not asked for now: {now}", now = Noun::Now)))
}

impl Winter {
    /// Goes from a step to the one that follows it.
    pub(crate) fn next_step(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let next = self.after(state, state.step());
        self.enter(state, next, dice, log);
    }

    /// Enters a step: what it does by itself when it begins.
    pub(crate) fn enter(&self, state: &mut State, step: Step, dice: &mut Dice, log: &mut Log) {
        debug_assert_eq!(state.frames.depth(), 1, "steps follow each other with nothing open");
        *state.frames.top_mut() = Frame::Step(step);
        self.announce(state, step, log);
        (step.line().begin)(self, state, dice, log);
    }
}
