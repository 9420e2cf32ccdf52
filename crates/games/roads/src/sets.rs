//! Sets of counters, held in place: copying one is copying a few words.

use crate::data::{SupportId, UnitId};
use kessel_board::{SpaceBits, SpaceId};
use serde::{Deserialize, Serialize};

/// A set of hexes of the scenario's map.
pub type Spaces = SpaceBits<17>;

/// A kind of id that is a small number.
pub trait Small: Copy {
    /// The number.
    fn number(self) -> usize;
    /// The id with this number.
    fn numbered(number: usize) -> Self;
}

impl Small for UnitId {
    #[inline]
    fn number(self) -> usize {
        self.index()
    }
    #[inline]
    fn numbered(number: usize) -> UnitId {
        UnitId::at(number)
    }
}

impl Small for SupportId {
    #[inline]
    fn number(self) -> usize {
        self.index()
    }
    #[inline]
    fn numbered(number: usize) -> SupportId {
        SupportId::at(number)
    }
}

/// A set of small ids below `64 * WORDS`; iteration is in the order of the ids.
#[derive(Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub struct IdSet<I, const WORDS: usize> {
    bits: SpaceBits<WORDS>,
    #[serde(skip)]
    ids: std::marker::PhantomData<I>,
}

/// A set of units.
pub type UnitSet = IdSet<UnitId, 8>;

/// A set of support markers.
pub type SupportSet = IdSet<SupportId, 2>;

impl<I, const WORDS: usize> Clone for IdSet<I, WORDS> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl<I, const WORDS: usize> Copy for IdSet<I, WORDS> {}
impl<I, const WORDS: usize> PartialEq for IdSet<I, WORDS> {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}
impl<I, const WORDS: usize> Eq for IdSet<I, WORDS> {}
impl<I, const WORDS: usize> Default for IdSet<I, WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}
impl<I, const WORDS: usize> std::fmt::Debug for IdSet<I, WORDS> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.bits.iter().map(|space| space.index())).finish()
    }
}

#[inline]
fn slot(number: usize) -> SpaceId {
    SpaceId(number as u16)
}

impl<I, const WORDS: usize> IdSet<I, WORDS> {
    /// The empty set.
    pub const EMPTY: Self = IdSet { bits: SpaceBits::EMPTY, ids: std::marker::PhantomData };

    /// How many.
    #[inline]
    pub fn len(&self) -> usize {
        self.bits.len()
    }

    /// None?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.bits.clear();
    }
}

impl<I: Small, const WORDS: usize> IdSet<I, WORDS> {
    /// The set of one.
    pub fn one(id: I) -> Self {
        let mut set = Self::EMPTY;
        set.insert(id);
        set
    }

    /// Puts one in. True if it was not there.
    #[inline]
    pub fn insert(&mut self, id: I) -> bool {
        self.bits.insert(slot(id.number()))
    }

    /// Puts one in or takes it out.
    pub fn set(&mut self, id: I, member: bool) {
        self.bits.set(slot(id.number()), member);
    }

    /// Takes one out. True if it was there.
    #[inline]
    pub fn remove(&mut self, id: I) -> bool {
        self.bits.remove(slot(id.number()))
    }

    /// Is it in?
    #[inline]
    pub fn contains(&self, id: I) -> bool {
        self.bits.contains(slot(id.number()))
    }

    /// In the order of the ids.
    pub fn iter(&self) -> impl Iterator<Item = I> + '_ {
        self.bits.iter().map(|space| I::numbered(space.index()))
    }

    /// The one with the lowest id.
    pub fn first(&self) -> Option<I> {
        self.bits.first().map(|space| I::numbered(space.index()))
    }

    /// What is in either.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        IdSet { bits: self.bits | other.bits, ..self }
    }

    /// What is in both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        IdSet { bits: self.bits & other.bits, ..self }
    }

    /// What is in this one only.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        IdSet { bits: self.bits - other.bits, ..self }
    }
}

impl<I: Small, const WORDS: usize> FromIterator<I> for IdSet<I, WORDS> {
    fn from_iter<T: IntoIterator<Item = I>>(ids: T) -> Self {
        let mut set = Self::EMPTY;
        for id in ids {
            set.insert(id);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_what_was_put_in() {
        let mut set: UnitSet = [UnitId::at(3), UnitId::at(300)].into_iter().collect();
        assert!(set.contains(UnitId::at(300)) && !set.contains(UnitId::at(4)));
        assert!(!set.insert(UnitId::at(3)) && set.remove(UnitId::at(3)));
        assert_eq!(set.iter().collect::<Vec<_>>(), [UnitId::at(300)]);
        assert_eq!(set.len(), 1);
    }
}
