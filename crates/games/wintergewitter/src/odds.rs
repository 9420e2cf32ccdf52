//! 11.4 Fire: strength, column shifts and modifiers, each under its case.

use crate::Winter;
use crate::data::{Loss, Nation, UnitId, UnitType, Water};
use crate::sequence::{Step, Who};
use crate::sets::{Spaces, UnitSet};
use crate::state::{AttackKind, Fight, State};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Side};

/// A line of the sum: its rule, its words, what it adds.
pub(crate) type FireLine = (Case, &'static str, i8);

/// One fire, before the die.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fire {
    /// Strength points that fire.
    pub(crate) strength: u16,
    /// Column shifts to the left.
    pub(crate) shifts: ArrayVec<FireLine, 4>,
    /// Modifiers of the die.
    pub(crate) modifiers: ArrayVec<FireLine, 8>,
}

impl Fire {
    /// Columns to the left (11.4.b).
    pub(crate) fn left(&self) -> u8 {
        self.shifts.iter().map(|(_, _, columns)| columns.unsigned_abs()).sum()
    }

    /// The net modifier (11.4.c).
    pub(crate) fn net(&self) -> i8 {
        self.modifiers.iter().map(|(_, _, value)| *value).sum()
    }
}

impl Winter {
    /// 11.1.a: the defenders: every unit of the side in the hex, convoys left out (16.3.e).
    pub(crate) fn defenders(&self, state: &State, fight: &Fight) -> UnitSet {
        let side = fight.attacker.other();
        let here = state.units_at(fight.hex).filter(|u| self.side(*u) == side && !self.ground.convoys.contains(*u));
        here.collect()
    }

    /// The attackers still in the fight and on the map.
    pub(crate) fn attackers(&self, state: &State, fight: &Fight) -> UnitSet {
        fight.attackers.iter().filter(|u| state.at(*u).is_some()).collect()
    }

    /// The hexes of these units.
    pub(crate) fn hexes_of(&self, state: &State, units: UnitSet) -> Spaces {
        units.iter().filter_map(|unit| state.at(unit)).collect()
    }

    /// 12.1.h: a gun fights alone if no other kind of unit stands with it.
    pub(crate) fn is_lone_gun(&self, state: &State, unit: UnitId) -> bool {
        let Some(hex) = state.at(unit) else { return false };
        let side = self.side(unit);
        self.data.info(unit).kind.is_gun()
            && !state.units_at(hex).any(|u| self.side(u) == side && self.is_company_for_guns(u))
    }

    /// 11.2.7.b, 12.1.h: the strength of these units; guns alone fire with half.
    pub(crate) fn strength(&self, state: &State, units: UnitSet) -> u16 {
        let (mut whole, mut lone) = (0, 0);
        for unit in units.iter() {
            let points = u16::from(state.unit(unit).points);
            if self.is_lone_gun(state, unit) { lone += points } else { whole += points }
        }
        whole + lone.div_ceil(2)
    }

    /// The rating of a side's lead (11.3.b); if it is gone, of the best unit that could lead (11.3.2.a).
    pub(crate) fn lead_rating(&self, state: &State, fight: &Fight, side: Side) -> u8 {
        let units = if side == fight.attacker { self.attackers(state, fight) } else { self.defenders(state, fight) };
        let lead = fight.leads[usize::from(side != fight.attacker)].filter(|lead| units.contains(*lead));
        if let Some(lead) = lead {
            return self.proficiency(state, lead);
        }
        let leaders = self.leaders(units);
        leaders.iter().map(|unit| self.proficiency(state, unit)).max().unwrap_or(0)
    }

    /// 11.3.d: who may lead: no gun and no headquarters, if there is anything else.
    pub(crate) fn leaders(&self, units: UnitSet) -> UnitSet {
        let able = |unit: &UnitId| {
            let kind = self.data.info(*unit).kind;
            !kind.is_gun() && !kind.is_hq()
        };
        let best: UnitSet = units.iter().filter(able).collect();
        if best.is_empty() { units } else { best }
    }

    /// The attacker's fire of step 7.
    pub(crate) fn attacker_fire(&self, state: &State, fight: &Fight) -> Fire {
        let units = self.attackers(state, fight);
        let mut fire = Fire { strength: self.strength(state, units), ..Fire::default() };
        self.terrain_shifts(state, fight, units, &mut fire);
        self.common_modifiers(state, fight, fight.attacker, units, &mut fire);
        self.attack_modifiers(state, fight, units, &mut fire);
        fire
    }

    /// The defender's fire of step 6.
    pub(crate) fn defender_fire(&self, state: &State, fight: &Fight) -> Fire {
        // 11.2.6.c: whatever they are; 12.1.g, 12.3.a: a fired marker is all one.
        let units = self.defenders(state, fight);
        let mut fire = Fire { strength: self.strength(state, units), ..Fire::default() };
        self.common_modifiers(state, fight, fight.attacker.other(), units, &mut fire);
        fire
    }

    /// 11.4.a, 11.4.b, 15.2.b: terrain and entrenchments move the attack to the left.
    fn terrain_shifts(&self, state: &State, fight: &Fight, units: UnitSet, fire: &mut Fire) {
        let charts = &self.data.charts;
        let terrain = charts.effect(self.terrain(fight.hex)).shift;
        if terrain > 0 {
            fire.shifts.push((Case("11.4.t"), "terrain", -(terrain as i8)));
        }
        let hexes = self.hexes_of(state, units);
        let wet = |hex: SpaceId| {
            let edge = self.data.map.board.edge(hex, fight.hex);
            edge.is_some_and(|edge| self.data.map.sides[edge].water == Water::Minor)
        };
        if !hexes.is_empty() && hexes.iter().all(wet) {
            fire.shifts.push((Case("11.4.a"), "every attacker is across a river", -(charts.river_shift as i8)));
        }
        if state.entrenched[fight.attacker.other().index()].contains(fight.hex) {
            fire.shifts.push((Case("15.2.b"), "entrenched", -(charts.entrenched_shift as i8)));
        }
    }

    /// Modifiers that either side can have: proficiency, armor, supply.
    fn common_modifiers(&self, state: &State, fight: &Fight, side: Side, units: UnitSet, fire: &mut Fire) {
        let (own, enemy) = (self.lead_rating(state, fight, side), self.lead_rating(state, fight, side.other()));
        let bonus = self.proficiency_bonus(own, enemy);
        if bonus > 0 {
            fire.modifiers.push((Case("11.4.e"), "better lead unit", bonus));
        }
        let others = if side == fight.attacker { self.defenders(state, fight) } else { self.attackers(state, fight) };
        if self.is_superior_in_armor(units, others) {
            fire.modifiers.push((Case("11.4.h"), "armor superiority", self.data.charts.bonus.armor));
        }
        let worst = units.iter().map(|unit| state.unit(unit).supply).max().unwrap_or_default();
        let supply = self.supply_modifier(worst);
        if supply != 0 {
            fire.modifiers.push((Case("11.4.o"), "supply", supply));
        }
    }

    /// 11.4.h to 11.4.k: tanks against nobody who has tanks or guns against tanks.
    fn is_superior_in_armor(&self, units: UnitSet, others: UnitSet) -> bool {
        let tank = |unit: UnitId| self.data.info(unit).kind.is_tank();
        let cancels = |unit: UnitId| {
            let info = self.data.info(unit);
            match info.nation {
                // 11.4.i.
                Nation::German => matches!(
                    info.kind,
                    UnitType::SpAntiTank | UnitType::AntiTank | UnitType::AntiAir | UnitType::MotAntiAir
                ),
                // 11.4.j.
                Nation::Soviet => info.kind == UnitType::AntiTank,
                _ => false,
            }
        };
        // 11.4.k: who cancels is no tank himself.
        units.iter().any(tank) && !others.iter().any(|unit| tank(unit) || cancels(unit))
    }

    /// Modifiers of the attack alone: initiative, combined arms, several hexes, engineers.
    fn attack_modifiers(&self, state: &State, fight: &Fight, units: UnitSet, fire: &mut Fire) {
        let bonus = self.initiative_bonus(state, fight.attacker);
        if bonus > 0 {
            fire.modifiers.push((Case("11.4.d"), "initiative", bonus));
        }
        let hexes = self.hexes_of(state, units);
        if fight.attacker == Side::Axis && hexes.iter().any(|hex| self.combines_arms(state, units, hex)) {
            fire.modifiers.push((Case("11.4.l"), "combined arms", self.data.charts.bonus.combined_arms));
        }
        let several = self.several_hexes(hexes.len());
        if fight.kind == AttackKind::Prepared && several != 0 {
            fire.modifiers.push((Case("11.4.n"), "attack from several hexes", several));
        }
        // 16.2.1.b.
        let leads = fight.leads[0].is_some_and(|lead| self.data.info(lead).kind.is_engineer() && units.contains(lead));
        if leads && state.entrenched[fight.attacker.other().index()].contains(fight.hex) {
            // 16.2.1.a.
            fire.modifiers.push((Case("11.4.p"), "assault engineers", self.data.charts.bonus.engineer));
        }
    }

    /// 6.3.b, 6.3.c, 6.3.d: the run of the initiative helps attacks in the player phases only (R110).
    pub(crate) fn initiative_bonus(&self, state: &State, side: Side) -> i8 {
        let player = matches!(state.step(), Step::Player(Who::First | Who::Second, _));
        if !player || state.initiative.first != Some(side) {
            return 0;
        }
        match state.initiative.streak {
            0..=2 => 0,
            3 | 4 => self.data.charts.bonus.three_turns,
            _ => self.data.charts.bonus.five_turns,
        }
    }

    /// 11.4.n: attackers in so many hexes.
    pub(crate) const fn several_hexes(&self, hexes: usize) -> i8 {
        match hexes {
            0..=3 => 0,
            4 => self.data.charts.bonus.four_hexes,
            5 => self.data.charts.bonus.five_hexes,
            _ => self.data.charts.bonus.six_hexes,
        }
    }

    /// 11.4.e to 11.4.g.
    pub(crate) const fn proficiency_bonus(&self, own: u8, enemy: u8) -> i8 {
        match own.saturating_sub(enemy) {
            // 11.4.f: equal leads; 11.4.g: and the weaker one has nothing from it.
            0 => 0,
            1 | 2 => self.data.charts.bonus.better_lead,
            3 | 4 => self.data.charts.bonus.much_better_lead,
            _ => self.data.charts.bonus.far_better_lead,
        }
    }

    /// 11.4.l, 11.4.m: German armor and mechanized or motorized infantry in one attacking hex.
    fn combines_arms(&self, state: &State, units: UnitSet, hex: SpaceId) -> bool {
        let here = |keep: &dyn Fn(UnitType) -> bool| {
            units.iter().any(|unit| {
                let info = self.data.info(unit);
                state.at(unit) == Some(hex) && info.nation == Nation::German && keep(info.kind)
            })
        };
        here(&UnitType::is_tank) && here(&|kind| matches!(kind, UnitType::MechInfantry | UnitType::MotInfantry))
    }

    /// Reads the table.
    pub(crate) fn fire_result(&self, fire: &Fire, roll: u8) -> Loss {
        // 11.4.u: by columns, whatever their heads say.
        self.data.charts.crt.read(fire.strength, fire.left(), roll as i8 + fire.net())
    }
}
