//! The map: hexes, what lies on their sides, boxes, sources and regions (1.8).

mod crop;
mod features;
mod hexes;
mod read;
mod rivers;

pub(super) use features::read_sources;
pub(super) use read::{hex_of, read, read_boxes, spaces_of};

use super::reading::{Printed, Turn, small_id};
use kessel_board::{Board, EdgeId, EdgeMap, SpaceId, SpaceMap, SpaceSet};
use kessel_kernel::Side;
use kessel_kernel::data::Table;
use kessel_kit::{Word, words};
use serde::{Deserialize, Serialize};

words! {
    /// The predominant terrain of a hex (1.8.1).
    #[derive(Default)]
    #[allow(missing_docs)]
    pub enum Terrain {
        #[default]
        Clear,
        Village,
        City,
        MajorCity,
        Forest,
        Marsh,
        Sea,
        Lake,
    }

    /// The river on a hexside.
    #[derive(Default)]
    pub enum River {
        /// None.
        #[default]
        None,
        /// A minor river.
        Minor,
        /// A major river.
        Major,
    }
}

impl River {
    /// The class of a river.
    pub(super) fn class(table: &Table<'_>) -> River {
        table.need("class").and_then(|item| River::among(&item, &[River::Major, River::Minor])).unwrap_or(River::Major)
    }
}

/// What lies on a hexside.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideInfo {
    /// Its river.
    pub river: River,
    /// A road crosses the side.
    pub road: bool,
    /// A railroad crosses the side.
    pub rail: bool,
    /// A road or railroad crosses the river here (7.4).
    pub bridge: bool,
    /// A ferry crosses the river here; a line gives no bridge then (7.4).
    pub ferry: bool,
}

impl SideInfo {
    /// A road or railroad crosses the side: railroads are roads too (7.1.9).
    #[inline]
    pub const fn line(self) -> bool {
        self.road || self.rail
    }
}

/// What kind of space it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SpaceKind {
    /// A numbered hex.
    Hex,
    /// A box off the map.
    Box {
        /// Whose.
        side: Side,
        /// What lies in it.
        holds: Holds,
    },
}

words! {
    /// What a box holds.
    #[allow(missing_docs)]
    pub enum Holds {
        Units,
        Supports,
    }
}

small_id! {
    /// A major city, counted from 0: an index into [`Map::cities`].
    CityId, u8
}

/// What a space is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpaceInfo {
    /// Hex or box.
    #[serde(skip)]
    pub kind: SpaceKind,
    /// The row of a hex: the first two digits of its number.
    pub row: u8,
    /// The column of a hex: the last two.
    pub column: u8,
    /// The terrain of a hex.
    pub terrain: Terrain,
    /// The town, or the name of a box.
    pub name: Option<String>,
    /// Another name written there, without any effect.
    pub label: Option<String>,
    /// The major city that it belongs to.
    #[serde(skip)]
    pub city: Option<CityId>,
    /// One of the last Soviet positions at Stalingrad (1.8.3).
    pub foothold: bool,
    /// It has an airfield (10.2.2).
    pub airfield: bool,
    /// It has a Red Star (15.2.2).
    pub red_star: bool,
    /// A road or railroad leads through it.
    pub line: bool,
    /// A railroad leads through it.
    pub rail: bool,
    /// Which of these values are printed, each with its case.
    pub printed: Printed,
}

impl SpaceInfo {
    /// Sea and lakes let nobody and nothing through (1.8.4).
    #[inline]
    pub const fn is_water(&self) -> bool {
        matches!(self.terrain, Terrain::Sea | Terrain::Lake)
    }

    /// A city or major city: villages are none (1.8.2).
    #[inline]
    pub const fn is_city(&self) -> bool {
        matches!(self.terrain, Terrain::City | Terrain::MajorCity)
    }
}

/// A major city.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MajorCity {
    /// Its name.
    pub name: String,
    /// Its hexes: Stalingrad has two (1.8.3).
    pub hexes: Vec<SpaceId>,
}

/// A river with its name and course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RiverCourse {
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: River,
    /// Its hexsides, one list for each unbroken stretch.
    pub stretches: Vec<Vec<EdgeId>>,
}

/// A road or a railroad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// A railroad; otherwise a road.
    pub rail: bool,
    /// Its hexes in order.
    pub path: Vec<SpaceId>,
}

/// Whose supply source it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SourceOwner {
    /// One side's; it works while that side controls the hex.
    Side(Side),
    /// That of whoever controls the hex (cut map edges).
    Holder,
}

/// A supply source (4.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SupplySource {
    /// Where.
    pub hex: SpaceId,
    /// Whose.
    pub owner: SourceOwner,
    /// The first turn in which it works.
    pub from: Turn,
}

impl SupplySource {
    /// Is a date printed in its symbol (4.2.1.b)?
    pub fn dated(&self) -> bool {
        self.from > Turn(1)
    }
}

words! {
    /// The regions that rules and victory conditions name.
    pub enum Region {
        /// 5.3.5.
        WestOfDonets,
        /// S3.v7.
        DnieperBend,
        /// 10.4.f; 4.5.2 only up to row 14.
        EastOfDon,
        /// S2.v9.
        ChirDon,
        /// S2.v8.
        BeyondChir,
        /// S2.w.
        Army28 = "army-28",
    }
}

impl Region {
    /// The word used in files.
    pub fn word(self) -> &'static str {
        Word::word(self)
    }
}

/// The hexes that rules name, as far as they are on the map.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Places {
    pub pitomnik: Option<SpaceId>,
    pub gumrak: Option<SpaceId>,
    pub morozovsk: Option<SpaceId>,
    pub tatsinskaya: Option<SpaceId>,
    pub kotelnikovo: Option<SpaceId>,
    pub kalach: Option<SpaceId>,
    pub rostov: Option<SpaceId>,
    pub kharkov: Option<SpaceId>,
}

/// A map, whole or cut to a scenario: dense ids are its own.
#[derive(Clone, Debug)]
pub struct Map {
    /// Hexes and boxes, and how they touch.
    pub board: Board,
    /// What each space is.
    pub spaces: SpaceMap<SpaceInfo>,
    /// What lies on each hexside.
    pub sides: EdgeMap<SideInfo>,
    /// The major cities.
    pub cities: Vec<MajorCity>,
    /// The city named Stalingrad, if it is on the map.
    pub stalingrad: Option<CityId>,
    /// The rivers by name, for the drawing.
    pub rivers: Vec<RiverCourse>,
    /// The roads and railroads by name, for the drawing.
    pub lines: Vec<Line>,
    /// The supply sources.
    pub sources: Vec<SupplySource>,
    /// The hexes that rules name.
    pub places: Places,
    regions: [SpaceSet; 6],
}

impl Map {
    /// The hexes of a region.
    #[inline]
    pub fn region(&self, region: Region) -> &SpaceSet {
        &self.regions[region as usize]
    }

    /// What lies between two neighbouring hexes; nothing if they are none.
    pub fn between(&self, a: SpaceId, b: SpaceId) -> SideInfo {
        self.board.edge(a, b).map_or(SideInfo::default(), |edge| self.sides[edge])
    }

    /// The two hexes of Stalingrad, or none.
    pub fn stalingrad_hexes(&self) -> &[SpaceId] {
        self.stalingrad.map_or(&[], |city| &self.cities[city.index()].hexes)
    }
}
