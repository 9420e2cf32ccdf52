//! 12.1, 12.3: is there room for those who still have to be set up?
//!
//! A placement is unlawful if it leaves somebody else without a hex. What this takes to know is the same for every placement in a
//! position: it is counted once, when it is first asked for, and each placement is weighed against it.

use crate::Drive;
use crate::data::{Group, Region, UnitId};
use crate::ground::least_of;
use crate::state::{Place, State};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use std::cell::OnceCell;

/// Soviet, German, Romanian, Hungarian, Italian.
const NATIONS: usize = 5;

/// Groups whose tallies are kept; further ones are counted again each time.
const MOST_GROUPS: usize = 64;

/// What a position leaves to those who still have to be set up.
pub(crate) struct Room<'a> {
    game: &'a Drive,
    pub(super) state: &'a State,
    tallies: [OnceCell<Tally>; MOST_GROUPS],
    mechanised_south: OnceCell<usize>,
}

/// One group and its hexes.
#[derive(Copy, Clone, Default)]
struct Tally {
    /// Its units that still wait, by nation.
    waits: [u16; NATIONS],
    /// How many more units go into hexes where each nation stands already.
    rooms: [u16; NATIONS],
    /// Units that its hexes still lack.
    lacking: u16,
    /// Hexes where nobody stands.
    empty: u16,
}

impl<'a> Room<'a> {
    pub(crate) fn new(game: &'a Drive, state: &'a State) -> Room<'a> {
        let tallies = [const { OnceCell::new() }; MOST_GROUPS];
        Room { game, state, tallies, mechanised_south: OnceCell::new() }
    }

    /// 12.3.l: mechanised Soviet units that stand south of the Volga.
    pub(super) fn mechanised_south(&self) -> usize {
        *self.mechanised_south.get_or_init(|| {
            let south = |hex| self.game.data.map.is_in(hex, Region::SouthOfVolga);
            let there = |u: &UnitId| self.game.card(*u).mechanised && self.state.at(*u).is_some_and(south);
            self.game.ground.own[Side::Soviet.index()].iter().filter(there).count()
        })
    }

    /// Can every group still be set up lawfully when this unit stands here?
    #[inline]
    pub(super) fn is_left_by(&self, side: Side, unit: UnitId, at: SpaceId) -> bool {
        let scenario = self.state.scenario;
        let groups = &self.game.data.scenario(scenario).groups;
        self.game.ground.claims[scenario as usize][at.index()].iter().map(|index| usize::from(*index)).all(|index| {
            let group = &groups[index];
            group.side != side || self.is_left_to(index, group, unit, at)
        })
    }

    fn is_left_to(&self, index: usize, group: &Group, placed: UnitId, at: SpaceId) -> bool {
        let mut tally = match self.tallies.get(index) {
            Some(cell) => *cell.get_or_init(|| self.count(index, group)),
            None => self.count(index, group),
        };
        let members = &self.game.ground.group_units[self.state.scenario as usize][index];
        let nation = self.nation(placed);
        if members.contains(placed) {
            let waits = self.state.units[placed.index()].place == Place::Setup;
            tally.waits[nation] -= u16::from(waits);
            let ours = self.state.units_at(at).filter(|u| members.contains(*u)).count();
            tally.lacking -= u16::from(ours < usize::from(least_of(group, at)));
        }
        let height = self.state.units_at(at).count();
        match self.state.units_at(at).next() {
            None => tally.empty -= 1,
            Some(holder) => tally.rooms[self.nation(holder)] -= self.above(height),
        }
        tally.rooms[nation] += self.above(height + 1);
        tally.is_enough(self.limit())
    }

    /// Counts what a group has and needs.
    fn count(&self, index: usize, group: &Group) -> Tally {
        let (ground, state) = (&self.game.ground, self.state);
        let members = &ground.group_units[state.scenario as usize][index];
        let mut tally = Tally::default();
        for unit in members.iter().filter(|u| state.units[u.index()].place == Place::Setup) {
            tally.waits[self.nation(unit)] += 1;
        }
        for &hex in &group.hexes {
            let mut here = state.units_at(hex);
            let least = u16::from(least_of(group, hex));
            let Some(holder) = here.next() else {
                tally.empty += 1;
                tally.lacking += least;
                continue;
            };
            let (mut height, mut ours) = (1, u16::from(members.contains(holder)));
            for unit in here {
                height += 1;
                ours += u16::from(members.contains(unit));
            }
            tally.lacking += least.saturating_sub(ours);
            tally.rooms[self.nation(holder)] += self.above(height);
        }
        tally
    }

    fn nation(&self, unit: UnitId) -> usize {
        self.game.card(unit).nation as usize
    }

    fn limit(&self) -> u16 {
        u16::from(self.game.data.charts.stacking.units)
    }

    /// How many more go on top of so many (6.1).
    fn above(&self, height: usize) -> u16 {
        self.limit().saturating_sub(height as u16)
    }
}

impl Tally {
    /// Does the group have the units that its hexes lack, and hexes for all of its units?
    fn is_enough(&self, limit: u16) -> bool {
        // Nations without room need empty hexes of their own.
        let homeless = |(waits, room): (&u16, &u16)| waits.saturating_sub(*room).div_ceil(limit.max(1));
        self.lacking <= self.waits.iter().sum()
            && self.waits.iter().zip(&self.rooms).map(homeless).sum::<u16>() <= self.empty
    }
}
