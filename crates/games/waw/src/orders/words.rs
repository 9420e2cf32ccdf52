//! Slots and orders as files and the network write them, and in words for people.

use super::menu::LEVELS;
use super::{DUTIES, Order, Plan, Slot};
use crate::Waw;
use crate::execution::AirMission;
use crate::executive::Staffwork;
use crate::fix::tenths;
use crate::state::{Assault, Mission, Mode, Secondary, Stance, Standing, State};
use crate::theater::Stage;
use kessel_kernel::Side;
use kessel_kernel::plan::SlotView;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

const MODES: [(&str, Mode); 2] = [("tactical", Mode::Tactical), ("strategic", Mode::Strategic)];

fn word_of<T: Copy>(words: &[(&'static str, T)], word: &str) -> Result<T, String> {
    let known = words.iter().find(|(w, _)| *w == word).map(|(_, value)| *value);
    known.ok_or_else(|| {
        format!("\"{word}\" is none of {}", words.iter().map(|(w, _)| *w).collect::<Vec<_>>().join(", "))
    })
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
            word => Some(word_of(&MODES, word)?),
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
                _ => word_of(&Stance::WORDS, word).map(|stance| Order::Defend(stance, Secondary::Nothing)),
            };
        }
        let map = value.as_object().ok_or("an order is a word or a table")?;
        only_known(map)?;
        let read = Reader { stage: self.stage(state), map };
        match map.keys().next().map(String::as_str) {
            Some("move") => read.movement(),
            Some("attack") => Ok(Order::Attack(word_of(&Assault::WORDS, read.text("attack")?)?, read.hex("at")?)),
            Some("scrub") => Ok(Order::Scrub(read.hex("scrub")?)),
            Some("defend") => {
                let also = if map.contains_key("also") { read.text("also")? } else { "nothing" };
                Ok(Order::Defend(word_of(&Stance::WORDS, read.text("defend")?)?, word_of(&Secondary::WORDS, also)?))
            }
            Some("fire") => Ok(Order::Fire(Mission::Target(read.hex("fire")?))),
            Some("scoot") => Ok(Order::Fire(Mission::Scoot(read.hex("scoot")?))),
            Some("ride") => Ok(Order::Ride(read.unit("ride")?)),
            Some("fly") => Ok(Order::Fly(word_of(&AirMission::WORDS, read.text("fly")?)?, read.hex("at")?)),
            Some("assign") => Ok(Order::Assign(read.unit("assign")?)),
            Some("level") => Ok(Order::Level(word_of(&LEVELS, read.text("level")?)?)),
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
                json!({ "move": MODES[*mode as usize].0, "path": path.iter().map(|h| hex(*h)).collect::<Vec<_>>() })
            }
            Order::Go(mode, to, over) => {
                let mut value = json!({ "move": mode.map_or("auto", |m| MODES[m as usize].0), "to": hex(*to) });
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
            Order::Level(level) => json!({ "level": LEVELS[*level as usize].0 }),
            Order::Attach(hq) => json!({ "attach": id(*hq) }),
            Order::Duty(on) => json!(if *on { "on" } else { "off" }),
            Order::Once => json!("now"),
            Order::Worked => json!("worked"),
        }
    }

    /// A standing order in words.
    pub(crate) fn standing_words(&self, state: &State, unit: u16) -> String {
        let stage = self.stage(state);
        let now = &state.units[unit as usize];
        match now.order {
            Standing::Move(mode) => {
                let end = state.path(unit).last().map_or("", |h| stage.hex_name(*h));
                format!("goes on to {end} ({})", MODES[mode as usize].0)
            }
            Standing::Attack(kind, hex) => format!("{} on {}", kind.word(), stage.hex_name(hex)),
            Standing::Defend(stance, Secondary::Nothing) => stance_words(stance).into(),
            Standing::Defend(stance, also) => format!("{}, {}", stance_words(stance), also_words(also)),
            Standing::Fire(mission) => mission_words(&stage, mission),
            Standing::Ride => "rides".into(),
        }
    }

    /// Slots with their orders in words. What the staff makes of the position is worked out once for all of them, and only if somebody attacks.
    pub(super) fn describe_slots(&self, seen: &State, plan: &Plan, slots: &[Slot]) -> Vec<SlotView> {
        let stage = self.stage(seen);
        let mut work: Option<Staffwork<'_>> = None;
        let mut odds: BTreeMap<u16, String> = BTreeMap::new();
        let mut told = |unit: u16, hex: u16| {
            let told = odds.entry(hex).or_insert_with(|| {
                let work = work.get_or_insert_with(|| Staffwork::new(self, seen, stage.side(unit), plan.clone()));
                let (units, fire) = work.planned_on(hex);
                tenths(work.estimate(&units, hex, fire))
            });
            told.clone()
        };
        slots.iter().map(|slot| self.describe_slot(seen, plan, *slot, &mut told)).collect()
    }

    fn describe_slot(
        &self,
        seen: &State,
        plan: &Plan,
        slot: Slot,
        odds: &mut dyn FnMut(u16, u16) -> String,
    ) -> SlotView {
        let stage = self.stage(seen);
        let order = plan.get(&slot);
        let (label, counter) = match slot {
            Slot::Unit(u) => (stage.info(u).name.clone(), Some(stage.info(u).id.clone())),
            Slot::Attach(u) => (format!("{}: attached to", stage.info(u).name), None),
            Slot::Level(u) => (format!("{}: Supply Level", stage.info(u).name), None),
            Slot::Gather(u) => (format!("{}: its units", stage.info(u).name), None),
            Slot::Squadron(n) => (stage.squadrons[n as usize].name.clone(), None),
            Slot::Leader(n) => (stage.data.leader(stage.scenario.leaders[n as usize].leader).name.clone(), None),
            Slot::Duty(n) => (format!("Staff: {}", DUTIES[n as usize]), None),
            Slot::Worked => ("Staff".into(), None),
        };
        let text = match (order, slot) {
            (Some(Order::Attack(kind, at)), Slot::Unit(u)) => {
                // 15.3.c: with the odds as the Executive Officer sees them.
                format!("{} on {}, odds about {}", kind.word(), stage.hex_name(*at), odds(u, *at))
            }
            (Some(order), _) => self.order_words(seen, order),
            (None, Slot::Unit(u)) => self.standing_words(seen, u),
            (None, Slot::Attach(u)) => {
                let hq = seen.units[u as usize].hq;
                if hq == crate::state::NONE { "nobody".into() } else { stage.info(hq).name.clone() }
            }
            (None, Slot::Level(u)) => LEVELS[seen.units[u as usize].level as usize].0.into(),
            (None, Slot::Leader(n)) => {
                let unit = seen.leaders[n as usize];
                if unit == crate::state::NONE { "free".into() } else { format!("with {}", stage.info(unit).name) }
            }
            (None, Slot::Squadron(_)) => "on the ground".into(),
            (None, Slot::Duty(n)) => {
                let side = self.duty_side(seen);
                if side.is_some_and(|s| seen.duties[s] & 1 << n != 0) {
                    "each turn".into()
                } else {
                    "not delegated".into()
                }
            }
            (None, Slot::Gather(_) | Slot::Worked) => String::new(),
        };
        // 3.3.a: said once, of the duty itself: to say it of every order would make a large message of one click.
        let all = matches!(slot, Slot::Duty(n) if DUTIES.get(usize::from(n)) == Some(&"all"));
        let commanded = all && self.duty_side(seen).is_some_and(|n| self.is_commanded(seen, Side::BOTH[n], plan));
        let text = if commanded { format!("{text}: your own orders are not carried out") } else { text };
        let mut path = Vec::new();
        if let (Slot::Unit(u), at) = (slot, order) {
            let at_hex = seen.units[u as usize].at;
            let way: &[u16] = match at {
                Some(Order::Move(_, way)) => way,
                Some(
                    Order::Attack(_, hex)
                    | Order::Go(_, hex, _)
                    | Order::Fire(Mission::Target(hex) | Mission::Scoot(hex)),
                ) => std::slice::from_ref(hex),
                None if seen.units[u as usize].order.moves() => seen.path(u),
                _ => &[],
            };
            if !way.is_empty() && at_hex != crate::state::NONE {
                path =
                    std::iter::once(at_hex).chain(way.iter().copied()).map(|h| stage.hex_name(h).to_owned()).collect();
            }
        }
        SlotView { label, counter, text, path, ..SlotView::default() }
    }

    /// Whose duties are shown: in what a side is shown those of the other are blank, so the side that has units on the map.
    fn duty_side(&self, seen: &State) -> Option<usize> {
        let stage = self.stage(seen);
        let first = (0..seen.units.len() as u16).find(|u| seen.units[*u as usize].here())?;
        Some(stage.side(first).index())
    }

    fn order_words(&self, seen: &State, order: &Order) -> String {
        let stage = self.stage(seen);
        let hex = |h: u16| stage.hex_name(h).to_owned();
        match order {
            Order::Move(mode, path) => {
                format!(
                    "moves {}ly to {}",
                    if *mode == Mode::Tactical { "tactical" } else { "strategical" },
                    path.last().map_or(String::new(), |h| hex(*h))
                )
            }
            Order::Go(_, to, _) => format!("moves to {}", hex(*to)),
            Order::Attack(kind, at) => format!("{} on {}", kind.word(), hex(*at)),
            Order::Scrub(at) => format!("calls off the attack on {}", hex(*at)),
            Order::Defend(stance, Secondary::Nothing) => stance_words(*stance).into(),
            Order::Defend(stance, also) => format!("{}, {}", stance_words(*stance), also_words(*also)),
            Order::Fire(mission) => mission_words(&stage, *mission),
            Order::Ride(carrier) => format!("rides on {}", stage.info(*carrier).name),
            Order::Gather => "gather at its destination".into(),
            Order::Fly(mission, at) => format!("{} at {}", mission.word(), hex(*at)),
            Order::Assign(unit) => format!("goes to {}", stage.info(*unit).name),
            Order::Free => "leaves his unit".into(),
            Order::Level(level) => LEVELS[*level as usize].0.into(),
            Order::Attach(hq) => format!("goes to {}", stage.info(*hq).name),
            Order::Duty(on) => if *on { "each turn" } else { "not delegated" }.into(),
            Order::Once => "this time".into(),
            Order::Worked => "has done its work".into(),
        }
    }
}

fn stance_words(stance: Stance) -> &'static str {
    match stance {
        Stance::Retreat => "retreats if attacked",
        Stance::Defend => "defends",
        Stance::Hold => "holds at all costs",
    }
}

fn also_words(also: Secondary) -> &'static str {
    match also {
        Secondary::Nothing => "nothing else",
        Secondary::Dig => "digs in",
        Secondary::Fortify => "fortifies",
        Secondary::Replace => "takes replacements",
    }
}

fn mission_words(stage: &Stage<'_>, mission: Mission) -> String {
    match mission {
        Mission::Target(hex) => format!("fires at {}", stage.hex_name(hex)),
        Mission::Scoot(hex) => format!("fires at {} and moves", stage.hex_name(hex)),
        Mission::OnCall => "fires on call".into(),
        Mission::CounterBattery => "fires at enemy guns".into(),
    }
}
