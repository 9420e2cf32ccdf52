//! The twelve leaders (13).

use kessel_kernel::data::Table;
use kessel_kernel::{Side, small_id};
use kessel_kit::{In, Limit, Reader, records};
use serde::{Deserialize, Serialize};

small_id! {
    /// A leader.
    LeaderId, u8
}

records! {
    /// A leader.
    pub struct Leader as "leader" by id {
        /// `manstein`.
        pub id: String,
        /// His name.
        pub name: String,
        /// Whose he is.
        pub side: Side,
        /// Added to the odds of an attack in which his unit takes part.
        pub attack: u8 = 0..=3,
        /// Taken from the odds of an attack on his unit.
        pub defence: u8 = 0..=3,
        /// The headquarters whose units he may be given to, in our words; without it any German or Romanian unit.
        pub under: Option<String>,
    }
}

/// Reads the table of leaders.
pub(super) fn read(root: &Table<'_>, reader: &Reader<'_>) -> Vec<Leader> {
    In("list").under(root, "leaders", reader).unwrap_or_default()
}
