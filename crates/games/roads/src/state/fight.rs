//! A combat as the state keeps it (8).

use crate::data::{AttackerResult, DefenderResult, UnitId};
use crate::state::{SupportSet, UnitSet};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_table::Side;
use serde::{Deserialize, Serialize};

/// The kind of combat.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FightKind {
    /// In the Combat phase.
    Combat,
    /// In the Exploitation phase (9.3).
    Exploitation,
    /// A Surprise Attack.
    Surprise,
}

/// Where a combat stands: the seven steps of 8.2 in the order of the questions they ask.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Step 2: the supply of the defenders (8.4).
    SupplyCheck,
    /// The defender may play Ju 52 events.
    Ju52,
    /// Step 3: the attacker's supports.
    AttackerSupports,
    /// The defender's supports.
    DefenderSupports,
    /// Odds (8.5).
    Odds,
    /// The attacker's elite bonus (8.6).
    AttackerElite,
    /// The armored attack (8.6.3).
    Armored,
    /// The defender's elite bonus.
    DefenderElite,
    /// Step 4: the dice (8.7).
    Roll,
    /// The attacker's choice within the block of colour (8.10.3).
    AttackerChoice,
    /// The defender's.
    DefenderChoice,
    /// The defender names river or terrain (8.10.4).
    RiverOrTerrain,
    /// Terrain, supports, allied stacks; step 5: superiority.
    Modify,
    /// Result F: stay, or go back and lose one less.
    FallBack,
    /// Losses of the attacker, then of the defender (8.8).
    AttackerLosses,
    /// The defender's.
    DefenderLosses,
    /// Step 6: AR: go back, or lose two.
    AttackerRetreat,
    /// D1: one more loss.
    ExtraLoss,
    /// Engagement: dice again, losses only.
    Engagement,
    /// Losses of the engagement.
    EngagementLosses,
    /// Result S: stay and lose one more, or go back.
    StandFast,
    /// The defenders go back.
    DefenderRetreat,
    /// Result R.
    React,
    /// Panzers to the rescue (14.1).
    Rescue,
    /// The attacker may advance.
    AttackerAdvance,
    /// The defender may.
    DefenderAdvance,
    /// Step 7: Exploitation markers (8.14).
    Exploit,
    /// Book-keeping.
    End,
}

/// A combat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fight {
    /// The kind.
    pub kind: FightKind,
    /// Whose attack.
    pub attacker: Side,
    /// The hex attacked.
    pub hex: SpaceId,
    /// The attackers.
    pub attackers: UnitSet,
    /// The hexes that they attack from.
    pub from: ArrayVec<SpaceId, 6>,
    /// The defenders.
    pub defenders: UnitSet,
    /// How far it has come.
    pub stage: Stage,
    /// Supports that serve it.
    pub supports: SupportSet,
    /// Ju 52 events played: the doubled unit, the doubled stack.
    pub resisting: Option<UnitId>,
    /// The whole stack is doubled.
    pub stack_resists: bool,
    /// Units that have made an OOS-FS attack at full strength are marked elsewhere; the totals after all modifiers.
    pub attack: u16,
    /// The defence.
    pub defence: u16,
    /// The column, -1 for an attack called off (8.5.8), else an index into [`Odds::ALL`](crate::data::Odds::ALL).
    pub column: i8,
    /// The elite units declared: the attacker's, the defender's.
    pub elite: [Option<UnitId>; 2],
    /// An armored attack.
    pub armored: bool,
    /// The dice.
    pub roll: u8,
    /// Losses still to take: the attacker's, the defender's.
    pub losses: [u8; 2],
    /// The attacker's result as rolled or chosen.
    pub attacker_result: AttackerWord,
    /// Its exploitation level after everything.
    pub level: u8,
    /// The defender's result, as it stands.
    pub defender_result: DefenderWord,
    /// The engagement has been rolled: there is one at most.
    pub engaged: bool,
    /// The defender lets the river change the attacker's result (8.10.4).
    pub by_river: bool,
    /// Steps that the allied defenders had (8.11).
    pub weak_allies: bool,
    /// All defenders were German, none allied or HQ alone (14.1).
    pub all_german: bool,
    /// The defender has an extra R (14.1).
    pub rescue: bool,
    /// Engagement after the other results; in mud it spares the defender.
    pub engagement: bool,
    /// In mud: only the attacker loses by it (3.2.2).
    pub one_sided: bool,
    /// How many hexes the defenders go back.
    pub retreat: u8,
    /// The defenders have gone back, the attackers have.
    pub went_back: [bool; 2],
    /// Attrition alone has killed all attackers: no tactical result has emptied their hexes (8.13.1).
    #[serde(default)]
    pub wiped_out: bool,
    /// Soviet steps lost, armor twice (15.2.2).
    pub soviet_losses: u8,
    /// Units that had lost a step in this combat (8.8.2).
    pub hit: UnitSet,
    /// Rattenkrieg has ended it.
    pub nullified: bool,
    /// The attacker has taken the hex.
    pub taken: bool,
}

/// [`AttackerResult`] without its exploitation level, as it is kept in a state.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum AttackerWord {
    #[default]
    None,
    Retreat,
    Loss,
    Engagement,
}

impl From<AttackerResult> for AttackerWord {
    fn from(result: AttackerResult) -> AttackerWord {
        match result {
            AttackerResult::Retreat => AttackerWord::Retreat,
            AttackerResult::Loss => AttackerWord::Loss,
            AttackerResult::Engagement => AttackerWord::Engagement,
            _ => AttackerWord::None,
        }
    }
}

/// [`DefenderResult`] by its number in [`DefenderResult::ALL`].
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DefenderWord(pub u8);

impl DefenderWord {
    /// The result.
    pub fn result(self) -> DefenderResult {
        DefenderResult::ALL.get(usize::from(self.0)).copied().unwrap_or(DefenderResult::None)
    }
}

impl From<DefenderResult> for DefenderWord {
    fn from(result: DefenderResult) -> DefenderWord {
        DefenderWord(result as u8)
    }
}

/// Steps to lose.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Losses {
    /// Whose steps.
    pub side: Side,
    /// How many more.
    pub left: u8,
    /// By 8.8: the first from an elite or armored unit if declared, then each unit once before any twice.
    pub in_order: bool,
    /// The first loss is still to be taken from those that declared (8.8.1).
    pub first: bool,
}

/// Units that go back.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retreat {
    /// Whose.
    pub side: Side,
    /// Those that have still to go.
    pub units: UnitSet,
    /// How many hexes each.
    pub hexes: u8,
    /// From where: the attacked hex; each attacker from his own.
    pub origin: Option<SpaceId>,
    /// The one going, and the hexes it has gone; where it started.
    pub going: Option<UnitId>,
    /// Hexes gone.
    pub gone: u8,
    /// Where the one going started.
    pub start: SpaceId,
}
