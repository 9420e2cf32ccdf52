//! The words of `set`: each is read whole, and what is not read of it is a fault.

use crate::Waw;
use crate::execution::PULSES;
use crate::fix::TON;
use crate::orders::DUTIES;
use crate::state::State;
use kessel_kernel::Side;
use serde_json::{Map, Value};

/// What `set` can say of no unit.
pub(crate) const SET: &str = "sky, temperature, ground, stop, dug_in, fortified, rubble, pools, airfields, leaders, duties, \
                              refit, points, key";
/// What can be said of a unit.
pub(crate) const UNIT: &str = "quality, fatigue, disorganization, supply, attack, defence, tons, grams, known, still, work, \
                               work_needed, hq, rides, order, drew, strategic, recreated";

/// Is it one of the words of a list?
pub(super) fn has(words: &str, key: &str) -> bool {
    words.split(", ").any(|word| word == key)
}

/// Reports every key of a table that is none of these.
pub(super) fn only(id: &str, value: &Value, known: &[&str], wrong: &mut Vec<String>) {
    for key in value.as_object().into_iter().flat_map(Map::keys).filter(|key| !known.contains(&key.as_str())) {
        wrong.push(format!("{id}: there is no word {key:?} there; there are {}", known.join(", ")));
    }
}

/// The entries of a table; what is none is a fault.
fn entries<'v>(
    key: &str,
    value: &'v Value,
    wrong: &mut Vec<String>,
) -> impl Iterator<Item = (&'v String, &'v Value)> + use<'v> {
    if !value.is_object() {
        wrong.push(format!("set {key}: a table is wanted, not {value}"));
    }
    value.as_object().into_iter().flatten()
}

impl Waw {
    /// What is set beside the weather, which is set before.
    pub(super) fn set(&self, state: &mut State, key: &str, value: &Value, wrong: &mut Vec<String>) {
        match key {
            "sky" | "temperature" | "ground" => {}
            "key" => match value.as_u64() {
                Some(number) => {
                    state.key = number;
                    state.odds_key = crate::opening::odds_keys(number);
                }
                None => wrong.push(format!("set key: a whole number is wanted, not {value}")),
            },
            "stop" => match value.as_u64().filter(|n| (1..=u64::from(PULSES)).contains(n)) {
                Some(n) => state.stop_after = n as u8,
                None => wrong.push(format!("set stop: an Execution has {PULSES} pulses, it cannot stop after {value}")),
            },
            "rubble" => {
                for hex in self.hexes(state, value, wrong) {
                    state.rubble.set(hex, true);
                }
            }
            "airfields" | "dug_in" | "fortified" | "leaders" | "refit" => {
                for (name, said) in entries(key, value, wrong) {
                    if self.set_named(state, key, name, said).is_none() {
                        wrong.push(format!("set {key}: {name} cannot be {said}"));
                    }
                }
            }
            "pools" | "duties" | "points" => {
                for (name, said) in entries(key, value, wrong) {
                    let side = Side::from_word(name);
                    match side.map(|side| self.set_side(state, key, side, said)) {
                        Some(Ok(())) => {}
                        Some(Err(wanted)) => {
                            wrong.push(format!("set {key}.{name}: {wanted} is wanted, not {said}"));
                        }
                        None if key == "points" && name == "paid" => match said.as_i64() {
                            Some(points) => state.score.paid = points,
                            None => wrong.push(format!("set points.paid: a whole number is wanted, not {said}")),
                        },
                        None => {
                            let paid = if key == "points" { ", paid" } else { "" };
                            wrong.push(format!("set {key}: there is no word {name:?}; there are axis, soviet{paid}"));
                        }
                    }
                }
            }
            id => match (self.stage(state).unit(id), value.as_object()) {
                (Some(unit), Some(map)) => self.set_unit(state, unit, map, wrong),
                (Some(_), None) => wrong.push(format!("set {id}: a table is wanted, not {value}")),
                (None, _) => wrong.push(format!("set: {id:?} is no unit and no word; the words are {SET}")),
            },
        }
    }

    /// An entry that is named by a hex, a leader or a squadron; nothing where it has no such name or cannot be that.
    fn set_named(&self, state: &mut State, key: &str, name: &str, said: &Value) -> Option<()> {
        let stage = self.stage(state);
        match key {
            "airfields" => {
                let hex = stage.hex(name)?;
                let field = stage.scenario.map.airfields.iter().position(|field| field.hex.0 == hex)?;
                state.airfields[field] = said.as_i64()? * TON;
            }
            "leaders" => {
                let leader = stage.scenario.leaders.iter().position(|p| stage.data.leader(p.leader).id == name)?;
                state.leaders[leader] = stage.unit(said.as_str()?)?;
            }
            "refit" => {
                let squadron = stage.squadrons.iter().position(|squadron| squadron.name == name)?;
                state.squadrons[squadron].ready = said.as_u64()?.try_into().ok()?;
            }
            works => {
                let (hex, size) = (stage.hex(name)?, said.as_u64().filter(|size| *size <= 99)? as u8);
                state.set_works(hex, (size > 0).then_some((works == "fortified", size)));
            }
        }
        Some(())
    }

    /// What a side has; the error is what is wanted.
    fn set_side(&self, state: &mut State, key: &str, side: Side, said: &Value) -> Result<(), String> {
        match key {
            "pools" => {
                let pools = &mut state.pools[side.index()];
                let points: Option<Vec<u16>> = said.as_array().and_then(|list| list.iter().map(points_of).collect());
                *pools = points.and_then(|list| list.try_into().ok()).ok_or("a list of six whole numbers")?;
            }
            "duties" => {
                let bit = |word: &Value| DUTIES.iter().position(|duty| word == duty).map(|n| 1 << n);
                let bits: Option<Vec<u8>> = said.as_array().and_then(|list| list.iter().map(bit).collect());
                let wanted = || format!("a list of {}", DUTIES.join(", "));
                state.duties[side.index()] = bits.ok_or_else(wanted)?.into_iter().fold(0, |all, bit| all | bit);
            }
            _ => state.score.places[side.index()] = said.as_i64().ok_or("a whole number")?,
        }
        Ok(())
    }
}

fn points_of(value: &Value) -> Option<u16> {
    value.as_u64()?.try_into().ok()
}
