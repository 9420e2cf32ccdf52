//! Reading the start lines, the armies' areas, the regions and the single hexes.

use super::super::reading::{Reading, hex_of, hexes_of, part, places_of};
use super::read::stretches_of;
use super::{AxisArmy, FrontArmy, Map, Places, Region};
use kessel_board::{Board, SpaceId};
use kessel_kit::Word;
use kessel_table::data::Table;
use std::collections::BTreeSet;

/// Regions that follow from other tables of the file.
const DERIVED: [Region; 5] =
    [Region::NorthMap, Region::AxisInBlue, Region::AxisInUranus, Region::Ports, Region::NoGarrison];

/// Reads `[places]`: single hexes that rules name.
pub(super) fn read_places(root: &Table<'_>, reading: &Reading<'_>, board: &Board) -> Option<Places> {
    let table = part(root, reading, "map.toml", "places")?;
    let places = places_of(&table, |_, item| hex_of(item, board));
    table.finish();
    places
}

/// Reads `[blue]`: the Soviet front line from north to south, and the areas of the Axis armies.
pub(super) fn read_blue(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    let Some(table) = part(root, reading, "map.toml", "blue") else { return };
    for line in table.tables("front") {
        let army = FrontArmy::need(&line, "army");
        let line = line.called(format!("front of {}", army.code()));
        reading.printed(&line);
        let hexes = line.need("hexes").map(|list| hexes_of(&list.items(), &map.board)).unwrap_or_default();
        line.finish();
        for hex in hexes {
            if map.spaces[hex].front.replace(army).is_some() {
                line.fault(format!("{} belongs to two armies", map.board.name(hex)));
            }
            map.blue_line.push(hex);
        }
    }
    for line in table.tables("areas") {
        let army = AxisArmy::need(&line, "army");
        let line = line.called(format!("area of {}", army.code()));
        let hexes = line.need("hexes").map(|list| stretches_of(&map.board, &list.items())).unwrap_or_default();
        line.finish();
        for hex in hexes {
            if map.spaces[hex].army.replace(army).is_some() || map.spaces[hex].front.is_some() {
                line.fault(format!("{} belongs to two armies", map.board.name(hex)));
            }
            map.put_in(hex, Region::AxisInBlue);
        }
    }
    check_line(map, &map.blue_line, &table, Region::AxisInBlue);
    table.finish();
}

/// Reads `[uranus]`: the Soviet start line from north to south, and the Axis hexes.
pub(super) fn read_uranus(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    let Some(table) = part(root, reading, "map.toml", "uranus") else { return };
    map.uranus_line = table.need("line").map(|list| hexes_of(&list.items(), &map.board)).unwrap_or_default();
    let axis = table.need("axis").map(|list| stretches_of(&map.board, &list.items())).unwrap_or_default();
    for hex in axis {
        map.put_in(hex, Region::AxisInUranus);
    }
    check_line(map, &map.uranus_line, &table, Region::AxisInUranus);
    table.finish();
}

/// A start line is one chain, and nothing but the line separates the Axis hexes from the other hexes of the north map.
fn check_line(map: &Map, line: &[SpaceId], table: &Table<'_>, axis: Region) {
    for pair in line.windows(2).filter(|pair| !map.board.are_adjacent(pair[0], pair[1])) {
        let [one, other] = [pair[0], pair[1]].map(|hex| map.board.name(hex));
        table.fault(format!("the start line breaks between {one} and {other}"));
    }
    for hex in map.region(axis) {
        if line.contains(&hex) {
            table.fault(format!("{} is on the start line and on the Axis side of it", map.board.name(hex)));
        }
        for next in map.board.neighbors(hex) {
            let beyond = map.is_in(next.space, Region::NorthMap) && !map.is_in(next.space, axis);
            if beyond && !line.contains(&next.space) {
                let [one, other] = [hex, next.space].map(|hex| map.board.name(hex));
                table.fault(format!("the start line does not pass between {one} and {other}"));
            }
        }
    }
}

/// Reads the `[[region]]` tables: every region that does not follow from other tables, once.
pub(super) fn read_regions(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    let written: Vec<Region> = Region::every().into_iter().filter(|region| !DERIVED.contains(region)).collect();
    let mut seen: BTreeSet<Region> = BTreeSet::new();
    for table in root.tables("region") {
        let id = table.text("id");
        let table = table.called(format!("region {id}"));
        reading.source(&table, format!("map.toml region {id}"));
        reading.printed(&table);
        let region = table.get("id").and_then(|item| Region::among(&item, &written));
        let hexes = table.need("hexes").map(|list| stretches_of(&map.board, &list.items())).unwrap_or_default();
        table.finish();
        let Some(region) = region else { continue };
        if !seen.insert(region) {
            table.fault("there are two regions of this id");
        }
        for hex in hexes {
            map.put_in(hex, region);
        }
    }
    for region in written.iter().filter(|region| !seen.contains(region)) {
        root.fault(format!("there is no region \"{}\"", region.word()));
    }
}
