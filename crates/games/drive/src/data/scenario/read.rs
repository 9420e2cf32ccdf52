//! From `blue.toml` and `uranus.toml` to the scenarios.

use super::super::charts::Charts;
use super::super::map::{AxisArmy, FrontArmy, Map, Region};
use super::super::reading::{Reading, SIDES, part};
use super::super::units::{Corner, Roster};
use super::setup::{read_draws, read_groups, read_posts};
use super::{Blue, BlueVictory, Reserve, Scenario, ScenarioId, TurnInfo, Uranus, UranusVictory};
use kessel_kit::Word;
use kessel_table::Side;
use kessel_table::data::{Doc, Table};

/// What a scenario is read against.
pub(in super::super) struct Sources<'s, 'l> {
    pub(in super::super) reading: &'s Reading<'l>,
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
pub(in super::super) fn count_turns(doc: &Doc<'_>) -> u8 {
    let root = doc.root();
    let list = root.get("turns").and_then(|item| item.table()).and_then(|table| table.get("list"));
    list.map_or(0, |list| u8::try_from(list.items().len()).unwrap_or(u8::MAX))
}

/// Reads both files. `None` only after a fault.
pub(in super::super) fn read(blue: &Doc<'_>, uranus: &Doc<'_>, sources: &Sources<'_, '_>) -> Option<Plays> {
    let (blue_root, uranus_root) = (blue.root(), uranus.root());
    let blue = read_scenario(&blue_root, ScenarioId::Blue, sources);
    let uranus = read_scenario(&uranus_root, ScenarioId::Uranus, sources);
    let blue_only = blue.as_ref().and_then(|(_, setup, reserves)| {
        let own = read_blue(&blue_root, reserves, sources);
        setup.finish();
        own
    });
    let uranus_only = uranus.as_ref().and_then(|(_, setup, _)| {
        let own = read_uranus(&uranus_root, setup, sources);
        setup.finish();
        own
    });
    blue_root.finish();
    uranus_root.finish();
    let (blue, uranus) = (blue?.0, uranus?.0);
    Some(Plays { scenarios: [blue, uranus], blue: blue_only?, uranus: uranus_only? })
}

/// What both files have: the scenario, its table of set-up for further reading, and its reserve armies.
fn read_scenario<'d>(
    root: &Table<'d>,
    id: ScenarioId,
    sources: &Sources<'_, '_>,
) -> Option<(Scenario, Table<'d>, Vec<Reserve>)> {
    let (file, reading) = (id.file(), sources.reading);
    let table = root.table("scenario").map(|table| table.called("scenario"));
    let turns = read_turns(root, id, sources);
    let aircraft = read_aircraft(root, id, reading);
    let setup = root.table("setup");
    let table = table?;
    reading.source(&table, format!("{file} scenario"));
    if let Some(item) = table.need("id") {
        item.word(&[(id.word(), ())]);
    }
    let mut scenario = Scenario {
        id,
        name: table.text("name").to_owned(),
        first: table.word("first", &SIDES),
        sets_up_first: table.word("sets_up_first", &SIDES),
        south_map: table.flag("south_map"),
        ring: table.flag("ring"),
        manstein: table.flag("manstein"),
        turns,
        groups: Vec::new(),
        aircraft,
    };
    table.finish();
    let setup = setup?;
    reading.source(&setup, format!("{file} setup"));
    let reserves = read_groups(&setup, &mut scenario, sources);
    check_units(&setup, &scenario, sources);
    check_draws(&setup, &scenario, sources);
    Some((scenario, setup, reserves))
}

/// Reads the turn track, and finds the Axis units whose corners name its turns.
fn read_turns(root: &Table<'_>, id: ScenarioId, sources: &Sources<'_, '_>) -> Vec<TurnInfo> {
    let Some(table) = root.table("turns") else {
        return Vec::new();
    };
    sources.reading.source(&table, format!("{} turns", id.file()));
    let mut turns = Vec::new();
    for (number, line) in (1..).zip(table.tables("list")) {
        let line = line.called(format!("turn {number}"));
        let corner = match id {
            ScenarioId::Blue => Corner::Turn(number),
            ScenarioId::Uranus => Corner::UranusTurn(number),
        };
        let freeze = match id {
            ScenarioId::Blue => 0,
            ScenarioId::Uranus => line.int("freeze", 0..=6),
        };
        sources.reading.printed(&line);
        turns.push(TurnInfo {
            dates: line.text("dates").to_owned(),
            axis: sources.roster.with_corner(corner),
            soviet: line.table("soviet").map(|draws| read_draws(&draws)).unwrap_or_default(),
            freeze,
        });
        line.finish();
    }
    if turns.is_empty() || turns.len() > 20 {
        table.fault(format!("there are {} turns, not 1 to 20", turns.len()));
    }
    table.finish();
    turns
}

/// Ground support aircraft of each side (11.25).
fn read_aircraft(root: &Table<'_>, id: ScenarioId, reading: &Reading<'_>) -> [u8; 2] {
    let Some(table) = part(root, reading, id.file(), "aircraft") else { return [0; 2] };
    let aircraft = Side::BOTH.map(|side| table.int(side.word(), 0..=9));
    table.finish();
    aircraft
}

/// No unit appears twice, and every counter of the scenario appears (2.13, 2.16).
fn check_units(setup: &Table<'_>, scenario: &Scenario, sources: &Sources<'_, '_>) {
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
fn check_draws(setup: &Table<'_>, scenario: &Scenario, sources: &Sources<'_, '_>) {
    let extras = &sources.charts.extras;
    let special = match scenario.id {
        ScenarioId::Blue => usize::from(extras.south_rifles),
        ScenarioId::Uranus => usize::from(extras.stalingrad_rifles) * sources.map.region(Region::Stalingrad).len(),
    };
    for pool in &sources.roster.pools {
        let in_groups = scenario.groups.iter().flat_map(|group| &group.draws);
        let on_track = scenario.turns.iter().flat_map(|turn| &turn.soviet);
        let drawn = in_groups.chain(on_track).filter(|draw| draw.kind == pool.kind);
        let mut drawn: usize = drawn.map(|draw| usize::from(draw.count)).sum();
        if pool.kind == super::UnitKind::Rifle {
            drawn += special;
        }
        let supply = sources.roster.supply(pool.kind);
        if drawn > supply {
            setup.fault(format!("{drawn} {} are drawn, but there are {supply}", pool.kind.code()));
        }
    }
}

/// What only Blue has.
fn read_blue(root: &Table<'_>, reserves: &[Reserve], sources: &Sources<'_, '_>) -> Option<Blue> {
    let victory = BlueVictory::read(root, sources.reading);
    let own = |name| part(root, sources.reading, "blue.toml", name);
    let (release, opposite) = (own("release"), own("opposite"));
    let (release, opposite) = (release?, opposite?);
    let turns = AxisArmy::ALL.map(|army| release.int(army.code(), 1..=20));
    release.finish();
    let armies = FrontArmy::ALL.map(|front| -> Vec<AxisArmy> {
        let items = opposite.need(front.code()).map(|item| item.items()).unwrap_or_default();
        if items.is_empty() {
            opposite.fault(format!("{} has no army opposite", front.code()));
        }
        items.iter().filter_map(AxisArmy::of).collect()
    });
    opposite.finish();
    let taman = sources.roster.with_corner(Corner::Taman);
    Some(Blue { release: turns, opposite: armies, reserves: reserves.to_vec(), taman, victory: victory? })
}

/// What only Uranus has.
fn read_uranus(root: &Table<'_>, setup: &Table<'_>, sources: &Sources<'_, '_>) -> Option<Uranus> {
    let victory = UranusVictory::read(root, sources.reading);
    let suggested = read_posts(root, sources);
    let mechanised_south = setup.int("mechanised_south", 0..=20);
    let item = setup.need("edge_unit")?;
    let edge_unit = sources.roster.find(&item)?;
    if !matches!(sources.roster.units[edge_unit.index()].corner, Some(Corner::UranusTurn(_))) {
        item.fault("the unit that comes over the edge arrives in a turn of Uranus");
    }
    Some(Uranus { edge_unit, mechanised_south, suggested, victory: victory? })
}
