//! Reading `[setup]` and `[control]`.

use super::super::map::{Map, hex_of, spaces_of};
use super::super::reading::{Reading, texts};
use super::super::units::{Roster, UnitId, UnitKind};
use super::Placement;
use kessel_board::{SpaceId, SpaceSet};
use kessel_kernel::Side;
use kessel_kernel::data::{Item, Nation, Table};
use std::collections::BTreeSet;

/// What a set-up is read against.
pub(super) struct SetUp<'a> {
    pub(super) reading: &'a Reading<'a>,
    pub(super) roster: &'a Roster,
    /// The scenario's map.
    pub(super) map: &'a Map,
    /// The whole map that it is cut from.
    pub(super) whole: &'a Map,
    pub(super) control: &'a SpaceSet,
    /// Units that stand elsewhere than the lines say.
    pub(super) moved: Vec<(UnitId, SpaceId)>,
    /// How many divisions a hex holds.
    pub(super) limit: u8,
}

impl SetUp<'_> {
    /// Reads `[setup.axis]` and `[setup.soviet]` of `root`. What lies off the map is a fault, unless the lines are another scenario's.
    pub(super) fn read(&self, setup: &Table<'_>, file: &str, borrowed: bool) -> Vec<Placement> {
        let mut placements: Vec<Placement> = Vec::new();
        for side in Side::BOTH {
            let Some(table) = setup.table(side.word()) else { continue };
            let table = table.called(format!("setup.{}", side.word()));
            if !borrowed {
                self.reading.source(&table, format!("{file} setup.{}", side.word()));
            }
            for line in table.tables("stacks") {
                self.read_stack(line, side, borrowed, &mut placements);
            }
            if !borrowed {
                table.finish();
            }
        }
        for &(unit, hex) in &self.moved {
            placements.push(Placement { unit, hex, reduced: false });
        }
        placements.sort_by_key(|placement| placement.unit);
        placements
    }

    fn read_stack(&self, line: Table<'_>, side: Side, borrowed: bool, placements: &mut Vec<Placement>) {
        let name = line.text("hex");
        let line = line.called(format!("stack {name}"));
        let Some(item) = line.get("hex") else { return };
        let hq = line.get("hq");
        let units = line.items("units");
        let reduced = line.items("reduced");
        line.finish();
        let hex = match self.map.board.space(name) {
            Some(hex) if self.map.board.is_hex(hex) => hex,
            _ if borrowed && self.whole.board.space(name).is_some() => return,
            _ if self.whole.board.space(name).is_some() => {
                item.fault(format!("{name} is not on the map of this scenario"));
                return;
            }
            _ => {
                item.fault(format!("there is no hex {name} on the map"));
                return;
            }
        };
        if self.map.spaces[hex].is_water() {
            item.fault(format!("{name} is water"));
        } else if self.control.contains(hex) != (side == Side::Axis) {
            item.fault(format!("{name} is under the other side's control"));
        }
        let turned = texts(&reduced);
        let mut stack: Vec<UnitId> = Vec::new();
        for (item, is_hq) in units.iter().map(|item| (item, false)).chain(hq.iter().map(|item| (item, true))) {
            let Some(unit) = self.unit(item, side, is_hq, placements) else { continue };
            stack.push(unit);
            if self.moved.iter().any(|&(moved, _)| moved == unit) {
                continue;
            }
            let info = self.roster.info(unit);
            let reduced = turned.contains(&info.id);
            if reduced && info.reduced.is_none() {
                item.fault(format!("{} has no reduced side", info.id));
            }
            placements.push(Placement { unit, hex, reduced });
        }
        for item in &reduced {
            let there = self.roster.find(item).is_some_and(|unit| stack.contains(&unit));
            if !there {
                item.fault(format!("{} is not in this stack", item.text().unwrap_or("")));
            }
        }
        self.check_stack(&item, &stack);
    }

    /// The unit that a value names, if it can stand in a stack of this side.
    fn unit(&self, item: &Item<'_>, side: Side, is_hq: bool, placements: &[Placement]) -> Option<UnitId> {
        let unit = self.roster.find(item)?;
        let info = self.roster.info(unit);
        if info.side != side {
            item.fault(format!("{} is not of this side", info.id));
        }
        if info.is_hq() != is_hq {
            item.fault(format!("{} is {} HQ", info.id, if is_hq { "no" } else { "an" }));
        }
        if matches!(info.kind, UnitKind::Alarm | UnitKind::ArmoredKampfgruppe | UnitKind::InfantryKampfgruppe) {
            item.fault(format!("{} is never there at the start", info.id));
        }
        if placements.iter().any(|placement| placement.unit == unit) {
            item.fault(format!("{} stands in two hexes", info.id));
            return None;
        }
        Some(unit)
    }

    /// Stacking holds at the start, too (1.11).
    fn check_stack(&self, item: &Item<'_>, stack: &[UnitId]) {
        let infos: Vec<_> = stack.iter().map(|&unit| self.roster.info(unit)).collect();
        let mut divisions = BTreeSet::new();
        let mut points = 0;
        for info in infos.iter().filter(|info| !info.is_hq()) {
            let first = info.division.is_none_or(|division| divisions.insert(division));
            points += u8::from(first);
        }
        if points > self.limit {
            item.fault(format!("{points} divisions in one hex, which holds {}", self.limit));
        }
        let nation = |nation| infos.iter().any(|info| info.nation == nation);
        if nation(Nation::Hungarian) && nation(Nation::Romanian) {
            item.fault("Hungarians and Romanians do not share a hex");
        }
    }
}

/// Reads `[control]`.
pub(super) fn read_control(root: &Table<'_>, file: &str, reading: &Reading<'_>, map: &Map) -> SpaceSet {
    let mut control = map.board.space_set();
    let Some(table) = root.table("control").map(|table| table.called("control")) else {
        return control;
    };
    reading.source(&table, format!("{file} control"));
    for hex in spaces_of(&map.board, &table.items("axis")) {
        if !map.spaces[hex].is_water() {
            control.insert(hex);
        }
    }
    table.finish();
    control
}

/// Reads `move = [{ unit = "It8A", hex = "1522" }]`.
pub(super) fn read_moved(setup: &Table<'_>, roster: &Roster, map: &Map) -> Vec<(UnitId, SpaceId)> {
    let mut moved = Vec::new();
    for line in setup.items("move").iter().filter_map(Item::table) {
        let unit = line.need("unit").and_then(|item| roster.find(&item));
        let hex = line.need("hex").and_then(|item| hex_of(&map.board, &item));
        line.finish();
        moved.extend(unit.zip(hex));
    }
    moved
}
