//! 8.0 Reinforcements; withdrawals are in `withdrawal.rs`.

use crate::Drive;
use crate::action::Action;
use crate::data::{Corner, Region, ScenarioId, UnitId, UnitInfo, UnitKind};
use crate::decision::{Decision, Flow, Visit, ask_while, not_now};
use crate::refusal::{Consult, Noun, Verdict};
use crate::sets::{Spaces, UnitSet};
use crate::state::{Crossing, Frame, Mover, Place, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Event, Log, Prompt, Side, ToAct, What, must, unless};
use kessel_kit::no;

/// The turn from which an Axis unit may come by the track (2.13).
pub(crate) fn turn_of_arrival(unit: &UnitInfo, scenario: ScenarioId) -> Option<u8> {
    match (scenario, unit.corner) {
        (ScenarioId::Blue, Some(Corner::Turn(turn))) | (ScenarioId::Uranus, Some(Corner::UranusTurn(turn))) => {
            Some(turn)
        }
        _ => None,
    }
}

/// 8.2.c: the Taman peninsula has been taken, its two divisions may come at once.
pub(crate) const TAMAN: Decision = Decision {
    case: Case("8.2.c"),
    asks: |_, _| ToAct::Axis,
    check: |game, state, _, action, c| match action {
        Action::Taman { unit } => game.check_taman(state, unit, c),
        Action::Done => Ok(()),
        _ => not_now(c, "8.2.c"),
    },
    offers: |game, state, side, visit| {
        let pair = game.data.blue.taman.iter().copied();
        game.for_units(state, side, pair, |unit| Action::Taman { unit }, visit)?;
        visit(Action::Done)
    },
    apply: |game, state, _, action, _, log| match action {
        Action::Taman { unit } => game.apply_taman(state, unit, log),
        _ => state.frames.pop(),
    },
    settle: |game, state, _, _| ask_while(game.taman_waits(state), state),
    prompt: |_, _, _| Prompt::new(Case("8.2.c"), "Taman is yours. Its divisions may come at once."),
};

impl Drive {
    /// The turn from which an Axis unit may come by the track (2.13).
    pub(crate) fn arrival(&self, scenario: ScenarioId, unit: UnitId) -> Option<u8> {
        turn_of_arrival(self.data.info(unit), scenario)
    }

    pub(crate) fn is_taman_unit(&self, scenario: ScenarioId, unit: UnitId) -> bool {
        scenario == ScenarioId::Blue && self.data.blue.taman.contains(&unit)
    }

    /// 8.1, 8.6: the boxes of the track that are due are drawn; counters come blind, in the order of the pile.
    pub(crate) fn draw_boxes(&self, state: &mut State, log: &mut Log) {
        let scenario = self.data.scenario(state.scenario);
        let early = u8::from(state.crossing == Crossing::Answered);
        let due = (state.turn + early).min(scenario.last_turn());
        while state.boxes < due {
            state.boxes += 1;
            for &(kind, count) in &scenario.turn(state.boxes).soviet {
                self.draw(state, kind, count);
            }
            log.add(|| Event::note(Case("8.1.a"), "New Soviet units are ready to come").only_for(Side::Soviet));
        }
    }

    fn draw(&self, state: &mut State, kind: UnitKind, count: u8) {
        let mut left = count;
        for unit in self.data.pool(kind).unit_ids() {
            if left == 0 {
                break;
            }
            if state.units[unit.index()].place == Place::ToCome {
                state.units[unit.index()].place = Place::Waiting;
                left -= 1;
            }
        }
    }

    /// The units that could come in now: each Axis unit that is due, and the first of each Soviet kind.
    pub(crate) fn arrivals(&self, state: &State, side: Side) -> UnitSet {
        match side {
            Side::Axis => {
                let later = self.ground.later[state.scenario as usize];
                later.iter().filter(|u| self.is_due(state, *u)).collect()
            }
            Side::Soviet => {
                let mut first = UnitSet::EMPTY;
                for pool in &self.data.pools {
                    let waits = |u: &UnitId| {
                        state.units[u.index()].place == Place::Waiting && self.is_first_of(state, *u, Place::Waiting)
                    };
                    first.extend(pool.unit_ids().filter(waits));
                }
                let pool = self.data.pool(UnitKind::Rifle).unit_ids();
                let south = |u: &UnitId| self.is_south_rifle(state, *u) && self.is_first_of(state, *u, Place::ToCome);
                if self.south_is_open(state) {
                    first.extend(pool.filter(south));
                }
                first
            }
        }
    }

    /// 8.5: may another rifle division come to the south map in this turn?
    fn south_is_open(&self, state: &State) -> bool {
        let extras = &self.data.charts.extras;
        state.is_blue()
            && state.south.open
            && state.south.came < extras.south_rifles
            && state.south.this_turn < extras.south_rifles_per_turn
    }

    /// 8.5.c: a rifle division of the pool, not of the track, that may come to the south map now.
    pub(crate) fn is_south_rifle(&self, state: &State, unit: UnitId) -> bool {
        state.units[unit.index()].place == Place::ToCome
            && self.card(unit).kind == UnitKind::Rifle
            && self.south_is_open(state)
    }

    /// Counters of one kind come in order: is none of them before this one in the same place?
    fn is_first_of(&self, state: &State, unit: UnitId, place: Place) -> bool {
        let kind = self.card(unit).kind;
        unit.0
            .checked_sub(1)
            .map(UnitId)
            .is_none_or(|before| self.card(before).kind != kind || state.units[before.index()].place != place)
    }

    /// Is an Axis unit due and still off the map?
    fn is_due(&self, state: &State, unit: UnitId) -> bool {
        // 8.1.b: from its turn on, in whichever the owner likes.
        let off = matches!(state.units[unit.index()].place, Place::ToCome | Place::Waiting);
        let turn = self.arrival(state.scenario, unit).is_some_and(|turn| turn <= state.turn);
        let taman = self.is_taman_unit(state.scenario, unit) && self.taman_active(state);
        off && (turn || taman)
    }

    /// 8.1 to 8.5, 8.8, 8.10: may this unit come in here?
    pub(crate) fn check_enter(&self, state: &State, side: Side, unit: UnitId, at: SpaceId, c: &mut Consult) -> Verdict {
        if !c.gate(Case("8.1.a"), must(self.side(unit) == side, no!("{unit} is not yours", unit)))? {
            return Ok(());
        }
        let place = state.units[unit.index()].place;
        let south = self.is_south_rifle(state, unit);
        let due = match side {
            Side::Axis => self.is_due(state, unit),
            Side::Soviet => place == Place::Waiting || south,
        };
        if !c.gate(
            self.due_case(state, unit),
            must(due, no!("{unit} cannot come now{when}", unit, when = Noun::Comes(unit))),
        )? {
            return Ok(());
        }
        let late = side == Side::Soviet && !self.is_first_of(state, unit, place);
        let why =
            no!("{first} of the same pile comes before {id}", first = Noun::FirstOfPile(unit), id = Noun::Id(unit));
        c.ask(Case("3.2.d"), unless(late, why))?;
        let (case, entry) = self.entry_hexes(state, unit);
        let beset = self.is_interdicted(state, side, at);
        self.gateway_rules(state, side, unit, (case, &entry), (at, beset), c)
    }

    /// 8.1, 8.11: is the hex, beset by the enemy or not, open to a unit that is due?
    #[inline]
    fn gateway_rules(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        (case, entry): (Case, &Spaces),
        (at, beset): (SpaceId, bool),
        c: &mut Consult,
    ) -> Verdict {
        let open = entry.contains(at);
        if !c.gate(case, must(open, no!("{unit} cannot come in at {at}{hint}", unit, at, hint = Noun::Entry)))? {
            return Ok(());
        }
        // 8.10.g: on the edge an enemy beside the hex closes only a town.
        let bound = self.ground.towns.contains(at) && !self.is_edge_unit(state, unit);
        let why = no!("an enemy unit beside {at} bars reinforcements: use another source", at);
        c.ask(Case("8.11"), unless(bound && beset, why))?;
        let why = no!("a full stack has come in at {at} in this phase: use another hex, or wait", at);
        c.ask(Case("8.1.d"), unless(self.entry_full(state, unit, at), why))?;
        let taken = state.holds(side.other(), at) || (side == Side::Soviet && self.has_garrison(state, at));
        c.ask(Case("9.4"), unless(taken, no!("enemy units are in {at}", at)))?;
        self.stack_rules(state, side, &[unit], at, c)?;
        let cost = self.terrain_cost(state, unit, at);
        let far = cost.is_none_or(|cost| cost > self.printed_allowance(state, unit));
        c.ask(Case("8.2.b"), unless(far, no!("{unit} cannot pay for {at}", unit, at)))?;
        if side == Side::Soviet && !state.is_blue() {
            let cut = !self.fed(state, side).hexes.contains(at);
            let why = no!("a unit in {at} would be out of supply: the Soviets do not go there on purpose", at);
            c.ask(Case("7.17.c"), unless(cut, why))?;
        }
        Ok(())
    }

    fn due_case(&self, state: &State, unit: UnitId) -> Case {
        Case(if self.is_taman_unit(state.scenario, unit) {
            "8.2.c"
        } else if state.is_blue() && self.card(unit).kind == UnitKind::Rifle && state.south.open {
            "8.5.b"
        } else {
            "8.1.a"
        })
    }

    fn is_edge_unit(&self, state: &State, unit: UnitId) -> bool {
        !state.is_blue() && self.data.uranus.edge_unit == unit
    }

    /// Where a unit may come in as far as sources go, and the rule that says so.
    pub(crate) fn entry_hexes(&self, state: &State, unit: UnitId) -> (Case, Spaces) {
        let side = self.side(unit);
        if self.is_taman_unit(state.scenario, unit) {
            let taman = self.data.map.places.taman;
            return (Case("8.2.c"), std::iter::once(taman).filter(|_| self.taman_active(state)).collect());
        }
        if self.is_edge_unit(state, unit) {
            let edge = self.data.map.region(Region::UranusEntryEdge);
            return (Case("8.8.b"), edge.iter().filter(|hex| self.ground.playable[1].contains(*hex)).collect());
        }
        // R76: only 8.2 asks the Axis for sources that work; 8.3, 8.5 and 8.10 ask for places of the network in Soviet hands.
        // 8.1.f: places of one's own network.
        let sources = match side {
            Side::Axis => self.fed(state, side).sources,
            Side::Soviet => self.nodes(state, side),
        };
        match (side, state.scenario) {
            (Side::Axis, ScenarioId::Blue) => (Case("8.2.a"), sources & self.ground.north),
            (Side::Axis, ScenarioId::Uranus) => (Case("8.8.a"), sources),
            // 8.10.b: Astrakhan too.
            (Side::Soviet, ScenarioId::Uranus) => (Case("8.10.a"), sources),
            (Side::Soviet, ScenarioId::Blue) => {
                let astrakhan: Spaces = std::iter::once(self.data.map.places.astrakhan).collect();
                if state.units[unit.index()].place == Place::Waiting {
                    // 8.3.b, 7.11.b: but for Astrakhan.
                    (Case("8.3.a"), (sources & self.ground.north) - astrakhan)
                } else {
                    // 8.5.e: on the same terms as in the north.
                    (Case("8.5.a"), sources & (self.ground.south | astrakhan))
                }
            }
        }
    }

    /// 8.11: an enemy unit beside it; plain adjacency (R58).
    pub(crate) fn is_interdicted(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        self.ground.around(hex).iter().any(|n| state.holds(side.other(), n.to))
    }

    /// 8.1.d, R76: a stack's worth a phase, counted even if they have moved on.
    fn entry_full(&self, state: &State, unit: UnitId, at: SpaceId) -> bool {
        let artillery = self.card(unit).artillery;
        let came = state
            .arrived
            .iter()
            .filter(|u| state.units[u.index()].origin == at && self.card(*u).artillery == artillery);
        let limits = &self.data.charts.stacking;
        came.count() >= usize::from(if artillery { limits.artillery } else { limits.units })
    }

    pub(crate) fn apply_enter(&self, state: &mut State, unit: UnitId, at: SpaceId, log: &mut Log) {
        let side = self.side(unit);
        if side == Side::Soviet && state.units[unit.index()].place == Place::ToCome {
            // 8.5.f: counted where they come in; whoever marches from map to map is not.
            state.south.came += 1;
            state.south.this_turn += 1;
        }
        let (case, _) = self.entry_hexes(state, unit);
        // 8.1.e, R90: all its movement, wherever it comes in.
        let allowance = self.printed_allowance(state, unit);
        // 8.3.c, 8.10.c: the entry hex is paid for, and any number of them may serve.
        let cost = self.terrain_cost(state, unit, at).unwrap_or(0);
        self.settle_in(state, unit, at, case, log);
        state.units[unit.index()].spent = 0;
        self.charge(state, unit, allowance, cost);
        // 8.1.g: it may go on and fight at once, but for the Taman pair.
        state.arrived.insert(unit);
        self.now_moves(state, Mover::Unit(unit), &[unit]);
        if self.is_taman_unit(state.scenario, unit) {
            state.rooted.insert(unit);
        }
        self.occupied(state, side, at, log);
    }

    /// A counter appears on the map.
    fn settle_in(&self, state: &mut State, unit: UnitId, at: SpaceId, case: Case, log: &mut Log) {
        let side = self.side(unit);
        let top = !state.holds(side, at);
        self.put(state, unit, at);
        state.units[unit.index()].origin = at;
        self.adopt_army(state, unit, at);
        log.add(|| {
            let what = What::Place { counter: self.unit_id(unit).into(), at: self.hex_id(at).into() };
            let event = Event::new(case, what, format!("{} comes in at {}", self.unit_name(unit), self.hex_name(at)));
            if top { event } else { event.only_for(side) }
        });
    }

    /// 7.4: the Taman source works.
    pub(crate) fn taman_active(&self, state: &State) -> bool {
        state.network[0].contains(self.data.map.places.taman)
    }

    /// 8.2, R68: may this unit of the pair come at once?
    pub(crate) fn check_taman(&self, state: &State, unit: UnitId, c: &mut Consult) -> Verdict {
        let waits = self.is_taman_unit(state.scenario, unit) && state.units[unit.index()].place == Place::ToCome;
        if !c.gate(Case("8.2.c"), must(waits, no!("{unit} cannot come now{when}", unit, when = Noun::Comes(unit))))? {
            return Ok(());
        }
        self.stack_rules(state, Side::Axis, &[unit], self.data.map.places.taman, c)
    }

    pub(crate) fn taman_waits(&self, state: &State) -> bool {
        self.data.blue.taman.iter().any(|unit| self.check_taman(state, *unit, &mut Consult::strict()).is_ok())
    }

    pub(crate) fn apply_taman(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let taman = self.data.map.places.taman;
        self.settle_in(state, unit, taman, Case("8.2.c"), log);
        state.rooted.insert(unit);
    }

    /// Opens 8.2 when the peninsula is taken for the first time.
    pub(crate) fn open_taman(&self, state: &mut State) {
        // 7.4.c.
        if self.taman_waits(state) {
            state.frames.push(Frame::Taman);
        }
    }

    /// 8.10.d, 8.10.h: may five divisions rise in this hex of Stalingrad, in whichever turn the Soviet likes?
    pub(crate) fn check_sixty_second(&self, state: &State, at: SpaceId, c: &mut Consult) -> Verdict {
        c.ask(Case("8.10.d"), unless(state.is_blue(), no!("only Operation Uranus has that")))?;
        let Some(bit) = self.stalingrad_bit(at) else {
            return c.ask(Case("8.10.d"), Err(no!("{at} is no part of Stalingrad", at)));
        };
        c.ask(Case("8.10.e"), unless(state.uses.risen & bit != 0, no!("{at} has had its divisions", at)))?;
        c.ask(Case("8.10.d"), unless(state.holds(Side::Axis, at), no!("enemy units are in {at}", at)))?;
        let units = self.rising(state);
        self.stack_rules(state, Side::Soviet, &units, at, c)
    }

    fn stalingrad_bit(&self, at: SpaceId) -> Option<u8> {
        let city = self.data.map.region(Region::Stalingrad);
        city.iter().position(|hex| hex == at).map(|i| 1 << i)
    }

    fn rising(&self, state: &State) -> arrayvec::ArrayVec<UnitId, 8> {
        let count = usize::from(self.data.charts.extras.stalingrad_rifles);
        let pool = self.data.pool(UnitKind::Rifle).unit_ids();
        pool.filter(|u| state.units[u.index()].place == Place::ToCome).take(count.min(8)).collect()
    }

    pub(crate) fn apply_sixty_second(&self, state: &mut State, at: SpaceId, log: &mut Log) {
        state.uses.risen |= self.stalingrad_bit(at).unwrap_or(0);
        for unit in self.rising(state) {
            self.settle_in(state, unit, at, Case("8.10.d"), log);
            state.rooted.insert(unit);
        }
        self.occupied(state, Side::Soviet, at, log);
    }

    /// Who may come in where.
    pub(crate) fn entry_offers(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        // Whoever arrives is due and the first of his kind: what is left to ask is where. Most come by the same hexes.
        let (mut known, mut beset) = (Spaces::EMPTY, Spaces::EMPTY);
        let c = &mut Consult::strict();
        for unit in self.arrivals(state, side).iter() {
            let (case, entry) = self.entry_hexes(state, unit);
            beset |= (entry - known).iter().filter(|at| self.is_interdicted(state, side, *at)).collect();
            known |= entry;
            for at in entry.iter() {
                if self.gateway_rules(state, side, unit, (case, &entry), (at, beset.contains(at)), c).is_ok() {
                    visit(Action::Enter { unit, at })?;
                }
            }
        }
        Flow::Continue(())
    }
}
