//! The positions that tests start from.

use crate::{CaseFile, Test};
use kessel_kernel::{AnyGame, Dice, Event, Log, Options, Seed, Session};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Set-ups that were made already. Tests of one scenario begin alike: it is set up once, and every test plays on a copy.
#[derive(Default)]
pub struct Setups(Mutex<BTreeMap<Key, Arc<Setup>>>);

/// What decides a set-up: the data (they name the game), the scenario, its options and the seed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    data: String,
    scenario: String,
    options: BTreeMap<String, String>,
    seed: u64,
}

/// A first position and how it came about.
pub(crate) struct Setup {
    pub(crate) session: Box<dyn Session>,
    pub(crate) events: Vec<Event>,
    pub(crate) rolled: u64,
}

impl Setups {
    /// The position that a test starts from.
    pub(crate) fn of(&self, file: &CaseFile, test: &Test, game: &dyn AnyGame) -> Result<Arc<Setup>, String> {
        let scenario = scenario(file, game)?;
        let seed = test.given.seed.unwrap_or(0);
        if let Some(script) = &test.setup_dice {
            let dice = Dice::scripted(script.iter().copied());
            return set_up(game, scenario, &test.options, dice).map(Arc::new);
        }
        let data = format!("{} {}", game.info().id, game.data_hash());
        let key = Key { data, scenario: scenario.to_owned(), options: test.options.0.clone(), seed };
        let made = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = made().get(&key) {
            return Ok(known.clone());
        }
        // Nobody waits while it is made; made twice it is the same.
        let setup = Arc::new(set_up(game, scenario, &test.options, Dice::seeded(&Seed::from_number(seed), 0))?);
        made().insert(key, setup.clone());
        Ok(setup)
    }
}

/// The scenario of a file: the game's first if it names none.
pub(crate) fn scenario<'a>(file: &'a CaseFile, game: &'a dyn AnyGame) -> Result<&'a str, String> {
    match (&file.scenario, game.info().scenarios.first()) {
        (Some(id), _) => Ok(id),
        (None, Some(first)) => Ok(&first.id),
        (None, None) => Err(format!("{} has no scenario", file.game)),
    }
}

fn set_up(game: &dyn AnyGame, scenario: &str, options: &Options, mut dice: Dice) -> Result<Setup, String> {
    let mut log = Log::new();
    let started = game.start(scenario, options, &mut dice, &mut log);
    let session = started.map_err(|error| format!("the set-up: {error}"))?;
    if let Some(fault) = dice.fault() {
        return Err(format!("the set-up: {fault}"));
    }
    if dice.left() > 0 {
        return Err(format!("the set-up: {} of its scripted dice are left over", dice.left()));
    }
    Ok(Setup { session, events: log.take(), rolled: dice.rolled() as u64 })
}
