//! Games without their types: what the command line, the server and the files work with.

use crate::data::Ledger;
use crate::levels::Aimed;
use crate::{
    Consulted, Dice, DiceFault, Game, GameInfo, Given, Log, OfferSet, Offers, Options, Outcome, Refusal, Sheet, Side,
    ToAct, View, Viewer, Wanted, Worded,
};
use serde_json::Value;
use std::any::Any;
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

/// A game being played: a position that knows its game.
pub trait Session: Send + Sync {
    /// The scenario.
    fn scenario(&self) -> &str;
    /// Who is asked to decide.
    fn to_act(&self) -> ToAct;
    /// May `side` do this now?
    fn check(&self, side: Side, action: &Value) -> Result<(), ActError>;
    /// Every rule consulted about it.
    fn why(&self, side: Side, action: &Value) -> Result<Vec<Consulted>, ActError>;
    /// Does it, or leaves the position untouched. After an error the dice and the log may have been used: throw them away.
    fn act(&mut self, side: Side, action: &Value, dice: &mut Dice, log: &mut Log) -> Result<(), ActError>;
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
    /// The offers of `side` about one counter, with their spaces.
    fn targets(&self, side: Side, counter: &str) -> Vec<OfferSet>;
    /// Some offers of `side` with their words.
    fn worded(&self, side: Side, wanted: &Wanted) -> Worded;
    /// The position in words.
    fn facts(&self, viewer: Viewer) -> Value;
    /// How it ended.
    fn outcome(&self) -> Option<Outcome>;
    /// The turn.
    fn turn(&self) -> u32;
    /// The fingerprint of the position, as 64 hexadecimal digits.
    fn hash(&self) -> String;
    /// The fingerprint of what `viewer` may know.
    fn seen_hash(&self, viewer: Viewer) -> String;
    /// Changes the position as a case file says.
    fn arrange(&mut self, given: &Given) -> Result<(), Vec<String>>;
    /// The position as bytes, for snapshots.
    fn save(&self) -> Vec<u8>;
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
        let info = self.info();
        let found = info.scenario(scenario).ok_or_else(|| StartError::NoSuchScenario {
            game: info.id.clone(),
            scenario: scenario.into(),
            known: info.scenarios.iter().map(|s| s.id.as_str()).collect::<Vec<_>>().join(", "),
        })?;
        options.validate(found).map_err(StartError::Option)?;
        let state = self.0.setup(scenario, options, dice, log);
        Ok(Box::new(Played { game: self.0.clone(), scenario: scenario.into(), state }))
    }

    fn has_staff(&self) -> bool {
        self.0.staff().is_some()
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
}

impl<G: Game> Played<G> {
    fn read(&self, action: &Value) -> Result<G::Action, ActError> {
        self.game.read_action(&self.state, action).map_err(ActError::Unreadable)
    }
}

impl<G: Game> Session for Played<G> {
    fn scenario(&self) -> &str {
        &self.scenario
    }

    fn to_act(&self) -> ToAct {
        self.game.to_act(&self.state)
    }

    fn check(&self, side: Side, action: &Value) -> Result<(), ActError> {
        let action = self.read(action)?;
        self.game.check(&self.state, side, action).map_err(ActError::Refused)
    }

    fn why(&self, side: Side, action: &Value) -> Result<Vec<Consulted>, ActError> {
        let action = self.read(action)?;
        Ok(self.game.why(&self.state, side, action))
    }

    fn act(&mut self, side: Side, action: &Value, dice: &mut Dice, log: &mut Log) -> Result<(), ActError> {
        let action = self.read(action)?;
        let mut next = self.state.clone();
        self.game.apply(&mut next, side, action, dice, log).map_err(ActError::Refused)?;
        if let Some(fault) = dice.fault() {
            return Err(ActError::Dice(fault.clone()));
        }
        self.state = next;
        Ok(())
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
        let mut view = self.game.view(&self.state, viewer);
        if let Some(side) = viewer.side() {
            view.offers = self.offers(side);
        }
        view
    }

    fn glance(&self, viewer: Viewer) -> View {
        let mut view = self.game.view(&self.state, viewer).without_extras();
        if let Some(side) = viewer.side() {
            view.offers = Aimed::of(self.game.as_ref(), &self.state, side).in_two_levels();
        }
        view
    }

    fn targets(&self, side: Side, counter: &str) -> Vec<OfferSet> {
        Aimed::of(self.game.as_ref(), &self.state, side).targets(counter)
    }

    fn worded(&self, side: Side, wanted: &Wanted) -> Worded {
        Aimed::of(self.game.as_ref(), &self.state, side).worded(wanted)
    }

    fn facts(&self, viewer: Viewer) -> Value {
        self.game.facts(&self.state, viewer)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.state)
    }

    fn turn(&self) -> u32 {
        self.game.turn(&self.state)
    }

    fn hash(&self) -> String {
        blake3::hash(&self.save()).to_hex().to_string()
    }

    fn seen_hash(&self, viewer: Viewer) -> String {
        let seen = self.game.redact(&self.state, viewer);
        blake3::hash(&bytes_of(&seen)).to_hex().to_string()
    }

    fn arrange(&mut self, given: &Given) -> Result<(), Vec<String>> {
        let mut next = self.state.clone();
        self.game.arrange(&mut next, given)?;
        self.state = next;
        Ok(())
    }

    fn save(&self) -> Vec<u8> {
        bytes_of(&self.state)
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(Played { game: self.game.clone(), scenario: self.scenario.clone(), state: self.state.clone() })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn bytes_of<S: serde::Serialize>(state: &S) -> Vec<u8> {
    postcard::to_allocvec(state).expect("a state is plain data and always serialises")
}
