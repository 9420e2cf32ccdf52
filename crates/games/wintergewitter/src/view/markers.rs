//! What lies on hexes and hexsides beside units.

use crate::Winter;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::view::MarkerView;

impl Winter {
    pub(super) fn marker_views(&self, state: &State, hex: SpaceId) -> Vec<MarkerView> {
        let mut markers = Vec::new();
        let mut add = |kind: &str, text: String, toward: Option<String>| {
            markers.push(MarkerView { kind: kind.into(), text, toward })
        };
        if Side::BOTH.iter().any(|side| state.entrenched[side.index()].contains(hex)) {
            add("entrenchment", "entrenched".into(), None);
        }
        for zone in state.zones.iter().filter(|zone| zone.hex == hex) {
            add("interdiction", format!("interdiction {}", zone.points), None);
        }
        for near in self.data.map.board.neighbors(hex) {
            if self.data.map.sides[near.edge].bridge || self.bridged(state, near.edge) {
                let stands = self.bridged(state, near.edge);
                let (kind, text) = if stands { ("bridge", "bridge") } else { ("bridge-out", "bridge destroyed") };
                add(kind, text.into(), Some(self.hex_id(near.space).to_owned()));
            }
        }
        markers
    }
}
