//! The Turn Record Track and the four scenarios (19, 20).

mod read;
mod setup;
mod track;
mod zones;

pub(super) use read::{Sources, read};
pub(super) use setup::read_setup;
pub(super) use track::read_track;

use super::{AirId, Area, FormationId, UnitId};
use kessel_board::SpaceSet;
use kessel_kernel::Side;
use serde::{Deserialize, Serialize};

/// The four scenarios.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScenarioId {
    /// 19.1.
    WeAreComing,
    /// 19.2.
    LastGasp,
    /// 19.3.
    WinterStorm,
    /// 20.
    MaximumEffort,
}

impl ScenarioId {
    /// In the order of the book.
    pub const ALL: [ScenarioId; 4] =
        [ScenarioId::WeAreComing, ScenarioId::LastGasp, ScenarioId::WinterStorm, ScenarioId::MaximumEffort];

    /// As on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            ScenarioId::WeAreComing => "we-are-coming",
            ScenarioId::LastGasp => "last-gasp",
            ScenarioId::WinterStorm => "winter-storm",
            ScenarioId::MaximumEffort => "maximum-effort",
        }
    }

    /// Victory points decide (19.3.3); the others count hexes and stacking points.
    pub const fn is_campaign(self) -> bool {
        matches!(self, ScenarioId::WinterStorm | ScenarioId::MaximumEffort)
    }
}

/// The weather in the air.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Weather {
    #[default]
    Clear,
    Overcast,
    /// A PM turn: no air missions (R23).
    Night,
}

/// What comes on in a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Arrival {
    /// The units; for the pool of 23 Panzer, all of the pool.
    pub units: Vec<UnitId>,
    /// Where.
    pub entry: Area,
    /// At most so many stacking points of the units, chosen by the owner (the pool); nothing for all.
    pub most: Option<u8>,
}

/// A box of the Turn Record Track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnInfo {
    /// `AM 12 December`.
    pub name: String,
    /// The weather.
    pub weather: Weather,
    /// Roads are icy (8.1).
    pub icy: bool,
    /// Units that may enter from this turn on.
    pub arrivals: Vec<Arrival>,
    /// Air units that become ready at the start of it.
    pub air: Vec<AirId>,
    /// Reserves released at the start of it: ids of [`Reserve`]s.
    pub releases: Vec<String>,
    /// Infantry replacements: German, Rumanian, Soviet (17.2).
    pub replacements: [u8; 3],
}

/// Where units may be set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Zone {
    /// In one of these hexes (pocket, enemy side and hexes beyond the Don already left out).
    Hexes(SpaceSet),
    /// In or next to a hex with a unit of one of these formations that has been placed.
    Near(Vec<FormationId>),
}

/// Units that are set up together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetUp {
    /// Whose.
    pub side: Side,
    /// Which.
    pub units: Vec<UnitId>,
    /// Where.
    pub zone: Zone,
    /// The case.
    pub case: String,
}

/// Losses that a formation has suffered before the scenario begins (19.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bill {
    /// Whose.
    pub side: Side,
    /// Among which units.
    pub units: Vec<UnitId>,
    /// Points by class: armor, infantry, artillery.
    pub points: [u8; 3],
    /// The case.
    pub case: String,
}

/// Units that wait to be released (19.1.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reserve {
    /// Its id: `4M`, `7T`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its units.
    pub units: Vec<UnitId>,
    /// It is also released by the roll for distance.
    pub rolls: bool,
    /// The case.
    pub case: String,
}

/// A group from which the German takes part on the map and part by the track: 23 Panzer (19.1.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pool {
    /// The units.
    pub units: Vec<UnitId>,
    /// At most so many stacking points begin on the map.
    pub most: u8,
}

/// Forces that the German may add in the fourth scenario (20.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionalGroup {
    /// The key of the option: `support`, `luftwaffe`, `motorized`, `17pz`.
    pub key: String,
    /// In words.
    pub name: String,
    /// Which units, and where.
    pub setup: SetUp,
    /// Victory points that the Soviets get for it (20.4).
    pub points: u8,
    /// Its use brings the Soviet air units of 20.2.
    pub answered: bool,
}

/// How the air units begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkyStart {
    /// All ready.
    Ready,
    /// Each rolls: at or below this it begins flown (19.2.1).
    Roll(u8),
    /// The owner chooses so many that are ready (19.2.2).
    Choose(u8),
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scenario {
    /// Which.
    pub id: ScenarioId,
    /// Its title.
    pub name: String,
    /// The first turn on the track.
    pub first: u8,
    /// The last turn on the track.
    pub last: u8,
    /// Who stands where, in the order of the book; units of the track are not among them.
    pub setups: Vec<SetUp>,
    /// Losses suffered before.
    pub bills: Vec<Bill>,
    /// So many of these units stay out, by the owner's choice (19.2: one of seven antitank units).
    pub leave_out: Option<(u8, Vec<UnitId>)>,
    /// The reserves, Ring armies not among them.
    pub reserves: Vec<Reserve>,
    /// 23 Panzer, where it comes in parts.
    pub pool: Option<Pool>,
    /// Air units at the start, by side.
    pub air: [Vec<AirId>; 2],
    /// How they begin, by side.
    pub sky: [SkyStart; 2],
    /// Optional forces.
    pub groups: Vec<OptionalGroup>,
    /// The Soviet air units that answer them (20.2).
    pub answer: Vec<AirId>,
    /// The units of Sixth Army (5.2).
    pub sixth_army: Vec<UnitId>,
    /// The units of Group Christea (19.1.2).
    pub christea: Vec<UnitId>,
    /// A historical set-up: every unit of `setups` (and of the optional groups) with its hex. Used on request and by case files.
    pub historical: Vec<(UnitId, kessel_board::SpaceId)>,
    /// The units of the pool that begin on the map in the historical set-up.
    pub historical_pool: Vec<UnitId>,
    /// The stacking points that decide a short scenario (19.1.3, 19.2.3).
    pub crossing: Option<Crossing>,
}

/// Stacking points across a river (19.1.3, 19.2.3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Crossing {
    /// The ground beyond the river.
    pub area: Area,
    /// Whoever holds Verkhne-Kumsky wins or loses by it first; the points come after.
    pub town: bool,
    /// Only German units count.
    pub german: bool,
    /// So many are a German decisive victory, if that depends on them.
    pub decisive: Option<u16>,
    /// So many are a German marginal victory.
    pub marginal: u16,
    /// Fewer than these are a Soviet decisive victory, if that depends on them.
    pub few: Option<u16>,
}
