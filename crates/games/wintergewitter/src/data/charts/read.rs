//! Reading the charts.

use super::table::Grid;
use super::{
    AirTable, Battery, BatteryResult, Blow, BombTable, Bonus, Charts, Costs, Crt, Loss, Margin, Pocket, Points, Reach,
    Scale, TerrainEffect,
};
use crate::data::Terrain;
use kessel_kernel::data::{Reading, SIDES, Table};

const TERRAINS: [(&str, Terrain); 5] = [
    ("clear", Terrain::Clear),
    ("elevated", Terrain::Elevated),
    ("balka", Terrain::Balka),
    ("town", Terrain::Town),
    ("pocket", Terrain::Pocket),
];
/// The classes of aircraft, in the order of [`crate::data::AirClass`].
const CLASSES: [&str; 5] = ["fighter", "ground_attack", "dive_bomber", "bomber", "heavy_bomber"];

/// The numbers about the Pocket, which the map needs.
pub(in crate::data) fn read_pocket(root: &Table<'_>, reading: &Reading<'_>) -> Option<Pocket> {
    Pocket::read(root, reading)
}

/// Reads the rest of the file. `None` after a fault that leaves a table empty.
pub(in crate::data) fn read(root: &Table<'_>, reading: &Reading<'_>, pocket: Pocket) -> Option<Charts> {
    let grids = read_grids(root, reading);
    let air = read_air(root, reading);
    let terrain = read_terrain(root, reading);
    let road = number_table(root, "road", reading, half_points);
    let river = number_table(root, "river", reading, |table| (half_points(table), table.int("shift", 0..=3)));
    let shifts =
        number_table(root, "shifts", reading, |table| (table.int("entrenched", 0..=3), table.int("armored", 0..=3)));
    let stacking = number_table(root, "stacking", reading, |table| table.int("points", 1..=99));
    let zone = number_table(root, "zone", reading, |table| (table.int("enter", 0..=9), table.int("leave", 0..=9)));
    let nations = |table: &Table<'_>| ["german", "rumanian", "soviet"].map(|key| table.int(key, 0..=100));
    let hasty = number_table(root, "hasty", reading, nations);
    let demolition = number_table(root, "demolition", reading, |table| {
        (table.int("motorized", 0..=20), table.int("non_motorized", 0..=20))
    });
    let supply = number_table(root, "supply", reading, |table| {
        ["german", "rumanian", "soviet", "soviet_motorized"].map(|key| table.int(key, 1..=99))
    });
    let ready = read_ready(root, reading);
    let returns = number_table(root, "returns", reading, nations);
    let short_forfeit = number_table(root, "forfeit", reading, |table| table.int("short_scenario", 0..=99));
    let (points, margin, reach) =
        (Points::read(root, reading), Margin::read(root, reading), Reach::read(root, reading));
    let (bonus, scale) = (Bonus::read(root, reading), Scale::read(root, reading));
    root.finish();
    let ((crt, bombardment, battery), (river, river_shift), (entrenched_shift, armored_shift)) =
        (grids?, river?, shifts?);
    Some(Charts {
        crt,
        bombardment,
        battery,
        air: air?,
        terrain,
        road: road?,
        river,
        river_shift,
        entrenched_shift,
        armored_shift,
        stacking: stacking?,
        zone: zone?,
        hasty: hasty?,
        demolition: demolition?,
        supply: supply?,
        ready,
        returns: returns?,
        short_forfeit: short_forfeit?,
        points: points?,
        margin: margin?,
        pocket,
        reach: reach?,
        bonus: bonus?,
        scale: scale?,
    })
}

/// The three tables with columns of factors.
fn read_grids(root: &Table<'_>, reading: &Reading<'_>) -> Option<(Crt, BombTable, Battery)> {
    let crt = Grid::read(root, "crt", reading, "\"1/3\", \"-/1\" or \"-\"", read_loss);
    let bombs = Grid::read(root, "bombardment", reading, "\"2D\", \"1\", \"D\" or \"-\"", read_blow);
    let battery = Grid::read(root, "counter_battery", reading, "\"S\", \"2\" or \"-\"", read_battery);
    let (crt, bombs, battery) = (crt?, bombs?, battery?);
    Some((
        Crt { columns: crt.columns, first_row: crt.first_row, rows: crt.rows },
        BombTable { columns: bombs.columns, first_row: bombs.first_row, rows: bombs.rows },
        Battery { columns: battery.columns, first_row: battery.first_row, rows: battery.rows },
    ))
}

/// A table of its own with a source.
fn number_table<T>(
    root: &Table<'_>,
    key: &str,
    reading: &Reading<'_>,
    read: impl FnOnce(&Table<'_>) -> T,
) -> Option<T> {
    let table = root.table(key)?.called(key);
    reading.source(&table, format!("charts.toml {key}"));
    reading.printed(&table);
    let value = read(&table);
    table.finish();
    Some(value)
}

/// `1/3`, `-/1` or `-`.
fn read_loss(text: &str) -> Option<Loss> {
    let number = |text: &str| if text == "-" { Some(0) } else { text.parse().ok() };
    match text.split_once('/') {
        None => (text == "-").then(Loss::default),
        Some((mandatory, optional)) => Some(Loss { mandatory: number(mandatory)?, optional: number(optional)? }),
    }
}

/// `2D`, `1`, `D` or `-`.
fn read_blow(text: &str) -> Option<Blow> {
    if text == "-" {
        return Some(Blow::default());
    }
    let (hits, disrupts) = text.strip_suffix('D').map_or((text, false), |hits| (hits, true));
    let hits = if hits.is_empty() && disrupts { 0 } else { hits.parse().ok()? };
    Some(Blow { hits, disrupts })
}

/// `S`, `2` or `-`.
fn read_battery(text: &str) -> Option<BatteryResult> {
    match text {
        "-" => Some(BatteryResult::None),
        "S" => Some(BatteryResult::Suppressed),
        hits => hits.parse().ok().map(BatteryResult::Hits),
    }
}

fn read_air(root: &Table<'_>, reading: &Reading<'_>) -> Option<AirTable> {
    let table = root.table("air_combat")?.called("air_combat");
    reading.source(&table, "charts.toml air_combat");
    let mut columns = Vec::new();
    let mut first_column = None;
    for line in table.tables("columns") {
        let difference: i8 = line.int("difference", -20..=20);
        let (abort, disrupt): (i8, i8) = (line.int("abort", -9..=20), line.int("disrupt", -9..=20));
        reading.printed(&line);
        line.finish();
        let first = *first_column.get_or_insert(difference);
        if usize::try_from(difference - first).ok() != Some(columns.len()) {
            line.fault("the differences must follow each other by one");
        }
        if disrupt <= abort {
            line.fault("it takes a higher die to disrupt than to abort");
        }
        columns.push((abort, disrupt));
    }
    table.finish();
    if columns.is_empty() {
        table.fault("it has no columns");
    }
    Some(AirTable { first_column: first_column?, columns })
}

/// The three costs under `half_points`.
fn half_points(table: &Table<'_>) -> Costs {
    let Some(item) = table.need("half_points") else {
        return Costs::default();
    };
    let costs: Vec<u8> = item.items().iter().filter_map(|cost| cost.int(0..=40)).collect();
    let &[mechanized, motorized, non_motorized] = &costs[..] else {
        item.fault("`half_points` are three numbers: mechanized, motorized, non-motorized");
        return Costs::default();
    };
    Costs { mechanized, motorized, non_motorized }
}

fn read_terrain(root: &Table<'_>, reading: &Reading<'_>) -> [TerrainEffect; 5] {
    let mut effects = [None; 5];
    let Some(table) = root.table("terrain").map(|table| table.called("terrain")) else {
        return [TerrainEffect::default(); 5];
    };
    reading.source(&table, "charts.toml terrain");
    for line in table.tables("list") {
        let name = line.text("terrain");
        let line = line.called(format!("terrain {name}"));
        let terrain = line.get("terrain").and_then(|item| item.word(&TERRAINS));
        let effect = TerrainEffect { enter: half_points(&line), shift: line.int("shift", 0..=3) };
        reading.printed(&line);
        line.finish();
        let Some(terrain) = terrain else { continue };
        if effects[terrain as usize].replace(effect).is_some() {
            line.fault("it is listed twice");
        }
    }
    for (word, _) in TERRAINS.iter().filter(|(_, terrain)| effects[*terrain as usize].is_none()) {
        table.fault(format!("there is no line for \"{word}\""));
    }
    table.finish();
    effects.map(Option::unwrap_or_default)
}

/// Ready numbers by side and class; a class that a side lacks is left out.
fn read_ready(root: &Table<'_>, reading: &Reading<'_>) -> [[(u8, u8); 5]; 2] {
    let mut ready = [[(0, 0); 5]; 2];
    for table in root.tables("ready") {
        let name = table.text("side");
        let table = table.called(format!("ready {name}"));
        reading.source(&table, format!("charts.toml ready {name}"));
        let side = table.word("side", &SIDES);
        for (class, key) in CLASSES.into_iter().enumerate() {
            let Some(item) = table.get(key) else { continue };
            let numbers: Vec<u8> = item.items().iter().filter_map(|number| number.int(0..=10)).collect();
            match numbers[..] {
                [flown, disrupted] => ready[side.index()][class] = (flown, disrupted),
                _ => item.fault(format!("`{key}` are two numbers: from flown, from disrupted")),
            }
        }
        table.finish();
    }
    ready
}
