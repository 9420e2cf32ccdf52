//! Where the defender stands: what must be held, and good ground before the spearheads; and who goes there.

use super::Mind;
use super::chart::Chart;
use super::field::{Field, NO_WAY};
use super::purpose::Duty;
use crate::data::{Area, MoveClass, UnitId, UnitType, Water};
use crate::sets::Spaces;
use kessel_board::SpaceId;

/// A hex to be held, with the ways of wheels and of boots to it.
pub(super) struct Post {
    pub(super) at: SpaceId,
    pub(super) duty: Duty,
    ways: [Field; 2],
}

/// Who has been sent to a post.
#[derive(Copy, Clone, Default)]
struct Crew {
    /// Stacking points.
    taken: i32,
    guns: i32,
    tank_killers: i32,
}

impl Crew {
    /// Takes a unit on if there is room for it: one gun, two antitank units, the rest infantry and tanks.
    fn takes(&mut self, mind: &Mind<'_>, unit: UnitId, value: i32, most: i32) -> bool {
        let kind = mind.game.data.info(unit).kind;
        let (gun, killer) = (kind.is_gun(), kind == UnitType::AntiTank);
        if self.taken + value > most || (gun && self.guns >= 1) || (killer && self.tank_killers >= 2) {
            return false;
        }
        self.taken += value;
        self.guns += i32::from(gun);
        self.tank_killers += i32::from(killer);
        true
    }
}

impl Post {
    /// Half points from a hex to the post for a class of units.
    pub(super) fn way(&self, class: MoveClass, hex: SpaceId) -> u16 {
        self.ways[usize::from(class == MoveClass::NonMotorized)][hex.index()]
    }
}

impl Mind<'_> {
    /// The posts: what decides, the line that is to be held, then whatever bars the shortest way that is still open to the enemy.
    pub(super) fn posts(&self, chart: &Chart) -> Vec<Post> {
        let mut hexes = self.key_posts(chart);
        let (town, most) = (hexes.len(), self.most_posts());
        // The campaign has room to give way: there a thin line far back bars all ways at once.
        if !self.is_campaign() {
            self.contain(chart, &mut hexes);
        }
        let inside = hexes.len();
        self.main_line(chart, &mut hexes);
        let line = hexes.len();
        let muster = self.field_from(self.free_hexes().into_iter(), MoveClass::NonMotorized);
        let plugs = (hexes.len() + self.weights().plugs).min(most);
        while hexes.len() < plugs {
            let way = self.open_way(chart, &hexes);
            let best = way.iter().filter_map(|hex| Some((self.post_worth(chart, &muster, &hexes, *hex)?, *hex))).max();
            let Some((_, hex)) = best else { break };
            hexes.push(hex);
        }
        hexes.truncate(most);
        let duty = |n: usize| match n {
            _ if n < town => Duty::Town,
            _ if n < inside => Duty::Contain,
            _ if n < line => Duty::Line,
            _ => Duty::Bar,
        };
        hexes.into_iter().enumerate().map(|(n, at)| self.post(at, duty(n))).collect()
    }

    /// As many posts as can be manned well: an attack costs a strong stack no more than a weak one.
    fn most_posts(&self) -> usize {
        if self.is_campaign() {
            return self.weights().posts;
        }
        let free = self.game.own(self.side).filter(|unit| self.is_free(*unit));
        let all: i32 = free.map(|unit| i32::from(self.game.stacking_value(self.state, unit))).sum();
        ((all / self.weights().room) as usize).clamp(4, self.weights().posts)
    }

    /// Around Germans who stand where they must not be: to hold them there and to attack from several hexes.
    fn contain(&self, chart: &Chart, posts: &mut Vec<SpaceId>) {
        let map = &self.game.data.map;
        let inside = |hex: &SpaceId| {
            chart.approach[hex.index()] == 0
                && match self.town() {
                    Some(town) => self.game.distance(*hex, town) <= 1,
                    None => self.counted_ground().is_some_and(|ground| map.is_in(*hex, ground)),
                }
        };
        let home = &self.game.ground.to_edge[self.side.index()];
        let mut intruders: Vec<SpaceId> = map.board.hexes().filter(inside).collect();
        intruders.sort_by_key(|hex| (home[hex.index()], *hex));
        let [each, all] = self.weights().around;
        let room = posts.len() + all;
        for intruder in intruders {
            let mut around: Vec<SpaceId> = map.board.neighbors(intruder).iter().map(|n| n.space).collect();
            around.retain(|hex| self.game.is_land(self.side, *hex) && !self.state.holds(self.side.other(), *hex));
            around.sort_by_key(|hex| {
                let shift = self.game.data.charts.effect(self.game.terrain(*hex)).shift;
                let held = self.state.holds(self.side, *hex);
                (i32::from(home[hex.index()]) - 2 * i32::from(shift) - 3 * i32::from(held), *hex)
            });
            around.truncate(each);
            for hex in around {
                if posts.len() < room && !posts.contains(&hex) {
                    posts.push(hex);
                }
            }
        }
    }

    /// The line that the scenario wants held, post by post with a hex between them, where the enemy can be soonest first.
    fn main_line(&self, chart: &Chart, posts: &mut Vec<SpaceId>) {
        let map = &self.game.data.map;
        let bank = |hex: SpaceId, area: Area| {
            let wet = |n: &kessel_board::Neighbor| map.sides[n.edge].water == Water::Minor && !map.is_in(n.space, area);
            map.is_in(hex, area) && map.board.neighbors(hex).iter().any(wet)
        };
        let line = self.weights().ring;
        let ring = |hex: SpaceId| (line - 1..=line + 1).contains(&map.to_pocket[hex]);
        let on_line = |hex: &SpaceId| match self.crossing() {
            Some(mark) if mark.town => bank(*hex, mark.area),
            Some(_) => self.is_goal_bank(chart, *hex),
            None => ring(*hex),
        };
        let able = |hex: &SpaceId| {
            on_line(hex) && self.game.is_land(self.side, *hex) && !self.state.holds(self.side.other(), *hex)
        };
        let rank = |hex: SpaceId| {
            let shift = i32::from(self.game.data.charts.effect(self.game.terrain(hex)).shift);
            let built = i32::from(self.state.entrenched[self.side.index()].contains(hex));
            let held = i32::from(self.state.holds(self.side, hex));
            let come = i32::from(chart.approach[hex.index()].min(2000));
            (come - 6 * shift - 12 * built - 8 * held, hex)
        };
        let mut line: Vec<(i32, SpaceId)> = map.board.hexes().filter(able).map(rank).collect();
        line.sort_unstable();
        for (_, hex) in line {
            let close = |other: &SpaceId| self.game.distance(*other, hex) < 2;
            if posts.len() < self.weights().posts && !posts.iter().any(close) {
                posts.push(hex);
            }
        }
    }

    /// The near bank of the river before the goal, along its whole length: who holds only the stretch that counts is turned at its ends.
    pub(super) fn is_goal_bank(&self, chart: &Chart, hex: SpaceId) -> bool {
        let map = &self.game.data.map;
        let here = chart.goal[hex.index()];
        let wet =
            |n: &kessel_board::Neighbor| map.sides[n.edge].water == Water::Minor && chart.goal[n.space.index()] > here;
        here <= self.weights().flank && map.board.neighbors(hex).iter().any(wet)
    }

    /// Where units stand that can be sent somewhere.
    fn free_hexes(&self) -> Vec<SpaceId> {
        let free = self.game.own(self.side).filter(|unit| self.is_free(*unit) && self.is_striker(*unit));
        free.filter_map(|unit| self.state.at(unit)).collect()
    }

    /// The enemy's shortest way to the goal if these posts are manned: a post has to be stormed, its neighbourhood costs what zones do.
    fn open_way(&self, chart: &Chart, posts: &[SpaceId]) -> Vec<SpaceId> {
        let board = &self.game.data.map.board;
        let bound = self.bound();
        let mut toll = vec![0u16; board.len()];
        for post in posts.iter().copied().chain(bound.iter()) {
            for near in board.neighbors(post) {
                toll[near.space.index()] = toll[near.space.index()].max(self.weights().barred);
            }
        }
        for post in posts.iter().copied().chain(bound.iter()) {
            toll[post.index()] = self.weights().storm;
        }
        let field = self.field_to(self.goal_hexes().into_iter(), MoveClass::Mechanized, |hex| Some(toll[hex.index()]));
        let starts = board.hexes().filter(|hex| chart.approach[hex.index()] == 0 && field[hex.index()] > 0);
        let Some(start) = starts.min_by_key(|hex| (field[hex.index()], *hex)) else { return Vec::new() };
        let (mut way, mut hex) = (vec![start], start);
        while field[hex.index()] > 0 && way.len() < 100 {
            let next = board.neighbors(hex).iter().filter_map(|near| {
                let cost = self.ground_cost(MoveClass::Mechanized, hex, near)?;
                let rest = field[near.space.index()];
                (rest != NO_WAY).then(|| (rest + cost + toll[near.space.index()], near.space))
            });
            let Some((_, next)) = next.min() else { break };
            hex = next;
            way.push(hex);
        }
        way
    }

    /// Own units that stay where they are, come what may: the Ring and reserves.
    fn bound(&self) -> Spaces {
        let stays = |unit: &UnitId| {
            self.game.in_reserve(self.state, *unit)
                || (self.game.ground.ring.contains(*unit) && !self.state.pocket.freed.contains(*unit))
        };
        self.game.own(self.side).filter(stays).filter_map(|unit| self.state.at(unit)).collect()
    }

    /// What a hex is worth as a post: good ground, at the right distance before the spearheads, where own troops can be in time.
    fn post_worth(&self, chart: &Chart, muster: &Field, posts: &[SpaceId], hex: SpaceId) -> Option<i32> {
        let map = &self.game.data.map;
        let come = chart.approach[hex.index()];
        let close = posts.iter().any(|other| self.game.distance(*other, hex) < 2);
        if close || !(8..=90).contains(&come) || !self.game.is_land(self.side, hex) || muster[hex.index()] == NO_WAY {
            return None;
        }
        if self.state.holds(self.side.other(), hex) {
            return None;
        }
        let river = |n: &kessel_board::Neighbor| {
            map.sides[n.edge].water == Water::Minor && chart.approach[n.space.index()] < come
        };
        let wet = i32::from(map.board.neighbors(hex).iter().any(river));
        let shift = i32::from(self.game.data.charts.effect(self.game.terrain(hex)).shift);
        let built = i32::from(self.state.entrenched[self.side.index()].contains(hex));
        let held = chart.strength[self.side.index()][hex.index()].min(12);
        let far = i32::from(muster[hex.index()]);
        let joins = posts.iter().any(|other| (2..=3).contains(&self.game.distance(*other, hex)));
        Some(
            shift * 30 + wet * 40 + built * 60 + held * 4 + i32::from(joins) * self.weights().joins
                - far * 2
                - (i32::from(come) - 20).abs(),
        )
    }

    pub(super) fn post(&self, at: SpaceId, duty: Duty) -> Post {
        let enemy = self.state.layout.held[self.side.other().index()];
        let toll = |hex: SpaceId| (!enemy.contains(hex) || hex == at).then_some(0);
        let ways = [MoveClass::Motorized, MoveClass::NonMotorized]
            .map(|class| self.field_to(std::iter::once(at), class, toll));
        Post { at, duty, ways }
    }

    /// What the scenario is decided by: the town and the hexes around it, those nearest to the enemy first; once he has it, all around him.
    fn key_posts(&self, chart: &Chart) -> Vec<SpaceId> {
        let Some(town) = self.town() else { return Vec::new() };
        let enemy = self.side.other();
        let lost = self.state.holds(enemy, town);
        let mut around: Vec<SpaceId> = self.game.data.map.board.neighbors(town).iter().map(|n| n.space).collect();
        around.retain(|hex| self.game.is_land(self.side, *hex) && !self.state.holds(enemy, *hex));
        around.sort_by_key(|hex| (chart.approach[hex.index()], *hex));
        (!lost).then_some(town).into_iter().chain(around).collect()
    }

    /// Sends units to the posts, the nearest first: what decides is filled, then each gets its share, then what is left over.
    pub(super) fn man_posts(&self, chart: &mut Chart) {
        let limit = i32::from(self.game.data.charts.stacking);
        let value = |unit: UnitId| i32::from(self.game.stacking_value(self.state, unit));
        let hunted = self.is_hunt(chart);
        let waits = |unit: &UnitId| {
            self.is_free(*unit) && !self.is_sapper(chart, *unit) && !(hunted && self.game.data.info(*unit).mechanized)
        };
        let free: Vec<UnitId> = self.game.own(self.side).filter(waits).collect();
        let all: i32 = free.iter().map(|unit| value(*unit)).sum();
        let [least, most] = if self.is_campaign() { self.weights().campaign_share } else { self.weights().share };
        let share = (all / (chart.posts.len().max(1) as i32)).max(least).min(most);
        let stays = |unit: &UnitId| self.game.side(*unit) == self.side && !self.is_free(*unit);
        let crew = |(index, post): (usize, &Post)| {
            let sent = free.iter().filter(|unit| chart.post_of[unit.index()] == Some(index as u8));
            Crew {
                taken: self.state.units_at(post.at).filter(stays).map(value).sum::<i32>()
                    + sent.map(|unit| value(*unit)).sum::<i32>(),
                ..Crew::default()
            }
        };
        let mut crews: Vec<Crew> = chart.posts.iter().enumerate().map(crew).collect();
        let ways = self.ways_to_posts(chart, &free);
        let key = |post: &usize| self.town().is_some_and(|town| self.game.distance(chart.posts[*post].at, town) <= 2);
        let keys: Vec<usize> = (0..chart.posts.len()).filter(key).collect();
        for key in keys {
            let mut crowd: Vec<(i32, usize, UnitId)> =
                ways.iter().copied().filter(|(_, post, _)| *post == key).collect();
            crowd.sort_by_key(|(turns, _, unit)| (turns / 10, -self.density(*unit), *unit));
            self.fill(chart, &mut crews, &crowd, limit);
        }
        if self.counted_ground().is_some() {
            let press = self.press(chart);
            let ([pressed, watched], [loose, picket]) = (self.weights().press, self.weights().crew);
            let most = press.iter().copied().max().unwrap_or(0).max(1);
            self.fill_by(chart, &mut crews, &ways, |post| match press[post] * 100 / most {
                share if share >= pressed => limit,
                share if share >= watched => loose,
                _ => picket,
            });
        }
        self.fill(chart, &mut crews, &ways, share);
        self.fill(chart, &mut crews, &ways, limit);
    }

    /// How hard the panzers press on each post: their strength, less with the distance.
    fn press(&self, chart: &Chart) -> Vec<i32> {
        let enemy = &chart.strength[self.side.other().index()];
        let strikers: Vec<SpaceId> =
            self.game.data.map.board.hexes().filter(|hex| chart.approach[hex.index()] == 0).collect();
        let range = self.weights().press_range;
        let near = |at: SpaceId, hex: SpaceId| (range - i32::from(self.game.distance(at, hex))).max(0);
        let on = |post: &Post| strikers.iter().map(|hex| enemy[hex.index()] * near(post.at, *hex)).sum();
        chart.posts.iter().map(on).collect()
    }

    fn fill(&self, chart: &mut Chart, crews: &mut [Crew], crowd: &[(i32, usize, UnitId)], most: i32) {
        self.fill_by(chart, crews, crowd, |_| most);
    }

    /// Sends each of a crowd who is still free to his post while there is room.
    fn fill_by(
        &self,
        chart: &mut Chart,
        crews: &mut [Crew],
        crowd: &[(i32, usize, UnitId)],
        most: impl Fn(usize) -> i32,
    ) {
        for (_, post, unit) in crowd {
            let value = i32::from(self.game.stacking_value(self.state, *unit));
            if chart.post_of[unit.index()].is_none() && crews[*post].takes(self, *unit, value, most(*post)) {
                chart.post_of[unit.index()] = Some(*post as u8);
            }
        }
    }

    /// Strength for the room that a unit takes, in tenths.
    fn density(&self, unit: UnitId) -> i32 {
        let value = i32::from(self.game.stacking_value(self.state, unit)).max(1);
        i32::from(self.state.unit(unit).points) * 10 / value
    }

    /// Germans stand behind the line of the campaign: the mobile corps leave it and go for them.
    fn is_hunt(&self, chart: &Chart) -> bool {
        let map = &self.game.data.map;
        let inside = |hex: SpaceId| chart.approach[hex.index()] == 0 && map.to_pocket[hex] < self.weights().ring - 1;
        self.is_campaign() && map.board.hexes().any(inside)
    }

    /// Every unit's way to every post in tenths of a turn, the shortest first.
    fn ways_to_posts(&self, chart: &Chart, free: &[UnitId]) -> Vec<(i32, usize, UnitId)> {
        let patience = self.turns_left().min(5) * 10;
        let mut ways = Vec::new();
        for unit in free {
            let Some(hex) = self.state.at(*unit) else { continue };
            let pace = i32::from(self.game.data.info(*unit).full.movement).max(1) * 2;
            // Who walks and would come too late stays where he is: a garrison in the enemy's rear bars his supply.
            let foot = self.class_of(*unit) == MoveClass::NonMotorized && chart.near[hex.index()] < 12;
            let patience = if foot { patience.min(25) } else { patience };
            for (index, post) in chart.posts.iter().enumerate() {
                let way = post.way(self.class_of(*unit), hex);
                let turns = i32::from(way) * 10 / pace;
                if way != NO_WAY && turns <= patience {
                    ways.push((turns, index, *unit));
                }
            }
        }
        ways.sort_unstable();
        ways
    }

    /// A unit that can be sent somewhere.
    pub(super) fn is_free(&self, unit: UnitId) -> bool {
        let kind = self.game.data.info(unit).kind;
        self.state.at(unit).is_some()
            && !kind.is_hq()
            && !self.game.in_reserve(self.state, unit)
            && !self.game.ground.ring.contains(unit)
    }
}
