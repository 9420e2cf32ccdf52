//! Tables whose keys are names of things.

use super::{Fact, Key, Limit, Number, Read, Reader, field};
use crate::{Names, Word, tree};
use kessel_kernel::data::{Item, Table};
use serde_json::Value;
use std::marker::PhantomData;
use std::ops::{Deref, RangeInclusive};

/// Something for each variant of an enum, in their order: `{ axis = 1, soviet = 2 }` for both sides.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Each<E, T, const N: usize> {
    all: [T; N],
    of: PhantomData<E>,
}

impl<E: Word, T, const N: usize> Each<E, T, N> {
    /// So much for each.
    pub const fn new(all: [T; N]) -> Each<E, T, N> {
        Each { all, of: PhantomData }
    }

    /// Reads one value after the other; nothing if one is missing.
    pub fn take(table: &Table<'_>, mut one: impl FnMut(&str) -> Option<T>) -> Option<Each<E, T, N>> {
        let all: Vec<T> = E::words().iter().filter_map(|word| one(word)).collect();
        table.finish();
        Some(Each::new(all.try_into().ok()?))
    }
}

impl<E: Word, T: Default, const N: usize> Default for Each<E, T, N> {
    fn default() -> Each<E, T, N> {
        Each::new(std::array::from_fn(|_| T::default()))
    }
}

impl<E, T, const N: usize> Deref for Each<E, T, N> {
    type Target = [T; N];

    fn deref(&self) -> &[T; N] {
        &self.all
    }
}

impl<E: Word, T: Read, const N: usize> Read for Each<E, T, N> {
    fn read(item: &Item<'_>, reader: &Reader<'_>) -> Option<Each<E, T, N>> {
        let table = reader.table(item)?;
        Each::take(&table, |word| field(&table, word, reader))
    }
}

impl<E: Word, T: Number, const N: usize> Limit<Each<E, T, N>> for RangeInclusive<T> {
    fn under(self, table: &Table<'_>, key: &str, reader: &Reader<'_>) -> Option<Each<E, T, N>> {
        let inner = reader.table(&table.need(key)?)?;
        Each::take(&inner, |word| self.clone().under(&inner, word, reader))
    }
}

impl<E: Word, T: Fact, const N: usize> Fact for Each<E, T, N> {
    fn fact(&self, names: &Names<'_>) -> Value {
        tree::by_name(E::words().iter().zip(&self.all), |(word, one)| ((*word).to_owned(), one.fact(names)))
    }
}

/// Some things by name, in the order of the file: `{ RD = 6, CC = 1 }`. It may be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByName<K, V>(pub Vec<(K, V)>);

impl<K, V> Default for ByName<K, V> {
    fn default() -> ByName<K, V> {
        ByName(Vec::new())
    }
}

impl<K, V> Deref for ByName<K, V> {
    type Target = Vec<(K, V)>;

    fn deref(&self) -> &Vec<(K, V)> {
        &self.0
    }
}

impl<'a, K, V> IntoIterator for &'a ByName<K, V> {
    type Item = &'a (K, V);
    type IntoIter = std::slice::Iter<'a, (K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<K: Key, V: Read> Read for ByName<K, V> {
    fn read(item: &Item<'_>, reader: &Reader<'_>) -> Option<ByName<K, V>> {
        let entries = reader.table(item)?.entries();
        let pair = |item: &Item<'_>| K::from_key(item.key(), item, reader).zip(V::read(item, reader));
        Some(ByName(entries.iter().filter_map(pair).collect()))
    }

    fn left_out() -> Option<ByName<K, V>> {
        Some(ByName::default())
    }
}

impl<K: Key, V: Number> Limit<ByName<K, V>> for RangeInclusive<V> {
    fn under(self, table: &Table<'_>, key: &str, reader: &Reader<'_>) -> Option<ByName<K, V>> {
        let Some(inner) = table.get(key).and_then(|item| reader.table(&item)) else { return Some(ByName::default()) };
        let pair = |item: &Item<'_>| K::from_key(item.key(), item, reader).zip(item.int(self.clone()));
        Some(ByName(inner.entries().iter().filter_map(pair).collect()))
    }
}

impl<K: Key, V: Fact> Fact for ByName<K, V> {
    fn fact(&self, names: &Names<'_>) -> Value {
        tree::by_name(&self.0, |(key, value)| (key.key(names), value.fact(names)))
    }
}
