//! Plays a series of games.

use crate::report::{Report, Tally};
use kessel_kernel::{Options, Seed};
use kessel_officers::{GameRecord, MAX_ACTIONS, PlayOut, PlayOutError, Playable, Rank, Registry};
use rayon::prelude::*;
use std::time::Instant;

/// How many games are played before they are merged: bounds the memory, whatever n is.
const BATCH: u64 = 1024;

/// What to play.
#[derive(Clone, Debug)]
pub struct Spec {
    /// `GAME/SCENARIO`.
    pub path: String,
    /// Options of the scenario.
    pub options: Options,
    /// The seed of the series.
    pub seed: Seed,
    /// Who plays, by side.
    pub ranks: [Rank; 2],
    /// When to give a game up.
    pub max_actions: u64,
}

impl Spec {
    /// Two recruits, default options.
    pub fn of(path: impl Into<String>, seed: Seed) -> Spec {
        Spec {
            path: path.into(),
            options: Options::default(),
            seed,
            ranks: [Rank::Recruit; 2],
            max_actions: MAX_ACTIONS,
        }
    }
}

/// Why a series could not be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SimulateError {
    /// The game or scenario is unknown.
    #[error(transparent)]
    Lookup(#[from] kessel_officers::LookupError),
    /// An option or an officer is.
    #[error(transparent)]
    PlayOut(#[from] PlayOutError),
    /// The threads could not be started.
    #[error("cannot start {jobs} threads: {why}")]
    Threads {
        /// How many.
        jobs: usize,
        /// What the system says.
        why: String,
    },
}

/// Plays `n` games on `jobs` threads (1: on this one, without a pool; 0: one thread a core).
///
/// # Errors
/// If the game, the scenario, an option or an officer is unknown. Faults of the rules are counted, not errors.
pub fn simulate(registry: &Registry, spec: &Spec, n: u64, jobs: usize) -> Result<Report, SimulateError> {
    let (game, scenario) = registry.find(&spec.path)?;
    let order = PlayOut {
        options: spec.options.clone(),
        ranks: spec.ranks,
        max_actions: spec.max_actions,
        ..PlayOut::of(scenario, spec.seed.clone())
    };
    let pool = match jobs {
        1 => None,
        _ => Some(
            rayon::ThreadPoolBuilder::new()
                .num_threads(jobs)
                .build()
                .map_err(|e| SimulateError::Threads { jobs, why: e.to_string() })?,
        ),
    };
    let started = Instant::now();
    let mut tally = Tally::default();
    let mut from = 0;
    while from < n {
        let batch = from..n.min(from + BATCH);
        let records: Vec<_> = match &pool {
            None => batch.clone().map(|i| one(&**game, &order, i)).collect(),
            Some(pool) => pool.install(|| batch.clone().into_par_iter().map(|i| one(&**game, &order, i)).collect()),
        };
        for (i, record) in batch.clone().zip(records) {
            tally.add(i, &order.seed.child(i), record?);
        }
        from = batch.end;
    }
    Ok(tally.report(started.elapsed().as_secs_f64()))
}

fn one(game: &dyn Playable, order: &PlayOut, i: u64) -> Result<GameRecord, PlayOutError> {
    game.play_out(&PlayOut { seed: order.seed.child(i), ..order.clone() })
}
