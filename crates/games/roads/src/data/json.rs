//! The whole data as one tree, for `data` assertions in case files: `units.26TK.full.attack`, `crt.6/1.7.attacker`.

mod map;
mod scenario;

use super::charts::RiverEffect;
use super::map::{Map, SourceOwner};
use super::schedule::{Change, Entry, WithdrawalGroup};
use super::units::{UnitId, UnitInfo, UnitKind};
use super::{Data, Turn};
use kessel_kernel::Side;
use kessel_kit::tree::{self, word};
use kessel_kit::{Fact, Names, Word};
use map::{boxes_tree, cities_tree, hexes_tree, regions_tree, river_names, sides_tree};
use serde_json::{Map as Tree, Value, json};

impl Data {
    /// Everything by name. Hexes of the campaign map are under `map`, its sides under `sides` (written both ways); `small_map` and
    /// `small_sides` are those of the introductory scenario.
    pub fn as_json(&self) -> Value {
        let names = &self.names(&self.map);
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
            "supports": tree::by_name(&self.supports.kinds, |kind| (kind.id.clone(), kind.fact(names))),
            "support_events": self.supports.events.fact(names),
            "crt": self.charts.crt.fact(names),
            "charts": self.charts_tree(names),
            "weather": self.weather_tree(),
            "schedule": self.schedule_tree(),
            "scenarios": tree::by_name(&self.scenarios, |scenario| (scenario.id.clone(), self.scenario_tree(scenario))),
            "counts": self.counts(),
            "staff": tree::by_side(|side| self.weights[side.index()].fact(names)),
            "tables": tree::sources(&self.book.sources),
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

    fn charts_tree(&self, names: &Names<'_>) -> Value {
        let charts = &self.charts;
        let rivers = ["minor", "major"].iter().zip(&charts.rivers);
        let by_ice = |states: &[RiverEffect; 3]| {
            tree::by_name(super::Ice::words().iter().zip(states), |(ice, state)| ((*ice).to_owned(), json!(state)))
        };
        let terrain = super::Terrain::words().iter().zip(&charts.terrain);
        let further = json!({
            "terrain": tree::by_name(terrain, |(word, effect)| ((*word).to_owned(), effect.fact(names))),
            "rivers": tree::by_name(rivers, |(class, states)| ((*class).to_owned(), by_ice(states))),
            "mars": self.mars_tree(names),
            "approval": tree::by_name(charts.approval.iter().enumerate(), |(place, row)| (place.to_string(), row.fact(names))),
        });
        tree::with(&charts.fact(names), further)
    }

    fn mars_tree(&self, names: &Names<'_>) -> Value {
        let mars = &self.charts.mars;
        let boxes = tree::by_name(&mars.boxes, |mars| {
            let further = json!({
                "acquisition": mars.acquisition.map(|(modifier, _)| modifier),
                "acquisition_until": mars.acquisition.map(|(_, turn)| self.turn_value(turn)),
                "delays": mars.delays.map(|(division, _)| self.divisions[usize::from(division)].clone()),
                "delay_turns": mars.delays.map(|(_, turns)| turns),
            });
            (mars.place.to_string(), tree::with(&mars.fact(names), further))
        });
        tree::with(&mars.fact(names), json!({ "boxes": boxes }))
    }

    fn names<'a>(&'a self, map: &'a Map) -> Names<'a> {
        let mut names = Names::on(&map.board);
        names.list("turn", &self.turns);
        names.list("unit", self.units.iter().map(|unit| &unit.id));
        names
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
