//! 8.7 German withdrawals in Blue.

use crate::Drive;
use crate::action::Action;
use crate::data::{UnitId, UnitKind};
use crate::decision::{Decision, Then, not_now, phasing, question};
use crate::refusal::{Consult, Noun, Verdict};
use crate::state::{Duty, Phase, Place, State};
use crate::supply::Supplied;
use kessel_kernel::{Case, Event, Log, Side, What, must};
use kessel_kit::no;

/// 8.7.a: the German chooses the divisions that leave. R54: what cannot be met is not owed.
pub(crate) const WITHDRAWAL: Decision = Decision {
    case: Case("8.7.a"),
    asks: phasing,
    check: |game, state, _, action, c| match action {
        Action::Withdraw { unit } => game.check_withdraw(state, unit, c),
        _ => not_now(c, "5.1.a"),
    },
    offers: |game, state, side, visit| {
        game.for_units(state, side, game.ground.own[0].iter(), |unit| Action::Withdraw { unit }, visit)
    },
    apply: |game, state, _, action, _, log| {
        if let Action::Withdraw { unit } = action {
            game.apply_withdraw(state, unit, log);
        }
    },
    settle: |game, state, dice, log| {
        if game.housekeeping(state, dice, log) {
            return Then::Again;
        }
        let may_go = |unit: UnitId| game.check_withdraw(state, unit, &mut Consult::strict()).is_ok();
        if game.ground.own[0].iter().any(may_go) {
            return Then::Ask;
        }
        state.duty = Duty::default();
        game.end_phase(state, Phase::AxisWithdrawal, dice, log);
        Then::Again
    },
    prompt: |_, seen, _| question(seen, "Choose the divisions that leave."),
};

impl Drive {
    /// 8.7: is it the turn?
    pub(crate) fn withdrawal_due(&self, state: &State) -> bool {
        state.is_blue() && state.turn == self.data.charts.withdrawal.turn
    }

    /// 8.7.c: Gross Deutschland if it can go, else its substitutes.
    pub(crate) fn open_withdrawal(&self, state: &mut State) {
        let rule = &self.data.charts.withdrawal;
        let gd = self.ground.own[0].iter().find(|u| self.data.info(*u).gross_deutschland);
        let present = gd.is_some_and(|u| self.supply_of(state, u) == Supplied::Regular && state.at(u).is_some());
        state.duty = Duty {
            panzers: rule.panzers,
            infantry: rule.infantry,
            gross_deutschland: present,
            motorised: if present { 0 } else { rule.substitutes },
        };
    }

    /// 8.7: must or may this unit go?
    pub(crate) fn check_withdraw(&self, state: &State, unit: UnitId, c: &mut Consult) -> Verdict {
        if self.own_unit(state, Side::Axis, unit, Case("8.7.a"), c)?.is_none() {
            return Ok(());
        }
        let owed = self.owes(state, unit);
        let case = match self.card(unit).kind {
            UnitKind::Infantry | UnitKind::Jaeger => Case("8.7.d"),
            UnitKind::Motorised => Case("8.7.c"),
            _ => Case("8.7.a"),
        };
        c.ask(case, must(owed, no!("{unit} does not meet what is still owed{owed}", unit, owed = Noun::Owed)))?;
        let supplied = self.supply_of(state, unit) == Supplied::Regular;
        let case = if self.card(unit).kind == UnitKind::Motorised { Case("8.7.f") } else { Case("8.7.b") };
        c.ask(case, must(supplied, no!("{unit} is not supplied overland and stays", unit)))
    }

    /// Does this unit satisfy a part of the duty?
    fn owes(&self, state: &State, unit: UnitId) -> bool {
        let (card, info, duty) = (self.card(unit), self.data.info(unit), state.duty);
        if !card.is_german() {
            return false;
        }
        match card.kind {
            UnitKind::Panzer => duty.panzers > 0,
            UnitKind::Motorised if info.gross_deutschland => duty.gross_deutschland,
            UnitKind::Motorised => duty.motorised > 0,
            UnitKind::Infantry | UnitKind::Jaeger => duty.infantry > 0 && self.prints_enough(unit),
            _ => false,
        }
    }

    /// 8.7.d: a factor of seven or more on either side.
    fn prints_enough(&self, unit: UnitId) -> bool {
        use crate::data::Factor;
        let least = self.data.charts.withdrawal.infantry_factor;
        let info = self.data.info(unit);
        let enough = |factor: Factor| matches!(factor, Factor::Number(n) if n >= least);
        let fronts = std::iter::once(info.full).chain(info.reduced);
        fronts.into_iter().any(|front| enough(front.attack) || enough(front.defence))
    }

    pub(crate) fn apply_withdraw(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let at = state.at(unit);
        match self.card(unit).kind {
            UnitKind::Panzer => state.duty.panzers -= 1,
            UnitKind::Motorised if self.data.info(unit).gross_deutschland => state.duty.gross_deutschland = false,
            UnitKind::Motorised => state.duty.motorised -= 1,
            _ => state.duty.infantry -= 1,
        }
        self.lift(state, unit, Place::Withdrawn);
        log.add(|| {
            let from = at.map_or_else(String::new, |hex| self.hex_id(hex).to_owned());
            let what = What::Remove { counter: self.unit_id(unit).into(), from };
            Event::new(Case("8.7.e"), what, format!("{} is withdrawn", self.unit_name(unit)))
        });
    }
}
