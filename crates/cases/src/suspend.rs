//! Do the case files miss a rule when it is gone? Only in a debug build.
//!
//! A [`Tried`] test is played once with all rules in force; [`Tried::notices`] plays it again without one of them. A
//! rule that no test misses is proven by nobody, whatever the tests cite.
//!
//! Without a rule a game may run into positions that it was never meant for. A panic is a test that fails, and so is a game that asks far
//! more than it did with all rules in force.

use crate::{CaseFile, Doing, Test};
use kessel_kernel::suspend::{Asked, watched};
pub use kessel_kernel::suspend::{Place, Rule};
use kessel_kernel::{AnyGame, Case};
use std::collections::BTreeMap;

/// Without a rule a test may ask so many times what it asked with it, and [`SPARE`] more.
const TIMES: u64 = 20;
const SPARE: u64 = 1_000_000;

/// A test that has been played with all rules in force.
#[derive(Clone, Debug)]
pub struct Tried<'a> {
    file: &'a CaseFile,
    test: &'a Test,
    asked: Asked,
    questions: u64,
    failures: Vec<String>,
}

impl<'a> Tried<'a> {
    /// Plays a test of a file.
    pub fn play(file: &'a CaseFile, test: &'a Test, game: &dyn AnyGame) -> Tried<'a> {
        let (verdict, watch) = watched(None, u64::MAX, || file.play(test, game));
        Tried { file, test, asked: watch.asked, questions: watch.questions, failures: verdict.failures }
    }

    /// What failed, though all rules were in force. Such a test can miss nothing.
    pub fn failures(&self) -> &[String] {
        &self.failures
    }

    /// File and title.
    pub fn name(&self) -> String {
        format!("{}: \"{}\"", self.file.name, self.test.title)
    }

    /// Is it a test of this rule: does it cite the rule or a part of it, or expect a refusal under it?
    pub fn is_about(&self, case: Case) -> bool {
        let refused = |doing: &Doing| match doing {
            Doing::Act { refused: Some(refused), .. } => refused.case.as_ref().is_some_and(|c| case.within(c)),
            Doing::Act { .. } | Doing::Auto { .. } => false,
        };
        let part = |cited: &str| cited.strip_prefix(case.id()).is_some_and(|s| s.is_empty() || s.starts_with('.'));
        self.test.cases.iter().any(|cited| part(cited)) || self.test.play.iter().any(|deed| refused(&deed.what))
    }

    fn said_no(&self, rule: Rule) -> bool {
        self.asked.iter().any(|((case, place), no)| *no && rule.is_asked(*case, place))
    }

    /// Does it fail if the rule is suspended?
    pub fn notices(&self, game: &dyn AnyGame, rule: Rule) -> bool {
        // Who was never told 'no' does not miss it: the play would be the same.
        if !self.said_no(rule) {
            return false;
        }
        let most = self.questions.saturating_mul(TIMES).saturating_add(SPARE);
        let (verdict, _) = watched(Some(rule), most, || self.file.play(self.test, game));
        !verdict.passed()
    }
}

/// What became of a rule while it was suspended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Suspended {
    /// A test of it failed.
    Noticed,
    /// None of the tests of it failed.
    Unnoticed {
        /// The tests.
        tests: Vec<String>,
        /// Did it say 'no' in any of them, so that somebody could have looked?
        said_no: bool,
    },
    /// No test is about it.
    Untested,
}

impl Suspended {
    /// Suspends a rule in all tests that are about it, until one notices.
    pub fn of(rule: Rule, tests: &[Tried<'_>], game: &dyn AnyGame) -> Suspended {
        let about: Vec<_> = tests.iter().filter(|t| t.is_about(rule.case)).collect();
        if about.is_empty() {
            return Suspended::Untested;
        }
        if about.iter().any(|t| t.notices(game, rule)) {
            return Suspended::Noticed;
        }
        let said_no = about.iter().any(|t| t.said_no(rule));
        Suspended::Unnoticed { tests: about.iter().map(|t| t.name()).collect(), said_no }
    }
}

/// Every rule that any test asked, with the lines that asked it.
pub fn asked(tests: &[Tried<'_>]) -> BTreeMap<Case, Vec<Place>> {
    let mut all: BTreeMap<Case, Vec<Place>> = BTreeMap::new();
    for (case, place) in tests.iter().flat_map(|t| t.asked.keys()) {
        let places = all.entry(*case).or_default();
        if !places.contains(place) {
            places.push(place);
        }
    }
    all.values_mut().for_each(|places| places.sort_unstable());
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use kessel_kernel::Erased;
    use kessel_kernel::toy::Toy;

    /// 4.3 is refused and missed; 4.4 is cited, but the stack is never full; 5.1 says 'no', but where nobody looks.
    const FILE: &str = r#"
title = "Rules at the ford"
game  = "toy"

[given]
empty = true
phase = "axis-move"
put   = { A1 = "west", A2 = "mill", S1 = "ford" }

[[test]]
title = "The enemy's space is closed"
cases = ["4.3"]
play  = [
    { side = "axis", do = { select = "A2" } },
    { side = "axis", do = { step = "ford" }, refused = "4.3" },
]

[[test]]
title = "Two may stand together"
cases = ["4.4", "5.1"]
play  = [
    { side = "axis", do = { select = "A1" } },
    { side = "axis", do = { step = "mill" } },
    { side = "axis", do = "done" },
    { side = "axis", do = "done" },
]
then  = { counters = { A1 = { at = "mill" }, A2 = { at = "mill" } } }
"#;

    /// The same refusal, expected under any rule: `cited` says which one the test is about. 4.2 closes the east, too.
    fn any_rule(cited: &str, to: &str) -> String {
        format!(
            r#"
title = "Any rule"
game  = "toy"
cases = ["{cited}"]
given = {{ empty = true, phase = "axis-move", put = {{ A2 = "mill", S1 = "{to}" }} }}
play  = [
    {{ side = "axis", do = {{ select = "A2" }} }},
    {{ side = "axis", do = {{ step = "{to}" }}, refused = true }},
]
"#
        )
    }

    fn rule(case: &'static str) -> Rule {
        Rule { case: Case(case), place: None }
    }

    fn tried(look: impl FnOnce(&[Tried<'_>], &dyn AnyGame)) {
        let game = Erased::new(Toy::new());
        let file = CaseFile::parse("ford.toml", FILE).expect("good");
        let tests: Vec<_> = file.tests.iter().map(|test| Tried::play(&file, test, &game)).collect();
        assert!(tests.iter().all(|t| t.failures().is_empty()));
        look(&tests, &game);
    }

    #[test]
    fn a_rule_whose_refusal_is_expected_is_noticed() {
        tried(|tests, game| assert_eq!(Suspended::of(rule("4.3"), tests, game), Suspended::Noticed));
    }

    #[test]
    fn a_rule_that_is_only_cited_is_not_noticed() {
        let names = vec!["ford.toml: \"Two may stand together\"".to_owned()];
        tried(|tests, game| {
            let never = Suspended::Unnoticed { tests: names.clone(), said_no: false };
            assert_eq!(Suspended::of(rule("4.4"), tests, game), never);
            let unseen = Suspended::Unnoticed { tests: names, said_no: true };
            assert_eq!(Suspended::of(rule("4.1"), tests, game), Suspended::Untested);
            assert_eq!(Suspended::of(rule("5.1"), tests, game), unseen);
        });
    }

    #[test]
    fn a_refusal_under_any_rule_hides_none() {
        let game = Erased::new(Toy::new());
        let suspended = |case, cited, to| {
            let file = CaseFile::parse("any.toml", &any_rule(cited, to)).expect("good");
            let trial = Tried::play(&file, &file.tests[0], &game);
            assert_eq!(trial.failures(), [""; 0]);
            Suspended::of(rule(case), &[trial], &game)
        };
        // Only 4.3 closes the ford: without it the step is allowed, and the test fails.
        assert_eq!(suspended("4.3", "4.3", "ford"), Suspended::Noticed);
        // Where another rule says 'no' as well the refusal stays, and the rule is listed as missed by nobody.
        let names = vec!["any.toml: \"Any rule\"".to_owned()];
        assert_eq!(suspended("4.3", "4.3", "east"), Suspended::Unnoticed { tests: names, said_no: false });
        // A test that cites something else is not about it.
        assert_eq!(suspended("4.3", "4.2", "ford"), Suspended::Untested);
    }

    #[test]
    fn a_rule_is_in_force_again_afterwards() {
        tried(|tests, game| {
            assert!(tests[0].notices(game, rule("4.3")));
            assert!(Tried::play(tests[0].file, tests[0].test, game).failures().is_empty());
        });
    }

    #[test]
    fn a_game_that_asks_without_end_is_stopped_and_that_is_noticed() {
        tried(|tests, game| {
            let (verdict, _) = watched(None, 3, || tests[0].file.play(tests[0].test, game));
            assert!(verdict.failures[0].contains("without end"), "{:?}", verdict.failures);
        });
    }

    #[test]
    fn the_rules_asked_are_listed_once() {
        tried(|tests, _| {
            let ids: Vec<_> = asked(tests).keys().map(|case| case.id()).collect();
            assert_eq!(ids, ["1.2", "1.3", "4.1", "4.2", "4.3", "4.4", "5.1", "5.2"]);
        });
    }
    #[test]
    fn a_rule_may_be_suspended_on_one_line_only() {
        tried(|tests, game| {
            let places = &asked(tests)[&Case("4.1")];
            assert_eq!(places.len(), 3, "not yours, not on the map, taken up before");
            let trial = Tried { test: &taken_up_twice(), ..tests[0].clone() };
            let trial = Tried::play(trial.file, trial.test, game);
            let noticed =
                places.iter().map(|place| trial.notices(game, Rule { case: Case("4.1"), place: Some(place) }));
            assert_eq!(noticed.collect::<Vec<_>>(), [false, false, true]);
        });
    }

    fn taken_up_twice() -> Test {
        let text = FILE.replace(
            r#"{ step = "ford" }, refused = "4.3" }"#,
            r#""done" }, { side = "axis", do = { select = "A2" }, refused = "4.1" }"#,
        );
        CaseFile::parse("ford.toml", &text).expect("good").tests.swap_remove(0)
    }
}
