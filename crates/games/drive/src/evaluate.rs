//! What a position is worth.
//!
//! In Blue the unit is a hundredth of a German victory point (4.2 to 4.5), counted from the half point below those that win: what he has, what
//! his units can still reach, and the pile that grows to the next point. In Uranus it is a hundredth of a German unit in the pile that loses the game (4.8):
//! those that may still be lost before it is full, less the part of those that are cut off now. In both the units of the two sides are
//! added at a part of the planner's worth of them. Hidden units are taken at the average of what they may be.

use crate::Drive;
use crate::data::UnitId;
use crate::staff::Mind;
use crate::state::{Ended, Place, State};
use kessel_kernel::facets::Evaluates;
use kessel_kernel::{Seen, Side};

/// A point in Blue, a unit of the pile in Uranus.
const POINT: i32 = 100;
/// The planner counts about ten for a rifle division: that is a fifth of a point here.
const WORTH: i32 = 2;

impl Evaluates for Drive {
    fn evaluate(&self, seen: &Seen<State>, side: Side) -> i32 {
        if side == Side::Axis { self.axis_value(seen) } else { -self.axis_value(seen) }
    }
}

impl Drive {
    /// What the position is worth to the Axis.
    fn axis_value(&self, seen: &Seen<State>) -> i32 {
        if let Some(ended) = seen.ended {
            return self.final_value(seen, ended);
        }
        let margin = if seen.is_blue() { self.blue_margin(seen) } else { self.uranus_margin(seen) };
        margin + self.material(seen)
    }

    fn final_value(&self, seen: &State, ended: Ended) -> i32 {
        let need = if seen.is_blue() { self.points_needed() } else { self.losses_allowed() };
        match ended {
            Ended::Points(points) | Ended::TooFew(points) => (i32::from(points) - need) * POINT + POINT / 2,
            Ended::Losses(lost) => (need - i32::from(lost)) * POINT - POINT / 2,
            Ended::Held => ((need - i32::from(seen.pile)) * POINT - POINT / 2).max(POINT / 2),
            Ended::SuddenDeath(_) => -need * POINT,
            Ended::Towns => need * POINT,
        }
    }

    fn points_needed(&self) -> i32 {
        i32::from(self.data.blue.victory.points)
    }

    fn losses_allowed(&self) -> i32 {
        i32::from(self.data.uranus.victory.losses)
    }

    /// 4.2, 4.3: the points there are, the rest of the pile, and the hexes that are near.
    fn blue_margin(&self, seen: &State) -> i32 {
        let rule = &self.data.blue.victory;
        let per = i32::from(rule.losses_per_point).max(1);
        let rest = i32::from(seen.pile) % per * POINT / per;
        let last = i32::from(self.data.scenario(seen.scenario).last_turn());
        let left = (last - i32::from(seen.turn) + 1).max(1);
        let near = |hex| {
            let held = seen.layout.held[Side::Axis.index()].iter();
            held.filter_map(|at| self.data.map.board.distance(at, hex)).min().map_or(0, |away| {
                // A hex that can be reached in the turns left is worth up to half of what it brings.
                i32::from(rule.hex) * POINT * left / (2 * (left + away as i32))
            })
        };
        let open = self.ground.victory & self.ground.playable[seen.scenario as usize];
        let hopes: i32 = (open - seen.axis_control).iter().map(near).sum();
        (i32::from(self.points(seen)) - self.points_needed()) * POINT + POINT / 2 + rest + hopes
    }

    /// 4.8: what the pile still lacks; of those cut off now six in ten are counted.
    fn uranus_margin(&self, seen: &State) -> i32 {
        let cut_off = |unit: &UnitId| {
            let hidden = seen.veiled.contains(*unit);
            seen.at(*unit).is_some() && (hidden || self.card(*unit).is_german()) && self.is_cut_off(seen, *unit)
        };
        let lost = self.ground.own[Side::Axis.index()].iter().filter(cut_off).count() as i32;
        (self.losses_allowed() - i32::from(seen.pile)) * POINT - POINT / 2 - lost * POINT * 6 / 10
    }

    /// The units of both sides that are on the map or due.
    fn material(&self, seen: &Seen<State>) -> i32 {
        let mind = Mind::new(self, seen, Side::Axis, &[]);
        let averages = mind.averages();
        let side = |side: Side| -> i32 {
            let counts =
                |unit: &UnitId| matches!(seen.units[unit.index()].place, Place::At(_) | Place::Waiting | Place::Setup);
            self.ground.own[side.index()].iter().filter(counts).map(|unit| mind.unit_worth(&averages, seen, unit)).sum()
        };
        (side(Side::Axis) - side(Side::Soviet)) * WORTH
    }
}

#[cfg(test)]
mod tests;
