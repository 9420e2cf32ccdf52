//! Where a hex lies on the endless grid, and the geometry that follows from it.

use crate::direction::{Direction, Orientation};
use serde::{Deserialize, Serialize};

/// A place on the endless hex grid.
///
/// Hexes stand in straight *lines*: rows on pointy-top maps, columns on flat-top ones. A coordinate
/// counts the line and the place along it, on axes 60 degrees apart, so that a step in one
/// direction is the same sum everywhere and no parity has to be thought of:
///
/// | | `line` grows | `along` grows |
/// |---|---|---|
/// | pointy-top | southward | eastward |
/// | flat-top | eastward | northward |
///
/// Printed numbers do not work that way (every other line is shifted by half a hex);
/// [`Numbering`](crate::Numbering) translates. Coordinates beyond a few hundred million overflow;
/// no printed number comes near.
///
/// ```
/// use kessel_board::{Coord, Direction};
///
/// let here = Coord::new(0, 0);
/// let there = here.step(Direction::D0).step(Direction::D1);
/// assert_eq!(here.distance(there), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Coord {
    /// Which row (pointy-top) or column (flat-top).
    pub line: i32,
    /// Which place in it, on a slanted axis.
    pub along: i32,
}

/// What a step in each direction adds to `(along, line)`.
const STEPS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Coord {
    /// A coordinate from its two axes.
    #[must_use]
    pub const fn new(along: i32, line: i32) -> Self {
        Self { line, along }
    }

    /// The neighbour in a direction.
    #[inline]
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        self.steps(direction, 1)
    }

    /// The hex `count` steps away in a straight hexrow.
    #[inline]
    #[must_use]
    pub const fn steps(self, direction: Direction, count: i32) -> Self {
        let (along, line) = STEPS[direction.index()];
        Self::new(self.along + along * count, self.line + line * count)
    }

    /// The six neighbours, in the order of [`Direction::ALL`].
    #[must_use]
    pub fn neighbors(self) -> [Self; 6] {
        Direction::ALL.map(|direction| self.step(direction))
    }

    /// The direction of a neighbour, or `None` for any other hex.
    #[must_use]
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.step(direction) == other)
    }

    /// How many steps lead from one hex to the other: 0 to itself, 1 to a neighbour.
    #[inline]
    #[must_use]
    pub const fn distance(self, other: Self) -> u32 {
        let along = other.along - self.along;
        let line = other.line - self.line;
        // The sum of the three cube differences is 0; the largest one is the distance.
        let (a, b, c) = (along.unsigned_abs(), line.unsigned_abs(), (along + line).unsigned_abs());
        let larger = if a > b { a } else { b };
        if larger > c { larger } else { c }
    }

    /// The hexes at exactly this distance, clockwise, beginning with the one in direction
    /// [`D0`](Direction::D0). A ring of radius 0 is the hex itself.
    pub fn ring(self, radius: u32) -> impl Iterator<Item = Self> {
        let radius = radius.cast_signed();
        let centre = (radius == 0).then_some(self);
        let sides = Direction::ALL.into_iter().flat_map(move |corner| {
            let start = self.steps(corner, radius);
            (0..radius).map(move |step| start.steps(corner.turned(2), step))
        });
        centre.into_iter().chain(sides)
    }

    /// The hexes at most this far away, the hex itself included, line by line.
    pub fn within(self, radius: u32) -> impl Iterator<Item = Self> {
        let radius = radius.cast_signed();
        (-radius..=radius).flat_map(move |line| {
            let first = (-radius).max(-radius - line);
            let last = radius.min(radius - line);
            (first..=last).map(move |along| Self::new(self.along + along, self.line + line))
        })
    }

    /// The hexes under the straight line between two hex centres, both ends included: always
    /// `distance + 1` of them, each next to the one before.
    ///
    /// Where the line runs exactly along a hexside, the hex on one side is taken, always the same
    /// one: the line from `b` to `a` holds the same hexes as the line from `a` to `b`.
    pub fn line_to(self, other: Self) -> impl Iterator<Item = Self> {
        let length = self.distance(other);
        (0..=length).map(move |step| self.between(other, step.into(), length.into()))
    }

    /// The hex `step / length` of the way to `other`.
    fn between(self, other: Self, step: i64, length: i64) -> Self {
        if length == 0 {
            return self;
        }
        // Exact fractions over a common denominator; a nudge far smaller than any hex keeps the
        // line off hexsides and corners.
        let scale = 16 * length;
        let at =
            |from: i32, to: i32, nudge: i64| 16 * (i64::from(from) * (length - step) + i64::from(to) * step) + nudge;
        let along = at(self.along, other.along, 1);
        let line = at(self.line, other.line, 2);
        let third = -along - line;
        let round = |value: i64| (2 * value + scale).div_euclid(2 * scale);
        let off = |value: i64| (round(value) * scale - value).abs();
        let (a, l, t) = (off(along), off(line), off(third));
        let (along, line) = if a > l && a > t {
            (-round(line) - round(third), round(line))
        } else if l > t {
            (round(along), -round(along) - round(third))
        } else {
            (round(along), round(line))
        };
        let small = |value: i64| i32::try_from(value).expect("between two i32 lies an i32");
        Self::new(small(along), small(line))
    }

    /// Where to draw the centre of the hex: `(x, y)`, growing eastward and southward.
    ///
    /// Neighbouring centres are 1000 units apart; lines of hexes are 866 apart (the height of the
    /// triangle, rounded). The sides of a hex are about 577 units long.
    #[must_use]
    pub const fn position(self, orientation: Orientation) -> (i32, i32) {
        let across = 866 * self.line;
        let along = 1000 * self.along + 500 * self.line;
        match orientation {
            Orientation::PointyTop => (along, across),
            Orientation::FlatTop => (across, -along),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn coord() -> impl Strategy<Value = Coord> {
        (-60..60, -60..60).prop_map(|(along, line)| Coord::new(along, line))
    }

    #[test]
    fn the_first_direction_points_east_or_north_on_paper() {
        let east = Coord::new(0, 0).step(Direction::D0);
        assert_eq!(east.position(Orientation::PointyTop), (1000, 0));
        assert_eq!(east.position(Orientation::FlatTop), (0, -1000));
    }

    #[test]
    fn compass_names_agree_with_drawing_positions() {
        for orientation in [Orientation::PointyTop, Orientation::FlatTop] {
            for direction in Direction::ALL {
                let (x, y) = Coord::new(0, 0).step(direction).position(orientation);
                let name = direction.compass(orientation);
                assert_eq!(name.contains('E'), x > 0, "{orientation:?} {name}");
                assert_eq!(name.contains('W'), x < 0, "{orientation:?} {name}");
                assert_eq!(name.contains('S'), y > 0, "{orientation:?} {name}");
                assert_eq!(name.contains('N'), y < 0, "{orientation:?} {name}");
            }
        }
    }

    #[test]
    fn a_ring_goes_clockwise_from_the_first_direction() {
        let here = Coord::new(3, -2);
        assert_eq!(here.ring(0).collect::<Vec<_>>(), [here]);
        assert_eq!(here.ring(1).collect::<Vec<_>>(), here.neighbors());
    }

    proptest! {
        #[test]
        fn distance_is_a_metric(a in coord(), b in coord(), c in coord()) {
            prop_assert_eq!(a.distance(b), b.distance(a));
            prop_assert_eq!(a.distance(b) == 0, a == b);
            prop_assert!(a.distance(c) <= a.distance(b) + b.distance(c));
        }

        #[test]
        fn neighbours_are_the_hexes_at_distance_one(a in coord(), b in coord()) {
            prop_assert_eq!(a.direction_to(b).is_some(), a.distance(b) == 1);
        }

        #[test]
        fn rings_hold_six_hexes_per_step_and_fill_the_area(centre in coord(), radius in 0_u32..9) {
            let area: Vec<_> = centre.within(radius).collect();
            let mut rings: Vec<_> = (0..=radius).flat_map(|r| centre.ring(r)).collect();
            prop_assert!(area.is_sorted());
            rings.sort();
            prop_assert_eq!(&area, &rings);
            prop_assert_eq!(centre.ring(radius).count(), if radius == 0 { 1 } else { 6 * radius as usize });
            prop_assert!(centre.ring(radius).all(|hex| centre.distance(hex) == radius));
        }

        #[test]
        fn a_line_is_a_shortest_path_and_the_same_from_both_ends(a in coord(), b in coord()) {
            let line: Vec<_> = a.line_to(b).collect();
            prop_assert_eq!(line.len() as u32, a.distance(b) + 1);
            prop_assert_eq!((line[0], line[line.len() - 1]), (a, b));
            prop_assert!(line.windows(2).all(|pair| pair[0].distance(pair[1]) == 1));
            let mut back: Vec<_> = b.line_to(a).collect();
            back.reverse();
            prop_assert_eq!(line, back);
        }
    }
}
