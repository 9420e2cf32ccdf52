//! Rules suspended one by one while their case files run: a rule that nobody misses is proven by nobody.

use super::cases::files_of;
use crate::failure::{Code, Failure};
use crate::output::{say, say_json};
use kessel_cases::suspend::{Place, Rule, Suspended, Tried, asked};
use kessel_kernel::data::Ledger;
use kessel_kernel::{AnyGame, Case};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// `kessel cases GAME --suspend`.
pub fn suspend(data: Option<&Path>, id: &str, folder: &Path, as_json: bool) -> Result<(), Failure> {
    let registry = kessel_registry::load(data, Some(id))?;
    let ledger = registry.listed(id)?.ledger();
    let game = registry.get(id)?.as_ref();
    let files = files_of(id, folder)?;
    let tests: Vec<_> = files.iter().flat_map(|file| file.tests.iter().map(move |test| (file, test))).collect();
    let trials: Vec<_> = tests.par_iter().map(|(file, test)| Tried::play(file, test, game)).collect();
    let broken: Vec<&str> = trials.iter().flat_map(Tried::failures).map(String::as_str).collect();
    if !broken.is_empty() {
        let why = "some case files fail with all rules in force, so they can miss none:";
        return Err(Failure::new(Code::CheckFailed, format!("{why}\n{}", broken.join("\n"))));
    }
    let report = Report::of(ledger, &trials, game);
    if as_json { say_json(&report.to_json()) } else { report.tell(id, trials.len()) }
}

/// What came of it.
struct Report<'l> {
    ledger: &'l Ledger,
    /// Every rule asked, wherever it is asked.
    rules: Vec<(Rule, Suspended)>,
    /// Rules that several lines ask, line by line.
    places: Vec<(Rule, Suspended)>,
    /// Rules of the ledger that nobody asks and that are not moot.
    unasked: Vec<&'l str>,
}

impl<'l> Report<'l> {
    fn of(ledger: &'l Ledger, trials: &[Tried<'_>], game: &dyn AnyGame) -> Report<'l> {
        let asked: BTreeMap<Case, Vec<Place>> = asked(trials);
        let mut cases: Vec<Case> = asked.keys().copied().collect();
        cases.sort_by_key(|case| ledger.cases().iter().position(|c| c.id == case.id()));
        let try_all = |rules: Vec<Rule>| -> Vec<(Rule, Suspended)> {
            rules.into_par_iter().map(|rule| (rule, Suspended::of(rule, trials, game))).collect()
        };
        let lines = |case: &Case| {
            let (case, places) = (*case, &asked[case]);
            let several = places.iter().filter(|_| places.len() > 1);
            several.map(move |place| Rule { case, place: Some(place) })
        };
        let is_asked = |id: &str| asked.keys().any(|case| case.id() == id);
        let unasked = ledger.cases().iter().filter(|c| c.moot.is_none() && !is_asked(&c.id));
        Report {
            ledger,
            rules: try_all(cases.iter().map(|case| Rule { case: *case, place: None }).collect()),
            places: try_all(cases.iter().flat_map(lines).collect()),
            unasked: unasked.map(|c| c.id.as_str()).collect(),
        }
    }

    fn rules_that(&self, are: fn(&Suspended) -> bool) -> Vec<&'static str> {
        self.rules.iter().filter(|(_, s)| are(s)).map(|(rule, _)| rule.case.id()).collect()
    }

    fn to_json(&self) -> Value {
        let unnoticed = |(_, s): &&(Rule, Suspended)| matches!(s, Suspended::Unnoticed { .. });
        let place = |(rule, _): &(Rule, Suspended)| json!({ "case": rule.case, "place": at(rule) });
        json!({
            "noticed": self.rules_that(|s| *s == Suspended::Noticed),
            "unnoticed": self.rules_that(|s| matches!(s, Suspended::Unnoticed { .. })),
            "unnoticed_places": self.places.iter().filter(unnoticed).map(place).collect::<Vec<_>>(),
            "untested": self.rules_that(|s| *s == Suspended::Untested),
            "unasked": self.unasked,
        })
    }

    fn tell(&self, id: &str, tests: usize) -> Result<(), Failure> {
        let noticed = self.rules_that(|s| *s == Suspended::Noticed).len();
        say(&format!("{id}: {} rules are asked in {tests} tests, {noticed} of them are missed", self.rules.len()))?;
        say("  rules that no test about them misses:")?;
        for found in &self.rules {
            self.tell_unnoticed(found, true)?;
        }
        say("  lines of rules asked by several that no test about the rule misses:")?;
        for found in &self.places {
            self.tell_unnoticed(found, false)?;
        }
        let untested = self.rules_that(|s| *s == Suspended::Untested);
        say(&format!("  {} rules are asked, but no test is about them: {}", untested.len(), untested.join(" ")))?;
        say(&format!("  {} rules of the ledger nobody asks: {}", self.unasked.len(), self.unasked.join(" ")))
    }

    fn tell_unnoticed(&self, (rule, suspended): &(Rule, Suspended), with_tests: bool) -> Result<(), Failure> {
        let Suspended::Unnoticed { tests, said_no } = suspended else { return Ok(()) };
        let how = if *said_no { "its 'no' is not looked at" } else { "it never says 'no'" };
        let what = match rule.place {
            Some(_) => at(rule),
            None => self.ledger.get(rule.case.id()).map_or(String::new(), |c| c.title.clone()),
        };
        say(&format!("    {:10}  {what} ({how})", rule.case.id()))?;
        for test in tests.iter().filter(|_| with_tests) {
            say(&format!("                {test}"))?;
        }
        Ok(())
    }
}

fn at(rule: &Rule) -> String {
    rule.place.map_or(String::new(), |place| format!("{}:{}", place.file(), place.line()))
}
