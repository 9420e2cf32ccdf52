//! What bars a hex, or binds a unit, whatever way it would come or go: on the march, by rail, as a reaction, in a Surprise Attack,
//! exploiting, advancing, retreating. Every way asks here (R170).

use crate::Roads;
use crate::data::{Region, River, SideInfo, SupportClass, SupportId, UnitId, Weather};
use crate::refusal::{Consult, Verdict};
use crate::state::{Spot, State, Supply};
use kessel_board::SpaceId;
use kessel_kernel::{Case, No, Side, must};
use kessel_kit::no;

/// How a unit comes into a hex.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// It moves: in any mode of 7 and 9.2, as a reaction, or under a Surprise Attack.
    Move,
    /// It advances after combat (8.13): of its own will, but it is no movement.
    Advance,
    /// It retreats (8.12): it must.
    Retreat,
}

impl Roads {
    /// 'May not move': the first turn in the west (S3.k), the zone of the 28th Army, the last positions at Stalingrad. This binds all
    /// movement, reactions too; attacks, retreats and advances are none (R103, R124).
    pub(crate) fn bound(&self, state: &State, unit: UnitId, at: SpaceId, c: &mut Consult) -> Verdict {
        let (space, scenario) = (self.space(state, at), self.scenario(state));
        if let Some(column) = scenario.rules.frozen_below
            && state.turn == scenario.first_turn.0
        {
            let frozen = space.column < column;
            c.ask(
                Case("S3.k"),
                must(!frozen, no!("{unit} stands too far west of the offensive to move in the first turn", unit)),
            )?;
        }
        if scenario.rules.army_28 {
            let zone = scenario.map.region(Region::Army28).contains(at);
            let why = no!("{unit} stands in the zone of the 28th Army, where nobody moves", unit);
            c.ask(self.special(state, "S2.w"), must(!zone, why))?;
        }
        if self.info(unit).side == Side::Soviet && space.foothold && scenario.rules.footholds {
            let held = self.axis_in_stalingrad(state);
            let why = no!("{unit} may not move while Axis units are in Stalingrad", unit);
            c.ask(self.special(state, "S2.y"), must(!held, why))?;
        }
        Ok(())
    }

    /// Hexes that nobody enters: the enemy's, those of the 28th Army, those behind a river in mud, and for units out of supply those
    /// farther from their HQ. `info` is what lies between the hexes, `bridged` says whether its river is.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn barred(
        &self,
        state: &State,
        unit: UnitId,
        from: SpaceId,
        to: SpaceId,
        way: Way,
        info: SideInfo,
        bridged: bool,
        c: &mut Consult,
    ) -> Verdict {
        let (map, side) = (self.map(state), self.info(unit).side);
        let enemy = state.field.occupied(side.other()).contains(to);
        c.ask(Case("7.1.7"), must(!enemy, no!("the enemy is in {to}", to)))?;
        if self.scenario(state).rules.army_28 {
            let zone = map.region(Region::Army28);
            let inside = zone.contains(to) || way == Way::Move && zone.contains(from);
            let why = no!("{to}: nobody moves in the zone of the 28th Army", to);
            c.ask(self.special(state, "S2.w"), must(!inside, why))?;
        }
        if state.forecast.weather == Weather::Mud && info.river != River::None {
            // S2.x: for attacks, and so for what follows them, no river runs past the last positions.
            let river = way != Way::Advance || self.bank(state, side, from, to).river != River::None;
            // 3.2.2.i: on which bank he stands is all one.
            let open = !river || info.ferry || bridged || !self.near_enemy(state, side, to);
            let why = no!(
                "in mud nobody crosses the river from {from} to {to}, next to the enemy, without a bridge",
                from,
                to
            );
            c.ask(Case("3.2.2.h"), must(open, why))?;
        }
        // 8.12.5 tells a retreat by its own priorities where it goes.
        // 4.4.4.b: elite units go where they like; 4.4.4.c, 10.2.3.c: so do those of the pocket.
        if way != Way::Retreat && state.field.get(unit).supply == Supply::Out && !self.info(unit).elite {
            let away = self.leaves_hq(state, unit, from, to);
            c.ask(Case("4.4.4.a"), must(!away, no!("{to} takes {unit} farther from the closest HQ", to, unit)))?;
        }
        Ok(())
    }

    /// Hexes that a unit of its own will does not end in: the southern row (S3.q), the last positions for armor and for supports, the
    /// company of another leader.
    pub(crate) fn no_place(&self, state: &State, unit: UnitId, hex: SpaceId) -> Verdict {
        let (info, space) = (self.info(unit), self.space(state, hex));
        if info.side == Side::Axis && space.row == self.data.charts.movement.forbidden_axis_row {
            let why = no!("{unit} may not end its move in {hex}, on the southern edge", unit, hex);
            return Err(No { case: Case("7.1.11"), why });
        }
        if space.foothold && info.side == Side::Soviet && self.scenario(state).rules.footholds {
            if info.armored && self.axis_in_stalingrad(state) {
                let why = no!("{unit} is armored and may not end its move in {hex}", unit, hex);
                return Err(No { case: self.special(state, "S2.z"), why });
            }
            if state.markers.contains(&Spot::Unit(unit)) {
                let why = no!("{unit} has a support and may not end its move in {hex}", unit, hex);
                return Err(No { case: self.special(state, "S2.aa"), why });
            }
        }
        if self.leaders_meet(state, unit, hex) {
            let why = no!("{unit} has a leader and may not end its move in {hex}: another leader is there", unit, hex);
            return Err(No { case: Case("5.5.3.c"), why });
        }
        Ok(())
    }

    /// The leader that is with a unit.
    pub(crate) fn leader_of(&self, state: &State, unit: UnitId) -> Option<SupportId> {
        self.leaders.iter().copied().find(|marker| state.spot(*marker) == Spot::Unit(unit))
    }

    /// 5.5.3.c: would a unit bring its leader to another one?
    pub(crate) fn leaders_meet(&self, state: &State, unit: UnitId, hex: SpaceId) -> bool {
        let other = |marker: &SupportId| match state.spot(*marker) {
            Spot::Unit(host) => {
                host != unit && state.field.at(host) == Some(hex) && self.info(host).side == self.info(unit).side
            }
            _ => false,
        };
        self.leader_of(state, unit).is_some() && self.leaders.iter().any(other)
    }

    /// 4.4.4, R42: does the step lead away from the HQ that is closest now? Of several as close any will do.
    fn leaves_hq(&self, state: &State, unit: UnitId, from: SpaceId, to: SpaceId) -> bool {
        let others = || self.hqs(state, self.info(unit).side).filter(|(hq, _)| *hq != unit);
        let Some(closest) = others().map(|(_, at)| self.distance(state, from, at)).min() else { return false };
        let mut tied = others().filter(|(_, at)| self.distance(state, from, *at) == closest);
        !tied.any(|(_, at)| self.distance(state, to, at) <= closest)
    }

    /// Do Axis units stand in Stalingrad (S2.y)?
    pub(crate) fn axis_in_stalingrad(&self, state: &State) -> bool {
        let axis = state.field.occupied(Side::Axis);
        self.map(state).stalingrad_hexes().iter().any(|hex| axis.contains(*hex))
    }

    /// 7.4: is the river crossed over a bridge? Whoever carries a Bridging Unit leaves the bridge behind with its first step, which
    /// it serves (PA.SUP.bridging).
    pub(crate) fn bridged_for(
        &self,
        state: &State,
        unit: UnitId,
        under_way: bool,
        from: SpaceId,
        to: SpaceId,
        info: SideInfo,
    ) -> bool {
        let gone = under_way.then_some(unit);
        info.bridge || self.spanned(state, self.info(unit).side, gone, from, to)
    }
}

/// The markers of a class.
pub(crate) fn of_class(supports: &crate::data::Supports, class: SupportClass) -> Vec<SupportId> {
    let is = |place: &usize| supports.kinds[supports.markers[*place].kind.index()].class == class;
    (0..supports.markers.len()).filter(is).map(SupportId::at).collect()
}
