//! What somebody can be asked: the steps of the sequence of play (2), and the decisions nested in them. Their homes are in
//! `sequence.rs` and `decision.rs`.

use super::{Losses, Retreat, Supply, SupportBox};
use crate::data::{SupportId, UnitId};
use crate::sets::UnitSet;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use serde::{Deserialize, Serialize};

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
