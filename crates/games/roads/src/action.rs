//! The actions: a verb and one or two nouns, and how files and the network write them.

use crate::Roads;
use crate::data::{Effect, SupportId, UnitId};
use crate::state::{Mode, Om, State, SupportBox};
use kessel_board::SpaceId;
use serde_json::{Map, Value};

/// The number of a Ju 52 marker, counted through the kinds in the order of the player aid.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PlaneId(pub u8);

/// A tactical result that an elite unit lets its owner choose (8.10.3), by its place in `AttackerResult::ALL` or `DefenderResult::ALL`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ResultWord {
    /// The attacker's.
    Attacker(u8),
    /// The defender's.
    Defender(u8),
}

/// A kind of word in an action, and how it is written.
trait Noun: Sized {
    fn write(self, game: &Roads, state: &State) -> Value;
    fn read(game: &Roads, state: &State, value: &Value) -> Result<Self, String>;
}

fn word(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| format!("{value} is not a word"))
}

impl Noun for UnitId {
    fn write(self, game: &Roads, _: &State) -> Value {
        game.data.units.get(self.index()).map_or("?", |info| info.id.as_str()).into()
    }
    fn read(game: &Roads, _: &State, value: &Value) -> Result<UnitId, String> {
        let id = word(value)?;
        game.data.unit(id).ok_or_else(|| format!("there is no unit {id}"))
    }
}

impl Noun for SupportId {
    fn write(self, game: &Roads, _: &State) -> Value {
        game.data.supports.markers.get(self.index()).map_or("?", |marker| marker.id.as_str()).into()
    }
    fn read(game: &Roads, _: &State, value: &Value) -> Result<SupportId, String> {
        let id = word(value)?;
        let place = game.data.supports.markers.iter().position(|marker| marker.id == id);
        place.map(SupportId::at).ok_or_else(|| format!("there is no support {id}"))
    }
}

impl Noun for SpaceId {
    fn write(self, game: &Roads, state: &State) -> Value {
        game.map(state).board.name(self).into()
    }
    fn read(game: &Roads, state: &State, value: &Value) -> Result<SpaceId, String> {
        let name = word(value)?;
        game.map(state).board.space(name).ok_or_else(|| format!("there is no space {name} on this map"))
    }
}

impl Noun for PlaneId {
    fn write(self, game: &Roads, _: &State) -> Value {
        game.plane_word(self).into()
    }
    fn read(game: &Roads, _: &State, value: &Value) -> Result<PlaneId, String> {
        let id = word(value)?;
        game.planes()
            .find(|plane| game.plane_word(*plane) == id)
            .ok_or_else(|| format!("there is no Ju 52 marker {id}"))
    }
}

impl Noun for ResultWord {
    fn write(self, _: &Roads, _: &State) -> Value {
        use crate::data::{AttackerResult, DefenderResult};
        match self {
            ResultWord::Attacker(n) => {
                AttackerResult::ALL.get(usize::from(n)).map_or("?".into(), |r| format!("A {}", r.word())).into()
            }
            ResultWord::Defender(n) => {
                DefenderResult::ALL.get(usize::from(n)).map_or("?".into(), |r| format!("D {}", r.word())).into()
            }
        }
    }
    fn read(_: &Roads, _: &State, value: &Value) -> Result<ResultWord, String> {
        use crate::data::{AttackerResult, DefenderResult};
        let text = word(value)?;
        let place = |found: Option<usize>| found.and_then(|n| u8::try_from(n).ok());
        let found = match text.split_once(' ') {
            Some(("A", result)) => {
                place(AttackerResult::ALL.iter().position(|r| r.word() == result)).map(ResultWord::Attacker)
            }
            Some(("D", result)) => {
                place(DefenderResult::ALL.iter().position(|r| r.word() == result)).map(ResultWord::Defender)
            }
            _ => None,
        };
        found.ok_or_else(|| format!("{text} is no tactical result: write \"A E2\" or \"D DR\""))
    }
}

macro_rules! words {
    ($type:ty, $what:literal) => {
        impl Noun for $type {
            fn write(self, _: &Roads, _: &State) -> Value {
                self.word().into()
            }
            fn read(_: &Roads, _: &State, value: &Value) -> Result<$type, String> {
                let text = word(value)?;
                let found = <$type>::ALL.into_iter().find(|known| known.word() == text);
                found.ok_or_else(|| format!(concat!("there is no ", $what, " {}"), text))
            }
        }
    };
}
words!(Effect, "effect of German Superiority");
words!(Mode, "way to move");
words!(Om, "Offensive Marker");
words!(SupportBox, "box of supports");

/// Writes the enum with the JSON form of each verb: the key of the first noun is the verb.
macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident = $verb:literal $({ $first:ident: $ft:ty $(, $key:literal $second:ident: $st:ty)? })?;)*) => {
        /// Everything that a player can do. JSON forms stand beside the verbs.
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Action {
            $($(#[$doc])* $name $({ $first: $ft $(, $second: $st)? })?,)*
        }

        impl Action {
            /// The verbs with the keys of their second nouns.
            pub const VERBS: &'static [(&'static str, Option<&'static str>)] =
                &[$(($verb, actions!(@key $($($key)?)?)),)*];

            /// Its verb.
            pub const fn verb(self) -> &'static str {
                match self {
                    $(Action::$name { .. } => $verb,)*
                }
            }

            /// Those of them that stand alone.
            pub(crate) const ALONE: &'static [bool] = &[$(actions!(@alone $($first)?),)*];
        }

        impl Roads {
            /// Writes an action.
            pub(crate) fn action_to_json(&self, state: &State, action: Action) -> Value {
                match action {
                    $(Action::$name $({ $first $(, $second)? })? => {
                        actions!(@write self, state, $verb $(, $first $(, $key $second)?)?)
                    })*
                }
            }

            /// Reads an action.
            pub(crate) fn action_from_json(&self, state: &State, value: &Value) -> Result<Action, String> {
                let (verb, nouns) = verb_of(value)?;
                $(if let Some(read) = actions!(@read self, state, verb, nouns, $name, $verb $(, $first: $ft $(, $key $second: $st)?)?) {
                    return read;
                })*
                Err(unknown(verb, nouns))
            }
        }
    };
    (@alone) => { true };
    (@alone $first:ident) => { false };
    (@key) => { None };
    (@key $key:literal) => { Some($key) };
    (@write $game:ident, $state:ident, $verb:literal) => { Value::from($verb) };
    (@write $game:ident, $state:ident, $verb:literal, $first:ident) => {
        object([($verb, $first.write($game, $state))])
    };
    (@write $game:ident, $state:ident, $verb:literal, $first:ident, $key:literal $second:ident) => {
        object([($verb, $first.write($game, $state)), ($key, $second.write($game, $state))])
    };
    (@read $game:ident, $state:ident, $v:ident, $n:ident, $name:ident, $verb:literal) => {
        ($v == $verb && $n.is_none()).then_some(Ok(Action::$name))
    };
    (@read $game:ident, $state:ident, $v:ident, $n:ident, $name:ident, $verb:literal, $first:ident: $ft:ty) => {
        $n.filter(|n| $v == $verb && n.len() == 1).map(|n| {
            Ok(Action::$name { $first: <$ft>::read($game, $state, &n[$verb])? })
        })
    };
    (@read $game:ident, $state:ident, $v:ident, $n:ident, $name:ident, $verb:literal, $first:ident: $ft:ty, $key:literal $second:ident: $st:ty) => {
        $n.filter(|n| $v == $verb && n.len() == 2 && n.contains_key($key)).map(|n| {
            Ok(Action::$name {
                $first: <$ft>::read($game, $state, &n[$verb])?,
                $second: <$st>::read($game, $state, &n[$key])?,
            })
        })
    };
}

fn object<const N: usize>(pairs: [(&str, Value); N]) -> Value {
    Value::Object(pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// A verb, with its nouns if it is not a bare word.
type Spoken<'a> = (&'a str, Option<&'a Map<String, Value>>);

/// The verb of an action: a bare word, or the key of the object that is one.
fn verb_of(value: &Value) -> Result<Spoken<'_>, String> {
    match value {
        Value::String(verb) => Ok((verb, None)),
        Value::Object(nouns) => {
            let verb = nouns.keys().find(|key| Action::VERBS.iter().any(|(verb, _)| verb == key));
            let verb = verb.ok_or_else(|| unknown(nouns.keys().next().map_or("", String::as_str), Some(nouns)))?;
            Ok((verb, Some(nouns)))
        }
        _ => Err("an action is a verb, or an object with a verb".into()),
    }
}

fn unknown(verb: &str, nouns: Option<&Map<String, Value>>) -> String {
    let forms: Vec<_> = Action::VERBS.iter().filter(|(known, _)| *known == verb).collect();
    if forms.is_empty() {
        return format!("\"{verb}\" is no verb of this game");
    }
    let keys = nouns.map_or(String::new(), |nouns| nouns.keys().cloned().collect::<Vec<_>>().join(", "));
    let known: Vec<_> =
        forms.iter().map(|(verb, key)| key.map_or(verb.to_string(), |k| format!("{verb} with {k}"))).collect();
    format!("\"{verb}\" is not written with {keys}; it is {}", known.join(" or "))
}

actions! {
    /// `{"choose": "surprise-1"}`: takes a support from the pool (set-up, 11.4.2, 16.3).
    Choose = "choose" { marker: SupportId };
    /// `{"activate": "human-waves"}`: an effect stays active at set-up (S4, S5), or becomes so again (14.2.3).
    Activate = "activate" { effect: Effect };
    /// `{"deactivate": "human-waves"}` (14.2.2).
    Deactivate = "deactivate" { effect: Effect };
    /// `{"pontoon": "Don", "to": "1832"}`: an HQ on its pontoon side (4.1.3).
    Pontoon = "pontoon" { unit: UnitId, "to" to: SpaceId };
    /// `{"dismantle": "Don"}` (4.1.4).
    Dismantle = "dismantle" { unit: UnitId };
    /// `{"yield": "62ID"}`: a foreign unit goes without, if an allied HQ cannot supply all of them (4.3.1.d).
    Yield = "yield" { unit: UnitId };
    /// `{"maskirovka": "maskirovka-1"}`: plays it.
    Maskirovka = "maskirovka" { marker: SupportId };
    /// `{"shift": "vvs-1", "to": "major"}`: under Maskirovka.
    Shift = "shift" { marker: SupportId, "to" to: SupportBox };
    /// `{"lift": "minor-a"}` (11.2).
    Lift = "lift" { om: Om };
    /// `{"launch": "0518"}`: a Major Offensive (11.4).
    Launch = "launch" { at: SpaceId };
    /// `{"keep": "vvs-1"}`: into the Major box at the launch (11.4.2).
    Keep = "keep" { marker: SupportId };
    /// `{"trade": "vvs-1"}`: gives the first of two supports for one chosen (11.4.2).
    Trade = "trade" { marker: SupportId };
    /// `{"place": "minor-a", "at": "1334"}` (11.1).
    Place = "place" { om: Om, "at" at: SpaceId };
    /// `{"transfer": "katyusha-1", "to": "major"}` (5.5.6).
    Transfer = "transfer" { marker: SupportId, "to" to: SupportBox };
    /// `{"surprise": "surprise-1", "at": "1927"}`: on the stack in a hex.
    Surprise = "surprise" { marker: SupportId, "at" at: SpaceId };
    /// `{"attach": "katyusha-1", "to": "26TK"}` (5.5.3).
    Attach = "attach" { marker: SupportId, "to" unit: UnitId };
    /// `{"fly": "vvs-1", "to": "1628"}`: an air support on a hex.
    Fly = "fly" { marker: SupportId, "to" to: SpaceId };
    /// `{"raid": "vvs-1", "on": "1125"}`: an airfield raid.
    Raid = "raid" { marker: SupportId, "on" on: SpaceId };
    /// `{"demand": "surrender", "at": "1332"}`: the Surrender support.
    Demand = "demand" { marker: SupportId, "at" at: SpaceId };
    /// `{"alarm": "alarm-0-1", "at": "1125"}`: an Alarm unit.
    Alarm = "alarm" { marker: SupportId, "at" at: SpaceId };
    /// `{"give-back": "shortage-1"}`: a Supply Shortage, or a real support with one, to the pool (12.2, 12.3).
    GiveBack = "give-back" { marker: SupportId };
    /// `{"mark": "1728"}`: an OOS marker on a Soviet stack (12.3).
    Mark = "mark" { at: SpaceId };
    /// `{"pay": "vvs-1"}`: a support for what is being done.
    Pay = "pay" { marker: SupportId };
    /// `{"consume": "KG-1"}`: an armored Kampfgruppe instead of a support (17.3.11).
    Consume = "consume" { unit: UnitId };
    /// `{"solicit": "Don"}`: an HQ asks for units, the first one with priority (13.1.1).
    Solicit = "solicit" { unit: UnitId };
    /// `"roll"`: the dice of Mars, of the reserve.
    Roll = "roll";
    /// `{"release": "1GMK", "to": "1832"}`: from the reserve (11.4.2, 13.1).
    Release = "release" { unit: UnitId, "to" to: SpaceId };
    /// `{"reserves": "reserves-1", "at": "Don"}`: the Reserves support.
    Reserves = "reserves" { marker: SupportId, "at" hq: UnitId };
    /// `{"enter": "23SD", "by": "Don"}`: into the reserve (13.1.3).
    Enter = "enter" { unit: UnitId, "by" hq: UnitId };
    /// `{"strategic": "vvs-1"}`: pays for strategic movement off the roads (7.2.2).
    Strategic = "strategic" { marker: SupportId };
    /// `{"move": "26TK", "by": "normal"}`: takes up a unit (7).
    Move = "move" { unit: UnitId, "by" mode: Mode };
    /// `{"step": "1728"}`: the moving unit, or a stack under a Surprise Attack, enters a hex.
    Step = "step" { to: SpaceId };
    /// `"halt"`: the moving unit stops.
    Halt = "halt";
    /// `{"attack": "1628"}` (8.3).
    Attack = "attack" { at: SpaceId };
    /// `{"join": "26TK"}`: a unit takes part (8.3).
    Join = "join" { unit: UnitId };
    /// `"fight"`: the attackers are named.
    Fight = "fight";
    /// `{"use": "artillery-2-1"}`: a support serves the combat (5.5.4).
    Use = "use" { marker: SupportId };
    /// `{"elite": "51G"}`: declares the elite bonus (8.6).
    Elite = "elite" { unit: UnitId };
    /// `"armored"`: declares an armored attack (8.6.3).
    Armored = "armored";
    /// `{"take": "A E2"}`: a result of the same block (8.10.3).
    Take = "take" { result: ResultWord };
    /// `"river"`: the river changes the attacker's result (8.10.4).
    River = "river";
    /// `"terrain"`: the terrain does.
    Terrain = "terrain";
    /// `"stay"` (results S, F; the losses of AR).
    Stay = "stay";
    /// `"retreat"` (results S, F, AR).
    GoBack = "retreat";
    /// `{"lose": "26TK"}`: a step (8.8).
    Lose = "lose" { unit: UnitId };
    /// `{"absorb": "tank-brigade-1"}`: a Tank Brigade takes a loss.
    Absorb = "absorb" { marker: SupportId };
    /// `"kampfgruppe"`: one takes the place of the dead (8.15).
    Kampfgruppe = "kampfgruppe";
    /// `{"retreat": "R6", "to": "1629"}`: one hex (8.12).
    Retreat = "retreat" { unit: UnitId, "to" to: SpaceId };
    /// `{"retreat-stack": "1806", "to": "1706"}`: all who are still in a hex go back one hex together (8.12.4).
    RetreatStack = "retreat-stack" { from: SpaceId, "to" to: SpaceId };
    /// `{"advance": "26TK", "to": "1628"}` (8.13).
    Advance = "advance" { unit: UnitId, "to" to: SpaceId };
    /// `{"exploit": "26TK"}`: an Exploitation marker (8.14).
    Exploit = "exploit" { unit: UnitId };
    /// `"backhand"`: declares Backhand Blow (16.3.2).
    Backhand = "backhand";
    /// `"wintergewitter"`: launches it (16.3.1).
    Wintergewitter = "wintergewitter";
    /// `{"fortress": "1333"}`: declares Fortress Stalingrad (10.1); also moves its marker (10.1.5).
    Fortress = "fortress" { at: SpaceId };
    /// `"goering"`: plays him for the air bridge (10.4).
    Goering = "goering";
    /// `{"land": "mobility", "at": "1333"}`: a Ju 52 on a hex (10.4.3).
    Land = "land" { plane: PlaneId, "at" at: SpaceId };
    /// `{"play": "rattenkrieg-1"}`: a Ju 52 event (10.4.3).
    Play = "play" { plane: PlaneId };
    /// `{"resist": "unit-resistance-1", "with": "79ID"}`: doubles one unit.
    Resist = "resist" { plane: PlaneId, "with" unit: UnitId };
    /// `{"sortie": "1333"}`: a stack that sallies.
    Sortie = "sortie" { at: SpaceId };
    /// `{"evacuate": "305ID"}` (10.4.3).
    Evacuate = "evacuate" { unit: UnitId };
    /// `{"capitulate": "79ID"}` (10.3.5).
    Capitulate = "capitulate" { unit: UnitId };
    /// `{"arrive": "87SD", "at": "STAVKA"}`: a reinforcement (17).
    Arrive = "arrive" { unit: UnitId, "at" at: SpaceId };
    /// `{"upgrade": "197SD", "into": "59G"}` (18.2).
    Upgrade = "upgrade" { unit: UnitId, "into" into: UnitId };
    /// `{"withdraw": "23SD"}` (18.1).
    Withdraw = "withdraw" { unit: UnitId };
    /// `{"restore": "26TK"}`: a step (17.3).
    Restore = "restore" { unit: UnitId };
    /// `{"rebuild": "6Pz-a", "at": "0729"}`: an eliminated unit, or the free division of 17.2.3.
    Rebuild = "rebuild" { unit: UnitId, "at" at: SpaceId };
    /// `{"return": "6A", "at": "1228"}`: an HQ comes back (4.1.2).
    Return = "return" { unit: UnitId, "at" at: SpaceId };
    /// `{"eliminate": "23SD"}`: from an overstacked hex (1.11.2).
    Eliminate = "eliminate" { unit: UnitId };
    /// `"done"`: ends the step, or declines.
    Done = "done";
}
