//! The map, the counters, the charts and the schedule, as the rules work on them.
//!
//! [`Data::load`] reads the text files of `data/battle`, checks them against each other and lists everything that is wrong with file and line;
//! what it gives back never changes and holds no dangling reference. Numbers that the rulebook prints, and those that stand in
//! for what is lost, are there and not in code.

mod assets;
mod charts;
mod crt;
mod json;
mod map;
mod reading;
mod scenario;
mod units;

#[cfg(test)]
mod tests;

pub use assets::{Arrival, AssetClass, AssetId, AssetInfo, AssetSize};
pub use charts::{
    Charts, Costs, CounterKind, Counters, Fraction, Objective, Objectives, TerrainRow, UranusMoves, Victory,
};
pub use crt::{Crt, CrtCell, CrtRow};
pub use map::{Area, CaucasusInfo, City, Link, Places, Rim, River, RiverCourse, SpaceInfo, SpaceKind};
pub use scenario::{ScenarioInfo, TurnInfo};
pub use units::{Start, UnitId, UnitInfo, UnitKind, UnitSize};

use kessel_board::{Board, EdgeMap, SpaceMap};
use kessel_kit::open_all;
pub use kessel_table::data::Nation;
use kessel_table::data::{AIDS_FILE, Aids, BRIEFING_FILE, Briefings, DataDir, Doc, Faults, LEDGER_FILE, Ledger};
use reading::Reading;
pub use reading::TableSource;

/// The scenarios, each of which has its briefing.
const SCENARIOS: &[&str] = &["campaign"];

/// The files but the ledger, the player aids and the briefings.
const FILES: [&str; 5] = ["map.toml", "units.toml", "assets.toml", "charts.toml", "campaign.toml"];

/// Everything about the game that never changes.
#[derive(Clone, Debug)]
pub struct Data {
    /// Hexes and boxes, and how they touch.
    pub board: Board,
    /// What each space is.
    pub spaces: SpaceMap<SpaceInfo>,
    /// The river on each edge. Only hexsides have one.
    pub rivers: EdgeMap<River>,
    /// What kind of passage each edge is.
    pub links: EdgeMap<Link>,
    /// The rivers by name, for the drawing.
    pub courses: Vec<RiverCourse>,
    /// The coloured map edges.
    pub rims: Vec<Rim>,
    /// Combat units by [`UnitId`]: the Soviets in the order of the file, then the Axis.
    pub units: Vec<UnitInfo>,
    /// Assets by [`AssetId`]: the Soviets in the order of the file, then the Axis.
    pub assets: Vec<AssetInfo>,
    /// The turn track; index 0 is turn 1.
    pub turns: Vec<TurnInfo>,
    /// The combat results table.
    pub crt: Crt,
    /// All other tables and numbers.
    pub charts: Charts,
    /// The scenario, and what a player gets who does not choose for himself.
    pub scenario: ScenarioInfo,
    /// The spaces that the rules name.
    pub places: Places,
    /// Every rule.
    pub ledger: Ledger,
    /// The player aids, in words.
    pub aids: Aids,
    /// What the players should know before the first turn.
    pub briefings: Briefings,
    /// Where the values of each table come from.
    pub sources: Vec<TableSource>,
    /// A fingerprint of everything but the ledger, the player aids and the briefings.
    pub hash: String,
}

impl Data {
    /// The data built into the program.
    pub fn embedded() -> DataDir {
        DataDir::embedded(
            "battle",
            &[
                (AIDS_FILE, include_str!("../../../../data/battle/aids.toml")),
                (BRIEFING_FILE, include_str!("../../../../data/battle/briefings.toml")),
                ("assets.toml", include_str!("../../../../data/battle/assets.toml")),
                ("campaign.toml", include_str!("../../../../data/battle/campaign.toml")),
                ("charts.toml", include_str!("../../../../data/battle/charts.toml")),
                ("map.toml", include_str!("../../../../data/battle/map.toml")),
                (LEDGER_FILE, include_str!("../../../../data/battle/rules.toml")),
                ("units.toml", include_str!("../../../../data/battle/units.toml")),
            ],
        )
    }

    /// Reads and checks a set of files.
    ///
    /// # Errors
    /// Everything that is wrong with them, by file and line. A file that is no TOML hides what may be wrong beyond it.
    pub fn load(dir: &DataDir) -> Result<Data, Faults> {
        Ledger::load_with(dir, |inspection, ledger| {
            let docs = open_all(dir, inspection, FILES)?;
            let ledger = ledger?;
            let briefings = Briefings::read(dir, inspection, &ledger, SCENARIOS);
            let aids = Aids::read(dir, &ledger, inspection);
            let data = Data::read(&docs, ledger, dir.hash_without(&[LEDGER_FILE, AIDS_FILE, BRIEFING_FILE]))?;
            Some(Data { aids: aids?, briefings: briefings?, ..data })
        })
    }

    /// The unit with this id (`S-65`).
    pub fn unit(&self, id: &str) -> Option<UnitId> {
        self.unit_ids().find(|&unit| self.units[unit.index()].id == id)
    }

    /// The asset with this id (`SA-140`).
    pub fn asset(&self, id: &str) -> Option<AssetId> {
        self.asset_ids().find(|&asset| self.assets[asset.index()].id == id)
    }

    /// All units, in order.
    pub fn unit_ids(&self) -> impl DoubleEndedIterator<Item = UnitId> + ExactSizeIterator + use<> {
        (0..self.units.len()).map(UnitId::at)
    }

    /// All assets, in order.
    pub fn asset_ids(&self) -> impl DoubleEndedIterator<Item = AssetId> + ExactSizeIterator + use<> {
        (0..self.assets.len()).map(AssetId::at)
    }
}

impl Data {
    /// Reads each file with what it needs of the others. `None` only after a fault.
    fn read([map, units, assets, charts, campaign]: &[Doc<'_>; 5], ledger: Ledger, hash: String) -> Option<Data> {
        let reading = Reading::new(&ledger);
        let (charts, campaign) = (charts.root(), campaign.root());
        let turns = scenario::read_turns(&campaign, &reading);
        let last_turn = u8::try_from(turns.len()).unwrap_or(u8::MAX).max(1);
        let crt = crt::read(&charts, &reading);
        let charts = charts::read(&charts, &reading, last_turn);
        let mut map = map::read(&map.root(), &reading)?;
        let roster = units::read(&units.root(), &reading, &map, last_turn);
        map.admit(&roster);
        let limit = charts.costs.asset_limit;
        let stock = assets::read(&assets.root(), &reading, &roster, last_turn, limit);
        let scenario = scenario::read(&campaign, &reading, &roster, &stock, &map);
        let sources = reading.into_sources();
        Some(Data {
            board: map.board,
            spaces: map.spaces,
            rivers: map.rivers,
            links: map.links,
            courses: map.courses,
            rims: map.rims,
            places: map.places?,
            units: roster.units,
            assets: stock.assets,
            turns,
            crt: crt?,
            charts,
            scenario,
            ledger,
            aids: Aids::default(),
            briefings: Briefings::default(),
            sources,
            hash,
        })
    }
}
