//! The whole data as one tree, for `data` assertions in case files: `units.S-65.max`, `crt.3.13-26.5`.

use super::assets::{Arrival, AssetClass, AssetInfo};
use super::charts::{Charts, Objective};
use super::crt::Crt;
use super::map::{Link, River, SpaceInfo, SpaceKind};
use super::units::{Start, UnitInfo};
use super::{Data, UnitId};
use kessel_board::{EdgeId, SpaceId};
use kessel_table::Side;
use kessel_table::data::Source;
use serde_json::{Map, Value, json};

impl Data {
    /// Everything by name. Hexes are under `map`, boxes under `caucasus`, `fronts` and `reserves`; a hexside is written both ways.
    pub fn as_json(&self) -> Value {
        json!({
            "map": self.tree_of(|info| info.kind == SpaceKind::Hex),
            "caucasus": self.tree_of(|info| info.kind == SpaceKind::Caucasus),
            "fronts": self.tree_of(|info| info.kind == SpaceKind::Front),
            "reserves": self.tree_of(|info| matches!(info.kind, SpaceKind::Reserve(_))),
            "rivers": self.rivers_tree(),
            "river_names": self.river_names(),
            "rims": self.rims_tree(),
            "links": self.links_tree(),
            "places": self.places_tree(),
            "units": self.units.iter().map(|unit| (unit.id.clone(), self.unit_tree(unit))).collect::<Map<_, _>>(),
            "assets": self.assets.iter().map(|asset| (asset.id.clone(), self.asset_tree(asset))).collect::<Map<_, _>>(),
            "turns": self.turns_tree(),
            "crt": crt_tree(&self.crt),
            "charts": charts_tree(&self.charts),
            "scenario": self.scenario_tree(),
            "counts": self.counts(),
            "sources": self.sources_tree(),
        })
    }

    fn name(&self, space: SpaceId) -> Value {
        self.board.name(space).into()
    }

    fn unit_name(&self, unit: UnitId) -> Value {
        self.units[unit.index()].id.clone().into()
    }

    fn tree_of(&self, wanted: impl Fn(&SpaceInfo) -> bool) -> Map<String, Value> {
        let spaces = self.spaces.iter().filter(|(_, info)| wanted(info));
        spaces.map(|(space, info)| (self.board.name(space).to_owned(), self.space_tree(space, info))).collect()
    }

    fn space_tree(&self, space: SpaceId, info: &SpaceInfo) -> Value {
        let linked = |wanted: fn(Link) -> bool| -> Value {
            let around = self.board.neighbors(space).iter();
            around.filter(|next| wanted(self.links[next.edge])).map(|next| self.name(next.space)).collect()
        };
        let mut tree = json!({
            "name": info.name,
            "control": info.start_control,
            "axis_source": info.axis_source,
            "soviet_source": info.soviet_source,
            "printed": info.printed,
        });
        let more = match info.kind {
            SpaceKind::Hex => json!({
                "city": info.city.word(),
                "crossing": info.crossing,
                "alz": info.alz,
                "volga": info.volga,
                "labels": info.labels,
                "neighbours": linked(|link| link == Link::Hexside),
                "boxes": linked(|link| matches!(link, Link::Rim | Link::Border)),
            }),
            SpaceKind::Caucasus => self.caucasus_tree(
                info,
                linked(|link| matches!(link, Link::Connector | Link::Gate)),
                linked(|link| link == Link::Border),
            ),
            SpaceKind::Front => json!({
                "capacity": info.capacity,
                "transfers": info.transfers,
                "arrows": linked(|link| link == Link::Arrow),
                "gates": linked(|link| link == Link::Gate),
                "hexes": linked(|link| link == Link::Rim),
            }),
            SpaceKind::Reserve(side) => {
                json!({ "side": side, "hexes": linked(|link| link == Link::Rim) })
            }
        };
        if let (Value::Object(tree), Value::Object(more)) = (&mut tree, more) {
            tree.extend(more);
        }
        tree
    }

    fn caucasus_tree(&self, info: &SpaceInfo, neighbours: Value, borders: Value) -> Value {
        let Some(caucasus) = &info.caucasus else {
            return json!({});
        };
        json!({
            "slots": { "axis": caucasus.slots[Side::Axis.index()], "soviet": caucasus.slots[Side::Soviet.index()] },
            "axis_assets": caucasus.axis_asset_limit,
            "only_unit": caucasus.only_unit.map(|unit| self.unit_name(unit)),
            "last_control": caucasus.last_control,
            "points": caucasus.points,
            "neighbours": neighbours,
            "borders": borders,
        })
    }

    /// `value` under both names of each edge.
    fn both_ways(&self, tree: &mut Map<String, Value>, edge: EdgeId, value: &Value) {
        let (a, b) = self.board.edge_ends(edge);
        for (one, other) in [(a, b), (b, a)] {
            tree.insert(format!("{}|{}", self.board.name(one), self.board.name(other)), value.clone());
        }
    }

    fn rivers_tree(&self) -> Map<String, Value> {
        let mut tree = Map::new();
        for (edge, river) in self.rivers.iter().filter(|(_, river)| **river != River::None) {
            self.both_ways(&mut tree, edge, &river.word().into());
        }
        tree
    }

    fn river_names(&self) -> Map<String, Value> {
        let mut tree = Map::new();
        for course in &self.courses {
            for &edge in course.stretches.iter().flatten() {
                self.both_ways(&mut tree, edge, &course.name.clone().into());
            }
        }
        tree
    }

    fn links_tree(&self) -> Map<String, Value> {
        let mut tree = Map::new();
        for (edge, link) in self.links.iter().filter(|(_, link)| **link != Link::Hexside) {
            self.both_ways(&mut tree, edge, &format!("{link:?}").to_lowercase().into());
        }
        tree
    }

    fn rims_tree(&self) -> Map<String, Value> {
        let rims = self.rims.iter().map(|rim| {
            let hexes: Value = rim.hexes.iter().map(|&hex| self.name(hex)).collect();
            let tree = json!({ "name": rim.name, "box": self.name(rim.space), "supply": rim.supply, "hexes": hexes });
            (rim.id.clone(), tree)
        });
        rims.collect()
    }

    fn places_tree(&self) -> Value {
        let places = &self.places;
        let name = |space| self.name(space);
        json!({
            "stalingrad": name(places.stalingrad),
            "astrakhan": name(places.astrakhan),
            "kharkov": name(places.kharkov),
            "voronezh": name(places.voronezh),
            "rostov": name(places.rostov),
            "svf": name(places.svf),
            "dsf": name(places.dsf),
            "tcf": name(places.tcf),
            "axis_reserve": name(places.axis_reserve),
            "soviet_reserve": name(places.soviet_reserve),
            "elbrus": name(places.elbrus),
            "kerch": name(places.kerch),
        })
    }

    fn unit_tree(&self, unit: &UnitInfo) -> Value {
        let start = match unit.start {
            Start::At(space) => self.name(space),
            Start::Turn(turn) => format!("turn {turn}").into(),
            Start::Uranus => "uranus".into(),
        };
        json!({
            "name": unit.name,
            "side": unit.side,
            "nation": unit.nation,
            "group": unit.group,
            "type": unit.kind,
            "size": unit.size,
            "max": unit.max,
            "tactical": unit.tactical,
            "strategic": unit.strategic,
            "attempts": unit.attempts,
            "slots": unit.slots,
            "start": start,
            "printed": unit.printed,
        })
    }

    fn asset_tree(&self, asset: &AssetInfo) -> Value {
        let (class, fraction) = match asset.class {
            AssetClass::Tank => ("tank", None),
            AssetClass::Plain => ("none", None),
            AssetClass::AntiTank { num, den } => ("anti-tank", Some(format!("{num}/{den}"))),
        };
        let (arrival, steps, roll) = match asset.arrival {
            Arrival::Start => ("start".to_owned(), asset.max_steps, None),
            Arrival::Turn { turn, steps } => (format!("turn {turn}"), steps, None),
            Arrival::Roll { turn, at_least } => (format!("turn {turn}"), asset.max_steps, Some(at_least)),
        };
        json!({
            "name": asset.name,
            "side": asset.side,
            "nation": asset.nation,
            "size": asset.size,
            "class": class,
            "fraction": fraction,
            "factors": (1..=asset.max_steps).rev().map(|step| asset.factors[usize::from(step)]).collect::<Vec<_>>(),
            "max_steps": asset.max_steps,
            "rebuild_steps": asset.rebuild_steps,
            "arrival": arrival,
            "steps": steps,
            "roll": roll,
            "only_unit": asset.only_unit.map(|unit| self.unit_name(unit)),
            "only_group": asset.only_group,
            "withdraw": asset.withdraw_turn,
            "printed": asset.printed,
        })
    }

    fn turns_tree(&self) -> Map<String, Value> {
        let turns = self.turns.iter().enumerate().map(|(place, turn)| {
            let tree = json!({
                "date": turn.date,
                "year": turn.year,
                "soviet": turn.soviet,
                "german": turn.german,
                "minor": turn.minor,
                "uranus": self.charts.uranus_moves(u8::try_from(place + 1).expect("at most 99 turns")),
            });
            ((place + 1).to_string(), tree)
        });
        turns.collect()
    }

    fn scenario_tree(&self) -> Value {
        let scenario = &self.scenario;
        let strength = scenario.default_strength.iter();
        let strength: Map<_, _> =
            strength.map(|&(unit, points)| (self.units[unit.index()].id.clone(), points.into())).collect();
        let assets = Side::BOTH.map(|side| {
            let given = scenario.default_assets[side.index()].iter();
            let given = given.map(|&(asset, unit)| (self.assets[asset.index()].id.clone(), self.unit_name(unit)));
            (side.word().to_owned(), Value::Object(given.collect()))
        });
        json!({
            "id": scenario.id,
            "title": scenario.title,
            "points": scenario.points,
            "units": scenario.units,
            "least": scenario.least,
            "strength": strength,
            "assets": assets.into_iter().collect::<Map<_, _>>(),
        })
    }

    fn counts(&self) -> Value {
        let units = |side| self.units.iter().filter(|unit| unit.side == side).count();
        let there =
            |side| self.units.iter().filter(|unit| unit.side == side && matches!(unit.start, Start::At(_))).count();
        let assets = |side| self.assets.iter().filter(|asset| asset.side == side).count();
        let first =
            |side| self.assets.iter().filter(|asset| asset.side == side && asset.arrival == Arrival::Start).count();
        let by_side =
            |count: &dyn Fn(Side) -> usize| json!({ "axis": count(Side::Axis), "soviet": count(Side::Soviet) });
        json!({
            "hexes": self.board.hexes().len(),
            "boxes": self.board.boxes().len(),
            "turns": self.turns.len(),
            "counters": self.charts.counters.total,
            "units": by_side(&units),
            "units_at_start": by_side(&there),
            "assets": by_side(&assets),
            "assets_at_start": by_side(&first),
        })
    }

    fn sources_tree(&self) -> Map<String, Value> {
        let sources = self.sources.iter().map(|table| {
            let source = match &table.source {
                Source::Reconstructed => "reconstructed".to_owned(),
                Source::Printed(cases) => format!("printed {}", cases.join(", ")),
            };
            (table.table.clone(), source.into())
        });
        sources.collect()
    }
}

fn crt_tree(crt: &Crt) -> Map<String, Value> {
    let tables = (0..=Crt::TOP).map(|quotient| {
        let rows = crt.rows(quotient).iter().map(|row| {
            let cells = (1..).zip(row.cells).map(|(die, cell): (u8, _)| (die.to_string(), cell.text().into()));
            (row.label(), Value::Object(cells.collect()))
        });
        (Crt::title(quotient).to_owned(), Value::Object(rows.collect()))
    });
    tables.collect()
}

fn charts_tree(charts: &Charts) -> Value {
    let dice = |of: &dyn Fn(u8) -> Objective| -> Map<_, _> {
        (1..=6).map(|die| (die.to_string(), of(die).word().into())).collect()
    };
    let secondary = Objective::ALL.map(|primary| {
        let dice = dice(&|die| charts.objectives.secondary(primary, die));
        (primary.word().to_owned(), Value::Object(dice))
    });
    let victory = &charts.victory;
    let base = Objective::ALL.map(|of| (of.word().to_owned(), Value::from(victory.base[of.index()].text())));
    json!({
        "scale": charts.scale,
        "combat": { "river_assault": charts.river_assault.text(), "major_city": charts.major_city.text() },
        "replacements": charts.costs,
        "objectives": {
            "primary": dice(&|die| charts.objectives.primary(die)),
            "secondary": secondary.into_iter().collect::<Map<_, _>>(),
        },
        "uranus": charts.uranus,
        "victory": {
            "don_unit": victory.don_unit,
            "stalingrad_turn": victory.stalingrad_turn,
            "city": victory.city,
            "edelweiss": victory.edelweiss,
            "base": base.into_iter().collect::<Map<_, _>>(),
            "directive": {
                "primary": victory.directive[0],
                "secondary": victory.directive[1],
                "tertiary": victory.directive[2],
            },
            "dead_unit": victory.dead_unit,
            "unsupplied_unit": victory.unsupplied_unit,
            "material": victory.material,
            "decisive": victory.decisive,
        },
        "counters": charts.counters,
        "terrain": charts.terrain,
    })
}
