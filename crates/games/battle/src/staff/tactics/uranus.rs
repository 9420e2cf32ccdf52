//! Operation Uranus (8.4): launched when the extra moves close a ring, never for nothing.

use crate::action::Action;
use crate::staff::Mind;
use crate::state::{Frame, Phase, State};
use kessel_kit::staff::Orders;
use kessel_table::{Log, Side};

impl Mind<'_> {
    /// The extra moves are planned as if it were launched; it is, if they cut off enough. What is enough falls as time runs out.
    pub(in crate::staff) fn uranus(&self) -> Action {
        let Some(end) = self.end_of_uranus() else { return Action::Done };
        // Nothing is saved up for after the last turn, and no detachment comes any more.
        if self.turns_left() == 0 {
            return Action::Launch;
        }
        let more = self.cut_off_in(&end);
        let saves = self.turns_left() == 1 && self.game.principal(self.seen) && !self.game.principal(&end);
        let enough = match self.turns_left() {
            4.. => self.weights.launch[0],
            2..=3 => self.weights.launch[1],
            _ => self.weights.launch[2],
        };
        if more >= enough || saves { Action::Launch } else { Action::Done }
    }

    /// The position after the extra moves; nothing if nobody would move.
    fn end_of_uranus(&self) -> Option<State> {
        let mut state = self.seen.clone();
        state.uranus = Some(state.turn);
        *state.frames.top_mut() = Frame::Phase(Phase::UranusMovement);
        self.game.prepare_movement(&mut state, Phase::UranusMovement);
        let mind = Mind::new(self.game, &state, self.side, self.offers);
        let plan = mind.plan_movement().orders;
        (!plan.is_empty()).then(|| mind.position_after(&plan))
    }

    /// Axis units that have lost their supply in a position, beyond those that have none now.
    fn cut_off_in(&self, end: &State) -> i32 {
        self.unsupplied(end, Side::Axis) - self.unsupplied(self.seen, Side::Axis)
    }

    /// What it is launched for.
    pub(in crate::staff) fn words_of_uranus(&self) -> String {
        match self.end_of_uranus().map_or(0, |end| self.cut_off_in(&end)) {
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
