//! 15.3, 15.4 The odds of an attack: summed strengths, one column, and every shift.

use crate::data::{Kind, Terrain};

use crate::fix::{ONE, column, factor, holds, ratio, rounded, shift, times};
use crate::state::State;
use crate::strength::{Cover, Lines};
use crate::theater::Stage;
use kessel_kernel::{Case, Side};

/// Stacking points that fight at full strength (11.3.a).
const FULL: i64 = 6;

/// Who fights whom.
pub(crate) struct Sides<'a> {
    pub(crate) attackers: &'a [u16],
    pub(crate) defenders: &'a [u16],
    pub(crate) hex: u16,
    /// 14.31: the attackers strike with half their strength, without leaders and positions.
    pub(crate) ambush: bool,
    /// 14.71: everybody counts whole.
    pub(crate) overrun: bool,
    /// Somebody will read it: what makes each strength is noted.
    pub(crate) explain: bool,
}

/// What a unit brings to a battle.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) unit: u16,
    /// Its strength before and after everything that changes it.
    pub(crate) raw: i64,
    pub(crate) value: i64,
    pub(crate) lines: Lines,
}

/// What shifts the odds, for the report.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shift {
    Ground(Terrain),
    DugIn,
    Fortified,
    /// Attacking armour against the defenders' antitank; `city`: at most one (15.43.e).
    Armour {
        armour: i64,
        antitank: i64,
        city: bool,
    },
    /// Defending armour against the attackers' antitank.
    DefendingArmour {
        armour: i64,
        antitank: i64,
        city: bool,
    },
    /// Integrity.
    Attackers,
    Defenders,
    Engineers,
    /// Both averages.
    Quality(i64, i64),
    /// By his place in the scenario.
    Leader(usize),
}

/// The odds, as a report shows them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Odds {
    /// Attack and defence in all, in millionths.
    pub(crate) attack: i64,
    pub(crate) defence: i64,
    /// The column before any shift, and after all.
    pub(crate) base: i64,
    pub(crate) column: i64,
    /// Each unit's part.
    pub(crate) attackers: Vec<Part>,
    pub(crate) defenders: Vec<Part>,
    /// Hexes of attackers (0) and defenders (1) with more points than fight whole (11.3).
    pub(crate) crowded: Vec<(usize, u16, i64)>,
    /// Barrage and air points on the attacker's side, support on the defender's.
    pub(crate) fire: i64,
    pub(crate) support: i64,
    /// The shifts, one by one.
    pub(crate) shifts: Vec<(Case, Shift, i64)>,
}

impl Odds {
    /// Works them out. `fire` and `support` are modified already.
    pub(crate) fn of(stage: &Stage<'_>, state: &State, sides: &Sides<'_>, fire: i64, support: i64) -> Odds {
        let mut odds = Odds { fire, support, ..Odds::default() };
        let points: u8 = sides.defenders.iter().map(|u| stage.info(*u).points).sum();
        let cover = if sides.ambush { None } else { stage.cover(state, sides.hex, points) };
        odds.strengths(stage, state, sides, cover);
        odds.base = column(odds.attack, odds.defence);
        odds.column = odds.base;
        // 15.4: each shift is added to the one before.
        odds.ground(stage, state, sides.hex, stage.covers(state, sides.defenders, cover));
        odds.armour(stage, state, sides, cover);
        odds.integrity(stage, state, sides);
        odds.engineers(stage, state, sides, cover);
        odds.quality(stage, state, sides);
        if !sides.ambush {
            odds.leaders(stage, state);
        }
        odds
    }

    /// 15.41.h: guns and aircraft alone against `defence`: terrain and position only, and no integrity (15.42.d).
    pub(crate) fn of_fire(
        stage: &Stage<'_>,
        state: &State,
        hex: u16,
        fire: i64,
        defence: i64,
        cover: Option<Cover>,
    ) -> Odds {
        let base = column(fire, defence);
        let mut odds = Odds { attack: fire, defence, base, column: base, fire, ..Odds::default() };
        odds.ground(stage, state, hex, cover);
        odds
    }

    #[track_caller]
    fn add(&mut self, case: Case, what: Shift, by: i64) {
        let by = shift(case, by);
        if by != 0 {
            self.column += by;
            self.shifts.push((case, what, by));
        }
    }

    /// 11.3: only six points of a hex fight whole; the fraction touches attack and defence and nothing else, not what guns fire (11.3.b).
    fn strengths(&mut self, stage: &Stage<'_>, state: &State, sides: &Sides<'_>, cover: Option<Cover>) {
        let note = || Lines { off: !sides.explain, list: Vec::new() };
        for unit in sides.attackers {
            let mut lines = note();
            let mut value = stage.attack(state, *unit, sides.hex, &mut lines);
            if sides.ambush {
                value = lines.factor(Case("14.31.a"), "ambush", value, 1, 2);
            }
            self.attackers.push(Part { unit: *unit, raw: state.units[*unit as usize].attack, value, lines });
        }
        let mut hexes: Vec<u16> = sides.attackers.iter().map(|u| state.units[*u as usize].at).collect();
        hexes.sort_unstable();
        hexes.dedup();
        for hex in hexes {
            let here = |unit: &u16| state.units[*unit as usize].at == hex;
            let points: i64 =
                sides.attackers.iter().filter(|u| here(u)).map(|u| i64::from(stage.info(*u).points)).sum();
            let sum: i64 = self.attackers.iter().filter(|part| here(&part.unit)).map(|part| part.value).sum();
            self.attack += fraction(Case("11.3.f"), sum, points, sides.overrun);
            self.note_crowd(0, hex, points, sides);
        }
        // 15.1.f: of the guns that have this hex for a target.
        self.attack += self.fire;
        let mut points = 0;
        for unit in sides.defenders {
            let mut lines = note();
            let value = stage.defence(state, *unit, cover, &mut lines);
            points += i64::from(stage.info(*unit).points);
            self.defenders.push(Part { unit: *unit, raw: state.units[*unit as usize].defence, value, lines });
        }
        let sum = self.defenders.iter().map(|part| part.value).sum();
        self.defence = fraction(Case("11.3.a"), sum, points, sides.overrun) + self.support;
        self.note_crowd(1, sides.hex, points, sides);
    }

    fn note_crowd(&mut self, n: usize, hex: u16, points: i64, sides: &Sides<'_>) {
        if sides.explain && points > FULL && !sides.overrun {
            self.crowded.push((n, hex, points));
        }
    }

    /// 15.41.a: the defender's ground and position.
    fn ground(&mut self, stage: &Stage<'_>, state: &State, hex: u16, cover: Option<Cover>) {
        let terrain = stage.terrain(state, hex);
        let frozen = terrain == Terrain::Marsh && stage.frozen(state, hex);
        if !frozen {
            let case = match terrain {
                Terrain::Village | Terrain::Suburb => Case("7.a"),
                Terrain::Marsh => Case("7.m"),
                Terrain::City => Case("7.c"),
                Terrain::Factory => Case("7.g"),
                Terrain::Rubble => Case("7.f"),
                _ => Case("15.41.a"),
            };
            // 7.h: open ground, airfields too (7.i), has nothing on its line of the chart; 7.j: woods have one column; 7.z: positions are added to it.
            self.add(case, Shift::Ground(terrain), stage.data.charts.terrain(terrain).odds.into());
        }
        if let Some(cover) = cover {
            let (what, most) =
                if cover.fortified { (Shift::Fortified, -2_000_000) } else { (Shift::DugIn, -1_500_000) };
            self.add(Case("15.41.a"), what, times(most, cover.size, cover.of));
        }
    }

    /// 15.43: attacking armour against antitank, and defending armour against the attackers' antitank.
    fn armour(&mut self, stage: &Stage<'_>, state: &State, sides: &Sides<'_>, cover: Option<Cover>) {
        let mut lines = Lines::off();
        // 7.d: in the city; 7.b: in villages and suburbs of its maps as well.
        let urban = stage.city() && stage.terrain(state, sides.hex).is_urban();
        let mut sum = |units: &[u16], value: &mut dyn FnMut(u16, &mut Lines) -> i64| -> i64 {
            units.iter().map(|unit| value(*unit, &mut lines)).sum()
        };
        let hex = sides.hex;
        let attack_armour = sum(sides.attackers, &mut |u, l| stage.armour(state, u, Some(hex), l));
        let defend_antitank = sum(sides.defenders, &mut |u, l| stage.antitank(state, u, true, cover, l));
        let defend_armour = sum(sides.defenders, &mut |u, l| stage.armour(state, u, None, l));
        let attack_antitank = sum(sides.attackers, &mut |u, l| stage.antitank(state, u, false, None, l));
        // 15.43.e: one shift at most for either armour, whichever way it goes.
        let bounded = |by: i64| {
            let city = urban && by.abs() > ONE && holds(Case("15.43.e"), true);
            (if city { by.signum() * ONE } else { by }, city)
        };
        let (by, city) = bounded(armour_shift(attack_armour, defend_antitank));
        let what = Shift::Armour { armour: attack_armour, antitank: defend_antitank, city };
        self.add(Case("15.43.c"), what, by);
        let (by, city) = bounded(-armour_shift(defend_armour, attack_antitank));
        let what = Shift::DefendingArmour { armour: defend_armour, antitank: attack_antitank, city };
        self.add(Case("15.43.d"), what, by);
    }

    /// 15.42: a shift for each organisation that fights together.
    fn integrity(&mut self, stage: &Stage<'_>, state: &State, sides: &Sides<'_>) {
        let org = |unit: &u16| {
            let info = stage.info(*unit);
            // 15.42.c: whatever headquarters they are under.
            info.org.filter(|_| !matches!(info.kind, Kind::Hq | Kind::Artillery))
        };
        let mut attacking: Vec<_> = sides.attackers.iter().filter_map(org).collect();
        attacking.sort_unstable();
        let together = attacking.chunk_by(|a, b| a == b).filter(|same| same.len() >= 2).count();
        // 15.42.e: one for each, and the defenders' are taken off.
        self.add(Case("15.42.b"), Shift::Attackers, together as i64 * ONE);
        let mut defending: Vec<_> = sides.defenders.iter().filter_map(org).collect();
        defending.sort_unstable();
        defending.dedup();
        let near = |unit: &u16, sides: &Sides<'_>| {
            let at = state.units[*unit as usize].at;
            state.units[*unit as usize].here() && stage.theater.distance(at, sides.hex) <= 2
        };
        let whole = defending
            .iter()
            .filter(|org| stage.theater.orgs[org.index()].iter().filter(|unit| near(unit, sides)).take(2).count() == 2);
        self.add(Case("15.42.a"), Shift::Defenders, -(whole.count() as i64) * ONE);
    }

    /// 15.44: engineers against towns and positions.
    fn engineers(&mut self, stage: &Stage<'_>, state: &State, sides: &Sides<'_>, cover: Option<Cover>) {
        if stage.terrain(state, sides.hex).is_urban() || cover.is_some() {
            let engineers = sides.attackers.iter().filter(|u| stage.info(**u).kind == Kind::Engineer).count();
            self.add(Case("15.44"), Shift::Engineers, engineers as i64 * ONE);
        }
    }

    /// 15.45: the difference of the averages.
    fn quality(&mut self, stage: &Stage<'_>, state: &State, sides: &Sides<'_>) {
        let mean = |units: &[u16]| {
            let sum: i64 = units.iter().map(|u| stage.quality(state, *u)).sum();
            rounded(i128::from(sum) * i128::from(ONE), units.len().max(1) as i128)
        };
        let (attack, defence) = (mean(sides.attackers), mean(sides.defenders));
        // 20.1.b.
        self.add(Case("15.45"), Shift::Quality(attack, defence), attack - defence);
    }

    /// 13.1.c: one leader a side: his whose unit is the strongest.
    fn leaders(&mut self, stage: &Stage<'_>, state: &State) {
        let led = |units: &[Part]| -> Option<usize> {
            let of = |unit: u16| state.leaders.iter().position(|at| *at == unit);
            let mut best = units
                .iter()
                .filter_map(|part| of(part.unit).map(|leader| (part.value, std::cmp::Reverse(part.unit), leader)))
                .collect::<Vec<_>>();
            best.sort_unstable();
            best.last().map(|(_, _, leader)| *leader)
        };
        if let Some(leader) = led(&self.attackers) {
            let by = stage.leader_bonus(state, leader, true);
            self.add(Case("13.1.a"), Shift::Leader(leader), by * ONE);
        }
        if let Some(leader) = led(&self.defenders) {
            let by = stage.leader_bonus(state, leader, false);
            self.add(Case("13.1.a"), Shift::Leader(leader), -by * ONE);
        }
    }
}

impl Stage<'_> {
    /// 14.31.b: a position shifts nothing for those who are on the march.
    fn covers(&self, state: &State, defenders: &[u16], cover: Option<Cover>) -> Option<Cover> {
        let stands = |u: &&u16| !holds(Case("14.31.b"), state.units[**u as usize].strategic);
        let standing: i64 = defenders.iter().filter(stands).map(|u| i64::from(self.info(*u).points)).sum();
        let cover = cover.map(|c| Cover { size: c.size.min(standing), ..c });
        cover.filter(|c| c.size > 0)
    }

    /// 13.1.a, 30.1.e: what a leader (by his place in the scenario) adds to an attack, or takes from one.
    pub(crate) fn leader_bonus(&self, state: &State, leader: usize, attack: bool) -> i64 {
        let leader = self.data.leader(self.scenario.leaders[leader].leader);
        let more = leader.side == Side::Soviet && state.setup.has(crate::data::Variant::MoreInitiative);
        if attack {
            (i64::from(leader.attack) + shift(Case("30.1.e"), i64::from(more))).min(3)
        } else {
            leader.defence.into()
        }
    }
}

/// 11.3.f: of more than six stacking points only six fight.
fn fraction(case: Case, sum: i64, points: i64, whole: bool) -> i64 {
    if whole || points <= FULL { sum } else { factor(case, sum, FULL, points) }
}

/// 15.43.c: the ratio less one: up to ten for armour, down to three for antitank.
pub(super) fn armour_shift(armour: i64, antitank: i64) -> i64 {
    // 15.43.a: without any it shifts nothing.
    if armour <= 0 {
        0
    } else if antitank <= 0 {
        10 * ONE
    } else if armour >= antitank {
        (ratio(armour, antitank) - ONE).min(10 * ONE)
    } else {
        -(ratio(antitank, armour) - ONE).min(3 * ONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_armour_and_antitank_shift_nothing() {
        assert_eq!(armour_shift(ONE, ONE), 0);
        assert_eq!(armour_shift(18 * ONE, 5 * ONE), 2_600_000);
        assert_eq!(armour_shift(ONE, 9 * ONE), -3 * ONE);
        assert_eq!(armour_shift(0, ONE), 0);
        assert_eq!(armour_shift(99 * ONE, ONE), 10 * ONE);
    }

    #[test]
    fn nine_points_fight_as_six() {
        let part = |points| fraction(Case("11.3.f"), 9 * ONE, points, false);
        assert_eq!((part(6), part(7), part(8), part(9)), (9 * ONE, 7_714_286, 6_750_000, 6 * ONE));
    }
}
