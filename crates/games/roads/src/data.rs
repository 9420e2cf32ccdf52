//! The maps, the counters, the player aids and the scenarios, as the rules work on them.
//!
//! [`Data::load`] reads the text files of `data/roads`, checks them against each other and lists everything that is wrong with file and line;
//! what it gives back never changes and holds no dangling reference. Numbers that the rulebook prints, and those that stand in
//! for what is lost, are there and not in code.
//!
//! Tables are read by `records!` and words by `words!` of the kit. By hand are read:
//!
//! | what | why |
//! |---|---|
//! | `units.rs` | one line makes the counters of a whole division, or of a marker that fights |
//! | `schedule.rs`, `scenario/` | what a line names must be known to the roster and to the map of the scenario, and lines check one another |
//! | `map/` | paths of hexes become edges, by the board that the same file has made |
//! | `charts/crt.rs`, `charts/weather.rs`, `bands.rs` | printed grids: a cell is written as it is printed, a row stands for the rolls of its band |
//! | `charts/terrain.rs` | a line for every word of an enum, for every river in every state of the ice |
//!
//! Each [`Scenario`] has a [`Map`] of its own, cut to its columns, because what lies outside does not exist in it; space and edge ids
//! are that map's. Units, supports and charts are the same for all.

mod bands;
mod charts;
mod json;
mod map;
mod reading;
mod scenario;
mod schedule;
mod supports;
mod units;

#[cfg(test)]
mod tests;

pub use bands::{Band, Bands};
pub use charts::{
    AcquisitionModifiers, AcquisitionRow, AirBridgeModifiers, AirBridgeRow, ApprovalBox, ApprovalChanges,
    AttackerResult, Backhand, BackhandRow, Charts, Cloud, Combat, CrisisEffect, CrisisRow, Crt, CrtCell,
    DefenderResult, Effect, EffectInfo, Forecast, Fortress, FortressAttack, FortressDefence, FortressMovement,
    FortressRow, HqLocation, Ice, Ju52Event, Ju52Kind, LocationRow, Mars, MarsBox, Movement, Odds, Offensives,
    Replacements, Reserve, RiverEffect, Stacking, Strategic, StrategicHex, Supply, TerrainEffect, Weather,
    Wintergewitter,
};
pub use map::{
    CityId, Holds, Line, MajorCity, Map, Places, Region, River, RiverCourse, SideInfo, SourceOwner, SpaceInfo,
    SpaceKind, SupplySource, Terrain,
};
pub use reading::{Printed, Turn};
pub use scenario::{
    CityLevel, FortressStart, Level, LevelId, MansteinSide, OffensiveStart, OpeningSupports, OpeningWeather, Placement,
    Points, Scenario, ScenarioArrival, ScenarioCondition, Score, SpecialRules, SupportOpening, Tracks, Victory,
    VictoryEvent,
};
pub use schedule::{
    Arrival, Change, Condition, Entry, EntrySpaces, NationLeaves, Schedule, Upgrade, When, WithdrawalGroup,
};
pub use supports::{
    Against, Armor, Attach, EventRow, KindId, LevelsWhen, SupportClass, SupportEvents, SupportId, SupportKind,
    SupportMarker, Supports,
};
pub use units::{Background, Factors, MarkerInfo, Symbol, UnitId, UnitInfo, UnitKind};

use crate::staff::Weights;
pub use kessel_kernel::data::Nation;
use kessel_kernel::data::{DataDir, Doc, Faults};
use kessel_kit::staff::{STAFF_FILE, weights_by_scenario};
use kessel_kit::{Book, Record, data_files};
use reading::Reading;

/// The scenario files, in the order in which the book presents them.
const SCENARIOS: [&str; 5] =
    ["wintergewitter.toml", "uranus.toml", "campaign.toml", "backhand-blow.toml", "star-and-gallop.toml"];
const MAP: &str = "map.toml";
const SMALL_MAP: &str = "map-wintergewitter.toml";
/// The files but the ledger, the player aids and the briefings; the scenarios come last.
const FILES: [&str; 12] = [
    MAP,
    SMALL_MAP,
    "units.toml",
    "supports.toml",
    "charts.toml",
    "schedule.toml",
    STAFF_FILE,
    SCENARIOS[0],
    SCENARIOS[1],
    SCENARIOS[2],
    SCENARIOS[3],
    SCENARIOS[4],
];

/// Everything about the game that never changes.
#[derive(Clone, Debug)]
pub struct Data {
    /// The campaign map, whole. Play happens on the maps of the scenarios.
    pub map: Map,
    /// The map of the introductory scenario.
    pub small_map: Map,
    /// The names of the turns; index 0 is turn 1.
    pub turns: Vec<String>,
    /// Every counter that stands in hexes, by [`UnitId`]: Soviet divisions, Axis divisions, HQs, Kampfgruppen, Alarm units.
    pub units: Vec<UnitInfo>,
    /// The divisions that consist of several counters.
    pub divisions: Vec<String>,
    /// Markers without factors.
    pub markers: Vec<MarkerInfo>,
    /// The support markers.
    pub supports: Supports,
    /// The player aids.
    pub charts: Charts,
    /// Who comes, changes and leaves, over the whole campaign.
    pub schedule: Schedule,
    /// The scenarios, in the order of the book.
    pub scenarios: Vec<Scenario>,
    /// What the planner of each side weighs, by scenario.
    pub(crate) weights: Vec<[Weights; 2]>,
    /// The rules, the player aids, the briefings.
    pub book: Book,
}

impl Data {
    /// The data built into the program.
    pub fn embedded() -> DataDir {
        data_files!(
            "roads",
            "../../../../data/roads/",
            [
                "backhand-blow.toml",
                "campaign.toml",
                "charts.toml",
                "map-wintergewitter.toml",
                "map.toml",
                "schedule.toml",
                "staff.toml",
                "star-and-gallop.toml",
                "supports.toml",
                "units.toml",
                "uranus.toml",
                "wintergewitter.toml",
            ]
        )
    }

    /// Reads and checks a set of files.
    ///
    /// # Errors
    /// Everything that is wrong with them, by file and line. A file that is no TOML, a map or a chart that cannot be made sense of
    /// hides what may be wrong beyond it.
    pub fn load(dir: &DataDir) -> Result<Data, Faults> {
        let scenarios = Data::scenario_ids();
        Book::load(dir, FILES, &scenarios, Data::read).map(|(data, book)| Data { book, ..data })
    }

    /// The names of the scenarios.
    fn scenario_ids() -> [&'static str; SCENARIOS.len()] {
        SCENARIOS.map(|file| file.trim_end_matches(".toml"))
    }

    /// Reads each file with what it needs of the others. `None` only after a fault.
    fn read(
        [map, small_map, units, supports, charts, schedule, staff, scenarios @ ..]: &[Doc<'_>; 12],
        reading: &kessel_kernel::data::Reading<'_>,
    ) -> Option<Data> {
        let mut reading = Reading::new(reading);
        let weights = weights_by_scenario(staff, &reading, &Data::scenario_ids());
        let charts_root = charts.root();
        let turns = reading::read_turns(&charts_root, &reading);
        reading.names.list("turn", &turns);
        let boxes = map::read_boxes(&charts_root, &reading);
        let roster = units::read(&units.root(), &reading);
        reading.names.list("unit", roster.units.iter().map(|unit| &unit.id));
        reading.names.list("division", &roster.divisions);
        let track = charts_root.find("approval.boxes").map_or(10, |list| list.items().len());
        reading.names.list("approval box", &vec![String::new(); track]);
        let supports = supports::read(&supports.root(), &reading, &roster);
        let charts = Charts::record(&charts_root, &reading);
        if let Some(charts) = &charts {
            charts::check_mars(&charts_root, charts, &roster);
        }
        let map = map::read(&map.root(), MAP, &reading, &boxes);
        let small_map = map::read(&small_map.root(), SMALL_MAP, &reading, &boxes);
        let (supports, charts, map, small_map) = (supports?, charts?, map?, small_map?);
        let schedule = schedule::read(&schedule.root(), &reading, &roster, &map);
        let sources = scenario::Sources {
            reading: &reading,
            roster: &roster,
            supports: &supports,
            charts: &charts,
            schedule: &schedule,
            maps: [(MAP, &map), (SMALL_MAP, &small_map)],
            files: scenarios,
        };
        let scenarios: Vec<_> = scenarios.iter().map(|doc| scenario::read(doc, &sources)).collect();
        let scenarios = scenarios.into_iter().collect::<Option<Vec<_>>>()?;
        let units::Roster { units, divisions, markers } = roster;
        let (weights, book) = (weights?, Book::default());
        Some(Data {
            map,
            small_map,
            turns,
            units,
            divisions,
            markers,
            supports,
            charts,
            schedule,
            scenarios,
            weights,
            book,
        })
    }

    /// The unit with this id (`26TK`).
    pub fn unit(&self, id: &str) -> Option<UnitId> {
        self.unit_ids().find(|&unit| self.units[unit.index()].id == id)
    }

    /// All units, in order.
    pub fn unit_ids(&self) -> impl DoubleEndedIterator<Item = UnitId> + ExactSizeIterator + use<> {
        (0..self.units.len()).map(UnitId::at)
    }

    /// The scenario with this id.
    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|scenario| scenario.id == id)
    }

    /// The turn of this name (`NOV III`).
    pub fn turn(&self, name: &str) -> Option<Turn> {
        let place = self.turns.iter().position(|turn| turn == name)?;
        u8::try_from(place + 1).ok().map(Turn)
    }

    /// The name of a turn.
    pub fn turn_name(&self, turn: Turn) -> &str {
        &self.turns[usize::from(turn.0) - 1]
    }
}
