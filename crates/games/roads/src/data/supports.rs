//! The support markers (1.5, 5).

use super::bands::{Band, Bands};
use super::reading::{Printed, Reading, numbers, small_id};
use super::units::{Roster, UnitKind};
use kessel_kit::Word;
use kessel_table::Side;
use kessel_table::data::{Item, Table};
use serde::{Deserialize, Serialize};

small_id! {
    /// A kind of support, counted from 0: an index into [`Supports::kinds`].
    KindId, u8
}
small_id! {
    /// A single support marker, counted from 0: an index into [`Supports::markers`].
    SupportId, u8
}

/// The generic class of a support: two of one class never serve the same combat (5.5.4).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum SupportClass {
    Artillery,
    Katyusha,
    Surprise,
    TankBrigade,
    Breakthrough,
    Maskirovka,
    Reserves,
    Air,
    Aa,
    Leader,
    Bridging,
    Surrender,
    Stalin,
    Shortage,
    Goering,
    Pak,
    Alarm,
    OkhDiscord,
}

impl Word for SupportClass {}

/// What a support must be put on (5.5.3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Attach {
    Any,
    NonArmored,
    German,
    GermanArmored,
}

impl Word for Attach {}

/// When a support adds exploitation levels.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LevelsWhen {
    /// In every attack it serves.
    Always,
    /// If the result has an exploitation level already.
    Exploitation,
    /// If an armored attack was declared.
    ArmoredAttack,
}

impl Word for LevelsWhen {}

/// What makes a support better.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Armor {
    /// An armored unit among the enemy.
    Unit,
    /// An armored attack declared by the enemy.
    Attack,
}

/// Better values against armor.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Against {
    /// When.
    pub armored: Armor,
    /// Columns instead of [`SupportKind::shift`].
    pub shift: u8,
    /// Factors instead of [`SupportKind::defence`].
    pub defence: u8,
}

/// What a die brings that a compulsory support asks for.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EventRow {
    /// Modifies this turn's Operation Mars roll.
    pub mars: i8,
    /// Supply Shortages added to the pool, or taken out.
    pub shortage: i8,
    /// The same, if Operation Mars is over.
    pub otherwise_shortage: i8,
    /// Boxes of the Fuehrer Approval track.
    pub approval: i8,
    /// Boxes of the Manstein marker.
    pub manstein: i8,
}

/// A kind of support marker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SupportKind {
    /// The id that files and actions use.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// How many there are.
    pub count: u8,
    /// The case of the ledger that describes it.
    pub case: String,
    /// Its class.
    pub class: SupportClass,
    /// Outside the pool until a rule puts it in (12.1).
    pub outside: bool,
    /// Marked O: only within the radius of an Offensive Marker (5.5.6).
    pub offensive: bool,
    /// White circle: played as an event in the turn it is drawn (1.5.3).
    pub compulsory: bool,
    /// May be spent for something else (1.5.2).
    pub generic: bool,
    /// What it is put on, if on a unit.
    pub attach: Option<Attach>,
    /// Columns to the right when its side attacks.
    pub shift: u8,
    /// Factors added to the attack.
    pub attack: u8,
    /// Factors added to the defence.
    pub defence: u8,
    /// Exploitation levels added.
    pub levels: u8,
    /// When they are.
    pub levels_when: Option<LevelsWhen>,
    /// Air: hexes it reaches under a clear sky (3.3).
    pub radius: u8,
    /// A leader that makes one air support reach so far.
    pub extends_air: u8,
    /// Better values against armor.
    pub against: Option<Against>,
    /// Stays on the map beyond the turn (5.2.1).
    pub stays: bool,
    /// What its die brings.
    pub roll: Option<Bands<EventRow>>,
    /// Which of these values are printed, each with its case.
    pub printed: Printed,
}

/// A single marker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupportMarker {
    /// Its id: that of its kind if there is but one, otherwise with a number (`vvs-2`).
    pub id: String,
    /// Its kind.
    pub kind: KindId,
}

numbers! {
    /// Numbers of single events.
    SupportEvents in "supports.toml", "events" {
        /// The least die of a successful airfield raid.
        raid_success: u8 = 1..=6,
        /// Non-armored units that Reserves release.
        reserves_units: u8 = 0..=9,
        /// Or so many armored ones.
        reserves_armored: u8 = 0..=9,
        /// Steps that each German unit loses by Surrender.
        surrender_german_steps: u8 = 0..=2,
        /// Steps that each allied unit loses by Surrender.
        surrender_allied_steps: u8 = 0..=2,
    }
}

/// All supports.
#[derive(Clone, Debug)]
pub struct Supports {
    /// The kinds: Soviet ones in the order of the file, then the Axis ones.
    pub kinds: Vec<SupportKind>,
    /// Every marker, by kind.
    pub markers: Vec<SupportMarker>,
    /// Numbers of single events.
    pub events: SupportEvents,
}

impl Supports {
    /// The kind of this id.
    pub fn kind(&self, id: &str) -> Option<KindId> {
        self.kinds.iter().position(|kind| kind.id == id).map(KindId::at)
    }

    /// The marker of this id.
    pub fn marker(&self, id: &str) -> Option<SupportId> {
        self.markers.iter().position(|marker| marker.id == id).map(SupportId::at)
    }

    /// The kind of a marker.
    #[inline]
    pub fn of(&self, marker: SupportId) -> &SupportKind {
        &self.kinds[self.markers[marker.index()].kind.index()]
    }

    /// The kind that a value names.
    pub(super) fn find(&self, item: &Item<'_>) -> Option<KindId> {
        let id = item.text()?;
        let kind = self.kind(id);
        if kind.is_none() {
            item.fault(format!("there is no support {id}"));
        }
        kind
    }
}

/// Reads `supports.toml`.
pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>, roster: &Roster) -> Option<Supports> {
    let mut kinds: Vec<SupportKind> = Vec::new();
    for side in [Side::Soviet, Side::Axis] {
        let Some(table) = root.table(side.word()) else { continue };
        reading.source(&table, format!("supports.toml {}", side.word()));
        for line in table.tables("kinds") {
            let id = line.text("id");
            let line = line.called(format!("support {id}"));
            if kinds.iter().any(|known| known.id == id) {
                line.fault("there are two supports of this id");
            }
            let kind = read_kind(&line, id, side, reading);
            check_alarms(&line, &kind, roster);
            line.finish();
            kinds.push(kind);
        }
        table.finish();
    }
    let events = SupportEvents::read(root, reading);
    check_alarm_kinds(root, &kinds, roster);
    root.finish();
    let total: usize = kinds.iter().map(|kind| usize::from(kind.count)).sum();
    if total > 128 {
        root.fault(format!("there are {total} supports; 128 are the limit"));
        return None;
    }
    let markers = kinds.iter().enumerate().flat_map(|(place, kind)| {
        let id = move |number| match kind.count {
            1 => kind.id.clone(),
            _ => format!("{}-{number}", kind.id),
        };
        (1..=kind.count).map(move |number| SupportMarker { id: id(number), kind: KindId::at(place) })
    });
    let markers = markers.collect();
    Some(Supports { kinds, markers, events: events? })
}

fn read_kind(line: &Table<'_>, id: &str, side: Side, reading: &Reading<'_>) -> SupportKind {
    let small = |key: &str| line.get(key).and_then(|item| item.int(0..=9_u8)).unwrap_or(0);
    let kind = SupportKind {
        id: id.to_owned(),
        name: line.text("name").to_owned(),
        side,
        count: line.int("count", 1..=20),
        case: reading.case(line).unwrap_or_default(),
        class: SupportClass::need(line, "class"),
        outside: line.flag("outside"),
        offensive: line.flag("offensive"),
        compulsory: line.flag("compulsory"),
        generic: line.get("generic").and_then(|item| item.flag()).unwrap_or(true),
        attach: Attach::get(line, "attach"),
        shift: small("shift"),
        attack: small("attack"),
        defence: small("defence"),
        levels: small("levels"),
        levels_when: LevelsWhen::get(line, "needs"),
        radius: small("radius"),
        extends_air: small("extends_air"),
        against: line.get("against").and_then(|item| read_against(&item.table()?)),
        stays: line.flag("stays"),
        roll: line.has("roll").then(|| {
            let number = |line: &Table<'_>, key| line.get(key).and_then(|item| item.int(-9..=9)).unwrap_or(0);
            Bands::read(line, line.tables("roll"), "die", Band::DIE, |line| EventRow {
                mars: number(line, "mars"),
                shortage: number(line, "shortage"),
                otherwise_shortage: number(line, "otherwise_shortage"),
                approval: number(line, "approval"),
                manstein: number(line, "manstein"),
            })
        }),
        printed: reading.printed(line),
    };
    if kind.case.is_empty() {
        line.fault("`case` is missing");
    }
    if (kind.levels > 0) != kind.levels_when.is_some() {
        line.fault("`levels` and `needs` belong together");
    }
    kind
}

fn read_against(table: &Table<'_>) -> Option<Against> {
    let armored = table.word("armored", &[("unit", Armor::Unit), ("attack", Armor::Attack)]);
    let small = |key: &str| table.get(key).and_then(|item| item.int(0..=9_u8)).unwrap_or(0);
    let against = Against { armored, shift: small("shift"), defence: small("defence") };
    table.finish();
    Some(against)
}

/// Each Alarm marker is a unit, too.
fn check_alarms(line: &Table<'_>, kind: &SupportKind, roster: &Roster) {
    if kind.class == SupportClass::Alarm {
        let units = roster.units.iter().filter(|unit| unit.support.as_deref() == Some(&kind.id)).count();
        if units != usize::from(kind.count) {
            line.fault(format!("there are {} of them, but {units} units in units.toml", kind.count));
        }
    }
}

/// Each Alarm unit is a marker, too.
fn check_alarm_kinds(root: &Table<'_>, kinds: &[SupportKind], roster: &Roster) {
    for unit in roster.units.iter().filter(|unit| unit.kind == UnitKind::Alarm) {
        let support = unit.support.as_deref();
        let known = kinds.iter().any(|kind| kind.class == SupportClass::Alarm && Some(kind.id.as_str()) == support);
        if !known {
            root.fault(format!("unit {} is the support {}, which is no Alarm here", unit.id, support.unwrap_or("?")));
        }
    }
}
