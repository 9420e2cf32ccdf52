//! Reading `charts.toml`.

use super::{AirBands, Charts, LossPoint, PROHIBITED, Ratio, SideCosts, SupplyEffect, TerrainEffect};
use crate::data::Terrain;
use crate::data::units::MoveClass;
use kessel_kernel::data::{Item, Reading, Table};

const GROUNDS: [&str; 5] = ["normal", "light-mud", "light-freeze", "hard-freeze", "deep-snow"];
const TERRAINS: [&str; Terrain::COUNT] =
    ["clear", "forest", "marsh", "village", "factory", "water", "city", "ferry", "rubble", "suburb"];
const LEVELS: [&str; 5] = ["attack", "general", "defensive", "minimal", "none"];
/// The rows that are printed; mounted units pay as foot does.
const ROWS: [(&str, MoveClass); 10] = [
    ("foot", MoveClass::Foot),
    ("non-mot-hq", MoveClass::NonMotHq),
    ("ski", MoveClass::Ski),
    ("horse", MoveClass::Horse),
    ("bicycle", MoveClass::Bicycle),
    ("motorcycle", MoveClass::Motorcycle),
    ("truck", MoveClass::Truck),
    ("mot-hq", MoveClass::MotHq),
    ("armored-car", MoveClass::ArmoredCar),
    ("tracked", MoveClass::Tracked),
];

/// Reads all charts. `None` only after a fault.
pub(in crate::data) fn read(root: &Table<'_>, reading: &Reading<'_>) -> Option<Charts> {
    let costs = read_costs(root, reading);
    let sides = read_sides(root, reading);
    let terrain = read_terrain(root, reading);
    let supply = read_supply(root, reading);
    let losses = read_losses(root, reading);
    let air = read_air(root, reading);
    root.finish();
    let (terrain, frozen_marsh) = terrain?;
    Some(Charts { costs: costs?, sides: sides?, terrain, frozen_marsh, supply: supply?, losses: losses?, air: air? })
}

type Costs = [[[u16; Terrain::COUNT]; MoveClass::COUNT]; 5];

fn read_costs(root: &Table<'_>, reading: &Reading<'_>) -> Option<Costs> {
    let mut costs = [[[PROHIBITED; Terrain::COUNT]; MoveClass::COUNT]; 5];
    let all = root.table("costs")?.called("costs");
    for (place, ground) in GROUNDS.into_iter().enumerate() {
        let table = all.table(ground)?.called(format!("costs {ground}"));
        reading.source(&table, format!("charts.toml costs {ground}"));
        for (row, class) in ROWS {
            let cells = table.table(row)?.called(format!("costs {ground} {row}"));
            for (cost, terrain) in costs[place][class as usize].iter_mut().zip(TERRAINS) {
                *cost = points(&cells.need(terrain)?)?;
            }
            cells.finish();
        }
        costs[place][MoveClass::Mounted as usize] = costs[place][MoveClass::Foot as usize];
        table.finish();
    }
    all.finish();
    Some(costs)
}

/// A cost in movement points, written `"1/2"`, `"3"` or `"2 1/2"`; `"-"` where no unit of the class may go.
fn points(item: &Item<'_>) -> Option<u16> {
    let text = item.text()?;
    if text == "-" {
        return Some(PROHIBITED);
    }
    let part = |part: &str| -> Option<u16> {
        match part.split_once('/') {
            None => part.parse::<u16>().ok()?.checked_mul(120),
            Some((p, q)) => {
                let (p, q) = (p.parse::<u16>().ok()?.checked_mul(120)?, q.parse::<u16>().ok()?);
                (q > 0 && p % q == 0).then(|| p / q)
            }
        }
    };
    let cost = text.split(' ').try_fold(0_u16, |sum, text| sum.checked_add(part(text)?));
    if cost.is_none() {
        item.fault(format!("`{}`: \"{text}\" is no cost: write \"1/2\", \"2 1/2\" or \"-\"", item.key()));
    }
    cost
}

fn cost(table: &Table<'_>, key: &str) -> Option<u16> {
    points(&table.need(key)?)
}

/// One cost for each state of the ground.
fn by_ground(table: &Table<'_>, key: &str) -> Option<[u16; 5]> {
    let read: Option<Vec<_>> = table.need(key)?.items().iter().map(points).collect();
    let read: Option<[u16; 5]> = read?.try_into().ok();
    if read.is_none() {
        table.fault(format!("`{key}` needs a cost for each of {}", GROUNDS.join(", ")));
    }
    read
}

fn read_sides(root: &Table<'_>, reading: &Reading<'_>) -> Option<SideCosts> {
    let table = root.table("sides")?.called("sides");
    reading.source(&table, "charts.toml sides");
    reading.printed(&table);
    let sides = SideCosts {
        river: cost(&table, "river")?,
        bridge: cost(&table, "bridge")?,
        hill_light: by_ground(&table, "hill_light")?,
        hill_heavy: by_ground(&table, "hill_heavy")?,
        balka_motor: by_ground(&table, "balka_motor")?,
        balka_foot: by_ground(&table, "balka_foot")?,
        road: cost(&table, "road")?,
        rail: cost(&table, "rail")?,
    };
    table.finish();
    Some(sides)
}

/// A factor, written `"3/4"` or `"2"`.
fn ratio(table: &Table<'_>, key: &str) -> Option<Ratio> {
    let item = table.need(key)?;
    let text = item.text()?;
    let (p, q) = text.split_once('/').unwrap_or((text, "1"));
    let ratio = match (p.parse::<u16>(), q.parse::<u16>()) {
        (Ok(p @ 0..=1000), Ok(q @ 1..=1000)) => Some(Ratio { p, q }),
        _ => None,
    };
    if ratio.is_none() {
        item.fault(format!("`{key}` is \"{text}\", not a factor like \"3/4\""));
    }
    ratio
}

fn effect(table: &Table<'_>, reading: &Reading<'_>) -> Option<TerrainEffect> {
    reading.printed(table);
    let effect = TerrainEffect {
        odds: table.int("odds", -50..=50) * 100_000,
        antitank: ratio(table, "antitank")?,
        fire: ratio(table, "fire")?,
    };
    table.finish();
    Some(effect)
}

fn read_terrain(root: &Table<'_>, reading: &Reading<'_>) -> Option<([TerrainEffect; Terrain::COUNT], TerrainEffect)> {
    let table = root.table("terrain")?.called("terrain");
    reading.source(&table, "charts.toml terrain");
    let row = |word: &str| effect(&table.table(word)?.called(format!("terrain {word}")), reading);
    let effects: Vec<_> = TERRAINS.into_iter().map(row).collect();
    let frozen = row("frozen-marsh");
    table.finish();
    let effects: Option<Vec<_>> = effects.into_iter().collect();
    Some((effects?.try_into().ok()?, frozen?))
}

fn read_supply(root: &Table<'_>, reading: &Reading<'_>) -> Option<[SupplyEffect; 5]> {
    let table = root.table("supply")?.called("supply");
    reading.source(&table, "charts.toml supply");
    let rows: Vec<_> = LEVELS.into_iter().map(|level| supply_row(&table, level, reading)).collect();
    table.finish();
    let rows: Option<Vec<_>> = rows.into_iter().collect();
    rows?.try_into().ok()
}

fn supply_row(table: &Table<'_>, level: &str, reading: &Reading<'_>) -> Option<SupplyEffect> {
    let row = table.table(level)?.called(format!("supply {level}"));
    reading.printed(&row);
    let effect = SupplyEffect {
        attack: ratio(&row, "attack")?,
        defence: ratio(&row, "defence")?,
        armour: ratio(&row, "armour")?,
        antitank: ratio(&row, "antitank")?,
        barrage: ratio(&row, "barrage")?,
        support: ratio(&row, "support")?,
        movement: ratio(&row, "movement")?,
        anti_air: ratio(&row, "anti_air")?,
        tonnage: ratio(&row, "tonnage")?,
        quality: row.int("quality", -2..=2),
    };
    row.finish();
    Some(effect)
}

fn read_losses(root: &Table<'_>, reading: &Reading<'_>) -> Option<Vec<LossPoint>> {
    let table = root.table("losses")?.called("losses");
    reading.source(&table, "charts.toml losses");
    let mut points: Vec<LossPoint> = Vec::new();
    for row in table.tables("points") {
        // Percentages are in tenths, so that half percents can be written.
        points.push(LossPoint {
            result: row.int("result", -100_i64..=100) * 1_000_000,
            attacker: row.int("attacker", 0_i64..=1000) * 1000,
            defender: row.int("defender", 0_i64..=1000) * 1000,
        });
        row.finish();
    }
    table.finish();
    if points.len() < 2 || !points.is_sorted_by(|one, next| one.result < next.result) {
        table.fault("`points` needs at least two rows of rising results");
        return None;
    }
    Some(points)
}

fn read_air(root: &Table<'_>, reading: &Reading<'_>) -> Option<[AirBands; 4]> {
    let table = root.table("air")?.called("air");
    reading.source(&table, "charts.toml air");
    let mut bands = [[0; 5]; 4];
    for (band, sky) in bands.iter_mut().zip(["clear", "light", "moderate", "heavy"]) {
        let items = table.need(sky)?.items();
        for (width, item) in band.iter_mut().zip(&items) {
            *width = item.int(0..=100)?;
        }
        if items.len() != 5 || band.iter().map(|&width| u16::from(width)).sum::<u16>() != 100 {
            table.fault(format!("`{sky}` needs five widths that make 100"));
        }
    }
    table.finish();
    Some(bands)
}
