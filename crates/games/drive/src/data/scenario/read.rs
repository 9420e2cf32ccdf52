//! From `blue.toml` and `uranus.toml` to the scenarios.

use super::setup::{read_groups, read_posts};
use super::{Blue, Reserve, Scenario, ScenarioId, TurnInfo, Uranus};
use crate::data::charts::Charts;
use crate::data::map::{AxisArmy, FrontArmy, Map, Region};
use crate::data::units::{Corner, Roster, UnitId};
use kessel_kernel::Side;
use kessel_kernel::data::{Doc, Table};
use kessel_kit::record::field;
use kessel_kit::{Each, Limit, Read, Reader, Record};

/// What a scenario is read against.
pub(in super::super) struct Sources<'s> {
    pub(in super::super) reader: &'s Reader<'s>,
    pub(in super::super) roster: &'s Roster,
    pub(in super::super) charts: &'s Charts,
    pub(in super::super) map: &'s Map,
}

/// Both scenarios.
pub(in super::super) struct Plays {
    pub(in super::super) scenarios: [Scenario; 2],
    pub(in super::super) blue: Blue,
    pub(in super::super) uranus: Uranus,
}

/// How many turns a scenario has, without a look at what they hold.
pub(in super::super) fn count_turns(doc: &Doc<'_>) -> usize {
    doc.root().find("turns.list").map_or(0, |list| list.items().len())
}

/// Reads both files. `None` only after a fault.
pub(in super::super) fn read(blue: &Doc<'_>, uranus: &Doc<'_>, sources: &Sources<'_>) -> Option<Plays> {
    let (blue_root, uranus_root, reader) = (blue.root(), uranus.root(), sources.reader);
    let blue = read_scenario(&blue_root, ScenarioId::Blue, sources);
    let uranus = read_scenario(&uranus_root, ScenarioId::Uranus, sources);
    let blue_only = Blue::values(&blue_root, reader);
    let uranus_only = uranus.as_ref().and_then(|(_, setup, _)| read_uranus(&uranus_root, setup, sources));
    for (root, play) in [(&blue_root, &blue), (&uranus_root, &uranus)] {
        play.iter().for_each(|(_, setup, _)| setup.finish());
        root.finish();
    }
    let ((blue, _, reserves), (uranus, _, _)) = (blue?, uranus?);
    let taman = sources.roster.with_corner(Corner::Taman);
    Some(Plays { scenarios: [blue, uranus], blue: Blue { reserves, taman, ..blue_only? }, uranus: uranus_only? })
}

/// What both files have: the scenario, its table of set-up for further reading, and its reserve armies.
fn read_scenario<'d>(
    root: &Table<'d>,
    id: ScenarioId,
    sources: &Sources<'_>,
) -> Option<(Scenario, Table<'d>, Vec<Reserve>)> {
    let reader = sources.reader;
    let scenario: Option<Scenario> = field(root, "scenario", reader);
    let turns = read_turns(root, id, sources);
    let aircraft = (0..=9).under(root, "aircraft", reader);
    let setup = root.need("setup").and_then(|item| reader.table(&item));
    let setup = setup.map(|setup| setup.called(""));
    let (setup, mut scenario) = (setup?, Scenario { turns, aircraft: aircraft?, ..scenario? });
    let reserves = read_groups(&setup, &mut scenario, sources);
    check_units(&setup, &scenario, sources);
    check_draws(&setup, &scenario, sources);
    Some((scenario, setup, reserves))
}

/// Each file is that of its scenario.
pub(super) fn id(table: &Table<'_>, _: &Reader<'_>) -> Option<ScenarioId> {
    let item = table.need("id")?;
    let id = ScenarioId::ALL.into_iter().find(|id| id.file() == item.file())?;
    item.word(&[(id.word(), id)]);
    Some(id)
}

/// No die is rolled for the freeze in Blue.
pub(super) fn freeze(line: &Table<'_>, reader: &Reader<'_>) -> Option<u8> {
    if line.need("dates")?.file() == ScenarioId::Uranus.file() {
        (0..=6).under(line, "freeze", reader)
    } else {
        Some(0)
    }
}

/// Reads the turn track, and finds the Axis units whose corners name its turns.
fn read_turns(root: &Table<'_>, id: ScenarioId, sources: &Sources<'_>) -> Vec<TurnInfo> {
    let Some(table) = root.need("turns").and_then(|item| sources.reader.table(&item)) else { return Vec::new() };
    let mut turns = Vec::new();
    for (number, line) in (1..).zip(table.tables("list")) {
        let corner = match id {
            ScenarioId::Blue => Corner::Turn(number),
            ScenarioId::Uranus => Corner::UranusTurn(number),
        };
        let turn = TurnInfo::record(&line.called(format!("turn {number}")), sources.reader);
        turns.extend(turn.map(|turn| TurnInfo { axis: sources.roster.with_corner(corner), ..turn }));
    }
    if turns.is_empty() || turns.len() > 20 {
        table.fault(format!("there are {} turns, not 1 to 20", turns.len()));
    }
    table.finish();
    turns
}

/// No unit appears twice, and every counter of the scenario appears (2.13, 2.16).
fn check_units(setup: &Table<'_>, scenario: &Scenario, sources: &Sources<'_>) {
    let roster = sources.roster;
    let mut seen = vec![0_u8; roster.units.len()];
    let in_groups = scenario.groups.iter().flat_map(|group| &group.units);
    let on_track = scenario.turns.iter().flat_map(|turn| &turn.axis);
    for unit in in_groups.chain(on_track) {
        seen[unit.index()] = seen[unit.index()].saturating_add(1);
    }
    for (unit, &times) in roster.units.iter().zip(&seen).filter(|(unit, _)| unit.side == Side::Axis) {
        let uranus_only = matches!(unit.corner, Some(Corner::Uranus | Corner::UranusTurn(_)));
        let due = match scenario.id {
            // A corner that cannot be read has been reported.
            ScenarioId::Blue => !uranus_only && !matches!(unit.corner, None | Some(Corner::Taman)),
            ScenarioId::Uranus => uranus_only,
        };
        if times > 1 {
            setup.fault(format!("{} takes part {times} times", unit.id));
        } else if times == 0 && due {
            setup.fault(format!("{} has no place in the set-up or on the track", unit.id));
        } else if times == 1 && scenario.id == ScenarioId::Blue && uranus_only {
            setup.fault(format!("{} takes part in Uranus only", unit.id));
        }
    }
}

/// The box holds enough counters of every kind (2.14).
fn check_draws(setup: &Table<'_>, scenario: &Scenario, sources: &Sources<'_>) {
    let extras = &sources.charts.extras;
    let special = match scenario.id {
        ScenarioId::Blue => usize::from(extras.south_rifles),
        ScenarioId::Uranus => usize::from(extras.stalingrad_rifles) * sources.map.region(Region::Stalingrad).len(),
    };
    for pool in &sources.roster.pools {
        let in_groups = scenario.groups.iter().flat_map(|group| group.draws.iter());
        let on_track = scenario.turns.iter().flat_map(|turn| turn.soviet.iter());
        let drawn = in_groups.chain(on_track).filter(|(kind, _)| *kind == pool.kind);
        let mut drawn: usize = drawn.map(|&(_, count)| usize::from(count)).sum();
        if pool.kind == super::UnitKind::Rifle {
            drawn += special;
        }
        let supply = sources.roster.supply(pool.kind);
        if drawn > supply {
            setup.fault(format!("{drawn} {} are drawn, but there are {supply}", pool.kind.code()));
        }
    }
}

/// Who stands opposite each front army.
pub(super) fn opposite(root: &Table<'_>, reader: &Reader<'_>) -> Option<Each<FrontArmy, Vec<AxisArmy>, 10>> {
    let table = reader.table(&root.need("opposite")?)?;
    Each::take(&table, |front| {
        let armies: Vec<AxisArmy> = field(&table, front, reader)?;
        if armies.is_empty() {
            table.fault(format!("{front} has no army opposite"));
        }
        Some(armies)
    })
}

/// What only Uranus has.
fn read_uranus(root: &Table<'_>, setup: &Table<'_>, sources: &Sources<'_>) -> Option<Uranus> {
    let victory = field(root, "victory", sources.reader);
    let suggested = read_posts(root, sources);
    let mechanised_south = setup.int("mechanised_south", 0..=20);
    let item = setup.need("edge_unit")?;
    let edge_unit = UnitId::read(&item, sources.reader)?;
    if !matches!(sources.roster.units[edge_unit.index()].corner, Some(Corner::UranusTurn(_))) {
        item.fault("the unit that comes over the edge arrives in a turn of Uranus");
    }
    Some(Uranus { edge_unit, mechanised_south, suggested, victory: victory? })
}
