//! Marches of whoever is not in contact.

use crate::field::contacts_at;
use crate::movement::{Danger, Search};
use crate::orders::{Order, Slot};
use crate::planner::Planner;
use crate::state::Mode;

impl Planner<'_> {
    /// Whoever is not in contact goes towards the next objective, up to the enemy if there is no way around him; guns follow when nothing is
    /// in their range any more. Units of one class with one goal share a search.
    pub(super) fn close_up(&mut self) {
        let stage = self.game.stage(self.seen);
        let danger = Danger::of(&stage, self.seen);
        let mut guards = self.guards();
        let mut movers: Vec<(u16, usize, u16)> = Vec::new();
        for unit in self.idle() {
            let (info, at) = (stage.info(unit), self.seen.units[unit as usize].at);
            let beside = self.field.beside_enemy(&stage, self.side, at);
            if beside || !self.fresh(unit) || info.hq.is_some() {
                continue;
            }
            let post = if self.attacking() { None } else { self.post(at, &mut guards) };
            let Some(goal) = post.or_else(|| self.goal(at)).filter(|goal| *goal != at) else { continue };
            if info.is_artillery() && stage.theater.distance(at, goal) <= info.range.into() {
                continue;
            }
            movers.push((goal, info.movement as usize, unit));
        }
        movers.sort_unstable();
        for group in movers.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let units: Vec<u16> = group.iter().map(|(_, _, unit)| *unit).collect();
            self.march(&units, group[0].0, &danger);
        }
    }

    /// 3.19: tactically within its range or near known enemies, strategically otherwise; around known enemies where there is a way.
    fn march(&mut self, units: &[u16], goal: u16, danger: &Danger) {
        let stage = self.game.stage(self.seen);
        let class = stage.info(units[0]).movement;
        let seen = self.seen;
        let back = |mode: Mode, careful: bool, units: &[u16]| {
            let wanted: Vec<u16> = units.iter().map(|u| seen.units[*u as usize].at).collect();
            Search::back(&stage, goal, &wanted, |from, to| {
                let open = to == goal || !careful || !danger.at(to);
                if open { stage.step_cost(seen, stage.side(units[0]), class, mode, from, to).ok() } else { None }
            })
        };
        let tactical = back(Mode::Tactical, true, units);
        let (mut far, mut shut) = (Vec::new(), Vec::new());
        for unit in units {
            let at = seen.units[*unit as usize].at;
            let Some(way) = tactical.way_on(at) else {
                shut.push(*unit);
                continue;
            };
            let near = way.iter().any(|hex| danger.near(*hex));
            let cost = tactical.cost(at).unwrap_or(i32::MAX);
            if near || cost <= stage.allowance(seen, *unit, false) {
                self.order(Slot::Unit(*unit), Order::Move(Mode::Tactical, way));
            } else {
                far.push(*unit);
            }
        }
        if !far.is_empty() {
            let strategic = back(Mode::Strategic, true, &far);
            for unit in far {
                if let Some(way) = strategic.way_on(seen.units[unit as usize].at) {
                    self.order(Slot::Unit(unit), Order::Move(Mode::Strategic, way));
                }
            }
        }
        if !shut.is_empty() {
            let straight = back(Mode::Tactical, false, &shut);
            let enemy = |hex: &u16| !contacts_at(&stage, seen, *hex).is_empty();
            for unit in shut {
                let Some(way) = straight.way_on(seen.units[unit as usize].at) else { continue };
                let way: Vec<u16> = way.into_iter().take_while(|hex| !enemy(hex)).collect();
                self.order(Slot::Unit(unit), Order::Move(Mode::Tactical, way));
            }
        }
    }
}
