//! Operation Uranus (8.4): launched when the extra moves close a ring, never for nothing.

use crate::action::Action;
use crate::staff::Mind;
use crate::staff::purpose::Marches;
use crate::state::{Frame, Phase, State};
use kessel_kernel::{Log, Side};
use kessel_kit::staff::Orders;

/// The operation as it would be fought.
pub(in crate::staff) struct Operation {
    /// The position from which the extra moves are planned.
    start: State,
    pub marches: Marches,
    /// The position after them.
    end: State,
}

impl Operation {
    /// Is it what would be planned now? The position must be the one it was planned from, and nobody may try to break out, which was not offered
    /// then.
    pub(in crate::staff) fn holds(&self, mind: &Mind<'_>) -> bool {
        *mind.seen == self.start && !mind.offers.iter().any(|action| matches!(action, Action::Attempt { .. }))
    }
}

impl Mind<'_> {
    /// The extra moves are planned as if it were launched; it is, if they cut off enough. What is enough falls as time runs out.
    pub(in crate::staff) fn uranus(&self, operation: Option<&Operation>) -> Action {
        let Some(Operation { end, .. }) = operation else { return Action::Done };
        // Nothing is saved up for after the last turn, and no detachment comes any more.
        if self.turns_left() == 0 {
            return Action::Launch;
        }
        let more = self.cut_off_in(end);
        let saves = self.turns_left() == 1 && self.game.principal(self.seen) && !self.game.principal(end);
        let enough = match self.turns_left() {
            4.. => self.weights.launch[0],
            2..=3 => self.weights.launch[1],
            _ => self.weights.launch[2],
        };
        if more >= enough || saves { Action::Launch } else { Action::Done }
    }

    /// The extra moves, planned; nothing if nobody would move.
    pub(in crate::staff) fn operation(&self) -> Option<Operation> {
        let mut state = self.seen.clone();
        state.uranus = Some(state.turn);
        *state.frames.top_mut() = Frame::Phase(Phase::UranusMovement);
        self.game.prepare_movement(&mut state, Phase::UranusMovement);
        let mind = Mind { temperament: self.temperament, ..Mind::new(self.game, &state, self.side, self.offers) };
        let marches = mind.plan_movement();
        if marches.orders.is_empty() {
            return None;
        }
        let end = mind.position_after(&marches.orders);
        Some(Operation { start: state, marches, end })
    }

    /// Axis units that have lost their supply in a position, beyond those that have none now.
    fn cut_off_in(&self, end: &State) -> i32 {
        self.unsupplied(end, Side::Axis) - self.unsupplied(self.seen, Side::Axis)
    }

    /// What it is launched for.
    pub(in crate::staff) fn words_of_uranus(&self) -> String {
        match self.operation().map_or(0, |operation| self.cut_off_in(&operation.end)) {
            more @ 1.. => format!("The extra moves leave {more} more Axis units without supply."),
            _ => "The extra moves bar the Volga from the Axis, and it is now or never.".to_owned(),
        }
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
