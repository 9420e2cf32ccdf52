//! 15.62 Retreats: where a beaten stack goes.

use super::Run;
use crate::field::LIMIT;
use crate::fix::{MP, holds};
use crate::state::{Mode, NONE};
use kessel_kernel::{Case, Side};

/// A way found so far: enemy zones entered, what it scores, and the hexes.
type Way = (usize, i64, Vec<u16>);

impl Run<'_> {
    /// 15.62.d: the enemy zone that counts on a retreat; a friend in the hex takes it away.
    pub(super) fn zone_on_retreat(&self, side: Side, hex: u16) -> u8 {
        if self.field.held_by(&self.stage, hex, side) && holds(Case("15.62.d"), true) {
            0
        } else {
            self.field.zone_in(&self.stage, side.other(), hex)
        }
    }

    /// The path of `hexes` hexes that a stack takes, or the longest there is; nothing if it cannot go at all.
    pub(super) fn retreat_path(&self, units: &[u16], attackers: &[u16], from: u16, hexes: u8) -> Option<Vec<u16>> {
        for length in (1..=hexes).rev() {
            let mut best: Option<Way> = None;
            let mut path = Vec::new();
            self.ways(units, attackers, from, from, length, (0, 0), &mut path, &mut best);
            if let Some((_, _, path)) = best {
                return Some(path);
            }
        }
        None
    }

    #[allow(clippy::too_many_arguments)]
    fn ways(
        &self,
        units: &[u16],
        attackers: &[u16],
        battle: u16,
        at: u16,
        left: u8,
        (zones, score): (usize, i64),
        path: &mut Vec<u16>,
        best: &mut Option<Way>,
    ) {
        if left == 0 {
            // Ties go to the path found first: clockwise from the north-east, first step first.
            if best.as_ref().is_none_or(|(z, s, _)| (zones, score) < (*z, *s)) {
                *best = Some((zones, score, path.clone()));
            }
            return;
        }
        let side = self.stage.side(units[0]);
        for to in self.stage.theater.near[at as usize] {
            if to == NONE || to == battle || path.contains(&to) {
                continue;
            }
            let Some(cost) = self.may_fall_back(units, at, to) else { continue };
            let zone = self.zone_on_retreat(side, to);
            let away = attackers.iter().all(|a| {
                let from = self.state.units[*a as usize].at;
                self.stage.theater.distance(from, to) > self.stage.theater.distance(from, at)
            });
            let home = i64::from(self.to_supply(side, units[0], to)) - i64::from(self.to_supply(side, units[0], at));
            let mp = i64::from(MP);
            let away = if away && !attackers.is_empty() { 3 * mp } else { 0 };
            let step = 4 * mp * i64::from(zone) + i64::from(cost) + 2 * mp * home - away;
            path.push(to);
            let zones = zones + usize::from(holds(Case("15.62.c"), zone > 0));
            self.ways(units, attackers, battle, to, left - 1, (zones, score + step), path, best);
            path.pop();
        }
    }

    /// 15.62.c: ground, enemies and stacking for the whole stack; the dearest entry is what it scores.
    fn may_fall_back(&self, units: &[u16], at: u16, to: u16) -> Option<i32> {
        let side = self.stage.side(units[0]);
        if self.field.held_by(&self.stage, to, side.other()) {
            return None;
        }
        let points: u8 = units.iter().map(|u| self.stage.info(*u).points).sum();
        if self.field.points(to) + points > LIMIT {
            return None;
        }
        let mut most = 0;
        for unit in units {
            let info = self.stage.info(*unit);
            let cost = self.stage.step_cost(self.state, side, info.movement, Mode::Tactical, at, to).ok()?;
            most = most.max(cost);
        }
        Some(most)
    }

    /// 15.62.b: how far the nearest own supply source is; without any the superior headquarters.
    fn to_supply(&self, side: Side, unit: u16, hex: u16) -> u16 {
        let theater = self.stage.theater;
        let sources = theater.sources[side.index()].iter().filter(|s| self.state.owner(**s) == side);
        let nearest = sources.map(|source| theater.distance(*source, hex)).min();
        nearest.unwrap_or_else(|| {
            let hq = self.state.units[unit as usize].hq;
            let at = self.state.units.get(hq as usize).map_or(NONE, |hq| hq.at);
            if at == NONE { 0 } else { theater.distance(at, hex) }
        })
    }

    /// Moves a stack along its path of retreat; it drops its orders (15.62.a).
    pub(super) fn fall_back(&mut self, units: &[u16], path: &[u16], defending: bool) {
        for unit in units {
            if !self.state.units[*unit as usize].here() {
                continue;
            }
            self.dismount_all(*unit);
            self.state.units[*unit as usize].carrier = NONE;
            for (n, to) in path.iter().enumerate() {
                self.go(*unit, *to);
                self.tire(*unit, Case("15.62.a"), 1);
                if n > 0 || !defending {
                    self.disorder(*unit, Case("21.22.a"), 1);
                }
                if !self.state.units[*unit as usize].here() {
                    break;
                }
            }
            let act = &mut self.acts[*unit as usize];
            (act.retreated, act.stopped_work) = (true, true);
            if self.state.units[*unit as usize].here() {
                self.state.units[*unit as usize].still = 0;
                self.reset_order(*unit);
            }
        }
    }
}
