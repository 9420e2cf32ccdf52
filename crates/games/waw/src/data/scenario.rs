//! The scenarios: which map, when, who, and what they fight for (13.2, 19.7, 19.8, 25, 26, 27, 29, 30).

mod read;
mod roster;

pub(super) use read::{Sources, read};

use super::air::Squadrons;
use super::leaders::LeaderId;
use super::units::{Formation, OrgId, Start, UnitId, UnitInfo};
use super::{Map, SupplyLevel};
use kessel_board::{SpaceId, SpaceMap};
use kessel_kernel::Side;
use kessel_kit::{records, words};
use serde::{Deserialize, Serialize};

words! {
    /// Which scenario (29.0).
    #[allow(missing_docs)]
    pub enum ScenarioId {
        ToTheVolga,
        RiverTooFar,
        MansteinsSolution,
        Rattenkrieg,
        Wintergewitter,
        QuietFlows = "quiet-flows-the-don",
        Uranus,
    }
}

words! {
    /// A what-if (30).
    #[allow(missing_docs)]
    pub enum Variant {
        NoPurge,
        BetterLogistics,
        BetterSupply,
        BetterCommunications,
        MoreInitiative,
        SixthArmyRestricted,
        NovemberReinforcement,
        SeventhPanzer,
        SixteenthMotorized,
        CaucasusWithdrawal,
    }
}

impl Variant {
    /// Whose list it is in.
    pub const fn side(self) -> Side {
        match self {
            Variant::NoPurge
            | Variant::BetterLogistics
            | Variant::BetterSupply
            | Variant::BetterCommunications
            | Variant::MoreInitiative => Side::Soviet,
            _ => Side::Axis,
        }
    }
}

records! {
    /// A victory location (27.2).
    pub struct Objective as "objective" by name {
        /// Where.
        pub hex: SpaceId,
        /// What it is called.
        pub name: String,
        /// Its value, of which it pays a growing part every turn (27.3).
        pub value: u16 = 1..=100,
        /// Who holds it at the start.
        pub owner: Side,
    }
}

/// Where supply comes onto the map (19.7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupplySource {
    /// Where.
    pub hex: SpaceId,
    /// For whom.
    pub side: Side,
    /// The way that leads off the map there, or why the hex is one.
    pub name: String,
    /// The edges of the map that it stands on.
    pub edge: Edge,
}

words! {
    /// An edge of the map.
    #[allow(missing_docs)]
    pub enum Edge {
        North,
        East,
        South,
        West,
    }
}

/// A leader who takes part (13.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Presence {
    /// Who.
    pub leader: LeaderId,
    /// From the Planning of which turn on.
    pub from: u16,
    /// The units of, or below, this headquarters: all that he may be given to; `None` if any of his side's nations will do.
    pub under: Option<UnitId>,
}

/// Where a variant puts a unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct VariantPlace {
    /// Which variant.
    pub variant: Variant,
    /// Which unit.
    pub unit: UnitId,
    /// Where and when it comes then.
    pub place: Start,
    /// The headquarters it is attached to then.
    pub superior: Option<UnitId>,
}

/// A day of a year.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Date {
    /// 1942 or 1943.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// From 1.
    pub day: u8,
}

impl Date {
    /// The next day.
    #[must_use]
    pub const fn next(self) -> Date {
        let days = match self.month {
            4 | 6 | 9 | 11 => 30,
            2 => 28,
            _ => 31,
        };
        match (self.day < days, self.month < 12) {
            (true, _) => Date { day: self.day + 1, ..self },
            (false, true) => Date { day: 1, month: self.month + 1, ..self },
            (false, false) => Date { day: 1, month: 1, year: self.year + 1 },
        }
    }
}

/// A scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Which.
    pub id: ScenarioId,
    /// Its title.
    pub title: String,
    /// Its map.
    pub map: Map,
    /// The date of turn 1, whose first turn is the first of that day.
    pub date: Date,
    /// How many turns.
    pub turns: u16,
    /// The usual supply level, by side (19.8).
    pub default_supply: [SupplyLevel; 2],
    /// The ground at the start: water, snow and ice in 1/10,000 inch.
    pub ground: [i32; 3],
    /// The side that wins a game in the balance.
    pub defender: Side,
    /// xT of the victory levels, in millionths.
    pub balance: i64,
    /// What a lost point of defence counts (27.4).
    pub losses: u16,
    /// Replacement points each morning, by side, in the order of [`super::ReplacementKind`].
    pub replacements: [[u8; 6]; 2],
    /// The squadrons at the historical air level.
    pub squadrons: Squadrons,
    /// The Axis can land supplies on airfields, and draw them there (17.12.b, 19.5).
    pub landing: bool,
    /// The variants offered.
    pub variants: Vec<Variant>,
    /// What variants change in the set-up.
    pub variant_places: Vec<VariantPlace>,
    /// Hex of Paulus' headquarters at the start, for the Sixth Army Restricted variant.
    pub restriction: Option<SpaceId>,
    /// Who takes part.
    pub leaders: Vec<Presence>,
    /// What is fought for.
    pub objectives: Vec<Objective>,
    /// Where supply comes from.
    pub sources: Vec<SupplySource>,
    /// Who owns each hex at the start.
    pub owner: SpaceMap<Side>,
    /// Divisions and the like.
    pub formations: Vec<Formation>,
    /// How many organisations there are.
    pub orgs: u16,
    /// Every ground unit, the Axis first; those that only variants bring last.
    pub units: Vec<UnitInfo>,
    /// Every headquarters, in the order of units.
    pub hqs: Vec<UnitId>,
}

impl Scenario {
    /// A unit.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &UnitInfo {
        &self.units[unit.index()]
    }

    /// The unit with this id.
    pub fn find(&self, id: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.id == id).map(UnitId::at)
    }

    /// All units, in order.
    pub fn unit_ids(&self) -> impl DoubleEndedIterator<Item = UnitId> + ExactSizeIterator + use<> {
        (0..self.units.len()).map(UnitId::at)
    }

    /// All organisations.
    pub fn org_ids(&self) -> impl ExactSizeIterator<Item = OrgId> + use<> {
        (0..usize::from(self.orgs)).map(OrgId::at)
    }

    /// How many turns a day has.
    pub const fn turns_per_day(&self) -> u16 {
        self.map.scale.turns_per_day()
    }

    /// The part of the day that a turn (from 1) is, from 0.
    pub const fn part_of_day(&self, turn: u16) -> u16 {
        (turn - 1) % self.turns_per_day()
    }

    /// The day that a turn is in, from 0.
    pub const fn day(&self, turn: u16) -> u16 {
        (turn - 1) / self.turns_per_day()
    }

    /// The date of a turn. The small hours of a 6-turn day are counted with the evening before them.
    pub fn date(&self, turn: u16) -> Date {
        (0..self.day(turn)).fold(self.date, |date, _| date.next())
    }
}
