//! Reading towns, labels, rivers, bridges, roads and railways.

use super::read::hex_of;
use super::{Label, Line, Map, Terrain, Water};
use kessel_board::SpaceId;
use kessel_kernel::data::{Item, Reading, Table, course, hexside};

const CLASSES: [(&str, Water); 2] = [("major", Water::Major), ("minor", Water::Minor)];

/// Everything on hexes and sides but the terrain.
pub(super) fn read_features(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    read_towns(map, root, reading);
    read_labels(map, root, reading);
    read_rivers(map, root, reading);
    read_bridges(map, root, reading);
    read_roads(map, root, reading);
    read_rails(map, root, reading);
}

fn read_towns(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    let Some(table) = root.table("towns").map(|table| table.called("towns")) else {
        return;
    };
    reading.source(&table, "map.toml towns");
    for line in table.tables("list") {
        let name = line.text("name");
        let line = line.called(format!("town {name}"));
        reading.printed(&line);
        if let Some(item) = line.need("hex")
            && let Some(hex) = hex_of(&map.board, &item)
        {
            if map.spaces[hex].terrain != Terrain::Town {
                item.fault(format!("{} is no town hex", map.board.name(hex)));
            }
            if map.names[hex].is_some() {
                item.fault(format!("{} has a name already", map.board.name(hex)));
            }
            map.names[hex] = Some(name.to_owned());
        }
        line.finish();
    }
    for hex in map.board.hexes() {
        if map.spaces[hex].terrain == Terrain::Town && map.names[hex].is_none() {
            table.fault(format!("the town in {} has no name", map.board.name(hex)));
        }
    }
    table.finish();
}

fn read_labels(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    let Some(table) = root.table("labels").map(|table| table.called("labels")) else {
        return;
    };
    reading.source(&table, "map.toml labels");
    for line in table.tables("list") {
        let text = line.text("name").to_owned();
        if let Some(hex) = line.need("hex").and_then(|item| hex_of(&map.board, &item)) {
            map.labels.push(Label { hex, text });
        }
        line.finish();
    }
    table.finish();
}

fn read_rivers(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    for table in root.tables("river") {
        let name = table.text("name");
        let table = table.called(format!("the {name}"));
        reading.source(&table, format!("map.toml river {name}"));
        if map.rivers.iter().any(|river| river.name == name) {
            table.fault("there are two rivers of this name");
        }
        let class = table.word("class", &CLASSES);
        let mut sides = Vec::new();
        for stretch in table.need("sides").map(|list| list.items()).unwrap_or_default() {
            let Map { board, sides: infos, .. } = &mut *map;
            sides.extend(course(board, &stretch.items(), |item, side| {
                if infos[side].water != Water::None {
                    item.fault(format!("there is a river on {} already", item.text().unwrap_or("")));
                }
                infos[side].water = class;
            }));
        }
        table.finish();
        map.rivers.push(Line { name: name.to_owned(), sides, hexes: Vec::new() });
    }
    check_the_don(map, root);
}

/// The major river is the border of what lies beyond it: no side more, no side less.
fn check_the_don(map: &Map, root: &Table<'_>) {
    for side in map.board.edges() {
        let (a, b) = map.board.edge_ends(side);
        let beyond = [a, b].map(|hex| map.spaces[hex].terrain == Terrain::Beyond);
        let border = beyond[0] != beyond[1];
        if border != (map.sides[side].water == Water::Major) {
            let (a, b) = (map.board.name(a), map.board.name(b));
            let why = if border {
                "parts what lies beyond the Don, but no major river is there"
            } else {
                "has a major river, but lies not at the border of what is beyond the Don"
            };
            root.fault(format!("{a}|{b} {why}"));
        }
    }
}

fn read_bridges(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    let Some(table) = root.table("bridges").map(|table| table.called("bridges")) else {
        return;
    };
    reading.source(&table, "map.toml bridges");
    for item in table.items("sides") {
        let Some(side) = hexside(&map.board, &item) else { continue };
        let text = item.text().unwrap_or("");
        let info = &mut map.sides[side];
        if info.water == Water::None {
            item.fault(format!("there is no river on {text}"));
        }
        if std::mem::replace(&mut info.bridge, true) {
            item.fault(format!("there is a bridge on {text} already"));
        }
    }
    table.finish();
}

fn read_roads(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    for table in root.tables("road") {
        let name = table.text("name");
        let table = table.called(format!("road {name}"));
        reading.source(&table, format!("map.toml road {name}"));
        let path = read_path(map, &table);
        for (at, (hex, item)) in path.iter().enumerate() {
            map.spaces[*hex].road = true;
            let Some(side) = at.checked_sub(1).and_then(|at| map.board.edge(path[at].0, *hex)) else { continue };
            let info = &mut map.sides[side];
            info.road = true;
            if info.water != Water::None && !info.bridge {
                item.fault(format!("the road crosses a river before {}, where no bridge is", map.board.name(*hex)));
            }
        }
        table.finish();
        let hexes = path.into_iter().map(|(hex, _)| hex).collect();
        map.roads.push(Line { name: name.to_owned(), sides: Vec::new(), hexes });
    }
}

fn read_rails(map: &mut Map, root: &Table<'_>, reading: &Reading<'_>) {
    for item in root.items("rail") {
        let Some(table) = item.table() else { continue };
        let name = table.text("name");
        let table = table.called(format!("rail {name}"));
        reading.source(&table, format!("map.toml rail {name}"));
        let hexes = read_path(map, &table).into_iter().map(|(hex, _)| hex).collect();
        table.finish();
        map.rails.push(Line { name: name.to_owned(), sides: Vec::new(), hexes });
    }
}

/// The hexes of `path`, each next to the one before.
fn read_path<'d>(map: &Map, table: &Table<'d>) -> Vec<(SpaceId, Item<'d>)> {
    let items = table.need("path").map(|path| path.items()).unwrap_or_default();
    if items.len() < 2 {
        table.fault("a line leads through two hexes at least");
    }
    let mut path: Vec<(SpaceId, Item<'d>)> = Vec::new();
    for item in items {
        let Some(hex) = hex_of(&map.board, &item) else { continue };
        if let Some((before, _)) = path.last()
            && !map.board.are_adjacent(*before, hex)
        {
            item.fault(format!("{} and {} are not neighbours", map.board.name(*before), map.board.name(hex)));
        }
        path.push((hex, item));
    }
    path
}
