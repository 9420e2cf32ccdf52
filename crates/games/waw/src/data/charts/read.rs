//! Reading `charts.toml`.

use super::{AirBands, Charts, LossPoint, PROHIBITED, Ratio, SupplyEffect, TerrainEffect};
use crate::data::units::{MoveClass, SupplyLevel};
use crate::data::{Ground, Terrain};
use kessel_kernel::data::{Item, Table};
use kessel_kit::record::field;
use kessel_kit::{Each, Fact, Limit, Names, Read, Reader, Record, Word};
use serde_json::Value;

/// The rows that are printed; mounted units pay as foot does.
const PRINTED: usize = MoveClass::COUNT - 1;

/// Reads all charts. `None` only after a fault.
pub(in crate::data) fn read(root: &Table<'_>, reader: &Reader<'_>) -> Option<Charts> {
    let costs = read_costs(root, reader);
    let sides = field(root, "sides", reader);
    let terrain = read_terrain(root, reader);
    let supply = read_supply(root, reader);
    let losses = read_losses(root, reader);
    let air = read_air(root, reader);
    root.finish();
    let (terrain, frozen_marsh) = terrain?;
    Some(Charts { costs: costs?, sides: sides?, terrain, frozen_marsh, supply: supply?, losses: losses?, air: air? })
}

type Costs = [[[u16; Terrain::COUNT]; MoveClass::COUNT]; 5];

fn read_costs(root: &Table<'_>, reader: &Reader<'_>) -> Option<Costs> {
    let mut costs = [[[PROHIBITED; Terrain::COUNT]; MoveClass::COUNT]; 5];
    let all = root.table("costs")?.called("costs");
    for (place, ground) in Ground::words().iter().enumerate() {
        let table = all.table(ground)?.called(format!("costs {ground}"));
        reader.source(&table, format!("charts.toml costs {ground}"));
        for (row, costs) in MoveClass::words()[..PRINTED].iter().zip(&mut costs[place]) {
            let cells = table.table(row)?.called(format!("costs {ground} {row}"));
            for (cost, terrain) in costs.iter_mut().zip(Terrain::words()) {
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

/// A cost in movement points, or one for each state of the ground.
pub(super) struct Points;

impl Limit<u16> for Points {
    fn under(self, table: &Table<'_>, key: &str, _: &Reader<'_>) -> Option<u16> {
        points(&table.need(key)?)
    }
}

impl Limit<[u16; 5]> for Points {
    fn under(self, table: &Table<'_>, key: &str, _: &Reader<'_>) -> Option<[u16; 5]> {
        let read: Option<Vec<_>> = table.need(key)?.items().iter().map(points).collect();
        let read: Option<[u16; 5]> = read?.try_into().ok();
        if read.is_none() {
            table.fault(format!("`{key}` needs a cost for each of {}", Ground::known(", ")));
        }
        read
    }
}

/// A factor, written `"3/4"` or `"2"`.
impl Read for Ratio {
    fn read(item: &Item<'_>, _: &Reader<'_>) -> Option<Ratio> {
        let text = item.text()?;
        let (p, q) = text.split_once('/').unwrap_or((text, "1"));
        let ratio = match (p.parse::<u16>(), q.parse::<u16>()) {
            (Ok(p @ 0..=1000), Ok(q @ 1..=1000)) => Some(Ratio { p, q }),
            _ => None,
        };
        if ratio.is_none() {
            item.fault(format!("`{}` is \"{text}\", not a factor like \"3/4\"", item.key()));
        }
        ratio
    }
}

impl Fact for Ratio {
    fn fact(&self, _: &Names<'_>) -> Value {
        format!("{}/{}", self.p, self.q).into()
    }
}

fn read_terrain(root: &Table<'_>, reader: &Reader<'_>) -> Option<([TerrainEffect; Terrain::COUNT], TerrainEffect)> {
    let table = reader.table(&root.need("terrain")?)?;
    let row = |word: &str| TerrainEffect::record(&table.table(word)?.called(format!("terrain {word}")), reader);
    let effects: Vec<_> = Terrain::words().iter().map(|word| row(word)).collect();
    let frozen = row("frozen-marsh");
    table.finish();
    let effects: Option<Vec<_>> = effects.into_iter().collect();
    Some((effects?.try_into().ok()?, frozen?))
}

fn read_supply(root: &Table<'_>, reader: &Reader<'_>) -> Option<Each<SupplyLevel, SupplyEffect, 5>> {
    let table = reader.table(&root.need("supply")?)?;
    Each::take(&table, |word| SupplyEffect::record(&table.table(word)?.called(format!("supply {word}")), reader))
}

/// Thousandths of the whole and millionths of a column: numbers larger than a record holds.
fn read_losses(root: &Table<'_>, reader: &Reader<'_>) -> Option<Vec<LossPoint>> {
    let table = root.table("losses")?.called("losses");
    reader.source(&table, "charts.toml losses");
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

fn read_air(root: &Table<'_>, reader: &Reader<'_>) -> Option<[AirBands; 4]> {
    let table = root.table("air")?.called("air");
    reader.source(&table, "charts.toml air");
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
