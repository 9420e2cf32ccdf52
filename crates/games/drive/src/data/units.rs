//! Counters: the divisions of both sides, the faces that untried Soviet units turn up, and the markers (2.5 to 2.16).

mod read;

pub(super) use read::{Roster, kind_of, parse_corner, read};

use super::map::AxisArmy;
use kessel_kernel::data::{Nation, Printed};
use kessel_kernel::{Side, small_id};
use kessel_kit::{Fact, Names, Reader, Word, named_ids, records, words};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
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

named_ids!(UnitId: "unit");

words! {
    /// The type of a unit (2.9).
    pub enum UnitKind {
        /// PD: a panzer division; the Romanian and the Hungarian one too.
        Panzer = "PD",
        /// MID: a motorised infantry division.
        Motorised = "MID",
        /// FD: the motorised flak division (11.27).
        Flak = "FD",
        /// ID: an infantry division.
        Infantry = "ID",
        /// J: a light infantry division.
        Jaeger = "J",
        /// Mountain infantry.
        Mountain = "Mtn",
        /// S: a security division.
        Security = "S",
        /// Lw: a field division of the air force (2.15).
        Luftwaffe = "Lw",
        /// CD: a cavalry division.
        Cavalry = "CD",
        /// RD: a rifle division.
        Rifle = "RD",
        /// TC: a tank corps.
        TankCorps = "TC",
        /// MC: a mechanised corps.
        MechanisedCorps = "MC",
        /// CC: a cavalry corps.
        CavalryCorps = "CC",
        /// DD: a tank-destroyer division.
        TankDestroyer = "DD",
        /// NG: a naval garrison.
        NavalGarrison = "NG",
        /// FA: a fortified area.
        FortifiedArea = "FA",
        /// AD: an artillery division.
        Artillery = "AD",
        /// HCD: a heavy cannon division.
        HeavyCannon = "HCD",
    }
}

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

    /// The kinds of the Axis.
    const AXIS: [UnitKind; 9] = [
        UnitKind::Panzer,
        UnitKind::Motorised,
        UnitKind::Flak,
        UnitKind::Infantry,
        UnitKind::Jaeger,
        UnitKind::Mountain,
        UnitKind::Security,
        UnitKind::Luftwaffe,
        UnitKind::Cavalry,
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

words! {
    /// How large a unit is (2.8).
    pub enum UnitSize {
        /// XX.
        Division,
        /// XXX.
        Corps,
    }
}

/// A combat factor as it is printed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Front {
    /// Attack.
    pub attack: Factor,
    /// Defence.
    pub defence: Factor,
}

impl Fact for Front {
    fn fact(&self, _: &Names<'_>) -> Value {
        json!({ "attack": Value::from(self.attack), "defence": Value::from(self.defence) })
    }
}

/// What stands in the upper left corner of an Axis counter (2.13, 12.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
impl Fact for Corner {
    fn fact(&self, _: &Names<'_>) -> Value {
        match self {
            Corner::Army(army) => army.code().into(),
            Corner::Stalino => "St".into(),
            Corner::Kharkhov => "K".into(),
            Corner::Anywhere => "A".into(),
            Corner::Turn(turn) => turn.to_string().into(),
            Corner::Taman => "*".into(),
            Corner::Uranus => "Ur".into(),
            Corner::UranusTurn(turn) => format!("Ur{turn}").into(),
        }
    }
}

records! {
    /// What is printed on a counter.
    pub struct UnitInfo as "unit" by id parts("attack", "defence") {
        /// The id that files and actions use: `3PD`, `It-P`, `RD-001`.
        pub id: String,
        /// The name for people. A regular Soviet unit shows only its kind until it has a face.
        pub name: String,
        /// Whose it is.
        pub side: Side => |_, _| Some(Side::Axis),
        /// Its nation.
        pub nation: Nation = [Nation::German, Nation::Romanian, Nation::Hungarian, Nation::Italian],
        /// Its type.
        pub kind: UnitKind = UnitKind::AXIS,
        /// Its size.
        pub size: UnitSize => |_, _| Some(UnitSize::Division),
        /// The front side.
        pub full: Front => |line, _| Some(read::side(line, "full")?.0),
        /// The reverse, if a loss turns it over. Untried Soviet units have one step in spite of their two sides (2.14).
        pub reduced: Option<Front> => read::reverse,
        /// Movement, the same on both sides.
        pub movement: u8 => |line, _| Some(read::side(line, "full")?.1),
        /// The code of an Axis counter.
        pub corner: Option<Corner> => read::corner,
        /// It is the Gross Deutschland division (8.7).
        pub gross_deutschland: bool,
        /// Which of these values are printed, each with its case.
        pub printed: Printed,
    }
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

records! {
    /// A marker without factors (2.16).
    pub struct MarkerInfo as "marker" by id {
        /// Its id.
        pub id: String,
        /// Its name.
        pub name: String,
        /// How many there are in the box.
        pub count: u8 = 0..=99,
        /// Too few of them never stop play.
        pub open: bool,
        /// The case that explains it.
        pub case: Option<String> => |line, reader: &Reader<'_>| Some(reader.case(line)),
    }

    /// The colours of the counters (2.6).
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
