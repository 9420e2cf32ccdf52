//! What units are worth, and what an attack is likely to bring.

use super::Mind;
use crate::data::{
    AttackerResult, Background, DefenderResult, Effect, LevelsWhen, Odds, SupportClass, UnitId, Weather,
};
use crate::state::{Fight, FightKind, State, Supply};
use kessel_kernel::Side;

/// The highest exploitation level.
const MOST: u8 = 4;

/// What hangs on an attack beside the losses.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Stake {
    /// What the hex is worth to the attacker.
    pub ground: i32,
    /// The defenders have nowhere to go.
    pub trapped: bool,
    /// What the attack is worth whatever the dice say.
    pub made: i32,
}

/// What the totals of a fight come to for the forecast.
struct Terms<'a> {
    fight: &'a Fight,
    stake: Stake,
    odds: Odds,
    steps: i32,
    defenders: i32,
    cheap: i32,
    dear: i32,
    mobile: i32,
    weak: bool,
    german: bool,
    pocket: bool,
    /// The average losses of the column, times 36.
    average: [i32; 2],
}

impl Mind<'_> {
    /// The worth of a unit at so many steps.
    pub(super) fn worth_at(&self, unit: UnitId, steps: u8) -> i32 {
        self.game.unit_worth(unit, steps)
    }

    /// The worth of a unit as it stands.
    pub(super) fn worth(&self, state: &State, unit: UnitId) -> i32 {
        self.worth_at(unit, state.field.get(unit).steps)
    }

    /// What the next step of a unit costs.
    pub(super) fn step_price(&self, state: &State, unit: UnitId) -> i32 {
        let steps = state.field.get(unit).steps;
        self.worth_at(unit, steps) - self.worth_at(unit, steps.saturating_sub(1))
    }

    /// Tanks, motorised troops, cavalry.
    pub(super) fn mobile(&self, unit: UnitId) -> bool {
        self.game.info(unit).background != Background::Plain
    }

    fn terms<'a>(&self, state: &State, fight: &'a Fight, stake: Stake) -> Option<Terms<'a>> {
        let odds = self.game.odds_of(state, fight).odds()?;
        let (mut steps, mut defenders) = (0, 0);
        let (mut german, mut allied, mut pocket) = (false, false, false);
        for unit in fight.defenders.iter() {
            steps += i32::from(state.field.get(unit).steps);
            defenders += self.worth(state, unit);
            german |= self.game.is_german(unit);
            allied |= self.game.is_allied(unit);
            pocket |= state.field.get(unit).supply == Supply::Fortress;
        }
        let soviet = fight.attacker == Side::Soviet;
        let weak_steps = i32::from(self.game.data.charts.combat.weak_stack_steps);
        let (mut cheap, mut dear, mut mobile) = (i32::MAX, 0, 0);
        for unit in fight.attackers.iter() {
            let price = self.step_price(state, unit);
            cheap = cheap.min(price);
            if self.mobile(unit) || self.game.is_elite(state, unit) {
                dear = dear.max(price);
            }
            mobile += i32::from(self.mobile(unit));
        }
        let mut average = [0; 2];
        for roll in 2..=12 {
            let cell = self.game.data.charts.crt.cell(odds, roll);
            average[0] += chance(roll) * i32::from(cell.attacker_losses);
            average[1] += chance(roll) * i32::from(cell.defender_losses);
        }
        Some(Terms {
            fight,
            stake,
            odds,
            steps: steps.max(1),
            defenders,
            cheap: if cheap == i32::MAX { 0 } else { cheap },
            dear,
            mobile,
            weak: soviet && allied && !german && steps < weak_steps,
            german: soviet && german && !allied,
            pocket,
            average,
        })
    }

    /// What an attack is worth on the average, times 36; `None` if it would be called off.
    pub(super) fn forecast(
        &self,
        state: &State,
        fight: &Fight,
        stake: Stake,
        elite: bool,
        armored: bool,
    ) -> Option<i32> {
        let terms = self.terms(state, fight, stake)?;
        let crt = &self.game.data.charts.crt;
        let mut sum = 0;
        for roll in 2..=12 {
            let cell = crt.cell(terms.odds, roll);
            let value = |result| self.outcome(state, &terms, roll, result, elite, armored);
            let best = if elite && fight.kind != FightKind::Exploitation {
                crt.attacker_choices(terms.odds, roll).into_iter().map(value).max().unwrap_or(0)
            } else {
                value(cell.attacker)
            };
            sum += chance(roll) * best;
        }
        let made = if terms.odds >= Odds::OneToOne { stake.made } else { 0 };
        Some(sum + 36 * made)
    }

    /// The exploitation level that a result comes to.
    fn level(&self, state: &State, terms: &Terms<'_>, result: AttackerResult, armored: bool) -> u8 {
        let fight = terms.fight;
        if state.forecast.weather == Weather::Mud || fight.kind == FightKind::Exploitation {
            return 0;
        }
        let terrain = self.game.defence_terrain(state, fight.hex, fight.defender());
        let mut level = self.game.data.charts.terrain[terrain as usize].levels[usize::from(result.level().min(3))];
        for marker in fight.supports.iter() {
            let kind = self.game.support(marker);
            let holds = kind.side == fight.attacker
                && match kind.levels_when {
                    Some(LevelsWhen::Always) => true,
                    Some(LevelsWhen::Exploitation) => level > 0,
                    Some(LevelsWhen::ArmoredAttack) => armored,
                    None => false,
                };
            if holds {
                level += kind.levels;
            }
        }
        level += u8::from(terms.weak);
        let panzers = || {
            fight.attackers.iter().all(|unit| self.game.is_german(unit))
                && fight.attackers.iter().any(|unit| self.game.info(unit).armored)
        };
        if fight.attacker == Side::Axis
            && result != AttackerResult::Retreat
            && state.superior(Effect::OverwhelmingAttack)
            && panzers()
        {
            level += 1;
        }
        level.min(MOST)
    }

    /// The worth of one row of the table.
    fn outcome(
        &self,
        state: &State,
        terms: &Terms<'_>,
        roll: u8,
        result: AttackerResult,
        elite: bool,
        armored: bool,
    ) -> i32 {
        let fight = terms.fight;
        let cell = self.game.data.charts.crt.cell(terms.odds, roll);
        let level = self.level(state, terms, result, armored);
        let mut lost = i32::from(cell.attacker_losses);
        let mut hits = i32::from(cell.defender_losses);
        if terms.german && level < 2 && lost > 0 && state.superior(Effect::HumanWaves) {
            lost += 1;
        }
        let mut value = 0;
        let plain = fight.kind != FightKind::Exploitation;
        let terrain = self.game.defence_terrain(state, fight.hex, fight.defender());
        let mut defender = self.game.data.charts.terrain[terrain as usize].defender(cell.defender);
        if terms.pocket {
            defender = match defender {
                DefenderResult::Retreat3 => DefenderResult::Retreat,
                DefenderResult::Retreat | DefenderResult::Retreat2 => DefenderResult::StandFast,
                other => other,
            };
        }
        let step = terms.defenders / terms.steps;
        if plain {
            match result {
                AttackerResult::Loss => hits += 1,
                AttackerResult::Retreat => value -= 6,
                _ => {}
            }
        }
        let engaged = plain && result == AttackerResult::Engagement || defender == DefenderResult::Engagement;
        if engaged {
            value += (terms.average[1] * step - terms.average[0] * terms.cheap) / 36;
        }
        let wiped = hits >= terms.steps;
        let back = i32::from(defender.hexes());
        let mut cleared = wiped;
        if !wiped {
            if back > 0 {
                cleared = true;
                value += if terms.stake.trapped { terms.defenders - hits * step } else { 2 * back };
            } else if defender == DefenderResult::StandFast {
                value += step.min(4 + terms.stake.ground / 2);
            }
        }
        value += hits.min(terms.steps) * step;
        let first = if elite || armored { terms.dear } else { terms.cheap };
        let paid = if lost > 0 { first + (lost - 1) * (terms.cheap + terms.dear) / 2 } else { 0 };
        value -= self.temperament.price(paid);
        if cleared {
            value += terms.stake.ground;
        }
        if level > 0 && terms.mobile > 0 && cleared {
            let units = i32::from(level) * if armored { 2 } else { 1 };
            value += 8 * units.min(terms.mobile);
        }
        value
    }

    /// A Tank Brigade, an attached gun, a leader: does it serve attacks at all?
    pub(super) fn serves_attack(&self, class: SupportClass) -> bool {
        matches!(
            class,
            SupportClass::Artillery
                | SupportClass::Katyusha
                | SupportClass::TankBrigade
                | SupportClass::Breakthrough
                | SupportClass::Leader
                | SupportClass::Air
        )
    }
}

/// How many of the 36 throws of two dice make this sum.
pub(super) fn chance(roll: u8) -> i32 {
    6 - (7 - i32::from(roll)).abs()
}
