//! Sets of spaces of a fixed size, cheap to copy.

use crate::id::SpaceId;
use crate::set::SpaceSet;
use crate::words::{self, Members, place};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of the spaces `0..64 * WORDS`, held in place: copying it is copying `8 * WORDS` bytes.
///
/// For use inside game states. It reads like a [`SpaceSet`] and serialises the same way (the
/// sorted list of members); deserialising refuses spaces that do not fit.
///
/// ```
/// use kessel_board::{SpaceBits, SpaceId};
///
/// let mut dug_in = SpaceBits::<4>::EMPTY;
/// dug_in.insert(SpaceId(200));
/// let copy = dug_in;
/// assert!((copy & dug_in).contains(SpaceId(200)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpaceBits<const WORDS: usize> {
    words: [u64; WORDS],
}

impl<const WORDS: usize> SpaceBits<WORDS> {
    /// How many spaces the set can tell apart: ids from 0 up to this are allowed.
    pub const CAPACITY: usize = WORDS * words::BITS;

    /// The empty set.
    pub const EMPTY: Self = Self { words: [0; WORDS] };

    /// The set of one space.
    ///
    /// # Panics
    /// If the id is not below [`CAPACITY`](Self::CAPACITY).
    #[must_use]
    pub fn one(space: SpaceId) -> Self {
        let mut set = Self::EMPTY;
        set.insert(space);
        set
    }

    /// The set as words, the lowest ids in the first: for whole sets moved at once.
    #[inline]
    #[must_use]
    pub const fn words(&self) -> &[u64; WORDS] {
        &self.words
    }

    /// The set of these words.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; WORDS]) -> Self {
        Self { words }
    }

    /// Puts a space in or takes it out.
    pub fn set(&mut self, space: SpaceId, member: bool) {
        if member {
            self.insert(space)
        } else {
            self.remove(space)
        };
    }

    /// Puts a space in. True if it was not there before.
    ///
    /// # Panics
    /// If the id is not below [`CAPACITY`](Self::CAPACITY). Choose `WORDS` for the board:
    /// at least `board.len() / 64`, rounded up.
    #[inline]
    pub fn insert(&mut self, space: SpaceId) -> bool {
        let (word, bit) = place(space);
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

    /// Whether a space is in the set. A space beyond the capacity is not.
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
        self.words == [0; WORDS]
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        *self = Self::EMPTY;
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

    /// The same members as a set that can grow.
    #[must_use]
    pub fn to_set(&self) -> SpaceSet {
        SpaceSet { words: self.words.to_vec() }
    }

    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self { words: std::array::from_fn(|i| combine(self.words[i], other.words[i])) }
    }
}

impl<const WORDS: usize> Default for SpaceBits<WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The set does not fit: a member lies beyond the capacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The member.
    pub space: SpaceId,
    /// The capacity.
    pub capacity: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "space {} does not fit in a set of {} spaces", self.space.0, self.capacity)
    }
}

impl std::error::Error for TooLarge {}

impl<const WORDS: usize> TryFrom<&SpaceSet> for SpaceBits<WORDS> {
    type Error = TooLarge;

    fn try_from(set: &SpaceSet) -> Result<Self, TooLarge> {
        let mut bits = Self::EMPTY;
        for space in set {
            if space.index() >= Self::CAPACITY {
                return Err(TooLarge { space, capacity: Self::CAPACITY });
            }
            bits.insert(space);
        }
        Ok(bits)
    }
}

macro_rules! operator {
    ($(#[$doc:meta])* $operator:ident $method:ident $assign:ident $method_assign:ident $combine:expr) => {
        $(#[$doc])*
        impl<const WORDS: usize> $operator for SpaceBits<WORDS> {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                self.zip(other, $combine)
            }
        }

        $(#[$doc])*
        impl<const WORDS: usize> $assign for SpaceBits<WORDS> {
            #[inline]
            fn $method_assign(&mut self, other: Self) {
                *self = self.zip(other, $combine);
            }
        }
    };
}

operator!(
    /// What is in either set.
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b
);
operator!(
    /// What is in both sets.
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b
);
operator!(
    /// What is in the first set and not in the second.
    Sub sub SubAssign sub_assign |a, b| a & !b
);

impl<const WORDS: usize> fmt::Debug for SpaceBits<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

impl<const WORDS: usize> Extend<SpaceId> for SpaceBits<WORDS> {
    fn extend<I: IntoIterator<Item = SpaceId>>(&mut self, spaces: I) {
        for space in spaces {
            self.insert(space);
        }
    }
}

impl<const WORDS: usize> FromIterator<SpaceId> for SpaceBits<WORDS> {
    fn from_iter<I: IntoIterator<Item = SpaceId>>(spaces: I) -> Self {
        let mut bits = Self::EMPTY;
        bits.extend(spaces);
        bits
    }
}

impl<'a, const WORDS: usize> IntoIterator for &'a SpaceBits<WORDS> {
    type Item = SpaceId;
    type IntoIter = Members<'a>;

    fn into_iter(self) -> Members<'a> {
        self.iter()
    }
}

impl<const WORDS: usize> Serialize for SpaceBits<WORDS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'de, const WORDS: usize> Deserialize<'de> for SpaceBits<WORDS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let set = SpaceSet::deserialize(deserializer)?;
        Self::try_from(&set).map_err(D::Error::custom)
    }
}
