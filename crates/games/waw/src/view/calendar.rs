//! 25.1 Own reinforcements, and the weather foretold (24.4).

use crate::Waw;
use crate::data::Sky;
use crate::state::{Life, State};
use kessel_kernel::Viewer;
use kessel_kernel::view::CalendarView;
use kessel_kit::Word;

impl Waw {
    /// 25.1: own reinforcements, and the weather foretold (24.4).
    pub(super) fn calendar(&self, seen: &State, viewer: Viewer) -> Vec<CalendarView> {
        let stage = self.stage(seen);
        let mut days = Vec::new();
        for unit in 0..seen.units.len() as u16 {
            let (now, info) = (&seen.units[unit as usize], stage.info(unit));
            if now.life == Life::Later && now.due > 0 && viewer.knows(info.side) {
                let text = format!("{} arrives at {}", info.name, stage.place_name(stage.entry(seen, unit)));
                days.push(CalendarView { turn: now.due.into(), side: Some(info.side), text, counter: None });
            }
        }
        let today = stage.scenario.day(seen.turn.max(1));
        for turn in seen.turn..=stage.scenario.turns {
            if stage.scenario.day(turn) - today >= crate::weather::FORECAST_DAYS {
                break;
            }
            let n = turn as usize - 1;
            let sky = Sky::at(seen.sky[n]);
            let text = format!("{} sky, {}F", sky.word(), seen.temperature[n] / 4);
            days.push(CalendarView { turn: turn.into(), side: None, text, counter: None });
        }
        days.sort_by_key(|day| day.turn);
        days
    }
}
