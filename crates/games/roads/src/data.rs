//! The maps, the counters, the player aids and the scenarios, as the rules work on them.
//!
//! [`Data::load`] reads the text files of `data/roads`, checks them against each other and lists everything that is wrong with file and line;
//! what it gives back never changes and holds no dangling reference. Numbers that the rulebook prints, and those that stand in
//! for what is lost, are there and not in code.
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
pub use reading::{Printed, TableSource, Turn};
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

pub use kessel_table::data::Nation;
use kessel_table::data::{
    AIDS_FILE, Aids, BRIEFING_FILE, Briefings, DataDir, Doc, Faults, Inspection, LEDGER_FILE, Ledger,
};
use reading::Reading;

/// The scenario files, in the order in which the book presents them.
const SCENARIOS: [&str; 5] =
    ["wintergewitter.toml", "uranus.toml", "campaign.toml", "backhand-blow.toml", "star-and-gallop.toml"];
const MAP: &str = "map.toml";
const SMALL_MAP: &str = "map-wintergewitter.toml";

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
            "roads",
            &[
                (AIDS_FILE, include_str!("../../../../data/roads/aids.toml")),
                ("backhand-blow.toml", include_str!("../../../../data/roads/backhand-blow.toml")),
                (BRIEFING_FILE, include_str!("../../../../data/roads/briefings.toml")),
                ("campaign.toml", include_str!("../../../../data/roads/campaign.toml")),
                ("charts.toml", include_str!("../../../../data/roads/charts.toml")),
                (MAP, include_str!("../../../../data/roads/map.toml")),
                (SMALL_MAP, include_str!("../../../../data/roads/map-wintergewitter.toml")),
                (LEDGER_FILE, include_str!("../../../../data/roads/rules.toml")),
                ("schedule.toml", include_str!("../../../../data/roads/schedule.toml")),
                ("star-and-gallop.toml", include_str!("../../../../data/roads/star-and-gallop.toml")),
                ("supports.toml", include_str!("../../../../data/roads/supports.toml")),
                ("units.toml", include_str!("../../../../data/roads/units.toml")),
                ("uranus.toml", include_str!("../../../../data/roads/uranus.toml")),
                ("wintergewitter.toml", include_str!("../../../../data/roads/wintergewitter.toml")),
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
            let briefings =
                Briefings::read(dir, inspection, &ledger, &SCENARIOS.map(|file| file.trim_end_matches(".toml")));
            let aids = Aids::read(dir, &ledger, inspection);
            let data = docs.read(ledger, dir.hash_without(&[LEDGER_FILE, AIDS_FILE, BRIEFING_FILE]))?;
            Some(Data { aids: aids?, briefings: briefings?, ..data })
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

/// The files but the ledger, open.
struct Docs<'a> {
    map: Doc<'a>,
    small_map: Doc<'a>,
    units: Doc<'a>,
    supports: Doc<'a>,
    charts: Doc<'a>,
    schedule: Doc<'a>,
    scenarios: Vec<Doc<'a>>,
}

impl<'a> Docs<'a> {
    /// All of them, or `None` after reporting what is wrong with each.
    fn open(dir: &'a DataDir, inspection: &'a Inspection) -> Option<Docs<'a>> {
        let open = |name| Doc::open(dir, name, inspection);
        let (map, small_map) = (open(MAP), open(SMALL_MAP));
        let (units, supports) = (open("units.toml"), open("supports.toml"));
        let (charts, schedule) = (open("charts.toml"), open("schedule.toml"));
        let scenarios: Vec<_> = SCENARIOS.into_iter().map(open).collect();
        let scenarios: Option<Vec<_>> = scenarios.into_iter().collect();
        Some(Docs {
            map: map?,
            small_map: small_map?,
            units: units?,
            supports: supports?,
            charts: charts?,
            schedule: schedule?,
            scenarios: scenarios?,
        })
    }

    /// Reads each file with what it needs of the others. `None` only after a fault.
    fn read(&self, ledger: Ledger, hash: String) -> Option<Data> {
        let mut reading = Reading::new(&ledger);
        let charts = self.charts.root();
        reading.read_turns(&charts);
        let boxes = map::read_boxes(&charts, &reading);
        let roster = units::read(&self.units.root(), &reading);
        let supports = supports::read(&self.supports.root(), &reading, &roster);
        let charts = charts::read(&charts, &reading, &roster);
        let map = map::read(&self.map.root(), MAP, &reading, &boxes);
        let small_map = map::read(&self.small_map.root(), SMALL_MAP, &reading, &boxes);
        let (supports, charts, map, small_map) = (supports?, charts?, map?, small_map?);
        let schedule = schedule::read(&self.schedule.root(), &reading, &roster, &map);
        let sources = scenario::Sources {
            reading: &reading,
            roster: &roster,
            supports: &supports,
            charts: &charts,
            schedule: &schedule,
            maps: [(MAP, &map), (SMALL_MAP, &small_map)],
            files: &self.scenarios,
        };
        let scenarios: Vec<_> = self.scenarios.iter().map(|doc| scenario::read(doc, &sources)).collect();
        let scenarios: Option<Vec<_>> = scenarios.into_iter().collect();
        let turns = reading.turns().to_vec();
        let sources = reading.into_sources();
        Some(Data {
            map,
            small_map,
            turns,
            units: roster.units,
            divisions: roster.divisions,
            markers: roster.markers,
            supports,
            charts,
            schedule,
            scenarios: scenarios?,
            ledger,
            aids: Aids::default(),
            briefings: Briefings::default(),
            sources,
            hash,
        })
    }
}
