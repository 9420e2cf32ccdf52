//! The kernel's contract, kept by this game.

use crate::Winter;
use crate::action::Action;
use crate::arrange::relief;
use crate::data::{Data, ScenarioId};
use crate::facts;
use crate::plans::WinterPlans;
use crate::state::State;
use crate::why::Consult;
use kessel_kernel::Words;
use kessel_kernel::data::Ledger;
use kessel_kernel::facets::{
    Acts, Arranges, Asks, Evaluates, Facts, Plays, Printed, Redacts, Rules, Samples, Says, Sheets, Shows, Thinks,
    Writes,
};
use kessel_kernel::view::Detail;
use kessel_kernel::{
    Aim, Asked, Consulted, Dice, GameInfo, Given, Log, Offer, OptionInfo, Options, Outcome, Prompt, Refusal,
    ScenarioInfo, Seen, Sheet, Side, Temperament, ToAct, View, Viewer,
};
use rand_pcg::Pcg32;
use serde_json::Value;

fn option(key: &str, text: &str, values: &[&str]) -> OptionInfo {
    OptionInfo { key: key.into(), text: text.into(), values: values.iter().map(|v| (*v).to_owned()).collect() }
}

/// What the game is.
pub(crate) fn info(data: &Data) -> GameInfo {
    let scenario = |id: ScenarioId, blurb: &str, minutes| {
        let scenario = data.scenario(id);
        let mut options = vec![
            option("setup", "Who sets up: the players, or everybody where history had him", &["players", "historical"]),
            option("fog", "Fog of war (18)", &["on", "off"]),
            option("thunderclap", "Operation Thunderclap may be tried (5.0)", &["on", "off"]),
        ];
        options.extend(scenario.groups.iter().map(|group| option(&group.key, &group.name, &["no", "yes"])));
        ScenarioInfo {
            id: id.word().into(),
            title: scenario.name.clone(),
            blurb: blurb.into(),
            turns: u32::from(scenario.last - scenario.first) + 1,
            minutes,
            difficulty: 4,
            options,
        }
    };
    GameInfo {
        id: "wintergewitter".into(),
        title: "Wintergewitter".into(),
        blurb: "57 Panzer Corps tries to reach Sixth Army, battalion by battalion, in turns of twelve hours.".into(),
        rules: 2,
        scenarios: vec![
            scenario(ScenarioId::WeAreComing, "The first three days: over the Aksai to Verkhne-Kumsky.", 180),
            scenario(ScenarioId::LastGasp, "16 to 19 December: over the Myshkova or not at all.", 240),
            scenario(ScenarioId::WinterStorm, "The whole relief attack, 12 to 23 December.", 900),
            scenario(ScenarioId::MaximumEffort, "The same with forces that might have been there.", 1000),
        ],
    }
}

impl Printed for Winter {
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

impl Rules for Winter {
    type State = State;
    type Action = Action;
    type Plans = WinterPlans;

    fn setup(&self, scenario: &str, options: &Options, dice: &mut Dice, log: &mut Log) -> State {
        let id = ScenarioId::ALL.into_iter().find(|id| id.word() == scenario).unwrap_or(ScenarioId::WeAreComing);
        let mut state = self.first_position(id, options, dice, log);
        self.go_on(&mut state, dice, log);
        state
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.ending()
    }

    fn turn(&self, state: &State) -> u32 {
        self.turn_of(state)
    }
}

impl Acts for Winter {
    fn to_act(&self, state: &State) -> ToAct {
        self.asked(&self.ready(state))
    }

    fn check(&self, state: &State, side: Side, action: Action) -> Result<(), Refusal> {
        let state = &*self.ready(state);
        self.examine(state, side, action, &mut Consult::strict()).map_err(|no| self.refusal(no))
    }

    fn why(&self, state: &State, side: Side, action: Action) -> Vec<Consulted> {
        let state = &*self.ready(state);
        Consult::told(|c| self.examine(state, side, action, c), |_, why| self.words(why))
    }

    fn apply_unchecked(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        self.perform(state, side, action, dice, log);
    }

    fn offers(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        self.offered(&self.ready(state), side, out);
    }
}

impl Writes for Winter {
    fn read_action(&self, _state: &State, value: &Value) -> Result<Action, String> {
        Action::read(self, value)
    }

    fn write_action(&self, _state: &State, action: Action) -> Value {
        action.write(self)
    }
}

impl Redacts for Winter {
    fn redact(&self, state: &State, viewer: Viewer) -> State {
        self.redacted(&self.ready(state), viewer)
    }

    fn fade(&self, state: &mut State) {
        self.forget_fights(state);
    }
}

impl Shows for Winter {
    fn view(&self, seen: &Seen<State>) -> View {
        self.view_of(seen, Detail::Whole)
    }

    fn glance(&self, seen: &Seen<State>) -> View {
        self.view_of(seen, Detail::Glance)
    }

    fn standing(&self, seen: &Seen<State>, side: Side) -> Vec<String> {
        self.spaces_of(seen, side)
    }
}

impl Sheets for Winter {
    fn sheet(&self, scenario: &str) -> Sheet {
        self.sheet_of(scenario)
    }
}

impl Asks for Winter {
    fn prompt(&self, seen: &Seen<State>, side: Side) -> Prompt {
        self.prompt_for(&self.ready(seen), side)
    }
}

impl Says for Winter {
    fn describe(&self, seen: &Seen<State>, side: Side, action: Action) -> Offer {
        self.describe_action(&self.ready(seen), side, action)
    }

    fn aim(&self, seen: &Seen<State>, side: Side, action: Action) -> Aim {
        self.aim_of(seen, side, action)
    }
}

impl Plays for Winter {}

impl Arranges for Winter {
    fn on_ground(&self, _: &str, given: &Given) -> Result<Winter, Vec<String>> {
        self.relieved(given)
    }

    fn arrange(&self, state: &mut State, given: &Given) -> Result<(), Vec<String>> {
        self.arrange_state(state, given)
    }

    fn words(&self) -> Words {
        let counters = vec![("a unit", facts::UNIT)];
        Words {
            verbs: Action::verbs(),
            counters,
            set: facts::SET,
            terrain: relief::TERRAIN,
            hexsides: relief::HEXSIDES,
        }
    }
}

impl Facts for Winter {
    fn facts(&self, seen: &Seen<State>) -> Value {
        self.some_facts(seen, &Asked::everything())
    }

    fn facts_asked(&self, seen: &Seen<State>, asked: &Asked<'_>) -> Value {
        self.some_facts(seen, asked)
    }
}

impl Samples for Winter {
    fn sample(&self, seen: &Seen<State>, side: Side, rng: &mut Pcg32) -> State {
        self.sampled(seen, side, rng)
    }
}

impl Evaluates for Winter {
    fn evaluate(&self, seen: &Seen<State>, side: Side) -> i32 {
        let axis = self.axis_value(&self.ready(seen));
        if side == Side::Axis { axis } else { -axis }
    }
}

impl Thinks for Winter {
    fn staff(&self, temperament: Temperament) -> Option<Box<dyn kessel_kernel::Officer<Self>>> {
        Some(Box::new(crate::staff::Staff::of(temperament)))
    }
}
