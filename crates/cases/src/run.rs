//! Playing a test.

use crate::check::Scene;
use crate::compare::say_action;
use crate::setups::{self, Setups};
use crate::{CaseFile, Checks, Deed, Doing, Refused, Test, TestVerdict, names};
use kessel_kernel::plan::{COMMIT, Draft, PlanError};
use kessel_kernel::{ActError, AnyGame, Asked, Dice, Event, Given, Log, Options, Refusal, Seed, Session, Side, Viewer};
use serde_json::Value;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// More actions than any `until` needs.
const ENDLESS: usize = 10_000;

/// A test of a game that nobody knows.
pub(crate) fn no_game(file: &CaseFile, test: &Test) -> TestVerdict {
    verdict(file, test, vec![format!("there is no game {}", file.game)])
}

/// Plays one test. A panic of the game is a failure of this test only.
pub(crate) fn run(file: &CaseFile, test: &Test, game: &dyn AnyGame, setups: &Setups) -> TestVerdict {
    let played = catch_unwind(AssertUnwindSafe(|| {
        let mut failures = ledger_faults(test, game);
        let changed = match on_ground(file, test, game) {
            Ok(changed) => changed,
            Err(wrong) => return [failures, wrong].concat(),
        };
        match Player::start(file, test, changed.as_deref().unwrap_or(game), setups) {
            Ok(mut player) => {
                player.play();
                failures.append(&mut player.failures);
            }
            Err(mut wrong) => failures.append(&mut wrong),
        }
        failures
    }));
    verdict(file, test, played.unwrap_or_else(|panic| vec![panic_words(panic.as_ref())]))
}

fn verdict(file: &CaseFile, test: &Test, failures: Vec<String>) -> TestVerdict {
    let failures = failures.iter().map(|why| format!("{}: \"{}\": {why}", file.name, test.title)).collect();
    TestVerdict { title: test.title.clone(), line: test.line, cases: test.cases.clone(), failures }
}

fn panic_words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("the game broke down: {}", text.unwrap_or("it panicked"))
}

/// Cases that the ledger does not have.
fn ledger_faults(test: &Test, game: &dyn AnyGame) -> Vec<String> {
    let (ledger, id) = (game.ledger(), &game.info().id);
    let mut out = Vec::new();
    for case in test.cases.iter().filter(|case| ledger.get(case).is_none()) {
        let parts: Vec<_> = ledger.within(case).map(|part| part.id.as_str()).collect();
        out.push(match parts.as_slice() {
            [] => format!("cases: the ledger of {id} has no case {case}"),
            parts => format!("cases: {case} is a section of the ledger; name its cases: {}", parts.join(", ")),
        });
    }
    for (n, step) in (1..).zip(&test.play) {
        if let Doing::Act { refused: Some(refused), .. } = &step.what
            && let Some(case) = refused.case.as_ref().filter(|case| !ledger.covers(case))
        {
            out.push(format!("step {n} (line {}): the ledger of {id} has no case {case}", step.line));
        }
    }
    out
}

struct Player<'a> {
    test: &'a Test,
    game: &'a dyn AnyGame,
    session: Box<dyn Session>,
    /// The dice to come; unused where they come from a seed.
    script: VecDeque<u8>,
    seed: Option<Seed>,
    rolled: u64,
    events: Vec<Event>,
    told: Vec<(Side, String)>,
    /// The counters that the test expects to be gone, by id or by what is printed on them, and the ids of those that were there at some time.
    leaving: BTreeSet<&'a str>,
    counters: BTreeMap<&'a str, String>,
    /// The cases that the log cited, each looked up once.
    cited: BTreeSet<&'static str>,
    /// Something was done already.
    acted: bool,
    failures: Vec<String>,
}

/// Every counter that the test expects to be gone at some time.
fn leaving(test: &Test) -> BTreeSet<&str> {
    let steps = test.play.iter().flat_map(|step| &step.then.gone);
    steps.chain(&test.then.gone).map(String::as_str).collect()
}

/// The game on the map that the test gives, if it gives another than the printed one.
fn on_ground(file: &CaseFile, test: &Test, game: &dyn AnyGame) -> Result<Option<Arc<dyn AnyGame>>, Vec<String>> {
    if !test.given.changes_the_map() {
        return Ok(None);
    }
    let scenario = setups::scenario(file, game).map_err(|why| vec![why])?;
    let changed = game.on_ground(scenario, &test.given);
    changed.map(Some).map_err(|wrong| not_understood(test, &wrong))
}

/// What a game does not understand of the position, each with its line.
fn not_understood(test: &Test, wrong: &[String]) -> Vec<String> {
    wrong.iter().map(|why| format!("given (line {}): {why}", test.stands.line_of(why))).collect()
}

/// Puts the position on the table. What is not understood may be the name on a counter's face.
fn arrange(session: &mut dyn Session, given: &Given) -> Result<(), Vec<String>> {
    let Err(wrong) = session.arrange(given) else { return Ok(()) };
    match names::by_id(session, given) {
        Ok(Some(named)) => session.arrange(&named),
        Ok(None) => Err(wrong),
        Err(several) => Err([wrong, vec![several]].concat()),
    }
}

/// The plan that an action commits, if it is one that commits a plan.
fn committed(action: &Value) -> Result<Option<Draft>, ActError> {
    let Some(plan) = action.as_object().filter(|verbs| verbs.len() == 1).and_then(|verbs| verbs.get(COMMIT)) else {
        return Ok(None);
    };
    let wrong =
        |error: serde_json::Error| ActError::Unreadable(format!("a plan is a table of slots and orders: {error}"));
    serde_json::from_value(plan.clone()).map(Some).map_err(wrong)
}

/// The play cannot go on; the reason is among the failures.
struct Stop;

impl<'a> Player<'a> {
    fn start(
        file: &CaseFile,
        test: &'a Test,
        game: &'a dyn AnyGame,
        setups: &Setups,
    ) -> Result<Player<'a>, Vec<String>> {
        let setup = setups.of(file, test, game).map_err(|why| vec![why])?;
        let seed = Seed::from_number(test.given.seed.unwrap_or(0));
        let scripted = !test.given.dice.is_empty() || test.play.iter().any(|step| !step.dice.is_empty());
        let mut player = Player {
            test,
            game,
            session: setup.session.fork(),
            script: test.given.dice.iter().copied().collect(),
            seed: test.given.seed.filter(|_| !scripted).map(|_| seed),
            rolled: setup.rolled,
            // A test that plays nothing is about the set-up; any other is about its play.
            events: if test.play.is_empty() { setup.events.clone() } else { Vec::new() },
            told: Vec::new(),
            leaving: leaving(test),
            counters: BTreeMap::new(),
            cited: BTreeSet::new(),
            acted: false,
            failures: Vec::new(),
        };
        player.note_counters();
        let words = Given { dice: Vec::new(), seed: None, options: Options::default(), ..test.given.clone() };
        if words != Given::default() {
            let arranged = arrange(player.session.as_mut(), &test.given);
            arranged.map_err(|wrong| not_understood(test, &wrong))?;
            player.note_counters();
        }
        Ok(player)
    }

    fn play(&mut self) {
        let before = self.test.before.failures(&self.scene(0));
        self.failures.extend(before.iter().map(|why| format!("before: {why}")));
        for (n, step) in (1..).zip(&self.test.play) {
            let at = format!("step {n} (line {})", step.line);
            self.script.extend(&step.dice);
            let before = self.events.len();
            let done = match &step.what {
                Doing::Act { side, action, refused: None } => {
                    let action = names::action(self.session.as_ref(), action);
                    self.allowed(&at, *side, &action)
                }
                Doing::Act { side, action, refused: Some(refused) } => {
                    let action = names::action(self.session.as_ref(), action);
                    self.refused(&at, *side, &action, refused)
                }
                Doing::Auto { actions, until } => self.auto(&at, actions, until),
            };
            self.note_counters();
            self.unknown_cases(&at, before);
            if done.is_err() {
                return;
            }
            self.hold(&at, step, before);
        }
        let then = &self.test.then;
        let failures = then.failures(&self.scene(0));
        self.failures.extend(failures.iter().map(|why| format!("then: {why}")));
        if !then.spare_dice && then.dice_left.is_none() && !self.script.is_empty() {
            let left: Vec<_> = self.script.iter().map(u8::to_string).collect();
            self.failures.push(format!("then: scripted dice that nobody rolled: {}", left.join(", ")));
        }
    }

    fn hold(&mut self, at: &str, step: &Deed, before: usize) {
        if !step.then.is_empty() {
            let failures = step.then.failures(&self.scene(before));
            self.failures.extend(failures.iter().map(|why| format!("{at}: {why}")));
        }
    }

    /// Does an action that the rules must allow.
    fn allowed(&mut self, at: &str, side: Side, action: &Value) -> Result<(), Stop> {
        let offered = self.is_offered(side, action);
        let words = say_action(action);
        match self.act(side, action) {
            Ok(()) => {
                if !offered {
                    self.failures.push(format!("{at}: \"{words}\" was allowed, but it is not among the offers"));
                }
                Ok(())
            }
            Err(ActError::Refused(refusal)) => {
                let said =
                    format!("expected that the {side} side may do \"{words}\", found it refused under {refusal}");
                self.told.push((side, refusal.to_string()));
                self.stop(at, said)
            }
            Err(error) => self.stop(at, format!("the {side} side's \"{words}\": {error}")),
        }
    }

    /// Tries an action that the rules must refuse.
    fn refused(&mut self, at: &str, side: Side, action: &Value, expected: &Refused) -> Result<(), Stop> {
        let offered = self.is_offered(side, action);
        let words = say_action(action);
        let before = self.session.fork();
        let refusal = match self.act(side, action) {
            Err(ActError::Refused(refusal)) => refusal,
            Err(error) => return self.stop(at, format!("the {side} side's \"{words}\": {error}")),
            Ok(()) => {
                let under = expected.case.as_ref().map_or(String::new(), |case| format!(" under {case}"));
                let why = format!("expected \"{words}\" to be refused{under}, found it allowed");
                return self.stop(at, why);
            }
        };
        let mut wrong = Vec::new();
        if let Some(case) = expected.case.as_ref().filter(|case| !refusal.case.within(case)) {
            wrong.push(format!("expected \"{words}\" to be refused under {case}, found {refusal}"));
        }
        if let Some(part) = expected.why.as_ref().filter(|part| !refusal.why.contains(part.as_str())) {
            wrong.push(format!("expected the refusal of \"{words}\" to say \"{part}\", found \"{}\"", refusal.why));
        }
        if !self.game.ledger().covers(refusal.case.id()) {
            wrong.push(format!("\"{words}\" is refused under {}, which the ledger does not have", refusal.case));
        }
        if !self.session.looks_like(before.as_ref(), Viewer::Umpire) {
            wrong.push(format!("\"{words}\" was refused, but it changed the position"));
        }
        if offered {
            wrong.push(format!("\"{words}\" is refused, but it is among the offers"));
        }
        self.checks_alike(side, action, &refusal, &mut wrong);
        self.failures.extend(wrong.iter().map(|why| format!("{at}: {why}")));
        self.told.push((side, refusal.to_string()));
        Ok(())
    }

    fn checks_alike(&self, side: Side, action: &Value, refusal: &Refusal, wrong: &mut Vec<String>) {
        let planned = matches!(committed(action), Ok(Some(_)));
        if !planned && self.session.check(side, action) != Err(ActError::Refused(refusal.clone())) {
            wrong.push(format!("\"{}\": doing it is refused otherwise than asking for it", say_action(action)));
        }
    }

    /// Whoever is asked does the first action that is offered, until something holds.
    fn auto(&mut self, at: &str, actions: &[Value], until: &Checks) -> Result<(), Stop> {
        // After an action it may be meant for a position that passes by itself or not; before any, nobody can mean it.
        if !self.acted && until.failures(&self.scene(0)).is_empty() {
            let why = "`until` holds already, so nothing would be done: name what is to come, or leave the entry out";
            return self.stop(at, why.into());
        }
        // One that the game cannot read would simply never be offered.
        for action in actions.iter().filter(|action| !matches!(committed(action), Ok(Some(_)))) {
            if let Err(error) = self.session.tidy(action) {
                return self.stop(at, format!("\"{}\": {error}", say_action(action)));
            }
        }
        for _ in 0..ENDLESS {
            if until.failures(&self.scene(0)).is_empty() {
                return Ok(());
            }
            let Some(side) = self.session.to_act().first() else {
                return self.stop(at, "the game ended before `until` held".into());
            };
            let Some(action) = actions.iter().find(|action| self.is_offered(side, action)) else {
                let prompt = self.session.offers(side).prompt;
                let words: Vec<_> = actions.iter().map(say_action).collect();
                let asked = format!("the {side} side is asked: {} ({})", prompt.text, prompt.case);
                return self.stop(at, format!("{asked}; \"{}\" is not offered", words.join("\" or \"")));
            };
            self.allowed(at, side, action)?;
        }
        self.stop(at, format!("`until` did not hold after {ENDLESS} actions"))
    }

    fn act(&mut self, side: Side, action: &Value) -> Result<(), ActError> {
        let mut dice = match &self.seed {
            Some(seed) => Dice::seeded(seed, self.rolled),
            None => Dice::scripted(self.script.iter().copied()),
        };
        let mut log = Log::new();
        match committed(action)? {
            Some(draft) => self.commit(side, &draft, &mut dice, &mut log)?,
            None => self.session.act(side, action, &mut dice, &mut log).map(|_| ())?,
        }
        self.rolled += dice.rolled() as u64;
        if self.seed.is_none() {
            self.script.drain(..dice.rolled());
        }
        self.events.extend(log.take());
        self.acted = true;
        Ok(())
    }

    /// Commits a plan, as `{ commit = { slot = order } }` says it.
    fn commit(&mut self, side: Side, draft: &Draft, dice: &mut Dice, log: &mut Log) -> Result<(), ActError> {
        let refused = |error: PlanError| match error {
            PlanError::Refused { refusal, .. } => ActError::Refused(refusal),
            other => ActError::Unreadable(other.to_string()),
        };
        let plan = self.session.complete(side, draft).map_err(refused)?;
        self.session.commit(side, &plan, dice, log).map_err(refused)?;
        dice.fault().cloned().map_or(Ok(()), |fault| Err(ActError::Dice(fault)))
    }

    /// A plan is asked for rather than offered.
    fn is_offered(&self, side: Side, action: &Value) -> bool {
        match committed(action) {
            Ok(Some(draft)) => self.session.planners().includes(side) && self.session.complete(side, &draft).is_ok(),
            _ => self.session.is_offered(side, action).unwrap_or(false),
        }
    }

    /// Events under cases that the ledger does not have, each case once.
    fn unknown_cases(&mut self, at: &str, from: usize) {
        for event in &self.events[from..] {
            let case = event.case.id();
            if self.cited.insert(case) && !self.game.ledger().covers(case) {
                self.failures.push(format!("{at}: the log cites {case}, which the ledger does not have"));
            }
        }
    }

    fn note_counters(&mut self) {
        let missing: Vec<&'a str> =
            self.leaving.iter().copied().filter(|name| !self.counters.contains_key(name)).collect();
        if missing.is_empty() {
            return;
        }
        let facts = self.session.facts_asked(Viewer::Umpire, &Asked::default().counters(missing.iter().copied()));
        for name in missing {
            if facts["counters"].get(name).is_some() {
                self.counters.insert(name, name.to_owned());
                continue;
            }
            match names::counter(self.session.as_ref(), name) {
                Ok(Some(id)) => drop(self.counters.insert(name, id)),
                Ok(None) => {}
                Err(several) => {
                    self.failures.push(several);
                    self.counters.insert(name, name.to_owned());
                }
            }
        }
    }

    fn scene(&self, from: usize) -> Scene<'_> {
        Scene {
            game: self.game,
            session: self.session.as_ref(),
            events: &self.events[from..],
            all: &self.events,
            told: &self.told,
            counters: &self.counters,
            dice_left: self.script.len(),
        }
    }

    fn stop(&mut self, at: &str, why: String) -> Result<(), Stop> {
        self.failures.push(format!("{at}: {why}"));
        Err(Stop)
    }
}
