//! The regions that rules name.

use kessel_kit::words;

words! {
    /// Sets of hexes that rules name. See [`Map::region`](super::Map::region) and [`Map::is_in`](super::Map::is_in).
    pub enum Region {
        /// The north side of the joined maps (1.4), and so on.
        NorthSide,
        /// 1.4.
        EastSide,
        /// 1.4.
        SouthSide,
        /// 1.4.
        WestSide,
        /// All playable hexes of the north map: the whole map of Uranus (2.3, 3.3).
        NorthMap,
        /// Axis hexes when Blue begins: all west of the start line (3.4); the union of the armies' areas.
        AxisInBlue,
        /// Axis hexes when Uranus begins (3.4).
        AxisInUranus,
        /// "East of the Don": beyond the Voronezh, the Don and the Don-Volga line (4.9, 8.6).
        EastOfDon,
        /// The automatic supply area (7.9).
        EastOfVolga,
        /// South of the Volga on the Soviet side of Uranus: at most two mechanized units begin there (12.3).
        SouthOfVolga,
        /// The hexes of the Don-Volga defense line (11.23); no part of [`Region::EastOfDon`].
        DonVolgaLine,
        /// The hexes within the O-Ring (11.24).
        InsideRing,
        /// Coastal hexes of the Sea of Azov and the Black Sea (7.5).
        Coast,
        /// The three Black Sea ports (9.18).
        Ports,
        /// Holding one of them lets the Soviets flood the Manych (9.32).
        ManychLocks,
        /// North edge hexes that are Soviet ultimate sources in Uranus (7.8).
        UranusSourceEdge,
        /// South edge hexes of the north map where 23rd Panzer comes in; the land among them (8.8).
        UranusEntryEdge,
        /// A Soviet unit entering one ends Blue (4.6).
        SuddenDeathBlue,
        /// A Soviet unit entering one ends Uranus (4.9).
        SuddenDeathUranus,
        /// The two hexes of Stalingrad (8.10, 12.3).
        Stalingrad,
        /// Towns and cities without a garrison of their own in Uranus (11.40).
        NoGarrison,
        /// Where 4th Romanian Army sets up (12.3): within four of N3720, west of the start line and touching it.
        FourthRomanian,
    }
}

impl Region {
    /// How many there are.
    pub const COUNT: usize = Region::ALL.len();
}
