//! What lies on the table, as one viewer may know it. Everything here is made from the redacted position.

mod battle;
mod calendar;
mod counters;
mod layers;
mod markers;
#[cfg(test)]
mod tests;
mod tracks;

use crate::Winter;
use crate::sequence::Step;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::facets::{Acts, Rules, Shows};
use kessel_kernel::view::{Detail, SpaceView, TurnView, View};
use kessel_kernel::{Offers, Seen, Side};
use kessel_kit::Decides;

impl Shows for Winter {
    fn view(&self, seen: &Seen<State>) -> View {
        self.shown(seen, Detail::Whole)
    }

    fn glance(&self, seen: &Seen<State>) -> View {
        self.shown(seen, Detail::Glance)
    }

    fn standing(&self, seen: &Seen<State>, side: Side) -> Vec<String> {
        self.spaces_of(seen, side)
    }
}

impl Winter {
    /// The view of a position.
    fn shown(&self, seen: &Seen<State>, detail: Detail) -> View {
        let state = &*self.ready(seen);
        View {
            game: self.info.id.clone(),
            scenario: state.scenario.word().into(),
            viewer: seen.viewer(),
            turn: self.turn_view(state),
            to_act: self.to_act(state),
            spaces: self.space_views(state),
            counters: self.counter_views(state),
            tracks: self.track_views(state),
            battle: self.battle_view(state),
            calendar: detail.whole(|| self.calendar_views(state)),
            layers: self.layer_views(state, detail),
            offers: Offers::default(),
            outcome: self.outcome(state),
        }
    }

    fn turn_view(&self, state: &State) -> TurnView {
        let scenario = self.data.scenario(state.scenario);
        let line = state.step().line();
        let phase = state.phase_id();
        TurnView {
            number: self.turn(state),
            of: u32::from(scenario.last - scenario.first) + 1,
            label: self.data.turn(state.turn).name.clone(),
            side: Some(state.phasing).filter(|_| matches!(state.step(), Step::Player(..))),
            phase_name: state.phase_words(),
            phase,
            case: line.case.id().into(),
        }
    }

    fn space_views(&self, state: &State) -> Vec<SpaceView> {
        let map = &self.data.map;
        let view = |hex: SpaceId| {
            let places = [map.kumsky, map.christea];
            let control = places.iter().position(|at| *at == hex).map(|n| state.control[n]).or(self.holder(state, hex));
            SpaceView { id: self.hex_id(hex).into(), control, markers: self.marker_views(state, hex) }
        };
        map.board.hexes().map(view).collect()
    }
}
