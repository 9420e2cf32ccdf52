//! 17.1, 17.2 Reinforcements: arrivals of the schedule, of Operation Mars and of the air bridge; the free division.

use crate::Roads;
use crate::action::Action;
use crate::data::{Change, EntrySpaces, Region, SourceOwner, UnitId, When};
use crate::decision::{Decides, Decision, Flow, Visit, not_now, phasing};
use crate::refusal::{Consult, Verdict};
use crate::state::{Mode, Piece, Place, Spaces, State, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, What, must};
use kessel_kit::no;

/// How a unit that is due comes in.
enum Way {
    /// Into one of these hexes.
    Hexes(Spaces),
    /// Into the STAVKA Reserve.
    Reserve,
    /// To a supplied HQ of its nation: it was flown out of the pocket (R96).
    Hq,
}

/// 17.1: reinforcements come onto the map.
pub(crate) const ARRIVALS: Decision = Decision {
    case: Case("S0.a"),
    asks: phasing,
    check: Roads::check_arrivals,
    offers: Roads::offer_arrivals,
    apply: Roads::do_arrivals,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Place your reinforcements.".into(),
};

/// 17.2.3: the Axis has one infantry division back for nothing.
pub(crate) const FREE_DIVISION: Decision = Decision {
    case: Case("17.2.3"),
    asks: phasing,
    check: Roads::check_free_division,
    offers: Roads::offer_free_division,
    apply: Roads::do_free_division,
    settle: Roads::settle_step,
    prompt: |_, _, _| "A worn infantry division may come back free.".into(),
};

impl Roads {
    // ------------------------------------------------------------- the schedule

    /// Is the unit due now?
    fn is_due(&self, state: &State, unit: UnitId) -> bool {
        matches!(state.field.get(unit).place, Place::Due(turn) if turn <= state.turn)
    }

    /// The units of a side that are due.
    fn due(&self, state: &State, side: Side) -> UnitSet {
        // Most units are on the map or out of play: the counters themselves tell.
        let due = |piece: &Piece| piece.side == side && matches!(piece.place, Place::Due(turn) if turn <= state.turn);
        let pieces = state.field.pieces().iter().enumerate();
        pieces.filter(|(_, piece)| due(piece)).map(|(n, _)| UnitId::at(n)).collect()
    }

    /// R96: on the turn track with its one step: flown out of the pocket.
    fn was_evacuated(&self, state: &State, unit: UnitId) -> bool {
        state.field.get(unit).steps > 0
    }

    /// How a unit comes in: by the line of the schedule, by a condition that has been met, or by Operation Mars (S0.d).
    fn way(&self, state: &State, unit: UnitId) -> Way {
        if self.was_evacuated(state, unit) {
            return Way::Hq;
        }
        let scenario = self.scenario(state);
        let elsewhere = scenario.conditions.iter().enumerate().find_map(|(number, condition)| {
            let met = state.conditions & (1 << number) != 0 && condition.condition.units.contains(&unit);
            condition.at.as_ref().filter(|_| met)
        });
        let line = scenario.arrivals.iter().find(|arrival| arrival.units.contains(&unit)).map(|arrival| &arrival.at);
        match (elsewhere.or(line), self.info(unit).side) {
            (Some(EntrySpaces::Hexes(hexes)), side) => {
                Way::Hexes(self.free_of(state, side.other(), hexes.iter().copied()))
            }
            (Some(EntrySpaces::Stavka), _) | (None, Side::Soviet) => Way::Reserve,
            (Some(EntrySpaces::WestEdge { .. }) | None, _) => Way::Hexes(self.west_edge(state)),
        }
    }

    /// Those of the hexes that hold no counter of `enemy`.
    fn free_of(&self, state: &State, enemy: Side, hexes: impl Iterator<Item = SpaceId>) -> Spaces {
        hexes.filter(|hex| !state.field.occupied(enemy).contains(*hex)).collect()
    }

    /// 17.2.4: the Axis sources of the west edge that the Axis controls; if there is none, those that no enemy occupies (S0.b).
    fn west_edge(&self, state: &State) -> Spaces {
        let map = self.map(state);
        let west = map
            .sources
            .iter()
            .filter(|source| source.owner == SourceOwner::Side(Side::Axis) && map.spaces[source.hex].column == 1);
        let free = self.free_of(state, Side::Soviet, west.map(|source| source.hex));
        let held = free & state.axis_control;
        if held.is_empty() { free } else { held }
    }

    /// S3.u: a unit that comes only if its player wants it.
    fn is_optional(&self, state: &State, unit: UnitId) -> bool {
        let arrivals = &self.scenario(state).arrivals;
        arrivals.iter().any(|arrival| arrival.optional && arrival.units.contains(&unit))
    }

    /// 17.1.b: hexes of major cities wholly Soviet, without an enemy next to the city.
    fn city_entries(&self, state: &State) -> Spaces {
        let mut entries = Spaces::EMPTY;
        if state.city_reinforced || !self.uses(state, "17.1") {
            return entries;
        }
        for city in &self.map(state).cities {
            let held =
                |hex: &SpaceId| state.controller(*hex) == Side::Soviet && !self.near_enemy(state, Side::Soviet, *hex);
            if city.hexes.iter().all(held) {
                entries |= city.hexes.iter().copied().collect();
            }
        }
        entries
    }

    /// S0.f: notes whether what conditional reinforcements wait for has happened.
    pub(crate) fn note_conditions(&self, state: &mut State, log: &mut Log) {
        let scenario = self.scenario(state);
        for (number, line) in scenario.conditions.iter().enumerate() {
            let condition = &line.condition;
            if state.conditions & (1 << number) != 0 || state.turn >= condition.before.0 {
                continue;
            }
            let met = match condition.when {
                When::SovietWestOfDonets => {
                    let west = scenario.map.region(Region::WestOfDonets);
                    state.field.occupied(Side::Soviet).iter().any(|hex| west.contains(hex))
                }
                When::RostovSoviet => {
                    scenario.map.places.rostov.is_some_and(|hex| state.controller(hex) == Side::Soviet)
                }
            };
            if !met {
                continue;
            }
            state.conditions |= 1 << number;
            if let Change::Turns(turns) = condition.change {
                for unit in &condition.units {
                    if let Place::Due(turn) = state.field.get(*unit).place {
                        state.field.put(*unit, Place::Due(turn.saturating_add_signed(turns)));
                    }
                }
            }
            log.add(|| {
                let units: Vec<_> = condition.units.iter().map(|unit| self.info(*unit).name.as_str()).collect();
                let how = if line.at.is_some() { "elsewhere" } else { "in another turn" };
                Event::note(Case("S0.f"), format!("{} will arrive {how}", units.join(", ")))
            });
        }
    }

    // ------------------------------------------------------------- Step Arrivals

    /// Whoever has no choice of where to arrive does so.
    pub(crate) fn enter_arrivals(&self, state: &mut State, _: &mut Dice, log: &mut Log) {
        let side = state.phasing;
        state.arrived.clear();
        if side == Side::Axis {
            self.judge_attacks(state, log);
        }
        self.note_conditions(state, log);
        for unit in self.due(state, side).iter() {
            match self.way(state, unit) {
                Way::Reserve if !self.may_enter_city(state, unit) => self.join_reserve(state, unit, Case("S0.c"), log),
                Way::Hexes(hexes) if hexes.is_empty() => self.arrival_barred(state, unit, log),
                Way::Hexes(hexes) if hexes.len() == 1 && !self.is_optional(state, unit) => {
                    let hex = hexes.first().unwrap_or(SpaceId(0));
                    self.arrive(state, unit, hex, log);
                }
                Way::Reserve | Way::Hexes(_) | Way::Hq => {}
            }
        }
    }

    fn may_enter_city(&self, state: &State, unit: UnitId) -> bool {
        self.city_entries(state).iter().any(|hex| self.fits(state, hex, unit))
    }

    /// S0.b: enemies stand in every hex that the unit could come by.
    fn arrival_barred(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        if self.is_optional(state, unit) {
            state.field.put(unit, Place::Aside);
            return;
        }
        log.add(|| {
            let text = format!("{} cannot arrive: the enemy holds every entry", self.info(unit).name);
            Event::note(Case("S0.b"), text)
        });
        self.kill_unit(state, unit, Case("S0.b"), log);
    }

    /// The case under which a unit arrives.
    fn arrival_case(&self, state: &State, unit: UnitId) -> Case {
        let listed = self.scenario(state).arrivals.iter().any(|arrival| arrival.units.contains(&unit));
        Case(match (self.info(unit).side, listed) {
            _ if self.was_evacuated(state, unit) => "10.4.3.i",
            (Side::Soviet, true) => "17.1.a",
            (Side::Soviet, false) => "17.1.c",
            (Side::Axis, true) => "17.2.1",
            (Side::Axis, false) => "17.2.4",
        })
    }

    /// A reinforcement comes onto the map.
    fn arrive(&self, state: &mut State, unit: UnitId, hex: SpaceId, log: &mut Log) {
        let case = self.arrival_case(state, unit);
        let steps = if self.was_evacuated(state, unit) { 1 } else { self.info(unit).steps() };
        state.field.get_mut(unit).steps = steps;
        state.arrived.insert(unit);
        self.enter_hex(state, unit, hex, case, log);
    }

    /// S0.c: a unit goes into the STAVKA Reserve, at full strength (13.2.2).
    pub(crate) fn join_reserve(&self, state: &mut State, unit: UnitId, case: Case, log: &mut Log) {
        state.field.get_mut(unit).steps = self.info(unit).steps();
        state.field.put(unit, Place::Reserve);
        log.add(|| {
            let info = self.info(unit);
            let what = What::Place { counter: info.id.clone(), at: "STAVKA".into() };
            Event::new(case, what, format!("{} joins the STAVKA Reserve", info.name))
        });
    }

    /// Units that have still to be put somewhere.
    fn compulsory(&self, state: &State, side: Side) -> Option<UnitId> {
        self.due(state, side).iter().find(|unit| {
            let hexes = matches!(self.way(state, *unit), Way::Hexes(hexes) if !hexes.is_empty());
            hexes && !self.is_optional(state, *unit)
        })
    }

    pub(crate) fn check_arrivals(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let case = Case("S0.a");
        match action {
            Action::Arrive { unit, at } => self.check_arrive(state, side, unit, at, c),
            Action::Move { unit, mode } => {
                // 7.3.5: what is left of the rail points carries them on.
                let case = Case("17.2.2");
                let came = state.arrived.contains(unit);
                c.ask(case, must(came, no!("{unit} is no reinforcement of this phase", unit)))?;
                c.ask(case, must(mode == Mode::Rail, no!("reinforcements go on by rail only")))?;
                let Some(at) = state.field.at(unit).filter(|_| came) else { return Ok(()) };
                self.crisis_freeze(state, unit, at, c)?;
                self.check_move(state, side, unit, mode, c)
            }
            Action::Done => {
                let left = self.compulsory(state, side);
                c.ask(case, left.map_or(Ok(()), |unit| Err(no!("{unit} has still to arrive", unit))))
            }
            _ => not_now(c, case),
        }
    }

    fn check_arrive(&self, state: &State, side: Side, unit: UnitId, at: SpaceId, c: &mut Consult) -> Verdict {
        c.ask(Case("S0.a"), self.own_unit(side, unit))?;
        let due = self.is_due(state, unit);
        c.ask(Case("S0.a"), must(due, no!("{unit} is not due to arrive", unit)))?;
        if !due {
            return Ok(());
        }
        let board = &self.map(state).board;
        match self.way(state, unit) {
            Way::Reserve if board.name(at) == "STAVKA" => c.ask(Case("S0.c"), Ok(())),
            Way::Reserve => {
                let case = Case("17.1.b");
                let free = !state.city_reinforced;
                c.ask(case, must(free, no!("one reinforcement has been put into a major city already")))?;
                let city = self.city_entries(state).contains(at);
                let why = no!("{at} is no Soviet major city without an enemy next to it", at);
                c.ask(case, must(city, why))?;
                let room = !board.is_hex(at) || self.fits(state, at, unit);
                c.ask(Case("1.11.3"), must(room, no!("{unit} finds no room in {at}", unit, at)))
            }
            Way::Hexes(hexes) => {
                c.ask(Case("S0.a"), must(hexes.contains(at), no!("{unit} does not arrive in {at}", unit, at)))
            }
            Way::Hq => self.check_beside_hq(state, unit, at, c),
        }
    }

    pub(crate) fn offer_arrivals(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        for unit in self.due(state, side).iter() {
            let hexes = match self.way(state, unit) {
                Way::Hexes(hexes) => hexes,
                Way::Hq => self.beside_hqs(state, self.info(unit).nation),
                Way::Reserve => {
                    if let Some(at) = self.map(state).board.space("STAVKA") {
                        visit(Action::Arrive { unit, at })?;
                    }
                    self.city_entries(state)
                }
            };
            for at in hexes.iter() {
                self.offer(state, side, Action::Arrive { unit, at }, visit)?;
            }
        }
        if side == Side::Axis && state.rail > 0 {
            for unit in state.arrived.iter() {
                let action = Action::Move { unit, mode: Mode::Rail };
                self.offer(state, side, action, visit)?;
            }
        }
        Flow::Continue(())
    }

    /// What is left goes into the reserve; what need not come stays away.
    pub(crate) fn end_arrivals(&self, state: &mut State, _: &mut Dice, log: &mut Log) {
        let side = state.phasing;
        self.rest_to_reserve(state, side, log);
        let away: UnitSet = self.due(state, side).iter().filter(|unit| self.is_optional(state, *unit)).collect();
        away.iter().for_each(|unit| state.field.put(unit, Place::Aside));
    }

    pub(crate) fn do_arrivals(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::Arrive { unit, at } => {
                if !self.map(state).board.is_hex(at) {
                    return self.join_reserve(state, unit, Case("S0.c"), log);
                }
                let in_city = matches!(self.way(state, unit), Way::Reserve);
                self.arrive(state, unit, at, log);
                if in_city {
                    state.city_reinforced = true;
                    self.rest_to_reserve(state, side, log);
                }
            }
            Action::Move { unit, mode } => self.begin_march(state, unit, mode),
            _ => self.end_step(state, dice, log),
        }
    }

    /// Whoever has not been put into a major city goes to the reserve.
    fn rest_to_reserve(&self, state: &mut State, side: Side, log: &mut Log) {
        for unit in self.due(state, side).iter() {
            if matches!(self.way(state, unit), Way::Reserve) {
                self.join_reserve(state, unit, Case("S0.c"), log);
            }
        }
    }

    // ------------------------------------------------------------- Step FreeDivision (17.2.3)

    /// Is every hex of Stalingrad Soviet? Where it lies off the map it is (R106).
    pub(crate) fn stalingrad_is_soviet(&self, state: &State) -> bool {
        self.map(state).stalingrad_hexes().iter().all(|hex| state.controller(*hex) == Side::Soviet)
    }

    /// A division that can be had for nothing: eliminated, of two steps, not elite, infantry: not armored, whatever its symbol (1.1.4).
    fn is_free_division(&self, state: &State, unit: UnitId) -> bool {
        let info = self.info(unit);
        info.side == Side::Axis
            && state.field.get(unit).place == Place::Eliminated
            && info.is_division()
            && info.reduced.is_some()
            && !info.elite
            && !info.armored
    }

    /// May the Axis take a free division in this phase?
    fn free_division_is_due(&self, state: &State) -> bool {
        !state.free_taken && self.uses(state, "17.2.3") && self.stalingrad_is_soviet(state)
    }

    pub(crate) fn check_free_division(&self, state: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        let case = Case("17.2.3");
        match action {
            Action::Rebuild { unit, at } => {
                let why = no!("a free division comes only while both hexes of Stalingrad are Soviet");
                c.ask(case, must(self.uses(state, "17.2.3") && self.stalingrad_is_soviet(state), why))?;
                c.ask(case, must(!state.free_taken, no!("the free division of this turn has come already")))?;
                let fits = self.is_free_division(state, unit);
                c.ask(case, must(fits, no!("{unit} is no eliminated infantry division without elite status", unit)))?;
                self.check_beside_hq(state, unit, at, c)
            }
            Action::Done => c.ask(case, Ok(())),
            _ => not_now(c, case),
        }
    }

    pub(crate) fn offer_free_division(&self, state: &State, _: Side, visit: &mut Visit<'_>) -> Flow {
        // 17.2.3.b: if none lies there, none comes, and none is owed.
        if !self.free_division_is_due(state) {
            return Flow::Continue(());
        }
        let units: UnitSet = self.data.unit_ids().filter(|unit| self.is_free_division(state, *unit)).collect();
        self.offer_beside_hqs(state, units, visit)
    }

    pub(crate) fn do_free_division(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        let Action::Rebuild { unit, at } = action else { return self.end_step(state, dice, log) };
        {
            // R68: on its reduced side.
            state.free_taken = true;
            state.field.get_mut(unit).steps = 1;
            self.enter_hex(state, unit, at, Case("17.2.3"), log);
        }
    }
}

#[cfg(test)]
mod tests;
