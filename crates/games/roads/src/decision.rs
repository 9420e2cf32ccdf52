//! A decision has one home: who is asked, what may be done, what is offered, what doing it does, what follows by itself, how it is
//! asked for, and what 'done' says.
//!
//! Every step of the sequence of play ([`sequence`](crate::sequence)) and every decision nested in one is a [`Decision`], written in
//! the file of its chapter. The kernel's contract is kept by looking at the decision on top and nothing else.

use crate::action::Action;
use crate::refusal::{Consult, Noun, Verdict, Why};
use crate::state::{Frame, State, Step};
use crate::{Roads, advance, airbridge, combat, fortress, launch, losses, momentum, movement};
use crate::{retreat, stacking, superiority, supports, surprise};
use kessel_kernel::{Case, Dice, Log, Prompt, Seen, Side, ToAct};
use kessel_kit::no;
use std::ops::ControlFlow;

/// Looks at one offer after the other, until it breaks.
pub(crate) type Visit<'a> = dyn FnMut(Action) -> ControlFlow<()> + 'a;

/// The refusal of anything when the game is over.
const OVER: Why = no!("the game is over");
/// The refusal of whoever is not asked.
const NOT_ASKED: Why = no!("the other side decides now");

/// The verb belongs to another step.
#[cold]
#[cfg_attr(debug_assertions, track_caller)]
pub(crate) fn not_now(c: &mut Consult, case: Case) -> Verdict {
    c.ask(case, Err(no!("this is not what is asked now: {now}", now = Noun::Now)))
}

/// A decision.
pub(crate) struct Decision {
    /// Who is asked.
    pub(crate) asks: fn(&Roads, &State) -> Side,
    /// May it be done?
    pub(crate) check: fn(&Roads, &State, Side, Action, &mut Consult) -> Verdict,
    /// What may be done, in a fixed order: what `check` allows, without 'done'.
    pub(crate) offers: fn(&Roads, &State, Side, &mut Visit<'_>) -> ControlFlow<()>,
    /// Does it. Of a step, 'done' does what its end brings.
    pub(crate) apply: fn(&Roads, &mut State, Side, Action, &mut Dice, &mut Log),
    /// What a step does by itself when it begins.
    pub(crate) begin: fn(&Roads, &mut State, &mut Dice, &mut Log),
    /// What follows by itself while it is on top; false when somebody must be asked.
    pub(crate) settle: fn(&Roads, &mut State, &mut Dice, &mut Log) -> bool,
    /// How it is asked for.
    pub(crate) prompt: fn(&Roads, &State, Side) -> Question,
    /// What 'done' says: what it ends, and what lapses with it.
    pub(crate) done: fn(&Roads, &State) -> String,
}

/// A step of the phasing player; without anything to decide it passes by itself.
pub(crate) const STEP: Decision = Decision {
    asks: phasing,
    check: |_, _, _, _, c| c.ask(Case("2.b"), Err(OVER)),
    offers: nothing,
    apply: idle,
    begin: |_, _, _, _| {},
    settle: Roads::settle_step,
    prompt: |_, _, _| "".into(),
    done: |_, seen| format!("End: {}", seen.step().line().name),
};

/// A decision nested in a step.
pub(crate) const NESTED: Decision = Decision { settle: wait, done: |_, _| "Done".into(), ..STEP };

/// The phasing player is asked.
fn phasing(_: &Roads, state: &State) -> Side {
    state.phasing
}

/// The Axis player is asked.
pub(crate) fn axis(_: &Roads, _: &State) -> Side {
    Side::Axis
}

/// The Soviet player is asked.
pub(crate) fn soviet(_: &Roads, _: &State) -> Side {
    Side::Soviet
}

/// The player whom the frame names is asked.
pub(crate) fn named(_: &Roads, state: &State) -> Side {
    match *state.frames.top() {
        Frame::Pay { side, .. }
        | Frame::Choose { side, .. }
        | Frame::React { side, .. }
        | Frame::Advance { side, .. }
        | Frame::Overstack { side, .. } => side,
        _ => state.phasing,
    }
}

/// Nothing is offered but 'done'.
pub(crate) fn nothing(_: &Roads, _: &State, _: Side, _: &mut Visit<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Nothing is done.
pub(crate) fn idle(_: &Roads, _: &mut State, _: Side, _: Action, _: &mut Dice, _: &mut Log) {}

/// Waits for an answer.
pub(crate) fn wait(_: &Roads, _: &mut State, _: &mut Dice, _: &mut Log) -> bool {
    false
}

/// A question, and its rule if it is another than that of the decision.
pub(crate) struct Question {
    case: Option<Case>,
    text: String,
}

impl<T: Into<String>> From<T> for Question {
    fn from(text: T) -> Question {
        Question { case: None, text: text.into() }
    }
}

impl Question {
    /// A question under a rule of its own.
    pub(crate) fn under(case: &'static str, text: impl Into<String>) -> Question {
        Question { case: Some(Case(case)), text: text.into() }
    }
}

impl Frame {
    /// The home of the decision, and the rule under which it is asked.
    pub(crate) fn home(&self) -> (&'static Decision, Case) {
        let (home, case) = match self {
            Frame::Step(step) => return (step.line().decision, step.line().case),
            Frame::Shifting { .. } => (&launch::SHIFTING, "PA.SUP.maskirovka"),
            Frame::Pay { .. } => (&supports::PAY, "1.5.2.b"),
            Frame::Choose { .. } => (&supports::CHOOSE, "11.4.2.d"),
            Frame::ReturnReal { .. } => (&momentum::RETURN_REAL, "12.3.c"),
            Frame::MarkOos { .. } => (&momentum::MARK_OOS, "12.3.d"),
            Frame::Surprise(_) => (&surprise::SURPRISE, "PA.SUP.surprise"),
            Frame::March(_) => (&movement::MARCH, "7.1.4"),
            Frame::Muster => (&combat::MUSTER, "8.3.1"),
            Frame::Fight => (&combat::FIGHT, "8.2.1"),
            Frame::Losses(_) => (&losses::LOSSES, "8.10.5"),
            Frame::Kampfgruppe { .. } => (&losses::KAMPFGRUPPE, "8.15.1"),
            Frame::Retreat(_) => (&retreat::RETREAT, "8.12.5.a"),
            Frame::React { .. } => (&advance::REACT, "CRT.R.a"),
            Frame::Advance { .. } => (&advance::ADVANCE, "8.13.1"),
            Frame::Exploit { .. } => (&advance::EXPLOIT, "8.14.1"),
            Frame::Superiority { .. } => (&superiority::SUPERIORITY, "14.2.2.b"),
            Frame::Overstack { .. } => (&stacking::OVERSTACK, "1.11.2.b"),
            Frame::Capitulate { .. } => (&fortress::CAPITULATE, "10.3.5.b"),
            Frame::Evacuate => (&airbridge::EVACUATE, "10.4.3.i"),
            Frame::Sortie { .. } => (&airbridge::SORTIE, "10.4.3.o"),
            Frame::Airlift { .. } => (&airbridge::AIRLIFT, "10.4.3.m"),
            Frame::MarkerMoves { .. } => (&fortress::MARKER_MOVES, "10.1.5"),
        };
        (home, Case(case))
    }
}

impl Roads {
    /// Who is asked: the decision on top knows.
    pub(crate) fn asked(&self, state: &State) -> ToAct {
        if state.ended.is_some() || *state.frames.top() == Frame::Step(Step::Over) {
            return ToAct::Nobody;
        }
        (state.frames.top().home().0.asks)(self, state).into()
    }

    /// Is the action allowed? Builds no text.
    #[inline]
    pub(crate) fn allows(&self, state: &State, side: Side, action: Action) -> bool {
        self.examine(state, side, action, &mut Consult::strict()).is_ok()
    }

    /// Asks every rule about an action.
    pub(crate) fn examine(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        if state.ended.is_some() {
            return c.ask(Case("2.b"), Err(OVER));
        }
        if !self.asked(state).includes(side) {
            return c.ask(Case("2.b"), Err(NOT_ASKED));
        }
        (state.frames.top().home().0.check)(self, state, side, action, c)
    }

    /// Shows every legal action of `side`, in a fixed order.
    pub(crate) fn each_offer(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> ControlFlow<()> {
        if !self.asked(state).includes(side) {
            return ControlFlow::Continue(());
        }
        (state.frames.top().home().0.offers)(self, state, side, visit)?;
        if self.allows(state, side, Action::Done) { visit(Action::Done) } else { ControlFlow::Continue(()) }
    }

    /// Does an action that `check` allows, then lets the game go on to the next decision.
    pub(crate) fn perform(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match *state.frames.top() {
            Frame::Step(step) if action == Action::Done => self.end_step(state, step, side, dice, log),
            frame => (frame.home().0.apply)(self, state, side, action, dice, log),
        }
        self.settle(state, dice, log);
    }

    /// Goes on until somebody must decide, or the game is over.
    pub(crate) fn settle(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        while state.ended.is_none() && self.settle_once(state, dice, log) {}
        if state.ended.is_some() && *state.frames.top() != Frame::Step(Step::Over) {
            state.frames = kessel_kernel::Frames::new(Frame::Step(Step::Over));
            state.fight = None;
            state.closing = false;
        }
    }

    /// Lets the decision on top do what it does by itself; false when it asks.
    fn settle_once(&self, state: &mut State, dice: &mut Dice, log: &mut Log) -> bool {
        // 15.3: a crisis interrupts whatever brought it about.
        if state.okh.due && self.settle_crisis(state, dice, log) {
            return true;
        }
        (state.frames.top().home().0.settle)(self, state, dice, log)
    }

    /// The question, its rule, and what is still undone. Made from what the side may know.
    pub(crate) fn prompt_for(&self, seen: &Seen<State>, side: Side) -> Prompt {
        let (decision, case) = seen.frames.top().home();
        let question = (decision.prompt)(self, seen, side);
        let mut prompt = Prompt::new(question.case.unwrap_or(case), question.text);
        prompt.reminders = self.reminders(seen, side);
        prompt
    }
}
