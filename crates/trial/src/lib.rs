//! The test kit of the games: random play, and the promises of a [`Game`] held against it.
//!
//! A game says how it is tried ([`Trial`]) and keeps thin tests that call the promises with its own seeds, its own odd actions and its own
//! secrets. What only it can know (are its units sound, are its markers) stays with it.
//!
//! | promise | where |
//! |---|---|
//! | random play ends and meets every kind of decision; officers play by the rules; a silent log changes nothing | `play.rs` |
//! | offers, `check` and `why` give one answer; somebody is asked until there is an outcome; actions read back | `legality.rs` |
//! | journals replay, undo and redo; positions survive being written down | `records.rs` |
//! | a snapshot plays on the same; bytes that are no position are an error | `snapshots.rs` |
//! | a list of actions is its actions one by one, as one entry, whole or not at all | `lists.rs` |
//! | what a side may not know changes nothing that it sees, is offered, is refused or is told | `fog.rs` |
//! | menus, orders in any sequence, plans that end | `plans.rs` |
//! | samples agree with everything a side knows; what one side gains the other loses | `guess.rs` |
//! | patches are exact, offers in two levels are all offers, and what a seat is sent is little | `table.rs` |
//! | faults of data files are told by file, line and reason | [`Spoil`] |
//! | the case files of the game pass | [`every_case_file_passes`] |
//! | how much a series asks: little with every change, much in `make long` | [`several`], [`seeds`] |
//! | how fast random play is, and what each part of the contract costs | [`bench`], [`costs`] |
//!
//! Every promise panics when it is broken: `tests/toy.rs` breaks each of them.
//!
//! ```
//! use kessel_table::toy::Toy;
//! use kessel_trial::Trial;
//!
//! let trial = Trial::of(Toy::new(), &["skirmish"], |_| "a decision".into());
//! trial.somebody_is_asked_until_there_is_an_outcome(0..3);
//! trial.survives_being_written_down(&trial.positions(3..5, 1));
//! ```

mod bench;
mod case_files;
mod chance;
mod costs;
mod fog;
mod guess;
mod legality;
mod length;
mod lists;
mod plans;
mod play;
mod records;
mod snapshots;
mod spoil;
mod table;
mod ways;

pub use bench::bench;
pub use case_files::{every_case_file_in, every_case_file_passes};
pub use chance::{Chance, Universe};
pub use costs::{costs, costs_head};
pub use fog::Done;
pub use length::{long, seeds, several};
pub use spoil::Spoil;

use kessel_table::{Case, Game};
use std::sync::Arc;

/// Picks one of a list, if there is any.
pub type Pick<A> = fn(&[A], &mut Chance) -> Option<A>;

/// A game, and how it is tried.
///
/// ```text
/// Trial { begin: crowd, ..Trial::of(game, &["campaign"], kind_of) }
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
    /// How many turns the promises about plans are looked at, where a whole game would take too long. By default: all.
    pub turns: usize,
}

impl<G: Game> Trial<G> {
    /// Tries `game` in these scenarios.
    pub fn of(game: G, scenarios: &'static [&'static str], kind_of: fn(&G::State) -> String) -> Trial<G> {
        let pick = |offers: &[G::Action], chance: &mut Chance| chance.pick(offers);
        Trial { game: Arc::new(game), scenarios, kind_of, begin: |_, _| {}, pick, blind: |_| false, turns: usize::MAX }
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
