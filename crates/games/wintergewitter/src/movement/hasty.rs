//! 8.4 Hasty attacks: a group attacks out of its movement, and goes on with those who may.

use crate::Winter;
use crate::data::{Nation, UnitId};
use crate::sets::UnitSet;
use crate::state::{AttackKind, March, Mover, Place, State};
use crate::why::{Consult, Noun, Verdict, Why, about, about2, plain};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_table::{Case, Side, unless};

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
        if !c.gate(Case("8.4.1.a"), unless(!adjacent, about("{} is not next to the group", at)))? {
            return Ok(());
        }
        if !c.gate(Case("8.4.1.a"), unless(!self.is_defended(state, side, at), about("no enemy holds {}", at)))? {
            return Ok(());
        }
        self.check_don(march.hex, at, c)?;
        c.ask(Case("8.3.b"), unless(march.administrative, plain("an administrative move cannot attack")))?;
        self.check_hasty_group(state, march, c)?;
        c.ask(
            Case("9.1.c"),
            unless(self.is_overfull(state, march.hex), about("{} holds too much for a hasty attack", march.hex)),
        )?;
        for mover in &march.movers {
            // 12.2.i: guns too.
            let cost = self.hasty_cost(state, march, mover.unit, at);
            let why = Why {
                text: "{} cannot pay the {} points of a hasty attack",
                nouns: [mover.unit.into(), Noun::Halves(cost.into())],
            };
            c.ask(Case("8.4.1.d"), unless(cost > mover.left, why))?;
        }
        Ok(())
    }

    /// No attack across the Don.
    pub(crate) fn check_don(&self, from: SpaceId, at: SpaceId, c: &mut Consult) -> Verdict {
        let map = &self.data.map;
        let don = map.board.edge(from, at).is_some_and(|edge| map.sides[edge].water == crate::data::Water::Major);
        c.ask(Case("8.2.b"), unless(don, about2("the Don flows between {} and {}", from, at)))
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
            c.ask(Case("8.4.c"), unless(apart, about("{} did not begin the phase with the others", unit)))?;
            c.ask(
                Case("13.1.c"),
                unless(state.unit(unit).disrupted, about("{} is disrupted and cannot attack", unit)),
            )?;
            c.ask(Case("16.3.e"), unless(self.ground.convoys.contains(unit), about("{} cannot fight", unit)))?;
            let supports = info.nation == Nation::German && info.mechanized && start(unit).0 != u16::MAX;
            c.ask(
                Case("12.2.j"),
                unless(info.kind.is_gun() && !supports, about("{} takes no part in a hasty attack", unit)),
            )?;
            fights |= !info.kind.is_gun();
        }
        c.ask(Case("12.2.j"), unless(!fights, plain("guns alone make no hasty attack")))
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
        march.zones |= self.zones_around(state, hex);
        state.march = Some(march);
        for mover in rest {
            self.rest(state, mover);
        }
    }
}
