//! Movement: group after group, each to the best place it can reach, or against an enemy on the way.

use super::Mind;
use super::chart::Chart;
use super::forecast::Force;
use super::places::Role;
use crate::action::Action;
use crate::data::UnitId;
use crate::refusal::Consult;
use crate::sets::UnitSet;
use crate::state::{March, Mover};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::Choosing;

/// Where a group goes: the stop, and the enemy hex that it attacks from there.
struct Course {
    worth: i32,
    stop: usize,
    hasty: Option<SpaceId>,
}

/// Units that march together.
struct Group {
    role: u8,
    /// How near it is to where it is wanted.
    rank: u16,
    hex: SpaceId,
    post: Option<u8>,
    units: Vec<UnitId>,
}

impl Mind<'_> {
    /// The next group that has somewhere to go, with everything it does; nothing if nobody has. `stayed` are those that have been looked at.
    pub(super) fn plan_group(&self, chart: &Chart, stayed: &mut UnitSet) -> Vec<Action> {
        if let Some(enter) = self.enter(chart) {
            return vec![enter];
        }
        if let Some(plan) = self.demolish(chart, stayed) {
            return plan;
        }
        let movable: Vec<UnitId> = self.offers.iter().filter_map(mover_of).collect();
        for (hex, units) in self.groups(chart, &movable, stayed) {
            let far = chart.near[hex.index()];
            let administrative = far >= 7 && units.iter().all(|unit| self.offered(Action::March { unit: *unit }));
            let march = self.group(hex, &units, administrative);
            let plan = self.course(chart, &march);
            if let Some(steps) = plan {
                return self.orders(&units, administrative, steps);
            }
            stayed.extend(units.iter().copied());
        }
        Vec::new()
    }

    fn orders(&self, units: &[UnitId], administrative: bool, steps: Vec<Action>) -> Vec<Action> {
        let first = units[0];
        let start = if administrative { Action::March { unit: first } } else { Action::Move { unit: first } };
        let others = units.iter().skip(1).map(|unit| Action::With { unit: *unit });
        std::iter::once(start).chain(others).chain(steps).collect()
    }

    /// Groups in the order in which they move: those that fight first, the foremost of them first.
    fn groups(&self, chart: &Chart, movable: &[UnitId], stayed: &UnitSet) -> Vec<(SpaceId, Vec<UnitId>)> {
        let mut groups: Vec<Group> = Vec::new();
        for unit in movable.iter().filter(|unit| !stayed.contains(**unit)) {
            let Some(hex) = self.state.at(*unit) else { continue };
            let role = self.role(*unit) as u8;
            let rank = match self.side {
                Side::Axis => chart.goal[hex.index()],
                Side::Soviet => chart.approach[hex.index()],
            };
            let post = chart.post_of[unit.index()];
            let alone = role != Role::Strike as u8;
            let same = |g: &&mut Group| {
                !alone && g.role == role && g.hex == hex && g.post == post && self.together(g.units[0], *unit)
            };
            match groups.iter_mut().find(same) {
                Some(group) => group.units.push(*unit),
                None => groups.push(Group { role, rank, hex, post, units: vec![*unit] }),
            }
        }
        groups.sort_by_key(|group| (group.role, group.rank, group.hex, group.units[0]));
        groups.into_iter().map(|group| (group.hex, group.units)).collect()
    }

    /// Units that can attack together began the phase together (8.4.c), and neither holds the other up; disrupted ones go alone.
    fn together(&self, one: UnitId, other: UnitId) -> bool {
        let start = |unit: UnitId| self.state.memory.start.get(unit.index());
        let pace = |unit: UnitId| self.game.allowance(self.state, unit, false);
        start(one) == start(other)
            && self.state.unit(one).disrupted == self.state.unit(other).disrupted
            && (pace(one) - pace(other)).abs() <= 6
    }

    pub(super) fn group(&self, hex: SpaceId, units: &[UnitId], administrative: bool) -> March {
        let mover = |unit: &UnitId| {
            let allowance = self.game.allowance(self.state, *unit, administrative);
            Mover { unit: *unit, allowance, left: allowance, zones: self.game.zones_around(self.state, hex) }
        };
        March {
            movers: units.iter().take(40).map(mover).collect(),
            hex,
            from: hex,
            administrative,
            begun: false,
            entered: false,
            behind: ArrayVec::new(),
        }
    }

    /// What the group on the move does next.
    pub(super) fn go_on(&self, chart: &Chart) -> Vec<Action> {
        let Some(march) = &self.state.march else { return vec![Action::Halt] };
        self.course(chart, march).unwrap_or_else(|| vec![Action::Halt])
    }

    /// The steps of the best course; nothing if it is best to stay.
    fn course(&self, chart: &Chart, march: &March) -> Option<Vec<Action>> {
        let units: Vec<UnitId> = march.movers.iter().map(|mover| mover.unit).collect();
        let reach = self.reach(march);
        let stay = self.place_worth(chart, march.hex, &units);
        let mut best = Course { worth: stay + self.weights().sloth, stop: 0, hasty: None };
        let fights = units.first().is_some_and(|unit| self.role(*unit) == Role::Strike) && !march.administrative;
        for (index, stop) in reach.stops.iter().enumerate() {
            let here = if index == 0 { stay } else { self.place_worth(chart, stop.hex, &units) };
            if here > best.worth {
                best = Course { worth: here, stop: index, hasty: None };
            }
            if !fights || chart.near[stop.hex.index()] != 1 {
                continue;
            }
            let there = reach.at(march, stop);
            for near in self.game.data.map.board.neighbors(stop.hex) {
                let at = near.space;
                if !self.game.is_defended(self.state, self.side, at)
                    || self.game.check_hasty(self.state, &there, self.side, at, &mut Consult::strict()).is_err()
                {
                    continue;
                }
                let worth = self.hasty_worth(chart, stop.hex, here, at, &units);
                if worth > best.worth {
                    best = Course { worth, stop: index, hasty: Some(at) };
                }
            }
        }
        if best.stop == 0 && best.hasty.is_none() {
            return None;
        }
        let steps = reach.path(best.stop).into_iter().map(|to| Action::Step { to });
        let end = best.hasty.map_or(Action::Halt, |at| Action::Hasty { at });
        Some(steps.chain(std::iter::once(end)).collect())
    }

    /// A hasty attack is worth what it brings, and the hex ahead if it succeeds.
    fn hasty_worth(&self, chart: &Chart, from: SpaceId, here: i32, at: SpaceId, units: &[UnitId]) -> i32 {
        if units.iter().any(|unit| self.state.unit(*unit).disrupted) || here < -90_000 {
            return i32::MIN;
        }
        let fighters = units.iter().filter(|unit| self.is_striker(**unit)).map(|unit| (*unit, from)).collect();
        let force = Force { units: fighters, factors: self.stuka_factors(), hasty: true };
        let odds = self.odds(chart, at, &force);
        let worth = self.attack_worth(chart, at, &force);
        if worth <= 0 {
            return i32::MIN;
        }
        let ahead = (self.place_worth(chart, at, units) - here).clamp(-600, 600);
        here + worth * 8 / 10 + odds.clear * ahead.max(0) / 200
    }

    /// Reinforcements come in where they are wanted most.
    fn enter(&self, chart: &Chart) -> Option<Action> {
        let found = self.best_of(|action| {
            let Action::Enter { unit, at } = action else { return None };
            let way = match self.side {
                Side::Axis => chart.goal[at.index()],
                Side::Soviet => chart.approach[at.index()],
            };
            let full = self.game.would_overfill(self.state, at, std::iter::once(unit));
            let rank = i32::from(self.game.data.info(unit).full.strength);
            Some(10_000 - i32::from(way.min(4000)) + rank - if full { 5000 } else { 0 })
        });
        found.map(|(_, action)| action)
    }

    /// Factors of one dive bomber held back, if there are any.
    pub(super) fn stuka_factors(&self) -> i32 {
        let held: ArrayVec<i32, 32> = self
            .game
            .data
            .air_ids()
            .filter(|air| self.state.air[air.index()] == crate::state::AirBox::Withheld && self.side == Side::Axis)
            .map(|air| i32::from(self.game.data.plane(air).bombs))
            .collect();
        held.iter().copied().max().unwrap_or(0)
    }
}

fn mover_of(action: &Action) -> Option<UnitId> {
    match action {
        Action::Move { unit } => Some(*unit),
        _ => None,
    }
}
