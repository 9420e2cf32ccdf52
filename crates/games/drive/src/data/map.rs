//! The joined map: hexes, what lies on their sides, towns, start lines, armies' areas and regions (2.2, 2.3, 9.9).

mod armies;
mod features;
mod lines;
mod read;
mod region;

#[cfg(test)]
mod tests;

pub use armies::{AxisArmy, FrontArmy};
pub(super) use read::read;
pub use region::Region;

use kessel_board::{Board, EdgeId, EdgeMap, SpaceId, SpaceMap, SpaceSet};
use kessel_kernel::data::Printed;
use kessel_kit::{Word, records, words};
use serde::{Deserialize, Serialize};

words! {
    /// The natural terrain of a hex: never more than one (9.8, 9.9).
    #[derive(Default)]
    pub enum Terrain {
        /// Also under every city (9.10).
        #[default]
        Clear,
        /// 9.11, 11.14.
        Forest,
        /// 9.12, 11.15.
        Hills,
        /// 9.13, 11.16.
        Mountain,
        /// 9.14, 11.17.
        Marsh,
        /// Desert steppe (9.15, 11.18).
        Desert,
        /// All sea: nobody enters it (9.19).
        Sea,
    }

    /// The town or city in a hex (9.20).
    #[derive(Default)]
    #[allow(missing_docs)]
    pub enum Settlement {
        #[default]
        None,
        Town,
        City,
    }
}

/// The sheet that a hex belongs to; the common row counts as north (2.3).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Sheet {
    #[default]
    North,
    South,
}

words! {
    /// For whom a hex is an ultimate supply source on every turn of both scenarios.
    /// The edge that serves the Soviets in Uranus is [`Region::UranusSourceEdge`] (7.8).
    #[derive(Default)]
    pub enum Ultimate {
        /// Nobody.
        #[default]
        None,
        /// The Axis, on the west edge of the north map (7.3).
        Axis,
        /// The Axis, once one of its units has entered it, and for the south map only (7.4, 7.13).
        Taman,
        /// The Soviets on the north map (7.8).
        SovietNorth,
        /// The Soviets on the south map (7.10).
        SovietSouth,
        /// The Soviets on both (7.11).
        SovietBoth,
    }
}

impl Ultimate {
    /// The Soviets of this sheet trace to it.
    #[inline]
    pub const fn feeds_soviets(self, sheet: Sheet) -> bool {
        match self {
            Ultimate::SovietBoth => true,
            Ultimate::SovietNorth => matches!(sheet, Sheet::North),
            Ultimate::SovietSouth => matches!(sheet, Sheet::South),
            _ => false,
        }
    }
}

words! {
    /// The water on a hexside.
    #[derive(Default)]
    pub enum Water {
        /// None.
        #[default]
        None,
        /// Any river but the Volga and the Manych (9.16).
        River,
        /// The Manych: a river that can be flooded (9.32).
        Manych,
        /// The Volga, which the Axis never crosses (9.16, 9.17).
        Volga,
        /// A lake or reservoir, like the Manych Deep (9.19, 11.20).
        Lake,
        /// All sea; every side of a sea hex is one too (9.19).
        Sea,
    }
}

/// What lies on a hexside.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideInfo {
    /// Its water.
    pub water: Water,
    /// A blocked mountain side: no movement, attack or supply line crosses it (7.12, 9.13, 11.16).
    pub blocked: bool,
    /// A side of the Stalingrad O-Ring (11.24).
    pub ring: bool,
}

impl SideInfo {
    /// A river that costs and halves like any other: all but the Volga (9.16, 11.19).
    #[inline]
    pub const fn is_river(self) -> bool {
        matches!(self.water, Water::River | Water::Manych)
    }

    /// Lake or sea: nobody moves over it, and only artillery fires over it (9.19, 11.20).
    #[inline]
    pub const fn is_open_water(self) -> bool {
        matches!(self.water, Water::Lake | Water::Sea)
    }

    /// Nobody ever moves over it: lake, sea, blocked mountain.
    #[inline]
    pub const fn is_closed(self) -> bool {
        self.blocked || self.is_open_water()
    }
}

/// What a hex is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Space {
    /// North or south map.
    pub sheet: Sheet,
    /// The first two digits of its number.
    pub row: u8,
    /// The last two.
    pub column: u8,
    /// Its natural terrain.
    pub terrain: Terrain,
    /// Its town or city.
    pub settlement: Settlement,
    /// For whom it is an ultimate supply source.
    pub ultimate: Ultimate,
    /// The Axis army whose area it is in; exactly the hexes west of the start line of Blue have one (12.1).
    pub army: Option<AxisArmy>,
    /// The Soviet army whose front line of Blue it is in (12.1).
    pub front: Option<FrontArmy>,
    /// Worth a victory point in Blue (4.2).
    pub victory: bool,
}

impl Space {
    /// All sea.
    #[inline]
    pub const fn is_sea(&self) -> bool {
        matches!(self.terrain, Terrain::Sea)
    }

    /// A city: two-column shift, no concentric assault (11.22).
    #[inline]
    pub const fn is_city(&self) -> bool {
        matches!(self.settlement, Settlement::City)
    }

    /// A town or city: it can be an intermediate supply source (7.3, 7.8).
    #[inline]
    pub const fn is_settled(&self) -> bool {
        !matches!(self.settlement, Settlement::None)
    }
}

/// Single hexes that rules name.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Places {
    /// N3635: the junction of Axis supply to the south map (7.4, 7.13, 8.5).
    pub rostov: SpaceId,
    /// S1343 (7.3, 7.4, 8.2).
    pub taman: SpaceId,
    /// N4211 (7.11, 8.3, 8.10).
    pub astrakhan: SpaceId,
    /// N2044: where the units coded K set up (12.1).
    pub kharkhov: SpaceId,
    /// N3140: where the units coded St set up (12.1).
    pub stalino: SpaceId,
    /// N1143.
    pub kursk: SpaceId,
    /// N3044.
    pub lozovaya: SpaceId,
}

records! {
    /// A river or lake with its name and course, for the drawing.
    pub struct Course as "the" by name parts("first", "last") {
        /// Its name.
        pub name: String,
        /// What it is.
        pub water: Water as "kind" => |table, _| Some(Water::need_some(table, "kind")),
        /// Its sides, in order.
        pub sides: Vec<EdgeId> => features::course_of,
    }

    /// A name written on the map without any effect.
    pub struct Label {
        /// Where.
        pub hex: SpaceId,
        /// What.
        pub text: String,
    }
}

/// The joined maps. Boards of both scenarios share ids; Uranus uses [`Region::NorthMap`] only.
#[derive(Clone, Debug)]
pub struct Map {
    /// The hexes, and how they touch. There are no boxes.
    pub board: Board,
    /// What each hex is.
    pub spaces: SpaceMap<Space>,
    /// What lies on each hexside.
    pub sides: EdgeMap<SideInfo>,
    /// The names of towns and cities, and of Taman.
    pub names: SpaceMap<Option<String>>,
    /// Which facts of the named hexes are printed, each with its case.
    pub printed: SpaceMap<Printed>,
    /// The start line of Blue from the north edge to the Sea of Azov: Soviet hexes (12.1).
    pub blue_line: Vec<SpaceId>,
    /// The start line of Uranus from the north edge to the south edge: Soviet hexes (12.3).
    pub uranus_line: Vec<SpaceId>,
    /// Rivers and lakes.
    pub courses: Vec<Course>,
    /// Names for the drawing.
    pub labels: Vec<Label>,
    /// Single hexes.
    pub places: Places,
    regions: [SpaceSet; Region::COUNT],
}

impl Map {
    /// The hexes of a region.
    #[inline]
    pub fn region(&self, region: Region) -> &SpaceSet {
        &self.regions[region as usize]
    }

    /// Whether a hex lies in a region.
    #[inline]
    pub fn is_in(&self, hex: SpaceId, region: Region) -> bool {
        self.regions[region as usize].contains(hex)
    }

    /// What lies between two neighbouring hexes; nothing if they are none.
    pub fn between(&self, a: SpaceId, b: SpaceId) -> SideInfo {
        self.board.edge(a, b).map_or(SideInfo::default(), |edge| self.sides[edge])
    }

    /// The name of the place in a hex, or the hex's number.
    pub fn place_name(&self, hex: SpaceId) -> &str {
        self.names[hex].as_deref().unwrap_or_else(|| self.board.name(hex))
    }
}
