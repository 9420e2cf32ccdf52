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
mod scenario;
mod units;

#[cfg(test)]
mod tests;

pub use charts::{
    Charts, Defence, Extras, Movement, Release, Scale, Shifts, Stacking, Supply, TerrainEffect, Withdrawal,
};
pub use crt::{CombatResult, Crt, Odds};
pub use kessel_kernel::data::{Nation, Printed};
pub use map::{
    AxisArmy, Course, FrontArmy, Label, Map, Places, Region, Settlement, Sheet, SideInfo, Space, Terrain, Ultimate,
    Water,
};
pub use scenario::{
    Blue, BlueVictory, Draws, Group, Post, Reserve, ReserveId, Scenario, ScenarioId, TurnInfo, Uranus, UranusVictory,
};
pub use units::{
    Colours, Corner, FaceId, FaceInfo, Factor, Front, MarkerInfo, Pool, UnitId, UnitInfo, UnitKind, UnitSize,
};

use crate::staff::Weights;
use kessel_kernel::data::{DataDir, Doc, Faults, Reading};
use kessel_kit::staff::{STAFF_FILE, weights_of};
use kessel_kit::{Book, Reader, Record, data_files};

/// The scenarios, each of which has its briefing.
const SCENARIOS: &[&str] = &["blue", "uranus"];

/// The files but the ledger, the player aids and the briefings.
const FILES: [&str; 6] = ["map.toml", "units.toml", "charts.toml", "blue.toml", "uranus.toml", STAFF_FILE];

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
    /// What the planner of each side goes by.
    pub(crate) weights: [Weights; 2],
    /// The rules, the player aids, the briefings.
    pub book: Book,
}

impl Data {
    /// The data built into the program.
    pub fn embedded() -> DataDir {
        data_files!(
            "drive",
            "../../../../data/drive/",
            ["blue.toml", "charts.toml", "map.toml", "staff.toml", "units.toml", "uranus.toml"]
        )
    }

    /// Reads and checks a set of files.
    ///
    /// # Errors
    /// Everything that is wrong with them, by file and line. A file that is no TOML, a map or a chart that cannot be made sense of
    /// hides what may be wrong beyond it.
    pub fn load(dir: &DataDir) -> Result<Data, Faults> {
        Book::load(dir, FILES, SCENARIOS, Data::read).map(|(data, book)| Data { book, ..data })
    }

    /// Reads each file with what it needs of the others. `None` only after a fault.
    fn read([map, units, charts, blue, uranus, staff]: &[Doc<'_>; 6], reading: &Reading<'_>) -> Option<Data> {
        let mut reader = Reader::new(reading);
        for (what, doc) in [("turn of blue", blue), ("turn of uranus", uranus)] {
            reader.names.list(what, &vec![String::new(); scenario::count_turns(doc)]);
        }
        let roster = units::read(&units.root(), &reader);
        let weights = weights_of(staff, &reader);
        let charts = Charts::record(&charts.root(), &reader);
        let map = map::read(&map.root(), reading);
        let (charts, map) = (charts?, map?);
        let mut reader = reader.on(&map.board);
        reader.names.list("unit", roster.units.iter().map(|unit| &unit.id));
        let sources = scenario::Sources { reader: &reader, roster: &roster, charts: &charts, map: &map };
        let plays = scenario::read(blue, uranus, &sources)?;
        let units::Roster { units, faces, pools, markers, colours } = roster;
        let scenario::Plays { scenarios, blue, uranus } = plays;
        let (colours, weights, book) = (colours?, weights?, Book::default());
        Some(Data { map, units, faces, pools, markers, colours, charts, scenarios, blue, uranus, weights, book })
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
