//! The plan of a movement phase: who leaves a battle, attacks that pay, then positions.

use super::Mind;
use super::fields::Fields;
use super::purpose::{Errand, Marches, Purpose};
use super::reach::Way;
use crate::action::Action;
use crate::data::{Nation, SpaceKind, UnitId, UnitKind};
use crate::sets::{Spaces, UnitSet};
use crate::state::{Phase, State};
use kessel_board::SpaceId;
use kessel_kernel::{Log, Side};
use kessel_kit::staff::Choosing;
use std::cmp::Reverse;

/// Away from its post a guard is worth so much less a hex.
const GUARD: i32 = 40;
/// An Axis unit beyond the Volga leads nowhere.
const NOWHERE: i32 = 25;

/// A unit that has been given its place: what takes it there.
pub(super) struct Settled {
    pub unit: UnitId,
    pub marches: Marches,
}

impl Mind<'_> {
    /// All marches of this phase.
    pub(super) fn plan_movement(&self) -> Marches {
        let fields = self.fields();
        let mut work = self.seen.clone();
        let mut plan = Marches::default();
        let mut free = self.game.own(self.side) - self.seen.moved - fields.at_post(self);
        let uranus = self.seen.phase() == Phase::UranusMovement;
        let most = if uranus { self.game.data.charts.uranus_moves(self.seen.turn) } else { u8::MAX };
        // 7.1.1: those in battle decide first whether to leave it.
        for unit in (free & self.seen.engaged).iter() {
            self.settle_unit(&mut work, &fields, unit, &mut plan, most);
            free.remove(unit);
        }
        if uranus {
            self.settle_best(&mut work, &fields, free, &mut plan, most);
            return plan;
        }
        self.transfer(&work, &mut free, &mut plan);
        self.plan_assaults(&mut work, &fields, &mut free, &mut plan);
        // At the end the Soviets spread out along the Volga instead.
        if self.side == Side::Axis || self.turns_left() > 0 {
            self.settle_stacks(&mut work, &fields, &mut free, &mut plan);
        }
        let before = work.clone();
        let mut settled: Vec<Settled> = Vec::new();
        for unit in self.in_order(&fields, free) {
            let mut marches = Marches::default();
            self.settle_unit(&mut work, &fields, unit, &mut marches, most);
            settled.push(Settled { unit, marches });
        }
        if self.turns_left() <= self.weights.look_again {
            settled.iter_mut().for_each(|one| self.look_again(&before, &mut work, &fields, one, most));
        }
        settled.into_iter().for_each(|one| plan.join(one.marches));
        plan
    }

    /// A second look at a unit's place, now that those of all others are known: the first to choose could not know who would stand beside them.
    pub(super) fn look_again(&self, before: &State, work: &mut State, fields: &Fields, one: &mut Settled, most: u8) {
        let (Some(home), Some(place)) = (before.at(one.unit), work.at(one.unit)) else { return };
        let mut other = work.clone();
        self.game.put_unit(&mut other, one.unit, home, &mut Log::silent());
        other.moved.remove(one.unit);
        let mut marches = Marches::default();
        self.settle_unit(&mut other, fields, one.unit, &mut marches, most);
        let Some(at) = other.at(one.unit).filter(|at| *at != place) else { return };
        let worth = |state: &State, at: SpaceId| self.place_worth(state, fields, one.unit, at);
        if worth(&other, at) > worth(work, place) {
            *work = other;
            one.marches = marches;
        }
    }

    /// Nearest to the enemy first: they decide what the others must cover.
    fn in_order(&self, fields: &Fields, units: UnitSet) -> Vec<UnitId> {
        let mut order: Vec<UnitId> = units.iter().filter(|u| self.seen.at(*u).is_some()).collect();
        order.sort_by_key(|u| (self.seen.at(*u).map_or(u8::MAX, |at| fields.enemy[at]), u.index()));
        order
    }

    /// Attacks by all but the guards.
    fn plan_assaults(&self, work: &mut State, fields: &Fields, free: &mut UnitSet, plan: &mut Marches) {
        let mut strikers = if self.side == Side::Axis { *free - fields.guarding() } else { *free };
        let ways: Vec<(UnitId, Vec<Way>)> = strikers.iter().map(|u| (u, self.ways(work, u))).collect();
        let mut done = Spaces::EMPTY;
        while let Some(assault) = self.best_assault(work, fields, &ways, strikers, done) {
            done.insert(assault.at);
            for (unit, way) in &assault.units {
                strikers.remove(*unit);
                free.remove(*unit);
                self.commit(work, *unit, way, Errand::For(Purpose::Attack(assault.at)), plan);
            }
        }
    }

    /// Stacks move together: one army alone would not dare what five dare.
    fn settle_stacks(&self, work: &mut State, fields: &Fields, free: &mut UnitSet, plan: &mut Marches) {
        let mut spaces: Vec<SpaceId> =
            free.iter().filter_map(|u| work.at(u)).filter(|s| self.game.on_map(*s)).collect();
        spaces.sort_unstable();
        spaces.dedup();
        for space in spaces {
            for group in self.groups(self.game.units_in(work, space, self.side) & (*free - fields.guarding())) {
                let ways: Vec<(UnitId, Vec<Way>)> = group.iter().map(|u| (u, self.ways(work, u))).collect();
                let Some(end) = self.best_for_all(work, fields, group, space, &ways) else { continue };
                let why = Errand::Place { before: Box::new(work.clone()), together: group, to: end };
                group.iter().for_each(|u| self.game.put_unit(work, u, end, &mut Log::silent()));
                for (unit, ways) in &ways {
                    if let Some(way) = ways.iter().find(|w| w.end() == end) {
                        free.remove(*unit);
                        self.commit(work, *unit, way, why.clone(), plan);
                    }
                }
            }
        }
    }

    /// A stack in groups that are strong enough; fewer than three units go each its own way.
    fn groups(&self, stack: UnitSet) -> Vec<UnitSet> {
        let (mut groups, mut group, mut force) = (Vec::new(), UnitSet::EMPTY, 0);
        for unit in stack.iter() {
            group.insert(unit);
            force += self.reckon(unit).factors();
            if force >= self.weights.full {
                groups.push(std::mem::take(&mut group));
                force = 0;
            }
        }
        groups.push(group);
        groups.retain(|group| group.len() >= 3);
        groups
    }

    /// The space that a whole stack would rather be in.
    fn best_for_all(
        &self,
        work: &State,
        fields: &Fields,
        stack: UnitSet,
        space: SpaceId,
        ways: &[(UnitId, Vec<Way>)],
    ) -> Option<SpaceId> {
        let enemy = self.game.picture(work).held[self.side.other().index()];
        let stay = self.stack_worth(work, fields, stack, space);
        let mut best: Option<(i32, SpaceId)> = None;
        for end in ways[0].1.iter().map(Way::end) {
            let together = ways.iter().all(|(_, w)| w.iter().any(|way| way.end() == end));
            if !together || enemy.contains(end) {
                continue;
            }
            let mut after = work.clone();
            stack.iter().for_each(|u| self.game.put_unit(&mut after, u, end, &mut Log::silent()));
            let worth = self.stack_worth(&after, fields, stack, end);
            if worth > best.map_or(stay, |(most, _)| most) {
                best = Some((worth, end));
            }
        }
        best.map(|(_, end)| end)
    }

    fn stack_worth(&self, state: &State, fields: &Fields, stack: UnitSet, at: SpaceId) -> i32 {
        let callings: i32 = stack.iter().map(|u| self.calling(state, fields, u, at)).sum();
        self.network(state, fields) + callings - self.risk(state, fields, at)
    }

    /// Finds the best place for a unit and goes there, or leaves it where it stands.
    fn settle_unit(&self, work: &mut State, fields: &Fields, unit: UnitId, plan: &mut Marches, most: u8) {
        if marched(plan) >= usize::from(most) || work.at(unit).is_none() {
            return;
        }
        if let Some(attempt) = self.break_out(work, fields, unit) {
            plan.orders.push(attempt);
            plan.why.push((unit, Errand::For(Purpose::BreakOut)));
        } else if let Some((_, way)) = self.best_way(work, fields, unit) {
            self.settle(work, unit, &way, plan);
        }
    }

    /// The few moves of Operation Uranus: the best of all units, then the best of the others.
    fn settle_best(&self, work: &mut State, fields: &Fields, free: UnitSet, plan: &mut Marches, most: u8) {
        let mut free = free;
        while marched(plan) < usize::from(most) {
            let ways =
                free.iter().filter_map(|unit| self.best_way(work, fields, unit).map(|(gain, way)| (gain, unit, way)));
            let Some((_, unit, way)) = ways.max_by_key(|(gain, unit, _)| (*gain, Reverse(unit.index()))) else {
                return;
            };
            free.remove(unit);
            self.settle(work, unit, &way, plan);
        }
    }

    /// The best place in reach if it is better than where the unit stands, and how much better.
    fn best_way(&self, work: &State, fields: &Fields, unit: UnitId) -> Option<(i32, Way)> {
        let stay = self.place_worth(work, fields, unit, work.at(unit)?);
        let mut best: Option<(i32, Way)> = None;
        for way in self.ways(work, unit) {
            let Some(worth) = self.worth_of(work, fields, unit, &way) else { continue };
            if worth > best.as_ref().map_or(stay, |(most, _)| *most) {
                best = Some((worth, way));
            }
        }
        best.map(|(worth, way)| (worth - stay, way))
    }

    /// The worth of a way's end for a unit; into the enemy only in Operation Uranus, where no battle follows.
    fn worth_of(&self, work: &State, fields: &Fields, unit: UnitId, way: &Way) -> Option<i32> {
        let enemy = self.game.picture(work).held[self.side.other().index()].contains(way.end());
        if enemy && self.seen.phase() != Phase::UranusMovement {
            return None;
        }
        let mut after = work.clone();
        self.game.put_unit(&mut after, unit, way.end(), &mut Log::silent());
        Some(self.place_worth(&after, fields, unit, way.end()))
    }

    /// What it is worth that a unit stands where it stands in this position.
    pub(super) fn place_worth(&self, state: &State, fields: &Fields, unit: UnitId, at: SpaceId) -> i32 {
        self.network(state, fields) + self.calling(state, fields, unit, at) - self.risk(state, fields, at)
    }

    /// What the supply of both sides is worth.
    fn network(&self, state: &State, fields: &Fields) -> i32 {
        self.cutting(state, fields) + self.volga_roads(state, fields)
    }

    /// Where a unit is wanted: its post if it is a guard, else what all tactics say of the place.
    pub(super) fn calling(&self, state: &State, fields: &Fields, unit: UnitId, at: SpaceId) -> i32 {
        if let Some((city, _)) = fields.guards.iter().find(|(_, units)| units.contains(unit)) {
            return -GUARD * i32::from(fields.around(*city, at));
        }
        let common = self.mass(state, fields, at) + self.volga(state, fields, at) + self.post(state, fields, at)
            - self.trap(fields, at);
        common
            + match self.side {
                Side::Axis => self.axis_calling(state, fields, unit, at),
                Side::Soviet => self.soviet_calling(state, fields, at),
            }
    }

    /// The Caucasus group to the oil, allies and the farthest corps to the flank, infantry to Stalingrad, armour behind it.
    pub(super) fn axis_calling(&self, state: &State, fields: &Fields, unit: UnitId, at: SpaceId) -> i32 {
        let info = &self.game.data.units[unit.index()];
        let beyond = if fields.beyond.contains(at) { -NOWHERE } else { 0 };
        if fields.caucasus_group.contains(unit) {
            return beyond + self.to_the_oil(state, fields, unit, at);
        }
        if info.nation != Nation::German || fields.flank_group.contains(unit) {
            let crowd = i32::from(self.game.units_in(state, at, Side::Axis).count().saturating_sub(1));
            return beyond - 7 * i32::from(fields.flank[at]) - 6 * crowd;
        }
        let near = if info.kind == UnitKind::Panzer { 2 } else { 1 };
        beyond - self.weights.goal[self.stance] * i32::from(fields.stalingrad[at].saturating_sub(near))
    }

    /// The fronts of the Soviets: away from the trap and together in summer, at the enemy's arteries in autumn.
    fn soviet_calling(&self, state: &State, fields: &Fields, at: SpaceId) -> i32 {
        let mut worth = self.pull(fields, at);
        for city in self.fatal_cities(Side::Soviet) {
            worth += self.garrison(state, fields, city, at);
        }
        worth + self.waiting(fields, at) + self.caucasus_watch(state, fields, at)
    }

    /// Who waits in a Front box while the enemy is near is missed elsewhere.
    pub(super) fn waiting(&self, fields: &Fields, at: SpaceId) -> i32 {
        let waits = self.game.data.spaces[at].kind == SpaceKind::Front && fields.enemy[at] <= 6;
        if waits { -15 } else { 0 }
    }

    /// Sends a unit to its place, for what makes that better than where it stands.
    fn settle(&self, work: &mut State, unit: UnitId, way: &Way, plan: &mut Marches) {
        let together = std::iter::once(unit).collect();
        let why = Errand::Place { before: Box::new(work.clone()), together, to: way.end() };
        self.commit(work, unit, way, why, plan);
    }

    /// Moves a unit in the working position and writes the march down.
    fn commit(&self, work: &mut State, unit: UnitId, way: &Way, why: Errand, plan: &mut Marches) {
        plan.why.push((unit, why));
        plan.orders.push(Action::March { unit, kind: way.kind });
        plan.orders.extend(way.path.iter().map(|to| Action::Step { to: *to }));
        plan.orders.push(Action::Halt);
        self.game.put_unit(work, unit, way.end(), &mut Log::silent());
        work.moved.insert(unit);
    }

    /// 7.6: if the Caucasus burns, an army on foot goes to TCF, if it is empty.
    fn transfer(&self, work: &State, free: &mut UnitSet, plan: &mut Marches) {
        if self.side != Side::Soviet || !self.caucasus_burns(work) {
            return;
        }
        let goes = |action: &&Action| matches!(action, Action::Transfer { unit, to } if *to == self.game.data.places.tcf && self.on_foot(*unit));
        if let Some(Action::Transfer { unit, to }) = self.offers.iter().find(goes).copied() {
            plan.orders.push(Action::Transfer { unit, to });
            plan.why.push((unit, Errand::For(Purpose::Caucasus)));
            free.remove(unit);
        }
    }

    fn on_foot(&self, unit: UnitId) -> bool {
        let large = |asset| self.game.too_large(asset);
        self.game.data.units[unit.index()].kind == UnitKind::Infantry && !self.seen.assets_of(unit).iter().any(large)
    }

    /// A step for a march whose plan has failed: towards Stalingrad, whatever is open.
    pub(super) fn best_step(&self) -> Action {
        let field = self.field([self.game.data.places.stalingrad].into_iter());
        let near = |a: Action| match a {
            Action::Step { to } => Some(200 - i32::from(field[to])),
            _ => None,
        };
        self.best(near).unwrap_or(self.offers[0])
    }
}

/// How many marches a plan holds.
fn marched(plan: &Marches) -> usize {
    plan.orders.iter().filter(|a| matches!(a, Action::March { .. } | Action::Attempt { .. })).count()
}
