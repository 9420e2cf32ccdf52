//! The kernel's contract, kept by this game.

use crate::Waw;
use crate::arrange;
use crate::data::{Data, ScenarioId};
use crate::orders::Planning;
use crate::state::State;
use kessel_kernel::data::Ledger;
use kessel_kernel::facets::{
    Arranges, Asks, Evaluates, Facts, Plays, Printed, Redacts, Rules, Samples, Sheets, Shows, Thinks,
};
use kessel_kernel::plan::Never;
use kessel_kernel::view::Detail;
use kessel_kernel::{
    Asked, Case, Dice, GameInfo, Given, Log, Officer, Options, Outcome, Prompt, ScenarioInfo, Seen, Sheet, Side,
    Temperament, View, Viewer, Words,
};
use kessel_kit::Word;
use rand_pcg::Pcg32;
use serde_json::Value;

/// Every scenario with a line on it, minutes, difficulty, and whether the computer understands it.
const OFFERED: [(ScenarioId, &str, u32, u8, bool); 7] = [
    (ScenarioId::ToTheVolga, "Five days in October for the factories of Stalingrad, block by block.", 240, 3, true),
    (
        ScenarioId::RiverTooFar,
        "57 Panzer Corps between the Aksai and the Myshkova, the last days of the relief attack.",
        240,
        3,
        true,
    ),
    (
        ScenarioId::MansteinsSolution,
        "A week in November that never was: Manstein strikes at Kalach from both sides.",
        360,
        4,
        false,
    ),
    (
        ScenarioId::Rattenkrieg,
        "A month in the whole city, from the first assault to the eve of the last one.",
        3000,
        5,
        false,
    ),
    (ScenarioId::Wintergewitter, "The relief attack from Kotelnikovo, all seventeen days of it.", 1800, 5, false),
    (
        ScenarioId::QuietFlows,
        "The breakthrough at the Don north-west of Stalingrad: tank corps against Romanian lines.",
        360,
        4,
        false,
    ),
    (
        ScenarioId::Uranus,
        "The campaign: encirclement, airlift, relief and the end of Sixth Army, eleven hundred units.",
        6000,
        5,
        false,
    ),
];

/// What is said of a scenario whose objectives the staff cannot weigh: it plays by the rules and without a plan for the whole.
const NOT_UNDERSTOOD: &str = "The computer does not understand this one yet.";

/// What the game is.
pub(crate) fn info(data: &Data) -> GameInfo {
    GameInfo {
        id: "waw".into(),
        title: "World at War: Stalingrad".into(),
        blurb: "Both sides plan in secret; then everything happens at once, pulse by pulse.".into(),
        rules: 2,
        scenarios: OFFERED.into_iter().map(|offered| scenario(data, offered)).collect(),
    }
}

fn scenario(
    data: &Data,
    (id, blurb, minutes, difficulty, understood): (ScenarioId, &str, u32, u8, bool),
) -> ScenarioInfo {
    let scenario = data.scenario(id);
    ScenarioInfo {
        id: id.word().into(),
        title: scenario.title.clone(),
        blurb: if understood { blurb.into() } else { format!("{blurb} {NOT_UNDERSTOOD}") },
        turns: scenario.turns.into(),
        minutes,
        difficulty,
        options: crate::setup::options(scenario),
    }
}

impl Printed for Waw {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn ledger(&self) -> &Ledger {
        &self.data.ledger
    }

    fn data(&self) -> Value {
        self.data.as_json()
    }

    fn data_hash(&self) -> &str {
        &self.data.hash
    }
}

impl Rules for Waw {
    type State = State;
    /// Nothing is done by actions.
    type Action = Never;
    type Plans = Planning;

    fn setup(&self, scenario: &str, options: &Options, dice: &mut Dice, log: &mut Log) -> State {
        let id = ScenarioId::from_word(scenario).unwrap_or(ScenarioId::ToTheVolga);
        self.first_position(id as usize, options, dice, log)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.stage(state).ending(state)
    }

    fn turn(&self, state: &State) -> u32 {
        state.turn.into()
    }
}

impl Redacts for Waw {
    fn redact(&self, state: &State, viewer: Viewer) -> State {
        self.redacted(state, viewer)
    }
}

impl Shows for Waw {
    fn view(&self, seen: &Seen<State>) -> View {
        self.view_of(seen, seen.viewer(), Detail::Whole)
    }

    fn glance(&self, seen: &Seen<State>) -> View {
        self.view_of(seen, seen.viewer(), Detail::Glance)
    }
}

impl Sheets for Waw {
    fn sheet(&self, scenario: &str) -> Sheet {
        self.sheet_of(scenario)
    }
}

impl Asks for Waw {
    fn prompt(&self, seen: &Seen<State>, side: Side) -> Prompt {
        let mut prompt = Prompt::new(Case("5.1.a"), "Give your orders, then commit them.");
        prompt.reminders = self.reminders(seen, side);
        prompt
    }
}

impl Plays for Waw {}

impl Arranges for Waw {
    fn arrange(&self, state: &mut State, given: &Given) -> Result<(), Vec<String>> {
        self.arranged(state, given)
    }

    fn words(&self) -> Words {
        Words { counters: vec![("a unit", arrange::UNIT)], set: arrange::SET, ..Words::default() }
    }
}

impl Facts for Waw {
    fn facts(&self, seen: &Seen<State>) -> Value {
        self.facts_of(seen, seen.viewer(), &Asked::everything())
    }

    fn facts_asked(&self, seen: &Seen<State>, asked: &Asked<'_>) -> Value {
        self.facts_of(seen, seen.viewer(), asked)
    }
}

impl Samples for Waw {
    fn sample(&self, seen: &Seen<State>, side: Side, rng: &mut Pcg32) -> State {
        self.sampled(seen, side, rng)
    }
}

impl Evaluates for Waw {
    fn evaluate(&self, seen: &Seen<State>, side: Side) -> i32 {
        let soviet = self.soviet_value(seen);
        if side == Side::Soviet { soviet } else { -soviet }
    }
}

impl Thinks for Waw {
    fn staff(&self, temperament: Temperament) -> Option<Box<dyn Officer<Self>>> {
        Some(Box::new(crate::staff::Staff { temperament }))
    }
}

kessel_kernel::only_plans!(Waw);
