//! The actions: a verb and one or two nouns, and how files and the network write them.

use crate::Battle;
use crate::data::{AssetId, UnitId};
use crate::state::Kind;
use kessel_board::SpaceId;
use serde_json::{Map, Value, json};

/// Everything that a player can do. JSON forms stand beside the verbs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// `{"strength": "S-40", "points": 4}`: set-up, the basic strength of a Soviet unit (6.3.c).
    Strength {
        /// The unit.
        unit: UnitId,
        /// Its points.
        points: u8,
    },
    /// `"historical"`: set-up, take over the distribution that the scenario suggests.
    Historical,
    /// `{"assign": "GA-9", "to": "G-24Pz"}`: an asset from the reserve to a unit (6.4, 9.1.1.f, 9.2.1.c).
    Assign {
        /// The asset.
        asset: AssetId,
        /// Its host.
        unit: UnitId,
    },
    /// `{"place": "S-60", "in": "DSF"}`: a Soviet unit from the reserve into a Front box (9.1.1.d).
    Place {
        /// The unit.
        unit: UnitId,
        /// The Front box.
        at: SpaceId,
    },
    /// `{"withdraw": "GA-9"}`: an asset back to the reserve (9.1.2.d, 9.2.2.h).
    Withdraw {
        /// The asset.
        asset: AssetId,
    },
    /// `{"surrender": "GA-3"}`: the panzer division that leaves in Grossdeutschland's stead (9.2.2.d).
    Surrender {
        /// The asset.
        asset: AssetId,
    },
    /// `{"buy": "H-2", "minor": 1}`: one point of basic strength (9.1.3.e, 9.2.3.e).
    Buy {
        /// The unit.
        unit: UnitId,
        /// Points of it paid from the minors' purse.
        minor: u8,
    },
    /// `{"rebuild": "G-7"}` or `{"rebuild": "SA-23"}`: a unit from the dead pile, or one step of an asset.
    RebuildUnit {
        /// The unit.
        unit: UnitId,
        /// Points of it paid from the minors' purse.
        minor: u8,
    },
    /// See [`Action::RebuildUnit`].
    RebuildStep {
        /// The asset.
        asset: AssetId,
        /// Points of it paid from the minors' purse.
        minor: u8,
    },
    /// `{"move": "S-37", "by": "tactical"}`: takes up a unit (7.0).
    March {
        /// The unit.
        unit: UnitId,
        /// The factor it uses.
        kind: Kind,
    },
    /// `{"step": "0714"}`: the marching unit enters a space.
    Step {
        /// The space.
        to: SpaceId,
    },
    /// `"halt"`: the marching unit stops.
    Halt,
    /// `{"transfer": "S-63", "to": "DSF"}`: from one Front box to the next (7.6).
    Transfer {
        /// The unit.
        unit: UnitId,
        /// The Front box.
        to: SpaceId,
    },
    /// `{"attempt": "G-8", "to": "0508"}`: an unsupplied unit tries to move (7.7).
    Attempt {
        /// The unit.
        unit: UnitId,
        /// The space.
        to: SpaceId,
    },
    /// `{"remove": "G-3Pz"}`: an overstacked unit dies (3.1.2.e).
    Remove {
        /// The unit.
        unit: UnitId,
    },
    /// `{"attack": "0507"}` (8.0).
    Attack {
        /// The battle space.
        at: SpaceId,
    },
    /// `{"exclude": "G-3Pz"}`: names a unit as overstacked before a battle (3.1.2.f).
    Exclude {
        /// The unit.
        unit: UnitId,
    },
    /// `{"lose": "G-7"}` or `{"lose": "GA-9"}`: takes one step loss (8.2).
    LoseStrength {
        /// The unit.
        unit: UnitId,
    },
    /// See [`Action::LoseStrength`].
    LoseStep {
        /// The asset.
        asset: AssetId,
    },
    /// `{"leave": "S-62"}`: the owner lets a unit go from a major city (8.3.c).
    Leave {
        /// The unit.
        unit: UnitId,
    },
    /// `{"retreat": "S-65", "to": "0407"}`: the enemy retreats a unit (8.3.d).
    Retreat {
        /// The unit.
        unit: UnitId,
        /// The space.
        to: SpaceId,
    },
    /// `"launch"`: Operation Uranus (8.4).
    Launch,
    /// `{"deploy": "G-Hol", "in": "1112"}`: an army detachment arrives (9.2.1.d).
    Deploy {
        /// The detachment.
        unit: UnitId,
        /// The city.
        at: SpaceId,
    },
    /// `"done"`: ends the step or phase, or declines.
    Done,
}

impl Battle {
    /// Writes an action.
    pub(crate) fn action_to_json(&self, action: Action) -> Value {
        let unit = |u: UnitId| self.data.units[u.index()].id.as_str();
        let asset = |a: AssetId| self.data.assets[a.index()].id.as_str();
        let space = |s: SpaceId| self.data.board.name(s);
        let paid = |verb: &str, what: &str, minor: u8| match minor {
            0 => json!({ verb: what }),
            n => json!({ verb: what, "minor": n }),
        };
        match action {
            Action::Strength { unit: u, points } => json!({ "strength": unit(u), "points": points }),
            Action::Historical => json!("historical"),
            Action::Assign { asset: a, unit: u } => json!({ "assign": asset(a), "to": unit(u) }),
            Action::Place { unit: u, at } => json!({ "place": unit(u), "in": space(at) }),
            Action::Withdraw { asset: a } => json!({ "withdraw": asset(a) }),
            Action::Surrender { asset: a } => json!({ "surrender": asset(a) }),
            Action::Buy { unit: u, minor } => paid("buy", unit(u), minor),
            Action::RebuildUnit { unit: u, minor } => paid("rebuild", unit(u), minor),
            Action::RebuildStep { asset: a, minor } => paid("rebuild", asset(a), minor),
            Action::March { unit: u, kind } => json!({ "move": unit(u), "by": kind.word() }),
            Action::Step { to } => json!({ "step": space(to) }),
            Action::Halt => json!("halt"),
            Action::Transfer { unit: u, to } => json!({ "transfer": unit(u), "to": space(to) }),
            Action::Attempt { unit: u, to } => json!({ "attempt": unit(u), "to": space(to) }),
            Action::Remove { unit: u } => json!({ "remove": unit(u) }),
            Action::Attack { at } => json!({ "attack": space(at) }),
            Action::Exclude { unit: u } => json!({ "exclude": unit(u) }),
            Action::LoseStrength { unit: u } => json!({ "lose": unit(u) }),
            Action::LoseStep { asset: a } => json!({ "lose": asset(a) }),
            Action::Leave { unit: u } => json!({ "leave": unit(u) }),
            Action::Retreat { unit: u, to } => json!({ "retreat": unit(u), "to": space(to) }),
            Action::Launch => json!("launch"),
            Action::Deploy { unit: u, at } => json!({ "deploy": unit(u), "in": space(at) }),
            Action::Done => json!("done"),
        }
    }

    /// Reads an action. The error is a sentence for a person.
    pub(crate) fn action_from_json(&self, value: &Value) -> Result<Action, String> {
        if let Some(word) = value.as_str() {
            return match word {
                "historical" => Ok(Action::Historical),
                "halt" => Ok(Action::Halt),
                "launch" => Ok(Action::Launch),
                "done" => Ok(Action::Done),
                _ => Err(format!("there is no verb {word:?} that stands alone; there are {BARE}")),
            };
        }
        let Some(object) = value.as_object() else {
            return Err("an action is a word, or an object with a verb as its first key".into());
        };
        let fields = Fields { game: self, object };
        let Some(verb) = VERBS.iter().find(|v| object.contains_key(v.0)) else {
            let known: Vec<&str> = VERBS.iter().map(|v| v.0).collect();
            return Err(format!("no verb found; there are {}, and alone {BARE}", known.join(", ")));
        };
        if let Some(extra) = object.keys().find(|k| *k != verb.0 && !verb.1.contains(&k.as_str())) {
            return Err(format!("{:?} does not go with {:?}; that takes {}", extra, verb.0, list(verb.1)));
        }
        fields.action(verb.0)
    }
}

pub(crate) const BARE: &str = "historical, halt, launch, done";

/// Verbs and the other keys that go with them.
pub(crate) const VERBS: [(&str, &[&str]); 18] = [
    ("strength", &["points"]),
    ("assign", &["to"]),
    ("place", &["in"]),
    ("withdraw", &[]),
    ("surrender", &[]),
    ("buy", &["minor"]),
    ("rebuild", &["minor"]),
    ("move", &["by"]),
    ("step", &[]),
    ("transfer", &["to"]),
    ("attempt", &["to"]),
    ("remove", &[]),
    ("attack", &[]),
    ("exclude", &[]),
    ("lose", &[]),
    ("leave", &[]),
    ("retreat", &["to"]),
    ("deploy", &["in"]),
];

fn list(keys: &[&str]) -> String {
    if keys.is_empty() { "no other key".into() } else { keys.join(", ") }
}

struct Fields<'a> {
    game: &'a Battle,
    object: &'a Map<String, Value>,
}

impl Fields<'_> {
    fn action(&self, verb: &str) -> Result<Action, String> {
        Ok(match verb {
            "strength" => Action::Strength { unit: self.unit(verb)?, points: self.number("points")? },
            "assign" => Action::Assign { asset: self.asset(verb)?, unit: self.unit("to")? },
            "place" => Action::Place { unit: self.unit(verb)?, at: self.space("in")? },
            "withdraw" => Action::Withdraw { asset: self.asset(verb)? },
            "surrender" => Action::Surrender { asset: self.asset(verb)? },
            "buy" => Action::Buy { unit: self.unit(verb)?, minor: self.minor()? },
            "rebuild" => {
                let minor = self.minor()?;
                match (self.unit(verb), self.asset(verb)) {
                    (Ok(unit), _) => Action::RebuildUnit { unit, minor },
                    (_, Ok(asset)) => Action::RebuildStep { asset, minor },
                    (Err(_), Err(_)) => return Err(self.nothing_called(verb, "unit or asset")),
                }
            }
            "move" => Action::March { unit: self.unit(verb)?, kind: self.kind()? },
            "step" => Action::Step { to: self.space(verb)? },
            "transfer" => Action::Transfer { unit: self.unit(verb)?, to: self.space("to")? },
            "attempt" => Action::Attempt { unit: self.unit(verb)?, to: self.space("to")? },
            "remove" => Action::Remove { unit: self.unit(verb)? },
            "attack" => Action::Attack { at: self.space(verb)? },
            "exclude" => Action::Exclude { unit: self.unit(verb)? },
            "lose" => match (self.unit(verb), self.asset(verb)) {
                (Ok(unit), _) => Action::LoseStrength { unit },
                (_, Ok(asset)) => Action::LoseStep { asset },
                (Err(_), Err(_)) => return Err(self.nothing_called(verb, "unit or asset")),
            },
            "leave" => Action::Leave { unit: self.unit(verb)? },
            "retreat" => Action::Retreat { unit: self.unit(verb)?, to: self.space("to")? },
            "deploy" => Action::Deploy { unit: self.unit(verb)?, at: self.space("in")? },
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

    fn nothing_called(&self, key: &str, what: &str) -> String {
        match self.text(key) {
            Ok(name) => format!("there is no {what} called {name:?}"),
            Err(why) => why,
        }
    }

    fn unit(&self, key: &str) -> Result<UnitId, String> {
        let name = self.text(key)?;
        self.game.data.unit(name).ok_or_else(|| self.nothing_called(key, "unit"))
    }

    fn asset(&self, key: &str) -> Result<AssetId, String> {
        let name = self.text(key)?;
        self.game.data.asset(name).ok_or_else(|| self.nothing_called(key, "asset"))
    }

    fn space(&self, key: &str) -> Result<SpaceId, String> {
        let name = self.text(key)?;
        self.game.data.board.space(name).ok_or_else(|| self.nothing_called(key, "hex or box"))
    }

    fn number(&self, key: &str) -> Result<u8, String> {
        match self.object.get(key).map(Value::as_u64) {
            Some(Some(n)) => u8::try_from(n).map_err(|_| format!("{key:?} cannot be {n}")),
            Some(None) => Err(format!("{key:?} must be a whole number")),
            None => Err(format!("{key:?} is missing")),
        }
    }

    fn minor(&self) -> Result<u8, String> {
        if self.object.contains_key("minor") { self.number("minor") } else { Ok(0) }
    }

    fn kind(&self) -> Result<Kind, String> {
        let word = self.text("by")?;
        Kind::from_word(word).ok_or_else(|| format!("one moves by tactical or strategic, not by {word:?}"))
    }
}

impl Kind {
    /// The word used in files.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Tactical => "tactical",
            Kind::Strategic => "strategic",
        }
    }

    /// Reads the word.
    pub fn from_word(word: &str) -> Option<Kind> {
        [Kind::Tactical, Kind::Strategic].into_iter().find(|k| k.word() == word)
    }
}
