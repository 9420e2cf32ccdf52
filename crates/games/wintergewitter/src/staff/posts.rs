//! Where the defender stands: what must be held, and good ground before the spearheads; and who goes there.

use super::Mind;
use super::chart::Chart;
use super::field::{Field, NO_WAY};
use crate::data::{Area, MoveClass, ScenarioId, UnitId, UnitType, Water};
use kessel_board::SpaceId;
use kessel_table::Side;

/// A hex to be held, with the ways of wheels and of boots to it.
pub(super) struct Post {
    pub(super) at: SpaceId,
    ways: [Field; 2],
}

impl Post {
    /// Half points from a hex to the post for a class of units.
    pub(super) fn way(&self, class: MoveClass, hex: SpaceId) -> u16 {
        self.ways[usize::from(class == MoveClass::NonMotorized)][hex.index()]
    }
}

/// Most posts that are manned at once, what decides the game not counted.
const MOST: usize = 14;

/// Stacking points that each post gets before any gets more.
const SHARE: i32 = 10;

impl Mind<'_> {
    /// The posts, the most pressing first.
    pub(super) fn posts(&self, chart: &Chart) -> Vec<Post> {
        let mut hexes = self.key_posts(chart);
        for hex in self.good_ground(chart) {
            let close = |other: &SpaceId| self.game.distance(*other, hex) < 2;
            if hexes.len() < MOST && !hexes.iter().any(close) {
                hexes.push(hex);
            }
        }
        hexes.into_iter().map(|at| self.post(at)).collect()
    }

    fn post(&self, at: SpaceId) -> Post {
        let enemy = self.state.layout.held[self.side.other().index()];
        let toll = |hex: SpaceId| (!enemy.contains(hex) || hex == at).then_some(0);
        let ways = [MoveClass::Motorized, MoveClass::NonMotorized]
            .map(|class| self.field_to(std::iter::once(at), class, toll));
        Post { at, ways }
    }

    /// What the scenario is decided by: the hexes around an enemy who has got there, then what can still be held.
    fn key_posts(&self, chart: &Chart) -> Vec<SpaceId> {
        let map = &self.game.data.map;
        let enemy = self.side.other();
        let near_enemy = |hex: &SpaceId| (chart.approach[hex.index()], *hex);
        let keys: Vec<SpaceId> = match self.state.scenario {
            ScenarioId::WeAreComing => vec![map.kumsky],
            ScenarioId::LastGasp => map.area(Area::AcrossMyshkova).iter().collect(),
            ScenarioId::WinterStorm | ScenarioId::MaximumEffort => return Vec::new(),
        };
        let mut posts: Vec<SpaceId> = Vec::new();
        for key in keys.iter().filter(|key| self.state.holds(enemy, **key)) {
            let around = map.board.neighbors(*key).iter().map(|n| n.space);
            posts.extend(around.filter(|hex| self.game.is_land(self.side, *hex) && !self.state.holds(enemy, *hex)));
        }
        let mut own: Vec<SpaceId> = keys.iter().copied().filter(|key| self.is_bank(*key)).collect();
        own.sort_by_key(near_enemy);
        posts.extend(own);
        let mut around: Vec<SpaceId> = map.board.neighbors(map.kumsky).iter().map(|n| n.space).collect();
        around.retain(|hex| self.is_key(map.kumsky) && !self.state.holds(enemy, *hex));
        around.sort_by_key(near_enemy);
        posts.extend(around.into_iter().take(3));
        let mut seen = Vec::new();
        posts.retain(|hex| {
            !seen.contains(hex) && {
                seen.push(*hex);
                true
            }
        });
        posts
    }

    /// A hex that decides and can be held: the town itself, or the bank of the river before the far ground.
    fn is_bank(&self, hex: SpaceId) -> bool {
        let map = &self.game.data.map;
        if self.state.holds(self.side.other(), hex) {
            return false;
        }
        let far = map.area(Area::AcrossMyshkova);
        let wet = |n: &kessel_board::Neighbor| map.sides[n.edge].water == Water::Minor && !far.contains(n.space);
        hex == map.kumsky || map.board.neighbors(hex).iter().any(wet)
    }

    /// Ground on the enemy's way, some distance before his spearheads: rivers, towns and heights first.
    fn good_ground(&self, chart: &Chart) -> Vec<SpaceId> {
        let map = &self.game.data.map;
        let shortest = i32::from(chart.spearhead);
        let mut found: Vec<(i32, SpaceId)> = Vec::new();
        for hex in map.board.hexes() {
            let (come, go) = (chart.approach[hex.index()], chart.goal[hex.index()]);
            if come == NO_WAY || go == NO_WAY || !(10..=44).contains(&come) || !self.game.is_land(Side::Soviet, hex) {
                continue;
            }
            let detour = i32::from(come) + i32::from(go) - shortest;
            if detour > 24 || self.state.holds(Side::Axis, hex) {
                continue;
            }
            let river = |n: &kessel_board::Neighbor| {
                map.sides[n.edge].water == Water::Minor && chart.approach[n.space.index()] < come
            };
            let wet = i32::from(map.board.neighbors(hex).iter().any(river));
            let shift = i32::from(self.game.data.charts.effect(self.game.terrain(hex)).shift);
            let built = i32::from(self.state.entrenched[self.side.index()].contains(hex));
            let held = i32::from(self.state.holds(self.side, hex));
            let worth = shift * 30 + wet * 40 + built * 60 + held * 25 - detour * 2 - (i32::from(come) - 22).abs();
            found.push((-worth, hex));
        }
        found.sort_unstable();
        found.into_iter().map(|(_, hex)| hex).collect()
    }

    /// Sends the nearest units to each post: a share to every one of them first, then until they are full.
    pub(super) fn man_posts(&self, chart: &mut Chart) {
        let limit = i32::from(self.game.data.charts.stacking);
        let free: Vec<UnitId> = self.game.own(self.side).filter(|unit| self.is_free(*unit)).collect();
        for share in [SHARE, limit] {
            for index in 0..chart.posts.len() {
                let decides = chart.posts[index].at == self.game.data.map.kumsky && self.is_key(chart.posts[index].at);
                self.man_post(chart, index, &free, if decides { limit } else { share });
            }
        }
    }

    /// Mans one post up to so many stacking points, an antitank unit or two and a gun among them.
    fn man_post(&self, chart: &mut Chart, index: usize, free: &[UnitId], share: i32) {
        let at = chart.posts[index].at;
        let value = |unit: UnitId| i32::from(self.game.stacking_value(self.state, unit));
        let kind = |unit: UnitId| self.game.data.info(unit).kind;
        let bound = self.state.units_at(at).filter(|u| self.game.side(*u) == self.side && !self.is_free(*u));
        let mut room = share - bound.map(value).sum::<i32>();
        let (mut guns, mut tank_killers) = (0, 0);
        for unit in free.iter().filter(|unit| chart.post_of[unit.index()] == Some(index as u8)) {
            room -= value(*unit);
            guns += i32::from(kind(*unit).is_gun());
            tank_killers += i32::from(kind(*unit) == UnitType::AntiTank);
        }
        for (_, unit) in self.by_distance(chart, index, free) {
            if room <= 0 {
                return;
            }
            let (gun, killer) = (kind(unit).is_gun(), kind(unit) == UnitType::AntiTank);
            if value(unit) > room || (gun && guns >= 1) || (killer && tank_killers >= 2) {
                continue;
            }
            guns += i32::from(gun);
            tank_killers += i32::from(killer);
            room -= value(unit);
            chart.post_of[unit.index()] = Some(index as u8);
        }
    }

    /// Units without a post by the turns that they need to come.
    fn by_distance(&self, chart: &Chart, index: usize, free: &[UnitId]) -> Vec<(i32, UnitId)> {
        let post = &chart.posts[index];
        let patience = self.turns_left().min(4) * 10;
        let turns = |unit: UnitId| {
            let way = post.way(self.class_of(unit), self.state.at(unit)?);
            let pace = i32::from(self.game.data.info(unit).full.movement).max(1) * 2;
            (way != NO_WAY).then(|| i32::from(way) * 10 / pace)
        };
        let mut near: Vec<(i32, UnitId)> = free
            .iter()
            .filter(|unit| chart.post_of[unit.index()].is_none())
            .filter_map(|unit| turns(*unit).map(|turns| (turns, *unit)))
            .filter(|(turns, _)| *turns <= patience)
            .collect();
        near.sort_unstable();
        near
    }

    /// A unit that can be sent somewhere.
    fn is_free(&self, unit: UnitId) -> bool {
        let kind = self.game.data.info(unit).kind;
        self.state.at(unit).is_some()
            && !kind.is_hq()
            && !self.game.in_reserve(self.state, unit)
            && !self.game.ground.ring.contains(unit)
    }
}
