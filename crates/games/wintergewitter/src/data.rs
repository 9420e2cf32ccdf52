//! The map, the counters, the charts and the scenarios, as the rules work on them.
//!
//! [`Data::load`] reads the text files of `data/wintergewitter`, checks them against each other and lists everything that is wrong with file
//! and line; what it gives back never changes and holds no dangling reference. Numbers that the rulebook prints, and those that stand in for
//! what is lost, are there and not in code.

mod charts;
mod map;
mod scenario;
mod units;

pub use charts::{AirResult, AirTable, Battery, BatteryResult, Blow, BombTable, Charts, Costs, Crt, Loss, TerrainEffect};
pub use map::{Area, Label, Line, Map, RingArmy, SideInfo, Space, Terrain, Water};
pub use scenario::{
    Arrival, Bill, OptionalGroup, Pool, Reserve, Scenario, ScenarioId, SetUp, SkyStart, TurnInfo, Weather, Zone,
};
pub use units::{
    AirClass, AirId, AirInfo, Face, FormationId, FormationInfo, HqRole, LossClass, MoveClass, Size, UnitId, UnitInfo,
    UnitType,
};

pub use kessel_table::data::Nation;
use kessel_table::data::{DataDir, Faults, LEDGER_FILE, Ledger, TableSource};

/// Everything about the game that never changes.
#[derive(Clone, Debug)]
pub struct Data {
    /// The map.
    pub map: Map,
    /// Every ground unit, by [`UnitId`]: Axis first, formation by formation in the order of the file.
    pub units: Vec<UnitInfo>,
    /// Divisions, corps, armies and groups of independent units, by [`FormationId`].
    pub formations: Vec<FormationInfo>,
    /// Every air unit, by [`AirId`]: the Axis first.
    pub air: Vec<AirInfo>,
    /// How many entrenchment markers there are (15.0).
    pub entrenchments: u8,
    /// The tables and charts.
    pub charts: Charts,
    /// The Turn Record Track, turn 1 at index 0.
    pub track: Vec<TurnInfo>,
    /// By [`ScenarioId`].
    pub scenarios: [Scenario; 4],
    /// Every rule.
    pub ledger: Ledger,
    /// Where the values of each table come from.
    pub sources: Vec<TableSource>,
    /// A fingerprint of everything but the ledger.
    pub hash: String,
}

impl Data {
    /// The data built into the program.
    pub fn embedded() -> DataDir {
        DataDir::embedded(
            "wintergewitter",
            &[(LEDGER_FILE, include_str!("../../../../data/wintergewitter/rules.toml"))],
        )
    }

    /// Reads and checks a set of files.
    ///
    /// # Errors
    /// Everything that is wrong with them, by file and line.
    pub fn load(_dir: &DataDir) -> Result<Data, Faults> {
        todo!("the readers")
    }

    /// The unit with this id (`I/11`).
    pub fn unit(&self, id: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.id == id).map(UnitId::at)
    }

    /// The formation with this id (`6P`).
    pub fn formation(&self, id: &str) -> Option<FormationId> {
        self.formations.iter().position(|formation| formation.id == id).map(FormationId::at)
    }

    /// The air unit with this id (`I/JG 52`).
    pub fn air_unit(&self, id: &str) -> Option<AirId> {
        self.air.iter().position(|air| air.id == id).map(AirId::at)
    }

    /// All units, in order.
    pub fn unit_ids(&self) -> impl DoubleEndedIterator<Item = UnitId> + ExactSizeIterator + use<> {
        (0..self.units.len()).map(UnitId::at)
    }

    /// All air units, in order.
    pub fn air_ids(&self) -> impl DoubleEndedIterator<Item = AirId> + ExactSizeIterator + use<> {
        (0..self.air.len()).map(AirId::at)
    }

    /// What is printed on a unit.
    #[inline]
    pub fn info(&self, unit: UnitId) -> &UnitInfo {
        &self.units[unit.index()]
    }

    /// What is printed on an air unit.
    #[inline]
    pub fn plane(&self, air: AirId) -> &AirInfo {
        &self.air[air.index()]
    }

    /// A formation.
    #[inline]
    pub fn group(&self, formation: FormationId) -> &FormationInfo {
        &self.formations[formation.index()]
    }

    /// A scenario.
    #[inline]
    pub fn scenario(&self, id: ScenarioId) -> &Scenario {
        &self.scenarios[id as usize]
    }

    /// What the track says of a turn (from 1).
    #[inline]
    pub fn turn(&self, turn: u8) -> &TurnInfo {
        &self.track[usize::from(turn) - 1]
    }
}
