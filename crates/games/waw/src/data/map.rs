//! The maps: three base maps (3 km, 1 km, 400 m) and the windows that scenarios cut out of them (7, 14.13, 24.2, 29).
//!
//! A hex is called by column and row of its window, three digits each, both from 1: `013024`. Rows with even numbers stand half a hex further
//! east. A [`SpaceId`] counts column by column; where the rules want rows first there is [`Map::rank`].

mod base;
mod cut;
mod read;

pub(super) use base::BaseMap;
pub(super) use cut::Window;
pub(super) use read::read;

use kessel_board::{Board, Direction, SpaceId, SpaceMap, SpaceSet};
use kessel_kit::words;

words! {
    /// The kinds of ground, in the order of the columns of the cost charts (14.12).
    #[derive(Default)]
    pub enum Terrain {
        /// Open steppe; airfields too.
        #[default]
        Clear,
        /// Woods.
        Forest,
        /// Swamp.
        Marsh,
        /// A village or small town.
        Village,
        /// A factory district.
        Factory,
        /// Lakes, and the Volga on the 400 m maps.
        Water,
        /// Blocks of stone houses.
        City,
        /// A ferry route over water (7.p).
        Ferry,
        /// What shelling leaves of a town (7.e).
        Rubble,
        /// The wooden outskirts.
        Suburb,
    }
}

impl Terrain {
    /// How many there are.
    pub const COUNT: usize = Terrain::ALL.len();

    /// City, factory, village, suburb or rubble.
    pub const fn is_urban(self) -> bool {
        matches!(self, Terrain::City | Terrain::Factory | Terrain::Village | Terrain::Suburb | Terrain::Rubble)
    }

    /// What "city hex" means for zones of control and disorganization: city, factory or rubble.
    pub const fn is_city(self) -> bool {
        matches!(self, Terrain::City | Terrain::Factory | Terrain::Rubble)
    }
}

words! {
    /// The three scales (8.1, 29.0).
    pub enum Scale {
        /// 400 metres a hex: the city.
        City,
        /// 1 km a hex: the relief attack.
        Field,
        /// 3 km a hex: the campaign.
        Front,
    }
}

impl Scale {
    /// Metres from one hex to the next.
    pub const fn metres(self) -> u32 {
        match self {
            Scale::City => 400,
            Scale::Field => 1000,
            Scale::Front => 3000,
        }
    }

    /// Hexes for a distance in km: to the nearest, at least one.
    pub const fn hexes(self, km: u32) -> u8 {
        let hexes = (km * 1000 + self.metres() / 2) / self.metres();
        if hexes == 0 { 1 } else { hexes as u8 }
    }

    /// Turns in a day (5.0).
    pub const fn turns_per_day(self) -> u16 {
        match self {
            Scale::City | Scale::Field => 6,
            Scale::Front => 3,
        }
    }
}

/// What lies on one side of a hex, seen from that hex.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct HexSide(pub u8);

impl HexSide {
    /// A river.
    pub const RIVER: HexSide = HexSide(1);
    /// The Volga (3 km maps).
    pub const VOLGA: HexSide = HexSide(2);
    /// A balka, a steep ravine.
    pub const BALKA: HexSide = HexSide(4);
    /// A road crosses; over a river it is a bridge.
    pub const ROAD: HexSide = HexSide(8);
    /// A railway crosses.
    pub const RAIL: HexSide = HexSide(16);
    /// The ground rises this way.
    pub const UP: HexSide = HexSide(32);
    /// The ground falls this way.
    pub const DOWN: HexSide = HexSide(64);
    /// A road or a railway.
    pub const WAY: HexSide = HexSide(8 | 16);

    /// Is any of these there?
    #[inline]
    pub const fn has(self, what: HexSide) -> bool {
        self.0 & what.0 != 0
    }

    pub(super) fn lay(&mut self, what: HexSide) {
        self.0 |= what.0;
    }
}

/// A place with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where.
    pub hex: SpaceId,
    /// What it is called.
    pub name: String,
}

words! {
    /// Rivers, balkas, roads, railways for the drawing.
    #[allow(missing_docs)]
    pub enum LineKind {
        Volga,
        River,
        Balka,
        Rail,
        Road,
    }
}

/// A line drawn on the map: along hexsides, or from hex to hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is.
    pub kind: LineKind,
    /// Its name.
    pub name: String,
    /// Its hexsides: pairs of neighbours (volga, river, balka).
    pub sides: Vec<(SpaceId, SpaceId)>,
    /// Its links from hex to neighbouring hex (rail, road).
    pub links: Vec<(SpaceId, SpaceId)>,
}

/// A hill with a name: the ground rises into each of its hexes from outside (7.w).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hill {
    /// Its name.
    pub name: String,
    /// Its hexes.
    pub hexes: Vec<SpaceId>,
}

/// One of the airfields on which supplies can be landed (17.12, 19.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Airfield {
    /// Where.
    pub hex: SpaceId,
    /// What it is called.
    pub name: String,
}

/// The map of a scenario.
#[derive(Clone, Debug)]
pub struct Map {
    /// The hexes. There are no boxes.
    pub board: Board,
    /// Its scale.
    pub scale: Scale,
    /// How many columns.
    pub columns: u8,
    /// How many rows.
    pub rows: u8,
    /// The ground of each hex when the game begins (rubble comes later).
    pub terrain: SpaceMap<Terrain>,
    /// What lies on the six sides of each hex, by [`Direction::index`]. A side at the edge of the map has nothing.
    pub sides: SpaceMap<[HexSide; 6]>,
    /// Hexes of an airfield (several hexes may belong to one).
    pub airfield: SpaceSet,
    /// The named airfields with the hex that a landing is plotted on.
    pub airfields: Vec<Airfield>,
    /// South of the Weather Line (24.2.b).
    pub south: SpaceSet,
    /// East of the Volga.
    pub east: SpaceSet,
    /// Names of places, by hex.
    pub names: SpaceMap<Option<String>>,
    /// Rivers, balkas, roads and railways, for the drawing.
    pub lines: Vec<Line>,
    /// Hills.
    pub hills: Vec<Hill>,
}

impl Map {
    /// The column of a hex, from 0.
    #[inline]
    pub fn column(&self, hex: SpaceId) -> usize {
        hex.index() / usize::from(self.rows)
    }

    /// The row of a hex, from 0.
    #[inline]
    pub fn row(&self, hex: SpaceId) -> usize {
        hex.index() % usize::from(self.rows)
    }

    /// The place of a hex when hexes are taken by row, then column, as every step of the Execution does.
    #[inline]
    pub fn rank(&self, hex: SpaceId) -> u16 {
        (self.row(hex) * usize::from(self.columns) + self.column(hex)) as u16
    }

    /// The hex in this column and row, both from 0.
    pub fn at(&self, column: usize, row: usize) -> Option<SpaceId> {
        let inside = column < usize::from(self.columns) && row < usize::from(self.rows);
        inside.then(|| SpaceId((column * usize::from(self.rows) + row) as u16))
    }

    /// What lies on this side of a hex.
    #[inline]
    pub fn side(&self, hex: SpaceId, direction: Direction) -> HexSide {
        self.sides[hex][direction.index()]
    }

    /// What lies between two neighbours, seen from the first; nothing if they are none.
    pub fn between(&self, from: SpaceId, to: SpaceId) -> HexSide {
        self.board.direction(from, to).map_or(HexSide::default(), |direction| self.side(from, direction))
    }

    /// The name of the place in a hex, or the hex's number.
    pub fn place_name(&self, hex: SpaceId) -> &str {
        self.names[hex].as_deref().unwrap_or_else(|| self.board.name(hex))
    }

    /// The hex of the place with this name.
    pub fn place(&self, name: &str) -> Option<SpaceId> {
        self.names.iter().find(|(_, known)| known.as_deref() == Some(name)).map(|(hex, _)| hex)
    }
}
