//! What a side may not know changes nothing that it sees, is offered, is refused or is told.

use crate::{Ask, Chance, Trial};
use kessel_kernel::journal::Replay;
use kessel_kernel::plan::{Never, Plans};
use kessel_kernel::{Dice, Event, Game, Log, Offers, Played, Seed, Session, Side, Viewer};
use rand_pcg::Pcg32;
use serde::Serialize;
use std::any::TypeId;

/// What an action did.
pub struct Done<S> {
    /// The position after it.
    pub state: S,
    /// What its own side is told.
    pub told: Vec<Event>,
    /// What the other side is told.
    pub shown: Vec<Event>,
    /// Its side may have learnt something: dice or a revelation. It cannot be undone.
    pub barred: bool,
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

impl<G: Game> Trial<G> {
    fn session(&self, state: &G::State) -> Played<G> {
        Played::new(self.game.clone(), self.scenarios[0], state.clone())
    }

    /// Everything that `viewer` can see without acting is the same.
    pub fn looks_the_same(&self, one: &G::State, two: &G::State, viewer: Viewer) {
        let kind = self.kind(one);
        assert_eq!(self.game.see(one, viewer), self.game.see(two, viewer), "{kind}: redacted");
        let (a, b) = (self.session(one), self.session(two));
        assert_eq!(text(&a.view(viewer)), text(&b.view(viewer)), "{kind}: views");
        assert_eq!(a.facts(viewer), b.facts(viewer), "{kind}: facts");
        assert_eq!(a.seen_hash(viewer), b.seen_hash(viewer), "{kind}: hashes");
    }

    /// Does an action that is offered, with dice that are always the same.
    pub fn done(&self, state: &G::State, side: Side, action: G::Action) -> Done<G::State> {
        let (mut state, mut log) = (state.clone(), Log::new());
        let mut dice = Dice::seeded(&Seed::from_number(3), 0);
        self.game.apply(&mut state, side, action, &mut dice, &mut log).expect("offered");
        let barred = dice.rolled() > 0 || log.revealed();
        let events = log.take();
        let shown = Replay::visible(events.clone(), side.other().into());
        Done { state, told: Replay::visible(events, side.into()), shown, barred }
    }

    /// An action that neither rolls nor reveals tells its side nothing: otherwise undo could be used to spy.
    fn tells_nothing(&self, one: &G::State, two: &G::State, side: Side, action: G::Action) {
        let kind = self.kind(one);
        let (a, b) = (self.done(one, side, action), self.done(two, side, action));
        assert!((self.blind)(one) || a.barred == b.barred, "{kind}: {action:?}: undo tells");
        if a.barred || b.barred {
            return;
        }
        assert_eq!(text(&a.told), text(&b.told), "{kind}: {action:?}: events");
        self.looks_the_same(&a.state, &b.state, side.into());
    }

    /// Positions that differ only in secrets of the other side are one to `side`: in what it sees, in what it is answered about the
    /// actions `asked`, and in what it is told when it does those of `acts` that neither roll nor reveal.
    pub fn are_the_same_to(
        &self,
        side: Side,
        [one, two]: [&G::State; 2],
        asked: impl IntoIterator<Item = G::Action>,
        acts: impl IntoIterator<Item = G::Action>,
    ) {
        self.looks_the_same(one, two, side.into());
        self.looks_the_same(one, two, Viewer::Spectator);
        let (game, kind) = (&self.game, self.kind(one));
        for action in asked {
            assert_eq!(game.check(one, side, action), game.check(two, side, action), "{kind}: check {action:?}");
            assert_eq!(game.why(one, side, action), game.why(two, side, action), "{kind}: why {action:?}");
        }
        acts.into_iter().for_each(|action| self.tells_nothing(one, two, side, action));
    }

    /// In each of these positions the secrets of either side are changed so often, and the other side notices nothing: [`Trial::are_the_same_to`],
    /// whatever is tried and some of what is offered; where plans are asked for, [`Trial::plans_alike`] too.
    pub fn secrets_change_nothing(&self, positions: &[G::State], each: usize) {
        let (mut chance, mut differing) = (Chance(11), 0);
        let never = TypeId::of::<G::Action>() == TypeId::of::<Never>();
        for state in positions {
            for side in Side::BOTH.into_iter().flat_map(|side| vec![side; each]) {
                let other = self.other_secrets(state, side.other(), &mut chance);
                differing += usize::from(other != *state);
                let asked = if never { Vec::new() } else { self.actions(state, &mut chance, Ask::Secret) };
                let offers = self.offers(state, side);
                let mut acts = chance.some(&offers, 4);
                acts.extend(offers.iter().filter(|action| (self.risky)(action)));
                self.are_the_same_to(side, [state, &other], asked, acts);
                if G::Plans::planners(&self.game, state).includes(side) {
                    self.plans_alike(side, [state, &other], &self.some_plan(state, side, &mut chance));
                }
            }
        }
        assert!(differing > 0, "no position has a secret");
    }

    /// The same position with other secrets of `side`: as the game changes them, or as the other side draws them.
    fn other_secrets(&self, state: &G::State, side: Side, chance: &mut Chance) -> G::State {
        match self.secrets {
            Some(changed) => changed(state, side, chance),
            None => {
                let seen = self.game.see(state, side.other().into());
                self.game.sample(&seen, side.other(), &mut Pcg32::new(chance.below(1 << 20) as u64, 0))
            }
        }
    }

    /// Offers with their words are the same for a position and what a side may know of it; to hide twice hides no more.
    pub fn offers_come_from_what_a_side_knows(&self, positions: &[G::State]) {
        for (state, side) in positions.iter().flat_map(|state| Side::BOTH.map(|side| (state, side))) {
            let seen = self.game.redact(state, side.into());
            assert_eq!(seen, self.game.redact(&seen, side.into()), "to hide twice hides no more");
            let offers = |state| text(&Offers::of(&*self.game, state, side));
            assert_eq!(offers(state), offers(&seen), "{}: offers", self.kind(state));
        }
    }
}
