//! What rules are asked, and what becomes of a game without one of them. Only in a debug build: in a release nothing of this exists.
//!
//! Every refusal comes out of [`Consult::ask`](crate::Consult). While a rule is suspended on a thread, whoever asks it there is told that it
//! has nothing against it. `kessel-cases` plays case files under such a watch to find the rules that no test misses.

use crate::Case;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::panic::Location;

/// A line of the code that asks a rule.
pub type Place = &'static Location<'static>;

/// What is suspended: a rule wherever it is asked, or only where one line asks it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The rule.
    pub case: Case,
    /// The line.
    pub place: Option<Place>,
}

impl Rule {
    /// Is this the rule that a line asks?
    pub fn is_asked(self, case: Case, place: Place) -> bool {
        self.case == case && self.place.is_none_or(|only| only == place)
    }
}

thread_local! {
    /// Does anybody watch? Asked at every question, so it stands apart from what he notes.
    static WATCHED: Cell<bool> = const { Cell::new(false) };
    static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
}

/// What is asked on a thread.
#[derive(Clone, Debug)]
pub struct Watch {
    /// The rules asked and where, and whether they ever said 'no' there.
    pub asked: Asked,
    /// How often any rule was asked.
    pub questions: u64,
    suspended: Option<Rule>,
    most: u64,
}

/// The rules asked and where, and whether they ever said 'no' there.
pub type Asked = BTreeMap<(Case, Place), bool>;

/// Hears an answer on its way to the check; that of a suspended rule becomes a 'yes'.
#[inline(always)]
pub(crate) fn hear<W>(case: Case, place: Place, answer: Result<(), W>) -> Result<(), W> {
    if WATCHED.get() { watch(case, place, answer) } else { answer }
}

#[cold]
#[inline(never)]
fn watch<W>(case: Case, place: Place, answer: Result<(), W>) -> Result<(), W> {
    WATCH.with_borrow_mut(|watch| {
        let Some(watch) = watch else { return answer };
        watch.questions += 1;
        assert!(watch.questions <= watch.most, "the game asks the rules without end");
        match watch.suspended {
            Some(rule) if rule.is_asked(case, place) => return Ok(()),
            Some(_) => {}
            None => *watch.asked.entry((case, place)).or_default() |= answer.is_err(),
        }
        answer
    })
}

/// Does some work while this thread is watched: a rule may be suspended, and after `most` questions the next one panics. The work itself
/// must not panic beyond that.
pub fn watched<T>(suspended: Option<Rule>, most: u64, work: impl FnOnce() -> T) -> (T, Watch) {
    WATCH.set(Some(Watch { suspended, asked: Asked::new(), questions: 0, most }));
    WATCHED.set(true);
    let done = work();
    WATCHED.set(false);
    let watch = WATCH.take().expect("nobody else takes it away");
    (done, watch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn ask(case: &'static str) -> Result<(), ()> {
        hear(Case(case), Location::caller(), Err(()))
    }

    #[test]
    fn a_rule_is_suspended_on_its_thread_only_and_in_force_again_afterwards() {
        let rule = Rule { case: Case("4.3"), place: None };
        let (elsewhere, watch) = watched(Some(rule), 9, || {
            assert_eq!(ask("4.3"), Ok(()));
            assert_eq!(ask("4.4"), Err(()));
            std::thread::spawn(|| ask("4.3")).join().expect("no panic")
        });
        assert_eq!((elsewhere, watch.questions), (Err(()), 2));
        assert_eq!(ask("4.3"), Err(()));
    }

    #[test]
    fn the_rules_asked_are_noted_with_their_lines() {
        let (_, watch) = watched(None, 9, || (ask("4.3"), ask("4.3")));
        assert_eq!(watch.asked.len(), 2, "two places of one line");
        assert!(watch.asked.values().all(|no| *no));
    }
}
