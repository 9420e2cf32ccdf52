//! All games, built and planned.

use crate::Playable;
use kessel_kernel::data::Ledger;
use kessel_kernel::{AnyGame, ScenarioInfo};
use std::sync::Arc;

/// The games in the order in which they are listed.
#[derive(Clone, Default)]
pub struct Registry {
    list: Vec<Listed>,
}

/// One game, built or planned.
#[derive(Clone)]
pub struct Listed {
    /// The id, as on the command line.
    pub id: String,
    /// The title.
    pub title: String,
    /// The game, if it is built.
    pub game: Option<Arc<dyn Playable>>,
    /// The scenarios that the rulebook has, built or not.
    pub planned: Vec<PlannedScenario>,
    ledger: Ledger,
}

/// A scenario of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedScenario {
    /// The id.
    pub id: String,
    /// The title.
    pub title: String,
    /// How many turns at most.
    pub turns: u32,
}

impl PlannedScenario {
    /// A scenario to come.
    pub fn new(id: &str, title: &str, turns: u32) -> PlannedScenario {
        PlannedScenario { id: id.into(), title: title.into(), turns }
    }
}

/// A scenario as lists show it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ScenarioLine<'a> {
    /// The id.
    pub id: &'a str,
    /// The title.
    pub title: &'a str,
    /// How many turns at most.
    pub turns: u32,
    /// More on it, if it can be played.
    pub info: Option<&'a ScenarioInfo>,
}

/// Why a game or a scenario was not found. A sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LookupError {
    /// There is no such game.
    #[error("there is no game {id:?}; there are {known}")]
    NoSuchGame {
        /// The game asked for.
        id: String,
        /// The games there are.
        known: String,
    },
    /// The game is planned.
    #[error("{title} ({id}) cannot be played yet")]
    NotBuilt {
        /// The game asked for.
        id: String,
        /// Its title.
        title: String,
    },
    /// There is no such scenario.
    #[error("{game} has no scenario {scenario:?}; it has {known}")]
    NoSuchScenario {
        /// The game.
        game: String,
        /// The scenario asked for.
        scenario: String,
        /// The scenarios there are.
        known: String,
    },
    /// The scenario is planned.
    #[error("scenario {scenario} of {game} cannot be played yet")]
    ScenarioNotBuilt {
        /// The game.
        game: String,
        /// The scenario asked for.
        scenario: String,
    },
    /// Not of the form `GAME/SCENARIO`.
    #[error("{0:?} is not of the form GAME/SCENARIO, such as battle/campaign")]
    NotAPath(String),
}

impl Listed {
    /// A game that can be played. `planned` are the scenarios of the rulebook; those that the game has win.
    pub fn built(game: Arc<dyn Playable>, planned: Vec<PlannedScenario>) -> Listed {
        let (id, title) = (game.info().id.clone(), game.info().title.clone());
        Listed { id, title, game: Some(game), planned, ledger: Ledger::default() }
    }

    /// A game to come, with its rules.
    pub fn planned(id: &str, title: &str, planned: Vec<PlannedScenario>, ledger: Ledger) -> Listed {
        Listed { id: id.into(), title: title.into(), game: None, planned, ledger }
    }

    /// Every rule of the rulebook.
    pub fn ledger(&self) -> &Ledger {
        self.game.as_ref().map_or(&self.ledger, |g| g.ledger())
    }

    /// The scenarios: first those of the rulebook in its order, then any others that the game has.
    pub fn scenarios(&self) -> Vec<ScenarioLine<'_>> {
        let built: &[ScenarioInfo] = self.game.as_ref().map_or(&[], |g| &g.info().scenarios);
        let rulebook = self.planned.iter().map(|p| {
            let info = built.iter().find(|b| b.id == p.id);
            info.map_or(ScenarioLine { id: &p.id, title: &p.title, turns: p.turns, info: None }, line_of)
        });
        let others = built.iter().filter(|b| self.planned.iter().all(|p| p.id != b.id)).map(line_of);
        rulebook.chain(others).collect()
    }
}

fn line_of(info: &ScenarioInfo) -> ScenarioLine<'_> {
    ScenarioLine { id: &info.id, title: &info.title, turns: info.turns, info: Some(info) }
}

impl Registry {
    /// No game yet.
    pub fn new() -> Registry {
        Registry::default()
    }

    /// Adds a game at the end of the list, or replaces the one of the same id.
    pub fn add(&mut self, listed: Listed) {
        match self.list.iter_mut().find(|l| l.id == listed.id) {
            Some(old) => *old = listed,
            None => self.list.push(listed),
        }
    }

    /// All games, built and planned.
    pub fn list(&self) -> &[Listed] {
        &self.list
    }

    /// The games that can be played.
    pub fn games(&self) -> impl Iterator<Item = &Arc<dyn Playable>> {
        self.list.iter().filter_map(|l| l.game.as_ref())
    }

    /// A game by its id, built or planned.
    pub fn listed(&self, id: &str) -> Result<&Listed, LookupError> {
        self.list.iter().find(|l| l.id == id).ok_or_else(|| LookupError::NoSuchGame {
            id: id.into(),
            known: self.list.iter().map(|l| l.id.as_str()).collect::<Vec<_>>().join(", "),
        })
    }

    /// A game that can be played, by its id.
    pub fn get(&self, id: &str) -> Result<&Arc<dyn Playable>, LookupError> {
        let listed = self.listed(id)?;
        listed.game.as_ref().ok_or_else(|| LookupError::NotBuilt { id: listed.id.clone(), title: listed.title.clone() })
    }

    /// The same without its officers and without a reason, as case files ask for it.
    pub fn any(&self, id: &str) -> Option<Arc<dyn AnyGame>> {
        let game: Arc<dyn AnyGame> = self.get(id).ok()?.clone();
        Some(game)
    }

    /// Game and scenario from `GAME/SCENARIO`.
    pub fn find<'p>(&self, path: &'p str) -> Result<(&Arc<dyn Playable>, &'p str), LookupError> {
        let (id, scenario) = match path.split_once('/') {
            Some((id, scenario)) if !id.is_empty() && !scenario.is_empty() => (id, scenario),
            _ => return Err(LookupError::NotAPath(path.into())),
        };
        let listed = self.listed(id)?;
        let lines = listed.scenarios();
        let Some(line) = lines.iter().find(|l| l.id == scenario) else {
            return Err(LookupError::NoSuchScenario {
                game: id.into(),
                scenario: scenario.into(),
                known: lines.iter().map(|l| l.id).collect::<Vec<_>>().join(", "),
            });
        };
        let game = self.get(id)?;
        if line.info.is_none() {
            return Err(LookupError::ScenarioNotBuilt { game: id.into(), scenario: scenario.into() });
        }
        Ok((game, scenario))
    }
}
