//! The scenario: the turn track, and what a player gets who does not choose for himself.

use super::assets::{Arrival, AssetId, AssetInfo, AssetSize};
use super::map::Map;
use super::units::{Start, UnitId, UnitInfo};
use kessel_kernel::Side;
use kessel_kernel::data::{Printed, Table};
use kessel_kit::{ByName, Each, Key, Read, Reader, Record, records};

records! {
    /// A box of the turn track.
    pub struct TurnInfo {
        /// Its number.
        pub turn: u8 = 1..=99,
        /// `July I`.
        pub date: String,
        /// The year.
        pub year: u16 = 1941..=1945,
        /// Soviet replacement points.
        pub soviet: u8 = 0..=99,
        /// German replacement points.
        pub german: u8 = 0..=99,
        /// Axis minor replacement points.
        pub minor: u8 = 0..=99,
        /// Which of these values are printed, each with its case.
        pub printed: Printed,
    }
}

impl TurnInfo {
    /// What the calendar calls it.
    pub fn label(&self) -> String {
        format!("{} {}", self.date, self.year)
    }
}

records! {
    /// The scenario.
    pub struct ScenarioInfo {
        /// Its id.
        pub id: String,
        /// Its title.
        pub title: String,
        /// Basic strength points that the Soviet player spreads (6.3).
        pub points: u8 = 0..=200,
        /// Over so many units.
        pub units: u8 = 0..=64,
        /// With at least so many each.
        pub least: u8 = 0..=9,
        /// Who is first. The sequence of play is the rules'; another order would be another game.
        pub first: Side = [Side::Soviet],
        /// The default spread: every Soviet unit that is there at the start, in order.
        pub default_strength: ByName<UnitId, u8> as "strength" => |_, _| Some(ByName::default()),
        /// The default assignment of assets, by [`Side::index`].
        pub default_assets: Each<Side, ByName<AssetId, UnitId>, 2> as "assets" => |_, _| Some(Each::default()),
    }
}

/// Reads `[turns]`.
pub(super) fn read_turns(root: &Table<'_>, reader: &Reader<'_>) -> Vec<TurnInfo> {
    let Some(table) = root.need("turns").and_then(|item| reader.table(&item)) else { return Vec::new() };
    let mut turns = Vec::new();
    for line in table.tables("list") {
        let (number, expected) = (line.int("turn", 1..=99_usize), turns.len() + 1);
        let line = line.called(format!("turn {number}"));
        if number != expected {
            line.fault(format!("this must be turn {expected}: turns follow each other from 1"));
        }
        turns.extend(TurnInfo::record(&line, reader));
    }
    if turns.is_empty() {
        table.fault("there are no turns");
    }
    table.finish();
    turns
}

/// What the defaults are checked against.
pub(super) struct Pieces<'a> {
    pub(super) units: &'a [UnitInfo],
    pub(super) assets: &'a [AssetInfo],
    pub(super) map: &'a Map,
}

/// Reads `[scenario]` and `[default]`.
pub(super) fn read(root: &Table<'_>, reader: &Reader<'_>, pieces: &Pieces<'_>) -> Option<ScenarioInfo> {
    let scenario = root.need("scenario").and_then(|item| ScenarioInfo::read(&item, reader));
    let default = root.need("default").and_then(|item| reader.table(&item));
    root.finish();
    let (mut scenario, table) = (scenario?, default?);
    if let Some(table) = table.table("strength").map(|table| table.called("default.strength")) {
        scenario.default_strength = strengths(&table, &scenario, pieces, reader);
    }
    let assets = Side::BOTH.map(|side| {
        let table = table.table(side.word()).map(|table| table.called(format!("default.{}", side.word())));
        table.map(|table| Defaults { pieces, side }.read(&table, reader)).unwrap_or_default()
    });
    scenario.default_assets = Each::new(assets);
    table.finish();
    Some(scenario)
}

/// Reads `[default.strength]` and checks it against 6.3.
fn strengths(
    table: &Table<'_>,
    scenario: &ScenarioInfo,
    pieces: &Pieces<'_>,
    reader: &Reader<'_>,
) -> ByName<UnitId, u8> {
    let starts = |unit: &UnitInfo| unit.side == Side::Soviet && matches!(unit.start, Start::At(_));
    let mut strengths = Vec::new();
    for (item, id) in
        table.entries().iter().filter_map(|item| Some((item, UnitId::from_key(item.key(), item, reader)?)))
    {
        let unit = &pieces.units[id.index()];
        if !starts(unit) {
            item.fault(format!("{} is no Soviet unit that is there at the start", unit.id));
        }
        strengths.extend(item.int(scenario.least..=unit.max).map(|strength| (id, strength)));
    }
    let there: Vec<_> = pieces.units.iter().enumerate().filter(|(_, unit)| starts(unit)).collect();
    for (_, unit) in there.iter().filter(|(place, _)| !strengths.iter().any(|(given, _)| given.index() == *place)) {
        table.fault(format!("{} has no strength", unit.id));
    }
    if there.len() != usize::from(scenario.units) {
        table.fault(format!("{} Soviet units start by units.toml, {} by [scenario]", there.len(), scenario.units));
    }
    let sum: u32 = strengths.iter().map(|&(_, strength)| u32::from(strength)).sum();
    if sum != u32::from(scenario.points) {
        table.fault(format!("the strengths add up to {sum}, not to {}", scenario.points));
    }
    strengths.sort();
    ByName(strengths)
}

/// Checks the default assignment of one side's assets.
struct Defaults<'a> {
    pieces: &'a Pieces<'a>,
    side: Side,
}

impl Defaults<'_> {
    fn read(&self, table: &Table<'_>, reader: &Reader<'_>) -> ByName<AssetId, UnitId> {
        let mut given: Vec<(AssetId, UnitId)> = Vec::new();
        for item in table.entries() {
            let asset = AssetId::from_key(item.key(), &item, reader);
            let Some((asset, unit)) = asset.zip(UnitId::read(&item, reader)) else { continue };
            match self.refuse(&given, asset, unit) {
                Some(why) => item.fault(why),
                None => given.push((asset, unit)),
            }
        }
        self.check_bound(table, &given);
        given.sort();
        ByName(given)
    }

    /// Why an asset may not go to a unit at the start, if it may not.
    fn refuse(&self, given: &[(AssetId, UnitId)], asset: AssetId, unit: UnitId) -> Option<String> {
        let (piece, host) = (&self.pieces.assets[asset.index()], &self.pieces.units[unit.index()]);
        let (piece_id, host_id) = (&piece.id, &host.id);
        if piece.side != self.side || host.side != self.side {
            return Some(format!("{piece_id} and {host_id} are not both of this side"));
        }
        if piece.arrival != Arrival::Start {
            return Some(format!("{piece_id} is not there at the start"));
        }
        let Start::At(space) = host.start else {
            return Some(format!("{host_id} is not there at the start"));
        };
        if piece.only_unit.is_some_and(|only| only != unit) {
            return Some(format!("{piece_id} may not be attached to {host_id}"));
        }
        if piece.only_group.as_ref().is_some_and(|only| *only != host.group) {
            return Some(format!("{piece_id} may be attached to units of its group only"));
        }
        let same_slot = |&&(other, to): &&(AssetId, UnitId)| {
            to == unit && self.pieces.assets[other.index()].is_anti_tank() == piece.is_anti_tank()
        };
        let slots = if piece.is_anti_tank() { 1 } else { usize::from(host.slots) };
        if given.iter().filter(same_slot).count() >= slots {
            return Some(format!("{host_id} has no slot left for {piece_id}: it has {slots}"));
        }
        let caucasus = self.pieces.map.spaces[space].caucasus?;
        let here = |&&(_, to): &&(AssetId, UnitId)| self.pieces.units[to.index()].start == Start::At(space);
        let limit = caucasus.axis_asset_limit.filter(|_| self.side == Side::Axis);
        if limit.is_some_and(|limit| given.iter().filter(here).count() >= usize::from(limit)) {
            return Some(format!("{} holds no more Axis assets", self.pieces.map.board.name(space)));
        }
        let barred = self.side == Side::Soviet && matches!(piece.size, AssetSize::Corps | AssetSize::Division);
        barred.then(|| format!("{piece_id} is too large for a Caucasus box"))
    }

    /// What is bound to a group must be with it from the start (6.4).
    fn check_bound(&self, table: &Table<'_>, given: &[(AssetId, UnitId)]) {
        let bound = |piece: &AssetInfo| {
            piece.side == self.side && piece.arrival == Arrival::Start && piece.only_group.is_some()
        };
        for (place, piece) in self.pieces.assets.iter().enumerate().filter(|(_, piece)| bound(piece)) {
            if !given.iter().any(|&(asset, _)| asset.index() == place) {
                table.fault(format!("{} must be attached to a unit of its group", piece.id));
            }
        }
    }
}
