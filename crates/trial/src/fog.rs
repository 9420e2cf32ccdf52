//! What a side may not know changes nothing that it sees, is offered, is refused or is told.

use crate::Trial;
use kessel_table::journal::Replay;
use kessel_table::{Dice, Event, Game, Log, Offers, Played, Seed, Session, Side, Viewer};
use serde::Serialize;

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
