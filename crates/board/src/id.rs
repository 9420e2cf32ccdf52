//! Dense ids: a space or an edge is a small number that indexes flat arrays.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::Hash;

/// A number that counts things without gaps from 0, so that it can index a [`DenseMap`](crate::DenseMap) and be in an
/// [`IdSet`](crate::IdSet).
pub trait DenseId: Copy + Ord + Hash + fmt::Debug {
    /// The id as an array index.
    fn index(self) -> usize;

    /// The id with this index.
    ///
    /// # Panics
    /// If the index is too large for this kind of id.
    fn at(index: usize) -> Self;
}

macro_rules! dense_id {
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u16);

        impl $name {
            /// The id as an array index.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The id with this index, or `None` if there is none.
            #[inline]
            pub(crate) fn from_index(index: usize) -> Option<Self> {
                u16::try_from(index).ok().map(Self)
            }
        }

        impl DenseId for $name {
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }

            #[inline]
            fn at(index: usize) -> Self {
                $name::from_index(index).expect("no more of them than ids")
            }
        }

        /// Short form for logs and test failures; a player reads [`Board::name`](crate::Board::name) instead.
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }
    };
}

dense_id!(
    /// A space of one [`Board`](crate::Board): a hex or a box.
    ///
    /// Ids count from 0 without gaps: hexes in the order of their printed numbers, then boxes in
    /// the order in which they were added. The same map data always gives the same ids. An id
    /// means nothing on another board; nothing checks that it is used on its own.
    SpaceId,
    "s"
);

dense_id!(
    /// The edge between two neighbouring spaces: a hexside, or the link of a box.
    ///
    /// Both spaces know the edge by the same id, so whatever is stored for it (a river, a bridge)
    /// reads the same from both sides.
    EdgeId,
    "e"
);
