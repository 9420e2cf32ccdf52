//! The map of a game as a graph.

use crate::coord::Coord;
use crate::direction::{Direction, Orientation};
use crate::grid::Grid;
use crate::id::{DenseId, EdgeId, SpaceId};
use crate::map::{EdgeMap, SpaceMap};
use crate::numbering::Numbering;
use crate::set::SpaceSet;
use std::collections::HashMap;

/// The map of a game: hexes and boxes, and the edges between neighbours. It never changes.
///
/// A board knows where things are, not what they are: terrain, rivers and control belong in
/// [`SpaceMap`]s, [`EdgeMap`]s and [`SpaceSet`]s beside it. Build one with
/// [`BoardBuilder`](crate::BoardBuilder).
///
/// Guarantees: two hexes at distance 1 are neighbours; neighbours are mutual and share one edge;
/// no two spaces share two edges; ids depend on nothing but the map data.
///
/// Methods that take an id expect one of this board and panic on an id beyond its end.
#[derive(Clone, Debug)]
pub struct Board {
    pub(crate) numbering: Numbering,
    /// Of every space.
    pub(crate) names: Vec<Box<str>>,
    pub(crate) ids: HashMap<Box<str>, SpaceId>,
    /// Of every hex.
    pub(crate) coords: Vec<Coord>,
    pub(crate) grid: Grid,
    /// Where the neighbours of a space begin in `neighbors`; one entry more than spaces.
    pub(crate) starts: Vec<u32>,
    pub(crate) neighbors: Vec<Neighbor>,
    pub(crate) sides: Vec<[Step; 6]>,
    /// Where the links of a space begin in `neighbors`. Empty if the whole map has none.
    pub(crate) links: Vec<u32>,
    pub(crate) ends: Vec<(SpaceId, SpaceId)>,
}

/// A space next to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbor {
    /// The space next door.
    pub space: SpaceId,
    /// The edge that leads there.
    pub edge: EdgeId,
    /// The way out of the first hex, or `None` for the link of a box.
    pub direction: Option<Direction>,
}

/// A neighbour without its direction, as searches want it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) space: SpaceId,
    pub(crate) edge: EdgeId,
}

impl Board {
    /// How many spaces there are, hexes and boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All spaces in the order of their ids: hexes by printed number, then boxes as added.
    pub fn spaces(&self) -> impl DoubleEndedIterator<Item = SpaceId> + ExactSizeIterator + use<> {
        ids(0, self.len())
    }

    /// All hexes in the order of their printed numbers.
    pub fn hexes(&self) -> impl DoubleEndedIterator<Item = SpaceId> + ExactSizeIterator + use<> {
        ids(0, self.coords.len())
    }

    /// All boxes in the order in which they were added.
    pub fn boxes(&self) -> impl DoubleEndedIterator<Item = SpaceId> + ExactSizeIterator + use<> {
        ids(self.coords.len(), self.len())
    }

    /// How the hex numbers of this map read.
    #[must_use]
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// Which way up the hexes lie.
    #[must_use]
    pub fn orientation(&self) -> Orientation {
        self.numbering.orientation()
    }

    /// The space with this name: the number of a hex (an alias will do) or the name of a box.
    #[must_use]
    pub fn space(&self, name: &str) -> Option<SpaceId> {
        let known = self.ids.get(name).copied();
        known.or_else(|| self.at(self.numbering.parse(name).ok()?))
    }

    /// The hex at a place of the grid, if the map has one there.
    #[must_use]
    pub fn at(&self, coord: Coord) -> Option<SpaceId> {
        self.grid.get(coord)
    }

    /// The number printed in a hex (the canonical one), or the name of a box.
    #[must_use]
    pub fn name(&self, space: SpaceId) -> &str {
        &self.names[space.index()]
    }

    /// Whether the space is a hex; otherwise it is a box.
    #[inline]
    #[must_use]
    pub fn is_hex(&self, space: SpaceId) -> bool {
        space.index() < self.coords.len()
    }

    /// The place of a hex on the grid. A box has none.
    #[inline]
    #[must_use]
    pub fn coord(&self, space: SpaceId) -> Option<Coord> {
        self.coords.get(space.index()).copied()
    }

    /// The spaces next to a space: first the hexes around a hex, in the order of
    /// [`Direction::ALL`], then links in the order in which they were made.
    #[inline]
    #[must_use]
    pub fn neighbors(&self, space: SpaceId) -> &[Neighbor] {
        let (start, end) = (self.starts[space.index()], self.starts[space.index() + 1]);
        &self.neighbors[start as usize..end as usize]
    }

    /// The hexes around a space, one for each direction; the space itself stands where there is
    /// none (and for all six of a box), with an edge that means nothing.
    ///
    /// Searches use this: there is no length to look up, and a loop over exactly six unrolls, so
    /// that each direction has a branch of its own, which processors guess far better than one
    /// branch for all. It made a flood three times as fast.
    #[inline]
    pub(crate) fn sides(&self, space: SpaceId) -> &[Step; 6] {
        &self.sides[space.index()]
    }

    /// The neighbours of a space that are not in [`sides`](Self::sides).
    #[inline]
    pub(crate) fn links(&self, space: SpaceId) -> &[Neighbor] {
        match self.links.get(space.index()) {
            Some(&start) => &self.neighbors[start as usize..self.starts[space.index() + 1] as usize],
            None => &[],
        }
    }

    /// The hex next to a hex in a direction, if the map goes on there.
    #[must_use]
    pub fn neighbor(&self, space: SpaceId, direction: Direction) -> Option<SpaceId> {
        let mut around = self.neighbors(space).iter();
        around.find(|neighbor| neighbor.direction == Some(direction)).map(|neighbor| neighbor.space)
    }

    /// The direction from a hex to a hex next to it.
    #[must_use]
    pub fn direction(&self, from: SpaceId, to: SpaceId) -> Option<Direction> {
        let mut around = self.neighbors(from).iter();
        around.find(|neighbor| neighbor.space == to)?.direction
    }

    /// Whether two spaces share an edge. A space is not next to itself.
    #[must_use]
    pub fn are_adjacent(&self, a: SpaceId, b: SpaceId) -> bool {
        self.edge(a, b).is_some()
    }

    /// The edge between two spaces, if they are neighbours. The same both ways.
    #[inline]
    #[must_use]
    pub fn edge(&self, a: SpaceId, b: SpaceId) -> Option<EdgeId> {
        let mut around = self.neighbors(a).iter();
        around.find(|neighbor| neighbor.space == b).map(|neighbor| neighbor.edge)
    }

    /// The two spaces of an edge, the one with the lower id first.
    #[inline]
    #[must_use]
    pub fn edge_ends(&self, edge: EdgeId) -> (SpaceId, SpaceId) {
        self.ends[edge.index()]
    }

    /// Whether two hexsides meet in a corner. Three hexes meet there: the sides share one of them, and their other hexes are neighbours.
    #[must_use]
    pub fn share_a_corner(&self, one: EdgeId, other: EdgeId) -> bool {
        let ((a, b), (c, d)) = (self.edge_ends(one), self.edge_ends(other));
        [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)]
            .into_iter()
            .any(|(shared, left, same, right)| shared == same && self.are_adjacent(left, right))
    }

    /// How many edges there are.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.ends.len()
    }

    /// All edges in the order of their ids: hexsides first, then links. A hexside comes before
    /// another one if its lower space does, or if that is the same and its direction comes first.
    pub fn edges(&self) -> impl DoubleEndedIterator<Item = EdgeId> + ExactSizeIterator + use<> {
        ids(0, self.ends.len())
    }

    /// How many hexes lie between two hexes, the last one counted: 1 for neighbours. It is the
    /// distance on the endless grid, whether or not the map has hexes all the way. Boxes have none.
    #[must_use]
    pub fn distance(&self, a: SpaceId, b: SpaceId) -> Option<u32> {
        Some(self.coord(a)?.distance(self.coord(b)?))
    }

    /// The hexes of the map at most `radius` away from a hex, itself included, line by line.
    /// From a box: none.
    pub fn within(&self, centre: SpaceId, radius: u32) -> impl Iterator<Item = SpaceId> {
        let around = self.coord(centre).map(|coord| coord.within(radius));
        around.into_iter().flatten().filter_map(|coord| self.at(coord))
    }

    /// The hexes of the map exactly `radius` away from a hex, clockwise. From a box: none.
    pub fn ring(&self, centre: SpaceId, radius: u32) -> impl Iterator<Item = SpaceId> {
        let around = self.coord(centre).map(|coord| coord.ring(radius));
        around.into_iter().flatten().filter_map(|coord| self.at(coord))
    }

    /// Where to draw the centre of a hex: `(x, y)`, growing eastward and southward, 1000 units
    /// from one centre to the next (see [`Coord::position`]). The origin is arbitrary. A box has
    /// no position.
    #[must_use]
    pub fn position(&self, space: SpaceId) -> Option<(i32, i32)> {
        Some(self.coord(space)?.position(self.orientation()))
    }

    /// One value for every space, the same to begin with.
    #[must_use]
    pub fn space_map<T: Clone>(&self, value: T) -> SpaceMap<T> {
        SpaceMap::filled(self.len(), value)
    }

    /// One value for every edge, the same to begin with.
    #[must_use]
    pub fn edge_map<T: Clone>(&self, value: T) -> EdgeMap<T> {
        EdgeMap::filled(self.edge_count(), value)
    }

    /// An empty set with room for every space.
    #[must_use]
    pub fn space_set(&self) -> SpaceSet {
        SpaceSet::with_capacity(self.len())
    }
}

/// The ids from one index up to another.
fn ids<I: DenseId>(start: usize, end: usize) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I> {
    (start..end).map(|index| I::at(index))
}
