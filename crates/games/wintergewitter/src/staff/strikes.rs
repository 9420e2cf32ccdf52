//! Massed counter-attacks: for each German stack where it must not be, everybody who can be beside it this half of the phase goes there together.
//! In the campaign these are weak Germans who stray towards the Pocket.

use super::Mind;
use super::chart::Chart;
use super::field::{Field, NO_WAY};
use super::forecast::Force;
use super::purpose::Duty;
use crate::data::{Area, MoveClass, UnitId};
use kessel_board::SpaceId;

/// Who attacks whom from where.
struct Strike {
    worth: i32,
    target: SpaceId,
    units: Vec<(UnitId, SpaceId)>,
}

/// A stack that could be struck, with the ways to it.
struct Target {
    at: SpaceId,
    way: Field,
}

impl Mind<'_> {
    /// Sends whoever can strike now against the intruders, the best attack first; the rest of the army goes to its posts.
    pub(super) fn strikes(&self, chart: &mut Chart) {
        let Some(activity) = self.state.activity() else { return };
        let mut free: Vec<UnitId> =
            self.game.own(self.side).filter(|unit| self.strikes_now(chart, *unit, activity.mechanized)).collect();
        let targets = match self.counted_ground() {
            Some(ground) => self.intruders(chart, ground),
            None => self.strays(chart),
        };
        let mut targets: Vec<Target> = targets.into_iter().map(|at| self.target(at, activity.mechanized)).collect();
        for _ in 0..self.weights().targets {
            let found = targets
                .iter()
                .filter_map(|target| self.gather(chart, target, &free))
                .max_by_key(|strike| (strike.worth, strike.target));
            let Some(strike) = found.filter(|strike| strike.worth > self.weights().strike) else { break };
            targets.retain(|target| target.at != strike.target);
            free.retain(|unit| !strike.units.iter().any(|(other, _)| other == unit));
            self.commit(chart, &strike);
        }
    }

    /// Hexes with Germans in them where the scenario does not want them.
    fn intruders(&self, chart: &Chart, ground: Area) -> Vec<SpaceId> {
        let map = &self.game.data.map;
        let inside = |hex: &SpaceId| chart.approach[hex.index()] == 0 && map.is_in(*hex, ground);
        map.board.hexes().filter(inside).collect()
    }

    /// Weak Germans alone before the line of the campaign: the first of any kind that comes near the Pocket is a point (19.3.3).
    fn strays(&self, chart: &Chart) -> Vec<SpaceId> {
        if !self.is_campaign() || self.state.score.eighteen {
            return Vec::new();
        }
        let map = &self.game.data.map;
        let enemy = self.state.layout.held[self.side.other().index()];
        let near = u8::saturating_add(self.game.data.charts.points.far_distance, self.weights().ahead);
        let counts = |hex: SpaceId| {
            let mut units = self.state.units_at(hex).peekable();
            units.peek().is_none() || units.any(|unit| self.is_dear(unit))
        };
        let stray = |hex: &SpaceId| {
            map.to_pocket[*hex] <= near
                && chart.strength[self.side.other().index()][hex.index()] <= self.weights().weak
                && counts(*hex)
                && map.board.within(*hex, self.weights().alone).filter(|other| enemy.contains(*other)).count() == 1
        };
        enemy.iter().filter(stray).collect()
    }

    /// A unit that can be spared for an attack in this half of the phase.
    fn strikes_now(&self, chart: &Chart, unit: UnitId, mechanized: bool) -> bool {
        let own = self.state.unit(unit);
        self.is_free(unit)
            && self.is_striker(unit)
            && !own.disrupted
            && own.points > 1
            && self.game.data.info(unit).mechanized == mechanized
            && !self.is_sapper(chart, unit)
            && !self.state.memory.digging.contains(unit)
    }

    /// The strongest attack on a stack by those who can be there in time, from the nearest hexes around it.
    fn gather(&self, chart: &Chart, struck: &Target, free: &[UnitId]) -> Option<Strike> {
        let target = struck.at;
        let enemy = self.state.layout.held[self.side.other().index()];
        let able = |hex: &SpaceId| self.game.is_land(self.side, *hex) && !enemy.contains(*hex);
        let around = self.game.data.map.board.neighbors(target).iter().map(|near| near.space);
        let open: Vec<SpaceId> = around.filter(able).collect();
        let limit = i32::from(self.game.data.charts.stacking);
        let mut filled: Vec<(SpaceId, i32)> = Vec::new();
        let mut units = Vec::new();
        for (unit, hex) in self.in_time(struck, free) {
            let value = i32::from(self.game.stacking_value(self.state, unit));
            let taken = |at: SpaceId| filled.iter().find(|(hex, _)| *hex == at).map_or(0, |(_, taken)| *taken);
            let fits =
                |at: &SpaceId| taken(*at) + value <= limit && (filled.len() < self.weights().sides || taken(*at) > 0);
            let best = open.iter().copied().filter(fits).min_by_key(|at| (self.game.distance(*at, hex), *at));
            let Some(at) = best else { continue };
            match filled.iter_mut().find(|(hex, _)| *hex == at) {
                Some((_, taken)) => *taken += value,
                None => filled.push((at, value)),
            }
            units.push((unit, at));
        }
        if units.is_empty() {
            return None;
        }
        let worth = self.attack_worth(chart, target, &Force { units: units.clone(), ..Force::default() });
        Some(Strike { worth, target, units })
    }

    /// The ways of this half of the army to a stack.
    fn target(&self, at: SpaceId, mechanized: bool) -> Target {
        let enemy = self.state.layout.held[self.side.other().index()];
        let toll = |hex: SpaceId| (!enemy.contains(hex) || hex == at).then_some(0);
        let class = if mechanized { MoveClass::Mechanized } else { MoveClass::NonMotorized };
        Target { at, way: self.field_to(std::iter::once(at), class, toll) }
    }

    /// Those who can be beside a stack in this half of the phase, with where they stand, the nearest first.
    fn in_time(&self, target: &Target, free: &[UnitId]) -> Vec<(UnitId, SpaceId)> {
        let mut near: Vec<(u16, UnitId, SpaceId)> = Vec::new();
        for unit in free {
            let Some(hex) = self.state.at(*unit) else { continue };
            let beside = self.game.distance(hex, target.at) == 1;
            let far = if beside { 0 } else { target.way[hex.index()] };
            if far != NO_WAY && i32::from(far) <= i32::from(self.game.allowance(self.state, *unit, false)) {
                near.push((far, *unit, hex));
            }
        }
        near.sort_unstable();
        near.into_iter().map(|(_, unit, hex)| (unit, hex)).collect()
    }

    /// The hexes of the attack become posts of those who make it.
    fn commit(&self, chart: &mut Chart, strike: &Strike) {
        for (unit, at) in &strike.units {
            let index = chart.posts.iter().position(|post| post.at == *at).unwrap_or_else(|| {
                chart.posts.push(self.post(*at, Duty::Contain));
                chart.posts.len() - 1
            });
            chart.post_of[unit.index()] = Some(index as u8);
            chart.struck.push((*unit, strike.target));
        }
    }
}
