//! The `[given]` part of case files: a position put on the table by hand.
//!
//! What is done, in this order:
//!
//! 1. `empty = true` takes every counter off: it is `out` of the game, but Soviet counters that were never drawn stay in their pools.
//!    Nobody belongs to an army, no army is frozen, and the boxes of the track so far count as drawn.
//! 2. `turn` and `phase`. Without `empty`, leaving the set-up places everybody as `suggested` does. A phase begins afresh.
//!    Armies wake as the turn says, unless `set` says otherwise. In `axis-withdrawal` the duty is what turn 6 demands.
//! 3. `put`: a counter stands in a hex with all its steps, or is `dead`, `piled`, `withdrawn`, `waiting`, `turn-track` or `out`. Its
//!    side controls the hex.
//! 4. `control`: with its effect on the networks.
//! 5. `set`: counters, and the words of the [table](crate::facts::things).

mod relief;

use crate::data::UnitId;
use crate::facts::{WORDS, things};
use crate::ground::Ground;
use crate::sets::UnitSet;
use crate::state::{Army, Duty, Frame, Order, Phase, Place, State};
use crate::{Action, Drive, facts};
use kessel_board::SpaceId;
use kessel_kernel::facets::Arranges;
use kessel_kernel::{Arranging, Frames, Given, Log, Relief, Side, Words};
use kessel_kit::told::{Faults, Spelled, Wish, grant};
use serde_json::{Map, Value};

impl Arranges for Drive {
    fn arrange(&self, state: &mut State, given: &Given) -> Result<(), Vec<String>> {
        self.lay_out(state);
        let mut hand = Hand { game: self, state, faults: Faults::default() };
        hand.arrange(given);
        hand.faults.result()
    }

    fn on_ground(&self, _: &str, given: &Given) -> Result<Drive, Vec<String>> {
        let relief = Relief::read(given, &self.data.map.board)?;
        let mut data = self.data.clone();
        let faults = relief::lay(&relief, &mut data);
        if !faults.is_empty() {
            return Err(faults);
        }
        data.book.hash = relief.mark(&data.book.hash);
        Ok(Drive { ground: Ground::new(&data), info: self.info.clone(), data })
    }

    fn words(&self) -> Words {
        Words {
            verbs: Action::verbs(),
            counters: vec![("a unit", facts::UNIT)],
            set: WORDS,
            terrain: relief::TERRAIN,
            hexsides: relief::HEXSIDES,
        }
    }
}

/// A hand that puts things on the table, and what it did not understand.
struct Hand<'a> {
    game: &'a Drive,
    state: &'a mut State,
    faults: Faults,
}

impl Hand<'_> {
    fn arrange(&mut self, given: &Given) {
        if given.empty {
            self.clear();
        }
        let last = self.game.data.scenario(self.state.scenario).last_turn();
        if let Some(turn) = self.faults.turn(given.turn, last.into()) {
            self.state.turn = turn;
            self.state.boxes = if given.empty { turn } else { self.state.boxes };
        }
        if let Some(phase) = self.faults.phase(given.phase.as_deref(), Phase::from_word, Phase::known()) {
            self.phase(phase, given.empty);
        }
        self.put(&given.put);
        for (side, hex) in self.faults.control(&given.control, self.game) {
            self.control_hex(side, hex);
        }
        self.game.lay_out(self.state);
        self.game.prepare(self.state, self.state.phase());
        if self.state.phase() == Phase::AxisWithdrawal {
            self.game.open_withdrawal(self.state);
        }
        if given.quiet {
            self.silence();
        }
        self.set(&given.set);
        self.game.lay_out(self.state);
        if given.hold {
            self.state.frames.hold();
        }
    }

    /// 7.6.d, 11.25: aircraft and airlift of the turn are used up, so that nobody is asked for them.
    fn silence(&mut self) {
        let aircraft = self.game.data.scenario(self.state.scenario).aircraft;
        self.state.uses.aircraft = aircraft.into_iter().max().unwrap_or(0);
        self.state.uses.airlift = true;
    }

    fn clear(&mut self) {
        for unit in self.game.data.unit_ids() {
            let info = self.game.data.info(unit);
            let pooled = info.side == Side::Soviet;
            let u = &mut self.state.units[unit.index()];
            u.place = if pooled { Place::ToCome } else { Place::Out };
            u.army = Army::None;
            u.face = None;
            u.steps = info.steps();
        }
        self.game.lay_out(self.state);
        self.state.asleep = 0;
        self.state.reserved = 0;
        self.state.boxes = self.state.turn;
    }

    /// Begins a phase, with everything before it behind us.
    fn phase(&mut self, phase: Phase, empty: bool) {
        if !phase.is_setup() && !empty {
            for side in Side::BOTH {
                self.game.apply_suggested(self.state, side, &mut Log::silent());
            }
        }
        let s = &mut *self.state;
        s.frames = Frames::new(Frame::Phase(phase));
        s.ended = None;
        s.order = Order::AssaultMove;
        // With the usual order movement is the second phase of the player turn.
        s.second = phase.is_movement();
        s.added = false;
        s.closing = false;
        s.duty = Duty::default();
        s.attacked = UnitSet::EMPTY;
        s.shown = UnitSet::EMPTY;
        self.game.wake_by_schedule(self.state, &mut Log::silent());
        if !phase.is_setup() && !empty {
            self.game.draw_boxes(self.state, &mut Log::silent());
        }
    }

    fn put(&mut self, put: &Map<String, Value>) {
        for (name, value) in put {
            match (self.game.data.unit(name), Place::read(self.game, value)) {
                (Some(unit), Some(place)) => self.put_unit(unit, place),
                (None, _) => self.faults.fault(format!("put: there is no unit {name:?}")),
                (_, None) => self.faults.fault(format!("put {name}: {} is wanted, not {value}", Place::wanted())),
            }
        }
    }

    fn put_unit(&mut self, unit: UnitId, place: Place) {
        let gone = matches!(place, Place::Dead | Place::Piled);
        self.state.units[unit.index()].steps = if gone { 0 } else { self.game.data.info(unit).steps() };
        self.game.lift(self.state, unit, place);
        if let Place::At(hex) = place {
            self.game.put(self.state, unit, hex);
            self.control_hex(self.game.side(unit), hex);
        }
    }

    fn control_hex(&mut self, side: Side, hex: SpaceId) {
        if self.state.control(hex) != side {
            self.game.take_control(self.state, side, hex, &mut Log::silent());
        }
    }

    fn set(&mut self, wishes: &Map<String, Value>) {
        for (key, value) in wishes {
            let mut wish = Wish { path: &format!("set {key}"), value, faults: &mut self.faults };
            if let Some(unit) = self.game.data.unit(key) {
                self.game.set_unit(self.state, unit, &mut wish);
            } else if !grant(&things(), self.state, self.game, key, &mut wish) {
                self.faults.fault(format!("set: {key:?} is no unit or word; the words are {WORDS}"));
            }
        }
    }
}
