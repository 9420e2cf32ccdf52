//! 8.5 The odds: attack and defence with everything that changes them.

use crate::Roads;
use crate::data::{Armor, FortressAttack, FortressDefence, Ice, Odds, River, SupportId, Terrain, UnitId, Weather};
use crate::state::{Fight, State, Supply};
use kessel_board::SpaceId;
use kessel_kernel::Side;

/// What the odds come to.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Attack factors.
    pub attack: u16,
    /// Defence factors.
    pub defence: u16,
    /// The place of the raw odds in the row of columns, 0 for 1/2: it may lie outside the table (8.5.7).
    pub raw: i16,
    /// Columns to the right (8.5.6).
    pub shift: u8,
    /// The column used, -1 if the attack is called off (8.5.8).
    pub column: i8,
}

impl Sum {
    /// The column of the table.
    pub fn odds(self) -> Option<Odds> {
        usize::try_from(self.column).ok().and_then(|column| Odds::ALL.get(column).copied())
    }
}

/// A term of either total, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Of the attack; otherwise of the defence.
    pub attack: bool,
    /// What it is.
    pub text: String,
    /// The counter, if it is one's.
    pub unit: Option<UnitId>,
    /// What it adds.
    pub value: i16,
}

/// What a hexside is to a combat across it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bank {
    /// The river, as it counts today.
    pub(crate) river: River,
    /// A bridge, pontoon or Bridging Unit.
    pub(crate) bridge: bool,
}

/// Half of a sum, rounded up (1.9.1).
const fn part(sum: u16, divisor: u16) -> u16 {
    sum.div_ceil(divisor)
}

impl Roads {
    /// The river between an attacker and the hex attacked. Mud makes minor rivers major (3.2.2); the last Soviet positions at
    /// Stalingrad know no river (S2.x).
    pub(crate) fn bank(&self, state: &State, side: Side, from: SpaceId, to: SpaceId) -> Bank {
        let info = self.map(state).between(from, to);
        let foothold = |hex: SpaceId, side: Side| {
            side == Side::Soviet && self.scenario(state).rules.footholds && self.space(state, hex).foothold
        };
        if info.river == River::None || foothold(from, side) || foothold(to, side.other()) {
            return Bank { river: River::None, bridge: true };
        }
        let mud = state.forecast.weather == Weather::Mud;
        let river = if mud { River::Major } else { info.river };
        Bank { river, bridge: self.bridged(state, side, from, to, info) }
    }

    /// The terrain that defends a hex: Soviet units in the last positions count as in Stalingrad (S2.x).
    pub(crate) fn defence_terrain(&self, state: &State, hex: SpaceId, defender: Side) -> Terrain {
        let foothold = self.scenario(state).rules.footholds && self.space(state, hex).foothold;
        if foothold && defender == Side::Soviet { Terrain::MajorCity } else { self.terrain(state, hex) }
    }

    /// The defence of the stack, before supports and terrain (8.5.2, 4.4.2, 8.12.9, 10.3.2).
    fn stack_defence(&self, state: &State, fight: &Fight) -> u16 {
        let row = self.fortress_row(state).defence;
        let retreated = u16::from(self.data.charts.combat.retreated_defence);
        let hube = self.hube_holds(state, fight.hex);
        let (mut whole, mut halved) = (0_u16, 0_u16);
        for unit in fight.defenders.iter().filter(|unit| state.field.at(*unit) == Some(fight.hex)) {
            let piece = state.field.get(unit);
            let printed = u16::from(self.info(unit).factors(piece.steps).defence);
            if state.retreated.contains(unit) {
                whole += retreated;
                continue;
            }
            // 10.4.3: resistance doubles what the level leaves; halved and doubled is the printed number (1.9.2.a).
            let doubled = fight.stack_resists || hube || fight.resisting == Some(unit);
            // 10.2.3.f: in the pocket the level counts, and no halving on top of it.
            match (piece.supply, row) {
                (Supply::In, _) => whole += printed,
                (Supply::Out, _) => halved += printed,
                (Supply::Fortress, FortressDefence::Full) => whole += printed * if doubled { 2 } else { 1 },
                (Supply::Fortress, FortressDefence::Half) if doubled => whole += printed,
                (Supply::Fortress, FortressDefence::Half) => halved += printed,
                (Supply::Fortress, FortressDefence::One) => whole += if doubled { 2 } else { 1 },
            }
        }
        whole + part(halved, 2)
    }

    /// What rivers add to a stack that is attacked across rivers only, the last modifier of all (3.4).
    fn river_defence(&self, state: &State, fight: &Fight) -> u16 {
        let ice = state.forecast.ice;
        let mut best = 0;
        let banks = || fight.from.iter().map(|from| self.bank(state, fight.attacker, *from, fight.hex).river);
        if banks().any(|river| river == River::None) {
            return 0;
        }
        for river in banks() {
            let effect = &self.data.charts.rivers[usize::from(river == River::Major)][ice as usize];
            // A frozen minor river helps only if every attacker crosses one (3.4.c, and 3.4.e under RF).
            let frozen_minor = river == River::Minor && ice != Ice::Open;
            if !frozen_minor || banks().all(|river| river == River::Minor) {
                best = best.max(u16::from(effect.defence));
            }
        }
        best
    }

    /// The attack of all units (8.5.3): what is divided is added up first (1.9.2.b).
    fn stack_attack(&self, state: &State, fight: &Fight) -> u16 {
        let mud = state.forecast.weather == Weather::Mud;
        let row = self.fortress_row(state).attack;
        // Groups: on this bank or across a major river, and each of them supplied or not.
        let mut groups = [[0_u16; 2]; 2];
        for &from in &fight.from {
            let bank = self.bank(state, fight.attacker, from, fight.hex);
            let river = usize::from(self.attack_divided(state, bank));
            let mut pocket_stack = false;
            for unit in state.field.stack(from).filter(|unit| fight.attackers.contains(*unit)) {
                let piece = state.field.get(unit);
                let printed = u16::from(self.info(unit).factors(piece.steps).attack);
                match piece.supply {
                    Supply::In => groups[river][0] += printed,
                    Supply::Fortress if self.full_strength(state, unit) => groups[river][0] += printed,
                    Supply::Out => groups[river][1] += printed,
                    Supply::Fortress => match row {
                        FortressAttack::Half => groups[river][1] += printed,
                        // R135: the level lowers factors; who has none does not get one.
                        FortressAttack::One => groups[river][0] += printed.min(1),
                        FortressAttack::OnePerStack => pocket_stack |= printed > 0,
                        FortressAttack::None => {}
                    },
                }
            }
            // 10.3.2: one factor for the whole stack.
            groups[river][0] += u16::from(pocket_stack);
        }
        // 3.2.2.k: over a bridge, for without one nobody attacks in mud (3.2.2.j).
        let across = if mud { u16::from(self.data.charts.combat.mud_bridge_divisor) } else { 2 };
        let [[near, near_oos], [far, far_oos]] = groups;
        // R24: what comes across is one sum, supplied or not, divided and rounded once.
        near + part(near_oos, 2) + part(2 * far + far_oos, 2 * across)
    }

    /// Are attacks across this bank divided?
    fn attack_divided(&self, state: &State, bank: Bank) -> bool {
        match bank.river {
            River::None => false,
            river => self.data.charts.rivers[usize::from(river == River::Major)][state.forecast.ice as usize].halved,
        }
    }

    /// Does a support serve with its better values against armor? PA.SUP.rudel before an armored unit, PA.SUP.pak88 in an armored attack.
    fn better(&self, fight: &Fight, marker: SupportId) -> Option<(u8, u8)> {
        let kind = self.support(marker);
        let against = kind.against?;
        let enemy = if kind.side == fight.attacker { fight.defenders } else { fight.attackers };
        let holds = match against.armored {
            Armor::Unit => enemy.iter().any(|unit| self.info(unit).armored),
            Armor::Attack => fight.armored && kind.side != fight.attacker,
        };
        holds.then_some((against.shift.max(kind.shift), against.defence.max(kind.defence)))
    }

    /// The columns that a support shifts: PA.SUP.art2, PA.SUP.art3, PA.SUP.katyusha, PA.SUP.lelyushenko, PA.SUP.hoth, PA.SUP.luftwaffe, PA.SUP.rudel.
    pub(crate) fn shift_of(&self, fight: &Fight, marker: SupportId) -> u8 {
        self.better(fight, marker).map_or(self.support(marker).shift, |(shift, _)| shift)
    }

    /// The factors that a support adds to the defence: PA.SUP.art2, PA.SUP.art3, PA.SUP.pak88, PA.SUP.hollidt, PA.SUP.luftwaffe, PA.SUP.rudel.
    pub(crate) fn defence_of(&self, fight: &Fight, marker: SupportId) -> u8 {
        self.better(fight, marker).map_or(self.support(marker).defence, |(_, defence)| defence)
    }

    /// The odds of a combat as it stands (8.5, dossier's order of modifiers).
    pub fn odds_of(&self, state: &State, fight: &Fight) -> Sum {
        let serving = |side: Side| fight.supports.iter().filter(move |marker| self.support(*marker).side == side);
        let mut attack = self.stack_attack(state, fight);
        let mut shift = 0;
        for marker in serving(fight.attacker) {
            attack += u16::from(self.support(marker).attack);
            shift += self.shift_of(fight, marker);
        }
        let mut defence = self.stack_defence(state, fight);
        for marker in serving(fight.defender()) {
            defence += u16::from(self.defence_of(fight, marker));
        }
        let terrain = self.defence_terrain(state, fight.hex, fight.defender());
        defence += u16::from(self.data.charts.terrain[terrain as usize].defence);
        defence += self.river_defence(state, fight);
        let raw = raw_column(attack, defence);
        let shifted = raw.saturating_add(shift.into());
        // 5.5.4.d, 8.5.8.b: beyond 6/1 there is nothing.
        let column = if shifted < 0 { -1 } else { shifted.min(Odds::ALL.len() as i16 - 1) as i8 };
        Sum { attack, defence, raw, shift, column }
    }

    /// The terms of both totals, one by one, for people.
    pub fn odds_terms(&self, state: &State, fight: &Fight) -> Vec<Term> {
        let mut terms = Vec::new();
        for (attack, units) in [(true, fight.attackers), (false, fight.defenders)] {
            for unit in units.iter().filter(|unit| state.field.at(*unit).is_some()) {
                let piece = state.field.get(unit);
                let factors = self.info(unit).factors(piece.steps);
                let value = if attack { factors.attack } else { factors.defence };
                let text = self.info(unit).name.clone();
                terms.push(Term { attack, text, unit: Some(unit), value: value.into() });
            }
            let printed: i16 = terms.iter().filter(|term| term.attack == attack).map(|term| term.value).sum();
            let counted = if attack { self.stack_attack(state, fight) } else { self.stack_defence(state, fight) };
            let change = i16::try_from(counted).unwrap_or(i16::MAX) - printed;
            if change != 0 {
                let text =
                    if attack { "supply, fortress level and rivers" } else { "supply, fortress level and retreats" };
                terms.push(Term { attack, text: text.into(), unit: None, value: change });
            }
        }
        for marker in fight.supports.iter() {
            let kind = self.support(marker);
            let attack = kind.side == fight.attacker;
            let value = if attack { kind.attack } else { self.defence_of(fight, marker) };
            if value > 0 {
                terms.push(Term { attack, text: kind.name.clone(), unit: None, value: value.into() });
            }
        }
        let terrain = &self.data.charts.terrain[self.defence_terrain(state, fight.hex, fight.defender()) as usize];
        if terrain.defence > 0 {
            let value = terrain.defence.into();
            terms.push(Term { attack: false, text: terrain.name.clone(), unit: None, value });
        }
        let river = self.river_defence(state, fight);
        if river > 0 {
            let value = i16::try_from(river).unwrap_or(i16::MAX);
            terms.push(Term { attack: false, text: "attacked across rivers only".into(), unit: None, value });
        }
        terms
    }
}

/// 8.5.1: a ratio, n to 1 or 1 to n; 8.5.5: rounded in favour of the defender; 0 stands for 1/2, 1 for 1/1, -1 for 1/3 and so on (8.5.7).
pub(crate) fn raw_column(attack: u16, defence: u16) -> i16 {
    let defence = defence.max(1);
    if attack == 0 {
        return i16::MIN / 2;
    }
    if attack >= defence {
        return i16::try_from(attack / defence).unwrap_or(i16::MAX / 2);
    }
    2 - i16::try_from(defence.div_ceil(attack)).unwrap_or(i16::MAX / 2)
}

/// The raw odds as people write them: `8/1`, `1/4`.
pub fn raw_word(raw: i16) -> String {
    if raw >= 1 { format!("{raw}/1") } else { format!("1/{}", 2 - raw) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_round_in_favour_of_the_defender() {
        // 8.5.5 and the examples 5 and 7.
        assert_eq!(raw_word(raw_column(35, 10)), "3/1");
        assert_eq!(raw_word(raw_column(10, 35)), "1/4");
        assert_eq!(raw_word(raw_column(34, 4)), "8/1");
        assert_eq!(raw_word(raw_column(40, 10)), "4/1");
        assert_eq!(raw_word(raw_column(10, 10)), "1/1");
        assert_eq!(raw_word(raw_column(9, 10)), "1/2");
        assert_eq!(raw_word(raw_column(5, 10)), "1/2");
        assert_eq!(raw_word(raw_column(4, 10)), "1/3");
        assert!(raw_column(0, 1) < -100);
    }
}
