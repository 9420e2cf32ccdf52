//! The `[given]` part of case files: a position put on the table by hand.
//!
//! What is done, in this order:
//!
//! 1. `empty = true` takes every counter and marker off: units are aside, supports in their pools (Supply Shortages outside),
//!    Ju 52 in theirs, no Offensive Marker is in the game, no fortress is declared. Control and tracks stay as the scenario has them.
//! 2. `turn` and `phase`. A phase begins afresh: nobody has moved or fought, nothing is half done.
//! 3. `put`: a unit in play has all its steps and is in supply. A hex with units is controlled by their side.
//! 4. `control`, then `set`: counters, the words of the [table](crate::facts::things), and decisions that are opened.
//! 5. What a phase of units does by itself when it begins (guards, points, upgrades, …) is done, and `set` once more, so that it has the
//!    last word. Phases that roll, draw or test supply when they begin are entered only with `set = { enter = true }`: start
//!    one phase earlier and play `done`.

mod fights;
mod frames;
pub(crate) mod relief;

use crate::Roads;
use crate::action::{Action, PlaneId};
use crate::data::{SupportClass, SupportId, UnitId};
use crate::facts::{self, Names, WORDS, by_word, things};
use crate::fortress::SIXTH_ARMY;
use crate::state::{
    Fortress, Frame, Offensive, Om, Place, Plane, Restraint, Spaces, Spot, State, Stavka, Step, Supply, SupportBox,
    SupportSet, UnitSet,
};
use kessel_board::SpaceId;
use kessel_kernel::facets::Arranges;
use kessel_kernel::{Arranging, Dice, Frames, Given, Log, Relief, Seed, Side, Words};
use kessel_kit::told::{Faults, Wish, grant};
use serde_json::{Map, Value};

impl Arranges for Roads {
    fn arrange(&self, state: &mut State, given: &Given) -> Result<(), Vec<String>> {
        let mut hand = Hand { game: self, state, faults: Faults::default(), open: false };
        hand.arrange(given);
        hand.faults.result()
    }

    fn on_ground(&self, scenario: &str, given: &Given) -> Result<Roads, Vec<String>> {
        let Some(place) = self.data.scenarios.iter().position(|known| known.id == scenario) else {
            return Err(vec![format!("there is no scenario {scenario}")]);
        };
        let relief = Relief::read(given, &self.data.scenarios[place].map.board)?;
        let mut data = self.data.clone();
        let map = &mut data.scenarios[place].map;
        let mut faults = Vec::new();
        relief::lay_terrain(map, &relief, &mut faults);
        relief::lay_sides(map, &relief, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        data.book.hash = relief.mark(&data.book.hash);
        Ok(Roads::of(data))
    }

    fn words(&self) -> Words {
        let counters = vec![("a unit", facts::UNIT), ("a support", facts::SUPPORT)];
        Words { verbs: Action::verbs(), counters, set: WORDS, terrain: relief::TERRAIN, hexsides: relief::HEXSIDES }
    }
}

/// A hand that puts things on the table, and what it did not understand.
struct Hand<'a> {
    game: &'a Roads,
    state: &'a mut State,
    faults: Faults,
    /// Frames may be opened: the last time that `set` is read.
    open: bool,
}

impl Hand<'_> {
    fn arrange(&mut self, given: &Given) {
        if given.empty {
            self.clear();
        }
        self.state.turn = self.faults.turn(given.turn, self.game.data.turns.len()).unwrap_or(self.state.turn);
        let phase = self.faults.phase(given.phase.as_deref(), Step::from_word, Step::known());
        let phase = phase.map(|(step, side)| self.phase(step, side));
        if given.quiet {
            self.silence();
        }
        self.put(&given.put);
        for (side, hex) in self.faults.control(&given.control, &self.game.naming(self.state)) {
            self.own(hex, side);
        }
        let before = self.faults.0.clone();
        self.set(&given.set);
        let told = given.set.get("enter").and_then(Value::as_bool);
        if let Some(step) = phase.filter(|step| told.unwrap_or_else(|| enters(*step))) {
            let mut dice = Dice::seeded(&Seed::from_number(0), 0);
            self.game.go_to(self.state, step, &mut dice, &mut Log::silent());
        }
        self.faults.0 = before;
        self.open = true;
        self.set(&given.set);
        self.declared(given);
        if given.hold {
            self.state.frames.hold();
        }
    }

    /// 10.1.2: who puts a declared fortress has declared it at some time, and has lost the HQ of the 6th Army for good, unless the file itself
    /// stands it on the map.
    fn declared(&mut self, given: &Given) {
        let Some(fortress) = given.set.get("fortress") else { return };
        self.state.fortress.ever |= self.state.fortress.marker.is_some() && fortress.get("ever").is_none();
        let Some(hq) = self.game.data.unit(SIXTH_ARMY).filter(|_| self.state.fortress.ever) else { return };
        let lost = match self.state.field.get(hq).place {
            Place::Eliminated | Place::Removed => true,
            Place::Hex(_) => !given.put.contains_key(SIXTH_ARMY),
            _ => false,
        };
        if lost {
            self.place(hq, Place::Withdrawn, 0);
        }
    }

    /// 5.3, 10.4, 14.1: no support and no Ju 52 is at hand and no effect of Superiority is active, so nobody is asked for them.
    fn silence(&mut self) {
        for marker in self.game.supports().filter(|marker| self.game.support(*marker).class != SupportClass::Alarm) {
            let at = &mut self.state.markers[marker.index()];
            if matches!(at, Spot::Unit(_) | Spot::Hex(_) | Spot::Box(_)) {
                *at = Spot::Pool;
            }
        }
        let flown = self.state.ju52.iter_mut().filter(|plane| matches!(plane, Plane::Hex(_)));
        flown.for_each(|plane| *plane = Plane::Pool);
        self.state.superiority = [false; 4];
    }

    fn clear(&mut self) {
        for unit in self.game.data.unit_ids() {
            self.place(unit, Place::Aside, 0);
        }
        for marker in self.game.supports() {
            let outside = self.game.support(marker).outside;
            self.state.markers[marker.index()] = if outside { Spot::Outside } else { Spot::Pool };
        }
        self.state.ju52.iter_mut().for_each(|plane| *plane = Plane::Pool);
        self.state.offensives = [Offensive::None; 3];
        self.state.stalingrad_side = [false; 3];
        self.state.fortress = Fortress::default();
        self.fresh_turn();
    }

    /// Begins a phase, with everything before it behind us.
    fn phase(&mut self, step: Step, side: Option<Side>) -> Step {
        self.fresh_turn();
        self.state.phasing = side.unwrap_or(Side::Soviet);
        self.state.frames = Frames::new(Frame::Step(step));
        step
    }

    /// Forgets what belongs to the turn that was being played.
    fn fresh_turn(&mut self) {
        let state = &mut *self.state;
        state.served = [SupportSet::EMPTY; 2];
        state.played = SupportSet::EMPTY;
        state.pressed = SupportSet::EMPTY;
        state.transferred = false;
        state.launched = false;
        state.swapped = 0;
        state.stavka = Stavka::default();
        for units in [&mut state.moved, &mut state.attacked, &mut state.retreated, &mut state.surprised] {
            *units = UnitSet::EMPTY;
        }
        state.arrived = UnitSet::EMPTY;
        state.leaving = UnitSet::EMPTY;
        state.struck = Spaces::EMPTY;
        state.strategic_paid = false;
        state.points = [0; 2];
        state.owed = [0; 2];
        state.city_reinforced = false;
        state.free_taken = false;
        state.upgrades = 0;
        state.mars.paid = 0;
        state.mars.stalin = 0;
        state.okh.now = Restraint::default();
        state.okh.next = Restraint::default();
        state.okh.due = false;
        state.okh.gained = false;
        state.okh.chosen = false;
        let fortress = &mut state.fortress;
        fortress.assaulted = Spaces::EMPTY;
        (fortress.attacked, fortress.sortie, fortress.hube, fortress.goering) = (false, false, false, false);
        fortress.aa = false;
        (fortress.extra, fortress.movers) = (0, 0);
        fortress.guarded = Spaces::EMPTY;
        fortress.guards = UnitSet::EMPTY;
        for units in [&mut fortress.sallying, &mut fortress.mobile, &mut fortress.last_reserves] {
            *units = UnitSet::EMPTY;
        }
        let points = self.game.data.scenarios[usize::from(state.scenario)].points;
        state.rail = if state.turn == self.game.scenario(state).first_turn.0 { points.rail_first } else { points.rail };
        state.fight = None;
        state.closing = false;
        state.ended = None;
    }

    fn put(&mut self, put: &Map<String, Value>) {
        for (name, value) in put {
            let names = self.game.naming(self.state);
            let mut wish = Wish { path: &format!("put {name}"), value, faults: &mut self.faults };
            if let Some(unit) = self.game.data.unit(name) {
                self.put_unit(unit, name, value);
            } else if let Some(marker) = self.game.data.supports.marker(name) {
                names.put_marker(self.state, marker, &mut wish);
            } else if let Some(plane) = names.plane(name) {
                names.put_plane(self.state, plane, &mut wish);
            } else if let Some(om) = by_word(&Om::ALL, Om::word, name) {
                names.put_offensive(self.state, om, &mut wish);
            } else {
                self.faults.fault(format!("put: there is no unit, support, Ju 52 or Offensive Marker {name:?}"));
            }
        }
    }

    fn set(&mut self, wishes: &Map<String, Value>) {
        for (key, value) in wishes {
            let names = self.game.naming(self.state);
            let mut wish = Wish { path: &format!("set {key}"), value, faults: &mut self.faults };
            if let Some(unit) = self.game.data.unit(key) {
                names.set_unit(self.state, unit, &mut wish);
            } else if let Some(marker) = self.game.data.supports.marker(key) {
                names.set_marker(self.state, marker, &mut wish);
            } else if let Some(plane) = names.plane(key) {
                let alone = value.as_object().is_none_or(|table| table.len() == 1);
                wish.value = value.get("at").filter(|_| alone).unwrap_or(value);
                names.put_plane(self.state, plane, &mut wish);
            } else if self.open && key == "frame" {
                self.open_frame(value);
            } else if self.open && key == "fight" {
                self.open_fight(value);
            } else if !grant(&things(), self.state, &names, key, &mut wish) {
                let known = format!("set: {key:?} is no unit, support, Ju 52 or word; the words are {WORDS}");
                self.faults.fault(known);
            }
        }
    }

    /// `"1334"`, or `{ at = "1334", steps = 1, supply = "oos" }`.
    fn put_unit(&mut self, unit: UnitId, name: &str, value: &Value) {
        let at = value.get("at").unwrap_or(value);
        let Some(place) = self.place_of(name, at, value.get("due")) else { return };
        let steps = if matches!(place, Place::Hex(_) | Place::Reserve) { self.game.info(unit).steps() } else { 0 };
        self.place(unit, place, steps);
        if let Place::Hex(hex) = place {
            self.own(hex, self.game.info(unit).side);
            if let Some(marker) = self.alarm_marker(unit) {
                self.state.markers[marker.index()] = Spot::Unit(unit);
            }
        }
        if value.get("due").is_some() && !matches!(place, Place::Due(_)) {
            self.faults.fault(format!("put {name}: due goes with turn-track only"));
        }
        if let Some(table) = value.as_object() {
            let said = table.iter().filter(|(key, _)| !matches!(key.as_str(), "at" | "due"));
            let said: Value = said.map(|(key, value)| (key.clone(), value.clone())).collect::<Map<_, _>>().into();
            let mut wish = Wish { path: &format!("put {name}"), value: &said, faults: &mut self.faults };
            self.game.naming(self.state).set_unit(self.state, unit, &mut wish);
        }
    }

    fn place_of(&mut self, name: &str, at: &Value, due: Option<&Value>) -> Option<Place> {
        let Some(word) = at.as_str() else {
            self.faults.fault(format!("put {name}: a place is a name in quotes, not {at}"));
            return None;
        };
        let place = match word {
            "STAVKA" => Some(Place::Reserve),
            "eliminated" | "axis-eliminated" | "soviet-eliminated" => Some(Place::Eliminated),
            "withdrawn" | "axis-withdrawn" | "soviet-withdrawn" => Some(Place::Withdrawn),
            "removed" => Some(Place::Removed),
            "aside" => Some(Place::Aside),
            "turn-track" => match due.map(Value::as_u64) {
                Some(Some(turn @ 1..=99)) => Some(Place::Due(turn as u8)),
                _ => {
                    self.faults.fault(format!("put {name}: say when it is due: {{ at = \"turn-track\", due = 5 }}"));
                    return None;
                }
            },
            _ => self.game.naming(self.state).land(word).map(Place::Hex),
        };
        if place.is_none() {
            self.faults.fault(format!(
                "put {name}: {word:?} is no land hex of this map; besides them there are \
                 STAVKA, eliminated, withdrawn, removed, turn-track, aside"
            ));
        }
        place
    }

    /// Puts a counter somewhere, with nothing lying on it.
    fn place(&mut self, unit: UnitId, place: Place, steps: u8) {
        let piece = self.state.field.get_mut(unit);
        piece.steps = steps;
        piece.supply = Supply::In;
        piece.exploiting = false;
        piece.pontoon = None;
        self.state.field.put(unit, place);
        if !matches!(place, Place::Hex(_)) {
            self.game.drop_supports(self.state, unit);
        }
    }

    fn own(&mut self, hex: SpaceId, side: Side) {
        match side {
            Side::Axis => self.state.axis_control.insert(hex),
            Side::Soviet => self.state.axis_control.remove(hex),
        };
    }

    /// The marker that an Alarm unit is: those of a kind in order.
    fn alarm_marker(&self, unit: UnitId) -> Option<SupportId> {
        let support = self.game.info(unit).support.as_deref()?;
        let alike = |other: &UnitId| self.game.info(*other).support.as_deref() == Some(support);
        let place = self.game.data.unit_ids().filter(alike).position(|other| other == unit)?;
        self.game.supports().filter(|marker| self.game.support(*marker).id == support).nth(place)
    }
}

impl Names<'_> {
    /// `"major"`, `"pool"`, `"outside"`, `"spent"`, a unit or a hex.
    pub(crate) fn put_marker(&self, state: &mut State, marker: SupportId, wish: &mut Wish<'_>) {
        let word = wish.value.as_str().unwrap_or_default();
        let elsewhere = [("pool", Spot::Pool), ("outside", Spot::Outside), ("spent", Spot::Spent)];
        let found = elsewhere.iter().find(|(known, _)| *known == word).map(|(_, spot)| *spot);
        let boxed = || by_word(&SupportBox::ALL, SupportBox::word, word).map(Spot::Box);
        let with = || self.game.data.unit(word).map(Spot::Unit);
        match found.or_else(boxed).or_else(with).or_else(|| self.land(word).map(Spot::Hex)) {
            Some(spot) => self.lay_marker(state, marker, spot),
            None => wish.refuse("a box of supports, a unit, a hex, pool, outside or spent"),
        }
    }

    /// 10.4.h: guns on the map have been deployed in this turn, whatever becomes of them.
    pub(crate) fn lay_marker(&self, state: &mut State, marker: SupportId, spot: Spot) {
        let on_map = matches!(spot, Spot::Unit(_) | Spot::Hex(_));
        state.fortress.aa |= on_map && self.game.support(marker).class == SupportClass::Aa;
        state.markers[marker.index()] = spot;
    }

    fn put_plane(&self, state: &mut State, plane: PlaneId, wish: &mut Wish<'_>) {
        let word = wish.value.as_str().unwrap_or_default();
        let elsewhere = [("pool", Plane::Pool), ("held", Plane::Held), ("gone", Plane::Gone)];
        let found = elsewhere.iter().find(|(known, _)| *known == word).map(|(_, place)| *place);
        match (found.or_else(|| self.land(word).map(Plane::Hex)), state.ju52.get_mut(usize::from(plane.0))) {
            (Some(place), Some(there)) => *there = place,
            _ => wish.refuse("a hex, pool, held or gone"),
        }
    }

    /// A marker that is put to Stalingrad by hand lies on that side.
    pub(crate) fn put_offensive(&self, state: &mut State, om: Om, wish: &mut Wish<'_>) {
        let Some(offensive) = wish.read::<Offensive, _>(self) else { return };
        let near = matches!(offensive, Offensive::Hex(hex) if self.game.at_stalingrad(state, hex));
        state.stalingrad_side[om as usize] = near;
        state.offensives[om as usize] = offensive;
    }
}

/// Phases that only keep books when they begin.
fn enters(step: Step) -> bool {
    matches!(
        step,
        Step::Movement
            | Step::ExploitMovement
            | Step::Release
            | Step::Enter
            | Step::Upgrades
            | Step::Withdrawals
            | Step::FreeDivision
            | Step::Replacements
    )
}

#[cfg(test)]
mod tests;
