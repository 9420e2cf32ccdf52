//! Reading the set-ups that scenarios share.

use super::super::map::{Map, hex_of};
use super::super::units::{Roster, UnitId};
use super::zones::Ground;
use super::{Bill, Reserve, SetUp, Zone};
use kessel_board::SpaceId;
use kessel_kernel::data::{Doc, Reading, SIDES, Table};

/// A file `setup-*.toml`.
pub(in super::super) struct SetupFile {
    /// Between `setup-` and `.toml`.
    pub(super) name: String,
    /// The set-ups with their ids.
    pub(super) setups: Vec<(String, SetUp)>,
    pub(in super::super) reserves: Vec<Reserve>,
    pub(super) bills: Vec<Bill>,
    pub(super) leave_out: Option<(u8, Vec<UnitId>)>,
    pub(super) historical: Vec<(UnitId, SpaceId)>,
    pub(super) behind_line: bool,
}

/// Reads a whole file.
pub(in super::super) fn read_setup(doc: &Doc<'_>, reading: &Reading<'_>, map: &Map, roster: &Roster) -> SetupFile {
    let file = doc.name();
    let name = file.strip_prefix("setup-").and_then(|name| name.strip_suffix(".toml")).unwrap_or(file);
    let root = doc.root();
    let behind_line = root.get("rules").and_then(|item| item.table()).is_some_and(|table| {
        let table = table.called("rules");
        reading.source(&table, format!("{file} rules"));
        let behind_line = table.flag("behind_line");
        table.finish();
        behind_line
    });
    let ground = Ground { map, roster, behind_line };
    let setups = read_setups(&root, reading, &ground, file);
    let read = SetupFile {
        name: name.to_owned(),
        setups,
        reserves: read_reserves(&root, reading, roster, file),
        bills: read_bills(&root, reading, roster, file),
        leave_out: read_leave_out(&root, reading, roster, file),
        historical: read_historical(&root, reading, map, roster, file),
        behind_line,
    };
    root.finish();
    read
}

fn read_setups(root: &Table<'_>, reading: &Reading<'_>, ground: &Ground<'_>, file: &str) -> Vec<(String, SetUp)> {
    let mut setups: Vec<(String, SetUp)> = Vec::new();
    for table in root.tables("setup") {
        let id = table.text("id");
        let table = table.called(format!("set-up {id}"));
        reading.source(&table, format!("{file} setup {id}"));
        if setups.iter().any(|(known, _)| known == id) {
            table.fault("there are two set-ups of this id");
        }
        let side = table.word("side", &SIDES);
        let units = ground.roster.units(&table);
        if units.iter().any(|unit| ground.roster.units[unit.index()].side != side) {
            table.fault("it holds units of the other side");
        }
        let zone = ground.zone(&table, side, &|id| zone_of(&setups, id));
        table.finish();
        let Some(zone) = zone else { continue };
        setups.push((id.to_owned(), SetUp { side, units, zone, case: case_of(&table) }));
    }
    setups
}

/// The zone of a set-up by its id.
pub(super) fn zone_of(setups: &[(String, SetUp)], id: &str) -> Option<Zone> {
    setups.iter().find(|(known, _)| known == id).map(|(_, setup)| setup.zone.clone())
}

/// The first case of a printed table.
pub(super) fn case_of(table: &Table<'_>) -> String {
    let cases = table.get("source").and_then(|item| item.text()).and_then(|text| text.strip_prefix("printed "));
    match cases.and_then(|cases| cases.split(',').next()) {
        Some(case) => case.trim().to_owned(),
        None => {
            table.fault("`source` names the case that says this: \"printed 19.1.1.c\"");
            String::new()
        }
    }
}

fn read_reserves(root: &Table<'_>, reading: &Reading<'_>, roster: &Roster, file: &str) -> Vec<Reserve> {
    let mut reserves: Vec<Reserve> = Vec::new();
    for table in root.items("reserve").iter().filter_map(|item| item.table()) {
        let id = table.text("id");
        let table = table.called(format!("reserve {id}"));
        reading.source(&table, format!("{file} reserve {id}"));
        if reserves.iter().any(|known| known.id == id) {
            table.fault("there are two reserves of this id");
        }
        reserves.push(Reserve {
            id: id.to_owned(),
            name: table.text("name").to_owned(),
            units: roster.units(&table),
            rolls: table.flag("rolls"),
            case: case_of(&table),
        });
        table.finish();
    }
    reserves
}

fn read_bills(root: &Table<'_>, reading: &Reading<'_>, roster: &Roster, file: &str) -> Vec<Bill> {
    let mut bills = Vec::new();
    for table in root.items("loss").iter().filter_map(|item| item.table()) {
        let table = table.called("loss");
        let case = case_of(&table);
        reading.source(&table, format!("{file} loss {case}"));
        let units = roster.units(&table);
        let points = ["armor", "infantry", "artillery"].map(|key| table.int(key, 0..=99));
        table.finish();
        let Some(first) = units.first() else { continue };
        bills.push(Bill { side: roster.units[first.index()].side, units, points, case });
    }
    bills
}

fn read_leave_out(root: &Table<'_>, reading: &Reading<'_>, roster: &Roster, file: &str) -> Option<(u8, Vec<UnitId>)> {
    let table = root.get("leave_out")?.table()?.called("leave_out");
    reading.source(&table, format!("{file} leave_out"));
    let (count, units) = (table.int("count", 1..=99), roster.units(&table));
    table.finish();
    Some((count, units))
}

/// Reads `[historical]`: units by hex.
pub(super) fn read_historical(
    root: &Table<'_>,
    reading: &Reading<'_>,
    map: &Map,
    roster: &Roster,
    file: &str,
) -> Vec<(UnitId, SpaceId)> {
    let Some(table) = root.table("historical").map(|table| table.called("historical")) else {
        return Vec::new();
    };
    reading.source(&table, format!("{file} historical"));
    let mut placed: Vec<(UnitId, SpaceId)> = Vec::new();
    for line in table.tables("hexes") {
        let hex = line.need("hex").and_then(|item| hex_of(&map.board, &item));
        for item in line.items("units") {
            let (Some(unit), Some(hex)) = (roster.unit(&item), hex) else { continue };
            if placed.iter().any(|(known, _)| *known == unit) {
                item.fault(format!("{} stands in two hexes", roster.units[unit.index()].id));
            }
            placed.push((unit, hex));
        }
        line.finish();
    }
    table.finish();
    placed
}
