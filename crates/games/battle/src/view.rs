//! What lies on the table, as one viewer may know it.
//!
//! Everything here is made from the redacted position, so that nothing hidden can leak.

mod calendar;
mod faces;
mod layers;
mod notes;
mod tracks;

use crate::Battle;
use crate::data::UnitId;
use crate::state::{Frame, Stage, State};
use kessel_board::SpaceId;
use kessel_kernel::event::BattleReport;
use kessel_kernel::facets::{Acts, Rules, Shows};
use kessel_kernel::view::{MarkerView, SpaceView, TurnView, View};
use kessel_kernel::{FactorNote, Offers, Seen, Side};
use kessel_kit::show::{self, marker, toward};

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

    fn marker_views(&self, seen: &State, space: SpaceId) -> Vec<MarkerView> {
        let mut markers = Vec::new();
        if self.picture(seen).battle.contains(space) {
            markers.push(marker("battle", "Battle space: both sides are here (3.4)"));
        }
        if let Some(attack) = seen.marker(space) {
            let from = self.space_id(attack.from);
            let found = if attack.river {
                let text = format!("River assault from {from}: the attacker's tanks are halved (8.1.d)");
                marker("river-assault", text)
            } else {
                marker("compulsory", format!("Compulsory attack, entered from {from} (8.0.b)"))
            };
            markers.push(toward(from, found));
        }
        if seen.fought.contains(space) {
            markers.push(marker("fought", "An attack was made here in this player turn (8.0.d)"));
        }
        if self.data.spaces[space].caucasus.is_some_and(|info| info.last_control) {
            let side = last_control(seen, space);
            markers.push(marker(format!("last-control-{}", side.word()), format!("Last control: {side} (3.3.d)")));
        }
        if space == self.data.places.elbrus && !seen.edelweiss {
            markers.push(marker("edelweiss", "Edelweiss: for a supplied 49 Korps that comes here (10.3.2)"));
        }
        markers
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

/// Whom the last control marker of a box shows (3.3.d).
pub(crate) fn last_control(state: &State, space: SpaceId) -> Side {
    if state.axis_last.contains(space) { Side::Axis } else { Side::Soviet }
}

#[cfg(test)]
mod tests;
