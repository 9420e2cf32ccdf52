//! The whole data as one tree, for `data` assertions in case files: `units.26TK.full.attack`, `crt.6/1.7.attacker`.

mod map;
mod scenario;

use super::charts::{Charts, Crt, DefenderResult, Odds, TerrainEffect};
use super::map::{Map, SourceOwner, Terrain};
use super::schedule::{Change, Entry, WithdrawalGroup};
use super::units::{UnitId, UnitInfo, UnitKind};
use super::{Data, Turn};
use kessel_table::Side;
use kessel_table::data::Source;
use map::{boxes_tree, cities_tree, hexes_tree, places_tree, regions_tree, river_names, sides_tree};
use serde::Serialize;
use serde_json::{Map as Tree, Value, json};

impl Data {
    /// Everything by name. Hexes of the campaign map are under `map`, its sides under `sides` (written both ways); `small_map` and
    /// `small_sides` are those of the introductory scenario.
    pub fn as_json(&self) -> Value {
        json!({
            "map": hexes_tree(&self.map),
            "sides": sides_tree(&self.map),
            "rivers": river_names(&self.map),
            "sources": self.sources_of(&self.map),
            "regions": regions_tree(&self.map),
            "cities": cities_tree(&self.map),
            "places": places_tree(&self.map),
            "small_map": hexes_tree(&self.small_map),
            "small_sides": sides_tree(&self.small_map),
            "boxes": boxes_tree(&self.map),
            "turns": self.turns.iter().enumerate().map(|(place, name)| (name.clone(), (place + 1).into())).collect::<Tree<_, _>>(),
            "units": self.units.iter().map(|unit| (unit.id.clone(), self.unit_tree(unit))).collect::<Tree<_, _>>(),
            "divisions": self.divisions_tree(),
            "markers": self.markers.iter().map(|marker| (marker.id.clone(), json!(marker))).collect::<Tree<_, _>>(),
            "supports": self.supports.kinds.iter().map(|kind| (kind.id.clone(), json!(kind))).collect::<Tree<_, _>>(),
            "support_events": self.supports.events,
            "crt": crt_tree(&self.charts.crt),
            "charts": self.charts_tree(),
            "weather": self.weather_tree(),
            "schedule": self.schedule_tree(),
            "scenarios": self.scenarios.iter().map(|scenario| (scenario.id.clone(), self.scenario_tree(scenario))).collect::<Tree<_, _>>(),
            "counts": self.counts(),
            "tables": self.tables(),
        })
    }

    fn turn_value(&self, turn: Turn) -> Value {
        self.turn_name(turn).into()
    }

    fn unit_names(&self, units: &[UnitId]) -> Value {
        units.iter().map(|unit| Value::from(self.units[unit.index()].id.clone())).collect()
    }

    fn unit_tree(&self, unit: &UnitInfo) -> Value {
        json!({
            "name": unit.name,
            "side": unit.side,
            "nation": unit.nation,
            "kind": unit.kind,
            "symbol": unit.symbol,
            "full": unit.full,
            "reduced": unit.reduced,
            "steps": unit.steps(),
            "background": unit.background,
            "elite": unit.elite,
            "armored": unit.armored,
            "division": unit.division.map(|place| self.divisions[usize::from(place)].clone()),
            "radius": unit.radius,
            "pontoon_movement": unit.is_hq().then_some(unit.pontoon_movement),
            "support": unit.support,
            "printed": unit.printed,
        })
    }

    fn divisions_tree(&self) -> Tree<String, Value> {
        let components = |place: usize| -> Value {
            let units = self.units.iter().filter(|unit| unit.division.map(usize::from) == Some(place));
            units.map(|unit| Value::from(unit.id.clone())).collect()
        };
        self.divisions.iter().enumerate().map(|(place, name)| (name.clone(), components(place))).collect()
    }

    fn sources_of(&self, map: &Map) -> Tree<String, Value> {
        let mut tree = Tree::new();
        for source in &map.sources {
            let side = match source.owner {
                SourceOwner::Side(side) => side.word(),
                SourceOwner::Holder => "holder",
            };
            // A scenario may add to a printed source; the first that works is shown.
            let name = map.board.name(source.hex).to_owned();
            tree.entry(name).or_insert_with(|| json!({ "side": side, "from": self.turn_name(source.from) }));
        }
        tree
    }

    fn weather_tree(&self) -> Tree<String, Value> {
        let columns = self.turns.iter().zip(&self.charts.weather);
        let columns = columns.filter_map(|(turn, column)| Some((turn, column.as_ref()?)));
        let cells = |column: &[super::Forecast; 11]| -> Tree<String, Value> {
            (2..).zip(column).map(|(roll, cell): (u8, _)| (roll.to_string(), cell.text().into())).collect()
        };
        columns.map(|(turn, column)| (turn.clone(), Value::Object(cells(column)))).collect()
    }

    fn charts_tree(&self) -> Value {
        let charts = &self.charts;
        let terrain = super::map::TERRAINS.iter();
        let terrain: Tree<_, _> =
            terrain.map(|&(word, terrain)| (word.to_owned(), terrain_tree(charts, terrain))).collect();
        let rivers = ["minor", "major"].iter().zip(&charts.rivers).map(|(class, states)| {
            let states =
                super::charts::ICES.iter().zip(states).map(|((ice, _), state)| ((*ice).to_owned(), json!(state)));
            ((*class).to_owned(), Value::Object(states.collect()))
        });
        json!({
            "terrain": terrain,
            "rivers": rivers.collect::<Tree<_, _>>(),
            "stacking": charts.stacking,
            "movement": charts.movement,
            "supply": charts.supply,
            "combat": charts.combat,
            "replacements": charts.replacements,
            "superiority": by_word(&charts.superiority, |info| info.effect.word()),
            "acquisition": charts.acquisition,
            "acquisition_modifiers": charts.acquisition_modifiers,
            "offensives": charts.offensives,
            "release": charts.release,
            "hq_location": keyed(super::HqLocation::ALL.map(super::HqLocation::word), &charts.hq_location),
            "reserve": charts.reserve,
            "mars": self.mars_tree(),
            "fortress_levels": charts.fortress_levels,
            "fortress": charts.fortress,
            "air_bridge": charts.air_bridge,
            "air_bridge_modifiers": charts.air_bridge_modifiers,
            "ju52": charts.ju52.iter().map(|kind| (word(&kind.event), json!(kind))).collect::<Tree<_, _>>(),
            "approval": numbered(&charts.approval),
            "strategic": keyed(super::StrategicHex::ALL.map(super::StrategicHex::word), &charts.strategic),
            "approval_changes": charts.approval_changes,
            "okh_crisis": charts.okh_crisis,
            "wintergewitter": {
                "last_turn": self.turn_name(charts.wintergewitter.last_turn),
                "divisions": charts.wintergewitter.divisions,
                "returned": charts.wintergewitter.returned,
                "chosen": charts.wintergewitter.chosen,
            },
            "backhand": {
                "first_turn": self.turn_name(charts.backhand.first_turn),
                "turns_ahead": charts.backhand.turns_ahead,
                "approval": charts.backhand.approval,
                "chosen": charts.backhand.chosen,
            },
            "backhand_score": charts.backhand_score,
        })
    }

    fn mars_tree(&self) -> Value {
        let mars = &self.charts.mars;
        let boxes = mars.boxes.iter().map(|mars| {
            let tree = json!({
                "id": mars.id,
                "name": mars.name,
                "ends": mars.ends,
                "side": mars.side,
                "units": self.unit_names(&mars.units),
                "arrive": mars.arrive.map(|turn| self.turn_value(turn)),
                "acquisition": mars.acquisition.map(|(modifier, _)| modifier),
                "acquisition_until": mars.acquisition.map(|(_, turn)| self.turn_value(turn)),
                "delays": mars.delays.map(|(division, _)| self.divisions[usize::from(division)].clone()),
                "delay_turns": mars.delays.map(|(_, turns)| turns),
            });
            (mars.place.to_string(), tree)
        });
        json!({
            "first_turn": self.turn_name(mars.first_turn),
            "last_turn": self.turn_name(mars.last_turn),
            "launch_modifier": mars.launch_modifier,
            "support_bonus": mars.support_bonus,
            "support_limit": mars.support_limit,
            "shift": mars.shift,
            "boxes": boxes.collect::<Tree<_, _>>(),
        })
    }

    fn schedule_tree(&self) -> Value {
        let entry = |entry: &Entry| match entry {
            Entry::Hexes(names) => json!(names),
            Entry::Stavka => json!(["STAVKA"]),
            Entry::WestEdge(_) => json!(["west-edge"]),
        };
        let mut arrivals = Tree::new();
        for arrival in &self.schedule.arrivals {
            for unit in &arrival.units {
                let prefer = match &arrival.at {
                    Entry::WestEdge(prefer) => prefer.as_deref(),
                    Entry::Hexes(_) | Entry::Stavka => None,
                };
                let turn = self.turn_name(arrival.turn);
                let tree =
                    json!({ "turn": turn, "at": entry(&arrival.at), "prefer": prefer, "optional": arrival.optional });
                arrivals.insert(self.units[unit.index()].id.clone(), tree);
            }
        }
        let conditions = self.schedule.conditions.iter().map(|condition| {
            let tree = json!({
                "when": condition.when,
                "before": self.turn_name(condition.before),
                "units": self.unit_names(&condition.units),
                "turns": match condition.change { Change::Turns(turns) => Some(turns), Change::At(_) => None },
                "at": match &condition.change { Change::Turns(_) => None, Change::At(at) => Some(entry(at)) },
            });
            (condition.id.clone(), tree)
        });
        json!({
            "arrivals": arrivals,
            "upgrades": self.upgrades_tree(&self.schedule.upgrades),
            "leaving": self.schedule.leaving.iter().map(|leaving| (word(&leaving.nation), json!({
                "turn": self.turn_name(leaving.turn), "keep": leaving.keep, "hqs": self.unit_names(&leaving.hqs),
            }))).collect::<Tree<_, _>>(),
            "conditions": conditions.collect::<Tree<_, _>>(),
            "stalingrad": self.schedule.stalingrad.as_ref().map(|(turn, groups)| self.withdrawal_tree(*turn, groups)),
        })
    }

    fn upgrades_tree(&self, upgrades: &[super::Upgrade]) -> Tree<String, Value> {
        let name = |unit: UnitId| self.units[unit.index()].id.clone();
        let lines = upgrades.iter().map(|upgrade| {
            (
                name(upgrade.to),
                json!({ "turn": self.turn_name(upgrade.turn), "from": name(upgrade.from), "any": upgrade.any }),
            )
        });
        lines.collect()
    }

    fn withdrawal_tree(&self, turn: Turn, groups: &[WithdrawalGroup]) -> Value {
        let groups = groups.iter().map(|group| {
            json!({ "count": group.count, "full": group.full, "reduced": group.reduced, "historical": self.unit_names(&group.historical) })
        });
        json!({ "turn": self.turn_name(turn), "groups": groups.collect::<Vec<_>>() })
    }

    fn counts(&self) -> Value {
        let units = |wanted: &dyn Fn(&UnitInfo) -> bool| self.units.iter().filter(|unit| wanted(unit)).count();
        let supports = |side| -> u32 {
            let kinds = self.supports.kinds.iter().filter(|kind| kind.side == side);
            kinds.map(|kind| u32::from(kind.count)).sum()
        };
        let outside: u32 =
            self.supports.kinds.iter().filter(|kind| kind.outside).map(|kind| u32::from(kind.count)).sum();
        json!({
            "hexes": self.map.board.hexes().len(),
            "small_hexes": self.small_map.board.hexes().len(),
            "turns": self.turns.len(),
            "divisions": {
                "axis": units(&|unit| unit.is_division() && unit.side == Side::Axis),
                "soviet": units(&|unit| unit.is_division() && unit.side == Side::Soviet),
            },
            "hqs": {
                "axis": units(&|unit| unit.is_hq() && unit.side == Side::Axis),
                "soviet": units(&|unit| unit.is_hq() && unit.side == Side::Soviet),
            },
            "kampfgruppen": {
                "armored": units(&|unit| unit.kind == UnitKind::ArmoredKampfgruppe),
                "infantry": units(&|unit| unit.kind == UnitKind::InfantryKampfgruppe),
            },
            "alarms": units(&|unit| unit.kind == UnitKind::Alarm),
            "supports": { "axis": supports(Side::Axis), "soviet": supports(Side::Soviet), "soviet_outside": outside },
            "ju52": self.charts.ju52.iter().map(|kind| u32::from(kind.count)).sum::<u32>(),
        })
    }

    fn tables(&self) -> Tree<String, Value> {
        let tables = self.sources.iter().map(|table| {
            let source = match &table.source {
                Source::Reconstructed => "reconstructed".to_owned(),
                Source::Printed(cases) => format!("printed {}", cases.join(", ")),
            };
            (table.table.clone(), source.into())
        });
        tables.collect()
    }
}

/// The word that a value is written as.
fn word(value: &impl Serialize) -> String {
    json!(value).as_str().unwrap_or_default().to_owned()
}

/// Values by a word of each.
fn by_word<T: Serialize>(values: &[T], word: impl Fn(&T) -> &'static str) -> Tree<String, Value> {
    values.iter().map(|value| (word(value).to_owned(), json!(value))).collect()
}

/// Values by words in the same order.
fn keyed<T: Serialize, const N: usize>(words: [&str; N], values: &[T; N]) -> Tree<String, Value> {
    words.iter().zip(values).map(|(word, value)| ((*word).to_owned(), json!(value))).collect()
}

fn terrain_tree(charts: &Charts, terrain: Terrain) -> Value {
    let effect: &TerrainEffect = &charts.terrain[terrain as usize];
    let attacker = (1..=3).map(|level| (level_word(level), level_word(effect.levels[usize::from(level)]).into()));
    let defender =
        DefenderResult::ALL.iter().map(|&from| (from.word().to_owned(), effect.defender(from).word().into()));
    json!({
        "name": effect.name,
        "points": effect.points,
        "road_half_points": effect.road_half_points,
        "defence": effect.defence,
        "attacker": attacker.collect::<Tree<_, _>>(),
        "defender": defender.collect::<Tree<_, _>>(),
        "frozen": effect.frozen,
        "printed": effect.printed,
    })
}

fn level_word(level: u8) -> String {
    match level {
        0 => "-".to_owned(),
        1 => "E".to_owned(),
        more => format!("E{more}"),
    }
}

fn crt_tree(crt: &Crt) -> Tree<String, Value> {
    let mut tree = Tree::new();
    for odds in Odds::ALL {
        let cells = (2..=12).map(|roll| {
            let cell = crt.cell(odds, roll);
            let value = json!({ "losses": cell.losses(), "attacker": cell.attacker, "defender": cell.defender });
            (roll.to_string(), value)
        });
        tree.insert(odds.word().to_owned(), Value::Object(cells.collect()));
    }
    tree.insert("blocks".to_owned(), crt.blocks().map(|band| Value::from(band.to_string())).collect());
    tree
}

/// Values by their place from 0.
fn numbered<T: Serialize>(values: &[T]) -> Tree<String, Value> {
    values.iter().enumerate().map(|(place, value)| (place.to_string(), json!(value))).collect()
}
