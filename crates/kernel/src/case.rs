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
/// A game writes its check once and asks rule after rule: `c.ask(Case("7.3.a"), self.major_river(...))?`.
/// [`Consult::strict`] stops at the first 'no': that is `check`, fast enough for search. With a notebook
/// ([`Consult::noting`]) every rule is asked and its answer noted: that is 'why?', the full list of cases consulted. A check therefore
/// goes on after a 'no' and must tolerate that what it asked for before does not hold; where it must not, it asks at a
/// [`gate`](Consult::gate).
#[derive(Clone, Debug)]
pub struct Consult<W> {
    notebook: Option<Vec<(Case, Result<(), W>)>>,
}

impl<W> Consult<W> {
    /// Stops at the first 'no'.
    #[inline(always)]
    pub const fn strict() -> Consult<W> {
        Consult { notebook: None }
    }

    /// Notes every rule asked and its answer, and goes on.
    pub const fn noting() -> Consult<W> {
        Consult { notebook: Some(Vec::new()) }
    }

    /// Takes one rule's answer. Without a notebook a 'no' is an error and stops the check.
    #[inline(always)]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn ask(&mut self, case: Case, answer: Result<(), W>) -> Result<(), No<W>> {
        #[cfg(debug_assertions)]
        let answer = crate::suspend::hear(case, std::panic::Location::caller(), answer);
        match &mut self.notebook {
            None => answer.map_err(|why| No { case, why }),
            Some(notes) => {
                note(notes, case, answer);
                Ok(())
            }
        }
    }

    /// Asks a rule after whose 'no' nothing more may be said, not even to 'why?': what follows makes no sense, or looks at things that
    /// the asker may not know. True if the check may go on.
    #[inline(always)]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn gate(&mut self, case: Case, answer: Result<(), W>) -> Result<bool, No<W>> {
        let open = answer.is_ok();
        self.ask(case, answer)?;
        Ok(open)
    }

    /// The rules asked, in order, with their answers. Without a notebook there are none.
    pub fn notes(&self) -> &[(Case, Result<(), W>)] {
        self.notebook.as_deref().unwrap_or_default()
    }

    /// Puts every question of a check, and each answer into words.
    pub fn told(
        check: impl FnOnce(&mut Consult<W>) -> Result<(), No<W>>,
        words: impl Fn(Case, W) -> String,
    ) -> Vec<Consulted> {
        let mut noting = Consult::noting();
        let end = check(&mut noting);
        debug_assert!(end.is_ok(), "with a notebook a check never stops");
        let line = |(case, answer): (Case, Result<(), W>)| Consulted {
            case,
            allows: answer.is_ok(),
            why: answer.map_or_else(|why| words(case, why), |()| String::new()),
        };
        noting.notebook.into_iter().flatten().map(line).collect()
    }
}

/// Kept out of the questions themselves: a check for search is asked a million times for every 'why?', and is the smaller for it.
#[cold]
#[inline(never)]
fn note<W>(notes: &mut Vec<(Case, Result<(), W>)>, case: Case, answer: Result<(), W>) {
    notes.push((case, answer));
}

/// A rule's answer as a condition: a 'no' if the rule is broken.
#[inline(always)]
pub fn unless<W>(broken: bool, why: W) -> Result<(), W> {
    if broken { Err(why) } else { Ok(()) }
}

/// A rule's answer as a condition: a 'no' if what the rule asks for does not hold.
#[inline(always)]
pub fn must<W>(holds: bool, why: W) -> Result<(), W> {
    if holds { Ok(()) } else { Err(why) }
}

/// A rule's answer when something may stand against it: a 'no' that names what was found.
#[inline(always)]
pub fn unless_found<T, W>(found: Option<T>, why: impl FnOnce(T) -> W) -> Result<(), W> {
    found.map_or(Ok(()), |found| Err(why(found)))
}

/// Is this rule in force? For what is no question of yes or no in a check: a modifier that would change a number, a step that would be taken.
/// `matters` says that it would do something here. Always true in play; while the rule is suspended (`kessel cases --suspend`) false.
#[inline(always)]
#[cfg_attr(debug_assertions, track_caller)]
pub fn in_force(case: Case, matters: bool) -> bool {
    #[cfg(debug_assertions)]
    {
        let answer = if matters { Err(()) } else { Ok(()) };
        !matters || crate::suspend::hear(case, std::panic::Location::caller(), answer).is_err()
    }
    #[cfg(not(debug_assertions))]
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
    fn strict_stops_at_a_no_and_a_notebook_goes_on() {
        assert_eq!(Consult::strict().ask(Case("1"), Err(7)), Err(No { case: Case("1"), why: 7 }));
        let mut c = Consult::noting();
        assert_eq!(c.ask(Case("1"), unless(true, 7)), Ok(()));
        assert_eq!(c.ask(Case("2"), must(true, 7)), Ok(()));
        assert_eq!(c.notes(), [(Case("1"), Err(7)), (Case("2"), Ok(()))]);
    }

    #[test]
    fn a_gate_says_whether_the_check_may_go_on() {
        assert_eq!(Consult::noting().gate(Case("1"), must(false, 7)), Ok(false));
        assert_eq!(Consult::noting().gate(Case("1"), must(true, 7)), Ok(true));
        assert_eq!(Consult::strict().gate(Case("1"), must(false, 7)), Err(No { case: Case("1"), why: 7 }));
    }
}
