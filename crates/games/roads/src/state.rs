//! A position: flat, cheap to clone, serialised whole.

mod fight;

pub use fight::{AttackerWord, DefenderWord, Fight, FightKind, Losses, Retreat, Stage};

pub use crate::field::{Field, Piece, Place, Supply};
pub use crate::sets::{Spaces, SupportSet, UnitSet};

use crate::data::{Effect, Forecast, LevelId, MansteinSide, SupportId, UnitId};
use crate::ground::Kept;
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_table::{Derived, Frames, Side};
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

/// The steps of the sequence of play (2). Most belong to either player; [`State::phasing`] says whose.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Set-up: the Soviet player chooses the effects of German Superiority (S4, S5).
    ChooseEffects,
    /// Set-up: a step of the opening supports; the number is in the list of the scenario.
    Opening(u8),
    /// The weather is rolled (3).
    Weather,
    /// Backhand Blow may be declared (16.3.2).
    Backhand,
    /// Supply: pontoons are taken up (4.1.4).
    Dismantle,
    /// Supply: pontoons are built (4.1.3).
    Pontoons,
    /// Stalingrad Supply: the fortress may be declared (10.1).
    Declare,
    /// Stalingrad Supply: Goering may be played before the air bridge roll (10.4).
    AirBridge,
    /// Stalingrad Supply: the Ju 52 are placed (10.4.3).
    Landing,
    /// Offensives: Maskirovka (11.4).
    Maskirovka,
    /// Offensives: markers may be taken up (11.2).
    Lift,
    /// Offensives: a Major Offensive may be launched (11.4).
    Launch,
    /// Offensives: the STAVKA supports are given out (11.4.2).
    Spend,
    /// Offensives: Minor markers are placed (11.1).
    PlaceMinor,
    /// Support: Wintergewitter may be launched (16.3.1).
    Wintergewitter,
    /// Support: one marker may be transferred (5.5.6).
    Transfer,
    /// Support: Surprise Attacks, Tank Brigades, Luftwaffe (5.5.7).
    Strike,
    /// Support: the other supports (5.5.7).
    Deploy,
    /// Support: Supply Shortages may be returned (12.2).
    Shortages,
    /// Operation Mars (6).
    Mars,
    /// STAVKA: HQs are chosen, units released (13.1).
    Release,
    /// STAVKA: units enter the reserve (13.1.3).
    Enter,
    /// Movement (7).
    Movement,
    /// Combat (8).
    Combat,
    /// Exploitation movement (9.2).
    ExploitMovement,
    /// Exploitation combat (9.3).
    ExploitCombat,
    /// Reinforcements arrive (17.1, 17.2).
    Arrivals,
    /// Upgrades (18.2).
    Upgrades,
    /// Withdrawals (18.1).
    Withdrawals,
    /// The free division (17.2.3).
    FreeDivision,
    /// Replacements (17.3).
    Replacements,
    /// Removed HQs return (4.1.2).
    Return,
    /// The game is over.
    Over,
}

/// Who is asked what.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Frame {
    /// A step of the sequence; always at the bottom.
    Step(Step),
    /// Maskirovka moves supports from its box, or into the Major box (PA.SUP.maskirovka).
    Shifting {
        /// Its own box.
        from: SupportBox,
    },
    /// Supports are owed for something done.
    Pay {
        /// Who pays.
        side: Side,
        /// How many more.
        left: u8,
        /// What for.
        bill: Bill,
    },
    /// Supports are chosen from the pool (11.4.2, 16.3).
    Choose {
        /// Who chooses.
        side: Side,
        /// How many more.
        left: u8,
        /// Into which box.
        to: SupportBox,
    },
    /// A box with the Test Supply Shortage: real supports go back with the shortages (12.3).
    ReturnReal {
        /// The box.
        from: SupportBox,
        /// How many more.
        left: u8,
        /// Shortages without a real support.
        unmatched: u8,
    },
    /// The Axis puts OOS markers on Soviet stacks (12.3).
    MarkOos {
        /// How many more.
        left: u8,
    },
    /// A stack under a Surprise Attack (PA.SUP.surprise).
    Surprise(Surprise),
    /// A unit moves.
    March(March),
    /// Attackers are named (8.3).
    Muster,
    /// A combat goes on; [`Fight::stage`] says what is asked.
    Fight,
    /// Steps are lost.
    Losses(Losses),
    /// A Kampfgruppe may take the place of a dead elite unit (8.15).
    Kampfgruppe {
        /// The dead.
        unit: UnitId,
        /// Where it died.
        hex: SpaceId,
        /// The supply marker it had, which the Kampfgruppe takes over.
        supply: Supply,
    },
    /// Units retreat (8.12).
    Retreat(Retreat),
    /// A unit may react (result R).
    React {
        /// Whose.
        side: Side,
        /// Only a German armored division may (14.1).
        rescue: bool,
    },
    /// Units may advance (8.13).
    Advance {
        /// Whose.
        side: Side,
        /// The hex left for him; the defender chooses among the attackers' hexes.
        into: Option<SpaceId>,
    },
    /// Exploitation markers are placed (8.14).
    Exploit {
        /// Half units left.
        left: u8,
    },
    /// A German Superiority effect is switched (14.2).
    Superiority {
        /// On (by the Axis) or off (by the Soviets).
        on: bool,
    },
    /// A hex holds too much at the end of a phase (1.11.2).
    Overstack {
        /// Whose.
        side: Side,
        /// Where.
        hex: SpaceId,
    },
    /// The fortress gives up reduced units (10.3.5).
    Capitulate {
        /// How many more.
        left: u8,
    },
    /// A division may be flown out (10.4.3).
    Evacuate,
    /// Stacks are named for a Sortie (10.4.3).
    Sortie {
        /// How many more.
        left: u8,
    },
    /// A support is played into the pocket (10.4.3).
    Airlift {
        /// Where.
        hex: SpaceId,
    },
    /// The fortress marker moves towards Stalingrad; several hexes are as near (10.1.5).
    MarkerMoves {
        /// From here.
        from: SpaceId,
    },
}

/// What supports are paid for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bill {
    /// Artillery east of the Don (4.5.2).
    Artillery,
    /// Units released at a launch: from the STAVKA supports (11.4.2).
    Launch,
    /// A step of an armored unit; the Axis may give an armored Kampfgruppe (17.3.7).
    Armor,
    /// Two given for one chosen (11.4.2).
    Swap,
    /// Two given for Wintergewitter (16.3.1).
    Wintergewitter,
}

/// A stack under a Surprise Attack.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Surprise {
    /// The marker.
    pub marker: SupportId,
    /// Where it started.
    pub start: SpaceId,
    /// Where it stands.
    pub at: SpaceId,
    /// Its units.
    pub units: UnitSet,
    /// The combat has been fought.
    pub fought: bool,
}

/// How a unit moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// By its movement factor (7.1).
    Normal,
    /// Doubled, out of the enemy's reach (7.2).
    Strategic,
    /// Along a railroad, Axis only (7.3).
    Rail,
    /// In exploitation (9.2).
    Exploitation,
    /// By a result R (8.10).
    React,
}

impl Mode {
    /// All modes.
    pub const ALL: [Mode; 5] = [Mode::Normal, Mode::Strategic, Mode::Rail, Mode::Exploitation, Mode::React];

    /// The word in actions.
    pub const fn word(self) -> &'static str {
        match self {
            Mode::Normal => "normal",
            Mode::Strategic => "strategic",
            Mode::Rail => "rail",
            Mode::Exploitation => "exploitation",
            Mode::React => "react",
        }
    }
}

/// A unit on the move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// Who.
    pub unit: UnitId,
    /// How.
    pub mode: Mode,
    /// From where.
    pub start: SpaceId,
    /// Half points left.
    pub left: u8,
    /// Hexes it may still enter, if hexes are counted (10.3.2).
    pub hexes: Option<u8>,
    /// Hexes entered.
    pub entered: u8,
}

impl Frame {
    /// The step, if it is one.
    pub fn step(&self) -> Option<Step> {
        match self {
            Frame::Step(step) => Some(*step),
            _ => None,
        }
    }
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
