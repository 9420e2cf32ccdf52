//! The scenario: the turn track, and what a player gets who does not choose for himself.

use super::assets::{Arrival, AssetId, AssetInfo, AssetSize, Stock};
use super::map::MapParts;
use super::reading::{Printed, Reading, SIDES};
use super::units::{Roster, Start, UnitId, UnitInfo};
use kessel_table::Side;
use kessel_table::data::Table;
use serde::Serialize;

/// A box of the turn track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnInfo {
    /// `July I`.
    pub date: String,
    /// The year.
    pub year: u16,
    /// Soviet replacement points.
    pub soviet: u8,
    /// German replacement points.
    pub german: u8,
    /// Axis minor replacement points.
    pub minor: u8,
    /// Which of these values are printed, each with its case.
    #[serde(skip)]
    pub printed: Printed,
}

impl TurnInfo {
    /// What the calendar calls it.
    pub fn label(&self) -> String {
        format!("{} {}", self.date, self.year)
    }
}

/// The scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ScenarioInfo {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Basic strength points that the Soviet player spreads (6.3).
    pub points: u8,
    /// Over so many units.
    pub units: u8,
    /// With at least so many each.
    pub least: u8,
    /// The default spread: every Soviet unit that is there at the start, in order.
    #[serde(skip)]
    pub default_strength: Vec<(UnitId, u8)>,
    /// The default assignment of assets, by [`Side::index`].
    #[serde(skip)]
    pub default_assets: [Vec<(AssetId, UnitId)>; 2],
}

/// Reads `[turns]`.
pub(super) fn read_turns(root: &Table<'_>, reading: &Reading<'_>) -> Vec<TurnInfo> {
    let Some(table) = root.table("turns") else {
        return Vec::new();
    };
    reading.source(&table, "campaign.toml turns");
    let mut turns = Vec::new();
    for line in table.tables("list") {
        let expected = turns.len() + 1;
        let number = line.int("turn", 1..=99_usize);
        let line = line.called(format!("turn {number}"));
        if number != expected {
            line.fault(format!("this must be turn {expected}: turns follow each other from 1"));
        }
        turns.push(TurnInfo {
            date: line.text("date").to_owned(),
            year: line.int("year", 1941..=1945),
            soviet: line.int("soviet", 0..=99),
            german: line.int("german", 0..=99),
            minor: line.int("minor", 0..=99),
            printed: reading.printed(&line),
        });
        line.finish();
    }
    if turns.is_empty() {
        table.fault("there are no turns");
    }
    table.finish();
    turns
}

/// Reads the rest of `campaign.toml`.
pub(super) fn read(
    root: &Table<'_>,
    reading: &Reading<'_>,
    roster: &Roster,
    stock: &Stock,
    map: &MapParts<'_>,
) -> ScenarioInfo {
    let mut scenario = ScenarioInfo::default();
    if let Some(table) = root.table("scenario") {
        let table = table.called("scenario");
        reading.source(&table, "campaign.toml scenario");
        scenario.id = table.text("id").to_owned();
        scenario.title = table.text("title").to_owned();
        scenario.points = table.int("points", 0..=200);
        scenario.units = table.int("units", 0..=64);
        scenario.least = table.int("least", 0..=9);
        // The sequence of play is the rules'; another order would be another game.
        table.word("first", &[("soviet", ())]);
        table.finish();
    }
    if let Some(table) = root.table("default") {
        reading.source(&table, "campaign.toml default");
        scenario.default_strength = read_strength(&table, &scenario, roster);
        for (word, side) in SIDES {
            let Some(table) = table.table(word) else {
                continue;
            };
            let defaults = Defaults { roster, stock, map, side };
            scenario.default_assets[side.index()] = defaults.read(&table.called(format!("default.{word}")));
        }
        table.finish();
    }
    root.finish();
    scenario
}

/// Reads `[default.strength]` and checks it against 6.3.
fn read_strength(table: &Table<'_>, scenario: &ScenarioInfo, roster: &Roster) -> Vec<(UnitId, u8)> {
    let Some(table) = table.table("strength") else {
        return Vec::new();
    };
    let table = table.called("default.strength");
    let starts = |unit: &UnitInfo| unit.side == Side::Soviet && matches!(unit.start, Start::At(_));
    let mut strengths = Vec::new();
    for item in table.entries() {
        let Some(place) = roster.units.iter().position(|unit| unit.id == item.key()) else {
            item.fault(format!("there is no unit {}", item.key()));
            continue;
        };
        let unit = &roster.units[place];
        if !starts(unit) {
            item.fault(format!("{} is no Soviet unit that is there at the start", unit.id));
        }
        if let Some(strength) = item.int(scenario.least..=unit.max) {
            strengths.push((UnitId::at(place), strength));
        }
    }
    let there: Vec<_> = (0..roster.units.len()).filter(|&place| starts(&roster.units[place])).map(UnitId::at).collect();
    for unit in there.iter().filter(|unit| !strengths.iter().any(|(given, _)| given == *unit)) {
        table.fault(format!("{} has no strength", roster.units[unit.index()].id));
    }
    if there.len() != usize::from(scenario.units) {
        table.fault(format!("{} Soviet units start by units.toml, {} by [scenario]", there.len(), scenario.units));
    }
    let sum: u32 = strengths.iter().map(|&(_, strength)| u32::from(strength)).sum();
    if sum != u32::from(scenario.points) {
        table.fault(format!("the strengths add up to {sum}, not to {}", scenario.points));
    }
    strengths.sort();
    strengths
}

/// Checks the default assignment of one side's assets.
struct Defaults<'a> {
    roster: &'a Roster,
    stock: &'a Stock,
    map: &'a MapParts<'a>,
    side: Side,
}

impl Defaults<'_> {
    fn read(&self, table: &Table<'_>) -> Vec<(AssetId, UnitId)> {
        let mut given: Vec<(AssetId, UnitId)> = Vec::new();
        for item in table.entries() {
            let Some(place) = self.stock.assets.iter().position(|asset| asset.id == item.key()) else {
                item.fault(format!("there is no asset {}", item.key()));
                continue;
            };
            let Some(unit) = self.roster.find(&item) else {
                continue;
            };
            let asset = AssetId::at(place);
            match self.refuse(&given, asset, unit) {
                Some(why) => item.fault(why),
                None => given.push((asset, unit)),
            }
        }
        self.check_bound(table, &given);
        given.sort();
        given
    }

    /// Why an asset may not go to a unit at the start, if it may not.
    fn refuse(&self, given: &[(AssetId, UnitId)], asset: AssetId, unit: UnitId) -> Option<String> {
        let (piece, host) = (&self.stock.assets[asset.index()], &self.roster.units[unit.index()]);
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
            to == unit && self.stock.assets[other.index()].is_anti_tank() == piece.is_anti_tank()
        };
        let slots = if piece.is_anti_tank() { 1 } else { usize::from(host.slots) };
        if given.iter().filter(same_slot).count() >= slots {
            return Some(format!("{host_id} has no slot left for {piece_id}: it has {slots}"));
        }
        let caucasus = self.map.spaces[space].caucasus?;
        let here = |&&(_, to): &&(AssetId, UnitId)| self.roster.units[to.index()].start == Start::At(space);
        let limit = caucasus.axis_asset_limit.filter(|_| self.side == Side::Axis);
        if limit.is_some_and(|limit| given.iter().filter(here).count() >= usize::from(limit)) {
            return Some(format!("{} holds no more Axis assets", self.map.board.name(space)));
        }
        let barred = self.side == Side::Soviet && matches!(piece.size, AssetSize::Corps | AssetSize::Division);
        barred.then(|| format!("{piece_id} is too large for a Caucasus box"))
    }

    /// What is bound to a group must be with it from the start (6.4).
    fn check_bound(&self, table: &Table<'_>, given: &[(AssetId, UnitId)]) {
        let bound = |piece: &AssetInfo| {
            piece.side == self.side && piece.arrival == Arrival::Start && piece.only_group.is_some()
        };
        for (place, piece) in self.stock.assets.iter().enumerate().filter(|(_, piece)| bound(piece)) {
            if !given.iter().any(|&(asset, _)| asset.index() == place) {
                table.fault(format!("{} must be attached to a unit of its group", piece.id));
            }
        }
    }
}
