//! 9.18 Soviet movement by sea and 9.32 the flooding of the Manych, announced at the start of a game turn.

use crate::action::Action;
use crate::data::{Region, UnitId};
use crate::decision::{Decides, Decision, Flow, Visit, not_now, phasing, question};
use crate::refusal::{Consult, Noun, Verdict};
use crate::state::{Mover, State};
use crate::{Drive, sequence};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Event, Log, Side, must, unless};
use kessel_kit::no;

/// The start of a game turn: the flood (9.32.d), the divisions of Stalingrad (8.10).
pub(crate) const SOVIET_ANNOUNCEMENTS: Decision = Decision {
    case: Case("9.32.d"),
    asks: phasing,
    check: |game, state, _, action, c| match action {
        Action::Flood => game.check_flood(state, c),
        Action::SixtySecond { at } => game.check_sixty_second(state, at, c),
        Action::Done => Ok(()),
        _ => not_now(c, "5.1.a"),
    },
    offers: |game, state, side, visit| {
        game.offer(state, side, Action::Flood, visit)?;
        let city = game.data.map.region(Region::Stalingrad);
        city.iter().try_for_each(|at| game.offer(state, side, Action::SixtySecond { at }, visit))?;
        visit(Action::Done)
    },
    apply: |game, state, _, action, dice, log| match action {
        Action::Flood => game.apply_flood(state, log),
        Action::SixtySecond { at } => game.apply_sixty_second(state, at, log),
        _ => sequence::end(game, state, dice, log),
    },
    settle: sequence::pass_if_idle,
    prompt: |_, seen, _| question(seen, ANNOUNCE),
};

/// The start of a game turn: the sea is barred (9.18.f), aerial supply dropped (7.6).
pub(crate) const AXIS_ANNOUNCEMENTS: Decision = Decision {
    case: Case("9.18.f"),
    asks: phasing,
    check: |game, state, side, action, c| match action {
        Action::BlockSea => game.check_block_sea(state, c),
        Action::Airlift { at } => game.check_airlift(state, side, at, c),
        Action::Done => Ok(()),
        _ => not_now(c, "5.1.a"),
    },
    offers: |game, state, side, visit| {
        game.offer(state, side, Action::BlockSea, visit)?;
        game.airlift_offers(state, side, visit)?;
        visit(Action::Done)
    },
    apply: |game, state, _, action, dice, log| match action {
        Action::BlockSea => game.apply_block_sea(state, log),
        Action::Airlift { at } => game.apply_airlift(state, at, log),
        _ => sequence::end(game, state, dice, log),
    },
    settle: sequence::pass_if_idle,
    prompt: |_, seen, _| question(seen, ANNOUNCE),
};

const ANNOUNCE: &str = "The turn begins. Anything to announce?";

impl Drive {
    /// 9.18.f: may the German bar the sea?
    pub(crate) fn check_block_sea(&self, state: &State, c: &mut Consult) -> Verdict {
        c.ask(Case("9.18.f"), must(state.is_blue(), no!("only Operation Blue has that")))?;
        let why = no!("the aircraft have been used in this turn");
        c.ask(Case("9.18.f"), unless(self.aircraft_left(state, Side::Axis) < self.both(state), why))
    }

    pub(crate) fn apply_block_sea(&self, state: &mut State, log: &mut Log) {
        // 9.18.i: both aircraft, for the whole game turn.
        state.uses.sea_blocked = true;
        state.uses.aircraft = self.both(state);
        log.add(|| Event::note(Case("9.18.f"), "The Luftwaffe bars the Black Sea for this turn"));
    }

    pub(crate) fn apply_schwerpunkt(&self, state: &mut State, log: &mut Log) {
        state.uses.schwerpunkt = true;
        state.uses.aircraft = self.both(state);
        log.add(|| Event::note(Case("9.27.b"), "The Luftwaffe flies with the panzers this turn"));
    }

    /// 9.18: may this unit go by sea to that port?
    pub(crate) fn check_sail(&self, state: &State, unit: UnitId, to: SpaceId, c: &mut Consult) -> Verdict {
        // 9.18.c, R39: a southern reinforcement may come by ship; for the rest it comes in like any other.
        if self.is_south_rifle(state, unit) {
            self.ship_rules(state, unit, None, to, c)?;
            return self.check_enter(state, Side::Soviet, unit, to, c);
        }
        let Some(from) = self.own_unit(state, Side::Soviet, unit, Case("9.18.c"), c)? else { return Ok(()) };
        let u = &state.units[unit.index()];
        let in_port = self.ground.ports.contains(from) && u.origin == from && u.spent == 0;
        let fresh = in_port && !state.arrived.contains(unit);
        c.ask(Case("9.18.c"), must(fresh, no!("{unit} did not begin the phase in a port", unit)))?;
        self.readiness(state, unit, c)?;
        self.ship_rules(state, unit, Some(from), to, c)?;
        // 9.18.d, 9.3.a, R39: the landing is its first hex, so whoever cannot pay for it lands for all that he has.
        self.stack_rules(state, Side::Soviet, &[unit], to, c)
    }

    /// Do ships go there, and do they take this unit?
    fn ship_rules(&self, state: &State, unit: UnitId, from: Option<SpaceId>, to: SpaceId, c: &mut Consult) -> Verdict {
        c.ask(Case("9.18.a"), must(state.is_blue(), no!("only Operation Blue has that")))?;
        c.ask(Case("9.18.f"), unless(state.uses.sea_blocked, no!("the Luftwaffe bars the sea in this turn")))?;
        let why = no!("{unit} is mechanised and does not go by sea", unit);
        c.ask(Case("9.18.a"), unless(self.card(unit).mechanised, why))?;
        let port = self.ground.ports.contains(to) && from != Some(to);
        c.ask(Case("9.18.a"), must(port, no!("{to} is no other port: there are {ports}", to, ports = Noun::Ports)))?;
        c.ask(Case("9.18.e"), must(state.control(to) == Side::Soviet, no!("{to} is not under your control", to)))?;
        let ships = self.ships(state);
        let why = no!("the ships carry {ships} in this phase, one for each port that you hold", ships);
        c.ask(Case("9.18.b"), unless(state.sailed >= ships, why))
    }

    /// 9.18.b: one for each port.
    fn ships(&self, state: &State) -> u8 {
        (self.ground.ports - state.axis_control).len() as u8
    }

    pub(crate) fn apply_sail(&self, state: &mut State, unit: UnitId, to: SpaceId, log: &mut Log) {
        state.sailed += 1;
        let Some(from) = state.at(unit) else {
            log.add(|| Event::note(Case("9.18.c"), format!("Reinforcements land in {}", self.hex_name(to))));
            return self.apply_enter(state, unit, to, log);
        };
        let allowance = self.allowance(state, unit);
        let cost = self.terrain_cost(state, unit, to).unwrap_or(0);
        self.now_moves(state, Mover::Stack(from), &[unit]);
        self.carry(state, &[unit], from, to, Case("9.18.d"), log);
        // 9.18.h: with what is left it may go on, or it stays.
        self.charge(state, unit, allowance, cost);
        self.occupied(state, Side::Soviet, to, log);
    }

    /// 9.32: may the Manych be flooded now?
    pub(crate) fn check_flood(&self, state: &State, c: &mut Consult) -> Verdict {
        c.ask(Case("9.32.a"), must(state.is_blue(), no!("only Operation Blue has that")))?;
        c.ask(Case("9.32.a"), unless(state.uses.flood > 0, no!("the Manych has been flooded")))?;
        let locks = self.data.map.region(Region::ManychLocks);
        let held = locks.iter().any(|hex| state.control(hex) == Side::Soviet);
        c.ask(Case("9.32.a"), must(held, no!("you hold neither hex at the head of the Manych")))
    }

    pub(crate) fn apply_flood(&self, state: &mut State, log: &mut Log) {
        state.uses.flood = state.turn;
        log.add(|| Event::note(Case("9.32.a"), "The Manych is flooded for this turn"));
    }

    /// Is the Manych under water now?
    pub(crate) fn is_flooded(&self, state: &State) -> bool {
        state.uses.flood == state.turn && state.is_blue()
    }

    /// 9.18.c: units in port, and southern reinforcements.
    pub(crate) fn sea_offers(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let ports = self.ground.ports;
        let in_port = ports.iter().flat_map(|from| state.units_at(from)).filter(|u| self.side(*u) == side);
        let arrivals = self.arrivals(state, side);
        for unit in in_port.chain(arrivals.iter().filter(|u| self.is_south_rifle(state, *u))) {
            for to in ports.iter() {
                self.offer(state, side, Action::Sail { unit, to }, visit)?;
            }
        }
        Flow::Continue(())
    }
}
