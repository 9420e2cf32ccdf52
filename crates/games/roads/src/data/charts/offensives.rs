//! Soviet supports, Offensive Markers, the STAVKA Reserve (5.3, 11, 13).

use super::super::bands::{Band, Bands};
use super::super::reading::{Reading, numbers};
use kessel_kit::Word;
use kessel_table::data::Table;
use serde::{Deserialize, Serialize};

/// Supports drawn for a modified roll (5.3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AcquisitionRow {
    /// For the STAVKA box.
    pub stavka: u8,
    /// For each Minor Offensive box.
    pub minor: u8,
}

/// What the place of an HQ means to the reserve (13.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LocationRow {
    /// Modifier of the release roll.
    pub release: i8,
    /// How many units may enter the reserve.
    pub enter: u8,
}

/// Where an HQ stands, for the reserve.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

impl Word for HqLocation {}

impl HqLocation {
    /// All of them, in the order of their indexes.
    pub const ALL: [HqLocation; 4] = [HqLocation::MajorCity, HqLocation::City, HqLocation::Rail, HqLocation::Road];

    /// The word used in files.
    pub fn word(self) -> &'static str {
        Word::word(self)
    }
}

numbers! {
    /// Modifiers of the acquisition roll (5.3.5).
    AcquisitionModifiers in "charts.toml", "acquisition_modifiers" {
        /// Once the Major marker has been west of the Donets.
        major_west: i8 = -9..=9,
        /// For each Minor marker that is.
        minor_west: i8 = -9..=9,
    }
}
numbers! {
    /// Offensive Markers and the launch of a Major Offensive (11, 13.1.2).
    Offensives in "charts.toml", "offensives" {
        /// Radius of the Major marker.
        major_radius: u8 = 0..=9,
        /// Radius of a Minor marker.
        minor_radius: u8 = 0..=9,
        /// What the Stalingrad side adds.
        stalingrad_bonus: u8 = 0..=9,
        /// How far from Stalingrad that marker may lie.
        stalingrad_distance: u8 = 0..=9,
        /// Supports that a launch needs.
        launch_supports: u8 = 0..=99,
        /// Supports given for a chosen one.
        swap_price: u8 = 1..=9,
        /// Supports that may be chosen.
        swap_limit: u8 = 0..=9,
        /// Supports for a unit of the reserve.
        unit_price: u8 = 0..=9,
        /// Supports for an armored one.
        armored_price: u8 = 0..=9,
        /// Units released in the launch turn.
        release_points: u8 = 0..=99,
        /// What an armored corps counts.
        armored_points: u8 = 1..=9,
    }
}
numbers! {
    /// Release from the reserve (13.1.1).
    Reserve in "charts.toml", "reserve" {
        /// HQs that may ask for units, and that may send some.
        hqs: u8 = 0..=9,
        /// Units more for the Priority Front.
        priority_bonus: u8 = 0..=9,
        /// Added to the die for each support.
        support_bonus: u8 = 0..=9,
    }
}

/// What the file says of all this.
pub(super) struct Command {
    pub(super) acquisition: Bands<AcquisitionRow>,
    pub(super) modifiers: AcquisitionModifiers,
    pub(super) offensives: Offensives,
    pub(super) release: Bands<u8>,
    pub(super) locations: [LocationRow; 4],
    pub(super) reserve: Reserve,
}

pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>) -> Option<Command> {
    let modifiers = AcquisitionModifiers::read(root, reading);
    let (offensives, reserve) = (Offensives::read(root, reading), Reserve::read(root, reading));
    let acquisition = root.table("acquisition").map(|table| {
        let table = table.called("acquisition");
        reading.source(&table, "charts.toml acquisition");
        let rows = Bands::read(&table, table.tables("rows"), "roll", Band::ALL, |line| {
            reading.printed(line);
            AcquisitionRow { stavka: line.int("stavka", 0..=20), minor: line.int("minor", 0..=20) }
        });
        table.finish();
        rows
    });
    let release = root.table("release").map(|table| {
        let table = table.called("release");
        reading.source(&table, "charts.toml release");
        let rows = Bands::read(&table, table.tables("rows"), "roll", Band::ALL, |line| line.int("units", 0..=20));
        table.finish();
        rows
    });
    let locations = root.table("hq_location").and_then(|table| {
        let table = table.called("hq_location");
        reading.source(&table, "charts.toml hq_location");
        let words = HqLocation::ALL.map(|at| (at.word(), at));
        let rows = super::all_of(&table, table.tables("rows"), "at", &words, |line, _| LocationRow {
            release: line.int("release", -9..=9),
            enter: line.int("enter", 0..=9),
        });
        table.finish();
        rows
    });
    Some(Command {
        acquisition: acquisition?,
        modifiers: modifiers?,
        offensives: offensives?,
        release: release?,
        locations: locations?,
        reserve: reserve?,
    })
}
