//! The whole data as one tree, for `data` assertions in case files: `units.S-65.max`, `crt.3.13-26.5`. What a struct says of itself is written by
//! serde; here stand the facts that name other things, and those that follow.

use super::assets::{Arrival, AssetClass, AssetId, AssetInfo};
use super::charts::{Charts, Objective};
use super::crt::Crt;
use super::map::{Link, Rim, River, SpaceInfo, SpaceKind};
use super::units::{Start, UnitInfo};
use super::{Data, UnitId};
use kessel_board::SpaceId;
use kessel_kit::{Word, tree};
use serde_json::{Value, json};

impl Data {
    /// Everything by name. Hexes are under `map`, boxes under `caucasus`, `fronts` and `reserves`; a hexside is written both ways.
    pub fn as_json(&self) -> Value {
        let rivers = self.rivers.iter().filter(|(_, river)| **river != River::None);
        let links = self.links.iter().filter(|(_, link)| **link != Link::Hexside);
        let names = self
            .courses
            .iter()
            .flat_map(|course| course.stretches.iter().flatten().map(|&edge| (edge, course.name.clone())));
        json!({
            "map": self.tree_of(|info| info.kind == SpaceKind::Hex),
            "caucasus": self.tree_of(|info| info.kind == SpaceKind::Caucasus),
            "fronts": self.tree_of(|info| info.kind == SpaceKind::Front),
            "reserves": self.tree_of(|info| matches!(info.kind, SpaceKind::Reserve(_))),
            "rivers": tree::sides(&self.board, rivers.map(|(edge, river)| (edge, river.word()))),
            "river_names": tree::sides(&self.board, names),
            "rims": tree::by_name(&self.rims, |rim| (rim.id.clone(), self.rim_tree(rim))),
            "links": tree::sides(&self.board, links.map(|(edge, link)| (edge, json!(link)))),
            "places": tree::places(&self.board, &self.places),
            "units": tree::by_name(&self.units, |unit| (unit.id.clone(), self.unit_tree(unit))),
            "assets": tree::by_name(&self.assets, |asset| (asset.id.clone(), self.asset_tree(asset))),
            "turns": tree::by_name((1..).zip(&self.turns), |(number, turn): (u8, _)| {
                let moves = self.charts.uranus_moves(number);
                (number.to_string(), tree::with(turn, json!({ "uranus": moves })))
            }),
            "crt": crt_tree(&self.crt),
            "charts": charts_tree(&self.charts),
            "scenario": self.scenario_tree(),
            "counts": self.counts(),
            "sources": tree::sources(&self.sources),
        })
    }

    fn name(&self, space: SpaceId) -> Value {
        self.board.name(space).into()
    }

    fn unit_name(&self, unit: UnitId) -> Value {
        self.units[unit.index()].id.clone().into()
    }

    fn tree_of(&self, wanted: impl Fn(&SpaceInfo) -> bool) -> Value {
        let spaces = self.spaces.iter().filter(|(_, info)| wanted(info));
        tree::by_name(spaces, |(space, info)| (self.board.name(space).to_owned(), self.space_tree(space, info)))
    }

    fn space_tree(&self, space: SpaceId, info: &SpaceInfo) -> Value {
        let linked = |wanted: fn(Link) -> bool| -> Value {
            let around = self.board.neighbors(space).iter();
            tree::spaces(&self.board, around.filter(|next| wanted(self.links[next.edge])).map(|next| next.space))
        };
        let tree = json!({
            "name": info.name,
            "control": info.start_control,
            "axis_source": info.axis_source,
            "soviet_source": info.soviet_source,
            "printed": info.printed,
        });
        let more = match info.kind {
            SpaceKind::Hex => json!({
                "city": info.city,
                "crossing": info.crossing,
                "alz": info.alz,
                "volga": info.volga,
                "labels": info.labels,
                "neighbours": linked(|link| link == Link::Hexside),
                "boxes": linked(|link| matches!(link, Link::Rim | Link::Border)),
            }),
            SpaceKind::Caucasus => info.caucasus.map_or(json!({}), |caucasus| {
                let further = json!({
                    "slots": tree::by_side(|side| caucasus.slots[side.index()]),
                    "only_unit": caucasus.only_unit.map(|unit| self.unit_name(unit)),
                    "neighbours": linked(|link| matches!(link, Link::Connector | Link::Gate)),
                    "borders": linked(|link| link == Link::Border),
                });
                tree::with(&caucasus, further)
            }),
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
        tree::with(&tree, more)
    }

    fn rim_tree(&self, rim: &Rim) -> Value {
        let hexes = tree::spaces(&self.board, rim.hexes.iter().copied());
        json!({ "name": rim.name, "box": self.name(rim.space), "supply": rim.supply, "hexes": hexes })
    }

    fn unit_tree(&self, unit: &UnitInfo) -> Value {
        let start = match unit.start {
            Start::At(space) => self.name(space),
            Start::Turn(turn) => format!("turn {turn}").into(),
            Start::Uranus => "uranus".into(),
        };
        tree::with(unit, json!({ "start": start }))
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
        let further = json!({
            "class": class,
            "fraction": fraction,
            "factors": (1..=asset.max_steps).rev().map(|step| asset.factors[usize::from(step)]).collect::<Vec<_>>(),
            "arrival": arrival,
            "steps": steps,
            "roll": roll,
            "only_unit": asset.only_unit.map(|unit| self.unit_name(unit)),
        });
        tree::with(asset, further)
    }

    fn scenario_tree(&self) -> Value {
        let scenario = &self.scenario;
        let strength = |&(unit, points): &(UnitId, u8)| (self.units[unit.index()].id.clone(), points);
        let asset = |&(asset, unit): &(AssetId, UnitId)| (self.assets[asset.index()].id.clone(), self.unit_name(unit));
        let further = json!({
            "strength": tree::by_name(&scenario.default_strength, strength),
            "assets": tree::by_side(|side| tree::by_name(&scenario.default_assets[side.index()], asset)),
        });
        tree::with(scenario, further)
    }

    fn counts(&self) -> Value {
        let units = |side, wanted: fn(&UnitInfo) -> bool| {
            self.units.iter().filter(|unit| unit.side == side && wanted(unit)).count()
        };
        let assets = |side, wanted: fn(&AssetInfo) -> bool| {
            self.assets.iter().filter(|asset| asset.side == side && wanted(asset)).count()
        };
        json!({
            "hexes": self.board.hexes().len(),
            "boxes": self.board.boxes().len(),
            "turns": self.turns.len(),
            "counters": self.charts.counters.total,
            "units": tree::by_side(|side| units(side, |_| true)),
            "units_at_start": tree::by_side(|side| units(side, |unit| matches!(unit.start, Start::At(_)))),
            "assets": tree::by_side(|side| assets(side, |_| true)),
            "assets_at_start": tree::by_side(|side| assets(side, |asset| asset.arrival == Arrival::Start)),
        })
    }
}

fn crt_tree(crt: &Crt) -> Value {
    tree::by_name(0..=Crt::TOP, |quotient| {
        let rows = tree::by_name(crt.rows(quotient), |row| {
            let cells = (1..).zip(row.cells);
            (row.label(), tree::by_name(cells, |(die, cell): (u8, _)| (die.to_string(), cell.text())))
        });
        (Crt::title(quotient).to_owned(), rows)
    })
}

fn charts_tree(charts: &Charts) -> Value {
    let (objectives, victory) = (&charts.objectives, &charts.victory);
    let name = |objective: Objective| objective.word().to_owned();
    let dice = |of: &dyn Fn(u8) -> Objective| tree::by_name(1..=6, |die: u8| (die.to_string(), of(die).word()));
    let after = |primary| (name(primary), dice(&|die| objectives.secondary(primary, die)));
    let ranks = ["primary", "secondary", "tertiary"].into_iter().zip(victory.directive);
    let of_victory = json!({
        "base": tree::by_name(Objective::ALL, |of| (name(of), victory.base[of.index()].text())),
        "directive": tree::by_name(ranks, |(rank, factor)| (rank.to_owned(), factor)),
    });
    let further = json!({
        "combat": { "river_assault": charts.river_assault, "major_city": charts.major_city },
        "objectives": {
            "primary": dice(&|die| objectives.primary(die)),
            "secondary": tree::by_name(Objective::ALL, after),
        },
        "victory": tree::with(victory, of_victory),
    });
    tree::with(charts, further)
}
