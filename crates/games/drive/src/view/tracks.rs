//! Numbers on tracks (4, 8, 10).

use crate::Drive;
use crate::sets::Spaces;
use crate::state::State;
use kessel_kernel::Side;
use kessel_kernel::view::{TrackRole, TrackView};
use kessel_kit::show::{counted, track};

impl Drive {
    /// Numbers on tracks. Facts of case files are read from them too.
    pub(crate) fn track_views(&self, seen: &State) -> Vec<TrackView> {
        if seen.is_blue() { self.blue_tracks(seen) } else { self.uranus_tracks(seen) }
    }

    fn blue_tracks(&self, seen: &State) -> Vec<TrackView> {
        let rule = &self.data.blue.victory;
        let held = self.ground.victory & seen.axis_control;
        let open = self.ground.victory - seen.axis_control;
        let per_point = u16::from(rule.losses_per_point.max(1));
        let missing = per_point - seen.pile % per_point;
        let asleep: Vec<&str> = self.reserves_asleep(seen).map(|army| army.name.as_str()).collect();
        let release = &self.data.charts.release;
        let reserves = if asleep.is_empty() {
            "All are free (8.4)".to_owned()
        } else {
            format!(
                "{}. From turn {} a die of {} frees one at the start of the Soviet player turn (8.4)",
                asleep.join(", "),
                release.petition_turn,
                release.petition_die
            )
        };
        let points =
            format!("{} win at once (4.5). Held: {}. Open: {}.", rule.points, self.places(held), self.places(open));
        let points = track("vp", "German victory points", Some(self.points(seen).into()), points);
        let pile = format!("A point for every {per_point}; to the next: {missing} (4.3)");
        let pile = track("pile", "Soviet units lost without supply", Some(seen.pile.into()), pile);
        let extras = &self.data.charts.extras;
        let south = format!(
            "Of {}, {} a turn, once Rostov has fallen (8.5)",
            extras.south_rifles, extras.south_rifles_per_turn
        );
        vec![
            TrackView { most: Some(rule.points.into()), ..counted(TrackRole::Score, points) },
            counted(TrackRole::Goal, pile),
            self.aircraft_track(seen, Side::Axis),
            track("reserves", "Soviet reserve armies still frozen", Some(asleep.len() as i32), reserves),
            track("south", "Rifle divisions come in the south", Some(seen.south.came.into()), south),
        ]
    }

    fn uranus_tracks(&self, seen: &State) -> Vec<TrackView> {
        let losses = self.data.uranus.victory.losses;
        let towns = self.ground.towns & self.ground.east_of_don & seen.axis_control;
        let pile = format!("{losses} win for the Soviets; satellites do not count (4.8)");
        let pile = track("pile", "German units lost without overland supply", Some(seen.pile.into()), pile);
        let east = format!(
            "Two with overland supply at the end of a Soviet player turn win for the German: {} (4.9)",
            self.places(towns)
        );
        let (manstein, freeze) = (Some(i32::from(!seen.uses.manstein)), Some(i32::from(seen.frozen)));
        vec![
            TrackView { most: Some(losses.into()), ..counted(TrackRole::Score, pile) },
            counted(TrackRole::Score, track("towns", "German towns east of the Don", Some(towns.len() as i32), east)),
            self.aircraft_track(seen, Side::Soviet),
            track("manstein", "Manstein can lead an assault", manstein, "Two columns, once a German player turn (8.9)"),
            track("freeze", "Freeze", freeze, "Rivers and marshes are frozen (10.2)"),
        ]
    }

    fn aircraft_track(&self, seen: &State, side: Side) -> TrackView {
        let word = if side == Side::Axis { "German" } else { "Soviet" };
        let note = if seen.uses.schwerpunkt {
            "They fly with the panzers (9.27)"
        } else if seen.uses.sea_blocked {
            "They bar the Black Sea (9.18)"
        } else {
            "One column each, once a turn (11.25)"
        };
        let id = format!("aircraft-{}", side.word());
        track(&id, &format!("{word} aircraft left"), Some(self.aircraft_left(seen, side).into()), note)
    }

    /// The names of the hexes of a set.
    fn places(&self, hexes: Spaces) -> String {
        let names: Vec<&str> = hexes.iter().map(|hex| self.data.map.place_name(hex)).collect();
        if names.is_empty() { "none".into() } else { names.join(", ") }
    }
}
