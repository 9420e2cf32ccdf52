//! 8.4 Hasty attacks: a group attacks out of its movement, and goes on with those who may.

use crate::Winter;
use crate::data::{Nation, UnitId};
use crate::refusal::{Consult, Noun, Verdict};
use crate::sets::UnitSet;
use crate::state::{AttackKind, March, Mover, Place, State};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Side, must, unless};
use kessel_kit::no;

impl Winter {
    /// 8.4, 8.4.1.e: may the group attack this hex out of its movement, as long as its points last?
    pub(crate) fn check_hasty(
        &self,
        state: &State,
        march: &March,
        side: Side,
        at: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let adjacent = self.data.map.board.are_adjacent(march.hex, at);
        if !c.gate(Case("8.4.1.a"), must(adjacent, no!("{at} is not next to the group", at)))? {
            return Ok(());
        }
        if !c.gate(Case("8.4.1.a"), must(self.is_defended(state, side, at), no!("no enemy holds {at}", at)))? {
            return Ok(());
        }
        self.check_don(march.hex, at, c)?;
        c.ask(Case("8.3.b"), unless(march.administrative, no!("an administrative move cannot attack")))?;
        self.check_hasty_group(state, march, c)?;
        c.ask(
            Case("9.1.c"),
            unless(self.is_overfull(state, march.hex), no!("{hex} holds too much for a hasty attack", hex = march.hex)),
        )?;
        for mover in &march.movers {
            // 12.2.i: guns too.
            let cost = self.hasty_cost(state, march, mover.unit, at);
            let (unit, price) = (mover.unit, Noun::Points(cost));
            c.ask(
                Case("8.4.1.d"),
                unless(cost > mover.left, no!("{unit} cannot pay the {price} points of a hasty attack", unit, price)),
            )?;
            self.check_toll(state, march, mover, at, cost, c)?;
        }
        Ok(())
    }

    /// 15.2.a, 4.4.d: who goes into the emptied hex must be able to leave his entrenchment for it and to bear its interdiction; that is paid
    /// when he goes, if he goes. Guns stay where they are.
    fn check_toll(
        &self,
        state: &State,
        march: &March,
        mover: &Mover,
        at: SpaceId,
        cost: i16,
        c: &mut Consult,
    ) -> Verdict {
        let toll = self.toll(state, march.hex, mover, at);
        let short = toll > mover.left - cost && !self.data.info(mover.unit).kind.is_gun();
        let dug_in = state.entrenched[self.side(mover.unit).index()].contains(march.hex);
        let (unit, more) = (mover.unit, Noun::Points(toll));
        let (case, why) = if dug_in {
            let why = no!("{unit} has not the {more} points more that leaving the entrenchment costs", unit, more);
            (Case("15.2.a"), why)
        } else {
            let why = no!("{unit} has not the {more} points more that the interdiction of the hex takes", unit, more);
            (Case("4.4.d"), why)
        };
        c.ask(case, unless(toll > 0 && short, why))
    }

    /// No attack across the Don.
    pub(crate) fn check_don(&self, from: SpaceId, at: SpaceId, c: &mut Consult) -> Verdict {
        let map = &self.data.map;
        let don = map.board.edge(from, at).is_some_and(|edge| map.sides[edge].water == crate::data::Water::Major);
        c.ask(Case("8.2.b"), unless(don, no!("the Don flows between {from} and {at}", from, at)))
    }

    /// 8.4.c, 12.2.j, 13.1.c, 16.3.e: who may take part together.
    fn check_hasty_group(&self, state: &State, march: &March, c: &mut Consult) -> Verdict {
        let start = |unit: UnitId| state.memory.start.get(unit.index()).copied().unwrap_or(SpaceId(u16::MAX));
        let mut fights = false;
        for mover in &march.movers {
            let unit = mover.unit;
            let info = self.data.info(unit);
            let apart =
                start(unit) != start(march.movers[0].unit) || (start(unit).0 == u16::MAX && march.movers.len() > 1);
            c.ask(Case("8.4.c"), unless(apart, no!("{unit} did not begin the phase with the others", unit)))?;
            c.ask(
                Case("13.1.c"),
                unless(state.unit(unit).disrupted, no!("{unit} is disrupted and cannot attack", unit)),
            )?;
            c.ask(Case("16.3.e"), unless(self.ground.convoys.contains(unit), no!("{unit} cannot fight", unit)))?;
            let supports = info.nation == Nation::German && info.mechanized && start(unit).0 != u16::MAX;
            c.ask(
                Case("12.2.j"),
                unless(info.kind.is_gun() && !supports, no!("{unit} takes no part in a hasty attack", unit)),
            )?;
            fights |= !info.kind.is_gun();
        }
        c.ask(Case("12.2.j"), must(fights, no!("guns alone make no hasty attack")))
    }

    /// Pays for the attack and draws it up.
    pub(super) fn begin_hasty(&self, state: &mut State, side: Side, at: SpaceId) {
        let Some(mut march) = state.march.take() else { return };
        let costs: ArrayVec<i16, 40> =
            march.movers.iter().map(|m| self.hasty_cost(state, &march, m.unit, at)).collect();
        for (mover, cost) in march.movers.iter_mut().zip(costs) {
            mover.left -= cost;
        }
        march.begun = true;
        let attackers: UnitSet =
            march.movers.iter().map(|m| m.unit).filter(|u| !self.data.info(*u).kind.is_gun()).collect();
        state.march = Some(march);
        // 8.4.1.f, 8.4.1.p: a fight like any other, each time.
        self.open_attack(state, side, at, AttackKind::Hasty, attackers);
    }

    /// 11.0.a: the attack is taken back before anybody has seen it, with what it cost.
    pub(crate) fn take_back_hasty(&self, state: &mut State, at: SpaceId) {
        let Some(mut march) = state.march.take() else { return };
        let costs: ArrayVec<i16, 40> =
            march.movers.iter().map(|m| self.hasty_cost(state, &march, m.unit, at)).collect();
        for (mover, cost) in march.movers.iter_mut().zip(costs) {
            mover.left += cost;
        }
        let moved = march.hex != march.from || march.movers.iter().any(|m| m.left != m.allowance);
        march.begun = march.entered || moved;
        state.march = Some(march);
    }

    /// 12.2.h: a gun that began the phase with the group that attacks: one of the group, one that it left behind on the way, or one that has
    /// not moved at all. With it whether it stands apart.
    pub(crate) fn hasty_gun(&self, state: &State, unit: UnitId) -> Option<(Mover, bool)> {
        let march = state.march.as_ref()?;
        let start = |unit: UnitId| state.memory.start.get(unit.index()).filter(|hex| hex.0 != u16::MAX);
        let began = start(unit).filter(|hex| march.movers.first().and_then(|m| start(m.unit)) == Some(hex))?;
        if let Some(mover) = march.movers.iter().find(|m| m.unit == unit) {
            return Some((*mover, false));
        }
        if let Some(mover) = march.behind.iter().find(|m| m.unit == unit) {
            return Some((*mover, true));
        }
        let waits = state.at(unit) == Some(*began) && !state.memory.moved.contains(unit);
        let allowance = self.allowance(state, unit, false);
        waits.then_some((Mover { unit, allowance, left: allowance, zones: 0 }, true))
    }

    /// 12.2.i: guns apart from the group pay for the attack when it is declared; one that had not moved has finished its move with it (8.1.e).
    pub(crate) fn pay_support(&self, state: &mut State, guns: UnitSet) {
        for unit in guns.iter() {
            let Some((mover, true)) = self.hasty_gun(state, unit) else { continue };
            state.memory.moved.insert(unit);
            let paid = Mover { left: mover.left - self.support_cost(unit), ..mover };
            if let Some(march) = &mut state.march {
                march.behind.retain(|m| m.unit != unit);
                if !march.behind.is_full() {
                    march.behind.push(paid);
                }
            }
        }
    }

    /// After a hasty attack the group goes on with those who may (8.4.1.j), not with who was disrupted or has retreated (8.4.1.m).
    pub(crate) fn resume_march(&self, state: &mut State, out: UnitSet) {
        let Some(mut march) = state.march.take() else { return };
        let goes_on = |m: &Mover| {
            let unit = state.unit(m.unit);
            matches!(unit.place, Place::At(_)) && !unit.disrupted && !out.contains(m.unit)
        };
        let lead = march.movers.iter().find(|m| goes_on(m) && !self.data.info(m.unit).kind.is_gun());
        let hex = lead.and_then(|m| state.at(m.unit)).unwrap_or(march.hex);
        let (stay, rest): (Vec<Mover>, Vec<Mover>) =
            march.movers.iter().copied().partition(|m| goes_on(m) && state.at(m.unit) == Some(hex));
        march.movers = stay.into_iter().collect();
        march.hex = hex;
        state.march = Some(march);
        for mover in rest {
            self.rest(state, mover);
        }
    }
}
