//! What is to come: reinforcements, upgrades, withdrawals, points and the events of fixed turns. All of it is open.

use super::supports::om_name;
use crate::Roads;
use crate::data::{EntrySpaces, Nation, SourceOwner, Turn, UnitId};
use crate::state::{Manstein, Offensive, Om, Place, State};
use kessel_kernel::Side;
use kessel_kernel::view::CalendarView;
use kessel_kit::show::entry;

impl Roads {
    pub(super) fn calendar_views(&self, seen: &State) -> Vec<CalendarView> {
        let scenario = self.scenario(seen);
        let mut calendar = self.unit_arrivals(seen);
        calendar.extend(self.changes(seen));
        calendar.extend(self.fixed_events(seen));
        calendar.retain(|entry| entry.turn >= u32::from(seen.turn) && entry.turn <= u32::from(scenario.last_turn.0));
        calendar.sort_by_key(|entry| (entry.turn, entry.side.map(Side::index)));
        // The page counts the turns of the scenario.
        for entry in &mut calendar {
            entry.turn = entry.turn + 1 - u32::from(scenario.first_turn.0);
        }
        calendar
    }

    fn unit_arrivals(&self, seen: &State) -> Vec<CalendarView> {
        let due = |unit: UnitId| match seen.field.get(unit).place {
            Place::Due(turn) => Some((unit, turn.max(seen.turn))),
            _ => None,
        };
        let due = self.data.unit_ids().filter_map(due);
        due.map(|(unit, turn)| {
            let info = self.info(unit);
            let text = format!("{} arrives {}", info.name, self.entry_words(seen, unit));
            entry(turn, Some(info.side), text, Some(&info.id))
        })
        .collect()
    }

    /// Where a reinforcement comes in.
    fn entry_words(&self, seen: &State, unit: UnitId) -> String {
        let arrival = self.scenario(seen).arrivals.iter().find(|arrival| arrival.units.contains(&unit));
        let Some(arrival) = arrival else { return "again".into() };
        let optional = if arrival.optional { ", if wished" } else { "" };
        let names = |hexes: &[kessel_board::SpaceId]| {
            hexes.iter().map(|hex| self.hex_name(seen, *hex)).collect::<Vec<_>>().join(" or ")
        };
        match &arrival.at {
            EntrySpaces::Hexes(hexes) => format!("at {}{optional}", names(hexes)),
            EntrySpaces::Stavka => format!("in the STAVKA Reserve{optional}"),
            EntrySpaces::WestEdge { prefer: Some(hex), .. } => {
                format!("on the west edge, in history at {}{optional}", self.hex_name(seen, *hex))
            }
            EntrySpaces::WestEdge { prefer: None, .. } => format!("on the west edge{optional}"),
        }
    }

    /// Upgrades and withdrawals.
    fn changes(&self, seen: &State) -> Vec<CalendarView> {
        let scenario = self.scenario(seen);
        let mut list = Vec::new();
        for upgrade in &scenario.upgrades {
            let (from, to) = (self.info(upgrade.from), self.info(upgrade.to));
            let any = if upgrade.any { ", or another rifle division," } else { "" };
            let text = format!("{}{any} becomes {}", from.name, to.name);
            list.push(entry(upgrade.turn.0, Some(to.side), text, Some(&from.id)));
        }
        for leaving in &scenario.leaving {
            let nation = match leaving.nation {
                Nation::Romanian => "Romanian",
                Nation::Italian => "Italian",
                Nation::Hungarian => "Hungarian",
                Nation::German => "German",
                Nation::Soviet => "Soviet",
            };
            let keep = if leaving.keep > 0 { format!(" but {}", leaving.keep) } else { String::new() };
            let text = format!("All supplied {nation} divisions{keep} and their HQs leave");
            list.push(entry(leaving.turn.0, Some(Side::Axis), text, None));
        }
        if let Some((turn, groups)) = scenario.stalingrad_withdrawal.as_ref().filter(|_| !seen.withdrawn) {
            let count: u8 = groups.iter().map(|group| group.count).sum();
            let text = format!("From now on, once Stalingrad is Soviet, {count} divisions must leave");
            list.push(entry(turn.0.max(seen.turn), Some(Side::Soviet), text, None));
        }
        list
    }

    fn fixed_events(&self, seen: &State) -> Vec<CalendarView> {
        let scenario = self.scenario(seen);
        let mut events = Vec::new();
        for om in Om::ALL {
            if let Offensive::Due(turn) = seen.offensives[om as usize] {
                let text = format!("{} becomes available", om_name(om));
                events.push(entry(turn, Some(Side::Soviet), text, None));
            }
        }
        for source in scenario.map.sources.iter().filter(|source| source.from.0 > scenario.first_turn.0) {
            let side = match source.owner {
                SourceOwner::Side(side) => Some(side),
                SourceOwner::Holder => None,
            };
            let text = format!("{} becomes a supply source", self.hex_name(seen, source.hex));
            events.push(entry(source.from.0, side, text, None));
        }
        if let (Some(_), false) = (scenario.tracks.mars, seen.mars.over) {
            for Turn(turn) in [self.data.charts.mars.first_turn, self.data.charts.mars.last_turn] {
                let which = if Turn(turn) == self.data.charts.mars.first_turn { "first" } else { "last" };
                events.push(entry(turn, Some(Side::Soviet), format!("The {which} roll for Operation Mars"), None));
            }
        }
        if seen.okh.used && !seen.okh.wintergewitter && seen.okh.manstein == Manstein::Track {
            let text = "The last turn in which Wintergewitter can be launched".to_owned();
            events.push(entry(self.data.charts.wintergewitter.last_turn.0, Some(Side::Axis), text, None));
        }
        if let Manstein::Away(turn) = seen.okh.manstein {
            events.push(entry(turn, Some(Side::Axis), "The Backhand Blow ends and is judged", None));
        }
        for event in scenario.victory.events.iter().filter_map(|event| event.turn) {
            events.push(entry(event.0, None, "A decisive victory is looked for at the end of the turn", None));
        }
        events.push(entry(scenario.last_turn.0, None, "The game ends after the Axis turn", None));
        events
    }
}
