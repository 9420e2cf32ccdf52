//! Several actions as one: all or none, one entry, one undo.

use crate::play::who;
use crate::{Chance, Trial};
use kessel_kernel::journal::PlayError;
use kessel_kernel::{ActError, Game, Journal, ListError, Log, Options, Seed, Side, Stopped, ToAct};
use serde_json::{Value, json};

/// How long the lists are at most that are tried.
const LONGEST: usize = 6;

/// What was met, so that nobody takes a promise for kept that was never asked.
#[derive(Default)]
struct Met {
    whole: bool,
    stopped: bool,
    refused: bool,
}

/// One game twice: in one journal the actions are done one by one, in the other as lists.
struct Twice {
    single: Journal,
    listed: Journal,
    /// Actions that were allowed once: later on many of them are refused.
    known: Vec<Value>,
}

impl Twice {
    /// Whoever is asked commits the same plan in both journals.
    fn plan<G: Game>(&mut self, trial: &Trial<G>, chance: &mut Chance) {
        for side in Side::BOTH {
            if self.single.session().planners().includes(side) {
                let plan = trial.draft(&self.single, side, chance);
                for journal in [&mut self.single, &mut self.listed] {
                    journal.commit(side, &plan).expect("a completed plan is allowed");
                }
            }
        }
    }
}

impl<G: Game> Trial<G> {
    /// In games of these seeds a list of actions leads to the same position as its actions one by one, with the same dice; it is one entry
    /// and undo takes it back whole; dice or a revelation end it, and the rest is given back; and one action that is refused or cannot
    /// be read leaves everything as it was.
    pub fn a_list_is_its_actions_as_one_entry(&self, seeds: impl IntoIterator<Item = u64>, most: u64) {
        let mut met = Met::default();
        for seed in seeds {
            let begin = || {
                let (game, options, dice) = (self.erased(), Options::default(), Seed::from_number(seed));
                Journal::start(&game, self.scenario_of(seed), &options, dice, &mut Log::new()).expect("starts")
            };
            let mut twice = Twice { single: begin(), listed: begin(), known: Vec::new() };
            let mut chance = Chance(seed);
            while twice.listed.len() < most {
                let Some(side) = who(twice.single.session().to_act(), &mut chance) else { break };
                if twice.single.session().planners() != ToAct::Nobody {
                    twice.plan(self, &mut chance);
                    continue;
                }
                self.try_a_list(&mut twice, side, &mut chance, &mut met);
            }
            let back = Journal::from_text(&self.erased(), &twice.listed.to_text()).expect("lists replay");
            assert_eq!(back.session().hash(), twice.single.session().hash());
        }
        assert!(met.whole && met.stopped, "no list was met that is done whole, or none that ends before its end");
        assert!(met.refused, "no list was met that is refused");
    }

    fn try_a_list(&self, twice: &mut Twice, side: Side, chance: &mut Chance, met: &mut Met) {
        let first = twice.single.len() as usize;
        let mut list = self.one_by_one(twice, side, chance);
        let singles = &twice.single.entries()[first..];
        let last = singles.last().expect("at least one was done");
        let revealed = last.revealed;
        let end = match (last.rolls.is_empty(), revealed) {
            (false, _) => Some(Stopped::Dice),
            (true, true) => Some(Stopped::Revealed),
            (true, false) => None,
        };
        let rolls: Vec<_> = singles.iter().flat_map(|entry| entry.rolls.clone()).collect();
        let done = list.len();
        match end {
            // What comes after dice or a revelation is not asked any more, whatever it is.
            Some(_) => list.extend(twice.known.last().cloned()),
            None => met.refused |= refuses(twice, side, &list),
        }
        let stopped = end.filter(|_| list.len() > done);
        let (n, before) = (twice.listed.len(), twice.listed.session().hash());
        let told =
            twice.listed.act_all(side, &list).unwrap_or_else(|e| panic!("allowed one by one, not as a list: {e}"));
        assert_eq!((told.count, told.stopped), (done, stopped), "a list ends at the first die or revelation");
        assert_eq!(told.rest, list[done..], "the rest is given back");
        assert_eq!(twice.listed.len(), n + 1, "a list is one entry");
        assert_eq!(twice.listed.session().hash(), twice.single.session().hash(), "a list leads to another position");
        let entry = twice.listed.entries().last().expect("just noted");
        assert_eq!((&entry.rolls, entry.revealed), (&rolls, revealed), "a list has other dice");
        met.stopped |= stopped.is_some();
        if end.is_none() {
            met.whole |= done > 1;
            self.goes_back_whole(twice, (n, &before), side, &list);
        }
    }

    /// Does some actions of one side, up to the first die or revelation.
    fn one_by_one(&self, twice: &mut Twice, side: Side, chance: &mut Chance) -> Vec<Value> {
        let mut list = Vec::new();
        for _ in 0..=chance.below(LONGEST) {
            let offers = twice.single.session().offers(side).list;
            let Some(offer) = offers.get(chance.below(offers.len())) else { break };
            twice.single.act(side, &offer.action).expect("an offer is allowed");
            list.push(offer.action.clone());
            twice.known.push(offer.action.clone());
            if twice.single.entries().last().expect("just noted").bars_undo() {
                break;
            }
        }
        list
    }

    fn goes_back_whole(&self, twice: &mut Twice, (n, before): (u64, &str), side: Side, list: &[Value]) {
        let text = twice.listed.to_text();
        twice.listed.undo(&self.erased(), n).expect("nothing bars it");
        assert_eq!(twice.listed.session().hash(), before, "undo takes a list back whole");
        twice.listed.act_all(side, list).expect("it was allowed before");
        assert_eq!(twice.listed.to_text(), text, "to do it again gives the same journal");
    }
}

/// The list with an action at its end that the rules refuse, and with one that cannot be read, changes nothing. Says whether there was
/// an action to refuse.
fn refuses(twice: &mut Twice, side: Side, list: &[Value]) -> bool {
    let text = twice.listed.to_text();
    let is_refused = |action: &&Value| matches!(twice.single.session().check(side, action), Err(ActError::Refused(_)));
    let bad = [twice.known.iter().rev().find(is_refused).cloned(), Some(json!({ "no such verb": 1 }))];
    let found = bad[0].is_some();
    for bad in bad.into_iter().flatten() {
        let spoilt = [list, &[bad, list[0].clone()]].concat();
        match twice.listed.act_all(side, &spoilt) {
            Err(PlayError::List(ListError { at, .. })) => assert_eq!(at, list.len(), "the action that failed"),
            other => panic!("a list with a refused action is refused: {other:?}"),
        }
        assert_eq!(twice.listed.to_text(), text, "a refused list changes nothing");
        let last = twice.listed.entries().last().map_or(&twice.listed.header().state, |entry| &entry.state);
        assert_eq!(&twice.listed.session().hash(), last, "a refused list changes nothing on the table");
    }
    found
}
