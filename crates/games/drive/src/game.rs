//! The kernel's contract, kept by this game.

use crate::Drive;
use crate::action::Action;
use crate::arrange::relief;
use crate::data::{Data, ScenarioId};
use crate::decision::Decides;
use crate::facts;
use crate::state::{Frame, State};
use crate::supply::Supplied;
use kessel_kernel::Words;
use kessel_kernel::data::Ledger;
use kessel_kernel::facets::{
    Arranges, Asks, Evaluates, Facts, Plays, Printed, Redacts, Rules, Samples, Says, Sheets, Shows, Thinks, Writes,
};
use kessel_kernel::plan::NoPlans;
use kessel_kernel::view::Detail;
use kessel_kernel::{
    Aim, Asked, Dice, FactorNote, GameInfo, Given, Log, Marching, Offer, Options, Outcome, Prompt, ScenarioInfo, Seen,
    Sheet, Side, Temperament, View, Viewer,
};
use kessel_kit::Word;
use rand_pcg::Pcg32;
use serde_json::Value;

/// What the game is.
pub(crate) fn info(data: &Data) -> GameInfo {
    let scenario = |id: ScenarioId, blurb: &str, minutes| {
        let scenario = data.scenario(id);
        ScenarioInfo {
            id: id.word().into(),
            title: scenario.name.clone(),
            blurb: blurb.into(),
            turns: scenario.last_turn().into(),
            minutes,
            difficulty: 3,
            options: Vec::new(),
        }
    };
    GameInfo {
        id: "drive".into(),
        title: "Drive on Stalingrad".into(),
        blurb: "Divisions of untried worth fight for the Don, the Volga and the Caucasus on two joined maps.".into(),
        rules: 4,
        scenarios: vec![
            scenario(
                ScenarioId::Blue,
                "June to September 1942: eleven weeks in which the German must take six victory points.",
                600,
            ),
            scenario(
                ScenarioId::Uranus,
                "November and December 1942: the Red Army closes the ring, Manstein tries to open it.",
                300,
            ),
        ],
    }
}

impl Printed for Drive {
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

impl Rules for Drive {
    type State = State;
    type Action = Action;
    type Plans = NoPlans;

    fn setup(&self, scenario: &str, _options: &Options, dice: &mut Dice, log: &mut Log) -> State {
        let id = ScenarioId::from_word(scenario).unwrap_or(ScenarioId::Blue);
        let mut state = self.first_position(id, log);
        self.go_on(&mut state, dice, log);
        state
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.outcome_of(state)
    }

    fn turn(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }
}

impl Writes for Drive {
    fn read_action(&self, _state: &State, value: &Value) -> Result<Action, String> {
        Action::read(self, value)
    }

    fn write_action(&self, _state: &State, action: Action) -> Value {
        action.write(self)
    }
}

impl Redacts for Drive {
    fn redact(&self, state: &State, viewer: Viewer) -> State {
        self.redacted(&self.ready(state), viewer)
    }
}

impl Shows for Drive {
    fn view(&self, seen: &Seen<State>) -> View {
        self.view_of(seen, Detail::Whole)
    }

    fn glance(&self, seen: &Seen<State>) -> View {
        self.view_of(seen, Detail::Glance)
    }

    fn factor_notes(&self, seen: &Seen<State>, space: &str) -> Vec<FactorNote> {
        self.notes_of(seen, space)
    }
}

impl Sheets for Drive {
    fn sheet(&self, scenario: &str) -> Sheet {
        self.sheet_of(scenario)
    }
}

impl Asks for Drive {
    fn prompt(&self, seen: &Seen<State>, side: Side) -> Prompt {
        self.prompt_for(seen, side)
    }
}

impl Says for Drive {
    fn describe(&self, seen: &Seen<State>, side: Side, action: Action) -> Offer {
        self.describe_action(seen, side, action)
    }

    fn aim(&self, seen: &Seen<State>, _side: Side, action: Action) -> Aim {
        self.aim_of(seen, action)
    }
}

impl Plays for Drive {
    fn marching(&self, state: &State) -> Option<Marching> {
        let Frame::March(march) = state.frames.top() else { return None };
        let left = self.points_left(state, &march.units);
        let counters = march.units.iter().map(|unit| self.unit_id(*unit).to_owned()).collect();
        Some(Marching { counters, at: self.hex_id(march.hex).to_owned(), left: left.into(), parts: 1 })
    }

    fn is_unsupplied(&self, seen: &Seen<State>, counter: &str) -> bool {
        let at = self.data.unit(counter).and_then(|unit| Some((self.side(unit), seen.at(unit)?)));
        at.is_some_and(|(side, at)| self.supply_in(seen, side, at) == Supplied::Out)
    }
}

impl Arranges for Drive {
    fn on_ground(&self, _: &str, given: &Given) -> Result<Drive, Vec<String>> {
        self.relieved(given)
    }

    fn arrange(&self, state: &mut State, given: &Given) -> Result<(), Vec<String>> {
        self.arrange_state(state, given)
    }

    fn words(&self) -> Words {
        Words {
            verbs: Action::verbs(),
            counters: vec![("a unit", facts::UNIT)],
            set: facts::WORDS,
            terrain: relief::TERRAIN,
            hexsides: relief::HEXSIDES,
        }
    }
}

impl Facts for Drive {
    fn facts(&self, seen: &Seen<State>) -> Value {
        self.facts_of(seen)
    }

    fn facts_asked(&self, seen: &Seen<State>, asked: &Asked<'_>) -> Value {
        self.some_facts(seen, asked)
    }
}

impl Samples for Drive {
    fn sample(&self, seen: &Seen<State>, side: Side, rng: &mut Pcg32) -> State {
        self.sampled(seen, side, rng)
    }
}

impl Evaluates for Drive {
    fn evaluate(&self, seen: &Seen<State>, side: Side) -> i32 {
        if side == Side::Axis { self.axis_value(seen) } else { -self.axis_value(seen) }
    }
}

impl Thinks for Drive {
    fn staff(&self, temperament: Temperament) -> Option<Box<dyn kessel_kernel::Officer<Self>>> {
        Some(Box::new(crate::staff::Staff::of(temperament)))
    }
}
