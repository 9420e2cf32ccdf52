//! What movement costs (8.0, 8.3, 8.4.1, 10.2, 15.2, 16.3), in half points; and where reinforcements enter.

use crate::Winter;
use crate::data::{Area, Terrain, UnitId, UnitType, Water};
use crate::ground::nation_index;
use crate::refusal::{Consult, Verdict};
use crate::sequence::Who;
use crate::state::{March, Mover, Place, State, Supply};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Side, must, unless};
use kessel_kit::no;

/// Half of so many half points, in whole points, .5 up (2.5.b).
const fn half_of(allowance: i16) -> i16 {
    2 * ((allowance / 2 + 1) / 2)
}

impl Winter {
    /// 8.1.h: the movement allowance in half points: halves and halves again, rounded once (2.5.b, R43), then the initiative's point (6.3.a) and the
    /// interdiction of where it starts (4.4.c).
    pub(crate) fn allowance(&self, state: &State, unit: UnitId, administrative: bool) -> i16 {
        let info = self.data.info(unit);
        let fired = state.unit(unit).fired && info.kind.is_gun() && info.kind != UnitType::Rocket; // 12.2.a, 12.2.k
        let halvings = self.halvings(state, unit) + u32::from(fired);
        self.whole_allowance(state, unit, administrative, halvings)
    }

    /// 12.1.l: a fired marker; 12.2.a, 12.2.k: a gun on the move has half its allowance from then on, a rocket unit not.
    pub(crate) fn mark_fired(&self, state: &mut State, unit: UnitId) {
        if std::mem::replace(&mut state.unit_mut(unit).fired, true) || self.data.info(unit).kind == UnitType::Rocket {
            return;
        }
        let movers = state.march.iter_mut().flat_map(|march| &mut march.movers);
        for mover in movers.filter(|mover| mover.unit == unit) {
            let spent = mover.allowance - mover.left;
            mover.allowance = half_of(mover.allowance);
            mover.left = (mover.allowance - spent).max(0);
        }
    }

    /// How often the condition of a unit halves its allowance.
    fn halvings(&self, state: &State, unit: UnitId) -> u32 {
        let own = state.unit(unit);
        // 13.1.a; 14.5.b: and 14.5.a: nothing else of supply slows it.
        u32::from(own.disrupted) + u32::from(own.supply == Supply::Out)
    }

    fn whole_allowance(&self, state: &State, unit: UnitId, administrative: bool, halvings: u32) -> i16 {
        let ma = i32::from(self.data.info(unit).face(state.unit(unit).points).movement);
        // 8.3.a: half as much again.
        let (number, parts) = if administrative { (ma * 3, 2 << halvings) } else { (ma, 1 << halvings) };
        let mut points = (2 * number + parts) / (2 * parts);
        points += i32::from(self.has_bonus_point(state, self.side(unit)));
        if self.side(unit) == Side::Soviet
            && let Some(hex) = state.at(unit)
        {
            points -= i32::from(self.interdicted(state, hex));
        }
        (points.max(0) * 2) as i16
    }

    /// 6.3.a, 6.3.e: one point from the second turn in a row, never more; not in the phases of Sixth Army and the Ring (R110).
    fn has_bonus_point(&self, state: &State, side: Side) -> bool {
        let player = state.activity().is_none_or(|a| matches!(a.who, Who::First | Who::Second));
        player && state.initiative.first == Some(side) && state.initiative.streak >= 2
    }

    /// The interdiction zones around a hex, as bits.
    pub(crate) fn zones_around(&self, state: &State, hex: SpaceId) -> u16 {
        let near =
            |zone: &crate::state::Interdiction| self.distance(zone.hex, hex) <= self.data.charts.reach.interdiction;
        state.zones.iter().enumerate().filter(|(_, zone)| near(zone)).fold(0, |bits, (n, _)| bits | (1 << n))
    }

    /// The cost of a hex and the hexside before it, without zones (8.0.a, 8.0.b).
    pub(crate) fn hex_cost(&self, state: &State, unit: UnitId, from: SpaceId, to: SpaceId, group: &[Mover]) -> i16 {
        let map = &self.data.map;
        let charts = &self.data.charts;
        // 16.3.a: a convoy's is motorized.
        let class = self.data.info(unit).kind.movement();
        let icy = self.data.turn(state.turn).icy;
        let Some(edge) = map.board.edge(from, to) else { return i16::MAX / 2 };
        // 16.3.d: a column on the road takes the road away from everybody else.
        let column =
            |hex| state.units_at(hex).any(|u| self.ground.convoys.contains(u) && !group.iter().any(|m| m.unit == u));
        let road = map.sides[edge].road && !column(from) && !column(to);
        let over = self.water(state, edge) == Water::Minor;
        let ground = if icy && map.spaces[to].road {
            charts.effect(Terrain::Clear).enter.of(class) // 8.1.g
        } else if road && !icy && !over {
            charts.road.of(class)
        } else {
            charts.effect(self.terrain(to)).enter.of(class)
        };
        let river = if over { charts.river.of(class) } else { 0 };
        i16::from(ground) + i16::from(river)
    }

    /// What a step costs a unit of the group.
    pub(crate) fn step_cost(&self, state: &State, march: &March, mover: &Mover, to: SpaceId) -> i16 {
        let unit = mover.unit;
        let (enter, leave) = self.data.charts.zone;
        let mut cost = self.hex_cost(state, unit, march.hex, to, &march.movers);
        if self.is_zoned_for(state, unit, march.hex) {
            cost += 2 * i16::from(leave); // 10.2.c
        }
        if self.is_zoned_for(state, unit, to) {
            cost += 2 * i16::from(enter); // 10.2.a, 10.2.d
        }
        cost + self.toll(state, march.hex, mover, to)
    }

    /// What leaving one hex for another takes from a unit whichever way it goes there, in a step or in the advance of a hasty attack: half its
    /// allowance out of an entrenchment (15.2.a), and the points of every interdiction zone that it has not met yet (4.4.d).
    pub(crate) fn toll(&self, state: &State, from: SpaceId, mover: &Mover, to: SpaceId) -> i16 {
        let dug_in = state.entrenched[self.side(mover.unit).index()].contains(from);
        let out = if dug_in { half_of(mover.allowance) } else { 0 };
        out + self.interdiction_toll(state, mover.unit, to, mover.zones)
    }

    /// 4.4.d, 4.4.e, R28: what the interdiction zones around a hex take from a Soviet unit that comes into them, those left out that have taken
    /// their points already.
    fn interdiction_toll(&self, state: &State, unit: UnitId, to: SpaceId, paid: u16) -> i16 {
        if self.side(unit) != Side::Soviet {
            return 0;
        }
        let new = self.zones_around(state, to) & !paid;
        let met = state.zones.iter().enumerate().filter(|(n, _)| new & (1 << n) != 0);
        met.map(|(_, zone)| 2 * i16::from(zone.points)).sum()
    }

    /// 8.4.1.a, 8.4.1.b, 8.4.1.l: the hasty attack and the terrain of the defender; the zone was paid on coming up, and others in that hex cost nothing (8.4.1.c).
    pub(crate) fn hasty_cost(&self, state: &State, march: &March, unit: UnitId, at: SpaceId) -> i16 {
        let info = self.data.info(unit);
        let hasty = self.data.charts.hasty[nation_index(info.nation)];
        2 * i16::from(hasty) + self.hex_cost(state, unit, march.hex, at, &march.movers)
    }

    /// 12.2.i: what a gun pays that was left behind and supports the attack at range: it enters no hex.
    pub(crate) fn support_cost(&self, unit: UnitId) -> i16 {
        2 * i16::from(self.data.charts.hasty[nation_index(self.data.info(unit).nation)])
    }

    /// 12.2.b, 12.2.d: how far a gun may drive and still fire: half of what it may drive this turn (13.1.a, 14.5.b), administratively or not.
    pub(crate) fn firing_reach(&self, state: &State, unit: UnitId) -> i16 {
        let halvings = self.halvings(state, unit);
        half_of(self.whole_allowance(state, unit, false, halvings))
    }

    /// What it costs to come onto the map there.
    pub(crate) fn entry_cost(&self, state: &State, unit: UnitId, at: SpaceId) -> i16 {
        let class = self.data.info(unit).kind.movement();
        let charts = &self.data.charts;
        let space = &self.data.map.spaces[at];
        let icy = self.data.turn(state.turn).icy;
        let ground = match (space.road, icy) {
            (true, true) => charts.effect(Terrain::Clear).enter.of(class),
            (true, false) => charts.road.of(class),
            _ => charts.effect(space.terrain).enter.of(class),
        };
        let zone = if self.is_zoned_for(state, unit, at) { 2 * i16::from(charts.zone.0) } else { 0 };
        i16::from(ground) + zone + self.interdiction_toll(state, unit, at, 0)
    }

    /// The case under which a side's reinforcements come.
    pub(crate) fn entry_case(&self, side: Side) -> Case {
        if side == Side::Axis { Case("19.1.2.q") } else { Case("19.1.1.aj") }
    }

    /// The hexes of an entry area that are free; if all are held or in an enemy zone, the nearest free hex of the same edge. Group Christea
    /// knows one hex only and waits for it (R102).
    pub(crate) fn entry_hexes(&self, state: &State, side: Side, area: Area) -> Vec<SpaceId> {
        let map = &self.data.map;
        let enemy = side.other();
        let free = |hex: &SpaceId| self.is_land(side, *hex) && !state.holds(enemy, *hex);
        if area == Area::EntryChristea {
            return map.area(area).iter().filter(free).collect();
        }
        let open = |hex: &SpaceId| free(hex) && !state.in_zone(enemy, *hex);
        let listed: Vec<SpaceId> = map.area(area).iter().filter(open).collect();
        if !listed.is_empty() {
            return listed;
        }
        let centre = map.area(area).iter().next();
        let edge = map.area(Area::Rim).iter().filter(open).filter(|hex| self.same_edge(area, *hex));
        let near = |hex: &SpaceId| (centre.map_or(0, |c| self.distance(c, *hex)), *hex);
        edge.min_by_key(near).into_iter().collect()
    }

    /// Is the hex one of [`entry_hexes`](Self::entry_hexes)? A free hex of the area always is; others only if there is none.
    fn is_entry(&self, state: &State, side: Side, area: Area, hex: SpaceId) -> bool {
        let enemy = side.other();
        let listed = area != Area::EntryChristea
            && self.data.map.is_in(hex, area)
            && self.is_land(side, hex)
            && !state.holds(enemy, hex)
            && !state.in_zone(enemy, hex);
        listed || self.entry_hexes(state, side, area).contains(&hex)
    }

    fn same_edge(&self, area: Area, hex: SpaceId) -> bool {
        let space = &self.data.map.spaces[hex];
        match area {
            Area::EntryN => space.row == 1,
            _ => space.row == 53,
        }
    }

    /// May the reinforcement come on there?
    pub(crate) fn check_enter(&self, state: &State, side: Side, unit: UnitId, at: SpaceId, c: &mut Consult) -> Verdict {
        let case = self.entry_case(side);
        let area = match state.unit(unit).place {
            Place::Entering(area) if self.side(unit) == side => Some(area),
            _ => None,
        };
        if !c.gate(case, unless(area.is_none(), no!("{unit} does not wait to enter the map", unit)))? {
            return Ok(());
        }
        self.check_active(state, side, unit, c)?;
        let open = area.is_some_and(|area| self.is_entry(state, side, area, at));
        let christea = area == Some(Area::EntryChristea);
        let place = if christea { Case("19.1.2.r") } else { case };
        c.ask(place, must(open, no!("{unit} does not enter at {at}", unit, at)))?;
        let gun = self.data.info(unit).kind.is_gun() && self.is_zoned_for(state, unit, at);
        let friend = state.units_at(at).any(|u| self.is_company_for_guns(u));
        c.ask(Case("10.2.b"), unless(gun && !friend, no!("{unit} enters an enemy zone only with other units", unit)))?;
        let convoy = self.ground.convoys.contains(unit) && self.is_zoned_for(state, unit, at);
        c.ask(Case("16.3.b"), unless(convoy, no!("a convoy never enters an enemy zone, and {at} lies in one", at)))?;
        let room = self.pool_value(state, unit) > u16::from(state.pool);
        c.ask(
            Case("19.1.2.e"),
            unless(
                room,
                no!(
                    "the track lets no more of the division in this turn than {pool} stacking points",
                    pool = state.pool
                ),
            ),
        )?;
        let cost = self.entry_cost(state, unit, at);
        c.ask(
            Case("8.2.c"),
            unless(cost > self.allowance(state, unit, false), no!("{unit} cannot pay for the hex", unit)),
        )
    }

    /// What the unit counts against the track's limit for 23 Panzer; others count nothing.
    fn pool_value(&self, state: &State, unit: UnitId) -> u16 {
        let pool = self.data.scenario(state.scenario).pool.as_ref();
        let pooled = pool.is_some_and(|pool| pool.units.contains(&unit)) && state.pool != u8::MAX;
        if pooled { u16::from(self.data.info(unit).full.stacking) } else { 0 }
    }

    /// The unit has used its room.
    pub(crate) fn take_from_pool(&self, state: &mut State, unit: UnitId) {
        let value = self.pool_value(state, unit);
        state.pool = state.pool.saturating_sub(value.min(255) as u8);
    }
}
