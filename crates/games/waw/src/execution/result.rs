//! 15.6 Results: losses, standing fast, who goes back, who goes forward.

use super::battle::{Intensity, Outcome};
use super::report::{Fight, Fought};
use super::{Odds, Run};
use crate::data::Kind;
use crate::field::{LIMIT, STRONG};
use crate::fix::{MP, ONE, factor, holds, rounded, times};
use crate::state::{Assault, Mode, Stance, Standing};
use kessel_kernel::{Case, Side};

impl Run<'_> {
    /// 15.61.c: what of one (in millionths) attackers and defenders lose at a result: straight lines between the points of the table.
    pub(super) fn loss_rates(&self, result: i64) -> (i64, i64) {
        let table = &self.stage.data.charts.losses;
        let (first, last) = (&table[0], &table[table.len() - 1]);
        if result <= first.result {
            return (first.attacker, first.defender);
        }
        if result >= last.result {
            return (last.attacker, last.defender);
        }
        let n = table.partition_point(|point| point.result <= result);
        let (a, b) = (&table[n - 1], &table[n]);
        let between = |low: i64, high: i64| {
            let (over, width) = (i128::from(result - a.result), i128::from(b.result - a.result));
            low + rounded(i128::from(high - low) * over, width)
        };
        (between(a.attacker, b.attacker), between(a.defender, b.defender))
    }

    /// 15.61.b: shares a loss by stacking points.
    pub(super) fn share(&mut self, units: &[u16], loss: i64, case: Case) {
        for (unit, part) in self.shares(units, loss) {
            self.hurt(unit, part, case);
        }
    }

    fn shares(&self, units: &[u16], loss: i64) -> Vec<(u16, i64)> {
        let points = |unit: &u16| i64::from(self.stage.info(*unit).points);
        let all: i64 = units.iter().map(points).sum::<i64>().max(1);
        units.iter().map(|unit| (*unit, factor(Case("15.61.b"), loss, points(unit), all))).collect()
    }

    /// 15.61.a: points come off attack and defence alike; a unit below a tenth of its full strength is gone.
    pub(super) fn hurt(&mut self, unit: u16, loss: i64, case: Case) {
        let whole = self.stage.info(unit).full.defence;
        let now = &mut self.state.units[unit as usize];
        if !now.here() || loss <= 0 {
            return;
        }
        let taken = loss.min(now.defence);
        now.defence -= taken;
        now.attack = (now.attack - taken).max(0);
        let gone = now.defence * 10 < whole;
        self.pay_loss(unit, taken);
        self.tell_loss(unit, taken, case);
        let rest = self.state.units[unit as usize].defence;
        self.hits.push((unit, if gone { taken + rest } else { taken }, gone));
        if gone {
            self.kill(unit, Case("15.61.a"));
        }
    }

    /// 27.4: what the enemy scores for a loss, in thousandths of a point.
    pub(crate) fn pay_loss(&mut self, unit: u16, lost: i64) {
        let info = self.stage.info(unit);
        let german = info.side == Side::Axis
            && !matches!(info.nation, crate::data::Nation::Romanian | crate::data::Nation::Italian);
        let weight = match info.kind {
            Kind::Armour | Kind::Artillery => {
                if german {
                    3
                } else {
                    2
                }
            }
            Kind::Recon => {
                if german {
                    2
                } else {
                    1
                }
            }
            Kind::Hq => 4,
            _ => 0,
        };
        let points = times(lost, weight * i64::from(self.stage.scenario.losses) * 1000, ONE);
        self.state.score.losses[info.side.other().index()] += crate::fix::shift(Case("27.4"), points);
        self.state.lost_strength[info.side.index()] += lost;
        self.acts[unit as usize].lost += lost;
    }

    /// Rolls the battle and does what comes of it.
    pub(super) fn resolve(&mut self, units: &[u16], defenders: &[u16], hex: u16, odds: &Odds, intensity: Intensity) {
        let roll = self.two_dice(Case("15.6"));
        let result = odds.column + 200_000 * (roll - 7);
        let stance = self.stack_stance(defenders);
        let hold = if stance == Stance::Retreat { ONE } else { 1_500_000 };
        let over = result - hold;
        let won = over >= 0;
        let most = if self.stage.coarse() { 2 } else { 3 };
        let mut hexes = if won { (1 + over / (2 * ONE)).min(most) as u8 } else { 0 };
        if holds(Case("15.2.a"), intensity == Intensity::Probe) {
            hexes = u8::from(over >= 2 * ONE);
        }
        let stood = hexes > 0 && self.stands_fast(defenders, stance);
        let path = if hexes > 0 && !stood { self.retreat_path(defenders, units, hex, hexes) } else { None };
        let gone_back = path.as_ref().map_or(0, |p| p.len() as u8);
        let mut extra = ONE;
        if hexes > gone_back && holds(Case("15.62.e"), true) {
            extra += i64::from(hexes - gone_back) * ONE / 2;
        }
        if let Some(path) = &path {
            let side = self.stage.side(defenders[0]);
            let zones = path.iter().filter(|h| self.zone_on_retreat(side, **h) > 0).count() as i64;
            if zones > 0 && holds(Case("15.62.d"), true) {
                // 15.62.g: for each unit of the stack: the loss is shared among them.
                extra += zones * ONE / 4;
            }
        }
        let (attack_rate, defend_rate) = self.loss_rates(result);
        let sum = |units: &[u16]| units.iter().map(|u| self.state.units[*u as usize].defence).sum::<i64>();
        let (ma, md) = (sum(units), sum(defenders));
        let attack_loss = times(ma.min(2 * md), attack_rate, ONE);
        let mut defend_loss = times(md.min(2 * ma), defend_rate, ONE);
        defend_loss = match intensity {
            Intensity::Probe => factor(Case("15.2.a"), defend_loss, 1, 4),
            Intensity::Assault => defend_loss,
            Intensity::AllOut => factor(Case("15.2.d"), defend_loss, 5, 4),
        };
        defend_loss = times(defend_loss, extra, ONE);
        let retreats = self.attackers_go_back(units, result, won);
        self.start_report();
        self.attacker_losses(units, attack_loss, &retreats);
        self.share(defenders, defend_loss, Case("15.61.b"));
        let destroyed = defenders.iter().all(|u| !self.state.units[*u as usize].here());
        let outcome = Outcome { roll, result, hexes, back: gone_back, stood, won, destroyed };
        let fight = match intensity {
            Intensity::Probe => Fight::Probe,
            Intensity::Assault => Fight::Assault,
            Intensity::AllOut => Fight::AllOut,
        };
        let attacker = self.stage.side(units[0]);
        self.report(&Fought { hex, attacker, fight, odds, outcome: Some(&outcome) });
        self.count_battle(units, won);
        if won {
            self.relieve(defenders, 1);
        }
        if let Some(path) = &path {
            // 11.3.e: the whole stack.
            self.fall_back(defenders, path, true);
        }
        for (unit, to) in retreats {
            if let Some(to) = to.filter(|_| self.state.units[unit as usize].here()) {
                self.fall_back(&[unit], &[to], false);
            }
        }
        if !self.field.held_by(&self.stage, hex, self.stage.side(units[0]).other()) {
            let vacated = path.map_or(Vec::new(), |p| p[..p.len() - 1].to_vec());
            self.advance(units, hex, &vacated);
        }
    }

    /// 15.51.c, 15.51.d, 20.1.f: each defending stack rolls once whether it stands.
    fn stands_fast(&mut self, defenders: &[u16], stance: Stance) -> bool {
        let quality = (self.mean_quality(defenders) / ONE).min(9);
        let case = if stance == Stance::Hold { Case("15.51.d") } else { Case("15.51.c") };
        let most = match stance {
            // 9.31.k: by its quality.
            Stance::Hold => quality,
            // 9.31.j.
            Stance::Defend => quality - 5,
            Stance::Retreat => return false,
        };
        let roll = i64::from(self.dice.roll(case, 10));
        holds(case, roll <= most)
    }

    /// 15.62.f: losing attackers go back a hex from open ground; who cannot, suffers instead.
    fn attackers_go_back(&mut self, units: &[u16], result: i64, won: bool) -> Vec<(u16, Option<u16>)> {
        if won || result >= 0 {
            return Vec::new();
        }
        let mut all = Vec::new();
        for unit in units {
            let at = self.state.units[*unit as usize].at;
            let probe = self.assault_of(*unit) == Assault::Probe;
            if probe || holds(Case("15.62.f"), !self.stage.open(self.state, at)) {
                continue;
            }
            let to = self.retreat_path(&[*unit], &[], at, 1).map(|path| path[0]);
            all.push((*unit, to));
        }
        all
    }

    /// 15.2.f: each attacker applies the multiplier of its own order to its own share.
    fn attacker_losses(&mut self, units: &[u16], loss: i64, retreats: &[(u16, Option<u16>)]) {
        for (unit, part) in self.shares(units, loss) {
            let mut part = match self.assault_of(unit) {
                // 9.31.e.
                Assault::Probe => factor(Case("15.2.a"), part, 1, 4),
                // 9.31.f, 9.31.g: they differ in who goes forward.
                Assault::NoAdvance | Assault::Assault => part,
                // 9.31.h.
                Assault::AllOut => factor(Case("15.2.d"), part, 3, 2),
            };
            if retreats.iter().any(|(u, to)| *u == unit && to.is_none()) {
                part = factor(Case("15.62.e"), part, 3, 2);
            }
            self.hurt(unit, part, Case("15.61.b"));
        }
    }

    /// 15.63.a: those told to advance follow the defenders' path, the better troops first.
    pub(super) fn advance(&mut self, units: &[u16], hex: u16, vacated: &[u16]) {
        let mut order: Vec<u16> = units.iter().copied().filter(|u| self.state.units[*u as usize].here()).collect();
        order.sort_by_key(|u| (-self.stage.quality(self.state, *u), *u));
        let mut left = Vec::new();
        for unit in order {
            let from = self.state.units[unit as usize].at;
            let all_out = match self.assault_of(unit) {
                Assault::AllOut => true,
                Assault::Assault => false,
                Assault::NoAdvance if !holds(Case("15.2.b"), true) => false,
                Assault::Probe | Assault::NoAdvance => continue,
            };
            self.advance_one(unit, all_out, hex, vacated);
            if self.state.units[unit as usize].at != from {
                left.push(from);
            }
        }
        left.sort_unstable();
        left.dedup();
        for from in left {
            self.follow(from, hex);
        }
    }

    /// 11.3.d: the stack of an attacker that advanced may go along into the hex that was won, also who did not attack: whoever has nothing
    /// else to do than to defend there and is not worn out. Guns and headquarters stay.
    fn follow(&mut self, from: u16, hex: u16) {
        let idle = |u: &u16| {
            let (now, kind) = (&self.state.units[*u as usize], self.stage.info(*u).kind);
            let rested = now.fatigue < crate::planner::WORN && now.disorder < crate::planner::WORN;
            now.order == Standing::default() && rested && !matches!(kind, Kind::Hq | Kind::Artillery)
        };
        let mut stack: Vec<u16> = self.field.stack(from).filter(idle).collect();
        stack.sort_by_key(|u| (-self.stage.quality(self.state, *u), *u));
        for unit in stack {
            if holds(Case("11.3.d"), self.can_enter(unit, hex)) {
                let act = &mut self.acts[unit as usize];
                (act.hexes, act.busy, act.stopped_work) = (act.hexes + 1, true, true);
                self.state.units[unit as usize].still = 0;
                self.go(unit, hex);
            }
        }
    }

    /// 15.63.d: mobile and good units go farther; anything but open ground and strong zones ends it.
    fn advance_one(&mut self, unit: u16, all_out: bool, hex: u16, vacated: &[u16]) {
        let allowance = i64::from(self.stage.allowance(self.state, unit, false));
        let quality = self.stage.quality(self.state, unit) - 5;
        let part = if all_out { 2 } else { 4 };
        let mut budget = allowance / part + crate::fix::shift(Case("15.63.d"), quality * i64::from(MP) / 2);
        let info = self.stage.info(unit);
        for (n, to) in std::iter::once(&hex).chain(vacated).enumerate() {
            let from = self.state.units[unit as usize].at;
            let cost = self.stage.step_cost(self.state, info.side, info.movement, Mode::Tactical, from, *to);
            let Ok(cost) = cost else { return };
            budget -= i64::from(cost);
            if !self.can_enter(unit, *to) || (n > 0 && budget < 0) || self.field.points(*to) + self.load(unit) > LIMIT {
                return;
            }
            self.acts[unit as usize].hexes += 1;
            self.state.units[unit as usize].still = 0;
            self.go(unit, *to);
            if !holds(Case("15.63.c"), !self.stage.open(self.state, *to)) && self.fresh_zone(info.side, *to) < STRONG {
                continue;
            }
            return;
        }
    }

    /// 15.63.b: what stacks that nobody attacked this turn exert there.
    fn fresh_zone(&self, side: Side, hex: u16) -> u8 {
        let near = self.stage.theater.near[hex as usize];
        let mut sum = 0;
        for (d, stack) in near.iter().enumerate() {
            if *stack == crate::state::NONE || !self.field.held_by(&self.stage, *stack, side.other()) {
                continue;
            }
            if self.field.stack(*stack).all(|u| self.field.relief[u as usize] == 0) {
                sum += self.field.exerted(side.other(), *stack, (d + 3) % 6);
            }
        }
        sum.min(8)
    }
}
