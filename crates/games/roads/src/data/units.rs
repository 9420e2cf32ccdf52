//! The counters (1.1): divisions and corps, headquarters, Kampfgruppen, Alarm units, markers.

use super::reading::{Printed, Reading, optional_text, small_id, texts};
use kessel_kernel::Side;
use kessel_kernel::data::{Item, Nation, Table};
use kessel_kit::{Word, dense_ids, named_ids, words};
use serde::{Deserialize, Serialize};

small_id! {
    /// A counter that stands in hexes, counted from 0: an index into [`Data::units`](super::Data::units).
    UnitId, u16
}

dense_ids!(UnitId);
named_ids!(UnitId: "unit");

/// What kind of counter it is (1.1.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnitKind {
    /// A division, or a component of one.
    Division,
    /// A Soviet corps: rules say 'division' of it too (1.1.2).
    Corps,
    /// A headquarters.
    Hq,
    /// An armored Kampfgruppe (8.15).
    ArmoredKampfgruppe,
    /// An infantry Kampfgruppe (8.15).
    InfantryKampfgruppe,
    /// A support marker that fights as a unit.
    Alarm,
}

words! {
    /// What is drawn on the counter; no rule depends on it (1.1.4).
    #[allow(missing_docs)]
    pub enum Symbol {
        Infantry,
        Mountain,
        Security,
        Motorised,
        Mechanised,
        Cavalry,
        Armor,
        Hq,
    }

    /// The background of the attack factor (1.1.6).
    #[derive(Default)]
    pub enum Background {
        /// No part in armored attacks.
        #[default]
        Plain,
        /// Can make an armored attack together with a black one.
        BlackWhite,
        /// Can make an armored attack.
        Black,
    }
}

/// The factors on one side of a counter.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Factors {
    /// Attack.
    pub attack: u8,
    /// Defence.
    pub defence: u8,
    /// Movement.
    pub movement: u8,
}

/// What is printed on a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitInfo {
    /// The id that files and actions use.
    #[serde(skip)]
    pub id: String,
    /// The name for people.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its nation.
    pub nation: Nation,
    /// What kind of counter it is.
    pub kind: UnitKind,
    /// What is drawn on it.
    pub symbol: Symbol,
    /// The front side.
    pub full: Factors,
    /// The flip side, if a loss turns it over; an HQ's flip side is its pontoon and stands in [`UnitInfo::pontoon_movement`].
    pub reduced: Option<Factors>,
    /// The background of the attack factor.
    pub background: Background,
    /// Elite.
    pub elite: bool,
    /// Armored (1.1.4).
    pub armored: bool,
    /// The division that it is a component of, an index into [`Data::divisions`](super::Data::divisions) (1.1.5).
    #[serde(skip)]
    pub division: Option<u8>,
    /// The command radius of an HQ, 0 for others.
    pub radius: u8,
    /// The movement of an HQ on its pontoon side.
    #[serde(skip)]
    pub pontoon_movement: u8,
    /// The kind of support marker that an Alarm unit is.
    pub support: Option<String>,
    /// A remark.
    #[serde(skip)]
    pub note: Option<String>,
    /// Which of these values are printed, each with its case.
    pub printed: Printed,
}

impl UnitInfo {
    /// How many steps it has (1.3).
    #[inline]
    pub const fn steps(&self) -> u8 {
        if self.reduced.is_some() { 2 } else { 1 }
    }

    /// A headquarters?
    #[inline]
    pub const fn is_hq(&self) -> bool {
        matches!(self.kind, UnitKind::Hq)
    }

    /// A division or corps, no HQ, Kampfgruppe or Alarm unit?
    #[inline]
    pub const fn is_division(&self) -> bool {
        matches!(self.kind, UnitKind::Division | UnitKind::Corps)
    }

    /// The factors at so many steps.
    #[inline]
    pub fn factors(&self, steps: u8) -> Factors {
        match self.reduced {
            Some(reduced) if steps < 2 => reduced,
            _ => self.full,
        }
    }
}

/// A marker without factors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MarkerInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How many there are; 0 for as many as needed.
    pub count: u8,
    /// What its sides show.
    pub faces: Vec<String>,
}

/// The counters, while the other files are still being read.
#[derive(Default)]
pub(super) struct Roster {
    pub(super) units: Vec<UnitInfo>,
    pub(super) divisions: Vec<String>,
    pub(super) markers: Vec<MarkerInfo>,
}

/// As many units as the rules can handle.
const MOST: usize = 512;

impl Roster {
    /// The unit that a value names.
    pub(super) fn find(&self, item: &Item<'_>) -> Option<UnitId> {
        let id = item.text()?;
        let place = self.units.iter().position(|unit| unit.id == id);
        if place.is_none() {
            item.fault(format!("there is no unit {id}"));
        }
        place.map(UnitId::at)
    }

    /// What is printed on a unit.
    pub(super) fn info(&self, unit: UnitId) -> &UnitInfo {
        &self.units[unit.index()]
    }

    fn add(&mut self, line: &Table<'_>, unit: UnitInfo) {
        if self.units.iter().any(|known| known.id == unit.id) {
            line.fault("there are two units of this id");
        }
        line.finish();
        if self.units.len() == MOST {
            line.fault(format!("{MOST} units are the limit"));
        } else {
            self.units.push(unit);
        }
    }

    /// The index of a division of several counters.
    fn division(&mut self, name: &str) -> u8 {
        let place = self.divisions.iter().position(|known| known == name).unwrap_or_else(|| {
            self.divisions.push(name.to_owned());
            self.divisions.len() - 1
        });
        u8::try_from(place).unwrap_or(u8::MAX)
    }
}

/// Reads `units.toml`.
pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>) -> Roster {
    let mut roster = Roster::default();
    for side in [Side::Soviet, Side::Axis] {
        let Some(table) = root.table(side.word()) else { continue };
        reading.source(&table, format!("units.toml {}", side.word()));
        for line in table.tables("units") {
            read_division(line, side, &mut roster, reading);
        }
        table.finish();
    }
    read_hqs(root, &mut roster, reading);
    read_kampfgruppen(root, &mut roster, reading);
    read_alarms(root, &mut roster, reading);
    read_markers(root, &mut roster, reading);
    root.finish();
    check_components(root, &roster);
    roster
}

/// A blank unit of this id, and its line by its name.
fn blank<'d>(line: Table<'d>, nation: Nation, kind: UnitKind) -> (Table<'d>, UnitInfo) {
    let id = line.text("id");
    let line = line.called(format!("unit {id}"));
    let unit = UnitInfo {
        id: id.to_owned(),
        name: id.to_owned(),
        side: nation.side(),
        nation,
        kind,
        symbol: Symbol::Infantry,
        full: Factors::default(),
        reduced: None,
        background: Background::Plain,
        elite: false,
        armored: false,
        division: None,
        radius: 0,
        pontoon_movement: 0,
        support: None,
        note: optional_text(&line, "note"),
        printed: Printed::new(),
    };
    (line, unit)
}

fn read_division(line: Table<'_>, side: Side, roster: &mut Roster, reading: &Reading<'_>) {
    let nation = match side {
        Side::Soviet => Nation::Soviet,
        Side::Axis => Nation::read(&line, "nation"),
    };
    let (line, blank) = blank(line, nation, UnitKind::Division);
    if nation.side() != side {
        line.fault("is listed under the other side");
    }
    let kinds = [("division", UnitKind::Division), ("corps", UnitKind::Corps)];
    let division = optional_text(&line, "division");
    let unit = UnitInfo {
        name: line.text("name").to_owned(),
        kind: line.get("size").and_then(|item| item.word(&kinds)).unwrap_or(UnitKind::Division),
        symbol: Symbol::need(&line, "symbol"),
        full: line.need("full").and_then(|item| read_factors(&item)).unwrap_or_default(),
        reduced: line.get("reduced").and_then(|item| read_factors(&item)),
        background: Background::get(&line, "background").unwrap_or_default(),
        elite: line.flag("elite"),
        armored: line.flag("armored"),
        division: division.map(|name| roster.division(&name)),
        printed: reading.printed(&line),
        ..blank
    };
    if unit.division.is_some() && !unit.armored {
        line.fault("only armored divisions consist of several counters");
    }
    check_flip(&line, &unit);
    roster.add(&line, unit);
}

/// A flip side is no better than the front.
fn check_flip(line: &Table<'_>, unit: &UnitInfo) {
    if let Some(reduced) = unit.reduced
        && (reduced.attack > unit.full.attack || reduced.defence > unit.full.defence)
    {
        line.fault("the reduced side is better than the full one");
    }
}

/// Attack, defence, movement.
pub(super) fn read_factors(item: &Item<'_>) -> Option<Factors> {
    let factors: Vec<u8> = item.items().iter().filter_map(|item| item.int(0..=20)).collect();
    let &[attack, defence, movement] = &factors[..] else {
        item.fault(format!("`{}` has {} factors, not attack, defence and movement", item.key(), factors.len()));
        return None;
    };
    Some(Factors { attack, defence, movement })
}

fn read_hqs(root: &Table<'_>, roster: &mut Roster, reading: &Reading<'_>) {
    let Some(table) = root.table("hqs").map(|table| table.called("hqs")) else {
        return;
    };
    reading.source(&table, "units.toml hqs");
    let full = Factors { attack: 0, defence: table.int("defence", 0..=20), movement: table.int("movement", 0..=20) };
    let pontoon_movement = table.int("pontoon_movement", 0..=20);
    for line in table.tables("units") {
        let nation = Nation::read(&line, "nation");
        let (line, blank) = blank(line, nation, UnitKind::Hq);
        let unit = UnitInfo {
            name: line.text("name").to_owned(),
            symbol: Symbol::Hq,
            full,
            radius: line.int("radius", 1..=20),
            pontoon_movement,
            printed: reading.printed(&line),
            ..blank
        };
        roster.add(&line, unit);
    }
    table.finish();
}

fn read_kampfgruppen(root: &Table<'_>, roster: &mut Roster, reading: &Reading<'_>) {
    let Some(table) = root.table("kampfgruppen").map(|table| table.called("kampfgruppen")) else {
        return;
    };
    reading.source(&table, "units.toml kampfgruppen");
    for (key, kind) in [("armored", UnitKind::ArmoredKampfgruppe), ("infantry", UnitKind::InfantryKampfgruppe)] {
        let armored = kind == UnitKind::ArmoredKampfgruppe;
        let mut alike: Option<(Factors, Option<Factors>)> = None;
        for line in table.tables(key) {
            let (line, blank) = blank(line, Nation::German, kind);
            let unit = UnitInfo {
                name: format!("Kampfgruppe {}", blank.id.trim_start_matches("KG-")),
                symbol: if armored { Symbol::Armor } else { Symbol::Infantry },
                full: line.need("full").and_then(|item| read_factors(&item)).unwrap_or_default(),
                reduced: line.get("reduced").and_then(|item| read_factors(&item)),
                background: if armored { Background::Black } else { Background::Plain },
                armored,
                printed: reading.printed(&line),
                ..blank
            };
            check_flip(&line, &unit);
            let first = alike.get_or_insert((unit.full, unit.reduced));
            if !armored && (*first != (unit.full, unit.reduced) || unit.reduced.is_some()) {
                line.fault("all infantry Kampfgruppen are alike and have one step");
            }
            roster.add(&line, unit);
        }
    }
    table.finish();
}

fn read_alarms(root: &Table<'_>, roster: &mut Roster, reading: &Reading<'_>) {
    let Some(table) = root.table("alarms").map(|table| table.called("alarms")) else {
        return;
    };
    reading.source(&table, "units.toml alarms");
    for line in table.tables("units") {
        let (line, blank) = blank(line, Nation::German, UnitKind::Alarm);
        let unit = UnitInfo {
            full: line.need("full").and_then(|item| read_factors(&item)).unwrap_or_default(),
            support: Some(line.text("support").to_owned()),
            printed: reading.printed(&line),
            ..blank
        };
        roster.add(&line, unit);
    }
    table.finish();
}

fn read_markers(root: &Table<'_>, roster: &mut Roster, reading: &Reading<'_>) {
    let Some(table) = root.table("markers").map(|table| table.called("markers")) else {
        return;
    };
    reading.source(&table, "units.toml markers");
    for line in table.tables("list") {
        let id = line.text("id").to_owned();
        let line = line.called(format!("marker {id}"));
        if roster.markers.iter().any(|known| known.id == id) {
            line.fault("there are two markers of this id");
        }
        let name = line.text("name").to_owned();
        let (count, faces) = (line.int("count", 0..=99), texts(&line.items("faces")));
        line.finish();
        roster.markers.push(MarkerInfo { id, name, count, faces });
    }
    table.finish();
}

/// A division of several counters has two or three (1.1.5).
fn check_components(root: &Table<'_>, roster: &Roster) {
    for (place, name) in roster.divisions.iter().enumerate() {
        let count = roster.units.iter().filter(|unit| unit.division.map(usize::from) == Some(place)).count();
        if !(2..=3).contains(&count) {
            root.fault(format!("division {name} has {count} counters, not two or three"));
        }
    }
}
