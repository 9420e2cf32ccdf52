//! What limits a value of a data file.

use super::{Read, Reader, field};
use crate::Word;
use kessel_kernel::data::{Item, Table};
use std::fmt::Display;
use std::ops::RangeInclusive;

/// What stands after `=` in a [`record!`](crate::record!).
pub trait Limit<T> {
    /// Reads the value under a key within the limit; after a fault a harmless one, if there is any.
    fn under(self, table: &Table<'_>, key: &str, reader: &Reader<'_>) -> Option<T>;
}

/// A whole number.
pub trait Number: TryFrom<i64> + Copy + PartialOrd + Display {}

impl Number for u8 {}
impl Number for u16 {}
impl Number for i8 {}
impl Number for i32 {}
impl Number for u32 {}
impl Number for usize {}

/// A number of the range, or the nearest to it.
impl<N: Number> Limit<N> for RangeInclusive<N> {
    fn under(self, table: &Table<'_>, key: &str, _: &Reader<'_>) -> Option<N> {
        Some(table.int(key, self))
    }
}

impl<N: Number> Limit<Option<N>> for RangeInclusive<N> {
    fn under(self, table: &Table<'_>, key: &str, _: &Reader<'_>) -> Option<Option<N>> {
        Some(table.get(key).and_then(|item| item.int(self)))
    }
}

/// As many numbers of the range as the file likes.
impl<N: Number> Limit<Vec<N>> for RangeInclusive<N> {
    fn under(self, table: &Table<'_>, key: &str, _: &Reader<'_>) -> Option<Vec<N>> {
        let items = table.need(key)?.items();
        Some(items.iter().filter_map(|item| item.int(self.clone())).collect())
    }
}

/// So many numbers of the range.
impl<N: Number, const K: usize> Limit<[N; K]> for RangeInclusive<N> {
    fn under(self, table: &Table<'_>, key: &str, _: &Reader<'_>) -> Option<[N; K]> {
        let item = table.need(key)?;
        let (items, numbers) = (item.items(), |item: &Item<'_>| item.int(self.clone()));
        if items.len() != K {
            item.fault(format!("`{key}` needs {K} numbers"));
        }
        items.iter().filter_map(numbers).collect::<Vec<N>>().try_into().ok()
    }
}

/// One of these words.
impl<W: Word, const K: usize> Limit<W> for [W; K] {
    fn under(self, table: &Table<'_>, key: &str, _: &Reader<'_>) -> Option<W> {
        Some(table.need(key).and_then(|item| W::among(&item, &self)).unwrap_or(self[0]))
    }
}

impl<W: Word, const K: usize> Limit<Option<W>> for [W; K] {
    fn under(self, table: &Table<'_>, key: &str, _: &Reader<'_>) -> Option<Option<W>> {
        Some(table.get(key).and_then(|item| W::among(&item, &self)))
    }
}

/// Left out it means the first; written, it is within the second.
pub struct Or<T, L>(pub T, pub L);

impl<T, L: Limit<Option<T>>> Limit<T> for Or<T, L> {
    fn under(self, table: &Table<'_>, key: &str, reader: &Reader<'_>) -> Option<T> {
        Some(self.1.under(table, key, reader)?.unwrap_or(self.0))
    }
}

/// A number of the range for each face of the die.
pub struct Faces<N>(pub RangeInclusive<N>);

impl<N: Number> Limit<[N; 6]> for Faces<N> {
    fn under(self, table: &Table<'_>, key: &str, _: &Reader<'_>) -> Option<[N; 6]> {
        let item = table.need(key)?;
        let faces: Vec<N> = item.items().iter().filter_map(|item| item.int(self.0.clone())).collect();
        let faces = faces.try_into().ok();
        if faces.is_none() {
            item.fault(format!("`{key}` needs a number for each face of the die"));
        }
        faces
    }
}

/// A table that holds nothing but this value, under this key: `[turns]` with its `list`.
pub struct In(pub &'static str);

impl<T: Read> Limit<T> for In {
    fn under(self, table: &Table<'_>, key: &str, reader: &Reader<'_>) -> Option<T> {
        let inner = reader.table(&table.need(key)?)?;
        let value = field(&inner, self.0, reader);
        reader.printed(&inner);
        inner.finish();
        value
    }
}

/// Left out it is nothing: an empty list, no number.
pub struct Optional;

impl<T: Read + Default> Limit<T> for Optional {
    fn under(self, table: &Table<'_>, key: &str, reader: &Reader<'_>) -> Option<T> {
        Some(table.get(key).and_then(|item| T::read(&item, reader)).unwrap_or_default())
    }
}
