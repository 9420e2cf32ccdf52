//! The armies that the map knows: areas of the Axis and the Soviet front line of Blue.

use kessel_kit::Word;
use serde::{Deserialize, Serialize};

/// An Axis army with an area on the map, in the order north to south (3.2, 12.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AxisArmy {
    /// German 2nd Army.
    #[serde(rename = "2A")]
    Second,
    /// 4th Panzer Army.
    #[serde(rename = "4PA")]
    FourthPanzer,
    /// Hungarian 2nd Army.
    #[serde(rename = "2H")]
    Hungarian,
    /// 6th Army; Kharkhov's own units count as its own.
    #[serde(rename = "6A")]
    Sixth,
    /// 1st Panzer Army.
    #[serde(rename = "1PA")]
    FirstPanzer,
    /// 17th Army; Stalino's own units count as its own.
    #[serde(rename = "17A")]
    Seventeenth,
}

impl AxisArmy {
    /// All, from north to south.
    pub const ALL: [AxisArmy; 6] = [
        AxisArmy::Second,
        AxisArmy::FourthPanzer,
        AxisArmy::Hungarian,
        AxisArmy::Sixth,
        AxisArmy::FirstPanzer,
        AxisArmy::Seventeenth,
    ];

    /// The abbreviation on map and counters.
    pub fn code(self) -> &'static str {
        self.word()
    }
}

impl Word for AxisArmy {}

/// A Soviet army in the front line of Operation Blue, in the order north to south (12.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum FrontArmy {
    #[serde(rename = "13A")]
    Army13,
    #[serde(rename = "40A")]
    Army40,
    #[serde(rename = "21A")]
    Army21,
    #[serde(rename = "28A")]
    Army28,
    #[serde(rename = "38A")]
    Army38,
    #[serde(rename = "9A")]
    Army9,
    #[serde(rename = "12A")]
    Army12,
    #[serde(rename = "37A")]
    Army37,
    #[serde(rename = "18A")]
    Army18,
    #[serde(rename = "56A")]
    Army56,
}

impl FrontArmy {
    /// All, from north to south.
    pub const ALL: [FrontArmy; 10] = [
        FrontArmy::Army13,
        FrontArmy::Army40,
        FrontArmy::Army21,
        FrontArmy::Army28,
        FrontArmy::Army38,
        FrontArmy::Army9,
        FrontArmy::Army12,
        FrontArmy::Army37,
        FrontArmy::Army18,
        FrontArmy::Army56,
    ];

    /// The abbreviation on the map.
    pub fn code(self) -> &'static str {
        self.word()
    }
}

impl Word for FrontArmy {}
