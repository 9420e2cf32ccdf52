//! The relief of the introductory scenario: in the last turn one supplied unit must stand on a certain row.

use super::Mind;
use super::chart::Chart;
use super::reach::{Reach, Way};
use crate::data::UnitId;
use crate::state::{Place, State};
use kessel_board::{SpaceId, SpaceMap};
use kessel_table::Side;

/// A unit and where it goes; without a way it stays.
pub(super) type Post = (UnitId, Option<Way>);

/// A place that a unit could take.
struct Stand<'w> {
    worth: i32,
    unit: UnitId,
    hex: SpaceId,
    way: Option<&'w Way>,
}

/// How many places the relief looks at with a second unit that holds its line open.
const PAIRS: usize = 16;

impl Mind<'_> {
    /// The introductory scenario: the row on which a supplied Axis unit must stand at the end.
    pub(super) fn relief_row(&self) -> Option<u8> {
        let events = &self.game.scenario(self.seen).victory.events;
        events.iter().find(|event| event.id == "relief-on-row-10").and_then(|event| event.row)
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
        for hex in map.board.hexes().filter(|hex| !map.spaces[*hex].is_water()) {
            let space = &map.spaces[hex];
            if space.row == row {
                goal[hex] += 40;
            } else if space.row == row + 1 {
                goal[hex] += 44;
            }
        }
    }

    /// Who stands where so that the relief is there: one unit, or one with another that keeps its line open. Nobody if it cannot be.
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
        for end in ends.into_iter().take(PAIRS) {
            let helper = all.iter().find(|stand| stand.unit != end.unit && self.fed_with(&[end, stand]));
            if let Some(helper) = helper {
                return vec![post(helper), post(end)];
            }
        }
        Vec::new()
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
