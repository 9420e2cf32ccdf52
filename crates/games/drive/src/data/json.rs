//! The whole data as one tree, for `data` assertions in case files: `units.3PD.full.attack`, `crt.6:1.5`, `scenarios.blue.groups.40A.hexes`. What a
//! record says of itself is told by its declaration; here stand the facts that follow.

use super::scenario::{Scenario, ScenarioId};
use super::units::{Corner, Pool, UnitInfo};
use super::{Data, FrontArmy, Nation, Region, SideInfo, Ultimate, Water};
use kessel_board::SpaceId;
use kessel_kit::{Fact, Names, Word, tree};
use serde_json::{Map as Tree, Value, json};

impl Data {
    /// Everything by name. Hexes are under `map`, their sides under `sides` (written both ways).
    pub fn as_json(&self) -> Value {
        let (map, names) = (&self.map, &self.names());
        let regions = Region::every();
        json!({
            "map": tree::by_name(map.board.hexes(), |hex| (map.board.name(hex).to_owned(), self.hex_facts(hex))),
            "sides": self.side_facts(),
            "regions": tree::by_name(regions, |region| (region.word().to_owned(), names.spaces(map.region(region).iter()))),
            "places": tree::places(&map.board, &map.places),
            "lines": { "blue": map.blue_line.fact(names), "uranus": map.uranus_line.fact(names) },
            "courses": tree::by_name(&map.courses, |course| {
                (course.name.clone(), tree::with(&course.fact(names), json!({ "water": course.water })))
            }),
            "units": tree::by_name(&self.units, |unit| (unit.id.clone(), self.unit_facts(unit, names))),
            "faces": tree::by_name(&self.faces, |face| (face.id.clone(), json!(face))),
            "pools": tree::by_name(&self.pools, |pool| (pool.kind.code().to_owned(), self.pool_facts(pool))),
            "markers": tree::by_name(&self.markers, |marker| (marker.id.clone(), marker.fact(names))),
            "colours": self.colours.fact(names),
            "crt": self.charts.crt.fact(names),
            "charts": self.charts.fact(names),
            "scenarios": tree::by_name(&self.scenarios, |play| {
                (play.id.word().to_owned(), self.scenario_facts(play, names))
            }),
            "blue": self.blue_facts(names),
            "uranus": self.uranus.fact(names),
            "counts": self.counts(),
            "staff": tree::by_side(|side| self.weights[side.index()].fact(names)),
            "tables": tree::sources(&self.book.sources),
        })
    }

    fn names(&self) -> Names<'_> {
        let mut names = Names::on(&self.map.board);
        names.list("unit", self.units.iter().map(|unit| &unit.id));
        names.list("reserve army", self.blue.reserves.iter().map(|reserve| &reserve.id));
        names
    }

    fn hex_facts(&self, hex: SpaceId) -> Value {
        let (map, space) = (&self.map, &self.map.spaces[hex]);
        let further = json!({
            "settlement": space.is_settled().then_some(space.settlement),
            "name": map.names[hex],
            "ultimate": (space.ultimate != Ultimate::None).then_some(space.ultimate),
            "neighbours": tree::spaces(&map.board, map.board.neighbors(hex).iter().map(|next| next.space)),
            "regions": Region::every().into_iter().filter(|&region| map.is_in(hex, region)).collect::<Vec<_>>(),
            "printed": map.printed[hex],
        });
        tree::with(space, further)
    }

    /// Every hexside that has something on it.
    fn side_facts(&self) -> Value {
        let sides = self.map.sides.iter().filter(|(_, side)| **side != SideInfo::default());
        let water = |side: &SideInfo| json!({ "water": (side.water != Water::None).then_some(side.water) });
        tree::sides(&self.map.board, sides.map(|(edge, side)| (edge, tree::with(side, water(side)))))
    }

    fn unit_facts(&self, unit: &UnitInfo, names: &Names<'_>) -> Value {
        let further = json!({
            "mechanised": unit.is_mechanised(),
            "artillery": unit.kind.is_artillery(),
            "untried": unit.kind.is_regular(),
            "colour": self.colours.of(unit),
            "steps": unit.steps(),
        });
        tree::with(&unit.fact(names), further)
    }

    /// A pool with its distribution: how many faces have which factors.
    fn pool_facts(&self, pool: &Pool) -> Value {
        let faces = pool.face_ids().map(|face| &self.faces[face.index()]);
        let faces = added_up(faces.map(|face| (format!("{}-{}", face.attack, face.defence), 1)));
        let movement = pool.unit_ids().next().map(|unit| self.info(unit).movement);
        json!({ "count": pool.units.len(), "movement": movement, "faces": faces })
    }

    fn scenario_facts(&self, scenario: &Scenario, names: &Names<'_>) -> Value {
        let further = json!({
            "last_turn": scenario.last_turn(),
            "turns": tree::by_name((1..).zip(&scenario.turns), |(number, turn): (u8, _)| (number.to_string(), turn.fact(names))),
            "groups": tree::by_name(&scenario.groups, |group| {
                (group.id.clone(), tree::with(&group.fact(names), json!({ "count": group.count() })))
            }),
            "start": self.start_facts(scenario.id, names),
        });
        tree::with(&scenario.fact(names), further)
    }

    /// Who holds which town and city at the start; all of a side's own are in its network (7.18).
    fn start_facts(&self, scenario: ScenarioId, names: &Names<'_>) -> Value {
        let (map, south) = (&self.map, self.scenario(scenario).south_map);
        let towns = map.board.hexes().filter(|&hex| map.spaces[hex].is_settled());
        let towns = towns.filter(|&hex| south || map.is_in(hex, Region::NorthMap));
        let (axis, soviet): (Vec<_>, Vec<_>) = towns.partition(|&hex| map.is_in(hex, scenario.axis_side()));
        json!({ "axis": axis.fact(names), "soviet": soviet.fact(names) })
    }

    fn blue_facts(&self, names: &Names<'_>) -> Value {
        let blue = &self.blue;
        let further = json!({
            "fronts": tree::by_name(FrontArmy::ALL, |front| {
                let facts = json!({ "opposite": blue.opposite[front as usize], "wakes": blue.wakes(front) });
                (front.code().to_owned(), facts)
            }),
            "reserves": tree::by_name(&blue.reserves, |reserve| (reserve.id.clone(), reserve.fact(names))),
        });
        tree::with(&blue.fact(names), further)
    }

    fn counts(&self) -> Value {
        let units = |wanted: &dyn Fn(&UnitInfo) -> bool| self.units.iter().filter(|unit| wanted(unit)).count();
        let nation = |nation: Nation| units(&|unit| unit.nation == nation);
        let uranus = |unit: &UnitInfo| matches!(unit.corner, Some(Corner::Uranus | Corner::UranusTurn(_)));
        let markers: u32 = self.markers.iter().map(|marker| u32::from(marker.count)).sum();
        let total: usize = self.units.len() + usize::try_from(markers).unwrap_or(0);
        let drawn = |scenario: &Scenario| {
            let draws = scenario.groups.iter().flat_map(|group| group.draws.iter());
            let counts = draws.map(|(kind, count)| (kind.code().to_owned(), u64::from(*count)));
            (scenario.id.word().to_owned(), added_up(counts))
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
