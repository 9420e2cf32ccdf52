//! 8.1, 8.3 What the sizes of units stand for, and the types that the game knows.

use kessel_kernel::data::Table;
use kessel_kit::{In, Limit, Reader, records};

records! {
    /// How many men, tanks or guns a unit of some size has (8.1).
    pub struct Size as "size" by id {
        /// `infantry-battalion`.
        pub id: String,
        /// At least.
        pub least: u16 = 1..=2000,
        /// At most.
        pub most: u16 = 1..=2000,
        /// `men`, `tanks` or `guns`.
        pub of: String,
    }
}

/// Reads `[sizes]` and `[types]`.
pub(super) fn read(root: &Table<'_>, reader: &Reader<'_>) -> (Vec<Size>, Vec<String>) {
    let sizes = In("list").under(root, "sizes", reader);
    (sizes.unwrap_or_default(), In("list").under(root, "types", reader).unwrap_or_default())
}
