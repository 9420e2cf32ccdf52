//! Sets of units, held in place like [`SpaceBits`].

use crate::data::UnitId;
use kessel_board::SpaceBits;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

/// Most units that a data folder may define.
pub const MOST_UNITS: usize = WORDS * 64;

/// Most hexes that a map may have.
pub const MOST_HEXES: usize = SPACE_WORDS * 64;

const WORDS: usize = 7;
const SPACE_WORDS: usize = 33;

/// A set of the map's hexes.
pub type Spaces = SpaceBits<SPACE_WORDS>;

/// A set of units.
#[derive(Copy, Clone, Default, PartialEq, Eq)]
pub struct UnitSet {
    words: [u64; WORDS],
}

impl UnitSet {
    /// Nobody.
    pub const EMPTY: UnitSet = UnitSet { words: [0; WORDS] };

    /// A set of one.
    #[must_use]
    pub fn of(unit: UnitId) -> UnitSet {
        let mut set = UnitSet::EMPTY;
        set.insert(unit);
        set
    }

    /// Is it in the set?
    #[inline]
    #[must_use]
    pub fn contains(&self, unit: UnitId) -> bool {
        let (word, bit) = place(unit);
        self.words.get(word).is_some_and(|w| w & bit != 0)
    }

    /// Puts it in.
    #[inline]
    pub fn insert(&mut self, unit: UnitId) {
        let (word, bit) = place(unit);
        if let Some(w) = self.words.get_mut(word) {
            *w |= bit;
        }
    }

    /// Takes it out.
    #[inline]
    pub fn remove(&mut self, unit: UnitId) {
        let (word, bit) = place(unit);
        if let Some(w) = self.words.get_mut(word) {
            *w &= !bit;
        }
    }

    /// Puts it in or takes it out.
    pub fn set(&mut self, unit: UnitId, member: bool) {
        if member {
            self.insert(unit);
        } else {
            self.remove(unit);
        }
    }

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

    /// The one with the lowest id.
    #[must_use]
    pub fn first(&self) -> Option<UnitId> {
        self.iter().next()
    }

    /// Is every member in the other set too?
    #[must_use]
    pub fn is_subset(&self, other: &UnitSet) -> bool {
        (*self - *other).is_empty()
    }

    /// In order of id.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = UnitId> + use<> {
        let words = self.words;
        let (mut at, mut bits) = (0, words[0]);
        std::iter::from_fn(move || {
            while bits == 0 {
                at += 1;
                bits = *words.get(at)?;
            }
            let unit = UnitId((at * 64) as u16 + bits.trailing_zeros() as u16);
            bits &= bits - 1;
            Some(unit)
        })
    }

    fn zip(self, other: UnitSet, f: impl Fn(u64, u64) -> u64) -> UnitSet {
        UnitSet { words: std::array::from_fn(|i| f(self.words[i], other.words[i])) }
    }
}

#[inline]
const fn place(unit: UnitId) -> (usize, u64) {
    (unit.index() / 64, 1 << (unit.index() % 64))
}

impl BitOr for UnitSet {
    type Output = UnitSet;
    fn bitor(self, o: UnitSet) -> UnitSet {
        self.zip(o, |a, b| a | b)
    }
}

impl BitOrAssign for UnitSet {
    fn bitor_assign(&mut self, o: UnitSet) {
        *self = *self | o;
    }
}

impl BitAnd for UnitSet {
    type Output = UnitSet;
    fn bitand(self, o: UnitSet) -> UnitSet {
        self.zip(o, |a, b| a & b)
    }
}

impl Sub for UnitSet {
    type Output = UnitSet;
    fn sub(self, o: UnitSet) -> UnitSet {
        self.zip(o, |a, b| a & !b)
    }
}

impl SubAssign for UnitSet {
    fn sub_assign(&mut self, o: UnitSet) {
        *self = *self - o;
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<T: IntoIterator<Item = UnitId>>(units: T) -> UnitSet {
        let mut set = UnitSet::EMPTY;
        units.into_iter().for_each(|unit| set.insert(unit));
        set
    }
}

impl fmt::Debug for UnitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for UnitSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(self.len()))?;
        for unit in self.iter() {
            seq.serialize_element(&unit)?;
        }
        seq.end()
    }
}

impl<'de> Deserialize<'de> for UnitSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UnitSet, D::Error> {
        let units = Vec::<UnitId>::deserialize(deserializer)?;
        match units.iter().find(|unit| unit.index() >= MOST_UNITS) {
            Some(unit) => Err(D::Error::custom(format!("there is no unit {}", unit.0))),
            None => Ok(units.into_iter().collect()),
        }
    }
}
