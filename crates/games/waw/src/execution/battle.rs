//! 15.0 Ground battles: who still attacks, early retreats, the roll, and what follows.

use super::report::{Fight, Fought};
use super::{Odds, PULSES, Run, Sides};
use crate::data::Terrain;
use crate::field::LIMIT;
use crate::fix::{ONE, holds, rounded, shift, times};
use crate::state::{Assault, Stance, Standing};
use kessel_kernel::Case;

/// What a merged battle is fought as (15.2.e).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Intensity {
    Probe,
    Assault,
    AllOut,
}

/// A battle's numbers after the roll.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) roll: i64,
    pub(crate) result: i64,
    /// The defenders must go back so many hexes; they stay if they stand fast.
    pub(crate) hexes: u8,
    /// So many they went.
    pub(crate) back: u8,
    pub(crate) stood: bool,
    pub(crate) won: bool,
    /// No defender is left.
    pub(crate) destroyed: bool,
}

impl Run<'_> {
    /// The battles whose pulse it is: better troops first, then by row and column (20.1.a).
    pub(super) fn fight(&mut self) {
        let mut due: Vec<usize> = (0..self.battles.len())
            .filter(|n| !self.battles[*n].done && self.battles[*n].pulse == self.pulse)
            .collect();
        due.sort_by_key(|n| {
            let battle = &self.battles[*n];
            (-battle.quality, self.stage.theater.rank[battle.hex as usize], battle.side)
        });
        for n in due {
            self.battle(n);
        }
    }

    fn battle(&mut self, n: usize) {
        let (hex, side) = (self.battles[n].hex, self.battles[n].side);
        let units: Vec<u16> = self.battles[n].units.iter().copied().filter(|u| self.still_attacks(*u, hex)).collect();
        if units.is_empty() {
            self.battles[n].done = true;
            return;
        }
        // 16.32.a: fire on the attackers' hexes may hold them up; past the last pulse the attack does not happen.
        if units.iter().any(|unit| self.is_interdicted(*unit, self.state.units[*unit as usize].at)) {
            self.battles[n].pulse += 1;
            self.battles[n].done = self.battles[n].pulse > PULSES;
            return;
        }
        self.battles[n].done = true;
        if !self.field.held_by(&self.stage, hex, side.other()) {
            self.step_in(&units, hex);
            return;
        }
        self.combat = true;
        let defenders: Vec<u16> = self.field.stack(hex).collect();
        let fire = self.joined_fire(hex, side);
        let support = self.support_for(hex, side.other());
        let sides = Sides {
            attackers: &units,
            defenders: &defenders,
            hex,
            ambush: false,
            overrun: false,
            explain: self.log.listens(),
        };
        let odds = Odds::of(&self.stage, self.state, &sides, fire, support);
        self.pound(hex, fire + support);
        self.delay_guns(&defenders, odds.attack);
        let intensity = self.intensity(&units);
        self.engage(&units, &defenders, hex, intensity);
        if self.leaves_early(&units, &defenders, hex, &odds) {
            return;
        }
        self.resolve(&units, &defenders, hex, &odds, intensity);
    }

    /// Does the unit still attack this hex: it lives, has its order, and stands where it began the turn (15.1.c)?
    fn still_attacks(&self, unit: u16, hex: u16) -> bool {
        let now = &self.state.units[unit as usize];
        let order = matches!(now.order, Standing::Attack(_, at) if at == hex);
        now.here() && order && now.at == self.acts[unit as usize].start
    }

    /// 15.2.e: the average of the orders.
    fn intensity(&self, units: &[u16]) -> Intensity {
        let sum: i64 = units.iter().map(|u| self.assault_of(*u).weight()).sum();
        match rounded(sum.into(), units.len() as i128) {
            ..=1 => Intensity::Probe,
            2 => Intensity::Assault,
            _ => Intensity::AllOut,
        }
    }

    /// Ruling 74: nobody is there: whoever may advance steps in.
    fn step_in(&mut self, units: &[u16], hex: u16) {
        for unit in units {
            let advances = matches!(self.assault_of(*unit), Assault::Assault | Assault::AllOut);
            if advances && self.can_enter(*unit, hex) {
                self.state.units[*unit as usize].still = 0;
                let act = &mut self.acts[*unit as usize];
                (act.hexes, act.spent) = (act.hexes + 1, act.spent + act.allowance / 4);
                self.go(*unit, hex);
            }
        }
    }

    /// May it go into a neighbouring hex now: ground, enemy, stacking (15.63.b)?
    pub(super) fn can_enter(&self, unit: u16, hex: u16) -> bool {
        let (info, now) = (self.stage.info(unit), &self.state.units[unit as usize]);
        let open = self
            .stage
            .step_cost(self.state, info.side, info.movement, crate::state::Mode::Tactical, now.at, hex)
            .is_ok();
        let ferry = |hex| self.stage.terrain(self.state, hex) == Terrain::Ferry;
        open && !self.field.held_by(&self.stage, hex, info.side.other())
            && self.field.points(hex) + self.load(unit) <= LIMIT
            && (self.hour.night || !ferry(hex) || ferry(now.at))
    }

    /// What a battle costs both sides whatever comes of it: fatigue, disorganization, ammunition, knowledge (21.12, 21.22, 19.9).
    fn engage(&mut self, units: &[u16], defenders: &[u16], hex: u16, intensity: Intensity) {
        let city = self.stage.terrain(self.state, hex).is_city();
        let probe = intensity == Intensity::Probe;
        for unit in units {
            self.tire(*unit, Case("21.12.a"), 2);
            let night = match (self.hour.night, self.hour.moonlit, probe) {
                (true, false, true) => 2,
                (true, false, false) => 10,
                (true, true, true) => 1,
                (true, true, false) => 8,
                (false, _, true) => 0,
                (false, _, false) => 1,
            };
            if night > 0 {
                // 21.22.d: by what the whole battle is.
                self.disorder(*unit, Case("21.22.a"), night);
            }
            if city {
                self.disorder(*unit, Case("21.22.a"), 10);
            }
            let own = self.assault_of(*unit) == Assault::Probe;
            let grams = if own { shift(Case("19.9.b"), 75_000) } else { 150_000 };
            let act = &mut self.acts[*unit as usize];
            act.ammunition = act.ammunition.max(grams);
            act.stopped_work = true;
        }
        for unit in defenders {
            self.tire(*unit, Case("21.12.a"), 1);
            // 19.3.g: six probes use what four attacks do.
            let grams = if probe { 50_000 } else { 75_000 };
            let act = &mut self.acts[*unit as usize];
            act.under_fire = act.under_fire.max(shift(Case("19.9.c"), grams));
            act.stopped_work = true;
            if probe {
                act.probed = true;
            } else {
                act.assaulted = true;
            }
        }
        self.relieve(defenders, 1);
    }

    /// 18.5.b: an attacked stack hinders movement less.
    pub(super) fn relieve(&mut self, units: &[u16], by: u8) {
        for unit in units {
            self.field.relief[*unit as usize] += by;
            let at = self.state.units[*unit as usize].at;
            if self.state.units[*unit as usize].here() {
                self.field.exert(&self.stage, self.state, at);
            }
        }
    }

    /// The order of the strongest unit decides for the stack; ties go to the firmer one.
    pub(super) fn stack_stance(&self, defenders: &[u16]) -> Stance {
        let key = |u: &u16| (self.state.units[*u as usize].defence, self.state.units[*u as usize].order.stance());
        defenders.iter().map(key).max().map_or(Stance::Defend, |(_, stance)| stance)
    }

    /// 15.51.a: units told to retreat if attacked try to be gone before it comes to blows.
    fn leaves_early(&mut self, units: &[u16], defenders: &[u16], hex: u16, odds: &Odds) -> bool {
        // 9.31.i.
        if !holds(Case("15.51.a"), self.stack_stance(defenders) == Stance::Retreat) {
            return false;
        }
        // 15.51.b: against an attack on the ground only, and where to is his staff's choice.
        let Some(path) = self.retreat_path(defenders, units, hex, 1) else { return false };
        let speed = |unit: &u16| i64::from(self.stage.allowance(self.state, *unit, false));
        let slowest = defenders.iter().map(speed).min().unwrap_or(0);
        let fastest = units.iter().map(speed).max().unwrap_or(0);
        let terrain = self.stage.terrain(self.state, hex);
        let covered = terrain.is_urban() || matches!(terrain, Terrain::Forest | Terrain::Marsh);
        let chance = 50 * ONE
            + times((slowest - fastest) * ONE, 4, 120)
            + 6 * (self.mean_quality(defenders) - self.mean_quality(units))
            + 2 * (odds.support - odds.fire)
            + if covered { 10 * ONE } else { 0 };
        let chance = chance.div_euclid(ONE).clamp(5, 95);
        if i64::from(self.dice.roll(Case("15.51.a"), 100)) > chance {
            return false;
        }
        let roll = self.two_dice(Case("15.6"));
        let result = odds.column + 200_000 * (roll - 7);
        let (_, rate) = self.loss_rates(result);
        let sum = |units: &[u16]| units.iter().map(|u| self.state.units[*u as usize].defence).sum::<i64>();
        let loss = times(times(sum(defenders).min(2 * sum(units)), rate, ONE), 1, 10);
        self.start_report();
        self.share(defenders, loss, Case("15.51.a"));
        let outcome = Outcome { roll, result, hexes: 1, back: 1, won: true, ..Outcome::default() };
        let attacker = self.stage.side(units[0]);
        self.report(&Fought { hex, attacker, fight: Fight::Slipped, odds, outcome: Some(&outcome) });
        self.fall_back(defenders, &path, true);
        self.count_battle(units, true);
        self.advance(units, hex, &path[..path.len() - 1]);
        true
    }

    pub(super) fn two_dice(&mut self, case: Case) -> i64 {
        i64::from(self.dice.d6(case)) + i64::from(self.dice.d6(case))
    }

    pub(super) fn count_battle(&mut self, units: &[u16], won: bool) {
        let side = self.stage.side(units[0]);
        self.state.battles[side.index()][0] += 1;
        self.state.battles[side.index()][1] += u16::from(won);
    }
}
