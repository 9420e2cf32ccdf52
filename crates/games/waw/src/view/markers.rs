//! What lies in the hexes: objectives with their owners, positions, rubble.

use crate::Waw;
use crate::state::State;
use kessel_kernel::view::{MarkerView, SpaceView};
use std::collections::BTreeMap;

impl Waw {
    /// Objectives with their owners, positions and rubble.
    pub(super) fn space_views(&self, seen: &State) -> Vec<SpaceView> {
        let stage = self.stage(seen);
        let mut spaces: BTreeMap<u16, SpaceView> = BTreeMap::new();
        let mut add = |hex: u16, marker: Option<MarkerView>| {
            let space = spaces.entry(hex).or_insert_with(|| SpaceView {
                id: stage.hex_name(hex).into(),
                control: None,
                markers: Vec::new(),
            });
            space.markers.extend(marker);
        };
        for place in &stage.scenario.objectives {
            add(place.hex.0, None);
        }
        for works in &seen.works {
            let (kind, word) = if works.fortified { ("fortified", "Fortified") } else { ("dug-in", "Dug in") };
            add(
                works.at,
                Some(MarkerView { kind: kind.into(), text: format!("{word} for {} points", works.size), toward: None }),
            );
        }
        for hex in seen.rubble.iter() {
            add(hex, Some(MarkerView { kind: "rubble".into(), text: "Rubble".into(), toward: None }));
        }
        for place in &stage.scenario.objectives {
            if let Some(space) = spaces.get_mut(&place.hex.0) {
                space.control = Some(seen.owner(place.hex.0));
            }
        }
        spaces.into_values().collect()
    }
}
