//! What a move, a fight, a bombardment, a loss, a retreat and an advance need while they last.

use super::MOST;
use crate::data::{AirId, UnitId};
use crate::sets::UnitSet;
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use serde::{Deserialize, Serialize};

/// A unit on the move, with its half points left.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mover {
    /// Who.
    pub unit: UnitId,
    /// Half points at the start.
    pub allowance: i16,
    /// Half points left.
    pub left: i16,
    /// The interdiction zones that have taken their points in this move (bit by index).
    pub zones: u16,
}

/// A group on the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// Who.
    pub movers: ArrayVec<Mover, MOST>,
    /// Where it is.
    pub hex: SpaceId,
    /// Where it began.
    pub from: SpaceId,
    /// Administrative (8.3).
    pub administrative: bool,
    /// It has begun to move: nobody joins it any more.
    pub begun: bool,
    /// It came from off the map.
    pub entered: bool,
    /// Guns of the group that stayed behind on the way: they may still support its hasty attacks (12.2.h).
    pub behind: ArrayVec<Mover, MOST>,
}

/// The kinds of attack (11.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttackKind {
    /// In a combat segment.
    Prepared,
    /// Out of movement.
    Hasty,
}

/// Where a fight stands: the eight steps of 11.2, finer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// 1: attackers, lead, guns.
    Declared,
    /// 2: the defender's lead and guns.
    Defence,
    /// 3: counter-battery of the attacker.
    BatteryAttacker,
    /// 3: counter-battery of the defender.
    BatteryDefender,
    /// 4: defensive bombardment.
    DefensiveBarrage,
    /// 5: the attacker's guns.
    Barrage,
    /// 5: dive bombers.
    Stukas,
    /// After 5: is the hex empty?
    AfterBarrage,
    /// 6: the defender fires.
    DefenderFire,
    /// 6: what the attacker does about the optional result.
    DefenderFireChoice,
    /// 7: the attacker fires.
    AttackerFire,
    /// 7: what the defender does.
    AttackerFireChoice,
    /// 6, where the defenders were disrupted.
    LateFire,
    /// Its choice.
    LateFireChoice,
    /// 8: the advance.
    Advance,
    /// Over.
    End,
}

/// A fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// Prepared or hasty.
    pub kind: AttackKind,
    /// Who attacks.
    pub attacker: Side,
    /// The hex attacked.
    pub hex: SpaceId,
    /// Where it stands.
    pub stage: Stage,
    /// Attackers still in.
    pub attackers: UnitSet,
    /// Guns of the attacker that are to bombard.
    pub guns: UnitSet,
    /// Guns of the defender that are to bombard.
    pub defence: UnitSet,
    /// Dive bombers.
    pub stukas: ArrayVec<AirId, 8>,
    /// Leads: attacker, defender.
    pub leads: [Option<UnitId>; 2],
    /// The defenders fire second.
    pub late: bool,
    /// A mandated attack was still owed when it was declared (R123).
    pub owed: bool,
    /// The Ring stack's hold check: passed, failed, or none (5.3).
    pub holds: Option<bool>,
    /// The attacking hex that the defender fires at.
    pub fired_at: Option<SpaceId>,
    /// The optional number to be answered.
    pub optional: u8,
    /// The hexes that the defender had to retreat.
    pub retreat: u8,
    /// Points that found nobody: the further advance (11.5.c, 11.8.d).
    pub unmet: u8,
    /// A defender retreated rather than died.
    pub fled: bool,
    /// The path of the retreat.
    pub path: ArrayVec<SpaceId, 16>,
    /// The advance that an unmodified roll gave (11.8.s), or lone guns (12.1.k).
    pub granted: Option<u8>,
    /// Attackers that may not advance any more (failed, late).
    pub barred: UnitSet,
    /// Lone guns drew back; their zone does not stop the advance (12.1.k).
    pub ignored: UnitSet,
    /// The attack was called off or stopped.
    pub stopped: bool,
}

/// A bombardment being drawn up or answered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volley {
    /// Whose.
    pub side: Option<Side>,
    /// Its target hex, outside a fight.
    pub hex: Option<SpaceId>,
    /// The guns taken up for the next roll.
    pub guns: UnitSet,
    /// Aircraft taken up for the next roll.
    pub planes: ArrayVec<AirId, 16>,
    /// It is aimed at this (outside a fight, while the enemy answers).
    pub aim: Option<Aim>,
    /// Counter-battery: firer and target.
    pub answers: ArrayVec<(UnitId, UnitId), 24>,
}

/// What a bombardment is aimed at (12.3.1, 18.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aim {
    /// The unit on top.
    Top,
    /// One of the hidden units, by lot.
    Hidden,
    /// This unit (without fog).
    Unit(UnitId),
}

/// Why points are taken.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Toll {
    /// By the order of 11.6 in a fight.
    Ordered,
    /// As the owner likes: opportunity fire, rivers (R53).
    Free,
    /// By a Soviet tank (16.1.d).
    Tank,
}

/// Points to be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Losses {
    /// Whose.
    pub side: Side,
    /// How many are left.
    pub left: u8,
    /// How they fall.
    pub toll: Toll,
    /// Who may take them.
    pub units: UnitSet,
    /// Who has lost one in this round of 11.6.
    pub hit: UnitSet,
    /// The lead has taken its first.
    pub led: bool,
}

/// Units that retreat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flight {
    /// Whose.
    pub side: Side,
    /// The hex left behind.
    pub origin: SpaceId,
    /// The enemy hexes that fired.
    pub firing: ArrayVec<SpaceId, 6>,
    /// How many hexes it must go.
    pub length: u8,
    /// The group that goes now.
    pub group: UnitSet,
    /// Units of the stack that go afterwards.
    pub rest: UnitSet,
    /// Where the group is.
    pub hex: SpaceId,
    /// How far it has gone.
    pub gone: u8,
    /// It belongs to the defender of the fight: its path is noted.
    pub defender: bool,
    /// The enemy must still say whether he fires at it here.
    pub fire_due: bool,
    /// Points that the way costs here.
    pub toll: u8,
}

/// An attacker that advances.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Runner {
    /// Who.
    pub unit: UnitId,
    /// Hexes left.
    pub left: u8,
    /// It has entered the vacated hex.
    pub started: bool,
    /// Still on the path of retreat: index of the next hex of it.
    pub on_path: Option<u8>,
}
