//! A position: flat, cheap to clone, serialised whole.

mod fight;
mod frames;
mod places;

pub use fight::{AttackerWord, DefenderWord, Fight, FightKind, Losses, Retreat, Stage};
pub use frames::{Bill, Frame, March, Mode, Step, Surprise};
pub use places::{Fortress, Manstein, Mars, Offensive, Okh, Om, Plane, Restraint, Spot, Stavka, SupportBox};

pub use crate::field::{Field, Piece, Place, Supply};
pub use crate::sets::{Spaces, SupportSet, UnitSet};

use crate::data::{Effect, Forecast, LevelId, SupportId};
use crate::ground::Kept;
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::{Derived, Frames, Side};
use serde::{Deserialize, Serialize};

/// The frames of this game nest at most this deep: step, surprise attack, fight, losses, Kampfgruppe, superiority.
pub type Stack = Frames<Frame, 10>;

/// Everything that is the case now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The scenario: an index into [`Data::scenarios`](crate::data::Data::scenarios). Spaces are those of its map.
    pub scenario: u8,
    /// The game turn; 1 is NOV III in every scenario.
    pub turn: u8,
    /// Whose player turn it is.
    pub phasing: Side,
    /// Who decides what.
    pub frames: Stack,
    /// The step is over; what the end of its phase asks for (1.11.2) is being done.
    pub closing: bool,
    /// The units.
    pub field: Field,
    /// Hexes that the Axis controls; the Soviets control the other land hexes (1.10).
    pub axis_control: Spaces,
    /// Weather, ice and sky (3).
    pub forecast: Forecast,
    /// Mud came in FEB IV (3.4).
    pub february_mud: bool,
    /// Where each support marker is, by [`SupportId`] (5).
    pub markers: ArrayVec<Spot, 128>,
    /// Supports that have served an attack since they were deployed, and those that have served a defence.
    pub served: [SupportSet; 2],
    /// Supports that have been played or spent in this player turn (5.2.1).
    #[serde(default)]
    pub played: SupportSet,
    /// Supports that must leave their box in this turn (S2.m, 16.3).
    pub pressed: SupportSet,
    /// Surcharge markers of 4.5.2 are owed for these: none between actions.
    pub transferred: bool,
    /// Major, Minor A, Minor B (11).
    pub offensives: [Offensive; 3],
    /// Which of them lie on their Stalingrad side (11.1.2.d).
    #[serde(default)]
    pub stalingrad_side: [bool; 3],
    /// A Major Offensive was launched in this turn (11.4).
    pub launched: bool,
    /// Supports chosen from the pool at this launch (11.4.2).
    pub swapped: u8,
    /// The Major marker has been west of the Donets (5.3.5).
    pub major_west: bool,
    /// The Soviets neither receive nor use supports in this turn (10.2.6), and in the next one.
    pub banned: [bool; 2],
    /// Which effects of German Superiority are active, in the order of [`Effect::ALL`] (14).
    pub superiority: [bool; 4],
    /// Operation Mars (6).
    pub mars: Mars,
    /// Führer Approval and Manstein (15, 16).
    pub okh: Okh,
    /// Fortress Stalingrad (10).
    pub fortress: Fortress,
    /// Where each Ju 52 marker is, in the order of the list in [`Charts::ju52`](crate::data::Charts::ju52), kind by kind.
    pub ju52: ArrayVec<Plane, 32>,
    /// The STAVKA phase (13).
    pub stavka: Stavka,
    /// Units that have moved in this Movement or exploitation segment.
    pub moved: UnitSet,
    /// Units that have attacked in this Combat or Exploitation phase (8.1.9).
    pub attacked: UnitSet,
    /// Hexes attacked in this Combat or Exploitation phase (8.1.8).
    pub struck: Spaces,
    /// Units that have retreated in this phase (8.12.9).
    pub retreated: UnitSet,
    /// Units that took part in a Surprise Attack in this turn (5.5.7).
    pub surprised: UnitSet,
    /// Foreign units that leave their place at an allied HQ to others, in the Supply phase (4.3.1.d).
    #[serde(default)]
    pub yielding: UnitSet,
    /// Strategic movement off roads and rails has been paid for (7.2.2).
    pub strategic_paid: bool,
    /// Axis rail points left (7.3).
    pub rail: u8,
    /// Replacement points left, and how many of them allied units may still have (17.3).
    pub points: [u8; 2],
    /// 18.1.2: no more replacement points for this side.
    pub no_points: [bool; 2],
    /// The Stalingrad withdrawal has been made (S3.s).
    pub withdrawn: bool,
    /// Units still owed to a withdrawal, by group, in this phase (18.1).
    pub owed: [u8; 2],
    /// Reinforcements that have come onto the map in this phase: they may go on by rail (17.2.2).
    pub arrived: UnitSet,
    /// Units that may leave by the withdrawal of this phase (18.1.2).
    pub leaving: UnitSet,
    /// The reinforcement put into a major city this turn (17.1).
    pub city_reinforced: bool,
    /// The free division of 17.2.3 has been taken this turn.
    pub free_taken: bool,
    /// Guards upgrades of 18.2.1 still to be made this phase: which of the turn's upgrades are open, one bit each.
    pub upgrades: u16,
    /// City hexes that the Soviets have captured at any time (7.3.3, 15.2.2).
    pub lost_hexes: Spaces,
    /// Major cities that have been a major Soviet success, by `CityId` (14.2.1).
    pub successes: u8,
    /// Major cities retaken by the Axis for the first time (14.2.3, 16.2.3).
    pub recaptures: u8,
    /// The combat being fought.
    pub fight: Option<Fight>,
    /// Victory points kept so far (S2, S3).
    pub score: i16,
    /// A Soviet unit was west of the Donets line before its turn (S0.f), Rostov fell before its turn.
    pub conditions: u8,
    /// How it ended.
    pub ended: Option<Ended>,
    /// What has been traced on this position or the one before it (1.2, 4.1).
    #[serde(default)]
    pub(crate) kept: Derived<Kept>,
}

/// How a game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// The level.
    pub level: LevelId,
    /// Victory points, if they decided.
    pub points: Option<i16>,
}

impl State {
    /// The step of the sequence being played.
    pub fn step(&self) -> Step {
        self.frames.iter().next().and_then(Frame::step).unwrap_or(Step::Over)
    }

    /// Is the effect active?
    pub fn superior(&self, effect: Effect) -> bool {
        self.superiority[effect as usize]
    }

    /// Who controls a land hex.
    #[inline]
    pub fn controller(&self, hex: SpaceId) -> Side {
        if self.axis_control.contains(hex) { Side::Axis } else { Side::Soviet }
    }

    /// Where a marker is.
    #[inline]
    pub fn spot(&self, marker: SupportId) -> Spot {
        self.markers[marker.index()]
    }
}
