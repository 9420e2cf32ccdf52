//! The whole data as one tree, for `data` assertions in case files: `units.26TK.full.attack`, `crt.6/1.7.attacker`.

mod map;
mod scenario;

use super::charts::{Charts, Crt, DefenderResult, Odds, TerrainEffect};
use super::map::{Map, SourceOwner, Terrain};
use super::schedule::{Change, Entry, WithdrawalGroup};
use super::units::{UnitId, UnitInfo, UnitKind};
use super::{Data, Turn};
use kessel_kit::tree::{self, word};
use kessel_table::Side;
use map::{boxes_tree, cities_tree, hexes_tree, regions_tree, river_names, sides_tree};
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
            "places": tree::places(&self.map.board, &self.map.places),
            "small_map": hexes_tree(&self.small_map),
            "small_sides": sides_tree(&self.small_map),
            "boxes": boxes_tree(&self.map),
            "turns": tree::by_name(self.turns.iter().enumerate(), |(place, name)| (name.clone(), place + 1)),
            "units": tree::by_name(&self.units, |unit| (unit.id.clone(), self.unit_tree(unit))),
            "divisions": self.divisions_tree(),
            "markers": tree::by_name(&self.markers, |marker| (marker.id.clone(), json!(marker))),
            "supports": tree::by_name(&self.supports.kinds, |kind| (kind.id.clone(), json!(kind))),
            "support_events": self.supports.events,
            "crt": crt_tree(&self.charts.crt),
            "charts": self.charts_tree(),
            "weather": self.weather_tree(),
            "schedule": self.schedule_tree(),
            "scenarios": tree::by_name(&self.scenarios, |scenario| (scenario.id.clone(), self.scenario_tree(scenario))),
            "counts": self.counts(),
            "tables": tree::sources(&self.sources),
        })
    }

    fn turn_value(&self, turn: Turn) -> Value {
        self.turn_name(turn).into()
    }

    fn unit_names(&self, units: &[UnitId]) -> Value {
        units.iter().map(|unit| Value::from(self.units[unit.index()].id.clone())).collect()
    }

    fn unit_tree(&self, unit: &UnitInfo) -> Value {
        let further = json!({
            "steps": unit.steps(),
            "division": unit.division.map(|place| self.divisions[usize::from(place)].clone()),
            "pontoon_movement": unit.is_hq().then_some(unit.pontoon_movement),
        });
        tree::with(unit, further)
    }

    fn divisions_tree(&self) -> Value {
        let components = |place: usize| -> Value {
            let units = self.units.iter().filter(|unit| unit.division.map(usize::from) == Some(place));
            units.map(|unit| Value::from(unit.id.clone())).collect()
        };
        tree::by_name(self.divisions.iter().enumerate(), |(place, name)| (name.clone(), components(place)))
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

    fn weather_tree(&self) -> Value {
        let columns = self.turns.iter().zip(&self.charts.weather);
        let columns = columns.filter_map(|(turn, column)| Some((turn, column.as_ref()?)));
        tree::by_name(columns, |(turn, column)| {
            let cells = (2..).zip(column);
            (turn.clone(), tree::by_name(cells, |(roll, cell): (u8, _)| (roll.to_string(), cell.text())))
        })
    }

    fn charts_tree(&self) -> Value {
        let charts = &self.charts;
        let (wintergewitter, backhand) = (&charts.wintergewitter, &charts.backhand);
        let rivers = ["minor", "major"].iter().zip(&charts.rivers);
        let by_ice = |states| keyed(super::charts::ICES.iter().map(|(ice, _)| *ice), states);
        let further = json!({
            "terrain": tree::by_name(super::map::TERRAINS, |(word, terrain)| (word.to_owned(), terrain_tree(charts, terrain))),
            "rivers": tree::by_name(rivers, |(class, states)| ((*class).to_owned(), by_ice(states))),
            "superiority": tree::by_name(&charts.superiority, |info| (info.effect.word().to_owned(), json!(info))),
            "hq_location": keyed(super::HqLocation::ALL.map(super::HqLocation::word), &charts.hq_location),
            "mars": self.mars_tree(),
            "ju52": tree::by_name(&charts.ju52, |kind| (word(&kind.event), json!(kind))),
            "approval": tree::by_name(charts.approval.iter().enumerate(), |(place, row)| (place.to_string(), json!(row))),
            "strategic": keyed(super::StrategicHex::ALL.map(super::StrategicHex::word), &charts.strategic),
            "wintergewitter": tree::with(wintergewitter, json!({ "last_turn": self.turn_name(wintergewitter.last_turn) })),
            "backhand": tree::with(backhand, json!({ "first_turn": self.turn_name(backhand.first_turn) })),
        });
        tree::with(charts, further)
    }

    fn mars_tree(&self) -> Value {
        let mars = &self.charts.mars;
        let boxes = tree::by_name(&mars.boxes, |mars| {
            let further = json!({
                "units": self.unit_names(&mars.units),
                "arrive": mars.arrive.map(|turn| self.turn_value(turn)),
                "acquisition": mars.acquisition.map(|(modifier, _)| modifier),
                "acquisition_until": mars.acquisition.map(|(_, turn)| self.turn_value(turn)),
                "delays": mars.delays.map(|(division, _)| self.divisions[usize::from(division)].clone()),
                "delay_turns": mars.delays.map(|(_, turns)| turns),
            });
            (mars.place.to_string(), tree::with(mars, further))
        });
        let (first, last) = (self.turn_name(mars.first_turn), self.turn_name(mars.last_turn));
        tree::with(mars, json!({ "first_turn": first, "last_turn": last, "boxes": boxes }))
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

    fn upgrades_tree(&self, upgrades: &[super::Upgrade]) -> Value {
        let name = |unit: UnitId| self.units[unit.index()].id.clone();
        tree::by_name(upgrades, |upgrade| {
            let turn = self.turn_name(upgrade.turn);
            (name(upgrade.to), json!({ "turn": turn, "from": name(upgrade.from), "any": upgrade.any }))
        })
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
            "divisions": tree::by_side(|side| units(&|unit| unit.is_division() && unit.side == side)),
            "hqs": tree::by_side(|side| units(&|unit| unit.is_hq() && unit.side == side)),
            "kampfgruppen": {
                "armored": units(&|unit| unit.kind == UnitKind::ArmoredKampfgruppe),
                "infantry": units(&|unit| unit.kind == UnitKind::InfantryKampfgruppe),
            },
            "alarms": units(&|unit| unit.kind == UnitKind::Alarm),
            "supports": { "axis": supports(Side::Axis), "soviet": supports(Side::Soviet), "soviet_outside": outside },
            "ju52": self.charts.ju52.iter().map(|kind| u32::from(kind.count)).sum::<u32>(),
        })
    }
}

/// Values by words in the same order.
fn keyed<'w, T: Serialize>(words: impl IntoIterator<Item = &'w str>, values: &[T]) -> Value {
    tree::by_name(words.into_iter().zip(values), |(word, value)| (word.to_owned(), json!(value)))
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

fn crt_tree(crt: &Crt) -> Value {
    let column = |odds| {
        tree::by_name(2..=12, |roll: u8| {
            let cell = crt.cell(odds, roll);
            let value = json!({ "losses": cell.losses(), "attacker": cell.attacker, "defender": cell.defender });
            (roll.to_string(), value)
        })
    };
    let blocks: Vec<String> = crt.blocks().map(|band| band.to_string()).collect();
    tree::with(&tree::by_name(Odds::ALL, |odds| (odds.word().to_owned(), column(odds))), json!({ "blocks": blocks }))
}
