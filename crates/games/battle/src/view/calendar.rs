//! What is to come: arrivals, replacement points and the events of fixed turns. All of it is open.

use crate::Battle;
use crate::data::{Arrival, Start};
use crate::state::{Duty, Place, Post, State};
use kessel_kernel::Side;
use kessel_kernel::view::CalendarView;
use kessel_kit::show::entry;

impl Battle {
    pub(super) fn calendar_views(&self, seen: &State) -> Vec<CalendarView> {
        let mut calendar = self.unit_arrivals(seen);
        calendar.extend(self.asset_arrivals(seen));
        calendar.extend(self.replacement_points(seen));
        calendar.extend(self.fixed_events(seen));
        calendar.sort_by_key(|entry| entry.turn);
        calendar
    }

    fn unit_arrivals(&self, seen: &State) -> Vec<CalendarView> {
        let to_come = self.data.unit_ids().filter(|u| seen.units[u.index()].place == Place::ToCome);
        to_come
            .filter_map(|unit| {
                let info = &self.data.units[unit.index()];
                let turn = match info.start {
                    Start::Turn(turn) => Some(turn),
                    Start::Uranus => seen.uranus,
                    Start::At(_) => None,
                };
                let turn = turn.filter(|turn| *turn >= seen.turn)?;
                let strength = match info.side {
                    Side::Axis => info.max,
                    Side::Soviet => self.data.charts.costs.soviet_arrives_at,
                };
                let text = format!("{} arrives with strength {strength}", info.name);
                Some(entry(turn, Some(info.side), text, Some(&info.id)))
            })
            .collect()
    }

    fn asset_arrivals(&self, seen: &State) -> Vec<CalendarView> {
        let to_come = self.data.asset_ids().filter(|a| seen.assets[a.index()].post == Post::ToCome);
        to_come
            .filter_map(|asset| {
                let info = &self.data.assets[asset.index()];
                let (turn, text) = match info.arrival {
                    Arrival::Start => return None,
                    Arrival::Turn { turn, steps } if steps < info.max_steps => {
                        (turn, format!("{} arrives reduced, steps: {steps}", info.name))
                    }
                    Arrival::Turn { turn, .. } => (turn, format!("{} arrives", info.name)),
                    Arrival::Roll { turn, at_least } => {
                        (turn, format!("{} arrives on a die of {at_least} or more", info.name))
                    }
                };
                (turn >= seen.turn).then(|| entry(turn, Some(info.side), text, Some(&info.id)))
            })
            .collect()
    }

    fn replacement_points(&self, seen: &State) -> Vec<CalendarView> {
        let coming = (1..).zip(&self.data.turns).skip(usize::from(seen.turn) - 1);
        coming
            .flat_map(|(turn, points): (u8, _)| {
                let axis = format!("{} German and {} minor replacement points", points.german, points.minor);
                [
                    entry(turn, Some(Side::Soviet), format!("{} replacement points", points.soviet), None),
                    entry(turn, Some(Side::Axis), axis, None),
                ]
            })
            .collect()
    }

    fn fixed_events(&self, seen: &State) -> Vec<CalendarView> {
        let mut events = Vec::new();
        for info in self.data.assets.iter().filter(|info| seen.duty != Duty::Paid && info.withdraw_turn.is_some()) {
            let turn = info.withdraw_turn.unwrap_or_default().max(seen.turn);
            let text = format!("{}, or a panzer division in its stead, leaves the game", info.name);
            events.push(entry(turn, Some(info.side), text, Some(&info.id)));
        }
        if seen.uranus.is_none() {
            for step in self.data.charts.uranus.iter().filter(|step| step.turn >= seen.turn) {
                let text = format!("Operation Uranus may move {}", units(step.units));
                events.push(entry(step.turn, Some(Side::Soviet), text, None));
            }
        }
        events.push(entry(self.data.turns.len() as u8, None, "The game ends after the Axis turn", None));
        events
    }
}

fn units(n: u8) -> String {
    if n == 1 { "one unit".into() } else { format!("{n} units") }
}
