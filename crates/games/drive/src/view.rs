//! What lies on the table, as one viewer may know it. Everything here is made from the redacted position.

mod calendar;
mod counters;
mod layers;
mod lines;
mod markers;
mod notes;
mod tracks;

pub(crate) use counters::WAITING;

use crate::Drive;
use crate::data::UnitId;
use crate::state::{Stage, State};
use kessel_kernel::event::BattleReport;
use kessel_kernel::facets::{Acts, Rules, Shows};
use kessel_kernel::view::{Detail, SpaceView, TurnView, View};
use kessel_kernel::{FactorNote, Offers, Seen, Viewer};
use kessel_kit::show;

impl Shows for Drive {
    fn view(&self, seen: &Seen<State>) -> View {
        self.view_in(seen, Detail::Whole)
    }

    fn glance(&self, seen: &Seen<State>) -> View {
        self.view_in(seen, Detail::Glance)
    }

    fn factor_notes(&self, seen: &Seen<State>, space: &str) -> Vec<FactorNote> {
        let here = |unit: &UnitId| seen.at(*unit).is_some_and(|hex| self.hex_id(hex) == space);
        let known = |unit: &UnitId| seen.viewer().knows(self.side(*unit)) && !seen.veiled.contains(*unit);
        let units = self.data.unit_ids().filter(|unit| here(unit) && known(unit));
        units.flat_map(|unit| self.unit_notes(seen, unit)).collect()
    }
}

impl Drive {
    /// The view in so much detail.
    fn view_in(&self, seen: &Seen<State>, detail: Detail) -> View {
        let viewer = seen.viewer();
        View {
            game: self.info.id.clone(),
            scenario: seen.scenario.word().into(),
            viewer,
            turn: self.turn_view(seen),
            to_act: self.to_act(seen),
            spaces: self.space_views(seen),
            counters: self.counter_views(seen),
            tracks: self.track_views(seen),
            battle: self.battle_view(seen, viewer),
            calendar: detail.whole(|| self.calendar_views(seen)),
            layers: self.layer_views(seen, detail),
            offers: Offers::default(),
            outcome: self.outcome(seen),
        }
    }

    fn turn_view(&self, seen: &State) -> TurnView {
        let scenario = self.data.scenario(seen.scenario);
        show::turn(seen.phase().step(), seen.turn, scenario.turns.len(), scenario.turn(seen.turn).dates.clone())
    }

    fn space_views(&self, seen: &State) -> Vec<SpaceView> {
        let hexes = self.ground.playable[seen.scenario as usize];
        hexes
            .iter()
            .map(|hex| SpaceView {
                id: self.hex_id(hex).into(),
                control: Some(seen.control(hex)),
                markers: self.marker_views(seen, hex),
            })
            .collect()
    }

    /// The battle being fought; before its dice have fallen what can be foreseen of it. Whoever puts an assault together sees it
    /// grow, his enemy learns of it when it is declared (11.7).
    fn battle_view(&self, seen: &State, viewer: Viewer) -> Option<BattleReport> {
        if let Some(muster) = seen.muster() {
            let side = seen.phase().side()?;
            let grown = viewer.knows(side) && !muster.units.is_empty();
            return grown.then(|| self.preview_of(seen, &self.mustered(seen, side, muster)));
        }
        let fight = seen.fight()?;
        Some(if fight.stage > Stage::Resolve { self.report(seen, fight) } else { self.preview_of(seen, fight) })
    }
}

#[cfg(test)]
mod tests;
