//! What a turn costs: Execution, plan, copy and view of each scenario. Prints, never fails.
//! `cargo bench -p kessel-waw`; with `games=N` in the environment it also plays N games of staff against recruit on either side.

#![allow(clippy::float_arithmetic)] // times

use kessel_kernel::facets::*;
use kessel_kernel::plan::{Draft, Drafting, PlanOf, Plans, random_plan};
use kessel_kernel::{Budget, Dice, Log, Options, Played, Seed, Side, Temperament};
use kessel_waw::data::Data;
use kessel_waw::state::{Life, State};
use kessel_waw::{Waw, WawPlans};
use rand_pcg::Pcg32;
use std::sync::Arc;
use std::time::Instant;

fn timed<T>(what: &str, times: u32, mut work: impl FnMut() -> T) -> T {
    let start = Instant::now();
    let mut last = work();
    for _ in 1..times {
        last = work();
    }
    println!("{what:<44} {:>10.1} us", start.elapsed().as_secs_f64() * 1e6 / f64::from(times));
    last
}

fn staff_plan(game: &Waw, state: &State, side: Side, rng: &mut Pcg32) -> PlanOf<Waw> {
    let mut staff = game.staff(Temperament::default()).expect("the game has one");
    staff.plan(game, &game.see(state, side.into()), side, Budget::default(), rng)
}

fn recruit_plan(game: &Waw, state: &State, side: Side, rng: &mut Pcg32) -> PlanOf<Waw> {
    random_plan(game, &game.see(state, side.into()), side, 7, |n| kessel_kernel::Lots::below(rng, n))
}

fn costs(game: &Waw, scenario: &str) {
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    let mut rng = Pcg32::new(1, 1);
    let state = game.setup(scenario, &Options::default(), &mut dice, &mut Log::silent());
    let plans = Side::BOTH.map(|side| staff_plan(game, &state, side, &mut rng));
    let orders: usize = plans.iter().map(|p| p.len()).sum();
    // Units of variants that are not played are in the data and never in the game.
    let units = state.units.iter().filter(|unit| unit.life != Life::Out).count();
    println!("{scenario}: {units} units, {orders} orders");
    timed("  copy", 100, || state.clone());
    timed("  redact", 5, || game.see(&state, Side::Axis.into()));
    timed("  staff plan, one side", 1, || staff_plan(game, &state, Side::Soviet, &mut rng));
    timed("  recruit's plan, one side", 1, || recruit_plan(game, &state, Side::Soviet, &mut rng));
    let table = Played::new(Arc::new(Waw::load(&Data::embedded()).expect("sound")), scenario, state.clone());
    let ordered = table.write_plan(&plans[Side::Soviet.index()]);
    let slots =
        timed("  plan opened, nothing ordered", 3, || table.draft(Side::Soviet, &Draft::default())).expect("asked");
    println!("  {} slots", slots.slots.len());
    timed("  plan opened, a staff's orders in it", 3, || table.draft(Side::Soviet, &ordered)).expect("asked");
    timed("  Execution, both sides ordered", 5, || {
        let mut next = state.clone();
        let mut dice = Dice::seeded(&Seed::from_number(2), 0);
        WawPlans::execute(game, &mut next, plans.clone(), &mut dice, &mut Log::silent());
    });
    timed("  view", 3, || game.view(&game.see(&state, Side::Axis.into())));
}

fn series(game: &Waw, games: u64) {
    for scenario in game.info().scenarios.iter().map(|s| s.id.as_str()) {
        for staffed in [Some(Side::Axis), Some(Side::Soviet), None] {
            let (mut won, mut levels) = ([0; 2], std::collections::BTreeMap::<String, u32>::new());
            let start = Instant::now();
            for seed in 0..games {
                let mut dice = Dice::seeded(&Seed::from_number(seed), 0);
                let mut rng = Pcg32::new(seed, 7);
                let mut state = game.setup(scenario, &Options::default(), &mut dice, &mut Log::silent());
                while !state.over {
                    let plans = Side::BOTH.map(|side| {
                        if staffed.is_none_or(|s| s == side) {
                            staff_plan(game, &state, side, &mut rng)
                        } else {
                            recruit_plan(game, &state, side, &mut rng)
                        }
                    });
                    WawPlans::execute(game, &mut state, plans, &mut dice, &mut Log::silent());
                    dice.forget_rolls();
                }
                let outcome = game.outcome(&state).expect("over");
                if let Some(side) = outcome.winner {
                    won[side.index()] += 1;
                    *levels.entry(format!("{} {side}", outcome.level)).or_default() += 1;
                }
            }
            let who = staffed.map_or("staff against staff".to_owned(), |s| format!("staff plays {s}"));
            println!(
                "{scenario}, {who}: Axis {}, Soviets {} of {games}; {levels:?}; {:.1} s",
                won[0],
                won[1],
                start.elapsed().as_secs_f64()
            );
        }
    }
}

fn main() {
    let game = Waw::load(&Data::embedded()).expect("the built-in data is sound");
    for scenario in game.info().scenarios.iter().map(|s| s.id.as_str()) {
        costs(&game, scenario);
    }
    if let Some(games) = std::env::var("games").ok().and_then(|n| n.parse().ok()) {
        series(&game, games);
    }
}
