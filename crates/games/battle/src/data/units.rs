//! Combat units (2.2.2).

use super::map::{MapParts, SpaceKind};
use super::reading::{Printed, Reading, optional_text, small_id, turn_of};
use kessel_board::SpaceId;
use kessel_kit::Word;
use kessel_table::Side;
use kessel_table::data::{Item, Nation, Table, texts};
use serde::{Deserialize, Serialize};

small_id! {
    /// A combat unit, counted from 0: an index into [`Data::units`](super::Data::units).
    UnitId, u8
}

/// The symbol on a unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum UnitKind {
    Infantry,
    Mountain,
    /// A Soviet tank army.
    Tank,
    /// A German panzer corps.
    Panzer,
}

impl Word for UnitKind {}

/// How large a unit is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnitSize {
    /// XXXX.
    Army,
    /// (XXXX).
    Detachment,
    /// XXX.
    Corps,
}

impl Word for UnitSize {}

/// Where or when a unit comes into the game (6.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// It stands here at the start.
    At(SpaceId),
    /// It arrives in this turn.
    Turn(u8),
    /// It arrives when Operation Uranus is launched.
    Uranus,
}

/// What is printed on a unit and its strength track.
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
    /// The Armee it is grouped under on the display; empty for Soviet armies.
    pub group: String,
    /// Its symbol.
    #[serde(rename = "type")]
    pub kind: UnitKind,
    /// Its size.
    pub size: UnitSize,
    /// Top of its basic strength track.
    pub max: u8,
    /// Tactical movement.
    pub tactical: u8,
    /// Strategic movement inside the ALZ, and elsewhere. Equal for Soviet units.
    pub strategic: [u8; 2],
    /// Its reverse shows [1]: it may try to move while unsupplied (7.7).
    pub attempts: bool,
    /// Solid asset slots; the anti-tank slot comes on top.
    pub slots: u8,
    /// Where or when it comes.
    #[serde(skip)]
    pub start: Start,
    /// A remark.
    #[serde(skip)]
    pub note: Option<String>,
    /// Which of these values are printed, each with its case.
    pub printed: Printed,
}

/// The units, while the other files are still being read.
pub(super) struct Roster {
    pub(super) units: Vec<UnitInfo>,
    pub(super) groups: Vec<String>,
}

/// As many units as the rules can handle.
const MOST: usize = 64;

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
}

/// Reads `units.toml`: the Soviets, then the Axis.
pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>, map: &MapParts<'_>, last_turn: u8) -> Roster {
    let mut roster = Roster { units: Vec::new(), groups: Vec::new() };
    for side in [Side::Soviet, Side::Axis] {
        let Some(table) = root.table(side.word()) else {
            continue;
        };
        let table = table.called(side.word());
        reading.source(&table, format!("units.toml {}", side.word()));
        match side {
            Side::Axis => roster.groups = texts(&table.items("groups")),
            Side::Soviet => {
                table.word("nation", &[("soviet", ())]);
                table.word("size", &[("army", ())]);
            }
        }
        for line in table.tables("units") {
            read_unit(line, side, &mut roster, reading, map, last_turn);
        }
        table.finish();
    }
    if roster.units.len() > MOST {
        root.fault(format!("there are {} units; {MOST} are the limit", roster.units.len()));
        roster.units.truncate(MOST);
    }
    root.finish();
    check_places(root, &roster, map);
    roster
}

fn read_unit(
    line: Table<'_>,
    side: Side,
    roster: &mut Roster,
    reading: &Reading<'_>,
    map: &MapParts<'_>,
    last_turn: u8,
) {
    let id = line.text("id");
    let line = line.called(format!("unit {id}"));
    if roster.units.iter().any(|unit| unit.id == id) {
        line.fault("there are two units of this id");
    }
    let group = match side {
        Side::Axis => read_group(&line, &roster.groups),
        Side::Soviet => String::new(),
    };
    let unit = UnitInfo {
        id: id.to_owned(),
        name: line.text("name").to_owned(),
        side,
        nation: Nation::of(&line, side),
        group,
        kind: UnitKind::need(&line, "type"),
        size: if side == Side::Axis { UnitSize::need(&line, "size") } else { UnitSize::Army },
        max: line.int("max", 1..=9),
        tactical: line.int("tactical", 0..=9),
        strategic: read_strategic(&line, side),
        attempts: line.get("unsupplied").is_some_and(|item| item.int(1..=1_u8).is_some()),
        slots: line.int("slots", 1..=9),
        start: read_start(&line, side, map, last_turn).unwrap_or(Start::Uranus),
        note: optional_text(&line, "note"),
        printed: reading.printed(&line),
    };
    line.finish();
    roster.units.push(unit);
}

fn read_group(line: &Table<'_>, groups: &[String]) -> String {
    let Some(item) = line.need("group") else {
        return String::new();
    };
    let group = item.text().unwrap_or("");
    if !groups.iter().any(|known| known == group) {
        item.fault(format!("there is no group \"{group}\""));
    }
    group.to_owned()
}

/// One factor for a Soviet unit; for an Axis unit the one inside the ALZ, then the one outside.
fn read_strategic(line: &Table<'_>, side: Side) -> [u8; 2] {
    let Some(item) = line.need("strategic") else {
        return [0; 2];
    };
    let factors: Vec<u8> = item.items().iter().filter_map(|item| item.int(0..=9)).collect();
    match (side, &factors[..]) {
        (Side::Soviet, &[factor]) => [factor; 2],
        (Side::Axis, &[inside, outside]) => [inside, outside],
        (Side::Soviet, _) => {
            item.fault("a Soviet unit has one strategic factor");
            [0; 2]
        }
        (Side::Axis, _) => {
            item.fault("an Axis unit has two strategic factors: inside the ALZ, and outside");
            [0; 2]
        }
    }
}

fn read_start(line: &Table<'_>, side: Side, map: &MapParts<'_>, last_turn: u8) -> Option<Start> {
    let item = line.need("start")?;
    let text = item.text()?;
    if text == "uranus" {
        return Some(Start::Uranus);
    }
    if let Some(turn) = turn_of(text, last_turn) {
        return turn.map(Start::Turn).map_err(|why| item.fault(why)).ok();
    }
    let space = map.space(&item)?;
    let info = &map.spaces[space];
    match info.kind {
        SpaceKind::Front if side == Side::Axis => item.fault("an Axis unit cannot start in a Front box"),
        SpaceKind::Reserve(owner) if owner != side => item.fault("cannot start in the enemy's reserve"),
        SpaceKind::Hex if info.start_control != side => {
            item.fault(format!("starts in {text}, which the other side controls by map.toml"));
        }
        SpaceKind::Hex | SpaceKind::Front | SpaceKind::Reserve(_) | SpaceKind::Caucasus => {}
    }
    Some(Start::At(space))
}

/// No space may hold more units at the start than it ever may.
fn check_places(root: &Table<'_>, roster: &Roster, map: &MapParts<'_>) {
    for (space, info) in map.spaces.iter() {
        for side in Side::BOTH {
            let here = |unit: &&UnitInfo| unit.side == side && unit.start == Start::At(space);
            let count = roster.units.iter().filter(here).count();
            let slots = info.caucasus.map(|caucasus| caucasus.slots[side.index()]);
            let limit = slots.or(info.capacity).map_or(usize::MAX, usize::from);
            if count > limit {
                let name = map.board.name(space);
                root.fault(format!("{count} {side} units start in {name}, which holds {limit}"));
            }
        }
    }
}
