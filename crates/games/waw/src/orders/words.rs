//! Slots and orders as files and the network write them.

use super::{DUTIES, Order, Slot};
use crate::Waw;
use crate::state::{Mission, Mode, Secondary, State};
use crate::theater::Stage;
use kessel_kit::Word;
use serde_json::{Map, Value, json};

fn word_of<W: Word>(word: &str) -> Result<W, String> {
    W::from_word(word).ok_or_else(|| format!("\"{word}\" is none of {}", W::known(", ")))
}

/// Every order that is a table: its verb, and the keys that go with it.
const KEYS: [(&str, &[&str]); 11] = [
    ("move", &["path", "to", "override"]),
    ("attack", &["at"]),
    ("scrub", &[]),
    ("defend", &["also"]),
    ("fire", &[]),
    ("scoot", &[]),
    ("ride", &[]),
    ("fly", &["at"]),
    ("assign", &[]),
    ("level", &[]),
    ("attach", &[]),
];

/// A key that nobody reads would be dropped without a word.
fn only_known(map: &Map<String, Value>) -> Result<(), String> {
    let verb = map.keys().next().map_or("", String::as_str);
    let Some((_, keys)) = KEYS.iter().find(|(known, _)| *known == verb) else { return Ok(()) };
    match map.keys().skip(1).find(|key| !keys.contains(&key.as_str())) {
        Some(extra) if keys.is_empty() => Err(format!("{extra:?} does not go with {verb:?}; that takes no other key")),
        Some(extra) => Err(format!("{extra:?} does not go with {verb:?}; that takes {}", keys.join(", "))),
        None if keys.contains(&"path") && map.contains_key("path") && map.len() > 2 => {
            Err("a path is all that a move needs; \"to\" and \"override\" are for one whose way is looked for".into())
        }
        None => Ok(()),
    }
}

/// Reads one kind of order.
struct Reader<'a> {
    stage: Stage<'a>,
    map: &'a Map<String, Value>,
}

impl<'a> Reader<'a> {
    fn text(&self, key: &str) -> Result<&'a str, String> {
        self.map.get(key).and_then(Value::as_str).ok_or_else(|| format!("`{key}` is missing, or no text"))
    }

    fn hex(&self, key: &str) -> Result<u16, String> {
        let word = self.text(key)?;
        self.stage.hex(word).ok_or_else(|| format!("there is no hex {word}"))
    }

    fn unit(&self, key: &str) -> Result<u16, String> {
        let word = self.text(key)?;
        self.stage.unit(word).ok_or_else(|| format!("there is no unit {word}"))
    }

    fn movement(&self) -> Result<Order, String> {
        let mode = match self.text("move")? {
            "auto" => None,
            word => Some(word_of(word)?),
        };
        let Some(path) = self.map.get("path") else {
            let over = self.map.get("override").map_or(Some(false), Value::as_bool);
            let over = over.ok_or("`override` is true or false")?;
            return Ok(Order::Go(mode, self.hex("to")?, over));
        };
        let mode = mode.ok_or("a path is moved tactically or strategically")?;
        let items = path.as_array().filter(|p| p.len() <= 1000).ok_or("`path` is a list of hexes")?;
        let hex = |item: &Value| {
            let word = item.as_str().ok_or("a hex is a text of six digits")?;
            self.stage.hex(word).ok_or_else(|| format!("there is no hex {word}"))
        };
        Ok(Order::Move(mode, items.iter().map(hex).collect::<Result<_, String>>()?))
    }
}

impl Waw {
    pub(super) fn slot_from(&self, state: &State, word: &str) -> Result<Slot, String> {
        let stage = self.stage(state);
        let unit = |id: &str| stage.unit(id).ok_or_else(|| format!("there is no unit {id}"));
        let (kind, rest) = word.split_once(' ').unwrap_or(("", word));
        match kind {
            "attach" => unit(rest).map(Slot::Attach),
            "level" => unit(rest).map(Slot::Level),
            "gather" => unit(rest).map(Slot::Gather),
            "air" => {
                let known = stage.squadrons.iter().position(|s| s.name == rest);
                known.map(|n| Slot::Squadron(n as u8)).ok_or_else(|| format!("there is no squadron {rest}"))
            }
            "leader" => {
                let leaders = &stage.scenario.leaders;
                let known = leaders.iter().position(|p| stage.data.leader(p.leader).id == rest);
                known.map(|n| Slot::Leader(n as u8)).ok_or_else(|| format!("{rest} does not take part"))
            }
            "duty" => {
                let known = DUTIES.iter().position(|d| *d == rest);
                known.map(|n| Slot::Duty(n as u8)).ok_or_else(|| format!("the staff has no duty {rest}"))
            }
            "" if word == "worked" => Ok(Slot::Worked),
            _ => unit(word).map(Slot::Unit),
        }
    }

    pub(super) fn slot_word(&self, state: &State, slot: Slot) -> String {
        let stage = self.stage(state);
        let id = |unit: u16| &stage.info(unit).id;
        match slot {
            Slot::Unit(u) => id(u).clone(),
            Slot::Attach(u) => format!("attach {}", id(u)),
            Slot::Level(u) => format!("level {}", id(u)),
            Slot::Gather(u) => format!("gather {}", id(u)),
            Slot::Squadron(n) => format!("air {}", stage.squadrons[n as usize].name),
            Slot::Leader(n) => format!("leader {}", stage.data.leader(stage.scenario.leaders[n as usize].leader).id),
            Slot::Duty(n) => format!("duty {}", DUTIES[n as usize]),
            Slot::Worked => "worked".into(),
        }
    }

    pub(super) fn order_from(&self, state: &State, _slot: Slot, value: &Value) -> Result<Order, String> {
        if let Some(word) = value.as_str() {
            return match word {
                "on-call" => Ok(Order::Fire(Mission::OnCall)),
                "counter-battery" => Ok(Order::Fire(Mission::CounterBattery)),
                "gather" => Ok(Order::Gather),
                "free" => Ok(Order::Free),
                "on" => Ok(Order::Duty(true)),
                "off" => Ok(Order::Duty(false)),
                "now" => Ok(Order::Once),
                "worked" => Ok(Order::Worked),
                _ => word_of(word).map(|stance| Order::Defend(stance, Secondary::Nothing)),
            };
        }
        let map = value.as_object().ok_or("an order is a word or a table")?;
        only_known(map)?;
        let read = Reader { stage: self.stage(state), map };
        match map.keys().next().map(String::as_str) {
            Some("move") => read.movement(),
            Some("attack") => Ok(Order::Attack(word_of(read.text("attack")?)?, read.hex("at")?)),
            Some("scrub") => Ok(Order::Scrub(read.hex("scrub")?)),
            Some("defend") => {
                let also = if map.contains_key("also") { read.text("also")? } else { "nothing" };
                Ok(Order::Defend(word_of(read.text("defend")?)?, word_of(also)?))
            }
            Some("fire") => Ok(Order::Fire(Mission::Target(read.hex("fire")?))),
            Some("scoot") => Ok(Order::Fire(Mission::Scoot(read.hex("scoot")?))),
            Some("ride") => Ok(Order::Ride(read.unit("ride")?)),
            Some("fly") => Ok(Order::Fly(word_of(read.text("fly")?)?, read.hex("at")?)),
            Some("assign") => Ok(Order::Assign(read.unit("assign")?)),
            Some("level") => Ok(Order::Level(word_of(read.text("level")?)?)),
            Some("attach") => Ok(Order::Attach(read.unit("attach")?)),
            _ => {
                Err("an order begins with move, attack, scrub, defend, fire, scoot, ride, fly, assign, level or attach"
                    .into())
            }
        }
    }

    pub(super) fn order_word(&self, state: &State, order: &Order) -> Value {
        let stage = self.stage(state);
        let hex = |h: u16| stage.hex_name(h);
        let id = |u: u16| stage.info(u).id.as_str();
        match order {
            Order::Move(mode, path) => {
                json!({ "move": mode.word(), "path": path.iter().map(|h| hex(*h)).collect::<Vec<_>>() })
            }
            Order::Go(mode, to, over) => {
                let mut value = json!({ "move": mode.map_or("auto", Mode::word), "to": hex(*to) });
                if *over {
                    value["override"] = json!(true);
                }
                value
            }
            Order::Attack(kind, at) => json!({ "attack": kind.word(), "at": hex(*at) }),
            Order::Scrub(at) => json!({ "scrub": hex(*at) }),
            Order::Defend(stance, Secondary::Nothing) => json!({ "defend": stance.word() }),
            Order::Defend(stance, also) => json!({ "defend": stance.word(), "also": also.word() }),
            Order::Fire(Mission::Target(at)) => json!({ "fire": hex(*at) }),
            Order::Fire(Mission::Scoot(at)) => json!({ "scoot": hex(*at) }),
            Order::Fire(Mission::OnCall) => json!("on-call"),
            Order::Fire(Mission::CounterBattery) => json!("counter-battery"),
            Order::Ride(carrier) => json!({ "ride": id(*carrier) }),
            Order::Gather => json!("gather"),
            Order::Fly(mission, at) => json!({ "fly": mission.word(), "at": hex(*at) }),
            Order::Assign(unit) => json!({ "assign": id(*unit) }),
            Order::Free => json!("free"),
            Order::Level(level) => json!({ "level": level.word() }),
            Order::Attach(hq) => json!({ "attach": id(*hq) }),
            Order::Duty(on) => json!(if *on { "on" } else { "off" }),
            Order::Once => json!("now"),
            Order::Worked => json!("worked"),
        }
    }
}
