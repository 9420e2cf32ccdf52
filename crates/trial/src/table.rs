//! What a table in the browser is sent: patches that are exact, offers in two levels that are all of them, and little of both.

use crate::play::who;
use crate::{Chance, Trial};
use kessel_kernel::plan::Plans;
use kessel_kernel::{
    Dice, Game, Log, OfferSet, Options, Patch, Played, Seed, Session, Side, ToAct, UnitSymbol, View, Viewer, Wanted,
};
use serde::Serialize;
use std::collections::BTreeSet;

const VIEWERS: [Viewer; 4] = [Viewer::Axis, Viewer::Soviet, Viewer::Spectator, Viewer::Umpire];

pub(crate) fn bytes(value: &impl Serialize) -> usize {
    serde_json::to_vec(value).expect("plain data").len()
}

impl<G: Game> Trial<G> {
    /// Plays `most` actions at random and shows the game before the first and after each of them, with the bytes of what was told.
    fn watched(&self, seed: u64, most: usize, look: impl FnMut(&Played<G>, usize)) {
        self.watched_for(seed, [most, self.turns], look);
    }

    /// The same until so many plans of both sides are carried out.
    pub(crate) fn watched_for(&self, seed: u64, [most, plans]: [usize; 2], mut look: impl FnMut(&Played<G>, usize)) {
        let (game, scenario, seed) = (&*self.game, self.scenario_of(seed), Seed::from_number(seed));
        let mut chance = Chance(seed.for_thoughts());
        let (mut dice, mut log) = (Dice::seeded(&seed, 0), Log::new());
        let mut state = game.setup(scenario, &Options::default(), &mut dice, &mut log);
        (self.begin)(&mut state, &mut chance);
        let mut session = Played::new(self.game.clone(), scenario, state);
        log.take();
        look(&session, 0);
        let mut planned = 0;
        for _ in 0..most {
            if G::Plans::planners(game, &session.state) != ToAct::Nobody {
                if planned == plans {
                    return;
                }
                planned += 1;
                let plans = Side::BOTH.map(|side| self.some_plan(&session.state, side, &mut chance));
                G::Plans::execute(game, &mut session.state, plans, &mut dice, &mut log);
                dice.forget_rolls();
                look(&session, bytes(&log.take()));
                continue;
            }
            let Some(side) = who(session.to_act(), &mut chance) else { return };
            let mut offers = Vec::new();
            game.offers(&session.state, side, &mut offers);
            let action = (self.pick)(&offers, &mut chance).expect("whoever is asked can act");
            game.apply_unchecked(&mut session.state, side, action, &mut dice, &mut log);
            dice.forget_rolls();
            look(&session, bytes(&log.take()));
        }
    }

    /// In games of these seeds and so many actions, the patches one after another lead from the first view to every later one exactly; of
    /// whole views, and of what a table is sent, which is the whole view but for what is looked at on demand.
    pub fn patches_lead_from_view_to_view(&self, seeds: impl IntoIterator<Item = u64>, most: usize) {
        for seed in seeds {
            let mut kept: Vec<(View, View)> = Vec::new();
            self.watched(seed, most, |session, _| {
                let now = VIEWERS.map(|viewer| (session.view(viewer), session.glance(viewer)));
                for (whole, brief) in &now {
                    let of_whole = View { offers: brief.offers.clone(), ..whole.clone().without_extras() };
                    assert_eq!(*brief, of_whole, "seed {seed}: {}: a glance is the view", self.kind(&session.state));
                }
                if kept.is_empty() {
                    kept = now.to_vec();
                }
                for ((whole, brief), (new_whole, new_brief)) in kept.iter_mut().zip(&now) {
                    Patch::between(whole, new_whole).apply(whole);
                    Patch::between(brief, new_brief).apply(brief);
                    assert_eq!(whole, new_whole, "seed {seed}: {}: whole views", self.kind(&session.state));
                    assert_eq!(brief, new_brief, "seed {seed}: {}: views of a table", self.kind(&session.state));
                }
            });
        }
    }

    /// Where counters lie is what the view says, for a game that tells it without one.
    pub fn counters_stand_where_the_view_says(&self, seeds: impl IntoIterator<Item = u64>, most: usize) {
        for seed in seeds {
            self.watched(seed, most, |session, _| {
                for viewer in VIEWERS {
                    let seen = self.game.see(&session.state, viewer);
                    let counters = self.game.glance(&seen).counters;
                    for side in Side::BOTH {
                        let of_view = counters.iter().filter(|counter| counter.side == Some(side));
                        let of_view: Vec<_> = of_view.map(|counter| counter.at.clone()).collect();
                        let kind = self.kind(&session.state);
                        assert_eq!(
                            self.game.standing(&seen, side),
                            of_view,
                            "seed {seed}: {kind}: where {side:?} stands"
                        );
                    }
                }
            });
        }
    }

    /// Every state that a counter shows, and every place beside the sheet where one lies, has its words on the sheet.
    pub fn states_have_words(&self, seeds: impl IntoIterator<Item = u64>, most: usize) {
        for seed in seeds {
            let sheet = self.game.sheet(self.scenario_of(seed));
            let badges: BTreeSet<_> = sheet.badges.iter().map(|badge| badge.flag.as_str()).collect();
            let places = sheet.hexes.iter().map(|hex| &hex.id).chain(sheet.boxes.iter().map(|space| &space.id));
            let places: BTreeSet<_> = places.chain(sheet.beside.iter().map(|place| &place.id)).collect();
            self.watched(seed, most, |session, _| {
                let view = session.glance(Viewer::Umpire);
                let hosts: BTreeSet<_> = view.counters.iter().map(|counter| &counter.id).collect();
                for counter in &view.counters {
                    for flag in &counter.flags {
                        assert!(badges.contains(flag.as_str()), "seed {seed}: {flag} of {} has no words", counter.id);
                    }
                    let known = counter.at.is_empty() || places.contains(&counter.at) || hosts.contains(&counter.at);
                    assert!(known, "seed {seed}: {} is in {}, which is nowhere", counter.id, counter.at);
                }
            });
        }
    }

    /// Every counter that shows its face, in the first position of every scenario and in play, has a mark that the page knows
    /// ([`UnitSymbol`]): the page has one for each of them, and draws no blank box.
    pub fn every_counter_has_a_mark(&self, seeds: impl IntoIterator<Item = u64>, most: usize) {
        let marked = |view: &View| {
            for counter in view.counters.iter().filter(|counter| !counter.hidden) {
                let symbol = &counter.face.symbol;
                assert!(UnitSymbol::from_word(symbol).is_some(), "{} is {symbol:?}, which has no mark", counter.id);
            }
        };
        for scenario in &self.game.info().scenarios {
            let mut dice = Dice::seeded(&Seed::from_number(0), 0);
            let state = self.game.setup(&scenario.id, &Options::default(), &mut dice, &mut Log::silent());
            marked(&self.game.view(&self.game.see(&state, Viewer::Umpire)));
        }
        for seed in seeds {
            self.watched(seed, most, |session, _| marked(&session.glance(Viewer::Umpire)));
        }
    }

    /// Offers in two levels are the offers: what comes with words, and what is found behind every counter and space that is named, are
    /// together the list of [`offers`](kessel_kernel::facets::Acts::offers), each once. What an action is about agrees with what it is called. What can be done in one go is done
    /// in one go.
    pub fn two_levels_are_all_offers(&self, positions: &[G::State]) {
        for (state, side) in positions.iter().flat_map(|state| Side::BOTH.map(|side| (state, side))) {
            let (game, kind) = (&*self.game, self.kind(state));
            let seen = game.see(state, side.into());
            let flat = self.offers(state, side);
            for action in &flat {
                let (aim, offer) = (game.aim(&seen, side, *action), game.describe(&seen, side, *action));
                let about = (offer.kind, offer.counter, offer.space, offer.all, offer.preview.is_some());
                assert_eq!((aim.kind, aim.counter, aim.space, aim.all, aim.battle), about, "{kind}: aim of {action:?}");
            }
            let session = Played::new(self.game.clone(), self.scenarios[0], state.clone());
            let offers = session.glance(side.into()).offers;
            let mut found: Vec<String> = offers.list.iter().map(|offer| offer.action.to_string()).collect();
            for set in &offers.sets {
                let met = found.len();
                found.extend(behind(&session, side, set));
                assert_eq!(found.len() - met, set.count, "{kind}: the count of {}", set.verb);
            }
            found.sort();
            let mut all: Vec<String> =
                flat.iter().map(|action| game.write_action(state, *action).to_string()).collect();
            all.sort();
            assert_eq!(found, all, "{kind}: both levels");
            for together in &offers.prompt.together {
                let (mut fork, mut dice) = (session.fork(), Dice::seeded(&Seed::from_number(1), 0));
                let listed = fork.act_all(side, &together.actions, &mut dice, &mut Log::silent());
                let listed = listed.unwrap_or_else(|why| panic!("{kind}: {}: {why}", together.label));
                assert_eq!(listed.stopped, None, "{kind}: {}", together.label);
            }
        }
    }

    /// In games of these seeds and so many actions, nothing that an action sends to a seat has more than `limit` bytes: not the patch, not the
    /// events, not the spaces of a counter, not the words of a page of offers. `ordinary` says of a kind of decision whether its actions count
    /// (to have a whole army set up is one click, but no ordinary one). Plans that are carried out may send `plans` bytes.
    pub fn what_a_seat_is_sent_is_small(
        &self,
        seeds: impl IntoIterator<Item = u64>,
        most: usize,
        [click, plans]: [usize; 2],
        ordinary: impl Fn(&str) -> bool,
    ) {
        for seed in seeds {
            let mut last: Vec<View> = Vec::new();
            let (mut counts, mut limit) = (false, click);
            self.watched(seed, most, |session, told| {
                let kind = self.kind(&session.state);
                let now = VIEWERS.map(|viewer| session.glance(viewer));
                assert!(!counts || told <= limit, "seed {seed}: {kind}: events of {told} bytes");
                for (old, new) in last.iter().zip(&now).filter(|_| counts) {
                    let patch = Patch::between(old, new);
                    let size = bytes(&patch);
                    assert!(size <= limit, "seed {seed}: {kind}: a patch of {size} bytes: {}", parts(&patch));
                }
                last = now.to_vec();
                counts = ordinary(&kind);
                let planned = G::Plans::planners(&self.game, &session.state) != ToAct::Nobody;
                limit = if planned { plans } else { click };
                for side in Side::BOTH {
                    answers_are_small(session, side, click, &format!("seed {seed}: {kind}"));
                }
            });
        }
    }
}

/// The sizes of the parts of a patch, for the message of a broken promise.
fn parts(patch: &Patch) -> String {
    let value = serde_json::to_value(patch).expect("plain data");
    let fields = value.as_object().expect("an object").iter();
    let sizes = fields.flat_map(|(name, part)| {
        let inner =
            part.as_object().into_iter().flatten().map(move |(of, part)| format!("{name}.{of} {}", bytes(part)));
        std::iter::once(format!("{name} {}", bytes(part))).chain(inner)
    });
    sizes.collect::<Vec<_>>().join(", ")
}

/// Every action of a set, as somebody finds them who asks for the spaces of its counters and then for the words.
fn behind<G: Game>(session: &Played<G>, side: Side, set: &OfferSet) -> Vec<String> {
    let mut wanted: BTreeSet<(Option<String>, Option<String>)> = BTreeSet::new();
    for (nth, counter) in set.counters.iter().enumerate() {
        if set.single {
            let space = set.spaces.get(nth).filter(|space| !space.is_empty());
            wanted.insert((Some(counter.clone()), space.cloned()));
            continue;
        }
        let own = session.targets(side, counter);
        let own = own.iter().filter(|own| own.verb == set.verb && own.kind == set.kind);
        for target in own {
            match target.spaces.iter().filter(|space| !space.is_empty()).collect::<Vec<_>>()[..] {
                [] => drop(wanted.insert((Some(counter.clone()), None))),
                ref spaces => {
                    wanted.extend(spaces.iter().map(|space| (Some(counter.clone()), Some((*space).clone()))));
                }
            }
        }
    }
    if set.counters.is_empty() {
        wanted.extend(set.spaces.iter().map(|space| (None, Some(space.clone()))));
        if set.spaces.is_empty() {
            wanted.insert((None, None));
        }
    }
    let mut found = Vec::new();
    for (counter, space) in wanted {
        let mut from = 0;
        loop {
            let ask = Wanted {
                verb: Some(set.verb.clone()),
                counter: counter.clone(),
                space: space.clone(),
                from,
                ..Wanted::default()
            };
            let answer = session.worded(side, &ask);
            from += answer.list.len();
            let alike = answer.list.iter().filter(|offer| offer.kind == set.kind && offer.all == set.all);
            found.extend(alike.map(|offer| offer.action.to_string()));
            if from >= answer.count || answer.list.is_empty() {
                break;
            }
        }
    }
    found
}

/// What a page asks for when a counter is taken up, and when a list is opened.
fn answers_are_small<G: Game>(session: &Played<G>, side: Side, limit: usize, what: &str) {
    let offers = session.glance(side.into()).offers;
    for set in &offers.sets {
        let page = session.worded(side, &Wanted { verb: Some(set.verb.clone()), ..Wanted::default() });
        assert!(bytes(&page) <= limit, "{what}: {} bytes of words of {}", bytes(&page), set.verb);
        if let Some(counter) = set.counters.first() {
            let targets = session.targets(side, counter);
            assert!(bytes(&targets) <= limit, "{what}: {} bytes of spaces of {counter}", bytes(&targets));
        }
    }
}
