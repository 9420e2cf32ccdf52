//! What a side may think of what it does not know: whole positions drawn, and what a position is worth.
//!
//! | hidden | drawn |
//! |---|---|
//! | the strength of a counter face down (3.2) | by the die of the start, one to three plus one: whoever has lost lies face up |
//! | the loss that the enemy has picked (6.1) | he has not picked yet |
//!
//! Worth is counted in hundredths of a counter's point of strength; a win is worth a hundred points.

use super::{Frame, State, Toy};
use crate::{Lots, Seen, Side};
use rand_pcg::Pcg32;

/// A finished game.
const WIN: i32 = 10_000;
/// The space that decides it (7.1).
const GOAL: i32 = 500;
/// A point of strength.
const POINT: i32 = 100;
/// The mean of the die of 3.2, in hundredths.
const FACE_DOWN: i32 = 300;

impl Toy {
    pub(super) fn drawn(&self, seen: &Seen<State>, side: Side, rng: &mut Pcg32) -> State {
        let mut state = seen.state().clone();
        for c in self.ids().filter(|c| self.side(*c) != side) {
            let unit = &mut state.units[c.0 as usize];
            if !unit.known {
                unit.strength = rng.below(3) as u8 + 2;
            }
        }
        state
    }

    /// What the position is worth to the Axis.
    pub(super) fn axis_worth(&self, seen: &Seen<State>) -> i32 {
        let sign = |side: Side| if side == Side::Axis { 1 } else { -1 };
        if let Frame::Over { winner, .. } = *seen.frames.top() {
            return winner.map_or(0, |side| sign(side) * WIN);
        }
        let strengths = self.ids().filter(|c| seen.units[c.0 as usize].at.is_some()).map(|c| {
            let unit = &seen.units[c.0 as usize];
            let known = unit.known || seen.viewer().knows(self.side(c));
            sign(self.side(c)) * if known { i32::from(unit.strength) * POINT } else { FACE_DOWN }
        });
        strengths.sum::<i32>() + seen.held[self.goal.0 as usize].map_or(0, |side| sign(side) * GOAL)
    }
}
