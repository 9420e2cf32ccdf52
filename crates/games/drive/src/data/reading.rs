//! What the readers of all files share.

pub(super) use kessel_kit::{hex_of, hexes_of, part, places_of};
pub use kessel_table::data::{Printed, TableSource};
pub(super) use kessel_table::data::{Reading, SIDES};
pub(super) use kessel_table::{numbers, small_id};
