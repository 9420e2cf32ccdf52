//! Reading the rivers.

use super::super::reading::Reading;
use super::{Map, River, RiverCourse};
use kessel_board::EdgeId;
use kessel_kernel::data::{Item, Table, course};

/// Reads the `[[river]]` tables.
pub(super) fn read_rivers(map: &mut Map, root: &Table<'_>, file: &str, reading: &Reading<'_>) {
    for table in root.tables("river") {
        let name = table.text("name");
        let table = table.called(format!("the {name}"));
        reading.source(&table, format!("{file} river {name}"));
        if map.rivers.iter().any(|river| river.name == name) {
            table.fault("there are two rivers of this name");
        }
        let class = River::class(&table);
        let mut stretches = Vec::new();
        for stretch in table.need("sides").map(|sides| sides.items()).unwrap_or_default() {
            stretches.push(read_stretch(map, &stretch.items(), class));
        }
        table.finish();
        map.rivers.push(RiverCourse { name: name.to_owned(), class, stretches });
    }
}

/// Reads an unbroken stretch of hexsides and puts the river on them.
fn read_stretch(map: &mut Map, items: &[Item<'_>], class: River) -> Vec<EdgeId> {
    course(&map.board, items, |item, side| {
        if map.sides[side].river != River::None {
            item.fault(format!("there is a river on {} already", item.text().unwrap_or("")));
        }
        map.sides[side].river = class;
    })
}
