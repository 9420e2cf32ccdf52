//! The actions: a verb and one or two nouns, and how files and the network write them.

use crate::Drive;
use crate::data::UnitId;
use crate::state::Order;
use kessel_board::SpaceId;
use serde_json::{Map, Value, json};

/// Everything that a player can do. JSON forms stand beside the verbs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Action {
    /// `{"place": "3PD", "in": "N2044"}`: set-up (12.1, 12.3).
    Place { unit: UnitId, at: SpaceId },
    /// `"suggested"`: set-up, lets the program place the rest.
    Suggested,
    /// `{"top": "RD-007"}`: puts a unit on top of its stack (11.7).
    Top { unit: UnitId },
    /// `"flood"`: the Manych (9.32).
    Flood,
    /// `"block-sea"`: both aircraft bar the sea (9.18).
    BlockSea,
    /// `{"sixty-second": "N3021"}`: five divisions rise in Stalingrad (8.10).
    SixtySecond { at: SpaceId },
    /// `{"withdraw": "GD"}` (8.7).
    Withdraw { unit: UnitId },
    /// `{"supply": "N3529"}`: adds a town to the network (7.14).
    Supply { at: SpaceId },
    /// `"schwerpunkt"`: both aircraft fly with the panzers (9.27).
    Schwerpunkt,
    /// `{"order": "assault-move"}`: declares the order of phases (5.4).
    Order { order: Order },
    /// `{"move": "3PD"}`: takes up a unit (9.5).
    Move { unit: UnitId },
    /// `{"with": "23PD"}`: another one of its stack goes along.
    With { unit: UnitId },
    /// `{"step": "N2043"}`: the units taken up enter a hex.
    Step { to: SpaceId },
    /// `{"drop": "23PD"}`: one of them stays here (9.6).
    Drop { unit: UnitId },
    /// `"halt"`: they stop.
    Halt,
    /// `{"enter": "RD-120", "at": "N2318"}`: a reinforcement (8.1).
    Enter { unit: UnitId, at: SpaceId },
    /// `{"sail": "RD-099", "to": "S2039"}`: from port to port, or a reinforcement of the south map to a port (9.18).
    Sail { unit: UnitId, to: SpaceId },
    /// `{"assault": "N1842"}`, with `"manstein": true`: a mobile assault (9.24).
    Assault { at: SpaceId, manstein: bool },
    /// `{"airlift": "N3022"}`: the aerial supply marker (7.6).
    Airlift { at: SpaceId },
    /// `{"attack": "N1141"}`: begins a prepared assault (11.1).
    Attack { at: SpaceId },
    /// `{"join": "45"}`: a unit takes part in it (11.3).
    Join { unit: UnitId },
    /// `"support"`: commits an aircraft (11.25).
    Support,
    /// `"manstein"`: Manstein leads it (8.9).
    Manstein,
    /// `"fight"`: the prepared assault is made (11.7).
    Fight,
    /// `{"retreat": "all", "to": "N1240"}` (11.33).
    RetreatAll { to: SpaceId },
    /// `{"retreat": "RD-003", "to": "N1240"}`: one of a stack that must split (11.34).
    Retreat { unit: UnitId, to: SpaceId },
    /// `{"lose": "3PD"}`: takes a step loss (11.32, 11.37).
    Lose { unit: UnitId },
    /// `{"advance": "3PD"}` (11.38).
    Advance { unit: UnitId },
    /// `{"remove": "6H"}`: one of an unlawful enemy stack (6.2).
    Remove { unit: UnitId },
    /// `{"taman": "46"}`: comes with the Taman peninsula (8.2).
    Taman { unit: UnitId },
    /// `"done"`: ends the step or phase, or declines.
    Done,
}

pub(crate) const ALONE: [(&str, Action); 9] = [
    ("suggested", Action::Suggested),
    ("flood", Action::Flood),
    ("block-sea", Action::BlockSea),
    ("schwerpunkt", Action::Schwerpunkt),
    ("halt", Action::Halt),
    ("support", Action::Support),
    ("manstein", Action::Manstein),
    ("fight", Action::Fight),
    ("done", Action::Done),
];

/// Verbs and the other keys that go with them.
pub(crate) const VERBS: [(&str, &[&str]); 21] = [
    ("place", &["in"]),
    ("top", &[]),
    ("sixty-second", &[]),
    ("withdraw", &[]),
    ("supply", &[]),
    ("order", &[]),
    ("move", &[]),
    ("with", &[]),
    ("step", &[]),
    ("drop", &[]),
    ("enter", &["at"]),
    ("sail", &["to"]),
    ("assault", &["manstein"]),
    ("airlift", &[]),
    ("attack", &[]),
    ("join", &[]),
    ("retreat", &["to"]),
    ("lose", &[]),
    ("advance", &[]),
    ("remove", &[]),
    ("taman", &[]),
];

impl Drive {
    /// Writes an action.
    pub(crate) fn action_to_json(&self, action: Action) -> Value {
        let unit = |u: UnitId| self.unit_id(u);
        let hex = |h: SpaceId| self.hex_id(h);
        if let Some((word, _)) = ALONE.iter().find(|(_, alone)| *alone == action) {
            return json!(word);
        }
        match action {
            Action::Place { unit: u, at } => json!({ "place": unit(u), "in": hex(at) }),
            Action::Top { unit: u } => json!({ "top": unit(u) }),
            Action::SixtySecond { at } => json!({ "sixty-second": hex(at) }),
            Action::Withdraw { unit: u } => json!({ "withdraw": unit(u) }),
            Action::Supply { at } => json!({ "supply": hex(at) }),
            Action::Order { order } => json!({ "order": order.word() }),
            Action::Move { unit: u } => json!({ "move": unit(u) }),
            Action::With { unit: u } => json!({ "with": unit(u) }),
            Action::Step { to } => json!({ "step": hex(to) }),
            Action::Drop { unit: u } => json!({ "drop": unit(u) }),
            Action::Enter { unit: u, at } => json!({ "enter": unit(u), "at": hex(at) }),
            Action::Sail { unit: u, to } => json!({ "sail": unit(u), "to": hex(to) }),
            Action::Assault { at, manstein: false } => json!({ "assault": hex(at) }),
            Action::Assault { at, manstein: true } => json!({ "assault": hex(at), "manstein": true }),
            Action::Airlift { at } => json!({ "airlift": hex(at) }),
            Action::Attack { at } => json!({ "attack": hex(at) }),
            Action::Join { unit: u } => json!({ "join": unit(u) }),
            Action::RetreatAll { to } => json!({ "retreat": "all", "to": hex(to) }),
            Action::Retreat { unit: u, to } => json!({ "retreat": unit(u), "to": hex(to) }),
            Action::Lose { unit: u } => json!({ "lose": unit(u) }),
            Action::Advance { unit: u } => json!({ "advance": unit(u) }),
            Action::Remove { unit: u } => json!({ "remove": unit(u) }),
            Action::Taman { unit: u } => json!({ "taman": unit(u) }),
            Action::Suggested
            | Action::Flood
            | Action::BlockSea
            | Action::Schwerpunkt
            | Action::Halt
            | Action::Support
            | Action::Manstein
            | Action::Fight
            | Action::Done => json!("done"),
        }
    }

    /// Reads an action. The error is a sentence for a person.
    pub(crate) fn action_from_json(&self, value: &Value) -> Result<Action, String> {
        let alone = || ALONE.map(|(word, _)| word).join(", ");
        if let Some(word) = value.as_str() {
            return ALONE
                .iter()
                .find(|(known, _)| *known == word)
                .map(|(_, action)| *action)
                .ok_or_else(|| format!("there is no verb {word:?} that stands alone; there are {}", alone()));
        }
        let Some(object) = value.as_object() else {
            return Err("an action is a word, or an object with a verb as its first key".into());
        };
        let Some(verb) = VERBS.iter().find(|v| object.contains_key(v.0)) else {
            let known = VERBS.map(|v| v.0).join(", ");
            return Err(format!("no verb found; there are {known}, and alone {}", alone()));
        };
        if let Some(extra) = object.keys().find(|k| *k != verb.0 && !verb.1.contains(&k.as_str())) {
            let keys = if verb.1.is_empty() { "no other key".into() } else { verb.1.join(", ") };
            return Err(format!("{extra:?} does not go with {:?}; that takes {keys}", verb.0));
        }
        Fields { game: self, object }.action(verb.0)
    }
}

struct Fields<'a> {
    game: &'a Drive,
    object: &'a Map<String, Value>,
}

impl Fields<'_> {
    fn action(&self, verb: &str) -> Result<Action, String> {
        Ok(match verb {
            "place" => Action::Place { unit: self.unit(verb)?, at: self.hex("in")? },
            "top" => Action::Top { unit: self.unit(verb)? },
            "sixty-second" => Action::SixtySecond { at: self.hex(verb)? },
            "withdraw" => Action::Withdraw { unit: self.unit(verb)? },
            "supply" => Action::Supply { at: self.hex(verb)? },
            "order" => Action::Order { order: self.order()? },
            "move" => Action::Move { unit: self.unit(verb)? },
            "with" => Action::With { unit: self.unit(verb)? },
            "step" => Action::Step { to: self.hex(verb)? },
            "drop" => Action::Drop { unit: self.unit(verb)? },
            "enter" => Action::Enter { unit: self.unit(verb)?, at: self.hex("at")? },
            "sail" => Action::Sail { unit: self.unit(verb)?, to: self.hex("to")? },
            "assault" => Action::Assault { at: self.hex(verb)?, manstein: self.flag("manstein")? },
            "airlift" => Action::Airlift { at: self.hex(verb)? },
            "attack" => Action::Attack { at: self.hex(verb)? },
            "join" => Action::Join { unit: self.unit(verb)? },
            "retreat" if self.text(verb)? == "all" => Action::RetreatAll { to: self.hex("to")? },
            "retreat" => Action::Retreat { unit: self.unit(verb)?, to: self.hex("to")? },
            "lose" => Action::Lose { unit: self.unit(verb)? },
            "advance" => Action::Advance { unit: self.unit(verb)? },
            "remove" => Action::Remove { unit: self.unit(verb)? },
            "taman" => Action::Taman { unit: self.unit(verb)? },
            other => return Err(format!("there is no verb {other:?}")),
        })
    }

    fn text(&self, key: &str) -> Result<&str, String> {
        match self.object.get(key) {
            Some(Value::String(s)) => Ok(s),
            Some(other) => Err(format!("{key:?} must be a name in quotes, not {other}")),
            None => Err(format!("{key:?} is missing")),
        }
    }

    fn unit(&self, key: &str) -> Result<UnitId, String> {
        let name = self.text(key)?;
        self.game.data.unit(name).ok_or_else(|| format!("there is no unit called {name:?}"))
    }

    fn hex(&self, key: &str) -> Result<SpaceId, String> {
        let name = self.text(key)?;
        self.game.data.map.board.space(name).ok_or_else(|| format!("there is no hex called {name:?}"))
    }

    fn order(&self) -> Result<Order, String> {
        let word = self.text("order")?;
        Order::from_word(word)
            .ok_or_else(|| format!("there is no order {word:?}; there are {}", Order::ALL.map(Order::word).join(", ")))
    }

    fn flag(&self, key: &str) -> Result<bool, String> {
        match self.object.get(key) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(other) => Err(format!("{key:?} must be true or false, not {other}")),
        }
    }
}
