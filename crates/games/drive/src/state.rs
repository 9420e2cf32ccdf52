//! A position: flat, cheap to clone, serialised whole.

use crate::data::{AxisArmy, CombatResult, FaceId, FrontArmy, ReserveId, ScenarioId, UnitId};
use crate::layout::{Fed, Layout};
pub use crate::sequence::Phase;
pub use crate::sets::{MOST_HEXES, MOST_UNITS, Spaces, UnitSet};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::{Derived, Frames, Side};
use kessel_kit::Word;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// The frames of this game nest at most this deep: phase, march, fight, reply, the Taman pair.
pub type Stack = Frames<Frame, 6>;

/// Units that march together: a full stack with artillery.
pub type Squad = ArrayVec<UnitId, 11>;

/// Everything that is the case now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Blue or Uranus.
    pub scenario: ScenarioId,
    /// The game turn, from 1.
    pub turn: u8,
    /// Who decides what.
    pub frames: Stack,
    /// By [`UnitId`].
    pub units: ArrayVec<UnitState, MOST_UNITS>,
    /// The unit on top of each stack: all that the enemy sees of it (11.7).
    pub tops: UnitSet,
    /// Hexes that the Axis controls; the Soviets control the others (3.4).
    pub axis_control: Spaces,
    /// Supply sources that belong to each side's network, by [`Side::index`] (7.14, 7.18). One that the enemy takes leaves it.
    pub network: [Spaces; 2],
    /// Don-Volga hexes whose fortifications are destroyed (11.23).
    pub ruins: Spaces,
    /// The O-Ring is destroyed (11.24).
    pub ring_gone: bool,
    /// The freeze has come (10.2).
    pub frozen: bool,
    /// The order of phases declared for this player turn (5.4).
    pub order: Order,
    /// The second of its two phases is being played.
    pub second: bool,
    /// The player has ended his movement phase; unlawful stacks are being dealt with (6.2, 6.3).
    pub closing: bool,
    /// The player turn's town has been added to the network (7.14).
    pub added: bool,
    /// What has been declared or used: see [`Uses`].
    pub uses: Uses,
    /// The turn's aerial supply marker (7.6).
    pub airlift: Option<SpaceId>,
    /// Front armies that are still frozen, one bit each by [`FrontArmy`] (3.2).
    pub asleep: u16,
    /// Reserve armies that are still frozen, one bit each by [`ReserveId`] (8.4).
    pub reserved: u8,
    /// The limits on Axis armies were lifted before their turns (3.2).
    pub limits_lifted: bool,
    /// The Axis has crossed the line of 8.6.
    pub crossing: Crossing,
    /// Boxes of the Soviet track that have been drawn.
    pub boxes: u8,
    /// South map reinforcements: the gate is open, those still to come, those that came this turn (8.5).
    pub south: South,
    /// What Germany must still withdraw (8.7).
    pub duty: Duty,
    /// Units in the pile that counts: Soviets lost out of supply in Blue (4.3), Germans so lost in Uranus (4.8).
    pub pile: u16,
    /// Who moves now: a stack by the hex where it began the phase, or a unit that came in (9.6).
    pub mover: Option<Mover>,
    /// Units that came in during this movement phase (8.1).
    pub arrived: UnitSet,
    /// Units moved by sea in this movement phase (9.18).
    pub sailed: u8,
    /// Units that may move no more in this phase (9.29).
    pub stopped: UnitSet,
    /// Units that have moved and may not go on, because another stack has moved since (9.6).
    #[serde(default)]
    pub settled: UnitSet,
    /// Units that have made a mobile assault in this phase (9.24).
    pub assaulted: UnitSet,
    /// Units that have attacked in the last prepared assault phase of this player turn (11.4, 11.26).
    pub attacked: UnitSet,
    /// Units that have defended in this phase (11.4).
    pub defended: UnitSet,
    /// Places whose garrison has been attacked in this phase (11.4, 11.40).
    #[serde(default)]
    pub stormed: Spaces,
    /// Units that have retreated in this phase (11.35).
    pub refugees: UnitSet,
    /// Artillery that has spent more than half its allowance (11.26).
    pub tired: UnitSet,
    /// Arrivals that neither move nor attack in this game turn (8.2, 8.10).
    pub rooted: UnitSet,
    /// Units put on top in this player turn: once each (R19).
    pub shown: UnitSet,
    /// Enemy units of a redacted position that stand for unknown ones; empty in real positions.
    pub veiled: UnitSet,
    /// How it ended.
    pub ended: Option<Ended>,
    /// Who stands where; kept up to date by every action.
    pub(crate) layout: Derived<Layout>,
    /// Where each side is supplied, worked out when somebody asks.
    pub(crate) fed: Derived<[OnceLock<Fed>; 2]>,
}

/// A unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitState {
    /// Where it is.
    pub place: Place,
    /// Its steps; 0 unless it is in play or to come.
    pub steps: u8,
    /// What a regular Soviet unit turned up when it first fought (2.14).
    pub face: Option<FaceId>,
    /// The army whose limits it shares (3.2, 8.4).
    pub army: Army,
    /// Where it began this movement phase, or came in.
    pub origin: SpaceId,
    /// The allowance it has in this phase, fixed when it first moves (7.16); 0 before.
    pub allowance: u8,
    /// Points spent of it.
    pub spent: u8,
}

/// Where a unit is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// In a hex.
    At(SpaceId),
    /// Waiting to be set up.
    Setup,
    /// On the turn track, or not drawn yet.
    ToCome,
    /// Due, and held off the map by its owner (8.1).
    Waiting,
    /// In the dead pile.
    Dead,
    /// In the pile of units lost without supply (4.3, 4.8).
    Piled,
    /// Withdrawn (8.7).
    Withdrawn,
    /// Not in this scenario.
    Out,
}

/// The army a unit belongs to, as far as it matters.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Army {
    /// None.
    #[default]
    None,
    /// An Axis army of Blue (3.2).
    Axis(AxisArmy),
    /// A Soviet front army of Blue (3.2).
    Front(FrontArmy),
    /// A Soviet reserve army of Blue (8.4).
    Reserve(ReserveId),
}

/// The order of a player turn's two phases (5.4, 5.5).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Prepared assaults, then movement.
    #[default]
    AssaultMove,
    /// Movement, then prepared assaults.
    MoveAssault,
    /// Two assault phases: the German, once in Blue.
    AssaultAssault,
    /// Two movement phases: the Soviet, once in Blue.
    MoveMove,
}

impl Word for Order {}

impl Order {
    /// All.
    pub const ALL: [Order; 4] = [Order::AssaultMove, Order::MoveAssault, Order::AssaultAssault, Order::MoveMove];

    /// Is this phase of the player turn a movement phase?
    pub const fn moves(self, second: bool) -> bool {
        match self {
            Order::AssaultMove => second,
            Order::MoveAssault => !second,
            Order::AssaultAssault => false,
            Order::MoveMove => true,
        }
    }
}

/// What has been declared or used.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uses {
    /// The German has taken his two assault phases (5.5).
    pub double_assault: bool,
    /// The Soviet has taken his two movement phases (5.5).
    pub double_move: bool,
    /// The Manych was flooded in this turn; 0 for not yet (9.32).
    pub flood: u8,
    /// Aircraft used this game turn (11.25).
    pub aircraft: u8,
    /// They bar the sea this game turn (9.18).
    pub sea_blocked: bool,
    /// They fly with the panzers this game turn (9.27).
    pub schwerpunkt: bool,
    /// The aerial supply marker has been used this game turn (7.6).
    pub airlift: bool,
    /// Manstein has helped this player turn (8.9).
    pub manstein: bool,
    /// Stalingrad hexes that have had their five divisions, one bit each in the order of their ids (8.10).
    pub risen: u8,
}

/// How far 8.6 has come.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crossing {
    /// Nobody has crossed.
    #[default]
    NotYet,
    /// Crossed since the last Soviet player turn began.
    Made,
    /// The track has been moved.
    Answered,
}

impl Word for Crossing {}

/// South map reinforcements (8.5).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct South {
    /// A Soviet player turn has begun with Rostov in German hands.
    pub open: bool,
    /// Divisions that have come in all.
    pub came: u8,
    /// Those of this game turn.
    pub this_turn: u8,
}

/// What must still be withdrawn (8.7).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duty {
    /// Panzer divisions.
    pub panzers: u8,
    /// Infantry divisions.
    pub infantry: u8,
    /// Gross Deutschland.
    pub gross_deutschland: bool,
    /// Motorised divisions in its place.
    pub motorised: u8,
}

/// Who moves now (9.6).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mover {
    /// Units that began the phase in this hex.
    Stack(SpaceId),
    /// A unit that came in.
    Unit(UnitId),
}

/// How the game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    /// The German has the points (4.5).
    Points(u8),
    /// Blue is over and he has not (4.5).
    TooFew(u8),
    /// A Soviet unit entered a hex that decides the game (4.6, 4.9).
    SuddenDeath(SpaceId),
    /// So many Germans were lost without overland supply (4.8).
    Losses(u16),
    /// German towns east of the Don (4.9).
    Towns,
    /// Uranus is over and the Soviets met no condition (4.10).
    Held,
}

/// One open decision. The frame on top asks; see [`Frames`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Frame {
    /// A phase: always at the bottom.
    Phase(Phase),
    /// Units on the move (9.5, 9.6).
    March(March),
    /// A prepared assault being put together (11.3).
    Muster(Muster),
    /// A battle, from its declaration to its end (9.24, 11.8).
    Fight(Fight),
    /// The defender may commit aircraft or the airlift (11.25, 7.6).
    Reply,
    /// The defender retreats these units (11.33).
    Retreat(UnitSet),
    /// The attacker loses so many steps (11.32, 11.37).
    Losses(u8),
    /// The attacker may advance (11.38).
    Advance,
    /// The enemy removes units from an unlawful stack (6.2, 6.3).
    Excess {
        /// Whose stack.
        owner: Side,
        /// Where.
        hex: SpaceId,
    },
    /// The Taman peninsula has been taken: its two units may come at once (8.2).
    Taman,
}

/// Units on the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// Where they are.
    pub hex: SpaceId,
    /// The units.
    pub units: Squad,
    /// They have made a step since they were taken up.
    pub moved: bool,
}

/// A prepared assault being put together.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Muster {
    /// The hex attacked.
    pub target: SpaceId,
    /// Those that take part.
    pub units: UnitSet,
    /// Aircraft committed.
    pub aircraft: u8,
    /// Manstein leads it.
    pub manstein: bool,
}

/// A battle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// The hex attacked.
    pub target: SpaceId,
    /// The hex from which a mobile assault is launched; none for a prepared assault.
    pub launch: Option<SpaceId>,
    /// The phasing side.
    pub attacker: Side,
    /// Its units.
    pub units: UnitSet,
    /// The units that defend; empty against a garrison (11.40).
    pub defenders: UnitSet,
    /// Units in the hex that do not count (11.35).
    pub guests: UnitSet,
    /// Aircraft of each side, by [`Side::index`].
    pub aircraft: [u8; 2],
    /// Manstein leads it.
    pub manstein: bool,
    /// How far it has come.
    pub stage: Stage,
    /// Units of either side that were out of supply, or on aerial supply, when it began (4.3, 4.8).
    pub unsupplied: UnitSet,
    /// Both sums, attacker first; 0 before they are known.
    pub sums: [u16; 2],
    /// The net shift.
    pub shift: i8,
    /// The die; 0 if none was rolled.
    pub die: u8,
    /// What came of it.
    pub result: Option<CombatResult>,
    /// Steps that the defender lost (11.37).
    pub steps_lost: u8,
}

/// How far a battle has come.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    /// Declared: the defender may answer.
    Declared,
    /// Counters are turned, dice are rolled.
    Resolve,
    /// The defender suffers.
    Defender,
    /// The attacker suffers.
    Attacker,
    /// The attacker advances, or the march goes on.
    Advance,
    /// Over.
    Done,
}

impl State {
    /// The phase at the bottom of the stack.
    pub fn phase(&self) -> Phase {
        match self.frames.iter().next() {
            Some(Frame::Phase(p)) => *p,
            _ => Phase::Over,
        }
    }

    /// The unit's hex, if it is in one.
    #[inline]
    pub fn at(&self, unit: UnitId) -> Option<SpaceId> {
        match self.units[unit.index()].place {
            Place::At(space) => Some(space),
            _ => None,
        }
    }

    /// The battle being fought.
    pub fn fight(&self) -> Option<&Fight> {
        self.frames.iter().rev().find_map(|f| if let Frame::Fight(fight) = f { Some(fight) } else { None })
    }

    /// The prepared assault being put together.
    pub fn muster(&self) -> Option<&Muster> {
        match self.frames.top() {
            Frame::Muster(muster) => Some(muster),
            _ => None,
        }
    }

    /// The march under way.
    pub fn march(&self) -> Option<&March> {
        self.frames.iter().rev().find_map(|f| if let Frame::March(march) = f { Some(march) } else { None })
    }

    /// Is it Operation Blue?
    #[inline]
    pub fn is_blue(&self) -> bool {
        self.scenario == ScenarioId::Blue
    }

    /// Who controls a hex: who took it last, however often it was taken (3.4.c).
    #[inline]
    pub fn control(&self, hex: SpaceId) -> Side {
        if self.axis_control.contains(hex) { Side::Axis } else { Side::Soviet }
    }
}
