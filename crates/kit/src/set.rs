//! Ids of counters, fit for sets and stacks. The set itself is the board's: spaces and counters are counted alike.

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

/// For a set of at most 64 that is written as one number, as the journals of its game have it: `#[serde(with = "kessel_kit::as_bits")]`.
pub mod as_bits {
    use kessel_board::IdSet;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes its bits.
    pub fn serialize<S: Serializer, I>(set: &IdSet<I, 1>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(set.words()[0])
    }

    /// Reads them.
    pub fn deserialize<'de, D: Deserializer<'de>, I>(deserializer: D) -> Result<IdSet<I, 1>, D::Error> {
        u64::deserialize(deserializer).map(IdSet::of_bits)
    }
}

#[cfg(test)]
mod tests {
    use kessel_board::{IdSet, SpaceId};
    use serde::{Deserialize, Serialize};

    #[test]
    fn a_small_set_can_be_written_as_one_number() {
        #[derive(Serialize, Deserialize)]
        struct Few(#[serde(with = "super::as_bits")] IdSet<SpaceId, 1>);
        let bytes = postcard::to_allocvec(&Few([SpaceId(0), SpaceId(9)].into_iter().collect())).expect("plain");
        assert_eq!(bytes, postcard::to_allocvec(&0b10_0000_0001_u64).expect("plain"));
        let read: Few = postcard::from_bytes(&bytes).expect("reads");
        assert_eq!(read.0.iter().collect::<Vec<_>>(), [SpaceId(0), SpaceId(9)]);
    }
}
