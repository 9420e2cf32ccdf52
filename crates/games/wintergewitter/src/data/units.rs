//! What is printed on the counters (2.1).

mod read;

pub(super) use read::{Roster, read};

use super::Nation;
use kessel_kernel::data::Printed;
use kessel_kernel::{Side, small_id};
use kessel_kit::words;
use serde::{Deserialize, Serialize};

small_id! {
    /// A ground unit.
    UnitId, u16
}
small_id! {
    /// An air unit.
    AirId, u8
}
small_id! {
    /// A division, corps, army or group of independent units.
    FormationId, u8
}

words! {
    /// The icon of a ground unit (2.1).
    #[allow(missing_docs)]
    pub enum UnitType {
        Tank,
        HeavyTank,
        AssaultGun,
        SpAntiTank,
        Recon,
        MechInfantry,
        MotInfantry,
        MotCavalry,
        MotEngineer,
        MotAntiAir,
        MotArtillery,
        Rocket,
        Infantry,
        Engineer,
        AntiAir,
        AntiTank,
        Cavalry,
        Artillery,
        Mortar,
        MotHq,
        Hq,
        ArmyHq,
        Convoy,
    }
}

/// How it moves: the column of the Terrain Effects Chart (2.1.a).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum MoveClass {
    Mechanized,
    Motorized,
    NonMotorized,
}

/// How its losses are counted and ordered (11.6, 17.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum LossClass {
    Armor,
    Infantry,
    Artillery,
    Headquarters,
    Convoy,
}

impl UnitType {
    /// The chart of 2.1: which icon moves how.
    pub const fn movement(self) -> MoveClass {
        use UnitType as T;
        match self {
            T::Tank | T::HeavyTank | T::AssaultGun | T::SpAntiTank | T::Recon | T::MechInfantry => {
                MoveClass::Mechanized
            }
            T::MotInfantry
            | T::MotCavalry
            | T::MotEngineer
            | T::MotAntiAir
            | T::MotArtillery
            | T::Rocket
            | T::MotHq
            | T::Convoy => MoveClass::Motorized,
            _ => MoveClass::NonMotorized,
        }
    }

    /// Armor, infantry or artillery class (11.6, 17.2).
    pub const fn losses(self) -> LossClass {
        use UnitType as T;
        match self {
            T::Tank | T::HeavyTank | T::AssaultGun | T::SpAntiTank => LossClass::Armor,
            T::MotArtillery | T::Rocket | T::Artillery | T::Mortar => LossClass::Artillery,
            T::MotHq | T::Hq | T::ArmyHq => LossClass::Headquarters,
            T::Convoy => LossClass::Convoy,
            _ => LossClass::Infantry,
        }
    }

    /// A tank, panzer or assault gun: it gives armor superiority (11.4).
    pub const fn is_tank(self) -> bool {
        matches!(self, UnitType::Tank | UnitType::HeavyTank | UnitType::AssaultGun)
    }

    /// A headquarters.
    pub const fn is_hq(self) -> bool {
        matches!(self, UnitType::MotHq | UnitType::Hq | UnitType::ArmyHq)
    }

    /// Artillery class.
    pub const fn is_gun(self) -> bool {
        matches!(self.losses(), LossClass::Artillery)
    }

    /// Engineers (16.2).
    pub const fn is_engineer(self) -> bool {
        matches!(self, UnitType::Engineer | UnitType::MotEngineer)
    }

    /// Antiaircraft (16.1).
    pub const fn is_anti_air(self) -> bool {
        matches!(self, UnitType::AntiAir | UnitType::MotAntiAir)
    }
}

words! {
    /// How large a unit is (2.1.2).
    #[allow(missing_docs)]
    pub enum Size {
        Headquarters,
        Marker,
        Company,
        Battalion,
        Regiment,
        Brigade,
    }
}

words! {
    /// What a headquarters is in the chain of supply (14.2).
    pub enum HqRole {
        /// A division's, or that of a Soviet tank or mechanized corps.
        Division,
        /// A corps that serves its own divisions as an army does: 4 Cav, 1 and 13 Guards Rifle; VI and VII of the Rumanians; 57 Panzer.
        Corps,
        /// An army's.
        Army,
    }
}

/// One side of a counter.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Face {
    /// Strength points.
    pub strength: u8,
    /// Movement allowance.
    pub movement: u8,
    /// Proficiency rating.
    pub proficiency: u8,
    /// Stacking value.
    pub stacking: u8,
}

/// What is printed on a ground unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitInfo {
    /// The id that files and actions use: `I/11`, `302/823`.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its nation.
    pub nation: Nation,
    /// Its icon.
    pub kind: UnitType,
    /// Its size.
    pub size: Size,
    /// Where it belongs.
    pub formation: FormationId,
    /// The front.
    pub full: Face,
    /// The reverse; units of one point, headquarters and convoys have none.
    pub reduced: Option<Face>,
    /// The bracketed range of artillery.
    pub range: Option<u8>,
    /// Its place in the chain of supply, if it is a headquarters.
    pub hq: Option<HqRole>,
    /// It acts with the mechanized units (7.1), whatever it moves like.
    pub mechanized: bool,
    /// Which of these values are printed, each with its case.
    pub printed: Printed,
}

impl UnitInfo {
    /// The side that lies up at so many points: the front while it has more than the reverse shows (2.2).
    #[inline]
    pub fn face(&self, points: u8) -> Face {
        match self.reduced {
            Some(reduced) if points <= reduced.strength => reduced,
            _ => self.full,
        }
    }

    /// Motorized for the fifteen hexes of Soviet supply and the six points of a demolition: not on foot.
    pub const fn is_motorized(&self) -> bool {
        !matches!(self.kind.movement(), MoveClass::NonMotorized)
    }
}

/// A division, corps, army or group of independent units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormationInfo {
    /// The id that files use: `6P`, `302RD`, `51A-ind`.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its nation.
    pub nation: Nation,
    /// The headquarters to which its units trace (14.2); independent units have none and use any.
    pub hq: Option<UnitId>,
    /// The corps headquarters above it that serves as an army's (14.2.1, 14.2.2), if it has one.
    pub corps: Option<UnitId>,
    /// The Ring army that it belongs to (5.3).
    pub ring: Option<super::RingArmy>,
    /// Its units, in order.
    pub units: Vec<UnitId>,
}

words! {
    /// The five classes of aircraft (2.1.1).
    #[allow(missing_docs)]
    pub enum AirClass {
        Fighter,
        GroundAttack,
        DiveBomber,
        Bomber,
        HeavyBomber,
    }
}

impl AirClass {
    /// The letters on the counter (2.1.1).
    pub const fn code(self) -> &'static str {
        match self {
            AirClass::Fighter => "F",
            AirClass::GroundAttack => "GA",
            AirClass::DiveBomber => "DB",
            AirClass::Bomber => "B",
            AirClass::HeavyBomber => "Bh",
        }
    }
}

/// What is printed on an air unit (2.1.i).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AirInfo {
    /// The id that files and actions use: `I/JG52`, `202SHAD`.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its class.
    pub class: AirClass,
    /// Air-to-air combat factor.
    pub attack: u8,
    /// Defensive factor.
    pub defence: u8,
    /// Bombardment factor.
    pub bombs: u8,
    /// Proficiency rating.
    pub proficiency: u8,
    /// Which of these values are printed, each with its case.
    pub printed: Printed,
}
