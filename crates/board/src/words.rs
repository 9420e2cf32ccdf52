//! What the two kinds of set share: bits in 64-bit words.

use crate::id::{DenseId, SpaceId};

pub(crate) const BITS: usize = u64::BITS as usize;

/// The word and the bit in it for an id.
#[inline]
pub(crate) fn place(id: impl DenseId) -> (usize, u64) {
    (id.index() / BITS, 1 << (id.index() % BITS))
}

/// The members of a set in the order of ids.
#[derive(Clone, Debug)]
pub struct Members<'a> {
    rest: &'a [u64],
    /// Not yet given out from the word before `rest`.
    word: u64,
    /// The id of the lowest bit of `word`.
    base: usize,
}

impl<'a> Members<'a> {
    pub(crate) fn new(words: &'a [u64]) -> Self {
        let (&word, rest) = words.split_first().unwrap_or((&0, &[]));
        Self { rest, word, base: 0 }
    }
}

impl Iterator for Members<'_> {
    type Item = SpaceId;

    #[inline]
    fn next(&mut self) -> Option<SpaceId> {
        while self.word == 0 {
            let (&word, rest) = self.rest.split_first()?;
            (self.word, self.rest, self.base) = (word, rest, self.base + BITS);
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        // Sets hold nothing but SpaceIds, so this is one of them again.
        Some(SpaceId((self.base + bit) as u16))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = count(self.rest) + self.word.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Members<'_> {}

pub(crate) fn count(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

/// The words without the empty ones at the end: the same for equal sets of any capacity.
pub(crate) fn trimmed(words: &[u64]) -> &[u64] {
    let used = words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
    &words[..used]
}

/// Whether every member of one set is in the other.
pub(crate) fn is_subset(a: &[u64], b: &[u64]) -> bool {
    let a = trimmed(a);
    a.len() <= b.len() && a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

/// Whether the sets share no member.
pub(crate) fn is_disjoint(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a & b == 0)
}

/// Sixty-four flags as the bits of a word, the first one lowest.
pub(crate) fn pack(flags: &[bool]) -> u64 {
    let place = |(bit, &flag): (usize, &bool)| u64::from(flag) << bit;
    flags.iter().enumerate().map(place).fold(0, |word, bit| word | bit)
}
