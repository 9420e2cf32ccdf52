//! The map: hexes, Caucasus boxes, holding boxes and what lies on the edges between them (2.1).

mod read;
mod spaces;

pub(super) use read::{Map, read};

use super::units::UnitId;
use kessel_board::{Direction, EdgeId, SpaceId};
use kessel_kernel::Side;
use kessel_kernel::data::Printed;
use kessel_kit::{Each, Optional, Or, records, words};
use serde::{Deserialize, Serialize};

/// What kind of space it is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum SpaceKind {
    /// A numbered hex.
    #[default]
    Hex,
    /// A box of the Caucasus.
    Caucasus,
    /// The holding box of a Soviet Front.
    Front,
    /// A reserve holding box.
    Reserve(Side),
}

words! {
    /// What town a hex holds.
    #[derive(Default)]
    pub enum City {
        /// None: clear.
        #[default]
        None,
        /// A minor city.
        Minor,
        /// A major city.
        Major,
    }
}

records! {
    /// What a space is: a hex, or a box if it has a `kind`.
    pub struct SpaceInfo checked by spaces::check {
        /// Hex or box.
        pub kind: SpaceKind => spaces::kind,
        /// The city, or the long name of a box.
        pub name: Option<String>,
        /// Other names written in the hex, without any effect.
        pub labels: Vec<String> as "label" = Optional,
        /// Its city.
        pub city: City = Or(City::None, [City::Major, City::Minor]),
        /// A river runs through the hex and is crossed in it (2.1).
        pub crossing: bool,
        /// In the Axis Logistical Zone (2.1.1).
        pub alz: bool,
        /// On or beside the Volga (10.4).
        pub volga: bool,
        /// Who controls it before the first move.
        pub start_control: Side as "control" => spaces::control,
        /// On the Axis Supply Edge (5.3).
        pub axis_source: bool => |_, _| Some(false),
        /// On the edge of a Front (5.3), or bordering the Trans-Caucasus Front.
        pub soviet_source: bool => |_, _| Some(false),
        /// How many units a Front box holds, if not any number (3.1.1).
        pub capacity: Option<u8> = 1..=99,
        /// How many units a turn may use the arrows of a Front box, if not any number (7.6).
        pub transfers: Option<u8> = 1..=99,
        /// What only Caucasus boxes have.
        pub caucasus: Option<CaucasusInfo> => spaces::caucasus,
        /// Where a box is drawn.
        pub area: Option<Area> => spaces::area,
        /// Which of these values are printed, each with its case.
        pub printed: Printed,
    }

    /// What only Caucasus boxes have.
    #[derive(Copy)]
    pub struct CaucasusInfo {
        /// Units of each side at most, by [`Side::index`] (3.1.2).
        pub slots: Each<Side, u8, 2> = 0..=9,
        /// Axis assets in the box at most, if there is a limit (3.1.2).
        pub axis_asset_limit: Option<u8> as "axis_assets" = 0..=99,
        /// The only unit allowed in, if there is such a rule (3.1.2).
        pub only_unit: Option<UnitId> => |_, _| Some(None),
        /// Carries a last control marker (3.3).
        pub last_control: bool,
        /// Raw Caucasus points a turn (10.2.1).
        pub points: u8 = Or(0, 0..=99),
    }
}

/// Where a box is drawn: in the units of [`Board::position`](kessel_board::Board::position).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// Left.
    pub x: i32,
    /// Top.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
}

words! {
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

    /// What kind of passage an edge is.
    pub enum Link {
        /// The side between two hexes.
        Hexside,
        /// From a hex over the map edge to a Front box or the Axis reserve.
        Rim,
        /// From a hex to a Caucasus box.
        Border,
        /// From one Caucasus box to another.
        Connector,
        /// From one Front box to another.
        Arrow,
        /// From the Trans-Caucasus Front to a Caucasus box.
        Gate,
    }
}

records! {
    /// A river with its name and course.
    pub struct RiverCourse as "the" by name {
        /// Its name.
        pub name: String,
        /// Its class.
        pub class: River = [River::Major, River::Minor],
        /// Its hexsides, one list for each unbroken stretch.
        pub stretches: Vec<Vec<EdgeId>> as "sides" => spaces::stretches,
        /// The hexes it runs through.
        pub through: Vec<SpaceId> = Optional,
    }

    /// A coloured edge of the map (2.1.3).
    pub struct Rim as "edge" by id {
        /// The word that hexes use for it.
        pub id: String,
        /// Its name.
        pub name: String,
        /// The box behind it.
        pub space: SpaceId as "box",
        /// The side that draws supply from it.
        pub supply: Side,
        /// The sides of its hexes that carry the colour, where they face outward.
        pub faces: Vec<Direction> => spaces::faces,
        /// Its hexes.
        pub hexes: Vec<SpaceId> => |_, _| Some(Vec::new()),
    }
}

/// The spaces that the rules name.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Places {
    pub stalingrad: SpaceId,
    pub astrakhan: SpaceId,
    pub kharkov: SpaceId,
    pub voronezh: SpaceId,
    pub rostov: SpaceId,
    pub svf: SpaceId,
    pub dsf: SpaceId,
    pub tcf: SpaceId,
    pub axis_reserve: SpaceId,
    pub soviet_reserve: SpaceId,
    pub elbrus: SpaceId,
    pub kerch: SpaceId,
}

impl SpaceInfo {
    /// Is it a holding box, off the map?
    pub fn is_holding(&self) -> bool {
        matches!(self.kind, SpaceKind::Front | SpaceKind::Reserve(_))
    }

    /// Does a supply line of `side` end here (5.3)?
    pub fn is_source(&self, side: Side) -> bool {
        match side {
            Side::Axis => self.axis_source,
            Side::Soviet => self.soviet_source,
        }
    }
}
