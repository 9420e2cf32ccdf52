//! Combat units (2.2.2).

use super::map::{Map, SpaceKind};
use kessel_board::SpaceId;
use kessel_kernel::data::{Item, Nation, Printed, Table, texts};
use kessel_kernel::{Side, small_id};
use kessel_kit::record::{both_sides, field};
use kessel_kit::{Fact, Names, Read, Reader, dense_ids, named_ids, records, words};
use serde::{Deserialize, Serialize};
use serde_json::Value;

small_id! {
    /// A combat unit, counted from 0: an index into [`Data::units`](super::Data::units).
    UnitId, u8
}

dense_ids!(UnitId);
named_ids!(UnitId: "unit");

words! {
    /// The symbol on a unit.
    #[allow(missing_docs)]
    pub enum UnitKind {
        Infantry,
        Mountain,
        /// A Soviet tank army.
        Tank,
        /// A German panzer corps.
        Panzer,
    }

    /// How large a unit is.
    pub enum UnitSize {
        /// XXXX.
        Army,
        /// (XXXX).
        Detachment,
        /// XXX.
        Corps,
    }
}

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

records! {
    /// What is printed on a unit and its strength track.
    pub struct UnitInfo as "unit" by id {
        /// The id that files and actions use.
        pub id: String,
        /// The name for people.
        pub name: String,
        /// Whose it is.
        pub side: Side => side,
        /// Its nation.
        pub nation: Nation,
        /// The Armee it is grouped under on the display; empty for Soviet armies.
        pub group: String => group,
        /// Its symbol.
        pub kind: UnitKind as "type",
        /// Its size.
        pub size: UnitSize,
        /// Top of its basic strength track.
        pub max: u8 = 1..=9,
        /// Tactical movement.
        pub tactical: u8 = 0..=9,
        /// Strategic movement inside the ALZ, and elsewhere. Equal for Soviet units.
        pub strategic: [u8; 2] => strategic,
        /// Its reverse shows [1]: it may try to move while unsupplied (7.7).
        pub attempts: bool => |line, _| Some(attempts(line)),
        /// Solid asset slots; the anti-tank slot comes on top.
        pub slots: u8 = 1..=9,
        /// Where or when it comes.
        pub start: Start,
        /// A remark.
        pub note: Option<String>,
        /// Which of these values are printed, each with its case.
        pub printed: Printed,
    }
}

/// As many units as the rules can handle.
const MOST: usize = 64;

/// Reads `units.toml`: the Soviets, then the Axis.
pub(super) fn read(root: &Table<'_>, reader: &Reader<'_>, map: &Map) -> Vec<UnitInfo> {
    let lines = both_sides(root, "units", reader, |unit: &UnitInfo| unit.side);
    root.finish();
    for (line, unit) in &lines {
        check_start(line, unit, map);
    }
    let mut units: Vec<UnitInfo> = lines.into_iter().map(|(_, unit)| unit).collect();
    if units.len() > MOST {
        root.fault(format!("there are {} units; {MOST} are the limit", units.len()));
        units.truncate(MOST);
    }
    check_places(root, &units, map);
    units
}

/// The side of a counter is that of its nation.
pub(super) fn side(line: &Table<'_>, reader: &Reader<'_>) -> Option<Side> {
    field::<Nation>(line, "nation", reader).map(Nation::side)
}

/// The groups that the table of the Axis lists.
fn group(line: &Table<'_>, _: &Reader<'_>) -> Option<String> {
    if !line.has("groups") {
        return Some(String::new());
    }
    let item = line.need("group")?;
    let group = item.text().unwrap_or("");
    if !texts(&line.items("groups")).iter().any(|known| known == group) {
        item.fault(format!("there is no group \"{group}\""));
    }
    Some(group.to_owned())
}

fn attempts(line: &Table<'_>) -> bool {
    line.get("unsupplied").is_some_and(|item| item.int(1..=1_u8).is_some())
}

/// One factor for a Soviet unit; for an Axis unit the one inside the ALZ, then the one outside.
fn strategic(line: &Table<'_>, reader: &Reader<'_>) -> Option<[u8; 2]> {
    let item = line.need("strategic")?;
    let factors: Vec<u8> = item.items().iter().filter_map(|item| item.int(0..=9)).collect();
    match (side(line, reader)?, &factors[..]) {
        (Side::Soviet, &[factor]) => return Some([factor; 2]),
        (Side::Axis, &[inside, outside]) => return Some([inside, outside]),
        (Side::Soviet, _) => item.fault("a Soviet unit has one strategic factor"),
        (Side::Axis, _) => item.fault("an Axis unit has two strategic factors: inside the ALZ, and outside"),
    }
    Some([0; 2])
}

/// `uranus`, `turn 3`, or a space.
impl Read for Start {
    fn read(item: &Item<'_>, reader: &Reader<'_>) -> Option<Start> {
        match item.text()? {
            "uranus" => Some(Start::Uranus),
            text if text.starts_with("turn ") => turn_of(item, reader).map(Start::Turn),
            _ => SpaceId::read(item, reader).map(Start::At),
        }
    }

    fn harmless() -> Option<Start> {
        Some(Start::Uranus)
    }
}

impl Fact for Start {
    fn fact(&self, names: &Names<'_>) -> Value {
        match self {
            Start::At(space) => space.fact(names),
            Start::Turn(turn) => format!("turn {turn}").into(),
            Start::Uranus => "uranus".into(),
        }
    }
}

/// Reads `turn N` with N on the turn track.
pub(super) fn turn_of(item: &Item<'_>, reader: &Reader<'_>) -> Option<u8> {
    let (number, last) = (item.text()?.strip_prefix("turn ")?, reader.names.count("turn"));
    let turn = number.parse::<u8>().ok().filter(|&turn| (1..=last).contains(&turn.into()));
    if turn.is_none() {
        item.fault(format!("there is no turn {number}: the game has {last}"));
    }
    turn
}

/// A unit starts where its side may be.
fn check_start(line: &Table<'_>, unit: &UnitInfo, map: &Map) {
    let (Start::At(space), Some(item)) = (unit.start, line.get("start")) else { return };
    let info = &map.spaces[space];
    match info.kind {
        SpaceKind::Front if unit.side == Side::Axis => item.fault("an Axis unit cannot start in a Front box"),
        SpaceKind::Reserve(owner) if owner != unit.side => item.fault("cannot start in the enemy's reserve"),
        SpaceKind::Hex if info.start_control != unit.side => {
            let name = map.board.name(space);
            item.fault(format!("starts in {name}, which the other side controls by map.toml"));
        }
        SpaceKind::Hex | SpaceKind::Front | SpaceKind::Reserve(_) | SpaceKind::Caucasus => {}
    }
}

/// No space may hold more units at the start than it ever may.
fn check_places(root: &Table<'_>, units: &[UnitInfo], map: &Map) {
    for (space, info) in map.spaces.iter() {
        for side in Side::BOTH {
            let here = |unit: &&UnitInfo| unit.side == side && unit.start == Start::At(space);
            let count = units.iter().filter(here).count();
            let slots = info.caucasus.map(|caucasus| caucasus.slots[side.index()]);
            let limit = slots.or(info.capacity).map_or(usize::MAX, usize::from);
            if count > limit {
                let name = map.board.name(space);
                root.fault(format!("{count} {side} units start in {name}, which holds {limit}"));
            }
        }
    }
}
