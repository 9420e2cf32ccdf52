//! How single values of the map are read.

use super::{Area, CaucasusInfo, City, SpaceInfo, SpaceKind};
use kessel_board::{Direction, EdgeId};
use kessel_kernel::Side;
use kessel_kernel::data::{Table, course};
use kessel_kit::record::field;
use kessel_kit::{Fact, Names, Reader, Record, Word, words};
use serde_json::{Value, json};

words! {
    /// The kinds of boxes as files write them.
    enum Kind {
        Caucasus,
        Front,
        Reserve,
    }
}

pub(super) fn kind(table: &Table<'_>, reader: &Reader<'_>) -> Option<SpaceKind> {
    Some(match Kind::get(table, "kind") {
        None => SpaceKind::Hex,
        Some(Kind::Caucasus) => SpaceKind::Caucasus,
        Some(Kind::Front) => SpaceKind::Front,
        Some(Kind::Reserve) => SpaceKind::Reserve(field(table, "side", reader)?),
    })
}

/// A Front is Soviet, a reserve its owner's.
pub(super) fn control(table: &Table<'_>, reader: &Reader<'_>) -> Option<Side> {
    match kind(table, reader)? {
        SpaceKind::Hex | SpaceKind::Caucasus => field(table, "control", reader),
        SpaceKind::Front => Some(Side::Soviet),
        SpaceKind::Reserve(side) => Some(side),
    }
}

pub(super) fn caucasus(table: &Table<'_>, reader: &Reader<'_>) -> Option<Option<CaucasusInfo>> {
    let caucasus = kind(table, reader)? == SpaceKind::Caucasus;
    if caucasus { CaucasusInfo::values(table, reader).map(Some) } else { Some(None) }
}

/// Boxes are drawn: left, top, width, height.
pub(super) fn area(table: &Table<'_>, reader: &Reader<'_>) -> Option<Option<Area>> {
    if kind(table, reader)? == SpaceKind::Hex {
        return Some(None);
    }
    let item = table.need("draw")?;
    let numbers: Vec<i32> = item.items().iter().filter_map(|item| item.int(-1_000_000..=1_000_000)).collect();
    let area = match numbers[..] {
        [x, y, width, height] if width > 0 && height > 0 => Some(Area { x, y, width, height }),
        _ => None,
    };
    if area.is_none() {
        item.fault("`draw` needs left, top, width and height");
    }
    Some(area)
}

impl Fact for Area {
    fn fact(&self, _: &Names<'_>) -> Value {
        json!([self.x, self.y, self.width, self.height])
    }
}

impl Fact for SpaceKind {
    fn fact(&self, _: &Names<'_>) -> Value {
        match self {
            SpaceKind::Hex => "hex",
            SpaceKind::Caucasus => "caucasus",
            SpaceKind::Front => "front",
            SpaceKind::Reserve(_) => "reserve",
        }
        .into()
    }
}

/// A space has what its kind can have, and a city its name.
pub(super) fn check(info: &SpaceInfo, table: &Table<'_>, _: &Reader<'_>) {
    let foreign: &[&str] = match info.kind {
        SpaceKind::Hex => &["capacity", "transfers"],
        SpaceKind::Caucasus => &["label", "city", "crossing", "alz", "volga", "capacity", "transfers"],
        SpaceKind::Front => &["label", "city", "crossing", "alz", "volga"],
        SpaceKind::Reserve(_) => &["label", "city", "crossing", "alz", "volga", "capacity", "transfers"],
    };
    for key in foreign.iter().filter(|key| table.has(key)) {
        table.fault(format!("there is no key `{key}` here"));
    }
    if info.crossing && info.city != City::Major {
        table.fault("only a major city has a river crossing");
    }
    if info.city != City::None && info.name.is_none() {
        table.fault("a city needs a `name`");
    }
}

/// The unbroken stretches of a river; no side has two rivers.
pub(super) fn stretches(table: &Table<'_>, reader: &Reader<'_>) -> Option<Vec<Vec<EdgeId>>> {
    let stretches = table.need("sides")?.items();
    let course = stretches.iter().map(|stretch| {
        course(reader.names.board(), &stretch.items(), |item, side| {
            if !reader.is_new("river on", reader.names.side(side)) {
                item.fault(format!("there is a river on {} already", item.text().unwrap_or("")));
            }
        })
    });
    Some(course.collect())
}

/// The sides of hexes that carry the colour of an edge.
pub(super) fn faces(table: &Table<'_>, reader: &Reader<'_>) -> Option<Vec<Direction>> {
    let orientation = reader.names.board().numbering().orientation();
    let mut faces = Vec::new();
    for item in table.items("faces") {
        let Some(compass) = item.text() else { continue };
        match orientation.direction(compass) {
            Some(face) => faces.push(face),
            None => item.fault(format!("a hex of this map has no side \"{compass}\"")),
        }
    }
    Some(faces)
}
