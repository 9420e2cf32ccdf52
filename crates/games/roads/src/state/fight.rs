//! A combat as the state keeps it (8).

use crate::data::{AttackerResult, DefenderResult, UnitId};
use crate::state::{SupportSet, UnitSet};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::Side;
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
    /// The attacker's elite bonus, before the defender's (8.6.2.a).
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
    /// Losses of the attacker, then of the defender (8.8); then the attacker's result, then the defender's (8.7.7).
    AttackerLosses,
    /// The defender's.
    DefenderLosses,
    /// Step 6, whoever is left (8.10.1). AR: go back, or lose two.
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
    /// Engagement after the other results.
    pub engagement: bool,
    /// In mud an E costs the attacker only (3.2.2.e).
    pub one_sided: bool,
    /// How many hexes the defenders go back.
    pub retreat: u8,
    /// The defenders have gone back, the attackers have.
    pub went_back: [bool; 2],
    /// The attacker's own result brings the engagement: an Eng of his column, or in mud an E (3.2.2.e).
    #[serde(default)]
    pub own_engagement: bool,
    /// Losses that the defender is still spared because he falls back (CRT.F).
    #[serde(default)]
    pub spare: u8,
    /// Attrition alone has killed all attackers: no tactical result has emptied their hexes (8.13.1).
    #[serde(default)]
    pub wiped_out: bool,
    /// The attacker's tactical results have emptied every hex that was attacked from (8.13.1).
    #[serde(default)]
    pub vacated: bool,
    /// Kampfgruppen raised in this combat: they took no part in it (8.13.2, 8.14.1).
    #[serde(default)]
    pub raised: UnitSet,
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
    /// Those on their way: one unit, or a stack (8.12.4).
    pub going: UnitSet,
    /// Hexes gone.
    pub gone: u8,
    /// Where those on their way started.
    pub start: SpaceId,
}

impl Fight {
    /// A combat before anything has happened.
    pub(crate) fn new(kind: FightKind, attacker: Side, hex: SpaceId) -> Fight {
        Fight {
            kind,
            attacker,
            hex,
            attackers: UnitSet::EMPTY,
            from: Default::default(),
            defenders: UnitSet::EMPTY,
            stage: Stage::SupplyCheck,
            supports: Default::default(),
            resisting: None,
            stack_resists: false,
            attack: 0,
            defence: 0,
            column: 0,
            elite: [None; 2],
            armored: false,
            roll: 0,
            losses: [0; 2],
            attacker_result: Default::default(),
            level: 0,
            defender_result: Default::default(),
            engaged: false,
            by_river: false,
            weak_allies: false,
            all_german: false,
            rescue: false,
            engagement: false,
            one_sided: false,
            retreat: 0,
            went_back: [false; 2],
            own_engagement: false,
            spare: 0,
            wiped_out: false,
            vacated: false,
            raised: UnitSet::EMPTY,
            soviet_losses: 0,
            hit: UnitSet::EMPTY,
            nullified: false,
            taken: false,
        }
    }
}

impl Fight {
    /// CRT.F: 'one loss less' holds for whatever the result costs: the table's losses, D1, an engagement.
    pub(crate) fn after_falling_back(&mut self, losses: u8) -> u8 {
        let spared = losses.min(self.spare);
        self.spare -= spared;
        losses - spared
    }
}

impl Stage {
    /// The stages in order.
    pub const ALL: [Stage; 28] = [
        Stage::SupplyCheck,
        Stage::Ju52,
        Stage::AttackerSupports,
        Stage::DefenderSupports,
        Stage::Odds,
        Stage::AttackerElite,
        Stage::Armored,
        Stage::DefenderElite,
        Stage::Roll,
        Stage::AttackerChoice,
        Stage::DefenderChoice,
        Stage::RiverOrTerrain,
        Stage::Modify,
        Stage::FallBack,
        Stage::AttackerLosses,
        Stage::DefenderLosses,
        Stage::AttackerRetreat,
        Stage::ExtraLoss,
        Stage::Engagement,
        Stage::EngagementLosses,
        Stage::StandFast,
        Stage::DefenderRetreat,
        Stage::React,
        Stage::Rescue,
        Stage::AttackerAdvance,
        Stage::DefenderAdvance,
        Stage::Exploit,
        Stage::End,
    ];

    /// The stage after this one.
    pub(crate) fn next(self) -> Stage {
        Stage::ALL.get(self as usize + 1).copied().unwrap_or(Stage::End)
    }
}
