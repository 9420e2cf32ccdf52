//! The relief of the introductory scenario: in the last turn one supplied unit must stand on a certain row.

use super::Mind;
use super::chart::Chart;
use super::reach::{Reach, Way};
use crate::data::{Nation, UnitId};
use crate::state::{Place, State};
use kessel_board::{SpaceId, SpaceMap};
use kessel_kernel::Side;

/// A unit and where it goes; without a way it stays.
pub(super) type Post = (UnitId, Option<Way>);

/// A place that a unit could take.
struct Stand<'w> {
    worth: i32,
    unit: UnitId,
    hex: SpaceId,
    way: Option<&'w Way>,
}

/// How many places the relief looks at with others that hold its line open, and how many of these there may be.
const ENDS: usize = 16;
const CORRIDOR: usize = 4;

/// So many hexes more on its rows are as good as any number.
const BREACH: i32 = 4;

impl Mind<'_> {
    /// The introductory scenario: the row on which a supplied Axis unit must stand at the end.
    pub(super) fn relief_row(&self) -> Option<u8> {
        self.game.scenario(self.seen).victory.events.iter().find_map(|event| event.row)
    }

    /// Does the relief stand there, in the last turn? `None` if it does not matter.
    pub(super) fn relieved(&self, state: &State) -> Option<bool> {
        let row = self.relief_row()?;
        if self.side != Side::Axis || state.turn != self.game.scenario(state).last_turn.0 {
            return None;
        }
        let mut far = state.field.occupied(Side::Axis).iter().filter(|hex| self.game.space(state, *hex).row >= row);
        Some(far.any(|hex| state.field.stack(hex).any(|unit| self.game.in_supply(state, unit))))
    }

    /// The introductory scenario: the rows that the relief must reach, outside the pocket.
    pub(super) fn relief_goals(&self, state: &State, row: u8, goal: &mut SpaceMap<i32>) {
        let map = self.game.map(state);
        let last = state.turn == self.game.scenario(state).last_turn.0;
        // Who comes too early is cut off before the count.
        let worth = match (self.side, last) {
            (Side::Axis, true) => self.weights().relief_row,
            (Side::Axis, false) => self.weights().relief_early,
            (Side::Soviet, _) => 0,
        };
        for hex in map.board.hexes().filter(|hex| !map.spaces[*hex].is_water()) {
            let space = &map.spaces[hex];
            if space.row == row {
                goal[hex] += worth;
            } else if space.row == row + 1 && self.side == Side::Axis {
                goal[hex] += worth + 4;
            }
        }
    }

    /// The last turn of the relief: whose fall opens a way to its rows, or the one behind its HQ.
    pub(super) fn breach_goals(&self, state: &State, row: u8, goal: &mut SpaceMap<i32>) {
        if self.relieved(state) != Some(false) {
            return;
        }
        let before = self.fed_on(state, row);
        for hex in state.field.occupied(Side::Soviet).iter().filter(|hex| self.game.space(state, *hex).row <= row + 1) {
            let mut fallen = state.clone();
            self.game.stack_of(state, hex).iter().for_each(|unit| fallen.field.put(unit, Place::Aside));
            let more = self.fed_on(&fallen, row) - before;
            goal[hex] += self.weights().breach * more.clamp(0, BREACH);
        }
    }

    /// The hexes from a row on in which Germans would be in supply.
    fn fed_on(&self, state: &State, row: u8) -> i32 {
        let fed = self.fed_areas(state, Side::Axis)[Nation::German as usize];
        fed.iter().filter(|hex| self.game.space(state, *hex).row >= row).count() as i32
    }

    /// Deny the relief: what the room is worth in which it could be fed, as the line stands and if its weakest stack fell.
    pub(super) fn relief_room(&self, state: &State) -> i32 {
        let (Some(row), Side::Soviet) = (self.relief_row(), self.side) else { return 0 };
        let room = |state: &State| self.fed_on(state, row);
        let mut worst = 0;
        let line = state.field.occupied(Side::Soviet).iter();
        for hex in line.filter(|hex| (row.saturating_sub(3)..=row + 1).contains(&self.game.space(state, *hex).row)) {
            let mut fallen = state.clone();
            self.game.stack_of(state, hex).iter().for_each(|unit| fallen.field.put(unit, Place::Aside));
            worst = worst.max(room(&fallen));
        }
        self.weights().deny * room(state) + self.weights().deny_depth * worst
    }

    /// Hold a line in depth: before the last turn of the relief, who stands where so that it could be fed nowhere it must be,
    /// even if one stack of the line fell.
    pub(super) fn denying_posts(&self, reaches: &[Reach], units: &[UnitId]) -> Vec<Post> {
        if !self.shuts_out() {
            return Vec::new();
        }
        let mut work = self.seen.clone();
        let ring = self.ring(self.seen);
        let bound = |unit: &UnitId| self.seen.field.at(*unit).is_some_and(|at| ring.contains(at));
        let mut free: Vec<UnitId> = units.iter().copied().filter(|unit| !bound(unit)).collect();
        free.sort_by_key(|unit| (-self.defence_of(self.seen, *unit), unit.index()));
        free.iter().for_each(|unit| work.field.put(*unit, Place::Aside));
        if let Some(wall) = self.wall_posts(&work, reaches, &free) {
            return wall;
        }
        let mut posts = Vec::new();
        let mut room = self.relief_room(&work);
        while room > 0 {
            let Some((less, post)) = self.best_post(&work, reaches, &free, room) else { break };
            let hex = post.1.as_ref().map_or_else(|| self.seen.field.at(post.0), |way| Some(way.end()));
            hex.into_iter().for_each(|hex| work.field.put(post.0, Place::Hex(hex)));
            free.retain(|unit| *unit != post.0);
            posts.push(post);
            room = less;
        }
        posts
    }

    /// The post that leaves the relief the least room: the strongest free unit that can stand there.
    fn best_post(&self, work: &State, reaches: &[Reach], free: &[UnitId], room: i32) -> Option<(i32, Post)> {
        let mut best: Option<(i32, Post)> = None;
        let mut tried: Vec<SpaceId> = Vec::new();
        for unit in free.iter().copied() {
            let reach = reaches.iter().find(|reach| reach.unit == unit);
            let ways = reach.into_iter().flat_map(|reach| &reach.ways).map(|way| (way.end(), Some(way)));
            let here = self.seen.field.at(unit).map(|hex| (hex, None));
            for (hex, way) in here.into_iter().chain(ways) {
                if tried.contains(&hex) || !self.denies(hex) || !self.game.fits(work, hex, unit) {
                    continue;
                }
                tried.push(hex);
                let mut after = work.clone();
                after.field.put(unit, Place::Hex(hex));
                let left = self.relief_room(&after);
                if left < best.as_ref().map_or(room, |(least, _)| *least) {
                    best = Some((left, (unit, way.cloned())));
                }
            }
        }
        best
    }

    /// Is a hex one of those from which the relief can be denied?
    pub(super) fn denies(&self, hex: SpaceId) -> bool {
        let (Some(row), Side::Soviet) = (self.relief_row(), self.side) else { return false };
        (row.saturating_sub(2)..=row + 1).contains(&self.game.space(self.seen, hex).row)
    }

    /// Who stands where so that the relief is there: one unit, or one with others that keep its line open. Nobody if it cannot be.
    pub(super) fn relief_posts(&self, chart: &Chart, reaches: &[Reach], units: &[UnitId]) -> Vec<Post> {
        let (Some(_), Some(row)) = (self.relieved(self.seen), self.relief_row()) else { return Vec::new() };
        let all = self.stands(chart, reaches, units);
        let far = |hex: SpaceId| self.game.space(self.seen, hex).row >= row;
        let mut ends: Vec<&Stand<'_>> = all.iter().filter(|stand| far(stand.hex)).collect();
        ends.sort_by_key(|stand| (-stand.worth, stand.unit.index(), stand.hex.index()));
        let post = |stand: &Stand<'_>| (stand.unit, stand.way.cloned());
        if let Some(alone) = ends.iter().find(|stand| self.fed_with(&[stand])) {
            return vec![post(alone)];
        }
        ends.into_iter().take(ENDS).find_map(|end| self.corridor(&all, end)).unwrap_or_default()
    }

    /// Hold a corridor open: who stands next to the enemy on the way, hex by hex, so that the relief in its place is fed (1.2.3.b).
    fn corridor(&self, all: &[Stand<'_>], end: &Stand<'_>) -> Option<Vec<Post>> {
        let mut after = self.seen.clone();
        after.field.put(end.unit, Place::Hex(end.hex));
        let mut posts = vec![(end.unit, end.way.cloned())];
        let mut gap = self.gap(&after, end.hex);
        for _ in 0..CORRIDOR {
            let fed = self.fed_areas(&after, Side::Axis)[Nation::German as usize];
            let watched = self.game.ground(&after, Side::Axis).watched;
            let free = |stand: &&Stand<'_>| !posts.iter().any(|(unit, _)| *unit == stand.unit);
            let mut best: Option<(u32, State, Post)> = None;
            let mut tried = Vec::new();
            for stand in all.iter().filter(free).filter(|stand| fed.contains(stand.hex) && watched.contains(stand.hex))
            {
                if tried.contains(&stand.hex) {
                    continue;
                }
                tried.push(stand.hex);
                let mut then = after.clone();
                then.field.put(stand.unit, Place::Hex(stand.hex));
                let left = self.gap(&then, end.hex);
                if left < best.as_ref().map_or(gap, |(least, ..)| *least) {
                    best = Some((left, then, (stand.unit, stand.way.cloned())));
                }
            }
            let (left, then, post) = best?;
            (gap, after) = (left, then);
            posts.push(post);
            if self.game.in_supply(&after, end.unit) {
                posts.reverse();
                return Some(posts);
            }
        }
        None
    }

    /// Hexes between a hex and the nearest one that German supply goes on from.
    fn gap(&self, state: &State, to: SpaceId) -> u32 {
        let fed =
            self.fed_areas(state, Side::Axis)[Nation::German as usize] - self.game.ground(state, Side::Axis).watched;
        fed.iter().map(|hex| self.game.distance(state, hex, to)).min().unwrap_or(u32::MAX)
    }

    /// Everywhere that these units could stand after their moves.
    fn stands<'w>(&self, chart: &Chart, reaches: &'w [Reach], units: &[UnitId]) -> Vec<Stand<'w>> {
        let mut stands = Vec::new();
        for unit in units.iter().copied() {
            let Some(here) = self.seen.field.at(unit) else { continue };
            let reach = reaches.iter().find(|reach| reach.unit == unit);
            let ways = reach.into_iter().flat_map(|reach| &reach.ways);
            let open = ways.filter(|way| self.game.fits(self.seen, way.end(), unit)).map(|way| (way.end(), Some(way)));
            for (hex, way) in std::iter::once((here, None)).chain(open) {
                // Away from the enemy nothing can go wrong any more.
                let worth = i32::from(chart.enemy[hex].min(3)) * 20 - self.attack_of(self.seen, unit);
                stands.push(Stand { worth, unit, hex, way });
            }
        }
        stands
    }

    /// Would the first of these be in supply if all stood there? A unit clears the hex it stands in for the trace (1.2.3.b).
    fn fed_with(&self, stands: &[&Stand<'_>]) -> bool {
        let mut after = self.seen.clone();
        stands.iter().for_each(|stand| after.field.put(stand.unit, Place::Hex(stand.hex)));
        self.game.in_supply(&after, stands[0].unit)
    }
}
