//! Sets of units and of hexes, held in place.

use crate::data::UnitId;
use kessel_board::SpaceBits;
use kessel_kit::{IdSet, dense_ids};

/// Most units that a data folder may define.
pub const MOST_UNITS: usize = WORDS * 64;

/// Most hexes that a map may have.
pub const MOST_HEXES: usize = SPACE_WORDS * 64;

const WORDS: usize = 7;
const SPACE_WORDS: usize = 33;

dense_ids!(UnitId);

/// A set of the map's hexes.
pub type Spaces = SpaceBits<SPACE_WORDS>;

/// A set of units.
pub type UnitSet = IdSet<UnitId, WORDS>;
