//! The whole data as one tree, for `data` assertions in case files: `units.S-65.max`, `crt.3.13-26.5`. What a record says of itself is told by its
//! declaration; here stand the facts that follow.

use super::Data;
use super::assets::{self, Arrival, AssetInfo};
use super::map::{Link, River, SpaceInfo, SpaceKind};
use super::units::{Start, UnitInfo};
use kessel_board::SpaceId;
use kessel_kit::{Fact, Names, Word, tree};
use serde_json::{Value, json};

impl Data {
    /// Everything by name. Hexes are under `map`, boxes under `caucasus`, `fronts` and `reserves`; a hexside is written both ways.
    pub fn as_json(&self) -> Value {
        let names = &self.names();
        let rivers = self.rivers.iter().filter(|(_, river)| **river != River::None);
        let links = self.links.iter().filter(|(_, link)| **link != Link::Hexside);
        let courses = self.courses.iter();
        let river_names =
            courses.flat_map(|river| river.stretches.iter().flatten().map(|&edge| (edge, river.name.clone())));
        json!({
            "map": self.spaces_of(names, |kind| kind == SpaceKind::Hex),
            "caucasus": self.spaces_of(names, |kind| kind == SpaceKind::Caucasus),
            "fronts": self.spaces_of(names, |kind| kind == SpaceKind::Front),
            "reserves": self.spaces_of(names, |kind| matches!(kind, SpaceKind::Reserve(_))),
            "rivers": tree::sides(&self.board, rivers.map(|(edge, river)| (edge, river.word()))),
            "river_names": tree::sides(&self.board, river_names),
            "rims": tree::by_name(&self.rims, |rim| (rim.id.clone(), rim.fact(names))),
            "links": tree::sides(&self.board, links.map(|(edge, link)| (edge, link.word()))),
            "places": tree::places(&self.board, &self.places),
            "units": tree::by_name(&self.units, |unit| (unit.id.clone(), unit.fact(names))),
            "assets": tree::by_name(&self.assets, |asset| (asset.id.clone(), assets::facts(asset, names))),
            "turns": tree::by_name(&self.turns, |turn| {
                let moves = self.charts.uranus_moves(turn.turn);
                (turn.turn.to_string(), tree::with(&turn.fact(names), json!({ "uranus": moves })))
            }),
            "crt": self.charts.crt.fact(names),
            "charts": self.charts.fact(names),
            "scenario": self.scenario.fact(names),
            "counts": self.counts(),
            "staff": tree::by_side(|side| self.weights[side.index()].fact(names)),
            "sources": tree::sources(&self.book.sources),
        })
    }

    fn names(&self) -> Names<'_> {
        let mut names = Names::on(&self.board);
        names.list("unit", self.units.iter().map(|unit| &unit.id));
        names.list("asset", self.assets.iter().map(|asset| &asset.id));
        names
    }

    fn spaces_of(&self, names: &Names<'_>, wanted: impl Fn(SpaceKind) -> bool) -> Value {
        let spaces = self.spaces.iter().filter(|(_, info)| wanted(info.kind));
        tree::by_name(spaces, |(space, info)| {
            let facts = tree::with(&info.fact(names), info.caucasus.map_or(json!({}), |caucasus| caucasus.fact(names)));
            (self.board.name(space).to_owned(), tree::with(&facts, self.passages(space, info)))
        })
    }

    /// Where one gets from a space, by the kinds of passages.
    fn passages(&self, space: SpaceId, info: &SpaceInfo) -> Value {
        let linked = |wanted: &[Link]| -> Value {
            let around = self.board.neighbors(space).iter();
            let spaces = around.filter(|next| wanted.contains(&self.links[next.edge])).map(|next| next.space);
            tree::spaces(&self.board, spaces)
        };
        match info.kind {
            SpaceKind::Hex => {
                json!({ "neighbours": linked(&[Link::Hexside]), "boxes": linked(&[Link::Rim, Link::Border]) })
            }
            SpaceKind::Caucasus => {
                json!({ "neighbours": linked(&[Link::Connector, Link::Gate]), "borders": linked(&[Link::Border]) })
            }
            SpaceKind::Front => {
                let (arrows, gates) = (linked(&[Link::Arrow]), linked(&[Link::Gate]));
                json!({ "arrows": arrows, "gates": gates, "hexes": linked(&[Link::Rim]) })
            }
            SpaceKind::Reserve(side) => json!({ "side": side, "hexes": linked(&[Link::Rim]) }),
        }
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
