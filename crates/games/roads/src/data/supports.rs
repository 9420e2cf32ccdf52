//! The support markers (1.5, 5).

use super::bands::{Band, Bands};
use super::reading::{Printed, Reading, small_id};
use super::units::{Roster, UnitKind};
use kessel_kernel::Side;
use kessel_kernel::data::{Item, Table};
use kessel_kit::record::{field, lines};
use kessel_kit::{Or, Record, records, words};
use serde::{Deserialize, Serialize};

small_id! {
    /// A kind of support, counted from 0: an index into [`Supports::kinds`].
    KindId, u8
}
small_id! {
    /// A single support marker, counted from 0: an index into [`Supports::markers`].
    SupportId, u8
}

words! {
    /// The generic class of a support: two of one class never serve the same combat (5.5.4).
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

    /// What a support must be put on (5.5.3).
    #[allow(missing_docs)]
    pub enum Attach {
        Any,
        NonArmored,
        German,
        GermanArmored,
    }

    /// When a support adds exploitation levels.
    pub enum LevelsWhen {
        /// In every attack it serves.
        Always,
        /// If the result has an exploitation level already.
        Exploitation,
        /// If an armored attack was declared.
        ArmoredAttack,
    }

    /// What makes a support better.
    pub enum Armor {
        /// An armored unit among the enemy.
        Unit,
        /// An armored attack declared by the enemy.
        Attack,
    }
}

records! {
    /// What a support is worth against armor.
    #[derive(Copy)]
    pub struct Against {
        /// When.
        pub armored: Armor,
        /// Columns instead of [`SupportKind::shift`].
        pub shift: u8 = Or(0, 0..=9),
        /// Factors instead of [`SupportKind::defence`].
        pub defence: u8 = Or(0, 0..=9),
    }

    /// What a die brings that a compulsory support asks for.
    #[derive(Copy, Default)]
    pub struct EventRow {
        /// Modifies this turn's Operation Mars roll.
        pub mars: i8 = Or(0, -9..=9),
        /// Supply Shortages added to the pool, or taken out.
        pub shortage: i8 = Or(0, -9..=9),
        /// The same, if Operation Mars is over.
        pub otherwise_shortage: i8 = Or(0, -9..=9),
        /// Boxes of the Fuehrer Approval track.
        pub approval: i8 = Or(0, -9..=9),
        /// Boxes of the Manstein marker.
        pub manstein: i8 = Or(0, -9..=9),
    }

    /// A kind of support marker.
    pub struct SupportKind as "support" by id checked by is_whole {
        /// The id that files and actions use.
        pub id: String,
        /// The name for people.
        pub name: String,
        /// Whose: the table says it.
        pub side: Side => |_, _| Some(Side::Soviet),
        /// How many there are.
        pub count: u8 = 1..=20,
        /// The case of the ledger that describes it.
        pub case: String => |line, reader: &Reading<'_>| Some(reader.case(line).unwrap_or_default()),
        /// Its class.
        pub class: SupportClass,
        /// Outside the pool until a rule puts it in (12.1).
        pub outside: bool,
        /// Marked O: only within the radius of an Offensive Marker (5.5.6).
        pub offensive: bool,
        /// White circle: played as an event in the turn it is drawn (1.5.3).
        pub compulsory: bool,
        /// May be spent for something else (1.5.2).
        pub generic: bool => |line, reader| Some(field::<Option<bool>>(line, "generic", reader)?.unwrap_or(true)),
        /// What it is put on, if on a unit.
        pub attach: Option<Attach>,
        /// Columns to the right when its side attacks.
        pub shift: u8 = Or(0, 0..=9),
        /// Factors added to the attack.
        pub attack: u8 = Or(0, 0..=9),
        /// Factors added to the defence.
        pub defence: u8 = Or(0, 0..=9),
        /// Exploitation levels added.
        pub levels: u8 = Or(0, 0..=9),
        /// When they are.
        pub levels_when: Option<LevelsWhen> => |line, reader| field(line, "needs", reader),
        /// Air: hexes it reaches under a clear sky (3.3).
        pub radius: u8 = Or(0, 0..=9),
        /// A leader that makes one air support reach so far.
        pub extends_air: u8 = Or(0, 0..=9),
        /// Better values against armor.
        pub against: Option<Against>,
        /// Stays on the map beyond the turn (5.2.1).
        pub stays: bool,
        /// What its die brings.
        pub roll: Option<Bands<EventRow>> => event_rows,
        /// Which of these values are printed, each with its case.
        pub printed: Printed,
    }

    /// Numbers of single events.
    #[derive(Copy)]
    pub struct SupportEvents {
        /// The least die of a successful airfield raid.
        pub raid_success: u8 = 1..=6,
        /// Non-armored units that Reserves release.
        pub reserves_units: u8 = 0..=9,
        /// Or so many armored ones.
        pub reserves_armored: u8 = 0..=9,
        /// Steps that each German unit loses by Surrender.
        pub surrender_german_steps: u8 = 0..=2,
        /// Steps that each allied unit loses by Surrender.
        pub surrender_allied_steps: u8 = 0..=2,
    }
}

/// A single marker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupportMarker {
    /// Its id: that of its kind if there is but one, otherwise with a number (`vvs-2`).
    pub id: String,
    /// Its kind.
    pub kind: KindId,
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
        let Some(table) = root.need(side.word()).and_then(|item| reading.table(&item)) else { continue };
        for (line, kind) in table.need("kinds").map(|list| lines::<SupportKind>(&list, reading)).unwrap_or_default() {
            if kinds.iter().any(|known| known.id == kind.id) {
                line.fault("there are two supports of this id");
            }
            check_alarms(&line, &kind, roster);
            kinds.push(SupportKind { side, ..kind });
        }
        table.finish();
    }
    let events = field(root, "events", reading);
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

fn is_whole(kind: &SupportKind, line: &Table<'_>, _: &Reading<'_>) {
    if kind.case.is_empty() {
        line.fault("`case` is missing");
    }
    if (kind.levels > 0) != kind.levels_when.is_some() {
        line.fault("`levels` and `needs` belong together");
    }
}

fn event_rows(line: &Table<'_>, reading: &Reading<'_>) -> Option<Option<Bands<EventRow>>> {
    let read = |row: &Table<'_>| EventRow::values(row, reading);
    Some(line.has("roll").then(|| Bands::read(line, line.tables("roll"), "die", Band::DIE, read)))
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
