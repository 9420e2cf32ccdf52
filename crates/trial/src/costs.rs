//! What the parts of the contract cost, on positions of random play.
#![allow(clippy::float_arithmetic, reason = "timings for people to read")]

use crate::Chance;
use kessel_kernel::plan::{PlanOf, Plans, random_plan};
use kessel_kernel::{Dice, Erased, Game, Log, OFTEN, Options, Patch, Seed, Side, ToAct, Viewer};
use rand_pcg::Pcg32;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Positions of a game from which each part is timed.
const POSITIONS: usize = 24;
/// How long each part is timed, at most.
const LONG: Duration = Duration::from_millis(150);

/// Prints the head of the table of [`costs`].
pub fn costs_head() {
    print!("{:<30}", "microseconds for one");
    COLUMNS.iter().for_each(|column| print!("{column:>10}"));
    println!();
}

const COLUMNS: [&str; 8] = ["clone", "apply", "offers", "redact", "view", "patch", "sample", "evaluate"];

/// Prints a line: what each part of the contract costs in this scenario, in microseconds, the mean over positions of random play. Nothing
/// here fails on a slow machine.
pub fn costs<G: Game>(game: &Erased<G>, scenario: &str) {
    let game = &*game.0;
    let positions = positions(game, scenario);
    // `cargo test --benches` only asks whether it starts.
    let long = if std::env::args().any(|a| a == "--bench") { LONG } else { Duration::ZERO };
    let mut rng = Pcg32::new(1, 0);
    let seen: Vec<_> = positions.iter().map(|(state, side, _)| game.see(state, (*side).into())).collect();
    let views: Vec<_> = positions
        .iter()
        .zip(&seen)
        .map(|((state, side, action), seen)| {
            let (mut next, mut dice) = (state.clone(), Dice::seeded(&Seed::from_number(0), 0));
            game.apply_unchecked(&mut next, *side, *action, &mut dice, &mut Log::silent());
            (game.view(seen), game.view(&game.see(&next, (*side).into())))
        })
        .collect();
    let times = [
        timed(long, |n| drop(black_box(positions[n].0.clone()))),
        timed(long, |n| {
            let (state, side, action) = &positions[n];
            let (mut next, mut dice) = (state.clone(), Dice::seeded(&Seed::from_number(n as u64), 0));
            game.apply_unchecked(&mut next, *side, *action, &mut dice, &mut Log::silent());
            black_box(&next);
        }),
        timed(long, |n| {
            let mut out = Vec::new();
            game.offers(&positions[n].0, positions[n].1, &mut out);
            black_box(&out);
        }),
        timed(long, |n| drop(black_box(game.see(&positions[n].0, Viewer::from(positions[n].1))))),
        timed(long, |n| drop(black_box(game.view(&seen[n])))),
        timed(long, |n| drop(black_box(Patch::between(&views[n].0, &views[n].1)))),
        timed(long, |n| drop(black_box(game.sample(&seen[n], positions[n].1, &mut rng)))),
        timed(long, |n| {
            black_box(game.evaluate(&seen[n], positions[n].1));
        }),
    ];
    print!("{:<30}", format!("{}/{scenario}", game.info().id));
    times.iter().for_each(|time| print!("{time:>10.1}"));
    println!();
}

/// Positions spread over random games, with the action that was done there.
fn positions<G: Game>(game: &G, scenario: &str) -> Vec<(G::State, Side, G::Action)> {
    let (mut found, mut chance, mut met) = (Vec::new(), Chance(5), 0);
    for seed in 0..3 {
        let mut dice = Dice::seeded(&Seed::from_number(seed), 0);
        let mut state = game.setup(scenario, &Options::default(), &mut dice, &mut Log::silent());
        let mut offers = Vec::new();
        while let Some(side) = game.to_act(&state).first() {
            let asked = G::Plans::planners(game, &state);
            if asked != ToAct::Nobody {
                let plans = Side::BOTH.map(|side| {
                    let seen = game.see(&state, side.into());
                    let mut plan = || random_plan(game, &seen, side, OFTEN, |n| chance.below(n));
                    if asked.includes(side) { plan() } else { PlanOf::<G>::new() }
                });
                G::Plans::execute(game, &mut state, plans, &mut dice, &mut Log::silent());
                dice.forget_rolls();
                continue;
            }
            offers.clear();
            game.offers(&state, side, &mut offers);
            let Some(action) = chance.pick(&offers) else { break };
            met += 1;
            // Every position met is kept with the same chance.
            if found.len() < POSITIONS {
                found.push((state.clone(), side, action));
            } else if let Some(slot) = found.get_mut(chance.below(met)) {
                *slot = (state.clone(), side, action);
            }
            game.apply_unchecked(&mut state, side, action, &mut dice, &mut Log::silent());
            dice.forget_rolls();
        }
    }
    found
}

/// The mean of one call, in microseconds.
fn timed(long: Duration, mut call: impl FnMut(usize)) -> f64 {
    let (started, mut calls) = (Instant::now(), 0_u32);
    loop {
        (0..POSITIONS).for_each(&mut call);
        calls += POSITIONS as u32;
        if started.elapsed() >= long {
            return started.elapsed().as_secs_f64() * 1e6 / f64::from(calls);
        }
    }
}
