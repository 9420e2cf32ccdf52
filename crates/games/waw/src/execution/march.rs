//! 14.0 Movement in a pulse: credit, zones, stacking, waiting, and the ambushes of 14.31.

use super::battle::Outcome;
use super::report::{Fight, Fought};
use super::{PULSES, Run};
use crate::data::Terrain;
use crate::field::{LIMIT, STRONG};
use crate::fix::{ONE, holds, shift, times};
use crate::state::{Mode, NONE, Standing};
use kessel_kernel::Case;

/// The most hexes a unit takes in a pulse, and along a road or railway.
const MOST: u16 = 3;
const MOST_ON_ROAD: u16 = 9;

/// What keeps a mover where it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// No credit yet.
    Credit,
    /// The ground is closed.
    Closed(Case),
    /// 7.q.
    FerryByDay,
    /// 11.0: an enemy stands there.
    Enemy,
    /// 11.1.
    Stacking,
    /// 14.21, 14.31.c, 14.31.d, 18.3.e.
    Zone(Case),
    /// 16.32.a.
    Interdicted,
    /// It has arrived.
    There,
}

impl Run<'_> {
    /// Everybody on the move takes his place in the list (20.1.a).
    pub(super) fn march(&mut self) {
        for n in 0..self.list.len() {
            let unit = self.list[n];
            let (mut steps, mut roads) = (0, 0);
            while steps < MOST && roads < MOST_ON_ROAD {
                match self.step(unit) {
                    Ok(true) => roads += 1,
                    Ok(false) => (steps, roads) = (steps + 1, roads + 1),
                    Err(_) => break,
                }
            }
        }
    }

    /// Tries the next hex of the path; says whether it was along a road or railway.
    fn step(&mut self, unit: u16) -> Result<bool, Wait> {
        let (to, total) = self.may_step(unit)?;
        let mode = self.mode(unit);
        let from = self.state.units[unit as usize].at;
        let way = mode == Mode::Strategic && self.stage.theater.between(from, to).has(crate::data::HexSide::WAY);
        let act = &mut self.acts[unit as usize];
        act.spent += total;
        act.hexes += 1;
        (act.busy, act.free) = (true, false);
        let now = &mut self.state.units[unit as usize];
        now.path = if now.path.1 > 1 { (now.path.0 + 1, now.path.1 - 1) } else { (0, 0) };
        now.still = 0;
        if now.path.1 == 0 {
            now.order = Standing::default();
        }
        self.go(unit, to);
        // 16.34.b: whoever dies on a ferry is ambushed by nobody.
        if mode == Mode::Strategic && self.state.units[unit as usize].here() {
            self.ambush(unit, to);
        }
        Ok(way)
    }

    /// Moves a unit and its riders.
    pub(super) fn go(&mut self, unit: u16, to: u16) {
        let from = self.state.units[unit as usize].at;
        self.field.relocate(&self.stage, self.state, unit, to);
        self.tell_move(unit, from, to);
        self.scouted(unit);
        for n in 0..self.riders.len() {
            let rider = self.riders[n];
            if self.state.units[rider as usize].carrier == unit && self.state.units[rider as usize].here() {
                self.field.relocate(&self.stage, self.state, rider, to);
                // 14.64.a: with the carrier's points; 14.64.d: and as if it had gone itself.
                let (spent, allowance) = (self.acts[unit as usize].spent, self.acts[unit as usize].allowance);
                let act = &mut self.acts[rider as usize];
                (act.spent, act.allowance, act.busy) = (spent, allowance, true);
                act.hexes += 1;
                self.scouted(rider);
                self.tell_move(rider, from, to);
            }
        }
        self.ferry_fire(to);
    }

    fn mode(&self, unit: u16) -> Mode {
        if self.state.units[unit as usize].strategic { Mode::Strategic } else { Mode::Tactical }
    }

    /// The credit of a mover in this pulse.
    fn credit(&self, unit: u16) -> i32 {
        let act = &self.acts[unit as usize];
        act.allowance * (i32::from(self.pulse) - act.lost_pulses) / i32::from(PULSES)
    }

    /// May the unit take its next hex now? The hex and what it pays.
    pub(super) fn may_step(&mut self, unit: u16) -> Result<(u16, i32), Wait> {
        let now = &self.state.units[unit as usize];
        let to = match now.order {
            Standing::Move(_) if now.here() && now.carrier == NONE => self.state.path(unit).first().copied(),
            _ => None,
        };
        let to = to.ok_or(Wait::There)?;
        self.acts[unit as usize].busy = true;
        let total = self.price(unit, to)?;
        let side = self.stage.side(unit);
        if self.field.held_by(&self.stage, to, side.other()) {
            return Err(Wait::Enemy);
        }
        // 11.1.c: nine points are full; 11.2: it waits.
        if holds(Case("11.1.a"), self.field.points(to) + self.load(unit) > LIMIT) {
            return Err(Wait::Stacking);
        }
        self.zones_allow(unit, to)?;
        let act = &self.acts[unit as usize];
        // 14.19.c, 14.19.d, 14.19.e: ground, enemies, room and zones have been asked before.
        let free = act.hexes == 0 && self.pulse == PULSES && self.stage.has_free_hex(self.state, unit);
        if act.spent + total > self.credit(unit) && !holds(Case("14.19.a"), free) {
            return Err(Wait::Credit);
        }
        if self.is_interdicted(unit, to) {
            return Err(Wait::Interdicted);
        }
        Ok((to, total))
    }

    /// 11.1.b: the stacking points of a unit, by stripe and scale, with its riders'.
    pub(super) fn load(&self, unit: u16) -> u8 {
        let on = |rider: &&u16| self.state.units[**rider as usize].carrier == unit;
        let riders: u8 = self.riders.iter().filter(on).map(|rider| self.stage.info(*rider).points).sum();
        self.stage.info(unit).points + riders
    }

    /// What the step costs: ground, hexside, and what leaving an enemy zone costs (18.3.d).
    pub(super) fn price(&self, unit: u16, to: u16) -> Result<i32, Wait> {
        let (info, from) = (self.stage.info(unit), self.state.units[unit as usize].at);
        let stage = &self.stage;
        let cost = stage
            .step_cost(self.state, info.side, info.movement, self.mode(unit), from, to)
            .map_err(|closed| Wait::Closed(closed.case()))?;
        let ferry = |hex| stage.terrain(self.state, hex) == Terrain::Ferry;
        if holds(Case("7.q"), !self.hour.night && ferry(to) && !ferry(from)) {
            return Err(Wait::FerryByDay);
        }
        let act = &self.acts[unit as usize];
        let zone = if act.free { 0 } else { self.field.hinders(stage, info.side.other(), from) };
        Ok(cost + stage.exit_cost(zone, act.allowance))
    }

    /// 14.21, 14.31.c, 14.31.d, 18.3: do enemy zones let it go on?
    pub(super) fn zones_allow(&self, unit: u16, to: u16) -> Result<(), Wait> {
        let act = &self.acts[unit as usize];
        if act.free {
            return Ok(());
        }
        let (stage, enemy) = (&self.stage, self.stage.side(unit).other());
        let from = self.state.units[unit as usize].at;
        let here = self.field.hinders(stage, enemy, from);
        let entered = act.hexes > 0;
        if self.mode(unit) == Mode::Strategic {
            // 18.3.b.
            if holds(Case("14.31.c"), entered && here > 0) {
                return Err(Wait::Zone(Case("14.31.c")));
            }
            if holds(Case("14.31.d"), here > 0 && self.field.hinders(stage, enemy, to) > 0) {
                return Err(Wait::Zone(Case("14.31.d")));
            }
        // 18.3.c: as long as those who exert it are there.
        } else if holds(Case("14.21"), entered && here >= STRONG) {
            return Err(Wait::Zone(Case("14.21")));
        }
        if holds(Case("18.3.e"), here >= STRONG && self.field.strong_to_strong(stage, enemy, from, to)) {
            return Err(Wait::Zone(Case("18.3.e")));
        }
        Ok(())
    }

    /// 14.31.a: whoever moves strategically into an enemy zone may be ambushed.
    fn ambush(&mut self, unit: u16, at: u16) {
        let (stage, side) = (self.stage, self.stage.side(unit));
        let zone = self.field.hinders(&stage, side.other(), at);
        if zone == 0 || !holds(Case("14.31.a"), true) {
            return;
        }
        let near = stage.theater.near[at as usize];
        let strongest = (0..6).filter(|d| near[*d] != NONE && self.field.held_by(&stage, near[*d], side.other()));
        let Some(d) =
            strongest.max_by_key(|d| (self.field.exerted(side.other(), near[*d], (*d + 3) % 6), std::cmp::Reverse(*d)))
        else {
            return;
        };
        let ambushers: Vec<u16> = self.field.stack(near[d]).collect();
        let best = ambushers.iter().map(|u| stage.quality(self.state, *u)).max().unwrap_or(0);
        let unseen = ambushers.iter().all(|u| self.state.units[*u as usize].known < 100) && self.state.setup.limited;
        let recon = stage.info(unit).kind == crate::data::Kind::Recon;
        let chance = 25
            + 5 * i64::from(zone)
            + shift(Case("20.1.a"), 5 * (best - stage.quality(self.state, unit)))
            + if unseen { 20 } else { 0 }
            - if recon { 15 } else { 0 };
        let roll = self.dice.roll(Case("14.31.a"), 100);
        if i64::from(roll) <= chance.clamp(5, 95) {
            self.sprung(unit, at, &ambushers);
        }
    }

    /// The ambush itself: one exchange, the mover stops and its riders get off.
    fn sprung(&mut self, unit: u16, at: u16, ambushers: &[u16]) {
        let riders = self.riders.iter().copied().filter(|r| self.state.units[*r as usize].carrier == unit);
        let movers: Vec<u16> = std::iter::once(unit).chain(riders).collect();
        let sides = super::Sides {
            attackers: ambushers,
            defenders: &movers,
            hex: at,
            ambush: true,
            overrun: false,
            explain: false,
        };
        let odds = super::Odds::of(&self.stage, self.state, &sides, 0, 0);
        let roll = i64::from(self.dice.d6(Case("14.31.a"))) + i64::from(self.dice.d6(Case("14.31.a")));
        let result = odds.column + 200_000 * (roll - 7);
        let (attacker, defender) = self.loss_rates(result);
        let sum = |units: &[u16]| units.iter().map(|u| self.state.units[*u as usize].defence).sum::<i64>();
        let (ma, md) = (sum(ambushers), sum(&movers));
        let attack_loss = times(times(ma.min(2 * md), attacker, ONE), 1, 4);
        let move_loss = times(times(md.min(2 * ma), defender, ONE), 1, 2);
        self.combat = true;
        // 14.63.c.
        self.dismount_all(unit);
        self.start_report();
        self.share(ambushers, attack_loss, Case("14.31.a"));
        self.share(&movers, move_loss, Case("14.31.a"));
        let outcome = Outcome { roll, result, ..Outcome::default() };
        let attacker = self.stage.side(ambushers[0]);
        let outcome = Some(&outcome);
        self.report(&Fought { hex: at, attacker, fight: Fight::Ambush, odds: &odds, outcome });
        for mover in movers {
            self.acts[mover as usize].busy = true;
            self.acts[mover as usize].stopped_work = true;
            if self.state.units[mover as usize].here() {
                self.reset_order(mover);
            }
        }
    }
}
