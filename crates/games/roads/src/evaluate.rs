//! What a position is worth.
//!
//! The unit is a hundredth of a victory level: a draw is 0, the mildest victory of a side 100, and so on to the decisive one. Of a game
//! that goes on it is the level that the count would make if it ended now (S2.v12, S3.v10, S4.v3 to S4.v7, S5.v1), with two for every victory
//! point on the way to the next, and the units of both sides at a part of the planner's worth of them. Nothing of this is hidden.

use crate::Roads;
use crate::data::{LevelId, UnitId};
use crate::state::{Place, State};
use kessel_kernel::facets::Evaluates;
use kessel_kernel::{Seen, Side};

/// A victory level.
const LEVEL: i32 = 100;
/// A victory point on the way to the next level.
const POINT: i32 = 2;
/// A city retaken or lost where cities decide (S4); a major one counts for three.
const CITY: i32 = 10;
/// A unit is worth about 20 to the planner: so many of his make one here.
const WORTH: i32 = 8;

impl Evaluates for Roads {
    fn evaluate(&self, seen: &Seen<State>, side: Side) -> i32 {
        if side == Side::Axis { self.axis_value(seen) } else { -self.axis_value(seen) }
    }
}

impl Roads {
    /// The worth of a unit at so many steps.
    pub(crate) fn unit_worth(&self, unit: UnitId, steps: u8) -> i32 {
        let info = self.info(unit);
        if steps == 0 {
            return 0;
        }
        if info.is_hq() {
            return 60;
        }
        let factors = info.factors(steps);
        let sum = i32::from(factors.attack) + i32::from(factors.defence);
        4 + 3 * sum + if info.armored { 6 } else { 0 } + if info.elite { 2 } else { 0 }
    }

    /// What the position is worth to the Axis.
    pub(crate) fn axis_value(&self, seen: &State) -> i32 {
        if let Some(ended) = seen.ended {
            return self.rank(seen, ended.level) * LEVEL;
        }
        self.standing(seen) + self.material(seen) / WORTH
    }

    /// How many levels from a draw, for the Axis: the list goes from its best to the Soviets' best.
    fn rank(&self, seen: &State, level: LevelId) -> i32 {
        let levels = &self.scenario(seen).victory.levels;
        let between = |side: Side| {
            let own = |n: &usize| levels[*n].winner == Some(side);
            match side {
                Side::Axis => (level.index()..levels.len()).filter(own).count(),
                Side::Soviet => (0..=level.index()).filter(own).count(),
            }
        };
        match levels[level.index()].winner {
            Some(Side::Axis) => between(Side::Axis) as i32,
            Some(Side::Soviet) => -(between(Side::Soviet) as i32),
            None => 0,
        }
    }

    /// What the count would make now.
    fn standing(&self, seen: &State) -> i32 {
        let victory = &self.scenario(seen).victory;
        if !victory.cities.is_empty() {
            let (majors, cities) = self.city_count(seen);
            let level = self.city_line(seen).map_or(0, |line| self.rank(seen, line.level));
            return level * LEVEL + (3 * i32::from(majors) + i32::from(cities)) * CITY;
        }
        let points = self.victory_points(seen, None);
        let level = self.scenario(seen).level(points).map_or(0, |level| self.rank(seen, level));
        // Victory points are the Soviets'.
        level * LEVEL - i32::from(points) * POINT
    }

    /// The units of both sides on the map and in the reserve.
    fn material(&self, seen: &State) -> i32 {
        let worth = |unit: UnitId| {
            let piece = seen.field.get(unit);
            match piece.place {
                Place::Hex(_) | Place::Reserve => self.unit_worth(unit, piece.steps),
                _ => 0,
            }
        };
        let signed = |unit: UnitId| if self.info(unit).side == Side::Axis { worth(unit) } else { -worth(unit) };
        self.data.unit_ids().map(signed).sum()
    }
}

#[cfg(test)]
mod tests;
