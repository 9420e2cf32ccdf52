//! What it is worth for a group to stand in a hex, by what it is for.

use super::Mind;
use super::chart::Chart;
use super::field::NO_WAY;
use super::forecast::Force;
use crate::data::{HqRole, Nation, UnitId};
use crate::sequence::Segment;
use kessel_board::SpaceId;
use kessel_kernel::Side;

/// What a group is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Strike,
    Gun,
    Command,
    Column,
}

/// The worth of a place that nobody should go to.
const NEVER: i32 = -100_000;

impl Mind<'_> {
    /// What a unit is for.
    pub(super) fn role(&self, unit: UnitId) -> Role {
        let kind = self.game.data.info(unit).kind;
        match () {
            () if self.game.ground.convoys.contains(unit) => Role::Column,
            () if kind.is_hq() => Role::Command,
            () if kind.is_gun() => Role::Gun,
            () => Role::Strike,
        }
    }

    /// What it is worth for these units to stand there at the end of their move.
    pub(super) fn place_worth(&self, chart: &Chart, hex: SpaceId, units: &[UnitId]) -> i32 {
        let Some(first) = units.first() else { return NEVER };
        if self.game.would_overfill(self.state, hex, units.iter().copied()) {
            return NEVER;
        }
        match (self.role(*first), self.side) {
            (Role::Command, _) => self.command_worth(chart, hex, *first),
            (Role::Gun, _) => self.gun_worth(chart, hex, *first),
            (Role::Column, _) => self.column_worth(chart, hex, *first),
            (Role::Strike, Side::Axis) => self.spear_worth(chart, hex, units),
            (Role::Strike, Side::Soviet) => self.shield_worth(chart, hex, units),
        }
    }

    /// Own strength in a hex besides these units.
    fn friends(&self, hex: SpaceId, units: &[UnitId]) -> i32 {
        let other = |unit: &UnitId| self.game.side(*unit) == self.side && !units.contains(unit);
        self.state.units_at(hex).filter(other).map(|unit| i32::from(self.state.unit(unit).points)).sum()
    }

    fn points(&self, units: &[UnitId]) -> i32 {
        units.iter().map(|unit| i32::from(self.state.unit(*unit).points)).sum()
    }

    /// What it costs to stand under a threat with so much.
    fn danger(&self, chart: &Chart, hex: SpaceId, strength: i32) -> i32 {
        let steady = 1
            + i32::from(self.game.data.charts.effect(self.game.terrain(hex)).shift)
            + i32::from(self.state.entrenched[self.side.index()].contains(hex));
        (chart.threat[hex.index()] - strength * (2 + steady) / 2).max(0)
    }

    /// The panzers go for the goal, keep together, and do not run away from their supply. Rumanians hold what they have.
    fn spear_worth(&self, chart: &Chart, hex: SpaceId, units: &[UnitId]) -> i32 {
        let way = chart.goal[hex.index()];
        if way == NO_WAY {
            return NEVER;
        }
        let home = self.state.at(units[0]);
        if self.game.data.info(units[0]).nation != Nation::German {
            return if home == Some(hex) { 100 } else { 0 } - self.danger(chart, hex, self.points(units)) * 4;
        }
        let strength = self.points(units) + self.friends(hex, units);
        let reach = self.hq_distance(units[0], hex);
        let astray = (reach - 14).max(0) * 60 + self.hunger(chart, hex) + self.too_far(chart, hex);
        let settled = if home == Some(hex) && self.is_key(hex) { 300 } else { 0 };
        let pull = if self.wants_more(chart) { 14 } else { 3 };
        self.hex_worth(hex) / 4 + settled - i32::from(way) * pull - self.danger(chart, hex, strength) * 7 - astray
            + self.attack_from(chart, hex, units)
    }

    /// What it costs to stand without supply: little only in the last turns of a short scenario.
    fn hunger(&self, chart: &Chart, hex: SpaceId) -> i32 {
        let far = i32::from(chart.unfed[hex.index()].min(10));
        let patience = if self.is_campaign() { 6 } else { (self.turns_left() - 1).min(6) };
        let [there, farther] = self.weights().unfed;
        if far == 0 { 0 } else { (there + far * farther) * patience / 6 }
    }

    /// What the best attack out of a hex would bring, if a combat segment is still to come.
    fn attack_from(&self, chart: &Chart, hex: SpaceId, units: &[UnitId]) -> i32 {
        let later = matches!(self.state.activity(), Some(a) if a.moves && a.mechanized)
            && !self.state.combat_first
            && matches!(self.state.step(), crate::sequence::Step::Player(_, Segment::MechOne));
        if chart.near[hex.index()] != 1 {
            return 0;
        }
        let near = self.game.data.map.board.neighbors(hex).iter().map(|n| n.space);
        let best = near
            .filter(|at| self.game.is_defended(self.state, self.side, *at))
            .map(|at| self.attack_worth(chart, at, &self.joined(at, hex, units)))
            .max()
            .unwrap_or(0);
        if later { best.max(0) * 9 / 10 } else { best.clamp(0, 300) / 3 }
    }

    /// The group in a hex with everybody who stands next to the target already.
    fn joined(&self, target: SpaceId, hex: SpaceId, units: &[UnitId]) -> Force {
        let mechanized = self.game.data.info(units[0]).mechanized;
        let able = |unit: &UnitId| {
            self.is_striker(*unit)
                && !self.state.unit(*unit).disrupted
                && !units.contains(unit)
                && self.game.data.info(*unit).mechanized == mechanized
                && !self.state.memory.attacked.contains(*unit)
                && !self.game.in_reserve(self.state, *unit)
        };
        let others = self.game.near_units(self.state, target, self.side).filter(able);
        let placed = others.filter_map(|unit| Some((unit, self.state.at(unit)?)));
        Force { units: units.iter().map(|unit| (*unit, hex)).chain(placed).collect(), ..Force::default() }
    }

    /// Soviet troops go to their posts; those of the corps strike where it pays.
    fn shield_worth(&self, chart: &Chart, hex: SpaceId, units: &[UnitId]) -> i32 {
        let first = units[0];
        let strength = self.points(units) + self.friends(hex, units);
        let shift = i32::from(self.game.data.charts.effect(self.game.terrain(hex)).shift);
        let built = i32::from(self.state.entrenched[self.side.index()].contains(hex));
        let post = chart.post_of[first.index()].map(|index| &chart.posts[usize::from(index)]);
        let fear = if post.is_some_and(|post| post.at == hex) { 1 } else { 4 };
        let mut worth = shift * 40 + built * 120 - self.danger(chart, hex, strength) * fear;
        match post {
            Some(post) => {
                let way = post.way(self.class_of(first), hex);
                if way == NO_WAY {
                    return NEVER;
                }
                worth -= i32::from(way) * 16;
                if hex != post.at && chart.near[hex.index()] == 1 {
                    worth -= 120;
                }
            }
            None if !self.game.data.info(first).mechanized
                && chart.near[hex.index()] < 12
                && chart.goal[hex.index()] > chart.spearhead.saturating_add(20) =>
            {
                worth += if self.state.at(first) == Some(hex) { 300 } else { 0 };
            }
            // Nobody waits for it: it closes up to the enemy's spearheads, but not alone into their arms.
            None => {
                worth -= i32::from(chart.approach[hex.index()].min(400)) * 5;
                let enemy = self.enemies_beside(chart, hex);
                if enemy > strength && self.state.at(first) != Some(hex) {
                    worth -= 150;
                }
            }
        }
        if self.game.data.info(first).mechanized || !self.is_campaign() {
            worth += self.attack_from(chart, hex, units);
        }
        worth + self.hex_worth(hex)
    }

    /// Enemy strength next to a hex.
    fn enemies_beside(&self, chart: &Chart, hex: SpaceId) -> i32 {
        let near = self.game.data.map.board.neighbors(hex).iter();
        near.map(|n| chart.strength[self.side.other().index()][n.space.index()]).sum()
    }

    /// Guns stand two or three hexes behind the front, with others.
    fn gun_worth(&self, chart: &Chart, hex: SpaceId, unit: UnitId) -> i32 {
        let near = i32::from(chart.near[hex.index()]);
        let company = self.state.units_at(hex).any(|u| self.game.side(u) == self.side && self.is_striker(u));
        let range = i32::from(self.game.data.info(unit).range.unwrap_or(2));
        let place = (near - range.min(3)).abs() * 45;
        let lonely = if company { 0 } else { 120 + (6 - near).max(0) * 60 };
        let home = if self.state.at(unit) == Some(hex) { 60 } else { 0 };
        let way = match self.side {
            Side::Axis => i32::from(chart.goal[hex.index()].min(2000)) * 3,
            Side::Soviet => chart.post_of[unit.index()].map_or(0, |index| {
                i32::from(chart.posts[usize::from(index)].way(self.class_of(unit), hex).min(2000)) * 10
            }),
        };
        home - place - lonely - way - self.danger(chart, hex, self.friends(hex, &[unit])) * 2
    }

    /// Headquarters stay near their units, behind them and not alone (14.2).
    fn command_worth(&self, chart: &Chart, hex: SpaceId, unit: UnitId) -> i32 {
        let info = self.game.data.info(unit);
        let near = i32::from(chart.near[hex.index()]);
        let mut worth = if self.state.at(unit) == Some(hex) { 25 } else { 0 };
        worth -= (4 - near).max(0) * 120 + self.hunger(chart, hex);
        worth -= (self.danger(chart, hex, self.friends(hex, &[unit])) * 6).min(600);
        if self.friends(hex, &[unit]) > 0 {
            worth += 60;
        }
        if info.hq == Some(HqRole::Division) {
            let group = self.game.data.group(info.formation);
            for own in &group.units {
                if let Some(at) = self.state.at(*own)
                    && *own != unit
                {
                    let far = i32::from(self.game.distance(at, hex));
                    let leg = i32::from(self.game.leg(*own));
                    worth -= (far - leg + 3).max(0) * 25 + far * 4;
                }
            }
        }
        worth
    }

    /// Columns wait behind; into the Pocket they go if the way is free.
    fn column_worth(&self, chart: &Chart, hex: SpaceId, unit: UnitId) -> i32 {
        let to_pocket = i32::from(self.game.data.map.to_pocket[hex]);
        if self.state.score.corridor || to_pocket <= 12 {
            return -to_pocket * 50;
        }
        let behind = i32::from(chart.near[hex.index()]);
        let follow = if self.state.score.eighteen { to_pocket * 6 } else { 0 };
        let home = if self.state.at(unit) == Some(hex) { 30 } else { 0 };
        home - (8 - behind).max(0) * 40 - follow
    }

    /// Hexes to the headquarters that feeds a unit; any division's for independent ones.
    fn hq_distance(&self, unit: UnitId, hex: SpaceId) -> i32 {
        let info = self.game.data.info(unit);
        let far = |hq: UnitId| self.state.at(hq).map(|at| i32::from(self.game.distance(at, hex)));
        match self.game.data.group(info.formation).hq {
            Some(hq) => far(hq).unwrap_or(0),
            None => {
                let feeds = |u: &UnitId| self.game.data.info(*u).hq == Some(HqRole::Division);
                self.game.own(self.side).filter(feeds).filter_map(far).min().unwrap_or(0)
            }
        }
    }
}
