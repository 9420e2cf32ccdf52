//! Reading roads, railroads, ferries, supply sources, regions and places.

use super::super::reading::{Reading, SIDES, Turns};
use super::read::{hex_of, spaces_of};
use super::{Line, Map, Places, Region, River, SourceOwner, SupplySource};
use kessel_board::SpaceId;
use kessel_kernel::data::{Item, Table, hexside};
use kessel_kit::Word;
use std::collections::BTreeSet;

/// Reads the `[[rail]]` and `[[road]]` tables.
pub(super) fn read_lines(map: &mut Map, root: &Table<'_>, file: &str, reading: &Reading<'_>) {
    for (kind, rail) in [("rail", true), ("road", false)] {
        for table in root.tables(kind) {
            let name = table.text("name");
            let table = table.called(format!("{kind} {name}"));
            reading.source(&table, format!("{file} {kind} {name}"));
            let items = table.need("path").map(|path| path.items()).unwrap_or_default();
            if items.len() < 2 {
                table.fault("a line leads through two hexes at least");
            }
            let path = read_path(map, &items, rail);
            table.finish();
            map.lines.push(Line { name: name.to_owned(), rail, path });
        }
    }
}

/// Reads the hexes of a line and puts it on the sides between them.
fn read_path(map: &mut Map, items: &[Item<'_>], rail: bool) -> Vec<SpaceId> {
    let mut path: Vec<SpaceId> = Vec::new();
    let mut before: Option<SpaceId> = None;
    for item in items {
        let hex = hex_of(&map.board, item);
        let before = std::mem::replace(&mut before, hex);
        let Some(hex) = hex else { continue };
        let name = map.board.name(hex).to_owned();
        if map.spaces[hex].is_water() {
            item.fault(format!("{name} is water"));
        }
        map.spaces[hex].line = true;
        map.spaces[hex].rail |= rail;
        path.push(hex);
        let Some(before) = before else { continue };
        let Some(side) = map.board.edge(before, hex) else {
            item.fault(format!("{} and {name} are not neighbours", map.board.name(before)));
            continue;
        };
        let info = &mut map.sides[side];
        // Lines may share their track.
        if rail {
            info.rail = true;
        } else {
            info.road = true;
        }
    }
    path
}

/// Reads `[ferries]`; every other line over a river is a bridge (7.4).
pub(super) fn read_crossings(map: &mut Map, root: &Table<'_>, file: &str, reading: &Reading<'_>) {
    if let Some(table) = root.table("ferries").map(|table| table.called("ferries")) {
        reading.source(&table, format!("{file} ferries"));
        for item in table.items("sides") {
            let Some(side) = hexside(&map.board, &item) else { continue };
            let text = item.text().unwrap_or("");
            let info = &mut map.sides[side];
            if info.river == River::None {
                item.fault(format!("there is no river on {text}"));
            }
            if info.ferry {
                item.fault(format!("there is a ferry on {text} already"));
            }
            info.ferry = true;
        }
        table.finish();
    }
    for info in map.sides.values_mut() {
        info.bridge = info.river != River::None && info.line() && !info.ferry;
    }
}

/// Reads a `[sources]` table; `known` are those that are there already.
pub(in super::super) fn read_sources(
    map: &Map,
    known: &[SupplySource],
    table: &Table<'_>,
    reading: &Reading<'_>,
) -> Vec<SupplySource> {
    let mut sources: Vec<SupplySource> = Vec::new();
    let owners = [
        (SIDES[0].0, SourceOwner::Side(SIDES[0].1)),
        (SIDES[1].0, SourceOwner::Side(SIDES[1].1)),
        ("holder", SourceOwner::Holder),
    ];
    for line in table.tables("list") {
        let name = line.text("hex");
        let line = line.called(format!("source {name}"));
        let owner = line.word("side", &owners);
        let from = reading.get_turn(&line, "from").unwrap_or(super::Turn(1));
        reading.printed(&line);
        if let Some(item) = line.get("hex")
            && let Some(hex) = hex_of(&map.board, &item)
        {
            if map.spaces[hex].is_water() {
                item.fault("is water");
            }
            if sources.iter().any(|other| other.hex == hex) {
                item.fault("is listed twice");
            }
            // A scenario may make a printed source work for everybody, or earlier; then both hold.
            if known.iter().any(|other| other.hex == hex && other.owner == owner && other.from <= from) {
                item.fault("is a source of the map anyway");
            }
            sources.push(SupplySource { hex, owner, from });
        }
        line.finish();
    }
    sources
}

/// Reads the `[[region]]` tables.
pub(super) fn read_regions(map: &mut Map, root: &Table<'_>, file: &str, reading: &Reading<'_>) {
    let mut seen = BTreeSet::new();
    for item in root.items("region") {
        let Some(table) = item.table() else { continue };
        let name = table.text("id");
        let table = table.called(format!("region {name}"));
        reading.source(&table, format!("{file} region {name}"));
        table.text("name");
        let region = Region::get(&table, "id");
        let hexes = table.need("hexes").map(|list| spaces_of(&map.board, &list.items())).unwrap_or_default();
        table.finish();
        let Some(region) = region else { continue };
        if !seen.insert(region) {
            table.fault("there are two regions of this id");
        }
        for hex in hexes {
            map.regions[region as usize].insert(hex);
        }
    }
    // The small map does without; a map with regions has all of them.
    if !seen.is_empty() {
        for region in Region::ALL.into_iter().filter(|region| !seen.contains(region)) {
            root.fault(format!("there is no region \"{}\"", region.word()));
        }
    }
}

/// Reads `[places]`. Places may be left out where the map does not reach.
pub(super) fn read_places(map: &Map, root: &Table<'_>, file: &str, reading: &Reading<'_>) -> Places {
    let Some(table) = root.table("places").map(|table| table.called("places")) else {
        return Places::default();
    };
    reading.source(&table, format!("{file} places"));
    reading.printed(&table);
    let place = |key| table.get(key).and_then(|item| hex_of(&map.board, &item));
    let places = Places {
        pitomnik: place("pitomnik"),
        gumrak: place("gumrak"),
        morozovsk: place("morozovsk"),
        tatsinskaya: place("tatsinskaya"),
        kotelnikovo: place("kotelnikovo"),
        kalach: place("kalach"),
        rostov: place("rostov"),
        kharkov: place("kharkov"),
    };
    table.finish();
    places
}
