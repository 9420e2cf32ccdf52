//! Reading areas: the 12 December line, edges, entries, sectors, regions; and the areas that follow from the hexes.

use super::super::charts::Pocket;
use super::read::hex_of;
use super::{Area, Map, RingArmy, Space, Terrain};
use kessel_board::{Board, SpaceId, SpaceSet};
use kessel_kernel::data::{Item, Reading, Table};
use std::ops::RangeInclusive;

/// The words for the three armies of the Ring.
pub(in super::super) const ARMIES: [(&str, RingArmy); 3] =
    [("21", RingArmy::Army21), ("57", RingArmy::Army57), ("64", RingArmy::Army64)];
const EDGES: [(&str, Area); 2] = [("axis", Area::AxisEdge), ("soviet", Area::SovietEdge)];
const ENTRIES: [(&str, Area); 4] =
    [("G", Area::EntryG), ("B", Area::EntryB), ("N", Area::EntryN), ("C", Area::EntryChristea)];
const FRONTS: [Area; 3] = [Area::Front21, Area::Front57, Area::Front64];
const REGIONS: [(&str, Area); 2] = [("across-aksai", Area::AcrossAksai), ("across-myshkova", Area::AcrossMyshkova)];

impl Area {
    /// The entry area of this letter, as the track writes it.
    pub(in super::super) fn entry(item: &Item<'_>) -> Option<Area> {
        item.word(&ENTRIES)
    }
}

/// Everything about areas, after the hexes.
pub(super) fn read_areas(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>, pocket: &Pocket) {
    read_start_line(map, root, reading);
    map.put_own_areas();
    read_edges(map, root, reading);
    read_entries(map, root, reading);
    read_sectors(map, root, reading, pocket);
    read_closed(map, root, reading);
    read_regions(map, root, reading);
}

/// Two numbers of a list, the first not above the second.
pub(in super::super) fn pair(table: &Table<'_>, key: &str) -> Option<RangeInclusive<u8>> {
    let item = table.need(key)?;
    let numbers: Vec<u8> = item.items().iter().filter_map(|number| number.int(0..=99)).collect();
    match numbers[..] {
        [first, last] if first <= last => Some(first..=last),
        _ => {
            item.fault(format!("`{key}` is a first and a last number, like [23, 34]"));
            None
        }
    }
}

fn read_start_line(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    let Some(table) = root.table("start_line").map(|table| table.called("start_line")) else {
        return;
    };
    reading.source(&table, "map.toml start_line");
    let columns = map.spaces.values().iter().map(|space| space.column);
    let (first, last) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
    let mut rows = vec![None; usize::from(last - first) + 1];
    for line in table.tables("rows") {
        let row: u8 = line.int("row", 0..=99);
        for column in pair(&line, "columns").into_iter().flatten() {
            match column.checked_sub(first).and_then(|at| rows.get_mut(usize::from(at))) {
                Some(slot @ None) => *slot = Some(row),
                Some(Some(_)) => line.fault(format!("column {column} is given twice")),
                None => line.fault(format!("there is no column {column} on the map")),
            }
        }
        line.finish();
    }
    for (column, _) in (first..=last).zip(&rows).filter(|(_, row)| row.is_none()) {
        table.fault(format!("column {column} has no row"));
    }
    table.finish();
    map.start_line = rows.into_iter().map(|row| row.unwrap_or(0)).collect();
}

impl Map {
    /// Is a hex on the Soviet side of the 12 December line?
    fn is_north_of_line(&self, space: &Space, first_column: u8) -> bool {
        let row = self.start_line.get(usize::from(space.column - first_column));
        row.is_none_or(|&row| space.row <= row)
    }

    /// The areas that follow from terrain, line and the shape of the sheet.
    fn put_own_areas(&mut self) {
        let columns = self.spaces.values().iter().map(|space| space.column);
        let first = columns.min().unwrap_or(0);
        for hex in self.board.hexes() {
            let space = self.spaces[hex];
            let area = match space.terrain {
                Terrain::Pocket => Area::Pocket,
                Terrain::Beyond => Area::Beyond,
                _ if self.is_north_of_line(&space, first) => Area::SovietSide,
                _ => Area::AxisSide,
            };
            self.areas[area as usize].insert(hex);
            if space.terrain != Terrain::Beyond && self.board.neighbors(hex).len() < 6 {
                self.areas[Area::Rim as usize].insert(hex);
            }
        }
        for hex in self.board.hexes() {
            let inside = self.areas[Area::Pocket as usize].iter();
            let nearest = inside.filter_map(|pocket| self.board.distance(hex, pocket)).min();
            self.to_pocket[hex] = nearest.and_then(|hexes| u8::try_from(hexes).ok()).unwrap_or(u8::MAX);
        }
    }

    /// Adds hexes in play to an area.
    fn extend(&mut self, area: Area, hexes: &[(SpaceId, Item<'_>)]) {
        for (hex, item) in hexes {
            if self.spaces[*hex].terrain == Terrain::Beyond {
                item.fault(format!("{} lies beyond the Don", self.board.name(*hex)));
            }
            self.areas[area as usize].insert(*hex);
        }
    }
}

/// The hexes of a list: single ones, or stretches of a row or a column, `2401-3201` or `1038-1053`.
pub(in super::super) fn hexes_of<'d>(board: &Board, items: &[Item<'d>]) -> Vec<(SpaceId, Item<'d>)> {
    let mut hexes = Vec::new();
    for item in items {
        let Some(text) = item.text() else { continue };
        let Some((from, to)) = text.split_once('-') else {
            hexes.extend(hex_of(board, item).map(|hex| (hex, item.clone())));
            continue;
        };
        let Some(names) = stretch(from, to) else {
            item.fault(format!("\"{text}\" is no stretch of a row or a column: write \"2401-3201\" or \"1038-1053\""));
            continue;
        };
        for name in names {
            match board.space(&name) {
                Some(hex) => hexes.push((hex, item.clone())),
                None => item.fault(format!("there is no hex {name} on the map")),
            }
        }
    }
    hexes
}

/// The hex numbers from one to another in the same row or column.
fn stretch(from: &str, to: &str) -> Option<Vec<String>> {
    let part = |text: &str, at: usize| text.get(at..at + 2)?.parse::<u8>().ok();
    if from.len() != 4 || to.len() != 4 {
        return None;
    }
    let ((column, row), (last_column, last_row)) = ((part(from, 0)?, part(from, 2)?), (part(to, 0)?, part(to, 2)?));
    if row == last_row && column < last_column {
        Some((column..=last_column).map(|column| format!("{column:02}{row:02}")).collect())
    } else if column == last_column && row < last_row {
        Some((row..=last_row).map(|row| format!("{column:02}{row:02}")).collect())
    } else {
        None
    }
}

fn read_edges(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    for table in root.tables("edge") {
        let id = table.text("id");
        let table = table.called(format!("edge {id}"));
        reading.source(&table, format!("map.toml edge {id}"));
        let area = table.word("side", &EDGES);
        let hexes = hexes_of(&map.board, &table.items("hexes"));
        for (hex, item) in &hexes {
            if !map.is_in(*hex, Area::Rim) {
                item.fault(format!("{} does not lie at the edge of the map", map.board.name(*hex)));
            }
        }
        map.extend(area, &hexes);
        table.finish();
    }
}

fn read_entries(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    for table in root.tables("entry") {
        let id = table.text("id");
        let table = table.called(format!("entry {id}"));
        reading.source(&table, format!("map.toml entry {id}"));
        table.text("name");
        let area = table.get("id").and_then(|item| Area::entry(&item));
        let hexes = hexes_of(&map.board, &table.items("hexes"));
        if hexes.is_empty() {
            table.fault("it has no hex");
        }
        table.finish();
        if let Some(area) = area {
            map.extend(area, &hexes);
        }
    }
    for (word, area) in ENTRIES {
        if map.area(area).is_empty() {
            root.fault(format!("there is no entry \"{word}\""));
        }
    }
}

fn read_sectors(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>, pocket: &Pocket) {
    let mut seen = [false; 3];
    for table in root.tables("sector") {
        let name = table.text("army");
        let table = table.called(format!("sector {name}"));
        reading.source(&table, format!("map.toml sector {name}"));
        let army = table.get("army").and_then(|item| item.word(&ARMIES));
        let columns = pair(&table, "columns").unwrap_or(0..=99);
        let first_row: u8 = table.int("first_row", 0..=99);
        let front = hexes_of(&map.board, &table.items("front"));
        table.finish();
        for (hex, item) in &front {
            if map.to_pocket[*hex] != 1 {
                item.fault(format!("{} does not touch the Pocket", map.board.name(*hex)));
            }
        }
        let Some(army) = army else { continue };
        if std::mem::replace(&mut seen[army as usize], true) {
            table.fault("there are two sectors of this army");
        }
        map.extend(FRONTS[army as usize], &front);
        let near = |hex: &SpaceId| {
            let space = map.spaces[*hex];
            let reach = 1..=pocket.ring_reach;
            columns.contains(&space.column) && space.row >= first_row && reach.contains(&map.to_pocket[*hex])
        };
        let area: SpaceSet = map.board.hexes().filter(near).collect();
        map.ring_areas[army as usize] = area;
    }
    for ((word, _), _) in ARMIES.iter().zip(seen).filter(|(_, seen)| !seen) {
        root.fault(format!("there is no sector \"{word}\""));
    }
}

fn read_closed(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    let Some(table) = root.table("closed").map(|table| table.called("closed")) else {
        return;
    };
    reading.source(&table, "map.toml closed");
    let hexes = hexes_of(&map.board, &table.items("hexes"));
    map.extend(Area::ClosedRim, &hexes);
    table.finish();
}

fn read_regions(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    for table in root.tables("region") {
        let id = table.text("id");
        let table = table.called(format!("region {id}"));
        reading.source(&table, format!("map.toml region {id}"));
        table.text("name");
        let mut hexes = SpaceSet::default();
        for item in table.items("areas") {
            let Some(text) = item.text() else { continue };
            match rectangle(text) {
                Some((columns, rows)) => hexes.extend(map.in_play().filter(|&hex| {
                    let space = map.spaces[hex];
                    columns.contains(&space.column) && rows.contains(&space.row)
                })),
                None => item.fault(format!("\"{text}\" is no area: write columns and rows, like \"23-34:01-31\"")),
            }
        }
        table.finish();
        if map.regions.iter().any(|(known, _)| known == id) {
            table.fault("there are two regions of this id");
        }
        map.regions.push((id.to_owned(), hexes));
    }
    for (word, area) in REGIONS {
        match map.regions.iter().find(|(id, _)| id == word) {
            Some((_, hexes)) => map.areas[area as usize] = hexes.clone(),
            None => root.fault(format!("there is no region \"{word}\"")),
        }
    }
}

/// Reads `23-34:01-31`.
fn rectangle(text: &str) -> Option<(RangeInclusive<u8>, RangeInclusive<u8>)> {
    let range = |text: &str| {
        let (first, last) = text.split_once('-')?;
        let (first, last) = (first.parse().ok()?, last.parse().ok()?);
        (first <= last).then_some(first..=last)
    };
    let (columns, rows) = text.split_once(':')?;
    Some((range(columns)?, range(rows)?))
}

impl Map {
    /// The hexes in play: neither in the Pocket nor beyond the Don.
    pub(in super::super) fn in_play(&self) -> impl Iterator<Item = SpaceId> {
        let [soviet, axis] = [Area::SovietSide, Area::AxisSide].map(|area| self.area(area).iter());
        soviet.chain(axis)
    }
}
