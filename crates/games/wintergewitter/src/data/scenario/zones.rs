//! Where units may be set up: from the words of a set-up to hexes.

use super::super::map::{ARMIES, Area, Map, hex_of, hexes_of};
use super::super::units::Roster;
use super::Zone;
use kessel_board::{SpaceId, SpaceSet};
use kessel_kernel::Side;
use kessel_kernel::data::{Item, Table};

/// The keys that say where, of which a set-up has one.
const PLACES: [&str; 8] = ["hexes", "around", "line", "ring", "north_of", "own_side", "areas", "near"];

/// What the words refer to.
pub(super) struct Ground<'a> {
    pub(super) map: &'a Map,
    pub(super) roster: &'a Roster,
    /// Nobody is set up on the enemy side of the 12 December line.
    pub(super) behind_line: bool,
}

impl Ground<'_> {
    /// Reads where a set-up may be; `named` finds the zone of another set-up by its id.
    pub(super) fn zone(&self, table: &Table<'_>, side: Side, named: &dyn Fn(&str) -> Option<Zone>) -> Option<Zone> {
        let keys: Vec<_> = PLACES.into_iter().filter(|key| table.has(key)).collect();
        let &[key] = &keys[..] else {
            table.fault(format!("it says in {} ways where, not in one: {}", keys.len(), PLACES.join(", ")));
            PLACES.iter().for_each(|key| drop(table.get(key)));
            return None;
        };
        let item = table.get(key)?;
        if key == "near" {
            let formations = item.items().iter().filter_map(|item| self.roster.formation(item)).collect();
            return Some(Zone::Near(formations));
        }
        let mut hexes = self.hexes(table, key, &item, side, named)?;
        hexes.intersect_with(&self.map.in_play().collect());
        if self.behind_line || table.flag("behind_line") {
            hexes.intersect_with(self.own_side(side));
        }
        if let Some(item) = table.get("region") {
            let id = item.text()?;
            match self.map.regions.iter().find(|(known, _)| known == id) {
                Some((_, region)) => hexes.intersect_with(region),
                None => item.fault(format!("there is no region {id} on the map")),
            }
        }
        if hexes.is_empty() {
            table.fault("no hex is open to it");
        }
        Some(Zone::Hexes(hexes))
    }

    fn hexes(
        &self,
        table: &Table<'_>,
        key: &str,
        item: &Item<'_>,
        side: Side,
        named: &dyn Fn(&str) -> Option<Zone>,
    ) -> Option<SpaceSet> {
        let board = &self.map.board;
        Some(match key {
            "hexes" => hexes_of(board, &item.items()).into_iter().map(|(hex, _)| hex).collect(),
            "around" => self.around(item),
            "line" => self.along_line(item, side, table.int("radius", 1..=20))?,
            "ring" => self.map.ring_areas[item.word(&ARMIES)? as usize].clone(),
            "north_of" => {
                let row: u8 = item.int(1..=99)?;
                self.map.in_play().filter(|&hex| self.map.spaces[hex].row < row).collect()
            }
            "own_side" => {
                item.flag()?;
                self.own_side(side).clone()
            }
            _ => areas(item, named),
        })
    }

    fn own_side(&self, side: Side) -> &SpaceSet {
        self.map.area(match side {
            Side::Axis => Area::AxisSide,
            Side::Soviet => Area::SovietSide,
        })
    }

    /// Within so many hexes of one of several hexes.
    fn around(&self, item: &Item<'_>) -> SpaceSet {
        let mut hexes = SpaceSet::default();
        for line in item.items().iter().filter_map(Item::table) {
            let centre = line.need("hex").and_then(|item| hex_of(&self.map.board, &item));
            let radius: u32 = line.int("radius", 0..=20);
            line.finish();
            hexes.extend(centre.into_iter().flat_map(|centre| self.map.board.within(centre, radius)));
        }
        hexes
    }

    /// Within so many hexes of the 12 December line, on one's own side, between the columns of two hexes. A hex that touches the line is one
    /// hex from it.
    fn along_line(&self, item: &Item<'_>, side: Side, radius: u32) -> Option<SpaceSet> {
        let ends: Vec<_> = item.items().iter().filter_map(|end| hex_of(&self.map.board, end)).collect();
        let &[from, to] = &ends[..] else {
            item.fault("`line` names the two hexes between which the line runs");
            return None;
        };
        for end in [from, to].into_iter().filter(|&end| !self.is_front(end, side)) {
            item.fault(format!("{} does not touch the 12 December line on this side", self.map.board.name(end)));
        }
        let columns = self.map.spaces[from].column..=self.map.spaces[to].column;
        let own = self.own_side(side);
        let front =
            own.iter().filter(|&hex| columns.contains(&self.map.spaces[hex].column) && self.is_front(hex, side));
        let mut hexes = SpaceSet::default();
        for hex in front {
            hexes.extend(self.map.board.within(hex, radius - 1).filter(|&near| own.contains(near)));
        }
        Some(hexes)
    }

    /// Does a hex lie on this side of the 12 December line, touching the other?
    fn is_front(&self, hex: SpaceId, side: Side) -> bool {
        let other = self.own_side(side.other());
        let neighbors = self.map.board.neighbors(hex).iter();
        self.own_side(side).contains(hex) && neighbors.map(|next| next.space).any(|next| other.contains(next))
    }
}

/// Where other set-ups may be.
fn areas(item: &Item<'_>, named: &dyn Fn(&str) -> Option<Zone>) -> SpaceSet {
    let mut hexes = SpaceSet::default();
    for item in item.items() {
        let Some(id) = item.text() else { continue };
        match named(id) {
            Some(Zone::Hexes(area)) => hexes.union_with(&area),
            Some(Zone::Near(_)) => item.fault(format!("the set-up {id} has no area of its own")),
            None => item.fault(format!("there is no set-up {id} before this one")),
        }
    }
    hexes
}
