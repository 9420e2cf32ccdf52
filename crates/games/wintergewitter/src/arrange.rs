//! The `[given]` part of case files: puts a position on the table by hand.

mod relief;

use crate::Winter;
use crate::action::Action;
use crate::facts::{LATE, SET, UNIT, things};
use crate::ground::Ground;
use crate::sequence::{SEQUENCE, Segment, Step, Who};
use crate::sets::UnitSet;
use crate::state::{AirBox, Frame, Place, State};
use kessel_kernel::facets::Arranges;
use kessel_kernel::{Arranging, Frames, Given, Side, Words};
use kessel_kit::told::{Faults, Told, Wish, grant};
use serde_json::{Map, Value};

/// A hand that arranges.
struct Hand<'a> {
    game: &'a Winter,
    faults: Faults,
}

impl Arranges for Winter {
    fn arrange(&self, state: &mut State, given: &Given) -> Result<(), Vec<String>> {
        let mut hand = Hand { game: self, faults: Faults::default() };
        // `hold` asks for nothing: a segment ends only when its side says so.
        if given.empty {
            hand.clear(state);
        }
        state.turn = hand.faults.turn(given.turn, self.data.track.len()).unwrap_or(state.turn);
        if given.quiet {
            hand.silence(state);
        }
        for (id, value) in &given.put {
            hand.put(state, id, value);
        }
        for (side, hex) in hand.faults.control(&given.control, self) {
            match [self.data.map.kumsky, self.data.map.christea].iter().position(|at| *at == hex) {
                Some(which) => state.control[which] = side,
                None => hand.faults.fault("control: only 2428 and 4831 are controlled".into()),
            }
        }
        let (late, early): (Vec<_>, Vec<_>) = given.set.iter().partition(|(key, _)| LATE.contains(&key.as_str()));
        for (key, value) in early {
            hand.set(state, key, value);
        }
        if let Some(phase) = &given.phase {
            hand.phase(state, phase);
        }
        self.fresh_start(state);
        for (key, value) in late {
            hand.set(state, key, value);
        }
        self.lay_out(state);
        state.layout.changed = false;
        hand.faults.result()
    }

    fn on_ground(&self, _: &str, given: &Given) -> Result<Winter, Vec<String>> {
        let mut data = self.data.clone();
        relief::lay(&mut data, given)?;
        Ok(Winter { ground: Ground::new(&data), info: self.info.clone(), cases: self.cases, data })
    }

    fn words(&self) -> Words {
        Words {
            verbs: Action::verbs(),
            counters: vec![("a unit", UNIT)],
            set: SET,
            terrain: relief::TERRAIN,
            hexsides: relief::HEXSIDES,
        }
    }
}

impl Winter {
    fn fresh_start(&self, state: &mut State) {
        self.lay_out(state);
        self.fresh_memory(state);
    }
}

impl Hand<'_> {
    /// 4.1, 12.1: aircraft have flown and guns have fired, so nobody is asked for them.
    fn silence(&self, state: &mut State) {
        state.air.iter_mut().filter(|at| **at != AirBox::Out).for_each(|at| *at = AirBox::Flown);
        for (unit, info) in state.units.iter_mut().zip(&self.game.data.units) {
            unit.fired = info.kind.is_gun();
        }
    }

    /// Everything off the map; air units stay as the scenario has them.
    fn clear(&self, state: &mut State) {
        for (unit, info) in state.units.iter_mut().zip(&self.game.data.units) {
            *unit = crate::state::Unit { points: info.full.strength, ..Default::default() };
        }
        state.entrenched = Default::default();
        state.digging = UnitSet::EMPTY;
        state.bills.iter_mut().for_each(|bill| *bill = [0; 3]);
        state.frames = Frames::new(Frame::Step(Step::Player(Who::First, Segment::Declarations)));
        if state.initiative.first.is_none() {
            (state.initiative.first, state.initiative.streak) = (Some(Side::Axis), 1);
        }
    }

    /// The steps by their ids; the mechanized segments by what is done in them.
    fn phase(&mut self, state: &mut State, phase: &str) {
        let mech = |word: &str| phase.strip_suffix(word).map(str::to_owned);
        let who = |word: &str| match word {
            "sixth" => Some(Who::Sixth),
            "ring" => Some(Who::Ring),
            "first" => Some(Who::First),
            "second" => Some(Who::Second),
            _ => None,
        };
        let step = if let Some(who) = mech("-mech-movement").as_deref().and_then(who) {
            Some(Step::Player(who, if state.combat_first { Segment::MechTwo } else { Segment::MechOne }))
        } else if let Some(who) = mech("-mech-combat").as_deref().and_then(who) {
            Some(Step::Player(who, if state.combat_first { Segment::MechOne } else { Segment::MechTwo }))
        } else {
            SEQUENCE.iter().find(|line| line.id == phase).map(|line| line.step)
        };
        let Some(step) = step else { return self.faults.fault(format!("phase: there is no phase {phase:?}")) };
        state.frames = Frames::new(Frame::Step(step));
        let first = *state.initiative.first.get_or_insert(Side::Axis);
        state.initiative.streak = state.initiative.streak.max(1);
        state.phasing = match step {
            Step::Player(Who::Sixth, _) => Side::Axis,
            Step::Player(Who::Ring, _) => Side::Soviet,
            Step::Player(Who::Second, _) => first.other(),
            _ => first,
        };
    }

    /// A unit into a hex or elsewhere, an air unit into a box.
    fn put(&mut self, state: &mut State, id: &str, value: &Value) {
        let mut wish = Wish { path: &format!("put {id}"), value, faults: &mut self.faults };
        if let Some(air) = self.game.data.air_unit(id) {
            return state.air[air.index()].grant(self.game, &mut wish);
        }
        let Some(unit) = self.game.data.unit(id) else {
            return self.faults.fault(format!("put: there is no unit {id:?}"));
        };
        wish.value = value.get("at").unwrap_or(value);
        if let Some(place) = wish.read(self.game) {
            state.unit_mut(unit).place = place;
            if let Place::At(hex) = place {
                state.homes[unit.index()] = hex;
            }
            if state.unit(unit).points == 0 && matches!(place, Place::At(_)) {
                state.unit_mut(unit).points = self.game.data.info(unit).full.strength;
            }
            if matches!(place, Place::Dead | Place::Lost) {
                state.unit_mut(unit).points = 0;
            }
        }
        if let Some(table) = value.as_object() {
            let said = table.iter().filter(|(key, _)| *key != "at");
            let said: Value = said.map(|(key, value)| (key.clone(), value.clone())).collect::<Map<_, _>>().into();
            wish.value = &said;
            self.game.set_unit(state, unit, &mut wish);
        }
    }

    fn set(&mut self, state: &mut State, key: &str, value: &Value) {
        let mut wish = Wish { path: &format!("set {key}"), value, faults: &mut self.faults };
        if let Some(unit) = self.game.data.unit(key) {
            self.game.set_unit(state, unit, &mut wish);
        } else if !grant(&things(), state, self.game, key, &mut wish) {
            self.faults.fault(format!("set: there is no {key:?}; there are {SET}"));
        }
    }
}
