//! Reading the start lines, the armies' areas, the regions and the single hexes.

use super::read::Stretches;
use super::{AxisArmy, FrontArmy, Map, Places, Region};
use kessel_board::SpaceId;
use kessel_kernel::data::Table;
use kessel_kit::record::field;
use kessel_kit::{Read, Reader, Word, places_of, records};

/// Regions that follow from other tables of the file.
const DERIVED: [Region; 5] =
    [Region::NorthMap, Region::AxisInBlue, Region::AxisInUranus, Region::Ports, Region::NoGarrison];

/// Reads `[places]`: single hexes that rules name.
pub(super) fn read_places(root: &Table<'_>, reader: &Reader<'_>) -> Option<Places> {
    let table = reader.table(&root.need("places")?)?;
    let places = places_of(&table, |_, item| SpaceId::read(item, reader));
    table.finish();
    places
}

/// Reads `[blue]`: the Soviet front line from north to south, and the areas of the Axis armies.
pub(super) fn read_blue(map: &mut Map, root: &Table<'_>, reader: &Reader<'_>) {
    let Some(table) = root.need("blue").and_then(|item| reader.table(&item)) else { return };
    for line in table.tables("front") {
        let army = FrontArmy::need(&line, "army");
        let line = line.called(format!("front of {}", army.code()));
        reader.printed(&line);
        for hex in field::<Vec<SpaceId>>(&line, "hexes", reader).unwrap_or_default() {
            if map.spaces[hex].front.replace(army).is_some() {
                line.fault(format!("{} belongs to two armies", map.board.name(hex)));
            }
            map.blue_line.push(hex);
        }
        line.finish();
    }
    for line in table.tables("areas") {
        let army = AxisArmy::need(&line, "army");
        let line = line.called(format!("area of {}", army.code()));
        for hex in field::<Stretches>(&line, "hexes", reader).unwrap_or_default().0 {
            if map.spaces[hex].army.replace(army).is_some() || map.spaces[hex].front.is_some() {
                line.fault(format!("{} belongs to two armies", map.board.name(hex)));
            }
            map.put_in(hex, Region::AxisInBlue);
        }
        line.finish();
    }
    check_line(map, &map.blue_line, &table, Region::AxisInBlue);
    table.finish();
}

/// Reads `[uranus]`: the Soviet start line from north to south, and the Axis hexes.
pub(super) fn read_uranus(map: &mut Map, root: &Table<'_>, reader: &Reader<'_>) {
    let Some(table) = root.need("uranus").and_then(|item| reader.table(&item)) else { return };
    map.uranus_line = field(&table, "line", reader).unwrap_or_default();
    for hex in field::<Stretches>(&table, "axis", reader).unwrap_or_default().0 {
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

records! {
    /// A region as the file has it.
    struct Written as "region" by id {
        id: Option<Region> => |table, _| Some(written(table)),
        hexes: Stretches,
    }
}

/// Any region that does not follow from other tables.
fn written(table: &Table<'_>) -> Option<Region> {
    let written: Vec<Region> = Region::every().into_iter().filter(|region| !DERIVED.contains(region)).collect();
    Region::among(&table.need("id")?, &written)
}

/// Reads the `[[region]]` tables: every region that does not follow from other tables, once.
pub(super) fn read_regions(map: &mut Map, root: &Table<'_>, reader: &Reader<'_>) {
    let regions: Vec<Written> = field(root, "region", reader).unwrap_or_default();
    let mut wanted = Region::every();
    wanted.retain(|region| !DERIVED.contains(region) && !regions.iter().any(|written| written.id == Some(*region)));
    for region in wanted {
        root.fault(format!("there is no region \"{}\"", region.word()));
    }
    for (region, hexes) in regions.into_iter().filter_map(|written| Some((written.id?, written.hexes.0))) {
        hexes.into_iter().for_each(|hex| map.put_in(hex, region));
    }
}
