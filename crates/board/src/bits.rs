//! Sets of ids of a fixed size, cheap to copy.

use crate::id::{DenseId, SpaceId};
use crate::set::SpaceSet;
use crate::words::{self, place};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of the ids `0..64 * WORDS` of one kind, held in place: copying it is copying `8 * WORDS` bytes.
///
/// For use inside game states: of counters ([`DenseId`]s of the game), and of spaces ([`SpaceBits`]). It serialises as the sorted list of its
/// members, as a [`SpaceSet`] does; deserialising refuses ids that do not fit. Iteration is in the order of ids and goes over a copy, so the set
/// may change meanwhile.
///
/// ```
/// use kessel_board::{SpaceBits, SpaceId};
///
/// let mut dug_in = SpaceBits::<4>::EMPTY;
/// dug_in.insert(SpaceId(200));
/// let copy = dug_in;
/// assert!((copy & dug_in).contains(SpaceId(200)));
/// ```
pub struct IdSet<I, const WORDS: usize> {
    words: [u64; WORDS],
    ids: PhantomData<I>,
}

/// A set of spaces held in place: of the board of one game, inside its positions.
pub type SpaceBits<const WORDS: usize> = IdSet<SpaceId, WORDS>;

impl<I, const WORDS: usize> Clone for IdSet<I, WORDS> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<I, const WORDS: usize> Copy for IdSet<I, WORDS> {}

impl<I, const WORDS: usize> PartialEq for IdSet<I, WORDS> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl<I, const WORDS: usize> Eq for IdSet<I, WORDS> {}

impl<I, const WORDS: usize> PartialOrd for IdSet<I, WORDS> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<I, const WORDS: usize> Ord for IdSet<I, WORDS> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.words.cmp(&other.words)
    }
}

impl<I, const WORDS: usize> Hash for IdSet<I, WORDS> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words.hash(state);
    }
}

impl<I, const WORDS: usize> IdSet<I, WORDS> {
    /// How many ids the set can tell apart: those from 0 up to this are allowed.
    pub const CAPACITY: usize = WORDS * words::BITS;

    /// The empty set.
    pub const EMPTY: Self = IdSet { words: [0; WORDS], ids: PhantomData };

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
        IdSet { words, ids: PhantomData }
    }

    /// How many members it has.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        words::count(&self.words)
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words == [0; WORDS]
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        *self = Self::EMPTY;
    }

    /// Whether every member is in the other set too.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// Whether the sets have no member in common.
    #[must_use]
    pub fn is_disjoint(&self, other: &Self) -> bool {
        words::is_disjoint(&self.words, &other.words)
    }

    #[inline]
    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self::from_words(std::array::from_fn(|i| combine(self.words[i], other.words[i])))
    }
}

impl<I: DenseId, const WORDS: usize> IdSet<I, WORDS> {
    /// The set of one.
    ///
    /// # Panics
    /// If the id is not below [`CAPACITY`](Self::CAPACITY).
    #[must_use]
    pub fn of(id: I) -> Self {
        let mut set = Self::EMPTY;
        set.insert(id);
        set
    }

    /// Puts one in or takes it out.
    pub fn set(&mut self, id: I, member: bool) {
        if member {
            self.insert(id)
        } else {
            self.remove(id)
        };
    }

    /// Puts one in. True if it was not there before.
    ///
    /// # Panics
    /// If the id is not below [`CAPACITY`](Self::CAPACITY). Choose `WORDS` for what there is to count, divided by 64 and rounded up.
    #[inline]
    pub fn insert(&mut self, id: I) -> bool {
        let (word, bit) = place(id);
        let old = self.words[word];
        self.words[word] = old | bit;
        old & bit == 0
    }

    /// Takes one out. True if it was there.
    #[inline]
    pub fn remove(&mut self, id: I) -> bool {
        let (word, bit) = place(id);
        let Some(word) = self.words.get_mut(word) else {
            return false;
        };
        let old = *word;
        *word = old & !bit;
        old & bit != 0
    }

    /// Whether one is in the set. An id beyond the capacity is not.
    #[inline]
    #[must_use]
    pub fn contains(&self, id: I) -> bool {
        let (word, bit) = place(id);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// The members in the order of ids.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = I> + use<I, WORDS> {
        let words = self.words;
        let (mut at, mut bits) = (0, words.first().copied().unwrap_or(0));
        std::iter::from_fn(move || {
            while bits == 0 {
                at += 1;
                bits = *words.get(at)?;
            }
            let id = I::at(at * words::BITS + bits.trailing_zeros() as usize);
            bits &= bits - 1;
            Some(id)
        })
    }

    /// The member with the lowest id.
    #[must_use]
    pub fn first(&self) -> Option<I> {
        let word = self.words.iter().position(|word| *word != 0)?;
        Some(I::at(word * words::BITS + self.words[word].trailing_zeros() as usize))
    }
}

impl<I> IdSet<I, 1> {
    /// The set whose members are the bits of a number.
    #[inline]
    #[must_use]
    pub const fn of_bits(bits: u64) -> Self {
        Self::from_words([bits])
    }

    /// How many, as a number of its size.
    #[inline]
    #[must_use]
    pub const fn count(&self) -> u8 {
        self.words[0].count_ones() as u8
    }
}

impl<const WORDS: usize> SpaceBits<WORDS> {
    /// The same members as a set that can grow.
    #[must_use]
    pub fn to_set(&self) -> SpaceSet {
        SpaceSet { words: self.words.to_vec() }
    }
}

impl<I, const WORDS: usize> Default for IdSet<I, WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The set of spaces does not fit: a member lies beyond the capacity.
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
        impl<I, const WORDS: usize> $operator for IdSet<I, WORDS> {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                self.zip(other, $combine)
            }
        }

        $(#[$doc])*
        impl<I, const WORDS: usize> $assign for IdSet<I, WORDS> {
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

impl<I: DenseId, const WORDS: usize> fmt::Debug for IdSet<I, WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<I: DenseId, const WORDS: usize> Extend<I> for IdSet<I, WORDS> {
    fn extend<T: IntoIterator<Item = I>>(&mut self, ids: T) {
        for id in ids {
            self.insert(id);
        }
    }
}

impl<I: DenseId, const WORDS: usize> FromIterator<I> for IdSet<I, WORDS> {
    fn from_iter<T: IntoIterator<Item = I>>(ids: T) -> Self {
        let mut set = Self::EMPTY;
        set.extend(ids);
        set
    }
}

impl<I: DenseId + Serialize, const WORDS: usize> Serialize for IdSet<I, WORDS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len()))?;
        for id in self.iter() {
            list.serialize_element(&id)?;
        }
        list.end()
    }
}

impl<'de, I: DenseId + Deserialize<'de>, const WORDS: usize> Deserialize<'de> for IdSet<I, WORDS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ids = Vec::<I>::deserialize(deserializer)?;
        match ids.iter().find(|id| id.index() >= Self::CAPACITY) {
            Some(id) => Err(D::Error::custom(format!("{id:?} does not fit in a set of {}", Self::CAPACITY))),
            None => Ok(ids.into_iter().collect()),
        }
    }
}
