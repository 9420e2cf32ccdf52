//! Ways from everywhere to a goal.

use super::Mind;
use crate::data::Water;
use crate::sets::MOST_HEXES;
use crate::state::State;
use kessel_board::{SpaceId, SpaceMap};
use kessel_kernel::Side;
use kessel_kit::staff::costs;

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
        let map = &self.game.data.map;
        let toll = &tolls.0[usize::from(mechanised)];
        let river = match (frozen, mechanised) {
            (true, _) => 0,
            (false, true) => 2,
            (false, false) => 1,
        };
        // The way is walked backwards: whoever stands farther off enters the hex that is nearer to the goal.
        costs(&map.board, [goal], |to, _, edge| {
            let (enter, between) = (toll[to.index()], &map.sides[edge]);
            let closed =
                enter == CLOSED || between.is_closed() || (self.side == Side::Axis && between.water == Water::Volga);
            (!closed).then_some(u32::from(enter) + if between.is_river() { river } else { 0 })
        })
    }
}
