//! The tracks: initiative, points, weather, what the scenario counts.

use crate::Winter;
use crate::data::{Area, Nation, RingArmy, ScenarioId, UnitId};
use crate::state::State;
use kessel_kernel::Side;
use kessel_kernel::view::{TrackRole, TrackView};

impl Winter {
    pub(super) fn track_views(&self, state: &State) -> Vec<TrackView> {
        let [german, soviet] = self.victory_points(state, false);
        let track = |id: &str, name: &str, value: i32, note: String| TrackView {
            id: id.into(),
            name: name.into(),
            value: Some(value),
            note,
            most: None,
            role: if id == "standing" { TrackRole::Score } else { TrackRole::Other },
            range: None,
        };
        let first = state.initiative.first.map_or("nobody yet".to_owned(), |side| Winter::side_name(side).to_owned());
        let info = self.data.turn(state.turn);
        let (_, _, score) = self.verdict(state);
        let mut tracks = vec![
            track("mandate", "Mandated attacks owed", state.initiative.owed.into(), first.clone()),
            track("streak", "Initiative in a row", state.initiative.streak.into(), first),
            track("vp-german", "German victory points", german, String::new()),
            track("vp-soviet", "Soviet victory points", soviet, String::new()),
            track("standing", "If it ended now", score, self.standing_words(state)),
            track(
                "weather",
                "Weather",
                0,
                format!("{:?}, {} roads", info.weather, if info.icy { "icy" } else { "dry" }).to_lowercase(),
            ),
            track(
                "entrenchments",
                "Entrenchments",
                (state.entrenched[0].len() + state.entrenched[1].len()) as i32,
                format!("of {}", self.data.entrenchments),
            ),
        ];
        tracks
            .extend(self.ground_tracks(state).into_iter().map(|(id, name, value, note)| track(id, name, value, note)));
        tracks
    }

    /// What the scenario counts on the ground, and who waits for what.
    fn ground_tracks(&self, state: &State) -> Vec<(&'static str, &'static str, i32, String)> {
        let mut tracks = Vec::new();
        let german = |unit: UnitId| self.data.info(unit).nation == Nation::German;
        match state.scenario {
            ScenarioId::WeAreComing => {
                let points = self.across(state, Area::AcrossAksai, |_| true).0 as i32;
                tracks.push(("across", "Stacking points across the Aksai", points, "50 and 75 count (19.1.3)".into()));
            }
            ScenarioId::LastGasp => {
                let points = self.across(state, Area::AcrossMyshkova, german).0 as i32;
                let note = "50 and 100 count (19.2.3)".to_owned();
                tracks.push(("across", "German stacking points across the Myshkova", points, note));
            }
            ScenarioId::WinterStorm | ScenarioId::MaximumEffort => {
                let near = self.own(Side::Axis).filter(|u| self.is_relief(*u)).filter_map(|u| state.at(u));
                let closest = near.map(|hex| self.data.map.to_pocket[hex]).min().unwrap_or(u8::MAX);
                let note = "18 and 5 hexes count (19.3.3)".to_owned();
                tracks.push(("closest", "Hexes from the Pocket to the nearest Germans", closest.into(), note));
            }
        }
        let reserves = self.data.scenario(state.scenario).reserves.iter().enumerate();
        let held: Vec<&str> =
            reserves.filter(|(n, _)| state.reserves & (1 << n) != 0).map(|(_, r)| r.name.as_str()).collect();
        tracks.push(("reserves", "Reserves not released", held.len() as i32, held.join(", ")));
        let attacked: Vec<&str> = RingArmy::ALL
            .into_iter()
            .filter(|army| state.pocket.attacked[*army as usize])
            .map(RingArmy::name)
            .collect();
        tracks.push(("ring", "Ring armies attacked", attacked.len() as i32, attacked.join(", ")));
        tracks
    }

    /// How it would be judged now, and on what that rests; of hidden Germans nobody knows what they count.
    fn standing_words(&self, state: &State) -> String {
        let hidden = state.ended.is_none() && state.shadows.iter().any(|shadow| shadow.side == Side::Axis);
        let words = self.verdict_words(state);
        if hidden { format!("As far as is seen: {words}") } else { words }
    }
}
