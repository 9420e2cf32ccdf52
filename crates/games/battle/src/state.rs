//! A position: flat, cheap to clone, serialised whole.

use crate::data::{AssetId, Objective, UnitId};
pub use crate::sequence::Phase;
use crate::sets::{AssetSet, Spaces, UnitSet};
use crate::supply::Kept;
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::{Derived, Frames, Side};
use kessel_kit::Word;
use serde::{Deserialize, Serialize};

/// Most units or assets that a data folder may define.
pub const MOST_PIECES: usize = 64;

/// The frames of this game nest at most this deep: phase, battle, losses.
pub type Stack = Frames<Frame, 4>;

/// Everything that is the case now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The game turn, from 1.
    pub turn: u8,
    /// Who decides what.
    pub frames: Stack,
    /// By [`UnitId`].
    pub units: ArrayVec<UnitState, MOST_PIECES>,
    /// By [`AssetId`].
    pub assets: ArrayVec<AssetState, MOST_PIECES>,
    /// Spaces that the Axis controls, or controlled before a battle began there; the Soviets control the others.
    pub axis_control: Spaces,
    /// Of the boxes with a last-control marker, those whose marker shows the Axis (3.3.d).
    pub axis_last: Spaces,
    /// Compulsory attack and river assault markers (7.9.1).
    pub markers: ArrayVec<Marker, 32>,
    /// Spaces where an attack was made in this player turn (8.0.d).
    pub fought: Spaces,
    /// Units that have moved, or tried to, in this movement phase; in the set-up, units whose strength is set.
    #[serde(with = "kessel_kit::as_bits")]
    pub moved: UnitSet,
    /// Units that stood in a battle space when the movement phase began (7.1.1).
    #[serde(with = "kessel_kit::as_bits")]
    pub engaged: UnitSet,
    /// Units that retreated into a battle space in this player turn (8.3.g).
    #[serde(with = "kessel_kit::as_bits")]
    pub refugees: UnitSet,
    /// Units named as overstacked in the battle being fought (3.1.2.f).
    #[serde(with = "kessel_kit::as_bits")]
    pub named: UnitSet,
    /// Units that came to the reserve in this player turn and may still leave it in the replacement phase.
    #[serde(with = "kessel_kit::as_bits")]
    pub fresh_units: UnitSet,
    /// Assets likewise.
    #[serde(with = "kessel_kit::as_bits")]
    pub fresh_assets: AssetSet,
    /// Assets withdrawn in this player turn: they wait for the next one.
    #[serde(with = "kessel_kit::as_bits")]
    pub withdrawn: AssetSet,
    /// A unit went between DSF and TCF in this player turn (7.6.d).
    pub tcf_used: bool,
    /// Replacement points left: the Soviet or German purse, and the Axis minors' purse.
    pub purse: [u8; 2],
    /// Hitler's directives, secret until the end (6.1).
    pub directives: Directives,
    /// Raw victory points (10.2).
    pub points: Points,
    /// The turn on which Operation Uranus was launched (8.4).
    pub uranus: Option<u8>,
    /// The Axis holds the Edelweiss marker (10.3.2).
    pub edelweiss: bool,
    /// Grossdeutschland's withdrawal (9.2.2).
    pub duty: Duty,
    /// Who has finished the set-up.
    pub ready: [bool; 2],
    /// How it ended.
    pub ended: Option<Ended>,
    /// What follows from where the units stand; kept up to date by every action.
    pub(crate) picture: Derived<Kept>,
}

/// A unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitState {
    /// Where it is.
    pub place: Place,
    /// Its basic strength; 0 unless it is in play.
    pub strength: u8,
}

/// Where a unit is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// In a hex or a box, a reserve box among them.
    At(SpaceId),
    /// On the turn track, or waiting for Operation Uranus.
    ToCome,
    /// In the dead pile.
    Dead,
}

/// An asset.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssetState {
    /// Where it is.
    pub post: Post,
    /// Its steps; 0 unless it is in play.
    pub steps: u8,
}

/// Where an asset is. Assets never stand on the map themselves (6.4.l).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Post {
    /// Assigned to a unit.
    With(UnitId),
    /// In its side's reserve box.
    Reserve,
    /// On the turn track.
    ToCome,
    /// In the dead pile.
    Dead,
    /// Out of the game for good.
    Withdrawn,
}

/// A compulsory attack marker on the side through which the first unit came (7.9.1.b).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    /// The battle space.
    pub space: SpaceId,
    /// The space the first unit came from.
    pub from: SpaceId,
    /// It came over a river: a River Assault (7.9.1.c).
    pub river: bool,
}

/// Primary, secondary and tertiary objective (6.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Directives(pub [Objective; 3]);

/// Raw victory points.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    /// Yellow.
    pub caucasus: u16,
    /// Blue.
    pub don: u16,
    /// Red.
    pub stalingrad: u16,
}

/// Whether Grossdeutschland, or a substitute, must still leave the game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// Its turn has not come.
    NotYet,
    /// It must leave at the first opportunity.
    Owed,
    /// Done.
    Paid,
}

impl Word for Duty {}

/// How the game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    /// A sudden death city was held at the start of a player turn (10.1).
    SuddenDeath {
        /// Who won.
        winner: Side,
        /// By holding this city.
        city: SpaceId,
    },
    /// Turn 14 is over; the points are counted (10.3, 10.4).
    Counted {
        /// The principal condition is met.
        principal: bool,
        /// The final score.
        score: i32,
    },
}

/// Which movement factor a march uses (7.2, 7.3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Near the enemy.
    Tactical,
    /// Out of his reach.
    Strategic,
}

impl Word for Kind {}

/// One open decision. The frame on top asks; see [`Frames`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Frame {
    /// A phase: always at the bottom.
    Phase(Phase),
    /// A unit on the march (7.0).
    March(March),
    /// A Caucasus box holds too many units after the owner's movement (3.1.2.e).
    Overstack {
        /// The owner, who removes one.
        side: Side,
        /// The box.
        space: SpaceId,
    },
    /// An attack, from its declaration to the end of the retreats (8.0).
    Fight(Fight),
    /// Before the attack the owner names the units that are one too many (3.1.2.f).
    Naming {
        /// The owner.
        side: Side,
        /// How many are still to be named.
        left: u8,
    },
    /// Both owners take their losses, blindly (8.2).
    Losses(Losses),
    /// The owner says which units leave a major city (8.3.c).
    Standing {
        /// The owner.
        side: Side,
        /// Those that will leave.
        #[serde(with = "kessel_kit::as_bits")]
        leaving: UnitSet,
    },
    /// The enemy retreats the units (8.3).
    Retreat {
        /// Whose units retreat.
        side: Side,
        /// Those still to go.
        #[serde(with = "kessel_kit::as_bits")]
        units: UnitSet,
    },
}

/// A unit on the march.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// The unit.
    pub unit: UnitId,
    /// The factor it uses.
    pub kind: Kind,
    /// Points spent.
    pub spent: u8,
    /// Some hex of the march, the first included, lies outside the ALZ (7.3.h).
    pub outside: bool,
}

/// An attack.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// Where.
    pub space: SpaceId,
    /// The phasing side.
    pub attacker: Side,
    /// How far it has come.
    pub stage: Stage,
    /// The sums, dice and cells; by [`Side::index`]. Empty before the dice fall.
    pub sums: [u16; 2],
    /// The dice.
    pub dice: [u8; 2],
    /// The losses each side must take.
    pub losses: [u8; 2],
    /// Each side must retreat.
    pub retreat: [bool; 2],
}

/// How far a battle has come.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    /// The attacker names overstacked units, if any.
    AttackerNames,
    /// The defender does.
    DefenderNames,
    /// Dice.
    Roll,
    /// Losses are taken.
    Losses,
    /// In a major city the defender decides who leaves.
    DefenderStands,
    /// The defender's units are retreated.
    DefenderRetreats,
    /// In a major city the attacker decides who leaves.
    AttackerStands,
    /// The attacker's units are retreated.
    AttackerRetreats,
    /// Over.
    Done,
}

/// Losses being taken; by [`Side::index`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Losses {
    /// Where.
    pub space: SpaceId,
    /// How many each owner must take.
    pub due: [u8; 2],
    /// What each has named so far, one step each. Applied when both have finished.
    pub taken: [ArrayVec<Piece, 16>; 2],
    /// The side's whole force is destroyed: nothing to choose (8.2.i).
    pub destroyed: [bool; 2],
}

impl Losses {
    /// Steps that `side` still has to name.
    pub fn left(&self, side: Side) -> u8 {
        self.due[side.index()].saturating_sub(self.taken[side.index()].len() as u8)
    }
}

/// A unit's basic strength, or an asset.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Piece {
    /// A point of its basic strength.
    Unit(UnitId),
    /// A step of it.
    Asset(AssetId),
}

impl State {
    /// The phase at the bottom of the stack.
    pub fn phase(&self) -> Phase {
        match self.frames.iter().next() {
            Some(Frame::Phase(p)) => *p,
            _ => unreachable!("a phase is always at the bottom"),
        }
    }

    /// The unit's space, if it is in one.
    #[inline]
    pub fn at(&self, unit: UnitId) -> Option<SpaceId> {
        match self.units[unit.index()].place {
            Place::At(space) => Some(space),
            Place::ToCome | Place::Dead => None,
        }
    }

    /// The units of all sides in a space.
    pub fn all_in(&self, space: SpaceId) -> UnitSet {
        let there = |unit: &UnitState| matches!(unit.place, Place::At(at) if at == space);
        UnitSet::of_bits(bits(self.units.iter().map(there)))
    }

    /// The assets assigned to a unit.
    pub fn assets_of(&self, unit: UnitId) -> AssetSet {
        let with = |asset: &AssetState| matches!(asset.post, Post::With(host) if host == unit);
        AssetSet::of_bits(bits(self.assets.iter().map(with)))
    }

    /// The marker lying in a space.
    pub fn marker(&self, space: SpaceId) -> Option<Marker> {
        self.markers.iter().copied().find(|m| m.space == space)
    }
}

/// A bit for each answer, without a branch: a set of 64 is looked through for every battle and every slot.
#[inline]
fn bits(answers: impl Iterator<Item = bool>) -> u64 {
    answers.enumerate().fold(0, |set, (n, yes)| set | u64::from(yes) << n)
}
