//! The test kit of the games: random play, and the promises of a [`Game`] held against it.
//!
//! A game says how it is tried ([`Trial`]) and is asked *all* promises by one line, [`promises!`]: a test for each, named alike in all games. A promise
//! that is added to the list (`promise.rs`) is asked of every game from then on. Where a game is played otherwise than most (longer, shorter, in
//! more games) its [`Series`] says so. A promise that a game cannot keep is excepted with a reason, `except(name = "why")`; the test
//! `what_is_excepted_is_told` prints it, and beside it what holds by itself because the types of the game show that it has no such thing
//! (no plans, no actions). What only the game can know (are its units sound, are its markers) stays beside it.
//!
//! | promise | where |
//! |---|---|
//! | random play meets every kind of decision; officers play by the rules; a silent log changes nothing | `play.rs` |
//! | every scenario is tried; actions of all scenarios are asked; how far each promise goes | `keep.rs`, `series.rs` |
//! | offers, `check` and `why` give one answer; somebody is asked until there is an outcome; actions read back | `legality.rs` |
//! | journals replay with their plans, undo and redo; positions survive being written down | `records.rs` |
//! | a snapshot plays on the same; bytes that are no position are an error | `snapshots.rs` |
//! | a list of actions is its actions one by one, as one entry, whole or not at all | `lists.rs` |
//! | what a side may not know changes nothing that it sees, is offered, is refused, plans or is told | `fog.rs` |
//! | menus, orders in any sequence, plans that end | `plans.rs` |
//! | a click on a plan sends little; a committed plan shows nothing | `clicks.rs` |
//! | samples agree with everything a side knows; what one side gains the other loses | `guess.rs` |
//! | patches are exact, counters stand where the view says, states have words, offers in two levels are all offers, and what a seat is sent is little | `table.rs` |
//! | what is shown as reachable can be gone to | `ways.rs` |
//!
//! | beside the promises | where |
//! |---|---|
//! | faults of data files are told by file, line and reason | [`Spoil`] |
//! | the case files of the game pass | [`every_case_file_passes`] |
//! | how much a series asks: little with every change, much in `make long` | [`several`], [`seeds`], [`games`] |
//! | how fast random play is, and what each part of the contract costs | [`bench`], [`costs`] |
//!
//! Every promise panics when it is broken: `tests/toy.rs` breaks them.
//!
//! ```
//! use kessel_kernel::toy::Toy;
//! use kessel_trial::Trial;
//!
//! let trial = Trial::of(Toy::new(), &["skirmish"], |_| "a decision".into());
//! trial.somebody_is_asked_until_there_is_an_outcome(0..3);
//! trial.survives_being_written_down(&trial.positions(3..5, 1));
//! ```

mod bench;
mod case_files;
mod chance;
mod clicks;
mod costs;
mod fog;
mod guess;
mod keep;
mod legality;
mod length;
mod lists;
mod plans;
mod play;
mod promise;
mod records;
mod series;
mod snapshots;
mod spoil;
mod table;
mod ways;

pub use bench::bench;
pub use case_files::{every_case_file_in, every_case_file_passes};
pub use chance::{Chance, Universe};
pub use clicks::most_sent;
pub use costs::{costs, costs_head};
pub use fog::Done;
pub use length::{long, seeds, several};
#[doc(hidden)]
pub use promise::tell;
pub use promise::{Exception, Promise};
pub use series::{Games, Series, games};
pub use spoil::Spoil;

use kessel_kernel::facets::Rules;
use kessel_kernel::{Case, Game, Side};
use std::sync::Arc;

/// Picks one of a list, if there is any.
pub type Pick<A> = fn(&[A], &mut Chance) -> Option<A>;

/// What actions are asked for that a game can write down, in a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// All, or as many guesses as it takes.
    All,
    /// Some of every verb.
    Some,
    /// The same, and those of which a refusal could tell what is hidden.
    Secret,
}

/// Writes down actions in a position.
pub type Tried<G> = fn(&<G as Rules>::State, &mut Chance, Ask) -> Vec<<G as Rules>::Action>;
/// Changes the secrets of a side.
pub type Secrets<G> = fn(&<G as Rules>::State, Side, &mut Chance) -> <G as Rules>::State;

/// A game, and how it is tried.
///
/// ```text
/// Trial { begin: crowd, kinds, tried, series: series(), ..Trial::of(game, &["campaign"], kind_of) }
/// ```
pub struct Trial<G: Game> {
    /// The game.
    pub game: Arc<G>,
    /// The scenarios, taken in turn by the number of the seed.
    pub scenarios: &'static [&'static str],
    /// What kind of decision is open: [`Trial::positions`] takes some of each.
    pub kind_of: fn(&G::State) -> String,
    /// Changes the first position now and then, so that rare decisions are met as surely as common ones. By default: never.
    pub begin: fn(&mut G::State, &mut Chance),
    /// Picks one of the offers. By default: each with the same chance.
    pub pick: Pick<G::Action>,
    /// Is this a decision, made by both sides at once, of which the second answer shows at any table that the other side had finished? By
    /// default: none.
    pub blind: fn(&G::State) -> bool,
    /// How many plans of both sides a game is looked at, where a whole game would take too long. By default: all.
    pub turns: usize,
    /// Every kind of decision that random play must meet.
    pub kinds: fn() -> Vec<String>,
    /// Actions that can be written down. A game that has any must name some: what is refused is as much of a promise as what is offered.
    pub tried: Tried<G>,
    /// Does [`Ask::All`] name this action always? By default: no.
    pub is_listed: fn(G::Action) -> bool,
    /// Changes every secret that a side can have. By default a position drawn by [`sample`](kessel_kernel::facets::Samples::sample) takes the place of the real one.
    pub secrets: Option<Secrets<G>>,
    /// What is always done where secrets are changed, beside some of the other offers. By default: nothing.
    pub risky: fn(&G::Action) -> bool,
    /// Is an action in this kind of decision an ordinary click, after which little is sent? By default: yes.
    pub ordinary: fn(&str) -> bool,
    /// Verbs and targets that orders are tried with beside those that the menus show.
    pub orders: [&'static [&'static str]; 2],
    /// How much of each promise is asked.
    pub series: Series,
}

impl<G: Game> Trial<G> {
    /// Tries `game` in these scenarios.
    pub fn of(game: G, scenarios: &'static [&'static str], kind_of: fn(&G::State) -> String) -> Trial<G> {
        let pick = |offers: &[G::Action], chance: &mut Chance| chance.pick(offers);
        Trial {
            game: Arc::new(game),
            scenarios,
            kind_of,
            begin: |_, _| {},
            pick,
            blind: |_| false,
            turns: usize::MAX,
            kinds: Vec::new,
            tried: |_, _, _| Vec::new(),
            is_listed: |_| false,
            secrets: None,
            risky: |_| false,
            ordinary: |_| true,
            orders: [&[], &[]],
            series: Series::default(),
        }
    }

    /// The scenario of a seed.
    pub fn scenario_of(&self, seed: u64) -> &'static str {
        self.scenarios[seed as usize % self.scenarios.len()]
    }

    /// The kind of decision, for the message of a broken promise.
    fn kind(&self, state: &G::State) -> String {
        (self.kind_of)(state)
    }

    /// Whatever is cited stands in the ledger.
    fn is_in_the_ledger(&self, case: Case) {
        assert!(self.game.ledger().get(case.id()).is_some(), "{case} is not in the ledger");
    }
}
