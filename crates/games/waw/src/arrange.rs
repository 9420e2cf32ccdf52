//! The `[given]` part of case files.

mod words;

use crate::Waw;
use crate::data::{Ground, Sky, SupplyLevel};
use crate::fix::{ONE, TON};
use crate::state::{Life, NONE, Secondary, Stance, Standing, State};
use kessel_kernel::facets::Arranges;
use kessel_kernel::{Given, Side, Words};
use kessel_kit::Word;
use serde_json::{Map, Value};
use words::{SET, UNIT};

impl Arranges for Waw {
    /// Changes a position as the case file says. It then keeps its key, so that no die is asked for one.
    fn arrange(&self, state: &mut State, given: &Given) -> Result<(), Vec<String>> {
        let mut wrong = Vec::new();
        state.key_fixed = true;
        if given.quiet || given.hold {
            wrong.push("there is nothing to be quiet about, and nothing that passes by itself".into());
        }
        if given.phase.as_deref().is_some_and(|phase| phase != "planning") {
            wrong.push("the only phase that can be given is planning".into());
        }
        let stage = self.stage(state);
        if let Some(turn) = given.turn {
            if (1..=u32::from(stage.scenario.turns)).contains(&turn) {
                state.turn = turn as u16;
                state.ground = stage.conditions(state);
            } else {
                wrong.push(format!("the scenario has no turn {turn}"));
            }
        }
        if given.empty {
            for unit in &mut state.units {
                (unit.life, unit.at, unit.due, unit.carrier) = (Life::Out, NONE, 0, NONE);
            }
            state.works.clear();
            state.dummies = [Vec::new(), Vec::new()];
        }
        // Weather first: what units may do depends on it.
        for (key, value) in &given.set {
            self.set_weather(state, key, value, &mut wrong);
        }
        for (id, value) in &given.put {
            self.put(state, id, value, &mut wrong);
        }
        for (key, value) in &given.control {
            let Some(side) = Side::from_word(key) else {
                wrong.push(format!("control: {key} is no side"));
                continue;
            };
            for hex in self.hexes(state, value, &mut wrong) {
                state.own(hex, side);
                state.belief.iter_mut().for_each(|belief| belief.set(hex, side == Side::Soviet));
            }
        }
        for (key, value) in &given.set {
            self.set(state, key, value, &mut wrong);
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    fn words(&self) -> Words {
        Words { counters: vec![("a unit", UNIT)], set: SET, ..Words::default() }
    }
}

impl Waw {
    fn hexes(&self, state: &State, value: &Value, wrong: &mut Vec<String>) -> Vec<u16> {
        let stage = self.stage(state);
        let mut hexes = Vec::new();
        for item in value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice) {
            match item.as_str().and_then(|word| stage.hex(word)) {
                Some(hex) => hexes.push(hex),
                None => wrong.push(format!("{item} is no hex of this map")),
            }
        }
        hexes
    }

    /// Puts a unit into a hex, with all that is said of it.
    fn put(&self, state: &mut State, id: &str, value: &Value, wrong: &mut Vec<String>) {
        let stage = self.stage(state);
        let Some(unit) = stage.unit(id) else {
            wrong.push(format!("put {id}: there is no such unit"));
            return;
        };
        let at = value.get("at").unwrap_or(value);
        match at.as_str() {
            Some("out") => {
                words::only(id, value, &["at"], wrong);
                let now = &mut state.units[unit as usize];
                (now.life, now.at) = (Life::Out, NONE);
                return;
            }
            Some("later") => {
                words::only(id, value, &["at", "due"], wrong);
                let due = value.get("due").map_or(Some(0), |due| due.as_u64().and_then(|turn| turn.try_into().ok()));
                if due.is_none() {
                    wrong.push(format!("put {id}: due is the number of a turn, not {}", value["due"]));
                }
                let now = &mut state.units[unit as usize];
                (now.life, now.at, now.due) = (Life::Later, NONE, due.unwrap_or(0));
                return;
            }
            Some(word) if stage.hex(word).is_some() => {
                let hex = stage.hex(word).unwrap_or(NONE);
                let (info, level) = (stage.info(unit), stage.default_level(state, unit));
                let now = &mut state.units[unit as usize];
                (now.life, now.at, now.still, now.drew) = (Life::Map, hex, 9, true);
                (now.attack, now.defence) = (info.full.attack, info.full.defence);
                (now.fatigue, now.disorder, now.level, now.morning) = (0, 0, level, level);
                now.known = 1000;
                state.own(hex, info.side);
                state.belief.iter_mut().for_each(|belief| belief.set(hex, info.side == Side::Soviet));
                let daily = stage.at_level(stage.daily(state, unit), level);
                state.units[unit as usize].tons = if info.hq.is_some() { 500 * TON } else { daily };
            }
            _ => {
                wrong.push(format!("put: {at} is no place for {id}"));
                return;
            }
        }
        if let Some(map) = value.as_object() {
            let said = map.iter().filter(|(key, _)| *key != "at");
            self.set_unit(state, unit, &said.map(|(key, value)| (key.clone(), value.clone())).collect(), wrong);
        }
    }

    fn set_unit(&self, state: &mut State, unit: u16, map: &Map<String, Value>, wrong: &mut Vec<String>) {
        let stage = self.stage(state);
        let id = stage.info(unit).id.clone();
        for (key, value) in map {
            let number = value.as_i64();
            let other = value.as_str().and_then(|word| stage.unit(word));
            let now = &mut state.units[unit as usize];
            let points = value.as_str().and_then(micro).or(number.map(|n| n * ONE));
            match (key.as_str(), number, points) {
                ("quality", Some(n @ 0..=9), _) => now.quality = n as u8,
                ("fatigue", Some(n @ 0..=15), _) => now.fatigue = n as u8,
                ("disorganization", Some(n @ 0..=15), _) => now.disorder = n as u8,
                ("known", Some(n @ 0..=1000), _) => now.known = n as u16,
                ("still", Some(n @ 0..=9), _) => now.still = n as u8,
                ("grams", Some(n @ 0..), _) => now.tons = n,
                ("tons", Some(n @ 0..), _) => now.tons = n * TON,
                ("work", Some(n @ 0..=99), _) => now.work.0 = n as u8,
                ("work_needed", Some(n @ 0..=99), _) => now.work.1 = n as u8,
                ("recreated", Some(n @ 0..=9), _) => now.recreated = n as u8,
                ("attack", _, Some(v)) => now.attack = v,
                ("defence", _, Some(v)) => now.defence = v,
                ("drew", _, _) if value.is_boolean() => now.drew = value.as_bool().unwrap_or(true),
                ("strategic", _, _) if value.is_boolean() => now.strategic = value.as_bool().unwrap_or(false),
                ("supply", _, _) => match level_of(value) {
                    Some(level) => (now.level, now.morning) = (level, level),
                    None => wrong.push(format!("{id}: {value} is no Supply Level")),
                },
                ("hq", _, _) if other.is_some() => now.hq = other.unwrap_or(NONE),
                ("hq", _, _) if value == "none" => now.hq = NONE,
                ("rides", _, _) if other.is_some() => {
                    (now.carrier, now.order) = (other.unwrap_or(NONE), Standing::Ride);
                }
                ("order", _, _) => match standing(value) {
                    Some(order) => now.order = order,
                    None => wrong.push(format!("{id}: {value} is no standing order")),
                },
                _ if words::has(UNIT, key) => wrong.push(format!("{id}: {key} cannot be {value}")),
                _ => wrong.push(format!("{id}: there is no word {key:?}; there are {UNIT}")),
            }
        }
    }

    fn set_weather(&self, state: &mut State, key: &str, value: &Value, wrong: &mut Vec<String>) {
        let n = state.turn as usize - 1;
        match key {
            "sky" => match value.as_str().and_then(Sky::from_word) {
                Some(sky) => state.sky[n] = sky as u8,
                None => wrong.push(format!("the sky is never {value}")),
            },
            "temperature" => match value.as_i64().filter(|t| (-60..=120).contains(t)) {
                Some(degrees) => {
                    state.temperature[n] = degrees as i16 * 4;
                    state.ground = self.stage(state).conditions(state);
                }
                None => wrong.push(format!("a temperature is a number, not {value}")),
            },
            "ground" => match value.as_str().and_then(Ground::from_word) {
                Some(ground) => {
                    // What lies there is made to fit, so that the next turn begins where this one was.
                    (state.lying.snow, state.lying.ice, state.lying.water) = match ground {
                        Ground::Normal => (0, 0, 0),
                        Ground::LightMud => (0, 0, 80_000),
                        Ground::LightFreeze => (0, 80_000, 0),
                        Ground::HardFreeze => (0, 200_000, 0),
                        Ground::DeepSnow => (300_000, 200_000, 0),
                    };
                    state.ground = [ground; 2];
                }
                None => wrong.push(format!("the ground is never {value}")),
            },
            _ => {}
        }
    }
}

fn level_of(value: &Value) -> Option<SupplyLevel> {
    SupplyLevel::from_word(value.as_str()?)
}

/// `"2.5"` in millionths.
fn micro(word: &str) -> Option<i64> {
    let (whole, part) = word.split_once('.').unwrap_or((word, ""));
    let part: String = format!("{part:0<6}").chars().take(6).collect();
    Some(whole.parse::<i64>().ok()? * ONE + part.parse::<i64>().ok()?)
}

fn standing(value: &Value) -> Option<Standing> {
    let word = value.as_str()?;
    let (stance, also) = word.split_once(' ').unwrap_or((word, "nothing"));
    let stance = Stance::from_word(stance)?;
    let also = Secondary::from_word(also)?;
    Some(Standing::Defend(stance, also))
}
