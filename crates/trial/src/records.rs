//! What is written down: journals with replay, undo and redo, and positions.

use crate::play::who;
use crate::{Chance, Trial};
use kessel_kernel::journal::Entry;
use kessel_kernel::journal::{Replay, audit, parse};
use kessel_kernel::plan::Draft;
use kessel_kernel::{Erased, Game, Journal, Log, Options, Played, Seed, Side, ToAct, Viewer};

impl<G: Game> Trial<G> {
    pub(crate) fn erased(&self) -> Erased<G> {
        Erased(self.game.clone())
    }

    /// A plan drawn at random for a side of a journal, as a file keeps it.
    pub(crate) fn draft(&self, journal: &Journal, side: Side, chance: &mut Chance) -> Draft {
        let session = journal.session().as_any().downcast_ref::<Played<G>>().expect("the same game");
        session.write_plan(&self.some_plan(&session.state, side, chance))
    }

    /// A game in a journal, so many actions long or to its end.
    pub(crate) fn journal(&self, seed: u64, most: u64) -> Journal {
        let (game, options, mut chance) = (self.erased(), Options::default(), Chance(seed));
        let dice = Seed::from_number(seed);
        let mut journal =
            Journal::start(&game, self.scenario_of(seed), &options, dice, &mut Log::new()).expect("starts");
        while journal.len() < most {
            let planners = journal.session().planners();
            if planners != ToAct::Nobody {
                let side = who(planners, &mut chance).expect("somebody is asked");
                let plan = self.draft(&journal, side, &mut chance);
                journal.commit(side, &plan).expect("a completed plan is allowed");
                continue;
            }
            let Some(side) = who(journal.session().to_act(), &mut chance) else { break };
            let list = journal.session().offers(side).list;
            let action = list[chance.below(list.len())].action.clone();
            journal.act(side, &action).expect("an offer is allowed");
        }
        journal
    }

    /// Journals of `most` actions replay to the same hashes, with the dice of the seed; what they tell stands in the ledger.
    pub fn a_journal_replays_to_the_same_hashes_and_dice(&self, seeds: impl IntoIterator<Item = u64>, most: u64) {
        let game = self.erased();
        for seed in seeds {
            let whole = self.journal(seed, most);
            let text = whole.to_text();
            let back = Journal::from_text(&game, &text).expect("replays, every hash of it");
            assert_eq!(back.session().hash(), whole.session().hash());
            assert_eq!(back.to_text(), text);
            let (header, entries) = parse(&text).expect("reads");
            audit(&Seed::from_number(seed), &header, &entries).expect("the dice are those of the seed");
            let mut replay = Replay::new(&game, &header, &entries).expect("starts");
            while let Some((_, events)) = replay.next().expect("fits") {
                events.iter().for_each(|event| self.is_in_the_ledger(event.case));
            }
        }
    }

    /// In games of these seeds and so many actions, undo goes back to the last roll or revelation and no further, and to do again what was
    /// undone gives the same journal.
    pub fn undo_then_redo_is_identity(&self, games: impl IntoIterator<Item = (u64, u64)>) {
        let mut chance = Chance(5);
        for (seed, most) in games {
            let whole = self.journal(seed, most);
            let (text, floor) = (whole.to_text(), whole.undo_floor());
            assert!(whole.entries()[floor as usize..].iter().all(|entry| !entry.bars_undo()));
            if floor > 0 {
                let entry = &whole.entries()[floor as usize - 1];
                assert!(entry.revealed || !entry.rolls.is_empty());
            }
            for _ in 0..4 {
                let to = chance.below(whole.len() as usize + 1) as u64;
                self.undo_and_redo(&text, to, floor);
            }
            self.undo_and_redo(&text, floor, floor);
            self.undo_and_redo(&text, floor.saturating_sub(1), floor);
        }
    }

    fn undo_and_redo(&self, text: &str, to: u64, floor: u64) {
        let game = self.erased();
        let mut journal = Journal::from_text(&game, text).expect("replays");
        let entries = journal.entries().to_vec();
        let undone = journal.undo(&game, to);
        assert_eq!(undone.is_ok(), to >= floor, "undo to {to}, floor {floor}");
        if undone.is_err() {
            assert_eq!(journal.to_text(), text, "nothing has changed");
            return;
        }
        let then = entries[..to as usize].last().map_or(&journal.header().state, |entry| &entry.state);
        assert_eq!(&journal.session().hash(), then);
        for entry in &entries[to as usize..] {
            again(&mut journal, entry);
        }
        assert_eq!(journal.to_text(), text);
    }

    /// Positions read back are the same and play on the same: what a game keeps beside a position is what would be worked out anew.
    pub fn survives_being_written_down(&self, positions: &[G::State]) {
        for state in positions {
            let kind = self.kind(state);
            let bytes = postcard::to_allocvec(state).expect("a state is plain data");
            let back: G::State = postcard::from_bytes(&bytes).expect("reads back");
            assert!(back == *state, "{kind}: other bytes");
            let text = serde_json::to_string(state).expect("a state is plain data");
            assert!(serde_json::from_str::<G::State>(&text).expect("reads back") == *state, "{kind}: other JSON");
            for side in Side::BOTH {
                assert_eq!(self.offers(&back, side), self.offers(state, side), "{kind}: other offers");
            }
            let facts = |state| self.game.facts(&self.game.see(state, Viewer::Umpire));
            assert_eq!(facts(&back), facts(state), "{kind}: other facts");
        }
    }
}

/// Does again what an entry says: its actions, or the commit of its plan.
fn again(journal: &mut Journal, entry: &Entry) {
    match &entry.plan {
        Some(plan) => drop(journal.commit(entry.side, &plan.orders).expect("it was allowed before")),
        None => drop(journal.act_all(entry.side, entry.actions()).expect("it was allowed before")),
    }
}
