//! Series of the toy game.

use kessel_kernel::toy::Toy;
use kessel_kernel::{Erased, Seed};
use kessel_lab::{Bill, Report, SimulateError, Spec, Standings, simulate, tournament};
use kessel_officers::{Listed, Rank, Registry};
use std::sync::Arc;

fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add(Listed::built(Arc::new(Erased::new(Toy::new())), Vec::new()));
    registry
}

fn series(seed: u64, n: u64, jobs: usize) -> Report {
    let report = simulate(&registry(), &Spec::of("toy/skirmish", Seed::from_number(seed)), n, jobs);
    Report { seconds: 0.0, actions_per_s: 0.0, games_per_s: 0.0, ..report.expect("plays") }
}

#[test]
fn a_series_does_not_depend_on_the_number_of_threads() {
    let alone = series(7, 1500, 1);
    assert!(alone.is_clean());
    assert_eq!(alone, series(7, 1500, 2));
    assert_eq!(alone, series(7, 1500, 5));
    assert_ne!(alone.digest, series(8, 1500, 2).digest);
}

#[test]
fn the_sums_fit_together() {
    let r = series(7, 300, 1);
    assert_eq!(r.wins.axis + r.wins.soviet + r.wins.draw, 300);
    assert_eq!(r.levels.values().sum::<u64>(), 300);
    let known = |level: &String| ["axis", "soviet", "draw"].iter().any(|w| level.starts_with(w));
    assert!(r.levels.keys().all(known), "{:?}", r.levels);
    assert!(r.mean_turns >= 1.0 && r.mean_offers >= 1.0 && r.actions > 300);
}

#[test]
fn unknown_games_and_missing_officers_are_errors() {
    let mut spec = Spec::of("chess/campaign", Seed::from_number(7));
    assert!(matches!(simulate(&registry(), &spec, 1, 1), Err(SimulateError::Lookup(_))));
    spec = Spec { ranks: [Rank::Staff; 2], ..Spec::of("toy/skirmish", Seed::from_number(7)) };
    assert!(matches!(simulate(&registry(), &spec, 1, 1), Err(SimulateError::PlayOut(_))));
}

#[test]
fn a_tournament_plays_every_pairing_of_every_scenario() {
    let bill = Bill {
        paths: vec!["toy/skirmish".into()],
        ranks: vec![Rank::Recruit, Rank::Passive],
        games: 40,
        seed: Seed::from_number(3),
        jobs: 1,
    };
    let played = tournament(&registry(), &bill).expect("plays");
    let standings = Standings::of(&played);
    let scenario = &standings.scenarios[0];
    assert_eq!(scenario.pairings.len(), 4);
    let first = &scenario.pairings[0];
    assert!(scenario.pairings.iter().all(|p| p.games == 40 && p.faults == 0));
    assert!(first.bounds.0 <= first.axis_share && first.axis_share <= first.bounds.1);
    // What is counted for the one is counted against the other.
    assert!((standings.overall[0].elo + standings.overall[1].elo).abs() < 0.01, "{:?}", standings.overall);
    assert_eq!(standings.overall, scenario.ranks, "there is only one scenario");
}
