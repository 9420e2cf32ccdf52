//! Ways from everywhere to a goal.

use super::Mind;
use crate::data::Water;
use crate::sets::MOST_HEXES;
use crate::state::State;
use kessel_board::{SpaceId, SpaceMap};
use kessel_table::Side;

/// Beyond so many points nobody goes.
const FARTHEST: usize = 512;

/// Where units do not go.
const CLOSED: u8 = u8::MAX;

/// What it costs to enter each hex: on foot, mechanised. Enemy stacks cost extra: they must be fought.
#[derive(Clone)]
pub(super) struct Tolls([Box<[u8; MOST_HEXES]>; 2]);

impl Mind<'_> {
    pub(super) fn tolls(&self, state: &State) -> Tolls {
        let mut tolls = Tolls([Box::new([CLOSED; MOST_HEXES]), Box::new([CLOSED; MOST_HEXES])]);
        for hex in self.game.ground.playable[state.scenario as usize].iter() {
            let effect = self.game.data.charts.terrain(self.game.data.map.spaces[hex].terrain, state.frozen);
            let enemy = if state.holds(self.side.other(), hex) { state.units_at(hex).count().min(4) } else { 0 };
            for (toll, cost) in tolls.0.iter_mut().zip([effect.foot, effect.mechanised]) {
                toll[hex.index()] = cost.map_or(CLOSED, |cost| cost + enemy as u8);
            }
        }
        tolls
    }

    /// Points from everywhere to a goal, for units on foot or mechanised ones.
    pub(super) fn road(&self, tolls: &Tolls, frozen: bool, goal: SpaceId, mechanised: bool) -> SpaceMap<u16> {
        let mut road = self.game.data.map.board.space_map(u16::MAX);
        let toll = &tolls.0[usize::from(mechanised)];
        let river = match (frozen, mechanised) {
            (true, _) => 0,
            (false, true) => 2,
            (false, false) => 1,
        };
        road[goal] = 0;
        // Hexes wait by the points to them; a step costs far less than there are lists, so they serve in turn.
        let mut waiting: [Vec<SpaceId>; 32] = Default::default();
        waiting[0].push(goal);
        let mut left = 1;
        for now in 0..FARTHEST {
            while let Some(at) = waiting[now % 32].pop() {
                left -= 1;
                let enter = toll[at.index()];
                if usize::from(road[at]) != now || enter == CLOSED {
                    continue;
                }
                for near in self.game.ground.around(at) {
                    if near.between.is_closed() || (self.side == Side::Axis && near.between.water == Water::Volga) {
                        continue;
                    }
                    let total = now + usize::from(enter) + if near.between.is_river() { river } else { 0 };
                    if total < usize::from(road[near.to]) {
                        road[near.to] = total as u16;
                        waiting[total % 32].push(near.to);
                        left += 1;
                    }
                }
            }
            if left == 0 {
                break;
            }
        }
        road
    }
}
