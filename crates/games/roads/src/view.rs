//! What lies on the table, as one viewer may know it.
//!
//! Everything here is made from the redacted position, so that nothing hidden can leak.

mod calendar;
mod counters;
mod layers;
mod markers;
mod notes;
mod supports;
mod tracks;

pub(crate) use supports::{om_counter, om_name};

use crate::Roads;
use crate::data::{Cloud, Ice, Turn, Weather};
use crate::state::{Stage, State};
use kessel_kernel::event::BattleReport;
use kessel_kernel::facets::{Acts, Rules, Shows};
use kessel_kernel::view::{TurnView, View};
use kessel_kernel::{FactorNote, Offers, Seen};

impl Shows for Roads {
    fn view(&self, seen: &Seen<State>) -> View {
        let viewer = seen.viewer();
        let mut counters = self.unit_views(seen);
        counters.extend(self.support_views(seen, viewer));
        counters.extend(self.offensive_views(seen));
        counters.extend(self.plane_views(seen, viewer));
        View {
            game: self.info.id.clone(),
            scenario: self.scenario(seen).id.clone(),
            viewer,
            turn: self.turn_view(seen),
            to_act: self.to_act(seen),
            spaces: self.space_views(seen),
            counters,
            tracks: self.track_views(seen, viewer),
            battle: self.fight_report(seen),
            calendar: self.calendar_views(seen),
            layers: self.layer_views(seen),
            offers: Offers::default(),
            outcome: self.outcome(seen),
        }
    }

    /// Of the units in a hex: their numbers and their supply are open.
    fn factor_notes(&self, seen: &Seen<State>, space: &str) -> Vec<FactorNote> {
        let Some(hex) = self.map(seen).board.space(space).filter(|hex| self.map(seen).board.is_hex(*hex)) else {
            return Vec::new();
        };
        seen.field.stack(hex).flat_map(|unit| self.unit_notes(seen, unit)).collect()
    }
}

impl Roads {
    fn turn_view(&self, seen: &State) -> TurnView {
        let (step, scenario) = (seen.step(), self.scenario(seen));
        let label = format!("{}, {}", self.data.turn_name(Turn(seen.turn)), sky_words(seen));
        TurnView {
            number: u32::from(seen.turn + 1 - scenario.first_turn.0.min(seen.turn)),
            of: scenario.turns().into(),
            label,
            side: seen.turn_of(),
            phase: step.word(seen.phasing),
            phase_name: step.line().name.into(),
            case: step.line().case.id().into(),
        }
    }

    /// The battle being fought, once its attackers are named.
    fn fight_report(&self, seen: &State) -> Option<BattleReport> {
        let fight = seen.fight.as_ref().filter(|fight| !fight.attackers.is_empty())?;
        let rolled = fight.stage > Stage::Roll && fight.roll > 0;
        Some(if rolled { self.report(seen, fight) } else { self.preview_of(seen, fight) })
    }
}

/// Weather, sky and rivers in words.
pub(crate) fn sky_words(state: &State) -> String {
    sky_parts(state).join(", ")
}

/// The same, each by itself.
fn sky_parts(state: &State) -> [&'static str; 3] {
    let ground = match state.forecast.weather {
        Weather::Snow => "snow",
        Weather::Mud => "mud",
    };
    let sky = match state.forecast.cloud {
        Cloud::Clear => "clear sky",
        Cloud::Overcast => "overcast",
        Cloud::Blizzard => "blizzard",
    };
    let ice = match state.forecast.ice {
        Ice::Open => "rivers open",
        Ice::MinorFrozen => "minor rivers frozen",
        Ice::MajorFrozen => "all rivers frozen",
    };
    [ground, sky, ice]
}

#[cfg(test)]
mod tests;
