//! A decision has one home: who is asked, what may be done, what is offered, what doing it does, what follows by itself, how it is asked for.
//!
//! Every step of the sequence of play ([`sequence`](crate::sequence)) and every decision nested in one is a [`Decision`], written in the file
//! of its chapter. The kernel's contract is kept by looking at the decision on top and nothing else.

use crate::Winter;
use crate::action::Action;
use crate::sequence::Step;
use crate::state::{Frame, State};
use crate::why::{Consult, Verdict, not_now, plain};
use kessel_kernel::{Case, Dice, Log, Side, ToAct};

/// What a decision does when it is on top and nobody has to be asked, or has been.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    /// Somebody is asked.
    Ask,
    /// It has changed something: look again at what is on top.
    Again,
}

/// A decision.
pub(crate) struct Decision {
    /// Its id, as case files write a phase.
    pub(crate) id: &'static str,
    /// The rule under which it is asked.
    pub(crate) case: Case,
    /// Who is asked.
    pub(crate) asks: fn(&Winter, &State) -> ToAct,
    /// May it be done?
    pub(crate) check: fn(&Winter, &State, Side, Action, &mut Consult) -> Verdict,
    /// What may be done: whatever could be is shown to `check`, or has been asked for many at once.
    pub(crate) offers: fn(&Winter, &State, Side, &mut Offers<'_>),
    /// Does it.
    pub(crate) apply: fn(&Winter, &mut State, Side, Action, &mut Dice, &mut Log),
    /// What it does by itself when it is on top.
    pub(crate) settle: fn(&Winter, &mut State, &mut Dice, &mut Log) -> Then,
    /// How it is asked for.
    pub(crate) prompt: fn(&Winter, &State, Side) -> String,
}

/// Takes what is offered in a decision. `check` is the one truth: an action is shown to it, or only to those of its rules that have not been
/// asked yet for others like it.
pub(crate) struct Offers<'a> {
    game: &'a Winter,
    state: &'a State,
    side: Side,
    decision: &'static Decision,
    allowed: &'a mut Vec<Action>,
}

impl Offers<'_> {
    /// Offers it if `check` allows it.
    pub(crate) fn ask(&mut self, action: Action) {
        if (self.decision.check)(self.game, self.state, self.side, action, &mut Consult::strict()).is_ok() {
            self.allowed.push(action);
        }
    }

    /// Offers it: every rule of its check has been asked.
    pub(crate) fn sure(&mut self, action: Action) {
        self.allowed.push(action);
    }
}

/// The pieces of decisions that ask nobody.
pub(crate) fn nobody(_: &Winter, _: &State) -> ToAct {
    ToAct::Nobody
}

/// Nothing is offered.
pub(crate) fn nothing(_: &Winter, _: &State, _: Side, _: &mut Offers<'_>) {}

/// Nothing may be done.
pub(crate) fn never(_: &Winter, _: &State, _: Side, _: Action, c: &mut Consult) -> Verdict {
    not_now(c, Case("3.0.a"))
}

/// Nothing is done.
pub(crate) fn idle(_: &Winter, _: &mut State, _: Side, _: Action, _: &mut Dice, _: &mut Log) {}

/// Waits for an answer.
pub(crate) fn wait(_: &Winter, _: &mut State, _: &mut Dice, _: &mut Log) -> Then {
    Then::Ask
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

/// No words.
pub(crate) fn silent(_: &Winter, _: &State, _: Side) -> String {
    String::new()
}

impl Winter {
    /// The decision on top.
    pub(crate) fn decision(&self, state: &State) -> &'static Decision {
        use crate::{advance, air, artillery, combat, losses, movement, retreat, stacking};
        match state.frames.top() {
            Frame::Step(step) => step.decision(),
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

    /// Who is asked.
    pub(crate) fn asked(&self, state: &State) -> ToAct {
        if state.ended.is_some() { ToAct::Nobody } else { (self.decision(state).asks)(self, state) }
    }

    /// Asks every rule about an action.
    pub(crate) fn examine(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        if state.ended.is_some() {
            return c.ask(Case("3.1.7"), Err(plain("the game is over")));
        }
        let decision = self.decision(state);
        if !(decision.asks)(self, state).includes(side) {
            return c.ask(Case("3.0.a"), Err(plain("it is not for you to decide now")));
        }
        (decision.check)(self, state, side, action, c)
    }

    /// Everything that is allowed, in a fixed order.
    pub(crate) fn offered(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        let decision = self.decision(state);
        if state.ended.is_none() && (decision.asks)(self, state).includes(side) {
            (decision.offers)(self, state, side, &mut Offers { game: self, state, side, decision, allowed: out });
        }
    }

    /// Does an action that `check` allows, then lets the game go on to the next decision.
    pub(crate) fn perform(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        self.make_ready(state);
        (self.decision(state).apply)(self, state, side, action, dice, log);
        self.go_on(state, dice, log);
    }

    /// Goes on by itself until somebody must decide.
    pub(crate) fn go_on(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        self.make_ready(state);
        while state.ended.is_none() {
            if std::mem::take(&mut state.layout.changed) {
                self.note_lines(state, log);
            }
            if (self.decision(state).settle)(self, state, dice, log) == Then::Ask {
                return;
            }
        }
    }

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
        (step.begin())(self, state, dice, log);
    }
}
