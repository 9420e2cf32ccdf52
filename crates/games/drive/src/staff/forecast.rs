//! What an assault is likely to bring.

use super::Mind;
use super::chart::Chart;
use super::estimate::SCALE;
use crate::data::{CombatResult, Odds, UnitId};
use crate::odds::Values;
use crate::refusal::Consult;
use crate::sets::UnitSet;
use crate::state::{Fight, State};
use crate::supply::Supplied;
use kessel_board::SpaceId;
use kessel_kernel::Side;

/// An assault thought of.
#[derive(Copy, Clone, Debug)]
pub(super) struct Blow {
    pub target: SpaceId,
    /// Where a mobile assault is launched from.
    pub launch: Option<SpaceId>,
    pub units: UnitSet,
    pub aircraft: u8,
    pub manstein: bool,
}

/// What is at stake in the hex attacked.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Stakes {
    /// All defenders lose a step.
    destroy: i32,
    /// How many steps that is.
    steps: i32,
    /// They are driven off.
    drive: i32,
    /// To stand there.
    ground: i32,
}

impl Mind<'_> {
    /// What the defenders of a hex are worth to an attacker who takes it.
    pub(super) fn stakes(&self, chart: &Chart, state: &State, target: SpaceId) -> Stakes {
        let defender = self.side.other();
        let mut stakes = Stakes { ground: self.ground_worth(chart, state, target), ..Stakes::default() };
        let cut = matches!(self.game.supply_in(state, defender, target), Supplied::Out | Supplied::Aerial);
        let fight = self.game.drawn_up(state, self.side, target, None, UnitSet::EMPTY, 0, false);
        for unit in fight.defenders.iter() {
            stakes.destroy += self.step_worth(&chart.averages, state, unit);
            stakes.steps += 1;
            stakes.drive += 2;
            let dies = state.units[unit.index()].steps < 2 || state.veiled.contains(unit);
            if cut {
                let pile = self.pile_worth(state, unit);
                stakes.destroy += if dies { pile } else { pile / 3 };
            }
        }
        if stakes.steps == 0 {
            stakes.steps = 1;
        } else if self.is_trapped(state, target) {
            stakes.drive = stakes.destroy;
        }
        // 11.35: refugees perish with whatever befalls the defenders, and cost the attacker nothing.
        for unit in fight.guests.iter() {
            let pile = if cut { self.pile_worth(state, unit) } else { 0 };
            let worth = self.unit_worth(&chart.averages, state, unit) + pile;
            stakes.destroy += worth;
            stakes.drive += worth;
        }
        stakes
    }

    /// No hex around that the defenders could retreat to.
    fn is_trapped(&self, state: &State, target: SpaceId) -> bool {
        let defender = self.side.other();
        let Some(top) = state.top_at(target) else { return false };
        let count = state.units_at(target).count();
        let limit = usize::from(self.game.data.charts.stacking.units);
        !self.game.ground.around(target).iter().any(|near| {
            let open = self.game.hex_rules(state, defender, &[top], near.to, &mut Consult::strict()).is_ok()
                && self.game.side_rules(state, defender, target, near, &mut Consult::strict()).is_ok();
            open && state.units_at(near.to).count() + count <= limit
        })
    }

    /// Drawn up as the rule would do it: who retreated hither defends nothing (11.35).
    fn as_fight(&self, state: &State, blow: &Blow) -> Fight {
        let Blow { target, launch, units, aircraft, manstein } = *blow;
        self.game.drawn_up(state, self.side, target, launch, units, aircraft, manstein)
    }

    /// The column on which it would be fought, with everybody at his average.
    pub(super) fn odds(&self, chart: &Chart, state: &State, blow: &Blow) -> Odds {
        let fight = self.as_fight(state, blow);
        let mut values = Values::new();
        let scaled = |n: i32| u8::try_from(n.clamp(0, 255)).unwrap_or(u8::MAX);
        for unit in blow.units.iter().take(70) {
            let _ = values.try_push((unit, scaled(self.factors(&chart.averages, state, unit)[0])));
        }
        for unit in fight.defenders.iter() {
            let _ = values.try_push((unit, scaled(self.factors(&chart.averages, state, unit)[1])));
        }
        let attack = self.game.attack_sum(state, &fight, &values);
        let defence =
            if fight.defenders.is_empty() { SCALE as u16 } else { self.game.defence_sum(state, &fight, &values) };
        let shift: i16 = self.game.shifts(state, &fight).iter().map(|(_, n)| i16::from(*n)).sum();
        Odds::of(attack, defence).shifted(shift)
    }

    /// What it is worth to strike this blow, all dice counted.
    pub(super) fn blow_worth(&self, chart: &Chart, state: &State, stakes: &Stakes, blow: &Blow) -> i32 {
        let odds = self.odds(chart, state, blow);
        let fight = self.as_fight(state, blow);
        let crt = &self.game.data.charts.crt;
        let prices = self.step_prices(chart, state, blow);
        let sum: i32 = (1..=6)
            .map(|die| {
                let result = self.game.in_city(state, &fight, crt.result(odds, die));
                match result {
                    CombatResult::AttackerLosesOne => -prices.first().copied().unwrap_or(0) - 2,
                    CombatResult::AttackStalled => -1,
                    CombatResult::DefenderRetreats => stakes.drive + stakes.ground,
                    CombatResult::Exchange => {
                        let paid: i32 = prices.iter().take(stakes.steps as usize).sum();
                        let ruined = prices.len() <= stakes.steps as usize;
                        stakes.destroy - paid + if ruined { 0 } else { stakes.ground }
                    }
                    CombatResult::DefenderEliminated => stakes.destroy + stakes.ground,
                }
            })
            .sum();
        sum / 6
    }

    /// What the attacker's steps cost him, the cheapest first.
    fn step_prices(&self, chart: &Chart, state: &State, blow: &Blow) -> Vec<i32> {
        let mut prices: Vec<i32> = Vec::new();
        for unit in blow.units.iter() {
            let price = self.temperament.price(self.own_price(chart, state, unit));
            prices.extend((0..state.units[unit.index()].steps).map(|_| price));
        }
        prices.sort_unstable();
        prices
    }

    /// What a step of one's own is worth; the Soviets have more to come.
    pub(super) fn own_price(&self, chart: &Chart, state: &State, unit: UnitId) -> i32 {
        let worth = self.step_worth(&chart.averages, state, unit);
        match (self.side, state.is_blue()) {
            (Side::Axis, _) => worth,
            (Side::Soviet, true) => worth * self.weights.price_blue / 100,
            (Side::Soviet, false) => worth * self.weights.price_uranus / 100,
        }
    }
}
