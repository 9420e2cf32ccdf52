//! What a position keeps beside itself.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// Something worked out from the rest of a position and kept so that it need not be worked out again: no part of the position.
///
/// It equals any other of its kind, is hashed and written down as nothing, and is the default when a position is read: whoever
/// needs it then works it out anew. So a position that has such fields can derive its equality and its form in files.
///
/// ```
/// use kessel_kernel::Derived;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
/// struct Position {
///     units: Vec<u8>,
///     sum: Derived<Option<u32>>,
/// }
///
/// let fresh = Position { units: vec![2, 3], sum: Derived::default() };
/// let known = Position { sum: Derived(Some(5)), ..fresh.clone() };
/// assert_eq!(fresh, known);
/// assert_eq!(serde_json::to_string(&fresh).unwrap(), serde_json::to_string(&known).unwrap());
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Derived<T>(pub T);

impl<T> PartialEq for Derived<T> {
    fn eq(&self, _: &Derived<T>) -> bool {
        true
    }
}

impl<T> Eq for Derived<T> {}

impl<T> Hash for Derived<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<T> Serialize for Derived<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl<'de, T: Default> Deserialize<'de> for Derived<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Derived<T>, D::Error> {
        <()>::deserialize(deserializer).map(|()| Derived::default())
    }
}

impl<T> Deref for Derived<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Derived<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_written_as_nothing_and_read_as_the_default() {
        let written = postcard::to_allocvec(&(7_u8, Derived(Some(3_u8)), 9_u8)).expect("plain data");
        assert_eq!(written, [7, 9]);
        let (a, derived, b): (u8, Derived<Option<u8>>, u8) = postcard::from_bytes(&written).expect("reads back");
        assert_eq!((a, derived.0, b), (7, None, 9));
    }
}
