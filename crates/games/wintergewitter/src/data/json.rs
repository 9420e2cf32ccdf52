//! The whole data as one tree, for `data` assertions in case files: `units.I/11.full.strength`, `crt.8.10`, `map.2428.name`.

mod map;
mod scenario;

use super::charts::{AirResult, BatteryResult, Blow, Charts, Loss};
use super::units::{FormationInfo, UnitInfo, UnitType};
use super::{AirId, Data, UnitId};
use kessel_kernel::Side;
use kessel_kernel::data::Nation;
use kessel_kit::tree::{self, word};
use kessel_kit::{Fact, Names};
use map::{areas_tree, hexes_tree, lines_tree, rivers_tree, sides_tree};
use serde_json::{Map as Tree, Value, json};

/// The modified dice for which the tree shows results.
const DICE: std::ops::RangeInclusive<i8> = -3..=16;

impl Data {
    /// Everything by name. Hexsides are under `sides`, written both ways, as far as there is anything on them.
    pub fn as_json(&self) -> Value {
        json!({
            "map": hexes_tree(&self.map),
            "sides": sides_tree(&self.map),
            "rivers": rivers_tree(&self.map),
            "roads": lines_tree(&self.map, &self.map.roads),
            "rails": lines_tree(&self.map, &self.map.rails),
            "areas": areas_tree(&self.map),
            "start_line": (10..).zip(&self.map.start_line).map(|(column, row): (u8, _)| (column.to_string(), json!(row))).collect::<Tree<_, _>>(),
            "types": self.types_tree(),
            "formations": self.formations.iter().map(|formation| (formation.id.clone(), self.formation_tree(formation))).collect::<Tree<_, _>>(),
            "units": self.units.iter().map(|unit| (unit.id.clone(), self.unit_tree(unit))).collect::<Tree<_, _>>(),
            "air": self.air_tree(),
            "charts": self.charts,
            "crt": crt_tree(&self.charts),
            "bombardment": bombardment_tree(&self.charts),
            "counter_battery": battery_tree(&self.charts),
            "air_combat": air_combat_tree(&self.charts),
            "track": self.track_tree(),
            "scenarios": self.scenarios.iter().map(|scenario| (scenario.id.word().to_owned(), self.scenario_tree(scenario))).collect::<Tree<_, _>>(),
            "staff": tree::by_side(|side| self.weights[side.index()].fact(&Names::on(&self.map.board))),
            "counts": self.counts(),
            "tables": tree::sources(&self.sources),
        })
    }

    fn unit_names(&self, units: &[UnitId]) -> Value {
        units.iter().map(|&unit| Value::from(self.info(unit).id.clone())).collect()
    }

    fn air_names(&self, air: &[AirId]) -> Value {
        air.iter().map(|&air| Value::from(self.plane(air).id.clone())).collect()
    }

    /// The chart of 2.1: what an icon is for the rules.
    fn types_tree(&self) -> Tree<String, Value> {
        let mut tree = Tree::new();
        for unit in &self.units {
            tree.entry(word(&unit.kind)).or_insert_with(|| type_tree(unit.kind));
        }
        tree
    }

    fn formation_tree(&self, formation: &FormationInfo) -> Value {
        json!({
            "name": formation.name,
            "side": formation.side,
            "nation": formation.nation,
            "hq": formation.hq.map(|unit| self.info(unit).id.clone()),
            "corps": formation.corps.map(|unit| self.info(unit).id.clone()),
            "ring": formation.ring,
            "units": self.unit_names(&formation.units),
            "count": formation.units.len(),
            "strength": formation.units.iter().map(|&unit| u32::from(self.info(unit).full.strength)).sum::<u32>(),
            "stacking": formation.units.iter().map(|&unit| u32::from(self.info(unit).full.stacking)).sum::<u32>(),
        })
    }

    fn unit_tree(&self, unit: &UnitInfo) -> Value {
        json!({
            "name": unit.name,
            "side": unit.side,
            "nation": unit.nation,
            "kind": unit.kind,
            "size": unit.size,
            "formation": self.group(unit.formation).id,
            "movement": unit.kind.movement(),
            "losses": unit.kind.losses(),
            "full": unit.full,
            "reduced": unit.reduced,
            "range": unit.range,
            "role": unit.hq,
            "mechanized": unit.mechanized,
            "printed": unit.printed,
        })
    }

    fn air_tree(&self) -> Tree<String, Value> {
        let tree = self.air.iter().map(|air| {
            let tree = json!({
                "name": air.name,
                "side": air.side,
                "class": air.class,
                "code": air.class.code(),
                "attack": air.attack,
                "defence": air.defence,
                "bombs": air.bombs,
                "proficiency": air.proficiency,
                "printed": air.printed,
            });
            (air.id.clone(), tree)
        });
        tree.collect()
    }

    fn counts(&self) -> Value {
        let units = |nation| self.units.iter().filter(|unit| unit.nation == nation).count();
        let air = |side| self.air.iter().filter(|air| air.side == side).count();
        json!({
            "hexes": self.map.board.hexes().len(),
            "turns": self.track.len(),
            "units": self.units.len(),
            "german": units(Nation::German),
            "romanian": units(Nation::Romanian),
            "soviet": units(Nation::Soviet),
            "air": { "axis": air(Side::Axis), "soviet": air(Side::Soviet) },
            "markers": self.markers,
            "entrenchments": self.entrenchments,
            "counters": self.units.len() + self.air.len() + usize::from(self.markers),
        })
    }
}

fn type_tree(kind: UnitType) -> Value {
    json!({
        "movement": kind.movement(),
        "losses": kind.losses(),
        "tank": kind.is_tank(),
        "hq": kind.is_hq(),
        "artillery": kind.is_gun(),
        "engineer": kind.is_engineer(),
        "anti_air": kind.is_anti_air(),
    })
}

/// Results by column and modified die.
fn grid_tree(columns: &[u16], cell: impl Fn(u16, i8) -> String) -> Tree<String, Value> {
    let column = |&head: &u16| {
        let cells: Tree<_, _> = DICE.map(|die| (die.to_string(), Value::from(cell(head, die)))).collect();
        (head.to_string(), Value::Object(cells))
    };
    columns.iter().map(column).collect()
}

fn number(points: u8) -> String {
    if points == 0 { "-".to_owned() } else { points.to_string() }
}

fn crt_tree(charts: &Charts) -> Tree<String, Value> {
    grid_tree(&charts.crt.columns, |head, die| {
        let loss = charts.crt.read(head, 0, die);
        if loss == Loss::default() {
            return "-".to_owned();
        }
        format!("{}/{}", number(loss.mandatory), number(loss.optional))
    })
}

fn bombardment_tree(charts: &Charts) -> Tree<String, Value> {
    grid_tree(&charts.bombardment.columns, |head, die| match charts.bombardment.read(head, 0, die) {
        Blow { hits: 0, disrupts: true } => "D".to_owned(),
        Blow { hits, disrupts } => format!("{}{}", number(hits), if disrupts { "D" } else { "" }),
    })
}

fn battery_tree(charts: &Charts) -> Tree<String, Value> {
    grid_tree(&charts.battery.columns, |head, die| match charts.battery.read(head, die) {
        BatteryResult::None => "-".to_owned(),
        BatteryResult::Suppressed => "S".to_owned(),
        BatteryResult::Hits(hits) => hits.to_string(),
    })
}

fn air_combat_tree(charts: &Charts) -> Tree<String, Value> {
    let column = |difference: i8| {
        let cells = DICE.map(|die| {
            let result = match charts.air.read(difference, die) {
                AirResult::None => "-",
                AirResult::Abort => "A",
                AirResult::Disrupted => "AD",
            };
            (die.to_string(), Value::from(result))
        });
        Value::Object(cells.collect())
    };
    let columns = (charts.air.first_column..).take(charts.air.columns.len());
    columns.map(|difference| (difference.to_string(), column(difference))).collect()
}
