//! Officers on the toy game.

use kessel_kernel::toy::Toy;
use kessel_kernel::{AnyGame, Erased, Journal, Log, Options, Seed, Side, StartError};
use kessel_officers::{
    EnlistError, GameRecord, Listed, LookupError, OfficerError, PlannedScenario, PlayOut, PlayOutError, Playable, Rank,
    Registry,
};
use std::sync::Arc;

fn toy() -> Arc<dyn Playable> {
    Arc::new(Erased::new(Toy::new()))
}

fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add(Listed::built(toy(), vec![PlannedScenario::new("siege", "A siege to come", 5)]));
    registry.add(Listed::planned("later", "A game to come", Vec::new(), Default::default()));
    registry
}

fn timeless(record: GameRecord) -> GameRecord {
    GameRecord { seconds: 0.0, ..record }
}

#[test]
fn two_recruits_finish_a_thousand_games_without_trouble() {
    let game = toy();
    for n in 0..1000 {
        let record = game.play_out(&PlayOut::of("skirmish", Seed::from_number(n))).expect("plays");
        assert_eq!(record.trouble, None, "seed {n}");
        assert!(record.outcome.is_some() && record.actions > 0 && record.offers_sum >= record.actions);
        assert!((1..=3).contains(&record.turns) && record.final_hash.len() == 64);
    }
}

#[test]
fn sparring_partners_finish_their_games_without_trouble() {
    let game = toy();
    for rank in Rank::ALL.into_iter().filter(|rank| rank.temperament().is_none()) {
        for n in 0..50 {
            let order = PlayOut::of("skirmish", Seed::from_number(n)).ranks([rank, Rank::Recruit]);
            let record = game.play_out(&order).expect("plays");
            assert!(record.trouble.is_none() && record.outcome.is_some(), "{rank}, seed {n}: {record:?}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_another() {
    let play = |n| timeless(toy().play_out(&PlayOut::of("skirmish", Seed::from_number(n))).expect("plays"));
    assert_eq!(play(7), play(7));
    assert_ne!(play(7).final_hash, play(8).final_hash);
}

#[test]
fn a_game_can_be_left_unfinished() {
    let order = PlayOut { max_actions: 3, ..PlayOut::of("skirmish", Seed::from_number(7)) };
    let record = toy().play_out(&order).expect("plays");
    assert!(record.unfinished && record.outcome.is_none() && record.actions == 3);
}

#[test]
fn unknown_scenarios_and_missing_officers_are_errors() {
    let game = toy();
    let error = game.play_out(&PlayOut::of("siege", Seed::from_number(7))).expect_err("unknown");
    assert!(matches!(error, PlayOutError::Start(StartError::NoSuchScenario { .. })), "{error}");
    let staff = PlayOut::of("skirmish", Seed::from_number(7)).ranks([Rank::Staff, Rank::Recruit]);
    let error = game.play_out(&staff).expect_err("no staff");
    assert!(matches!(error, PlayOutError::Enlist(EnlistError::NoSuchOfficer { .. })), "{error}");
    assert!(error.to_string().contains("toy has no staff officer"), "{error}");
}

/// The hot loop and the journal play the same game from the same seed: what a simulation finds can be played again in a file.
#[test]
fn enlisted_recruits_play_the_game_of_the_playout_in_a_journal() {
    let (game, seed) = (toy(), Seed::from_number(7));
    let record = game.play_out(&PlayOut::of("skirmish", seed.clone())).expect("plays");
    let mut journal =
        Journal::start(&*game, "skirmish", &Options::default(), seed.clone(), &mut Log::new()).expect("starts");
    let mut officers = Side::BOTH.map(|side| game.enlist(Rank::Recruit, &seed, side).expect("enlists"));
    while let Some(side) = journal.session().to_act().first() {
        let action = officers[side.index()].choose(journal.session(), side).expect("chooses");
        journal.act(side, &action).expect("an offer is allowed");
    }
    assert_eq!((journal.len(), journal.session().hash()), (record.actions, record.final_hash));
    let idle = officers[0].choose(journal.session(), Side::Axis);
    assert_eq!(idle, Err(OfficerError::NotAsked(Side::Axis)));
}

#[test]
fn the_registry_finds_games_and_says_what_is_missing() {
    let registry = registry();
    assert!(registry.find("toy/skirmish").is_ok());
    assert!(registry.any("toy").is_some_and(|g: Arc<dyn AnyGame>| g.info().id == "toy"));
    let lines: Vec<_> = registry.list()[0].scenarios().iter().map(|s| (s.id.to_owned(), s.info.is_some())).collect();
    assert_eq!(lines, [("siege".to_owned(), false), ("skirmish".to_owned(), true)]);
    let error = |path| registry.find(path).err().expect("not found");
    assert!(matches!(error("toy"), LookupError::NotAPath(_)));
    assert!(matches!(error("chess/campaign"), LookupError::NoSuchGame { .. }));
    assert!(matches!(error("toy/campaign"), LookupError::NoSuchScenario { .. }));
    assert!(matches!(error("toy/siege"), LookupError::ScenarioNotBuilt { .. }));
    assert!(matches!(registry.get("later").err().expect("planned"), LookupError::NotBuilt { .. }));
    assert!(registry.list()[0].ledger().len() > 1);
}
