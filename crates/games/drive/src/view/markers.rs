//! Markers in hexes: networks, garrisons, fortifications, armies that wait, and the battle being fought.

use crate::Drive;
use crate::state::{Fight, Frame, State};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::view::MarkerView;
use kessel_kit::show::{marker, toward};

/// A marker that is told but not drawn.
const NOTE: &str = "note";

impl Drive {
    pub(super) fn marker_views(&self, seen: &State, hex: SpaceId) -> Vec<MarkerView> {
        let mut markers = Vec::new();
        let mut add = |kind: &str, text: String| markers.push(marker(kind, text));
        for side in Side::BOTH {
            if seen.network[side.index()].contains(hex) {
                let works = self.fed(seen, side).sources.contains(hex);
                let (kind, text) = if works { ("network", "it works") } else { ("cut", "it is cut off") };
                add(&format!("{kind}-{}", side.word()), format!("{side} supply network: {text} (7.14)"));
            }
        }
        if seen.airlift == Some(hex) {
            add("airlift", "Aerial supply here and in the hexes around (7.6)".into());
        }
        if self.has_garrison(seen, hex) {
            add("garrison", "A garrison defends with one factor (11.40)".into());
        }
        if self.ground.forts.contains(hex) {
            let intact = self.is_fortified(seen, hex);
            let kind = if intact { "fortified" } else { "ruins" };
            add(kind, format!("Don-Volga line: {} (11.23)", if intact { "intact" } else { "destroyed" }));
        }
        if seen.is_blue() {
            self.army_notes(seen, hex, &mut add);
        }
        if let Some(fight) = seen.fight() {
            self.fight_markers(seen, fight, hex, &mut markers);
        } else if let Some(muster) = seen.muster().filter(|muster| muster.target == hex) {
            let text = format!("A prepared assault is being put together; units: {} (11.3)", muster.units.len());
            markers.push(marker("target", text));
        }
        markers
    }

    /// 3.2, 8.4: who waits here, and until when.
    fn army_notes(&self, seen: &State, hex: SpaceId, add: &mut impl FnMut(&str, String)) {
        let release = &self.data.charts.release;
        for reserve in self.reserves_asleep(seen).filter(|reserve| reserve.hex == hex) {
            let text = format!(
                "{} is frozen: an Axis unit within {} hexes, a crossing of the Don or a die of {} frees it (8.4)",
                reserve.name, release.reserve_radius, release.petition_die
            );
            add("reserve", text);
        }
        let space = &self.data.map.spaces[hex];
        if let Some(army) = space.front.filter(|army| self.is_asleep(seen, *army)) {
            let text = format!(
                "{} is frozen until turn {}, until it is attacked, or until the Axis is across the line within {} hexes (3.2)",
                army.code(),
                self.data.blue.wakes(army),
                release.front_radius
            );
            add(NOTE, text);
        }
        if let Some(army) = space.army.filter(|army| self.is_held_back(seen, *army)) {
            let text = format!(
                "Area of {}: until turn {} its units do not attack and do not leave it (3.2)",
                army.code(),
                self.data.blue.released(army)
            );
            add(NOTE, text);
        }
    }

    /// An arrow from every hex of the attackers; the launch hex of a mobile assault.
    fn fight_markers(&self, seen: &State, fight: &Fight, hex: SpaceId, markers: &mut Vec<MarkerView>) {
        if fight.launch == Some(hex) {
            let text = "Launch hex: unless the assault clears the hex, the group is back here and stops (9.29)";
            markers.push(marker("launch", text));
        }
        if fight.target != hex {
            return;
        }
        let decided = matches!(seen.frames.top(), Frame::Advance);
        let text = if decided { "The hex is empty: who advances? (11.38)" } else { "A battle is fought here" };
        markers.push(marker("battle", text));
        for from in self.ground.around(hex).iter().map(|near| near.to) {
            if fight.units.iter().any(|unit| seen.at(unit) == Some(from)) {
                let text = format!("Attacked from {}", self.hex_name(from));
                markers.push(toward(self.hex_id(from), marker("attack", text)));
            }
        }
    }
}
