//! Sets of units, of assets and of spaces, held in place.

use crate::data::{AssetId, UnitId};
use kessel_board::SpaceBits;
use kessel_kit::IdSet;

/// A set of the map's spaces.
pub type Spaces = SpaceBits<4>;

/// A set of units.
pub type UnitSet = IdSet<UnitId, 1>;

/// A set of assets.
pub type AssetSet = IdSet<AssetId, 1>;
