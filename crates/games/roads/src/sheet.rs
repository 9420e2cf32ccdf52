//! The printed sheet of a scenario: hexes, boxes, rivers, roads and the legend.

use crate::Roads;
use crate::data::{Holds, Map, Region, River, Scenario, SourceOwner, SpaceKind, Terrain, Turn};
use kessel_board::{Orientation, SpaceId};
use kessel_kernel::Side;
use kessel_kernel::facets::Sheets;
use kessel_kernel::view::{LegendLine, Sheet, SheetBox, SheetHex, SheetSide};
use kessel_kit::show::legend_line;

/// The height of a hex row, and of a row of boxes below the map, in the units of the sheet.
const HEX: i32 = 1000;
const BOX_HEIGHT: i32 = 2600;
const GAP: i32 = 300;

impl Sheets for Roads {
    fn sheet(&self, scenario: &str) -> Sheet {
        let Some(scenario) = self.data.scenario(scenario) else { return Sheet::default() };
        let map = &scenario.map;
        let turns = scenario.first_turn.0..=scenario.last_turn.0;
        Sheet {
            hexes: map.board.hexes().map(|hex| sheet_hex(map, hex)).collect(),
            boxes: sheet_boxes(scenario),
            sides: rivers(map).chain(lines(map)).chain(crossings(map)).collect(),
            pointy: map.board.orientation() == Orientation::PointyTop,
            legend: legend(map),
            charts: self.data.book.aids.charts(&scenario.id),
            badges: self.data.book.aids.badges.clone(),
            beside: self.data.book.aids.beside.clone(),
            turns: turns.map(|turn| self.data.turn_name(Turn(turn)).to_owned()).collect(),
            briefing: self.data.book.briefings.of(&scenario.id),
        }
    }
}

fn sheet_hex(map: &Map, hex: SpaceId) -> SheetHex {
    let info = &map.spaces[hex];
    let (x, y) = map.board.position(hex).unwrap_or_default();
    let rank = match info.terrain {
        Terrain::MajorCity => 1,
        Terrain::City => 3,
        _ => 4,
    };
    let name = info.name.clone().or_else(|| info.label.clone());
    SheetHex {
        id: map.board.name(hex).into(),
        x,
        y,
        terrain: terrain(info.terrain).into(),
        rank: if name.is_some() { rank } else { 0 },
        name,
        regions: Region::ALL.iter().filter(|r| map.region(**r).contains(hex)).map(|r| r.word().into()).collect(),
        marks: marks(map, hex),
    }
}

/// The page's word for the ground.
const fn terrain(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear | Terrain::Village => "clear",
        Terrain::City | Terrain::MajorCity => "urban",
        Terrain::Forest => "forest",
        Terrain::Marsh => "marsh",
        Terrain::Sea => "sea",
        Terrain::Lake => "lake",
    }
}

fn marks(map: &Map, hex: SpaceId) -> Vec<String> {
    let info = &map.spaces[hex];
    let source = |owner: SourceOwner| map.sources.iter().any(|source| source.hex == hex && source.owner == owner);
    let words = [
        ("village", info.terrain == Terrain::Village),
        ("city", info.terrain == Terrain::City),
        ("major-city", info.terrain == Terrain::MajorCity),
        ("foothold", info.foothold),
        ("airfield", info.airfield),
        ("victory", info.red_star),
        ("source-axis", source(SourceOwner::Side(Side::Axis))),
        ("source-soviet", source(SourceOwner::Side(Side::Soviet))),
        ("source-holder", source(SourceOwner::Holder)),
    ];
    words.into_iter().filter(|(_, holds)| *holds).map(|(word, _)| word.to_owned()).collect()
}

/// Boxes in rows below the map: the reserve, then the supports. The dead and the withdrawn are listed, not drawn.
fn sheet_boxes(scenario: &Scenario) -> Vec<SheetBox> {
    let map = &scenario.map;
    let places = || map.board.hexes().filter_map(|hex| map.board.position(hex));
    let (left, right) = (places().map(|p| p.0).min().unwrap_or(0), places().map(|p| p.0).max().unwrap_or(0));
    let bottom = places().map(|p| p.1).max().unwrap_or(0);
    let (left, width) = (left - HEX / 2, right - left + HEX);
    let of = |holds: Holds| move |space: &SpaceId| matches!(map.spaces[*space].kind, SpaceKind::Box { holds: h, .. } if h == holds);
    let reserve: Vec<SpaceId> = map
        .board
        .boxes()
        .filter(of(Holds::Units))
        .filter(|space| map.board.name(*space) == "STAVKA" && scenario.uses("13"))
        .collect();
    let supports: Vec<SpaceId> = map.board.boxes().filter(of(Holds::Supports)).collect();
    let mut boxes = Vec::new();
    let mut y = bottom + HEX / 2 + 2 * GAP;
    for row in [supports, reserve].into_iter().filter(|row| !row.is_empty()) {
        let count = i32::try_from(row.len()).unwrap_or(1);
        let w = ((width + GAP) / count - GAP).clamp(HEX, 7 * HEX);
        let w = if count == 1 { width } else { w };
        for (n, space) in (0..).zip(row) {
            boxes.push(SheetBox {
                id: map.board.name(space).into(),
                name: map.spaces[space].name.clone().unwrap_or_else(|| map.board.name(space).into()),
                x: left + n * (w + GAP),
                y,
                w,
                h: BOX_HEIGHT,
                note: note(map, space).into(),
                links: Vec::new(),
            });
        }
        y += BOX_HEIGHT + GAP;
    }
    boxes
}

/// A line on a box.
fn note(map: &Map, space: SpaceId) -> &'static str {
    match map.board.name(space) {
        "STAVKA" => "Soviet units wait here; reduced ones come back to full strength",
        "stavka-supports" => "Rolled for each turn; spent generically, or at a launch",
        "major" => "Filled at a launch; used within the radius of the marker",
        "minor-a" | "minor-b" => "Rolled for while the marker is on the map",
        "axis-supports" => "Drawn by the better of Approval and Manstein",
        _ => "",
    }
}

fn side(map: &Map, a: SpaceId, b: SpaceId, kind: &str, name: Option<String>) -> SheetSide {
    SheetSide { a: map.board.name(a).into(), b: map.board.name(b).into(), kind: kind.into(), name }
}

fn rivers(map: &Map) -> impl Iterator<Item = SheetSide> {
    map.rivers.iter().flat_map(move |course| {
        let kind = match course.class {
            River::Major => "river-major",
            River::Minor | River::None => "river-minor",
        };
        course.stretches.iter().flatten().map(move |edge| {
            let (a, b) = map.board.edge_ends(*edge);
            side(map, a, b, kind, Some(course.name.clone()))
        })
    })
}

/// Roads and railroads from hex to hex. Where both run it is the railroad that is drawn.
fn lines(map: &Map) -> impl Iterator<Item = SheetSide> {
    map.board.edges().filter_map(move |edge| {
        let info = map.sides[edge];
        let (a, b) = map.board.edge_ends(edge);
        let kind = if info.rail { "rail" } else { "road" };
        let path = |path: &[SpaceId]| path.windows(2).any(|pair| pair == [a, b] || pair == [b, a]);
        let line = map.lines.iter().find(|line| line.rail == info.rail && path(&line.path));
        info.line().then(|| side(map, a, b, kind, line.map(|line| line.name.clone())))
    })
}

fn crossings(map: &Map) -> impl Iterator<Item = SheetSide> {
    map.board.edges().filter_map(move |edge| {
        let info = map.sides[edge];
        let (a, b) = map.board.edge_ends(edge);
        match (info.ferry, info.bridge) {
            (true, _) => Some(side(map, a, b, "ferry", None)),
            (false, true) => Some(side(map, a, b, "bridge", None)),
            (false, false) => None,
        }
    })
}

fn legend(map: &Map) -> Vec<LegendLine> {
    let regions = REGIONS.iter().filter(|(word, ..)| {
        Region::ALL.into_iter().any(|region| region.word() == *word && !map.region(region).is_empty())
    });
    LEGEND.iter().chain(regions).map(|&(kind, case, text)| legend_line(kind, case, text)).collect()
}

const LEGEND: [(&str, &str, &str); 19] = [
    ("clear", "7.1.4", "Clear: one point"),
    ("village", "PA.TEC.def", "Village: as clear, and one more in defence; no city"),
    ("urban", "1.8.2", "City"),
    ("city", "PA.TEC.def", "City: two more in defence, and retreats are shorter"),
    ("major-city", "PA.TEC.def", "Major city: three more in defence, and retreats are shorter still"),
    ("foothold", "1.8.3.b", "Last Soviet position at Stalingrad: urban, but no part of the city"),
    ("forest", "PA.TEC.tacD", "Forest: two points; one more in defence, and retreats are shorter"),
    ("marsh", "3.4.f", "Marsh: three points, nobody exploits from an attack on it; under thick ice it is forest"),
    ("sea", "1.8.4.a", "Sea: nobody and nothing gets through"),
    ("lake", "1.8.4.a", "Lake: nobody and nothing gets through"),
    ("river-minor", "PA.TEC.river", "Minor river: one more point, and helps who is attacked across it only"),
    (
        "river-major",
        "PA.TEC.river",
        "Major river: two more points, attacks across it are halved; traces need a crossing",
    ),
    ("road", "7.1.9.a", "Road: half a point for a hex"),
    ("rail", "7.1.9.b", "Railroad: a road, too; Axis units go by rail"),
    ("bridge", "7.4.b", "Bridge: no cost for the river"),
    ("ferry", "7.4.d", "Ferry: one more point, no road across; traces may cross"),
    ("airfield", "10.2.2.a", "Airfield: the fortress reaches a hex farther from here, and the air bridge needs it"),
    ("victory", "15.2.2.f", "Red Star: taking it changes the Führer's approval"),
    ("source-holder", "4.2.3", "Supply source of whoever controls the hex"),
];

const REGIONS: [(&str, &str, &str); 6] = [
    ("west-of-donets", "5.3.5.c", "West of the Donets line: Offensive Markers here cost supports"),
    ("dnieper-bend", "S3.v7", "The Dnieper bend: a victory point"),
    ("east-of-don", "4.5.2.a", "East of the Don: up to row 14 artillery costs one more support"),
    ("chir-don", "S2.v9", "Between Chir and Don: victory points"),
    ("beyond-chir", "S2.v8", "West or south of the Chir: victory points"),
    ("army-28", "S2.w", "Zone of the 28th Army: closed to movement"),
];
