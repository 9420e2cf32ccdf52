//! The armies that the map knows: areas of the Axis and the Soviet front line of Blue.

use kessel_kit::{Word, words};

words! {
    /// An Axis army with an area on the map, in the order north to south (3.2, 12.1).
    pub enum AxisArmy {
        /// German 2nd Army.
        Second = "2A",
        /// 4th Panzer Army.
        FourthPanzer = "4PA",
        /// Hungarian 2nd Army.
        Hungarian = "2H",
        /// 6th Army; Kharkhov's own units count as its own.
        Sixth = "6A",
        /// 1st Panzer Army.
        FirstPanzer = "1PA",
        /// 17th Army; Stalino's own units count as its own.
        Seventeenth = "17A",
    }
}

impl AxisArmy {
    /// The abbreviation on map and counters.
    pub fn code(self) -> &'static str {
        self.word()
    }
}

words! {
    /// A Soviet army in the front line of Operation Blue, in the order north to south (12.1).
    #[allow(missing_docs)]
    pub enum FrontArmy {
        Army13 = "13A",
        Army40 = "40A",
        Army21 = "21A",
        Army28 = "28A",
        Army38 = "38A",
        Army9 = "9A",
        Army12 = "12A",
        Army37 = "37A",
        Army18 = "18A",
        Army56 = "56A",
    }
}

impl FrontArmy {
    /// The abbreviation on the map.
    pub fn code(self) -> &'static str {
        self.word()
    }
}
