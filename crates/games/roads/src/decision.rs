//! Which decision is on top, and what surrounds every one of them. The decisions themselves stand in the files of their chapters, the steps
//! among them in the table of [`sequence`](crate::sequence).

use crate::action::Action;
use crate::refusal::{Consult, Noun, Verdict, Why};
use crate::state::{Frame, State};
use crate::{Roads, advance, airbridge, combat, fortress, launch, losses, momentum, movement};
use crate::{retreat, stacking, superiority, supports, surprise};
use kessel_kernel::{Case, Dice, Log, No, ToAct};
use kessel_kit::no;
pub(crate) use kessel_kit::{Decides, Flow, Then, idle, nobody, nothing, wait};

/// A decision of this game.
pub(crate) type Decision = kessel_kit::Decision<Roads>;
/// Whoever wants to hear of offers.
pub(crate) type Visit<'v> = kessel_kit::Visit<'v, Action>;

impl Decides for Roads {
    const OVER: No<Why> = No { case: Case("2.b"), why: no!("the game is over") };
    const NOT_ASKED: No<Why> = No { case: Case("2.b"), why: no!("the other side decides now") };

    /// The chapters list only what there is to choose.
    const DONE: Option<Action> = Some(Action::Done);

    fn is_over(&self, state: &State) -> bool {
        state.ended.is_some()
    }

    fn top(&self, state: &State) -> &'static Decision {
        match state.frames.top() {
            Frame::Step(step) => step.line().decision,
            Frame::Shifting { .. } => &launch::SHIFTING,
            Frame::Pay { .. } => &supports::PAY,
            Frame::Choose { .. } => &supports::CHOOSE,
            Frame::ReturnReal { .. } => &momentum::RETURN_REAL,
            Frame::MarkOos { .. } => &momentum::MARK_OOS,
            Frame::Surprise(_) => &surprise::SURPRISE,
            Frame::March(_) => &movement::MARCH,
            Frame::Muster => &combat::MUSTER,
            Frame::Fight => &combat::FIGHT,
            Frame::Losses(_) => &losses::LOSSES,
            Frame::Kampfgruppe { .. } => &losses::KAMPFGRUPPE,
            Frame::Retreat(_) => &retreat::RETREAT,
            Frame::React { .. } => &advance::REACT,
            Frame::Advance { .. } => &advance::ADVANCE,
            Frame::Exploit { .. } => &advance::EXPLOIT,
            Frame::Superiority { .. } => &superiority::SUPERIORITY,
            Frame::Overstack { .. } => &stacking::OVERSTACK,
            Frame::Capitulate { .. } => &fortress::CAPITULATE,
            Frame::Evacuate => &airbridge::EVACUATE,
            Frame::Sortie { .. } => &airbridge::SORTIE,
            Frame::Airlift { .. } => &airbridge::AIRLIFT,
            Frame::MarkerMoves { .. } => &fortress::MARKER_MOVES,
        }
    }

    /// 15.3: a crisis interrupts whatever brought it about.
    fn interrupt(&self, state: &mut State, dice: &mut Dice, log: &mut Log) -> Then {
        self.settle_crisis(state, dice, log)
    }

    fn close(&self, state: &mut State) {
        self.end_steps(state);
    }
}

/// The phasing player is asked.
pub(crate) fn phasing(_: &Roads, state: &State) -> ToAct {
    state.phasing.into()
}

/// The Axis player is asked.
pub(crate) fn axis(_: &Roads, _: &State) -> ToAct {
    ToAct::Axis
}

/// The Soviet player is asked.
pub(crate) fn soviet(_: &Roads, _: &State) -> ToAct {
    ToAct::Soviet
}

/// The player whom the frame names is asked.
pub(crate) fn named(_: &Roads, state: &State) -> ToAct {
    let side = match *state.frames.top() {
        Frame::Pay { side, .. }
        | Frame::Choose { side, .. }
        | Frame::React { side, .. }
        | Frame::Advance { side, .. }
        | Frame::Overstack { side, .. } => side,
        _ => state.phasing,
    };
    side.into()
}

/// The verb belongs to another step.
#[cold]
#[cfg_attr(debug_assertions, track_caller)]
pub(crate) fn not_now(c: &mut Consult, case: Case) -> Verdict {
    c.ask(case, Err(no!("this is not what is asked now: {now}", now = Noun::Now)))
}

/// A decision that is over when nothing is left to decide in it.
pub(crate) fn ask_while(open: bool, state: &mut State) -> Then {
    if open {
        return Then::Ask;
    }
    state.frames.pop();
    Then::Again
}
