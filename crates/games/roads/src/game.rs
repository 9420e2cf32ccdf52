//! The kernel's contract, kept by this game.

use crate::Roads;
use crate::action::Action;
use crate::arrange::relief;
use crate::data::Data;
use crate::decision::{Decides, Flow};
use crate::facts;
use crate::refusal::Consult;
use crate::state::{Frame, State};
use kessel_kernel::Words;
use kessel_kernel::data::Ledger;
use kessel_kernel::facets::{
    Acts, Arranges, Asks, Evaluates, Facts, Plays, Printed, Redacts, Rules, Samples, Says, Sheets, Shows, Thinks,
    Writes,
};
use kessel_kernel::plan::NoPlans;
use kessel_kernel::{
    Aim, Asked, Consulted, Dice, FactorNote, GameInfo, Given, Log, Marching, Offer, Options, Outcome, Prompt, Refusal,
    ScenarioInfo, Seen, Sheet, Side, Temperament, ToAct, View, Viewer,
};
use rand_pcg::Pcg32;
use serde_json::Value;

/// A line on each scenario, about how long two people need, and how hard it is to learn.
const BLURBS: [(&str, &str, u32, u8); 5] = [
    (
        "wintergewitter",
        "December 1942: the relief attack from the south, with the basic rules only. To learn the game.",
        75,
        2,
    ),
    ("uranus", "November 1942: three turns in which the ring around Stalingrad closes, or does not.", 180, 3),
    ("campaign", "November 1942 to March 1943: from the first breakthrough to the Donets, with every rule.", 1500, 5),
    ("backhand-blow", "February and March 1943: Manstein strikes back at armies that have run too far.", 420, 4),
    (
        "star-and-gallop",
        "February and March 1943: two Soviet offensives race for the Dnieper against the thaw.",
        600,
        4,
    ),
];

/// What the game is.
pub(crate) fn info(data: &Data) -> GameInfo {
    let scenarios = data.scenarios.iter().map(|scenario| {
        let known = BLURBS.iter().find(|blurb| blurb.0 == scenario.id);
        let (blurb, minutes, difficulty) = known.map_or(("", 240, 3), |blurb| (blurb.1, blurb.2, blurb.3));
        ScenarioInfo {
            id: scenario.id.clone(),
            title: scenario.title.clone(),
            blurb: blurb.into(),
            turns: scenario.turns().into(),
            minutes,
            difficulty,
            options: Vec::new(),
        }
    });
    GameInfo {
        id: "roads".into(),
        title: "Stalingrad Roads".into(),
        blurb: "Divisions on the roads of headquarters, with supports, offensives and a fortress fed from the air."
            .into(),
        rules: 3,
        scenarios: scenarios.collect(),
    }
}

impl Printed for Roads {
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

impl Rules for Roads {
    type State = State;
    type Action = Action;
    type Plans = NoPlans;

    fn setup(&self, scenario: &str, _options: &Options, dice: &mut Dice, log: &mut Log) -> State {
        let mut state = self.first_position(scenario, dice, log);
        self.go_on(&mut state, dice, log);
        state
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.outcome_of(state)
    }

    fn turn(&self, state: &State) -> u32 {
        let first = self.scenario(state).first_turn.0;
        u32::from(state.turn.saturating_sub(first)) + 1
    }
}

impl Acts for Roads {
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
            Flow::Continue(())
        });
    }
}

impl Writes for Roads {
    fn read_action(&self, state: &State, value: &Value) -> Result<Action, String> {
        Action::read(&self.naming(state), value)
    }

    fn write_action(&self, state: &State, action: Action) -> Value {
        action.write(&self.naming(state))
    }
}

impl Redacts for Roads {
    fn redact(&self, state: &State, viewer: Viewer) -> State {
        self.redacted(state, viewer)
    }
}

impl Shows for Roads {
    fn view(&self, seen: &Seen<State>) -> View {
        self.view_of(seen)
    }

    fn factor_notes(&self, seen: &Seen<State>, space: &str) -> Vec<FactorNote> {
        self.notes_of(seen, space)
    }
}

impl Sheets for Roads {
    fn sheet(&self, scenario: &str) -> Sheet {
        self.sheet_of(scenario)
    }
}

impl Asks for Roads {
    fn prompt(&self, seen: &Seen<State>, side: Side) -> Prompt {
        self.prompt_for(seen, side)
    }
}

impl Says for Roads {
    fn describe(&self, seen: &Seen<State>, side: Side, action: Action) -> Offer {
        self.describe_action(seen, side, action)
    }

    fn aim(&self, seen: &Seen<State>, _side: Side, action: Action) -> Aim {
        self.aim_of(seen, action)
    }
}

impl Plays for Roads {
    fn marching(&self, state: &State) -> Option<Marching> {
        let Frame::March(march) = state.frames.top() else { return None };
        let at = self.space_id(state, state.field.at(march.unit)?).to_owned();
        // 7.1: half points are spent on roads.
        Some(Marching { counters: vec![self.info(march.unit).id.to_string()], at, left: march.left.into(), parts: 2 })
    }

    fn is_unsupplied(&self, seen: &Seen<State>, counter: &str) -> bool {
        self.data.unit(counter).is_some_and(|unit| seen.field.at(unit).is_some() && !self.in_supply(seen, unit))
    }
}

impl Arranges for Roads {
    fn on_ground(&self, scenario: &str, given: &Given) -> Result<Roads, Vec<String>> {
        self.relieved(scenario, given)
    }

    fn arrange(&self, state: &mut State, given: &Given) -> Result<(), Vec<String>> {
        self.arrange_state(state, given)
    }

    fn words(&self) -> Words {
        let counters = vec![("a unit", facts::UNIT), ("a support", facts::SUPPORT)];
        Words {
            verbs: Action::verbs(),
            counters,
            set: facts::WORDS,
            terrain: relief::TERRAIN,
            hexsides: relief::HEXSIDES,
        }
    }
}

impl Facts for Roads {
    fn facts(&self, seen: &Seen<State>) -> Value {
        self.facts_of(seen)
    }

    fn facts_asked(&self, seen: &Seen<State>, asked: &Asked<'_>) -> Value {
        self.some_facts(seen, asked)
    }
}

impl Samples for Roads {
    fn sample(&self, seen: &Seen<State>, side: Side, rng: &mut Pcg32) -> State {
        self.sampled(seen, side, rng)
    }
}

impl Evaluates for Roads {
    fn evaluate(&self, seen: &Seen<State>, side: Side) -> i32 {
        if side == Side::Axis { self.axis_value(seen) } else { -self.axis_value(seen) }
    }
}

impl Thinks for Roads {
    fn staff(&self, temperament: Temperament) -> Option<Box<dyn kessel_kernel::Officer<Self>>> {
        Some(Box::new(crate::staff::Staff::of(temperament)))
    }
}
