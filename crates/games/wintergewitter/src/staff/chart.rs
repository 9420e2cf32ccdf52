//! The picture of a segment: who is strong where, what threatens, which way leads to the goal.

use super::Mind;
use super::field::{Field, NO_WAY};
use super::posts::Post;
use super::sappers::Mine;
use crate::data::{MoveClass, UnitId};
use kessel_board::SpaceId;
use kessel_kernel::Side;

/// The share of a strength, in percent, that reaches so many hexes.
const NEAR: [i32; 5] = [100, 100, 70, 40, 20];

/// The picture.
pub(super) struct Chart {
    /// Strength points by side and hex: own as they are, enemy ones as seen or guessed.
    pub(super) strength: [Vec<i32>; 2],
    /// What the enemy can bring to a hex soon.
    pub(super) threat: Vec<i32>,
    /// Hexes to the nearest enemy.
    pub(super) near: Vec<u8>,
    /// The Axis way from a hex to what the scenario is about, in half points.
    pub(super) goal: Field,
    /// The way of the nearest Axis striking force to a hex.
    pub(super) approach: Field,
    /// The least distance to the goal that a German force has.
    pub(super) spearhead: u16,
    /// How much of the ring before the Pocket lies in Soviet zones, in percent.
    pub(super) barred: usize,
    /// Hexes to where a line of supply comes, from every hex: none where it reaches a unit that stands there.
    pub(super) unfed: Vec<u8>,
    /// Bridges that are to be blown, with who goes there.
    pub(super) mines: Vec<Mine>,
    /// Posts of the defender, the most pressing first.
    pub(super) posts: Vec<Post>,
    /// Which post each unit goes to, by unit.
    pub(super) post_of: Vec<Option<u8>>,
    /// Who goes to his post to strike with others, and at which hex.
    pub(super) struck: Vec<(UnitId, SpaceId)>,
}

impl Mind<'_> {
    /// Draws the picture as the side may know it.
    pub(super) fn draw_chart(&self) -> Chart {
        let strength = Side::BOTH.map(|side| self.strengths(side));
        let threat = self.threats(&strength[self.side.other().index()]);
        let goal = self.goal_field(&strength[Side::Soviet.index()]);
        let strikers: Vec<SpaceId> = self.axis_strikers();
        let approach = self.field_from(strikers.iter().copied(), MoveClass::Mechanized);
        let spearhead = strikers.iter().map(|hex| goal[hex.index()]).min().unwrap_or(NO_WAY);
        let mut chart = Chart {
            barred: self.barred(),
            strength,
            threat,
            near: self.distances(),
            goal,
            approach,
            spearhead,
            unfed: self.unfed(),
            mines: Vec::new(),
            posts: Vec::new(),
            post_of: vec![None; self.state.units.len()],
            struck: Vec::new(),
        };
        // Nobody walks to a post in a combat segment, and the picture is drawn anew after every fight of it.
        let walks = self.state.activity().is_none_or(|activity| activity.moves);
        if self.side == Side::Soviet && walks {
            chart.mines = self.mines(&chart);
            chart.posts = self.posts(&chart);
            self.strikes(&mut chart);
            self.man_posts(&mut chart);
        }
        chart
    }

    /// 14: how far every hex lies from where a line of supply reaches a unit.
    fn unfed(&self) -> Vec<u8> {
        let joined = self.game.net(self.state, self.side).joined();
        let mut far = self.spread_from(joined.iter().collect());
        // A unit keeps the line open in the hex in which it stands (10.2.f).
        far.iter_mut().for_each(|far| *far = far.saturating_sub(1));
        far
    }

    fn strengths(&self, side: Side) -> Vec<i32> {
        let mut strength = vec![0; self.game.data.map.board.len()];
        for unit in self.game.own(side) {
            if let Some(hex) = self.state.at(unit) {
                strength[hex.index()] += i32::from(self.state.unit(unit).points);
            }
        }
        for shadow in self.state.shadows.iter().filter(|shadow| shadow.side == side) {
            let [stack, unit] = self.weights().hidden;
            let shown = strength[shadow.hex.index()] > 0;
            strength[shadow.hex.index()] += match (shadow.stack, shown) {
                (true, false) => stack,
                (true, true) => stack - unit,
                (false, _) => unit,
            };
        }
        strength
    }

    /// Strength that can come against a hex: all that stands near, less with the distance.
    fn threats(&self, enemy: &[i32]) -> Vec<i32> {
        let board = &self.game.data.map.board;
        let mut threat = vec![0; board.len()];
        for hex in self.state.layout.held[self.side.other().index()].iter() {
            if self.is_bound_enemy(hex) {
                continue;
            }
            for near in board.within(hex, NEAR.len() as u32 - 1) {
                let far = usize::from(self.game.distance(hex, near));
                threat[near.index()] += enemy[hex.index()] * NEAR[far] / 100;
            }
        }
        threat
    }

    /// Enemies that cannot move: the Ring, as long as it holds (5.3).
    fn is_bound_enemy(&self, hex: SpaceId) -> bool {
        let held = self.game.ground.ring - self.state.pocket.freed;
        self.state.units_at(hex).any(|unit| held.contains(unit))
    }

    /// Hexes with German combat units that can strike.
    fn axis_strikers(&self) -> Vec<SpaceId> {
        let strikes = |hex: &SpaceId| {
            let mut units = self.state.units_at(*hex).peekable();
            let dug_in = self.state.entrenched[Side::Axis.index()].contains(*hex);
            (units.peek().is_none() && !dug_in) || units.any(|unit| self.is_dear(unit) && self.is_striker(unit))
        };
        self.state.layout.held[Side::Axis.index()].iter().filter(strikes).collect()
    }

    /// A unit that fights at the front: no gun, no headquarters, no column.
    pub(super) fn is_striker(&self, unit: UnitId) -> bool {
        let kind = self.game.data.info(unit).kind;
        !kind.is_gun() && !kind.is_hq() && !self.game.ground.convoys.contains(unit)
    }

    /// Hexes to the nearest enemy, from every hex.
    fn distances(&self) -> Vec<u8> {
        self.spread_from(self.state.layout.held[self.side.other().index()].iter().collect())
    }

    /// Hexes from every hex to the nearest of these.
    fn spread_from(&self, mut front: Vec<SpaceId>) -> Vec<u8> {
        let board = &self.game.data.map.board;
        let mut near = vec![u8::MAX; board.len()];
        front.iter().for_each(|hex| near[hex.index()] = 0);
        let mut far = 0;
        while !front.is_empty() {
            far += 1;
            let mut next = Vec::new();
            for hex in front {
                for to in board.neighbors(hex) {
                    if near[to.space.index()] == u8::MAX {
                        near[to.space.index()] = far;
                        next.push(to.space);
                    }
                }
            }
            front = next;
        }
        near
    }
}
