//! Sets of spaces and of counters, held in place.

use crate::data::{SupportId, UnitId};

/// A set of hexes of the scenario's map.
pub type Spaces = kessel_board::SpaceBits<17>;
/// A set of units.
pub type UnitSet = kessel_kit::IdSet<UnitId, 8>;
/// A set of support markers.
pub type SupportSet = kessel_kit::IdSet<SupportId, 2>;

kessel_kit::dense_ids!(SupportId);
