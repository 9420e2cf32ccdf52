//! Plays games between recruits and tells how they went: `cargo run --example course -- we-are-coming 5 1`.

use kessel_officers::{PlayOut, Playable, Rank};
use kessel_table::{Erased, Seed};
use kessel_wintergewitter::Winter;
use kessel_wintergewitter::data::Data;
use std::sync::Arc;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |n: usize, default: &str| words.get(n).cloned().unwrap_or_else(|| default.to_owned());
    let scenario = word(0, "we-are-coming");
    let games: u64 = word(1, "3").parse().unwrap_or(3);
    let first: u64 = word(2, "1").parse().unwrap_or(1);
    let ranks =
        [word(3, "recruit"), word(4, "recruit")].map(|rank| if rank == "staff" { Rank::Staff } else { Rank::Recruit });
    let game = Erased(Arc::new(Winter::load(&Data::embedded()).expect("the built-in data is sound")));
    for seed in first..first + games {
        let order = PlayOut::of(&scenario, Seed::from_number(seed)).ranks(ranks);
        let record = game.play_out(&order).expect("the game starts");
        let end = record.outcome.map_or("no outcome".to_owned(), |end| format!("{} ({:?})", end.level, end.score));
        let trouble = record.trouble.unwrap_or_default();
        println!(
            "{scenario} {seed}: {end}; {} actions, {} turns, {:.1} s; refusals {} {trouble}",
            record.actions, record.turns, record.seconds, record.refusals
        );
    }
}
