//! The Caucasus: one group for the boxes that score (10.2.1), armies to hold them.

use crate::data::{Objective, Start, UnitId, UnitKind};
use crate::sets::UnitSet;
use crate::staff::Mind;
use crate::staff::fields::{Field, Fields};
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::Side;

impl Mind<'_> {
    /// The Caucasus boxes that score.
    pub(in crate::staff) fn prizes(&self) -> impl Iterator<Item = SpaceId> + '_ {
        let scores = |s: &SpaceId| self.game.data.spaces[*s].caucasus.as_ref().is_some_and(|c| c.points > 0);
        self.game.data.board.boxes().filter(scores)
    }

    /// Axis units meant for the Caucasus: those that begin nearest to it, more of them if Hitler wants it much.
    pub(in crate::staff) fn caucasus_group(&self, caucasus: &Field) -> UnitSet {
        let data = &self.game.data;
        let many = if self.weight(Objective::Caucasus) >= 2 { 7 } else { 4 };
        let mut near: Vec<(u8, UnitId)> = self
            .game
            .own(Side::Axis)
            .iter()
            .filter_map(|unit| match data.units[unit.index()].start {
                Start::At(space) => Some((caucasus[space], unit)),
                Start::Turn(_) | Start::Uranus => None,
            })
            .collect();
        near.sort_unstable();
        near.into_iter().take(many).map(|(_, unit)| unit).collect()
    }

    /// Towards the nearest box that scores; the mountain corps to Elbrus, without assets (10.3.2).
    pub(in crate::staff) fn to_the_oil(&self, state: &State, fields: &Fields, unit: UnitId, at: SpaceId) -> i32 {
        let data = &self.game.data;
        let field = if self.climbs(state, unit) { &fields.elbrus } else { &fields.caucasus };
        let mut worth = -9 * i32::from(field[at]);
        if let Some(caucasus) = &data.spaces[at].caucasus {
            let alone = self.game.units_in(state, at, Side::Axis).len() <= 1;
            worth += if alone { 6 * i32::from(caucasus.points) } else { -10 };
        }
        worth
    }

    /// The mountain corps climbs Elbrus, once.
    pub(in crate::staff) fn climbs(&self, state: &State, unit: UnitId) -> bool {
        let climber = self.game.data.units[unit.index()].kind == UnitKind::Mountain;
        climber && !state.edelweiss && self.seen.assets_of(unit).is_empty()
    }

    /// 10.2.1: two armies in each of the far boxes make them dear; TCF itself is only the way there.
    pub(in crate::staff) fn caucasus_watch(&self, state: &State, fields: &Fields, at: SpaceId) -> i32 {
        if at == self.game.data.places.tcf {
            return -20;
        }
        let Some(caucasus) = &self.game.data.spaces[at].caucasus else { return 0 };
        let crowd = i32::from(self.game.units_in(state, at, Side::Soviet).count());
        let prize = if caucasus.points >= 2 { 35 + 3 * i32::from(caucasus.points) } else { 0 };
        let near = if fields.enemy[at] <= 2 { 15 } else { 0 };
        prize + near - 25 * (crowd - 1)
    }

    /// Is an Axis unit in a box that scores more than one, or beside it?
    pub(in crate::staff) fn caucasus_burns(&self, state: &State) -> bool {
        let rich = |s: &SpaceId| self.game.data.spaces[*s].caucasus.as_ref().is_some_and(|c| c.points > 1);
        self.prizes().filter(rich).any(|s| !self.game.units_in(state, s, Side::Axis).is_empty())
    }
}
