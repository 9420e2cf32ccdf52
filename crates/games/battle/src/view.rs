//! What lies on the table, as one viewer may know it.
//!
//! Everything here is made from the redacted position, so that nothing hidden can leak.

mod calendar;
mod counters;
mod layers;
mod markers;
mod notes;
mod tracks;

pub(crate) use markers::last_control;

use crate::Battle;
use crate::data::UnitId;
use crate::state::{Frame, Stage, State};
use kessel_board::SpaceId;
use kessel_kernel::event::BattleReport;
use kessel_kernel::facets::{Acts, Rules, Shows};
use kessel_kernel::view::{SpaceView, TurnView, View};
use kessel_kernel::{FactorNote, Offers, Seen};
use kessel_kit::show;

impl Shows for Battle {
    fn view(&self, seen: &Seen<State>) -> View {
        let viewer = seen.viewer();
        View {
            game: self.info.id.clone(),
            scenario: self.data.scenario.id.clone(),
            viewer,
            turn: self.turn_view(seen),
            to_act: self.to_act(seen),
            spaces: self.space_views(seen),
            counters: self.counter_views(seen, viewer),
            tracks: self.track_views(seen, viewer),
            battle: self.fight_report(seen),
            calendar: self.calendar_views(seen),
            layers: self.layer_views(seen),
            offers: Offers::default(),
            outcome: self.outcome(seen),
        }
    }

    fn factor_notes(&self, seen: &Seen<State>, space: &str) -> Vec<FactorNote> {
        let here = |unit: &UnitId| seen.at(*unit).is_some_and(|at| self.space_id(at) == space);
        let known = |unit: &UnitId| seen.viewer().knows(self.data.units[unit.index()].side);
        let units = self.data.unit_ids().filter(|unit| here(unit) && known(unit));
        units.flat_map(|unit| self.unit_notes(seen, unit)).collect()
    }
}

impl Battle {
    fn turn_view(&self, seen: &State) -> TurnView {
        let turns = &self.data.turns;
        show::turn(seen.phase().step(), seen.turn, turns.len(), turns[usize::from(seen.turn) - 1].label())
    }

    /// Every hex and Caucasus box, for its control, with the markers in it.
    fn space_views(&self, seen: &State) -> Vec<SpaceView> {
        let on_map = self.data.board.spaces().filter(|&space| self.on_map(space));
        on_map
            .map(|space| SpaceView {
                id: self.space_id(space).into(),
                control: self.control(seen, space),
                markers: self.marker_views(seen, space),
            })
            .collect()
    }

    /// The battle being fought, once its dice have fallen; the sums are open then.
    fn fight_report(&self, seen: &State) -> Option<BattleReport> {
        let fight = seen.frames.iter().find_map(|frame| match frame {
            Frame::Fight(fight) if fight.stage > Stage::Roll => Some(*fight),
            _ => None,
        })?;
        Some(self.report(&fight, None))
    }

    /// The id of a space in views and facts: its number or name, `axis-reserve`, `soviet-reserve`.
    pub(crate) fn space_id(&self, space: SpaceId) -> &str {
        self.data.board.name(space)
    }
}

#[cfg(test)]
mod tests;
