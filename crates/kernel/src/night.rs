//! The Night March: a whole game that is *planned*, as an example and for the tests of [`plan`](crate::plan).
//!
//! Five spaces in a row, three counters a side. Each turn both sides order their counters secretly and bid for the first move; then all
//! marches at once. What the counters are told is in `night/orders.rs`, what a viewer sees in `night/show.rs`.

mod orders;
mod show;

use crate::facets::{Arranges, Asks, Evaluates, Facts, Plays, Printed, Redacts, Rules, Samples, Sheets, Shows, Thinks};
pub use orders::{Order, Orders, Slot};

use crate::Lots;
use crate::data::{DataDir, LEDGER_FILE, Ledger};
use crate::{
    Case, Dice, Event, GameInfo, Given, Log, Options, Outcome, Prompt, ScenarioInfo, Seen, Sheet, Side, View, Viewer,
    What,
};
use rand_pcg::Pcg32;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The spaces are numbered from west to east.
pub(crate) const SPACES: u8 = 5;
/// Counters a side.
pub(crate) const COUNTERS: u8 = 3;
const TURNS: u8 = 4;
/// 2.4: points to spend, each side, over the whole game.
const POINTS: u8 = 5;
/// 2.3.
pub(crate) const STACK: usize = 2;

/// A counter: the first three are the Axis', the others the Soviets'.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Counter(pub(crate) u8);

impl Counter {
    /// Whose it is.
    pub fn side(self) -> Side {
        if self.0 < COUNTERS { Side::Axis } else { Side::Soviet }
    }

    fn all() -> impl Iterator<Item = Counter> {
        (0..2 * COUNTERS).map(Counter)
    }

    fn word(self) -> String {
        format!("{}{}", if self.side() == Side::Axis { 'A' } else { 'S' }, self.0 % COUNTERS + 1)
    }
}

/// A position. Nothing of a plan is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    turn: u8,
    /// Points left, by [`Side::index`].
    points: [u8; 2],
    units: [Unit; 6],
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Unit {
    at: Option<u8>,
    strength: u8,
    known: bool,
}

impl State {
    fn unit(&self, counter: Counter) -> &Unit {
        &self.units[counter.0 as usize]
    }

    fn there(&self, side: Side, at: u8) -> Option<Counter> {
        Counter::all().find(|c| c.side() == side && self.unit(*c).at == Some(at))
    }
}

/// The game.
pub struct Night {
    info: GameInfo,
    ledger: Ledger,
    /// See [`Night::faulty`].
    faulty: bool,
}

impl Night {
    /// The game.
    pub fn new() -> Night {
        let files = DataDir::embedded("night", &[(LEDGER_FILE, include_str!("night/rules.toml"))]);
        let scenario = ScenarioInfo {
            id: "march".into(),
            title: "The night march".into(),
            blurb: "Three counters a side, one road.".into(),
            turns: TURNS.into(),
            minutes: 5,
            difficulty: 1,
            options: Vec::new(),
        };
        let info = GameInfo {
            id: "night".into(),
            title: "The Night March".into(),
            blurb: "An example of a game that is planned.".into(),
            rules: 1,
            scenarios: vec![scenario],
        };
        Night { info, ledger: Ledger::load(&files).expect("the built-in ledger is tested"), faulty: false }
    }

    /// The same game with a fault in its rules: they panic when somebody names the slot `fault`. For tests of what stands around a game.
    pub fn faulty() -> Night {
        let mut night = Night { faulty: true, ..Night::new() };
        night.info.id = "faulty".into();
        night
    }

    /// 3.1, 3.2: everything marches, one counter and one space after the other.
    fn march(&self, s: &mut State, counter: Counter, path: &[u8], dice: &mut Dice, log: &mut Log) {
        for to in path {
            let Some(from) = s.unit(counter).at else { return };
            s.units[counter.0 as usize].at = Some(*to);
            let what = What::Move { counter: counter.word(), from: show::space(from), to: show::space(*to) };
            log.add(|| Event::new(Case("2.1"), what, format!("{} marches to {}", counter.word(), show::space(*to))));
            while let Some(enemy) = s.there(counter.side().other(), *to) {
                self.fight(s, [counter, enemy], dice, log);
                if s.unit(counter).at.is_none() {
                    return;
                }
            }
        }
    }

    /// 3.2.
    fn fight(&self, s: &mut State, both: [Counter; 2], dice: &mut Dice, log: &mut Log) {
        let sums = both.map(|c| {
            let value = dice.d6(Case("3.2"));
            log.add(|| {
                let what = What::Roll { side: c.side(), die: 6, value };
                Event::new(Case("3.2"), what, format!("{} rolls {value}", c.word()))
            });
            s.units[c.0 as usize].known = true;
            value + s.unit(c).strength
        });
        for (n, c) in both.into_iter().enumerate().filter(|(n, _)| sums[*n] <= sums[1 - n]) {
            s.units[c.0 as usize].at = None;
            let what = What::Loss { counter: c.word(), at: String::new(), steps: s.units[n].strength, gone: true };
            log.add(|| Event::new(Case("3.2"), what, format!("{} is removed", c.word())));
        }
    }

    /// 4.1: own counters on the enemy's half of the road.
    fn beyond(&self, s: &State, side: Side) -> usize {
        let middle = SPACES / 2;
        let over = |at: u8| if side == Side::Axis { at > middle } else { at < middle };
        Counter::all().filter(|c| c.side() == side && s.unit(*c).at.is_some_and(over)).count()
    }
}

impl Default for Night {
    fn default() -> Night {
        Night::new()
    }
}

impl Printed for Night {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn data(&self) -> Value {
        Value::Null
    }

    fn data_hash(&self) -> &str {
        "night"
    }
}

impl Rules for Night {
    type State = State;
    /// Nothing is done by actions.
    type Action = crate::plan::Never;
    type Plans = Orders;

    /// 3.3.
    fn setup(&self, _scenario: &str, _options: &Options, dice: &mut Dice, _log: &mut Log) -> State {
        let start = |n: usize| if n < COUNTERS as usize { 0 } else { SPACES - 1 };
        let units =
            std::array::from_fn(|n| Unit { at: Some(start(n)), strength: dice.roll(Case("3.3"), 3), known: false });
        State { turn: 1, points: [POINTS; 2], units }
    }

    /// 4.1.
    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.turn <= TURNS {
            return None;
        }
        let [axis, soviet] = Side::BOTH.map(|side| self.beyond(state, side));
        let winner = match axis.cmp(&soviet) {
            std::cmp::Ordering::Greater => Some(Side::Axis),
            std::cmp::Ordering::Less => Some(Side::Soviet),
            std::cmp::Ordering::Equal => None,
        };
        let text = winner.map_or("nobody wins".into(), |side| format!("the {side} player wins"));
        let score = Some(axis as i32 - soviet as i32);
        Some(Outcome { winner, level: "march".into(), score, case: Case("4.1"), text })
    }

    fn turn(&self, state: &State) -> u32 {
        u32::from(state.turn.min(TURNS))
    }
}

impl Redacts for Night {
    fn redact(&self, state: &State, viewer: Viewer) -> State {
        let mut seen = state.clone();
        for c in Counter::all().filter(|c| !viewer.knows(c.side()) && !state.unit(*c).known) {
            seen.units[c.0 as usize].strength = 0;
        }
        seen
    }
}

impl Shows for Night {
    fn view(&self, seen: &Seen<State>) -> View {
        self.picture(seen, seen.viewer())
    }
}

impl Sheets for Night {
    fn sheet(&self, _scenario: &str) -> Sheet {
        show::sheet()
    }
}

impl Asks for Night {
    fn prompt(&self, _seen: &Seen<State>, _side: Side) -> Prompt {
        Prompt::new(Case("1.1"), "Order your counters and bid for the first move.")
    }
}

impl Plays for Night {}

impl Arranges for Night {
    fn arrange(&self, _state: &mut State, _given: &Given) -> Result<(), Vec<String>> {
        Ok(())
    }
}

impl Facts for Night {
    fn facts(&self, seen: &Seen<State>) -> Value {
        self.words(seen, seen.viewer())
    }
}

impl Samples for Night {
    /// 3.3: a strength that nobody has seen is any of the three.
    fn sample(&self, seen: &Seen<State>, side: Side, rng: &mut Pcg32) -> State {
        let mut state = seen.state().clone();
        for c in Counter::all().filter(|c| c.side() != side && !seen.unit(*c).known) {
            state.units[c.0 as usize].strength = rng.below(3) as u8 + 1;
        }
        state
    }
}

impl Evaluates for Night {
    /// The score of 4.1, in counters.
    fn evaluate(&self, seen: &Seen<State>, side: Side) -> i32 {
        self.beyond(seen, side) as i32 - self.beyond(seen, side.other()) as i32
    }
}

impl Thinks for Night {}

crate::only_plans!(Night);
