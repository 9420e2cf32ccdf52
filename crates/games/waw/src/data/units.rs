//! Kinds of units and the units of a scenario (8, 9.2, 12, 16, 20).

mod class;

pub use class::{Class, Motor};
pub(super) use class::{find, read};

use super::{Nation, Scale};
use kessel_board::SpaceId;
use kessel_kernel::{Side, small_id};
use kessel_kit::words;
use serde::{Deserialize, Serialize};

small_id! {
    /// A ground unit of a scenario, headquarters among them.
    UnitId, u16
}
small_id! {
    /// A kind of unit: a row of `units.toml`.
    ClassId, u8
}
small_id! {
    /// A division, brigade or corps of a scenario, or the troops of a headquarters.
    FormationId, u16
}
small_id! {
    /// An organisation for unit integrity (15.42): regiment or brigade on the fine scales, division at 3 km.
    OrgId, u16
}

words! {
    /// How a unit moves: the rows of the cost charts (14.12).
    #[allow(missing_docs)]
    pub enum MoveClass {
        Foot,
        NonMotHq,
        Ski,
        Horse,
        Bicycle,
        Motorcycle,
        Truck,
        MotHq,
        ArmoredCar,
        Tracked,
        /// Pays as foot does.
        Mounted,
    }
}

impl MoveClass {
    /// How many there are.
    pub const COUNT: usize = MoveClass::ALL.len();

    /// Motorised classes burn fuel, and cross unfrozen rivers by bridge only.
    pub const fn is_motorised(self) -> bool {
        matches!(
            self,
            MoveClass::Motorcycle | MoveClass::Truck | MoveClass::MotHq | MoveClass::ArmoredCar | MoveClass::Tracked
        )
    }
}

words! {
    /// What a unit is for the rules.
    pub enum Kind {
        /// Foot, motorised, motorcycle, cyclist, cavalry, machine-gun and security units, militia.
        Infantry,
        /// Tanks and assault guns; mechanised brigades.
        Armour,
        /// Mechanised reconnaissance.
        Recon,
        /// Combat engineers.
        Engineer,
        /// Construction engineers: they build and give no odds shift.
        Builder,
        /// Antitank guns.
        AntiTank,
        /// Antiaircraft guns.
        AntiAir,
        /// Guns and rockets.
        Artillery,
        /// A headquarters.
        Hq,
    }
}

words! {
    /// What a replacement point is for (26).
    #[allow(missing_docs)]
    pub enum ReplacementKind {
        Infantry,
        Armour,
        Engineer,
        Artillery,
        AntiTank,
        AntiAir,
    }
}

impl Kind {
    /// Which replacement points it takes; headquarters take none.
    pub const fn replaced_by(self) -> Option<ReplacementKind> {
        match self {
            Kind::Infantry => Some(ReplacementKind::Infantry),
            Kind::Armour | Kind::Recon => Some(ReplacementKind::Armour),
            Kind::Engineer | Kind::Builder => Some(ReplacementKind::Engineer),
            Kind::Artillery => Some(ReplacementKind::Artillery),
            Kind::AntiTank => Some(ReplacementKind::AntiTank),
            Kind::AntiAir => Some(ReplacementKind::AntiAir),
            Kind::Hq => None,
        }
    }
}

words! {
    /// How long guns take to be ready after a move (16.21).
    pub enum Readiness {
        /// The turn after moving; may shoot and scoot.
        Light,
        /// The turn after moving; rockets, which may not scoot.
        Rocket,
        /// After one full still turn.
        Medium,
        /// After two.
        Heavy,
    }
}

/// Strengths in millionths of a point.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Strengths {
    pub attack: i64,
    pub defence: i64,
    pub antitank: i64,
    pub armour: i64,
    pub barrage: i64,
    pub support: i64,
}

words! {
    /// The rank of a headquarters (12.1).
    pub enum HqRank {
        /// A Soviet front.
        Front,
        /// An army. The Soviet ones stand on a corps' level.
        Army,
        /// A corps; Soviet ones are cavalry corps.
        Corps,
        /// A division; Soviet tank and mechanised corps too.
        Division,
        /// A brigade.
        Brigade,
    }
}

/// What a headquarters is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hq {
    /// Its rank.
    pub rank: HqRank,
    /// 1 (Axis army, Soviet front) to 5 (brigade): attachment goes from a higher number to a lower one.
    pub level: u8,
    /// How many units and headquarters it commands at most (12.11).
    pub span: u8,
    /// The level of supply that it draws when nobody changes it (19.8).
    pub default: SupplyLevel,
}

words! {
    /// Supply levels, best first (19.1).
    #[allow(missing_docs)]
    pub enum SupplyLevel {
        Attack,
        General,
        Defensive,
        Minimal,
        None,
    }
}

words! {
    /// The colours of counters (8.2).
    #[allow(missing_docs)]
    pub enum Colour {
        SovietGuard,
        SovietArmy,
        SovietMarine,
        SovietSki,
        Nkvd,
        Militia,
        GermanArmy,
        Luftwaffe,
        WaffenSs,
        Brandenburg,
        Italian,
        Blackshirt,
        Romanian,
        Croatian,
        Cossack,
        Turkoman,
        Turkistani,
        Abwehr,
    }
}

/// Where a unit is when the game begins.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// In this hex.
    Hex(SpaceId),
    /// It comes at the end of this turn, in this hex or near it (25).
    Turn(u16, SpaceId),
    /// Only a variant brings it.
    Variant,
}

/// A ground unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitInfo {
    /// `A.305.inf4`.
    pub id: String,
    /// `I/576`, for the counter.
    pub name: String,
    /// The number on the counter.
    pub number: String,
    /// Dots in the lower left corner: the battalion of its regiment; 0 if it has none.
    pub dots: u8,
    /// Whose it is.
    pub side: Side,
    /// Its nation.
    pub nation: Nation,
    /// Its colour.
    pub colour: Colour,
    /// Its kind.
    pub class: ClassId,
    /// What it is for the rules.
    pub kind: Kind,
    /// Its division, or the troops of a headquarters.
    pub formation: FormationId,
    /// For unit integrity; headquarters and artillery have one too, the rules decide whether it counts.
    pub org: Option<OrgId>,
    /// The headquarters that it is attached to at the start; for a headquarters its superior.
    pub superior: Option<UnitId>,
    /// What it commands.
    pub hq: Option<Hq>,
    /// How it moves.
    pub movement: MoveClass,
    /// Tactical allowance in 1/120 movement points.
    pub tactical: u16,
    /// Strategic allowance in 1/120 movement points.
    pub strategic: u16,
    /// Strengths at full, the ceiling of replacements.
    pub full: Strengths,
    /// Strengths at the start.
    pub start: Strengths,
    /// Range in hexes.
    pub range: u8,
    /// Antiaircraft strength.
    pub anti_air: u8,
    /// Guns only.
    pub ready: Option<Readiness>,
    /// Does it carry a stripe?
    pub striped: bool,
    /// Stacking points (11.1).
    pub points: u8,
    /// Base troop quality.
    pub quality: u8,
    /// May carry riders.
    pub carrier: bool,
    /// May ride.
    pub rider: bool,
    /// Counts against a span.
    pub spans: bool,
    /// Size of the dug-in position that it starts in; 0 for none.
    pub dug_in: u8,
    /// Where it starts.
    pub place: Start,
}

impl UnitInfo {
    /// Tanks and the like: what makes or forbids an overrun.
    pub const fn is_armour(&self) -> bool {
        matches!(self.kind, Kind::Armour)
    }
    /// Guns and rockets.
    pub const fn is_artillery(&self) -> bool {
        matches!(self.kind, Kind::Artillery)
    }
}

/// A division, corps, brigade, or the troops of a headquarters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formation {
    /// `305`, `14Pz`, `LIAK`.
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Counts as a division in the scenario's size (29.0).
    pub division: bool,
    /// Its units, its headquarters first.
    pub units: Vec<UnitId>,
    /// Its headquarters.
    pub hq: Option<UnitId>,
}

/// The stacking points of a unit at a scale (11.1.b).
pub const fn stacking_points(scale: Scale, striped: bool) -> u8 {
    match (striped, scale) {
        (true, _) => 1,
        (false, Scale::City) => 4,
        (false, _) => 3,
    }
}
