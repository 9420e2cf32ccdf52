//! The actions: a verb and at most two nouns (dossier of the sequence of play, section 5).
//!
//! One table makes the type, its words and both ways of its JSON: `{"place": "I/11", "in": "1946"}`, `"done"`.

use crate::Winter;
use crate::data::{AirId, UnitId};
use crate::state::{Aim, AirBox};
use kessel_board::SpaceId;
use serde_json::{Map, Value, json};

/// Which mechanized segment comes first (7.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Movement, then combat.
    MoveFirst,
    /// Combat, then movement.
    CombatFirst,
}

/// A noun as files and the network write it.
pub(crate) trait Word: Sized + Copy {
    /// Writes it.
    fn write(self, game: &Winter) -> Value;
    /// Reads it. The error is a sentence for a person.
    fn read(game: &Winter, word: &str) -> Result<Self, String>;
}

macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident = $verb:literal $({ $first:ident: $ft:ty $(, $field:ident: $t:ty = $key:literal)* })?;)*) => {
        /// Everything that a player can do.
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Action {
            $($(#[$doc])* $name $({ $first: $ft, $($field: $t),* })?,)*
        }

        /// Every verb with the keys of its further nouns; nothing if it stands alone.
        pub(crate) const VERBS: &[(&str, Option<&[&str]>)] = &[
            $(($verb, actions!(@keys $($first $($key)*)?)),)*
        ];

        /// The verb of an action.
        pub(crate) const fn verb_of(action: Action) -> &'static str {
            match action {
                $(Action::$name $({ $first: _, $($field: _),* })? => $verb,)*
            }
        }

        impl Winter {
            /// Writes an action.
            pub(crate) fn action_to_json(&self, action: Action) -> Value {
                match action {
                    $(Action::$name $({ $first, $($field),* })? => {
                        actions!(@write self, $verb $(, $first $(, $field = $key)*)?)
                    })*
                }
            }

            fn action_of(&self, verb: &str, object: &Map<String, Value>) -> Result<Action, String> {
                match verb {
                    $($verb => Ok(Action::$name $({
                        $first: noun::<$ft>(self, object, $verb)?,
                        $($field: noun::<$t>(self, object, $key)?),*
                    })?),)*
                    other => Err(format!("there is no verb {other:?}")),
                }
            }
        }
    };
    (@keys) => { None };
    (@keys $first:ident $($key:literal)*) => { Some(&[$($key),*]) };
    (@write $game:expr, $verb:literal) => { json!($verb) };
    (@write $game:expr, $verb:literal, $first:ident $(, $field:ident = $key:literal)*) => {
        json!({ $verb: $first.write($game) $(, $key: $field.write($game))* })
    };
}

actions! {
    /// Sets a unit up, or places one of Sixth Army.
    Place = "place" { unit: UnitId, at: SpaceId = "in" };
    /// Keeps a unit out of the scenario (19.2.1).
    LeaveOut = "leave-out" { unit: UnitId };
    /// Takes a unit of the pool onto the map (19.1.2).
    Call = "call" { unit: UnitId };
    /// An air unit begins ready (19.2.2).
    Ready = "ready" { air: AirId };
    /// Places whatever is left as in history.
    Suggested = "suggested";
    /// Puts a fighter on a mission, in the open (4.2).
    Assign = "assign" { air: AirId, to: AirBox = "to" };
    /// Pairs a fighter with an enemy (4.3.1).
    Pair = "pair" { air: AirId, target: AirId = "with" };
    /// Engages a bomber (4.3.1).
    Engage = "engage" { air: AirId, target: AirId = "target" };
    /// Takes an aircraft up for the next bombardment or interdiction.
    Fly = "fly" { air: AirId };
    /// The aircraft taken up bomb a hex.
    Bomb = "bomb" { at: SpaceId, aim: Aim = "aim" };
    /// The aircraft taken up interdict around a hex.
    Interdict = "interdict" { at: SpaceId };
    /// Holds a dive bomber back (4.5.1).
    Withhold = "withhold" { air: AirId };
    /// Tries Operation Thunderclap (5.1).
    Thunderclap = "thunderclap";
    /// Frees a Ring unit (5.3).
    Free = "free" { unit: UnitId };
    /// Begins to entrench (15.1).
    Dig = "dig" { unit: UnitId };
    /// Begins a bridge over the hexside to a hex (16.2.2).
    Bridge = "bridge" { unit: UnitId, to: SpaceId = "to" };
    /// Chooses the order of the mechanized segments (7.2).
    Order = "order" { order: Order };
    /// Takes a unit up to move.
    Move = "move" { unit: UnitId };
    /// Takes a unit up to move administratively (8.3).
    March = "march" { unit: UnitId };
    /// Brings a reinforcement on, or one back, at a hex.
    Enter = "enter" { unit: UnitId, at: SpaceId = "at" };
    /// Adds a unit of the same hex to the group.
    With = "with" { unit: UnitId };
    /// The group moves one hex.
    Step = "step" { to: SpaceId };
    /// Leaves a unit behind here (8.1.c).
    Drop = "drop" { unit: UnitId };
    /// The group attacks a hex out of its movement (8.4).
    Hasty = "hasty" { at: SpaceId };
    /// An engineer of the group destroys the bridge to a hex (16.2.2).
    Blow = "blow" { unit: UnitId, to: SpaceId = "to" };
    /// The group's move is finished.
    Halt = "halt";
    /// Begins to draw up a prepared attack on a hex.
    Attack = "attack" { at: SpaceId };
    /// A unit joins the attack.
    Join = "join" { unit: UnitId };
    /// Names the lead unit.
    Lead = "lead" { unit: UnitId };
    /// Names a gun for a bombardment.
    Gun = "gun" { unit: UnitId };
    /// Names a dive bomber for the attack.
    Stuka = "stuka" { air: AirId };
    /// Begins to draw up a bombardment of a hex.
    Bombard = "bombard" { at: SpaceId };
    /// The guns or aircraft taken up fire at a hex.
    Aim = "fire" { at: SpaceId, aim: Aim = "aim" };
    /// A gun answers an enemy gun (12.3.2).
    Battery = "battery" { unit: UnitId, target: UnitId = "at" };
    /// The defender fires at the attackers in a hex.
    FireAt = "fire-at" { at: SpaceId };
    /// Takes a point from a unit.
    Lose = "lose" { unit: UnitId };
    /// Answers an optional result by retreat.
    Retreat = "retreat";
    /// Answers it by a proficiency check.
    Check = "check";
    /// Keeps a unit for a retreat of its own (11.7.c).
    Split = "split" { unit: UnitId };
    /// The group retreats one hex.
    Flee = "flee" { to: SpaceId };
    /// The group retreats off the map (11.7.m).
    Exit = "exit";
    /// Fires at retreating units (11.7.1).
    Shoot = "shoot";
    /// Lets them go.
    Hold = "hold";
    /// A unit advances one hex.
    Advance = "advance" { unit: UnitId, to: SpaceId = "to" };
    /// Gives the attack up (11.3.1.e).
    CallOff = "call-off";
    /// A replacement point goes to a unit (17.2.1).
    Refill = "refill" { unit: UnitId };
    /// A destroyed unit comes back with a point (17.2.1.e).
    Rebuild = "rebuild" { unit: UnitId, at: SpaceId = "at" };
    /// A headquarters comes back (17.2.1.j).
    Return = "return" { unit: UnitId, at: SpaceId = "at" };
    /// Lays a unit on top of its stack (18.1.c).
    Top = "top" { unit: UnitId };
    /// Ends the step, or declines.
    Done = "done";
}

impl Winter {
    /// Reads an action. The error is a sentence for a person.
    pub(crate) fn action_from_json(&self, value: &Value) -> Result<Action, String> {
        let known = || VERBS.iter().map(|(verb, _)| *verb).collect::<Vec<_>>().join(", ");
        if let Some(word) = value.as_str() {
            return match VERBS.iter().find(|(verb, _)| *verb == word) {
                Some((verb, None)) => self.action_of(verb, &Map::new()),
                Some((verb, Some(_))) => Err(format!("{verb:?} needs a noun: {{\"{verb}\": ...}}")),
                None => Err(format!("there is no verb {word:?}; there are {}", known())),
            };
        }
        let Some(object) = value.as_object() else {
            return Err("an action is a word, or an object with a verb as its first key".into());
        };
        let found = VERBS.iter().find_map(|(verb, keys)| object.contains_key(*verb).then_some((*verb, (*keys)?)));
        let Some((verb, keys)) = found else { return Err(format!("no verb found; there are {}", known())) };
        if let Some(extra) = object.keys().find(|key| *key != verb && !keys.contains(&key.as_str())) {
            return Err(format!("{extra:?} does not go with {verb:?}"));
        }
        self.action_of(verb, object)
    }

    /// The id of a unit as files write it.
    pub(crate) fn unit_id(&self, unit: UnitId) -> &str {
        self.data.units.get(unit.index()).map_or("?", |info| info.id.as_str())
    }

    /// The id of a hex as files write it.
    pub(crate) fn hex_id(&self, hex: SpaceId) -> &str {
        if hex.index() < self.data.map.board.len() { self.data.map.board.name(hex) } else { "?" }
    }

    /// The id of an air unit as files write it.
    pub(crate) fn air_id(&self, air: AirId) -> &str {
        self.data.air.get(air.index()).map_or("?", |info| info.id.as_str())
    }
}

fn noun<T: Word>(game: &Winter, object: &Map<String, Value>, key: &str) -> Result<T, String> {
    match object.get(key) {
        Some(Value::String(word)) => T::read(game, word),
        Some(other) => Err(format!("{key:?} must be a name in quotes, not {other}")),
        None => Err(format!("{key:?} is missing")),
    }
}

impl Word for UnitId {
    fn write(self, game: &Winter) -> Value {
        json!(game.unit_id(self))
    }

    fn read(game: &Winter, word: &str) -> Result<UnitId, String> {
        game.data.unit(word).ok_or_else(|| format!("there is no unit called {word:?}"))
    }
}

impl Word for AirId {
    fn write(self, game: &Winter) -> Value {
        json!(game.air_id(self))
    }

    fn read(game: &Winter, word: &str) -> Result<AirId, String> {
        game.data.air_unit(word).ok_or_else(|| format!("there is no air unit called {word:?}"))
    }
}

impl Word for SpaceId {
    fn write(self, game: &Winter) -> Value {
        json!(game.hex_id(self))
    }

    fn read(game: &Winter, word: &str) -> Result<SpaceId, String> {
        game.data.map.board.space(word).ok_or_else(|| format!("there is no hex called {word:?}"))
    }
}

impl Word for Order {
    fn write(self, _: &Winter) -> Value {
        json!(if self == Order::MoveFirst { "move-first" } else { "combat-first" })
    }

    fn read(_: &Winter, word: &str) -> Result<Order, String> {
        match word {
            "move-first" => Ok(Order::MoveFirst),
            "combat-first" => Ok(Order::CombatFirst),
            _ => Err(format!("there is no order {word:?}; there are move-first and combat-first")),
        }
    }
}

impl Word for Aim {
    fn write(self, game: &Winter) -> Value {
        match self {
            Aim::Top => json!("top"),
            Aim::Hidden => json!("hidden"),
            Aim::Unit(unit) => unit.write(game),
        }
    }

    fn read(game: &Winter, word: &str) -> Result<Aim, String> {
        match word {
            "top" => Ok(Aim::Top),
            "hidden" => Ok(Aim::Hidden),
            _ => UnitId::read(game, word).map(Aim::Unit),
        }
    }
}

impl AirBox {
    /// Every box with its word.
    pub(crate) const WORDS: [(&str, AirBox); 11] = [
        ("out", AirBox::Out),
        ("ready", AirBox::Ready),
        ("interdiction", AirBox::Interdiction),
        ("interdiction-escort", AirBox::InterdictionEscort),
        ("ground-attack", AirBox::Attack),
        ("ground-attack-escort", AirBox::AttackEscort),
        ("against-ground-attack", AirBox::AgainstAttack),
        ("against-interdiction", AirBox::AgainstInterdiction),
        ("withheld", AirBox::Withheld),
        ("flown", AirBox::Flown),
        ("disrupted", AirBox::Disrupted),
    ];

    /// Its word.
    pub(crate) fn word(self) -> &'static str {
        AirBox::WORDS[self as usize].0
    }
}

impl Word for AirBox {
    fn write(self, _: &Winter) -> Value {
        json!(self.word())
    }

    fn read(_: &Winter, word: &str) -> Result<AirBox, String> {
        let found = AirBox::WORDS.iter().find(|(known, _)| *known == word).map(|(_, at)| *at);
        found.ok_or_else(|| format!("there is no air box {word:?}"))
    }
}
