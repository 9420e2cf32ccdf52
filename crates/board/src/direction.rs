//! Which way up the hexes lie, and the six directions.

use serde::{Deserialize, Serialize};

/// Which way up the hexes of a map lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Orientation {
    /// A corner at the top: hexes form straight rows from west to east.
    PointyTop,
    /// A side at the top: hexes form straight columns from north to south.
    FlatTop,
}

impl Orientation {
    /// The direction with this compass name, e.g. `"SE"`, or `None` if hexes of this orientation
    /// have no neighbour that way (pointy-top hexes have none to the north).
    #[must_use]
    pub fn direction(self, compass: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.compass(self) == compass)
    }
}

/// One of the six ways out of a hex, counted clockwise.
///
/// The variants say nothing of the compass, because the same six steps serve both orientations:
///
/// | | D0 | D1 | D2 | D3 | D4 | D5 |
/// |---|---|---|---|---|---|---|
/// | pointy-top | E | SE | SW | W | NW | NE |
/// | flat-top | N | NE | SE | S | SW | NW |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Direction {
    /// East on pointy-top maps, north on flat-top ones.
    D0,
    /// South-east on pointy-top maps, north-east on flat-top ones.
    D1,
    /// South-west on pointy-top maps, south-east on flat-top ones.
    D2,
    /// West on pointy-top maps, south on flat-top ones.
    D3,
    /// North-west on pointy-top maps, south-west on flat-top ones.
    D4,
    /// North-east on pointy-top maps, north-west on flat-top ones.
    D5,
}

impl Direction {
    /// All six, clockwise.
    pub const ALL: [Self; 6] = [Self::D0, Self::D1, Self::D2, Self::D3, Self::D4, Self::D5];

    /// The place of the direction in [`Direction::ALL`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction `steps` sixths of a circle further clockwise.
    #[must_use]
    pub const fn turned(self, steps: usize) -> Self {
        Self::ALL[(self as usize + steps % 6) % 6]
    }

    /// The way back.
    ///
    /// ```
    /// use kessel_board::{Direction, Orientation::PointyTop};
    ///
    /// let east = PointyTop.direction("E").unwrap();
    /// assert_eq!(east.opposite().compass(PointyTop), "W");
    /// ```
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turned(3)
    }

    /// The compass name on a map of this orientation.
    #[must_use]
    pub const fn compass(self, orientation: Orientation) -> &'static str {
        const POINTY: [&str; 6] = ["E", "SE", "SW", "W", "NW", "NE"];
        const FLAT: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];
        match orientation {
            Orientation::PointyTop => POINTY[self as usize],
            Orientation::FlatTop => FLAT[self as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_direction_is_found_by_its_compass_name() {
        for orientation in [Orientation::PointyTop, Orientation::FlatTop] {
            for direction in Direction::ALL {
                let name = direction.compass(orientation);
                assert_eq!(orientation.direction(name), Some(direction));
            }
        }
        assert_eq!(Orientation::PointyTop.direction("N"), None);
        assert_eq!(Orientation::FlatTop.direction("E"), None);
    }

    #[test]
    fn opposite_compass_names_are_opposite_directions() {
        let pairs = [
            (Orientation::PointyTop, [("E", "W"), ("SE", "NW"), ("SW", "NE")]),
            (Orientation::FlatTop, [("N", "S"), ("NE", "SW"), ("SE", "NW")]),
        ];
        for (orientation, pairs) in pairs {
            for (one, other) in pairs {
                let one = orientation.direction(one).unwrap();
                assert_eq!(one.opposite().compass(orientation), other);
                assert_eq!(one.opposite().opposite(), one);
            }
        }
    }

    #[test]
    fn six_turns_come_full_circle() {
        for direction in Direction::ALL {
            assert_eq!(direction.turned(6), direction);
            assert_eq!(direction.turned(2).turned(4), direction);
            assert_eq!(direction.turned(usize::MAX), direction.turned(usize::MAX % 6));
        }
    }
}
