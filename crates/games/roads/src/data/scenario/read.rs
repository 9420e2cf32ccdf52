//! Reading a scenario file.

use super::super::charts::Charts;
use super::super::map::{Map, read_sources};
use super::super::reading::{Reading, SIDES, Turn, Turns};
use super::super::schedule::{Arrival, Arrivals, Change, Entry, Schedule, entry_on};
use super::super::supports::Supports;
use super::super::units::{Roster, UnitId};
use super::openings::{check_fixed, open, read_offensives, read_supports, read_tracks};
use super::setup::{SetUp, read_control, read_moved};
use super::{Placement, Scenario, ScenarioArrival, ScenarioCondition, victory};
use kessel_kernel::data::{Doc, Item, Table};
use kessel_kit::record::field;

/// What a scenario is read against.
pub(in super::super) struct Sources<'a> {
    pub(in super::super) reading: &'a Reading<'a>,
    pub(in super::super) roster: &'a Roster,
    pub(in super::super) supports: &'a Supports,
    pub(in super::super) charts: &'a Charts,
    pub(in super::super) schedule: &'a Schedule,
    /// The maps by file.
    pub(in super::super) maps: [(&'a str, &'a Map); 2],
    /// The scenario files, so that one can borrow another's set-up.
    pub(in super::super) files: &'a [Doc<'a>],
}

/// Reads one file. `None` only after a fault.
pub(in super::super) fn read(doc: &Doc<'_>, sources: &Sources<'_>) -> Option<Scenario> {
    let (root, file, reading) = (doc.root(), doc.name(), sources.reading);
    let head = open(&root, "scenario", file, reading)?;
    let whole = head.word("map", &sources.maps);
    let columns = read_columns(&head, whole);
    let (first_turn, last_turn) = (reading.need_turn(&head, "first_turn"), reading.need_turn(&head, "last_turn"));
    if first_turn > last_turn {
        head.fault("the last turn comes before the first");
    }
    let (id, title) = (head.text("id").to_owned(), head.text("title").to_owned());
    let first_side = head.word("first_side", &SIDES);
    head.finish();
    let mut map = whole.crop(&(columns.0..=columns.1));
    if let Some(table) = open(&root, "sources", file, reading) {
        let more = read_sources(&map, &map.sources, &table, reading);
        table.finish();
        map.sources.extend(more);
    }
    let table = |name: &str| open(&root, name, file, reading);
    let board = map.board.clone();
    let reader = reading.on(&board);
    let weather = field(&root, "weather", &reader);
    let tracks = table("tracks").map(|table| read_tracks(&table, sources.charts));
    let rules = field(&root, "rules", &reader);
    check_fixed(&root, sources.roster);
    let points = field(&root, "points", &reader);
    let turns = (first_turn, last_turn);
    let offensives = table("offensives").map(|table| read_offensives(&table, reading, &map, turns));
    let supports = table("supports").map(|table| read_supports(&table, sources.supports, &map));
    let axis_control = read_control(&root, file, reading, &map);
    let setup = read_setup(&root, file, sources, &map, whole, &axis_control);
    let plan = table("schedule").map(|table| read_schedule(&table, sources, &map, &setup, turns));
    let victory = victory::read(&root, file, reading, &map);
    root.finish();
    let plan = plan?;
    Some(Scenario {
        id,
        title,
        columns,
        first_turn,
        last_turn,
        first_side,
        weather: weather?,
        tracks: tracks?,
        rules: rules?,
        points: points?,
        offensives: offensives?,
        supports: supports?,
        setup,
        axis_control,
        arrivals: plan.arrivals,
        conditions: plan.conditions,
        upgrades: plan.schedule.upgrades,
        leaving: plan.schedule.leaving,
        stalingrad_withdrawal: plan.schedule.stalingrad,
        victory,
        map,
    })
}

fn read_columns(head: &Table<'_>, map: &Map) -> (u8, u8) {
    let all = || map.board.hexes().map(|hex| map.spaces[hex].column);
    let ends = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let Some(item) = head.need("columns") else { return ends };
    let columns: Vec<u8> = item.items().iter().filter_map(|item| item.int(ends.0..=ends.1)).collect();
    match columns[..] {
        [first, last] if first <= last => (first, last),
        _ => {
            item.fault("`columns` are the first and the last one");
            ends
        }
    }
}

/// Reads the set-up, the scenario's own or a borrowed one.
fn read_setup(
    root: &Table<'_>,
    file: &str,
    sources: &Sources<'_>,
    map: &Map,
    whole: &Map,
    control: &kessel_board::SpaceSet,
) -> Vec<Placement> {
    let Some(setup) = root.table("setup").map(|table| table.called("setup")) else {
        return Vec::new();
    };
    let mut reader = SetUp {
        reading: sources.reading,
        roster: sources.roster,
        map,
        whole,
        control,
        moved: Vec::new(),
        limit: sources.charts.stacking.units,
    };
    let Some(from) = setup.get("from") else {
        let placements = reader.read(&setup, file, false);
        setup.finish();
        return placements;
    };
    sources.reading.source(&setup, format!("{file} setup"));
    reader.moved = read_moved(&setup, sources.roster, map);
    setup.finish();
    let other = from.text().and_then(|name| sources.files.iter().find(|doc| doc.name() == name && name != file));
    let Some(theirs) = other.and_then(|doc| doc.root().table("setup")) else {
        from.fault(format!("there is no set-up in \"{}\"", from.text().unwrap_or("")));
        return Vec::new();
    };
    reader.read(&theirs, file, true)
}

/// What the schedule means to one scenario.
struct Plan {
    arrivals: Vec<ScenarioArrival>,
    conditions: Vec<ScenarioCondition>,
    schedule: Schedule,
}

fn read_schedule(
    table: &Table<'_>,
    sources: &Sources<'_>,
    map: &Map,
    setup: &[Placement],
    turns: (Turn, Turn),
) -> Plan {
    if let Some(item) = table.get("arrivals") {
        let reader = Arrivals { reading: sources.reading, roster: sources.roster, map };
        let lines = item.items().iter().filter_map(Item::table).collect();
        let own = reader.read(lines, None, &[]);
        for unit in own.iter().flat_map(|arrival| &arrival.units) {
            if setup.iter().any(|placement| placement.unit == *unit) {
                table.fault(format!("{} is on the map already", sources.roster.info(*unit).id));
            }
        }
        for arrival in own.iter().filter(|arrival| arrival.turn < turns.0 || arrival.turn > turns.1) {
            let turn = &sources.reading.names.listed("turn")[usize::from(arrival.turn.0) - 1];
            table.fault(format!("{turn} is no turn of this scenario"));
        }
        table.finish();
        let arrivals = arrivals_on(table, &own, sources, map, setup, turns);
        return Plan { arrivals, conditions: Vec::new(), schedule: Schedule::default() };
    }
    let from = sources.reading.need_turn(table, "from");
    let to = sources.reading.need_turn(table, "to");
    if from < turns.0 || to > turns.1 || from > to {
        table.fault("these are not turns of this scenario");
    }
    table.finish();
    let within = |turn: Turn| (from..=to).contains(&turn);
    let arrivals = arrivals_on(table, &sources.schedule.arrivals, sources, map, setup, (from, to));
    let there = |unit: &UnitId| arrivals.iter().any(|arrival| arrival.units.contains(unit));
    let conditions = sources.schedule.conditions.iter().filter(|condition| condition.units.iter().any(there));
    let conditions = conditions.map(|condition| ScenarioCondition {
        condition: condition.clone(),
        at: match &condition.change {
            Change::At(entry) => entry_on(entry, map),
            Change::Turns(_) => None,
        },
    });
    let on_map = |unit: UnitId| setup.iter().any(|placement| placement.unit == unit);
    let schedule = Schedule {
        upgrades: sources.schedule.upgrades.iter().filter(|it| within(it.turn) && !on_map(it.to)).copied().collect(),
        leaving: sources.schedule.leaving.iter().filter(|it| within(it.turn)).cloned().collect(),
        stalingrad: sources.schedule.stalingrad.clone().filter(|(turn, _)| within(*turn) && map.stalingrad.is_some()),
        ..Schedule::default()
    };
    Plan { conditions: conditions.collect(), arrivals, schedule }
}

/// The lines of these turns, on the map of the scenario, without the units that are on it already.
fn arrivals_on(
    table: &Table<'_>,
    lines: &[Arrival],
    sources: &Sources<'_>,
    map: &Map,
    setup: &[Placement],
    turns: (Turn, Turn),
) -> Vec<ScenarioArrival> {
    let mut arrivals = Vec::new();
    for line in lines.iter().filter(|line| (turns.0..=turns.1).contains(&line.turn)) {
        let on_map = |unit: &UnitId| setup.iter().any(|placement| placement.unit == *unit);
        let units: Vec<_> = line.units.iter().copied().filter(|unit| !on_map(unit)).collect();
        if units.is_empty() {
            continue;
        }
        let Some(at) = entry_on(&line.at, map) else {
            let who = &sources.roster.info(units[0]).id;
            let place = match &line.at {
                Entry::Hexes(names) => names.join(" or "),
                Entry::Stavka => "STAVKA".to_owned(),
                Entry::WestEdge(_) => "the west edge".to_owned(),
            };
            table.fault(format!("{who} arrives at {place}, which is not on the map of this scenario"));
            continue;
        };
        arrivals.push(ScenarioArrival { turn: line.turn, side: line.side, units, at, optional: line.optional });
    }
    arrivals
}
