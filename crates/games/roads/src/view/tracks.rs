//! Numbers on tracks: weather, approval, Manstein, Mars, the fortress, points.

use super::sky_parts;
use crate::Roads;
use crate::data::{FortressAttack, FortressDefence, FortressMovement, SupportClass};
use crate::state::{Manstein, Plane, Spot, State, Step, SupportBox};
use kessel_kernel::view::{TrackRole, TrackView};
use kessel_kernel::{Side, Viewer};

impl Roads {
    pub(crate) fn track_views(&self, seen: &State, viewer: Viewer) -> Vec<TrackView> {
        let mut tracks = self.sky_tracks(seen);
        tracks.extend(self.score_tracks(seen));
        tracks.extend(self.okh_tracks(seen));
        tracks.extend(self.fortress_tracks(seen));
        tracks.extend(self.point_tracks(seen));
        tracks.extend(self.support_tracks(seen, viewer));
        tracks
    }

    fn sky_tracks(&self, seen: &State) -> Vec<TrackView> {
        let now = seen.forecast;
        let [ground, sky, ice] = sky_parts(seen);
        let state = |id: &str, name: String, value: i32, note: &str| track(id, &name, value, note.into());
        vec![
            state("weather", format!("Weather: {ground}"), now.weather as i32, "0 is snow, 1 mud (3.2)"),
            state(
                "cloud",
                format!("Sky: {sky}"),
                now.cloud as i32,
                "0 is clear, 1 overcast, 2 a blizzard; air supports need to see (3.3)",
            ),
            state(
                "ice",
                format!("Ice: {ice}"),
                now.ice as i32,
                "0 is none, 1 on minor rivers, 2 on all; set afresh every turn (3.4)",
            ),
        ]
    }

    fn score_tracks(&self, seen: &State) -> Vec<TrackView> {
        let victory = &self.scenario(seen).victory;
        let mut tracks = Vec::new();
        if !victory.scores.is_empty() {
            let now = self.victory_points(seen, None);
            let level = self.scenario(seen).level(now).map_or("", |level| victory.levels[level.index()].name.as_str());
            let note = format!("If the game ended now: {now} points, {level}. Kept so far: {}", seen.score);
            tracks.push(TrackView { role: TrackRole::Score, ..track("vp", "Soviet victory points", now.into(), note) });
        }
        if !victory.cities.is_empty() {
            let (majors, cities) = self.city_count(seen);
            let mut note = "Axis gains less losses decide the game (S4.v3)".to_owned();
            if self.major_city_lost(seen) {
                note += "; the Soviets have lost a major city: no decisive victory for them (S4.v1)";
            }
            let mut counted = |role, id, name, value: i32| {
                tracks.push(TrackView { role, ..track(id, name, value, note.clone()) });
            };
            counted(TrackRole::Score, "major-cities", "Major cities retaken by the Axis", majors.into());
            counted(TrackRole::Goal, "cities", "Cities retaken by the Axis", cities.into());
        }
        let active = seen.superiority.iter().filter(|active| **active).count();
        let effects = self.data.charts.superiority.iter();
        let names: Vec<String> = effects
            .map(|line| {
                let state = if seen.superior(line.effect) { "active" } else { "inactive" };
                format!("{}: {state}", line.name)
            })
            .collect();
        tracks.push(track("superiority", "German Superiority", active as i32, format!("{} (14.1)", names.join("; "))));
        tracks
    }

    fn okh_tracks(&self, seen: &State) -> Vec<TrackView> {
        let mut tracks = Vec::new();
        let okh = &seen.okh;
        if okh.used {
            let line = self.data.charts.approval.get(usize::from(self.okh_box(seen)));
            let supports = line.map_or(0, |line| line.supports);
            let rps = self.points_of_turn(seen, Side::Axis);
            let mut note =
                format!("The better of Approval and Manstein gives {supports} supports and {rps} points (15.1.3)");
            if okh.crisis {
                note += "; on its crisis side: a further crisis only lowers Manstein (15.3.c)";
            }
            if okh.duty {
                note += &format!("; armored attacks made since the crisis: {}", okh.attacks);
            }
            tracks.push(track("approval", "Führer Approval", okh.approval.into(), note));
            let (value, note) = match okh.manstein {
                Manstein::Unused => return tracks,
                Manstein::Track => {
                    (i32::from(okh.prestige), "Box 0 at the end of a turn dismisses him (16.2.4.a)".to_owned())
                }
                Manstein::Away(turn) => {
                    let name = self.data.turn_name(crate::data::Turn(turn.clamp(1, self.data.turns.len() as u8)));
                    (0, format!("Away with the Backhand Blow until {name} (16.3.2.b)"))
                }
                Manstein::Dismissed => (0, "Dismissed (16.2.4)".to_owned()),
                Manstein::Withdrawn => (0, "Withdrawn after the Backhand Blow (16.3.2.i)".to_owned()),
            };
            tracks.push(track("manstein", "Manstein", value, note));
        }
        if self.scenario(seen).tracks.mars.is_some() {
            let name = self.data.charts.mars.boxes.iter().find(|line| line.place == seen.mars.at);
            let name = name.map_or("", |line| line.name.as_str());
            let over = if seen.mars.over { "; the operation is over" } else { "" };
            tracks.push(track("mars", "Operation Mars", seen.mars.at.into(), format!("{name}{over} (6.1.1)")));
        }
        tracks
    }

    fn fortress_tracks(&self, seen: &State) -> Vec<TrackView> {
        if seen.fortress.marker.is_none() {
            return Vec::new();
        }
        let row = self.fortress_row(seen);
        let attack = match row.attack {
            FortressAttack::Half => "attack halved",
            FortressAttack::One => "attack 1 for each unit",
            FortressAttack::OnePerStack => "attack 1 for each stack",
            FortressAttack::None => "no attack",
        };
        let defence = match row.defence {
            FortressDefence::Full => "defence unchanged",
            FortressDefence::Half => "defence halved",
            FortressDefence::One => "defence 1 for each unit",
        };
        let movement = match row.movement {
            FortressMovement::Half => "movement halved",
            FortressMovement::OnePoint => "one movement point",
            FortressMovement::OneHex => "one hex",
            FortressMovement::ThreeUnits => "three units may go one hex",
        };
        let sealed = if self.sealed(seen) { "sealed" } else { "not sealed" };
        let note = format!("{attack}, {defence}, {movement}; the pocket is {sealed} (10.3.2)");
        let mut tracks = vec![track("fortress", "Fortress Stalingrad: supply level", seen.fortress.level.into(), note)];
        if let Some((needed, there)) = self.garrison(seen) {
            let note = format!("Needed at the end of the Soviet turn: {needed} (10.2.6)");
            tracks.push(track("garrison", "Soviet units around the fortress", there as i32, note));
        }
        let held = seen.ju52.iter().filter(|plane| **plane == Plane::Held).count();
        let landed = seen.ju52.iter().filter(|plane| matches!(plane, Plane::Hex(_))).count();
        let note = format!("On the map: {landed}; held back: {held} (10.4.3)");
        tracks.push(track("ju52", "Ju 52 in the pocket", (held + landed) as i32, note));
        tracks
    }

    fn point_tracks(&self, seen: &State) -> Vec<TrackView> {
        let points = &self.scenario(seen).points;
        let mut tracks = Vec::new();
        if points.rail > 0 || points.rail_first > 0 {
            let note = "One for each unit; what is not used is lost (7.3.1)".to_owned();
            tracks.push(track("rail", "Axis rail points", seen.rail.into(), note));
        }
        for side in Side::BOTH {
            let now = seen.step() == Step::Replacements && seen.phasing == side;
            let next = self.points_of_turn(seen, side);
            let (value, note) = match (now, side) {
                (true, Side::Axis) => {
                    (seen.points[0], format!("left; of them for allies: {} (17.3.3)", seen.points[1]))
                }
                (true, Side::Soviet) => (seen.points[0], "left; they do not accumulate (17.3.4)".to_owned()),
                (false, _) => (next, "of this turn, as it stands (17.3)".to_owned()),
            };
            tracks.push(track(
                &format!("rp-{}", side.word()),
                &format!("{side} replacement points"),
                value.into(),
                note,
            ));
        }
        tracks
    }

    /// How many supports lie where: the numbers are open (5.1.2).
    fn support_tracks(&self, seen: &State, viewer: Viewer) -> Vec<TrackView> {
        let mut tracks = Vec::new();
        for at in SupportBox::ALL {
            let count = self.box_of(seen, at).len();
            let space = self.map(seen).board.space(at.word());
            let name = space.and_then(|space| self.map(seen).spaces[space].name.clone()).unwrap_or_default();
            let note = if viewer.knows(at.side()) {
                let real = self.box_of(seen, at).iter().filter(|marker| self.is_real(*marker)).count();
                format!("without Supply Shortages: {real} (5.1.4)")
            } else {
                "face down (5.1.2)".to_owned()
            };
            tracks.push(track(&format!("box-{}", at.word()), &name, count as i32, note));
        }
        let shortage = |marker: &crate::data::SupportId| {
            self.support(*marker).class == SupportClass::Shortage && seen.spot(*marker) != Spot::Outside
        };
        if self.uses(seen, "12") {
            let count = self.supports().filter(shortage).count();
            let note = "In the Soviet pool and boxes together; each HQ move adds one (12.1)".to_owned();
            tracks.push(track("shortages", "Supply Shortages", count as i32, note));
        }
        tracks
    }
}

fn track(id: &str, name: &str, value: i32, note: String) -> TrackView {
    TrackView { id: id.into(), name: name.into(), value: Some(value), note, ..TrackView::default() }
}
