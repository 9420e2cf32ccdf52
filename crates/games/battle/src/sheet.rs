//! The printed sheet: hexes, boxes, rivers, edges and the legend.

use crate::Battle;
use crate::data::{City, Link, River, SpaceKind, TurnInfo};
use kessel_board::{Orientation, SpaceId};
use kessel_kernel::Side;
use kessel_kernel::facets::Sheets;
use kessel_kernel::view::{LegendLine, Sheet, SheetBox, SheetHex, SheetSide};
use kessel_kit::show::{chosen, legend, legend_line};

impl Sheets for Battle {
    fn sheet(&self, scenario: &str) -> Sheet {
        Sheet {
            hexes: self.data.board.hexes().map(|hex| self.sheet_hex(hex)).collect(),
            boxes: self.data.board.boxes().map(|space| self.sheet_box(space)).collect(),
            sides: self.rivers().chain(self.lines()).collect(),
            pointy: self.data.board.orientation() == Orientation::PointyTop,
            legend: self.legend(),
            charts: self.data.book.aids.charts(scenario),
            badges: self.data.book.aids.badges.clone(),
            beside: self.data.book.aids.beside.clone(),
            turns: self.data.turns.iter().map(TurnInfo::label).collect(),
            briefing: self.data.book.briefings.of(scenario),
        }
    }
}

impl Battle {
    fn sheet_hex(&self, hex: SpaceId) -> SheetHex {
        let info = &self.data.spaces[hex];
        let (x, y) = self.data.board.position(hex).expect("a hex has a position");
        let (name, rank) = match (&info.name, info.labels.first()) {
            (Some(name), _) => (Some(name.clone()), if info.city == City::Major { 1 } else { 3 }),
            (None, Some(label)) => (Some(label.clone()), 4),
            (None, None) => (None, 0),
        };
        SheetHex {
            id: self.space_id(hex).into(),
            x,
            y,
            terrain: if info.city == City::None { "clear" } else { "urban" }.into(),
            name,
            rank,
            regions: chosen(&[("alz", info.alz), ("volga", info.volga)]),
            marks: self.marks(hex),
        }
    }

    fn marks(&self, hex: SpaceId) -> Vec<String> {
        let (info, places) = (&self.data.spaces[hex], &self.data.places);
        let mut marks = chosen(&[
            ("major-city", info.city == City::Major),
            ("minor-city", info.city == City::Minor),
            ("crossing", info.crossing),
            ("sudden-death", [places.kharkov, places.stalingrad, places.astrakhan].contains(&hex)),
            ("victory", [places.stalingrad, places.voronezh, places.rostov].contains(&hex)),
        ]);
        for rim in self.data.rims.iter().filter(|rim| rim.hexes.contains(&hex)) {
            for face in &rim.faces {
                if self.data.board.neighbor(hex, *face).is_none() {
                    marks.push(format!(
                        "rim-{}-{}",
                        rim.id,
                        face.compass(self.data.board.orientation()).to_lowercase()
                    ));
                }
            }
        }
        marks
    }

    fn sheet_box(&self, space: SpaceId) -> SheetBox {
        let info = &self.data.spaces[space];
        let area = info.area;
        let linked = self.data.board.neighbors(space).iter();
        let linked = linked.filter(|n| self.data.links[n.edge] != Link::Rim).map(|n| n.space);
        SheetBox {
            id: self.space_id(space).into(),
            name: info.name.clone().unwrap_or_else(|| self.data.board.name(space).into()),
            x: area.map_or(0, |a| a.x),
            y: area.map_or(0, |a| a.y),
            w: area.map_or(0, |a| a.width),
            h: area.map_or(0, |a| a.height),
            note: self.box_note(space),
            links: linked.map(|other| self.space_id(other).to_owned()).collect(),
        }
    }

    /// Slots, limits and points of a box, in one line.
    fn box_note(&self, space: SpaceId) -> String {
        let info = &self.data.spaces[space];
        match info.kind {
            SpaceKind::Hex => String::new(),
            SpaceKind::Reserve(Side::Axis) => "Enters by the Axis Supply Edge".into(),
            SpaceKind::Reserve(Side::Soviet) => "Units go to a Front box, assets to units".into(),
            SpaceKind::Front => match info.capacity {
                Some(most) => format!("Units at most: {most}"),
                None => "Any number of units".into(),
            },
            SpaceKind::Caucasus => self.caucasus_note(space),
        }
    }

    fn caucasus_note(&self, space: SpaceId) -> String {
        let Some(info) = self.data.spaces[space].caucasus else { return String::new() };
        if let Some(unit) = info.only_unit {
            return format!("{} only", self.unit_name(unit));
        }
        let [axis, soviet] = *info.slots;
        let mut note = format!("Axis {axis}, Soviet {soviet}");
        if let Some(limit) = info.axis_asset_limit {
            note += &format!("; Axis assets {limit}");
        }
        if info.points > 0 {
            note += &format!("; points {}", info.points);
        }
        note
    }

    fn rivers(&self) -> impl Iterator<Item = SheetSide> {
        self.data.courses.iter().flat_map(move |course| {
            let kind = match course.class {
                River::Major => "river-major",
                River::Minor | River::None => "river-minor",
            };
            course.stretches.iter().flatten().map(move |edge| {
                let (a, b) = self.data.board.edge_ends(*edge);
                self.sheet_side(a, b, kind, Some(course.name.clone()))
            })
        })
    }

    /// Borders, connectors and arrows are lines between spaces.
    fn lines(&self) -> impl Iterator<Item = SheetSide> {
        self.data.board.edges().filter_map(move |edge| {
            let kind = match self.data.links[edge] {
                Link::Hexside | Link::Rim => return None,
                Link::Border => "border",
                Link::Connector => "connector",
                Link::Arrow => "arrow",
                Link::Gate => "gate",
            };
            let (a, b) = self.data.board.edge_ends(edge);
            Some(self.sheet_side(a, b, kind, None))
        })
    }

    fn sheet_side(&self, a: SpaceId, b: SpaceId, kind: &str, name: Option<String>) -> SheetSide {
        SheetSide { a: self.space_id(a).into(), b: self.space_id(b).into(), kind: kind.into(), name }
    }

    fn legend(&self) -> Vec<LegendLine> {
        let mut legend = legend(&LEGEND);
        for rim in &self.data.rims {
            let text = format!("{}: supply for the {} side", rim.name, rim.supply);
            let case = if rim.supply == Side::Axis { "5.3.a" } else { "5.3.b" };
            legend.push(legend_line(format!("rim-{}", rim.id), case, text));
        }
        legend
    }
}

const LEGEND: [(&str, &str, &str); 13] = [
    ("clear", "7.0.i", "Open ground: one point to enter, by either kind of movement"),
    ("major-city", "8.1.g", "Major city: tanks of both sides are halved, nobody has to retreat, no zone reaches in"),
    ("minor-city", "9.2.1.g", "Minor city: a place where the army detachments can arrive"),
    (
        "crossing",
        "7.3.f",
        "A river runs through the city: strategic movement crosses here, and no attack is a river assault",
    ),
    ("river-minor", "3.2.e", "Minor river: stops zones; the first unit across makes a river assault"),
    ("river-major", "7.8.a", "Major river: the same, and no strategic movement across"),
    ("alz", "2.1.1.b", "Axis Logistical Zone: fast Axis strategic movement; armies destroyed here are Don points"),
    ("volga", "10.4.a", "On the Volga: a supplied Axis unit alone here at the end keeps an Axis victory possible"),
    ("sudden-death", "10.1.c", "City that ends the game if held in supply at the start of the holder's turn"),
    ("border", "7.4.d", "Box and hex touch: tactical movement only; into enemy land only with last control"),
    ("connector", "7.8.b", "Boxes touch: tactical movement only, and the move ends on entry"),
    ("arrow", "7.6.a", "Front boxes touch: a transfer takes the whole move"),
    ("gate", "2.1.3.d", "The Trans-Caucasus Front touches this box"),
];
