//! The map, the counters, the charts and the scenarios, as the rules work on them.
//!
//! [`Data::load`] reads the text files of `data/wintergewitter`, checks them against each other and lists everything that is wrong with file
//! and line; what it gives back never changes and holds no dangling reference. Numbers that the rulebook prints, and those that stand in for
//! what is lost, are there and not in code.

mod charts;
mod json;
mod map;
mod scenario;
mod units;

#[cfg(test)]
mod tests;

pub use charts::{
    AirResult, AirTable, Battery, BatteryResult, Blow, BombTable, Bonus, Charts, Costs, Crt, Loss, Margin, Pocket,
    Points, Reach, Scale, TerrainEffect,
};
pub use map::{Area, Label, Line, Map, RingArmy, SideInfo, Space, Terrain, Water};
pub use scenario::{
    Arrival, Bill, Crossing, OptionalGroup, Pool, Reserve, Scenario, ScenarioId, SetUp, SkyStart, TurnInfo, Weather,
    Zone,
};
pub use units::{
    AirClass, AirId, AirInfo, Face, FormationId, FormationInfo, HqRole, LossClass, MoveClass, Size, UnitId, UnitInfo,
    UnitType,
};

use crate::staff::Weights;
pub use kessel_kernel::data::Nation;
use kessel_kernel::data::{
    AIDS_FILE, Aids, BRIEFING_FILE, Briefings, DataDir, Doc, Faults, Inspection, LEDGER_FILE, Ledger, Reading,
    TableSource,
};
use kessel_kit::staff::{STAFF_FILE, weights_of};
use kessel_kit::{ASIDE, Reader};

const MAP: &str = "map.toml";
const UNITS: &str = "units.toml";
const CHARTS: &str = "charts.toml";
const TRACK: &str = "track.toml";
/// The set-ups that scenarios share.
const SETUPS: [&str; 3] = ["setup-12-december.toml", "setup-16-december.toml", "setup-ring.toml"];
/// By [`ScenarioId`].
const SCENARIOS: [&str; 4] = ["we-are-coming.toml", "last-gasp.toml", "winter-storm.toml", "maximum-effort.toml"];

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
    /// How many markers of all kinds there are.
    pub markers: u16,
    /// The tables and charts.
    pub charts: Charts,
    /// The Turn Record Track, turn 1 at index 0.
    pub track: Vec<TurnInfo>,
    /// By [`ScenarioId`].
    pub scenarios: [Scenario; 4],
    /// What the planner of each side goes by.
    pub(crate) weights: [Weights; 2],
    /// Every rule.
    pub ledger: Ledger,
    /// Where the values of each table come from.
    pub sources: Vec<TableSource>,
    /// The player aids, in words.
    pub aids: Aids,
    /// What the players should know before the first turn.
    pub briefings: Briefings,
    /// A fingerprint of everything but the files [`ASIDE`].
    pub hash: String,
}

impl Data {
    /// The data built into the program.
    pub fn embedded() -> DataDir {
        DataDir::embedded(
            "wintergewitter",
            &[
                (AIDS_FILE, include_str!("../../../../data/wintergewitter/aids.toml")),
                (BRIEFING_FILE, include_str!("../../../../data/wintergewitter/briefings.toml")),
                (CHARTS, include_str!("../../../../data/wintergewitter/charts.toml")),
                ("last-gasp.toml", include_str!("../../../../data/wintergewitter/last-gasp.toml")),
                (MAP, include_str!("../../../../data/wintergewitter/map.toml")),
                ("maximum-effort.toml", include_str!("../../../../data/wintergewitter/maximum-effort.toml")),
                (LEDGER_FILE, include_str!("../../../../data/wintergewitter/rules.toml")),
                ("setup-12-december.toml", include_str!("../../../../data/wintergewitter/setup-12-december.toml")),
                ("setup-16-december.toml", include_str!("../../../../data/wintergewitter/setup-16-december.toml")),
                ("setup-ring.toml", include_str!("../../../../data/wintergewitter/setup-ring.toml")),
                (STAFF_FILE, include_str!("../../../../data/wintergewitter/staff.toml")),
                (TRACK, include_str!("../../../../data/wintergewitter/track.toml")),
                (UNITS, include_str!("../../../../data/wintergewitter/units.toml")),
                ("we-are-coming.toml", include_str!("../../../../data/wintergewitter/we-are-coming.toml")),
                ("winter-storm.toml", include_str!("../../../../data/wintergewitter/winter-storm.toml")),
            ],
        )
    }

    /// Reads and checks a set of files.
    ///
    /// # Errors
    /// Everything that is wrong with them, by file and line. A file that is no TOML, a map or a chart that cannot be made sense of
    /// hides what may be wrong beyond it.
    pub fn load(dir: &DataDir) -> Result<Data, Faults> {
        Ledger::load_with(dir, |inspection, ledger| {
            let docs = Docs::open(dir, inspection)?;
            let ledger = ledger?;
            let ids = ScenarioId::ALL.map(ScenarioId::word);
            let briefings = Briefings::read(dir, inspection, &ledger, &ids);
            let aids = Aids::read(dir, &ledger, inspection);
            let data = docs.read(ledger, dir.hash_without(&ASIDE))?;
            Some(Data { aids: aids?, briefings: briefings?, ..data })
        })
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

/// The files but the ledger, open.
struct Docs<'a> {
    map: Doc<'a>,
    units: Doc<'a>,
    charts: Doc<'a>,
    track: Doc<'a>,
    staff: Doc<'a>,
    setups: Vec<Doc<'a>>,
    scenarios: Vec<Doc<'a>>,
}

impl<'a> Docs<'a> {
    /// All of them, or `None` after reporting what is wrong with each.
    fn open(dir: &'a DataDir, inspection: &'a Inspection) -> Option<Docs<'a>> {
        let open = |name| Doc::open(dir, name, inspection);
        let (map, units, charts, track, staff) = (open(MAP), open(UNITS), open(CHARTS), open(TRACK), open(STAFF_FILE));
        let setups: Vec<_> = SETUPS.into_iter().map(open).collect();
        let scenarios: Vec<_> = SCENARIOS.into_iter().map(open).collect();
        Some(Docs {
            map: map?,
            units: units?,
            charts: charts?,
            track: track?,
            staff: staff?,
            setups: setups.into_iter().collect::<Option<_>>()?,
            scenarios: scenarios.into_iter().collect::<Option<_>>()?,
        })
    }

    /// Reads each file with what it needs of the others. `None` only after a fault.
    fn read(&self, ledger: Ledger, hash: String) -> Option<Data> {
        let reading = Reading::new(&ledger);
        let weights = weights_of(&self.staff, &Reader::new(&reading));
        let roster = units::read(&self.units.root(), &reading);
        let charts = self.charts.root();
        let pocket = charts::read_pocket(&charts, &reading)?;
        let charts = charts::read(&charts, &reading, pocket);
        let map = map::read(&self.map.root(), &reading, &pocket);
        let (charts, map) = (charts?, map?);
        let setups: Vec<_> = self.setups.iter().map(|doc| scenario::read_setup(doc, &reading, &map, &roster)).collect();
        let reserves: Vec<_> =
            setups.iter().flat_map(|setup| &setup.reserves).map(|reserve| reserve.id.as_str()).collect();
        let track = scenario::read_track(&self.track.root(), &reading, &roster, &reserves)?;
        let sources = scenario::Sources {
            reading: &reading,
            map: &map,
            roster: &roster,
            charts: &charts,
            track: &track,
            setups: &setups,
        };
        let scenarios: Vec<_> = ScenarioId::ALL
            .into_iter()
            .zip(&self.scenarios)
            .map(|(id, doc)| scenario::read(doc, id, &sources))
            .collect();
        let scenarios: Option<Vec<_>> = scenarios.into_iter().collect();
        let scenarios = scenarios?.try_into().ok()?;
        let sources = reading.into_sources();
        let units::Roster { units, formations, air, entrenchments, markers } = roster;
        Some(Data {
            map,
            units,
            formations,
            air,
            entrenchments,
            markers,
            charts,
            track,
            scenarios,
            weights: weights?,
            ledger,
            sources,
            aids: Aids::default(),
            briefings: Briefings::default(),
            hash,
        })
    }
}
