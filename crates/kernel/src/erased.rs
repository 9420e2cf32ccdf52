//! Games without their types: what the command line, the server and the files work with.

use crate::Words;
use crate::data::Ledger;
use crate::explore::Explorer;
use crate::levels::Aimed;
use crate::plan::{Committed, Drafting};
use crate::view::{Detail, FactorNote};
use crate::{
    Asked, Consulted, Dice, DiceFault, Game, GameInfo, Given, Intent, Log, Muster, OfferSet, Offers, Options, Outcome,
    Reach, Refusal, Sheet, Side, Temperament, ToAct, View, Viewer, Wanted, Way, Wish, Worded,
};
use serde::Serialize;
use serde_json::Value;
use std::any::Any;
use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

/// A game whose types are forgotten.
pub trait AnyGame: Send + Sync {
    /// What it is.
    fn info(&self) -> &GameInfo;
    /// Its rules.
    fn ledger(&self) -> &Ledger;
    /// Its data as one tree.
    fn data(&self) -> Value;
    /// The fingerprint of its data.
    fn data_hash(&self) -> &str;
    /// The printed sheet of a scenario.
    fn sheet(&self, scenario: &str) -> Sheet;
    /// A first position. Checks the scenario and the options.
    fn start(
        &self,
        scenario: &str,
        options: &Options,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<Box<dyn Session>, StartError>;
    /// The position that [`Session::save`] wrote. The bytes may come from anywhere: what is no position of this game is an error. Whether it
    /// is the position that somebody means is his to ask, by its hash.
    fn restore(&self, scenario: &str, bytes: &[u8]) -> Result<Box<dyn Session>, RestoreError>;
    /// The same game on a map that the `[given]` part of a case file has changed.
    fn on_ground(&self, scenario: &str, given: &Given) -> Result<Arc<dyn AnyGame>, Vec<String>>;
    /// The words that its readers know in case files.
    fn words(&self) -> Words;
    /// Has it a computer player of its own?
    fn has_staff(&self) -> bool;
    /// For code that knows the type after all (the registry of officers).
    fn as_any(&self) -> &dyn Any;
}

/// Why a game could not be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// There is no such scenario.
    #[error("{game} has no scenario {scenario}; it has {known}")]
    NoSuchScenario {
        /// The game.
        game: String,
        /// The scenario asked for.
        scenario: String,
        /// The scenarios there are.
        known: String,
    },
    /// An option does not exist or cannot have this value.
    #[error("{0}")]
    Option(String),
}

/// Why bytes are not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// There is no such scenario.
    #[error("there is no scenario {0}")]
    NoSuchScenario(String),
    /// They cannot be read.
    #[error("this is no position: {0}")]
    Unreadable(String),
}

/// Why an action was not done. The position is untouched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActError {
    /// It cannot be read as an action of this game.
    #[error("not an action: {0}")]
    Unreadable(String),
    /// The rules refuse it.
    #[error("refused under {0}")]
    Refused(Refusal),
    /// The dice could not be rolled (a script used up, a record that does not fit).
    #[error("{0}")]
    Dice(DiceFault),
}

/// A list of actions that was done, whole or up to the first die or revelation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListDone {
    /// The actions done, as the game itself writes them.
    pub done: Vec<Value>,
    /// Why those that are left were not done; nothing if none is left.
    pub stopped: Option<Stopped>,
}

/// What ends a list in its middle: from here on its side knows more than when it made the list.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Stopped {
    /// Dice were rolled.
    Dice,
    /// Something was revealed.
    Revealed,
}

impl Stopped {
    /// In words.
    pub const fn why(self) -> &'static str {
        match self {
            Stopped::Dice => "dice were rolled",
            Stopped::Revealed => "something was revealed",
        }
    }
}

/// Why a list of actions was not done. The position is untouched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("action {} of the list: {why}", at + 1)]
pub struct ListError {
    /// The first action that cannot be read or, if all can, that is refused; from 0.
    pub at: usize,
    /// Why.
    pub why: ActError,
}

/// A game being played: a position that knows its game.
pub trait Session: Drafting + Send + Sync {
    /// The scenario.
    fn scenario(&self) -> &str;
    /// Who is asked to decide.
    fn to_act(&self) -> ToAct;
    /// May `side` do this now?
    fn check(&self, side: Side, action: &Value) -> Result<(), ActError>;
    /// Every rule consulted about it.
    fn why(&self, side: Side, action: &Value) -> Result<Vec<Consulted>, ActError>;
    /// Does it, or leaves the position untouched. Hands back the action as the game itself writes it. After an error the dice and the
    /// log may have been used: throw them away.
    fn act(&mut self, side: Side, action: &Value, dice: &mut Dice, log: &mut Log) -> Result<Value, ActError>;
    /// Does several actions of one side: all or none. Only dice or a revelation end the list before its end; what was done then stands.
    /// `log` must be a fresh one. After an error throw dice and log away.
    fn act_all(&mut self, side: Side, actions: &[Value], dice: &mut Dice, log: &mut Log)
    -> Result<ListDone, ListError>;
    /// Is the action among the offers of `side`? Builds no text.
    fn is_offered(&self, side: Side, action: &Value) -> Result<bool, ActError>;
    /// An action as the game itself writes it.
    fn tidy(&self, action: &Value) -> Result<Value, ActError>;
    /// What `side` may do, with labels and prompt.
    fn offers(&self, side: Side) -> Offers;
    /// What `viewer` sees, offers included.
    fn view(&self, viewer: Viewer) -> View;
    /// What `viewer` sees at the table: without what a page asks for apart ([`View::without_extras`]), and with its offers in two levels.
    fn glance(&self, viewer: Viewer) -> View;
    /// What `viewer` sees who looks back, without offers. `past` says that its turn is over and the game is not: what players forget with the
    /// turn is gone then.
    fn recall(&self, viewer: Viewer, past: bool, detail: Detail) -> View;
    /// The offers of `side` about one counter, with their spaces.
    fn targets(&self, side: Side, counter: &str) -> Vec<OfferSet>;
    /// Where counters of `side` can go, by the places that are wished.
    fn reach(&self, side: Side, wish: &Wish) -> Vec<Reach>;
    /// The list of actions by which they get where they are wished.
    fn way(&self, side: Side, wish: &Wish) -> Way;
    /// What an attack of `side` would be; nothing if none can be made there now.
    fn muster(&self, side: Side, intent: &Intent) -> Option<Muster>;
    /// Some offers of `side` with their words.
    fn worded(&self, side: Side, wanted: &Wanted) -> Worded;
    /// The numbers in a space that do not count as printed, and why, as far as `viewer` knows.
    fn factor_notes(&self, viewer: Viewer, space: &str) -> Vec<FactorNote>;
    /// The position in words.
    fn facts(&self, viewer: Viewer) -> Value;
    /// Those of the facts that are asked for, at least.
    fn facts_asked(&self, viewer: Viewer, asked: &Asked<'_>) -> Value;
    /// How it ended.
    fn outcome(&self) -> Option<Outcome>;
    /// The turn.
    fn turn(&self) -> u32;
    /// The fingerprint of the position, as 64 hexadecimal digits.
    fn hash(&self) -> String;
    /// The fingerprint of what `viewer` may know.
    fn seen_hash(&self, viewer: Viewer) -> String;
    /// Is what `viewer` may know the same in another position of this game? Hashes nothing.
    fn looks_like(&self, other: &dyn Session, viewer: Viewer) -> bool;
    /// Changes the position as a case file says.
    fn arrange(&mut self, given: &Given) -> Result<(), Vec<String>>;
    /// The position as bytes, for snapshots: [`AnyGame::restore`] reads them. Their hash is [`Session::hash`].
    fn save(&self) -> Vec<u8>;
    /// [`Session::save`] into a buffer that is used again and again.
    fn save_to(&self, buffer: &mut Vec<u8>);
    /// A copy.
    fn fork(&self) -> Box<dyn Session>;
    /// For code that knows the type after all.
    fn as_any(&self) -> &dyn Any;
}

/// Forgets the type of a game.
pub struct Erased<G: Game>(pub Arc<G>);

impl<G: Game> Erased<G> {
    /// Wraps a game.
    pub fn new(game: G) -> Erased<G> {
        Erased(Arc::new(game))
    }

    fn no_such(&self, scenario: &str) -> StartError {
        let info = self.0.info();
        StartError::NoSuchScenario {
            game: info.id.clone(),
            scenario: scenario.into(),
            known: info.scenarios.iter().map(|s| s.id.as_str()).collect::<Vec<_>>().join(", "),
        }
    }
}

impl<G: Game> AnyGame for Erased<G> {
    fn info(&self) -> &GameInfo {
        self.0.info()
    }

    fn ledger(&self) -> &Ledger {
        self.0.ledger()
    }

    fn data(&self) -> Value {
        self.0.data()
    }

    fn data_hash(&self) -> &str {
        self.0.data_hash()
    }

    fn sheet(&self, scenario: &str) -> Sheet {
        self.0.sheet(scenario)
    }

    fn start(
        &self,
        scenario: &str,
        options: &Options,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<Box<dyn Session>, StartError> {
        let found = self.info().scenario(scenario).ok_or_else(|| self.no_such(scenario))?;
        options.validate(found).map_err(StartError::Option)?;
        let state = self.0.setup(&found.id, options, dice, log);
        Ok(Box::new(Played::new(self.0.clone(), &found.id, state)))
    }

    fn restore(&self, scenario: &str, bytes: &[u8]) -> Result<Box<dyn Session>, RestoreError> {
        if self.info().scenario(scenario).is_none() {
            return Err(RestoreError::NoSuchScenario(scenario.into()));
        }
        let unreadable = |why: &str| RestoreError::Unreadable(why.into());
        let read = postcard::take_from_bytes::<G::State>(bytes).map_err(|e| unreadable(&e.to_string()))?;
        let session = Played::new(self.0.clone(), scenario, read.0);
        // A position is written in one way only: otherwise its hash would not name it.
        if session.save() != bytes {
            return Err(unreadable("it is written otherwise"));
        }
        Ok(Box::new(session))
    }

    fn on_ground(&self, scenario: &str, given: &Given) -> Result<Arc<dyn AnyGame>, Vec<String>> {
        Ok(Arc::new(Erased::new(self.0.on_ground(scenario, given)?)))
    }

    fn words(&self) -> Words {
        self.0.words()
    }

    fn has_staff(&self) -> bool {
        self.0.staff(Temperament::default()).is_some()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A [`Session`] of a known game.
pub struct Played<G: Game> {
    /// The game.
    pub game: Arc<G>,
    /// The scenario.
    pub scenario: String,
    /// The position.
    pub state: G::State,
    /// What each side has committed and is not carried out yet, by [`Side::index`].
    pub(crate) committed: [Committed<G>; 2],
}

impl<G: Game> Played<G> {
    /// A position of a game.
    pub fn new(game: Arc<G>, scenario: impl Into<String>, state: G::State) -> Played<G> {
        Played { game, scenario: scenario.into(), state, committed: [Committed::Nothing, Committed::Nothing] }
    }

    fn read(&self, action: &Value) -> Result<G::Action, ActError> {
        self.game.read_action(&self.state, action).map_err(ActError::Unreadable)
    }

    /// Does an action on a copy of the position.
    fn play(
        &self,
        next: &mut G::State,
        side: Side,
        action: G::Action,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), ActError> {
        self.game.apply(next, side, action, dice, log).map_err(ActError::Refused)?;
        dice.fault().map_or(Ok(()), |fault| Err(ActError::Dice(fault.clone())))
    }
}

impl<G: Game> Played<G> {
    /// A side that has committed its plan is asked nothing more. The others are not told that it has.
    fn without_commits(&self, mut view: View) -> View {
        if !self.plan_waits() {
            return view;
        }
        let asked = self.planners();
        match view.viewer {
            Viewer::Umpire => view.to_act = asked,
            Viewer::Spectator => {}
            Viewer::Axis | Viewer::Soviet => {
                let own = |side: Side| view.viewer.side() == Some(side);
                view.to_act =
                    ToAct::of(Side::BOTH.map(|s| if own(s) { asked.includes(s) } else { view.to_act.includes(s) }));
                if !Side::BOTH.into_iter().any(|side| own(side) && asked.includes(side)) {
                    view.offers = Offers::default();
                }
            }
        }
        view
    }
}

impl<G: Game> Session for Played<G> {
    fn scenario(&self) -> &str {
        &self.scenario
    }

    fn to_act(&self) -> ToAct {
        let asked = self.game.to_act(&self.state);
        if self.plan_waits() { self.planners() } else { asked }
    }

    fn check(&self, side: Side, action: &Value) -> Result<(), ActError> {
        let action = self.read(action)?;
        self.game.check(&self.state, side, action).map_err(ActError::Refused)
    }

    fn why(&self, side: Side, action: &Value) -> Result<Vec<Consulted>, ActError> {
        let action = self.read(action)?;
        Ok(self.game.why(&self.state, side, action))
    }

    fn act(&mut self, side: Side, action: &Value, dice: &mut Dice, log: &mut Log) -> Result<Value, ActError> {
        let action = self.read(action)?;
        let mut next = self.state.clone();
        self.play(&mut next, side, action, dice, log)?;
        self.state = next;
        Ok(self.game.write_action(&self.state, action))
    }

    fn act_all(
        &mut self,
        side: Side,
        actions: &[Value],
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<ListDone, ListError> {
        // How an action is read does not depend on the position, so all are read before any is done.
        let read = |(at, action)| self.read(action).map_err(|why| ListError { at, why });
        let all = actions.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
        let mut next = self.state.clone();
        let mut listed = ListDone::default();
        for (at, action) in all.iter().copied().enumerate() {
            let rolled = dice.rolled();
            self.play(&mut next, side, action, dice, log).map_err(|why| ListError { at, why })?;
            listed.done.push(self.game.write_action(&next, action));
            let dice = (dice.rolled() > rolled).then_some(Stopped::Dice);
            let learnt = dice.or(log.revealed().then_some(Stopped::Revealed));
            if learnt.is_some() && at + 1 < all.len() {
                listed.stopped = learnt;
                break;
            }
        }
        self.state = next;
        Ok(listed)
    }

    fn is_offered(&self, side: Side, action: &Value) -> Result<bool, ActError> {
        let action = self.read(action)?;
        let mut offers = Vec::new();
        self.game.offers(&self.state, side, &mut offers);
        Ok(offers.contains(&action))
    }

    fn tidy(&self, action: &Value) -> Result<Value, ActError> {
        Ok(self.game.write_action(&self.state, self.read(action)?))
    }

    fn offers(&self, side: Side) -> Offers {
        Offers::of(self.game.as_ref(), &self.state, side)
    }

    fn view(&self, viewer: Viewer) -> View {
        let seen = self.game.see(&self.state, viewer);
        let mut view = self.game.view(&seen);
        if let Some(side) = viewer.side() {
            view.offers = Offers::with(self.game.as_ref(), &self.state, &seen, side);
        }
        self.without_commits(view)
    }

    fn glance(&self, viewer: Viewer) -> View {
        let seen = self.game.see(&self.state, viewer);
        let mut view = self.game.glance(&seen);
        if let Some(side) = viewer.side() {
            view.offers = Aimed::with(self.game.as_ref(), &self.state, seen, side).in_two_levels();
        }
        self.without_commits(view)
    }

    fn recall(&self, viewer: Viewer, past: bool, detail: Detail) -> View {
        let mut state = Cow::Borrowed(&self.state);
        if past && viewer != Viewer::Umpire {
            self.game.fade(state.to_mut());
        }
        let seen = self.game.see(&state, viewer);
        self.without_commits(match detail {
            Detail::Whole => self.game.view(&seen),
            Detail::Glance => self.game.glance(&seen),
        })
    }

    fn targets(&self, side: Side, counter: &str) -> Vec<OfferSet> {
        Aimed::of(self.game.as_ref(), &self.state, side).targets(counter)
    }

    fn reach(&self, side: Side, wish: &Wish) -> Vec<Reach> {
        if !self.to_act().includes(side) {
            return Vec::new();
        }
        Explorer::new(self.game.as_ref(), &self.state, side).reach(wish)
    }

    fn way(&self, side: Side, wish: &Wish) -> Way {
        if !self.to_act().includes(side) {
            return Way { stay: wish.counters.clone(), ..Way::default() };
        }
        Explorer::new(self.game.as_ref(), &self.state, side).way(wish)
    }

    fn muster(&self, side: Side, intent: &Intent) -> Option<Muster> {
        let asked = self.to_act().includes(side);
        asked.then(|| Explorer::new(self.game.as_ref(), &self.state, side).muster(intent))?
    }

    fn worded(&self, side: Side, wanted: &Wanted) -> Worded {
        Aimed::of(self.game.as_ref(), &self.state, side).worded(wanted)
    }

    fn factor_notes(&self, viewer: Viewer, space: &str) -> Vec<FactorNote> {
        self.game.factor_notes(&self.game.see(&self.state, viewer), space)
    }

    fn facts(&self, viewer: Viewer) -> Value {
        self.game.facts(&self.game.see(&self.state, viewer))
    }

    fn facts_asked(&self, viewer: Viewer, asked: &Asked<'_>) -> Value {
        self.game.facts_asked(&self.game.see(&self.state, viewer), asked)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.state)
    }

    fn turn(&self) -> u32 {
        self.game.turn(&self.state)
    }

    fn hash(&self) -> String {
        hash_of(&self.state)
    }

    fn seen_hash(&self, viewer: Viewer) -> String {
        hash_of(self.game.see(&self.state, viewer).state())
    }

    fn looks_like(&self, other: &dyn Session, viewer: Viewer) -> bool {
        let Some(other) = other.as_any().downcast_ref::<Played<G>>() else { return false };
        let seen = |played: &Played<G>| self.game.see(&played.state, viewer);
        self.state == other.state || seen(self) == seen(other)
    }

    fn arrange(&mut self, given: &Given) -> Result<(), Vec<String>> {
        let mut next = self.state.clone();
        self.game.arrange(&mut next, given)?;
        self.state = next;
        Ok(())
    }

    fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.save_to(&mut bytes);
        bytes
    }

    fn save_to(&self, buffer: &mut Vec<u8>) {
        write_to(&self.state, buffer);
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(Played {
            game: self.game.clone(),
            scenario: self.scenario.clone(),
            state: self.state.clone(),
            committed: self.committed.clone(),
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

thread_local! {
    /// Positions are hashed again and again: they are written down in one place.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn hash_of<S: Serialize>(state: &S) -> String {
    BUFFER.with_borrow_mut(|buffer| {
        write_to(state, buffer);
        blake3::hash(buffer).to_hex().to_string()
    })
}

fn write_to<S: Serialize>(state: &S, buffer: &mut Vec<u8>) {
    buffer.clear();
    *buffer = postcard::to_extend(state, std::mem::take(buffer)).expect("a state is plain data and always serialises");
}
