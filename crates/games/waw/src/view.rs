//! What lies on the table for one viewer, made from what he may know.

mod calendar;
mod counters;
mod layers;
mod markers;
mod tracks;

use crate::Waw;
use crate::clock::turn_label;
use crate::state::State;
use kessel_kernel::facets::Shows;
use kessel_kernel::view::{CounterView, Detail, TurnView};
use kessel_kernel::{Offers, Seen, ToAct, View};
use kessel_kit::Word;

impl Shows for Waw {
    fn view(&self, seen: &Seen<State>) -> View {
        self.picture(seen, Detail::Whole)
    }

    fn glance(&self, seen: &Seen<State>) -> View {
        self.picture(seen, Detail::Glance)
    }
}

impl Waw {
    fn picture(&self, seen: &Seen<State>, detail: Detail) -> View {
        let viewer = seen.viewer();
        let stage = self.stage(seen);
        let turn = seen.turn.min(stage.scenario.turns);
        let mut counters: Vec<CounterView> =
            (0..seen.units.len() as u16).filter_map(|unit| self.counter(seen, unit)).collect();
        counters.extend(self.contact_counters(seen));
        View {
            game: self.info.id.clone(),
            scenario: stage.scenario.id.word().into(),
            viewer,
            turn: TurnView {
                number: turn.into(),
                of: stage.scenario.turns.into(),
                label: turn_label(stage.scenario, turn),
                side: None,
                phase: if seen.over { "over" } else { "planning" }.into(),
                phase_name: if seen.over { "Game over" } else { "Planning" }.into(),
                case: "5.0.b".into(),
            },
            to_act: if seen.over { ToAct::Nobody } else { ToAct::Both },
            spaces: self.space_views(seen),
            counters,
            tracks: self.track_views(seen, viewer),
            battle: None,
            calendar: detail.whole(|| self.calendar(seen, viewer)),
            layers: self.layers(seen, viewer, detail),
            offers: Offers::default(),
            outcome: stage.ending(seen),
        }
    }
}
