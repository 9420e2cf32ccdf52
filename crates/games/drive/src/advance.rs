//! 11.38 Advance after combat.

use crate::Drive;
use crate::action::Action;
use crate::data::{CombatResult, UnitId};
use crate::decision::{Decision, ask_while, not_now, phasing};
use crate::refusal::{Consult, Verdict};
use crate::sets::UnitSet;
use crate::state::{Fight, Frame, State};
use kessel_kernel::{Case, Log, Prompt, Side, must, unless};
use kessel_kit::no;

/// 11.38: the attacker may advance into the hex that has become empty.
pub(crate) const ADVANCE: Decision = Decision {
    case: Case("11.38.a"),
    asks: phasing,
    check: |game, state, side, action, c| match action {
        Action::Advance { unit } => game.check_advance(state, side, unit, c),
        Action::Done => Ok(()),
        _ => not_now(c, "11.38.c"),
    },
    offers: |game, state, side, visit| {
        let units = state.fight().map_or(UnitSet::EMPTY, |fight| fight.units);
        game.for_units(state, side, units.iter(), |unit| Action::Advance { unit }, visit)?;
        visit(Action::Done)
    },
    apply: |game, state, _, action, _, log| match action {
        Action::Advance { unit } => game.apply_advance(state, unit, log),
        _ => state.frames.pop(),
    },
    settle: |game, state, _, _| ask_while(game.can_advance(state), state),
    prompt: |game, seen, _| {
        let text = format!("{} is empty. Who advances? As many as you like, or nobody.", game.battlefield(seen));
        Prompt::new(Case("11.38.a"), text)
    },
};

impl Drive {
    /// 11.38: the hex is empty: attackers may go in. A mobile assault goes on as movement (9.30).
    pub(crate) fn open_advance(&self, state: &mut State, fight: Fight, log: &mut Log) {
        if fight.launch.is_some() {
            self.end_assault(state, &fight, log);
            return;
        }
        let won = matches!(
            fight.result,
            Some(CombatResult::DefenderRetreats | CombatResult::DefenderEliminated | CombatResult::Exchange)
        );
        // 11.36.b, 11.37.b: into the empty hex; 11.36.c: not past those who survived; 11.38.d: defenders never.
        if won && !state.holds(fight.attacker.other(), fight.target) {
            state.frames.push(Frame::Advance);
        }
    }

    pub(crate) fn check_advance(&self, state: &State, side: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        let Some(from) = self.own_unit(state, side, unit, Case("11.38.e"), c)? else { return Ok(()) };
        let Some(fight) = state.fight() else { return not_now(c, "11.38.c") };
        let to = fight.target;
        if !c.gate(Case("11.38.e"), must(fight.units.contains(unit), no!("{unit} took no part", unit)))?
            || !c.gate(Case("11.38.e"), unless(from == to, no!("{unit} is in {to} already", unit, to)))?
        {
            return Ok(());
        }
        c.ask(Case("11.26.g"), unless(self.card(unit).artillery, no!("{unit} is artillery and never advances", unit)))?;
        let Some(near) = self.ground.between(from, to) else {
            return c.ask(Case("11.38.b"), Err(no!("{to} is not next to {from}", to, from)));
        };
        self.side_rules(state, side, from, &near, c)?;
        let barred = self.terrain_cost(state, unit, to).is_none();
        c.ask(Case("11.38.b"), unless(barred, no!("the terrain of {to} is closed to {unit}", to, unit)))?;
        // R37: unreleased armies do not attack, so their areas need no look here.
        self.stack_rules(state, side, &[unit], to, c)
    }

    pub(crate) fn can_advance(&self, state: &State) -> bool {
        let Some(fight) = state.fight() else { return false };
        let side = fight.attacker;
        fight.units.iter().any(|unit| {
            state.at(unit).is_some() && self.check_advance(state, side, unit, &mut Consult::strict()).is_ok()
        })
    }

    pub(crate) fn apply_advance(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let (Some(fight), Some(from)) = (state.fight().copied(), state.at(unit)) else { return };
        self.carry(state, &[unit], from, fight.target, Case("11.38.a"), log);
        self.occupied(state, fight.attacker, fight.target, log);
    }
}
