//! Reading the Turn Record Track.

use super::super::map::Area;
use super::super::units::Roster;
use super::{Arrival, TurnInfo, Weather};
use kessel_kernel::data::{Reading, Table, texts};

const WEATHERS: [(&str, Weather); 3] =
    [("clear", Weather::Clear), ("overcast", Weather::Overcast), ("night", Weather::Night)];

/// Reads the whole file. `None` after a fault, if there is no turn.
pub(in super::super) fn read_track(
    root: &Table<'_>,
    reading: &Reading<'_>,
    roster: &Roster,
    reserves: &[&str],
) -> Option<Vec<TurnInfo>> {
    let mut track = Vec::new();
    for table in root.tables("turn") {
        let number: usize = table.int("number", 1..=99_u8).into();
        let table = table.called(format!("turn {number}"));
        reading.source(&table, format!("track.toml turn {number}"));
        if number != track.len() + 1 {
            table.fault(format!("it comes as turn {}: the turns follow each other", track.len() + 1));
        }
        track.push(read_turn(&table, roster, reserves));
        table.finish();
    }
    root.finish();
    if track.is_empty() {
        root.fault("there is no turn");
        return None;
    }
    Some(track)
}

fn read_turn(table: &Table<'_>, roster: &Roster, reserves: &[&str]) -> TurnInfo {
    let releases = table.items("releases");
    for item in &releases {
        if item.text().is_some_and(|id| !reserves.contains(&id)) {
            item.fault(format!("there is no reserve {}", item.text().unwrap_or("")));
        }
    }
    TurnInfo {
        name: table.text("date").to_owned(),
        weather: table.word("weather", &WEATHERS),
        icy: table.flag("icy"),
        arrivals: table.items("arrivals").iter().filter_map(|item| read_arrival(&item.table()?, roster)).collect(),
        air: roster.air(&table.items("air")),
        releases: texts(&releases),
        replacements: read_replacements(table),
    }
}

fn read_arrival(line: &Table<'_>, roster: &Roster) -> Option<Arrival> {
    let units = roster.units(line);
    let entry = line.need("entry").and_then(|item| Area::entry(&item));
    let most = line.get("most").and_then(|item| item.int(1..=99));
    line.finish();
    Some(Arrival { units, entry: entry?, most })
}

/// German, Rumanian, Soviet.
fn read_replacements(table: &Table<'_>) -> [u8; 3] {
    let Some(item) = table.need("replacements") else {
        return [0; 3];
    };
    let points: Vec<u8> = item.items().iter().filter_map(|points| points.int(0..=99)).collect();
    points.try_into().unwrap_or_else(|_| {
        item.fault("`replacements` are three numbers: German, Rumanian, Soviet");
        [0; 3]
    })
}
