//! The toy game with one fault.

use kessel_kernel::data::Ledger;
use kessel_kernel::facets::*;
use kessel_kernel::toy::{Action, State, Toy};
use kessel_kernel::{
    Aim, Case, Consulted, Derived, Dice, Event, GameInfo, Given, Log, Marching, Offer, Options, Outcome, Prompt,
    Refusal, Seen, Sheet, Side, ToAct, View, Viewer, What,
};
use kessel_trial::Chance;
use rand_pcg::Pcg32;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is wrong.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing.
    None,
    /// Offers what is not allowed.
    OffersUnchecked,
    /// Never offers an attack.
    OffersWithhold,
    /// Says that an action is about another space than its words do.
    AimsElsewhere,
    /// Offers the same twice.
    OffersTwice,
    /// Offers something to whoever is not asked.
    OffersToAll,
    /// `why` says yes to everything.
    WhyAllows,
    /// `why` says no to everything.
    WhyRefuses,
    /// `why` has other words than `check`.
    WhyOtherwise,
    /// A refusal without words.
    WhyMute,
    /// `why` cites a case that does not exist.
    WhyUnlisted,
    /// So does the log.
    LogUnlisted,
    /// Nothing is told.
    LogMute,
    /// The game changes if somebody listens.
    LogMatters,
    /// A game that is over has no outcome.
    NoOutcome,
    /// A game that goes on has one.
    EarlyOutcome,
    /// Actions do nothing.
    Endless,
    /// Every action is read as 'done'.
    Misread,
    /// How an action is read depends on the position: a step is one only while a counter is taken up.
    ReadsByPosition,
    /// What an action does depends on what was told before it.
    LogRemembers,
    /// The position depends on something that no journal has.
    Clock,
    /// The position has something that is not written down.
    Forgetful,
    /// What is kept beside the position is not worked out anew when it is read, and the offers depend on it.
    StaleOffers,
    /// So do the facts.
    StaleFacts,
    /// So does what an action does.
    StalePlay,
    /// Nothing is hidden.
    LeakRedact,
    /// To hide twice hides more.
    HideTwice,
    /// The view shows secrets, out of what is kept beside the position.
    LeakView,
    /// So do the facts.
    LeakFacts,
    /// A refusal tells a secret.
    LeakCheck,
    /// `why` does.
    LeakWhy,
    /// The order of the offers does.
    LeakOffers,
    /// An event does.
    LeakEvent,
    /// The position after an action does.
    LeakAfter,
    /// That an action can be undone does.
    LeakUndo,
    /// A sample is another position to its side.
    SampleOther,
    /// A sample is what was seen, stand-ins and all.
    SampleStandIns,
    /// A position is worth as much to one side as to the other.
    WorthSelfish,
    /// A win is worth less than nothing.
    WorthBlind,
    /// A counter shows a state that has no words.
    Wordless,
    /// A counter has a mark that nobody draws.
    Unmarked,
    /// Counters stand nowhere, if that is asked without a view.
    StandsNowhere,
    /// Who is in the middle of a march is said to be elsewhere.
    MarchesElsewhere,
}

/// A position of the toy, and what its faults need.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    pub toy: State,
    clock: u64,
    #[serde(skip)]
    forgotten: u64,
    beside: Derived<Beside>,
}

/// Kept beside a position and no part of it.
#[derive(Copy, Clone, Debug, Default)]
struct Beside {
    /// False when it was read back.
    fresh: bool,
    /// What should have been hidden.
    secret: u64,
}

static TOY: LazyLock<Toy> = LazyLock::new(Toy::new);
static TICKS: AtomicU64 = AtomicU64::new(1);

/// The phase, as facts have it.
pub fn phase(state: &Position) -> String {
    TOY.facts(&TOY.see(&state.toy, Viewer::Umpire))["phase"].as_str().expect("a word").to_owned()
}

/// Reads an action without any fault.
pub fn read(state: &Position, value: &Value) -> Action {
    TOY.read_action(&state.toy, value).expect("an action")
}

/// The counters of a side that lie face down: three counters a side, the Axis first.
fn hidden(units: &mut Value, side: Side) -> impl Iterator<Item = &mut Value> {
    let units = units.as_array_mut().expect("a list").iter_mut();
    units.skip(3 * side.index()).take(3).filter(|unit| unit["known"] == false).map(|unit| &mut unit["strength"])
}

/// The same position with other strengths of `side`.
pub fn other_secrets(state: &Position, side: Side, chance: &mut Chance) -> Position {
    let mut toy = serde_json::to_value(&state.toy).expect("plain data");
    hidden(&mut toy["units"], side).for_each(|strength| *strength = json!(2 + chance.below(3)));
    Position { toy: serde_json::from_value(toy).expect("reads back"), ..state.clone() }
}

/// A number that only the other side knows.
fn secret(state: &Position, side: Side) -> u64 {
    let mut toy = serde_json::to_value(&state.toy).expect("plain data");
    hidden(&mut toy["units"], side.other()).filter_map(|strength| strength.as_u64()).sum()
}

/// What the toy sees of it: to hide twice hides no more.
fn toys(seen: &Seen<Position>) -> Seen<State> {
    TOY.see(&seen.toy, seen.viewer())
}

/// Is a counter taken up that can step?
fn can_step(state: &Position) -> bool {
    let mut offers = Vec::new();
    Side::BOTH.iter().for_each(|side| TOY.offers(&state.toy, *side, &mut offers));
    offers.iter().any(|action| matches!(action, Action::Step(_)))
}

/// The toy with a fault.
pub struct Broken {
    pub fault: Fault,
}

impl Broken {
    pub fn new(fault: Fault) -> Broken {
        Broken { fault }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn with(&self, toy: State) -> Position {
        Position { toy, clock: 0, forgotten: 0, beside: Derived(Beside { fresh: true, secret: 0 }) }
    }
}

impl Printed for Broken {
    fn info(&self) -> &GameInfo {
        TOY.info()
    }

    fn ledger(&self) -> &Ledger {
        TOY.ledger()
    }

    fn data(&self) -> Value {
        TOY.data()
    }

    fn data_hash(&self) -> &str {
        TOY.data_hash()
    }
}

impl Rules for Broken {
    type State = Position;
    type Action = Action;
    type Plans = kessel_kernel::plan::NoPlans;

    fn setup(&self, scenario: &str, options: &Options, dice: &mut Dice, log: &mut Log) -> Position {
        let mut mute = Log::silent();
        let log = if self.has(Fault::LogMute) { &mut mute } else { log };
        self.with(TOY.setup(scenario, options, dice, log))
    }

    fn outcome(&self, state: &Position) -> Option<Outcome> {
        let early =
            Outcome { winner: None, level: "early".into(), score: None, case: Case("7.1"), text: String::new() };
        match self.fault {
            Fault::NoOutcome => None,
            Fault::EarlyOutcome => Some(early),
            _ => TOY.outcome(&state.toy),
        }
    }

    fn turn(&self, state: &Position) -> u32 {
        TOY.turn(&state.toy)
    }
}

impl Acts for Broken {
    fn to_act(&self, state: &Position) -> ToAct {
        TOY.to_act(&state.toy)
    }

    fn check(&self, state: &Position, side: Side, action: Action) -> Result<(), Refusal> {
        TOY.check(&state.toy, side, action).map_err(|no| match self.fault {
            Fault::WhyMute => Refusal::new(no.case, ""),
            Fault::LeakCheck => Refusal::new(no.case, format!("the enemy has {}", secret(state, side))),
            _ => no,
        })
    }

    fn why(&self, state: &Position, side: Side, action: Action) -> Vec<Consulted> {
        let mut why = TOY.why(&state.toy, side, action);
        for rule in &mut why {
            match self.fault {
                Fault::WhyAllows => rule.allows = true,
                Fault::WhyRefuses => rule.allows = false,
                Fault::WhyOtherwise => rule.why.push_str(", perhaps"),
                Fault::WhyMute => rule.why.clear(),
                Fault::WhyUnlisted if rule.allows => rule.case = Case("99.9"),
                Fault::LeakWhy => rule.why = format!("the enemy has {}", secret(state, side)),
                _ => {}
            }
        }
        why
    }

    fn apply_unchecked(&self, state: &mut Position, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        if self.has(Fault::Endless) || self.check(state, side, action).is_err() {
            return;
        }
        let known = secret(state, side);
        let unlisted = if self.has(Fault::LogUnlisted) { Some(Case("99.9")) } else { None };
        let told = if self.has(Fault::LeakEvent) { Some(Case("1.3")) } else { None };
        if let Some(case) = unlisted.or(told) {
            log.add(|| Event::new(case, What::Note, format!("the enemy has {known}")));
        }
        match self.fault {
            Fault::LogMatters => log.add(|| {
                state.clock += 1;
                Event::new(Case("1.3"), What::Note, "somebody listens")
            }),
            Fault::StalePlay => state.clock += u64::from(!state.beside.fresh),
            Fault::LogRemembers => state.clock += u64::from(!log.events().is_empty()),
            Fault::Clock => state.clock = TICKS.fetch_add(1, Ordering::Relaxed),
            Fault::Forgetful => state.forgotten += 1,
            Fault::LeakAfter => state.clock = known,
            Fault::LeakUndo if known % 2 == 1 => log.reveal(),
            _ => {}
        }
        let mut mute = Log::silent();
        let log = if self.has(Fault::LogMute) { &mut mute } else { log };
        TOY.apply_unchecked(&mut state.toy, side, action, dice, log);
    }

    fn offers(&self, state: &Position, side: Side, out: &mut Vec<Action>) {
        let asked = self.to_act(state).includes(side);
        TOY.offers(&state.toy, side, out);
        match self.fault {
            Fault::OffersUnchecked if asked => {
                let lose = TOY.read_action(&state.toy, &json!({"lose": "A1"})).expect("an action");
                if !out.contains(&lose) {
                    out.push(lose);
                }
            }
            Fault::OffersWithhold => out.retain(|action| !matches!(action, Action::Attack { .. })),
            Fault::OffersTwice => out.extend(out.first().copied()),
            Fault::OffersToAll if !asked => out.push(Action::Done),
            Fault::StaleOffers if !state.beside.fresh => out.reverse(),
            Fault::LeakOffers if secret(state, side) % 2 == 1 => out.reverse(),
            _ => {}
        }
    }
}

impl Writes for Broken {
    fn read_action(&self, state: &Position, value: &Value) -> Result<Action, String> {
        let read = TOY.read_action(&state.toy, value);
        match (self.fault, &read) {
            (Fault::Misread, _) => Ok(Action::Done),
            (Fault::ReadsByPosition, Ok(Action::Step(_))) if !can_step(state) => Err("no counter is taken up".into()),
            _ => read,
        }
    }

    fn write_action(&self, state: &Position, action: Action) -> Value {
        TOY.write_action(&state.toy, action)
    }
}

impl Redacts for Broken {
    fn redact(&self, state: &Position, viewer: Viewer) -> Position {
        let viewer = if self.has(Fault::LeakRedact) { Viewer::Umpire } else { viewer };
        let clock = state.clock + u64::from(self.has(Fault::HideTwice));
        let secret = viewer.side().map_or(0, |side| secret(state, side));
        let beside = Derived(Beside { secret, ..*state.beside });
        Position { toy: TOY.redact(&state.toy, viewer), clock, beside, ..state.clone() }
    }
}

impl Shows for Broken {
    fn view(&self, seen: &Seen<Position>) -> View {
        let mut view = TOY.view(&toys(seen));
        if self.has(Fault::LeakView) {
            view.turn.label = format!("the enemy has {}", seen.beside.secret);
        }
        if self.has(Fault::Wordless) {
            view.counters.iter_mut().for_each(|counter| counter.flags.insert(0, "dreaming".into()));
        }
        if self.has(Fault::Unmarked) {
            view.counters.iter_mut().for_each(|counter| counter.face.symbol = "elephants".into());
        }
        view
    }

    fn standing(&self, seen: &Seen<Position>, side: Side) -> Vec<String> {
        if self.has(Fault::StandsNowhere) { Vec::new() } else { TOY.standing(&toys(seen), side) }
    }
}

impl Sheets for Broken {
    fn sheet(&self, scenario: &str) -> Sheet {
        TOY.sheet(scenario)
    }
}

impl Asks for Broken {
    fn prompt(&self, seen: &Seen<Position>, side: Side) -> Prompt {
        TOY.prompt(&toys(seen), side)
    }
}

impl Says for Broken {
    fn describe(&self, seen: &Seen<Position>, side: Side, action: Action) -> Offer {
        TOY.describe(&toys(seen), side, action)
    }

    fn aim(&self, seen: &Seen<Position>, side: Side, action: Action) -> Aim {
        let aim = TOY.aim(&toys(seen), side, action);
        if self.has(Fault::AimsElsewhere) { Aim { space: Some("elsewhere".into()), ..aim } } else { aim }
    }
}

impl Plays for Broken {
    fn marching(&self, state: &Position) -> Option<Marching> {
        let marching = TOY.marching(&state.toy)?;
        let elsewhere = self.has(Fault::MarchesElsewhere);
        Some(if elsewhere { Marching { at: "elsewhere".into(), ..marching } } else { marching })
    }
}

impl Arranges for Broken {
    fn arrange(&self, state: &mut Position, given: &Given) -> Result<(), Vec<String>> {
        TOY.arrange(&mut state.toy, given)
    }
}

impl Facts for Broken {
    fn facts(&self, seen: &Seen<Position>) -> Value {
        let mut facts = TOY.facts(&toys(seen));
        match self.fault {
            Fault::StaleFacts => facts["beside"] = json!(seen.beside.fresh),
            Fault::LeakFacts => facts["beside"] = json!(seen.beside.secret),
            _ => {}
        }
        facts
    }
}

impl Samples for Broken {
    fn sample(&self, seen: &Seen<Position>, side: Side, rng: &mut Pcg32) -> Position {
        let toy = if self.has(Fault::SampleStandIns) { seen.toy.clone() } else { TOY.sample(&toys(seen), side, rng) };
        let clock = seen.clock + u64::from(self.has(Fault::SampleOther));
        Position { toy, clock, beside: Derived(Beside { fresh: true, secret: 0 }), ..seen.state().clone() }
    }
}

impl Evaluates for Broken {
    fn evaluate(&self, seen: &Seen<Position>, side: Side) -> i32 {
        let worth = TOY.evaluate(&toys(seen), side);
        match self.fault {
            Fault::WorthSelfish => worth.abs(),
            Fault::WorthBlind if TOY.outcome(&seen.toy).is_some() => -worth,
            _ => worth,
        }
    }
}

impl Thinks for Broken {}
