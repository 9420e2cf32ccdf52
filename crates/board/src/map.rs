//! A value for every space or edge.

use crate::board::Board;
use crate::id::{DenseId, EdgeId, SpaceId};
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A value for every space of a board: terrain, control, a marker.
///
/// ```
/// use kessel_board::{SpaceId, SpaceMap};
///
/// let mut terrain = SpaceMap::filled(3, "clear");
/// terrain[SpaceId(1)] = "city";
/// assert_eq!(terrain.iter().filter(|(_, t)| **t == "city").count(), 1);
/// ```
pub type SpaceMap<T> = DenseMap<SpaceId, T>;

/// A value for every edge of a board: a river, a bridge, a wall. It reads the same from both
/// sides, because both sides know the edge by one id.
pub type EdgeMap<T> = DenseMap<EdgeId, T>;

/// A value for every id of a kind: a flat array. See [`SpaceMap`] and [`EdgeMap`].
///
/// Indexing with an id from beyond the end panics; [`get`](Self::get) does not. It serialises as
/// the list of its values.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DenseMap<I, T> {
    values: Vec<T>,
    #[serde(skip)]
    ids: PhantomData<fn(I) -> I>,
}

impl<I: DenseId, T> DenseMap<I, T> {
    /// The same value for ids `0..len`.
    #[must_use]
    pub fn filled(len: usize, value: T) -> Self
    where
        T: Clone,
    {
        Self::from(vec![value; len])
    }

    /// A value for each of the ids `0..len`.
    ///
    /// # Panics
    /// If `len` is more than the ids can count.
    pub fn from_fn(len: usize, mut value: impl FnMut(I) -> T) -> Self {
        let ids = (0..len).map(|index| I::at(index));
        Self::from(ids.map(&mut value).collect::<Vec<_>>())
    }

    /// How many values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of an id, or `None` beyond the end.
    #[must_use]
    pub fn get(&self, id: I) -> Option<&T> {
        self.values.get(id.index())
    }

    /// The value of an id, or `None` beyond the end.
    #[must_use]
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.values.get_mut(id.index())
    }

    /// Every id with its value, in the order of ids.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        let id = |index| I::at(index);
        self.values.iter().enumerate().map(move |(index, value)| (id(index), value))
    }

    /// The values in the order of ids.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The values in the order of ids.
    #[must_use]
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// Sets every value.
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        self.values.fill(value);
    }
}

impl<T> EdgeMap<T> {
    /// The value on the edge between two spaces, or `None` if they are not neighbours.
    #[must_use]
    pub fn between(&self, board: &Board, a: SpaceId, b: SpaceId) -> Option<&T> {
        self.get(board.edge(a, b)?)
    }
}

/// The value at index 0 belongs to id 0, and so on.
impl<I, T> From<Vec<T>> for DenseMap<I, T> {
    fn from(values: Vec<T>) -> Self {
        Self { values, ids: PhantomData }
    }
}

impl<I: DenseId, T> Index<I> for DenseMap<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, id: I) -> &T {
        &self.values[id.index()]
    }
}

impl<I: DenseId, T> IndexMut<I> for DenseMap<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.values[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_reads_and_writes_by_id() {
        let mut map = SpaceMap::from_fn(4, |space| space.index() * 10);
        map[SpaceId(2)] += 1;
        assert_eq!(map.values(), [0, 10, 21, 30]);
        assert_eq!(map.get(SpaceId(4)), None);
        assert_eq!(map.iter().next_back(), Some((SpaceId(3), &30)));
        map.fill(7);
        assert_eq!(map, SpaceMap::filled(4, 7));
    }

    #[test]
    fn a_map_serialises_as_a_list() {
        let map = EdgeMap::from(vec![true, false]);
        let text = serde_json::to_string(&map).unwrap();
        assert_eq!(text, "[true,false]");
        assert_eq!(serde_json::from_str::<EdgeMap<bool>>(&text).unwrap(), map);
    }
}
