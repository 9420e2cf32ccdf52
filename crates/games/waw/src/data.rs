//! The maps, the units, the charts and the scenarios, as the rules work on them.
//!
//! [`Data::load`] reads the text files of `data/waw`, checks them against each other and lists everything that is wrong with file and line; what
//! it gives back never changes and holds no dangling reference. The maps and the set-ups are made by the tool in `atlas/`; what the manual does
//! not print is marked as reconstructed there and explained in `docs/reconstructions-waw.md`.

mod air;
mod charts;
mod json;
mod leaders;
mod map;
mod palette;
mod scenario;
mod sheet;
mod units;
mod weather;

#[cfg(test)]
mod tests;

pub use air::{AirLevel, Aircraft, Squadron, Squadrons};
pub use charts::{
    AirBands, Charts, LossPoint, MOVEMENT_POINT, PROHIBITED, Ratio, SideCosts, SupplyEffect, TerrainEffect,
};
pub use kessel_kernel::data::Nation;
pub use leaders::{Leader, LeaderId};
pub use map::{Airfield, HexSide, Hill, Line, LineKind, Map, Place, Scale, Terrain};
pub use palette::Size;
pub use scenario::{Date, Edge, Objective, Presence, Scenario, ScenarioId, SupplySource, Variant, VariantPlace};
pub use units::{
    Class, ClassId, Colour, Formation, FormationId, Hq, HqRank, Kind, Motor, MoveClass, OrgId, Readiness,
    ReplacementKind, Start, Strengths, SupplyLevel, UnitId, UnitInfo, stacking_points,
};
pub use weather::{Day, Ground, Sky, Weather};

use kessel_kernel::data::{
    AIDS_FILE, Aids, BRIEFING_FILE, Briefings, DataDir, Doc, Faults, Inspection, LEDGER_FILE, Ledger, Reading,
    TableSource,
};
use kessel_kit::{Reader, Word};

const UNITS: &str = "units.toml";
const CHARTS: &str = "charts.toml";
const LEADERS: &str = "leaders.toml";
const WEATHER: &str = "weather.toml";
/// The base maps, by [`Scale`].
const MAPS: [&str; 3] = ["map-city.toml", "map-field.toml", "map-front.toml"];
/// By [`ScenarioId`].
const SCENARIOS: [&str; 7] = [
    "to-the-volga.toml",
    "river-too-far.toml",
    "mansteins-solution.toml",
    "rattenkrieg.toml",
    "wintergewitter.toml",
    "quiet-flows-the-don.toml",
    "uranus.toml",
];
/// The orders of battle with their set-ups, by [`ScenarioId`].
const ORDERS: [&str; 7] = [
    "order-to-the-volga.toml",
    "order-river-too-far.toml",
    "order-mansteins-solution.toml",
    "order-rattenkrieg.toml",
    "order-wintergewitter.toml",
    "order-quiet-flows-the-don.toml",
    "order-uranus.toml",
];

/// Everything about the game that never changes.
#[derive(Clone, Debug)]
pub struct Data {
    /// Kinds of units, by [`ClassId`].
    pub classes: Vec<Class>,
    /// What sizes of units stand for (8.1).
    pub sizes: Vec<Size>,
    /// The types of units (8.3).
    pub types: Vec<String>,
    /// The charts.
    pub charts: Charts,
    /// The leaders, by [`LeaderId`].
    pub leaders: Vec<Leader>,
    /// The historical weather.
    pub weather: Weather,
    /// By [`ScenarioId`].
    pub scenarios: Vec<Scenario>,
    /// Every rule.
    pub ledger: Ledger,
    /// Where the values of each table come from.
    pub sources: Vec<TableSource>,
    /// A fingerprint of everything but the ledger, the aids and the briefings.
    pub hash: String,
    /// Charts, states of counters, places beside the map.
    pub aids: Aids,
    /// What players should know before the first turn.
    pub briefings: Briefings,
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../../data/waw/", $name)))),*]
    };
}

impl Data {
    /// The data built into the program.
    pub fn embedded() -> DataDir {
        DataDir::embedded(
            "waw",
            &files![
                "aids.toml",
                "briefings.toml",
                "charts.toml",
                "leaders.toml",
                "map-city.toml",
                "map-field.toml",
                "map-front.toml",
                "mansteins-solution.toml",
                "order-mansteins-solution.toml",
                "order-quiet-flows-the-don.toml",
                "order-rattenkrieg.toml",
                "order-river-too-far.toml",
                "order-to-the-volga.toml",
                "order-uranus.toml",
                "order-wintergewitter.toml",
                "quiet-flows-the-don.toml",
                "rattenkrieg.toml",
                "river-too-far.toml",
                "rules.toml",
                "to-the-volga.toml",
                "units.toml",
                "uranus.toml",
                "weather.toml",
                "wintergewitter.toml",
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
            let docs = Docs::open(dir, inspection);
            let ledger = ledger?;
            let briefings = Briefings::read(dir, inspection, &ledger, &ScenarioId::ALL.map(ScenarioId::word));
            let aids = Aids::read(dir, &ledger, inspection);
            let data = docs?.read(ledger, dir.hash_without(&[LEDGER_FILE, AIDS_FILE, BRIEFING_FILE]))?;
            Some(Data { aids: aids?, briefings: briefings?, ..data })
        })
    }

    /// A scenario.
    #[inline]
    pub fn scenario(&self, id: ScenarioId) -> &Scenario {
        &self.scenarios[id as usize]
    }

    /// A kind of unit.
    #[inline]
    pub fn class(&self, class: ClassId) -> &Class {
        &self.classes[class.index()]
    }

    /// A leader.
    #[inline]
    pub fn leader(&self, leader: LeaderId) -> &Leader {
        &self.leaders[leader.index()]
    }

    /// The leader with this id.
    pub fn find_leader(&self, id: &str) -> Option<LeaderId> {
        self.leaders.iter().position(|leader| leader.id == id).map(LeaderId::at)
    }
}

/// The files but the ledger, open.
struct Docs<'a> {
    units: Doc<'a>,
    charts: Doc<'a>,
    leaders: Doc<'a>,
    weather: Doc<'a>,
    maps: Vec<Doc<'a>>,
    scenarios: Vec<Doc<'a>>,
    orders: Vec<Doc<'a>>,
}

impl<'a> Docs<'a> {
    /// All of them, or `None` after reporting what is wrong with each.
    fn open(dir: &'a DataDir, inspection: &'a Inspection) -> Option<Docs<'a>> {
        let open = |name| Doc::open(dir, name, inspection);
        let list = |names: &'a [&'a str]| names.iter().map(|name| open(name)).collect::<Vec<_>>();
        let (units, charts, leaders, weather) = (open(UNITS), open(CHARTS), open(LEADERS), open(WEATHER));
        let (maps, scenarios, orders) = (list(&MAPS), list(&SCENARIOS), list(&ORDERS));
        Some(Docs {
            units: units?,
            charts: charts?,
            leaders: leaders?,
            weather: weather?,
            maps: maps.into_iter().collect::<Option<_>>()?,
            scenarios: scenarios.into_iter().collect::<Option<_>>()?,
            orders: orders.into_iter().collect::<Option<_>>()?,
        })
    }

    /// Reads each file with what it needs of the others. `None` only after a fault.
    fn read(&self, ledger: Ledger, hash: String) -> Option<Data> {
        let reading = Reading::new(&ledger);
        let reader = Reader::new(&reading);
        let units = self.units.root();
        let (sizes, types) = palette::read(&units, &reader);
        let classes = units::read(&units, &reader);
        let charts = charts::read(&self.charts.root(), &reader);
        let leaders = leaders::read(&self.leaders.root(), &reader);
        let weather = weather::read(&self.weather.root(), &reading);
        let maps: Option<Vec<_>> = Scale::ALL
            .into_iter()
            .zip(&self.maps)
            .map(|(scale, doc)| map::read(doc, scale, &reading))
            .collect::<Vec<_>>()
            .into_iter()
            .collect();
        let maps = maps?;
        let sources = scenario::Sources { reader: &reader, classes: &classes, leaders: &leaders, maps: &maps };
        let scenarios: Vec<_> = ScenarioId::ALL
            .into_iter()
            .zip(self.scenarios.iter().zip(&self.orders))
            .map(|(id, (doc, orders))| scenario::read(doc, orders, id, &sources))
            .collect();
        let scenarios = scenarios.into_iter().collect::<Option<Vec<_>>>()?;
        let sources = reading.into_sources();
        Some(Data {
            classes,
            sizes,
            types,
            charts: charts?,
            leaders,
            weather,
            scenarios,
            ledger,
            sources,
            hash,
            aids: Aids::default(),
            briefings: Briefings::default(),
        })
    }
}
