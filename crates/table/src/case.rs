//! References to rules, and what an illegal action gets.

use serde::Serialize;
use std::fmt;

/// A rule of the game's ledger, by its number: `Case("8.3.e")`.
///
/// Cases are written in code as literals, so a case costs nothing to pass around. That every case cited
/// in code stands in the ledger is tested by running the case files (a refusal under an unknown case fails).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Case(pub &'static str);

impl Case {
    /// The number as printed.
    pub const fn id(self) -> &'static str {
        self.0
    }

    /// Is this case `outer` itself or a part of it (`8.3.e` is within `8.3`, `8.30` is not)?
    pub fn within(self, outer: &str) -> bool {
        self.0 == outer || self.0.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'))
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Why an action is not allowed: the rule, and a sentence that names the counters and hexes involved.
///
/// A refusal is data, not an error: every player meets them, and the table shows them at the place of the click.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Refusal {
    /// The rule that forbids it.
    pub case: Case,
    /// The reason, for a person.
    pub why: String,
}

impl Refusal {
    /// A refusal under `case`.
    pub fn new(case: Case, why: impl Into<String>) -> Refusal {
        Refusal { case, why: why.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.case, self.why)
    }
}

/// A 'no' before it is put into words: the rule, and the game's own small reason (an enum with ids in it).
///
/// Search asks thousands of times a second what is legal; no text is built until a person asks why.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct No<W> {
    /// The rule that forbids it.
    pub case: Case,
    /// The reason, as the game keeps it.
    pub why: W,
}

/// How a check puts its questions, one rule at a time.
///
/// A game writes its check once, asking rule after rule: `consult.ask(Case("7.3.a"), self.major_river(...))?`.
/// With [`Strict`] the first 'no' ends it: that is `check`, fast enough for search. With [`Consultation`]
/// every rule is asked and noted: that is 'why?', the full list of cases consulted. A check therefore goes on after a 'no' and must
/// tolerate that what it asked for before does not hold.
pub trait Consult<W> {
    /// Takes one rule's answer. Returning an error stops the check.
    #[cfg_attr(any(test, feature = "suspend"), track_caller)]
    fn ask(&mut self, case: Case, answer: Result<(), W>) -> Result<(), No<W>>;
}

/// Stops at the first 'no'.
#[derive(Copy, Clone, Debug, Default)]
pub struct Strict;

impl<W> Consult<W> for Strict {
    #[inline(always)]
    fn ask(&mut self, case: Case, answer: Result<(), W>) -> Result<(), No<W>> {
        #[cfg(any(test, feature = "suspend"))]
        let answer = crate::suspend::hear(case, std::panic::Location::caller(), answer);
        answer.map_err(|why| No { case, why })
    }
}

/// Notes every rule asked and its answer, and goes on.
#[derive(Clone, Debug)]
pub struct Consultation<W> {
    /// The rules in the order asked.
    pub asked: Vec<(Case, Result<(), W>)>,
}

impl<W> Default for Consultation<W> {
    fn default() -> Self {
        Consultation { asked: Vec::new() }
    }
}

impl<W> Consultation<W> {
    /// Puts every question of a check, and each answer into words.
    pub fn told(
        check: impl FnOnce(&mut Self) -> Result<(), No<W>>,
        words: impl Fn(Case, W) -> String,
    ) -> Vec<Consulted> {
        let mut consultation = Consultation::default();
        let end = check(&mut consultation);
        debug_assert!(end.is_ok(), "a consultation never stops");
        let line = |(case, answer): (Case, Result<(), W>)| Consulted {
            case,
            allows: answer.is_ok(),
            why: answer.map_or_else(|why| words(case, why), |()| String::new()),
        };
        consultation.asked.into_iter().map(line).collect()
    }
}

impl<W> Consult<W> for Consultation<W> {
    fn ask(&mut self, case: Case, answer: Result<(), W>) -> Result<(), No<W>> {
        #[cfg(any(test, feature = "suspend"))]
        let answer = crate::suspend::hear(case, std::panic::Location::caller(), answer);
        self.asked.push((case, answer));
        Ok(())
    }
}

/// Is this rule in force? For what is no question of yes or no in a check: a modifier that would change a number, a step that would be taken.
/// `matters` says that it would do something here. Always true in play; while the rule is suspended (`kessel cases --suspend`) false.
#[inline(always)]
#[cfg_attr(any(test, feature = "suspend"), track_caller)]
pub fn in_force(case: Case, matters: bool) -> bool {
    #[cfg(any(test, feature = "suspend"))]
    {
        let answer = if matters { Err(()) } else { Ok(()) };
        !matters || crate::suspend::hear(case, std::panic::Location::caller(), answer).is_err()
    }
    #[cfg(not(any(test, feature = "suspend")))]
    {
        let _ = (case, matters);
        true
    }
}

/// One line of the answer to 'why (not)?'.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Consulted {
    /// The rule.
    pub case: Case,
    /// Does it allow the action?
    pub allows: bool,
    /// What it says about this action; empty where it simply allows it.
    pub why: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_within_its_section_but_not_within_a_longer_number() {
        assert!(Case("8.3.e").within("8.3"));
        assert!(Case("8.3").within("8.3"));
        assert!(!Case("8.30").within("8.3"));
        assert!(!Case("8.3").within("8.3.e"));
    }

    #[test]
    fn strict_stops_and_a_consultation_goes_on() {
        assert_eq!(Strict.ask(Case("1"), Err(7)), Err(No { case: Case("1"), why: 7 }));
        let mut c = Consultation::default();
        assert_eq!(c.ask(Case("1"), Err(7)), Ok(()));
        assert_eq!(c.ask(Case("2"), Ok(())), Ok(()));
        assert_eq!(c.asked.len(), 2);
    }
}
