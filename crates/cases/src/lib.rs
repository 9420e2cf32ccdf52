//! Case files: tests that a wargamer can read and write. `docs/case-files.md` is their grammar.
//!
//! | concept | where |
//! |---|---|
//! | [`CaseFile`], [`Test`], [`Checks`] | what a file says |
//! | [`Verdict`], [`Setups`] | what came of playing it |
//! | [`coverage`] | the ledger joined with the verdicts: what is proven |
//! | [`vocabulary()`] | the words of a game, for the page that lists them |
//! | `suspend` | which rules does no test miss? In debug builds |
//!
//! A file is read into a [`CaseFile`] ([`CaseFile::parse`] reports everything that is wrong with it, with lines), and
//! [`CaseFile::run`] plays its tests through [`AnyGame`] and [`Session`](kessel_kernel::Session): it knows no game by name.

mod battle;
mod check;
mod compare;
pub mod coverage;
mod known;
mod names;
mod offered;
mod parse;
mod run;
mod setups;
#[cfg(debug_assertions)]
pub mod suspend;
mod vocabulary;

pub use setups::Setups;
pub use vocabulary::vocabulary;

use kessel_kernel::data::Fault;
use kessel_kernel::{AnyGame, Given, Options, Side, ToAct, Viewer};
use serde::Serialize;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Something wrong with the text of a case file: file, line, reason.
pub type CaseFault = Fault;

/// Finds a game by its id.
pub type Games<'a> = &'a dyn Fn(&str) -> Option<Arc<dyn AnyGame>>;

/// A case file that could be read. Whether its words mean something to the game shows when it runs.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseFile {
    /// The file's name, for messages.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// The scenario; the game's first if the file names none.
    pub scenario: Option<String>,
    /// The tests, at least one.
    pub tests: Vec<Test>,
}

/// One test: given, play, then.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// What it shows.
    pub title: String,
    /// The line on which it begins.
    pub line: usize,
    /// The cases that it proves.
    pub cases: Vec<String>,
    /// The options of the scenario.
    pub options: Options,
    /// The dice of the set-up, where the test is about them; otherwise the set-up rolls from the seed.
    pub setup_dice: Option<Vec<u8>>,
    /// The position.
    pub given: Given,
    /// Where the words of the position stand, for messages.
    pub stands: Stands,
    /// What must hold before anything is done.
    pub before: Checks,
    /// What is done.
    pub play: Vec<Deed>,
    /// What must hold in the end.
    pub then: Checks,
}

/// Where the words of a `[given]` stand: what a game does not understand of it is named with its line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stands {
    /// The line of the part itself, or else of the test.
    pub line: usize,
    /// The part that a word belongs to (`put`), the word and its line, in the order in which they were read.
    pub words: Vec<(String, String, usize)>,
}

impl Stands {
    /// The line that a fault is about: that of the word it names, the longest of several, or of the whole part.
    pub fn line_of(&self, fault: &str) -> usize {
        let named = self.words.iter().filter(|(_, word, _)| compare::has_word(fault, word));
        let best = named.max_by_key(|(part, word, _)| (fault.starts_with(part.as_str()), word.len()));
        best.map_or(self.line, |(_, _, line)| *line)
    }
}

/// One entry of the play.
#[derive(Clone, Debug, PartialEq)]
pub struct Deed {
    /// The line on which it begins.
    pub line: usize,
    /// What is done.
    pub what: Doing,
    /// Dice that are added to the script before it.
    pub dice: Vec<u8>,
    /// What must hold after it.
    pub then: Checks,
}

/// What an entry of the play does.
#[derive(Clone, Debug, PartialEq)]
pub enum Doing {
    /// One action.
    Act {
        /// Who.
        side: Side,
        /// What.
        action: Value,
        /// It must be refused.
        refused: Option<Refused>,
    },
    /// Whoever is asked does the first of these that is offered, until something holds.
    Auto {
        /// The actions, by preference.
        actions: Vec<Value>,
        /// When to stop.
        until: Box<Checks>,
    },
}

/// How an action must be refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Under this case or a part of it; under any if there is none.
    pub case: Option<String>,
    /// With these words in the reason.
    pub why: Option<String>,
}

/// What must be said of an offer.
#[derive(Clone, Debug, PartialEq)]
pub struct Wording {
    /// The action offered.
    pub action: Value,
    /// What is said.
    pub expected: Value,
}

/// What must hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checks {
    /// Facts of counters.
    pub counters: Map<String, Value>,
    /// Facts of spaces.
    pub spaces: Map<String, Value>,
    /// Numbers on tracks.
    pub tracks: Map<String, Value>,
    /// Facts of the last battle.
    pub battle: Option<Value>,
    /// Counters that are no longer there.
    pub gone: Vec<String>,
    /// The turn.
    pub turn: Option<u32>,
    /// The phase.
    pub phase: Option<String>,
    /// Who is asked.
    pub to_act: Option<ToAct>,
    /// The outcome: facts of it, or `"none"`.
    pub outcome: Option<Value>,
    /// Actions that must be offered.
    pub offered: Vec<Value>,
    /// Actions that must not be offered.
    pub not_offered: Vec<Value>,
    /// The actions that must be offered, and no other.
    pub offered_exactly: Option<Vec<Value>>,
    /// The words of offers.
    pub label: Vec<Wording>,
    /// The previews of offers.
    pub preview: Vec<Wording>,
    /// What the side must be reminded of.
    pub reminder: Vec<Value>,
    /// What the side must not be reminded of.
    pub not_reminder: Vec<Value>,
    /// To whom; otherwise to the side that is asked.
    pub offered_to: Option<Side>,
    /// Cases that must appear in the log.
    pub log: Vec<String>,
    /// Cases that must not appear in the log.
    pub not_log: Vec<String>,
    /// Cases under which something must have happened that players forget when its turn is over.
    pub forgotten: Vec<String>,
    /// What viewers see.
    pub sees: Vec<(Viewer, Value)>,
    /// Words that viewers must not see.
    pub hidden_from: Vec<(Viewer, Vec<String>)>,
    /// Facts of the game's data.
    pub data: Map<String, Value>,
    /// How many scripted dice are left.
    pub dice_left: Option<usize>,
    /// Dice may be left over.
    pub spare_dice: bool,
}

impl Checks {
    /// Is nothing asserted?
    pub fn is_empty(&self) -> bool {
        Checks { spare_dice: false, offered_to: None, ..self.clone() } == Checks::default()
    }
}

/// What came of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The file.
    pub name: String,
    /// The game; empty if the file could not be read.
    pub game: String,
    /// Every case that the file's tests cite.
    pub cases: Vec<String>,
    /// Everything that failed, each with file, test and step.
    pub failures: Vec<String>,
    /// Test by test.
    pub tests: Vec<TestVerdict>,
}

/// What came of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TestVerdict {
    /// Its title.
    pub title: String,
    /// The line on which it begins.
    pub line: usize,
    /// The cases it cites.
    pub cases: Vec<String>,
    /// What failed.
    pub failures: Vec<String>,
}

impl TestVerdict {
    /// Did everything hold?
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

impl Verdict {
    /// Sums up the tests of a file.
    pub fn of(name: &str, game: &str, tests: Vec<TestVerdict>) -> Verdict {
        let mut cases: Vec<String> = Vec::new();
        for case in tests.iter().flat_map(|t| &t.cases) {
            if !cases.contains(case) {
                cases.push(case.clone());
            }
        }
        let failures = tests.iter().flat_map(|t| t.failures.clone()).collect();
        Verdict { name: name.into(), game: game.into(), cases, failures, tests }
    }

    /// Did everything hold?
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

impl CaseFile {
    /// Reads a case file. `name` is the file's name, for messages.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn parse(name: &str, text: &str) -> Result<CaseFile, Vec<CaseFault>> {
        parse::parse(name, text)
    }

    /// Plays the tests.
    pub fn run(&self, games: Games<'_>) -> Verdict {
        let tests = match games(&self.game) {
            Some(game) => {
                let setups = Setups::default();
                self.tests.iter().map(|test| self.play_from(&setups, test, game.as_ref())).collect()
            }
            None => self.tests.iter().map(|test| self.unknown_game(test)).collect(),
        };
        Verdict::of(&self.name, &self.game, tests)
    }

    /// Plays one of the tests. A panic of the game is a failure of the test.
    pub fn play(&self, test: &Test, game: &dyn AnyGame) -> TestVerdict {
        self.play_from(&Setups::default(), test, game)
    }

    /// The same with the set-ups that other tests have left.
    pub fn play_from(&self, setups: &Setups, test: &Test, game: &dyn AnyGame) -> TestVerdict {
        run::run(self, test, game, setups)
    }

    /// What comes of a test whose game nobody knows.
    pub fn unknown_game(&self, test: &Test) -> TestVerdict {
        run::no_game(self, test)
    }

    /// Reads and runs: a text that cannot be read is a verdict whose failures are its faults.
    pub fn check(name: &str, text: &str, games: Games<'_>) -> Verdict {
        match CaseFile::parse(name, text) {
            Ok(file) => file.run(games),
            Err(faults) => {
                let failures = faults.iter().map(Fault::to_string).collect();
                Verdict { name: name.into(), failures, ..Verdict::default() }
            }
        }
    }
}
