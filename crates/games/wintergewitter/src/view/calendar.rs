//! What is still to come.

use crate::Winter;
use crate::data::UnitId;
use crate::state::{Place, State};
use kessel_kernel::Side;
use kessel_kernel::view::CalendarView;

impl Winter {
    /// What is still to come: nothing of earlier turns, nobody who is here, no release of who is free.
    pub(super) fn calendar_views(&self, state: &State) -> Vec<CalendarView> {
        let scenario = self.data.scenario(state.scenario);
        let mut lines = Vec::new();
        for turn in state.turn.max(scenario.first)..=scenario.last {
            let info = self.data.turn(turn);
            let number = u32::from(turn - scenario.first) + 1;
            let mut add = |side, text: String| lines.push(CalendarView { turn: number, side, text, counter: None });
            add(None, format!("{}: {:?}{}", info.name, info.weather, if info.icy { ", icy roads" } else { "" }));
            for arrival in &info.arrivals {
                // The track is open to both; where an enemy is who has come is not.
                let waits = |unit: &&UnitId| match state.unit(**unit).place {
                    Place::Later | Place::Entering(_) => true,
                    Place::Unknown => turn > state.turn,
                    _ => false,
                };
                let names: Vec<&str> = arrival.units.iter().filter(waits).map(|unit| self.unit_name(*unit)).collect();
                if !names.is_empty() {
                    let side = arrival.units.first().map(|unit| self.side(*unit));
                    add(side, format!("arrive: {}", names.join(", ")));
                }
            }
            for id in &info.releases {
                let reserve = scenario.reserves.iter().enumerate().find(|(_, reserve)| reserve.id == *id);
                if let Some((_, reserve)) = reserve.filter(|(n, _)| state.reserves & (1 << n) != 0) {
                    add(Some(Side::Soviet), format!("released: {}", reserve.name));
                }
            }
        }
        lines
    }
}
