//! The map, the counters, the charts and the scenarios, as the rules work on them.
//!
//! [`Data::load`] reads the text files of `data/drive`, checks them against each other and lists everything that is wrong with file and line;
//! what it gives back never changes and holds no dangling reference. Numbers that the rulebook prints, and those that stand in
//! for what is lost, are there and not in code.
//!
//! Both scenarios share one map and one set of ids. A regular Soviet unit is a counter of which only kind and movement are known
//! ([`UnitInfo`] with [`Factor::Untried`]); what it turns up when it first fights is a [`FaceInfo`] of the same [`Pool`].

mod charts;
mod crt;
mod json;
mod map;
mod reading;
mod scenario;
mod units;

#[cfg(test)]
mod tests;

pub use charts::{
    Charts, Defence, Extras, Movement, Release, Scale, Shifts, Stacking, Supply, TerrainEffect, Withdrawal,
};
pub use crt::{CombatResult, Crt, Odds};
pub use map::{
    AxisArmy, Course, FrontArmy, Label, Map, Places, Region, Settlement, Sheet, SideInfo, Space, Terrain, Ultimate,
    Water,
};
pub use reading::{Printed, TableSource};
pub use scenario::{
    Blue, BlueVictory, Draw, Group, Post, Reserve, ReserveId, Scenario, ScenarioId, TurnInfo, Uranus, UranusVictory,
};
pub use units::{
    Colours, Corner, FaceId, FaceInfo, Factor, Front, MarkerInfo, Pool, UnitId, UnitInfo, UnitKind, UnitSize,
};

use kessel_kit::open_all;
pub use kessel_table::data::Nation;
use kessel_table::data::{AIDS_FILE, Aids, BRIEFING_FILE, Briefings, DataDir, Doc, Faults, LEDGER_FILE, Ledger};
use reading::Reading;

/// The scenarios, each of which has its briefing.
const SCENARIOS: &[&str] = &["blue", "uranus"];

/// The files but the ledger, the player aids and the briefings.
const FILES: [&str; 5] = ["map.toml", "units.toml", "charts.toml", "blue.toml", "uranus.toml"];

/// Everything about the game that never changes.
#[derive(Clone, Debug)]
pub struct Data {
    /// The joined maps.
    pub map: Map,
    /// Every combat unit, by [`UnitId`]: the Axis in the order of the file, then the Soviets kind by kind.
    pub units: Vec<UnitInfo>,
    /// What untried Soviet units turn up, by [`FaceId`].
    pub faces: Vec<FaceInfo>,
    /// The Soviet kinds, in the order of [`UnitKind::SOVIET`].
    pub pools: Vec<Pool>,
    /// Markers without factors.
    pub markers: Vec<MarkerInfo>,
    /// The colours of the counters.
    pub colours: Colours,
    /// The player aids.
    pub charts: Charts,
    /// Blue and Uranus, by [`ScenarioId`].
    pub scenarios: [Scenario; 2],
    /// What only Blue has.
    pub blue: Blue,
    /// What only Uranus has.
    pub uranus: Uranus,
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
            "drive",
            &[
                (AIDS_FILE, include_str!("../../../../data/drive/aids.toml")),
                (BRIEFING_FILE, include_str!("../../../../data/drive/briefings.toml")),
                ("blue.toml", include_str!("../../../../data/drive/blue.toml")),
                ("charts.toml", include_str!("../../../../data/drive/charts.toml")),
                ("map.toml", include_str!("../../../../data/drive/map.toml")),
                (LEDGER_FILE, include_str!("../../../../data/drive/rules.toml")),
                ("units.toml", include_str!("../../../../data/drive/units.toml")),
                ("uranus.toml", include_str!("../../../../data/drive/uranus.toml")),
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
            let docs = open_all(dir, inspection, FILES)?;
            let ledger = ledger?;
            let briefings = Briefings::read(dir, inspection, &ledger, SCENARIOS);
            let aids = Aids::read(dir, &ledger, inspection);
            let data = Data::read(&docs, ledger, dir.hash_without(&[LEDGER_FILE, AIDS_FILE, BRIEFING_FILE]))?;
            Some(Data { aids: aids?, briefings: briefings?, ..data })
        })
    }

    /// The unit with this id (`3PD`).
    pub fn unit(&self, id: &str) -> Option<UnitId> {
        self.unit_ids().find(|&unit| self.units[unit.index()].id == id)
    }

    /// The face with this id (`13G RD`).
    pub fn face(&self, id: &str) -> Option<FaceId> {
        self.faces.iter().position(|face| face.id == id).map(FaceId::at)
    }

    /// All units, in order.
    pub fn unit_ids(&self) -> impl DoubleEndedIterator<Item = UnitId> + ExactSizeIterator + use<> {
        (0..self.units.len()).map(UnitId::at)
    }

    /// What is printed on a unit.
    #[inline]
    pub fn info(&self, unit: UnitId) -> &UnitInfo {
        &self.units[unit.index()]
    }

    /// The counters of a Soviet kind.
    ///
    /// # Panics
    /// If the kind is none of the Soviets.
    pub fn pool(&self, kind: UnitKind) -> &Pool {
        self.pools.iter().find(|pool| pool.kind == kind).expect("every Soviet kind has a pool")
    }

    /// A scenario.
    #[inline]
    pub fn scenario(&self, id: ScenarioId) -> &Scenario {
        &self.scenarios[id as usize]
    }
}

impl Data {
    /// Reads each file with what it needs of the others. `None` only after a fault.
    fn read([map, units, charts, blue, uranus]: &[Doc<'_>; 5], ledger: Ledger, hash: String) -> Option<Data> {
        let reading = Reading::new(&ledger);
        let turns = [scenario::count_turns(blue), scenario::count_turns(uranus)];
        let roster = units::read(&units.root(), &reading, turns);
        let charts = charts::read(&charts.root(), &reading);
        let map = map::read(&map.root(), &reading);
        let (charts, map) = (charts?, map?);
        let sources = scenario::Sources { reading: &reading, roster: &roster, charts: &charts, map: &map };
        let plays = scenario::read(blue, uranus, &sources)?;
        let sources = reading.into_sources();
        Some(Data {
            map,
            units: roster.units,
            faces: roster.faces,
            pools: roster.pools,
            markers: roster.markers,
            colours: roster.colours,
            charts,
            scenarios: plays.scenarios,
            blue: plays.blue,
            uranus: plays.uranus,
            ledger,
            aids: Aids::default(),
            briefings: Briefings::default(),
            sources,
            hash,
        })
    }
}
