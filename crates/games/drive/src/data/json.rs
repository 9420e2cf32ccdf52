//! The whole data as one tree, for `data` assertions in case files: `units.3PD.full.attack`, `crt.6:1.5`, `scenarios.blue.groups.40A.hexes`. What a
//! struct says of itself is written by serde; here stand the facts that name other things, and those that follow.

mod map;

use super::scenario::{Draw, Group, Scenario, ScenarioId, TurnInfo};
use super::units::{Corner, Pool, UnitId, UnitInfo};
use super::{AxisArmy, Data, FrontArmy, Nation, Region, Terrain};
use kessel_board::SpaceId;
use kessel_kit::{Word, tree};
use serde_json::{Map as Tree, Value, json};

impl Data {
    /// Everything by name. Hexes are under `map`, their sides under `sides` (written both ways).
    pub fn as_json(&self) -> Value {
        json!({
            "map": map::hexes_tree(&self.map),
            "sides": map::sides_tree(&self.map),
            "regions": map::regions_tree(&self.map),
            "places": tree::places(&self.map.board, &self.map.places),
            "lines": map::lines_tree(&self.map),
            "courses": map::courses_tree(&self.map),
            "units": tree::by_name(&self.units, |unit| (unit.id.clone(), self.unit_tree(unit))),
            "faces": tree::by_name(&self.faces, |face| (face.id.clone(), json!(face))),
            "pools": tree::by_name(&self.pools, |pool| (pool.kind.code().to_owned(), self.pool_tree(pool))),
            "markers": tree::by_name(&self.markers, |marker| (marker.id.clone(), json!(marker))),
            "colours": self.colours,
            "crt": self.crt_tree(),
            "charts": self.charts_tree(),
            "scenarios": tree::by_name(&self.scenarios, |play| (play.id.word().to_owned(), self.scenario_tree(play))),
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
        tree::spaces(&self.map.board, hexes.iter().copied())
    }

    fn unit_tree(&self, unit: &UnitInfo) -> Value {
        let further = json!({
            "mechanised": unit.is_mechanised(),
            "artillery": unit.kind.is_artillery(),
            "untried": unit.kind.is_regular(),
            "colour": self.colours.of(unit),
            "steps": unit.steps(),
        });
        tree::with(unit, further)
    }

    /// A pool with its distribution: how many faces have which factors.
    fn pool_tree(&self, pool: &Pool) -> Value {
        let faces = pool.face_ids().map(|face| &self.faces[face.index()]);
        let faces = added_up(faces.map(|face| (format!("{}-{}", face.attack, face.defence), 1)));
        let movement = pool.unit_ids().next().map(|unit| self.info(unit).movement);
        json!({ "count": pool.units.len(), "movement": movement, "faces": faces })
    }

    fn crt_tree(&self) -> Value {
        let crt = &self.charts.crt;
        let column = |odds| tree::by_name(1..=6, |die: u8| (die.to_string(), json!(crt.result(odds, die))));
        let further = json!({
            "columns": crt.odds().map(|odds| odds.to_string()).collect::<Vec<_>>(),
            "below": crt.result(crt.lowest().shifted(-1), 1),
            "above": crt.result(crt.highest().shifted(1), 1),
        });
        tree::with(&tree::by_name(crt.odds(), |odds| (odds.to_string(), column(odds))), further)
    }

    fn charts_tree(&self) -> Value {
        let terrain = Terrain::words().iter().zip(&self.charts.terrain);
        let terrain = tree::by_name(terrain, |(word, effect)| ((*word).to_owned(), json!(effect)));
        tree::with(&self.charts, json!({ "terrain": terrain }))
    }

    fn scenario_tree(&self, scenario: &Scenario) -> Value {
        let further = json!({
            "last_turn": scenario.last_turn(),
            "turns": tree::by_name((1..).zip(&scenario.turns), |(number, turn): (u8, _)| (number.to_string(), self.turn_tree(turn))),
            "groups": tree::by_name(&scenario.groups, |group| (group.id.clone(), self.group_tree(group))),
            "aircraft": tree::by_side(|side| scenario.aircraft[side.index()]),
            "start": self.start_tree(scenario.id),
        });
        tree::with(scenario, further)
    }

    fn turn_tree(&self, turn: &TurnInfo) -> Value {
        tree::with(turn, json!({ "axis": self.unit_names(&turn.axis), "soviet": draws_tree(&turn.soviet) }))
    }

    fn group_tree(&self, group: &Group) -> Value {
        let least_in = |&(hex, least): &(SpaceId, u8)| (self.map.board.name(hex).to_owned(), least);
        let further = json!({
            "units": self.unit_names(&group.units),
            "draws": draws_tree(&group.draws),
            "count": group.count(),
            "hexes": self.hex_names(&group.hexes),
            "least_in": tree::by_name(&group.least_in, least_in),
            "reserve": group.reserve.map(|reserve| self.blue.reserves[reserve.index()].id.clone()),
        });
        tree::with(group, further)
    }

    /// Who holds which town and city at the start; all of a side's own are in its network (7.18).
    fn start_tree(&self, scenario: ScenarioId) -> Value {
        let (map, south) = (&self.map, self.scenario(scenario).south_map);
        let towns = map.board.hexes().filter(|&hex| map.spaces[hex].is_settled());
        let towns = towns.filter(|&hex| south || map.is_in(hex, Region::NorthMap));
        let (axis, soviet): (Vec<_>, Vec<_>) = towns.partition(|&hex| map.is_in(hex, scenario.axis_side()));
        json!({ "axis": self.hex_names(&axis), "soviet": self.hex_names(&soviet) })
    }

    fn blue_tree(&self) -> Value {
        let blue = &self.blue;
        json!({
            "release": tree::by_name(AxisArmy::ALL, |army| (army.code().to_owned(), blue.released(army))),
            "fronts": tree::by_name(FrontArmy::ALL, |front| {
                let tree = json!({ "opposite": blue.opposite[front as usize], "wakes": blue.wakes(front) });
                (front.code().to_owned(), tree)
            }),
            "reserves": tree::by_name(&blue.reserves, |reserve| {
                (reserve.id.clone(), json!({ "name": reserve.name, "hex": self.map.board.name(reserve.hex) }))
            }),
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
        let drawn = |scenario: &Scenario| {
            let draws: Vec<_> = scenario.groups.iter().flat_map(|group| group.draws.iter().copied()).collect();
            (scenario.id.word().to_owned(), draws_tree(&draws))
        };
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
            "set_up": tree::by_name(&self.scenarios, drawn),
        })
    }
}

/// Counts by name, added up.
fn added_up(counts: impl Iterator<Item = (String, u64)>) -> Value {
    let mut tree = Tree::new();
    for (name, count) in counts {
        let sum = tree.get(&name).and_then(Value::as_u64).unwrap_or(0) + count;
        tree.insert(name, sum.into());
    }
    Value::Object(tree)
}

/// Counts by kind, added up.
fn draws_tree(draws: &[Draw]) -> Value {
    added_up(draws.iter().map(|draw| (draw.kind.code().to_owned(), draw.count.into())))
}
