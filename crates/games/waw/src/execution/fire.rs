//! 16.0 Artillery: what each battery's mission becomes, barrages, interdiction, support, counter-battery; 7.r the ferries.

use super::battle::Outcome;
use super::odds::Part;
use super::report::{Fight, Fought};
use super::{Odds, PULSES, Run};
use crate::data::{Kind, Terrain};
use crate::fix::{ONE, factor, holds, shift, times};
use crate::state::{Mission, NONE, Standing};
use crate::strength::{Cover, Lines};
use kessel_kernel::{Case, Side};

/// The pulse of barrages and air strikes that go with no ground attack (3.1).
const BARRAGE_PULSE: u8 = 3;
/// Batteries on call that one attacked hex is given (3.6).
const ON_CALL: usize = 3;

/// What a mission turned out to be before pulse 1 (16.22).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Job {
    /// Joins a ground attack (16.32.c).
    Joined,
    /// 16.32.d.
    Barrage,
    /// 16.32.a.
    Interdict,
    /// Dedicated support (16.33.c).
    Support,
    /// 16.33.b.
    OnCall,
    /// 16.32.e.
    Counter,
}

/// A battery with a mission.
#[derive(Clone, Debug)]
pub(crate) struct Gun {
    pub(crate) unit: u16,
    pub(crate) side: Side,
    pub(crate) target: u16,
    pub(crate) job: Job,
    pub(crate) scoot: bool,
    /// Pulses by which attacks on it have put it off (16.22.d).
    pub(crate) slip: i64,
    /// The pulse in which it fired; 0 if it has not.
    pub(crate) fired: u8,
}

impl Run<'_> {
    /// Ruling 48: what each mission is, decided once.
    pub(super) fn lay_guns(&mut self) {
        for unit in 0..self.state.units.len() as u16 {
            let now = &self.state.units[unit as usize];
            let Standing::Fire(mission) = now.order else { continue };
            if !now.here() || !self.stage.can_fire(self.state, unit) {
                continue;
            }
            let side = self.stage.side(unit);
            let (target, scoot) = match mission {
                Mission::Target(hex) => (hex, false),
                Mission::Scoot(hex) => (hex, true),
                Mission::OnCall | Mission::CounterBattery => (NONE, false),
            };
            let job = match mission {
                Mission::OnCall => Job::OnCall,
                Mission::CounterBattery => Job::Counter,
                _ if self.field.held_by(&self.stage, target, side) => Job::Support,
                _ if self.battles.iter().any(|b| b.hex == target && b.side == side) => Job::Joined,
                _ => Job::Barrage,
            };
            self.acts[unit as usize].busy |= !matches!(job, Job::OnCall | Job::Counter);
            self.guns.push(Gun { unit, side, target, job, scoot, slip: 0, fired: 0 });
        }
        self.sort_barrages();
        for n in 0..self.guns.len() {
            if self.guns[n].job == Job::Interdict {
                let (unit, target, side) = (self.guns[n].unit, self.guns[n].target, self.guns[n].side);
                let points = self.stage.barrage(self.state, unit, target, &mut Lines::off());
                self.interdict(side.other(), target, points, 0);
                self.shoot(n, 300_000);
            }
        }
        self.ferry_fire_everywhere();
    }

    /// 16.22.a, 16.22.c, 16.34.a: barrage if the hex is held and spotted or the odds are even; otherwise interdiction.
    fn sort_barrages(&mut self) {
        let mut hexes: Vec<(u16, Side)> =
            self.guns.iter().filter(|g| g.job == Job::Barrage).map(|g| (g.target, g.side)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        for (hex, side) in hexes {
            let held = self.field.held_by(&self.stage, hex, side.other());
            let ferry = holds(Case("16.34.a"), self.stage.terrain(self.state, hex) == Terrain::Ferry);
            let spotted = self.spotted(hex, side) && holds(Case("16.22.a"), true);
            let fire = self.fire_on(hex, side, Job::Barrage);
            let defence = self.field.stack(hex).map(|u| self.state.units[u as usize].defence).sum();
            let cover = self.stage.cover(self.state, hex, self.field.points(hex));
            let even = Odds::of_fire(&self.stage, self.state, hex, fire, defence, cover).column >= ONE;
            if !held || ferry || !(spotted || even) {
                for gun in self.guns.iter_mut().filter(|g| g.job == Job::Barrage && g.target == hex && g.side == side) {
                    // 16.34.c: by night it delays and no more.
                    gun.job = Job::Interdict;
                }
            }
        }
    }

    fn spotted(&self, hex: u16, side: Side) -> bool {
        let reach = self.stage.spotting();
        self.stage.theater.within(hex, reach).any(|near| self.field.held_by(&self.stage, near, side))
    }

    /// Modified barrage points of a job on a hex, guns that were put off left out.
    fn fire_on(&self, hex: u16, side: Side, job: Job) -> i64 {
        let on = |g: &&Gun| g.job == job && g.target == hex && g.side == side && self.serves(g.unit);
        let mut lines = Lines::off();
        let sum: i64 = self
            .guns
            .iter()
            .filter(on)
            .filter(|g| g.slip == 0 || job == Job::Barrage)
            .map(|g| self.stage.barrage(self.state, g.unit, hex, &mut lines))
            .sum();
        let cover = self.stage.cover(self.state, hex, self.field.points(hex));
        self.stage.shelter(cover, sum, &mut lines)
    }

    /// 16.21.a: guns that were driven from their hex this turn fire no more in it.
    fn serves(&self, unit: u16) -> bool {
        self.state.units[unit as usize].here() && !self.acts[unit as usize].retreated
    }

    /// A battery fires: shells, fatigue, and everybody knows where it is (16.32.b, 8.53.c).
    fn shoot(&mut self, n: usize, grams: i64) {
        let (unit, offensive) = (self.guns[n].unit, grams >= 300_000);
        self.guns[n].fired = self.pulse.max(1);
        self.firing[usize::from(!offensive)].push(&self.stage.info(unit).name);
        let act = &mut self.acts[unit as usize];
        let first = !act.fired;
        (act.fired, act.stopped_work) = (true, true);
        act.shells = act.shells.max(if offensive { grams } else { shift(Case("19.9.c"), grams) });
        if offensive && first {
            self.tire(unit, Case("21.12.a"), 1);
        }
    }

    /// 16.32.c: what joins a ground attack: guns and aircraft.
    pub(super) fn joined_fire(&mut self, hex: u16, side: Side) -> i64 {
        self.firing = Default::default();
        let guns = self.fire_on(hex, side, Job::Joined);
        for n in 0..self.guns.len() {
            let gun = &self.guns[n];
            let due = gun.job == Job::Joined && gun.target == hex && gun.side == side && gun.slip == 0;
            if due && gun.fired == 0 && self.serves(gun.unit) {
                self.shoot(n, 300_000);
            }
        }
        let air = self.air_on(hex, side);
        shift(Case("16.32.c"), guns + air)
    }

    /// 16.33, 16.32.g: support for a hex that is attacked.
    pub(super) fn support_for(&mut self, hex: u16, side: Side) -> i64 {
        let theater = self.stage.theater;
        let mut lines = Lines::off();
        let mut called: Vec<(i64, usize)> = Vec::new();
        let (mut sum, mut used) = (0, Vec::new());
        for (n, gun) in self.guns.iter().enumerate() {
            let now = &self.state.units[gun.unit as usize];
            if gun.side != side || !self.serves(gun.unit) || gun.slip > 0 || now.at == hex {
                continue;
            }
            let points = self.stage.support(self.state, gun.unit, &mut lines);
            match gun.job {
                Job::Support if theater.distance(gun.target, hex) <= 1 && holds(Case("16.33.c"), true) => {
                    (sum, _) = (sum + points, used.push((n, true)));
                }
                Job::Joined | Job::Barrage
                    if theater.distance(gun.target, hex) == 1
                        && self.field.held_by(&self.stage, gun.target, side.other())
                        && holds(Case("16.32.g"), true) =>
                {
                    (sum, _) = (sum + points, used.push((n, false)));
                }
                Job::OnCall if theater.distance(now.at, hex) <= self.stage.info(gun.unit).range.into() => {
                    called.push((points, n));
                }
                _ => {}
            }
        }
        called.sort_by_key(|(points, n)| (std::cmp::Reverse(*points), *n));
        for (points, n) in called.into_iter().take(ON_CALL) {
            (sum, _) = (sum + shift(Case("16.33.b"), points), used.push((n, true)));
        }
        for (n, shells) in used {
            if shells {
                self.shoot(n, 150_000);
                self.acts[self.guns[n].unit as usize].busy = true;
            } else {
                self.firing[1].push(&self.stage.info(self.guns[n].unit).name);
            }
        }
        sum + self.close_support(hex, side)
    }

    /// 16.22.d: an attack on guns puts off what they have not fired yet.
    pub(super) fn delay_guns(&mut self, defenders: &[u16], attack: i64) {
        for gun in &mut self.guns {
            if gun.fired == 0 && defenders.contains(&gun.unit) {
                let defence = self.state.units[gun.unit as usize].defence.max(1);
                gun.slip += shift(Case("16.22.d"), (attack + 2 * defence - 1) / (2 * defence));
            }
        }
    }

    /// Barrages and strikes without a ground attack: one for each hex (16.32.d), by row and column.
    pub(super) fn barrages(&mut self) {
        if self.pulse < BARRAGE_PULSE {
            return;
        }
        let due = |gun: &Gun, pulse: u8| {
            gun.job == Job::Barrage && gun.fired == 0 && i64::from(BARRAGE_PULSE) + gun.slip == i64::from(pulse)
        };
        let mut hexes: Vec<(u16, Side)> = self
            .guns
            .iter()
            .filter(|g| due(g, self.pulse) && self.serves(g.unit))
            .map(|g| (g.target, g.side))
            .collect();
        if self.pulse == BARRAGE_PULSE {
            let alone = self.strikes.iter().filter(|s| s.attacks && !self.is_joined(s.hex, s.side));
            hexes.extend(alone.map(|s| (s.hex, s.side)));
        }
        hexes.sort_by_key(|(hex, side)| (self.stage.theater.rank[*hex as usize], *side));
        hexes.dedup();
        for (hex, side) in hexes {
            self.firing = Default::default();
            let mut lines = Lines::off();
            let mut guns = 0;
            for n in 0..self.guns.len() {
                if due(&self.guns[n], self.pulse) && self.guns[n].target == hex && self.guns[n].side == side {
                    let unit = self.guns[n].unit;
                    if self.serves(unit) {
                        guns += self.stage.barrage(self.state, unit, hex, &mut lines);
                        self.shoot(n, 300_000);
                    }
                }
            }
            let air = if self.pulse == BARRAGE_PULSE { self.air_on(hex, side) } else { 0 };
            self.bombard(hex, side, guns, air);
            self.scoot(hex, side);
        }
    }

    pub(super) fn is_joined(&self, hex: u16, side: Side) -> bool {
        self.battles.iter().any(|b| b.hex == hex && b.side == side)
    }

    /// A barrage on a hex; where nobody is any more it interdicts from now on (ruling 48). Air points have their position factor already.
    fn bombard(&mut self, hex: u16, side: Side, guns: i64, air: i64) {
        if !self.field.held_by(&self.stage, hex, side.other()) {
            self.interdict(side.other(), hex, guns, air);
            return;
        }
        if self.stage.terrain(self.state, hex) == Terrain::Ferry && holds(Case("16.34.a"), true) {
            self.interdict(side.other(), hex, guns, air);
            self.ferry_fire(hex);
            return;
        }
        let cover = self.stage.cover(self.state, hex, self.field.points(hex));
        let guns = self.stage.shelter(cover, guns, &mut Lines::off());
        let units: Vec<u16> = self.field.stack(hex).collect();
        self.pound(hex, guns + air);
        self.delay_guns(&units, guns + air);
        self.shell(hex, side, &units, guns + air, air > 0, guns > 0);
        self.relieve(&units, 1);
    }

    /// 15.61.d to 15.61.f: a loss for each unit, worse in a crowded hex, less for small units, guns, headquarters and armour.
    fn shell(&mut self, hex: u16, side: Side, units: &[u16], points: i64, air: bool, guns: bool) {
        let roll = self.two_dice(Case("15.61.d"));
        let stacked = i64::from(self.field.points(hex));
        let cover = self.stage.cover(self.state, hex, self.field.points(hex));
        self.combat = true;
        self.start_report();
        let whole = self.fire_odds(hex, units, points, cover);
        // 11.3.c.
        for unit in units {
            let defence = self.stage.defence(self.state, *unit, cover, &mut Lines::off());
            let odds = Odds::of_fire(&self.stage, self.state, hex, points, defence, cover);
            // A percent is 10,000 millionths: the column and two, at most twenty.
            let percent = (odds.column + 2 * ONE).clamp(0, 20 * ONE);
            let mut loss = times(self.state.units[*unit as usize].defence, percent, 100 * ONE);
            loss = times(loss, roll, 7);
            loss = factor(Case("15.61.d"), loss, 3 + stacked, 6);
            let info = self.stage.info(*unit);
            let bogged = air && self.stage.soft_marsh(self.state, hex) && holds(Case("15.61.f"), info.is_armour());
            let hard = info.striped
                || matches!(info.kind, Kind::Artillery | Kind::AntiAir | Kind::Hq | Kind::AntiTank | Kind::Armour);
            if hard && !bogged {
                loss = factor(Case("15.61.e"), loss, 1, 2);
            }
            self.tire(*unit, Case("21.12.a"), if air { 2 } else { 1 });
            self.acts[*unit as usize].stopped_work = true;
            if guns && holds(Case("14.63.d"), true) {
                self.dismount_all(*unit);
            }
            self.hurt(*unit, loss, Case("15.61.d"));
        }
        let outcome = Outcome { roll, result: whole.column, ..Outcome::default() };
        let fight = Fight::Barrage;
        self.report(&Fought { hex, attacker: side, fight, odds: &whole, outcome: Some(&outcome) });
    }

    /// What the report shows of fire: all of it against everybody it falls on.
    fn fire_odds(&self, hex: u16, units: &[u16], points: i64, cover: Option<Cover>) -> Odds {
        let part = |unit: &u16| {
            let mut lines = Lines { off: !self.log.listens(), list: Vec::new() };
            let value = self.stage.defence(self.state, *unit, cover, &mut lines);
            Part { unit: *unit, raw: self.state.units[*unit as usize].defence, value, lines }
        };
        let defenders: Vec<Part> = units.iter().map(part).collect();
        let defence = defenders.iter().map(|part| part.value).sum();
        Odds { defenders, ..Odds::of_fire(&self.stage, self.state, hex, points, defence, cover) }
    }

    /// 16.32.f, 16.32.h: light guns that fired move a hex at once.
    fn scoot(&mut self, hex: u16, side: Side) {
        for n in 0..self.guns.len() {
            let gun = &self.guns[n];
            if !gun.scoot || gun.fired != self.pulse || gun.target != hex || gun.side != side {
                continue;
            }
            let (unit, at) = (gun.unit, self.state.units[gun.unit as usize].at);
            let info = self.stage.info(unit);
            let mut best: Option<(u8, i32, u16)> = None;
            for to in self.stage.theater.near[at as usize] {
                if to == NONE || self.state.owner(to) != side || !self.can_enter(unit, to) {
                    continue;
                }
                let zone = self.field.zone_in(&self.stage, side.other(), to);
                let cost = self.stage.step_cost(self.state, side, info.movement, crate::state::Mode::Tactical, at, to);
                let key = (zone, cost.unwrap_or(i32::MAX), to);
                if best.is_none_or(|b| (key.0, key.1) < (b.0, b.1)) {
                    best = Some(key);
                }
            }
            if let Some((_, _, to)) = best {
                self.guns[n].fired = PULSES + 1;
                self.state.units[unit as usize].still = 0;
                self.acts[unit as usize].hexes += 1;
                self.go(unit, to);
            }
        }
    }

    /// 16.32.e: batteries told so fire at enemy guns that fired in the pulse before.
    pub(super) fn counter_battery(&mut self) {
        let mut aims: Vec<(u16, usize)> = Vec::new();
        for (n, gun) in self.guns.iter().enumerate() {
            if gun.job != Job::Counter || gun.fired > 0 || gun.slip > 0 || !self.serves(gun.unit) {
                continue;
            }
            let (at, range) = (self.state.units[gun.unit as usize].at, u16::from(self.stage.info(gun.unit).range));
            let fired = |g: &&Gun| {
                let now = &self.state.units[g.unit as usize];
                g.side != gun.side
                    && g.fired + 1 == self.pulse
                    && g.fired > 0
                    && now.here()
                    && self.stage.theater.distance(at, now.at) <= range
            };
            let strongest = self.guns.iter().filter(fired).max_by_key(|g| {
                (self.stage.left(self.state, g.unit, self.stage.info(g.unit).full.barrage), std::cmp::Reverse(g.unit))
            });
            if let Some(target) = strongest.filter(|_| holds(Case("16.32.e"), true)) {
                aims.push((target.unit, n));
            }
        }
        aims.sort_unstable();
        for aimed in aims.chunk_by(|a, b| a.0 == b.0) {
            let target = aimed[0].0;
            let hex = self.state.units[target as usize].at;
            if hex == NONE {
                continue;
            }
            let mut points = 0;
            self.firing = Default::default();
            for (_, n) in aimed {
                points += self.stage.barrage(self.state, self.guns[*n].unit, hex, &mut Lines::off());
                self.shoot(*n, 300_000);
                self.acts[self.guns[*n].unit as usize].busy = true;
            }
            let cover = self.stage.cover(self.state, hex, self.field.points(hex));
            let points = self.stage.shelter(cover, points, &mut Lines::off());
            self.pound(hex, points);
            let side = self.stage.side(target).other();
            self.shell(hex, side, &[target], points, false, true);
        }
    }

    /// 7.e: fire that an urban hex has taken this turn.
    pub(super) fn pound(&mut self, hex: u16, points: i64) {
        if points > 0 && self.stage.terrain(self.state, hex).is_urban() {
            match self.pounded.iter_mut().find(|(at, _)| *at == hex) {
                Some((_, sum)) => *sum += points,
                None => self.pounded.push((hex, points)),
            }
        }
    }

    /// Adds to the interdiction that a side suffers in a hex.
    pub(super) fn interdict(&mut self, side: Side, hex: u16, guns: i64, air: i64) {
        self.pound(hex, guns + air);
        let list = &mut self.interdiction[side.index()];
        match list.iter_mut().find(|(at, _, _)| *at == hex) {
            Some((_, g, a)) => (*g, *a) = (*g + guns, *a + air),
            None => list.push((hex, guns, air)),
        }
    }

    fn interdiction_in(&self, side: Side, hex: u16) -> (i64, i64) {
        let list = &self.interdiction[side.index()];
        list.iter().find(|(at, _, _)| *at == hex).map_or((0, 0), |(_, guns, air)| (*guns, *air))
    }

    /// 16.32.a: does interdiction in its hex, or in the one it enters, cost the unit this pulse? Asked once a pulse.
    pub(super) fn is_interdicted(&mut self, unit: u16, to: u16) -> bool {
        let side = self.stage.side(unit);
        if self.interdiction[side.index()].is_empty() {
            return false;
        }
        if self.acts[unit as usize].held == self.pulse {
            return true;
        }
        let now = &self.state.units[unit as usize];
        let ((g1, a1), (g2, a2)) = (self.interdiction_in(side, now.at), self.interdiction_in(side, to));
        let (guns, air) = if to == now.at { (g1, a1) } else { (g1 + g2, a1 + a2) };
        if guns + air <= 0 || !holds(Case("16.32.a"), true) {
            return false;
        }
        let (each, most) = if now.strategic { (6, 95) } else { (3, 90) };
        let chance = (each * (guns + air)).div_euclid(ONE).min(most);
        if i64::from(self.dice.roll(Case("16.32.a"), 100)) > chance {
            return false;
        }
        let act = &mut self.acts[unit as usize];
        act.held = self.pulse;
        act.lost_pulses += 1;
        if !std::mem::replace(&mut act.interdicted, true) {
            self.tire(unit, Case("16.32.a"), if air > 0 { 2 } else { 1 });
        }
        self.tell_interdicted(unit);
        true
    }

    fn ferry_fire_everywhere(&mut self) {
        let hexes: Vec<u16> = self.interdiction.iter().flatten().map(|(hex, _, _)| *hex).collect();
        for hex in hexes {
            self.ferry_fire(hex);
        }
    }

    /// 16.34.b, 16.34.d: bombarded ferries by day kill, each unit once.
    pub(super) fn ferry_fire(&mut self, hex: u16) {
        if self.hour.night || self.stage.terrain(self.state, hex) != Terrain::Ferry {
            return;
        }
        let units: Vec<u16> = self.field.stack(hex).collect();
        for unit in units {
            let (guns, air) = self.interdiction_in(self.stage.side(unit), hex);
            if guns + air <= 0 || std::mem::replace(&mut self.acts[unit as usize].ferry_hit, true) {
                continue;
            }
            let dice = i64::from(self.dice.roll(Case("16.34.b"), 10)) + i64::from(self.dice.roll(Case("16.34.b"), 10));
            // 15.61.g.
            let mut percent = 70 * ONE + 2 * (guns + air) + dice * ONE;
            let seen = self.stage.theater.mamayev != NONE && self.state.owner(self.stage.theater.mamayev) == Side::Axis;
            if seen {
                percent = factor(Case("16.34.d"), percent, 2, 1);
            }
            self.combat = true;
            let loss = times(self.state.units[unit as usize].defence, percent.min(100 * ONE), 100 * ONE);
            self.hurt(unit, shift(Case("16.34.b"), loss), Case("16.34.b"));
        }
    }
}
