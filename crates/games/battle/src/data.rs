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
mod scenario;
mod units;

#[cfg(test)]
mod tests;

pub use assets::{Arrival, AssetClass, AssetId, AssetInfo, AssetSize};
pub use charts::{
    Charts, Combat, Costs, CounterKind, Counters, Fraction, Objective, Objectives, TerrainRow, UranusMoves, Victory,
};
pub use crt::{Crt, CrtCell, CrtRow};
pub use kessel_kernel::data::Nation;
pub use map::{Area, CaucasusInfo, City, Link, Places, Rim, River, RiverCourse, SpaceInfo, SpaceKind};
pub use scenario::{ScenarioInfo, TurnInfo};
pub use units::{Start, UnitId, UnitInfo, UnitKind, UnitSize};

use crate::staff::Weights;
use kessel_board::{Board, EdgeMap, SpaceMap};
use kessel_kernel::data::{DataDir, Doc, Faults, Reading};
use kessel_kit::staff::{STAFF_FILE, weights_of};
use kessel_kit::{Book, Reader, Record, data_files};

/// The scenarios, each of which has its briefing.
const SCENARIOS: &[&str] = &["campaign"];

/// The files but the ledger, the player aids and the briefings.
const FILES: [&str; 6] = ["map.toml", "units.toml", "assets.toml", "charts.toml", "campaign.toml", STAFF_FILE];

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
    /// The tables and numbers.
    pub charts: Charts,
    /// The scenario, and what a player gets who does not choose for himself.
    pub scenario: ScenarioInfo,
    /// The spaces that the rules name.
    pub places: Places,
    /// What the planner of each side holds dear.
    pub(crate) weights: [Weights; 2],
    /// The rules, the player aids, the briefings.
    pub book: Book,
}

impl Data {
    /// The data built into the program.
    pub fn embedded() -> DataDir {
        data_files!(
            "battle",
            "../../../../data/battle/",
            ["assets.toml", "campaign.toml", "charts.toml", "map.toml", "staff.toml", "units.toml"]
        )
    }

    /// Reads and checks a set of files.
    ///
    /// # Errors
    /// Everything that is wrong with them, by file and line. A file that is no TOML hides what may be wrong beyond it.
    pub fn load(dir: &DataDir) -> Result<Data, Faults> {
        Book::load(dir, FILES, SCENARIOS, Data::read).map(|(data, book)| Data { book, ..data })
    }

    /// Reads each file with what it needs of the others. `None` only after a fault.
    fn read([map, units, assets, charts, campaign, staff]: &[Doc<'_>; 6], reading: &Reading<'_>) -> Option<Data> {
        let (map_root, campaign) = (map.root(), campaign.root());
        let map = map::read(&map_root, reading);
        let mut reader = Reader::new(reading);
        let weights = weights_of(staff, &reader);
        let turns = scenario::read_turns(&campaign, &reader);
        let numbers: Vec<String> = turns.iter().map(|turn| turn.turn.to_string()).collect();
        reader.names.list("turn", &numbers);
        let charts = Charts::record(&charts.root(), &reader);
        let mut map = map?;
        let board = map.board.clone();
        let mut reader = reader.on(&board);
        let units = units::read(&units.root(), &reader, &map);
        reader.names.list("unit", units.iter().map(|unit| &unit.id));
        map.admit(&map_root, &reader);
        let limit = charts.as_ref().map_or(u8::MAX, |charts| charts.costs.asset_limit);
        let assets = assets::read(&assets.root(), &reader, &units, limit);
        reader.names.list("asset", assets.iter().map(|asset| &asset.id));
        let pieces = scenario::Pieces { units: &units, assets: &assets, map: &map };
        let scenario = scenario::read(&campaign, &reader, &pieces);
        let map::Map { spaces, rivers, links, courses, rims, places, .. } = map;
        let (charts, places, scenario, weights, book) = (charts?, places?, scenario?, weights?, Book::default());
        Some(Data {
            board,
            spaces,
            rivers,
            links,
            courses,
            rims,
            places,
            units,
            assets,
            turns,
            charts,
            scenario,
            weights,
            book,
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
