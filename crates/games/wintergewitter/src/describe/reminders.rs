//! What is easily forgotten: attacks still owed, dive bombers held back, who has been taken up or named and would not fire.

use crate::Winter;
use crate::data::AirId;
use crate::sequence::{Step, Who};
use crate::state::{AirBox, Frame, Stage, State};
use kessel_kernel::{Case, Reminder, Side};

impl Winter {
    /// Attacks still owed, dive bombers held back, who would not fire.
    pub(super) fn reminders(&self, state: &State, side: Side) -> Vec<Reminder> {
        let mut reminders = Vec::new();
        let mut remind =
            |case, text: String, stake| reminders.push(Reminder { case, text, mandatory: false, stake, at: None });
        let own_phase = matches!(state.step(), Step::Player(Who::First, _));
        if own_phase && state.initiative.first == Some(side) && state.initiative.owed > 0 {
            remind(Case("6.2.a"), format!("{} mandated attacks are still to be made", state.initiative.owed), true);
        }
        let held = state.air.iter().filter(|at| **at == AirBox::Withheld).count();
        if side == Side::Axis && held > 0 && matches!(state.step(), Step::Player(..)) {
            remind(Case("4.5.1.f"), format!("{held} dive bombers are held back"), false);
        }
        if let Some((case, text)) = self.unused(state) {
            remind(case, text, true);
        }
        if let Some((case, text)) = self.unflown(state, side) {
            remind(case, text, true);
        }
        reminders
    }

    /// Aircraft of this mission that have not been taken up yet, and would go home if the side were done now.
    fn unflown(&self, state: &State, side: Side) -> Option<(Case, String)> {
        let (mission, case) = match state.frames.top() {
            Frame::Step(Step::SovietBombing | Step::AxisBombing) => (AirBox::Attack, Case("4.5.1.d")),
            Frame::Step(Step::Interdiction) => (AirBox::Interdiction, Case("4.4.1.b")),
            _ => return None,
        };
        let waits = |air: &AirId| {
            let plane = self.data.plane(*air);
            let flies = mission == AirBox::Interdiction || plane.bombs > 0;
            plane.side == side && flies && state.air[air.index()] == mission && !state.volley.planes.contains(air)
        };
        let names: Vec<&str> =
            self.data.air_ids().filter(waits).map(|air| self.data.plane(air).name.as_str()).collect();
        (!names.is_empty()).then(|| (case, format!("not flown yet, and would go home unused: {}", names.join(", "))))
    }

    /// Who has been taken up or named to bombard, and would not if the side were done now.
    fn unused(&self, state: &State) -> Option<(Case, String)> {
        let planes = |planes: &[AirId]| {
            let names: Vec<&str> = planes.iter().map(|air| self.data.plane(*air).name.as_str()).collect();
            format!("taken up, and would fly home without a mission: {}", names.join(", "))
        };
        let taken = &state.volley.planes;
        match (state.frames.top(), &state.fight) {
            (Frame::Step(Step::SovietBombing | Step::AxisBombing), _) if !taken.is_empty() => {
                Some((Case("4.5.1.d"), planes(taken)))
            }
            (Frame::Step(Step::Interdiction), _) if !taken.is_empty() => Some((Case("4.4.1.b"), planes(taken))),
            (Frame::Barrage(_), Some(fight)) if fight.stage == Stage::Stukas => {
                Some((Case("4.5.1.d"), planes(&fight.stukas)))
            }
            (Frame::Barrage(_), Some(fight)) => {
                let guns = self.barrage_guns(fight);
                let names: Vec<&str> = guns.iter().map(|unit| self.unit_name(unit)).collect();
                Some((Case("12.3.1.f"), format!("named, and would not fire: {}", names.join(", "))))
            }
            _ => None,
        }
    }
}
