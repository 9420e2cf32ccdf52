//! The contract of a game.

use crate::Words;
use crate::data::Ledger;
use crate::event::Forecast;
use crate::plan::Plans;
use crate::view::FactorNote;
use crate::{
    Aim, Asked, Consulted, Dice, Log, Marching, Offer, Officer, Outcome, Prompt, Refusal, Seen, Sheet, Side,
    Temperament, ToAct, View, Viewer,
};
use rand_pcg::Pcg32;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt::Debug;

/// A rulebook that can be played.
///
/// The value itself is the immutable description (map, counters, charts); positions are values of
/// [`Game::State`], flat and cheap to clone. Every function here is pure: the same arguments give the same answer on every
/// machine, without clocks, floats, hash order or chance other than `dice`.
///
/// The five promises, each tested for every game on random positions:
/// 1. an action is in [`offers`](Game::offers) if and only if [`check`](Game::check) allows it;
/// 2. while [`to_act`](Game::to_act) names a side, that side has at least one offer or is asked for a [plan](crate::plan), and when it
///    names nobody there is an [`outcome`](Game::outcome);
/// 3. every action makes progress, so that random play always ends (changing one's mind is undo, not an action);
/// 4. two states that [`redact`](Game::redact) makes equal for a viewer give him equal views, offers, refusals and events;
/// 5. a journal replays to the same states.
pub trait Game: Send + Sync + Sized + 'static {
    /// A position, with everything needed to go on from it.
    type State: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// A verb and one or two nouns. Small, because every decision is small.
    type Action: Copy + Eq + Debug + Send + Sync + 'static;
    /// How secret and simultaneous decisions are planned; [`NoPlans`](crate::plan::NoPlans) where there are none.
    type Plans: Plans<Self>;

    /// What the game is, and which scenarios it has.
    fn info(&self) -> &GameInfo;

    /// Scenarios that are loaded but not offered yet: case files can begin them, nobody else.
    fn unlisted(&self) -> &[ScenarioInfo] {
        &[]
    }

    /// Every rule of the rulebook.
    fn ledger(&self) -> &Ledger;

    /// The game's data as one tree, for `data` assertions of case files (`units.S-65.max`).
    fn data(&self) -> Value;

    /// A fingerprint of the data: journals name it.
    fn data_hash(&self) -> &str;

    /// The printed sheet of a scenario.
    fn sheet(&self, scenario: &str) -> Sheet;

    /// The first position of a scenario. `scenario` and `options` have been checked against [`Game::info`].
    fn setup(&self, scenario: &str, options: &Options, dice: &mut Dice, log: &mut Log) -> Self::State;

    /// Who is asked to decide. [`ToAct::Nobody`] means that the game is over.
    fn to_act(&self, state: &Self::State) -> ToAct;

    /// May `side` do this now? The one truth of legality: offers, highlights, officers and network follow from it.
    /// Must answer for every action that can be written down, never panic.
    fn check(&self, state: &Self::State, side: Side, action: Self::Action) -> Result<(), Refusal>;

    /// Every rule that [`check`](Game::check) consults about this action, with its answer.
    fn why(&self, state: &Self::State, side: Side, action: Self::Action) -> Vec<Consulted>;

    /// Does it. The caller promises that `check` allows it (offers do); what happens otherwise is unspecified but not a data race:
    /// the state may become one that no play reaches.
    fn apply_unchecked(
        &self,
        state: &mut Self::State,
        side: Side,
        action: Self::Action,
        dice: &mut Dice,
        log: &mut Log,
    );

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

    /// Appends every action that `check` allows `side` now, in a fixed order. Builds no text.
    fn offers(&self, state: &Self::State, side: Side, out: &mut Vec<Self::Action>);

    /// What `side` is asked. `seen` was made for it.
    fn prompt(&self, seen: &Seen<Self::State>, side: Side) -> Prompt;

    /// Label, group and place of a legal action; `Offer::action` is filled in by the caller.
    /// `seen` was made for `side`.
    fn describe(&self, seen: &Seen<Self::State>, side: Side, action: Self::Action) -> Offer;

    /// What a legal action is about, without a word of text: a table with many offers sorts them by it, and has only those described that
    /// somebody looks at. Agrees with [`Game::describe`]. A game whose decisions have many offers writes its own.
    fn aim(&self, seen: &Seen<Self::State>, side: Side, action: Self::Action) -> Aim {
        Aim::of(&self.describe(seen, side, action), &self.write_action(seen, action))
    }

    /// Who is in the middle of a march, and what they have left; nothing if the game moves counters otherwise. With it the kernel finds out
    /// where counters can go, by the game's own actions ([`Reach`](crate::Reach)).
    fn marching(&self, _state: &Self::State) -> Option<Marching> {
        None
    }

    /// What may be expected of the fight that this step runs into, as far as the viewer may know: of ways into it that leave the same to
    /// spend the better one is taken. By its preview, unless the game says otherwise.
    fn prospect(&self, seen: &Seen<Self::State>, side: Side, action: Self::Action) -> Option<Forecast> {
        self.describe(seen, side, action).preview?.forecast
    }

    /// Is this counter out of supply where it stands, as far as the viewer knows? Marks the goals of a march.
    fn is_unsupplied(&self, _seen: &Seen<Self::State>, _counter: &str) -> bool {
        false
    }

    /// The state as `viewer` may know it: hidden facts are replaced by fixed neutral values.
    /// To hide twice hides no more. Everybody but the game itself asks [`Game::see`].
    fn redact(&self, state: &Self::State, viewer: Viewer) -> Self::State;

    /// What [`Game::redact`] leaves, with its viewer. Views, facts, prompts, labels and computer players are made from this and
    /// nothing else, so what is not here cannot leak. Not to be overridden.
    fn see(&self, state: &Self::State, viewer: Viewer) -> Seen<Self::State> {
        Seen::new(self.redact(state, viewer), viewer)
    }

    /// What the viewer sees, without offers (the kernel adds them).
    fn view(&self, seen: &Seen<Self::State>) -> View;

    /// The view without what is looked at on demand ([`View::without_extras`]), which is made after every action: a game whose layers cost
    /// time makes it without them ([`Detail`](crate::view::Detail)).
    fn glance(&self, seen: &Seen<Self::State>) -> View {
        self.view(seen).without_extras()
    }

    /// The spaces where counters of `side` lie, as the viewer knows, once for each counter: for whoever wants nothing else of the view. Agrees
    /// with [`Game::view`]. A game whose view costs time writes its own.
    fn standing(&self, seen: &Seen<Self::State>, side: Side) -> Vec<String> {
        let counters = self.glance(seen).counters.into_iter();
        counters.filter(|counter| counter.side == Some(side)).map(|counter| counter.at).collect()
    }

    /// Takes away what players forget when a turn is over, as they forget the events that fade ([`Event::fades`](crate::Event::fades)): a
    /// position of an earlier turn is shown without it, until the game is over. Most rules let everybody remember everything.
    fn fade(&self, _state: &mut Self::State) {}

    /// The numbers of the counters in a space that do not count as printed, and why: halved movement, strength out of supply. Only of counters
    /// whose numbers the viewer knows. Asked for when somebody looks at the space.
    fn factor_notes(&self, _seen: &Seen<Self::State>, _space: &str) -> Vec<FactorNote> {
        Vec::new()
    }

    /// How the game ended, if it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// The turn being played, from 1: statistics and `--turns` count it.
    fn turn(&self, state: &Self::State) -> u32;

    /// Reads an action as files and the network write it. The error is a sentence for a person.
    /// The state tells which scenario's map the spaces are of, and nothing else.
    fn read_action(&self, state: &Self::State, value: &Value) -> Result<Self::Action, String>;

    /// Writes an action as [`Game::read_action`] reads it: an object with the verb as first key, or a bare verb.
    fn write_action(&self, state: &Self::State, action: Self::Action) -> Value;

    /// Changes a position as the `[given]` part of a case file says. Reports everything it does not understand.
    fn arrange(&self, state: &mut Self::State, given: &Given) -> Result<(), Vec<String>>;

    /// The same game on a map changed as the `[given]` part of a case file says, by its `terrain` and `hexsides` ([`Relief`](crate::Relief)
    /// reads them), with another [`Game::data_hash`]. Reports everything it does not understand.
    fn on_ground(&self, _scenario: &str, _given: &Given) -> Result<Self, Vec<String>> {
        Err(vec!["this game does not know `terrain` and `hexsides`: its map cannot be changed".into()])
    }

    /// The position in words, for the `[then]` part of case files and for `kessel show`:
    /// `turn`, `phase`, `counters`, `spaces`, `tracks` and whatever else the game has. Hidden facts are absent
    /// or `"?"` for a viewer who may not know them.
    fn facts(&self, seen: &Seen<Self::State>) -> Value;

    /// Those of the [`facts`](Game::facts) that are asked for; it may tell more. A game with hundreds of counters leaves out what nobody asks
    /// for: case files ask after every step.
    fn facts_asked(&self, seen: &Seen<Self::State>, _asked: &Asked<'_>) -> Value {
        self.facts(seen)
    }

    /// The words that its readers know in case files, for the table in docs/case-files.md.
    fn words(&self) -> Words {
        Words::default()
    }

    /// A whole position that agrees with everything `side` knows; `seen` was made for it. What is hidden is drawn by its real odds: what is
    /// in a pool, what can be where. Seen by `side`, it is `seen` again, and offers `side` the same; it can be played on by both.
    fn sample(&self, seen: &Seen<Self::State>, side: Side, rng: &mut Pcg32) -> Self::State;

    /// What the position is worth to `side`, from what the viewer of `seen` knows: the expected final score of the scenario, in a unit that the
    /// game documents; more is better for `side`. What one side gains the other loses: for the same `seen` the two values sum to nothing.
    /// Of a finished game it has the sign of the outcome; a draw is 0.
    fn evaluate(&self, seen: &Seen<Self::State>, side: Side) -> i32;

    /// The game's own computer player, if it has one. [`Temperament::Balanced`] is the planner as it was made.
    fn staff(&self, _temperament: Temperament) -> Option<Box<dyn Officer<Self>>> {
        None
    }
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
