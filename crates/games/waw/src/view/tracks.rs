//! Points, weather, and what a side has to make its losses good.

use crate::Waw;
use crate::data::Sky;
use crate::state::State;
use kessel_kernel::view::{TrackRole, TrackView};
use kessel_kernel::{Side, Viewer};
use kessel_kit::Word;

impl Waw {
    pub(crate) fn track_views(&self, seen: &State, viewer: Viewer) -> Vec<TrackView> {
        let stage = self.stage(seen);
        let [axis, soviet] = stage.totals(seen);
        let (side, level) = stage.level(seen);
        let track = |id: &str, name: &str, value: i64, note: String, role| TrackView {
            id: id.into(),
            name: name.into(),
            value: Some(value as i32),
            note,
            role,
            ..TrackView::default()
        };
        let mut tracks = vec![
            track("lead", "Soviet lead", soviet - axis, format!("{level} {side} victory so far"), TrackRole::Score),
            track("points-axis", "Axis points", axis, String::new(), TrackRole::Goal),
            track("points-soviet", "Soviet points", soviet, String::new(), TrackRole::Goal),
            track("sky", "Sky", seen.sky().into(), Sky::at(seen.sky()).word().into(), TrackRole::Other),
            track("temperature", "Temperature (F)", i64::from(seen.temperature()) / 4, String::new(), TrackRole::Other),
            track("ground", "Ground", seen.ground[0] as i64, seen.ground[0].word().into(), TrackRole::Other),
        ];
        for side in Side::BOTH.into_iter().filter(|s| viewer.knows(*s) || seen.over) {
            let names = ["infantry", "armour", "engineer", "artillery", "antitank", "antiaircraft"];
            for (name, points) in names.iter().zip(seen.pools[side.index()]) {
                let id = format!("replacements-{}-{name}", side.word());
                tracks.push(track(
                    &id,
                    &format!("{side} replacements: {name}"),
                    points.into(),
                    String::new(),
                    TrackRole::Other,
                ));
            }
        }
        tracks
    }
}
