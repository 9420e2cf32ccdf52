//! Sets of spaces of any size.

use crate::id::SpaceId;
use crate::words::{self, Members, place};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A set of spaces: one bit each. It grows as needed.
///
/// Two sets are equal if they hold the same spaces, whatever their capacity. Iteration is in the
/// order of ids. It serialises as the sorted list of its members, like
/// [`SpaceBits`](crate::SpaceBits), which is the kind to keep inside a state that is cloned a
/// million times.
///
/// ```
/// use kessel_board::{SpaceId, SpaceSet};
///
/// let mut held: SpaceSet = [SpaceId(7), SpaceId(300)].into_iter().collect();
/// held.remove(SpaceId(7));
/// assert!(held.contains(SpaceId(300)) && held.len() == 1);
/// ```
#[derive(Clone, Default)]
pub struct SpaceSet {
    pub(crate) words: Vec<u64>,
}

impl SpaceSet {
    /// An empty set.
    #[must_use]
    pub const fn new() -> Self {
        Self { words: Vec::new() }
    }

    /// An empty set with room for the spaces `0..spaces`.
    #[must_use]
    pub fn with_capacity(spaces: usize) -> Self {
        Self { words: vec![0; spaces.div_ceil(words::BITS)] }
    }

    /// Puts a space in. True if it was not there before.
    #[inline]
    pub fn insert(&mut self, space: SpaceId) -> bool {
        let (word, bit) = place(space);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let old = self.words[word];
        self.words[word] = old | bit;
        old & bit == 0
    }

    /// Takes a space out. True if it was there.
    #[inline]
    pub fn remove(&mut self, space: SpaceId) -> bool {
        let (word, bit) = place(space);
        let Some(word) = self.words.get_mut(word) else {
            return false;
        };
        let old = *word;
        *word = old & !bit;
        old & bit != 0
    }

    /// Whether a space is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, space: SpaceId) -> bool {
        let (word, bit) = place(space);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// How many spaces are in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        words::count(&self.words)
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Takes everything out and keeps the room.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// The members in the order of ids.
    #[must_use]
    pub fn iter(&self) -> Members<'_> {
        Members::new(&self.words)
    }

    /// The member with the lowest id.
    #[must_use]
    pub fn first(&self) -> Option<SpaceId> {
        self.iter().next()
    }

    /// Adds all members of another set.
    pub fn union_with(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    /// Keeps only what is also in another set.
    pub fn intersect_with(&mut self, other: &Self) {
        let others = other.words.iter().copied().chain(std::iter::repeat(0));
        for (word, other) in self.words.iter_mut().zip(others) {
            *word &= other;
        }
    }

    /// Removes all members of another set.
    pub fn subtract(&mut self, other: &Self) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= !other;
        }
    }

    /// Whether every member is in the other set too.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        words::is_subset(&self.words, &other.words)
    }

    /// Whether the sets have no member in common.
    #[must_use]
    pub fn is_disjoint(&self, other: &Self) -> bool {
        words::is_disjoint(&self.words, &other.words)
    }
}

impl PartialEq for SpaceSet {
    fn eq(&self, other: &Self) -> bool {
        words::trimmed(&self.words) == words::trimmed(&other.words)
    }
}

impl Eq for SpaceSet {}

impl Hash for SpaceSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        words::trimmed(&self.words).hash(state);
    }
}

impl fmt::Debug for SpaceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

impl Extend<SpaceId> for SpaceSet {
    fn extend<I: IntoIterator<Item = SpaceId>>(&mut self, spaces: I) {
        for space in spaces {
            self.insert(space);
        }
    }
}

impl FromIterator<SpaceId> for SpaceSet {
    fn from_iter<I: IntoIterator<Item = SpaceId>>(spaces: I) -> Self {
        let mut set = Self::new();
        set.extend(spaces);
        set
    }
}

impl<'a> IntoIterator for &'a SpaceSet {
    type Item = SpaceId;
    type IntoIter = Members<'a>;

    fn into_iter(self) -> Members<'a> {
        self.iter()
    }
}

impl Serialize for SpaceSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'de> Deserialize<'de> for SpaceSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<SpaceId>::deserialize(deserializer)?.into_iter().collect())
    }
}
