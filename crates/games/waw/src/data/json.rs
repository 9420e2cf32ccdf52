//! The whole data as one tree, for `data` assertions in case files: `scenarios.river-too-far.units.A.6Pz.pza1.attack`,
//! `costs.normal.foot.clear`, `classes.inf.defence`.

use super::charts::PROHIBITED;
use super::units::{Start, Strengths, UnitInfo};
use super::{Charts, Data, Date, Ground, Map, MoveClass, Scenario, SupplyLevel, Terrain};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::{Fact, Names, Word, tree};
use serde_json::{Map as Tree, Value, json};

impl Data {
    /// Everything by name.
    pub fn as_json(&self) -> Value {
        let names = Names::default();
        let classes: Tree<_, _> = self.classes.iter().map(|class| (class.code.clone(), class.fact(&names))).collect();
        let leaders: Tree<_, _> = self.leaders.iter().map(|leader| (leader.id.clone(), leader.fact(&names))).collect();
        let scenarios: Tree<_, _> = self
            .scenarios
            .iter()
            .map(|scenario| (scenario.id.word().to_owned(), self.scenario_tree(scenario)))
            .collect();
        json!({
            "classes": classes,
            "sizes": self.sizes.iter().map(|size| (size.id.clone(), size.fact(&names))).collect::<Tree<_, _>>(),
            "types": self.types,
            "aircraft": super::Aircraft::ALL.iter().map(|a| (a.word().to_owned(), json!({ "default": a.default_mission() }))).collect::<Tree<_, _>>(),
            "leaders": leaders,
            "costs": costs_tree(&self.charts),
            "sides": sides_tree(&self.charts),
            "terrain": terrain_tree(&self.charts),
            "supply": supply_tree(&self.charts),
            "weather": self.weather_tree(),
            "scenarios": scenarios,
            "counts": { "scenarios": self.scenarios.len(), "classes": self.classes.len(), "leaders": self.leaders.len() },
            "tables": tree::sources(&self.sources),
        })
    }

    fn weather_tree(&self) -> Tree<String, Value> {
        let day = |day: &super::Day| {
            let value = json!({ "sky": day.sky, "high": day.high, "low": day.low, "full_moon": self.weather.full_moon(day.date) });
            (date(day.date), value)
        };
        self.weather.days.iter().map(day).collect()
    }

    fn scenario_tree(&self, scenario: &Scenario) -> Value {
        let map = &scenario.map;
        let last = scenario.date(scenario.turns);
        let count =
            |side| scenario.units.iter().filter(|unit| unit.side == side && unit.place != Start::Variant).count();
        let divisions = |side| {
            let own = scenario.formations.iter().filter(|formation| formation.side == side && formation.division);
            own.filter(|formation| formation.units.iter().any(|&unit| scenario.unit(unit).place != Start::Variant))
                .count()
        };
        let side = |value: &dyn Fn(Side) -> Value| json!({ "axis": value(Side::Axis), "soviet": value(Side::Soviet) });
        let leaders: Tree<_, _> = scenario
            .leaders
            .iter()
            .map(|presence| {
                let under = presence.under.map(|unit| scenario.unit(unit).id.clone());
                (self.leader(presence.leader).id.clone(), json!({ "from": presence.from, "under": under }))
            })
            .collect();
        let objectives: Tree<_, _> = scenario
            .objectives
            .iter()
            .map(|objective| {
                let value =
                    json!({ "hex": map.board.name(objective.hex), "value": objective.value, "owner": objective.owner });
                (objective.name.clone(), value)
            })
            .collect();
        let sources = |side: Side| {
            let own = scenario.sources.iter().filter(|source| source.side == side);
            own.map(|source| Value::from(map.board.name(source.hex))).collect::<Value>()
        };
        json!({
            "title": scenario.title,
            "scale": map.scale,
            "metres": map.scale.metres(),
            "columns": map.columns,
            "rows": map.rows,
            "first": date(scenario.date),
            "last": date(last),
            "turns": scenario.turns,
            "turns_per_day": scenario.turns_per_day(),
            "clock": (1..=scenario.turns_per_day()).map(|turn| scenario.clock(turn)).collect::<Vec<_>>(),
            "nights": (1..=scenario.turns_per_day()).filter(|&turn| scenario.is_night(turn)).count(),
            "last_clock": scenario.clock(scenario.turns),
            "supply": side(&|side| json!(scenario.default_supply[side.index()])),
            "units_of": side(&|side| json!(count(side))),
            "divisions_of": side(&|side| json!(divisions(side))),
            "squadrons": side(&|side| json!(scenario.squadrons.by_side[side.index()])),
            "replacements": side(&|side| json!(scenario.replacements[side.index()])),
            "sources": side(&sources),
            "leaders": leaders,
            "objectives": objectives,
            "variants": scenario.variants,
            "units": scenario.units.iter().map(|unit| (unit.id.clone(), self.unit_tree(scenario, unit))).collect::<Tree<_, _>>(),
            "map": hexes_tree(scenario),
            "between": between_tree(map),
            "weather_line": !map.south.is_empty(),
            "landing": scenario.landing,
            "variant_places": variants_tree(scenario),
            "orders": scenario.formations.iter().map(|formation| (formation.id.clone(), json!(formation.units.len()))).collect::<Tree<_, _>>(),
        })
    }

    fn unit_tree(&self, scenario: &Scenario, unit: &UnitInfo) -> Value {
        let (hex, turn) = match unit.place {
            Start::Hex(hex) => (Some(hex), None),
            Start::Turn(turn, hex) => (Some(hex), Some(turn)),
            Start::Variant => (None, None),
        };
        json!({
            "name": unit.name,
            "side": unit.side,
            "nation": unit.nation,
            "colour": unit.colour,
            "class": self.class(unit.class).code,
            "kind": unit.kind,
            "org": unit.org,
            "formation": scenario.formations[unit.formation.index()].id,
            "superior": unit.superior.map(|superior| scenario.unit(superior).id.clone()),
            "hq": unit.hq,
            "movement": unit.movement,
            "tactical": unit.tactical / super::MOVEMENT_POINT,
            "strategic": unit.strategic / super::MOVEMENT_POINT,
            "full": points(unit.full),
            "start": points(unit.start),
            "range": unit.range,
            "anti_air": unit.anti_air,
            "ready": unit.ready,
            "striped": unit.striped,
            "points": unit.points,
            "quality": unit.quality,
            "dug_in": unit.dug_in,
            "hex": hex.map(|hex| scenario.map.board.name(hex)),
            "turn": turn,
        })
    }
}

fn date(date: Date) -> String {
    format!("{}-{:02}-{:02}", date.year, date.month, date.day)
}

/// Strengths with their decimals, as text: `"2.2"`.
fn points(strengths: Strengths) -> Value {
    let text = |micro: i64| {
        let text = format!("{}.{:06}", micro / 1_000_000, micro % 1_000_000);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    json!({
        "attack": text(strengths.attack),
        "defence": text(strengths.defence),
        "antitank": text(strengths.antitank),
        "armour": text(strengths.armour),
        "barrage": text(strengths.barrage),
        "support": text(strengths.support),
    })
}

/// A cost in hundredths of a movement point would not be whole; in 1/120 it is.
fn cost(cost: u16) -> Value {
    if cost == PROHIBITED { Value::from("-") } else { Value::from(cost) }
}

fn costs_tree(charts: &Charts) -> Tree<String, Value> {
    let classes = |ground: Ground| {
        let terrains = |class: MoveClass| {
            let cells =
                Terrain::ALL.map(|terrain| (terrain.word().to_owned(), cost(charts.cost(ground, class, terrain))));
            (class.word().to_owned(), Value::Object(cells.into_iter().collect()))
        };
        (ground.word().to_owned(), Value::Object(MoveClass::ALL.into_iter().map(terrains).collect()))
    };
    Ground::ALL.into_iter().map(classes).collect()
}

fn sides_tree(charts: &Charts) -> Value {
    let by_ground = |costs: [u16; 5]| {
        let cells =
            Ground::ALL.into_iter().zip(costs).map(|(ground, cost)| (ground.word().to_owned(), Value::from(cost)));
        Value::Object(cells.collect())
    };
    json!({
        "river": charts.sides.river,
        "bridge": charts.sides.bridge,
        "road": charts.sides.road,
        "rail": charts.sides.rail,
        "hill_light": by_ground(charts.sides.hill_light),
        "hill_heavy": by_ground(charts.sides.hill_heavy),
        "balka_motor": by_ground(charts.sides.balka_motor),
        "balka_foot": by_ground(charts.sides.balka_foot),
    })
}

fn terrain_tree(charts: &Charts) -> Tree<String, Value> {
    let names = Names::default();
    let effect = |effect: &super::TerrainEffect| json!({ "odds": effect.odds / 100_000, "antitank": effect.antitank.fact(&names), "fire": effect.fire.fact(&names) });
    let mut tree: Tree<_, _> =
        Terrain::ALL.into_iter().map(|terrain| (terrain.word().to_owned(), effect(charts.terrain(terrain)))).collect();
    tree.insert("frozen-marsh".to_owned(), effect(&charts.frozen_marsh));
    tree
}

/// What a level does; what it lets units ask for is called by its own name there.
fn supply_tree(charts: &Charts) -> Tree<String, Value> {
    let row = |level: SupplyLevel| {
        let mut effect = charts.supply(level).fact(&Names::default());
        effect["issue"] = effect["tonnage"].clone();
        (level.word().to_owned(), effect)
    };
    SupplyLevel::ALL.into_iter().map(row).collect()
}

fn hexes_tree(scenario: &Scenario) -> Tree<String, Value> {
    let map = &scenario.map;
    let hex = |hex: SpaceId| {
        let tree = json!({
            "terrain": map.terrain[hex].word(),
            "name": map.names[hex],
            "owner": scenario.owner[hex],
            "south": map.south.contains(hex),
            "east": map.east.contains(hex),
            "airfield": map.airfield.contains(hex),
        });
        (map.board.name(hex).to_owned(), tree)
    };
    map.board.hexes().map(hex).collect()
}

/// What lies between neighbours, written both ways, as far as there is anything.
fn between_tree(map: &Map) -> Tree<String, Value> {
    let mut tree = Tree::new();
    for hex in map.board.hexes() {
        for neighbor in map.board.neighbors(hex) {
            let Some(direction) = neighbor.direction else { continue };
            let side = map.side(hex, direction);
            if side.0 == 0 {
                continue;
            }
            let words = [
                (super::HexSide::RIVER, "river"),
                (super::HexSide::VOLGA, "volga"),
                (super::HexSide::BALKA, "balka"),
                (super::HexSide::ROAD, "road"),
                (super::HexSide::RAIL, "rail"),
                (super::HexSide::UP, "up"),
                (super::HexSide::DOWN, "down"),
            ];
            let there: Vec<_> = words.into_iter().filter(|(what, _)| side.has(*what)).map(|(_, word)| word).collect();
            let name = format!("{}|{}", map.board.name(hex), map.board.name(neighbor.space));
            tree.insert(name, json!(there));
        }
    }
    tree
}

/// What variants put where, by variant and unit.
fn variants_tree(scenario: &Scenario) -> Tree<String, Value> {
    let mut tree = Tree::new();
    for place in &scenario.variant_places {
        let (hex, turn) = match place.place {
            Start::Hex(hex) => (Some(hex), None),
            Start::Turn(turn, hex) => (Some(hex), Some(turn)),
            Start::Variant => (None, None),
        };
        let superior = place.superior.map(|superior| scenario.unit(superior).id.clone());
        let value = json!({ "hex": hex.map(|hex| scenario.map.board.name(hex)), "turn": turn, "superior": superior });
        let units = tree.entry(place.variant.word()).or_insert_with(|| json!({}));
        if let Some(units) = units.as_object_mut() {
            units.insert(scenario.unit(place.unit).id.clone(), value);
        }
    }
    tree
}
