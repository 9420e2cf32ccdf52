//! 19 Setting up: formation by formation in the book's order, in zones and radii; losses suffered before; what stays out.

mod cases;
mod losses;

pub(crate) use cases::CASES;

use crate::Winter;
use crate::action::Action;
use crate::data::{Area, ScenarioId, SetUp, SkyStart, UnitId, Zone};
use crate::decision::{Decides, Decision, Flow, Then, axis, not_now, soviet, step_asks};
use crate::layout::Layout;
use crate::refusal::{Consult, Verdict};
use crate::sequence::Step;
use crate::sets::UnitSet;
use crate::state::{AirBox, Frame, Initiative, Place, Pocket, Score, State, Switches, Unit};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Derived, Dice, Event, Frames, Log, Options, Side, What, must, unless};
use kessel_kit::{no, wait};

pub(crate) const SOVIET_LOSSES: Decision = Decision { asks: soviet, ..SETUP_LOSSES };
pub(crate) const AXIS_LOSSES: Decision = Decision { asks: axis, ..SETUP_LOSSES };

/// 19.2.1.b: the losses of the days before, spread as the owner likes within each formation and class; first what stays out.
const SETUP_LOSSES: Decision = Decision {
    case: Case("19.2.1.b"),
    asks: axis,
    check: |game, state, side, action, c| match action {
        Action::LeaveOut { unit } => game.check_leave_out(state, side, unit, c),
        Action::Lose { unit } => game.check_setup_loss(state, side, unit, c),
        Action::Suggested => Ok(()),
        _ => not_now(c, "19.2.1.b"),
    },
    offers: |game, state, side, visit| {
        for unit in game.own(side).filter(|u| state.unit(*u).place == Place::Setup) {
            game.offer(state, side, Action::LeaveOut { unit }, visit)?;
            game.offer(state, side, Action::Lose { unit }, visit)?;
        }
        game.offer(state, side, Action::Suggested, visit)
    },
    apply: |game, state, side, action, _, log| match action {
        Action::LeaveOut { unit } => state.unit_mut(unit).place = Place::Out,
        Action::Lose { unit } => game.setup_loss(state, side, unit, log),
        _ => game.suggest_losses(state, side, log),
    },
    settle: |game, state, dice, log| {
        let side = if state.step() == Step::SovietLosses { Side::Soviet } else { Side::Axis };
        if game.owes_losses(state, side) || game.must_leave_out(state, side) {
            return Then::Ask;
        }
        game.next_step(state, dice, log);
        Then::Again
    },
    prompt: |_, state, _| step_asks(state, "Spread the losses of the days before over your units."),
};

pub(crate) const SOVIET_SETUP: Decision = Decision { asks: soviet, ..PLACING };
pub(crate) const AXIS_SETUP: Decision = Decision { asks: axis, ..PLACING };

/// 19.1.1, 19.1.2: units are placed in their zones.
const PLACING: Decision = Decision {
    case: Case("19.1.1.a"),
    asks: axis,
    check: |game, state, side, action, c| match action {
        Action::Place { unit, at } => game.check_place(state, side, unit, at, c),
        Action::Suggested => Ok(()),
        _ => not_now(c, "19.1.1.a"),
    },
    offers: |game, state, side, visit| {
        let Some(group) = game.open_group(state, side) else { return Flow::Continue(()) };
        let mut hexes = game.zone_hexes(state, &group.zone);
        hexes.retain(|at| game.check_setup_ground(state, side, *at, &mut Consult::strict()).is_ok());
        for unit in group.units.iter().copied().filter(|u| state.unit(*u).place == Place::Setup) {
            let room = |at: &SpaceId| game.check_setup_room(state, side, unit, *at, &mut Consult::strict()).is_ok();
            hexes.iter().copied().filter(room).try_for_each(|at| visit(Action::Place { unit, at }))?;
        }
        game.offer(state, side, Action::Suggested, visit)
    },
    apply: |game, state, side, action, _, log| match action {
        Action::Place { unit, at } => game.set_up(state, unit, at, log),
        _ => game.suggest_places(state, side, log),
    },
    settle: |game, state, dice, log| {
        let side = if state.step() == Step::SovietSetup { Side::Soviet } else { Side::Axis };
        if game.open_group(state, side).is_some() {
            return Then::Ask;
        }
        game.next_step(state, dice, log);
        Then::Again
    },
    prompt: |game, state, side| {
        step_asks(state, {
            let group = game.open_group(state, side);
            let name = group
                .and_then(|g| g.units.first())
                .map_or(String::new(), |u| game.data.group(game.data.info(*u).formation).name.clone());
            format!("Set up {name}.")
        })
    },
};

/// 19.1.2.d: which units of 23 Panzer begin on the map.
pub(crate) const AXIS_POOL: Decision = Decision {
    case: Case("19.1.2.d"),
    asks: axis,
    check: |game, state, _, action, c| match action {
        Action::Call { unit } => game.check_call(state, unit, c),
        Action::Suggested | Action::Done => Ok(()),
        _ => not_now(c, "19.1.2.d"),
    },
    offers: |game, state, side, visit| {
        if let Some(pool) = &game.data.scenario(state.scenario).pool {
            pool.units.iter().try_for_each(|unit| game.offer(state, side, Action::Call { unit: *unit }, visit))?;
        }
        game.offer(state, side, Action::Suggested, visit)?;
        game.offer(state, side, Action::Done, visit)
    },
    apply: |game, state, _, action, dice, log| match action {
        Action::Call { unit } => state.unit_mut(unit).place = Place::Setup,
        Action::Suggested => {
            for unit in &game.data.scenario(state.scenario).historical_pool {
                if game.check_call(state, *unit, &mut Consult::strict()).is_ok() {
                    state.unit_mut(*unit).place = Place::Setup;
                }
            }
            game.next_step(state, dice, log);
        }
        _ => game.next_step(state, dice, log),
    },
    settle: wait,
    prompt: |_, state, _| {
        step_asks(state, "Choose the units of 23 Panzer Division that begin on the map, at most 23 stacking points.")
    },
};

/// 19.2.2.m: ten air units are ready.
pub(crate) const AXIS_READY: Decision = Decision {
    case: Case("19.2.2.m"),
    asks: axis,
    check: |game, state, side, action, c| match action {
        Action::Ready { air } => {
            let waits = game.data.plane(air).side == side && state.air[air.index()] == AirBox::Flown;
            c.ask(Case("19.2.2.m"), must(waits, no!("{air} is not to be chosen", air)))
        }
        _ => not_now(c, "19.2.2.m"),
    },
    offers: |game, state, side, visit| {
        game.data.air_ids().try_for_each(|air| game.offer(state, side, Action::Ready { air }, visit))
    },
    apply: |_, state, _, action, _, _| {
        if let Action::Ready { air } = action {
            state.air[air.index()] = AirBox::Ready;
        }
    },
    settle: |game, state, dice, log| {
        let side = Side::Axis;
        let ready = game
            .data
            .air_ids()
            .filter(|a| game.data.plane(*a).side == side && state.air[a.index()] == AirBox::Ready)
            .count();
        match game.data.scenario(state.scenario).sky[side.index()] {
            SkyStart::Choose(number) if ready < usize::from(number) => Then::Ask,
            _ => {
                game.next_step(state, dice, log);
                Then::Again
            }
        }
    },
    prompt: |_, state, _| step_asks(state, "Choose the air units that begin ready."),
};

pub(crate) fn has_soviet_losses(game: &Winter, state: &State) -> bool {
    game.owes_losses(state, Side::Soviet) || game.must_leave_out(state, Side::Soviet)
}

pub(crate) fn has_axis_losses(game: &Winter, state: &State) -> bool {
    game.owes_losses(state, Side::Axis)
}

pub(crate) fn has_pool(game: &Winter, state: &State) -> bool {
    game.data.scenario(state.scenario).pool.is_some()
}

pub(crate) fn has_air_choice(game: &Winter, state: &State) -> bool {
    matches!(game.data.scenario(state.scenario).sky[0], SkyStart::Choose(_))
}

impl Winter {
    /// The first position of a scenario: who is to be set up, who comes later, how the air units begin.
    pub(crate) fn first_position(&self, id: ScenarioId, options: &Options, dice: &mut Dice, log: &mut Log) -> State {
        let scenario = self.data.scenario(id);
        let yes = |key: &str, default: bool| options.get(key).map_or(default, |value| value == "yes" || value == "on");
        let mut groups = 0;
        for (n, group) in scenario.groups.iter().enumerate() {
            groups |= u8::from(yes(&group.key, false)) << n;
        }
        let switches = Switches { fog: yes("fog", true), thunderclap: yes("thunderclap", true), groups };
        let mut state = self.blank(id, switches);
        for setup in self.setups(&state) {
            for unit in setup.units.clone() {
                state.unit_mut(unit).place = Place::Setup;
            }
        }
        if let Some(pool) = &scenario.pool {
            pool.units.iter().for_each(|unit| state.unit_mut(*unit).place = Place::Later);
        }
        for turn in scenario.first..=scenario.last {
            for unit in self.data.turn(turn).arrivals.iter().flat_map(|arrival| &arrival.units) {
                if state.unit(*unit).place == Place::Out {
                    state.unit_mut(*unit).place = Place::Later;
                }
            }
        }
        scenario.christea.iter().for_each(|unit| state.unit_mut(*unit).place = Place::Later);
        scenario.sixth_army.iter().for_each(|unit| state.unit_mut(*unit).place = Place::Later);
        self.start_air(&mut state, dice, log);
        *state.frames.top_mut() = Frame::Step(Step::SovietLosses);
        if !has_soviet_losses(self, &state) {
            *state.frames.top_mut() = Frame::Step(Step::SovietSetup);
        }
        self.lay_out(&mut state);
        if options.get("setup") == Some("historical") {
            self.suggest_everything(&mut state, dice, log);
        }
        state
    }

    fn blank(&self, id: ScenarioId, switches: Switches) -> State {
        let scenario = self.data.scenario(id);
        // 2.2.a.
        let unit = |info: &crate::data::UnitInfo| Unit { points: info.full.strength, ..Unit::default() };
        let reserves = scenario.reserves.len();
        State {
            scenario: id,
            switches,
            turn: scenario.first,
            phasing: Side::Axis,
            combat_first: false,
            units: self.data.units.iter().map(unit).collect(),
            air: vec![AirBox::Out; self.data.air.len()],
            zones: Default::default(),
            entrenched: Default::default(),
            digging: UnitSet::EMPTY,
            bridges: Vec::new(),
            control: [Side::Soviet; 2],
            reserves: ((1_u32 << reserves) - 1) as u16,
            closest: [vec![u8::MAX; reserves], vec![u8::MAX; reserves]],
            homes: vec![SpaceId(u16::MAX); self.data.units.len()],
            bills: scenario.bills.iter().map(|bill| bill.points).collect(),
            christea: None,
            pocket: Pocket::default(),
            initiative: Initiative::default(),
            score: Score::default(),
            tally: Default::default(),
            points: Default::default(),
            pool: 0,
            memory: Default::default(),
            march: None,
            fight: None,
            volley: Default::default(),
            losses: Default::default(),
            flight: None,
            runners: Default::default(),
            excess: None,
            closing: false,
            duel: Default::default(),
            open: UnitSet::EMPTY,
            tops: UnitSet::EMPTY,
            works: 0,
            shadows: Vec::new(),
            frames: Frames::new(Frame::Step(Step::SovietSetup)),
            ended: None,
            layout: Derived(Layout::default()),
        }
    }

    /// 4.6.a, 19.2.1.x, 19.2.2.m, 20.2.a: how the air units begin.
    fn start_air(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let scenario = self.data.scenario(state.scenario);
        let answered =
            scenario.groups.iter().enumerate().any(|(n, g)| g.answered && state.switches.groups & (1 << n) != 0);
        for side in Side::BOTH {
            for air in &scenario.air[side.index()] {
                state.air[air.index()] = match scenario.sky[side.index()] {
                    SkyStart::Ready => AirBox::Ready,
                    SkyStart::Choose(_) => AirBox::Flown,
                    SkyStart::Roll(number) => {
                        let words = || format!("{} has flown on {number} or less", self.data.plane(*air).name);
                        let flown = self.d10(side, Case("19.2.1.x"), dice, log, words) <= number;
                        if flown { AirBox::Flown } else { AirBox::Ready }
                    }
                };
            }
        }
        if answered {
            scenario.answer.iter().for_each(|air| state.air[air.index()] = AirBox::Ready);
        }
    }

    /// Every group that is set up in this game, the optional ones that were chosen among them.
    pub(crate) fn setups<'a>(&'a self, state: &State) -> impl Iterator<Item = &'a SetUp> + use<'a> {
        let scenario = self.data.scenario(state.scenario);
        let chosen = state.switches.groups;
        let groups = scenario.groups.iter().enumerate().filter(move |(n, _)| chosen & (1 << n) != 0);
        scenario.setups.iter().chain(groups.map(|(_, group)| &group.setup))
    }

    /// The first group of a side with units still to be placed.
    pub(crate) fn open_group<'a>(&'a self, state: &State, side: Side) -> Option<&'a SetUp> {
        let waits =
            |group: &&SetUp| group.side == side && group.units.iter().any(|u| state.unit(*u).place == Place::Setup);
        self.setups(state).find(waits)
    }

    /// The hexes of a zone now.
    pub(crate) fn zone_hexes(&self, state: &State, zone: &Zone) -> Vec<SpaceId> {
        match zone {
            Zone::Hexes(hexes) => hexes.iter().collect(),
            Zone::Near(formations) => {
                let units = formations.iter().flat_map(|f| &self.data.group(*f).units);
                let mut near: Vec<SpaceId> =
                    units.filter_map(|u| state.at(*u)).flat_map(|hex| self.data.map.board.within(hex, 1)).collect();
                near.sort_unstable();
                near.dedup();
                near
            }
        }
    }

    fn check_place(&self, state: &State, side: Side, unit: UnitId, at: SpaceId, c: &mut Consult) -> Verdict {
        let first = if side == Side::Soviet { Case("19.1.1.a") } else { Case("19.1.2.a") };
        let waits = self.side(unit) == side && state.unit(unit).place == Place::Setup;
        if !c.gate(first, must(waits, no!("{unit} is not to be set up", unit)))? {
            return Ok(());
        }
        let group = self.open_group(state, side).filter(|group| group.units.contains(&unit));
        let Some(group) = group else {
            return c.ask(first, Err(no!("another formation is set up before {unit}", unit)));
        };
        let case = self.case_of(&group.case);
        let there = self.zone_hexes(state, &group.zone).contains(&at);
        c.ask(case, must(there, no!("{unit} does not begin in {at}", unit, at)))?;
        self.check_setup_ground(state, side, at, c)?;
        self.check_setup_room(state, side, unit, at, c)
    }

    /// R100: own side of the line, no enemy, no Pocket.
    fn check_setup_ground(&self, state: &State, side: Side, at: SpaceId, c: &mut Consult) -> Verdict {
        let first = if side == Side::Soviet { Case("19.1.1.a") } else { Case("19.1.2.a") };
        let map = &self.data.map;
        let foreign = self.terrain(at) == crate::data::Terrain::Beyond
            || map.is_in(at, Area::Pocket)
            || state.holds(side.other(), at);
        c.ask(first, unless(foreign, no!("nobody of yours sets up in {at}", at)))?;
        let enemy_side = if side == Side::Axis { Area::SovietSide } else { Area::AxisSide };
        let over = state.scenario != ScenarioId::LastGasp && map.is_in(at, enemy_side);
        c.ask(first, unless(over, no!("{at} lies on the enemy's side of the start line", at)))
    }

    /// 9.1.a, 16.3.c: room, one convoy a hex, and room for those who have one hex only.
    fn check_setup_room(&self, state: &State, side: Side, unit: UnitId, at: SpaceId, c: &mut Consult) -> Verdict {
        let kept = u16::from(self.kept_room(state, side, unit, at));
        let added = u16::from(self.stacking_value(state, unit));
        let full = self.stacked(state, at) + added + kept > u16::from(self.data.charts.stacking);
        c.ask(Case("9.1.a"), unless(full, no!("{at} would hold more than eighteen stacking points", at)))?;
        let convoys = self.ground.convoys.contains(unit) && state.units_at(at).any(|u| self.ground.convoys.contains(u));
        c.ask(Case("16.3.c"), unless(convoys, no!("two convoys never share a hex")))
    }

    /// Room that must be kept in a hex for units of the side that can begin nowhere else.
    fn kept_room(&self, state: &State, side: Side, unit: UnitId, at: SpaceId) -> u8 {
        let mut room = 0;
        if !self.ground.only_hexes[state.scenario as usize].contains(at) {
            return room;
        }
        for group in self.setups(state).filter(|group| group.side == side) {
            let Zone::Hexes(hexes) = &group.zone else { continue };
            if hexes.len() == 1 && hexes.contains(at) {
                let waits = |u: &&UnitId| **u != unit && state.unit(**u).place == Place::Setup;
                room += group.units.iter().filter(waits).map(|u| self.data.info(*u).full.stacking).sum::<u8>();
            }
        }
        room
    }

    /// A case of the data as code cites it; the data was checked against the ledger.
    fn case_of(&self, id: &str) -> Case {
        self.cases.iter().find(|case| case.0 == id).copied().unwrap_or(Case("19.0.a"))
    }

    fn set_up(&self, state: &mut State, unit: UnitId, at: SpaceId, log: &mut Log) {
        state.homes[unit.index()] = at;
        self.put(state, unit, Place::At(at));
        log.add(|| {
            let what = What::Place { counter: self.unit_id(unit).into(), at: self.hex_id(at).into() };
            Event::new(Case("19.1.1.a"), what, format!("{} sets up in {}", self.unit_name(unit), self.hex_name(at)))
                .only_for(self.side(unit))
        });
    }

    /// Everything that is left goes where history had it, or to the first hex that is lawful.
    fn suggest_places(&self, state: &mut State, side: Side, log: &mut Log) {
        let scenario = self.data.scenario(state.scenario);
        while let Some(group) = self.open_group(state, side) {
            let Some(unit) = group.units.iter().copied().find(|u| state.unit(*u).place == Place::Setup) else { return };
            let lawful = |at: &SpaceId| self.check_place(state, side, unit, *at, &mut Consult::strict()).is_ok();
            let fits = |at: &SpaceId| {
                self.check_setup_ground(state, side, *at, &mut Consult::strict()).is_ok()
                    && self.check_setup_room(state, side, unit, *at, &mut Consult::strict()).is_ok()
            };
            let wanted = scenario.historical.iter().find(|(u, _)| *u == unit).map(|(_, hex)| *hex);
            let hex = wanted.filter(lawful).or_else(|| self.zone_hexes(state, &group.zone).into_iter().find(fits));
            match hex {
                Some(hex) => self.set_up(state, unit, hex, log),
                None => return, // cannot happen with sound data; the player is asked
            }
        }
    }

    fn check_call(&self, state: &State, unit: UnitId, c: &mut Consult) -> Verdict {
        let pool = self.data.scenario(state.scenario).pool.as_ref();
        let pooled = pool.is_some_and(|pool| pool.units.contains(&unit)) && state.unit(unit).place == Place::Later;
        if !c.gate(Case("19.1.2.d"), must(pooled, no!("{unit} is not in the pool", unit)))? {
            return Ok(());
        }
        let Some(pool) = pool else { return Ok(()) };
        let called = pool.units.iter().filter(|u| state.unit(**u).place == Place::Setup);
        let sum: u16 = called.map(|u| u16::from(self.data.info(*u).full.stacking)).sum();
        let value = u16::from(self.data.info(unit).full.stacking);
        c.ask(
            Case("19.1.2.d"),
            unless(
                sum + value > u16::from(pool.most),
                no!("no more than {most} stacking points begin on the map", most = pool.most),
            ),
        )
    }

    /// The whole historical set-up at once.
    pub(crate) fn suggest_everything(&self, state: &mut State, _: &mut Dice, log: &mut Log) {
        for side in [Side::Soviet, Side::Axis] {
            self.suggest_losses(state, side, log);
            if side == Side::Axis {
                for unit in &self.data.scenario(state.scenario).historical_pool {
                    if has_pool(self, state) {
                        state.unit_mut(*unit).place = Place::Setup;
                    }
                }
            }
            self.suggest_places(state, side, log);
        }
        if let SkyStart::Choose(number) = self.data.scenario(state.scenario).sky[0] {
            let axis: Vec<_> = self
                .data
                .air_ids()
                .filter(|a| self.data.plane(*a).side == Side::Axis && state.air[a.index()] == AirBox::Flown)
                .collect();
            axis.into_iter().take(usize::from(number)).for_each(|air| state.air[air.index()] = AirBox::Ready);
        }
        *state.frames.top_mut() = Frame::Step(Step::AxisReady);
    }
}
