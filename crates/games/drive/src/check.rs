//! The one truth of legality: who may do what now, rule by rule.

use crate::Drive;
use crate::action::Action;
use crate::data::UnitId;
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Frame, Phase, State};
use kessel_table::{Case, No, Side, ToAct, unless};

impl Drive {
    /// Who is asked: the top frame knows.
    pub(crate) fn asked(&self, state: &State) -> ToAct {
        let phasing = state.phase().side();
        match state.frames.top() {
            Frame::Phase(_)
            | Frame::March(_)
            | Frame::Muster(_)
            | Frame::Fight(_)
            | Frame::Losses(_)
            | Frame::Advance => phasing.map_or(ToAct::Nobody, ToAct::from),
            Frame::Reply | Frame::Retreat(_) => phasing.map_or(ToAct::Nobody, |side| side.other().into()),
            Frame::Excess { owner, .. } => owner.other().into(),
            Frame::Taman => ToAct::Axis,
        }
    }

    /// Is it the asker's own unit, and on the map? Says where.
    pub(crate) fn own_unit(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        case: Case,
        c: &mut Consult,
    ) -> Result<Option<kessel_board::SpaceId>, No<Why>> {
        if !c.gate(case, unless(self.side(unit) != side, Why::NotYours(unit)))? {
            return Ok(None);
        }
        let at = state.at(unit);
        c.gate(case, unless(at.is_none(), Why::NotInPlay(unit)))?;
        Ok(at)
    }

    /// Is the action allowed? Builds no text.
    #[inline]
    pub(crate) fn allows(&self, state: &State, side: Side, action: Action) -> bool {
        self.examine(state, side, action, &mut Consult::strict()).is_ok()
    }

    /// Asks every rule about an action.
    pub(crate) fn examine(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        if state.ended.is_some() {
            return c.ask(Case("4.10.b"), Err(Why::Over));
        }
        if !self.asked(state).includes(side) {
            return c.ask(Case("5.1.a"), Err(Why::NotYourDecision));
        }
        match state.frames.top() {
            Frame::Phase(phase) => self.examine_in_phase(state, *phase, side, action, c),
            Frame::March(march) => match action {
                Action::With { unit } => self.check_with(state, march, side, unit, c),
                Action::Step { to } => self.check_step(state, march, side, to, c),
                Action::Drop { unit } => self.check_drop(state, march, side, unit, c),
                Action::Assault { at, manstein } if side == Side::Axis => {
                    self.check_assault(state, march, at, manstein, c)
                }
                Action::Assault { .. } => c.ask(Case("5.3.c"), Err(Why::NeverMobile)),
                Action::Halt => self.check_halt(state, march, side, c),
                // 11.25.e: single aircraft never fly with a group on the move.
                Action::Support => c.ask(Case("11.25.e"), Err(Why::PreparedOnly)),
                _ => c.ask(Case("9.2.c"), Err(Why::NotNow)),
            },
            Frame::Muster(muster) => match action {
                Action::Join { unit } => self.check_join(state, muster, side, unit, c),
                Action::Support => self.check_support(state, side, c),
                Action::Manstein => self.check_manstein(state, muster, side, c),
                Action::Fight => {
                    c.ask(Case("11.1.a"), unless(muster.units.is_empty(), Why::NobodyJoined(muster.target)))
                }
                _ => c.ask(Case("11.5.a"), Err(Why::NotNow)),
            },
            Frame::Reply => match action {
                Action::Support if state.fight().is_some() => self.check_support(state, side, c),
                Action::Airlift { at } => self.check_airlift(state, side, at, c),
                Action::Done => Ok(()),
                _ => c.ask(Case("11.6.b"), Err(Why::NotNow)),
            },
            Frame::Retreat(units) => match action {
                Action::RetreatAll { to } => self.check_retreat_all(state, *units, to, c),
                Action::Retreat { unit, to } => self.check_retreat(state, *units, unit, to, c),
                _ => c.ask(Case("11.33.a"), Err(Why::NotNow)),
            },
            Frame::Losses(_) => match action {
                Action::Lose { unit } => self.check_lose(state, side, unit, c),
                _ => c.ask(Case("11.32.a"), Err(Why::NotNow)),
            },
            Frame::Advance => match action {
                Action::Advance { unit } => self.check_advance(state, side, unit, c),
                Action::Done => Ok(()),
                _ => c.ask(Case("11.38.c"), Err(Why::NotNow)),
            },
            Frame::Excess { owner, hex } => match action {
                Action::Remove { unit } => self.check_remove(state, *owner, *hex, unit, c),
                _ => c.ask(Case("6.2.c"), Err(Why::NotNow)),
            },
            Frame::Taman => match action {
                Action::Taman { unit } => self.check_taman(state, unit, c),
                Action::Done => Ok(()),
                _ => c.ask(Case("8.2.c"), Err(Why::NotNow)),
            },
            Frame::Fight(_) => c.ask(Case("11.5.a"), Err(Why::NotNow)),
        }
    }

    /// The verbs of each phase; 5.1.a: whatever belongs to another phase is too late or too early.
    fn examine_in_phase(&self, state: &State, phase: Phase, side: Side, action: Action, c: &mut Consult) -> Verdict {
        use Phase::{
            AxisAnnouncements, AxisAssault, AxisMovement, AxisOpening, AxisSetup, AxisWithdrawal, SovietAnnouncements,
            SovietAssault, SovietMovement, SovietOpening, SovietSetup,
        };
        match (phase, action) {
            (SovietSetup | AxisSetup, Action::Place { unit, at }) => self.check_place(state, side, unit, at, c),
            (SovietSetup | AxisSetup, Action::Suggested) => self.check_suggested(state, side, c),
            (SovietSetup | AxisSetup, Action::Done) => self.check_ready(state, side, c),
            (
                SovietSetup | AxisSetup | AxisMovement | SovietMovement | AxisAssault | SovietAssault,
                Action::Top { unit },
            ) => self.check_top(state, side, unit, c),
            (SovietAnnouncements, Action::Flood) => self.check_flood(state, c),
            (SovietAnnouncements, Action::SixtySecond { at }) => self.check_sixty_second(state, at, c),
            (AxisAnnouncements, Action::BlockSea) => self.check_block_sea(state, c),
            (SovietAnnouncements | AxisAnnouncements, Action::Done) => Ok(()),
            (AxisWithdrawal, Action::Withdraw { unit }) => self.check_withdraw(state, unit, c),
            (AxisOpening | SovietOpening, Action::Supply { at }) => self.check_supply(state, side, at, c),
            (AxisOpening, Action::Schwerpunkt) => self.check_schwerpunkt(state, c),
            (AxisOpening | SovietOpening, Action::Order { order }) => self.check_order(state, side, order, c),
            (AxisMovement | SovietMovement, Action::Move { unit }) => self.check_move(state, side, unit, c),
            (AxisMovement | SovietMovement, Action::Enter { unit, at }) => self.check_enter(state, side, unit, at, c),
            (SovietMovement, Action::Sail { unit, to }) => self.check_sail(state, unit, to, c),
            (AxisAnnouncements | AxisMovement | AxisAssault, Action::Airlift { at }) => {
                self.check_airlift(state, side, at, c)
            }
            (AxisAssault | SovietAssault, Action::Attack { at }) => self.check_attack(state, side, at, c),
            (AxisMovement | SovietMovement | AxisAssault | SovietAssault, Action::Done) => Ok(()),
            _ => c.ask(Case("5.1.a"), Err(Why::NotNow)),
        }
    }

    /// 11.7, R19: the owner orders his stack, each unit once in a player turn.
    fn check_top(&self, state: &State, side: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        if self.own_unit(state, side, unit, Case("11.7.a"), c)?.is_none() {
            return Ok(());
        }
        c.ask(Case("11.7.a"), unless(state.tops.contains(unit), Why::OnTop(unit)))?;
        c.ask(Case("11.7.a"), unless(state.shown.contains(unit), Why::ShownAlready(unit)))
    }
}
