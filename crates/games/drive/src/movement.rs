//! 9.1 to 9.22 Movement.

use crate::action::Action;
use crate::data::{UnitId, Water};
use crate::decision::{Decision, not_now, phasing, question};
use crate::describe::then_words;
use crate::ground::Near;
use crate::refusal::{Consult, Noun, Verdict, Why};
use crate::sets::{Spaces, UnitSet};
use crate::state::{Frame, March, Mover, Order, Squad, State};
use crate::supply::Supplied;
use crate::{Drive, sequence};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Event, Log, No, Side, What, must, unless, unless_found};
use kessel_kit::no;

/// 9.0: a movement phase. Stacks move one after the other; reinforcements come in; the Soviets sail (9.18).
pub(crate) const MOVEMENT: Decision = Decision {
    case: Case("9.1.a"),
    asks: phasing,
    check: |game, state, side, action, c| match action {
        Action::Move { unit } => game.check_move(state, side, unit, c),
        // 8.1.c: at any point of a movement phase; 5.5.c: two assault phases have none.
        Action::Enter { unit, at } => game.check_enter(state, side, unit, at, c),
        Action::Sail { unit, to } if side == Side::Soviet => game.check_sail(state, unit, to, c),
        Action::Airlift { at } if side == Side::Axis => game.check_airlift(state, side, at, c),
        Action::Top { unit } => game.check_top(state, side, unit, c),
        Action::Done => Ok(()),
        _ => not_now(c, "5.1.a"),
    },
    offers: |game, state, side, visit| {
        let mobile = game.ground.own[side.index()] - state.stopped - state.settled - state.rooted;
        let c = &mut Consult::strict();
        for unit in mobile.iter() {
            if state.at(unit).is_some() && game.check_move(state, side, unit, c).is_ok() {
                visit(Action::Move { unit })?;
            }
        }
        game.entry_offers(state, side, visit)?;
        match side {
            Side::Axis => game.airlift_offers(state, side, visit)?,
            Side::Soviet if state.is_blue() && !state.uses.sea_blocked => game.sea_offers(state, side, visit)?,
            Side::Soviet => {}
        }
        game.top_offers(state, side, visit)?;
        visit(Action::Done)
    },
    apply: |game, state, _, action, dice, log| match action {
        Action::Move { unit } => game.apply_move(state, unit),
        Action::Enter { unit, at } => game.apply_enter(state, unit, at, log),
        Action::Sail { unit, to } => game.apply_sail(state, unit, to, log),
        Action::Airlift { at } => game.apply_airlift(state, at, log),
        Action::Top { unit } => game.apply_top(state, unit, log),
        _ => sequence::end(game, state, dice, log),
    },
    settle: sequence::pass_if_idle,
    prompt: |_, seen, side| match side {
        Side::Axis => question(seen, format!("Move your units and make mobile assaults.{}", then_words(seen))),
        Side::Soviet => question(seen, format!("Move your units.{}", then_words(seen))),
    },
};

impl Drive {
    /// What entering a hex costs a unit; nothing if it may not.
    #[inline]
    pub(crate) fn terrain_cost(&self, state: &State, unit: UnitId, hex: SpaceId) -> Option<u8> {
        self.ground.cost(unit, hex, state.frozen)
    }

    /// 9.16, 9.21: the whole cost of a step.
    #[inline(always)]
    fn step_cost(&self, state: &State, unit: UnitId, near: &Near) -> Option<u8> {
        let costs = &self.data.charts.movement;
        let terrain = self.terrain_cost(state, unit, near.to)?;
        // 9.16.c: the Volga is none; 10.2.c: in the freeze rivers cost nothing.
        let river = near.between.is_river() && !state.frozen;
        // 9.16.a.
        let extra = match (river, self.card(unit).mechanised) {
            (false, _) => 0,
            (true, true) => costs.river_mechanised,
            (true, false) => costs.river_foot,
        };
        // 9.20: and nothing for what was built there.
        Some(terrain + extra)
    }

    /// 9.7: a group pays what its slowest member pays.
    #[inline(always)]
    pub(crate) fn group_cost(&self, state: &State, units: &[UnitId], near: &Near) -> Option<u8> {
        let mut most = 0;
        for unit in units {
            most = most.max(self.step_cost(state, *unit, near)?);
        }
        Some(most)
    }

    /// The allowance of a unit in this phase; fixed once it has moved (7.16.a).
    pub(crate) fn allowance(&self, state: &State, unit: UnitId) -> u8 {
        let u = &state.units[unit.index()];
        if u.allowance > 0 || u.spent > 0 {
            return u.allowance;
        }
        state.at(unit).map_or(0, |hex| self.allowance_in(state, unit, hex))
    }

    /// The allowance of a unit that begins in this hex. R30: each halving drops its remainder.
    pub(crate) fn allowance_in(&self, state: &State, unit: UnitId, hex: SpaceId) -> u8 {
        let card = self.card(unit);
        let mut points = self.printed_allowance(state, unit);
        // 7.15.b; by coasters (7.5.b) and by air (7.6.b) too; 1.3.a: the remainder is dropped; 7.3.e, 7.8.e: overland it has them all.
        if self.supply_in(state, card.side, hex) != Supplied::Regular {
            points /= 2;
        }
        // 11.26.e.
        if card.artillery && state.attacked.contains(unit) && state.order == Order::AssaultMove {
            points /= 2;
        }
        points
    }

    /// The allowance of a unit in full supply; 3.3.h: half in the first turn of Uranus.
    pub(crate) fn printed_allowance(&self, state: &State, unit: UnitId) -> u8 {
        let printed = self.card(unit).movement;
        if !state.is_blue() && state.turn == 1 { printed / 2 } else { printed }
    }

    /// 9.7: what the group has left: its slowest member decides.
    pub(crate) fn points_left(&self, state: &State, units: &[UnitId]) -> u8 {
        let left = |unit: &UnitId| self.allowance(state, *unit).saturating_sub(state.units[unit.index()].spent);
        units.iter().map(left).min().unwrap_or(0)
    }

    /// Sides that nobody, or nobody of this side, moves across: 9.13, 9.16, 9.19, 9.32.
    #[inline(always)]
    pub(crate) fn side_rules(&self, state: &State, side: Side, from: SpaceId, near: &Near, c: &mut Consult) -> Verdict {
        let to = near.to;
        // 10.2.d: frozen or not; 9.32.c: nor is the Manych Deep anything but a lake.
        let why = no!("open water lies between {from} and {to}", from, to);
        c.ask(Case("9.19.a"), unless(near.between.is_open_water(), why))?;
        let why = no!("impassable mountains lie between {from} and {to}", from, to);
        c.ask(Case("9.13.c"), unless(near.between.blocked, why))?;
        let water = near.between.water;
        let why = no!("the Volga lies between {from} and {to}: the Axis never crosses it", from, to);
        c.ask(Case("9.16.b"), unless(side == Side::Axis && water == Water::Volga, why))?;
        let why = no!("the flooded Manych lies between {from} and {to}", from, to);
        c.ask(Case("9.32.b"), unless(water == Water::Manych && self.is_flooded(state), why))
    }

    /// Where nobody goes: the sea, the other map, prohibited terrain, enemy units.
    #[inline(always)]
    pub(crate) fn hex_rules(
        &self,
        state: &State,
        side: Side,
        units: &[UnitId],
        to: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let outside = !self.ground.playable[state.scenario as usize].contains(to);
        // The sea is outside of every scenario's map.
        let case = if outside && self.data.map.spaces[to].is_sea() { Case("9.19.a") } else { Case("9.22") };
        c.ask(case, unless(outside, no!("{to} is not in play", to)))?;
        c.ask(Case("9.4"), unless(state.holds(side.other(), to), no!("enemy units are in {to}", to)))?;
        let garrison = side == Side::Soviet && self.has_garrison(state, to);
        let why = no!("{to} has a garrison: only an assault and an advance lead into it", to);
        c.ask(Case("11.40.a"), unless(garrison, why))?;
        let barred = units.iter().find(|unit| self.terrain_cost(state, **unit, to).is_none());
        let case = if self.ground.marsh.contains(to) { Case("9.14.b") } else { Case("9.13.b") };
        c.ask(case, unless_found(barred, |unit| no!("the terrain of {to} is closed to {unit}", to, unit = *unit)))
    }

    /// 9.0: may the group go on into this hex?
    pub(crate) fn step_rules(
        &self,
        state: &State,
        units: &[UnitId],
        side: Side,
        from: SpaceId,
        near: &Near,
        c: &mut Consult,
    ) -> Verdict {
        let to = near.to;
        self.hex_rules(state, side, units, to, c)?;
        self.side_rules(state, side, from, near, c)?;
        let held = self.kept_out(state, side, units, to);
        let outside =
            |unit| no!("{to} lies outside the area of {unit}'s army{when}", to, unit, when = Noun::Released(unit));
        c.ask(Case("3.2.k"), unless_found(held, outside))?;
        if let Some(cost) = self.group_cost(state, units, near) {
            // 9.3, R78: one hex, as the first of the phase, for everything the units have.
            let first = units.iter().all(|u| state.units[u.index()].spent == 0 && !state.arrived.contains(*u));
            // 9.3.b: of what is barred otherwise the first hex opens nothing.
            let short = !first && cost > self.points_left(state, units);
            let why = no!("{to} costs {cost} points, more than are left{left}", to, cost, left = Noun::PointsLeft);
            c.ask(Case("9.3.a"), unless(short, why))?;
        }
        // 6.2.b, 6.2.d: as it is at this instant, whoever passes through.
        self.stack_rules(state, side, units, to, c)?;
        // 7.17.a: in Blue anybody goes where he likes; 7.17.b: in Uranus the Axis.
        if side == Side::Soviet && !state.is_blue() {
            return self.deliberate_rules(state, units, from, near, c);
        }
        Ok(())
    }

    /// 7.17: Soviets do not leave their supply on purpose in Uranus.
    fn deliberate_rules(
        &self,
        state: &State,
        units: &[UnitId],
        from: SpaceId,
        near: &Near,
        c: &mut Consult,
    ) -> Verdict {
        let to = near.to;
        if self.fed_on_entry(state, Side::Soviet, to) {
            return Ok(());
        }
        let start = units.first().map_or(from, |unit| self.start_of(state, *unit));
        if self.fed(state, Side::Soviet).hexes.contains(start) {
            let why = no!("a unit in {to} would be out of supply: the Soviets do not go there on purpose", to);
            return c.ask(Case("7.17.c"), Err(why));
        }
        // R29: it may pass such hexes if it can still end supplied or nearer to a source.
        let sources = self.sources_for(state, Side::Soviet, start);
        let cost = self.group_cost(state, units, near).unwrap_or(u8::MAX);
        let left = self.points_left(state, units).saturating_sub(cost);
        let ends = self.can_end(state, units, to, left, &sources, start);
        let why = no!("{to} is neither supplied nor nearer to a source than where the unit began", to);
        c.ask(Case("7.17.d"), must(ends, why))
    }

    /// Where a unit stood when it began to move in this phase.
    fn start_of(&self, state: &State, unit: UnitId) -> SpaceId {
        let u = &state.units[unit.index()];
        if u.spent == 0 { state.at(unit).unwrap_or(u.origin) } else { u.origin }
    }

    /// R29: can the group, having come here with so many points, end its move lawfully?
    fn can_end(
        &self,
        state: &State,
        units: &[UnitId],
        at: SpaceId,
        left: u8,
        sources: &Spaces,
        start: SpaceId,
    ) -> bool {
        if self.may_end(state, at, sources, start) {
            return true;
        }
        self.ground.around(at).iter().any(|near| {
            let open = self.hex_rules(state, Side::Soviet, units, near.to, &mut Consult::strict()).is_ok()
                && self.side_rules(state, Side::Soviet, at, near, &mut Consult::strict()).is_ok()
                && self.fits(state, Side::Soviet, units, near.to);
            let cost = self.group_cost(state, units, near).filter(|cost| open && *cost <= left);
            cost.is_some_and(|cost| self.can_end(state, units, near.to, left - cost, sources, start))
        })
    }

    /// 7.17.d: supplied, or nearer to any one source that works.
    fn may_end(&self, state: &State, at: SpaceId, sources: &Spaces, start: SpaceId) -> bool {
        self.fed_on_entry(state, Side::Soviet, at) || self.is_nearer(sources, at, start)
    }

    /// 7.17.d: may this unit stop here?
    pub(crate) fn stop_rules(&self, state: &State, unit: UnitId, c: &mut Consult) -> Verdict {
        let Some(at) = state.at(unit) else { return Ok(()) };
        if state.is_blue() || self.side(unit) == Side::Axis {
            return Ok(());
        }
        let start = self.start_of(state, unit);
        let sources = self.sources_for(state, Side::Soviet, start);
        let ends = self.may_end(state, at, &sources, start);
        let why = no!("{at} is neither supplied nor nearer to a source than where the unit began", at);
        c.ask(Case("7.17.d"), must(ends, why))
    }

    /// May this unit be moved at all now? Says where it is.
    #[inline]
    pub(crate) fn mover_rules(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        c: &mut Consult,
    ) -> Result<Option<SpaceId>, No<Why>> {
        let Some(from) = self.own_unit(state, side, unit, Case("9.1.b"), c)? else { return Ok(None) };
        self.readiness(state, unit, c)?;
        let why = no!("{unit} may not move any more in this phase", unit);
        c.ask(Case("9.29.a"), unless(state.stopped.contains(unit), why))?;
        let u = &state.units[unit.index()];
        let mine = if state.arrived.contains(unit) { Mover::Unit(unit) } else { Mover::Stack(u.origin) };
        // 9.2.d: a march that is over is not taken up again.
        let late = state.settled.contains(unit) || (u.spent > 0 && state.mover != Some(mine));
        c.ask(Case("9.6"), unless(late, no!("{unit} has moved, and others have moved since", unit)))?;
        Ok(Some(from))
    }

    /// 9.5.b: may this unit be taken up, alone or with others of its stack?
    pub(crate) fn check_move(&self, state: &State, side: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        let Some(from) = self.mover_rules(state, side, unit, c)? else { return Ok(()) };
        let open = self.any_step(state, &[unit], side, from);
        c.ask(Case("9.2.b"), must(open, no!("{unit} has nowhere to go", unit)))
    }

    /// The hexes that a group may enter now.
    pub(crate) fn open_steps<'a>(
        &'a self,
        state: &'a State,
        units: &'a [UnitId],
        side: Side,
        from: SpaceId,
    ) -> impl Iterator<Item = SpaceId> + 'a {
        let around = self.ground.around(from).iter();
        around
            .filter(move |near| self.step_rules(state, units, side, from, near, &mut Consult::strict()).is_ok())
            .map(|near| near.to)
    }

    /// Is there a step or a mobile assault?
    pub(crate) fn any_step(&self, state: &State, units: &[UnitId], side: Side, from: SpaceId) -> bool {
        let c = &mut Consult::strict();
        let open = |near: &Near| self.step_rules(state, units, side, from, near, c).is_ok();
        self.ground.around(from).iter().any(open) || (side == Side::Axis && self.any_assault(state, units, from))
    }

    pub(crate) fn apply_move(&self, state: &mut State, unit: UnitId) {
        let Some(hex) = state.at(unit) else { return };
        let mut units = Squad::new();
        units.push(unit);
        state.frames.push(Frame::March(March { hex, units, moved: false }));
    }

    /// Takes points from every unit of a group, and notes who moves (9.6).
    pub(crate) fn spend(&self, state: &mut State, units: &[UnitId], cost: u8) {
        for unit in units {
            let allowance = self.allowance(state, *unit);
            self.charge(state, *unit, allowance, cost);
            let arrived = state.arrived.contains(*unit);
            let origin = state.units[unit.index()].origin;
            let mover = if arrived { Mover::Unit(*unit) } else { Mover::Stack(origin) };
            self.now_moves(state, mover, units);
        }
    }

    /// A unit that has so many points in this phase pays some of them: for a step, a landing or its entry.
    pub(crate) fn charge(&self, state: &mut State, unit: UnitId, allowance: u8, cost: u8) {
        let u = &mut state.units[unit.index()];
        u.allowance = allowance;
        // 9.3: whoever cannot pay spends all he has.
        u.spent = u.spent.saturating_add(cost).min(allowance.max(1));
        // 11.26.d.
        if self.card(unit).artillery && u16::from(u.spent) * 2 > u16::from(allowance) {
            state.tired.insert(unit);
        }
    }

    /// 9.6: once others move, the march of whoever has moved before is over, even if the rest of his stack moves later.
    pub(crate) fn now_moves(&self, state: &mut State, mover: Mover, units: &[UnitId]) {
        let Some(side) = units.first().map(|unit| self.side(*unit)) else { return };
        if state.mover != Some(mover) {
            let moved = |u: &UnitId| state.units[u.index()].spent > 0 && !units.contains(u);
            let over: UnitSet = (self.ground.own[side.index()] - state.settled).iter().filter(moved).collect();
            state.settled |= over;
            state.mover = Some(mover);
        }
    }

    /// Moves units and says so: everybody sees the one on top, its owner all of them (11.7).
    pub(crate) fn carry(
        &self,
        state: &mut State,
        units: &[UnitId],
        from: SpaceId,
        to: SpaceId,
        case: Case,
        log: &mut Log,
    ) {
        self.shift(state, units, to);
        let lead = units.iter().position(|unit| state.tops.contains(*unit)).unwrap_or(0);
        for (i, unit) in units.iter().enumerate() {
            log.add(|| {
                let what = What::Move {
                    counter: self.unit_id(*unit).into(),
                    from: self.hex_id(from).into(),
                    to: self.hex_id(to).into(),
                };
                let event = Event::new(case, what, format!("{} to {}", self.unit_name(*unit), self.hex_name(to)));
                let seen = i == lead && state.tops.contains(*unit);
                if seen { event } else { event.only_for(self.side(*unit)) }
            });
        }
        if !units.iter().any(|unit| state.tops.contains(*unit)) && !units.is_empty() {
            let side = self.side(units[0]);
            log.add(|| {
                let text = format!("Units to {}: {}", self.hex_name(to), units.len());
                Event::note(case, text).only_for(side.other())
            });
        }
    }
}
