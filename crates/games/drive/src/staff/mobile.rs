//! German mobile assaults (9.23 to 9.31): which stack strikes where.

use super::Mind;
use super::chart::Chart;
use super::forecast::Blow;
use super::purpose::Purpose;
use super::reach::{Reach, left_in};
use crate::action::Action;
use crate::data::{UnitId, UnitKind};
use crate::refusal::Consult;
use crate::sets::UnitSet;
use crate::state::{March, Squad, State};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::Orders;

/// What an assault must bring at least.
const WORTH_IT: i32 = 6;

/// An assault found.
struct Found {
    worth: i32,
    units: Vec<UnitId>,
    launch: SpaceId,
    target: SpaceId,
    manstein: bool,
}

impl Mind<'_> {
    /// The best mobile assault that can be made now, written out, and what its march is for.
    pub(super) fn mobile_assault(&self, chart: &Chart) -> Option<(Orders<Action>, (UnitId, Purpose))> {
        let movers = self.movers();
        let mut best: Option<(Found, Reach)> = None;
        for hex in self.seen.layout.held[Side::Axis.index()].iter() {
            let stack = self.strikers(chart, movers, hex);
            if stack.is_empty() {
                continue;
            }
            let reach = self.reach(self.seen, &stack);
            for (launch, target) in self.launches(&reach, &stack) {
                if let Some(found) = self.assault_of(chart, &reach, &stack, launch, target)
                    && best.as_ref().is_none_or(|(most, _)| found.worth > most.worth)
                {
                    best = Some((found, reach.clone()));
                }
            }
        }
        let (found, reach) = best?;
        let mut plan = Orders::default();
        plan.push(Action::Move { unit: found.units[0] });
        plan.extend(found.units[1..].iter().map(|unit| Action::With { unit: *unit }));
        plan.extend(reach.path(found.launch).into_iter().map(|to| Action::Step { to }));
        plan.push(Action::Assault { at: found.target, manstein: found.manstein });
        Some((plan, (found.units[0], Purpose::Strike(found.target))))
    }

    /// The mechanised Germans of a hex that may strike together, the strongest panzers first.
    fn strikers(&self, chart: &Chart, movers: UnitSet, hex: SpaceId) -> Vec<UnitId> {
        let able = |u: &UnitId| {
            let card = self.game.card(*u);
            let state = &self.seen.units[u.index()];
            card.is_german()
                && card.mechanised
                && movers.contains(*u)
                && state.spent == 0
                && !self.seen.assaulted.contains(*u)
                && !self.seen.arrived.contains(*u)
                && self.game.attack_readiness(self.seen, *u, &mut Consult::strict()).is_ok()
        };
        let mut stack: Vec<UnitId> = self.seen.units_at(hex).filter(able).collect();
        stack.sort_by_key(|u| {
            let attack = self.factors(&chart.averages, self.seen, *u)[0];
            (self.game.card(*u).kind != UnitKind::Panzer, -attack, *u)
        });
        let led = stack.first().is_some_and(|u| self.game.card(*u).kind == UnitKind::Panzer);
        if led { stack } else { Vec::new() }
    }

    /// From where each enemy hex in reach is struck best: with most points left for afterwards.
    fn launches(&self, reach: &Reach, stack: &[UnitId]) -> Vec<(SpaceId, SpaceId)> {
        let mut found: Vec<(SpaceId, SpaceId)> = Vec::new();
        for launch in reach.spaces() {
            if !self.game.fed(self.seen, Side::Axis).hexes.contains(launch) {
                continue;
            }
            for near in self.game.ground.around(launch).iter().filter(|n| self.seen.holds(Side::Soviet, n.to)) {
                let known = found.iter().position(|(_, target)| *target == near.to);
                let better = known.is_none_or(|i| left_in(reach, found[i].0) < left_in(reach, launch));
                if !better || !self.can_launch(reach, stack, launch, near.to) {
                    continue;
                }
                match known {
                    Some(i) => found[i].0 = launch,
                    None => found.push((launch, near.to)),
                }
            }
        }
        found
    }

    fn can_launch(&self, reach: &Reach, stack: &[UnitId], launch: SpaceId, target: SpaceId) -> bool {
        let state = self.moved_up(reach, stack, launch);
        let units: Squad = stack.iter().copied().take(8).collect();
        let march = March { hex: launch, units, moved: true };
        self.game.check_assault(&state, &march, target, false, &mut Consult::strict()).is_ok()
    }

    /// The position with the stack at its launch hex.
    fn moved_up(&self, reach: &Reach, stack: &[UnitId], launch: SpaceId) -> State {
        let mut state = self.seen.clone();
        let left = left_in(reach, launch);
        for unit in stack {
            let allowance = self.game.allowance(&state, *unit);
            let u = &mut state.units[unit.index()];
            u.allowance = allowance;
            u.spent = allowance.saturating_sub(left);
        }
        self.game.shift(&mut state, stack, launch);
        state
    }

    /// The smallest part of a stack that strikes this target as well as all of it.
    fn assault_of(
        &self,
        chart: &Chart,
        reach: &Reach,
        stack: &[UnitId],
        launch: SpaceId,
        target: SpaceId,
    ) -> Option<Found> {
        let state = self.moved_up(reach, stack, launch);
        let stakes = self.stakes(chart, &state, target);
        let left = i32::from(left_in(reach, launch));
        let mut best: Option<Found> = None;
        let manstein_free = !state.is_blue() && !state.uses.manstein;
        for count in 1..=stack.len().min(8) {
            for manstein in [false, true] {
                if manstein && !manstein_free {
                    continue;
                }
                let units: UnitSet = stack[..count].iter().copied().collect();
                let blow = Blow { target, launch: Some(launch), units, aircraft: 0, manstein };
                let price = count as i32 * 2 + if manstein { 8 } else { 0 };
                let worth = self.blow_worth(chart, &state, &stakes, &blow) + left / 2 - price;
                if worth >= WORTH_IT + self.nerve() && best.as_ref().is_none_or(|most| worth > most.worth) {
                    best = Some(Found { worth, units: stack[..count].to_vec(), launch, target, manstein });
                }
            }
        }
        best
    }
}
