//! 9.23 to 9.31 German mobile assaults.

use crate::Drive;

use crate::data::{UnitId, UnitKind, Water};
use crate::ground::Near;
use crate::refusal::{Consult, Noun, Verdict, Why};
use crate::sets::UnitSet;
use crate::state::{Fight, Frame, March, Stage, State};
use crate::supply::Supplied;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Event, Log, Side, must, unless};
use kessel_kit::no;

impl Drive {
    /// 9.23 to 9.28: may the group assault this hex on the move, whoever has done so before (9.24.c)?
    pub(crate) fn check_assault(
        &self,
        state: &State,
        march: &March,
        at: SpaceId,
        manstein: bool,
        c: &mut Consult,
    ) -> Verdict {
        let Some(near) = self.ground.between(march.hex, at) else {
            return c.ask(Case("9.24.a"), Err(no!("{at} is not next to {from}", at, from = march.hex)));
        };
        self.assaulter_rules(state, &march.units, march.hex, c)?;
        if !c.gate(Case("9.24.a"), must(state.holds(Side::Soviet, at), no!("no enemy is in {at}", at)))? {
            return Ok(());
        }
        self.target_rules(state, march.hex, &near, c)?;
        let Some(cost) = self.assault_cost(state, &march.units, &near) else {
            return c.ask(Case("9.25.a"), Err(closed_to_mobile(at)));
        };
        let short = cost > self.points_left(state, &march.units);
        let why = no!("{at} costs {cost} points, more than are left{left}", at, cost, left = Noun::PointsLeft);
        c.ask(Case("9.25.d"), unless(short, why))?;
        if manstein {
            c.ask(Case("8.9.a"), unless(state.is_blue(), no!("only Operation Uranus has that")))?;
            c.ask(Case("8.9.a"), unless(state.uses.manstein, no!("Manstein has helped in this player turn")))?;
        }
        Ok(())
    }

    /// Who may make one, and from where.
    fn assaulter_rules(&self, state: &State, units: &[UnitId], launch: SpaceId, c: &mut Consult) -> Verdict {
        for unit in units {
            let card = self.card(*unit);
            // 6.3.e: with Germans in their hex or not.
            let case = if card.is_satellite() { Case("11.39.b") } else { Case("9.23.a") };
            let why = no!("{unit} makes no mobile assaults: only German mechanised divisions do", unit = *unit);
            c.ask(case, must(card.is_german() && card.mechanised, why))?;
            self.attack_readiness(state, *unit, c)?;
            // 9.30.c: victors who are still on their way; 9.24.b: anybody.
            let victor = state.march().is_some_and(|march| march.moved && march.units.contains(unit));
            let case = if victor { Case("9.30.c") } else { Case("9.24.b") };
            let why = no!("{unit} has made its mobile assault of this phase", unit = *unit);
            c.ask(case, unless(state.assaulted.contains(*unit), why))?;
        }
        let panzer = units.iter().any(|unit| self.card(*unit).kind == UnitKind::Panzer);
        c.ask(Case("9.23.b"), must(panzer, no!("a German panzer division with overland supply must take part")))?;
        // 7.3.f; 7.16.e, 9.26: the launch hex decides; whoever has not moved lacks what he lacked.
        let moved = units.iter().any(|unit| state.units[unit.index()].spent > 0);
        let supply = self.supply_in(state, Side::Axis, launch);
        let case = match supply {
            _ if moved => Case("7.16.e"),
            Supplied::Coastal => Case("7.5.c"),
            Supplied::Aerial => Case("7.6.c"),
            Supplied::Regular | Supplied::Out => Case("7.15.c"),
        };
        let why = no!("units in {launch} have no overland supply: no mobile assault is launched there", launch);
        c.ask(case, must(supply == Supplied::Regular, why))
    }

    /// 9.25: where none is made.
    fn target_rules(&self, state: &State, launch: SpaceId, near: &Near, c: &mut Consult) -> Verdict {
        let at = near.to;
        let space = &self.data.map.spaces[at];
        c.ask(Case("11.22.d"), unless(space.is_city(), closed_to_mobile(at)))?;
        // 9.25.c, 10.2.e: not the marsh of the freeze.
        let rough = self.data.charts.terrain(space.terrain, state.frozen).mobile.is_none();
        c.ask(Case("9.25.a"), unless(rough, closed_to_mobile(at)))?;
        let fort = self.is_fortified(state, at);
        c.ask(Case("11.23.c"), unless(fort, closed_to_mobile(at)))?;
        let why = no!("open water lies between {launch} and {at}", launch, at);
        c.ask(Case("9.25.b"), unless(near.between.is_open_water(), why))?;
        let why = no!("impassable mountains lie between {launch} and {at}", launch, at);
        c.ask(Case("11.16.b"), unless(near.between.blocked, why))?;
        let water = near.between.water;
        let why = no!("the Volga lies between {launch} and {at}: the Axis never crosses it", launch, at);
        c.ask(Case("11.19.d"), unless(water == Water::Volga, why))?;
        // 9.25.c, 11.19.e.
        let river = near.between.is_river() && !state.frozen;
        let why = no!("a river lies between {launch} and {at}: mobile assaults cross only frozen ones", launch, at);
        c.ask(Case("11.19.c"), unless(river, why))
    }

    /// 11.23.b, 11.23.c: an intact hex of the Don-Volga line.
    pub(crate) fn is_fortified(&self, state: &State, hex: SpaceId) -> bool {
        self.ground.forts.contains(hex) && !state.ruins.contains(hex)
    }

    /// 9.24.a: double the cost.
    pub(crate) fn assault_cost(&self, state: &State, units: &[UnitId], near: &Near) -> Option<u8> {
        let cost = self.group_cost(state, units, near)?;
        cost.checked_mul(self.data.charts.movement.mobile_factor)
    }

    /// The hexes that a group can assault now.
    pub(crate) fn open_assaults<'a>(
        &'a self,
        state: &'a State,
        march: &'a March,
    ) -> impl Iterator<Item = SpaceId> + 'a {
        let around = self.ground.around(march.hex).iter().map(|near| near.to);
        around.filter(move |at| self.check_assault(state, march, *at, false, &mut Consult::strict()).is_ok())
    }

    /// Is there one? Asked of groups that can take no step.
    pub(crate) fn any_assault(&self, state: &State, units: &[UnitId], from: SpaceId) -> bool {
        let Some(group) = units.iter().copied().map(Some).collect::<Option<arrayvec::ArrayVec<_, 11>>>() else {
            return false;
        };
        let march = March { hex: from, units: group, moved: false };
        self.open_assaults(state, &march).next().is_some()
    }

    /// The points are paid and the assault is committed before anybody looks (R82).
    pub(crate) fn apply_assault(&self, state: &mut State, at: SpaceId, manstein: bool, log: &mut Log) {
        let Frame::March(march) = state.frames.top() else { return };
        let march = march.clone();
        let Some(near) = self.ground.between(march.hex, at) else { return };
        let cost = self.assault_cost(state, &march.units, &near).unwrap_or(0);
        self.spend(state, &march.units, cost);
        if let Frame::March(march) = state.frames.top_mut() {
            march.moved = true;
        }
        let units: UnitSet = march.units.iter().copied().collect();
        state.assaulted |= units;
        state.uses.manstein |= manstein;
        log.reveal();
        log.add(|| Event::note(Case("9.24.a"), format!("Mobile assault on {}", self.hex_name(at))));
        self.declare(state, Side::Axis, at, Some(march.hex), units, 0, manstein, log);
    }

    /// 9.29, 9.30: the group stands in the cleared hex and goes on, or is back where it came from and stops.
    pub(crate) fn end_assault(&self, state: &mut State, fight: &Fight, log: &mut Log) {
        let Some(launch) = fight.launch else { return };
        let alive: UnitSet = fight.units.iter().filter(|u| state.at(*u) == Some(launch)).collect();
        let cleared = !state.holds(Side::Soviet, fight.target);
        let survivors: arrayvec::ArrayVec<UnitId, 11> = alive.iter().take(11).collect();
        for frame in state.frames.iter_mut() {
            if let Frame::March(march) = frame {
                march.units.retain(|u| alive.contains(*u));
                // 9.24.d: until then they stand in the launch hex, and the two sides are never counted together.
                if cleared {
                    march.hex = fight.target;
                }
            }
        }
        if !cleared {
            // 9.29.b: for this movement phase, not for an assault phase after it.
            state.stopped |= alive;
            return;
        }
        if survivors.is_empty() {
            return;
        }
        // 9.30.b: this is all the advance that there is.
        self.carry(state, &survivors, launch, fight.target, Case("9.30.a"), log);
        self.occupied(state, Side::Axis, fight.target, log);
    }

    /// How a fight begins.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn declare(
        &self,
        state: &mut State,
        attacker: Side,
        target: SpaceId,
        launch: Option<SpaceId>,
        units: UnitSet,
        aircraft: u8,
        manstein: bool,
        log: &mut Log,
    ) {
        let fight = self.drawn_up(state, attacker, target, launch, units, aircraft, manstein);
        self.attack_alarms(state, attacker, target, log);
        if launch.is_none() {
            *state.frames.top_mut() = Frame::Fight(fight);
        } else {
            state.frames.push(Frame::Fight(fight));
        }
    }

    /// Both sides of an assault before anything is rolled.
    #[allow(clippy::too_many_arguments)] // what a player declares
    pub(crate) fn drawn_up(
        &self,
        state: &State,
        attacker: Side,
        target: SpaceId,
        launch: Option<SpaceId>,
        units: UnitSet,
        aircraft: u8,
        manstein: bool,
    ) -> Fight {
        // 11.2: all of them.
        let there = state.stack_at(target);
        // 11.35.a, 11.35.d: who retreated hither in this phase, from whatever assault, does not count, unless he is alone (R72).
        let fresh = there - state.refugees;
        let defenders = if fresh.is_empty() { there } else { fresh };
        let mut planes = [0; 2];
        planes[attacker.index()] = aircraft;
        Fight {
            target,
            launch,
            attacker,
            units,
            defenders,
            guests: there - defenders,
            aircraft: planes,
            manstein,
            stage: Stage::Declared,
            unsupplied: UnitSet::EMPTY,
            sums: [0; 2],
            shift: 0,
            die: 0,
            result: None,
            steps_lost: 0,
        }
    }
}

/// 9.25: what keeps mobile assaults out of a hex.
fn closed_to_mobile(at: SpaceId) -> Why {
    no!("no mobile assault is made into {at}: {cover}", at, cover = Noun::Cover(at))
}
