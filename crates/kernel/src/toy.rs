//! The Ford: a whole game in three small files, as an example and for the tests of the kernel.
//!
//! It is written as a real game is: `toy/ford.toml` and `toy/rules.toml` are its data and its ledger, this file is what it *is*,
//! [`play`] what the rules *do* (the check, the frames and `settle`), [`show`] what a viewer sees (redact first, then view), and
//! [`guess`] what he may think of the rest (samples and worth).

mod guess;
mod play;
mod show;

use crate::data::{DataDir, Doc, Faults, Inspection, LEDGER_FILE, Ledger};
use crate::facets::{
    Acts, Arranges, Asks, Evaluates, Facts, Plays, Printed, Redacts, Rules, Samples, Says, Sheets, Shows, Thinks,
    Writes,
};
use crate::{
    Consult, Consulted, Dice, Event, Frames, GameInfo, Given, Log, Marching, Offer, Options, Outcome, Prompt, Refusal,
    ScenarioInfo, Seen, Sheet, Side, ToAct, View, Viewer, What,
};
use arrayvec::ArrayVec;
use play::DEAL;
use rand_pcg::Pcg32;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A space of the map.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpaceId(u8);

/// A counter.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterId(u8);

/// What a player does: a verb and one or two nouns.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// 4.1: takes up a counter.
    Select(CounterId),
    /// 4.2: moves the counter taken up by one space.
    Step(SpaceId),
    /// 5.1: attacks.
    Attack {
        /// The space attacked.
        to: SpaceId,
        /// The space of the attackers.
        from: SpaceId,
    },
    /// 6.1: the counter that takes the loss.
    Lose(CounterId),
    /// Puts the counter down or, if none is taken up, ends the phase.
    Done,
}

/// A decision: who is asked what.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Frame {
    /// 4.0: the side moves; the counter taken up, and the steps it has left.
    Moving(Side, Option<(CounterId, u8)>),
    /// 5.0: the side attacks.
    Attacking(Side),
    /// 6.0: each side picks the counter that takes its loss.
    Losses {
        /// Where each side's counters of this battle stand, by [`Side::index`].
        at: [SpaceId; 2],
        /// What each side loses.
        toll: [u8; 2],
        /// What each side has picked, unseen by the other.
        picks: [Option<CounterId>; 2],
    },
    /// 7.0: the game is over.
    Over {
        /// Who won.
        winner: Option<Side>,
        /// 7.2 rather than 7.1.
        sudden: bool,
    },
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    turn: u8,
    frames: Frames<Frame, 2>,
    units: ArrayVec<Unit, 8>,
    held: ArrayVec<Option<Side>, 8>,
}

/// What changes of a counter.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Unit {
    at: Option<SpaceId>,
    strength: u8,
    /// 6.2: face up.
    known: bool,
    /// It has moved or attacked in this phase.
    spent: bool,
}

struct Space {
    id: String,
    next: Vec<SpaceId>,
}

struct Counter {
    id: String,
    side: Side,
    start: SpaceId,
}

/// The game: everything that never changes.
pub struct Toy {
    info: GameInfo,
    ledger: Ledger,
    hash: String,
    spaces: Vec<Space>,
    counters: Vec<Counter>,
    goal: SpaceId,
    turns: u8,
    steps: u8,
    stack: usize,
    loser: u8,
    winner: u8,
}

impl Toy {
    /// The game with the data built in.
    pub fn new() -> Toy {
        Toy::load(&Toy::files()).expect("the built-in data is tested")
    }

    /// The built-in data.
    pub fn files() -> DataDir {
        DataDir::embedded(
            "toy",
            &[("ford.toml", include_str!("toy/ford.toml")), (LEDGER_FILE, include_str!("toy/rules.toml"))],
        )
    }

    /// The game with other data.
    pub fn load(dir: &DataDir) -> Result<Toy, Faults> {
        let ledger = Ledger::load(dir)?;
        let inspection = Inspection::new();
        let Some(doc) = Doc::open(dir, "ford.toml", &inspection) else {
            return inspection.finish(()).map(|()| unreachable!("a missing file is a fault"));
        };
        let root = doc.root();
        let tables = root.tables("space");
        let words: Vec<(&str, SpaceId)> = (0..).map(SpaceId).zip(&tables).map(|(n, t)| (t.text("id"), n)).collect();
        let space = |id: &str, next| Space { id: id.into(), next };
        let spaces = tables.iter().map(|t| {
            let next = t.items("next").iter().filter_map(|item| item.word(&words)).collect();
            t.finish();
            space(t.text("id"), next)
        });
        let counters = root.tables("counter").into_iter().map(|t| {
            let side = t.word("side", &Side::BOTH.map(|s| (s.word(), s)));
            let counter = Counter { id: t.text("id").into(), side, start: t.word("start", &words) };
            t.finish();
            counter
        });
        let toy = Toy {
            info: info(root.int("turns", 1..=20)),
            ledger,
            hash: dir.hash_without(&[LEDGER_FILE]),
            spaces: spaces.collect(),
            counters: counters.collect(),
            goal: root.word("goal", &words),
            turns: root.int("turns", 1..=20),
            steps: root.int("steps", 1..=5),
            stack: root.int("stack", 1..=8),
            loser: root.int("loser", 1..=9),
            winner: root.int("winner", 1..=9),
        };
        root.finish();
        inspection.finish(toy)
    }

    fn space(&self, word: &Value) -> Result<SpaceId, String> {
        let found = self.spaces.iter().position(|s| *word == s.id.as_str());
        found.map(|n| SpaceId(n as u8)).ok_or_else(|| format!("there is no space {word}"))
    }

    fn counter(&self, word: &Value) -> Result<CounterId, String> {
        let found = self.counters.iter().position(|c| *word == c.id.as_str());
        found.map(|n| CounterId(n as u8)).ok_or_else(|| format!("there is no counter {word}"))
    }

    fn space_word(&self, id: SpaceId) -> &str {
        &self.spaces[id.0 as usize].id
    }

    fn counter_word(&self, id: CounterId) -> &str {
        &self.counters[id.0 as usize].id
    }

    fn ids(&self) -> impl Iterator<Item = CounterId> + use<> {
        (0..self.counters.len() as u8).map(CounterId)
    }

    fn space_ids(&self) -> impl Iterator<Item = SpaceId> + use<> {
        (0..self.spaces.len() as u8).map(SpaceId)
    }
}

impl Default for Toy {
    fn default() -> Toy {
        Toy::new()
    }
}

fn info(turns: u32) -> GameInfo {
    let skirmish = ScenarioInfo {
        id: "skirmish".into(),
        title: "Skirmish at the ford".into(),
        blurb: "Three counters a side, one ford.".into(),
        turns,
        minutes: 5,
        difficulty: 1,
        options: Vec::new(),
    };
    GameInfo {
        id: "toy".into(),
        title: "The Ford".into(),
        blurb: "An example of a game.".into(),
        // There is an older version, so that tests can carry its journals over.
        rules: 2,
        scenarios: vec![skirmish],
    }
}

impl Printed for Toy {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn data_hash(&self) -> &str {
        &self.hash
    }

    fn data(&self) -> Value {
        self.tree()
    }
}

impl Rules for Toy {
    type State = State;
    type Action = Action;
    type Plans = crate::plan::NoPlans;

    /// 3.1, 3.2.
    fn setup(&self, _scenario: &str, _options: &Options, dice: &mut Dice, log: &mut Log) -> State {
        let units = self.counters.iter().map(|c| {
            let strength = dice.roll(DEAL, 3) + 1;
            log.add(|| {
                let what = What::Place { counter: c.id.clone(), at: self.space_word(c.start).into() };
                Event::new(DEAL, what, format!("{} has strength {strength}", c.id)).only_for(c.side)
            });
            Unit { at: Some(c.start), strength, known: false, spent: false }
        });
        let units: ArrayVec<Unit, 8> = units.collect();
        let frames = Frames::new(Frame::Moving(Side::Axis, None));
        let mut held: ArrayVec<Option<Side>, 8> = self.spaces.iter().map(|_| None).collect();
        for c in &self.counters {
            held[c.start.0 as usize] = Some(c.side);
        }
        State { turn: 1, frames, units, held }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.result(state)
    }

    fn turn(&self, state: &State) -> u32 {
        state.turn.into()
    }
}

impl Acts for Toy {
    fn to_act(&self, state: &State) -> ToAct {
        state.to_act()
    }

    fn check(&self, state: &State, side: Side, action: Action) -> Result<(), Refusal> {
        self.ask(state, side, action, &mut Consult::strict()).map_err(|no| self.refusal(no))
    }

    fn why(&self, state: &State, side: Side, action: Action) -> Vec<Consulted> {
        Consult::told(|c| self.ask(state, side, action, c), |_, why| self.reason(why))
    }

    fn apply_unchecked(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        self.answer(state, side, action, dice, log);
        self.settle(state, log);
    }

    /// Candidates, filtered by the check: the two cannot disagree.
    fn offers(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        let counters = self.ids().flat_map(|c| [Action::Select(c), Action::Lose(c)]);
        let steps = self.space_ids().map(Action::Step);
        let attacks = self.space_ids().flat_map(|from| self.space_ids().map(move |to| Action::Attack { to, from }));
        let all = counters.chain(steps).chain(attacks).chain([Action::Done]);
        out.extend(all.filter(|a| self.ask(state, side, *a, &mut Consult::strict()).is_ok()));
    }
}

impl Writes for Toy {
    fn read_action(&self, _state: &State, value: &Value) -> Result<Action, String> {
        if value == "done" {
            return Ok(Action::Done);
        }
        let keys = value.as_object().map(|o| o.keys().map(String::as_str).collect::<Vec<_>>());
        match keys.unwrap_or_default().as_slice() {
            ["select"] => Ok(Action::Select(self.counter(&value["select"])?)),
            ["step"] => Ok(Action::Step(self.space(&value["step"])?)),
            ["lose"] => Ok(Action::Lose(self.counter(&value["lose"])?)),
            ["attack", "from"] | ["from", "attack"] => {
                Ok(Action::Attack { to: self.space(&value["attack"])?, from: self.space(&value["from"])? })
            }
            _ => Err("the verbs are select, step, attack with from, lose, and done".into()),
        }
    }

    fn write_action(&self, _state: &State, action: Action) -> Value {
        match action {
            Action::Select(c) => json!({ "select": self.counter_word(c) }),
            Action::Step(s) => json!({ "step": self.space_word(s) }),
            Action::Attack { to, from } => json!({ "attack": self.space_word(to), "from": self.space_word(from) }),
            Action::Lose(c) => json!({ "lose": self.counter_word(c) }),
            Action::Done => json!("done"),
        }
    }
}

impl Redacts for Toy {
    fn redact(&self, state: &State, viewer: Viewer) -> State {
        self.redacted(state, viewer)
    }
}

impl Shows for Toy {
    fn view(&self, seen: &Seen<State>) -> View {
        self.picture(seen)
    }
}

impl Sheets for Toy {
    fn sheet(&self, _scenario: &str) -> Sheet {
        self.print()
    }
}

impl Asks for Toy {
    fn prompt(&self, seen: &Seen<State>, _side: Side) -> Prompt {
        self.question(seen)
    }
}

impl Says for Toy {
    fn describe(&self, seen: &Seen<State>, side: Side, action: Action) -> Offer {
        let preview = match action {
            Action::Attack { to, from } => Some(Box::new(self.preview(seen, side, from, to))),
            Action::Select(_) | Action::Step(_) | Action::Lose(_) | Action::Done => None,
        };
        Offer { preview, ..self.button(action) }
    }
}

impl Plays for Toy {
    fn marching(&self, state: &State) -> Option<Marching> {
        let Frame::Moving(_, Some((counter, left))) = *state.frames.top() else { return None };
        let at = self.space_word(state.units[counter.0 as usize].at?).to_owned();
        Some(Marching { counters: vec![self.counter_word(counter).to_owned()], at, left: left.into(), parts: 1 })
    }
}

impl Arranges for Toy {
    fn arrange(&self, state: &mut State, given: &Given) -> Result<(), Vec<String>> {
        self.arrange_all(state, given)
    }
}

impl Facts for Toy {
    fn facts(&self, seen: &Seen<State>) -> Value {
        self.words(seen)
    }
}

impl Samples for Toy {
    fn sample(&self, seen: &Seen<State>, side: Side, rng: &mut Pcg32) -> State {
        self.drawn(seen, side, rng)
    }
}

impl Evaluates for Toy {
    fn evaluate(&self, seen: &Seen<State>, side: Side) -> i32 {
        if side == Side::Axis { self.axis_worth(seen) } else { -self.axis_worth(seen) }
    }
}

impl Thinks for Toy {}
