//! 8 Movement: a group moves hex by hex, pays by class, drops units, attacks out of its movement; 10.2 zones; 16.2.2 demolitions.

mod cost;
mod hasty;

use crate::Winter;
use crate::action::Action;
use crate::data::{Area, Nation, UnitId, UnitType};
use crate::decision::{Decides, Decision, Flow, Then, Visit, not_now, phasing};
use crate::refusal::{Consult, Noun, Verdict};
use crate::state::{Frame, March, Mover, Place, State};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Event, Log, Prompt, Side, What, must, unless};
use kessel_kit::no;

/// 8.1, 8.4.b: a group on the move; it finishes before another begins.
pub(crate) const MARCH: Decision = Decision {
    case: Case("8.1.d"),
    asks: phasing,
    check: |game, state, side, action, c| {
        let Some(march) = &state.march else { return not_now(c, "8.1.d") };
        match action {
            Action::With { unit } => game.check_with(state, march, side, unit, c),
            Action::Step { to } => game.check_step(state, march, side, to, c),
            Action::Drop { unit } => game.check_drop(march, unit, c),
            Action::Hasty { at } => game.check_hasty(state, march, side, at, c),
            Action::Blow { unit, to } => game.check_blow(state, march, unit, to, c),
            Action::Halt => Ok(()),
            Action::Move { .. } | Action::March { .. } | Action::Enter { .. } => {
                c.ask(Case("8.1.d"), Err(no!("another group is on the move; finish it first")))
            }
            _ => not_now(c, "8.4.b"),
        }
    },
    offers: |game, state, side, visit| {
        let Some(march) = &state.march else { return Flow::Continue(()) };
        if !march.begun {
            let mut with = state.units_at(march.hex).filter(|u| game.side(*u) == side);
            with.try_for_each(|unit| game.offer(state, side, Action::With { unit }, visit))?;
        }
        for near in game.data.map.board.neighbors(march.hex) {
            game.offer(state, side, Action::Step { to: near.space }, visit)?;
            game.offer(state, side, Action::Hasty { at: near.space }, visit)?;
        }
        for mover in &march.movers {
            game.offer(state, side, Action::Drop { unit: mover.unit }, visit)?;
            if game.data.info(mover.unit).kind.is_engineer() {
                for near in game.data.map.board.neighbors(march.hex) {
                    game.offer(state, side, Action::Blow { unit: mover.unit, to: near.space }, visit)?;
                }
            }
        }
        game.offer(state, side, Action::Halt, visit)
    },
    apply: |game, state, side, action, _, log| match action {
        Action::With { unit } => game.add_mover(state, unit),
        Action::Step { to } => game.take_step(state, side, to, log),
        Action::Drop { unit } => game.drop_mover(state, unit),
        Action::Hasty { at } => game.begin_hasty(state, side, at),
        Action::Blow { unit, to } => game.blow(state, unit, to, log),
        _ => game.end_march(state),
    },
    settle: |game, state, _, _| {
        if state.march.as_ref().is_none_or(|march| march.movers.is_empty()) {
            game.end_march(state);
            return Then::Again;
        }
        Then::Ask
    },
    prompt: |game, state, _| {
        let left = state.march.as_ref().and_then(|m| m.movers.iter().map(|mover| mover.left).min()).unwrap_or(0);
        let at = state.march.as_ref().map_or(String::new(), |m| game.hex_name(m.hex));
        Prompt::new(
            Case("8.1.d"),
            format!("The group in {at} has {} movement points left.", crate::refusal::halves_text(left.into())),
        )
    },
};

impl Winter {
    /// What may be done in a movement segment with nobody on the move.
    pub(crate) fn check_movement(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Move { unit } => self.check_start(state, side, unit, false, c),
            Action::March { unit } => self.check_start(state, side, unit, true, c),
            Action::Enter { unit, at } => self.check_enter(state, side, unit, at, c),
            Action::Attack { .. } | Action::Bombard { .. } => {
                c.ask(Case("7.2.b"), Err(no!("units move in this segment; they fight in another")))
            }
            _ => not_now(c, "3.0.a"),
        }
    }

    pub(crate) fn offer_movement(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let mut entry: Option<(Area, Vec<SpaceId>)> = None;
        for unit in (self.acting(state, side) - state.memory.moved - state.memory.digging).iter() {
            match state.unit(unit).place {
                Place::At(hex) => self.offer_start(state, side, unit, hex, visit)?,
                Place::Entering(area) => {
                    if entry.as_ref().is_none_or(|(of, _)| *of != area) {
                        entry = Some((area, self.entry_hexes(state, side, area)));
                    }
                    entry
                        .iter()
                        .flat_map(|(_, hexes)| hexes)
                        .try_for_each(|at| self.offer(state, side, Action::Enter { unit, at: *at }, visit))?;
                }
                _ => {}
            }
        }
        Flow::Continue(())
    }

    /// A unit that may move may also move administratively if that is allowed from its hex.
    fn offer_start(&self, state: &State, side: Side, unit: UnitId, hex: SpaceId, visit: &mut Visit<'_>) -> Flow {
        if self.check_start(state, side, unit, false, &mut Consult::strict()).is_ok() {
            visit(Action::Move { unit })?;
            if self.check_administrative(state, unit, hex, &mut Consult::strict()).is_ok() {
                visit(Action::March { unit })?;
            }
        }
        Flow::Continue(())
    }

    /// May the unit begin to move?
    fn check_start(&self, state: &State, side: Side, unit: UnitId, administrative: bool, c: &mut Consult) -> Verdict {
        let Some(hex) = self.own_unit(state, side, unit, Case("8.1.a"), c)? else { return Ok(()) };
        self.check_active(state, side, unit, c)?;
        self.check_mobile(state, unit, c)?;
        if administrative {
            self.check_administrative(state, unit, hex, c)?;
        }
        Ok(())
    }

    /// 8.1.e, 15.1.a, 16.2.2.b: not moved yet, not digging, not building.
    fn check_mobile(&self, state: &State, unit: UnitId, c: &mut Consult) -> Verdict {
        c.ask(Case("8.1.e"), unless(state.memory.moved.contains(unit), no!("{unit} has finished its move", unit)))?;
        self.check_unbound(state, unit, c)?;
        let builds = state.memory.bridging.iter().any(|(builder, _)| *builder == unit);
        c.ask(Case("16.2.2.b"), unless(builds, no!("{unit} builds a bridge this phase", unit)))
    }

    /// 8.3: who may move administratively from here.
    fn check_administrative(&self, state: &State, unit: UnitId, hex: SpaceId, c: &mut Consult) -> Verdict {
        c.ask(
            Case("8.3.c"),
            unless(state.unit(unit).disrupted, no!("{unit} is disrupted and cannot move administratively", unit)),
        )?;
        let near = self.beside_enemy(state, self.side(unit), hex);
        c.ask(Case("8.3.b"), unless(near, no!("{hex} lies next to an enemy", hex)))?;
        c.ask(Case("8.3.d"), unless(self.interdicted(state, hex) > 0, no!("{hex} lies in an interdiction zone", hex)))
    }

    /// Is a hex next to one with enemy units?
    pub(crate) fn beside_enemy(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        self.data.map.board.neighbors(hex).iter().any(|n| state.holds(side.other(), n.space))
    }

    /// 8.1.a, R89: a unit of the same hex joins the group before it moves.
    fn check_with(&self, state: &State, march: &March, side: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        c.ask(Case("8.1.a"), unless(march.begun, no!("the group is on its way; nobody joins it any more")))?;
        let Some(hex) = self.own_unit(state, side, unit, Case("8.1.a"), c)? else { return Ok(()) };
        c.ask(Case("8.1.a"), unless(hex != march.hex, no!("{unit} does not stand with the group", unit)))?;
        let full = march.movers.is_full() || march.movers.iter().any(|m| m.unit == unit);
        c.ask(Case("8.1.a"), unless(full, no!("{unit} is in the group already", unit)))?;
        self.check_active(state, side, unit, c)?;
        self.check_mobile(state, unit, c)?;
        if march.administrative {
            self.check_administrative(state, unit, hex, c)?;
        }
        let convoys = march.movers.iter().any(|m| self.ground.convoys.contains(m.unit));
        let two = convoys && self.ground.convoys.contains(unit);
        c.ask(Case("16.3.c"), unless(two, no!("two convoys never share a hex")))
    }

    /// 8.0.a, 8.2: may the group take this step, and can everybody pay?
    pub(crate) fn check_step(&self, state: &State, march: &March, side: Side, to: SpaceId, c: &mut Consult) -> Verdict {
        let adjacent = self.data.map.board.are_adjacent(march.hex, to);
        if !c.gate(Case("8.0.a"), must(adjacent, no!("{to} is not next to the group", to)))? {
            return Ok(());
        }
        self.check_ground(state, side, march.hex, to, c)?;
        let defended = self.is_defended(state, side, to);
        if !c.gate(Case("8.4.a"), unless(defended, no!("{to} is held by the enemy and must be attacked", to)))? {
            return Ok(());
        }
        for mover in &march.movers {
            self.check_entry(state, march, mover.unit, to, c)?;
        }
        if march.administrative {
            let near = self.beside_enemy(state, side, to);
            c.ask(Case("8.3.b"), unless(near, no!("{to} lies next to an enemy", to)))?;
            c.ask(
                Case("4.4.f"),
                unless(self.interdicted(state, to) > 0, no!("{to} lies in an interdiction zone", to)),
            )?;
        }
        for mover in &march.movers {
            let cost = self.step_cost(state, march, mover, to);
            let case = if march.movers.len() > 1 { Case("8.1.b") } else { Case("8.2.c") };
            let why = no!("{unit} cannot pay {price} points", unit = mover.unit, price = Noun::Points(cost));
            c.ask(case, unless(cost > mover.left, why))?;
        }
        Ok(())
    }

    /// 8.2: the Don, the land beyond it, the Pocket.
    pub(crate) fn check_ground(
        &self,
        state: &State,
        side: Side,
        from: SpaceId,
        to: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let map = &self.data.map;
        let don = map.board.edge(from, to).is_some_and(|edge| map.sides[edge].water == crate::data::Water::Major);
        let _ = state;
        c.ask(
            Case("8.2.b"),
            unless(don || map.is_in(to, Area::Beyond), no!("nobody crosses the Don from {from} to {to}", from, to)),
        )?;
        let pocket = side == Side::Soviet && map.is_in(to, Area::Pocket);
        c.ask(Case("8.2.a"), unless(pocket, no!("{to} lies in the Pocket", to)))?;
        c.ask(
            Case("5.2.l"),
            unless(self.leaves_shut(from, to), no!("armies that are not in the game stand at {to}", to)),
        )
    }

    /// Enemy units that must be fought stand there: not if it is a lone convoy and a Soviet comes (16.3.f).
    pub(crate) fn is_defended(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        if !state.holds(side.other(), hex) {
            return false;
        }
        let mut units = state.units_at(hex).peekable();
        units.peek().is_none() || units.any(|unit| !self.ground.convoys.contains(unit))
    }

    /// 10.2.b, 16.3: what a single unit may enter.
    fn check_entry(&self, state: &State, march: &March, unit: UnitId, to: SpaceId, c: &mut Consult) -> Verdict {
        let side = self.side(unit);
        let zone = self.is_zoned_for(state, unit, to);
        if self.ground.convoys.contains(unit) {
            c.ask(Case("16.3.b"), unless(zone, no!("a convoy never enters an enemy zone, and {to} lies in one", to)))?;
            let other = state.units_at(to).any(|u| u != unit && self.ground.convoys.contains(u));
            c.ask(Case("16.3.c"), unless(other, no!("another convoy is in {to}", to)))?;
        }
        let gun = self.data.info(unit).kind.is_gun();
        let friend = |u: UnitId| self.side(u) == side && self.is_company_for_guns(u);
        let covered = || march.movers.iter().any(|m| friend(m.unit)) || state.units_at(to).any(friend);
        c.ask(
            Case("10.2.b"),
            unless(gun && zone && !covered(), no!("{unit} enters an enemy zone only with other units", unit)),
        )
    }

    /// 12.1, 10.2.b: a non-artillery unit that keeps guns company; a convoy has no combat value and does not.
    pub(crate) fn is_company_for_guns(&self, unit: UnitId) -> bool {
        let kind = self.data.info(unit).kind;
        !kind.is_gun() && kind != UnitType::Convoy
    }

    /// Does a hex lie in an enemy zone for this unit? 5.3.k, 5.3.j: for Ring units the rim of the Pocket does.
    pub(crate) fn is_zoned_for(&self, state: &State, unit: UnitId, hex: SpaceId) -> bool {
        let enemy = self.side(unit).other();
        state.in_zone(enemy, hex) || (self.ground.ring.contains(unit) && self.ground.rim.contains(hex))
    }

    /// 8.1.c: a unit stays behind on the way.
    fn check_drop(&self, march: &March, unit: UnitId, c: &mut Consult) -> Verdict {
        let there = march.movers.iter().any(|m| m.unit == unit);
        c.ask(Case("8.1.c"), must(there, no!("{unit} is not in the group", unit)))?;
        c.ask(
            Case("8.1.c"),
            unless(
                !march.begun || march.movers.len() < 2,
                no!("units are dropped off on the way, and somebody goes on"),
            ),
        )
    }

    /// 16.2.2.d, 16.2.2.g: an engineer of the group destroys a bridge beside it.
    fn check_blow(&self, state: &State, march: &March, unit: UnitId, to: SpaceId, c: &mut Consult) -> Verdict {
        let mover = march.movers.iter().find(|m| m.unit == unit);
        if !c.gate(Case("16.2.2.g"), unless(mover.is_none(), no!("{unit} is not in the group", unit)))? {
            return Ok(());
        }
        self.check_engineer(unit, c)?;
        let edge = self.data.map.board.edge(march.hex, to);
        let stands = edge.is_some_and(|edge| self.bridged(state, edge));
        c.ask(Case("16.2.2.g"), must(stands, no!("no bridge leads to {to}", to)))?;
        let cost = self.demolition_cost(unit);
        let left = mover.map_or(0, |m| m.left);
        let why = no!("{unit} needs {price} points for a demolition", unit, price = Noun::Points(cost));
        c.ask(Case("16.2.2.d"), unless(left < cost, why))
    }

    fn demolition_cost(&self, unit: UnitId) -> i16 {
        let (motorized, foot) = self.data.charts.demolition;
        2 * i16::from(if self.data.info(unit).is_motorized() { motorized } else { foot })
    }

    fn blow(&self, state: &mut State, unit: UnitId, to: SpaceId, log: &mut Log) {
        let cost = self.demolition_cost(unit);
        let Some(march) = &mut state.march else { return };
        march.begun = true;
        let from = march.hex;
        march.movers.iter_mut().filter(|m| m.unit == unit).for_each(|m| m.left -= cost);
        if let Some(edge) = self.data.map.board.edge(from, to) {
            // 16.2.2.e: supplied or not.
            self.set_bridge(state, edge, false);
        }
        log.add(|| {
            let what = What::Marker { marker: "bridge".into(), at: self.hex_id(from).into(), placed: false };
            let text = format!("the bridge between {} and {} is blown", self.hex_name(from), self.hex_name(to));
            Event::new(Case("16.2.2.d"), what, text)
        });
    }

    /// Takes up a unit, or brings one onto the map.
    pub(crate) fn begin_march(&self, state: &mut State, side: Side, action: Action, log: &mut Log) {
        let (unit, administrative, entry) = match action {
            Action::Move { unit } => (unit, false, None),
            Action::March { unit } => (unit, true, None),
            Action::Enter { unit, at } => (unit, false, Some(at)),
            _ => return,
        };
        let hex = entry.or(state.at(unit)).unwrap_or(SpaceId(0));
        let zones = self.zones_around(state, hex);
        let mut march = March {
            movers: ArrayVec::new(),
            hex,
            from: hex,
            administrative,
            begun: entry.is_some(),
            entered: entry.is_some(),
            behind: ArrayVec::new(),
        };
        let allowance = self.allowance(state, unit, administrative);
        let left = allowance - entry.map_or(0, |at| self.entry_cost(state, unit, at));
        march.movers.push(Mover { unit, allowance, left, zones });
        state.march = Some(march);
        state.frames.push(Frame::March);
        if let Some(at) = entry {
            self.take_from_pool(state, unit);
            self.shift(state, unit, at, self.entry_case(side), log);
            self.note_arrival(state, side, at);
        }
    }

    fn add_mover(&self, state: &mut State, unit: UnitId) {
        let administrative = state.march.as_ref().is_some_and(|m| m.administrative);
        let allowance = self.allowance(state, unit, administrative);
        let zones = state.march.as_ref().map_or(0, |march| self.zones_around(state, march.hex));
        if let Some(march) = &mut state.march {
            march.movers.push(Mover { unit, allowance, left: allowance, zones });
        }
    }

    /// One hex: everybody pays, then everybody is there.
    fn take_step(&self, state: &mut State, side: Side, to: SpaceId, log: &mut Log) {
        let Some(mut march) = state.march.take() else { return };
        let costs: ArrayVec<i16, 40> = march.movers.iter().map(|m| self.step_cost(state, &march, m, to)).collect();
        let zones = self.zones_around(state, to);
        for (mover, cost) in march.movers.iter_mut().zip(costs) {
            mover.left -= cost;
            mover.zones |= zones;
        }
        march.hex = to;
        march.begun = true;
        let units: Vec<UnitId> = march.movers.iter().map(|m| m.unit).collect();
        state.march = Some(march);
        for unit in units {
            self.shift(state, unit, to, Case("8.0.a"), log);
        }
        self.note_arrival(state, side, to);
        if let Some(march) = &mut state.march {
            let here = march.hex;
            let units = &state.units;
            march.movers.retain(|m| units[m.unit.index()].place == Place::At(here)); // a convoy in the Pocket has arrived
        }
    }

    /// 12.2.g: who has come next to an enemy by moving, from off the map too.
    fn note_arrival(&self, state: &mut State, side: Side, hex: SpaceId) {
        if self.beside_enemy(state, side, hex) {
            let movers = state.march.iter().flat_map(|march| &march.movers);
            state.memory.approached |= movers.map(|mover| mover.unit).collect();
        }
    }

    fn drop_mover(&self, state: &mut State, unit: UnitId) {
        let Some(march) = &mut state.march else { return };
        let dropped = march.movers.iter().position(|m| m.unit == unit).map(|at| march.movers.remove(at));
        if let Some(mover) = dropped {
            if self.data.info(unit).kind.is_gun() && !march.behind.is_full() {
                march.behind.push(mover);
            }
            self.rest(state, mover);
        }
    }

    /// The group's move is over for the turn (8.1.e), and what it had left is lost (8.1.f).
    pub(crate) fn end_march(&self, state: &mut State) {
        if let Some(march) = state.march.take() {
            for mover in march.movers {
                self.rest(state, mover);
            }
        }
        state.frames.pop();
    }

    /// A unit has finished its move: guns get their markers (12.2.b to 12.2.d).
    pub(crate) fn rest(&self, state: &mut State, mover: Mover) {
        let unit = mover.unit;
        state.memory.moved.insert(unit);
        let info = self.data.info(unit);
        let spent = mover.allowance - mover.left;
        if !info.kind.is_gun() || info.kind == UnitType::Rocket || spent == 0 || state.at(unit).is_none() {
            return;
        }
        let within_half = spent <= self.firing_reach(state, unit);
        if info.nation == Nation::German && within_half {
            state.unit_mut(unit).moved = true;
        } else {
            // 12.2.c: Soviet and Rumanian guns, however little they moved; 12.2.d: German ones that went farther.
            state.unit_mut(unit).fired = true;
        }
    }
}
