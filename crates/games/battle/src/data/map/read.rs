//! From `map.toml` to the board and what is known of its spaces and edges.

use super::{Link, Places, Rim, River, RiverCourse, SpaceInfo, SpaceKind};
use crate::data::units::UnitId;
use kessel_board::{Board, EdgeId, EdgeMap, Numbering, SpaceId, SpaceMap};
use kessel_kernel::Side;
use kessel_kernel::data::{Item, Reading, Table};
use kessel_kit::record::lines;
use kessel_kit::{Names, Read, Reader, Record, board_of, places_of};

/// The map, while the other files are still being read.
pub(in super::super) struct Map {
    pub(in super::super) board: Board,
    pub(in super::super) spaces: SpaceMap<SpaceInfo>,
    pub(in super::super) rivers: EdgeMap<River>,
    pub(in super::super) links: EdgeMap<Link>,
    pub(in super::super) courses: Vec<RiverCourse>,
    pub(in super::super) rims: Vec<Rim>,
    pub(in super::super) places: Option<Places>,
}

/// The river that 10.4 asks about.
const VOLGA: &str = "Volga";

/// A hex or box as the file has it.
struct Draft<'d> {
    name: &'d str,
    table: Table<'d>,
    info: SpaceInfo,
}

/// A passage between two spaces, by name.
struct Passage<'d> {
    one: &'d str,
    other: &'d str,
    link: Link,
}

/// Reads the whole file. `None` if not even the numbers of hexes can be read.
pub(in super::super) fn read<'d>(root: &Table<'d>, reading: &Reading<'_>) -> Option<Map> {
    let mut reader = Reader::new(reading);
    let numbering: Numbering = root.need("numbering")?.read()?;
    let hexes = read_hexes(root, &reader, &numbering);
    let boxes = read_boxes(root, &reader, &numbering);
    let passages = passages(root, &hexes, &boxes);
    let names = |drafts: &[Draft<'d>]| drafts.iter().map(|draft| draft.name).collect::<Vec<_>>();
    let links = passages.iter().map(|passage| (passage.one, passage.other));
    let board = board_of(root, numbering, names(&hexes), names(&boxes), links)?;
    reader.names = Names::on(&board);
    let rims = root.need("edge").map(|list| lines(&list, &reader)).unwrap_or_default();
    let courses: Vec<RiverCourse> = root.need("river").map(|list| Read::read_list(&list, &reader)).unwrap_or_default();
    let places = root.need("places").and_then(|item| reader.table(&item));
    let mut map = Map::new(board.clone(), &hexes, &boxes, courses);
    map.join(&passages);
    map.put_rims(rims, &hexes);
    map.check_waters(&hexes);
    map.places = places.and_then(|table| map.read_places(&table, &reader));
    root.finish();
    Some(map)
}

/// Reads `[hexes]`: every hex that can be on the map, once.
fn read_hexes<'d>(root: &Table<'d>, reader: &Reader<'_>, numbering: &Numbering) -> Vec<Draft<'d>> {
    let Some(hexes) = root.need("hexes").and_then(|item| reader.table(&item)) else { return Vec::new() };
    let mut drafts = Vec::new();
    for table in hexes.tables("list") {
        let name = table.text("hex");
        let table = table.called(format!("hex {name}"));
        let info = SpaceInfo::values(&table, reader);
        match numbering.parse(name) {
            Err(error) => table.fault(error),
            Ok(_) if !reader.is_new("space", name) => table.fault("is on the map already"),
            Ok(_) => drafts.extend(info.map(|info| Draft { name, table, info })),
        }
    }
    hexes.finish();
    drafts
}

/// Reads the `[[box]]` tables.
fn read_boxes<'d>(root: &Table<'d>, reader: &Reader<'_>, numbering: &Numbering) -> Vec<Draft<'d>> {
    let mut drafts = Vec::new();
    for table in root.tables("box") {
        let name = table.text("id");
        let table = table.called(format!("box {name}"));
        reader.source(&table, format!("map.toml box {name}"));
        table.need("kind");
        let info = SpaceInfo::values(&table, reader);
        if numbering.parse(name).is_ok() {
            table.fault("a box cannot have the number of a hex");
        } else if !reader.is_new("space", name) {
            table.fault("is on the map already");
        } else {
            drafts.extend(info.map(|info| Draft { name, table, info }));
        }
    }
    drafts
}

/// Every sound passage that the files ask for, once; faults of the others are reported.
fn passages<'d>(root: &Table<'d>, hexes: &[Draft<'d>], boxes: &[Draft<'d>]) -> Vec<Passage<'d>> {
    let mut passages: Vec<Passage<'d>> = Vec::new();
    let mut add = |one: &'d str, other: &'d str, link: Link, item: &Item<'_>| {
        if passages.iter().any(|known| known.one == one && known.other == other) {
            item.fault(format!("{other} is named twice"));
        } else {
            passages.push(Passage { one, other, link });
        }
    };
    let edges = root.tables("edge");
    for hex in hexes {
        for rim in hex.table.items("rim") {
            if let Some(space) = rim_box(&rim, boxes, &edges) {
                add(hex.name, space, Link::Rim, &rim);
            }
        }
        hex.table.finish();
    }
    for (place, draft) in boxes.iter().enumerate() {
        if draft.info.kind == SpaceKind::Caucasus {
            draft.table.get("only_unit");
            for border in draft.table.items("borders") {
                match border.text().map(|name| (name, hexes.iter().any(|hex| hex.name == name))) {
                    Some((name, true)) => add(draft.name, name, Link::Border, &border),
                    Some((name, false)) => border.fault(format!("there is no hex {name} on the map")),
                    None => {}
                }
            }
        }
        let joined = !matches!(draft.info.kind, SpaceKind::Reserve(_));
        for item in if joined { draft.table.items("neighbours") } else { Vec::new() } {
            // Each of the two names the other; the first one in the file makes the passage.
            if let Some((other, link)) = neighbour(draft, &item, boxes)
                && place < other
            {
                add(draft.name, boxes[other].name, link, &item);
            }
        }
        draft.table.finish();
    }
    passages
}

/// The box behind the edge that a rim hex names.
fn rim_box<'d>(rim: &Item<'d>, boxes: &[Draft<'d>], edges: &[Table<'d>]) -> Option<&'d str> {
    let name = rim.text()?;
    let named = |table: &&Table<'_>, key, name| table.get(key).and_then(|item| item.text()) == Some(name);
    let Some(edge) = edges.iter().find(|edge| named(edge, "id", name)) else {
        rim.fault(format!("there is no edge \"{name}\""));
        return None;
    };
    boxes.iter().find(|draft| named(&edge, "box", draft.name)).map(|draft| draft.name)
}

/// The box that a box names as its neighbour, if the two may be joined and name each other.
fn neighbour(draft: &Draft<'_>, item: &Item<'_>, boxes: &[Draft<'_>]) -> Option<(usize, Link)> {
    let name = item.text()?;
    let Some(place) = boxes.iter().position(|known| known.name == name) else {
        item.fault(format!("there is no box \"{name}\""));
        return None;
    };
    let other = &boxes[place];
    if other.name == draft.name {
        item.fault("is its own neighbour");
        return None;
    }
    let link = link(draft.info.kind, other.info.kind);
    if link.is_none() {
        item.fault(format!("{name} is neither a Caucasus box nor a Front"));
    }
    if !other.table.items("neighbours").iter().any(|back| back.text() == Some(draft.name)) {
        item.fault(format!("names {name} as its neighbour, but {name} does not name {}", draft.name));
        return None;
    }
    Some((place, link?))
}

/// What joins two boxes, if anything may.
fn link(one: SpaceKind, other: SpaceKind) -> Option<Link> {
    match (one, other) {
        (SpaceKind::Caucasus, SpaceKind::Caucasus) => Some(Link::Connector),
        (SpaceKind::Front, SpaceKind::Front) => Some(Link::Arrow),
        (SpaceKind::Front, SpaceKind::Caucasus) | (SpaceKind::Caucasus, SpaceKind::Front) => Some(Link::Gate),
        (SpaceKind::Hex | SpaceKind::Reserve(_), _) | (_, SpaceKind::Hex | SpaceKind::Reserve(_)) => None,
    }
}

impl Map {
    fn new<'d>(board: Board, hexes: &[Draft<'d>], boxes: &[Draft<'d>], courses: Vec<RiverCourse>) -> Map {
        let spaces = SpaceMap::from_fn(board.len(), |space| {
            let mut drafts = hexes.iter().chain(boxes);
            drafts.find(|draft| draft.name == board.name(space)).expect("every space was a draft").info.clone()
        });
        let mut rivers = board.edge_map(River::None);
        for course in &courses {
            course.stretches.iter().flatten().for_each(|&side| rivers[side] = course.class);
        }
        let links = board.edge_map(Link::Hexside);
        Map { spaces, rivers, links, board, courses, rims: Vec::new(), places: None }
    }

    /// Notes the kind of every passage, and the boxes where Soviet supply lines end.
    fn join(&mut self, passages: &[Passage<'_>]) {
        for passage in passages {
            let ends = [passage.one, passage.other].map(|name| self.board.space(name).expect("passages are sound"));
            let edge = self.board.edge(ends[0], ends[1]).expect("every passage was added to the board");
            self.links[edge] = passage.link;
            for space in ends.into_iter().filter(|_| passage.link == Link::Gate) {
                let info = &mut self.spaces[space];
                info.soviet_source |= info.kind == SpaceKind::Caucasus;
            }
        }
    }

    /// The coloured edges with their hexes; supply lines end there.
    fn put_rims(&mut self, rims: Vec<(Table<'_>, Rim)>, hexes: &[Draft<'_>]) {
        for (table, mut rim) in rims {
            let behind = match rim.supply {
                Side::Axis => SpaceKind::Reserve(Side::Axis),
                Side::Soviet => SpaceKind::Front,
            };
            if self.spaces[rim.space].kind != behind {
                table.fault("behind an edge lies a Front box (Soviet) or the Axis reserve (Axis)");
            }
            for draft in hexes {
                if draft.table.items("rim").iter().any(|item| item.text() == Some(&rim.id)) {
                    let hex = self.board.space(draft.name).expect("drafts are on the board");
                    match rim.supply {
                        Side::Axis => self.spaces[hex].axis_source = true,
                        Side::Soviet => self.spaces[hex].soviet_source = true,
                    }
                    rim.hexes.push(hex);
                }
            }
            self.rims.push(rim);
        }
    }

    /// A crossing needs a river through its hex; a hex of the Volga needs the Volga (2.1, 10.4).
    fn check_waters(&self, hexes: &[Draft<'_>]) {
        for draft in hexes {
            let hex = self.board.space(draft.name).expect("drafts are on the board");
            if draft.info.crossing && !self.courses.iter().any(|river| river.through.contains(&hex)) {
                draft.table.fault("has a river crossing, but no river runs through it");
            }
            if draft.info.volga && !self.on_volga(hex) {
                draft.table.fault("is marked `volga`, but the Volga does not touch it");
            }
        }
    }

    fn on_volga(&self, hex: SpaceId) -> bool {
        let touches = |&side: &EdgeId| {
            let (a, b) = self.board.edge_ends(side);
            a == hex || b == hex
        };
        let mut volga = self.courses.iter().filter(|river| river.name == VOLGA);
        volga.any(|volga| volga.through.contains(&hex) || volga.stretches.iter().flatten().any(touches))
    }

    fn read_places(&self, table: &Table<'_>, reader: &Reader<'_>) -> Option<Places> {
        reader.printed(table);
        let places = places_of(table, |key, item| {
            let kind = match key {
                "svf" | "dsf" | "tcf" => SpaceKind::Front,
                "axis_reserve" => SpaceKind::Reserve(Side::Axis),
                "soviet_reserve" => SpaceKind::Reserve(Side::Soviet),
                "elbrus" | "kerch" => SpaceKind::Caucasus,
                _ => SpaceKind::Hex,
            };
            let space = SpaceId::read(item, reader)?;
            if self.spaces[space].kind != kind {
                item.fault(format!("`{key}` is the wrong kind of space"));
            }
            Some(space)
        });
        table.finish();
        places
    }

    /// Once the units are known: which boxes admit only one of them.
    pub(in super::super) fn admit(&mut self, root: &Table<'_>, reader: &Reader<'_>) {
        for table in root.tables("box") {
            let name = table.text("id");
            let table = table.called(format!("box {name}"));
            let unit = table.get("only_unit").and_then(|item| UnitId::read(&item, reader));
            if let Some(space) = self.board.space(name)
                && let Some(caucasus) = &mut self.spaces[space].caucasus
            {
                caucasus.only_unit = unit;
            }
        }
    }
}
