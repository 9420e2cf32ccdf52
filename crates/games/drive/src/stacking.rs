//! 6.0 Stacking.

use crate::Drive;
use crate::action::Action;
use crate::data::{Nation, UnitId, UnitKind};
use crate::decision::{Decision, Flow, Then, Visit, ask_while, not_now};
use crate::ground::Load;
use crate::refusal::{Consult, Verdict};
use crate::sets::UnitSet;
use crate::state::{Frame, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Event, Log, Prompt, Side, ToAct, must, unless};
use kessel_kit::no;

/// 6.2.c, 6.3.f: the enemy removes units from an unlawful stack.
pub(crate) const EXCESS: Decision = Decision {
    case: Case("6.2.c"),
    asks: |_, state| match state.frames.top() {
        Frame::Excess { owner, .. } => owner.other().into(),
        _ => ToAct::Nobody,
    },
    check: |game, state, _, action, c| match (action, state.frames.top()) {
        (Action::Remove { unit }, Frame::Excess { owner, hex }) => game.check_remove(state, *owner, *hex, unit, c),
        _ => not_now(c, "6.2.c"),
    },
    offers: |game, state, side, visit| {
        let Frame::Excess { hex, .. } = state.frames.top() else { return Flow::Continue(()) };
        game.for_units(state, side, state.units_at(*hex), |unit| Action::Remove { unit }, visit)
    },
    apply: |game, state, _, action, _, log| {
        if let Action::Remove { unit } = action {
            game.apply_remove(state, unit, log);
        }
    },
    settle: |game, state, _, _| {
        let Frame::Excess { owner, hex } = *state.frames.top() else { return Then::Ask };
        ask_while(game.excess(state, hex, game.nations_judged(state, owner)) > 0, state)
    },
    prompt: |game, seen, _| {
        let Frame::Excess { hex, .. } = seen.frames.top() else { return Prompt::default() };
        let text = format!("The enemy stack in {} is unlawful. Remove a unit.", game.hex_name(*hex));
        Prompt::new(Case("6.2.c"), text)
    },
};

impl Drive {
    /// Units of one hex, counted as stacking counts them.
    #[inline]
    pub(crate) fn count(&self, units: impl Iterator<Item = UnitId>) -> Load {
        let mut count = Load::default();
        units.for_each(|unit| count.add(self.card(unit).load));
        count
    }

    /// 6.1, 6.2.a, 6.3, 6.4: may these units of a side stand in the hex with those that are there?
    #[inline(always)]
    pub(crate) fn stack_rules(
        &self,
        state: &State,
        side: Side,
        units: &[UnitId],
        hex: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let limits = &self.data.charts.stacking;
        let mut together = self.count(state.units_at(hex));
        together.add(self.count(units.iter().copied()));
        // 6.3.g: tanks of two nations are no more than others.
        let full = together.units > limits.units;
        let why = no!("{hex} would hold more than {limit} units", hex, limit = limits.units);
        c.ask(Case("6.1.a"), unless(full, why))?;
        if side == Side::Soviet {
            let full = together.artillery > limits.artillery;
            let why = no!("{hex} would hold more than {limit} artillery units", hex, limit = limits.artillery);
            return c.ask(Case("6.4.b"), unless(full, why));
        }
        if let Some(case) = self.bad_mix(together)
            && !self.mixing_allowed(state, hex)
        {
            return c.ask(case, Err(no!("units of different nations may not share {hex}, but for one nation's tanks with German mechanised units", hex)));
        }
        Ok(())
    }

    /// Is there room?
    pub(crate) fn fits(&self, state: &State, side: Side, units: &[UnitId], hex: SpaceId) -> bool {
        self.stack_rules(state, side, units, hex, &mut Consult::strict()).is_ok()
    }

    /// 6.3.b: units out of supply or on aerial supply may mix; R21: coastal ones may not.
    pub(crate) fn mixing_allowed(&self, state: &State, hex: SpaceId) -> bool {
        !self.ground.coast.contains(hex) && !self.fed(state, Side::Axis).hexes.contains(hex)
    }

    /// The rule against a mix of nations, if it is none of those allowed everywhere.
    pub(crate) fn bad_mix(&self, count: Load) -> Option<Case> {
        let nations = count.nations();
        if nations.count_ones() <= 1 {
            return None;
        }
        if count.mix != nations {
            return Some(Case("6.3.a"));
        }
        // 6.3.c: satellite tanks with German mechanised units, but not with each other's.
        let satellites = nations & !(1 << Nation::German as u8);
        (satellites.count_ones() > 1).then_some(Case("6.3.d"))
    }

    /// How many units must go until the stack is lawful. Nations are looked at only where 6.3 has run out of patience.
    pub(crate) fn excess(&self, state: &State, hex: SpaceId, nations: bool) -> u8 {
        self.excess_of(state, hex, state.stack_at(hex), nations)
    }

    fn excess_of(&self, state: &State, hex: SpaceId, stack: UnitSet, nations: bool) -> u8 {
        let limits = &self.data.charts.stacking;
        let count = self.count(stack.iter());
        let over = count.units.saturating_sub(limits.units) + count.artillery.saturating_sub(limits.artillery);
        if !nations || self.bad_mix(count).is_none() || self.mixing_allowed(state, hex) {
            return over;
        }
        // The largest part that may stay: one nation, or German mechanised units with the tanks of one satellite.
        let of = |wanted: &dyn Fn(UnitId) -> bool| stack.iter().filter(|u| wanted(*u)).count() as u8;
        let mobile = of(&|u| self.card(u).is_german() && self.card(u).mechanised);
        let mut best = 0;
        for nation in [Nation::German, Nation::Romanian, Nation::Hungarian, Nation::Italian] {
            best = best.max(of(&|u| self.card(u).nation == nation));
            if nation != Nation::German {
                best =
                    best.max(mobile + of(&|u| self.card(u).nation == nation && self.card(u).kind == UnitKind::Panzer));
            }
        }
        count.units - best.min(limits.units)
    }

    /// 6.2.c: the enemy picks, and never more than needed.
    pub(crate) fn check_remove(
        &self,
        state: &State,
        owner: Side,
        hex: SpaceId,
        unit: UnitId,
        c: &mut Consult,
    ) -> Verdict {
        let there = self.side(unit) == owner && state.at(unit) == Some(hex);
        if !c.gate(Case("6.2.c"), must(there, no!("{unit} is not in {hex}", unit, hex)))? {
            return Ok(());
        }
        let nations = self.nations_judged(state, owner);
        let before = self.excess(state, hex, nations);
        let after = self.excess_of(state, hex, state.stack_at(hex) - UnitSet::of(unit), nations);
        c.ask(Case("6.2.c"), must(after < before, no!("removing {unit} would not help", unit)))
    }

    /// 6.3.f: mixed stacks have until the end of their own movement phase.
    pub(crate) fn nations_judged(&self, state: &State, owner: Side) -> bool {
        owner == Side::Axis && state.closing && state.phase().side() == Some(owner)
    }

    /// 6.2.c: opens the removal from the first unlawful stack, which the enemy looks through. True if there is one.
    pub(crate) fn open_excess(&self, state: &mut State, log: &mut Log) -> bool {
        for owner in Side::BOTH {
            let nations = self.nations_judged(state, owner);
            let held = state.layout.held[owner.index()];
            let found = held.iter().find(|hex| self.excess(state, *hex, nations) > 0);
            if let Some(hex) = found {
                log.reveal();
                state.frames.push(Frame::Excess { owner, hex });
                return true;
            }
        }
        false
    }

    pub(crate) fn apply_remove(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        log.reveal();
        let cut_off = self.is_cut_off(state, unit);
        let case = if self.nations_judged(state, self.side(unit)) { Case("6.3.f") } else { Case("6.2.c") };
        self.kill(state, unit, cut_off, case, log);
    }

    /// 11.7, R19: the owner orders his stack, each unit once in a player turn.
    pub(crate) fn check_top(&self, state: &State, side: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        if self.own_unit(state, side, unit, Case("11.7.a"), c)?.is_none() {
            return Ok(());
        }
        c.ask(Case("11.7.a"), unless(state.tops.contains(unit), no!("{unit} lies on top", unit)))?;
        let why = no!("{unit} has been put on top in this player turn", unit);
        c.ask(Case("11.7.a"), unless(state.shown.contains(unit), why))
    }

    /// The units that could be put on top.
    pub(crate) fn top_offers(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let hidden = self.ground.own[side.index()] - state.tops - state.shown;
        for unit in hidden.iter().filter(|u| state.at(*u).is_some()) {
            visit(Action::Top { unit })?;
        }
        Flow::Continue(())
    }

    /// 11.7: the enemy sees another unit of the stack now.
    pub(crate) fn apply_top(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let Some(hex) = state.at(unit) else { return };
        state.tops -= state.stack_at(hex);
        state.tops.insert(unit);
        state.shown.insert(unit);
        log.reveal();
        log.add(|| {
            Event::note(Case("11.7.a"), format!("{} lies on top in {}", self.unit_name(unit), self.hex_name(hex)))
        });
    }
}
