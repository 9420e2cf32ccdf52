//! A wall across the way of the relief: the fewest hexes that shut it out, and who stands in them.

use super::Mind;
use super::reach::{Reach, Way};
use super::relief::Post;
use super::ring::narrowest;
use crate::data::UnitId;
use crate::state::{Place, Spaces, State};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::{NEVER, man};

impl Mind<'_> {
    /// Is this the last Soviet turn before the relief is counted?
    pub(super) fn shuts_out(&self) -> bool {
        let last = self.seen.turn == self.game.scenario(self.seen).last_turn.0;
        self.side == Side::Soviet && last && self.relief_row().is_some()
    }

    /// The fewest of the `able` hexes that shut the relief out of its rows: no supply comes over an open major river without a bridge.
    pub(super) fn wall(&self, state: &State, able: &Spaces) -> Option<Vec<SpaceId>> {
        let row = self.relief_row()?;
        let map = self.game.map(state);
        // Whoever stands behind the wall without supply does not count.
        let depots = self.game.hqs(state, Side::Axis).map(|(_, at)| at);
        let starts: Vec<SpaceId> = self.game.sources(state, Side::Axis).iter().chain(depots).collect();
        let ends: Spaces = map.board.hexes().filter(|hex| map.spaces[*hex].row >= row).collect();
        let soviet = state.field.occupied(Side::Soviet);
        let near = |hex| {
            let dry = move |near: &&kessel_board::Neighbor| {
                let side = map.sides[near.edge];
                !self.game.open_major(state, side) || self.game.bridged(state, Side::Axis, hex, near.space, side)
            };
            let land =
                |near: &SpaceId| map.board.is_hex(*near) && !map.spaces[*near].is_water() && !soviet.contains(*near);
            map.board.neighbors(hex).iter().filter(dry).map(|near| near.space).filter(land)
        };
        // Before the rows a breach is not yet the end.
        let cost = |hex| match (able.contains(hex), map.spaces[hex].row < row) {
            (false, _) => NEVER,
            (true, true) => 1,
            (true, false) => 2,
        };
        narrowest(&map.board, &starts, &ends, cost, near)
    }

    /// Who builds the wall: one unit for each of its hexes, then the others on a second line and where the wall is weakest. `None` if it cannot be manned.
    pub(super) fn wall_posts(&self, work: &State, reaches: &[Reach], free: &[UnitId]) -> Option<Vec<Post>> {
        let mut able = Spaces::EMPTY;
        for unit in free {
            self.stands_of(reaches, *unit).into_iter().filter(|hex| self.denies(*hex)).for_each(|hex| {
                able.insert(hex);
            });
        }
        let wall = self.wall(work, &able)?;
        let mut posts: Vec<(UnitId, SpaceId)> = man(&wall, free, |unit| self.stands_of(reaches, unit)).ok()?;
        let mut then = work.clone();
        posts.iter().for_each(|(unit, hex)| then.field.put(*unit, Place::Hex(*hex)));
        let mut inner = able;
        wall.iter().for_each(|hex| {
            inner.remove(*hex);
        });
        let second = self.wall(work, &inner).unwrap_or_default();
        let threat = self.threats(self.seen, Side::Axis);
        for unit in free.iter().copied() {
            if posts.iter().any(|(manned, _)| *manned == unit) {
                continue;
            }
            let stands = self.stands_of(reaches, unit);
            let room = |hex: &&SpaceId| stands.contains(*hex) && self.game.fits(&then, **hex, unit);
            let held = |hex: &SpaceId| -> i32 { then.field.stack(*hex).map(|u| self.defence_of(&then, u)).sum() };
            let both = second.iter().filter(|hex| held(hex) == 0).chain(&wall).filter(room);
            let Some(hex) = both.min_by_key(|hex| (4 * held(hex) - threat[**hex], hex.index())).copied() else {
                continue;
            };
            then.field.put(unit, Place::Hex(hex));
            posts.push((unit, hex));
        }
        Some(posts.into_iter().map(|(unit, hex)| (unit, self.way_to(reaches, unit, hex))).collect())
    }

    /// The way of a unit to a hex; none if it stands there.
    pub(super) fn way_to(&self, reaches: &[Reach], unit: UnitId, hex: SpaceId) -> Option<Way> {
        reaches.iter().find(|reach| reach.unit == unit).and_then(|reach| reach.to(hex)).cloned()
    }

    /// Where a unit could stand after its move.
    pub(super) fn stands_of(&self, reaches: &[Reach], unit: UnitId) -> Vec<SpaceId> {
        let reach = reaches.iter().find(|reach| reach.unit == unit);
        let ways = reach.into_iter().flat_map(|reach| reach.ways.iter().map(Way::end));
        self.seen.field.at(unit).into_iter().chain(ways).collect()
    }
}
