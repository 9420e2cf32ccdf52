//! The one place that knows games by name, and where all of them are made: whatever is generic over a game is compiled for the five of them here,
//! once, and not in each program and test that plays them.

mod overlay;

pub use overlay::overlay;

use kessel_kernel::data::{DataDir, Faults, LEDGER_FILE, Ledger};
use kessel_kernel::{Erased, Game};
use kessel_kit::staff::reweighted;
use kessel_officers::{Listed, PlannedScenario, Playable, Registry};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Data that cannot be read, or that has faults: a sentence for a person.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct DataError(String);

/// A rulebook, and the game made of it if it is built.
struct Rulebook {
    id: &'static str,
    title: &'static str,
    rules: &'static str,
    /// Id, title and turns of each scenario.
    scenarios: &'static [(&'static str, &'static str, u32)],
    /// The data built in and the loader of the game.
    build: Option<(fn() -> DataDir, Loader)>,
}

type Loader = fn(&DataDir) -> Result<Arc<dyn Playable>, Faults>;

const RULEBOOKS: [Rulebook; 5] = [
    Rulebook {
        id: "battle",
        title: "The Battle of Stalingrad",
        rules: include_str!("../../../data/battle/rules.toml"),
        scenarios: &[("campaign", "The Battle of Stalingrad", 14)],
        build: Some((kessel_battle::data::Data::embedded, |dir| Ok(playable(kessel_battle::Battle::load(dir)?)))),
    },
    Rulebook {
        id: "drive",
        title: "Drive on Stalingrad",
        rules: include_str!("../../../data/drive/rules.toml"),
        scenarios: &[("blue", "Case Blue", 11), ("uranus", "Operation Uranus", 6)],
        build: Some((kessel_drive::data::Data::embedded, |dir| Ok(playable(kessel_drive::Drive::load(dir)?)))),
    },
    Rulebook {
        id: "roads",
        title: "Stalingrad Roads",
        rules: include_str!("../../../data/roads/rules.toml"),
        scenarios: &[
            ("wintergewitter", "Wintergewitter", 3),
            ("uranus", "Operation Uranus", 3),
            ("campaign", "The campaign", 17),
            ("backhand-blow", "Backhand Blow", 5),
            ("star-and-gallop", "Star and Gallop", 7),
        ],
        build: Some((kessel_roads::data::Data::embedded, |dir| Ok(playable(kessel_roads::Roads::load(dir)?)))),
    },
    Rulebook {
        id: "wintergewitter",
        title: "Wintergewitter",
        rules: include_str!("../../../data/wintergewitter/rules.toml"),
        scenarios: &[
            ("we-are-coming", "We Are Coming!", 6),
            ("last-gasp", "Hoth's Last Gasp", 8),
            ("winter-storm", "Operation Wintergewitter", 24),
            ("maximum-effort", "Operation Gross Wintergewitter", 24),
        ],
        build: Some((kessel_wintergewitter::data::Data::embedded, |dir| {
            Ok(playable(kessel_wintergewitter::Winter::load(dir)?))
        })),
    },
    Rulebook {
        id: "waw",
        title: "World at War: Stalingrad",
        rules: include_str!("../../../data/waw/rules.toml"),
        scenarios: &[
            ("to-the-volga", "To the Volga", 29),
            ("river-too-far", "A River Too Far", 23),
            ("mansteins-solution", "Manstein's Solution", 20),
            ("rattenkrieg", "Rattenkrieg", 189),
            ("wintergewitter", "Wintergewitter", 101),
            ("quiet-flows-the-don", "Quiet Flows the Don", 17),
            ("uranus", "Operation Uranus", 188),
        ],
        build: Some((kessel_waw::data::Data::embedded, |dir| Ok(playable(kessel_waw::Waw::load(dir)?)))),
    },
];

fn playable<G: Game>(game: G) -> Arc<dyn Playable> {
    Arc::new(Erased::new(game))
}

/// The game of that id with its built-in data; for tests, which would otherwise build every game's machinery once more.
pub fn built_in(id: &str) -> Arc<dyn Playable> {
    let registry = load(None, Some(id)).unwrap_or_else(|failure| panic!("the built-in data is sound: {failure}"));
    registry.get(id).unwrap_or_else(|error| panic!("{error}")).clone()
}

/// Loads the games, with the data files of `data` over the built-in ones. If only one game is wanted the others are listed
/// without their rules and without being built, which saves reading their data.
pub fn load(data: Option<&Path>, only: Option<&str>) -> Result<Registry, DataError> {
    load_with(data, only, &[])
}

/// The same with some weights of the staffs changed.
pub fn load_with(data: Option<&Path>, only: Option<&str>, weights: &[String]) -> Result<Registry, DataError> {
    if let Some(folder) = data
        && !folder.is_dir()
    {
        return Err(DataError(format!("{} is not a folder of data files", folder.display())));
    }
    let mut registry = Registry::new();
    for book in &RULEBOOKS {
        registry.add(match only {
            Some(id) if id != book.id => Listed::planned(book.id, book.title, book.scenarios(), Ledger::default()),
            _ => book.load(data, only.is_some(), weights)?,
        });
    }
    Ok(registry)
}

impl Rulebook {
    fn scenarios(&self) -> Vec<PlannedScenario> {
        self.scenarios.iter().map(|&(id, title, turns)| PlannedScenario::new(id, title, turns)).collect()
    }

    fn load(&self, data: Option<&Path>, alone: bool, weights: &[String]) -> Result<Listed, DataError> {
        let faults = |faults: Faults| {
            let folder = data.map_or(String::new(), |d| format!(" with {}", d.display()));
            DataError(format!("the data of {}{folder} has faults:\n{faults}", self.id))
        };
        let Some((embedded, loader)) = self.build else {
            let dir = DataDir::embedded(self.id, &[(LEDGER_FILE, self.rules)]);
            let ledger = Ledger::load(&dir).map_err(faults)?;
            return Ok(Listed::planned(self.id, self.title, self.scenarios(), ledger));
        };
        let mut dir = embedded();
        if let Some(folder) = data.and_then(|d| self.folder(d, alone)) {
            dir = overlay(&folder, &dir)?;
        }
        let dir = reweighted(dir, weights).map_err(DataError)?;
        Ok(Listed::built(loader(&dir).map_err(faults)?, self.scenarios()))
    }

    /// The folder that replaces this game's files: `DATA/GAME`, or DATA itself if it is called so, or if it holds no folder
    /// of any game and this game is the only one at hand.
    fn folder(&self, data: &Path, alone: bool) -> Option<PathBuf> {
        let own = data.join(self.id);
        if own.is_dir() {
            return Some(own);
        }
        let called_so = data.file_name().is_some_and(|name| name == self.id);
        let flat = RULEBOOKS.iter().all(|book| !data.join(book.id).is_dir());
        (called_so || (alone && flat)).then(|| data.to_owned())
    }
}
