//! Random play on one core: actions per second, offers, check and apply included.
#![allow(clippy::float_arithmetic, reason = "timings for people to read")]

use kessel_kernel::{Erased, Game, Seed};
use kessel_officers::{PlayOut, Playable};
use std::time::Instant;

/// Prints how fast two recruits play whole games of a scenario. They play in batches, and the best batch counts beside the mean, so
/// that other work on the machine does not hide what the rules cost. Nothing here fails on a slow machine.
pub fn bench<G: Game>(game: &Erased<G>, scenario: &str, batches: u64, games: u64) {
    // `cargo test --benches` only asks whether it starts.
    let batches = if std::env::args().any(|a| a == "--bench") { batches } else { 1 };
    let (mut best, mut actions, mut offers, mut seconds) = (0.0_f64, 0, 0, 0.0);
    for batch in 0..batches {
        let started = Instant::now();
        let mut done = 0;
        for seed in batch * games..(batch + 1) * games {
            let record = game.play_out(&PlayOut::of(scenario, Seed::from_number(seed))).expect("the scenario is there");
            assert_eq!(record.trouble, None, "seed {seed}");
            done += record.actions;
            offers += record.offers_sum;
        }
        let taken = started.elapsed().as_secs_f64();
        best = best.max(done as f64 / taken);
        actions += done;
        seconds += taken;
    }
    let (id, games) = (&game.0.info().id, batches * games);
    println!("random play of {id}/{scenario} on one core, {games} games, {actions} actions");
    println!("  actions/s   {:>10.0} mean, {best:.0} in the best batch", actions as f64 / seconds);
    println!("  games/s     {:>10.1}", games as f64 / seconds);
    println!("  offers      {:>10.1} per decision", offers as f64 / actions as f64);
}
