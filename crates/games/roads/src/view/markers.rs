//! Spaces: control, and the markers that lie in them.

use super::supports::om_name;
use crate::Roads;
use crate::state::{Offensive, Om, Spaces, State, Step};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::view::{MarkerView, SpaceView};

impl Roads {
    /// Every land hex, for its control, with the markers in it.
    pub(super) fn space_views(&self, seen: &State) -> Vec<SpaceView> {
        let map = self.map(seen);
        let sources = Side::BOTH.map(|side| self.sources(seen, side));
        let land = map.board.hexes().filter(|hex| !map.spaces[*hex].is_water());
        land.map(|hex| SpaceView {
            id: map.board.name(hex).into(),
            control: Some(seen.controller(hex)),
            markers: self.marker_views(seen, hex, &sources),
        })
        .collect()
    }

    fn marker_views(&self, seen: &State, hex: SpaceId, sources: &[Spaces; 2]) -> Vec<MarkerView> {
        let mut markers = Vec::new();
        let mut add = |kind: &str, text: String, toward: Option<String>| {
            markers.push(MarkerView { kind: kind.into(), text, toward });
        };
        if seen.fight.as_ref().is_some_and(|fight| fight.hex == hex) {
            add("battle", "This hex is attacked (8.3.1)".into(), None);
        }
        if seen.fortress.marker == Some(hex) {
            let text = format!("Fortress Stalingrad, supply level {} (10.3.1)", seen.fortress.level);
            add("fortress", text, None);
        }
        for om in Om::ALL.into_iter().filter(|om| seen.offensives[*om as usize] == Offensive::Hex(hex)) {
            let side = if seen.stalingrad_side[om as usize] { ", on its Stalingrad side" } else { "" };
            let text = format!("{}{side}, radius {} (11.3.1)", om_name(om), self.om_reach(seen, om));
            add(om.word(), text, None);
        }
        for side in Side::BOTH.into_iter().filter(|side| sources[side.index()].contains(hex)) {
            add(&format!("source-{}", side.word()), format!("{side} supply source (4.2.3)"), None);
        }
        for unit in seen.field.stack(hex) {
            if let Some(to) = seen.field.get(unit).pontoon {
                let to = self.space_id(seen, to).to_owned();
                let text = format!("Pontoon of {} to {to} (4.1.3)", self.info(unit).name);
                add("pontoon", text, Some(to));
            }
        }
        let fighting = matches!(seen.step(), Step::Combat | Step::ExploitCombat);
        if fighting && seen.struck.contains(hex) {
            add("fought", "Attacked in this phase (8.1.8)".into(), None);
        }
        if seen.lost_hexes.contains(hex) && seen.controller(hex) == Side::Axis {
            add("lost", "Was Soviet once: no rail movement through it (7.3.3)".into(), None);
        }
        markers
    }
}
