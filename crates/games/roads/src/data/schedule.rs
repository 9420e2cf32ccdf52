//! Who comes, changes and leaves (17, 18): reinforcements, upgrades, withdrawals.

use super::map::{Map, SourceOwner, hex_of};
use super::reading::{Printed, Reading, Turn, Turns};
use super::units::{Factors, Roster, UnitId};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::data::{Item, Nation, Table};
use kessel_kit::{Word, words};

/// Where reinforcements come in, by name: hexes mean nothing before a scenario has its map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// One of these hexes.
    Hexes(Vec<String>),
    /// The STAVKA Reserve.
    Stavka,
    /// Any Axis-controlled source hex of column 01, and the one that history used.
    WestEdge(Option<String>),
}

/// Reinforcements of one turn and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// When.
    pub turn: Turn,
    /// Whose.
    pub side: Side,
    /// Who.
    pub units: Vec<UnitId>,
    /// Where.
    pub at: Entry,
    /// Only if the players want it so (S3.u).
    pub optional: bool,
    /// Which of these values are printed, each with its case.
    pub printed: Printed,
}

/// A counter that replaces another one (18.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Upgrade {
    /// When.
    pub turn: Turn,
    /// The counter that goes.
    pub from: UnitId,
    /// The counter that comes.
    pub to: UnitId,
    /// Any Soviet rifle division may go instead (18.2.1.c).
    pub any: bool,
}

/// The divisions of a nation leave (18.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NationLeaves {
    /// When.
    pub turn: Turn,
    /// Whose.
    pub nation: Nation,
    /// How many divisions stay.
    pub keep: u8,
    /// The HQs that leave too.
    pub hqs: Vec<UnitId>,
}

/// Divisions of these factors leave once Stalingrad is Soviet (S3.s, S3.t).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithdrawalGroup {
    /// How many.
    pub count: u8,
    /// Their front side.
    pub full: Factors,
    /// Their flip side.
    pub reduced: Factors,
    /// Those that history withdrew.
    pub historical: Vec<UnitId>,
}

words! {
    /// What a conditional reinforcement depends on (S0.f).
    #[allow(missing_docs)]
    pub enum When {
        SovietWestOfDonets,
        RostovSoviet,
    }
}

/// What becomes of the units if the condition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// They come so many turns later, or earlier.
    Turns(i8),
    /// They come elsewhere.
    At(Entry),
}

/// A conditional reinforcement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Its id.
    pub id: String,
    /// What must have happened.
    pub when: When,
    /// Before this turn.
    pub before: Turn,
    /// The units.
    pub units: Vec<UnitId>,
    /// What becomes of them.
    pub change: Change,
}

/// The whole schedule.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    /// Reinforcements, in the order of the file.
    pub arrivals: Vec<Arrival>,
    /// Upgrades.
    pub upgrades: Vec<Upgrade>,
    /// Allied nations that leave.
    pub leaving: Vec<NationLeaves>,
    /// The first turn of the withdrawal from Stalingrad, and what it asks for.
    pub stalingrad: Option<(Turn, Vec<WithdrawalGroup>)>,
    /// Conditional reinforcements.
    pub conditions: Vec<Condition>,
}

/// Reads arrivals; shared with scenarios that have their own.
pub(super) struct Arrivals<'a> {
    pub(super) reading: &'a Reading<'a>,
    pub(super) roster: &'a Roster,
    pub(super) map: &'a Map,
}

impl Arrivals<'_> {
    /// Reads lines of arrivals. `side` is whose they are; without it, each line's units tell.
    pub(super) fn read(&self, lines: Vec<Table<'_>>, side: Option<Side>, known: &[Arrival]) -> Vec<Arrival> {
        let mut arrivals: Vec<Arrival> = Vec::new();
        for line in lines {
            let turn = line.text("turn");
            let line = line.called(format!("arrival {turn}"));
            let items = line.need("units").map(|list| list.items()).unwrap_or_default();
            let units = self.units(&items, side);
            for (unit, item) in units.iter().zip(&items) {
                let twice = |arrival: &Arrival| arrival.units.contains(unit);
                if known.iter().chain(&arrivals).any(twice) {
                    item.fault(format!("{} arrives twice", self.roster.info(*unit).id));
                }
            }
            let first = units.first().map(|&unit| self.roster.info(unit).side);
            if units.iter().any(|&unit| Some(self.roster.info(unit).side) != first) {
                line.fault("the units are not of one side");
            }
            let side = side.or(first).unwrap_or(Side::Axis);
            let at = self.entry(&line, side);
            arrivals.push(Arrival {
                turn: self.reading.get_turn(&line, "turn").unwrap_or(Turn(1)),
                side,
                units,
                at,
                optional: line.flag("optional"),
                printed: self.reading.printed(&line),
            });
            line.finish();
        }
        arrivals
    }

    /// The units of a list, each of `side` if one is asked for.
    fn units(&self, items: &[Item<'_>], side: Option<Side>) -> Vec<UnitId> {
        let mut units = Vec::new();
        for item in items {
            let Some(unit) = self.roster.find(item) else { continue };
            let info = self.roster.info(unit);
            if side.is_some_and(|side| side != info.side) {
                item.fault(format!("{} is not of this side", info.id));
            }
            units.push(unit);
        }
        units
    }

    /// Reads `at` and `prefer`.
    fn entry(&self, line: &Table<'_>, side: Side) -> Entry {
        let prefer = line.get("prefer");
        let items = line.need("at").map(|list| list.items()).unwrap_or_default();
        let words: Vec<_> = items.iter().filter_map(Item::text).collect();
        match (&words[..], side) {
            (["STAVKA"], Side::Soviet) => return Entry::Stavka,
            (["west-edge"], Side::Axis) => return Entry::WestEdge(prefer.and_then(|item| self.west_hex(&item))),
            (["STAVKA"], Side::Axis) | (["west-edge"], Side::Soviet) => items[0].fault("is the other side's entry"),
            ([], _) => line.fault("`at` names no place"),
            _ => {}
        }
        if let Some(item) = prefer {
            item.fault("`prefer` goes with the west edge");
        }
        let hexes = items.iter().filter(|item| hex_of(&self.map.board, item).is_some());
        Entry::Hexes(hexes.filter_map(Item::text).map(str::to_owned).collect())
    }

    /// A source hex of the west edge.
    fn west_hex(&self, item: &Item<'_>) -> Option<String> {
        let hex = hex_of(&self.map.board, item)?;
        let west = self.map.sources.iter().any(|source| {
            source.hex == hex && source.owner == SourceOwner::Side(Side::Axis) && self.map.spaces[hex].column == 1
        });
        if !west {
            item.fault(format!("{} is no Axis source of the west edge", self.map.board.name(hex)));
        }
        Some(self.map.board.name(hex).to_owned())
    }
}

/// Reads `schedule.toml`.
pub(super) fn read(root: &Table<'_>, reading: &Reading<'_>, roster: &Roster, map: &Map) -> Schedule {
    let arrivals = Arrivals { reading, roster, map };
    let mut schedule = Schedule::default();
    for side in [Side::Axis, Side::Soviet] {
        let Some(table) = root.table(side.word()) else { continue };
        reading.source(&table, format!("schedule.toml {}", side.word()));
        let lines = arrivals.read(table.tables("arrivals"), Some(side), &schedule.arrivals);
        schedule.arrivals.extend(lines);
        for line in table.tables("upgrades") {
            read_upgrade(line, side, &arrivals, &mut schedule);
        }
        if side == Side::Axis {
            for item in table.items("withdrawal") {
                schedule.leaving.extend(item.table().and_then(|line| read_leaving(&line, &arrivals)));
            }
            for item in table.items("condition") {
                schedule.conditions.extend(item.table().map(|line| read_condition(line, &arrivals)));
            }
        }
        table.finish();
    }
    schedule.stalingrad = read_stalingrad(root, &arrivals);
    root.finish();
    schedule
}

fn read_upgrade(line: Table<'_>, side: Side, arrivals: &Arrivals<'_>, schedule: &mut Schedule) {
    let line = line.called("upgrade");
    let unit = |key: &str| arrivals.units(&[line.need(key)?], Some(side)).first().copied();
    let (from, to) = (unit("from"), unit("to"));
    let turn = arrivals.reading.need_turn(&line, "turn");
    let any = line.flag("any");
    line.finish();
    let (Some(from), Some(to)) = (from, to) else { return };
    let (old, new) = (arrivals.roster.info(from), arrivals.roster.info(to));
    if old.is_hq() != new.is_hq() {
        line.fault(format!("{} and {} are not both HQs or both units", old.id, new.id));
    }
    if from == to || schedule.upgrades.iter().any(|other| other.to == to || other.from == from) {
        line.fault(format!("{} or {} is upgraded already", old.id, new.id));
    }
    if schedule.arrivals.iter().any(|arrival| arrival.units.contains(&to)) {
        line.fault(format!("{} arrives by itself, too", new.id));
    }
    schedule.upgrades.push(Upgrade { turn, from, to, any });
}

fn read_leaving(line: &Table<'_>, arrivals: &Arrivals<'_>) -> Option<NationLeaves> {
    let nation = Nation::read(line, "nation");
    let items = line.items("hqs");
    let hqs = arrivals.units(&items, Some(Side::Axis));
    for (hq, item) in hqs.iter().zip(&items) {
        let info = arrivals.roster.info(*hq);
        if !info.is_hq() || info.nation != nation {
            item.fault(format!("{} is no HQ of this nation", info.id));
        }
    }
    let turn = arrivals.reading.need_turn(line, "turn");
    let leaving = NationLeaves { turn, nation, keep: line.int("keep", 0..=99), hqs };
    line.finish();
    Some(leaving)
}

fn read_condition(line: Table<'_>, arrivals: &Arrivals<'_>) -> Condition {
    let id = line.text("id").to_owned();
    let line = line.called(format!("condition {id}"));
    let items = line.need("units").map(|list| list.items()).unwrap_or_default();
    let change = match line.get("turns") {
        Some(turns) => Change::Turns(turns.int(-9..=9).unwrap_or(0)),
        None => Change::At(arrivals.entry(&line, Side::Axis)),
    };
    let condition = Condition {
        id,
        when: When::need(&line, "when"),
        before: arrivals.reading.need_turn(&line, "before"),
        units: arrivals.units(&items, Some(Side::Axis)),
        change,
    };
    line.finish();
    condition
}

fn read_stalingrad(root: &Table<'_>, arrivals: &Arrivals<'_>) -> Option<(Turn, Vec<WithdrawalGroup>)> {
    let table = root.table("stalingrad_withdrawal")?.called("stalingrad_withdrawal");
    arrivals.reading.source(&table, "schedule.toml stalingrad_withdrawal");
    let mut groups = Vec::new();
    for line in table.tables("groups") {
        let factors = |key: &str| line.need(key).and_then(|item| super::units::read_factors(&item)).unwrap_or_default();
        let (full, reduced) = (factors("full"), factors("reduced"));
        let items = line.items("historical");
        let historical = arrivals.units(&items, Some(Side::Soviet));
        for (unit, item) in historical.iter().zip(&items) {
            let info = arrivals.roster.info(*unit);
            if info.full != full || info.reduced != Some(reduced) {
                item.fault(format!("{} has other factors", info.id));
            }
        }
        let count = line.int("count", 0..=99);
        if historical.len() != usize::from(count) {
            line.fault(format!("{} divisions are named, not {count}", historical.len()));
        }
        line.finish();
        groups.push(WithdrawalGroup { count, full, reduced, historical });
    }
    let turn = arrivals.reading.need_turn(&table, "turn");
    table.finish();
    Some((turn, groups))
}

/// The same entry on a scenario's map: hexes outside it fall away. `None` if nothing is left.
pub(super) fn entry_on(entry: &Entry, map: &Map) -> Option<EntrySpaces> {
    match entry {
        Entry::Stavka => Some(EntrySpaces::Stavka),
        Entry::Hexes(names) => {
            let hexes: Vec<_> = names.iter().filter_map(|name| map.board.space(name)).collect();
            (!hexes.is_empty()).then_some(EntrySpaces::Hexes(hexes))
        }
        Entry::WestEdge(prefer) => {
            let axis = |source: &&super::map::SupplySource| {
                source.owner == SourceOwner::Side(Side::Axis) && map.spaces[source.hex].column == 1
            };
            let hexes: Vec<_> = map.sources.iter().filter(axis).map(|source| source.hex).collect();
            let prefer = prefer.as_ref().and_then(|name| map.board.space(name));
            (!hexes.is_empty()).then_some(EntrySpaces::WestEdge { hexes, prefer })
        }
    }
}

/// Where reinforcements come in, on the map of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntrySpaces {
    /// One of these hexes.
    Hexes(Vec<SpaceId>),
    /// The STAVKA Reserve.
    Stavka,
    /// Any of these source hexes of the west edge that the Axis controls, preferably one of them.
    WestEdge {
        /// All of them.
        hexes: Vec<SpaceId>,
        /// The one that history used.
        prefer: Option<SpaceId>,
    },
}
