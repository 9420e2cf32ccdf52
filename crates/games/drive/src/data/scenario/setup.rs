//! The groups that set up (12.1, 12.3).

use super::super::map::{AxisArmy, FrontArmy, Map, Region, Sheet};
use super::super::reading::{SIDES, hex_of, hexes_of};
use super::super::units::{kind_of, parse_corner};
use super::read::Sources;
use super::{Draw, Group, Post, Reserve, ReserveId, Scenario, ScenarioId};
use kessel_board::SpaceId;
use kessel_kit::Word;
use kessel_table::Side;
use kessel_table::data::{Item, Table};

/// Reads the groups of a scenario, and its reserve armies.
pub(super) fn read_groups(table: &Table<'_>, scenario: &mut Scenario, sources: &Sources<'_, '_>) -> Vec<Reserve> {
    let mut reserves = Vec::new();
    for line in table.tables("groups") {
        let group = read_group(line, scenario, sources, &mut reserves);
        scenario.groups.push(group);
    }
    let order: Vec<_> = scenario.groups.iter().map(|group| group.side != scenario.sets_up_first).collect();
    if !order.is_sorted() {
        table.fault("the groups of the side that sets up first come first");
    }
    reserves
}

fn read_group(line: Table<'_>, scenario: &Scenario, sources: &Sources<'_, '_>, reserves: &mut Vec<Reserve>) -> Group {
    let id = line.text("id").to_owned();
    let line = line.called(format!("group {id}"));
    if scenario.groups.iter().any(|known| known.id == id) {
        line.fault("there are two groups of this id");
    }
    let side = line.word("side", &SIDES);
    let front = FrontArmy::get(&line, "front");
    let mut group = Group {
        name: line.text("name").to_owned(),
        side,
        units: read_units(&line, sources),
        draws: line.get("draws").and_then(|item| item.table()).map(|table| read_draws(&table)).unwrap_or_default(),
        hexes: read_hexes(&line, scenario, sources.map),
        least: line.get("least").and_then(|item| item.int(0..=8)).unwrap_or(0),
        most: line.get("most").and_then(|item| item.int(1..=8)),
        least_in: read_least_in(&line, sources.map),
        front,
        reserve: None,
        army: None,
        id,
    };
    if scenario.id == ScenarioId::Blue && side == Side::Axis {
        let armies = group.hexes.iter().map(|&hex| sources.map.spaces[hex].army);
        group.army = same(armies).flatten();
    }
    if line.flag("reserve") {
        group.reserve = Some(ReserveId::at(reserves.len()));
        match group.hexes[..] {
            [hex] => reserves.push(Reserve { id: group.id.clone(), name: group.name.clone(), hex }),
            _ => line.fault("a reserve army stands in one hex"),
        }
    }
    line.finish();
    check(&line, &group, scenario, sources);
    group
}

/// What all the values are, if they are the same.
fn same<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

/// The units of an Axis group: by their corner or one by one.
fn read_units(line: &Table<'_>, sources: &Sources<'_, '_>) -> Vec<super::UnitId> {
    if let Some(item) = line.get("corner") {
        let corner = item.text().and_then(parse_corner);
        let units = corner.map(|corner| sources.roster.with_corner(corner)).unwrap_or_default();
        if units.is_empty() {
            item.fault("no unit has this corner");
        }
        return units;
    }
    line.items("units").iter().filter_map(|item| sources.roster.find(item)).collect()
}

/// Reads so many units of each kind: `{ CC = 1, RD = 6 }`.
pub(super) fn read_draws(table: &Table<'_>) -> Vec<Draw> {
    let mut draws = Vec::new();
    for item in table.entries() {
        match kind_of(item.key()) {
            Some(kind) => draws.extend(item.int(1..=200).map(|count| Draw { kind, count })),
            None => item.fault(format!("there is no Soviet kind {}", item.key())),
        }
    }
    draws
}

/// Reads the suggested set-up of Uranus, if the file has one.
pub(super) fn read_posts(root: &Table<'_>, sources: &Sources<'_, '_>) -> Vec<Post> {
    let Some(table) = root.get("suggested").and_then(|item| item.table()) else { return Vec::new() };
    sources.reading.source(&table, format!("{} suggested", ScenarioId::Uranus.file()));
    let mut posts = Vec::new();
    for line in table.tables("posts") {
        let hex = line.need("hex").and_then(|item| hex_of(&item, &sources.map.board));
        let kind = |item: &Item<'_>| {
            let kind = item.text().and_then(kind_of);
            if kind.is_none() {
                item.fault("there is no such Soviet kind");
            }
            kind
        };
        let rifles = line.int("rifles", 0..=8);
        let with = line.items("with").iter().filter_map(kind).collect();
        if hex.is_some_and(|hex| sources.map.is_in(hex, ScenarioId::Uranus.axis_side())) {
            line.fault("a suggested post lies on the other side of the start line");
        }
        posts.extend(hex.map(|hex| Post { hex, rifles, with }));
        line.finish();
    }
    table.finish();
    posts
}

/// The hexes of a group, in one of the ways to name them.
fn read_hexes(line: &Table<'_>, scenario: &Scenario, map: &Map) -> Vec<SpaceId> {
    let all = |wanted: &dyn Fn(SpaceId) -> bool| -> Vec<SpaceId> {
        map.board.hexes().filter(|&hex| !map.spaces[hex].is_sea() && wanted(hex)).collect()
    };
    let axis_side = scenario.id.axis_side();
    let ways = ["hexes", "front", "area", "region", "towns", "axis_side", "soviet_side"];
    let given: Vec<Item<'_>> = ways.iter().filter_map(|key| line.get(key)).collect();
    let [item] = &given[..] else {
        line.fault(format!(
            "names its hexes in {} ways, not in one of {}",
            given.len(),
            ways.map(|way| format!("`{way}`")).join(", ")
        ));
        return Vec::new();
    };
    match item.key() {
        "hexes" => hexes_of(&item.items(), &map.board),
        "front" => match FrontArmy::of(item) {
            Some(army) => map.blue_line.iter().copied().filter(|&hex| map.spaces[hex].front == Some(army)).collect(),
            None => Vec::new(),
        },
        "area" => match AxisArmy::of(item) {
            Some(army) => all(&|hex| map.spaces[hex].army == Some(army)),
            None => Vec::new(),
        },
        "region" => Region::of(item).map(|region| map.region(region).iter().collect()).unwrap_or_default(),
        // 12.1: behind the front line, on the north map.
        "towns" => all(&|hex| {
            let space = &map.spaces[hex];
            space.is_settled() && space.sheet == Sheet::North && space.front.is_none() && !map.is_in(hex, axis_side)
        }),
        "axis_side" => map.region(axis_side).iter().collect(),
        _ => all(&|hex| (scenario.south_map || map.is_in(hex, Region::NorthMap)) && !map.is_in(hex, axis_side)),
    }
}

/// Higher least numbers of single hexes: `{ N3021 = 3 }`.
fn read_least_in(line: &Table<'_>, map: &Map) -> Vec<(SpaceId, u8)> {
    let Some(table) = line.get("least_in").and_then(|item| item.table()) else {
        return Vec::new();
    };
    let mut least = Vec::new();
    for item in table.entries() {
        match map.board.space(item.key()) {
            Some(hex) => least.extend(item.int(1..=8).map(|count| (hex, count))),
            None => item.fault(format!("there is no hex {}", item.key())),
        }
    }
    least
}

/// A group has units of its side, and room for them where they may stand.
fn check(line: &Table<'_>, group: &Group, scenario: &Scenario, sources: &Sources<'_, '_>) {
    let map = sources.map;
    match group.side {
        Side::Axis if group.units.is_empty() || !group.draws.is_empty() => line.fault("an Axis group has units"),
        Side::Soviet if group.draws.is_empty() || !group.units.is_empty() => line.fault("a Soviet group has draws"),
        _ => {}
    }
    for &hex in &group.hexes {
        let name = map.board.name(hex);
        if map.is_in(hex, scenario.id.axis_side()) != (group.side == Side::Axis) {
            line.fault(format!("{name} lies on the other side of the start line"));
        }
        if !scenario.south_map && !map.is_in(hex, Region::NorthMap) {
            line.fault(format!("{name} is not on the north map"));
        }
        if map.spaces[hex].is_sea() {
            line.fault(format!("{name} is sea"));
        }
    }
    for (hex, _) in group.least_in.iter().filter(|(hex, _)| !group.hexes.contains(hex)) {
        line.fault(format!("`least_in` names {}, where the group may not stand", map.board.name(*hex)));
    }
    let (count, hexes) = (group.count(), group.hexes.len());
    let extra: usize = group.least_in.iter().map(|&(_, least)| usize::from(least.saturating_sub(group.least))).sum();
    let least = hexes * usize::from(group.least) + extra;
    if count < least {
        line.fault(format!("has {count} units, but its hexes need {least}"));
    }
    let each = group.most.unwrap_or(sources.charts.stacking.units);
    if hexes > 0 && count > hexes * usize::from(each) {
        line.fault(format!("has {count} units, but its hexes hold {}", hexes * usize::from(each)));
    }
}
