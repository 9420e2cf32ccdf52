//! 8.1 The sums of a battle and what modifies them, the quotient, and the report of it all.

use crate::Battle;
use crate::data::{AssetClass, City, Crt, CrtCell, Fraction};
use crate::sets::UnitSet;
use crate::state::{Fight, State};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::event::{BattleReport, BattleResult, Force, ForceLine};
use kessel_kernel::{Case, Event, Side, What};

/// The modified sum of one side in a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForceSum {
    /// Basic strengths: never modified (8.1.b).
    pub basic: u16,
    /// Assets that are neither tanks nor anti-tank.
    pub plain: u16,
    /// Tank and panzer assets before modification.
    pub tank: u16,
    /// The fractions that apply, with their cases.
    pub fractions: ArrayVec<(Case, Fraction), 3>,
    /// Tank and panzer assets after it.
    pub modified: u16,
}

impl ForceSum {
    /// The whole (8.1.a).
    pub fn total(&self) -> u16 {
        self.basic + self.plain + self.modified
    }
}

impl Battle {
    /// 8.1: the modified sum of one side.
    pub fn force(&self, state: &State, space: SpaceId, side: Side, attacker: Side) -> ForceSum {
        let mut sum = self.printed_sum(state, self.fighters(state, space, side));
        let attacks = side == attacker;
        let defenders = self.fighters(state, space, attacker.other());
        let guns = self.best_anti_tank(state, defenders).filter(|_| attacks);
        sum.fractions = self.fractions(state, space, attacks, guns);
        // 8.1.c: the sum of all tanks, once.
        sum.modified = modified(sum.tank, &sum.fractions);
        sum
    }

    /// 8.1.d to 8.1.g: what is taken from the tanks of one side in a battle, if these guns await them.
    pub(crate) fn fractions(
        &self,
        state: &State,
        space: SpaceId,
        attacks: bool,
        guns: Option<Fraction>,
    ) -> ArrayVec<(Case, Fraction), 3> {
        let mut fractions = ArrayVec::new();
        if attacks && state.marker(space).is_some_and(|m| m.river) {
            fractions.push((Case("8.1.d"), self.data.charts.combat.river_assault));
        }
        if let Some(fraction) = guns {
            fractions.push((Case("8.1.e"), fraction));
        }
        if self.data.spaces[space].city == City::Major {
            fractions.push((Case("8.1.g"), self.data.charts.combat.major_city));
        }
        fractions
    }

    /// 8.1.a: basic strength and assets, before any modification.
    pub(crate) fn printed_sum(&self, state: &State, units: UnitSet) -> ForceSum {
        let mut sum = ForceSum::default();
        for unit in units.iter() {
            sum.basic += u16::from(state.units[unit.index()].strength);
            for asset in state.assets_of(unit).iter() {
                let info = &self.data.assets[asset.index()];
                let factor = u16::from(info.factors[usize::from(state.assets[asset.index()].steps)]);
                match info.class {
                    AssetClass::Tank => sum.tank += factor,
                    AssetClass::Plain => sum.plain += factor,
                    // 8.1.h.
                    AssetClass::AntiTank { .. } => {}
                }
            }
        }
        sum
    }

    /// 8.1.f, 8.1.k, R-29: one anti-tank asset counts, the best of those in the defence.
    fn best_anti_tank(&self, state: &State, defenders: UnitSet) -> Option<Fraction> {
        defenders
            .iter()
            .flat_map(|unit| state.assets_of(unit).iter())
            .filter_map(|asset| match self.data.assets[asset.index()].class {
                AssetClass::AntiTank { num, den } => Some(Fraction { num: u16::from(num), den: u16::from(den) }),
                AssetClass::Tank | AssetClass::Plain => None,
            })
            .min_by(stronger)
    }

    /// 8.0.3: the quotient without its remainder; 0 stands for less than one, 5 for five and more.
    pub fn quotient(attacker: u16, defender: u16) -> usize {
        usize::from(attacker / defender.max(1)).min(Crt::TOP)
    }

    pub(crate) fn battle_event(&self, fight: &Fight, forces: &[ForceSum; 2]) -> Event {
        let report = self.report(fight, Some(forces));
        let cells: Vec<String> = report.results.iter().map(|r| r.cell.clone()).collect();
        let text = format!(
            "Battle in {}: {} to {}, table {}; the defender suffers {}, the attacker {}",
            self.space_name(fight.space),
            report.forces[0].total,
            report.forces[1].total,
            report.column,
            cells[0],
            cells[1]
        );
        Event::new(Case("8.0.4"), What::Battle(Box::new(report)), text)
    }

    /// The battle as both sides may know it: sums, fractions, dice and cells, but not which asset is where.
    pub(crate) fn report(&self, fight: &Fight, forces: Option<&[ForceSum; 2]>) -> BattleReport {
        let (a, d) = (fight.attacker, fight.attacker.other());
        let quotient = Battle::quotient(fight.sums[a.index()], fight.sums[d.index()]);
        let force = |side: Side, n: usize| Force {
            side: Some(side),
            lines: forces.map_or_else(Vec::new, |f| force_lines(&f[n])),
            total: i32::from(fight.sums[side.index()]),
            most: i32::from(fight.sums[side.index()]),
            sum: None,
        };
        let result = |side: Side| {
            let sum = fight.sums[side.index()];
            let row = self.data.charts.crt.row(quotient, sum);
            let cell =
                CrtCell { losses: fight.losses[side.other().index()], retreat: fight.retreat[side.other().index()] };
            let cells = row.cells.iter().map(|cell| cell.text()).collect();
            BattleResult { side, line: row.label(), die: fight.dice[side.index()], cell: cell.text(), cells }
        };
        BattleReport {
            at: self.data.board.name(fight.space).into(),
            attacker: Some(a),
            forces: vec![force(a, 0), force(d, 1)],
            column: Crt::title(quotient).into(),
            results: if fight.dice[0] == 0 { Vec::new() } else { vec![result(a), result(d)] },
            ..BattleReport::default()
        }
    }
}

/// 8.1.i: all fractions together, then the rest is dropped once.
pub(crate) fn modified(tank: u16, fractions: &[(Case, Fraction)]) -> u16 {
    let (num, den) = fractions
        .iter()
        .fold((u32::from(tank), 1u32), |(num, den), (_, f)| (num * u32::from(f.num), den * u32::from(f.den)));
    (num / den) as u16
}

/// The order of anti-tank fractions: what takes more comes first.
pub(crate) fn stronger(a: &Fraction, b: &Fraction) -> std::cmp::Ordering {
    (u32::from(a.num) * u32::from(b.den)).cmp(&(u32::from(b.num) * u32::from(a.den)))
}

/// What a fraction of the tanks is for.
pub(crate) fn fraction_name(case: Case) -> &'static str {
    match case.id() {
        "8.1.d" => "tanks in a river assault",
        "8.1.e" => "tanks against anti-tank guns",
        _ => "tanks in a major city",
    }
}

/// What both sides may read beside a sum. Never its parts, which would show the basic strength of a lone unit (3.5, R-65).
/// River and city lie open on the map, so they are named with or without tanks; guns are named only if they were used.
fn force_lines(sum: &ForceSum) -> Vec<ForceLine> {
    let shown = sum.fractions.iter().filter(|(case, _)| case.id() != "8.1.e" || sum.tank > 0);
    let line = |(case, fraction): &(Case, Fraction)| ForceLine {
        case: *case,
        text: fraction_name(*case).into(),
        value: format!("x{}", fraction.text()),
    };
    shown.map(line).collect()
}
