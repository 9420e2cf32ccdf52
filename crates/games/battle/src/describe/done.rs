//! What 'done' says: what it will end, and what lapses with it.

use crate::Battle;
use crate::state::{Frame, Phase, State};
use kessel_kernel::Side;

impl Battle {
    pub(super) fn done_label(&self, state: &State, side: Side) -> String {
        match state.frames.top() {
            Frame::Phase(phase) => self.end_of_phase(state, side, *phase),
            Frame::Standing { leaving, .. } if leaving.is_empty() => "Hold the city with all units".into(),
            Frame::Standing { .. } => "The others stay".into(),
            Frame::March(_)
            | Frame::Overstack { .. }
            | Frame::Fight(_)
            | Frame::Naming { .. }
            | Frame::Losses(_)
            | Frame::Retreat { .. } => "Done".into(),
        }
    }

    fn end_of_phase(&self, state: &State, side: Side, phase: Phase) -> String {
        match phase {
            Phase::Setup => format!("The {side} display is ready"),
            Phase::SovietAssignment | Phase::AxisAssignment => "End assignments".into(),
            Phase::SovietWithdrawal | Phase::AxisWithdrawal => "End withdrawals".into(),
            Phase::SovietReplacement | Phase::AxisReplacement => match state.purse[0] + state.purse[1] {
                0 => "End replacements".into(),
                1 => "End replacements, 1 point lapses".into(),
                n => format!("End replacements, {n} points lapse"),
            },
            Phase::SovietMovement => "End Soviet movement".into(),
            Phase::AxisMovement => "End Axis movement".into(),
            Phase::SovietAttack => "End Soviet attacks".into(),
            Phase::AxisAttack => "End Axis attacks".into(),
            Phase::Uranus => "Not this turn".into(),
            Phase::UranusMovement => "End Operation Uranus".into(),
            Phase::AxisDetachments | Phase::Over => "Done".into(),
        }
    }
}
