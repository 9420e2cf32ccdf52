//! Sets of counters, held in place: copying one is copying a few words.

use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

/// An id that counts things of one kind from 0.
pub trait DenseId: Copy {
    /// The number.
    fn index(self) -> usize;
    /// The id with this number.
    fn at(index: usize) -> Self;
}

/// Makes ids of `kessel_kernel::small_id!` fit for sets and stacks: `dense_ids!(UnitId, AirId)`.
#[macro_export]
macro_rules! dense_ids {
    ($($id:ty),+) => {$(
        impl $crate::DenseId for $id {
            #[inline]
            fn index(self) -> usize {
                <$id>::index(self)
            }

            #[inline]
            fn at(index: usize) -> $id {
                <$id>::at(index)
            }
        }
    )+};
}

/// A set of the ids below `64 * WORDS`; iteration is in their order, and it serialises as their sorted list.
pub struct IdSet<I, const WORDS: usize> {
    words: [u64; WORDS],
    ids: PhantomData<I>,
}

impl<I, const WORDS: usize> IdSet<I, WORDS> {
    /// Nobody.
    pub const EMPTY: Self = IdSet { words: [0; WORDS], ids: PhantomData };

    /// Nobody?
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words == [0; WORDS]
    }

    /// How many?
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Takes everybody out.
    pub fn clear(&mut self) {
        self.words = [0; WORDS];
    }

    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        IdSet { words: std::array::from_fn(|i| f(self.words[i], other.words[i])), ids: PhantomData }
    }
}

impl<I: DenseId, const WORDS: usize> IdSet<I, WORDS> {
    /// A set of one.
    #[must_use]
    pub fn of(id: I) -> Self {
        let mut set = Self::EMPTY;
        set.insert(id);
        set
    }

    /// Is it in the set?
    #[inline]
    #[must_use]
    pub fn contains(&self, id: I) -> bool {
        let (word, bit) = place(id.index());
        self.words.get(word).is_some_and(|w| w & bit != 0)
    }

    /// Puts it in.
    #[inline]
    pub fn insert(&mut self, id: I) {
        let (word, bit) = place(id.index());
        if let Some(w) = self.words.get_mut(word) {
            *w |= bit;
        }
    }

    /// Takes it out.
    #[inline]
    pub fn remove(&mut self, id: I) {
        let (word, bit) = place(id.index());
        if let Some(w) = self.words.get_mut(word) {
            *w &= !bit;
        }
    }

    /// Puts it in or takes it out.
    pub fn set(&mut self, id: I, member: bool) {
        if member {
            self.insert(id)
        } else {
            self.remove(id)
        };
    }

    /// The one with the lowest id.
    #[must_use]
    pub fn first(&self) -> Option<I> {
        self.iter().next()
    }

    /// Is every member in the other set too?
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        (*self - *other).is_empty()
    }

    /// In order of id.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = I> + use<I, WORDS> {
        let words = self.words;
        let (mut at, mut bits) = (0, words[0]);
        std::iter::from_fn(move || {
            while bits == 0 {
                at += 1;
                bits = *words.get(at)?;
            }
            let id = I::at(at * 64 + bits.trailing_zeros() as usize);
            bits &= bits - 1;
            Some(id)
        })
    }
}

impl<I> IdSet<I, 1> {
    /// The set whose members are the bits of a number.
    #[inline]
    #[must_use]
    pub const fn of_bits(bits: u64) -> Self {
        IdSet { words: [bits], ids: PhantomData }
    }

    /// How many, as a number of its size.
    #[inline]
    #[must_use]
    pub const fn count(&self) -> u8 {
        self.words[0].count_ones() as u8
    }
}

/// For a set of at most 64 that is written as one number, as the journals of its game have it: `#[serde(with = "kessel_kit::as_bits")]`.
pub mod as_bits {
    use super::IdSet;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes its bits.
    pub fn serialize<S: Serializer, I>(set: &IdSet<I, 1>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(set.words[0])
    }

    /// Reads them.
    pub fn deserialize<'de, D: Deserializer<'de>, I>(deserializer: D) -> Result<IdSet<I, 1>, D::Error> {
        u64::deserialize(deserializer).map(IdSet::of_bits)
    }
}

#[inline]
const fn place(index: usize) -> (usize, u64) {
    (index / 64, 1 << (index % 64))
}

impl<I, const WORDS: usize> Clone for IdSet<I, WORDS> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<I, const WORDS: usize> Copy for IdSet<I, WORDS> {}

impl<I, const WORDS: usize> Default for IdSet<I, WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<I, const WORDS: usize> PartialEq for IdSet<I, WORDS> {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl<I, const WORDS: usize> Eq for IdSet<I, WORDS> {}

impl<I, const WORDS: usize> BitOr for IdSet<I, WORDS> {
    type Output = Self;
    fn bitor(self, o: Self) -> Self {
        self.zip(o, |a, b| a | b)
    }
}

impl<I, const WORDS: usize> BitOrAssign for IdSet<I, WORDS> {
    fn bitor_assign(&mut self, o: Self) {
        *self = *self | o;
    }
}

impl<I, const WORDS: usize> BitAnd for IdSet<I, WORDS> {
    type Output = Self;
    fn bitand(self, o: Self) -> Self {
        self.zip(o, |a, b| a & b)
    }
}

impl<I, const WORDS: usize> Sub for IdSet<I, WORDS> {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        self.zip(o, |a, b| a & !b)
    }
}

impl<I, const WORDS: usize> SubAssign for IdSet<I, WORDS> {
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

impl<I: DenseId, const WORDS: usize> FromIterator<I> for IdSet<I, WORDS> {
    fn from_iter<T: IntoIterator<Item = I>>(ids: T) -> Self {
        let mut set = Self::EMPTY;
        set.extend(ids);
        set
    }
}

impl<I: DenseId, const WORDS: usize> Extend<I> for IdSet<I, WORDS> {
    fn extend<T: IntoIterator<Item = I>>(&mut self, ids: T) {
        ids.into_iter().for_each(|id| self.insert(id));
    }
}

impl<I: DenseId, const WORDS: usize> fmt::Debug for IdSet<I, WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(DenseId::index)).finish()
    }
}

impl<I: DenseId + Serialize, const WORDS: usize> Serialize for IdSet<I, WORDS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(self.len()))?;
        for id in self.iter() {
            seq.serialize_element(&id)?;
        }
        seq.end()
    }
}

impl<'de, I: DenseId + Deserialize<'de>, const WORDS: usize> Deserialize<'de> for IdSet<I, WORDS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ids = Vec::<I>::deserialize(deserializer)?;
        match ids.iter().find(|id| id.index() >= WORDS * 64) {
            Some(id) => Err(D::Error::custom(format!("there is no number {}", id.index()))),
            None => Ok(ids.into_iter().collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Id(u16);
    impl DenseId for Id {
        fn index(self) -> usize {
            self.0.into()
        }
        fn at(index: usize) -> Id {
            Id(index as u16)
        }
    }
    type Set = IdSet<Id, 2>;

    #[test]
    fn a_set_is_what_was_put_in_in_order() {
        let mut set: Set = [Id(70), Id(3)].into_iter().collect();
        assert!(set.contains(Id(70)) && !set.contains(Id(4)) && set.len() == 2);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Id(3), Id(70)]);
        set.remove(Id(3));
        assert_eq!(set.first(), Some(Id(70)));
    }

    #[test]
    fn ids_beyond_its_words_are_never_in_and_cannot_be_read() {
        let mut set = Set::EMPTY;
        set.insert(Id(128));
        assert!(set.is_empty() && !set.contains(Id(128)));
        let bytes = postcard::to_allocvec(&vec![Id(128)]).expect("plain");
        assert!(postcard::from_bytes::<Set>(&bytes).is_err());
    }

    #[test]
    fn a_small_set_can_be_written_as_one_number() {
        #[derive(Serialize, Deserialize)]
        struct Few(#[serde(with = "super::as_bits")] IdSet<Id, 1>);
        let bytes = postcard::to_allocvec(&Few([Id(0), Id(9)].into_iter().collect())).expect("plain");
        assert_eq!(bytes, postcard::to_allocvec(&0b10_0000_0001_u64).expect("plain"));
        let read: Few = postcard::from_bytes(&bytes).expect("reads");
        assert_eq!(read.0.iter().collect::<Vec<_>>(), [Id(0), Id(9)]);
    }

    #[test]
    fn union_difference_and_what_is_shared() {
        let (a, b): (Set, Set) = ([Id(1), Id(2)].into_iter().collect(), [Id(2), Id(3)].into_iter().collect());
        assert_eq!((a | b).len(), 3);
        assert_eq!(a & b, Set::of(Id(2)));
        assert_eq!(a - b, Set::of(Id(1)));
        assert!((a & b).is_subset(&a) && !a.is_subset(&b));
    }

    #[test]
    fn a_set_is_written_as_its_sorted_list() {
        let set: Set = [Id(70), Id(3)].into_iter().collect();
        let bytes = postcard::to_allocvec(&set).expect("plain");
        assert_eq!(bytes, postcard::to_allocvec(&vec![Id(3), Id(70)]).expect("plain"));
        assert_eq!(postcard::from_bytes::<Set>(&bytes).expect("reads"), set);
    }
}
