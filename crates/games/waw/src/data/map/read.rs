//! Reading a base map.

use super::base::{BaseLine, BaseMap, Cell};
use super::{LineKind, Scale, Terrain};
use kessel_kernel::data::{Doc, Item, Reading, Table};
use kessel_kit::Word;

/// The signs of the rows. An airfield is clear ground.
const SIGNS: [(char, Terrain); 11] = [
    ('.', Terrain::Clear),
    ('A', Terrain::Clear),
    ('f', Terrain::Forest),
    ('m', Terrain::Marsh),
    ('v', Terrain::Village),
    ('F', Terrain::Factory),
    ('~', Terrain::Water),
    ('c', Terrain::City),
    ('=', Terrain::Ferry),
    ('#', Terrain::Rubble),
    ('s', Terrain::Suburb),
];

/// Reads one of the base maps. `None` only after a fault.
pub(in crate::data) fn read(doc: &Doc<'_>, scale: Scale, reading: &Reading<'_>) -> Option<BaseMap> {
    let root = doc.root();
    let mut map = read_size(&root, scale, doc.name(), reading)?;
    read_terrain(&root, &mut map, doc.name(), reading)?;
    read_lines(&root, &mut map, doc.name(), reading);
    read_places(&root, &mut map, doc.name(), reading);
    read_bounds(&root, &mut map, doc.name(), reading);
    root.finish();
    Some(map)
}

fn read_size(root: &Table<'_>, scale: Scale, file: &str, reading: &Reading<'_>) -> Option<BaseMap> {
    let table = root.table("map")?.called("map");
    reading.source(&table, format!("{file} map"));
    reading.printed(&table);
    let columns = table.int("columns", 1..=255);
    let rows = table.int("rows", 1..=255);
    let metres: u32 = table.int("metres", 1..=10_000);
    if metres != scale.metres() {
        table.fault(format!("`metres` is {metres}, not {}: the scale of this map", scale.metres()));
    }
    table.finish();
    Some(BaseMap {
        scale,
        columns,
        rows,
        terrain: Vec::new(),
        lines: Vec::new(),
        hills: Vec::new(),
        places: Vec::new(),
        strips: Vec::new(),
        airfields: Vec::new(),
        south: Vec::new(),
        east: Vec::new(),
    })
}

fn read_terrain(root: &Table<'_>, map: &mut BaseMap, file: &str, reading: &Reading<'_>) -> Option<()> {
    let table = root.table("terrain")?.called("terrain");
    reading.source(&table, format!("{file} terrain"));
    let rows = table.items("rows");
    for (row, item) in (0..).zip(&rows) {
        let text = item.text()?;
        for (column, sign) in (0..).zip(text.chars()) {
            let terrain = SIGNS.iter().find(|(known, _)| *known == sign).map(|&(_, terrain)| terrain);
            if terrain.is_none() {
                item.fault(format!("row {}, column {}: '{sign}' is no terrain", row + 1, column + 1));
            }
            if sign == 'A' {
                map.strips.push((column, row));
            }
            map.terrain.push(terrain.unwrap_or_default());
        }
        let length = text.chars().count();
        if length != usize::from(map.columns) {
            item.fault(format!("row {} has {length} hexes, not {}", row + 1, map.columns));
            return None;
        }
    }
    table.finish();
    if rows.len() != usize::from(map.rows) {
        table.fault(format!("there are {} rows, not {}", rows.len(), map.rows));
        return None;
    }
    Some(())
}

fn read_lines(root: &Table<'_>, map: &mut BaseMap, file: &str, reading: &Reading<'_>) {
    for table in root.tables("line") {
        let (kind, name) = (LineKind::need(&table, "kind"), table.text("name").to_owned());
        let table = table.called(name.clone());
        reading.source(&table, format!("{file} {} {name}", kind.word()));
        let mut pairs = Vec::new();
        if kind.is_on_sides() {
            pairs.extend(table.items("sides").iter().filter_map(|item| read_side(item, map)));
        } else {
            for stretch in table.items("hexes") {
                let cells: Vec<_> = stretch.items().iter().filter_map(|item| cell(item, map)).collect();
                for pair in cells.windows(2) {
                    if !BaseMap::adjacent(pair[0], pair[1]) {
                        stretch.fault(format!("{} and {} are not neighbours", number(pair[0]), number(pair[1])));
                    }
                    pairs.push((pair[0], pair[1]));
                }
            }
        }
        table.finish();
        map.lines.push(BaseLine { kind, name, pairs });
    }
}

fn read_side(item: &Item<'_>, map: &BaseMap) -> Option<(Cell, Cell)> {
    let text = item.text()?;
    let cells = text.split_once('|').map(|(one, other)| (parse(one), parse(other)));
    let Some((Some(one), Some(other))) = cells else {
        item.fault(format!("\"{text}\" is no hexside: write \"001001|002001\""));
        return None;
    };
    for hex in [one, other] {
        if !map.has(hex) {
            item.fault(format!("there is no hex {} on the map", number(hex)));
            return None;
        }
    }
    if !BaseMap::adjacent(one, other) {
        item.fault(format!("{} and {} are not neighbours", number(one), number(other)));
        return None;
    }
    Some((one, other))
}

fn read_places(root: &Table<'_>, map: &mut BaseMap, file: &str, reading: &Reading<'_>) {
    if let Some(table) = root.table("hills").map(|table| table.called("hills")) {
        reading.source(&table, format!("{file} hills"));
        for hill in table.tables("list") {
            let hexes = hill.items("hexes").iter().filter_map(|item| cell(item, map)).collect();
            map.hills.push((hill.text("name").to_owned(), hexes));
            hill.finish();
        }
        table.finish();
    }
    for (key, field) in [("places", 0), ("airfields", 1)] {
        let Some(table) = root.table(key).map(|table| table.called(key)) else { continue };
        reading.source(&table, format!("{file} {key}"));
        for place in table.tables("list") {
            reading.printed(&place);
            let name = place.text("name").to_owned();
            if let Some(hex) = place.need("hex").and_then(|item| cell(&item, map)) {
                let list = if field == 0 { &mut map.places } else { &mut map.airfields };
                if list.iter().any(|(known, _)| *known == hex) {
                    place.fault(format!("{} has a name already", number(hex)));
                }
                list.push((hex, name));
            }
            place.finish();
        }
        table.finish();
    }
}

/// The Weather Line by column, the east bank of the Volga by row.
fn read_bounds(root: &Table<'_>, map: &mut BaseMap, file: &str, reading: &Reading<'_>) {
    let Some(table) = root.table("bounds").map(|table| table.called("bounds")) else { return };
    reading.source(&table, format!("{file} bounds"));
    reading.printed(&table);
    let numbers = |key: &str, length: u8, most: u8| {
        let items = table.items(key);
        if items.len() != usize::from(length) {
            table.fault(format!("`{key}` has {} numbers, not {length}", items.len()));
        }
        let mut numbers: Vec<u8> =
            items.iter().map(|item| item.int(1..=most + 1).map_or(most, |number: u8| number - 1)).collect();
        numbers.resize(usize::from(length), most);
        numbers
    };
    map.south = numbers("south", map.columns, map.rows);
    map.east = numbers("east", map.rows, map.columns);
    table.finish();
}

/// A hex of the base map: `013024`.
fn cell(item: &Item<'_>, map: &BaseMap) -> Option<Cell> {
    let text = item.text()?;
    let hex = parse(text).filter(|&hex| map.has(hex));
    if hex.is_none() {
        item.fault(format!("there is no hex {text} on the map"));
    }
    hex
}

fn parse(text: &str) -> Option<Cell> {
    if text.len() != 6 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let part = |part: &str| part.parse::<u8>().ok()?.checked_sub(1);
    Some((part(&text[..3])?, part(&text[3..])?))
}

fn number((column, row): Cell) -> String {
    format!("{:03}{:03}", u16::from(column) + 1, u16::from(row) + 1)
}
