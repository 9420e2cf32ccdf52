//! Reading the towns, cities and ultimate supply sources.

use super::super::reading::{Reading, hex_of, part};
use super::{Map, Region, Settlement, Terrain, Ultimate, Water};
use kessel_board::SpaceId;
use kessel_kit::Word;
use kessel_table::data::Table;

/// Reads `[towns]`.
pub(super) fn read_towns(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    let Some(table) = part(root, reading, "map.toml", "towns") else { return };
    for line in table.tables("list") {
        let name = line.text("name");
        let line = line.called(name);
        let Some(hex) = line.need("hex").and_then(|item| hex_of(&item, &map.board)) else { continue };
        if map.names[hex].is_some() {
            line.fault(format!("{} has a name already", map.board.name(hex)));
        }
        map.names[hex] = Some(name.to_owned());
        map.printed[hex] = reading.printed(&line);
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
