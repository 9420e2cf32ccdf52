//! What `data` assertions of case files are told.

use crate::{Names, Word};
use kessel_board::{Direction, EdgeId, SpaceId};
use kessel_kernel::data::Printed;
use serde_json::{Value, json};

/// A value of the tree of facts.
pub trait Fact {
    /// What case files see.
    fn fact(&self, names: &Names<'_>) -> Value;
}

impl<W: Word> Fact for W {
    fn fact(&self, _: &Names<'_>) -> Value {
        self.word().into()
    }
}

macro_rules! plain {
    ($($ty:ty),+) => {$(
        impl Fact for $ty {
            fn fact(&self, _: &Names<'_>) -> Value {
                json!(self)
            }
        }
    )+};
}

plain!(u8, u16, u32, usize, i8, i16, i32, bool, String, Printed, Direction);

impl<T: Fact> Fact for Option<T> {
    fn fact(&self, names: &Names<'_>) -> Value {
        self.as_ref().map_or(Value::Null, |value| value.fact(names))
    }
}

impl<T: Fact> Fact for Vec<T> {
    fn fact(&self, names: &Names<'_>) -> Value {
        self.iter().map(|value| value.fact(names)).collect()
    }
}

impl<T: Fact, const N: usize> Fact for [T; N] {
    fn fact(&self, names: &Names<'_>) -> Value {
        self.iter().map(|value| value.fact(names)).collect()
    }
}

impl<A: Fact, B: Fact> Fact for (A, B) {
    fn fact(&self, names: &Names<'_>) -> Value {
        json!([self.0.fact(names), self.1.fact(names)])
    }
}

impl Fact for SpaceId {
    fn fact(&self, names: &Names<'_>) -> Value {
        names.board().name(*self).into()
    }
}

impl Fact for EdgeId {
    fn fact(&self, names: &Names<'_>) -> Value {
        names.side(*self).into()
    }
}
