//! From `units.toml` to the counters.

use super::{Colours, Corner, FaceId, FaceInfo, Factor, Front, MarkerInfo, Pool, UnitId, UnitInfo, UnitKind, UnitSize};
use crate::data::map::AxisArmy;
use kessel_kernel::Side;
use kessel_kernel::data::{Nation, Table};
use kessel_kit::record::{field, lines};
use kessel_kit::{In, Limit, Reader, Word};

/// The counters, while the other files are still being read.
#[derive(Default)]
pub(in super::super) struct Roster {
    pub(in super::super) units: Vec<UnitInfo>,
    pub(in super::super) faces: Vec<FaceInfo>,
    pub(in super::super) pools: Vec<Pool>,
    pub(in super::super) markers: Vec<MarkerInfo>,
    pub(in super::super) colours: Option<Colours>,
}

/// The Soviet kind with this abbreviation.
pub(in super::super) fn kind_of(code: &str) -> Option<UnitKind> {
    UnitKind::from_word(code).filter(|kind| kind.is_soviet())
}

impl Roster {
    /// The units with this corner, in order.
    pub(in super::super) fn with_corner(&self, corner: Corner) -> Vec<UnitId> {
        let places = self.units.iter().enumerate().filter(|(_, unit)| unit.corner == Some(corner));
        places.map(|(place, _)| UnitId::at(place)).collect()
    }

    /// How many counters of a Soviet kind there are.
    pub(in super::super) fn supply(&self, kind: UnitKind) -> usize {
        self.pools.iter().find(|pool| pool.kind == kind).map_or(0, |pool| pool.units.len())
    }

    fn add(&mut self, line: &Table<'_>, unit: UnitInfo) {
        if self.units.iter().any(|known| known.id == unit.id) {
            line.fault("there are two units of this id");
        }
        if self.units.len() == MOST {
            line.fault(format!("{MOST} units are the limit"));
        } else {
            self.units.push(unit);
        }
    }
}

/// As many units as the rules can handle, and as many faces as an id can count.
const MOST: usize = 512;
const MOST_FACES: usize = 255;

/// Reads `units.toml`.
pub(in super::super) fn read(root: &Table<'_>, reader: &Reader<'_>) -> Roster {
    let mut roster = Roster { colours: field(root, "colours", reader), ..Roster::default() };
    if let Some(table) = root.need("axis").and_then(|item| reader.table(&item)) {
        for (line, unit) in table.need("units").map(|list| lines::<UnitInfo>(&list, reader)).unwrap_or_default() {
            check_reverse(&line, &unit);
            roster.add(&line, unit);
        }
        let named = roster.units.iter().filter(|unit| unit.gross_deutschland).count();
        if named != 1 {
            table.fault(format!("{named} units are marked `gross_deutschland`, not one"));
        }
        table.finish();
    }
    if let Some(table) = root.need("soviet").and_then(|item| reader.table(&item)) {
        for kind in UnitKind::SOVIET {
            read_pool(&table, kind, &mut roster, reader);
        }
        table.finish();
    }
    roster.markers = In("list").under(root, "markers", reader).unwrap_or_default();
    check_mix(root, &roster, reader);
    root.finish();
    roster
}

/// The reverse of a counter: weaker, as fast, and German (2.16).
fn check_reverse(line: &Table<'_>, unit: &UnitInfo) {
    let readable = |key| parse_side(line.get(key)?.text()?);
    let (Some((full, movement)), Some((reduced, slower))) = (readable("full"), readable("reduced")) else { return };
    if slower != movement {
        line.fault("both sides of a counter have the same movement");
    }
    if reduced.attack > full.attack || reduced.defence > full.defence {
        line.fault("the reduced side is better than the full one");
    }
    if unit.nation.is_ally() {
        line.fault("units of satellites have one step");
    }
}

const BLANK: Front = Front { attack: Factor::Number(0), defence: Factor::Number(0) };

/// One side of a counter with its movement, `12-12-10` or `1-?-4`; a blank one if it cannot be read.
pub(super) fn side(line: &Table<'_>, key: &str) -> Option<(Front, u8)> {
    let item = line.need(key)?;
    let text = item.text()?;
    let side = parse_side(text);
    if side.is_none() {
        item.fault(format!("`{key}` is \"{text}\": write attack, defence and movement like \"0-6-2\" or \"1-?-4\""));
    }
    side.or(Some((BLANK, 0)))
}

pub(super) fn reverse(line: &Table<'_>, _: &Reader<'_>) -> Option<Option<Front>> {
    Some(if line.has("reduced") { side(line, "reduced").map(|(front, _)| front) } else { None })
}

fn parse_side(text: &str) -> Option<(Front, u8)> {
    let number = |text: &str| text.parse::<u8>().ok().filter(|&number| number <= 20);
    let factor = |text: &str| if text == "?" { Some(Factor::Die) } else { number(text).map(Factor::Number) };
    let mut parts = text.split('-');
    let (attack, defence, movement) = (parts.next()?, parts.next()?, parts.next()?);
    let front = Front { attack: factor(attack)?, defence: factor(defence)? };
    parts.next().is_none().then_some((front, number(movement)?))
}

/// The code in the corner of an Axis counter (2.13, 12.1).
pub(super) fn corner(line: &Table<'_>, reader: &Reader<'_>) -> Option<Option<Corner>> {
    let item = line.need("corner")?;
    let corner = item.text().and_then(parse_corner);
    let (turn, game, what) = match corner {
        None => {
            item.fault(format!("there is no corner \"{}\"", item.plain()));
            return Some(None);
        }
        Some(Corner::Turn(turn)) => (turn, "Blue", "turn of blue"),
        Some(Corner::UranusTurn(turn)) => (turn, "Uranus", "turn of uranus"),
        Some(_) => return Some(corner),
    };
    let last = reader.names.count(what);
    if !(1..=last).contains(&turn.into()) {
        item.fault(format!("there is no turn {turn}: {game} has {last}"));
    }
    Some(corner)
}

/// What a code in a corner means.
pub(in super::super) fn parse_corner(text: &str) -> Option<Corner> {
    if let Some(army) = AxisArmy::from_word(text) {
        return Some(Corner::Army(army));
    }
    match text {
        "St" => Some(Corner::Stalino),
        "K" => Some(Corner::Kharkhov),
        "A" => Some(Corner::Anywhere),
        "*" => Some(Corner::Taman),
        "Ur" => Some(Corner::Uranus),
        _ => match text.strip_prefix("Ur") {
            Some(turn) => turn.parse().ok().map(Corner::UranusTurn),
            None => text.parse().ok().map(Corner::Turn),
        },
    }
}

/// Reads the counters of one Soviet kind: regular ones with their faces, or specialists.
fn read_pool(soviet: &Table<'_>, kind: UnitKind, roster: &mut Roster, reader: &Reader<'_>) {
    let Some(table) = soviet.table(kind.code()).map(|table| table.called(kind.code())) else {
        return;
    };
    let (first, first_face) = (roster.units.len(), roster.faces.len());
    let name = table.text("name");
    let blank = UnitInfo {
        id: String::new(),
        name: capitalised(name),
        side: Side::Soviet,
        nation: Nation::Soviet,
        kind,
        size: UnitSize::need(&table, "size"),
        full: Front { attack: Factor::Untried, defence: Factor::Untried },
        reduced: None,
        movement: 0,
        corner: None,
        gross_deutschland: false,
        printed: reader.printed(&table),
    };
    if kind.is_regular() {
        let movement = table.int("movement", 0..=20);
        for row in table.tables("faces") {
            read_faces(&row.called(format!("{} face", kind.code())), kind, roster);
        }
        let count = roster.faces.len() - first_face;
        let width = count.to_string().len();
        for place in 1..=count {
            roster.add(&table, UnitInfo { id: format!("{}-{place:0width$}", kind.code()), movement, ..blank.clone() });
        }
    } else {
        let (full, movement) = side(&table, "full").unwrap_or((BLANK, 0));
        for item in table.need("names").map(|list| list.items()).unwrap_or_default() {
            let Some(own) = item.text() else { continue };
            let id = format!("{}-{own}", kind.code());
            let unit = UnitInfo { id, name: format!("{own} {name}"), full, movement, ..blank.clone() };
            roster.add(&table, unit);
        }
    }
    table.finish();
    let (last, last_face) = (roster.units.len(), roster.faces.len());
    if last == first {
        table.fault("has no counter");
    }
    roster.pools.push(Pool {
        kind,
        units: UnitId::at(first).0..UnitId::at(last).0,
        faces: FaceId::at(first_face).0..FaceId::at(last_face).0,
    });
}

/// Reads the faces with the same factors.
fn read_faces(row: &Table<'_>, kind: UnitKind, roster: &mut Roster) {
    let (attack, defence) = (row.int("attack", 0..=20), row.int("defence", 0..=20));
    for item in row.need("names").map(|list| list.items()).unwrap_or_default() {
        let Some(name) = item.text() else { continue };
        let id = format!("{name} {}", kind.code());
        if roster.faces.iter().any(|known| known.id == id) {
            item.fault(format!("there are two faces {id}"));
        }
        if roster.faces.len() == MOST_FACES {
            item.fault(format!("{MOST_FACES} faces are the limit"));
        } else {
            roster.faces.push(FaceInfo { id, kind, attack, defence });
        }
    }
    row.finish();
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The counters add up to the printed number (2.1).
fn check_mix(root: &Table<'_>, roster: &Roster, reader: &Reader<'_>) {
    let Some(table) = root.need("counters").and_then(|item| reader.table(&item)) else { return };
    let total: usize = table.int("total", 0..=1_000);
    table.finish();
    let markers: usize = roster.markers.iter().map(|marker| usize::from(marker.count)).sum();
    let sum = roster.units.len() + markers;
    if sum != total {
        table.fault(format!("the units and markers add up to {sum}, not to {total}"));
    }
}
