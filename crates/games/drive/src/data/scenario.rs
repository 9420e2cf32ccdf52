//! The two scenarios: turn tracks, set-up, and what is needed to win (3.2, 3.3, 4.0, 12.1 to 12.5).

mod read;
mod setup;

pub(super) use read::{Sources, count_turns, read};

use super::map::{AxisArmy, FrontArmy, Region};
use super::reading::{numbers, small_id};
use super::units::{UnitId, UnitKind};
use kessel_board::SpaceId;
use kessel_kit::Word;
use kessel_table::Side;
use serde::{Deserialize, Serialize};

/// Which scenario (1.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScenarioId {
    /// Operation Blue.
    Blue,
    /// Operation Uranus.
    Uranus,
}

impl Word for ScenarioId {}

impl ScenarioId {
    /// Both, in the order of the book.
    pub const ALL: [ScenarioId; 2] = [ScenarioId::Blue, ScenarioId::Uranus];

    /// The word used in files and options.
    pub fn word(self) -> &'static str {
        Word::word(self)
    }

    /// The file that describes it.
    pub(super) const fn file(self) -> &'static str {
        match self {
            ScenarioId::Blue => "blue.toml",
            ScenarioId::Uranus => "uranus.toml",
        }
    }

    /// The hexes that the Axis holds at the start: all others are Soviet (3.4).
    pub const fn axis_side(self) -> Region {
        match self {
            ScenarioId::Blue => Region::AxisInBlue,
            ScenarioId::Uranus => Region::AxisInUranus,
        }
    }
}

/// So many Soviet units of a kind, drawn blind.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Draw {
    /// The kind.
    pub kind: UnitKind,
    /// How many.
    pub count: u8,
}

/// A box of the turn record and reinforcement track (12.2, 12.4).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TurnInfo {
    /// The week.
    pub dates: String,
    /// Axis units that can come from this turn on, in the order of their counters. The Taman pair is not among them (8.2).
    #[serde(skip)]
    pub axis: Vec<UnitId>,
    /// Soviet units that can come from this turn on; in Blue on the north map only (8.3).
    #[serde(skip)]
    pub soviet: Vec<Draw>,
    /// The freeze begins with this turn if the die at the end of the turn before shows this or less; 0 if none is rolled (10.2).
    pub freeze: u8,
}

/// A group of units that set up under the same instruction (12.1, 12.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// Its id: `40A`, `stalingrad-group`.
    #[serde(skip)]
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its units, if these are Axis.
    #[serde(skip)]
    pub units: Vec<UnitId>,
    /// Its units, if these are Soviet.
    #[serde(skip)]
    pub draws: Vec<Draw>,
    /// Where they may stand. A group with one hex needs no choice.
    #[serde(skip)]
    pub hexes: Vec<SpaceId>,
    /// At least so many units of the group in each of these hexes.
    pub least: u8,
    /// At most so many units of the group in one hex, if the group has a limit of its own.
    pub most: Option<u8>,
    /// Hexes with a higher least number than [`Group::least`] (12.3: the hexes of Stalingrad).
    #[serde(skip)]
    pub least_in: Vec<(SpaceId, u8)>,
    /// The front army that its units belong to: frozen (3.2).
    pub front: Option<FrontArmy>,
    /// The reserve army that its units belong to: frozen (8.4).
    #[serde(skip)]
    pub reserve: Option<ReserveId>,
    /// The Axis army that its units belong to (3.2). Units coded A belong to the army where they stand.
    pub army: Option<AxisArmy>,
}

impl Group {
    /// How many units it has.
    pub fn count(&self) -> usize {
        self.units.len() + self.draws.iter().map(|draw| usize::from(draw.count)).sum::<usize>()
    }

    /// There is nothing to choose: all its units go into one hex.
    pub fn is_fixed(&self) -> bool {
        self.hexes.len() == 1
    }
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scenario {
    /// Which.
    #[serde(skip)]
    pub id: ScenarioId,
    /// Its name.
    pub name: String,
    /// Who has the first player turn (3.2, 3.3).
    pub first: Side,
    /// Who sets up first (12.1, 12.3).
    pub sets_up_first: Side,
    /// Both maps are in play, not only the north map (3.3).
    pub south_map: bool,
    /// The Stalingrad O-Ring stands at the start (11.24).
    pub ring: bool,
    /// Germany has the Manstein marker (8.9).
    pub manstein: bool,
    /// The turn track; index 0 is turn 1.
    #[serde(skip)]
    pub turns: Vec<TurnInfo>,
    /// The groups that set up, those of the side that is first before the others.
    #[serde(skip)]
    pub groups: Vec<Group>,
    /// Ground support aircraft of each side, by [`Side::index`] (11.25).
    #[serde(skip)]
    pub aircraft: [u8; 2],
}

impl Scenario {
    /// The last turn.
    pub fn last_turn(&self) -> u8 {
        u8::try_from(self.turns.len()).unwrap_or(u8::MAX)
    }

    /// The box of a turn.
    pub fn turn(&self, turn: u8) -> &TurnInfo {
        &self.turns[usize::from(turn) - 1]
    }

    /// The groups of a side.
    pub fn groups(&self, side: Side) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(move |group| group.side == side)
    }
}

small_id! {
    /// A reserve army, counted from 0: an index into [`Blue::reserves`].
    ReserveId, u8
}

/// A reserve army (8.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reserve {
    /// Its abbreviation: `5RA`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub hex: SpaceId,
}

numbers! {
    /// What wins Blue (4.1 to 4.6).
    BlueVictory in "blue.toml", "victory" {
        /// Points that win.
        points: u8 = 1..=99,
        /// Points at the start.
        start: u8 = 0..=99,
        /// Points for each victory hex.
        hex: u8 = 0..=9,
        /// Soviet units lost out of supply for each point.
        losses_per_point: u8 = 1..=99,
    }
}

numbers! {
    /// What wins Uranus (4.7 to 4.10).
    UranusVictory in "uranus.toml", "victory" {
        /// German units lost out of supply or on aerial supply that win for the Soviets.
        losses: u8 = 1..=99,
        /// Towns and cities east of the Don that win for Germany.
        towns: u8 = 1..=99,
    }
}

/// What only Blue has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blue {
    /// The turn that releases each Axis army, by [`AxisArmy`] (3.2).
    pub release: [u8; 6],
    /// The Axis armies opposite each front army, by [`FrontArmy`] (3.2).
    pub opposite: [Vec<AxisArmy>; 10],
    /// The reserve armies (8.4).
    pub reserves: Vec<Reserve>,
    /// The two units that come with the Taman peninsula (8.2).
    pub taman: Vec<UnitId>,
    /// What wins.
    pub victory: BlueVictory,
}

impl Blue {
    /// The turn in which an Axis army is released.
    #[inline]
    pub const fn released(&self, army: AxisArmy) -> u8 {
        self.release[army as usize]
    }

    /// The turn in which a front army wakes at the latest: with the first of the armies opposite.
    pub fn wakes(&self, front: FrontArmy) -> u8 {
        let opposite = self.opposite[front as usize].iter();
        opposite.map(|&army| self.released(army)).min().unwrap_or(1)
    }
}

/// Whom a suggested set-up puts into a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// Where.
    pub hex: SpaceId,
    /// So many rifle divisions.
    pub rifles: u8,
    /// And one unit of each of these kinds.
    pub with: Vec<UnitKind>,
}

/// What only Uranus has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uranus {
    /// The unit that comes over the south edge, [`Region::UranusEntryEdge`](super::Region::UranusEntryEdge) (8.8).
    pub edge_unit: UnitId,
    /// Mechanised Soviet units that may begin in [`Region::SouthOfVolga`](super::Region::SouthOfVolga) (12.3).
    pub mechanised_south: u8,
    /// Where the Soviets are suggested to stand: ours, not the game's; empty if the file suggests nothing.
    pub suggested: Vec<Post>,
    /// What wins.
    pub victory: UranusVictory,
}
