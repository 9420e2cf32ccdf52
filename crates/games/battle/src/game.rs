//! The kernel's contract, kept by this game.

use crate::Battle;
use crate::action::Action;
use crate::arrange::relief;
use crate::data::Data;
use crate::decision::Decides;
use crate::facts;
use crate::refusal::Consult;
use crate::state::State;
use kessel_kernel::Words;
use kessel_kernel::data::Ledger;
use kessel_kernel::event::Forecast;
use kessel_kernel::plan::NoPlans;
use kessel_kernel::{
    Aim, Asked, Consulted, Dice, FactorNote, Game, GameInfo, Given, Log, Marching, Offer, Officer, Options, Outcome,
    Prompt, Refusal, ScenarioInfo, Seen, Sheet, Side, Temperament, ToAct, View, Viewer,
};
use rand_pcg::Pcg32;
use serde_json::Value;
use std::ops::ControlFlow;

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

impl Game for Battle {
    type State = State;
    type Action = Action;
    type Plans = NoPlans;

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

    fn sheet(&self, scenario: &str) -> Sheet {
        self.sheet_of(scenario)
    }

    fn setup(&self, _scenario: &str, _options: &Options, dice: &mut Dice, log: &mut Log) -> State {
        self.first_position(dice, log)
    }

    fn to_act(&self, state: &State) -> ToAct {
        self.asked(state)
    }

    fn check(&self, state: &State, side: Side, action: Action) -> Result<(), Refusal> {
        self.examine(state, side, action, &mut Consult::strict()).map_err(|no| self.refusal(state, no))
    }

    fn why(&self, state: &State, side: Side, action: Action) -> Vec<Consulted> {
        Consult::told(|c| self.examine(state, side, action, c), |case, why| self.words(state, case, why))
    }

    fn apply_unchecked(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        self.perform(state, side, action, dice, log);
    }

    fn offers(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        let _ = self.each_offer(state, side, &mut |action| {
            out.push(action);
            ControlFlow::Continue(())
        });
    }

    fn prompt(&self, seen: &Seen<State>, side: Side) -> Prompt {
        self.prompt_for(seen, side)
    }

    fn describe(&self, seen: &Seen<State>, side: Side, action: Action) -> Offer {
        self.describe_action(seen, side, action)
    }

    fn aim(&self, seen: &Seen<State>, _side: Side, action: Action) -> Aim {
        self.aim_of(seen, action)
    }

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

    fn redact(&self, state: &State, viewer: Viewer) -> State {
        self.redacted(state, viewer)
    }

    fn view(&self, seen: &Seen<State>) -> View {
        self.view_of(seen)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.outcome_of(state)
    }

    fn turn(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn read_action(&self, _state: &State, value: &Value) -> Result<Action, String> {
        Action::read(self, value)
    }

    fn write_action(&self, _state: &State, action: Action) -> Value {
        action.write(self)
    }

    fn on_ground(&self, _: &str, given: &Given) -> Result<Battle, Vec<String>> {
        self.relieved(given)
    }

    fn arrange(&self, state: &mut State, given: &Given) -> Result<(), Vec<String>> {
        self.arrange_state(state, given)
    }

    fn facts(&self, seen: &Seen<State>) -> Value {
        self.facts_of(seen)
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

    fn factor_notes(&self, seen: &Seen<State>, space: &str) -> Vec<FactorNote> {
        self.notes_of(seen, space)
    }

    fn facts_asked(&self, seen: &Seen<State>, asked: &Asked<'_>) -> Value {
        self.some_facts(seen, asked)
    }

    fn sample(&self, seen: &Seen<State>, side: Side, rng: &mut Pcg32) -> State {
        self.sampled(seen, side, rng)
    }

    fn evaluate(&self, seen: &Seen<State>, side: Side) -> i32 {
        if side == Side::Axis { self.axis_value(seen) } else { -self.axis_value(seen) }
    }

    fn staff(&self, temperament: Temperament) -> Option<Box<dyn Officer<Self>>> {
        Some(Box::new(crate::staff::Staff::of(temperament)))
    }
}
