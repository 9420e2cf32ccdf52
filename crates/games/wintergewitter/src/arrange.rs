//! The `[given]` part of case files: puts a position on the table by hand.

pub(crate) mod relief;
pub(crate) mod words;

use crate::Winter;
use crate::data::{Area, RingArmy, UnitId};
use crate::sequence::{SEQUENCE, Segment, Step, Who};
use crate::sets::UnitSet;
use crate::state::{AirBox, Frame, Interdiction, Place, State, Supply};
use kessel_board::SpaceId;
use kessel_table::{Arranging, Frames, Given, Side};
use serde_json::{Map, Value};

/// A hand that arranges.
struct Hand<'a> {
    game: &'a Winter,
    faults: Vec<String>,
}

impl Arranging for Hand<'_> {
    fn fault(&mut self, text: String) {
        self.faults.push(text);
    }
}

impl Winter {
    /// Changes a position as a case file says.
    pub(crate) fn arrange_state(&self, state: &mut State, given: &Given) -> Result<(), Vec<String>> {
        let mut hand = Hand { game: self, faults: Vec::new() };
        // `hold` asks for nothing: a segment ends only when its side says so.
        if given.empty {
            hand.clear(state);
        }
        if let Some(turn) = given.turn {
            hand.turn(state, turn);
        }
        if given.quiet {
            hand.silence(state);
        }
        for (id, value) in &given.put {
            hand.put(state, id, value);
        }
        for (side, hexes) in &given.control {
            hand.control(state, side, hexes);
        }
        for (key, value) in &given.set {
            hand.set(state, key, value);
        }
        if let Some(phase) = &given.phase {
            hand.phase(state, phase);
        }
        self.fresh_start(state);
        for (key, value) in &given.set {
            hand.set_late(state, key, value);
        }
        self.lay_out(state);
        state.layout.changed = false;
        if hand.faults.is_empty() { Ok(()) } else { Err(hand.faults) }
    }

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

    fn turn(&mut self, state: &mut State, turn: u32) {
        match u8::try_from(turn).ok().filter(|t| (1..=self.game.data.track.len()).contains(&usize::from(*t))) {
            Some(turn) => state.turn = turn,
            None => self.fault(format!("turn {turn}: the track has {} turns", self.game.data.track.len())),
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
        let Some(step) = step else { return self.fault(format!("phase: there is no phase {phase:?}")) };
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

    fn hex(&mut self, key: &str, value: &Value) -> Option<SpaceId> {
        let hex = value.as_str().and_then(|word| self.game.data.map.board.space(word));
        if hex.is_none() {
            self.fault(format!("{key}: there is no hex {value}"));
        }
        hex
    }

    fn hexes(&mut self, key: &str, value: &Value) -> Vec<SpaceId> {
        self.list(key, value).iter().filter_map(|v| self.hex(key, v)).collect()
    }

    fn unit(&mut self, key: &str, value: &Value) -> Option<UnitId> {
        let unit = value.as_str().and_then(|word| self.game.data.unit(word));
        if unit.is_none() {
            self.fault(format!("{key}: there is no unit {value}"));
        }
        unit
    }

    fn units(&mut self, key: &str, value: &Value) -> UnitSet {
        self.list(key, value).iter().filter_map(|v| self.unit(key, v)).collect()
    }

    fn side(&mut self, key: &str, value: &Value) -> Option<Side> {
        let side = value.as_str().and_then(Side::from_word);
        if side.is_none() {
            self.fault(format!("set {key}: axis or soviet is wanted, not {value}"));
        }
        side
    }

    /// A unit into a hex or elsewhere, an air unit into a box.
    fn put(&mut self, state: &mut State, id: &str, value: &Value) {
        if let Some(air) = self.game.data.air_unit(id) {
            let found = value.as_str().and_then(|word| AirBox::WORDS.iter().find(|(known, _)| *known == word));
            match found {
                Some((_, at)) => state.air[air.index()] = *at,
                None => self.fault(format!("put {id}: there is no air box {value}")),
            }
            return;
        }
        let Some(unit) = self.game.data.unit(id) else { return self.fault(format!("put: there is no unit {id:?}")) };
        let table = value.as_object().cloned();
        let place = table.as_ref().and_then(|t| t.get("at")).unwrap_or(value).clone();
        if let Some(place) = self.place(id, &place) {
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
        if let Some(table) = table {
            self.unit_table(state, unit, id, &table);
        }
    }

    fn place(&mut self, id: &str, value: &Value) -> Option<Place> {
        let word = value.as_str().unwrap_or_default();
        Some(match word {
            "out" => Place::Out,
            "setup" => Place::Setup,
            "later" => Place::Later,
            "dead" => Place::Dead,
            "lost" => Place::Lost,
            "arrived" => Place::Arrived,
            "entry-g" => Place::Entering(Area::EntryG),
            "entry-b" => Place::Entering(Area::EntryB),
            "entry-n" => Place::Entering(Area::EntryN),
            "entry-christea" => Place::Entering(Area::EntryChristea),
            _ => match word.strip_prefix("away-") {
                Some(hex) => Place::Away(self.hex(&format!("put {id}"), &Value::from(hex))?),
                None => Place::At(self.hex(&format!("put {id}"), value)?),
            },
        })
    }

    fn unit_table(&mut self, state: &mut State, unit: UnitId, id: &str, table: &Map<String, Value>) {
        for (key, value) in table {
            let what = format!("{id}.{key}");
            match key.as_str() {
                "at" => {}
                "points" => state.unit_mut(unit).points = self.number(&what, value),
                "supply" => match value.as_str() {
                    Some("regular") => state.unit_mut(unit).supply = Supply::Regular,
                    Some("organic") => state.unit_mut(unit).supply = Supply::Organic,
                    Some("out") => state.unit_mut(unit).supply = Supply::Out,
                    _ => self.fault(format!("set {what}: regular, organic or out is wanted")),
                },
                "disrupted" => state.unit_mut(unit).disrupted = self.truth(&what, value),
                "fired" => state.unit_mut(unit).fired = self.truth(&what, value),
                "moved" => state.unit_mut(unit).moved = self.truth(&what, value),
                "digging" => state.digging.set(unit, self.truth(&what, value)),
                "freed" => state.pocket.freed.set(unit, self.truth(&what, value)),
                "home" => {
                    if let Some(hex) = self.hex(&what, value) {
                        state.homes[unit.index()] = hex;
                    }
                }
                _ => self.fault(format!("set {id}: there is no {key:?}; there are {}", words::UNIT)),
            }
        }
    }

    fn control(&mut self, state: &mut State, side: &str, hexes: &Value) {
        let Some(side) = Side::from_word(side) else {
            return self.fault(format!("control: there is no side {side:?}"));
        };
        for hex in self.hexes("control", hexes) {
            let places = [self.game.data.map.kumsky, self.game.data.map.christea];
            match places.iter().position(|at| *at == hex) {
                Some(which) => state.control[which] = side,
                None => self.fault("control: only 2428 and 4831 are controlled".into()),
            }
        }
    }

    fn set(&mut self, state: &mut State, key: &str, value: &Value) {
        if let Some(unit) = self.game.data.unit(key) {
            let table = self.table(key, value);
            return self.unit_table(state, unit, key, &table);
        }
        match key {
            "fog" => state.switches.fog = self.truth(key, value),
            "thunderclap" => state.switches.thunderclap = self.truth(key, value),
            "groups" => state.switches.groups = self.number(key, value),
            "first" => state.initiative.first = self.side(key, value),
            "streak" => state.initiative.streak = self.number(key, value),
            "owed" => state.initiative.owed = self.number(key, value),
            "combat_first" => state.combat_first = self.truth(key, value),
            "entrenched" => self.entrenched(state, key, value),
            "zones" => self.zones(state, key, value),
            "bridges" => self.bridges(state, key, value),
            "reserves" => self.reserves(state, key, value),
            "closest" => self.closest(state, key, value),
            "score" => self.score(state, key, value),
            "pocket" => self.pocket(state, key, value),
            "tally" => self.by_nation(key, value, &mut state.tally),
            "points" => {
                let mut points = state.points.map(|row| row.map(u16::from));
                self.by_nation(key, value, &mut points);
                state.points = points.map(|row| row.map(|n| n.min(255) as u8));
            }
            "pool" => state.pool = self.number(key, value),
            "christea" => state.christea = Some(self.number(key, value)),
            "bills" => {
                let rows = self.list(key, value);
                for (bill, row) in state.bills.iter_mut().zip(rows) {
                    let numbers: Vec<u8> = self.list(key, &row).iter().map(|n| self.number(key, n)).collect();
                    bill.iter_mut().zip(numbers).for_each(|(left, n)| *left = n);
                }
            }
            "moved" | "attacked" | "dug" | "approached" | "bombarded" | "struck" | "apart" => {}
            _ => self.fault(format!("set: there is no {key:?}; there are {}", words::SET)),
        }
    }

    /// What belongs to the phase, set when it has begun.
    fn set_late(&mut self, state: &mut State, key: &str, value: &Value) {
        match key {
            "moved" => state.memory.moved = self.units(key, value),
            "attacked" => state.memory.attacked = self.units(key, value),
            "dug" => state.memory.digging = self.units(key, value),
            "approached" => state.memory.approached = self.units(key, value),
            "bombarded" => state.memory.bombarded = self.units(key, value),
            "struck" => state.memory.struck = self.hexes(key, value).into_iter().collect(),
            // Units that did not begin the phase where they stand.
            "apart" => {
                for unit in self.units(key, value).iter() {
                    state.memory.start[unit.index()] = SpaceId(0);
                }
            }
            _ => {}
        }
    }

    fn entrenched(&mut self, state: &mut State, key: &str, value: &Value) {
        for (side, hexes) in self.table(key, value) {
            let Some(side) = Side::from_word(&side) else {
                self.fault(format!("set {key}: there is no side {side:?}"));
                continue;
            };
            state.entrenched[side.index()] = self.hexes(key, &hexes).into_iter().collect();
        }
    }

    fn zones(&mut self, state: &mut State, key: &str, value: &Value) {
        state.zones.clear();
        for (hex, points) in self.table(key, value) {
            let points = self.number(key, &points);
            if let Some(hex) = self.hex(key, &Value::from(hex))
                && !state.zones.is_full()
            {
                state.zones.push(Interdiction { hex, points });
            }
        }
    }

    fn bridges(&mut self, state: &mut State, key: &str, value: &Value) {
        for (name, stands) in self.table(key, value) {
            let stands = self.truth(key, &stands);
            let ends = name.split_once('|').and_then(|(a, b)| {
                let board = &self.game.data.map.board;
                board.edge(board.space(a)?, board.space(b)?)
            });
            match ends {
                Some(edge) => self.game.set_bridge(state, edge, stands),
                None => self.fault(format!("set {key}: there is no hexside {name:?}")),
            }
        }
    }

    /// The reserves that are still held; all others are released.
    fn reserves(&mut self, state: &mut State, key: &str, value: &Value) {
        state.reserves = 0;
        for id in self.list(key, value) {
            let found = self
                .game
                .data
                .scenario(state.scenario)
                .reserves
                .iter()
                .position(|r| Some(r.id.as_str()) == id.as_str());
            match found {
                Some(n) => state.reserves |= 1 << n,
                None => self.fault(format!("set {key}: there is no reserve {id}")),
            }
        }
    }

    /// How near Germans came last turn, by reserve.
    fn closest(&mut self, state: &mut State, key: &str, value: &Value) {
        for (id, distance) in self.table(key, value) {
            let found = self.game.data.scenario(state.scenario).reserves.iter().position(|r| r.id == id);
            let distance = self.number(key, &distance);
            match found {
                Some(n) => (state.closest[0][n], state.closest[1][n]) = (distance, distance),
                None => self.fault(format!("set {key}: there is no reserve {id:?}")),
            }
        }
    }

    fn score(&mut self, state: &mut State, key: &str, value: &Value) {
        for (word, value) in self.table(key, value) {
            let score = &mut state.score;
            match word.as_str() {
                "eighteen" => score.eighteen = self.truth(&word, &value),
                "five" => score.five = self.truth(&word, &value),
                "corridor" => score.corridor = self.truth(&word, &value),
                "convoys" => score.convoys = self.number(&word, &value),
                "unmade_axis" => score.unmade[0] = self.number(&word, &value),
                "unmade_soviet" => score.unmade[1] = self.number(&word, &value),
                _ => self.fault(format!("set {key}: there is no {word:?}")),
            }
        }
    }

    fn pocket(&mut self, state: &mut State, key: &str, value: &Value) {
        for (word, value) in self.table(key, value) {
            match word.as_str() {
                "near" => state.pocket.near = self.truth(&word, &value),
                "due" => state.pocket.due = self.truth(&word, &value),
                "tried" => state.pocket.tried = self.truth(&word, &value),
                "since" => state.pocket.since = Some(self.number(&word, &value)),
                "linked" => state.pocket.linked = Some(self.number(&word, &value)),
                "fed" => state.pocket.fed = self.truth(&word, &value),
                "activated" => state.pocket.activated = self.truth(&word, &value),
                "left" => state.pocket.left = self.units(&word, &value),
                "attacked" | "release" => {
                    let mut armies = [false; 3];
                    for army in self.list(&word, &value) {
                        match RingArmy::ALL.into_iter().find(|a| Some(a.word()) == army.as_str()) {
                            Some(army) => armies[army as usize] = true,
                            None => self.fault(format!("set pocket.{word}: there is no Ring army {army}")),
                        }
                    }
                    if word == "attacked" {
                        state.pocket.attacked = armies;
                    } else {
                        state.pocket.release = armies;
                    }
                }
                _ => self.fault(format!("set {key}: there is no {word:?}")),
            }
        }
    }

    fn by_nation(&mut self, key: &str, value: &Value, rows: &mut [[u16; 3]; 3]) {
        for (nation, numbers) in self.table(key, value) {
            let Some(n) = ["german", "rumanian", "soviet"].iter().position(|word| *word == nation) else {
                self.fault(format!("set {key}: german, rumanian or soviet is wanted, not {nation:?}"));
                continue;
            };
            let numbers: Vec<u16> = self.list(key, &numbers).iter().map(|v| self.number(key, v)).collect();
            rows[n].iter_mut().zip(numbers).for_each(|(cell, number)| *cell = number);
        }
    }
}

impl RingArmy {
    /// Its word in files.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            RingArmy::Army21 => "21",
            RingArmy::Army57 => "57",
            RingArmy::Army64 => "64",
        }
    }
}
