//! Cutting a map to the columns of a scenario: what lies outside does not exist there.

use super::{Line, Map, RiverCourse, SpaceKind, SupplySource};
use kessel_board::{BoardBuilder, EdgeId, SpaceId};
use std::ops::RangeInclusive;

impl Map {
    /// The map with these columns only, and all boxes. Ids are new.
    pub(in super::super) fn crop(&self, columns: &RangeInclusive<u8>) -> Map {
        let whole = self.board.hexes().all(|hex| columns.contains(&self.spaces[hex].column));
        if whole {
            return self.clone();
        }
        let mut builder = BoardBuilder::new(self.board.numbering().clone());
        for hex in self.board.hexes().filter(|&hex| columns.contains(&self.spaces[hex].column)) {
            builder.add_hex(self.board.name(hex));
        }
        for space in self.board.boxes() {
            builder.add_box(self.board.name(space));
        }
        let board = builder.build().expect("part of a sound map is sound");
        let mut map = Map::empty(board);
        self.copy_spaces(&mut map);
        self.copy_lines(&mut map);
        map
    }

    fn copy_spaces(&self, map: &mut Map) {
        for new in map.board.spaces() {
            let old = self.board.space(map.board.name(new)).expect("it comes from here");
            let mut info = self.spaces[old].clone();
            info.city = info.city.map(|city| map.city(&self.cities[city.index()].name, new));
            map.spaces[new] = info;
            if self.spaces[old].kind != SpaceKind::Hex {
                continue;
            }
            for (theirs, ours) in map.regions.iter_mut().zip(&self.regions) {
                if ours.contains(old) {
                    theirs.insert(new);
                }
            }
        }
        let stalingrad = self.stalingrad.map(|city| self.cities[city.index()].name.as_str());
        let place = map.cities.iter().position(|city| Some(city.name.as_str()) == stalingrad);
        map.stalingrad = place.map(super::CityId::at);
    }

    fn copy_lines(&self, map: &mut Map) {
        for new in map.board.edges() {
            let (a, b) = map.board.edge_ends(new);
            let [a, b] = [a, b].map(|end| self.board.space(map.board.name(end)).expect("it comes from here"));
            map.sides[new] = self.between(a, b);
        }
        for river in &self.rivers {
            let stretches = river.stretches.iter().flat_map(|stretch| {
                let sides: Vec<_> = stretch.iter().map(|&side| self.side_on(map, side)).collect();
                unbroken(&sides, 1)
            });
            let stretches: Vec<_> = stretches.collect();
            if !stretches.is_empty() {
                map.rivers.push(RiverCourse { name: river.name.clone(), class: river.class, stretches });
            }
        }
        for line in &self.lines {
            let path: Vec<_> = line.path.iter().map(|&hex| self.hex_on(map, hex)).collect();
            for path in unbroken(&path, 2) {
                map.lines.push(Line { name: line.name.clone(), rail: line.rail, path });
            }
        }
        let sources = self.sources.iter();
        map.sources =
            sources.filter_map(|source| Some(SupplySource { hex: self.hex_on(map, source.hex)?, ..*source })).collect();
        let place = |hex: Option<SpaceId>| hex.and_then(|hex| self.hex_on(map, hex));
        let places = &self.places;
        map.places = super::Places {
            pitomnik: place(places.pitomnik),
            gumrak: place(places.gumrak),
            morozovsk: place(places.morozovsk),
            tatsinskaya: place(places.tatsinskaya),
            kotelnikovo: place(places.kotelnikovo),
            kalach: place(places.kalach),
            rostov: place(places.rostov),
            kharkov: place(places.kharkov),
        };
    }

    /// The same hex on another map.
    fn hex_on(&self, map: &Map, hex: SpaceId) -> Option<SpaceId> {
        map.board.space(self.board.name(hex))
    }

    /// The same side on another map.
    fn side_on(&self, map: &Map, side: EdgeId) -> Option<EdgeId> {
        let (a, b) = self.board.edge_ends(side);
        map.board.edge(self.hex_on(map, a)?, self.hex_on(map, b)?)
    }
}

/// The stretches of at least so many members between gaps.
fn unbroken<T: Copy>(members: &[Option<T>], least: usize) -> Vec<Vec<T>> {
    let stretches = members.split(Option::is_none);
    stretches
        .filter(|stretch| stretch.len() >= least)
        .map(|stretch| stretch.iter().copied().flatten().collect())
        .collect()
}
