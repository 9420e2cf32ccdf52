//! Numbers on tracks, and what is to come (4, 8, 10).

use crate::Drive;
use crate::data::{AxisArmy, FrontArmy, UnitId, UnitKind};
use crate::sets::Spaces;
use crate::state::{Crossing, Place, State};
use kessel_kernel::Side;
use kessel_kernel::view::{CalendarView, TrackRole, TrackView};
use kessel_kit::show::{counted, entry, track};

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

    /// What is to come: all of it is printed on the tracks, who it is that comes only for those who may know (11.7).
    pub(super) fn calendar_views(&self, seen: &State) -> Vec<CalendarView> {
        let last = self.data.scenario(seen.scenario).last_turn();
        let mut calendar = Vec::new();
        for turn in seen.turn..=last {
            let mut add = |side, text: String, counter: Option<UnitId>| {
                calendar.push(entry(turn, side, text, counter.map(|unit| self.unit_id(unit))));
            };
            self.axis_calendar(seen, turn, &mut add);
            self.soviet_calendar(seen, turn, &mut add);
            let freeze = self.data.scenario(seen.scenario).turn(turn).freeze;
            if freeze > 0 && turn > seen.turn && !seen.frozen {
                add(None, format!("The freeze begins on a die of {freeze} or less"), None);
            }
        }
        calendar
    }

    fn axis_calendar(&self, seen: &State, turn: u8, add: &mut impl FnMut(Option<Side>, String, Option<UnitId>)) {
        let axis = Some(Side::Axis);
        if seen.is_blue() && !seen.limits_lifted && turn > seen.turn {
            let freed = AxisArmy::ALL.into_iter().filter(|army| self.data.blue.released(*army) == turn);
            let freed: Vec<&str> = freed.map(AxisArmy::code).collect();
            if !freed.is_empty() {
                add(axis, format!("Free to attack and to leave their areas: {}", freed.join(", ")), None);
            }
        }
        if seen.is_blue() && turn == self.data.charts.withdrawal.turn {
            let text = "Two panzer divisions, an infantry division and Gross Deutschland leave";
            add(axis, text.into(), None);
        }
        let due = self.data.scenario(seen.scenario).turn(turn).axis.iter();
        for unit in due.filter(|u| seen.units[u.index()].place == Place::ToCome && !seen.veiled.contains(**u)) {
            add(axis, self.unit_name(*unit).to_owned(), Some(*unit));
        }
    }

    /// 8.6: the boxes come a turn earlier once the Axis is across the Don.
    fn soviet_calendar(&self, seen: &State, turn: u8, add: &mut impl FnMut(Option<Side>, String, Option<UnitId>)) {
        let soviet = Some(Side::Soviet);
        if seen.is_blue() && turn > seen.turn {
            let woken =
                FrontArmy::ALL.into_iter().filter(|a| self.is_asleep(seen, *a) && self.data.blue.wakes(*a) == turn);
            let woken: Vec<&str> = woken.map(FrontArmy::code).collect();
            if !woken.is_empty() {
                add(soviet, format!("Free to move and attack: {}", woken.join(", ")), None);
            }
        }
        let scenario = self.data.scenario(seen.scenario);
        let early = u8::from(seen.crossing != Crossing::NotYet);
        for number in (seen.boxes + 1)..=scenario.last_turn() {
            let comes = number.saturating_sub(early).max(seen.turn);
            let draws = &scenario.turn(number).soviet;
            if comes == turn && !draws.is_empty() {
                let draws: Vec<String> = draws.iter().map(draw_words).collect();
                add(soviet, draws.join(", "), None);
            }
        }
    }
}

/// `4 rifle divisions`.
fn draw_words(&(kind, count): &(UnitKind, u8)) -> String {
    let (one, many) = match kind {
        UnitKind::Rifle => ("rifle division", "rifle divisions"),
        UnitKind::TankCorps => ("tank corps", "tank corps"),
        UnitKind::MechanisedCorps => ("mechanised corps", "mechanised corps"),
        UnitKind::CavalryCorps => ("cavalry corps", "cavalry corps"),
        UnitKind::TankDestroyer => ("tank-destroyer division", "tank-destroyer divisions"),
        UnitKind::Artillery => ("artillery division", "artillery divisions"),
        UnitKind::HeavyCannon => ("heavy cannon division", "heavy cannon divisions"),
        UnitKind::FortifiedArea => ("fortified area", "fortified areas"),
        kind => (kind.code(), kind.code()),
    };
    format!("{count} {}", if count == 1 { one } else { many })
}
