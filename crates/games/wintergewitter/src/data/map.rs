//! The map: hexes, what lies on their sides, roads, the Pocket, start line, edges and areas (2.3, 8, 14.2, 19).

mod areas;
mod features;
mod hexes;
mod read;

pub(super) use areas::{ARMIES, hexes_of};
pub(super) use read::{hex_of, read};

use kessel_board::{Board, EdgeId, EdgeMap, SpaceId, SpaceMap, SpaceSet};
use serde::{Deserialize, Serialize};

/// The one terrain of a hex (2.3.a).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Terrain {
    #[default]
    Clear,
    Elevated,
    Balka,
    Town,
    /// Inside the Stalingrad Pocket.
    Pocket,
    /// Beyond the Don: drawn, never entered.
    Beyond,
}

/// The water on a hexside.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Water {
    /// None.
    #[default]
    None,
    /// Myshkova, the two Aksais, Donskaya Tsaritsa.
    Minor,
    /// The Don.
    Major,
}

/// What lies on a hexside when the game begins.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct SideInfo {
    /// Its water.
    pub water: Water,
    /// A road crosses it.
    pub road: bool,
    /// A bridge stands there from the start.
    pub bridge: bool,
}

/// What a hex is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Space {
    /// The first two digits of its number.
    pub column: u8,
    /// The last two.
    pub row: u8,
    /// Its terrain.
    pub terrain: Terrain,
    /// A road runs through it.
    pub road: bool,
}

/// The three armies of the inner ring (5.3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum RingArmy {
    Army21,
    Army57,
    Army64,
}

impl RingArmy {
    /// In the order of the book.
    pub const ALL: [RingArmy; 3] = [RingArmy::Army21, RingArmy::Army57, RingArmy::Army64];
}

/// Sets of hexes that rules name.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Area {
    /// The Stalingrad Pocket.
    Pocket,
    /// Beyond the Don: nobody enters.
    Beyond,
    /// North of the 12 December line (hexes in play, without the Pocket).
    SovietSide,
    /// South of it.
    AxisSide,
    /// Hexes to which Axis supply is traced (14.2.2, 14.2.3).
    AxisEdge,
    /// Hexes to which Soviet supply is traced (14.2.1).
    SovietEdge,
    /// Hexes at the rim of the sheet, from which a retreat can leave the map (11.7), those beyond the Don not counted.
    Rim,
    /// Across the Aksai between 2331 and 3431 (19.1.3).
    AcrossAksai,
    /// Across the Myshkova between 2223 and 3524 (19.2.3).
    AcrossMyshkova,
    /// Where the Germans enter.
    EntryG,
    /// Where Gruppe Bischof enters.
    EntryB,
    /// Where the Soviets enter.
    EntryN,
    /// The single hex of Group Christea, 4831.
    EntryChristea,
    /// Outside hexes that touch the Pocket, sector of 21st Army.
    Front21,
    /// Sector of 57th Army.
    Front57,
    /// Sector of 64th Army.
    Front64,
    /// Hexes that touch the Pocket and face armies not in the game: no Sixth Army unit leaves into them (3201, 3202).
    ClosedRim,
}

impl Area {
    /// All of them, in order.
    pub const ALL: [Area; 17] = [
        Area::Pocket,
        Area::Beyond,
        Area::SovietSide,
        Area::AxisSide,
        Area::AxisEdge,
        Area::SovietEdge,
        Area::Rim,
        Area::AcrossAksai,
        Area::AcrossMyshkova,
        Area::EntryG,
        Area::EntryB,
        Area::EntryN,
        Area::EntryChristea,
        Area::Front21,
        Area::Front57,
        Area::Front64,
        Area::ClosedRim,
    ];
}

/// A name written on the map without any effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub hex: SpaceId,
    /// What.
    pub text: String,
}

/// A river with its name and sides, or a road with its name and hexes, for the drawing and for rules that name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its hexsides in order (a river).
    pub sides: Vec<EdgeId>,
    /// Its hexes in order (a road).
    pub hexes: Vec<SpaceId>,
}

/// The map.
#[derive(Clone, Debug)]
pub struct Map {
    /// The hexes, those beyond the Don among them. There are no boxes.
    pub board: Board,
    /// What each hex is.
    pub spaces: SpaceMap<Space>,
    /// What lies on each hexside.
    pub sides: EdgeMap<SideInfo>,
    /// The names of towns.
    pub names: SpaceMap<Option<String>>,
    /// How far each hex lies from the nearest hex of the Pocket; 0 inside.
    pub to_pocket: SpaceMap<u8>,
    /// The 12 December line, by column from 10: the last row of the Soviet side.
    pub start_line: Vec<u8>,
    /// Rivers: the Don and the four minor ones.
    pub rivers: Vec<Line>,
    /// Roads.
    pub roads: Vec<Line>,
    /// Railways: drawn, without any effect.
    pub rails: Vec<Line>,
    /// Names for the drawing.
    pub labels: Vec<Label>,
    /// Verkhne-Kumsky, 2428 (19.1.3).
    pub kumsky: SpaceId,
    /// The hex of Group Christea, 4831 (19.1.2).
    pub christea: SpaceId,
    pub(crate) areas: [SpaceSet; Area::ALL.len()],
    /// Where the Ring armies are set up, by [`RingArmy`].
    pub(crate) ring_areas: [SpaceSet; 3],
    /// What the files call a region, with its hexes: the areas across the rivers, and those that only set-ups name.
    pub(crate) regions: Vec<(String, SpaceSet)>,
}

impl Map {
    /// The hexes of an area.
    #[inline]
    pub fn area(&self, area: Area) -> &SpaceSet {
        &self.areas[area as usize]
    }

    /// Whether a hex lies in an area.
    #[inline]
    pub fn is_in(&self, hex: SpaceId, area: Area) -> bool {
        self.areas[area as usize].contains(hex)
    }

    /// What lies between two neighbouring hexes when the game begins; nothing if they are none.
    pub fn between(&self, a: SpaceId, b: SpaceId) -> SideInfo {
        self.board.edge(a, b).map_or(SideInfo::default(), |edge| self.sides[edge])
    }

    /// The sector of a Ring army at the Pocket's rim.
    pub fn front(&self, army: RingArmy) -> &SpaceSet {
        self.area(match army {
            RingArmy::Army21 => Area::Front21,
            RingArmy::Army57 => Area::Front57,
            RingArmy::Army64 => Area::Front64,
        })
    }

    /// The name of the place in a hex, or the hex's number.
    pub fn place_name(&self, hex: SpaceId) -> &str {
        self.names[hex].as_deref().unwrap_or_else(|| self.board.name(hex))
    }
}
