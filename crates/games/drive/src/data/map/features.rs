//! Reading the waters, and the towns, cities and ultimate supply sources.

use super::{Map, Region, Settlement, Terrain, Ultimate, Water};
use kessel_board::{EdgeId, SpaceId};
use kessel_kernel::data::{Table, course};
use kessel_kit::record::field;
use kessel_kit::{Reader, Word};

/// One unbroken course of hexsides; no side has two waters.
pub(super) fn course_of(table: &Table<'_>, reader: &Reader<'_>) -> Option<Vec<EdgeId>> {
    let board = reader.names.board();
    Some(course(board, &table.need("sides")?.items(), |item, side| {
        if !reader.is_new("water on", reader.names.side(side)) {
            item.fault(format!("there is water on {} already", item.text().unwrap_or("")));
        }
    }))
}

/// Reads `[towns]`.
pub(super) fn read_towns(map: &mut Map, root: &Table<'_>, reader: &Reader<'_>) {
    let Some(table) = root.need("towns").and_then(|item| reader.table(&item)) else { return };
    for line in table.tables("list") {
        let name = line.text("name");
        let line = line.called(name);
        let Some(hex) = field(&line, "hex", reader) else { continue };
        if map.names[hex].is_some() {
            line.fault(format!("{} has a name already", map.board.name(hex)));
        }
        map.names[hex] = Some(name.to_owned());
        map.printed[hex] = reader.printed(&line);
        put_town(map, hex, &line);
        line.finish();
    }
    table.finish();
}

fn put_town(map: &mut Map, hex: SpaceId, line: &Table<'_>) {
    let space = &mut map.spaces[hex];
    // Taman is a source without a town.
    space.settlement = Settlement::get_some(line, "kind").unwrap_or_default();
    space.ultimate = Ultimate::get_some(line, "ultimate").unwrap_or_default();
    space.victory = line.flag("victory");
    let space = map.spaces[hex];
    if space.is_sea() {
        line.fault("there is nothing on the sea");
    }
    if space.is_city() && space.terrain != Terrain::Clear {
        line.fault("a city stands on clear terrain (9.10)");
    }
    if !space.is_settled() && space.ultimate == Ultimate::None {
        line.fault("it is neither town nor city nor source");
    }
    // All towns and cities on either bank of the Volga feed the north map (7.8).
    let on_volga = map.board.neighbors(hex).iter().any(|next| map.sides[next.edge].water == Water::Volga);
    if space.is_settled() && on_volga && !space.ultimate.feeds_soviets(space.sheet) {
        line.fault("a town on the Volga is a Soviet ultimate source (7.8)");
    }
    if line.flag("port") {
        map.put_in(hex, Region::Ports);
    }
    if line.flag("no_garrison") {
        map.put_in(hex, Region::NoGarrison);
    }
}
