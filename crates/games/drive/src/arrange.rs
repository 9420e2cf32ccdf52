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
//! 5. `set`: counters and words, see [`words`].

pub(crate) mod relief;
pub(crate) mod words;

use crate::Drive;
use crate::data::{ReserveId, UnitId};
use crate::sets::{Spaces, UnitSet};
use crate::state::{Army, Crossing, Duty, Frame, Order, Phase, Place, South, State};
use kessel_kit::Word;
use kessel_table::{Arranging, Frames, Given, Log, Side};
use serde_json::{Map, Value};

impl Drive {
    /// Changes a position as a case file says; everything not understood is reported.
    pub(crate) fn arrange_state(&self, state: &mut State, given: &Given) -> Result<(), Vec<String>> {
        self.make_ready(state);
        let mut hand = Hand { game: self, state, faults: Vec::new() };
        hand.arrange(given);
        if hand.faults.is_empty() { Ok(()) } else { Err(hand.faults) }
    }
}

/// A hand that puts things on the table, and what it did not understand.
struct Hand<'a> {
    game: &'a Drive,
    state: &'a mut State,
    faults: Vec<String>,
}

impl Arranging for Hand<'_> {
    fn fault(&mut self, text: String) {
        self.faults.push(text);
    }
}

impl Hand<'_> {
    fn arrange(&mut self, given: &Given) {
        if given.empty {
            self.clear();
        }
        self.turn(given.turn, given.empty);
        match given.phase.as_deref().map(|word| (word, Phase::from_word(word))) {
            None => {}
            Some((_, Some(phase))) => self.phase(phase, given.empty),
            Some((word, None)) => {
                let known = Phase::all().map(Phase::word).collect::<Vec<_>>().join(", ");
                self.fault(format!("there is no phase {word:?}; there are {known}"));
            }
        }
        self.put(&given.put);
        self.control(&given.control);
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

    fn turn(&mut self, turn: Option<u32>, empty: bool) {
        let Some(turn) = turn else { return };
        let last = self.game.data.scenario(self.state.scenario).last_turn();
        match u8::try_from(turn) {
            Ok(n) if (1..=last).contains(&n) => {
                self.state.turn = n;
                if empty {
                    self.state.boxes = n;
                }
            }
            _ => self.fault(format!("there is no turn {turn}; there are turns 1 to {last}")),
        }
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
            let Some(unit) = self.game.data.unit(name) else {
                self.fault(format!("put: there is no unit {name:?}"));
                continue;
            };
            let Some(word) = value.as_str() else {
                self.fault(format!("put {name}: a place is a name in quotes, not {value}"));
                continue;
            };
            self.put_unit(unit, name, word);
        }
    }

    fn put_unit(&mut self, unit: UnitId, name: &str, word: &str) {
        let place = match word {
            "dead" => Some(Place::Dead),
            // Facts say `eliminated`; `piled` is the older word.
            "eliminated" | "piled" => Some(Place::Piled),
            "withdrawn" => Some(Place::Withdrawn),
            "waiting" => Some(Place::Waiting),
            "turn-track" => Some(Place::ToCome),
            "setup" => Some(Place::Setup),
            "out" => Some(Place::Out),
            _ => self.game.data.map.board.space(word).map(Place::At),
        };
        let Some(place) = place else {
            return self.fault(format!(
                "put {name}: {word:?} is no hex; besides hexes there are dead, eliminated, withdrawn, waiting, turn-track, setup, out"
            ));
        };
        let gone = matches!(place, Place::Dead | Place::Piled);
        self.state.units[unit.index()].steps = if gone { 0 } else { self.game.data.info(unit).steps() };
        self.game.lift(self.state, unit, place);
        if let Place::At(hex) = place {
            self.game.put(self.state, unit, hex);
            self.control_hex(self.game.side(unit), hex);
        }
    }

    fn control_hex(&mut self, side: Side, hex: kessel_board::SpaceId) {
        if self.state.control(hex) != side {
            self.game.take_control(self.state, side, hex, &mut Log::silent());
        }
    }

    fn control(&mut self, control: &Map<String, Value>) {
        for (word, list) in control {
            let Some(side) = Side::from_word(word) else {
                self.fault(format!("control: {word:?} is no side; there are axis and soviet"));
                continue;
            };
            for hex in self.hexes("control", list) {
                self.control_hex(side, hex);
            }
        }
    }

    fn hexes(&mut self, key: &str, value: &Value) -> Vec<kessel_board::SpaceId> {
        let mut hexes = Vec::new();
        for name in self.list(key, value) {
            match name.as_str().and_then(|name| self.game.data.map.board.space(name)) {
                Some(hex) => hexes.push(hex),
                None => self.fault(format!("{key}: there is no hex {name}")),
            }
        }
        hexes
    }

    fn units(&mut self, key: &str, value: &Value) -> UnitSet {
        let mut units = UnitSet::EMPTY;
        for name in self.list(key, value) {
            match name.as_str().and_then(|name| self.game.data.unit(name)) {
                Some(unit) => units.insert(unit),
                None => self.fault(format!("set {key}: there is no unit {name}")),
            }
        }
        units
    }

    fn army(&mut self, key: &str, value: &Value) -> Option<Army> {
        use crate::data::{AxisArmy, FrontArmy};
        let word = value.as_str().unwrap_or_default();
        let reserves = &self.game.data.blue.reserves;
        let found = (word == "none")
            .then_some(Army::None)
            .or_else(|| AxisArmy::from_word(word).map(Army::Axis))
            .or_else(|| FrontArmy::from_word(word).map(Army::Front))
            .or_else(|| reserves.iter().position(|r| r.id == word).map(|i| Army::Reserve(ReserveId(i as u8))));
        if found.is_none() {
            self.fault(format!("set {key}: {value} is no army; `none` stands for no army"));
        }
        found
    }

    fn reset_network(&mut self) -> [Spaces; 2] {
        self.state.forget_supply(Side::Axis);
        self.state.forget_supply(Side::Soviet);
        self.state.network
    }

    fn south(&mut self) -> &mut South {
        &mut self.state.south
    }

    fn crossing(&mut self, value: &Value) {
        match value.as_str().and_then(Crossing::from_word) {
            Some(crossing) => self.state.crossing = crossing,
            None => self.fault(format!("set crossing: not-yet, made or answered, not {value}")),
        }
    }
}
