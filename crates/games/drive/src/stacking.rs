//! 6.0 Stacking.

use crate::Drive;
use crate::data::{Nation, UnitId, UnitKind};
use crate::ground::Load;
use crate::refusal::{Consult, Verdict, Why};
use crate::sets::UnitSet;
use crate::state::{Frame, State};
use kessel_board::SpaceId;
use kessel_table::{Case, Log, Side};

impl Drive {
    /// Units of one hex, counted as stacking counts them.
    #[inline]
    pub(crate) fn count(&self, units: impl Iterator<Item = UnitId>) -> Load {
        let mut count = Load::default();
        units.for_each(|unit| count.add(self.card(unit).load));
        count
    }

    /// 6.1, 6.3, 6.4: may these units of a side stand in the hex with those that are there?
    #[inline]
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
        let full = together.units > limits.units;
        c.ask(Case("6.1.a"), if full { Err(Why::StackFull(hex)) } else { Ok(()) })?;
        if side == Side::Soviet {
            let full = together.artillery > limits.artillery;
            return c.ask(Case("6.4.b"), if full { Err(Why::ArtilleryFull(hex)) } else { Ok(()) });
        }
        if let Some(case) = self.bad_mix(together)
            && !self.mixing_allowed(state, hex)
        {
            return c.ask(case, Err(Why::Nations(hex)));
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
        if !c.gate(Case("6.2.c"), if there { Ok(()) } else { Err(Why::NotThere(unit, hex)) })? {
            return Ok(());
        }
        let nations = self.nations_judged(state, owner);
        let before = self.excess(state, hex, nations);
        let after = self.excess_of(state, hex, state.stack_at(hex) - UnitSet::of(unit), nations);
        c.ask(Case("6.2.c"), if after < before { Ok(()) } else { Err(Why::NeedNotGo(unit)) })
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
}
