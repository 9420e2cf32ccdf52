//! What a unit does and goes on doing.

use kessel_kit::words;
use serde::{Deserialize, Serialize};

words! {
    /// 14.0: the formation in which a unit moves.
    #[derive(Default)]
    pub enum Mode {
        /// 14.2.
        #[default]
        Tactical,
        /// 14.3.
        Strategic,
    }
}

words! {
    /// 15.2: the types of attack.
    pub enum Assault {
        /// Low intensity.
        Probe,
        /// Without advance.
        NoAdvance,
        /// The standard attack.
        Assault,
        /// At all costs.
        AllOut,
    }
}

impl Assault {
    /// 15.2.e: what it weighs in the average of a battle.
    pub const fn weight(self) -> i64 {
        match self {
            Assault::Probe => 1,
            Assault::NoAdvance | Assault::Assault => 2,
            Assault::AllOut => 3,
        }
    }
}

words! {
    /// 15.51: how a unit defends.
    #[derive(Default)]
    pub enum Stance {
        /// Retreat if attacked.
        Retreat,
        /// Defend if attacked.
        #[default]
        Defend,
        /// Hold at all costs.
        Hold,
    }
}

words! {
    /// 9.32: what a defender does beside it.
    #[derive(Default)]
    pub enum Secondary {
        /// Nothing.
        #[default]
        Nothing,
        /// Digs in (23.2).
        Dig,
        /// Fortifies (23.3).
        Fortify,
        /// Takes replacements (26.0).
        Replace,
    }
}

/// 16.3: what artillery is told.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Mission {
    /// A target: barrage, interdiction or dedicated support, as 16.22 decides.
    Target(u16),
    /// 16.33.
    OnCall,
    /// 16.32.
    CounterBattery,
    /// 16.32: fire, then move a hex.
    Scoot(u16),
}

/// A unit's order: what stands after a turn goes on in the next one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    /// Follows its path.
    Move(Mode),
    /// Attacks a hex, this turn only.
    Attack(Assault, u16),
    /// Defends.
    Defend(Stance, Secondary),
    /// Fires.
    Fire(Mission),
    /// Rides on its carrier.
    Ride,
}

impl Default for Standing {
    fn default() -> Standing {
        Standing::Defend(Stance::Defend, Secondary::Nothing)
    }
}

impl Standing {
    /// Is it on the move?
    pub fn moves(self) -> bool {
        matches!(self, Standing::Move(_))
    }

    /// How it defends: whoever is told something else defends, too.
    pub fn stance(self) -> Stance {
        if let Standing::Defend(stance, _) = self { stance } else { Stance::Defend }
    }
}
