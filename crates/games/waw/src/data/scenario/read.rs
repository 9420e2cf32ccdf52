//! Reading a scenario: its own file, and the roster in its order of battle.

use super::roster::{self, Roster};
use super::{Edge, Objective, Presence, Scenario, ScenarioId, SupplySource, Variant};
use crate::data::leaders::{Leader, LeaderId};
use crate::data::map::{BaseMap, Window};
use crate::data::units::Class;
use crate::data::{Map, Scale, SupplyLevel, air, weather};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::data::{Doc, Item, Reading, SIDES, Table};
use kessel_kit::record::lines;
use kessel_kit::{Reader, Word};

/// What a scenario is read with.
pub(in crate::data) struct Sources<'a> {
    pub(in crate::data) reader: &'a Reader<'a>,
    pub(in crate::data) classes: &'a [Class],
    pub(in crate::data) leaders: &'a [Leader],
    /// By scale.
    pub(in crate::data) maps: &'a [BaseMap],
}

/// The levels that headquarters draw: nobody is told to have none.
pub(super) const DRAWN: [SupplyLevel; 4] =
    [SupplyLevel::Attack, SupplyLevel::General, SupplyLevel::Defensive, SupplyLevel::Minimal];

/// Reads a scenario. `None` only after a fault.
pub(in crate::data) fn read(
    doc: &Doc<'_>,
    orders: &Doc<'_>,
    id: ScenarioId,
    sources: &Sources<'_>,
) -> Option<Scenario> {
    let root = doc.root();
    let table = root.table("scenario")?.called("scenario");
    sources.reader.source(&table, format!("{} scenario", doc.name()));
    sources.reader.printed(&table);
    let mut map = read_map(&table, sources.maps)?;
    // Only the campaign has a Weather Line (24.2.b, 24.3).
    if !table.flag("weather_line") {
        map.south.clear();
    }
    let default_supply = read_supply(&table);
    let roster = roster::read(orders, &map, default_supply, sources)?;
    let mut scenario = Scenario {
        id,
        title: table.text("title").to_owned(),
        date: weather::date(&table, "date"),
        turns: table.int("turns", 1..=500),
        default_supply,
        ground: [0; 3],
        defender: Side::Axis,
        balance: 0,
        losses: 0,
        replacements: [[0; 6]; 2],
        squadrons: Default::default(),
        landing: false,
        variants: Vec::new(),
        variant_places: roster.variant_places.clone(),
        restriction: None,
        leaders: Vec::new(),
        objectives: Vec::new(),
        sources: Vec::new(),
        owner: roster.owner.clone(),
        formations: Vec::new(),
        orgs: roster.orgs,
        units: Vec::new(),
        hqs: Vec::new(),
        map,
    };
    check_size(&table, &roster);
    table.finish();
    read_numbers(&root, doc.name(), sources.reader, &mut scenario);
    read_variants(&root, doc.name(), sources.reader, &mut scenario);
    read_leaders(&root, doc.name(), sources, &roster, &mut scenario);
    let board = scenario.map.board.clone();
    let reader = sources.reader.on(&board);
    read_objectives(&root, doc.name(), &reader, &mut scenario);
    read_sources(&root, doc.name(), &reader, &mut scenario);
    root.finish();
    let Roster { formations, units, hqs, .. } = roster;
    Some(Scenario { formations, units, hqs, ..scenario })
}

fn read_map(table: &Table<'_>, maps: &[BaseMap]) -> Option<Map> {
    let base = &maps[Scale::need(table, "scale") as usize];
    let window = table.table("window")?;
    let range = |key: &str, most: u8| {
        let ends: Vec<u8> = window.need(key)?.items().iter().filter_map(|item| item.int(1..=most)).collect();
        let ends: Option<[u8; 2]> = ends.try_into().ok();
        let ends = ends.filter(|[first, last]| first <= last);
        if ends.is_none() {
            window.fault(format!("`{key}` is no pair of first and last"));
        }
        ends
    };
    let (columns, rows) = (range("columns", base.columns), range("rows", base.rows));
    window.finish();
    let ([first, last], [top, bottom]) = (columns?, rows?);
    if top % 2 == 0 {
        window.fault("a window begins on a row with an odd number, so that the same rows stand half a hex to the east");
        return None;
    }
    Some(base.cut(Window { column: first - 1, row: top - 1, columns: last - first + 1, rows: bottom - top + 1 }))
}

fn read_supply(table: &Table<'_>) -> [SupplyLevel; 2] {
    let Some(supply) = table.table("supply") else { return [SupplyLevel::General; 2] };
    let level = |key| supply.need(key).and_then(|item| SupplyLevel::among(&item, &DRAWN)).unwrap_or(DRAWN[0]);
    let levels = [level("axis"), level("soviet")];
    supply.finish();
    levels
}

/// The counts that the manual prints of a scenario's units and divisions hold.
fn check_size(table: &Table<'_>, roster: &Roster) {
    for (key, side) in SIDES {
        let Some(row) = table.table("size").and_then(|size| size.table(key)) else { continue };
        let row_called = row.called(format!("size {key}"));
        let units: usize = row_called.int("units", 1..=2000);
        let divisions: usize = row_called.int("divisions", 1..=200);
        let found = roster.count(side);
        if found != units {
            row_called.fault(format!("the order of battle has {found} units, not {units}"));
        }
        let found = roster.divisions(side);
        if found != divisions {
            row_called.fault(format!("the order of battle has {found} divisions, not {divisions}"));
        }
        row_called.finish();
    }
}

fn read_numbers(root: &Table<'_>, file: &str, reading: &Reading<'_>, scenario: &mut Scenario) {
    if let Some(table) = root.table("ground").map(|table| table.called("ground")) {
        reading.source(&table, format!("{file} ground"));
        scenario.ground = ["water", "snow", "ice"].map(|key| table.int(key, 0..=1_000_000));
        table.finish();
    }
    if let Some(table) = root.table("victory").map(|table| table.called("victory")) {
        reading.source(&table, format!("{file} victory"));
        scenario.balance = table.int("balance", -1_000_000..=1_000_000);
        scenario.losses = table.int("losses", 1..=100);
        scenario.defender = table.word("defender", &SIDES);
        table.finish();
    }
    if let Some(table) = root.table("replacements").map(|table| table.called("replacements")) {
        reading.source(&table, format!("{file} replacements"));
        for (key, side) in SIDES {
            let items = table.need(key).map(|item| item.items()).unwrap_or_default();
            if items.len() != 6 {
                table.fault(format!("`{key}` has {} numbers, not 6", items.len()));
            }
            for (points, item) in scenario.replacements[side.index()].iter_mut().zip(&items) {
                *points = item.int(0..=99).unwrap_or(0);
            }
        }
        table.finish();
    }
    if let Some(table) = root.table("air").map(|table| table.called("air")) {
        reading.source(&table, format!("{file} air"));
        scenario.squadrons = air::read(&table);
        scenario.landing = table.flag("landing");
        if scenario.landing && scenario.map.airfields.is_empty() {
            table.fault("`landing` on a map without an airfield");
        }
        table.finish();
    }
}

fn read_variants(root: &Table<'_>, file: &str, reading: &Reading<'_>, scenario: &mut Scenario) {
    let Some(table) = root.table("variants").map(|table| table.called("variants")) else { return };
    reading.source(&table, format!("{file} variants"));
    scenario.variants = table.items("offered").iter().filter_map(Variant::of).collect();
    scenario.restriction = table.get("restriction").and_then(|item| hex(&item, &scenario.map));
    let restricted = scenario.variants.contains(&Variant::SixthArmyRestricted);
    if restricted != scenario.restriction.is_some() {
        table.fault("`restriction` is the hex round which Sixth Army is held, where that variant is offered");
    }
    table.finish();
}

fn read_leaders(root: &Table<'_>, file: &str, sources: &Sources<'_>, roster: &Roster, scenario: &mut Scenario) {
    let Some(table) = root.table("leaders").map(|table| table.called("leaders")) else { return };
    sources.reader.source(&table, format!("{file} leaders"));
    for row in table.tables("list") {
        let id = row.text("id").to_owned();
        let row = row.called(format!("leader {id}"));
        let leader = sources.leaders.iter().position(|leader| leader.id == id).map(LeaderId::at);
        if leader.is_none() {
            row.fault("there is no such leader");
        }
        let from = row.get("from").and_then(|item| item.int(1..=scenario.turns)).unwrap_or(1);
        let under = row.get("under").and_then(|item| {
            let name = item.text()?;
            let unit = roster.find(name).filter(|&unit| roster.units[unit.index()].hq.is_some());
            if unit.is_none() {
                item.fault(format!("there is no headquarters {name}"));
            }
            unit
        });
        row.finish();
        if let Some(leader) = leader {
            if sources.leaders[leader.index()].under.is_some() != under.is_some() {
                row.fault("`under` names the headquarters for whose units he may work, if he is bound to one");
            }
            scenario.leaders.push(Presence { leader, from, under });
        }
    }
    table.finish();
}

fn read_objectives(root: &Table<'_>, file: &str, reader: &Reader<'_>, scenario: &mut Scenario) {
    let Some(table) = root.table("objectives").map(|table| table.called("objectives")) else { return };
    reader.source(&table, format!("{file} objectives"));
    let list = table.need("list").map(|list| lines::<Objective>(&list, reader)).unwrap_or_default();
    for (row, objective) in list {
        if scenario.objectives.iter().any(|other| other.hex == objective.hex) {
            row.fault("another objective lies in this hex");
        }
        if scenario.owner[objective.hex] != objective.owner {
            row.fault(format!("the set-up gives its hex to the {}", scenario.owner[objective.hex]));
        }
        scenario.objectives.push(objective);
    }
    table.finish();
}

/// By hand: several hexes of one way off the map share its name, and a record in a list has one of its own.
fn read_sources(root: &Table<'_>, file: &str, reading: &Reading<'_>, scenario: &mut Scenario) {
    let Some(table) = root.table("sources").map(|table| table.called("sources")) else { return };
    reading.source(&table, format!("{file} sources"));
    for row in table.tables("list") {
        let name = row.text("name").to_owned();
        let row = row.called(format!("source {name}"));
        let (side, edge) = (row.word("side", &SIDES), Edge::need(&row, "edge"));
        let hex = row.need("hex").and_then(|item| hex(&item, &scenario.map));
        row.finish();
        let Some(hex) = hex else { continue };
        if !on_edge(&scenario.map, hex, edge) {
            row.fault(format!("{} is not on that edge of the map", scenario.map.board.name(hex)));
        }
        scenario.sources.push(SupplySource { hex, side, name, edge });
    }
    table.finish();
}

fn on_edge(map: &Map, hex: SpaceId, edge: Edge) -> bool {
    match edge {
        Edge::North => map.row(hex) == 0,
        Edge::South => map.row(hex) + 1 == usize::from(map.rows),
        Edge::West => map.column(hex) == 0,
        Edge::East => map.column(hex) + 1 == usize::from(map.columns),
    }
}

/// A hex of the scenario's map.
pub(super) fn hex(item: &Item<'_>, map: &Map) -> Option<SpaceId> {
    let text = item.text()?;
    let hex = map.board.space(text);
    if hex.is_none() {
        item.fault(format!("there is no hex {text} on the map"));
    }
    hex
}
