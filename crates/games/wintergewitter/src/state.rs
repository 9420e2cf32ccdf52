//! The state of a game in play.
//!
//! [`State`] is everything that lies on the table, plus the open decisions as a stack of [`Frame`]s. The bottom frame is the step of the
//! sequence of play; what a move, a battle or a retreat needs stands beside the frames in [`March`], [`Fight`], [`Volley`] and [`Flight`],
//! because there is never more than one of each.

mod fight;

pub use fight::{Aim, AttackKind, Fight, Flight, Losses, March, Mover, Runner, Stage, Toll, Volley};

use crate::data::{Area, ScenarioId, UnitId};
use crate::layout::Layout;
use crate::sequence::Step;
use crate::sets::{Spaces, UnitSet};
use arrayvec::ArrayVec;
use kessel_board::{EdgeId, SpaceId};
use kessel_kernel::{Derived, Frames, Side};
use serde::{Deserialize, Serialize};

/// Most units that move, fight or retreat as one group.
pub(crate) const MOST: usize = 40;

/// Where a ground unit is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Place {
    /// Not in this scenario.
    #[default]
    Out,
    /// To be set up.
    Setup,
    /// Still to come by the track, in the pool of 23 Panzer, or in the Pocket before Thunderclap.
    Later,
    /// It may enter the map in its owner's movement segment.
    Entering(Area),
    /// On the map.
    At(SpaceId),
    /// Retreated off the map here (11.7.m); it returns.
    Away(SpaceId),
    /// Destroyed in this turn: it may be rebuilt (17.2.1.e).
    Dead,
    /// Destroyed for good, or removed.
    Lost,
    /// A convoy that reached the Pocket (16.3.g).
    Arrived,
    /// Not known to the viewer.
    Unknown,
}

/// Supply status (14.1).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Supply {
    /// Regular.
    #[default]
    Regular,
    /// Organic.
    Organic,
    /// Out of supply.
    Out,
}

/// One ground unit.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Where.
    pub place: Place,
    /// Strength points left; 0 is dead, and what a convoy has.
    pub points: u8,
    /// Its supply.
    pub supply: Supply,
    /// Disrupted (13).
    pub disrupted: bool,
    /// A fired marker (12.2).
    pub fired: bool,
    /// A moved marker (12.2).
    pub moved: bool,
}

/// Where an air unit is (4.2, 4.6).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AirBox {
    /// Not in this scenario, or not yet.
    #[default]
    Out,
    /// Available.
    Ready,
    /// On interdiction (German).
    Interdiction,
    /// Escorting it.
    InterdictionEscort,
    /// On ground attack.
    Attack,
    /// Escorting it.
    AttackEscort,
    /// Air superiority against the enemy's ground attack.
    AgainstAttack,
    /// Air superiority against the German interdiction (Soviet).
    AgainstInterdiction,
    /// A dive bomber held back for the ground attacks (4.5.1).
    Withheld,
    /// Flown.
    Flown,
    /// Disrupted.
    Disrupted,
}

/// An interdiction zone (4.4).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interdiction {
    /// Its centre.
    pub hex: SpaceId,
    /// Movement points lost.
    pub points: u8,
}

/// One open decision. What it needs beyond its name stands in the state.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Frame {
    /// A step of the sequence of play.
    Step(Step),
    /// Air combat: pairing fighters.
    Pairing,
    /// Air combat: engaging bombers.
    Engaging,
    /// A group moves.
    March,
    /// An attack is drawn up.
    Muster,
    /// The attacker names his lead, first or anew.
    Lead,
    /// A fight goes on by itself.
    Fight,
    /// The defender names his lead and his guns.
    Defence,
    /// Counter-battery by a side.
    Battery(Side),
    /// Guns that are to bombard are told what; aircraft too.
    Barrage(Side),
    /// A bombardment outside a fight is drawn up.
    Volley,
    /// The defender says at whom he fires.
    FireAt,
    /// Losses are taken.
    Losses,
    /// Retreat or check.
    Choice,
    /// Units retreat.
    Flight,
    /// Opportunity fire.
    Opportunity,
    /// Units advance.
    Advance,
    /// A hex holds too much.
    Excess,
    /// The new lead is named, and the attack may be called off.
    CallOff,
}

/// Losses of a turn by nation (German, Rumanian, Soviet) and class (armor, infantry, artillery): 17.2.
pub type Tally = [[u16; 3]; 3];

/// Switches chosen before the game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Switches {
    /// Fog of war (18).
    pub fog: bool,
    /// Thunderclap may be tried (5.0).
    pub thunderclap: bool,
    /// Optional groups used (20.1), by index.
    pub groups: u8,
}

/// The Pocket and Sixth Army (5).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pocket {
    /// Twelve stacking points came within ten hexes (5.1.b); the turn and whether a Pocket Phase has begun since.
    pub near: bool,
    /// The condition was met before this turn's Pocket Phase.
    pub due: bool,
    /// The attempt has been made.
    pub tried: bool,
    /// The turn in which it succeeded.
    pub since: Option<u8>,
    /// The link has been made (5.2.g), in this turn.
    pub linked: Option<u8>,
    /// It ended: a unit came back (5.2.m); units go at the end of the phase.
    pub ended: bool,
    /// Sixth Army units that have left the Pocket.
    pub left: UnitSet,
    /// Ring armies that have been attacked (5.3.g).
    pub attacked: [bool; 3],
    /// Ring armies that may free a unit now.
    pub release: [bool; 3],
    /// Ring units that are free.
    pub freed: UnitSet,
    /// A Ring unit has been activated (19.1.1.ae).
    pub activated: bool,
    /// 14 Panzer has traced a line to another German headquarters (5.2.q).
    pub fed: bool,
}

/// Everything about victory that is noted on the way (19.3.3).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// A German unit came within eighteen hexes.
    pub eighteen: bool,
    /// Within five.
    pub five: bool,
    /// A corridor was open.
    pub corridor: bool,
    /// Convoys in the Pocket.
    pub convoys: u8,
    /// Mandated attacks not made, by the side that owed them.
    pub unmade: [u16; 2],
}

/// Initiative (6).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Initiative {
    /// Who has it this turn.
    pub first: Option<Side>,
    /// For how many turns in a row.
    pub streak: u8,
    /// Attacks that the holder still owes.
    pub owed: u8,
    /// What both wrote down, once it is shown.
    pub bids: [u8; 2],
}

/// What a viewer knows of a hex whose units he may not see; none in a real position.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shadow {
    /// Where.
    pub hex: SpaceId,
    /// Whose.
    pub side: Side,
    /// More than one unit.
    pub stack: bool,
    /// The hex has a zone of control.
    pub zone: bool,
    /// Markers on top: disrupted, fired, moved, construction.
    pub marks: [bool; 4],
    /// The supply marker on top.
    pub supply: Supply,
}

/// What has been done in the present player phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// Moved in a movement segment, or done with it.
    pub moved: UnitSet,
    /// Made a prepared attack.
    pub attacked: UnitSet,
    /// Entrench this phase.
    pub digging: UnitSet,
    /// Moved next to an enemy this phase: guns may not fire (12.2.g).
    pub approached: UnitSet,
    /// Guns that bombarded this phase (12.1.c).
    pub bombarded: UnitSet,
    /// Guns that took part in fire combat of their own this phase (12.1.c).
    pub fought: UnitSet,
    /// Hexes under a prepared attack this phase.
    pub struck: Spaces,
    /// Bridges being built: engineer and hexside.
    pub bridging: ArrayVec<(UnitId, EdgeId), 16>,
    /// Where each unit stood at the start of the phase, for 8.4.c: pairs are too many, so the hex is kept by unit.
    pub start: Vec<SpaceId>,
    /// Units laid on top by their owner this phase.
    pub shown: UnitSet,
}

/// The state of a game in play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Which scenario.
    pub scenario: ScenarioId,
    /// What was chosen before.
    pub switches: Switches,
    /// The turn on the track.
    pub turn: u8,
    /// The phasing player, in a player phase or a phase like it.
    pub phasing: Side,
    /// Mechanized combat comes before mechanized movement (7.2).
    pub combat_first: bool,
    /// Ground units, by id.
    pub units: Vec<Unit>,
    /// Air units, by id.
    pub air: Vec<AirBox>,
    /// Interdiction zones of this turn.
    pub zones: ArrayVec<Interdiction, 16>,
    /// Entrenched hexes, by side.
    pub entrenched: [Spaces; 2],
    /// Units with a construction marker (15.1).
    pub digging: UnitSet,
    /// Bridges built or blown since the start: hexside and whether it stands.
    pub bridges: Vec<(EdgeId, bool)>,
    /// The last side with a unit in the hexes that count: 2428 and 4831.
    pub control: [Side; 2],
    /// Reserves not yet released, by index in the scenario.
    pub reserves: u16,
    /// The least distance of a German to a reserve's set-up hexes: last turn and this turn.
    pub closest: [Vec<u8>; 2],
    /// Set-up hexes of the units (for the distance roll).
    pub homes: Vec<SpaceId>,
    /// Set-up losses still to be taken, by bill and class.
    pub bills: Vec<[u8; 3]>,
    /// The turn in which Group Christea may enter, and whether it is due.
    pub christea: Option<u8>,
    /// The Pocket.
    pub pocket: Pocket,
    /// Initiative.
    pub initiative: Initiative,
    /// Points noted.
    pub score: Score,
    /// Losses of this turn.
    pub tally: Tally,
    /// Replacement points at hand (17.2), by nation and class.
    pub points: [[u8; 3]; 3],
    /// Stacking points of the pool that may still be called this turn.
    pub pool: u8,
    /// This player phase.
    pub memory: Memory,
    /// A group on the move.
    pub march: Option<March>,
    /// A fight.
    pub fight: Option<Box<Fight>>,
    /// A bombardment.
    pub volley: Volley,
    /// Points to be taken; the last is asked for.
    pub losses: ArrayVec<Losses, 3>,
    /// Units that retreat.
    pub flight: Option<Box<Flight>>,
    /// Attackers that advance.
    pub runners: ArrayVec<Runner, MOST>,
    /// A hex with too much in it.
    pub excess: Option<SpaceId>,
    /// The segment has been ended; stacks are looked at before it closes (9.1.g).
    pub closing: bool,
    /// Air combat.
    pub duel: crate::air::Duel,
    /// Units whose identity and strength are open while they fight (18.1.h).
    pub open: UnitSet,
    /// Units that lie on top by their owner's choice.
    pub tops: UnitSet,
    /// Construction markers that lie under hidden units, for a viewer; none in a real position.
    pub works: u8,
    /// What a viewer knows of hidden stacks; empty in a real position.
    pub shadows: Vec<Shadow>,
    /// Open decisions.
    pub frames: Frames<Frame, 10>,
    /// How it ended.
    pub ended: Option<Ending>,
    /// Who stands where, and zones of control.
    pub layout: Derived<Layout>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Who won.
    pub winner: Option<Side>,
    /// 2 decisive, 1 marginal (significant 2, decisive 3 in the campaign), 0 a draw; positive for the Axis.
    pub level: i8,
    /// The level in words.
    pub word: String,
    /// The net victory points or stacking points.
    pub score: i32,
}

impl State {
    /// The step of the sequence of play.
    #[inline]
    pub fn step(&self) -> Step {
        match self.frames.iter().next() {
            Some(Frame::Step(step)) => *step,
            _ => Step::Over,
        }
    }

    /// Where a unit stands on the map.
    #[inline]
    pub fn at(&self, unit: UnitId) -> Option<SpaceId> {
        match self.units.get(unit.index())?.place {
            Place::At(hex) => Some(hex),
            _ => None,
        }
    }

    /// A unit.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// A unit, to be changed.
    #[inline]
    pub fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[unit.index()]
    }
}
