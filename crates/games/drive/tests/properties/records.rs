//! Journals: replay, undo, redo.

use super::{Chance, game};
use kessel_table::journal::{Replay, audit, parse};
use kessel_table::{Erased, Journal, Log, Options, Seed};

/// A game in a journal, so many actions long or to its end.
fn journal(seed: u64, most: u64) -> Journal {
    let game = Erased(game().clone());
    let mut chance = Chance(seed);
    let mut journal =
        Journal::start(&game, super::scenario_of(seed), &Options::default(), Seed::from_number(seed), &mut Log::new())
            .expect("starts");
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
    for seed in [100, 101] {
        let whole = journal(seed, 900);
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

#[test]
fn undo_then_redo_is_identity_and_stops_at_rolls_and_revelations() {
    let game = Erased(game().clone());
    let mut chance = Chance(5);
    for seed in [110, 111, 112] {
        let whole = journal(seed, 200 + 150 * (seed - 110));
        let text = whole.to_text();
        let floor = whole.undo_floor();
        assert!(whole.entries()[floor as usize..].iter().all(|entry| !entry.bars_undo()));
        if floor > 0 {
            let entry = &whole.entries()[floor as usize - 1];
            assert!(entry.revealed || !entry.rolls.is_empty());
        }
        for _ in 0..4 {
            let to = chance.below(whole.len() as usize + 1) as u64;
            undo_and_redo(&game, &text, to, floor);
        }
        undo_and_redo(&game, &text, floor, floor);
        undo_and_redo(&game, &text, floor.saturating_sub(1), floor);
    }
}

fn undo_and_redo(game: &Erased<kessel_drive::Drive>, text: &str, to: u64, floor: u64) {
    let mut journal = Journal::from_text(game, text).expect("replays");
    let entries = journal.entries().to_vec();
    let undone = journal.undo(game, to);
    assert_eq!(undone.is_ok(), to >= floor, "undo to {to}, floor {floor}");
    if undone.is_err() {
        assert_eq!(journal.to_text(), text, "nothing has changed");
        return;
    }
    let then = entries[..to as usize].last().map_or(&journal.header().state, |entry| &entry.state);
    assert_eq!(&journal.session().hash(), then);
    for entry in &entries[to as usize..] {
        journal.act(entry.side, &entry.action).expect("it was allowed before");
    }
    assert_eq!(journal.to_text(), text);
}
