//! 11.7 Retreats and the fire at those who retreat.

mod ways;

use crate::Winter;
use crate::action::Action;
use crate::data::{LossClass, UnitId, Water};
use crate::decision::{Decides, Decision, Flow, Then, not_now};
use crate::sets::UnitSet;
use crate::state::{Fight, Flight, Frame, Place, State, Toll};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, ToAct, must};
use kessel_kit::no;

/// 11.7.a: the owner retreats his units, hex by hex.
pub(crate) const FLIGHT: Decision = Decision {
    case: Case("11.7.a"),
    asks: |_, state| state.flight.as_ref().map_or(ToAct::Nobody, |flight| flight.side.into()),
    check: |game, state, _, action, c| {
        let Some(flight) = &state.flight else { return not_now(c, "11.7.a") };
        match action {
            Action::Flee { to } => {
                let near = game.data.map.board.are_adjacent(flight.hex, to);
                c.ask(Case("11.7.b"), must(near, no!("{to} is not next to the retreating units", to)))?;
                game.check_flee(state, flight, to, c)
            }
            Action::Exit => {
                let ways = game.ways(state, flight);
                c.ask(Case("11.7.m"), must(ways.exit, no!("the units are not forced off the map")))
            }
            Action::Split { unit } => {
                let able = flight.gone == 0 && flight.group.contains(unit) && flight.group.len() > 1;
                c.ask(Case("11.7.c"), must(able, no!("{unit} cannot be split off now", unit)))?;
                let alone = game.can_flee_apart(state, flight, unit);
                c.ask(Case("11.7.c"), must(alone, no!("there would be no way for {unit} or for the others", unit)))
            }
            _ => not_now(c, "11.7.a"),
        }
    },
    offers: |game, state, side, visit| {
        let Some(flight) = &state.flight else { return Flow::Continue(()) };
        let ways = game.ways(state, flight);
        ways.next.iter().try_for_each(|to| visit(Action::Flee { to: *to }))?;
        if ways.exit {
            visit(Action::Exit)?;
        }
        if flight.gone == 0 && flight.group.len() > 1 {
            flight.group.iter().try_for_each(|unit| game.offer(state, side, Action::Split { unit }, visit))?;
        }
        Flow::Continue(())
    },
    apply: |game, state, _, action, _, log| match action {
        Action::Flee { to } => game.flee(state, to, log),
        Action::Exit => game.exit(state, log),
        Action::Split { unit } => {
            if let Some(flight) = &mut state.flight {
                flight.group.remove(unit);
                flight.rest.insert(unit);
            }
        }
        _ => {}
    },
    settle: |game, state, _, log| game.run_flight(state, log),
    prompt: |game, state, _| {
        let Some(flight) = &state.flight else { return Prompt::default() };
        let left = flight.length.saturating_sub(flight.gone);
        Prompt::new(Case("11.7.a"), format!("Retreat from {}: {left} hexes to go.", game.hex_name(flight.hex)))
    },
};

/// 11.7.1: fire at units that retreat through zones of control.
pub(crate) const OPPORTUNITY: Decision = Decision {
    case: Case("11.7.1.a"),
    asks: |_, state| state.flight.as_ref().map_or(ToAct::Nobody, |flight| flight.side.other().into()),
    check: |_, _, _, action, c| match action {
        Action::Shoot | Action::Hold => Ok(()),
        _ => not_now(c, "11.7.1.a"),
    },
    offers: |game, state, side, visit| {
        game.offer(state, side, Action::Shoot, visit)?;
        game.offer(state, side, Action::Hold, visit)
    },
    apply: |game, state, side, action, dice, log| {
        state.frames.pop();
        if let Some(flight) = &mut state.flight {
            flight.fire_due = false;
        }
        if action == Action::Shoot {
            game.shoot(state, side, dice, log);
        }
    },
    settle: |_, _, _, _| Then::Ask,
    prompt: |game, state, _| {
        let at = state.flight.as_ref().map_or(String::new(), |flight| game.hex_name(flight.hex));
        Prompt::new(Case("11.7.1.a"), format!("Enemy units retreat through your zone in {at}. Fire at them?"))
    },
};

impl Winter {
    /// Opens a retreat of these units from a hex.
    pub(crate) fn open_flight(&self, state: &mut State, units: UnitSet, hex: SpaceId, length: u8) {
        let Some(first) = units.first() else { return };
        let side = self.side(first);
        let firing = state.fight.as_ref().map(|fight| self.firing_hexes(state, fight)).unwrap_or_default();
        let defender = state.fight.as_ref().is_some_and(|fight| fight.attacker != side);
        let flight = Flight {
            side,
            origin: hex,
            firing,
            length,
            group: units,
            rest: UnitSet::EMPTY,
            hex,
            gone: 0,
            defender,
            fire_due: false,
            toll: 0,
        };
        state.open |= units;
        state.flight = Some(Box::new(flight));
        state.frames.push(Frame::Flight);
    }

    /// What a retreat does by itself: tolls, fire, the next group, the end.
    fn run_flight(&self, state: &mut State, log: &mut Log) -> Then {
        let Some(mut flight) = state.flight.take() else {
            state.frames.pop();
            return Then::Again;
        };
        flight.group = flight.group.iter().filter(|u| state.at(*u) == Some(flight.hex)).collect();
        let (side, group, toll) = (flight.side, flight.group, std::mem::take(&mut flight.toll));
        let fire_due = flight.fire_due && !group.is_empty();
        state.flight = Some(flight);
        if fire_due {
            state.frames.push(Frame::Opportunity);
            return Then::Again;
        }
        if toll > 0 && !group.is_empty() {
            self.charge(state, side, toll, Toll::Free, group);
            return Then::Again;
        }
        let Some(flight) = &state.flight else { return Then::Again };
        if group.is_empty() || self.has_arrived(state, flight) {
            self.next_group(state);
            return Then::Again;
        }
        let ways = self.ways(state, flight);
        if ways.next.is_empty() && !ways.exit {
            self.stand(state, log);
            return Then::Again;
        }
        Then::Ask
    }

    /// 11.7.b, 11.7.o, 9.1.d: far enough, outside enemy zones, and not too many.
    fn has_arrived(&self, state: &State, flight: &Flight) -> bool {
        flight.gone >= flight.length && self.is_haven(state, flight.side, flight.hex, flight.group)
    }

    /// The group is done: the next one goes, or the retreat is over.
    fn next_group(&self, state: &mut State) {
        let Some(flight) = &mut state.flight else { return };
        let Some(next) = flight.rest.first() else {
            state.flight = None;
            state.frames.pop();
            return;
        };
        let _ = next;
        flight.group = flight.rest;
        flight.rest = UnitSet::EMPTY;
        (flight.hex, flight.gone) = (flight.origin, 0);
    }

    /// 11.7.d: nowhere to go: the units stand and are disrupted; what they have not retreated they lose.
    fn stand(&self, state: &mut State, log: &mut Log) {
        let Some(flight) = &state.flight else { return };
        let (side, group) = (flight.side, flight.group);
        let owed = if flight.length == 2 && state.fight.as_ref().is_some_and(|f| f.granted.is_some()) {
            0 // lone guns lose nothing more
        } else {
            flight.length.saturating_sub(flight.gone)
        };
        for unit in group.iter() {
            self.disrupt(state, unit, Case("11.7.d"), log);
        }
        self.next_group(state);
        self.charge(state, side, owed, Toll::Free, group);
    }

    /// One hex of retreat: what it costs, and whose zone it enters.
    fn flee(&self, state: &mut State, to: SpaceId, log: &mut Log) {
        let Some(mut flight) = state.flight.take() else { return };
        let from = flight.hex;
        flight.hex = to;
        flight.gone += 1;
        flight.toll = self.flight_toll(state, flight.group, from, to);
        self.mark_flight(state, &flight, to);
        for unit in flight.group.iter() {
            self.shift(state, unit, to, Case("11.7.b"), log);
        }
        let enemy = flight.side.other();
        if state.in_zone(enemy, to) {
            for unit in (flight.group & self.ground.convoys).iter() {
                self.put(state, unit, Place::Lost); // R71
            }
            flight.fire_due = !self.shooters(state, enemy, to).is_empty();
        }
        state.flight = Some(flight);
    }

    /// Guns are marked fired (11.7.l), Ring units become free (5.3.f), attackers are out of the fight, the path is noted for the advance.
    fn mark_flight(&self, state: &mut State, flight: &Flight, to: SpaceId) {
        for unit in flight.group.iter() {
            // 12.2.f.
            if self.data.info(unit).kind.is_gun() {
                state.unit_mut(unit).fired = true;
            }
            if self.ground.ring.contains(unit) {
                state.pocket.freed.insert(unit);
                state.pocket.activated = true;
            }
        }
        if let Some(fight) = &mut state.fight {
            if flight.defender {
                fight.fled = true;
                if fight.path.len() + 1 == usize::from(flight.gone) && !fight.path.is_full() {
                    fight.path.push(to);
                }
            } else {
                fight.attackers -= flight.group;
                fight.barred |= flight.group;
            }
        }
    }

    /// 11.7.h to 11.7.k: what rivers and interdicted bridges cost the group.
    fn flight_toll(&self, state: &State, group: UnitSet, from: SpaceId, to: SpaceId) -> u8 {
        let Some(edge) = self.data.map.board.edge(from, to) else { return 0 };
        if self.data.map.sides[edge].water != Water::Minor {
            return 0;
        }
        let heavy =
            |unit: UnitId| matches!(self.data.info(unit).kind.losses(), LossClass::Armor | LossClass::Artillery);
        if !self.bridged(state, edge) {
            // 11.7.i: one for the stack; 11.7.h: none for infantry alone.
            return u8::from(group.iter().any(heavy));
        }
        let soviet = group.first().is_some_and(|unit| self.side(unit) == Side::Soviet);
        // 11.7.j: over a bridge nothing, but 11.7.k: what an interdiction takes.
        if soviet { self.interdicted(state, from).max(self.interdicted(state, to)) } else { 0 }
    }

    /// 11.7.m: off the map; the units come back in their next phase.
    fn exit(&self, state: &mut State, log: &mut Log) {
        let Some(flight) = state.flight.take() else { return };
        let (group, hex) = (flight.group, flight.hex);
        self.mark_flight(state, &flight, hex);
        state.flight = Some(flight);
        for unit in group.iter() {
            self.put(state, unit, Place::Away(hex));
            self.left(state, unit, hex, log);
        }
        log.add(|| Event::note(Case("11.7.m"), format!("units retreat off the map at {}", self.hex_name(hex))));
    }

    /// 11.7.1.a, 13.1.e: who may fire at units in a hex: everybody whose zone reaches it, guns too, fired or not (12.3.d) and as often as
    /// somebody comes (12.3.b); not who entrenches in this phase and keeps out of every fight (15.1.a).
    pub(crate) fn shooters(&self, state: &State, side: Side, hex: SpaceId) -> UnitSet {
        let able = |unit: &UnitId| self.exerts(state, *unit) && !state.memory.digging.contains(*unit);
        self.zone_makers(state, side, hex).iter().filter(able).collect()
    }

    /// 11.7.1.b to 11.7.1.d: no shifts, no modifiers, both numbers are lost, nobody fires back. Guns alone fire with half here too (12.1.h).
    fn shoot(&self, state: &mut State, side: Side, dice: &mut Dice, log: &mut Log) {
        let Some(flight) = &state.flight else { return };
        let (hex, group, owner) = (flight.hex, flight.group, flight.side);
        let shooters = self.shooters(state, side, hex);
        state.open |= shooters;
        let strength = self.strength(state, shooters);
        let words = || format!("fire with {strength} points at the units that retreat through {}", self.hex_name(hex));
        let roll = self.d10(side, Case("11.7.1.a"), dice, log, words);
        // 11.7.1.b; 11.7.1.d: and that is all.
        let loss = self.data.charts.crt.read(strength, 0, roll as i8);
        self.charge(state, owner, loss.mandatory + loss.optional, Toll::Free, group);
    }

    /// Is there a whole way for the stack that must answer?
    pub(crate) fn can_flee(&self, state: &State, fight: &Fight) -> bool {
        let units = self.answering_units(state, fight);
        let (_, hex) = self.answering(fight);
        self.can_flee_from(state, fight, units, hex, fight.optional)
    }
}
