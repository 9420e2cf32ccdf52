//! The contract of a game, and what a game says of itself.

use crate::facets::{
    Acts, Arranges, Asks, Evaluates, Facts, Plays, Printed, Redacts, Rules, Samples, Says, Sheets, Shows, Thinks,
    Writes,
};
use crate::{Dice, Log, Refusal, Seen, Side, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A rulebook that can be played: everything that [`facets`](crate::facets) ask of it. Whoever has them all is a game; nobody writes
/// `impl Game`.
///
/// The value itself is the immutable description (map, counters, charts); positions are values of
/// [`State`](Rules::State), flat and cheap to clone. Every function of the facets is pure: the same arguments give the same answer on every
/// machine, without clocks, floats, hash order or chance other than `dice`.
///
/// The five promises, each tested for every game on random positions:
/// 1. an action is in [`offers`](Acts::offers) if and only if [`check`](Acts::check) allows it;
/// 2. while [`to_act`](Acts::to_act) names a side, that side has at least one offer or is asked for a [plan](crate::plan), and when it
///    names nobody there is an [`outcome`](Rules::outcome);
/// 3. every action makes progress, so that random play always ends (changing one's mind is undo, not an action);
/// 4. two states that [`redact`](Redacts::redact) makes equal for a viewer give him equal views, offers, refusals and events;
/// 5. a journal replays to the same states.
pub trait Game:
    Printed
    + Rules
    + Acts
    + Writes
    + Redacts
    + Shows
    + Sheets
    + Asks
    + Says
    + Plays
    + Arranges
    + Facts
    + Samples
    + Evaluates
    + Thinks
{
    /// Does it if it is allowed; otherwise the state is untouched.
    fn apply(
        &self,
        state: &mut Self::State,
        side: Side,
        action: Self::Action,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Refusal> {
        self.check(state, side, action)?;
        self.apply_unchecked(state, side, action, dice, log);
        Ok(())
    }

    /// What [`redact`](Redacts::redact) leaves, with its viewer. Views, facts, prompts, labels and computer players are made from this and
    /// nothing else, so what is not here cannot leak.
    fn see(&self, state: &Self::State, viewer: Viewer) -> Seen<Self::State> {
        Seen::new(self.redact(state, viewer), viewer)
    }
}

impl<G> Game for G where
    G: Printed
        + Rules
        + Acts
        + Writes
        + Redacts
        + Shows
        + Sheets
        + Asks
        + Says
        + Plays
        + Arranges
        + Facts
        + Samples
        + Evaluates
        + Thinks
{
}

/// What a game is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameInfo {
    /// The id, as on the command line.
    pub id: String,
    /// The title.
    pub title: String,
    /// A line on it, in our words.
    pub blurb: String,
    /// The version of the rules as coded. A change that breaks old journals raises it: they are then carried over.
    pub rules: u32,
    /// The scenarios.
    pub scenarios: Vec<ScenarioInfo>,
}

impl GameInfo {
    /// Looks a scenario up.
    pub fn scenario(&self, id: &str) -> Option<&ScenarioInfo> {
        self.scenarios.iter().find(|s| s.id == id)
    }
}

/// What a scenario is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScenarioInfo {
    /// The id.
    pub id: String,
    /// The title.
    pub title: String,
    /// A line on it, in our words.
    pub blurb: String,
    /// How many turns at most.
    pub turns: u32,
    /// About how long it takes two people, in minutes.
    pub minutes: u32,
    /// How hard it is to learn: 1 to 5.
    pub difficulty: u8,
    /// What can be chosen before the game.
    pub options: Vec<OptionInfo>,
}

/// Something that can be chosen before the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionInfo {
    /// The key, as in `--set KEY=VALUE`.
    pub key: String,
    /// In words.
    pub text: String,
    /// The values it can have; the first is the default.
    pub values: Vec<String>,
}

/// Options chosen: key and value, checked against the scenario's [`OptionInfo`]s.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(pub std::collections::BTreeMap<String, String>);

impl Options {
    /// The value chosen, or nothing if the default holds.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// Is every key and value one that the scenario knows? The error is a sentence for a person.
    pub fn validate(&self, scenario: &ScenarioInfo) -> Result<(), String> {
        for (key, value) in &self.0 {
            let Some(option) = scenario.options.iter().find(|o| o.key == *key) else {
                let known: Vec<_> = scenario.options.iter().map(|o| o.key.as_str()).collect();
                return Err(if known.is_empty() {
                    format!("scenario {} has no options, so {key} cannot be set", scenario.id)
                } else {
                    format!("scenario {} has no option {key}; it has {}", scenario.id, known.join(", "))
                });
            };
            if !option.values.contains(value) {
                return Err(format!("option {key} cannot be {value}; it can be {}", option.values.join(", ")));
            }
        }
        Ok(())
    }
}

/// The `[given]` part of a case file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Given {
    /// Take every counter off first.
    pub empty: bool,
    /// The turn.
    pub turn: Option<u32>,
    /// The phase, by the game's id for it.
    pub phase: Option<String>,
    /// Counters and where they stand.
    pub put: Map<String, Value>,
    /// Whatever else the state has, by counter, space or word of the game.
    pub set: Map<String, Value>,
    /// Control of spaces: side to list of spaces.
    pub control: Map<String, Value>,
    /// The dice to come, in order.
    pub dice: Vec<u8>,
    /// The seed, where the dice do not matter to the test.
    pub seed: Option<u64>,
    /// Optional side events do not roll and nobody is asked about them. A game that has no such word says so.
    pub quiet: bool,
    /// The phase does not pass by itself. A game that has no such word says so.
    pub hold: bool,
    /// Other terrain than the map's, by space.
    pub terrain: Map<String, Value>,
    /// Other features of hexsides than the map's, by two spaces with a bar between them.
    pub hexsides: Map<String, Value>,
    /// Options of the scenario.
    pub options: Options,
}

impl Given {
    /// Is another map wanted than the printed one?
    pub fn changes_the_map(&self) -> bool {
        !self.terrain.is_empty() || !self.hexsides.is_empty()
    }
}
