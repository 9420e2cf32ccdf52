//! 1.3, 11.8 to 11.28: factors, halving, odds and shifts.

use crate::Drive;
use crate::data::{CombatResult, Factor, Nation, Odds, UnitId, UnitKind, Water};
use crate::sets::UnitSet;
use crate::state::{Fight, Order, State};
use crate::supply::Supplied;
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::event::{BattleReport, BattleResult, Force, ForceLine};
use kessel_kernel::{Case, Dice, Event, Log, Side, What};
use kessel_kit::Word;

/// The factor that each unit of a battle fights with, before any halving.
pub(crate) type Values = ArrayVec<(UnitId, u8), 96>;

/// Column shifts with their rules.
pub(crate) type Shifts = ArrayVec<(Case, i8), 16>;

/// 1.3.a, 11.12.b, R15: all factors that are halved, however often, are one sum that is rounded once, and down.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Sum {
    /// Factors that nothing halves.
    whole: u16,
    /// What is left of the others, in parts of [`Sum::PARTS`].
    parts: u32,
    /// How many the others are.
    halved: u8,
}

impl Sum {
    /// Four halvings at most: no unit meets more.
    const HALVINGS: u8 = 4;
    const PARTS: u32 = 1 << Sum::HALVINGS;

    /// Adds a unit that is halved so often.
    pub(crate) fn add(&mut self, factor: u16, halvings: u8) {
        if halvings == 0 {
            self.whole += factor;
            return;
        }
        self.parts += u32::from(factor) << (Sum::HALVINGS - halvings.min(Sum::HALVINGS));
        self.halved += 1;
    }

    /// The whole: the only unit that is halved never drops below one (1.3.b), nor does the side (11.12.a).
    pub(crate) fn total(&self) -> u16 {
        let mut halved = (self.parts / Sum::PARTS) as u16;
        if self.halved == 1 && self.parts > 0 {
            halved = halved.max(1);
        }
        let total = self.whole + halved;
        if self.parts > 0 { total.max(1) } else { total }
    }
}

impl Drive {
    /// Rolls question marks, attackers first, each side in the order of its counters (R17).
    pub(crate) fn values(&self, state: &State, fight: &Fight, dice: &mut Dice, log: &mut Log) -> Values {
        let mut values = Values::new();
        // 2.15.d: the die first; what it shows is halved later, with the others.
        for unit in fight.units.iter().take(80) {
            let factor = self.attack_factor(state, unit);
            values.push((unit, self.question(unit, factor, Case("2.15.b"), dice, log)));
        }
        for unit in fight.defenders.iter() {
            let factor = self.defence_factor(state, unit);
            let _ = values.try_push((unit, self.question(unit, factor, Case("2.15.a"), dice, log)));
        }
        values
    }

    /// How often an attacker's factor is halved: river, city, supply.
    pub(crate) fn attack_halvings(&self, state: &State, fight: &Fight, unit: UnitId) -> u8 {
        let (card, from) = (self.card(unit), state.at(unit));
        let Some(near) = from.and_then(|from| self.ground.between(from, fight.target)) else { return 0 };
        let volga = near.between.water == Water::Volga;
        // 11.19.a, R31: the Volga never freezes over; of other rivers nothing is left then (11.19.e, 10.2.c).
        let river = fight.launch.is_none() && (volga || (near.between.is_river() && !state.frozen));
        // 11.22.e.
        let city =
            self.data.map.spaces[fight.target].is_city() && card.side == Side::Axis && card.kind == UnitKind::Panzer;
        // 7.15.b, 7.16.c: whoever is not supplied overland attacks at half, by coasters (7.5.b) or by air (7.6.b) too.
        let unsupplied = self.supply_of(state, unit) != Supplied::Regular;
        // 11.19.b: no river halves artillery.
        u8::from(river && !card.artillery) + u8::from(city) + u8::from(unsupplied)
    }

    /// 11.8, 11.12, 11.26, 11.27: the attacker's factors.
    pub(crate) fn attack_sum(&self, state: &State, fight: &Fight, values: &Values) -> u16 {
        let mut sum = Sum::default();
        for &(unit, value) in values.iter().filter(|(u, _)| fight.units.contains(*u)) {
            if !self.card(unit).artillery {
                sum.add(self.counted(state, fight, unit, value).into(), self.attack_halvings(state, fight, unit));
            }
        }
        sum.total() + self.guns(state, fight, values)
    }

    /// 11.27: is it the flak division, attacking without company from its own hex or caught alone in the hex attacked?
    pub(crate) fn is_lone_flak(&self, state: &State, fight: &Fight, unit: UnitId) -> bool {
        self.card(unit).kind == UnitKind::Flak
            && !state.veiled.contains(unit)
            && if fight.units.contains(unit) {
                // 11.27.c.
                !fight.units.iter().any(|u| u != unit && state.at(u) == state.at(unit))
            } else {
                // 11.27.b.
                state.units_at(fight.target).count() == 1
            }
    }

    /// What a unit's factor counts before any halving: what it shows, but for the flak alone (11.27.a).
    fn counted(&self, state: &State, fight: &Fight, unit: UnitId, value: u8) -> u8 {
        if self.is_lone_flak(state, fight, unit) { self.data.charts.defence.lone_flak } else { value }
    }

    /// 11.26.b: artillery counts up to the other factors of its hex.
    fn guns(&self, state: &State, fight: &Fight, values: &Values) -> u16 {
        let mut total = 0;
        for near in self.ground.around(fight.target) {
            let here = |u: UnitId| state.at(u) == Some(near.to);
            let guns = values.iter().filter(|(u, _)| fight.units.contains(*u) && self.card(*u).artillery && here(*u));
            let guns: u16 = guns.map(|(_, value)| u16::from(*value)).sum();
            if guns == 0 {
                continue;
            }
            total += guns.min(self.company(state, fight, values, near.to, near.between.is_open_water()));
        }
        total
    }

    /// 11.26.b: what artillery has beyond the other factors of its hex, and loses.
    pub(crate) fn surplus(&self, state: &State, fight: &Fight, values: &Values, attack: bool) -> u16 {
        let side = if attack { fight.units } else { fight.defenders };
        let sum = |artillery: bool| -> u16 {
            let own = values.iter().filter(|(u, _)| side.contains(*u) && self.card(*u).artillery == artillery);
            own.map(|&(u, value)| u16::from(self.counted(state, fight, u, value))).sum()
        };
        let most = if attack { self.guns(state, fight, values) } else { sum(false) };
        sum(true).saturating_sub(most)
    }

    /// The line of a sum that says so.
    pub(crate) fn surplus_line(&self, least: u16, most: u16) -> Option<ForceLine> {
        let (low, high) = (least.min(most), least.max(most));
        let value = if low == high { format!("-{high}") } else { format!("-{low} to -{high}") };
        let text = "guns beyond the other factors of their hex".into();
        (high > 0).then_some(ForceLine { case: Case("11.26.b"), text, value })
    }

    /// The other factors of a hex; over a lake, where they take no part, those present (R51): untried ones count one.
    fn company(&self, state: &State, fight: &Fight, values: &Values, hex: SpaceId, lake: bool) -> u16 {
        let mut sum = Sum::default();
        for unit in state.units_at(hex).filter(|u| !self.card(*u).artillery) {
            let value = values.iter().find(|(u, _)| *u == unit && fight.units.contains(unit)).map(|(_, v)| *v);
            let present = lake.then(|| match self.attack_factor(state, unit) {
                Factor::Number(n) => n,
                Factor::Die | Factor::Untried => 1,
            });
            if let Some(value) = value.or(present) {
                sum.add(value.into(), self.attack_halvings(state, fight, unit));
            }
        }
        sum.total()
    }

    /// The defender's factors.
    pub(crate) fn defence_sum(&self, state: &State, fight: &Fight, values: &Values) -> u16 {
        if fight.defenders.is_empty() {
            // 11.40.c: a garrison, as long as no unit is there.
            return u16::from(self.data.charts.defence.garrison);
        }
        let side = fight.attacker.other();
        // 7.15.b, 7.16.d; 7.5.a, 7.6.b: whoever has coasters or aircraft defends in full.
        let halvings = u8::from(self.supply_in(state, side, fight.target) == Supplied::Out);
        let (mut sum, mut others, mut guns) = (Sum::default(), 0, 0);
        for &(unit, value) in values.iter().filter(|(u, _)| fight.defenders.contains(*u)) {
            let value = self.counted(state, fight, unit, value).into();
            if self.card(unit).artillery {
                guns += value;
            } else {
                others += value;
                sum.add(value, halvings);
            }
        }
        // 11.26.b, R50: the surplus of the guns is left out first; what counts is halved with the others (1.3.c).
        if guns.min(others) > 0 {
            sum.add(guns.min(others), halvings);
        }
        sum.total().max(1)
    }

    /// 11.11: every shift that applies, in the attacker's favour.
    pub(crate) fn shifts(&self, state: &State, fight: &Fight) -> Shifts {
        let table = &self.data.charts.shifts;
        let mut shifts = Shifts::new();
        let mut add = |case: &'static str, columns: i8| {
            if columns != 0 {
                let _ = shifts.try_push((Case(case), columns));
            }
        };
        let prepared = fight.launch.is_none();
        let space = &self.data.map.spaces[fight.target];
        // 11.13, 11.21: the natural terrain's line, which for clear terrain is empty; 10.2.e: marsh is clear in the freeze.
        let effect = self.data.charts.terrain(space.terrain, state.frozen);
        let terrain_case = match space.terrain {
            crate::data::Terrain::Forest => "11.14.a",
            crate::data::Terrain::Hills => "11.15",
            crate::data::Terrain::Mountain => "11.16.a",
            crate::data::Terrain::Marsh => "11.17.b",
            _ => "11.18",
        };
        if prepared {
            // 5.5.d: the turn of two assault phases is another order.
            if fight.attacker == Side::Axis && state.order == Order::AssaultMove {
                add("5.6.a", table.german_assault_first);
            }
            // 11.14.b: in every other order forest gives nothing.
            if state.order == Order::MoveAssault {
                add("11.14.a", effect.move_first);
            }
            add(terrain_case, effect.prepared);
            // 9.25.e: of prepared assaults only.
            if self.is_concentric(state, fight) {
                let german = fight.units.iter().all(|u| self.card(u).nation == Nation::German);
                if german {
                    add("11.28.b", table.concentric_german);
                } else {
                    add("11.28.c", table.concentric_other);
                }
            }
            if fight.attacker == Side::Axis && self.is_fortified(state, fight.target) {
                add("11.23.b", table.fortification);
            }
        } else {
            add(terrain_case, effect.mobile.unwrap_or(0));
            if !state.uses.schwerpunkt {
                add("9.27.a", table.mobile);
            }
        }
        if fight.attacker == Side::Soviet && !state.is_blue() && state.order == Order::MoveAssault {
            add("5.6.b", table.soviet_move_first);
        }
        if space.is_city() {
            add("11.22.b", table.city);
        }
        if self.over_the_ring(state, fight) {
            add("11.24.a", table.ring);
        }
        let planes = i8::try_from(fight.aircraft[fight.attacker.index()]).unwrap_or(0)
            - i8::try_from(fight.aircraft[fight.attacker.other().index()]).unwrap_or(0);
        add("11.25.b", planes * table.aircraft);
        // 8.9.d: on top of all the others, wherever it is.
        if fight.manstein {
            add("8.9.a", table.manstein);
        }
        shifts
    }

    /// 11.28.a: opposite hexes, three with one between each, or more than three; 11.22.a: never against a city.
    pub(crate) fn is_concentric(&self, state: &State, fight: &Fight) -> bool {
        if self.data.map.spaces[fight.target].is_city() {
            return false;
        }
        let mut from = 0u8;
        for near in self.ground.around(fight.target) {
            if fight.units.iter().any(|u| state.at(u) == Some(near.to)) {
                from |= 1 << near.direction;
            }
        }
        let opposite = from & (from >> 3) & 0b111 != 0;
        let thirds = from & 0b010101 == 0b010101 || from & 0b101010 == 0b101010;
        opposite || thirds || from.count_ones() > 3
    }

    /// 11.24: every attacker comes over an intact side of the O-Ring.
    fn over_the_ring(&self, state: &State, fight: &Fight) -> bool {
        fight.attacker == Side::Axis
            && state.is_blue()
            && !state.ring_gone
            && fight.units.iter().all(|u| {
                let from = state.at(u);
                from.and_then(|from| self.ground.between(from, fight.target)).is_some_and(|n| n.between.ring)
            })
    }

    /// 11.22.c: stalled assaults and retreats cost a step against supplied defenders of a city.
    pub(crate) fn in_city(&self, state: &State, fight: &Fight, result: CombatResult) -> CombatResult {
        let soft = matches!(result, CombatResult::AttackStalled | CombatResult::DefenderRetreats);
        if !soft || !self.data.map.spaces[fight.target].is_city() {
            return result;
        }
        // R49: a garrison lives on what feeds its city.
        match self.supply_in(state, fight.attacker.other(), fight.target) {
            Supplied::Regular | Supplied::Aerial => CombatResult::AttackerLosesOne,
            Supplied::Coastal | Supplied::Out => result,
        }
    }

    /// The battle in the log.
    pub(crate) fn battle_event(
        &self,
        state: &State,
        fight: &Fight,
        values: &Values,
        shifts: &Shifts,
        printed: CombatResult,
    ) -> Event {
        let mut report = self.report(state, fight);
        for (force, units) in report.forces.iter_mut().zip([fight.units, fight.defenders]) {
            force.lines = self.force_lines(state, fight, values, units);
        }
        report.shifts = self.shift_lines(state, fight, shifts);
        report.approach = Some(self.approach_of(state, fight));
        let result = fight.result.unwrap_or(printed);
        let case = match (fight.die, result == printed) {
            (_, false) => "11.22.c",
            (0, true) if report_is_high(fight) => "11.10.b",
            (0, true) => "11.10.c",
            _ => "11.29.a",
        };
        let text = format!(
            "Battle for {}: {} to {}, {}, {}: {}",
            self.hex_name(fight.target),
            fight.sums[0],
            fight.sums[1],
            report.column,
            if fight.die == 0 { "no die".to_owned() } else { format!("die {}", fight.die) },
            result.word()
        );
        Event::new(Case(case), What::Battle(Box::new(report)), text)
    }

    fn force_lines(&self, state: &State, fight: &Fight, values: &Values, units: UnitSet) -> Vec<ForceLine> {
        let lines = values.iter().filter(|(u, _)| units.contains(*u)).map(|&(unit, value)| {
            let halvings = if fight.units.contains(unit) {
                self.attack_halvings(state, fight, unit)
            } else {
                u8::from(self.supply_of(state, unit) == Supplied::Out)
            };
            let text = match state.units[unit.index()].face {
                Some(face) => self.data.faces[face.index()].id.clone(),
                None => self.unit_name(unit).to_owned(),
            };
            let value = self.counted(state, fight, unit, value);
            let value = match halvings {
                0 => format!("+{value}"),
                n => format!("{value}, halved{}", if n > 1 { format!(" {n} times") } else { String::new() }),
            };
            ForceLine { case: Case("11.8.a"), text, value }
        });
        let surplus = self.surplus(state, fight, values, units == fight.units);
        lines.chain(self.surplus_line(surplus, surplus)).collect()
    }

    /// Sums, column, die and result of a battle: open to both.
    pub(crate) fn report(&self, _state: &State, fight: &Fight) -> BattleReport {
        let crt = &self.data.charts.crt;
        let odds = Odds::of(fight.sums[0], fight.sums[1]).shifted(fight.shift.into());
        let force = |side: Side, total: u16| Force {
            side: Some(side),
            lines: Vec::new(),
            total: total.into(),
            most: total.into(),
            sum: None,
        };
        let cells = (1..=6).map(|die| crt.result(odds, die).word().to_owned()).collect();
        let results = fight.result.map(|result| BattleResult {
            side: fight.attacker,
            line: odds.to_string(),
            die: fight.die,
            cell: result.word().into(),
            cells,
        });
        BattleReport {
            at: self.hex_id(fight.target).into(),
            attacker: Some(fight.attacker),
            forces: vec![force(fight.attacker, fight.sums[0]), force(fight.attacker.other(), fight.sums[1])],
            column: odds.to_string(),
            results: results.into_iter().collect(),
            ..BattleReport::default()
        }
    }
}

fn report_is_high(fight: &Fight) -> bool {
    fight.result == Some(CombatResult::DefenderEliminated)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1.3, 11.12 with the numbers of the book.
    #[test]
    fn halving_pools_units_and_spares_the_lone_one() {
        let sum = |units: &[(u16, u8)]| {
            let mut sum = Sum::default();
            units.iter().for_each(|(factor, halvings)| sum.add(*factor, *halvings));
            sum.total()
        };
        assert_eq!(sum(&[(1, 1)]), 1);
        assert_eq!(sum(&[(3, 1)]), 1);
        assert_eq!(sum(&[(3, 1), (3, 1)]), 3);
        assert_eq!(sum(&[(1, 1), (1, 1)]), 1);
        assert_eq!(sum(&[(5, 0), (1, 1), (2, 1)]), 6);
        assert_eq!(sum(&[(0, 0)]), 0);
        assert_eq!(sum(&[(1, 2), (1, 2)]), 1);
        assert_eq!(sum(&[(1, 1), (1, 2)]), 1, "unequally often is one sum too");
        assert_eq!(sum(&[(7, 1), (7, 2)]), 5, "five and a quarter, rounded once");
        assert_eq!(sum(&[(7, 0), (1, 1), (1, 2)]), 7, "only a single halved one is spared");
        assert_eq!(sum(&[(7, 0), (1, 2)]), 8);
    }
}
