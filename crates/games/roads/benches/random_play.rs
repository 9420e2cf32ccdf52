//! Random play on one core: actions per second, offers, check and apply included.
//!
//! `cargo bench -p kessel-roads` prints the figures. Whole games are played between two recruits in batches, and the best
//! batch counts beside the mean, so that other work on the machine does not hide what the rules cost.
//! Nothing here fails on a slow machine.
#![allow(clippy::float_arithmetic, reason = "timings for people to read")]

use kessel_officers::{PlayOut, Playable};
use kessel_roads::Roads;
use kessel_roads::data::Data;
use kessel_table::{Erased, Seed};
use std::time::Instant;

const BATCHES: u64 = 10;
const GAMES: u64 = 20;

fn main() {
    // `cargo test --benches` only asks whether it starts.
    let batches = if std::env::args().any(|a| a == "--bench") { BATCHES } else { 1 };
    let game = Erased::new(Roads::load(&Data::embedded()).expect("the built-in data is sound"));
    let (mut best, mut actions, mut offers, mut seconds) = (0.0_f64, 0, 0, 0.0);
    for batch in 0..batches {
        let started = Instant::now();
        let mut done = 0;
        for n in 0..GAMES {
            let order = PlayOut::of("uranus", Seed::from_number(batch * GAMES + n));
            let record = game.play_out(&order).expect("the scenario is there");
            assert_eq!(record.trouble, None, "seed {}", batch * GAMES + n);
            done += record.actions;
            offers += record.offers_sum;
        }
        let taken = started.elapsed().as_secs_f64();
        best = best.max(done as f64 / taken);
        actions += done;
        seconds += taken;
    }
    let games = batches * GAMES;
    println!("random play of roads/uranus on one core, {games} games, {actions} actions");
    println!("  actions/s   {:>10.0} mean, {best:.0} in the best batch", actions as f64 / seconds);
    println!("  games/s     {:>10.1}", games as f64 / seconds);
    println!("  offers      {:>10.1} per decision", offers as f64 / actions as f64);
}
