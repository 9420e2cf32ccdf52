//! Counters: the divisions of both sides, the faces that untried Soviet units turn up, and the markers (2.5 to 2.16).

mod read;

pub(super) use read::{Roster, kind_of, parse_corner, read};

use super::map::AxisArmy;
use super::reading::{Printed, small_id};
use kessel_kit::Word;
use kessel_table::Side;
use kessel_table::data::Nation;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ops::Range;

small_id! {
    /// A combat unit, counted from 0: an index into [`Data::units`](super::Data::units). The Axis comes first, then each Soviet kind
    /// as one stretch.
    UnitId, u16
}

small_id! {
    /// The tried side of a regular Soviet unit, counted from 0: an index into [`Data::faces`](super::Data::faces). Which unit has
    /// which face is open until the unit first fights (2.14).
    FaceId, u8
}

/// The type of a unit (2.9).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum UnitKind {
    /// PD: a panzer division; the Romanian and the Hungarian one too.
    #[serde(rename = "PD")]
    Panzer,
    /// MID: a motorised infantry division.
    #[serde(rename = "MID")]
    Motorised,
    /// FD: the motorised flak division (11.27).
    #[serde(rename = "FD")]
    Flak,
    /// ID: an infantry division.
    #[serde(rename = "ID")]
    Infantry,
    /// J: a light infantry division.
    #[serde(rename = "J")]
    Jaeger,
    /// Mountain infantry.
    #[serde(rename = "Mtn")]
    Mountain,
    /// S: a security division.
    #[serde(rename = "S")]
    Security,
    /// Lw: a field division of the air force (2.15).
    #[serde(rename = "Lw")]
    Luftwaffe,
    /// CD: a cavalry division.
    #[serde(rename = "CD")]
    Cavalry,
    /// RD: a rifle division.
    #[serde(rename = "RD")]
    Rifle,
    /// TC: a tank corps.
    #[serde(rename = "TC")]
    TankCorps,
    /// MC: a mechanised corps.
    #[serde(rename = "MC")]
    MechanisedCorps,
    /// CC: a cavalry corps.
    #[serde(rename = "CC")]
    CavalryCorps,
    /// DD: a tank-destroyer division.
    #[serde(rename = "DD")]
    TankDestroyer,
    /// NG: a naval garrison.
    #[serde(rename = "NG")]
    NavalGarrison,
    /// FA: a fortified area.
    #[serde(rename = "FA")]
    FortifiedArea,
    /// AD: an artillery division.
    #[serde(rename = "AD")]
    Artillery,
    /// HCD: a heavy cannon division.
    #[serde(rename = "HCD")]
    HeavyCannon,
}

impl Word for UnitKind {}

impl UnitKind {
    /// The Soviet kinds, in the order of their stretches in [`Data::units`](super::Data::units).
    pub const SOVIET: [UnitKind; 9] = [
        UnitKind::Rifle,
        UnitKind::TankCorps,
        UnitKind::MechanisedCorps,
        UnitKind::CavalryCorps,
        UnitKind::TankDestroyer,
        UnitKind::NavalGarrison,
        UnitKind::FortifiedArea,
        UnitKind::Artillery,
        UnitKind::HeavyCannon,
    ];

    /// The book's abbreviation (12.1, 12.3).
    pub fn code(self) -> &'static str {
        self.word()
    }

    /// Mechanised, not foot or horse (2.9).
    pub const fn is_mechanised(self) -> bool {
        match self {
            UnitKind::Panzer
            | UnitKind::Motorised
            | UnitKind::Flak
            | UnitKind::TankCorps
            | UnitKind::MechanisedCorps
            | UnitKind::TankDestroyer
            | UnitKind::Artillery
            | UnitKind::HeavyCannon => true,
            UnitKind::Infantry
            | UnitKind::Jaeger
            | UnitKind::Mountain
            | UnitKind::Security
            | UnitKind::Luftwaffe
            | UnitKind::Cavalry
            | UnitKind::Rifle
            | UnitKind::CavalryCorps
            | UnitKind::NavalGarrison
            | UnitKind::FortifiedArea => false,
        }
    }

    /// Artillery or heavy cannon (6.4, 11.26).
    pub const fn is_artillery(self) -> bool {
        matches!(self, UnitKind::Artillery | UnitKind::HeavyCannon)
    }

    /// Regular Soviet units begin untried; specialists do not (2.14).
    pub const fn is_regular(self) -> bool {
        matches!(self, UnitKind::Rifle | UnitKind::TankCorps | UnitKind::MechanisedCorps | UnitKind::CavalryCorps)
    }

    /// A Soviet kind.
    pub const fn is_soviet(self) -> bool {
        self as u8 >= UnitKind::Rifle as u8
    }
}

/// How large a unit is (2.8).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnitSize {
    /// XX.
    Division,
    /// XXX.
    Corps,
}

impl Word for UnitSize {}

/// A combat factor as it is printed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "Value")]
pub enum Factor {
    /// A number.
    Number(u8),
    /// A question mark: a die in each battle (2.15).
    Die,
    /// Not shown yet (2.14).
    Untried,
}

/// As it is printed.
impl From<Factor> for Value {
    fn from(factor: Factor) -> Value {
        match factor {
            Factor::Number(number) => number.into(),
            Factor::Die => "?".into(),
            Factor::Untried => "U".into(),
        }
    }
}

/// The combat factors on one side of a counter.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Front {
    /// Attack.
    pub attack: Factor,
    /// Defence.
    pub defence: Factor,
}

/// What stands in the upper left corner of an Axis counter (2.13, 12.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "String")]
pub enum Corner {
    /// An army: it starts Blue in the army's area.
    Army(AxisArmy),
    /// St: it starts Blue in Stalino.
    Stalino,
    /// K: it starts Blue in Kharkhov.
    Kharkhov,
    /// A: it starts Blue in any hex of the German side.
    Anywhere,
    /// A number: it arrives in this turn of Blue.
    Turn(u8),
    /// An asterisk: it comes with the Taman peninsula (8.2).
    Taman,
    /// Ur: it takes part in Uranus only, from the start.
    Uranus,
    /// Ur and a number: it arrives in this turn of Uranus.
    UranusTurn(u8),
}

/// The code as it is printed.
impl From<Corner> for String {
    fn from(corner: Corner) -> String {
        match corner {
            Corner::Army(army) => army.code().to_owned(),
            Corner::Stalino => "St".to_owned(),
            Corner::Kharkhov => "K".to_owned(),
            Corner::Anywhere => "A".to_owned(),
            Corner::Turn(turn) => turn.to_string(),
            Corner::Taman => "*".to_owned(),
            Corner::Uranus => "Ur".to_owned(),
            Corner::UranusTurn(turn) => format!("Ur{turn}"),
        }
    }
}

/// What is printed on a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitInfo {
    /// The id that files and actions use: `3PD`, `It-P`, `RD-001`.
    #[serde(skip)]
    pub id: String,
    /// The name for people. A regular Soviet unit shows only its kind until it has a face.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its nation.
    pub nation: Nation,
    /// Its type.
    pub kind: UnitKind,
    /// Its size.
    pub size: UnitSize,
    /// The front side.
    pub full: Front,
    /// The reverse, if a loss turns it over. Untried Soviet units have one step in spite of their two sides (2.14).
    pub reduced: Option<Front>,
    /// Movement, the same on both sides.
    pub movement: u8,
    /// The code of an Axis counter.
    pub corner: Option<Corner>,
    /// It is the Gross Deutschland division (8.7).
    #[serde(skip)]
    pub gross_deutschland: bool,
    /// Which of these values are printed, each with its case.
    pub printed: Printed,
}

impl UnitInfo {
    /// How many steps it has (2.12).
    #[inline]
    pub const fn steps(&self) -> u8 {
        if self.reduced.is_some() { 2 } else { 1 }
    }

    /// What it shows at so many steps.
    #[inline]
    pub fn front(&self, steps: u8) -> Front {
        match self.reduced {
            Some(reduced) if steps < 2 => reduced,
            _ => self.full,
        }
    }

    /// Mechanised (2.9).
    #[inline]
    pub const fn is_mechanised(&self) -> bool {
        self.kind.is_mechanised()
    }
}

/// The tried side of a regular Soviet unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaceInfo {
    /// The id that files use: `13G RD`.
    #[serde(skip)]
    pub id: String,
    /// The kind of unit that can turn it up.
    pub kind: UnitKind,
    /// Attack.
    pub attack: u8,
    /// Defence.
    pub defence: u8,
}

/// All counters of one Soviet kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    /// The kind.
    pub kind: UnitKind,
    /// Their [`UnitId`]s.
    pub units: Range<u16>,
    /// The [`FaceId`]s that they turn up, as many as units; empty for specialists.
    pub faces: Range<u8>,
}

impl Pool {
    /// The units, in order.
    pub fn unit_ids(&self) -> impl DoubleEndedIterator<Item = UnitId> + ExactSizeIterator + use<> {
        self.units.clone().map(UnitId)
    }

    /// The faces, in order.
    pub fn face_ids(&self) -> impl DoubleEndedIterator<Item = FaceId> + ExactSizeIterator + use<> {
        self.faces.clone().map(FaceId)
    }
}

/// A marker without factors (2.16).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MarkerInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How many there are in the box.
    pub count: u8,
    /// Too few of them never stop play.
    pub open: bool,
    /// The case that explains it.
    pub case: Option<String>,
}

/// The colours of the counters (2.6).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Colours {
    pub german_mechanised: String,
    pub german_foot: String,
    pub hungarian: String,
    pub italian: String,
    pub romanian: String,
    pub soviet_regular: String,
    pub soviet_specialist: String,
}

impl Colours {
    /// The colours of a unit.
    pub fn of(&self, unit: &UnitInfo) -> &str {
        match unit.nation {
            Nation::German if unit.is_mechanised() => &self.german_mechanised,
            Nation::German => &self.german_foot,
            Nation::Hungarian => &self.hungarian,
            Nation::Italian => &self.italian,
            Nation::Romanian => &self.romanian,
            Nation::Soviet if unit.kind.is_regular() => &self.soviet_regular,
            Nation::Soviet => &self.soviet_specialist,
        }
    }
}
