//! What an attack is likely to bring, by the tables and what is seen of the enemy.

use super::Mind;
use super::chart::Chart;
use crate::data::{MoveClass, Nation, UnitId, UnitType, Water};
use crate::state::Supply;
use kessel_board::SpaceId;
use kessel_kernel::Side;

/// What is expected of an attack, in hundredths of a strength point.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Odds {
    /// Points that the enemy loses.
    pub(super) inflict: i32,
    /// Points that the attackers lose.
    pub(super) suffer: i32,
    /// The chance in percent that the hex is left to us.
    pub(super) clear: i32,
}

/// Who attacks from where, and with what support.
#[derive(Clone, Debug, Default)]
pub(super) struct Force {
    pub(super) units: Vec<(UnitId, SpaceId)>,
    /// Bombardment factors of guns and aircraft.
    pub(super) factors: i32,
    pub(super) hasty: bool,
}

impl Mind<'_> {
    /// What the attack is likely to bring.
    pub(super) fn odds(&self, chart: &Chart, target: SpaceId, force: &Force) -> Odds {
        let enemy_side = self.side.other();
        let softened = force.factors * self.weights().per_factor;
        let there = chart.strength[enemy_side.index()][target.index()].max(1);
        let defence = (there * 100 - softened).max(50) / 100;
        let suffer = self.expected(defence, 0, self.defender_bonus(target, force));
        let points: i32 = force.units.iter().map(|(unit, _)| i32::from(self.state.unit(*unit).points)).sum();
        let left = (points - suffer.total / 130).max(0);
        let shifts = self.shifts(target, force);
        let fire = self.expected(left, shifts, self.attack_bonus(target, force));
        let clear = self.clears(left, shifts, self.attack_bonus(target, force), defence);
        // Who goes back loses no points by it, but the ground.
        let inflict = softened.min(there * 100) + fire.mandatory + fire.optional / 2;
        Odds { inflict, suffer: suffer.mandatory + suffer.optional * 8 / 10, clear }
    }

    /// The mean of a fire over the ten dice, in hundredths.
    fn expected(&self, strength: i32, left: u8, net: i32) -> Mean {
        let crt = &self.game.data.charts.crt;
        let (mut mandatory, mut optional) = (0, 0);
        for die in 1..=10 {
            let loss = crt.read(strength.clamp(0, 999) as u16, left, (die + net).clamp(-9, 30) as i8);
            mandatory += i32::from(loss.mandatory) * 10;
            optional += i32::from(loss.optional) * 10;
        }
        Mean { mandatory, optional, total: mandatory + optional }
    }

    /// The chance that the defender dies or goes: he goes before a heavy result.
    fn clears(&self, strength: i32, left: u8, net: i32, defence: i32) -> i32 {
        let crt = &self.game.data.charts.crt;
        let goes = |die: i32| {
            let loss = crt.read(strength.clamp(0, 999) as u16, left, (die + net).clamp(-9, 30) as i8);
            let sum = i32::from(loss.mandatory + loss.optional);
            sum >= defence || loss.optional >= 3 || (loss.optional == 2 && defence < 10)
        };
        (1..=10).filter(|die| goes(*die)).count() as i32 * 10
    }

    /// Columns to the left: ground, rivers, entrenchments.
    fn shifts(&self, target: SpaceId, force: &Force) -> u8 {
        let charts = &self.game.data.charts;
        let map = &self.game.data.map;
        let wet =
            |from: SpaceId| map.board.edge(from, target).is_some_and(|edge| map.sides[edge].water == Water::Minor);
        let river = !force.units.is_empty() && force.units.iter().all(|(_, from)| wet(*from));
        let dug_in = self.state.entrenched[self.side.other().index()].contains(target);
        charts.effect(self.game.terrain(target)).shift
            + if river { charts.river_shift } else { 0 }
            + if dug_in { charts.entrenched_shift } else { 0 }
    }

    fn rating(&self, units: impl Iterator<Item = UnitId>) -> u8 {
        units.map(|unit| self.game.proficiency(self.state, unit)).max().unwrap_or(0)
    }

    /// The rating of an enemy lead as seen, or as it is on the whole.
    fn enemy_rating(&self, target: SpaceId) -> u8 {
        let seen = self.rating(self.state.units_at(target).filter(|unit| self.is_striker(*unit)));
        if seen > 0 { seen } else { 5 + u8::from(self.side == Side::Soviet) }
    }

    /// Something in the hex cannot be seen.
    fn is_veiled(&self, target: SpaceId) -> bool {
        self.state.shadows.iter().any(|shadow| shadow.hex == target)
    }

    fn cancels(&self, unit: UnitId) -> bool {
        let info = self.game.data.info(unit);
        info.kind.is_tank()
            || matches!(
                (info.nation, info.kind),
                (Nation::German, UnitType::SpAntiTank | UnitType::AntiAir | UnitType::MotAntiAir)
                    | (Nation::German | Nation::Soviet, UnitType::AntiTank)
            )
    }

    /// The modifiers of the attackers' fire.
    fn attack_bonus(&self, target: SpaceId, force: &Force) -> i32 {
        let game = self.game;
        let units = || force.units.iter().map(|(unit, _)| *unit);
        let kind = |unit: UnitId| game.data.info(unit).kind;
        let mut bonus = i32::from(game.proficiency_bonus(self.rating(units()), self.enemy_rating(target)));
        if units().any(|unit| kind(unit).is_tank()) && !self.state.units_at(target).any(|unit| self.cancels(unit)) {
            bonus += if self.is_veiled(target) { 1 } else { 2 };
        }
        bonus += i32::from(game.initiative_bonus(self.state, self.side));
        if self.side == Side::Axis && self.combines(force) {
            bonus += i32::from(game.data.charts.bonus.combined_arms);
        }
        if !force.hasty {
            let mut hexes: Vec<SpaceId> = force.units.iter().map(|(_, from)| *from).collect();
            hexes.sort_unstable();
            hexes.dedup();
            bonus += i32::from(game.several_hexes(hexes.len()));
        }
        bonus + units().map(|unit| i32::from(game.supply_modifier(self.state.unit(unit).supply))).min().unwrap_or(0)
    }

    /// 11.4.l: armor and infantry in one of the hexes.
    fn combines(&self, force: &Force) -> bool {
        let kind = |unit: UnitId| self.game.data.info(unit).kind;
        force.units.iter().any(|(tank, at)| {
            kind(*tank).is_tank()
                && force.units.iter().any(|(other, from)| {
                    from == at && matches!(kind(*other), UnitType::MechInfantry | UnitType::MotInfantry)
                })
        })
    }

    /// The modifiers of the defenders' fire.
    fn defender_bonus(&self, target: SpaceId, force: &Force) -> i32 {
        let game = self.game;
        let own = self.rating(force.units.iter().map(|(unit, _)| *unit));
        let mut bonus = i32::from(game.proficiency_bonus(self.enemy_rating(target), own));
        let tanks = self.state.units_at(target).any(|unit| game.data.info(unit).kind.is_tank());
        if tanks && !force.units.iter().any(|(unit, _)| self.cancels(*unit)) {
            bonus += 2;
        }
        let supply = self.state.units_at(target).map(|unit| self.state.unit(unit).supply).max();
        bonus + i32::from(game.supply_modifier(supply.unwrap_or(Supply::Regular)))
    }

    /// What an attack is worth: losses on both sides, the ground, a mandate that is met.
    pub(super) fn attack_worth(&self, chart: &Chart, target: SpaceId, force: &Force) -> i32 {
        let odds = self.odds(chart, target, force);
        let (hit, cost) = match self.side {
            // Who has halted spends no more than he must.
            Side::Axis => (100, if self.wants_more(chart) { 100 } else { self.weights().thrift }),
            Side::Soviet if self.intrudes(target) => self.weights().intruder.into(),
            Side::Soviet => (if self.holds_germans(target) { 150 } else { 60 }, 90),
        };
        let ground = odds.clear * self.ground_worth(chart, target) / 100;
        let duty = if self.owed() > 0 { 350 } else { 0 };
        (odds.inflict * hit - self.temperament.price(odds.suffer * cost)) / 100 + ground + duty
    }

    /// Germans stand in the hex, and on ground that the scenario counts.
    pub(super) fn intrudes(&self, hex: SpaceId) -> bool {
        self.counted_ground().is_some_and(|area| self.game.data.map.is_in(hex, area)) && self.holds_germans(hex)
    }

    fn holds_germans(&self, hex: SpaceId) -> bool {
        let mut units = self.state.units_at(hex).peekable();
        units.peek().is_none() || units.any(|unit| self.is_dear(unit))
    }

    /// What it is worth to have the enemy out of a hex.
    fn ground_worth(&self, chart: &Chart, target: SpaceId) -> i32 {
        let key = self.hex_worth(target);
        match self.side {
            Side::Axis => {
                let ahead = i32::from(chart.spearhead.saturating_add(24)) - i32::from(chart.goal[target.index()]);
                key + ahead.clamp(0, 60) * 6
            }
            Side::Soviet => key + if self.intrudes(target) { 400 } else { 60 },
        }
    }

    /// The class of movement of the slowest of some units.
    pub(super) fn class_of(&self, unit: UnitId) -> MoveClass {
        self.game.data.info(unit).kind.movement()
    }
}

struct Mean {
    mandatory: i32,
    optional: i32,
    total: i32,
}
