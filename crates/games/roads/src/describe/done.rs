//! What 'done' says: what it will end, and what lapses with it.

use crate::Roads;
use crate::phase::phase_name;
use crate::state::{Frame, Stage, State, Step};

impl Roads {
    pub(super) fn done_label(&self, seen: &State) -> String {
        match seen.frames.top() {
            Frame::Step(step) => self.end_of_step(seen, *step),
            Frame::Fight => match seen.fight.as_ref().map(|fight| fight.stage) {
                Some(Stage::Ju52) => "No Ju 52".into(),
                Some(Stage::AttackerSupports | Stage::DefenderSupports) => "No more supports".into(),
                Some(Stage::AttackerElite | Stage::DefenderElite) => "No elite bonus".into(),
                Some(Stage::Armored) => "No armored attack".into(),
                Some(Stage::AttackerChoice | Stage::DefenderChoice) => "Keep the result as rolled".into(),
                _ => "Done".into(),
            },
            Frame::Shifting { .. } => "No more to move".into(),
            Frame::MarkOos { .. } => "Mark no more".into(),
            Frame::Surprise(surprise) if surprise.fought => "Done".into(),
            Frame::Surprise(_) => "No attack by this stack".into(),
            Frame::Kampfgruppe { .. } => "No Kampfgruppe".into(),
            Frame::React { .. } => "Nobody reacts".into(),
            Frame::Advance { .. } => "No more advance".into(),
            Frame::Exploit { .. } => "No more markers".into(),
            Frame::Evacuate => "Nobody is flown out".into(),
            Frame::Sortie { .. } => "No more stacks".into(),
            Frame::Retreat(_) => "Stop here".into(),
            _ => "Done".into(),
        }
    }

    fn end_of_step(&self, seen: &State, step: Step) -> String {
        let side = seen.phasing;
        match step {
            Step::Movement if seen.rail > 0 && side == kessel_table::Side::Axis => {
                format!("End Axis movement; rail points left for reinforcements: {}", seen.rail)
            }
            Step::Movement => format!("End {side} movement"),
            Step::Combat => format!("End {side} attacks"),
            Step::ExploitMovement => "End exploitation movement".into(),
            Step::ExploitCombat => "End exploitation attacks".into(),
            Step::Replacements => match seen.points[0] {
                0 => "End replacements".into(),
                1 => "End replacements, 1 point lapses".into(),
                n => format!("End replacements, {n} points lapse"),
            },
            Step::Deploy | Step::Strike => "No more supports to deploy now".into(),
            Step::Transfer => "No transfer".into(),
            Step::Launch => "No Major Offensive now".into(),
            Step::Lift => "The markers stay".into(),
            Step::Maskirovka => "No Maskirovka".into(),
            Step::PlaceMinor => "No more markers".into(),
            Step::Backhand => "No Backhand Blow now".into(),
            Step::Wintergewitter => "Not now: draw supports".into(),
            Step::Declare => "No fortress".into(),
            Step::AirBridge => "Roll without Goering".into(),
            Step::Landing => "Hold the others back".into(),
            Step::Shortages => "Keep the Supply Shortages".into(),
            Step::Mars => "Roll for Operation Mars".into(),
            Step::Release => "Release no more".into(),
            Step::Enter => "No more into the reserve".into(),
            Step::FreeDivision => "No free division".into(),
            Step::Dismantle => "The pontoons stay".into(),
            Step::Pontoons => "Test the supply of all units".into(),
            _ => format!("End: {}", phase_name(step)),
        }
    }
}
