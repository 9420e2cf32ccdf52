//! 3.0 and 12.1, 12.3: the first position, and both sides setting up.

mod fists;
mod room;

pub(crate) use room::Room;

use crate::action::Action;
use crate::data::{Group, Region, ScenarioId, UnitId};
use crate::decision::{Decides, Decision, Flow, Visit, not_now, phasing, question};
use crate::ground::Load;
use crate::refusal::{Consult, Noun, Verdict};
use crate::sets::{Spaces, UnitSet};
use crate::state::{Army, Crossing, Duty, Frame, Order, Phase, Place, South, State, UnitState, Uses};
use crate::{Drive, sequence};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Frames, Log, Side, What, must, unless};
use kessel_kit::{no, wait};

/// What the rules of the set-up ask of a unit: its group, what it adds to a stack, whether it is mechanised.
type Alike = (Option<u8>, Load, bool);

/// 3.1, 12.1, 12.3: a side sets up its units, and says itself that it has finished.
pub(crate) const SETUP: Decision = Decision {
    case: Case("3.1"),
    asks: phasing,
    check: |game, state, side, action, c| match action {
        Action::Place { unit, at } => game.check_place(state, side, unit, at, c),
        Action::Suggested => game.check_suggested(state, side, c),
        Action::Top { unit } => game.check_top(state, side, unit, c),
        Action::Done => game.check_ready(state, side, c),
        _ => not_now(c, "5.1.a"),
    },
    offers: Drive::setup_offers,
    apply: |game, state, side, action, dice, log| match action {
        Action::Place { unit, at } => game.apply_place(state, unit, at, log),
        Action::Suggested => game.apply_suggested(state, side, log),
        Action::Top { unit } => game.apply_top(state, unit, log),
        _ => sequence::end(game, state, dice, log),
    },
    settle: wait,
    prompt: |_, seen, _| question(seen, "Set up your units, or let the rest be set up."),
};

/// One side has set up: the other does, or the first turn begins.
pub(crate) fn end(game: &Drive, state: &mut State, _: &mut Dice, log: &mut Log) {
    game.end_setup(state, state.phase(), log);
}

impl Drive {
    /// The position before anybody has set up; units without a choice stand in their hexes.
    pub(crate) fn first_position(&self, scenario: ScenarioId, log: &mut Log) -> State {
        let first = self.data.scenario(scenario).sets_up_first;
        let phase = if first == Side::Soviet { Phase::SovietSetup } else { Phase::AxisSetup };
        let mut state = State {
            scenario,
            turn: 1,
            frames: Frames::new(Frame::Phase(phase)),
            units: self.data.unit_ids().map(|unit| self.unit_at_start(scenario, unit)).collect(),
            tops: UnitSet::EMPTY,
            // 3.4.a.
            axis_control: self.ground.axis_side[scenario as usize] & self.ground.playable[scenario as usize],
            network: [Spaces::EMPTY; 2],
            ruins: Spaces::EMPTY,
            // 11.24: the ring is already destroyed in Uranus.
            ring_gone: scenario == ScenarioId::Uranus,
            frozen: false,
            order: Order::AssaultMove,
            second: false,
            closing: false,
            added: false,
            uses: Uses::default(),
            airlift: None,
            asleep: 0,
            reserved: 0,
            limits_lifted: false,
            crossing: Crossing::NotYet,
            boxes: 0,
            south: South::default(),
            duty: Duty::default(),
            pile: 0,
            mover: None,
            arrived: UnitSet::EMPTY,
            sailed: 0,
            stopped: UnitSet::EMPTY,
            settled: UnitSet::EMPTY,
            assaulted: UnitSet::EMPTY,
            attacked: UnitSet::EMPTY,
            defended: UnitSet::EMPTY,
            stormed: Spaces::EMPTY,
            refugees: UnitSet::EMPTY,
            tired: UnitSet::EMPTY,
            rooted: UnitSet::EMPTY,
            shown: UnitSet::EMPTY,
            veiled: UnitSet::EMPTY,
            ended: None,
            layout: Default::default(),
            fed: Default::default(),
        };
        if scenario == ScenarioId::Blue {
            state.asleep = (1 << self.data.blue.opposite.len()) - 1;
            state.reserved = ((1u16 << self.data.blue.reserves.len()) - 1) as u8;
        }
        state.network = self.first_networks(scenario);
        self.lay_out(&mut state);
        self.place_fixed(&mut state);
        // 11.23.a: complete at the start; fortifications inside the Axis lines are gone.
        state.ruins = self.ground.forts & state.axis_control;
        log.add(|| {
            let what = What::Phase { turn: 1, side: phase.side(), phase: phase.word().into() };
            Event::new(Case("3.1"), what, phase.step().name)
        });
        state
    }

    fn unit_at_start(&self, scenario: ScenarioId, unit: UnitId) -> UnitState {
        let info = self.data.info(unit);
        let group = self.ground.groups[scenario as usize][unit.index()];
        let group = group.and_then(|index| self.data.scenario(scenario).groups.get(usize::from(index)));
        let comes = match info.side {
            // Any Soviet counter may be drawn; those of one scenario only are never asked for in the other.
            Side::Soviet => true,
            Side::Axis => self.arrival(scenario, unit).is_some() || self.is_taman_unit(scenario, unit),
        };
        let place = match group {
            Some(_) => Place::Setup,
            None if comes => Place::ToCome,
            None => Place::Out,
        };
        UnitState {
            place,
            // 2.13.e: at full strength: two steps if both sides carry factors, else one (2.12.a).
            steps: info.steps(),
            face: None,
            army: group.map_or(Army::None, army_of),
            origin: SpaceId(0),
            allowance: 0,
            spent: 0,
        }
    }

    /// 7.3, 7.8, 7.18.a: every source on one's own side of the line; none of the other's is ultimate for anybody else.
    fn first_networks(&self, scenario: ScenarioId) -> [Spaces; 2] {
        let i = scenario as usize;
        let mine = self.ground.axis_side[i];
        let soviet = self.ground.towns | self.ground.soviet_north[i] | self.ground.soviet_south;
        [
            (self.ground.towns | self.ground.axis_sources) & mine & self.ground.playable[i],
            (soviet - mine) & self.ground.playable[i],
        ]
    }

    /// Groups with one hex need no decision.
    fn place_fixed(&self, state: &mut State) {
        for unit in self.data.unit_ids() {
            if state.units[unit.index()].place != Place::Setup {
                continue;
            }
            if let Some(group) = self.group_of(state, unit)
                && group.is_fixed()
                && let Some(hex) = group.hexes.first()
            {
                self.put(state, unit, *hex);
                self.adopt_army(state, unit, *hex);
            }
        }
    }

    /// The group a unit sets up with.
    pub(crate) fn group_of(&self, state: &State, unit: UnitId) -> Option<&Group> {
        let index = self.ground.groups[state.scenario as usize][unit.index()]?;
        self.data.scenario(state.scenario).groups.get(usize::from(index))
    }

    /// The army that a unit is set up with.
    pub(crate) fn group_army(&self, state: &State, unit: UnitId) -> Army {
        self.group_of(state, unit).map_or(Army::None, army_of)
    }

    /// 12.1.p, 3.2.m: an Axis unit without an army belongs to the one in whose area it comes into play.
    pub(crate) fn adopt_army(&self, state: &mut State, unit: UnitId, hex: SpaceId) {
        if state.is_blue() && self.side(unit) == Side::Axis && state.units[unit.index()].army == Army::None {
            state.units[unit.index()].army = self.data.map.spaces[hex].army.map_or(Army::None, Army::Axis);
        }
    }

    /// 12.1, 12.3: may this unit be set up here?
    pub(crate) fn check_place(&self, state: &State, side: Side, unit: UnitId, at: SpaceId, c: &mut Consult) -> Verdict {
        self.place_rules(&Room::new(self, state), side, unit, at, c)
    }

    /// The same, with what is known already about the position.
    #[inline]
    pub(crate) fn place_rules(
        &self,
        room: &Room<'_>,
        side: Side,
        unit: UnitId,
        at: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let state = room.state;
        if !c.gate(Case("3.1"), must(self.side(unit) == side, no!("{unit} is not yours", unit)))? {
            return Ok(());
        }
        let waits = state.units[unit.index()].place == Place::Setup;
        if !c.gate(Case("3.1"), must(waits, no!("{unit} does not wait to be set up", unit)))? {
            return Ok(());
        }
        let scenario = state.scenario as usize;
        let Some(index) = self.ground.groups[scenario][unit.index()].map(usize::from) else {
            return c.ask(Case("3.1"), Err(no!("{unit} does not wait to be set up", unit)));
        };
        let wrong = !self.ground.group_hexes[scenario][index].contains(at);
        let case = self.ground.group_cases[scenario][index];
        c.ask(case, unless(wrong, no!("{unit} does not set up in {at}{place}", unit, at, place = Noun::SetUp(unit))))?;
        let why =
            no!("{first} of the same pile comes before {id}", first = Noun::FirstOfPile(unit), id = Noun::Id(unit));
        c.ask(Case("3.2.d"), unless(self.is_out_of_turn(state, side, unit), why))?;
        self.room_rules(room, side, (unit, index), at, c)
    }

    /// Counters of one kind are drawn blind: they are placed in the order of the pile (R62).
    fn is_out_of_turn(&self, state: &State, side: Side, unit: UnitId) -> bool {
        side == Side::Soviet && !self.is_next_of_pile(state, unit)
    }

    /// Is there room for the unit in this hex of its group, and is nobody else left without?
    #[inline]
    fn room_rules(
        &self,
        room: &Room<'_>,
        side: Side,
        (unit, index): (UnitId, usize),
        at: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let state = room.state;
        let case = self.ground.group_cases[state.scenario as usize][index];
        self.stack_rules(state, side, &[unit], at, c)?;
        let most = self.data.scenario(state.scenario).groups[index].most;
        let full = most.is_some_and(|most| self.of_group_at(state, unit, at) >= most);
        c.ask(case, unless(full, no!("no more units of this group may stand in {at}", at)))?;
        if side == Side::Soviet && !state.is_blue() && self.card(unit).mechanised {
            let most = usize::from(self.data.uranus.mechanised_south);
            let full = self.data.map.is_in(at, Region::SouthOfVolga) && room.mechanised_south() >= most;
            let why = no!("no more mechanised units may begin south of the Volga, so not in {at}", at);
            c.ask(Case("12.3.l"), unless(full, why))?;
        }
        let feasible = room.is_left_by(side, unit, at);
        let case = match (state.is_blue(), side) {
            (true, Side::Soviet) => Case("12.1.c"),
            (true, Side::Axis) => Case("12.1.t"),
            (false, _) => case,
        };
        c.ask(case, must(feasible, no!("{unit} is needed in another hex, or the set-up could not be completed", unit)))
    }

    /// Is it the next counter of its pile? Counters of one kind and group have consecutive ids and are placed in order.
    #[inline]
    fn is_next_of_pile(&self, state: &State, unit: UnitId) -> bool {
        let groups = &self.ground.groups[state.scenario as usize];
        unit.0.checked_sub(1).map(UnitId).is_none_or(|before| {
            groups[before.index()] != groups[unit.index()]
                || self.card(before).kind != self.card(unit).kind
                || state.units[before.index()].place != Place::Setup
        })
    }

    fn of_group_at(&self, state: &State, unit: UnitId, at: SpaceId) -> u8 {
        let groups = &self.ground.groups[state.scenario as usize];
        state.units_at(at).filter(|u| groups[u.index()] == groups[unit.index()]).count() as u8
    }

    /// 12.1, 12.3: everybody must stand before the set-up is finished.
    pub(crate) fn check_ready(&self, state: &State, side: Side, c: &mut Consult) -> Verdict {
        let Some(unit) = self.to_place(state, side).next() else { return Ok(()) };
        let scenario = state.scenario as usize;
        let group = self.ground.groups[scenario][unit.index()];
        let case = group.map_or(Case("3.1"), |index| self.ground.group_cases[scenario][usize::from(index)]);
        c.ask(case, Err(no!("{unit} still has to be set up{more}", unit, more = Noun::Others(unit))))
    }

    pub(crate) fn check_suggested(&self, state: &State, side: Side, c: &mut Consult) -> Verdict {
        let none = self.to_place(state, side).next().is_none();
        c.ask(Case("3.1"), unless(none, no!("all units stand")))
    }

    /// The units that a side still has to set up.
    pub(crate) fn to_place(&self, state: &State, side: Side) -> impl Iterator<Item = UnitId> {
        self.ground.own[side.index()].iter().filter(move |u| state.units[u.index()].place == Place::Setup)
    }

    pub(crate) fn apply_place(&self, state: &mut State, unit: UnitId, at: SpaceId, log: &mut Log) {
        let side = self.side(unit);
        let top = !state.holds(side, at);
        self.put(state, unit, at);
        self.adopt_army(state, unit, at);
        log.add(|| {
            let what = What::Place { counter: self.unit_id(unit).into(), at: self.hex_id(at).into() };
            let event = Event::new(Case("3.1"), what, format!("{} in {}", self.unit_name(unit), self.hex_name(at)));
            if top { event } else { event.only_for(side) }
        });
    }

    /// Places the rest: the Soviets of Uranus where the attack is to begin, every other unit near the front where its group stands
    /// thinnest, in the order of the group's hexes.
    pub(crate) fn apply_suggested(&self, state: &mut State, side: Side, log: &mut Log) {
        let waiting: UnitSet = self.to_place(state, side).collect();
        for unit in waiting.iter() {
            let index = self.ground.groups[state.scenario as usize][unit.index()].map(usize::from);
            let (Some(group), Some(index)) = (self.group_of(state, unit), index) else { break };
            if self.is_out_of_turn(state, side, unit) {
                break;
            }
            let room = Room::new(self, state);
            let c = &mut Consult::strict();
            let legal = |hex: &SpaceId| self.room_rules(&room, side, (unit, index), *hex, c).is_ok();
            let alone = state.is_blue() && group.most == Some(1);
            let worth = |hex: &SpaceId| {
                // Units that stand alone guard what must not fall (4.6); the others stand three deep near the front.
                let guard = alone && !self.data.map.is_in(*hex, Region::SuddenDeathBlue);
                let far = self.ground.far_from_front[state.scenario as usize][hex.index()];
                let massed = side == Side::Soviet && self.is_wanted(state, unit, *hex);
                (!massed, guard, state.units_at(*hex).count() as u32 + 3 * far)
            };
            let Some(hex) = group.hexes.iter().copied().filter(legal).min_by_key(worth) else { break };
            self.apply_place(state, unit, hex, log);
        }
    }

    /// Where each unit may be set up, `done` last.
    fn setup_offers(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let room = Room::new(self, state);
        // Where units that the set-up does not tell apart may stand.
        let mut known: ArrayVec<(Alike, Spaces), 32> = ArrayVec::new();
        let mut last = None;
        for unit in self.to_place(state, side) {
            let index = self.ground.groups[state.scenario as usize][unit.index()];
            let card = self.card(unit);
            // Soviet counters of one pile come in order: only the first can be placed.
            if side == Side::Soviet && last.replace((index, card.kind)) == Some((index, card.kind)) {
                continue;
            }
            let (Some(group), Some(nth)) = (self.group_of(state, unit), index) else { continue };
            if self.is_out_of_turn(state, side, unit) {
                continue;
            }
            let alike = (index, card.load, card.mechanised);
            let lawful = match known.iter().position(|(a, _)| *a == alike) {
                Some(found) => &known[found].1,
                None => {
                    if known.is_full() {
                        known.clear();
                    }
                    known.push((alike, self.open_hexes(&room, side, (unit, usize::from(nth)), &group.hexes)));
                    &known[known.len() - 1].1
                }
            };
            for &at in group.hexes.iter().filter(|at| lawful.contains(**at)) {
                visit(Action::Place { unit, at })?;
            }
        }
        self.offer(state, side, Action::Suggested, visit)?;
        self.top_offers(state, side, visit)?;
        self.offer(state, side, Action::Done, visit)
    }

    /// Which of these hexes a unit may be set up in.
    fn open_hexes(&self, room: &Room<'_>, side: Side, unit: (UnitId, usize), hexes: &[SpaceId]) -> Spaces {
        let alike = &self.ground.alike[room.state.scenario as usize];
        let mut empty = [None; u8::MAX as usize];
        let mut open = Spaces::EMPTY;
        for &at in hexes {
            let ask = || self.room_rules(room, side, unit, at, &mut Consult::strict()).is_ok();
            // Empty hexes that the same groups want give the same answer: one of them is asked.
            let known =
                empty.get_mut(usize::from(alike[at.index()])).filter(|_| room.state.units_at(at).next().is_none());
            if known.map_or_else(ask, |known| *known.get_or_insert_with(ask)) {
                open.insert(at);
            }
        }
        open
    }

    fn end_setup(&self, state: &mut State, phase: Phase, log: &mut Log) {
        let first = self.data.scenario(state.scenario).sets_up_first;
        log.reveal();
        if phase.side() == Some(first) {
            let next = if first == Side::Soviet { Phase::AxisSetup } else { Phase::SovietSetup };
            self.enter_phase(state, next, log);
        } else {
            self.begin_game_turn(state, 1, log);
        }
    }
}

/// The army that a group's units belong to.
fn army_of(group: &Group) -> Army {
    match (group.front, group.reserve, group.army) {
        (Some(front), _, _) => Army::Front(front),
        (_, Some(reserve), _) => Army::Reserve(reserve),
        (_, _, Some(army)) => Army::Axis(army),
        (None, None, None) => Army::None,
    }
}

/// The rule that says where a group stands.
pub(crate) fn group_case(scenario: ScenarioId, group: &Group) -> Case {
    Case(match (scenario, group.side, group.id.as_str()) {
        (ScenarioId::Blue, Side::Soviet, "destroyers") => "12.1.g",
        (ScenarioId::Blue, Side::Soviet, _) => "12.1.b",
        (ScenarioId::Blue, Side::Axis, "A") => "12.1.o",
        (ScenarioId::Blue, Side::Axis, _) => "12.1.m",
        (ScenarioId::Uranus, Side::Axis, "4-romanian") => "12.3.c",
        (ScenarioId::Uranus, Side::Axis, "3-romanian") => "12.3.f",
        (ScenarioId::Uranus, Side::Axis, "italian") => "12.3.g",
        (ScenarioId::Uranus, Side::Axis, "hungarian") => "12.3.h",
        (ScenarioId::Uranus, Side::Axis, "german-2") => "12.3.i",
        (ScenarioId::Uranus, Side::Axis, _) => "12.3.e",
        (ScenarioId::Uranus, Side::Soviet, _) => "12.3.k",
    })
}
