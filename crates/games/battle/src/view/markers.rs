//! Markers in spaces: battles, attacks that are due, last control.

use crate::Battle;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::view::MarkerView;
use kessel_kit::show::{marker, toward};

impl Battle {
    pub(super) fn marker_views(&self, seen: &State, space: SpaceId) -> Vec<MarkerView> {
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
}

/// Whom the last control marker of a box shows (3.3.d).
pub(crate) fn last_control(state: &State, space: SpaceId) -> Side {
    if state.axis_last.contains(space) { Side::Axis } else { Side::Soviet }
}
