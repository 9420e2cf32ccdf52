//! What `set` in a case file can say.
//!
//! | key | value |
//! |---|---|
//! | a unit | `{ steps, face = "13G RD", army = "6A", spent, allowance, origin = "N2044", top = true }` |
//! | `order` | `assault-move`, `move-assault`, `assault-assault`, `move-move` |
//! | `second`, `added`, `frozen`, `limits_lifted` | true or false |
//! | `ring` | true while the O-Ring stands |
//! | `ruins` | Don-Volga hexes whose fortifications are gone |
//! | `network` | `{ axis = [...], soviet = [...] }`: the whole network of a side |
//! | `join`, `leave` | the same, added to it or taken from it |
//! | `airlift` | the hex of the aerial supply marker, used this turn; `"none"` |
//! | `uses` | `{ double_assault, double_move, flood, aircraft, sea_blocked, schwerpunkt, airlift, manstein, risen }` |
//! | `asleep`, `reserved` | the front or reserve armies that are frozen: `["40A"]`, `["5RA"]` |
//! | `crossing` | `not-yet`, `made`, `answered` |
//! | `boxes`, `pile`, `sailed` | numbers |
//! | `south` | `{ open, came, this_turn }` |
//! | `duty` | `{ panzers, infantry, gross_deutschland, motorised }` |
//! | `mover` | the hex whose stack moves now, or `"none"` |
//! | `stopped`, `settled`, `assaulted`, `attacked`, `defended`, `refugees`, `tired`, `rooted`, `shown`, `arrived` | lists of units |

use super::Hand;
use crate::data::{FrontArmy, UnitId};
use crate::sets::Spaces;
use crate::state::{Mover, Order};
use kessel_board::SpaceId;
use kessel_kit::Word;
use kessel_table::{Arranging, Side};
use serde_json::{Map, Value};

/// What can be set of a unit.
pub(crate) const UNIT: &str = "steps, face, army, spent, allowance, origin, top";
pub(crate) const WORDS: &str = "order, second, added, frozen, limits_lifted, ring, ruins, network, join, leave, airlift, uses, \
                     asleep, reserved, crossing, boxes, pile, sailed, south, duty, mover, stopped, settled, assaulted, \
                     attacked, defended, refugees, tired, rooted, shown, arrived";

impl Hand<'_> {
    pub(super) fn set(&mut self, set: &Map<String, Value>) {
        for (key, value) in set {
            if let Some(unit) = self.game.data.unit(key) {
                self.set_unit(unit, key, value);
            } else {
                self.set_word(key, value);
            }
        }
    }

    fn set_word(&mut self, key: &str, value: &Value) {
        match key {
            "order" => match value.as_str().and_then(Order::from_word) {
                Some(order) => self.state.order = order,
                None => self.fault(format!("set order: one of {}, not {value}", Order::known(", "))),
            },
            "second" => self.state.second = self.truth(key, value),
            "added" => self.state.added = self.truth(key, value),
            "frozen" => self.state.frozen = self.truth(key, value),
            "limits_lifted" => self.state.limits_lifted = self.truth(key, value),
            "ring" => self.state.ring_gone = !self.truth(key, value),
            "ruins" => self.state.ruins = self.hexes(key, value).into_iter().collect(),
            "network" | "join" | "leave" => self.set_network(key, value),
            "airlift" => {
                let hex = self.hex_or_none(key, value);
                self.state.airlift = hex;
                self.state.uses.airlift = hex.is_some();
            }
            "uses" => self.set_uses(value),
            "asleep" => self.set_asleep(value),
            "reserved" => self.set_reserved(value),
            "crossing" => self.crossing(value),
            "boxes" => self.state.boxes = self.up_to(99, key, value).unwrap_or(0) as u8,
            "pile" => self.state.pile = self.up_to(999, key, value).unwrap_or(0) as u16,
            "sailed" => self.state.sailed = self.up_to(99, key, value).unwrap_or(0) as u8,
            "south" => self.set_south(value),
            "duty" => self.set_duty(value),
            "mover" => self.state.mover = self.hex_or_none(key, value).map(Mover::Stack),
            "stopped" => self.state.stopped = self.units(key, value),
            "settled" => self.state.settled = self.units(key, value),
            "assaulted" => self.state.assaulted = self.units(key, value),
            "attacked" => self.state.attacked = self.units(key, value),
            "defended" => self.state.defended = self.units(key, value),
            "refugees" => self.state.refugees = self.units(key, value),
            "tired" => self.state.tired = self.units(key, value),
            "rooted" => self.state.rooted = self.units(key, value),
            "shown" => self.state.shown = self.units(key, value),
            "arrived" => self.state.arrived = self.units(key, value),
            _ => self.fault(format!("set: {key:?} is no unit or word; the words are {WORDS}")),
        }
    }

    fn set_unit(&mut self, unit: UnitId, key: &str, value: &Value) {
        for (word, value) in self.table(key, value) {
            let path = format!("{key}.{word}");
            let most = u64::from(self.game.data.info(unit).steps());
            match word.as_str() {
                "steps" => {
                    if let Some(n) = self.up_to(most, &path, &value) {
                        self.state.units[unit.index()].steps = n as u8;
                    }
                }
                "face" => self.set_face(unit, &path, &value),
                "army" => {
                    if let Some(army) = self.army(&path, &value) {
                        self.state.units[unit.index()].army = army;
                    }
                }
                "spent" | "allowance" => {
                    let Some(n) = self.up_to(99, &path, &value) else { continue };
                    let u = &mut self.state.units[unit.index()];
                    if word == "spent" {
                        u.spent = n as u8;
                    } else {
                        u.allowance = n as u8;
                    }
                }
                "origin" => {
                    if let Some(hex) = self.hex_or_none(&path, &value) {
                        self.state.units[unit.index()].origin = hex;
                    }
                }
                "top" => {
                    if self.truth(&path, &value)
                        && let Some(hex) = self.state.at(unit)
                    {
                        let stack = self.state.stack_at(hex);
                        self.state.tops -= stack;
                        self.state.tops.insert(unit);
                    }
                }
                _ => self.fault(format!("set {key}: {word:?} is not one of {UNIT}")),
            }
        }
    }

    /// A face that another unit shows cannot be had twice.
    fn set_face(&mut self, unit: UnitId, path: &str, value: &Value) {
        let data = &self.game.data;
        let face = value.as_str().and_then(|id| data.face(id));
        let fits = face.filter(|face| data.faces[face.index()].kind == data.info(unit).kind);
        let taken = fits.is_some_and(|face| self.state.units.iter().any(|u| u.face == Some(face)));
        match fits {
            Some(face) if !taken => self.state.units[unit.index()].face = Some(face),
            _ if value.as_str() == Some("untried") => self.state.units[unit.index()].face = None,
            _ => self.fault(format!("set {path}: {value} is no free face of that kind")),
        }
    }

    fn set_network(&mut self, key: &str, value: &Value) {
        for (word, list) in self.table(key, value) {
            let Some(side) = Side::from_word(&word) else {
                self.fault(format!("set {key}: {word:?} is no side; there are axis and soviet"));
                continue;
            };
            let hexes: Spaces = self.hexes(key, &list).into_iter().collect();
            let now = self.reset_network()[side.index()];
            self.state.network[side.index()] = match key {
                "network" => hexes,
                "join" => now | hexes,
                _ => now - hexes,
            };
        }
    }

    fn set_uses(&mut self, value: &Value) {
        for (word, value) in self.table("uses", value) {
            let path = format!("uses.{word}");
            match word.as_str() {
                "double_assault" => self.state.uses.double_assault = self.truth(&path, &value),
                "double_move" => self.state.uses.double_move = self.truth(&path, &value),
                "sea_blocked" => self.state.uses.sea_blocked = self.truth(&path, &value),
                "schwerpunkt" => self.state.uses.schwerpunkt = self.truth(&path, &value),
                "airlift" => self.state.uses.airlift = self.truth(&path, &value),
                "manstein" => self.state.uses.manstein = self.truth(&path, &value),
                "flood" => self.state.uses.flood = self.up_to(99, &path, &value).unwrap_or(0) as u8,
                "aircraft" => self.state.uses.aircraft = self.up_to(9, &path, &value).unwrap_or(0) as u8,
                "risen" => self.state.uses.risen = self.up_to(3, &path, &value).unwrap_or(0) as u8,
                _ => self.fault(format!("set uses: there is no {word:?}")),
            }
        }
    }

    fn set_asleep(&mut self, value: &Value) {
        self.state.asleep = 0;
        for name in self.list("asleep", value) {
            match name.as_str().and_then(FrontArmy::from_word) {
                Some(army) => self.state.asleep |= 1 << army as u16,
                None => self.fault(format!("set asleep: {name} is no front army")),
            }
        }
    }

    fn set_reserved(&mut self, value: &Value) {
        self.state.reserved = 0;
        for name in self.list("reserved", value) {
            match self.game.data.blue.reserves.iter().position(|r| Some(r.id.as_str()) == name.as_str()) {
                Some(i) => self.state.reserved |= 1 << i,
                None => self.fault(format!("set reserved: {name} is no reserve army")),
            }
        }
    }

    fn set_south(&mut self, value: &Value) {
        for (word, value) in self.table("south", value) {
            let path = format!("south.{word}");
            match word.as_str() {
                "open" => self.south().open = value.as_bool().unwrap_or_default(),
                "came" => self.south().came = self.up_to(99, &path, &value).unwrap_or(0) as u8,
                "this_turn" => self.south().this_turn = self.up_to(99, &path, &value).unwrap_or(0) as u8,
                _ => self.fault(format!("set south: there is no {word:?}")),
            }
        }
    }

    fn set_duty(&mut self, value: &Value) {
        for (word, value) in self.table("duty", value) {
            let path = format!("duty.{word}");
            match word.as_str() {
                "panzers" => self.state.duty.panzers = self.up_to(9, &path, &value).unwrap_or(0) as u8,
                "infantry" => self.state.duty.infantry = self.up_to(9, &path, &value).unwrap_or(0) as u8,
                "motorised" => self.state.duty.motorised = self.up_to(9, &path, &value).unwrap_or(0) as u8,
                "gross_deutschland" => self.state.duty.gross_deutschland = self.truth(&path, &value),
                _ => self.fault(format!("set duty: there is no {word:?}")),
            }
        }
    }

    fn hex_or_none(&mut self, key: &str, value: &Value) -> Option<SpaceId> {
        let word = value.as_str().unwrap_or_default();
        let hex = self.game.data.map.board.space(word);
        if hex.is_none() && word != "none" {
            self.fault(format!("set {key}: there is no hex {value}"));
        }
        hex
    }
}
