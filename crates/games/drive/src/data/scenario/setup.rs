//! The groups that set up (12.1, 12.3).

use super::read::Sources;
use super::{Draws, Group, Post, Reserve, ReserveId, Scenario, ScenarioId, UnitId, UnitKind};
use crate::data::map::{AxisArmy, FrontArmy, Map, Region, Sheet};
use crate::data::units::{kind_of, parse_corner};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::data::{Item, Table};
use kessel_kit::record::lines;
use kessel_kit::{ByName, Limit, Optional, Reader, Word, hexes_of};

/// Reads the groups of a scenario, and its reserve armies.
pub(super) fn read_groups(table: &Table<'_>, scenario: &mut Scenario, sources: &Sources<'_>) -> Vec<Reserve> {
    let mut reserves = Vec::new();
    let groups = table.need("groups").map(|list| lines(&list, sources.reader)).unwrap_or_default();
    for (line, mut group) in groups {
        complete(&line, &mut group, scenario, sources, &mut reserves);
        check(&line, &group, scenario, sources);
        scenario.groups.push(group);
    }
    let order: Vec<_> = scenario.groups.iter().map(|group| group.side != scenario.sets_up_first).collect();
    if !order.is_sorted() {
        table.fault("the groups of the side that sets up first come first");
    }
    reserves
}

/// What waits until map and counters are known; these keys say it.
pub(super) fn later<T: Default>(keys: &[&'static str]) -> impl Fn(&Table<'_>, &Reader<'_>) -> Option<T> {
    |line, _| {
        keys.iter().for_each(|key| drop(line.get(key)));
        Some(T::default())
    }
}

/// What follows from map and counters.
fn complete(
    line: &Table<'_>,
    group: &mut Group,
    scenario: &Scenario,
    sources: &Sources<'_>,
    reserves: &mut Vec<Reserve>,
) {
    group.units = read_units(line, sources);
    group.hexes = read_hexes(line, scenario, sources.map);
    if scenario.id == ScenarioId::Blue && group.side == Side::Axis {
        group.army = same(group.hexes.iter().map(|&hex| sources.map.spaces[hex].army)).flatten();
    }
    if line.flag("reserve") {
        group.reserve = Some(ReserveId::at(reserves.len()));
        match group.hexes[..] {
            [hex] => reserves.push(Reserve { id: group.id.clone(), name: group.name.clone(), hex }),
            _ => line.fault("a reserve army stands in one hex"),
        }
    }
}

/// What all the values are, if they are the same.
fn same<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

/// The units of an Axis group: by their corner or one by one.
fn read_units(line: &Table<'_>, sources: &Sources<'_>) -> Vec<UnitId> {
    if let Some(item) = line.get("corner") {
        let corner = item.text().and_then(parse_corner);
        let units = corner.map(|corner| sources.roster.with_corner(corner)).unwrap_or_default();
        if units.is_empty() {
            item.fault("no unit has this corner");
        }
        return units;
    }
    Optional.under(line, "units", sources.reader).unwrap_or_default()
}

/// So many units of each kind: `{ CC = 1, RD = 6 }`.
pub(super) fn draws(line: &Table<'_>, key: &str) -> Option<Draws> {
    let mut draws = ByName::default();
    for item in line.get(key)?.table()?.entries() {
        match kind_of(item.key()) {
            Some(kind) => draws.0.extend(item.int(1..=200).map(|count| (kind, count))),
            None => item.fault(format!("there is no Soviet kind {}", item.key())),
        }
    }
    Some(draws)
}

/// Soviet kinds by their codes.
pub(super) fn kinds(line: &Table<'_>, _: &Reader<'_>) -> Option<Vec<UnitKind>> {
    let kind = |item: &Item<'_>| {
        let kind = item.text().and_then(kind_of);
        if kind.is_none() {
            item.fault("there is no such Soviet kind");
        }
        kind
    };
    Some(line.items("with").iter().filter_map(kind).collect())
}

/// Reads the suggested set-up of Uranus, if the file has one.
pub(super) fn read_posts(root: &Table<'_>, sources: &Sources<'_>) -> Vec<Post> {
    let Some(table) = root.get("suggested").and_then(|item| sources.reader.table(&item)) else { return Vec::new() };
    let table = table.called("");
    let posts: Vec<(Table<'_>, Post)> =
        table.need("posts").map(|list| lines(&list, sources.reader)).unwrap_or_default();
    for (line, _) in posts.iter().filter(|(_, post)| sources.map.is_in(post.hex, ScenarioId::Uranus.axis_side())) {
        line.fault("a suggested post lies on the other side of the start line");
    }
    table.finish();
    posts.into_iter().map(|(_, post)| post).collect()
}

/// The ways to name the hexes of a group.
pub(super) const WAYS: [&str; 7] = ["hexes", "front", "area", "region", "towns", "axis_side", "soviet_side"];

/// The hexes of a group, in one of the ways to name them.
fn read_hexes(line: &Table<'_>, scenario: &Scenario, map: &Map) -> Vec<SpaceId> {
    let all = |wanted: &dyn Fn(SpaceId) -> bool| -> Vec<SpaceId> {
        map.board.hexes().filter(|&hex| !map.spaces[hex].is_sea() && wanted(hex)).collect()
    };
    let axis_side = scenario.id.axis_side();
    let given: Vec<Item<'_>> = WAYS.iter().filter_map(|key| line.get(key)).collect();
    let [item] = &given[..] else {
        line.fault(format!(
            "names its hexes in {} ways, not in one of {}",
            given.len(),
            WAYS.map(|way| format!("`{way}`")).join(", ")
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

/// A group has units of its side, and room for them where they may stand.
fn check(line: &Table<'_>, group: &Group, scenario: &Scenario, sources: &Sources<'_>) {
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
