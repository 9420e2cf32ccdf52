//! The scenarios: set-up, markers, special rules, victory.

mod openings;
mod read;
mod setup;
mod victory;

pub(super) use read::{Sources, read};
pub use victory::{CityLevel, Level, LevelId, Score, Victory, VictoryEvent};

use super::bands::Band;
use super::charts::{Cloud, Effect, Ice, Weather};
use super::map::{Map, hex_of};
use super::reading::{Reading, Turn};
use super::schedule::{Condition, EntrySpaces, NationLeaves, Upgrade, WithdrawalGroup};
use super::supports::{KindId, SupportClass};
use super::units::UnitId;
use kessel_board::{SpaceId, SpaceSet};
use kessel_kernel::Side;
use kessel_kernel::data::Table;
use kessel_kit::{Optional, Word, records, words};
use serde::Serialize;

/// A unit at the start.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Who.
    pub unit: UnitId,
    /// Where.
    pub hex: SpaceId,
    /// On its flip side.
    pub reduced: bool,
}

words! {
    /// Which way up the Manstein marker lies (16.2.1).
    #[allow(missing_docs)]
    pub enum MansteinSide {
        Wintergewitter,
        BackhandBlow,
    }
}

/// Markers on tracks at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tracks {
    /// Manstein's box and side, if he is used.
    pub manstein: Option<(u8, MansteinSide)>,
    /// The box of the Fuehrer Approval marker, if it is used.
    pub approval: Option<u8>,
    /// The box of Operation Mars, if it is used.
    pub mars: Option<i8>,
    /// How many effects of German Superiority are active.
    pub superiority: u8,
    /// Which; empty if all are, or if the Soviet player chooses.
    pub effects: Vec<Effect>,
}

records! {
    /// The weather of the first turn.
    #[derive(Copy)]
    pub struct OpeningWeather checked by openings::sky_is_known {
        /// Snow or mud.
        pub weather: Weather,
        /// The sky; `None` if it is rolled.
        pub cloud: Option<Cloud> => openings::cloud,
        /// The ice on the rivers.
        pub ice: Ice => |table, _| Some(Ice::need(table, "rivers")),
        /// The same in every turn.
        pub constant: bool,
    }

    /// The fortress at the start.
    #[derive(Copy)]
    pub struct FortressStart {
        /// Where the marker lies.
        pub hex: SpaceId => |table: &Table<'_>, reader: &Reading<'_>| hex_of(reader.names.board(), &table.need("hex")?),
        /// The supply level.
        pub level: u8 = 1..=20,
        /// The level never changes.
        pub fixed: bool,
    }

    /// Special rules.
    #[derive(Default)]
    pub struct SpecialRules checked by openings::opening_is_split {
        /// Sections and cases of the rules that are not used.
        pub off: Vec<String> => openings::sections,
        /// The first turn is a Major Offensive without marker, with chosen supports (S2.j).
        pub opening: bool,
        /// Its artillery is split here: this row and those north of it, against those south (S2.n).
        pub opening_split_row: Option<u8> = 0..=99,
        /// On the first turn nobody west of this column moves (S3.k).
        pub frozen_below: Option<u8> = 0..=99,
        /// The 28th Army zone is closed (S2.w).
        pub army_28: bool,
        /// The rules for the last Soviet positions hold (S2.x).
        pub footholds: bool,
        /// The first turn with a STAVKA phase.
        pub stavka_from: Option<Turn>,
        /// HQs that may not move.
        pub hqs_fixed: Vec<UnitId> = Optional,
        /// The Axis declares the Backhand Blow at once (S4.j).
        pub backhand: bool,
        /// The Major marker has been west of the Donets line before (5.3.5).
        pub major_west: bool,
        /// The Major marker is placed on the first turn, west of the Donets line (S5.m).
        pub major_must_west: bool,
        /// The fortress is there from the start.
        pub fortress: Option<FortressStart>,
    }

    /// Points received each turn.
    #[derive(Copy)]
    pub struct Points {
        /// Axis rail points in the first turn.
        pub rail_first: u8 = 0..=20,
        /// Axis rail points in every other turn.
        pub rail: u8 = 0..=20,
        /// Soviet replacement points.
        pub soviet_rps: u8 = 0..=20,
        /// From this turn on.
        pub soviet_rps_from: Turn,
        /// The first turn with Axis replacement points by the track; `None` if there are none.
        pub axis_rps_from: Option<Turn> => openings::axis_rps_from,
    }
}

/// Where an Offensive Marker is at the start.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum OffensiveStart {
    /// Not in this scenario.
    None,
    /// In its box.
    InBox,
    /// It arrives in this turn.
    Turn(Turn),
    /// On the map.
    Hex(SpaceId),
}

/// A step of getting supports before play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupportOpening {
    /// Who gets them.
    pub side: Side,
    /// How many.
    pub count: u8,
    /// The player chooses; otherwise they are drawn.
    pub chosen: bool,
    /// The box that they go to.
    pub to: SpaceId,
    /// Kinds that are left out.
    pub except: Vec<KindId>,
    /// At least so many must be of these classes.
    pub least: Option<(u8, Vec<SupportClass>)>,
}

/// Supports at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningSupports {
    /// The Test Supply Shortage is in the pool.
    pub test: bool,
    /// Supply Shortages in the pool.
    pub shortages: u8,
    /// What the players get, in order.
    pub steps: Vec<SupportOpening>,
    /// Supports that the Axis draws each turn, if not by the track.
    pub axis_each_turn: Option<u8>,
    /// What each side has every turn instead of a pool.
    pub fixed: Vec<KindId>,
}

/// Reinforcements on the map of the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioArrival {
    /// When.
    pub turn: Turn,
    /// Whose.
    pub side: Side,
    /// Who: units that are on the map already are left out.
    pub units: Vec<UnitId>,
    /// Where.
    pub at: EntrySpaces,
    /// Only if the players want it so.
    pub optional: bool,
}

/// A conditional reinforcement, on the map of the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioCondition {
    /// What it depends on, and whom it concerns.
    pub condition: Condition,
    /// Where the units come instead, if elsewhere.
    pub at: Option<EntrySpaces>,
}

/// A scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its map, cut to its columns.
    pub map: Map,
    /// Its columns.
    pub columns: (u8, u8),
    /// The first turn.
    pub first_turn: Turn,
    /// The last turn.
    pub last_turn: Turn,
    /// Whose player turn comes first.
    pub first_side: Side,
    /// The weather of the first turn.
    pub weather: OpeningWeather,
    /// Markers on tracks.
    pub tracks: Tracks,
    /// Special rules.
    pub rules: SpecialRules,
    /// Rail and replacement points.
    pub points: Points,
    /// The Major, Minor A and Minor B markers.
    pub offensives: [OffensiveStart; 3],
    /// Supports at the start.
    pub supports: OpeningSupports,
    /// The units, in the order of their ids.
    pub setup: Vec<Placement>,
    /// The hexes that the Axis controls; the Soviets control the rest, but nobody the water.
    pub axis_control: SpaceSet,
    /// Reinforcements.
    pub arrivals: Vec<ScenarioArrival>,
    /// Upgrades.
    pub upgrades: Vec<Upgrade>,
    /// Allied nations that leave.
    pub leaving: Vec<NationLeaves>,
    /// Conditional reinforcements.
    pub conditions: Vec<ScenarioCondition>,
    /// The withdrawal from Stalingrad.
    pub stalingrad_withdrawal: Option<(Turn, Vec<WithdrawalGroup>)>,
    /// Victory.
    pub victory: Victory,
}

impl Scenario {
    /// How many turns it lasts.
    pub fn turns(&self) -> u8 {
        self.last_turn.0 + 1 - self.first_turn.0
    }

    /// Who controls a hex before the first move. Water is nobody's.
    pub fn control(&self, hex: SpaceId) -> Option<Side> {
        if self.map.spaces[hex].is_water() || !self.map.board.is_hex(hex) {
            return None;
        }
        Some(if self.axis_control.contains(hex) { Side::Axis } else { Side::Soviet })
    }

    /// Is a section or case of the rules used? `15` switches off `15.2.1.a`.
    pub fn uses(&self, case: &str) -> bool {
        let within =
            |off: &String| case.strip_prefix(off.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        !self.rules.off.iter().any(within)
    }

    /// The level that a number of points makes.
    pub fn level(&self, points: i16) -> Option<LevelId> {
        let makes = |level: &Level| level.points.is_some_and(|band: Band| band.contains(points));
        self.victory.levels.iter().position(makes).map(LevelId::at)
    }
}
