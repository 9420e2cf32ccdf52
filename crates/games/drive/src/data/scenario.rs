//! The two scenarios: turn tracks, set-up, and what is needed to win (3.2, 3.3, 4.0, 12.1 to 12.5).

mod read;
mod setup;

pub(super) use read::{Plays, Sources, count_turns, read};

use super::map::{AxisArmy, FrontArmy, Region};
use super::units::{UnitId, UnitKind};
use kessel_board::SpaceId;
use kessel_kernel::{Side, small_id};
use kessel_kit::{ByName, Each, Or, Word, dense_ids, named_ids, records, words};
use serde::{Deserialize, Serialize};

words! {
    /// Which scenario (1.1).
    pub enum ScenarioId {
        /// Operation Blue.
        Blue,
        /// Operation Uranus.
        Uranus,
    }
}

impl ScenarioId {
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

/// So many Soviet units of each kind, drawn blind.
pub type Draws = ByName<UnitKind, u8>;

records! {
    /// A box of the turn record and reinforcement track (12.2, 12.4).
    pub struct TurnInfo {
        /// The week.
        pub dates: String,
        /// Axis units that can come from this turn on, in the order of their counters. The Taman pair is not among them (8.2).
        pub axis: Vec<UnitId> => |_, _| Some(Vec::new()),
        /// Soviet units that can come from this turn on; in Blue on the north map only (8.3).
        pub soviet: Draws => |line, _| setup::draws(line, "soviet"),
        /// The freeze begins with this turn if the die at the end of the turn before shows this or less; 0 if none is rolled (10.2).
        pub freeze: u8 => read::freeze,
    }

    /// A group of units that set up under the same instruction (12.1, 12.3).
    pub struct Group as "group" by id {
        /// Its id: `40A`, `stalingrad-group`.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// Whose it is.
        pub side: Side,
        /// Its units, if these are Axis.
        pub units: Vec<UnitId> => setup::later(&["corner", "units"]),
        /// Its units, if these are Soviet.
        pub draws: Draws => |line, _| Some(setup::draws(line, "draws").unwrap_or_default()),
        /// Where they may stand. A group with one hex needs no choice.
        pub hexes: Vec<SpaceId> => setup::later(&setup::WAYS),
        /// At least so many units of the group in each of these hexes.
        pub least: u8 = Or(0, 0..=8),
        /// At most so many units of the group in one hex, if the group has a limit of its own.
        pub most: Option<u8> = 1..=8,
        /// Hexes with a higher least number than [`Group::least`] (12.3: the hexes of Stalingrad).
        pub least_in: ByName<SpaceId, u8> = 1..=8,
        /// The front army that its units belong to: frozen (3.2).
        pub front: Option<FrontArmy>,
        /// The reserve army that its units belong to: frozen (8.4).
        pub reserve: Option<ReserveId> => setup::later(&["reserve"]),
        /// The Axis army that its units belong to (3.2). Units coded A belong to the army where they stand.
        pub army: Option<AxisArmy> => setup::later(&[]),
    }
}

impl Group {
    /// How many units it has.
    pub fn count(&self) -> usize {
        self.units.len() + self.draws.iter().map(|&(_, count)| usize::from(count)).sum::<usize>()
    }

    /// There is nothing to choose: all its units go into one hex.
    pub fn is_fixed(&self) -> bool {
        self.hexes.len() == 1
    }
}

records! {
    /// A scenario.
    pub struct Scenario {
        /// Which.
        pub id: ScenarioId => read::id,
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
        pub turns: Vec<TurnInfo> => setup::later(&[]),
        /// The groups that set up, those of the side that is first before the others.
        pub groups: Vec<Group> => setup::later(&[]),
        /// Ground support aircraft of each side, by [`Side::index`] (11.25).
        pub aircraft: Each<Side, u8, 2> => setup::later(&[]),
    }
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

dense_ids!(ReserveId);
named_ids!(ReserveId: "reserve army");

records! {
    /// A reserve army (8.4): a group that stands in one hex.
    pub struct Reserve {
        /// Its abbreviation: `5RA`.
        pub id: String,
        /// Its name.
        pub name: String,
        /// Where it stands.
        pub hex: SpaceId,
    }

    /// What wins Blue (4.1 to 4.6).
    #[derive(Copy)]
    pub struct BlueVictory {
        /// Points that win.
        pub points: u8 = 1..=99,
        /// Points at the start.
        pub start: u8 = 0..=99,
        /// Points for each victory hex.
        pub hex: u8 = 0..=9,
        /// Soviet units lost out of supply for each point.
        pub losses_per_point: u8 = 1..=99,
    }

    /// What wins Uranus (4.7 to 4.10).
    #[derive(Copy)]
    pub struct UranusVictory {
        /// German units lost out of supply or on aerial supply that win for the Soviets.
        pub losses: u8 = 1..=99,
        /// Towns and cities east of the Don that win for Germany.
        pub towns: u8 = 1..=99,
    }

    /// What only Blue has.
    pub struct Blue {
        /// The turn that releases each Axis army, by [`AxisArmy`] (3.2).
        pub release: Each<AxisArmy, u8, 6> = 1..=20,
        /// The Axis armies opposite each front army, by [`FrontArmy`] (3.2).
        pub opposite: Each<FrontArmy, Vec<AxisArmy>, 10> => read::opposite,
        /// The reserve armies (8.4).
        pub reserves: Vec<Reserve> => setup::later(&[]),
        /// The two units that come with the Taman peninsula (8.2).
        pub taman: Vec<UnitId> => setup::later(&[]),
        /// What wins.
        pub victory: BlueVictory,
    }
}

impl Blue {
    /// The turn in which an Axis army is released.
    #[inline]
    pub fn released(&self, army: AxisArmy) -> u8 {
        self.release[army as usize]
    }

    /// The turn in which a front army wakes at the latest: with the first of the armies opposite.
    pub fn wakes(&self, front: FrontArmy) -> u8 {
        let opposite = self.opposite[front as usize].iter();
        opposite.map(|&army| self.released(army)).min().unwrap_or(1)
    }
}

records! {
    /// Whom a suggested set-up puts into a hex.
    pub struct Post {
        /// Where.
        pub hex: SpaceId,
        /// So many rifle divisions.
        pub rifles: u8 = 0..=8,
        /// And one unit of each of these kinds.
        pub with: Vec<UnitKind> => setup::kinds,
    }

    /// What only Uranus has.
    pub struct Uranus {
        /// The unit that comes over the south edge, [`Region::UranusEntryEdge`](super::Region::UranusEntryEdge) (8.8).
        pub edge_unit: UnitId,
        /// Mechanised Soviet units that may begin in [`Region::SouthOfVolga`](super::Region::SouthOfVolga) (12.3).
        pub mechanised_south: u8 = 0..=20,
        /// Where the Soviets are suggested to stand: ours, not the game's; empty if the file suggests nothing.
        pub suggested: Vec<Post> => setup::later(&[]),
        /// What wins.
        pub victory: UranusVictory,
    }
}
