//! What 'done' says: what it will end, and what lapses with it.

use crate::Roads;
use crate::state::{Frame, Stage, State, Step};
use kessel_kernel::Side;

impl Roads {
    pub(super) fn done_label(&self, state: &State) -> String {
        let label = match state.frames.top() {
            Frame::Step(step) => return end_of_step(state, *step),
            Frame::Shifting { .. } => "No more to move",
            Frame::MarkOos { .. } => "Mark no more",
            Frame::Surprise(surprise) if !surprise.fought => "No attack by this stack",
            Frame::Fight => after_question(state),
            Frame::Kampfgruppe { .. } => "No Kampfgruppe",
            Frame::Retreat(_) => "Stop here",
            Frame::React { .. } => "Nobody reacts",
            Frame::Advance { .. } => "No more advance",
            Frame::Exploit { .. } => "No more markers",
            Frame::Evacuate => "Nobody is flown out",
            Frame::Sortie { .. } => "No more stacks",
            Frame::Pay { .. }
            | Frame::Choose { .. }
            | Frame::ReturnReal { .. }
            | Frame::Surprise(_)
            | Frame::March(_)
            | Frame::Muster
            | Frame::Losses(_)
            | Frame::Superiority { .. }
            | Frame::Overstack { .. }
            | Frame::Capitulate { .. }
            | Frame::Airlift { .. }
            | Frame::MarkerMoves { .. } => "Done",
        };
        label.into()
    }
}

/// The questions of a combat (8.2).
fn after_question(state: &State) -> &'static str {
    match state.fight.as_ref().map(|fight| fight.stage) {
        Some(Stage::Ju52) => "No Ju 52",
        Some(Stage::AttackerSupports | Stage::DefenderSupports) => "No more supports",
        Some(Stage::AttackerElite | Stage::DefenderElite) => "No elite bonus",
        Some(Stage::Armored) => "No armored attack",
        Some(Stage::AttackerChoice | Stage::DefenderChoice) => "Keep the result as rolled",
        _ => "Done",
    }
}

fn end_of_step(state: &State, step: Step) -> String {
    let label = match step {
        Step::Backhand => "No Backhand Blow now",
        Step::Dismantle => "The pontoons stay",
        Step::Pontoons => "Test the supply of all units",
        Step::Declare => "No fortress",
        Step::AirBridge => "Roll without Goering",
        Step::Landing => "Hold the others back",
        Step::Maskirovka => "No Maskirovka",
        Step::Lift => "The markers stay",
        Step::Launch => "No Major Offensive now",
        Step::PlaceMinor => "No more markers",
        Step::Wintergewitter => "Not now: draw supports",
        Step::Transfer => "No transfer",
        Step::Strike | Step::Deploy => "No more supports to deploy now",
        Step::Shortages => "Keep the Supply Shortages",
        Step::Mars => "Roll for Operation Mars",
        Step::Release => "Release no more",
        Step::Enter => "No more into the reserve",
        Step::ExploitMovement => "End exploitation movement",
        Step::ExploitCombat => "End exploitation attacks",
        Step::FreeDivision => "No free division",
        Step::Movement => return end_of_movement(state),
        Step::Combat => return format!("End {} attacks", state.phasing),
        Step::Replacements => return end_of_replacements(state),
        Step::ChooseEffects
        | Step::Opening(_)
        | Step::Weather
        | Step::Spend
        | Step::Arrivals
        | Step::Upgrades
        | Step::Withdrawals
        | Step::Return
        | Step::Over => return format!("End: {}", step.line().name),
    };
    label.into()
}

fn end_of_movement(state: &State) -> String {
    match state.phasing {
        Side::Axis if state.rail > 0 => {
            format!("End Axis movement; rail points left for reinforcements: {}", state.rail)
        }
        side => format!("End {side} movement"),
    }
}

fn end_of_replacements(state: &State) -> String {
    match state.points[0] {
        0 => "End replacements".into(),
        1 => "End replacements, 1 point lapses".into(),
        n => format!("End replacements, {n} points lapse"),
    }
}
