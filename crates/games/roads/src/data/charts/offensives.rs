//! Soviet supports, Offensive Markers, the STAVKA Reserve (5.3, 11, 13).

use crate::data::bands::{Band, Bands};
use kessel_kernel::data::Table;
use kessel_kit::{Reader, Word, records, words};

records! {
    /// Supports drawn for a modified roll (5.3).
    #[derive(Copy)]
    pub struct AcquisitionRow {
        /// For the STAVKA box.
        pub stavka: u8 = 0..=20,
        /// For each Minor Offensive box.
        pub minor: u8 = 0..=20,
    }

    /// What the place of an HQ means to the reserve (13.1).
    #[derive(Copy)]
    pub struct LocationRow {
        /// Modifier of the release roll.
        pub release: i8 = -9..=9,
        /// How many units may enter the reserve.
        pub enter: u8 = 0..=9,
    }
}

words! {
    /// Where an HQ stands, for the reserve.
    pub enum HqLocation {
        /// In a major city with a railroad.
        MajorCity,
        /// In a city with a railroad.
        City,
        /// On a railroad.
        Rail,
        /// On a road.
        Road,
    }
}

impl HqLocation {
    /// The word used in files.
    pub fn word(self) -> &'static str {
        Word::word(self)
    }
}

records! {
    /// Modifiers of the acquisition roll (5.3.5).
    #[derive(Copy)]
    pub struct AcquisitionModifiers {
        /// Once the Major marker has been west of the Donets.
        pub major_west: i8 = -9..=9,
        /// For each Minor marker that is.
        pub minor_west: i8 = -9..=9,
    }

    /// Offensive Markers and the launch of a Major Offensive (11, 13.1.2).
    #[derive(Copy)]
    pub struct Offensives {
        /// Radius of the Major marker.
        pub major_radius: u8 = 0..=9,
        /// Radius of a Minor marker.
        pub minor_radius: u8 = 0..=9,
        /// What the Stalingrad side adds.
        pub stalingrad_bonus: u8 = 0..=9,
        /// How far from Stalingrad that marker may lie.
        pub stalingrad_distance: u8 = 0..=9,
        /// Supports that a launch needs.
        pub launch_supports: u8 = 0..=99,
        /// Supports given for a chosen one.
        pub swap_price: u8 = 1..=9,
        /// Supports that may be chosen.
        pub swap_limit: u8 = 0..=9,
        /// Supports for a unit of the reserve.
        pub unit_price: u8 = 0..=9,
        /// Supports for an armored one.
        pub armored_price: u8 = 0..=9,
        /// Units released in the launch turn.
        pub release_points: u8 = 0..=99,
        /// What an armored corps counts.
        pub armored_points: u8 = 1..=9,
    }

    /// Release from the reserve (13.1.1).
    #[derive(Copy)]
    pub struct Reserve {
        /// HQs that may ask for units, and that may send some.
        pub hqs: u8 = 0..=9,
        /// Units more for the Priority Front.
        pub priority_bonus: u8 = 0..=9,
        /// Added to the die for each support.
        pub support_bonus: u8 = 0..=9,
    }
}

/// Units released, by roll.
pub(super) fn release(root: &Table<'_>, reader: &Reader<'_>) -> Option<Bands<u8>> {
    let table = reader.table(&root.need("release")?)?;
    let rows = Bands::read(&table, table.tables("rows"), "roll", Band::ALL, |line| Some(line.int("units", 0..=20)));
    table.finish();
    Some(rows)
}
