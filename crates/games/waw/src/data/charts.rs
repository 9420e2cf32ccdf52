//! The charts: what movement costs, and what ground, hexsides and supply do to strength (14, 15.4, 16.5, 19.1).

mod read;

pub(super) use read::read;

use super::units::MoveClass;
use super::weather::Ground;
use super::{SupplyLevel, Terrain};
use kessel_kernel::data::Table;
use kessel_kit::{Each, Reader, records};
use read::Points;
use serde::Serialize;

/// A hex that may not be entered.
pub const PROHIBITED: u16 = u16::MAX;

/// Movement points are counted in parts of this size.
pub const MOVEMENT_POINT: u16 = 120;

/// A factor: `3/4`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Ratio {
    /// Above the line.
    pub p: u16,
    /// Below it.
    pub q: u16,
}

impl Ratio {
    /// Leaves everything as it is.
    pub const ONE: Ratio = Ratio { p: 1, q: 1 };

    /// The value times the factor, rounded half up.
    #[inline]
    pub const fn of(self, value: i64) -> i64 {
        ((value as i128 * self.p as i128 + self.q as i128 / 2).div_euclid(self.q as i128)) as i64
    }
}

records! {
    /// What the ground of the defender's hex does.
    pub struct TerrainEffect {
        /// Added to the odds, in millionths (15.41.a).
        pub odds: i32 => |row: &Table<'_>, _: &Reader<'_>| Some(row.int("odds", -50..=50) * 100_000),
        /// Of the defenders' antitank strength (15.43.i).
        pub antitank: Ratio,
        /// Of the barrage and air points on the hex (16.51).
        pub fire: Ratio,
    }
}

records! {
    /// What a supply level does.
    #[allow(missing_docs)]
    pub struct SupplyEffect {
        pub attack: Ratio,
        pub defence: Ratio,
        pub armour: Ratio,
        pub antitank: Ratio,
        pub barrage: Ratio,
        pub support: Ratio,
        /// Of the allowance of motorised units.
        pub movement: Ratio,
        /// Of antiaircraft fire.
        pub anti_air: Ratio,
        /// Of requests and consumption.
        pub tonnage: Ratio,
        /// Added to troop quality.
        pub quality: i8 = -2..=2,
    }
}

records! {
    /// What a hexside adds to the cost of crossing it, in 1/120 movement points (14.13).
    pub struct SideCosts {
        /// An unfrozen river for units that are not motorised.
        pub river: u16 = Points,
        /// A road or railway over a river in tactical movement.
        pub bridge: u16 = Points,
        /// A hill for foot, mounted, ski, tracked units and armoured cars, by ground.
        pub hill_light: [u16; 5] = Points,
        /// A hill for the others.
        pub hill_heavy: [u16; 5] = Points,
        /// A balka for motorised units.
        pub balka_motor: [u16; 5] = Points,
        /// A balka for the others.
        pub balka_foot: [u16; 5] = Points,
        /// Half of a step along a road in strategic movement: once to leave, once to enter.
        pub road: u16 = Points,
        /// A step along a railway in strategic movement.
        pub rail: u16 = Points,
    }
}

/// A point of the loss table (dossier 3.4); between points the losses go in a straight line. All in millionths.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LossPoint {
    /// The result.
    pub result: i64,
    /// What the attackers lose, of one.
    pub attacker: i64,
    /// What the defenders lose, of one.
    pub defender: i64,
}

/// The widths of the outcomes of an air mission, in percent: on target, aborts, not found, other enemy target, friendly hit.
pub type AirBands = [u8; 5];

/// All charts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charts {
    costs: [[[u16; Terrain::COUNT]; MoveClass::COUNT]; 5],
    /// Hexsides.
    pub sides: SideCosts,
    terrain: [TerrainEffect; Terrain::COUNT],
    /// The same for marsh while it is frozen.
    pub frozen_marsh: TerrainEffect,
    supply: Each<SupplyLevel, SupplyEffect, 5>,
    /// By rising result.
    pub losses: Vec<LossPoint>,
    /// By sky, from clear to heavy.
    pub air: [AirBands; 4],
}

impl Charts {
    /// What a unit of this class pays to enter a hex, and again to leave it (14.12); [`PROHIBITED`] where it may not go.
    #[inline]
    pub fn cost(&self, ground: Ground, class: MoveClass, terrain: Terrain) -> u16 {
        self.costs[ground as usize][class as usize][terrain as usize]
    }

    /// What the ground of a defender's hex does (marsh unfrozen).
    #[inline]
    pub fn terrain(&self, terrain: Terrain) -> &TerrainEffect {
        &self.terrain[terrain as usize]
    }

    /// What a supply level does.
    #[inline]
    pub fn supply(&self, level: SupplyLevel) -> &SupplyEffect {
        &self.supply[level as usize]
    }
}
