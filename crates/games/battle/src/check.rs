//! The one truth of legality: who may do what now, rule by rule.

use crate::Battle;
use crate::action::Action;
use crate::data::{AssetId, UnitId};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Frame, Phase, State};
use kessel_table::{Case, Side, ToAct};

impl Battle {
    /// Who is asked: the top frame knows.
    pub(crate) fn asked(&self, state: &State) -> ToAct {
        match state.frames.top() {
            Frame::Phase(Phase::Setup) => match state.ready {
                [false, false] => ToAct::Both,
                [false, true] => ToAct::Axis,
                [true, false] => ToAct::Soviet,
                [true, true] => ToAct::Nobody,
            },
            Frame::Phase(phase) => phase.side().map_or(ToAct::Nobody, ToAct::from),
            Frame::March(march) => self.side(march.unit).into(),
            Frame::Overstack { side, .. } | Frame::Naming { side, .. } | Frame::Standing { side, .. } => (*side).into(),
            Frame::Fight(fight) => fight.attacker.into(),
            Frame::Losses(losses) => match [Side::Axis, Side::Soviet].map(|s| losses.left(s) > 0) {
                [true, true] => ToAct::Both,
                [true, false] => ToAct::Axis,
                [false, true] => ToAct::Soviet,
                [false, false] => ToAct::Nobody,
            },
            // 8.3.d: the enemy conducts the retreat.
            Frame::Retreat { side, .. } => side.other().into(),
        }
    }

    /// Is it the asker's own unit?
    pub(crate) fn own_unit(&self, side: Side, unit: UnitId) -> Result<(), Why> {
        if self.side(unit) == side { Ok(()) } else { Err(Why::NotYours(unit)) }
    }

    /// Is it his own asset?
    pub(crate) fn own_asset(&self, side: Side, asset: AssetId) -> Result<(), Why> {
        if self.data.assets[asset.index()].side == side { Ok(()) } else { Err(Why::AssetNotYours(asset)) }
    }

    /// Is the action allowed? Builds no text.
    #[inline]
    pub(crate) fn allows(&self, state: &State, side: Side, action: Action) -> bool {
        self.examine(state, side, action, &mut Consult::strict()).is_ok()
    }

    /// Asks every rule about an action.
    pub(crate) fn examine(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        if state.ended.is_some() {
            return c.ask(Case("4.2.b"), Err(Why::Over));
        }
        if !self.asked(state).includes(side) {
            return c.ask(Case("4.0.a"), Err(Why::NotYourDecision));
        }
        match state.frames.top() {
            Frame::Phase(phase) => self.examine_in_phase(state, *phase, side, action, c),
            Frame::March(march) => match action {
                Action::Step { to } => self.check_step(state, *march, to, c),
                Action::Halt => {
                    let moved = march.spent > 0;
                    c.ask(Case("7.0.c"), if moved { Ok(()) } else { Err(Why::NotMovedYet(march.unit)) })
                }
                _ => c.ask(Case("7.0.c"), Err(Why::NotNow)),
            },
            Frame::Overstack { space, .. } => match action {
                Action::Remove { unit } => {
                    if !c.gate(Case("3.1.2.e"), self.own_unit(side, unit))? {
                        return Ok(());
                    }
                    let there = self.units_in(state, *space, side).contains(unit);
                    c.ask(Case("3.1.2.e"), if there { Ok(()) } else { Err(Why::NotThere(unit, *space)) })
                }
                _ => c.ask(Case("3.1.2.e"), Err(Why::NotNow)),
            },
            Frame::Naming { .. } => match action {
                Action::Exclude { unit } => self.check_exclude(state, side, unit, c),
                _ => c.ask(Case("3.1.2.f"), Err(Why::NotNow)),
            },
            Frame::Losses(losses) => match action {
                Action::LoseStrength { unit } => self.check_lose_strength(state, losses, side, unit, c),
                Action::LoseStep { asset } => self.check_lose_step(state, losses, side, asset, c),
                _ => c.ask(Case("8.2.j"), Err(Why::NotNow)),
            },
            Frame::Standing { leaving, .. } => match action {
                Action::Leave { unit } => self.check_leave(state, side, *leaving, unit, c),
                Action::Done => Ok(()),
                _ => c.ask(Case("8.3.c"), Err(Why::NotNow)),
            },
            Frame::Retreat { units, .. } => match action {
                Action::Retreat { unit, to } => self.check_retreat(state, *units, unit, to, c),
                _ => c.ask(Case("8.3.a"), Err(Why::NotNow)),
            },
            Frame::Fight(_) => c.ask(Case("8.0.a"), Err(Why::NotNow)),
        }
    }

    /// The verbs of each phase; 4.0.b: whatever belongs to another phase is too late or too early.
    fn examine_in_phase(&self, state: &State, phase: Phase, side: Side, action: Action, c: &mut Consult) -> Verdict {
        match (phase, action) {
            (Phase::Setup, Action::Strength { unit, points }) if side == Side::Soviet => {
                self.check_strength(state, unit, points, c)
            }
            (Phase::Setup, Action::Historical) => self.check_historical(state, side, c),
            (
                Phase::Setup | Phase::SovietAssignment | Phase::SovietReplacement | Phase::AxisAssignment,
                Action::Assign { asset, unit },
            ) => self.check_assign(state, side, asset, unit, c),
            (Phase::SovietAssignment | Phase::SovietReplacement, Action::Place { unit, at }) => {
                self.check_place(state, side, unit, at, c)
            }
            (Phase::SovietWithdrawal | Phase::AxisWithdrawal, Action::Withdraw { asset }) => {
                self.check_withdraw(state, side, asset, c)
            }
            (Phase::AxisWithdrawal, Action::Surrender { asset }) => self.check_surrender(state, asset, c),
            (Phase::SovietReplacement | Phase::AxisReplacement, Action::Buy { unit, minor }) => {
                self.check_buy(state, side, unit, minor, c)
            }
            (Phase::SovietReplacement | Phase::AxisReplacement, Action::RebuildUnit { unit, minor }) => {
                self.check_rebuild_unit(state, side, unit, minor, c)
            }
            (Phase::SovietReplacement | Phase::AxisReplacement, Action::RebuildStep { asset, minor }) => {
                self.check_rebuild_step(state, side, asset, minor, c)
            }
            (p, Action::March { unit, kind }) if p.is_movement() => self.check_march(state, side, unit, kind, c),
            (p, Action::Attempt { unit, to }) if p.is_movement() => self.check_attempt(state, side, unit, to, c),
            (p, Action::Transfer { unit, to }) if p.is_movement() => self.check_transfer(state, side, unit, to, c),
            (Phase::SovietAttack | Phase::AxisAttack, Action::Attack { at }) => self.check_attack(state, side, at, c),
            (Phase::Uranus, Action::Launch) => self.check_launch(state, c),
            (Phase::AxisDetachments, Action::Deploy { unit, at }) => self.check_deploy(state, unit, at, c),
            (_, Action::Done) => self.check_done(state, side, c),
            _ => c.ask(Case("4.0.b"), Err(Why::NotNow)),
        }
    }
}
