//! The kernel's contract, kept by this game.

use crate::Battle;
use crate::action::Action;
use crate::arrange::relief;
use crate::data::Data;
use crate::facts;
use crate::state::State;
use kessel_kernel::Words;
use kessel_kernel::data::Ledger;
use kessel_kernel::event::Forecast;
use kessel_kernel::facets::{
    Arranges, Asks, Evaluates, Facts, Plays, Printed, Redacts, Rules, Samples, Says, Sheets, Shows, Thinks, Writes,
};
use kessel_kernel::plan::NoPlans;
use kessel_kernel::{
    Aim, Asked, Dice, FactorNote, GameInfo, Given, Log, Marching, Offer, Officer, Options, Outcome, Prompt,
    ScenarioInfo, Seen, Sheet, Side, Temperament, View, Viewer,
};
use rand_pcg::Pcg32;
use serde_json::Value;

/// What the game is.
pub(crate) fn info(data: &Data) -> GameInfo {
    GameInfo {
        id: "battle".into(),
        title: "The Battle of Stalingrad".into(),
        blurb: "Corps and armies with hidden strengths fight for the Don, the Caucasus and the Volga.".into(),
        rules: 2,
        scenarios: vec![ScenarioInfo {
            id: data.scenario.id.clone(),
            title: data.scenario.title.clone(),
            blurb: "July 1942 to January 1943: the German summer offensive and the Soviet answer to it.".into(),
            turns: data.turns.len() as u32,
            minutes: 240,
            difficulty: 2,
            options: Vec::new(),
        }],
    }
}

impl Printed for Battle {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn ledger(&self) -> &Ledger {
        &self.data.book.ledger
    }

    fn data(&self) -> Value {
        self.data.as_json()
    }

    fn data_hash(&self) -> &str {
        &self.data.book.hash
    }
}

impl Rules for Battle {
    type State = State;
    type Action = Action;
    type Plans = NoPlans;

    fn setup(&self, _scenario: &str, _options: &Options, dice: &mut Dice, log: &mut Log) -> State {
        self.first_position(dice, log)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.outcome_of(state)
    }

    fn turn(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }
}

impl Writes for Battle {
    fn read_action(&self, _state: &State, value: &Value) -> Result<Action, String> {
        Action::read(self, value)
    }

    fn write_action(&self, _state: &State, action: Action) -> Value {
        action.write(self)
    }
}

impl Redacts for Battle {
    fn redact(&self, state: &State, viewer: Viewer) -> State {
        self.redacted(state, viewer)
    }
}

impl Shows for Battle {
    fn view(&self, seen: &Seen<State>) -> View {
        self.view_of(seen)
    }

    fn factor_notes(&self, seen: &Seen<State>, space: &str) -> Vec<FactorNote> {
        self.notes_of(seen, space)
    }
}

impl Sheets for Battle {
    fn sheet(&self, scenario: &str) -> Sheet {
        self.sheet_of(scenario)
    }
}

impl Asks for Battle {
    fn prompt(&self, seen: &Seen<State>, side: Side) -> Prompt {
        self.prompt_for(seen, side)
    }
}

impl Says for Battle {
    fn describe(&self, seen: &Seen<State>, side: Side, action: Action) -> Offer {
        self.describe_action(seen, side, action)
    }

    fn aim(&self, seen: &Seen<State>, _side: Side, action: Action) -> Aim {
        self.aim_of(seen, action)
    }
}

impl Plays for Battle {
    fn marching(&self, state: &State) -> Option<Marching> {
        self.marching_unit(state)
    }

    fn prospect(&self, seen: &Seen<State>, _side: Side, action: Action) -> Option<Forecast> {
        self.prospect_of(seen, action)
    }

    fn is_unsupplied(&self, seen: &Seen<State>, counter: &str) -> bool {
        let at = self.data.unit(counter).and_then(|unit| Some((self.side(unit), seen.at(unit)?)));
        at.is_some_and(|(side, at)| !self.picture(seen).fed[side.index()].contains(at))
    }
}

impl Arranges for Battle {
    fn on_ground(&self, _: &str, given: &Given) -> Result<Battle, Vec<String>> {
        self.relieved(given)
    }

    fn arrange(&self, state: &mut State, given: &Given) -> Result<(), Vec<String>> {
        self.arrange_state(state, given)
    }

    fn words(&self) -> Words {
        Words {
            verbs: Action::verbs(),
            counters: vec![("a unit", facts::UNIT), ("an asset", facts::ASSET)],
            set: facts::WORDS,
            terrain: relief::TERRAIN,
            hexsides: relief::HEXSIDES,
        }
    }
}

impl Facts for Battle {
    fn facts(&self, seen: &Seen<State>) -> Value {
        self.facts_of(seen)
    }

    fn facts_asked(&self, seen: &Seen<State>, asked: &Asked<'_>) -> Value {
        self.some_facts(seen, asked)
    }
}

impl Samples for Battle {
    fn sample(&self, seen: &Seen<State>, side: Side, rng: &mut Pcg32) -> State {
        self.sampled(seen, side, rng)
    }
}

impl Evaluates for Battle {
    fn evaluate(&self, seen: &Seen<State>, side: Side) -> i32 {
        if side == Side::Axis { self.axis_value(seen) } else { -self.axis_value(seen) }
    }
}

impl Thinks for Battle {
    fn staff(&self, temperament: Temperament) -> Option<Box<dyn Officer<Self>>> {
        Some(Box::new(crate::staff::Staff::of(temperament)))
    }
}
