//! The whole data as one tree, for `data` assertions in case files: `units.3PD.full.attack`, `crt.6:1.5`, `scenarios.blue.groups.40A.hexes`.

mod map;

use super::scenario::{Draw, Group, Scenario, ScenarioId};
use super::units::{Corner, Factor, Front, Pool, UnitId, UnitInfo};
use super::{Data, FrontArmy, Nation};
use kessel_board::SpaceId;
use kessel_kit::tree::{self, word};
use kessel_table::Side;
use serde_json::{Map as Tree, Value, json};

impl Data {
    /// Everything by name. Hexes are under `map`, their sides under `sides` (written both ways).
    pub fn as_json(&self) -> Value {
        json!({
            "map": map::hexes_tree(&self.map),
            "sides": map::sides_tree(&self.map),
            "regions": map::regions_tree(&self.map),
            "places": map::places_tree(&self.map),
            "lines": map::lines_tree(&self.map),
            "courses": map::courses_tree(&self.map),
            "units": self.units.iter().map(|unit| (unit.id.clone(), self.unit_tree(unit))).collect::<Tree<_, _>>(),
            "faces": self.faces.iter().map(|face| (face.id.clone(), json!({
                "kind": face.kind.code(), "attack": face.attack, "defence": face.defence,
            }))).collect::<Tree<_, _>>(),
            "pools": self.pools.iter().map(|pool| (pool.kind.code().to_owned(), self.pool_tree(pool))).collect::<Tree<_, _>>(),
            "markers": self.markers.iter().map(|marker| (marker.id.clone(), json!(marker))).collect::<Tree<_, _>>(),
            "colours": self.colours,
            "crt": self.crt_tree(),
            "charts": self.charts_tree(),
            "scenarios": self.scenarios.iter().map(|scenario| (word(&scenario.id), self.scenario_tree(scenario))).collect::<Tree<_, _>>(),
            "blue": self.blue_tree(),
            "uranus": {
                "edge_unit": self.info(self.uranus.edge_unit).id,
                "mechanised_south": self.uranus.mechanised_south,
                "victory": self.uranus.victory,
            },
            "counts": self.counts(),
            "tables": tree::sources(&self.sources),
        })
    }

    fn unit_names(&self, units: &[UnitId]) -> Value {
        units.iter().map(|&unit| Value::from(self.info(unit).id.clone())).collect()
    }

    fn hex_names(&self, hexes: &[SpaceId]) -> Value {
        hexes.iter().map(|&hex| Value::from(self.map.board.name(hex))).collect()
    }

    fn unit_tree(&self, unit: &UnitInfo) -> Value {
        json!({
            "name": unit.name,
            "side": unit.side,
            "nation": unit.nation,
            "kind": unit.kind.code(),
            "size": unit.size,
            "mechanised": unit.is_mechanised(),
            "artillery": unit.kind.is_artillery(),
            "untried": unit.kind.is_regular(),
            "colour": self.colours.of(unit),
            "full": front_tree(unit.full),
            "reduced": unit.reduced.map(front_tree),
            "movement": unit.movement,
            "steps": unit.steps(),
            "corner": unit.corner.map(corner_word),
            "printed": unit.printed,
        })
    }

    /// A pool with its distribution: how many faces have which factors.
    fn pool_tree(&self, pool: &Pool) -> Value {
        let mut distribution = Tree::new();
        for face in pool.face_ids().map(|face| &self.faces[face.index()]) {
            let count = distribution.entry(format!("{}-{}", face.attack, face.defence)).or_insert(Value::from(0));
            *count = Value::from(count.as_u64().unwrap_or(0) + 1);
        }
        let movement = pool.unit_ids().next().map(|unit| self.info(unit).movement);
        json!({ "count": pool.units.len(), "movement": movement, "faces": distribution })
    }

    fn crt_tree(&self) -> Value {
        let crt = &self.charts.crt;
        let column = |odds| -> Tree<String, Value> {
            (1..=6).map(|die: u8| (die.to_string(), json!(crt.result(odds, die)))).collect()
        };
        let mut tree: Tree<_, _> = crt.odds().map(|odds| (odds.to_string(), Value::Object(column(odds)))).collect();
        tree.insert("columns".to_owned(), crt.odds().map(|odds| Value::from(odds.to_string())).collect());
        tree.insert("below".to_owned(), json!(crt.result(crt.lowest().shifted(-1), 1)));
        tree.insert("above".to_owned(), json!(crt.result(crt.highest().shifted(1), 1)));
        Value::Object(tree)
    }

    fn charts_tree(&self) -> Value {
        let charts = &self.charts;
        let terrain = super::charts::TERRAINS.iter().zip(&charts.terrain);
        json!({
            "terrain": terrain.map(|((word, _), effect)| ((*word).to_owned(), json!(effect))).collect::<Tree<_, _>>(),
            "scale": charts.scale,
            "stacking": charts.stacking,
            "supply": charts.supply,
            "movement": charts.movement,
            "shifts": charts.shifts,
            "release": charts.release,
            "extras": charts.extras,
            "withdrawal": charts.withdrawal,
            "defence": charts.defence,
        })
    }

    fn scenario_tree(&self, scenario: &Scenario) -> Value {
        let turns = (1..).zip(&scenario.turns).map(|(number, turn): (u8, _)| {
            let tree = json!({
                "dates": turn.dates,
                "axis": self.unit_names(&turn.axis),
                "soviet": draws_tree(&turn.soviet),
                "freeze": turn.freeze,
            });
            (number.to_string(), tree)
        });
        let groups = scenario.groups.iter().map(|group| (group.id.clone(), self.group_tree(group)));
        json!({
            "name": scenario.name,
            "first": scenario.first,
            "sets_up_first": scenario.sets_up_first,
            "south_map": scenario.south_map,
            "ring": scenario.ring,
            "manstein": scenario.manstein,
            "last_turn": scenario.last_turn(),
            "turns": turns.collect::<Tree<_, _>>(),
            "groups": groups.collect::<Tree<_, _>>(),
            "aircraft": { "axis": scenario.aircraft[Side::Axis.index()], "soviet": scenario.aircraft[Side::Soviet.index()] },
            "start": self.start_tree(scenario.id),
        })
    }

    fn group_tree(&self, group: &Group) -> Value {
        let least_in = group.least_in.iter().map(|&(hex, least)| (self.map.board.name(hex).to_owned(), least.into()));
        json!({
            "name": group.name,
            "side": group.side,
            "units": self.unit_names(&group.units),
            "draws": draws_tree(&group.draws),
            "count": group.count(),
            "hexes": self.hex_names(&group.hexes),
            "least": group.least,
            "most": group.most,
            "least_in": least_in.collect::<Tree<_, _>>(),
            "front": group.front,
            "reserve": group.reserve.map(|reserve| self.blue.reserves[reserve.index()].id.clone()),
            "army": group.army,
        })
    }

    /// Who holds which town and city at the start; all of a side's own are in its network (7.18).
    fn start_tree(&self, scenario: ScenarioId) -> Value {
        let (map, south) = (&self.map, self.scenario(scenario).south_map);
        let towns = map.board.hexes().filter(|&hex| map.spaces[hex].is_settled());
        let towns = towns.filter(|&hex| south || map.is_in(hex, super::Region::NorthMap));
        let (axis, soviet): (Vec<_>, Vec<_>) = towns.partition(|&hex| map.is_in(hex, scenario.axis_side()));
        json!({ "axis": self.hex_names(&axis), "soviet": self.hex_names(&soviet) })
    }

    fn blue_tree(&self) -> Value {
        let blue = &self.blue;
        let fronts = FrontArmy::ALL.map(|front| {
            let tree = json!({ "opposite": blue.opposite[front as usize], "wakes": blue.wakes(front) });
            (front.code().to_owned(), tree)
        });
        let release = super::AxisArmy::ALL.map(|army| (army.code().to_owned(), blue.released(army).into()));
        let reserves = blue.reserves.iter().map(|reserve| {
            (reserve.id.clone(), json!({ "name": reserve.name, "hex": self.map.board.name(reserve.hex) }))
        });
        json!({
            "release": release.into_iter().collect::<Tree<String, Value>>(),
            "fronts": fronts.into_iter().collect::<Tree<_, _>>(),
            "reserves": reserves.collect::<Tree<_, _>>(),
            "taman": self.unit_names(&blue.taman),
            "victory": blue.victory,
        })
    }

    fn counts(&self) -> Value {
        let units = |wanted: &dyn Fn(&UnitInfo) -> bool| self.units.iter().filter(|unit| wanted(unit)).count();
        let nation = |nation: Nation| units(&|unit| unit.nation == nation);
        let uranus = |unit: &UnitInfo| matches!(unit.corner, Some(Corner::Uranus | Corner::UranusTurn(_)));
        let markers: u32 = self.markers.iter().map(|marker| u32::from(marker.count)).sum();
        let total: usize = self.units.len() + usize::try_from(markers).unwrap_or(0);
        let drawn = self.scenarios.iter().map(|scenario| {
            let draws: Vec<_> = scenario.groups.iter().flat_map(|group| group.draws.iter().copied()).collect();
            (word(&scenario.id), Value::Object(draws_tree(&draws)))
        });
        json!({
            "hexes": self.map.board.hexes().len(),
            "counters": total,
            "units": self.units.len(),
            "markers": markers,
            "german": nation(Nation::German),
            "german_uranus_only": units(&|unit| unit.nation == Nation::German && uranus(unit)),
            "hungarian": nation(Nation::Hungarian),
            "italian": nation(Nation::Italian),
            "romanian": nation(Nation::Romanian),
            "soviet": nation(Nation::Soviet),
            "two_steps": units(&|unit| unit.steps() == 2),
            "two_steps_not_german": units(&|unit| unit.steps() == 2 && unit.nation != Nation::German),
            "set_up": drawn.collect::<Tree<_, _>>(),
        })
    }
}

fn factor_value(factor: Factor) -> Value {
    match factor {
        Factor::Number(number) => number.into(),
        Factor::Die => "?".into(),
        Factor::Untried => "U".into(),
    }
}

fn front_tree(front: Front) -> Value {
    json!({ "attack": factor_value(front.attack), "defence": factor_value(front.defence) })
}

/// The code as it is printed.
fn corner_word(corner: Corner) -> String {
    match corner {
        Corner::Army(army) => army.code().to_owned(),
        Corner::Stalino => "St".to_owned(),
        Corner::Kharkhov => "K".to_owned(),
        Corner::Anywhere => "A".to_owned(),
        Corner::Turn(turn) => turn.to_string(),
        Corner::Taman => "*".to_owned(),
        Corner::Uranus => "Ur".to_owned(),
        Corner::UranusTurn(turn) => format!("Ur{turn}"),
    }
}

/// Counts by kind, added up.
fn draws_tree(draws: &[Draw]) -> Tree<String, Value> {
    let mut tree = Tree::new();
    for draw in draws {
        let count = tree.entry(draw.kind.code().to_owned()).or_insert(Value::from(0));
        *count = Value::from(count.as_u64().unwrap_or(0) + u64::from(draw.count));
    }
    tree
}
