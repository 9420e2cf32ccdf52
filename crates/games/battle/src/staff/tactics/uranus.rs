//! Operation Uranus (8.4): launched when the extra moves close a ring, never for nothing.

use crate::action::Action;
use crate::staff::Mind;
use crate::state::{Frame, Phase, State};
use kessel_kit::staff::Orders;
use kessel_table::{Log, Side};

impl Mind<'_> {
    /// The extra moves are planned as if it were launched; it is, if they cut off enough. What is enough falls as time runs out.
    pub(in crate::staff) fn uranus(&self) -> Action {
        let mut state = self.seen.clone();
        state.uranus = Some(state.turn);
        *state.frames.top_mut() = Frame::Phase(Phase::UranusMovement);
        self.game.prepare_movement(&mut state, Phase::UranusMovement);
        let mind = Mind::new(self.game, &state, self.side, self.offers);
        let end = mind.position_after(&mind.plan_movement());
        let more = self.unsupplied(&end, Side::Axis) - self.unsupplied(self.seen, Side::Axis);
        let saves = self.turns_left() <= 1 && self.game.principal(self.seen) && !self.game.principal(&end);
        let enough = match self.turns_left() {
            4.. => self.weights.launch[0],
            2..=3 => self.weights.launch[1],
            _ => self.weights.launch[2],
        };
        if more >= enough || saves { Action::Launch } else { Action::Done }
    }

    /// The position after a plan of moves.
    fn position_after(&self, plan: &Orders<Action>) -> State {
        let mut state = self.seen.clone();
        let mut unit = None;
        for action in plan.iter() {
            match action {
                Action::March { unit: u, .. } => unit = Some(*u),
                Action::Step { to } => {
                    if let Some(unit) = unit {
                        self.game.put_unit(&mut state, unit, *to, &mut Log::silent());
                    }
                }
                _ => {}
            }
        }
        state
    }
}
