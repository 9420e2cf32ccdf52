//! What follows from a map alone, so that a trace is a few word operations: which hexes touch, and what lies between them.

use crate::data::{Map, River, SideInfo};
use crate::sets::Spaces;
use kessel_board::SpaceId;

const WORDS: usize = Spaces::CAPACITY / 64;

/// Which rivers stop a trace (1.2.4).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stops {
    /// None: major rivers are frozen.
    None,
    /// Major ones.
    Major,
    /// All, in mud.
    All,
}

/// A way from hexes to their neighbours. The ids of hexes run along the rows, so that neighbours in one direction lie as far apart in
/// each row of a kind: a handful of these make the whole map.
struct Way {
    /// From an id to that of the neighbour.
    by: i32,
    /// Hexes that have a land neighbour there, by what rivers stop: [`Stops`] in order.
    open: [Spaces; 3],
    /// Hexes that a road or railroad joins to it, without a ferry: over rivers it is a bridge.
    joined: Spaces,
}

/// A map as traces see it.
pub(crate) struct Grid {
    ways: Vec<Way>,
    /// The hexes that roads and railroads join to each hex; true for a railroad.
    lines: Vec<Vec<(SpaceId, bool)>>,
    /// Hexes without sea and lakes.
    land: Spaces,
}

impl Grid {
    pub(crate) fn new(map: &Map) -> Grid {
        let mut grid = Grid { ways: Vec::new(), lines: vec![Vec::new(); map.board.len()], land: Spaces::EMPTY };
        for hex in map.board.hexes().filter(|hex| !map.spaces[*hex].is_water()) {
            grid.land.insert(hex);
            for n in map.board.neighbors(hex) {
                if !map.board.is_hex(n.space) || map.spaces[n.space].is_water() {
                    continue;
                }
                grid.add(hex, n.space, map.sides[n.edge]);
            }
        }
        grid
    }

    fn add(&mut self, from: SpaceId, to: SpaceId, info: SideInfo) {
        let by = i32::from(to.0) - i32::from(from.0);
        debug_assert!(by != 0 && by.unsigned_abs() < 64, "the rows of the maps are shorter than a word");
        let place = self.ways.iter().position(|way| way.by == by).unwrap_or_else(|| {
            self.ways.push(Way { by, open: [Spaces::EMPTY; 3], joined: Spaces::EMPTY });
            self.ways.len() - 1
        });
        let way = &mut self.ways[place];
        // 7.4.e: over a ferry as over a bridge.
        let free = info.bridge || info.ferry;
        way.open[Stops::None as usize].insert(from);
        if free || info.river != River::Major {
            way.open[Stops::Major as usize].insert(from);
        }
        if free || info.river == River::None {
            way.open[Stops::All as usize].insert(from);
        }
        if info.line() {
            self.lines[from.index()].push((to, info.rail));
            if !info.ferry {
                way.joined.insert(from);
            }
        }
    }

    /// The land next to these hexes, over any river.
    pub(crate) fn around(&self, hexes: &Spaces) -> Spaces {
        self.beyond(hexes, Stops::None, false)
    }

    /// The hexes that one step leads to: over open sides, or along roads and railroads only.
    pub(crate) fn beyond(&self, hexes: &Spaces, stops: Stops, joined: bool) -> Spaces {
        let (hexes, mut found) = (hexes.words(), [0; WORDS]);
        // Only a part of the map is ever asked about.
        let Some(first) = hexes.iter().position(|word| *word != 0) else { return Spaces::EMPTY };
        let last = hexes.iter().rposition(|word| *word != 0).unwrap_or(first);
        for way in &self.ways {
            let open = if joined { way.joined.words() } else { way.open[stops as usize].words() };
            let bits = way.by.unsigned_abs();
            for n in first..=last {
                let from = hexes[n] & open[n];
                // What is moved out of a word goes on in the next one; the masks let nothing leave the map.
                if way.by > 0 {
                    found[n] |= from << bits;
                    if n + 1 < WORDS {
                        found[n + 1] |= from >> (64 - bits);
                    }
                } else {
                    found[n] |= from >> bits;
                    if n > 0 {
                        found[n - 1] |= from << (64 - bits);
                    }
                }
            }
        }
        Spaces::from_words(found)
    }

    /// The hexes that roads and railroads lead to from a hex; true for a railroad.
    #[inline]
    pub(crate) fn lines_from(&self, hex: SpaceId) -> &[(SpaceId, bool)] {
        self.lines.get(hex.index()).map_or(&[], Vec::as_slice)
    }

    /// Is it land?
    #[inline]
    pub(crate) fn is_land(&self, hex: SpaceId) -> bool {
        self.land.contains(hex)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Data;

    /// On every map, a step of the whole set is a step of each hex of it.
    #[test]
    fn a_step_of_a_set_is_a_step_of_each_hex() {
        let data = Data::load(&Data::embedded()).expect("the data are sound");
        for scenario in &data.scenarios {
            let map = &scenario.map;
            let grid = Grid::new(map);
            for hex in map.board.hexes() {
                let land = |space: SpaceId| map.board.is_hex(space) && !map.spaces[space].is_water();
                let near = map.board.neighbors(hex).iter().filter(|n| land(n.space) && land(hex));
                let joined = near.clone().filter(|n| map.sides[n.edge].line() && !map.sides[n.edge].ferry);
                let dry = near.clone().filter(|n| {
                    let info = map.sides[n.edge];
                    info.river != River::Major || info.bridge || info.ferry
                });
                let set = |found: &mut dyn Iterator<Item = SpaceId>| found.collect::<Spaces>();
                assert_eq!(grid.around(&Spaces::of(hex)), set(&mut near.map(|n| n.space)), "{}", map.board.name(hex));
                assert_eq!(grid.beyond(&Spaces::of(hex), Stops::Major, false), set(&mut dry.map(|n| n.space)));
                assert_eq!(grid.beyond(&Spaces::of(hex), Stops::None, true), set(&mut joined.map(|n| n.space)));
            }
        }
    }
}
