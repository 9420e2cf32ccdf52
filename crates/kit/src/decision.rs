//! A decision has one home, and the loop that asks for it is written once.
//!
//! Every step of a sequence of play, and every decision nested in one, is a [`Decision`]: a constant in the file of its chapter, read from top
//! to bottom in the order in which a player meets it. A game says which one is on top ([`Decides::top`]); everything that the kernel's contract
//! wants to know of the present decision follows from that.

use kessel_kernel::{Case, Consult, Dice, Log, No, Prompt, Side, ToAct};
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
pub type Verdict<G> = Result<(), No<<G as Decides>::Why>>;

/// How a decision is checked.
pub type Check<G> =
    fn(&G, &<G as Decides>::State, Side, <G as Decides>::Action, &mut Consult<<G as Decides>::Why>) -> Verdict<G>;

/// How a decision is offered.
pub type Offering<G> = fn(&G, &<G as Decides>::State, Side, &mut Visit<'_, <G as Decides>::Action>) -> Flow;

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
    /// How it is asked for, in what the side may know.
    pub prompt: fn(&G, &G::State, Side) -> Prompt,
}

/// A game that is a stack of decisions.
pub trait Decides: Sized + 'static {
    /// The position.
    type State: 'static;
    /// What can be done.
    type Action: Copy + 'static;
    /// Why not.
    type Why: 'static;

    /// The refusal of anything when the game is over.
    const OVER: No<Self::Why>;
    /// The refusal of whoever is not asked.
    const NOT_ASKED: No<Self::Why>;

    /// The decision on top.
    fn top(&self, state: &Self::State) -> &'static Decision<Self>;

    /// Is the game over?
    fn is_over(&self, state: &Self::State) -> bool;

    /// Who is asked: the decision on top knows.
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
        (self.top(state).offers)(self, state, side, visit)
    }

    /// Goes on by itself until somebody must decide, or the game is over.
    fn go_on(&self, state: &mut Self::State, dice: &mut Dice, log: &mut Log) {
        while !self.is_over(state) && (self.top(state).settle)(self, state, dice, log) == Then::Again {}
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
