//! Reading the boxes: Caucasus, Fronts, reserves.

use super::super::reading::{Reading, SIDES, optional_text};
use super::{Area, CaucasusInfo, Link, SpaceInfo, SpaceKind};
use kessel_board::Numbering;
use kessel_kit::Word;
use kessel_table::Side;
use kessel_table::data::{Item, Table};
use serde::Deserialize;

/// A `[[box]]`.
pub(super) struct BoxDraft<'d> {
    pub(super) id: &'d str,
    pub(super) info: SpaceInfo,
    pub(super) neighbours: Vec<Item<'d>>,
    pub(super) borders: Vec<Item<'d>>,
    pub(super) only_unit: Option<Item<'d>>,
}

#[derive(Copy, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Caucasus,
    Front,
    Reserve,
}

impl Word for Kind {}

/// Reads the `[[box]]` tables.
pub(super) fn read_boxes<'d>(root: &Table<'d>, reading: &Reading<'_>, numbering: &Numbering) -> Vec<BoxDraft<'d>> {
    let mut drafts: Vec<BoxDraft<'d>> = Vec::new();
    for table in root.tables("box") {
        let id = table.text("id");
        let table = table.called(format!("box {id}"));
        let Some(item) = table.get("id") else {
            continue;
        };
        reading.source(&table, format!("map.toml box {id}"));
        let draft = read_box(&table, id, reading);
        if numbering.parse(id).is_ok() {
            item.fault("a box cannot have the number of a hex");
        } else if drafts.iter().any(|draft| draft.id == id) {
            item.fault("is on the map already");
        } else {
            drafts.push(draft);
        }
    }
    drafts
}

fn read_box<'d>(table: &Table<'d>, id: &'d str, reading: &Reading<'_>) -> BoxDraft<'d> {
    let mut draft = BoxDraft {
        id,
        info: SpaceInfo::blank(SpaceKind::Front, Side::Soviet),
        neighbours: Vec::new(),
        borders: Vec::new(),
        only_unit: None,
    };
    match Kind::need(table, "kind") {
        Kind::Caucasus => {
            draft.info.kind = SpaceKind::Caucasus;
            draft.info.start_control = table.word("control", &SIDES);
            draft.info.caucasus = Some(read_caucasus(table));
            draft.borders = table.items("borders");
            draft.neighbours = table.items("neighbours");
            draft.only_unit = table.get("only_unit");
        }
        Kind::Front => {
            draft.info.capacity = table.get("capacity").and_then(|item| item.int(1..=99));
            draft.info.transfers = table.get("transfers").and_then(|item| item.int(1..=99));
            draft.neighbours = table.items("neighbours");
        }
        Kind::Reserve => {
            let side = table.word("side", &SIDES);
            draft.info.kind = SpaceKind::Reserve(side);
            draft.info.start_control = side;
        }
    }
    draft.info.name = optional_text(table, "name");
    draft.info.area = read_area(table);
    draft.info.printed = reading.printed(table);
    table.finish();
    draft
}

fn read_caucasus(table: &Table<'_>) -> CaucasusInfo {
    let slots = table.table("slots").map(|slots| {
        let numbers = SIDES.map(|(word, _)| slots.int(word, 0..=9));
        slots.finish();
        numbers
    });
    CaucasusInfo {
        slots: slots.unwrap_or_default(),
        axis_asset_limit: table.get("axis_assets").and_then(|item| item.int(0..=99)),
        only_unit: None,
        last_control: table.flag("last_control"),
        points: table.get("points").and_then(|item| item.int(0..=99)).unwrap_or(0),
    }
}

fn read_area(table: &Table<'_>) -> Option<Area> {
    let item = table.need("draw")?;
    let numbers: Vec<i32> = item.items().iter().filter_map(|item| item.int(-1_000_000..=1_000_000)).collect();
    let area = match numbers[..] {
        [x, y, width, height] if width > 0 && height > 0 => Some(Area { x, y, width, height }),
        _ => None,
    };
    if area.is_none() {
        item.fault("`draw` needs left, top, width and height");
    }
    area
}

/// What joins two boxes, if anything may.
pub(super) fn link(one: SpaceKind, other: SpaceKind) -> Option<Link> {
    match (one, other) {
        (SpaceKind::Caucasus, SpaceKind::Caucasus) => Some(Link::Connector),
        (SpaceKind::Front, SpaceKind::Front) => Some(Link::Arrow),
        (SpaceKind::Front, SpaceKind::Caucasus) | (SpaceKind::Caucasus, SpaceKind::Front) => Some(Link::Gate),
        (SpaceKind::Hex | SpaceKind::Reserve(_), _) | (_, SpaceKind::Hex | SpaceKind::Reserve(_)) => None,
    }
}
