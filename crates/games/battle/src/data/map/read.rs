//! From `map.toml` to the board and what is known of its spaces and edges.

use super::super::reading::Reading;
use super::super::units::Roster;
use super::boxes::{BoxDraft, link, read_boxes};
use super::hexes::{EdgeDraft, HexDraft, read_edges, read_hexes};
use super::{Link, Places, Rim, River, RiverCourse, SpaceInfo, SpaceKind};
use kessel_board::{Board, BoardBuilder, EdgeMap, Numbering, SpaceId, SpaceMap};
use kessel_kit::{part, places_of};
use kessel_table::Side;
use kessel_table::data::{Item, Table};

/// The map, while the other files are still being read.
pub(in super::super) struct MapParts<'d> {
    pub(in super::super) board: Board,
    pub(in super::super) spaces: SpaceMap<SpaceInfo>,
    pub(in super::super) rivers: EdgeMap<River>,
    pub(in super::super) links: EdgeMap<Link>,
    pub(in super::super) courses: Vec<RiverCourse>,
    pub(in super::super) rims: Vec<Rim>,
    pub(in super::super) places: Option<Places>,
    pub(super) hexes: Vec<HexDraft<'d>>,
    boxes: Vec<BoxDraft<'d>>,
}

/// A passage between two spaces, by name.
struct Passage<'d> {
    one: &'d str,
    other: &'d str,
    link: Link,
}

/// Reads the whole file. `None` if not even the numbers of hexes can be read.
pub(in super::super) fn read<'d>(root: &Table<'d>, reading: &Reading<'_>) -> Option<MapParts<'d>> {
    let numbering: Numbering = root.need("numbering")?.read()?;
    let hexes = read_hexes(root, reading, &numbering);
    let boxes = read_boxes(root, reading, &numbering);
    let edges = read_edges(root, reading, &numbering);
    let passages = passages(&hexes, &boxes, &edges);
    let mut builder = BoardBuilder::new(numbering);
    for hex in &hexes {
        builder.add_hex(hex.name);
    }
    for draft in &boxes {
        builder.add_box(draft.id);
    }
    for passage in &passages {
        builder.link(passage.one, passage.other);
    }
    let board = match builder.build() {
        Ok(board) => board,
        Err(errors) => {
            errors.iter().for_each(|error| root.fault(error));
            return None;
        }
    };
    let mut map = MapParts::new(board, hexes, boxes);
    map.join(&passages);
    map.read_rims(edges);
    map.read_rivers(root, reading);
    map.check_waters();
    map.places = part(root, reading, "map.toml", "places").and_then(|table| map.read_places(&table, reading));
    root.finish();
    Some(map)
}

/// Every sound passage that the files ask for, once; faults of the others are reported.
fn passages<'d>(hexes: &[HexDraft<'d>], boxes: &[BoxDraft<'d>], edges: &[EdgeDraft<'d>]) -> Vec<Passage<'d>> {
    let mut passages: Vec<Passage<'d>> = Vec::new();
    let mut add = |one: &'d str, other: &'d str, link: Link, item: &Item<'_>| {
        if passages.iter().any(|known| known.one == one && known.other == other) {
            item.fault(format!("{other} is named twice"));
        } else {
            passages.push(Passage { one, other, link });
        }
    };
    for hex in hexes {
        for rim in &hex.rims {
            if let Some(space) = rim_box(rim, boxes, edges) {
                add(hex.name, space, Link::Rim, rim);
            }
        }
    }
    for draft in boxes {
        for border in &draft.borders {
            match border.text().map(|name| (name, hexes.iter().any(|hex| hex.name == name))) {
                Some((name, true)) => add(draft.id, name, Link::Border, border),
                Some((name, false)) => border.fault(format!("there is no hex {name} on the map")),
                None => {}
            }
        }
        for item in &draft.neighbours {
            let Some((other, link)) = neighbour(draft, item, boxes) else {
                continue;
            };
            // Each of the two names the other; the first one in the file makes the passage.
            let place = |id| boxes.iter().position(|known| known.id == id);
            if place(draft.id) < place(other) {
                add(draft.id, other, link, item);
            }
        }
    }
    passages
}

/// The box behind the edge that a rim hex names.
fn rim_box<'d>(rim: &Item<'d>, boxes: &[BoxDraft<'d>], edges: &[EdgeDraft<'d>]) -> Option<&'d str> {
    let name = rim.text()?;
    let Some(edge) = edges.iter().find(|edge| edge.id == name) else {
        rim.fault(format!("there is no edge \"{name}\""));
        return None;
    };
    let space = edge.space.as_ref()?.text()?;
    boxes.iter().find(|draft| draft.id == space).map(|draft| draft.id)
}

/// The box that a box names as its neighbour, if the two may be joined and name each other.
fn neighbour<'d>(draft: &BoxDraft<'d>, item: &Item<'d>, boxes: &[BoxDraft<'d>]) -> Option<(&'d str, Link)> {
    let name = item.text()?;
    let Some(other) = boxes.iter().find(|known| known.id == name) else {
        item.fault(format!("there is no box \"{name}\""));
        return None;
    };
    if other.id == draft.id {
        item.fault("is its own neighbour");
        return None;
    }
    let link = link(draft.info.kind, other.info.kind);
    if link.is_none() {
        item.fault(format!("{name} is neither a Caucasus box nor a Front"));
    }
    if !other.neighbours.iter().any(|back| back.text() == Some(draft.id)) {
        item.fault(format!("names {name} as its neighbour, but {name} does not name {}", draft.id));
        return None;
    }
    Some((other.id, link?))
}

impl<'d> MapParts<'d> {
    fn new(board: Board, hexes: Vec<HexDraft<'d>>, boxes: Vec<BoxDraft<'d>>) -> MapParts<'d> {
        let mut spaces = board.space_map(SpaceInfo::blank(SpaceKind::Hex, Side::Soviet));
        let hex_infos = hexes.iter().map(|draft| (draft.name, &draft.info));
        let box_infos = boxes.iter().map(|draft| (draft.id, &draft.info));
        for (name, info) in hex_infos.chain(box_infos) {
            let space = board.space(name).expect("every draft was added to the board");
            spaces[space] = info.clone();
        }
        MapParts {
            rivers: board.edge_map(River::None),
            links: board.edge_map(Link::Hexside),
            spaces,
            board,
            courses: Vec::new(),
            rims: Vec::new(),
            places: None,
            hexes,
            boxes,
        }
    }

    /// Notes the kind of every passage, and the boxes where Soviet supply lines end.
    fn join(&mut self, passages: &[Passage<'_>]) {
        for passage in passages {
            let [one, other] =
                [passage.one, passage.other].map(|name| self.board.space(name).expect("passages are sound"));
            let edge = self.board.edge(one, other).expect("every passage was added to the board");
            self.links[edge] = passage.link;
            if passage.link == Link::Gate {
                for space in [one, other] {
                    let info = &mut self.spaces[space];
                    info.soviet_source |= info.kind == SpaceKind::Caucasus;
                }
            }
        }
    }

    /// The coloured edges with their hexes; supply lines end there.
    fn read_rims(&mut self, edges: Vec<EdgeDraft<'d>>) {
        for edge in edges {
            let Some(space) = edge.space.as_ref().and_then(|item| self.space(item)) else {
                continue;
            };
            let item = edge.space.as_ref().expect("just read");
            let kind = self.spaces[space].kind;
            let fits = match edge.supply {
                Side::Axis => kind == SpaceKind::Reserve(Side::Axis),
                Side::Soviet => kind == SpaceKind::Front,
            };
            if !fits {
                item.fault("behind an edge lies a Front box (Soviet) or the Axis reserve (Axis)");
            }
            let named = |draft: &&HexDraft<'_>| draft.rims.iter().any(|rim| rim.text() == Some(edge.id));
            let names: Vec<_> = self.hexes.iter().filter(named).map(|draft| draft.name).collect();
            let mut hexes = Vec::with_capacity(names.len());
            for name in names {
                let hex = self.board.space(name).expect("drafts are on the board");
                match edge.supply {
                    Side::Axis => self.spaces[hex].axis_source = true,
                    Side::Soviet => self.spaces[hex].soviet_source = true,
                }
                hexes.push(hex);
            }
            let (id, name) = (edge.id.to_owned(), edge.name);
            self.rims.push(Rim { id, name, space, supply: edge.supply, faces: edge.faces, hexes });
        }
    }

    fn read_places(&self, table: &Table<'_>, reading: &Reading<'_>) -> Option<Places> {
        reading.printed(table);
        let places = places_of(table, |key, item| {
            let kind = match key {
                "svf" | "dsf" | "tcf" => SpaceKind::Front,
                "axis_reserve" => SpaceKind::Reserve(Side::Axis),
                "soviet_reserve" => SpaceKind::Reserve(Side::Soviet),
                "elbrus" | "kerch" => SpaceKind::Caucasus,
                _ => SpaceKind::Hex,
            };
            let space = self.space(item)?;
            if self.spaces[space].kind != kind {
                item.fault(format!("`{key}` is the wrong kind of space"));
            }
            Some(space)
        });
        table.finish();
        places
    }

    /// The space that a value names.
    pub(in super::super) fn space(&self, item: &Item<'_>) -> Option<SpaceId> {
        let name = item.text()?;
        let space = self.board.space(name);
        if space.is_none() {
            item.fault(format!("there is no space \"{name}\" on the map"));
        }
        space
    }

    /// The hex that a value names.
    pub(super) fn hex(&self, item: &Item<'_>) -> Option<SpaceId> {
        let space = self.space(item)?;
        if !self.board.is_hex(space) {
            item.fault(format!("{} is not a hex", self.board.name(space)));
            return None;
        }
        Some(space)
    }

    /// Once the units are known: which boxes admit only one of them.
    pub(in super::super) fn admit(&mut self, roster: &Roster) {
        for draft in &self.boxes {
            let Some(unit) = draft.only_unit.as_ref().and_then(|item| roster.find(item)) else {
                continue;
            };
            let space = self.board.space(draft.id).expect("drafts are on the board");
            if let Some(caucasus) = &mut self.spaces[space].caucasus {
                caucasus.only_unit = Some(unit);
            }
        }
    }
}
