//! Where markers are, and what the tracks and displays beside the map remember.

use crate::data::{MansteinSide, UnitId};
use crate::sets::{Spaces, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use serde::{Deserialize, Serialize};

/// The boxes of available supports (5.3.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum SupportBox {
    Stavka,
    Major,
    MinorA,
    MinorB,
    Axis,
}

impl SupportBox {
    /// All of them.
    pub const ALL: [SupportBox; 5] =
        [SupportBox::Stavka, SupportBox::Major, SupportBox::MinorA, SupportBox::MinorB, SupportBox::Axis];
    /// The box of an Offensive Marker, in the order of [`State::offensives`].
    pub const OFFENSIVE: [SupportBox; 3] = [SupportBox::Major, SupportBox::MinorA, SupportBox::MinorB];

    /// The id of the box in files, views and actions.
    pub const fn word(self) -> &'static str {
        match self {
            SupportBox::Stavka => "stavka-supports",
            SupportBox::Major => "major",
            SupportBox::MinorA => "minor-a",
            SupportBox::MinorB => "minor-b",
            SupportBox::Axis => "axis-supports",
        }
    }

    /// Whose it is.
    pub const fn side(self) -> Side {
        match self {
            SupportBox::Axis => Side::Axis,
            _ => Side::Soviet,
        }
    }
}

/// Where a support marker is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Spot {
    /// Outside the pool until a rule puts it in (12.1).
    Outside,
    /// In the draw pool.
    Pool,
    /// In a box of available supports.
    Box(SupportBox),
    /// With a unit (5.5.3); an Alarm marker is the unit.
    Unit(UnitId),
    /// On a hex: air supports.
    Hex(SpaceId),
    /// Played or spent; it goes back to the pool when the Support phase of its owner's next turn begins (5.2.1).
    Spent,
}

/// The three Offensive Markers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Om {
    Major,
    MinorA,
    MinorB,
}

impl Om {
    /// All three, in the order of [`State::offensives`].
    pub const ALL: [Om; 3] = [Om::Major, Om::MinorA, Om::MinorB];

    /// Its box of supports.
    pub const fn supports(self) -> SupportBox {
        SupportBox::OFFENSIVE[self as usize]
    }

    /// Its id in files, views and actions.
    pub const fn word(self) -> &'static str {
        self.supports().word()
    }
}

/// Where an Offensive Marker is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Offensive {
    /// Not in this game.
    #[default]
    None,
    /// It arrives in this turn.
    Due(u8),
    /// Available in its box.
    InBox,
    /// Taken from a hex with Axis units: back at the end of the Soviet turn (11.2.2).
    Lifted,
    /// On the map.
    Hex(SpaceId),
}

/// Operation Mars (6).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mars {
    /// The box of the marker, 0 for Status Quo.
    pub at: i8,
    /// The phase is not played any more.
    pub over: bool,
    /// Supports returned for this turn's roll.
    pub paid: u8,
    /// Stalin's modifier of this turn's roll.
    pub stalin: i8,
}

/// Führer Approval, the OKH crisis, Manstein and his offensives (15, 16).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Okh {
    /// These rules are used.
    pub used: bool,
    /// The box of the Approval marker.
    pub approval: u8,
    /// It lies on its crisis side: a crisis has been rolled since the last Axis Supply phase (15.3).
    pub crisis: bool,
    /// The row that was rolled.
    pub rolled: u8,
    /// A crisis is to be rolled: the marker has reached box 0.
    pub due: bool,
    /// Armored attacks declared since the crisis, while they are asked for.
    pub attacks: u8,
    /// They are asked for.
    pub duty: bool,
    /// What holds in the next Axis turn, and in the present one: HQs frozen, cities frozen, no supports, one more.
    pub next: Restraint,
    /// The same for the present Axis turn.
    pub now: Restraint,
    /// The marker may not move any more (16.2.4).
    pub locked: bool,
    /// The gain by armored attacks has been had in this phase (15.2.2).
    pub gained: bool,
    /// Where Manstein is.
    pub manstein: Manstein,
    /// His box while he is on the track.
    pub prestige: u8,
    /// Which way up his marker lies.
    pub side: MansteinSide,
    /// Wintergewitter has been launched.
    pub wintergewitter: bool,
    /// 16.2.3: the gain for an unsealed pocket at the end of a Soviet turn has been had; the same for 16.3.1.
    pub unsealed_gains: [bool; 2],
    /// Backhand Blow: major city hexes taken by the Axis, major cities taken by the Soviets, since it was declared.
    pub backhand: [u8; 2],
    /// Backhand Blow has been declared.
    pub backhand_used: bool,
    /// Supports have been chosen this turn, so none are drawn (16.3).
    pub chosen: bool,
}

/// What a crisis forbids in one Axis turn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Restraint {
    pub hqs: bool,
    pub cities: bool,
    pub no_supports: bool,
    pub extra_support: bool,
}

/// Where Manstein is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Manstein {
    /// Not used in this scenario.
    #[default]
    Unused,
    /// On the track.
    Track,
    /// On the turn track until this turn (16.3.2).
    Away(u8),
    /// Dismissed (16.2.4).
    Dismissed,
    /// Withdrawn after a failed Backhand Blow (16.3.2).
    Withdrawn,
}

/// Fortress Stalingrad (10).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fortress {
    /// Where the marker lies.
    pub marker: Option<SpaceId>,
    /// The supply level.
    pub level: u8,
    /// The level never changes (introductory scenario).
    pub fixed: bool,
    /// The turn of the declaration.
    pub declared: u8,
    /// It has been declared at some time (14.2.1).
    pub ever: bool,
    /// OOS-FS stacks attacked at 1/1 or better in this Soviet turn (10.3.3).
    pub assaulted: Spaces,
    /// An OOS-FS unit has attacked in this Axis turn (10.3.3).
    pub attacked: bool,
    /// Levels that Sortie or Last Reserves cost at the end of this Axis turn.
    pub extra: u8,
    /// A Soviet unit next to the pocket was attacked in the preceding Axis turn (10.2.4).
    pub guard_attacked: bool,
    /// An Axis armored attack east of the Don near the pocket: in this Axis turn, in the preceding one (10.4).
    pub relief: [bool; 2],
    /// A successful airfield raid since the last air bridge roll, AA deployed since then.
    pub raided: bool,
    /// Soviet anti-aircraft guns have been deployed in this turn (10.4.h).
    #[serde(default)]
    pub aa: bool,
    /// Goering is played for this roll.
    pub goering: bool,
    /// General Hube holds until the end of this Soviet turn.
    pub hube: bool,
    /// A Sortie has been played in this Axis turn (one a turn); its stacks' units.
    pub sortie: bool,
    /// Units that may move and attack at full strength in this Axis turn (Sortie).
    pub sallying: UnitSet,
    /// Units that may move at full strength (Mobility).
    pub mobile: UnitSet,
    /// Hexes that may attack at full strength (Last Reserves).
    pub last_reserves: UnitSet,
    /// Level 1: OOS-FS units that have moved in this phase.
    pub movers: u8,
    /// Soviet units that hold the pocket and may not move in this Movement phase (10.2.4).
    pub guards: UnitSet,
    /// Hexes of three such units: when one of them moves, the others may not.
    pub guarded: Spaces,
}

/// Where a Ju 52 marker is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Plane {
    /// In the pool.
    #[default]
    Pool,
    /// Drawn, not placed yet.
    Held,
    /// Face down on a hex.
    Hex(SpaceId),
    /// Out of the game.
    Gone,
}

/// The STAVKA phase (13).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stavka {
    /// The HQs chosen for release: the priority front, the second.
    pub hqs: [Option<UnitId>; 2],
    /// Which of them is being served.
    pub serving: u8,
    /// Added to the die by supports.
    pub bonus: u8,
    /// Units that may still leave, in points.
    pub left: u8,
    /// The die has been rolled for the HQ being served.
    pub rolled: bool,
    /// Extra release by Reserves: the HQ, non-armored units left, armored units left.
    pub reserves: Option<UnitId>,
    /// Units left of it; an armored one takes all.
    pub reserves_left: u8,
    /// HQs that send units into the reserve, and how many each may still send.
    pub entering: [Option<UnitId>; 2],
    /// How many.
    pub entering_left: [u8; 2],
    /// Units on the map when the phase began (13.1.2).
    pub present: UnitSet,
}
