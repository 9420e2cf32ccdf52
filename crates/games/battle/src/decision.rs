//! Which decision is on top, and what surrounds every one of them. The decisions themselves stand in the files of their chapters, the phases
//! among them in the table of [`sequence`](crate::sequence).

use crate::action::Action;
use crate::data::{AssetId, UnitId};
use crate::refusal::{Consult, Noun, Verdict, Why};
use crate::sets::UnitSet;
use crate::state::{Frame, State};
use crate::{Battle, combat, losses, movement, retreat, stacking};
use kessel_kernel::{Case, No, Side, ToAct, must};
use kessel_kit::no;
pub(crate) use kessel_kit::{Decides, Flow, Then};

/// A decision of this game.
pub(crate) type Decision = kessel_kit::Decision<Battle>;
/// Whoever wants to hear of offers.
pub(crate) type Visit<'v> = kessel_kit::Visit<'v, Action>;

impl Decides for Battle {
    const OVER: No<Why> = No { case: Case("4.2.b"), why: no!("the game is over") };
    const NOT_ASKED: No<Why> =
        No { case: Case("4.0.a"), why: no!(const "it is not your decision now: {now}", now = Noun::NowInPublic) };

    fn is_over(&self, state: &State) -> bool {
        state.ended.is_some()
    }

    fn top(&self, state: &State) -> &'static Decision {
        match state.frames.top() {
            Frame::Phase(phase) => phase.step().decision,
            Frame::March(_) => &movement::MARCH,
            Frame::Overstack { .. } => &stacking::OVERSTACK,
            Frame::Fight(_) => &combat::FIGHT,
            Frame::Naming { .. } => &combat::NAMING,
            Frame::Losses(_) => &losses::LOSSES,
            Frame::Standing { .. } => &retreat::STANDING,
            Frame::Retreat { .. } => &retreat::RETREAT,
        }
    }
}

/// The side whose phase it is.
pub(crate) fn phasing(_: &Battle, state: &State) -> ToAct {
    state.phase().side().map_or(ToAct::Nobody, ToAct::from)
}

/// Who is asked where both decide in secret: those who have not finished.
pub(crate) const fn unfinished(open: [bool; 2]) -> ToAct {
    match open {
        [true, true] => ToAct::Both,
        [true, false] => ToAct::Axis,
        [false, true] => ToAct::Soviet,
        [false, false] => ToAct::Nobody,
    }
}

/// The verb belongs to another step.
pub(crate) fn not_now(c: &mut Consult, case: &'static str) -> Verdict {
    c.ask(Case(case), Err(no!("this is not what is asked now: {now}", now = Noun::Now)))
}

/// A decision that is over when nothing is left to decide in it.
pub(crate) fn ask_while(open: bool, state: &mut State) -> Then {
    if open {
        return Then::Ask;
    }
    state.frames.pop();
    Then::Again
}

impl Battle {
    /// Is it the asker's own unit?
    pub(crate) fn own_unit(&self, side: Side, unit: UnitId) -> Result<(), Why> {
        must(self.side(unit) == side, no!("{unit} belongs to the other side", unit))
    }

    /// Is it his own asset?
    pub(crate) fn own_asset(&self, side: Side, asset: AssetId) -> Result<(), Why> {
        must(self.data.assets[asset.index()].side == side, no!("{asset} belongs to the other side", asset))
    }

    /// Shows every unit for which the check allows the action.
    pub(crate) fn for_units(
        &self,
        state: &State,
        side: Side,
        units: UnitSet,
        action: impl Fn(UnitId) -> Action,
        visit: &mut Visit<'_>,
    ) -> Flow {
        units.iter().try_for_each(|unit| self.offer(state, side, action(unit), visit))
    }

    /// Is there anything to do in this phase but to end it?
    pub(crate) fn has_choice(&self, state: &State, side: Side) -> bool {
        let look = &mut |action| if action == Action::Done { Flow::Continue(()) } else { Flow::Break(()) };
        (self.top(state).offers)(self, state, side, look).is_break()
    }
}
