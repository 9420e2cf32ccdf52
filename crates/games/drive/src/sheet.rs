//! The printed sheet: hexes, rivers, regions and the legend.

use crate::Drive;
use crate::data::{AxisArmy, FrontArmy, Region, ScenarioId, Settlement, Terrain, Water};
use crate::view::WAITING;
use kessel_board::SpaceId;
use kessel_kernel::facets::Sheets;
use kessel_kernel::view::{LegendLine, Sheet, SheetBox, SheetHex, SheetSide};
use kessel_kit::Word;
use kessel_kit::show::{chosen, legend, legend_line};

/// The boxes beside the map, in the units of the sheet.
const BOX_WIDTH: i32 = 5_000;
const BOX_GAP: i32 = 900;

impl Sheets for Drive {
    fn sheet(&self, scenario: &str) -> Sheet {
        let id = ScenarioId::from_word(scenario).unwrap_or(ScenarioId::Blue);
        let map = &self.data.map;
        // 3.3: Uranus is played on the north map alone.
        let north = |hex: SpaceId| id == ScenarioId::Blue || self.ground.north.contains(hex);
        Sheet {
            hexes: map.board.hexes().filter(|hex| north(*hex)).map(|hex| self.sheet_hex(id, hex)).collect(),
            boxes: self.sheet_boxes(),
            sides: self.sheet_sides().filter(|(a, b, _)| north(*a) && north(*b)).map(|(_, _, side)| side).collect(),
            pointy: true,
            legend: legend(&LEGEND).into_iter().chain(region_legend(id)).collect(),
            charts: self.data.book.aids.charts(id.word()),
            badges: self.data.book.aids.badges.clone(),
            beside: self.data.book.aids.beside.clone(),
            turns: self.data.scenario(id).turns.iter().map(|turn| turn.dates.clone()).collect(),
            briefing: self.data.book.briefings.of(scenario),
        }
    }
}

impl Drive {
    /// West of the map, where the Axis comes from: who is to be set up, and who waits to come in.
    fn sheet_boxes(&self) -> Vec<SheetBox> {
        let places = self.data.map.board.hexes().filter_map(|hex| self.data.map.board.position(hex));
        let (left, top) = places.fold((i32::MAX, i32::MAX), |(x, y), place| (x.min(place.0), y.min(place.1)));
        let x = left - BOX_WIDTH - BOX_GAP;
        let one = |id: &str, name: &str, y: i32, h: i32, note: &str| SheetBox {
            id: id.into(),
            name: name.into(),
            x,
            y,
            w: BOX_WIDTH,
            h,
            note: note.into(),
            links: Vec::new(),
        };
        vec![
            one(WAITING, "Beside the map", top, 8_400, "To be set up, due, or held back (8.1)"),
            one("eliminated", "Lost without supply", top + 8_400 + BOX_GAP, 5_200, "They count for victory (4.3, 4.8)"),
        ]
    }

    fn sheet_hex(&self, id: ScenarioId, hex: SpaceId) -> SheetHex {
        let map = &self.data.map;
        let info = &map.spaces[hex];
        let (x, y) = map.board.position(hex).unwrap_or_default();
        let label = map.labels.iter().find(|label| label.hex == hex).map(|label| label.text.clone());
        let (name, rank) = match (&map.names[hex], info.settlement) {
            (Some(name), Settlement::City) => (Some(name.clone()), 1),
            (Some(name), _) if self.decides(id, hex) => (Some(name.clone()), 2),
            (Some(name), _) => (Some(name.clone()), 3),
            (None, _) => (label.clone(), if label.is_some() { 4 } else { 0 }),
        };
        let marks = [
            ("city", info.settlement == Settlement::City),
            ("town", info.settlement == Settlement::Town),
            ("victory", info.victory && id == ScenarioId::Blue),
            ("sudden-death", map.is_in(hex, deadly(id))),
            ("port", self.ground.ports.contains(hex)),
            ("fortification", self.ground.forts.contains(hex)),
            ("source-axis", self.ground.axis_sources.contains(hex) || hex == map.places.taman),
            ("source-soviet", (self.ground.soviet_north[id as usize] | self.ground.soviet_south).contains(hex)),
            (
                "start-line",
                if id == ScenarioId::Blue { map.blue_line.contains(&hex) } else { map.uranus_line.contains(&hex) },
            ),
        ];
        let mut regions: Vec<String> = Vec::new();
        if id == ScenarioId::Blue {
            regions.extend(info.army.map(|army| format!("army-{}", army.code())));
            regions.extend(info.front.map(|army| format!("front-{}", army.code())));
        }
        if self.ground.east_of_volga.contains(hex) {
            regions.push("east-of-volga".into());
        }
        SheetHex {
            id: self.hex_id(hex).into(),
            x,
            y,
            terrain: if info.settlement == Settlement::City { "urban" } else { terrain_word(info.terrain) }.into(),
            name,
            rank,
            regions,
            marks: chosen(&marks),
        }
    }

    /// Points or the whole game hang on it: it is named even from afar.
    fn decides(&self, id: ScenarioId, hex: SpaceId) -> bool {
        (id == ScenarioId::Blue && self.ground.victory.contains(hex)) || self.data.map.is_in(hex, deadly(id))
    }

    fn sheet_sides(&self) -> impl Iterator<Item = (SpaceId, SpaceId, SheetSide)> {
        let map = &self.data.map;
        map.board.edges().flat_map(move |edge| {
            let (a, b) = map.board.edge_ends(edge);
            let info = map.sides[edge];
            let water = match info.water {
                Water::None => None,
                Water::River | Water::Manych => Some("river-minor"),
                Water::Volga => Some("river-great"),
                Water::Lake => Some("lake"),
                Water::Sea => (!map.spaces[a].is_sea() && !map.spaces[b].is_sea()).then_some("sea"),
            };
            let kinds = [water, info.blocked.then_some("blocked"), info.ring.then_some("ring")];
            let name = map.courses.iter().find(|course| course.sides.contains(&edge)).map(|course| course.name.clone());
            kinds.into_iter().flatten().map(move |kind| {
                let side = SheetSide {
                    a: self.hex_id(a).into(),
                    b: self.hex_id(b).into(),
                    kind: kind.into(),
                    name: name.clone().filter(|_| kind != "blocked" && kind != "ring"),
                };
                (a, b, side)
            })
        })
    }
}

/// The areas of the armies, as the map prints them.
fn region_legend(id: ScenarioId) -> Vec<LegendLine> {
    let east = "East of the Volga: Soviets here are always in supply";
    let mut lines = vec![legend_line("east-of-volga", "7.9.a", east)];
    if id == ScenarioId::Blue {
        lines.extend(AxisArmy::ALL.map(|army| {
            legend_line(format!("army-{}", army.code()), "3.2.k", format!("Area of {} at the start", army.code()))
        }));
        lines.extend(FrontArmy::ALL.map(|army| {
            legend_line(format!("front-{}", army.code()), "3.2.o", format!("Line of {} at the start", army.code()))
        }));
    }
    lines
}

const fn deadly(id: ScenarioId) -> Region {
    match id {
        ScenarioId::Blue => Region::SuddenDeathBlue,
        ScenarioId::Uranus => Region::SuddenDeathUranus,
    }
}

const fn terrain_word(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear => "clear",
        Terrain::Forest => "forest",
        Terrain::Hills => "hills",
        Terrain::Mountain => "mountain",
        Terrain::Marsh => "marsh",
        Terrain::Desert => "steppe",
        Terrain::Sea => "sea",
    }
}

const LEGEND: [(&str, &str, &str); 20] = [
    ("clear", "9.10.a", "Open ground: one point for everybody"),
    (
        "forest",
        "9.11",
        "Forest: two points for mechanised units; one column for the defender after the attacker has moved",
    ),
    ("hills", "9.12", "Hills: mechanised 4, mountain infantry 1, other foot 2; one column for the defender"),
    (
        "mountain",
        "9.13.a",
        "Mountains: mountain infantry 2, other foot 4, nothing mechanised; two columns for the defender",
    ),
    ("marsh", "9.14.a", "Marsh: foot 2, nothing mechanised unless frozen; one column for the attacker"),
    ("steppe", "9.15", "Desert steppe: one point; one column for the attacker"),
    ("city", "11.22.b", "City: two columns for the defender, no concentric assault, no mobile assault"),
    ("town", "11.21", "Town: a supply source, no help in battle"),
    ("river-minor", "9.16.a", "River: one more point on foot, two mechanised; attackers across it are halved"),
    ("river-great", "9.16.b", "The Volga: the Axis never crosses it"),
    ("lake", "9.19.a", "Lake or reservoir: nobody crosses; artillery fires over it"),
    ("blocked", "9.13.c", "Impassable mountains: no movement, attack or supply"),
    ("ring", "11.24.a", "O-Ring of Stalingrad: one column if every attacker comes over it"),
    ("fortification", "11.23.b", "Don-Volga line: two columns for Soviet defenders until the Axis stands in it"),
    ("victory", "4.2.a", "Victory hex: one point for the German who controls it"),
    ("sudden-death", "4.6", "A Soviet unit that enters it wins the game at once"),
    ("source-axis", "7.3.b", "Ultimate source of Axis supply"),
    ("source-soviet", "7.8.b", "Ultimate source of Soviet supply"),
    ("port", "9.18.a", "Port: Soviet units may sail from one to another in Blue"),
    ("start-line", "3.4.a", "Start line: Soviet at the start, as is all that lies east of it"),
];
