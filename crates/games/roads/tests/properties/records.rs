//! Journals: replay and the dice in them.

use super::{Chance, game};
use kessel_table::journal::{Replay, audit, parse};
use kessel_table::{Erased, Journal, Log, Options, Seed};

/// A game in a journal, so many actions long or to its end.
fn journal(scenario: &str, seed: u64, most: u64) -> Journal {
    let game = Erased(game().clone());
    let mut chance = Chance(seed);
    let mut journal =
        Journal::start(&game, scenario, &Options::default(), Seed::from_number(seed), &mut Log::new()).expect("starts");
    while journal.len() < most {
        let Some(side) = journal.session().to_act().first() else { break };
        let list = journal.session().offers(side).list;
        let action = list[chance.below(list.len())].action.clone();
        journal.act(side, &action).expect("an offer is allowed");
    }
    journal
}

#[test]
fn a_journal_replays_to_the_same_hashes_and_dice() {
    let game = Erased(game().clone());
    for (scenario, seed) in [("uranus", 100), ("backhand-blow", 101)] {
        let whole = journal(scenario, seed, 500);
        let text = whole.to_text();
        let back = Journal::from_text(&game, &text).expect("replays, every hash of it");
        assert_eq!(back.session().hash(), whole.session().hash());
        assert_eq!(back.to_text(), text);
        let (header, entries) = parse(&text).expect("reads");
        audit(&Seed::from_number(seed), &header, &entries).expect("the dice are those of the seed");
        let mut replay = Replay::new(&game, &header, &entries).expect("starts");
        while let Some((_, events)) = replay.next().expect("fits") {
            for event in events {
                assert!(game.0.data.ledger.get(event.case.id()).is_some(), "{} is not in the ledger", event.case);
            }
        }
    }
}
