//! One whole game between two officers, at full speed.

use crate::seat::Seat;
use crate::{Rank, guard};
use kessel_kernel::plan::{PlanOf, Plans, judge};
use kessel_kernel::{Budget, Dice, Game, Log, Options, Outcome, Seed, Side, ToAct};

/// Far above any real game: a game still going on after so many actions is endless.
pub const MAX_ACTIONS: u64 = 1_000_000;

/// What to play.
#[derive(Clone, Debug)]
pub struct PlayOut {
    /// The scenario.
    pub scenario: String,
    /// Its options.
    pub options: Options,
    /// The seed of dice and thoughts.
    pub seed: Seed,
    /// Who plays, by [`Side::index`].
    pub ranks: [Rank; 2],
    /// How much thought an answer is worth.
    pub budget: Budget,
    /// When to give up.
    pub max_actions: u64,
}

impl PlayOut {
    /// Two recruits play a scenario with its default options.
    pub fn of(scenario: impl Into<String>, seed: Seed) -> PlayOut {
        PlayOut {
            scenario: scenario.into(),
            options: Options::default(),
            seed,
            ranks: [Rank::Recruit; 2],
            budget: Budget::default(),
            max_actions: MAX_ACTIONS,
        }
    }

    /// The same with so much thought for an answer.
    pub fn budget(mut self, budget: Budget) -> PlayOut {
        self.budget = budget;
        self
    }

    /// The same with these officers.
    pub fn ranks(mut self, ranks: [Rank; 2]) -> PlayOut {
        self.ranks = ranks;
        self
    }
}

/// What came of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameRecord {
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// The turn in which it ended or was left.
    pub turns: u32,
    /// How many actions were done.
    pub actions: u64,
    /// How many offers the officers were given, over all decisions.
    pub offers_sum: u64,
    /// Actions that were offered and that `check` then refused: a fault of the rules as coded.
    pub refusals: u64,
    /// Somebody had to act and could not, or nobody had to and the game was not over: likewise a fault.
    pub dead_end: bool,
    /// The rules panicked: likewise.
    pub panicked: bool,
    /// Left after [`PlayOut::max_actions`].
    pub unfinished: bool,
    /// The first fault in words, with the action's number.
    pub trouble: Option<String>,
    /// The hash of the last position; empty after a panic, when there is no position to trust.
    pub final_hash: String,
    /// How long it took.
    pub seconds: f64,
}

/// Plays a game out. The last position is handed back for its hash.
pub(crate) fn play_out<G: Game>(game: &G, order: &PlayOut, seats: &mut [Seat<G>; 2]) -> (GameRecord, Option<G::State>) {
    let mut record = GameRecord::default();
    let ended = guard(|| {
        let mut dice = Dice::seeded(&order.seed, 0);
        let mut state = game.setup(&order.scenario, &order.options, &mut dice, &mut Log::silent());
        run(game, &mut state, &mut dice, seats, order.max_actions, &mut record);
        record.turns = game.turn(&state);
        record.outcome = game.outcome(&state);
        state
    });
    match ended {
        Ok(state) => (record, Some(state)),
        Err(panic) => {
            record.panicked = true;
            let n = record.actions;
            record.trouble.get_or_insert_with(|| format!("after {n} actions: {panic}"));
            (record, None)
        }
    }
}

/// The hot loop: nothing here allocates once `offers` has grown.
fn run<G: Game>(
    game: &G,
    state: &mut G::State,
    dice: &mut Dice,
    seats: &mut [Seat<G>; 2],
    max_actions: u64,
    record: &mut GameRecord,
) {
    let mut offers: Vec<G::Action> = Vec::with_capacity(256);
    let mut log = Log::silent();
    while let Some(side) = game.to_act(state).first() {
        if record.actions >= max_actions {
            record.unfinished = true;
            record.trouble.get_or_insert_with(|| format!("not over after {max_actions} actions"));
            return;
        }
        let planners = G::Plans::planners(game, state);
        if planners != ToAct::Nobody {
            carry_out(game, state, planners, dice, seats, record);
            continue;
        }
        offers.clear();
        game.offers(state, side, &mut offers);
        if offers.is_empty() {
            dead_end(record, &format!("{side} has to act and has no offer"));
            return;
        }
        record.offers_sum += offers.len() as u64;
        let action = seats[side.index()].choose(game, state, side, &offers);
        if let Err(refusal) = game.check(state, side, action) {
            record.refusals += 1;
            let n = record.actions;
            record.trouble.get_or_insert_with(|| {
                format!("after {n} actions: {side} is offered {action:?} and refused it under {refusal}")
            });
        }
        game.apply_unchecked(state, side, action, dice, &mut log);
        dice.forget_rolls();
        record.actions += 1;
    }
    if game.outcome(state).is_none() {
        dead_end(record, "nobody has to act and there is no outcome");
    }
}

/// Everybody who is asked plans, and the plans are carried out: an action each.
fn carry_out<G: Game>(
    game: &G,
    state: &mut G::State,
    planners: ToAct,
    dice: &mut Dice,
    seats: &mut [Seat<G>; 2],
    record: &mut GameRecord,
) {
    let plans = Side::BOTH.map(|side| {
        if !planners.includes(side) {
            return PlanOf::<G>::new();
        }
        let plan = seats[side.index()].plan(game, state, side);
        if let Err((slot, refusal)) = judge(game, &game.see(state, side.into()), side, &plan) {
            record.refusals += 1;
            let n = record.actions;
            record.trouble.get_or_insert_with(|| format!("after {n} actions: {side} plans {slot:?}: {refusal}"));
        }
        record.actions += 1;
        plan
    });
    G::Plans::execute(game, state, plans, dice, &mut Log::silent());
    dice.forget_rolls();
}

#[cold]
fn dead_end(record: &mut GameRecord, why: &str) {
    record.dead_end = true;
    let n = record.actions;
    record.trouble.get_or_insert_with(|| format!("after {n} actions: dead end: {why}"));
}
