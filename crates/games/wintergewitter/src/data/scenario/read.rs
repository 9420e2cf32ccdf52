//! Reading the scenarios.

use super::super::charts::Charts;
use super::super::map::{Area, Map};
use super::super::units::{AirId, Roster, UnitId};
use super::setup::{SetupFile, case_of, read_historical, zone_of};
use super::zones::Ground;
use super::{Crossing, OptionalGroup, Pool, Scenario, ScenarioId, SetUp, SkyStart, TurnInfo, Zone};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::data::{Doc, Item, Reading, SIDES, Table};
use std::collections::BTreeMap;

/// What a scenario is put together from.
pub(in super::super) struct Sources<'a, 'l> {
    pub(in super::super) reading: &'a Reading<'l>,
    pub(in super::super) map: &'a Map,
    pub(in super::super) roster: &'a Roster,
    pub(in super::super) charts: &'a Charts,
    pub(in super::super) track: &'a [TurnInfo],
    pub(in super::super) setups: &'a [SetupFile],
}

/// Reads a scenario file. `None` after a fault, if it is not the scenario that its name promises.
pub(in super::super) fn read(doc: &Doc<'_>, id: ScenarioId, sources: &Sources<'_, '_>) -> Option<Scenario> {
    let root = doc.root();
    let file = doc.name();
    let table = root.table("scenario")?.called("scenario");
    sources.reading.source(&table, format!("{file} scenario"));
    table.get("id").or_else(|| table.need("id"))?.word(&[(id.word(), id)])?;
    let last_turn = u8::try_from(sources.track.len()).unwrap_or(u8::MAX);
    let (first, last) = (table.int("first", 1..=last_turn), table.int("last", 1..=last_turn));
    if first > last {
        table.fault("it ends before it begins");
    }
    let files: Vec<&SetupFile> = table.items("setups").iter().filter_map(|item| sources.setup(item)).collect();
    let name = table.text("title").to_owned();
    table.finish();
    let (air, sky) = read_sky(&root, file, sources);
    let (sixth_army, christea) = read_forces(&root, file, sources);
    let (pool, historical_pool) = read_pool(&root, file, sources).unzip();
    let groups = read_options(&root, file, &files, sources);
    let mut historical: Vec<_> = files.iter().flat_map(|setup| setup.historical.clone()).collect();
    if root.has("historical") {
        historical.extend(read_historical(&root, sources.reading, sources.map, sources.roster, file));
    }
    let scenario = Scenario {
        id,
        name,
        first,
        last,
        setups: in_order(&files),
        bills: files.iter().flat_map(|setup| setup.bills.clone()).collect(),
        leave_out: files.iter().find_map(|setup| setup.leave_out.clone()),
        reserves: files.iter().flat_map(|setup| setup.reserves.clone()).collect(),
        pool,
        air,
        sky,
        groups,
        answer: read_answer(&root, file, sources),
        sixth_army,
        christea,
        historical,
        historical_pool: historical_pool.unwrap_or_default(),
        crossing: read_crossing(&root, file, id, sources.reading),
    };
    root.finish();
    sources.check(&root, &scenario);
    Some(scenario)
}

/// The Soviets set up first in every scenario.
fn in_order(files: &[&SetupFile]) -> Vec<SetUp> {
    let of = |side| files.iter().flat_map(|file| &file.setups).filter(move |(_, setup)| setup.side == side);
    of(Side::Soviet).chain(of(Side::Axis)).map(|(_, setup)| setup.clone()).collect()
}

/// The air units at the start and how they begin, by side.
fn read_sky(root: &Table<'_>, file: &str, sources: &Sources<'_, '_>) -> ([Vec<AirId>; 2], [SkyStart; 2]) {
    let mut air = [Vec::new(), Vec::new()];
    let mut sky = [SkyStart::Ready, SkyStart::Ready];
    for table in root.tables("air") {
        let name = table.text("side");
        let table = table.called(format!("air {name}"));
        sources.reading.source(&table, format!("{file} air {name}"));
        let side = table.word("side", &SIDES);
        let units = sources.roster.air(&table.items("units"));
        if units.iter().any(|unit| sources.roster.air[unit.index()].side != side) {
            table.fault("it holds air units of the other side");
        }
        let start = table.word("start", &[("ready", 0), ("roll", 1), ("choose", 2)]);
        sky[side.index()] = match start {
            0 => SkyStart::Ready,
            1 => SkyStart::Roll(table.int("flown", 1..=10)),
            _ => SkyStart::Choose(table.int("ready", 0..=99)),
        };
        air[side.index()] = units;
        table.finish();
    }
    (air, sky)
}

/// The units of Sixth Army and of Group Christea.
fn read_forces(root: &Table<'_>, file: &str, sources: &Sources<'_, '_>) -> (Vec<UnitId>, Vec<UnitId>) {
    let Some(table) = root.table("forces").map(|table| table.called("forces")) else {
        return (Vec::new(), Vec::new());
    };
    sources.reading.source(&table, format!("{file} forces"));
    let units = |key| table.need(key).and_then(|item| sources.units_of(&item)).unwrap_or_default();
    let forces = (units("sixth_army"), units("christea"));
    table.finish();
    forces
}

fn read_pool(root: &Table<'_>, file: &str, sources: &Sources<'_, '_>) -> Option<(Pool, Vec<UnitId>)> {
    let table = root.get("pool")?.table()?.called("pool");
    sources.reading.source(&table, format!("{file} pool"));
    let units = table.need("formation").and_then(|item| sources.units_of(&item)).unwrap_or_default();
    let most: u8 = table.int("most", 1..=99);
    let mut historical = Vec::new();
    for item in table.items("historical") {
        let Some(unit) = sources.roster.unit(&item) else { continue };
        if !units.contains(&unit) {
            item.fault(format!("{} is not in the pool", sources.roster.units[unit.index()].id));
        }
        historical.push(unit);
    }
    let points = sources.stacking(&historical);
    if points > u16::from(most) {
        table.fault(format!("`historical` has {points} stacking points, more than {most}"));
    }
    table.finish();
    Some((Pool { units, most }, historical))
}

fn read_options(root: &Table<'_>, file: &str, files: &[&SetupFile], sources: &Sources<'_, '_>) -> Vec<OptionalGroup> {
    let behind_line = files.iter().any(|setup| setup.behind_line);
    let ground = Ground { map: sources.map, roster: sources.roster, behind_line };
    let mut groups = Vec::new();
    for table in root.items("option").iter().filter_map(|item| item.table()) {
        let key = table.text("key");
        let table = table.called(format!("option {key}"));
        sources.reading.source(&table, format!("{file} option {key}"));
        let units = sources.roster.units(&table);
        let named = |id: &str| files.iter().find_map(|setup| zone_of(&setup.setups, id));
        let zone = ground.zone(&table, Side::Axis, &named);
        let (name, points) = (table.text("name").to_owned(), table.int("points", 0..=9));
        let (answered, case) = (table.flag("answered"), case_of(&table));
        table.finish();
        let Some(zone) = zone else { continue };
        let setup = SetUp { side: Side::Axis, units, zone, case };
        groups.push(OptionalGroup { key: key.to_owned(), name, setup, points, answered });
    }
    groups
}

fn read_answer(root: &Table<'_>, file: &str, sources: &Sources<'_, '_>) -> Vec<AirId> {
    let Some(table) = root.get("answer").and_then(|item| item.table()) else {
        return Vec::new();
    };
    let table = table.called("answer");
    sources.reading.source(&table, format!("{file} answer"));
    let air = sources.roster.air(&table.items("air"));
    table.finish();
    air
}

/// What decides a short scenario; the campaigns have none.
fn read_crossing(root: &Table<'_>, file: &str, id: ScenarioId, reading: &Reading<'_>) -> Option<Crossing> {
    if id.is_campaign() {
        return None;
    }
    let table = root.table("crossing")?.called("crossing");
    reading.source(&table, format!("{file} crossing"));
    let number = |key| table.get(key).and_then(|item| item.int(0..=999));
    let crossing = Crossing {
        area: table.word("area", &[("across-aksai", Area::AcrossAksai), ("across-myshkova", Area::AcrossMyshkova)]),
        town: table.flag("town"),
        german: table.flag("german"),
        decisive: number("decisive"),
        marginal: table.int("marginal", 0..=999),
        few: number("few"),
    };
    table.finish();
    Some(crossing)
}

impl Sources<'_, '_> {
    fn setup(&self, item: &Item<'_>) -> Option<&SetupFile> {
        let name = item.text()?;
        let found = self.setups.iter().find(|setup| setup.name == name);
        if found.is_none() {
            item.fault(format!("there is no file setup-{name}.toml"));
        }
        found
    }

    fn units_of(&self, item: &Item<'_>) -> Option<Vec<UnitId>> {
        let formation = self.roster.formation(item)?;
        Some(self.roster.formations[formation.index()].units.clone())
    }

    fn stacking(&self, units: &[UnitId]) -> u16 {
        units.iter().map(|unit| u16::from(self.roster.units[unit.index()].full.stacking)).sum()
    }

    /// Everybody is set up once, and stands where he may in the historical set-up.
    fn check(&self, root: &Table<'_>, scenario: &Scenario) {
        let name = |unit: UnitId| &self.roster.units[unit.index()].id;
        let options = scenario.groups.iter().map(|group| &group.setup);
        let mut zones: BTreeMap<UnitId, &Zone> = BTreeMap::new();
        for setup in scenario.setups.iter().chain(options) {
            for &unit in &setup.units {
                if zones.insert(unit, &setup.zone).is_some() {
                    root.fault(format!("{} is set up twice", name(unit)));
                }
            }
        }
        let placed: BTreeMap<UnitId, SpaceId> = scenario.historical.iter().copied().collect();
        for (&unit, zone) in &zones {
            match placed.get(&unit) {
                Some(&hex) if !self.is_open(zone, hex, &placed) => {
                    root.fault(format!("historical: {} may not stand in {}", name(unit), self.map.board.name(hex)));
                }
                None if !scenario.may_stay_out(unit) => root.fault(format!("historical: {} has no hex", name(unit))),
                _ => (),
            }
        }
        for unit in placed.keys().filter(|unit| !zones.contains_key(unit)) {
            root.fault(format!("historical: {} is not set up in this scenario", name(*unit)));
        }
        self.check_stacks(root, &placed);
        self.check_arrivals(root, scenario, &zones);
    }

    /// Is a hex open to a zone, with everybody else in place?
    fn is_open(&self, zone: &Zone, hex: SpaceId, placed: &BTreeMap<UnitId, SpaceId>) -> bool {
        match zone {
            Zone::Hexes(hexes) => hexes.contains(hex),
            Zone::Near(formations) => placed.iter().any(|(unit, &at)| {
                let formation = self.roster.units[unit.index()].formation;
                formations.contains(&formation) && self.map.board.distance(at, hex).is_some_and(|hexes| hexes <= 1)
            }),
        }
    }

    /// Stacking holds, and no hex holds both sides.
    fn check_stacks(&self, root: &Table<'_>, placed: &BTreeMap<UnitId, SpaceId>) {
        let mut stacks: BTreeMap<SpaceId, Vec<UnitId>> = BTreeMap::new();
        for (&unit, &hex) in placed {
            stacks.entry(hex).or_default().push(unit);
        }
        for (hex, units) in stacks {
            let points = self.stacking(&units);
            let hex = self.map.board.name(hex);
            if points > u16::from(self.charts.stacking) {
                root.fault(format!("historical: {points} stacking points stand in {hex}"));
            }
            let side = |unit: &UnitId| self.roster.units[unit.index()].side;
            if units.iter().any(|unit| side(unit) != side(&units[0])) {
                root.fault(format!("historical: both sides stand in {hex}"));
            }
        }
    }

    /// Nobody who is set up arrives by the track, but for the pool and the optional groups.
    fn check_arrivals(&self, root: &Table<'_>, scenario: &Scenario, zones: &BTreeMap<UnitId, &Zone>) {
        let free = |unit: &UnitId| {
            let in_pool = scenario.pool.as_ref().is_some_and(|pool| pool.units.contains(unit));
            in_pool || scenario.groups.iter().any(|group| group.setup.units.contains(unit))
        };
        let turns = &self.track[usize::from(scenario.first) - 1..usize::from(scenario.last.max(scenario.first))];
        for unit in turns.iter().flat_map(|turn| &turn.arrivals).flat_map(|arrival| &arrival.units) {
            if zones.contains_key(unit) && !free(unit) {
                root.fault(format!("{} is set up, and arrives by the track", self.roster.units[unit.index()].id));
            }
        }
    }
}

impl Scenario {
    /// One of the units of which some stay out.
    fn may_stay_out(&self, unit: UnitId) -> bool {
        self.leave_out.as_ref().is_some_and(|(_, units)| units.contains(&unit))
    }
}
