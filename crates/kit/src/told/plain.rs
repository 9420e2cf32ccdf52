//! How plain values are spelled: numbers, sides, sets, and those that may be missing.

use super::{Spelled, Value};
use crate::{DenseId, IdSet};
use kessel_kernel::Side;

macro_rules! plain {
    ($($ty:ty, $wanted:literal, |$value:ident| $read:expr;)*) => {$(
        impl<N> Spelled<N> for $ty {
            fn spell(&self, _: &N) -> Value {
                (*self).into()
            }
            fn read(_: &N, $value: &Value) -> Option<$ty> {
                $read
            }
            fn wanted() -> String {
                $wanted.into()
            }
        }
    )*};
}

plain! {
    bool, "true or false", |value| value.as_bool();
    u8, "a whole number up to 255", |value| value.as_u64()?.try_into().ok();
    u16, "a whole number up to 65535", |value| value.as_u64()?.try_into().ok();
    i8, "a whole number from -128 to 127", |value| value.as_i64()?.try_into().ok();
    i16, "a whole number from -32768 to 32767", |value| value.as_i64()?.try_into().ok();
    i32, "a whole number", |value| value.as_i64()?.try_into().ok();
}

impl<N> Spelled<N> for Side {
    fn spell(&self, _: &N) -> Value {
        self.word().into()
    }
    fn read(_: &N, value: &Value) -> Option<Side> {
        Side::from_word(value.as_str()?)
    }
    fn wanted() -> String {
        "axis or soviet".into()
    }
}

/// `"none"`, or nothing, where there is none.
impl<N, T: Spelled<N>> Spelled<N> for Option<T> {
    fn spell(&self, names: &N) -> Value {
        self.as_ref().map_or(Value::Null, |one| one.spell(names))
    }
    fn read(names: &N, value: &Value) -> Option<Option<T>> {
        if value == "none" || value.is_null() { Some(None) } else { T::read(names, value).map(Some) }
    }
    fn wanted() -> String {
        format!("{} or \"none\"", T::wanted())
    }
}

impl<N, T: Spelled<N>> Spelled<N> for [T; 2] {
    fn spell(&self, names: &N) -> Value {
        self.iter().map(|one| one.spell(names)).collect()
    }
    fn read(names: &N, value: &Value) -> Option<[T; 2]> {
        let [one, two] = value.as_array()?.as_slice() else { return None };
        Some([T::read(names, one)?, T::read(names, two)?])
    }
    fn wanted() -> String {
        format!("a list of two, each {},", T::wanted())
    }
}

impl<N, I: DenseId + Spelled<N>, const WORDS: usize> Spelled<N> for IdSet<I, WORDS> {
    fn spell(&self, names: &N) -> Value {
        self.iter().map(|id| id.spell(names)).collect()
    }
    fn read(names: &N, value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(|one| I::read(names, one)).collect()
    }
    fn wanted() -> String {
        format!("a list, each {},", I::wanted())
    }
}
