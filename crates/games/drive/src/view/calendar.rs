//! What is to come (8).

use crate::Drive;
use crate::data::{AxisArmy, FrontArmy, UnitId, UnitKind};
use crate::state::{Crossing, Place, State};
use kessel_kernel::Side;
use kessel_kernel::view::CalendarView;
use kessel_kit::show::entry;

impl Drive {
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
