//! A decision has one home, and the loop that asks for it is written once.
//!
//! Every step of a sequence of play, and every decision nested in one, is a [`Decision`]: a constant in the file of its chapter, read from top
//! to bottom in the order in which a player meets it. A game says which one is on top ([`Decides::top`]); everything that the contract
//! wants to know of the present decision ([`Acts`]) follows from that.

use crate::facets::{Acts, Refuses, Rules};
use crate::{Case, Consult, Consulted, Dice, Log, No, Prompt, Refusal, Side, ToAct};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// Goes on, or breaks off because somebody has heard enough.
pub type Flow = ControlFlow<()>;

/// Whoever wants to hear of offers, one by one.
pub type Visit<'v, A> = dyn FnMut(A) -> Flow + 'v;

/// What a decision does when it is on top and nobody has to be asked, or has been.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// Somebody is asked.
    Ask,
    /// It has changed something: look again at what is on top.
    Again,
}

/// What a check of the game gives back.
pub type Verdict<G> = Result<(), No<<G as Refuses>::Why>>;

/// How a decision is checked.
pub type Check<G> =
    fn(&G, &<G as Rules>::State, Side, <G as Rules>::Action, &mut Consult<<G as Refuses>::Why>) -> Verdict<G>;

/// How a decision is offered.
pub type Offering<G> = fn(&G, &<G as Rules>::State, Side, &mut Visit<'_, <G as Rules>::Action>) -> Flow;

/// One decision of a game. Every part is a function of the game and the position, so that a decision is a constant.
pub struct Decision<G: Decides> {
    /// The rule under which it is asked for.
    pub case: Case,
    /// Who is asked.
    pub asks: fn(&G, &G::State) -> ToAct,
    /// May it be done?
    pub check: Check<G>,
    /// Everything that may be done, in a fixed order: candidates held against the check with [`Decides::offer`], or told outright where they
    /// were found by its rules.
    pub offers: Offering<G>,
    /// Does what the check allows.
    pub apply: fn(&G, &mut G::State, Side, G::Action, &mut Dice, &mut Log),
    /// What follows by itself while it is on top.
    pub settle: fn(&G, &mut G::State, &mut Dice, &mut Log) -> Then,
    /// How it is asked for, in what the side may know: a text is asked under the rule of the decision ([`Decides::question`]).
    pub prompt: fn(&G, &G::State, Side) -> Prompt,
}

/// A game that is a stack of decisions.
pub trait Decides: Refuses {
    /// The refusal of anything when the game is over.
    const OVER: No<Self::Why>;
    /// The refusal of whoever is not asked.
    const NOT_ASKED: No<Self::Why>;

    /// The decision on top.
    fn top(&self, state: &Self::State) -> &'static Decision<Self>;

    /// Is the game over?
    fn is_over(&self, state: &Self::State) -> bool;

    /// Is what is kept beside the position ([`Derived`](crate::Derived)) worked out? A position that was just read has none of it.
    fn is_ready(&self, _state: &Self::State) -> bool {
        true
    }

    /// Works it out: asked for positions that are not ready.
    fn make_ready(&self, _state: &mut Self::State) {}

    /// The position as rules look at it, with what is kept beside it.
    #[inline]
    fn ready<'s>(&self, state: &'s Self::State) -> Cow<'s, Self::State> {
        if self.is_ready(state) {
            return Cow::Borrowed(state);
        }
        let mut copy = state.clone();
        self.make_ready(&mut copy);
        Cow::Owned(copy)
    }

    /// What comes before the decision on top has its say, whichever it is: a crisis that interrupts, a line that is noted. [`Then::Again`] when
    /// something else may be on top now.
    fn interrupt(&self, _state: &mut Self::State, _dice: &mut Dice, _log: &mut Log) -> Then {
        Then::Ask
    }

    /// The action that ends a decision, in a game that offers it after everything else wherever the check allows it.
    const DONE: Option<Self::Action> = None;

    /// Does what the check of the decision on top allows: by the decision, unless the game does something around it.
    fn perform(&self, state: &mut Self::State, side: Side, action: Self::Action, dice: &mut Dice, log: &mut Log) {
        (self.top(state).apply)(self, state, side, action, dice, log);
    }

    /// What is still open when the game has ended is put away.
    fn close(&self, _state: &mut Self::State) {}

    /// Who is asked in a ready position: the decision on top knows.
    fn asked(&self, state: &Self::State) -> ToAct {
        if self.is_over(state) { ToAct::Nobody } else { (self.top(state).asks)(self, state) }
    }

    /// The one truth of legality: asks every rule about an action.
    fn examine(
        &self,
        state: &Self::State,
        side: Side,
        action: Self::Action,
        c: &mut Consult<Self::Why>,
    ) -> Verdict<Self> {
        if self.is_over(state) {
            return c.ask(Self::OVER.case, Err(Self::OVER.why));
        }
        if !self.asked(state).includes(side) {
            return c.ask(Self::NOT_ASKED.case, Err(Self::NOT_ASKED.why));
        }
        (self.top(state).check)(self, state, side, action, c)
    }

    /// Is the action allowed? Builds no text.
    #[inline]
    fn allows(&self, state: &Self::State, side: Side, action: Self::Action) -> bool {
        self.examine(state, side, action, &mut Consult::strict()).is_ok()
    }

    /// Shows a candidate if the check of the decision on top allows it. Whoever lists offers is being asked: that is settled before the first
    /// candidate ([`Decides::each_offer`]).
    #[inline]
    fn offer(
        &self,
        state: &Self::State,
        side: Side,
        action: Self::Action,
        visit: &mut Visit<'_, Self::Action>,
    ) -> Flow {
        let verdict = (self.top(state).check)(self, state, side, action, &mut Consult::strict());
        if verdict.is_ok() { visit(action) } else { Flow::Continue(()) }
    }

    /// Calls `visit` with every legal action of `side`, in a fixed order, until it breaks.
    fn each_offer(&self, state: &Self::State, side: Side, visit: &mut Visit<'_, Self::Action>) -> Flow {
        if !self.asked(state).includes(side) {
            return Flow::Continue(());
        }
        (self.top(state).offers)(self, state, side, visit)?;
        Self::DONE.map_or(Flow::Continue(()), |done| self.offer(state, side, done, visit))
    }

    /// The question of the decision on top, under its rule unless it names another. The position is one that the side may know.
    fn question(&self, seen: &Self::State, side: Side) -> Prompt {
        let decision = self.top(seen);
        let prompt = (decision.prompt)(self, seen, side);
        if prompt.case.is_empty() { Prompt { case: decision.case.id().into(), ..prompt } } else { prompt }
    }

    /// Goes on by itself until somebody must decide, or the game is over.
    fn go_on(&self, state: &mut Self::State, dice: &mut Dice, log: &mut Log) {
        if !self.is_ready(state) {
            self.make_ready(state);
        }
        while !self.is_over(state)
            && (self.interrupt(state, dice, log) == Then::Again
                || (self.top(state).settle)(self, state, dice, log) == Then::Again)
        {}
        if self.is_over(state) {
            self.close(state);
        }
    }
}

impl<G: Decides> Acts for G {
    fn to_act(&self, state: &G::State) -> ToAct {
        self.asked(&self.ready(state))
    }

    fn check(&self, state: &G::State, side: Side, action: G::Action) -> Result<(), Refusal> {
        let state = &*self.ready(state);
        self.examine(state, side, action, &mut Consult::strict()).map_err(|no| self.refusal(state, no))
    }

    fn why(&self, state: &G::State, side: Side, action: G::Action) -> Vec<Consulted> {
        let state = &*self.ready(state);
        Consult::told(|c| self.examine(state, side, action, c), |case, why| self.sentence(state, case, why))
    }

    fn apply_unchecked(&self, state: &mut G::State, side: Side, action: G::Action, dice: &mut Dice, log: &mut Log) {
        if !self.is_ready(state) {
            self.make_ready(state);
        }
        self.perform(state, side, action, dice, log);
        self.go_on(state, dice, log);
    }

    fn offers(&self, state: &G::State, side: Side, out: &mut Vec<G::Action>) {
        // Nobody breaks it off.
        let _ = self.each_offer(&self.ready(state), side, &mut |action| {
            out.push(action);
            Flow::Continue(())
        });
    }
}

/// Nobody is asked.
pub fn nobody<G: Decides>(_: &G, _: &G::State) -> ToAct {
    ToAct::Nobody
}

/// Nothing may be done: the refusal of whoever is not asked.
pub fn never<G: Decides>(
    _: &G,
    _: &G::State,
    _: Side,
    _: G::Action,
    c: &mut Consult<G::Why>,
) -> Result<(), No<G::Why>> {
    c.ask(G::NOT_ASKED.case, Err(G::NOT_ASKED.why))
}

/// Nothing is offered.
pub fn nothing<G: Decides>(_: &G, _: &G::State, _: Side, _: &mut Visit<'_, G::Action>) -> Flow {
    Flow::Continue(())
}

/// Nothing is done.
pub fn idle<G: Decides>(_: &G, _: &mut G::State, _: Side, _: G::Action, _: &mut Dice, _: &mut Log) {}

/// Waits for an answer.
pub fn wait<G: Decides>(_: &G, _: &mut G::State, _: &mut Dice, _: &mut Log) -> Then {
    Then::Ask
}
