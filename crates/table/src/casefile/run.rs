//! Playing a test.

use super::check::Scene;
use super::compare::say_action;
use super::{CaseFile, Checks, Doing, Refused, Step, Test, TestVerdict};
use crate::{ActError, AnyGame, Dice, Event, Given, Log, Options, Refusal, Seed, Session, Side, Viewer};
use serde_json::Value;
use std::any::Any;
use std::collections::{BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// More actions than any `until` needs.
const ENDLESS: usize = 10_000;

/// A test of a game that nobody knows.
pub(super) fn no_game(file: &CaseFile, test: &Test) -> TestVerdict {
    verdict(file, test, vec![format!("there is no game {}", file.game)])
}

/// Plays one test. A panic of the game is a failure of this test only.
pub(super) fn run(file: &CaseFile, test: &Test, game: &dyn AnyGame) -> TestVerdict {
    let played = catch_unwind(AssertUnwindSafe(|| {
        let mut failures = ledger_faults(test, game);
        match Player::start(file, test, game) {
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
            && !ledger.covers(&refused.case)
        {
            out.push(format!("step {n} (line {}): the ledger of {id} has no case {}", step.line, refused.case));
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
    counters: BTreeSet<String>,
    unknown: BTreeSet<&'static str>,
    failures: Vec<String>,
}

/// The play cannot go on; the reason is among the failures.
struct Stop;

impl<'a> Player<'a> {
    fn start(file: &CaseFile, test: &'a Test, game: &'a dyn AnyGame) -> Result<Player<'a>, Vec<String>> {
        let scenario = match (&file.scenario, game.info().scenarios.first()) {
            (Some(id), _) => id,
            (None, Some(first)) => &first.id,
            (None, None) => return Err(vec![format!("{} has no scenario", file.game)]),
        };
        let seed = Seed::from_number(test.given.seed.unwrap_or(0));
        let mut dice = match &test.setup_dice {
            Some(script) => Dice::scripted(script.iter().copied()),
            None => Dice::seeded(&seed, 0),
        };
        let mut log = Log::new();
        let started = game.start(scenario, &test.options, &mut dice, &mut log);
        let session = started.map_err(|error| vec![format!("the set-up: {error}")])?;
        if let Some(fault) = dice.fault() {
            return Err(vec![format!("the set-up: {fault}")]);
        }
        if dice.left() > 0 {
            return Err(vec![format!("the set-up: {} of its scripted dice are left over", dice.left())]);
        }
        let scripted = !test.given.dice.is_empty() || test.play.iter().any(|step| !step.dice.is_empty());
        let mut player = Player {
            test,
            game,
            session,
            script: test.given.dice.iter().copied().collect(),
            seed: test.given.seed.filter(|_| !scripted).map(|_| seed),
            rolled: dice.rolled() as u64,
            // A test that plays nothing is about the set-up; any other is about its play.
            events: if test.play.is_empty() { log.take() } else { Vec::new() },
            told: Vec::new(),
            counters: BTreeSet::new(),
            unknown: BTreeSet::new(),
            failures: Vec::new(),
        };
        player.note_counters();
        let words = Given { dice: Vec::new(), seed: None, options: Options::default(), ..test.given.clone() };
        if words != Given::default() {
            let arranged = player.session.arrange(&test.given);
            arranged.map_err(|wrong| wrong.iter().map(|why| format!("given: {why}")).collect::<Vec<_>>())?;
            player.note_counters();
        }
        Ok(player)
    }

    fn play(&mut self) {
        for (n, step) in (1..).zip(&self.test.play) {
            let at = format!("step {n} (line {})", step.line);
            self.script.extend(&step.dice);
            let before = self.events.len();
            let done = match &step.what {
                Doing::Act { side, action, refused: None } => self.allowed(&at, *side, action),
                Doing::Act { side, action, refused: Some(refused) } => self.refused(&at, *side, action, refused),
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

    fn hold(&mut self, at: &str, step: &Step, before: usize) {
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
        let before = self.session.hash();
        let refusal = match self.act(side, action) {
            Err(ActError::Refused(refusal)) => refusal,
            Err(error) => return self.stop(at, format!("the {side} side's \"{words}\": {error}")),
            Ok(()) => {
                let why = format!("expected \"{words}\" to be refused under {}, found it allowed", expected.case);
                return self.stop(at, why);
            }
        };
        let mut wrong = Vec::new();
        if !refusal.case.within(&expected.case) {
            wrong.push(format!("expected \"{words}\" to be refused under {}, found {refusal}", expected.case));
        }
        if let Some(part) = expected.why.as_ref().filter(|part| !refusal.why.contains(part.as_str())) {
            wrong.push(format!("expected the refusal of \"{words}\" to say \"{part}\", found \"{}\"", refusal.why));
        }
        if !self.game.ledger().covers(refusal.case.id()) {
            wrong.push(format!("\"{words}\" is refused under {}, which the ledger does not have", refusal.case));
        }
        if self.session.hash() != before {
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
        if self.session.check(side, action) != Err(ActError::Refused(refusal.clone())) {
            wrong.push(format!("\"{}\": doing it is refused otherwise than asking for it", say_action(action)));
        }
    }

    /// Whoever is asked does the first action that is offered, until something holds.
    fn auto(&mut self, at: &str, actions: &[Value], until: &Checks) -> Result<(), Stop> {
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
        self.session.act(side, action, &mut dice, &mut log)?;
        self.rolled += dice.rolled() as u64;
        if self.seed.is_none() {
            self.script.drain(..dice.rolled());
        }
        self.events.extend(log.take());
        Ok(())
    }

    fn is_offered(&self, side: Side, action: &Value) -> bool {
        self.session.is_offered(side, action).unwrap_or(false)
    }

    /// Events under cases that the ledger does not have, each case once.
    fn unknown_cases(&mut self, at: &str, from: usize) {
        for event in &self.events[from..] {
            let case = event.case.id();
            if !self.game.ledger().covers(case) && self.unknown.insert(case) {
                self.failures.push(format!("{at}: the log cites {case}, which the ledger does not have"));
            }
        }
    }

    fn note_counters(&mut self) {
        let facts = self.session.facts(Viewer::Umpire);
        let counters = facts.get("counters").and_then(Value::as_object);
        self.counters.extend(counters.into_iter().flat_map(|map| map.keys().cloned()));
    }

    fn scene(&self, from: usize) -> Scene<'_> {
        Scene {
            game: self.game,
            session: self.session.as_ref(),
            events: &self.events[from..],
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
