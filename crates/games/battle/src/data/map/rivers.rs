//! Reading the rivers, and what must hold between them and the hexes.

use super::super::reading::Reading;
use super::{MapParts, River, RiverCourse};
use kessel_board::{EdgeId, SpaceId};
use kessel_kit::Word;
use kessel_table::data::{Item, Table, course};

const CLASSES: [River; 2] = [River::Major, River::Minor];

/// The river that 10.4 asks about.
const VOLGA: &str = "Volga";

impl MapParts<'_> {
    /// Reads the `[[river]]` tables.
    pub(super) fn read_rivers(&mut self, root: &Table<'_>, reading: &Reading<'_>) {
        for table in root.tables("river") {
            let name = table.text("name");
            let table = table.called(format!("the {name}"));
            reading.source(&table, format!("map.toml river {name}"));
            reading.printed(&table);
            let class = table.need("class").and_then(|item| River::among(&item, &CLASSES)).unwrap_or(River::Major);
            let mut stretches = Vec::new();
            for stretch in table.need("sides").map(|sides| sides.items()).unwrap_or_default() {
                stretches.push(self.read_stretch(&stretch.items(), class));
            }
            let through = table.items("through").iter().filter_map(|item| self.hex(item)).collect();
            table.finish();
            self.courses.push(RiverCourse { name: name.to_owned(), class, stretches, through });
        }
    }

    /// Reads an unbroken stretch of hexsides and puts the river on them.
    fn read_stretch(&mut self, items: &[Item<'_>], class: River) -> Vec<EdgeId> {
        course(&self.board, items, |item, side| {
            if self.rivers[side] != River::None {
                item.fault(format!("there is a river on {} already", item.text().unwrap_or("")));
            }
            self.rivers[side] = class;
        })
    }

    /// A crossing needs a river through its hex; a hex of the Volga needs the Volga (2.1, 10.4).
    pub(super) fn check_waters(&self) {
        for draft in &self.hexes {
            let hex = self.board.space(draft.name).expect("drafts are on the board");
            let info = &self.spaces[hex];
            if info.crossing && !self.courses.iter().any(|river| river.through.contains(&hex)) {
                draft.item.fault("has a river crossing, but no river runs through it");
            }
            if info.volga && !self.on_volga(hex) {
                draft.item.fault("is marked `volga`, but the Volga does not touch it");
            }
        }
    }

    fn on_volga(&self, hex: SpaceId) -> bool {
        let touches = |&side: &EdgeId| {
            let (a, b) = self.board.edge_ends(side);
            a == hex || b == hex
        };
        self.courses
            .iter()
            .filter(|river| river.name == VOLGA)
            .any(|volga| volga.through.contains(&hex) || volga.stretches.iter().flatten().any(touches))
    }
}
