//! The end of a turn, in the order of dossier 5: rubble, works, captured supply, surrender, consumption, rest, ground, intelligence, arrivals,
//! points.

use crate::data::{Kind, Scale, SupplyLevel, Terrain};
use crate::execution::Run;
use crate::fix::{ONE, factor, holds, rounded, shift, times};
use crate::state::{Life, NONE, Secondary, Standing, State};
use crate::strength::Lines;
use crate::theater::Stage;
use kessel_kernel::{Case, Event, Side, What};

/// 7.e: points that turn a town into rubble.
const RUBBLE: i64 = 35 * ONE;

impl Run<'_> {
    /// Everything that ends a turn, the points left to the caller.
    pub(crate) fn end_turn(&mut self, holders: &[(u16, Option<Side>)], lost_before: usize) {
        self.make_rubble();
        self.build(holders);
        self.gather_drops();
        self.capture_stocks(lost_before);
        self.surrenders();
        self.consume();
        self.rest();
        self.smooth();
        self.learn();
        self.finish_orders();
    }

    /// 7.e.
    fn make_rubble(&mut self) {
        for (hex, points) in std::mem::take(&mut self.pounded) {
            let town = self.stage.terrain(self.state, hex).is_urban() && !self.state.rubble.has(hex);
            if town && holds(Case("7.e"), points >= RUBBLE) {
                self.state.rubble.set(hex, true);
                let at = self.stage.hex_name(hex).to_owned();
                self.log.add(|| {
                    let text = format!("{at} lies in rubble");
                    Event::new(Case("7.e"), What::Marker { marker: "rubble".into(), at, placed: true }, text)
                });
            }
        }
    }

    /// 23.0: work goes on, markers are finished; abandoned and captured ones go.
    fn build(&mut self, holders: &[(u16, Option<Side>)]) {
        for unit in 0..self.state.units.len() as u16 {
            let now = &self.state.units[unit as usize];
            let Standing::Defend(_, task @ (Secondary::Dig | Secondary::Fortify)) = now.order else { continue };
            if !now.here() {
                continue;
            }
            let at = now.at;
            self.tire(unit, Case("21.12.a"), 1);
            let act = &self.acts[unit as usize];
            // 23.13.c: guns that fired too. Who digs has something to do, and neither rests nor takes replacements.
            let disturbed = act.stopped_work && holds(Case("23.13.b"), true)
                || act.retreated
                || holds(Case("23.13.a"), !self.stage.may_work_here(self.state, &self.field, unit));
            if disturbed {
                continue;
            }
            let needed = self.stage.work_turns(self.state, unit, task);
            let now = &mut self.state.units[unit as usize];
            if now.work.1 == 0 {
                now.work.1 = needed;
            }
            now.work.0 += 1;
            if now.work.0 >= now.work.1 {
                now.work = (0, 0);
                self.finish_work(unit, at, task);
            }
        }
        for (hex, was) in holders {
            if self.field.holder(&self.stage, *hex) != *was && holds(Case("23.14.b"), true) {
                self.state.set_works(*hex, None);
            }
        }
        let empty: Vec<u16> = self
            .state
            .works
            .iter()
            .map(|w| w.at)
            .filter(|hex| self.field.holder(&self.stage, *hex).is_none())
            .collect();
        for hex in empty {
            if holds(Case("23.14.b"), true) {
                self.state.set_works(hex, None);
            }
        }
    }

    /// 23.4.a: a finished marker, or an enlarged one: there is one in a hex.
    fn finish_work(&mut self, unit: u16, hex: u16, task: Secondary) {
        let info = self.stage.info(unit);
        let new = match (task, self.state.works_at(hex)) {
            (Secondary::Dig, None) => (false, info.points),
            (Secondary::Dig, Some(w)) if w.fortified => {
                (true, w.size + shift(Case("23.4.c"), if info.striped { 1 } else { 3 }) as u8)
            }
            (Secondary::Dig, Some(w)) => (false, w.size + shift(Case("23.12"), info.points.into()) as u8),
            (_, Some(w)) if w.fortified => (true, w.size + shift(Case("23.12"), info.points.into()) as u8),
            (_, Some(w)) => (true, info.points + shift(Case("23.4.b"), i64::from(w.size / 2)) as u8),
            (_, None) => (true, info.points),
        };
        self.state.set_works(hex, Some((new.0, new.1.min(99))));
        self.field.refresh(&self.stage, self.state, hex);
        let (stage, side) = (self.stage, info.side);
        self.log.add(|| {
            let (marker, word) = if new.0 { ("fortified", "fortified") } else { ("dug-in", "dug in") };
            let at = stage.hex_name(hex).to_owned();
            let text = format!("{at} is {word}, size {}", new.1);
            Event::new(Case("23.12"), What::Marker { marker: marker.into(), at, placed: true }, text).only_for(side)
        });
    }

    /// 19.6.a, 19.6.b: what falls into enemy hands.
    fn capture_stocks(&mut self, lost_before: usize) {
        for n in lost_before..self.state.lost.len() {
            let lost = self.state.lost[n];
            let side = self.stage.side(lost.hq).other();
            self.capture(side, lost.at, lost.tons, Case("19.6.a"));
        }
        for n in 0..self.state.airfields.len() {
            let hex = self.stage.scenario.map.airfields[n].hex.0;
            if self.state.airfields[n] > 0 && self.state.owner(hex) == Side::Soviet {
                let tons = std::mem::take(&mut self.state.airfields[n]);
                self.capture(Side::Soviet, hex, tons, Case("19.6.b"));
            }
        }
    }

    fn capture(&mut self, side: Side, hex: u16, tons: i64, case: Case) {
        if tons <= 0 || !holds(case, true) {
            return;
        }
        let percent = (10 * i64::from(self.dice.d6(case)) - 10).min(50);
        let hqs = (0..self.state.units.len() as u16).filter(|u| {
            self.stage.info(*u).hq.is_some() && self.stage.side(*u) == side && self.state.units[*u as usize].here()
        });
        let nearest = hqs.min_by_key(|u| (self.stage.theater.distance(self.state.units[*u as usize].at, hex), *u));
        if let Some(hq) = nearest {
            self.state.units[hq as usize].tons += times(tons, percent, 100);
        }
    }

    /// 22.1: headquarters first, then everybody else.
    fn surrenders(&mut self) {
        for hqs in [true, false] {
            for unit in 0..self.state.units.len() as u16 {
                let (now, info) = (&self.state.units[unit as usize], self.stage.info(unit));
                if !now.here() || info.hq.is_some() != hqs || now.tons > 0 && holds(Case("22.2.a"), true) {
                    continue;
                }
                if holds(Case("22.2.a"), !self.field.beside_enemy(&self.stage, info.side, now.at)) {
                    continue;
                }
                let attached = (0..self.state.units.len() as u16)
                    .any(|u| self.state.units[u as usize].here() && self.state.units[u as usize].hq == unit);
                if hqs && holds(Case("22.3"), attached) {
                    continue;
                }
                let quality = self.surrender_quality(unit);
                let roll = i64::from(self.dice.roll(Case("22.4"), 11)) - 1;
                if roll > quality {
                    self.kill(unit, Case("22.4"));
                }
            }
        }
    }

    /// 22.2.b, 20.2.d: the quality that counts.
    fn surrender_quality(&self, unit: u16) -> i64 {
        let now = &self.state.units[unit as usize];
        let mut fed = now.clone();
        if now.level == SupplyLevel::None && holds(Case("20.2.d"), true) {
            fed.level = SupplyLevel::General;
        }
        let mut quality = self.stage.quality_of(&fed);
        if self.stage.info(unit).hq.is_none() {
            let cover = self.stage.cover(self.state, now.at, self.field.points(now.at));
            let mut lines = Lines::off();
            let strength: i64 =
                self.field.stack(now.at).map(|u| self.stage.defence(self.state, u, cover, &mut lines)).sum();
            let by = if strength >= 4 * ONE {
                1
            } else if strength <= 2 * ONE {
                -1
            } else {
                0
            };
            quality += shift(Case("22.2.b"), by);
        }
        quality
    }

    /// 19.9, 19.2.e: what the turn used, and the level that the rest can keep up.
    fn consume(&mut self) {
        let twice = if self.stage.scenario.turns_per_day() == 6 { 1 } else { 2 };
        let left = i64::from(self.hour.left) - 1;
        for unit in 0..self.state.units.len() as u16 {
            let (now, info) = (&self.state.units[unit as usize], self.stage.info(unit));
            if !now.here() || info.hq.is_some() {
                continue;
            }
            let act = &self.acts[unit as usize];
            let of = |points: i64, rate: i64| rounded(i128::from(points) * i128::from(rate), ONE.into());
            let level = now.level;
            // 19.9.d: for living through the turn.
            let live = self.stage.at_level(of(now.defence, 50_000 * twice), level);
            let moved = act.hexes > 0 && 2 * act.spent >= act.allowance;
            let fuel = if moved { shift(Case("19.9.a"), of(now.defence, self.stage.fuel(unit))) } else { 0 };
            let barrage = self.stage.left(self.state, unit, info.full.barrage);
            let fight =
                of(now.defence, (act.ammunition + act.under_fire) * twice) + fuel + of(barrage, act.shells * twice);
            let fight = self.stage.at_level(fight, level);
            let floor = if now.drew {
                self.stage.at_level(of(now.defence, 50_000 * twice) * left, SupplyLevel::Minimal)
            } else {
                0
            };
            let after = (now.tons - live).max(0);
            let after = (after - fight).max(after.min(floor));
            let used = now.tons - after;
            let hq = now.hq;
            if hq != NONE {
                self.state.used[hq as usize] += used;
            }
            self.state.units[unit as usize].tons = after;
            let need = self.stage.turn_need(self.state, unit) * left;
            let now = &self.state.units[unit as usize];
            let fits = |level: &SupplyLevel| after >= self.stage.at_level(need, *level);
            // 19.0: what it has left decides how it fights.
            let level = SupplyLevel::ALL[now.morning as usize..4].iter().copied().find(fits);
            let kept = match level {
                Some(level) => level,
                None if after > 0 && now.morning != SupplyLevel::None => SupplyLevel::Minimal,
                None => SupplyLevel::None,
            };
            if holds(Case("19.2.e"), kept != now.level) {
                self.state.units[unit as usize].level = kept;
            }
        }
    }

    /// 21.12, 21.22: fatigue, then disorganization.
    fn rest(&mut self) {
        let cold = self.state.temperature() <= -20 * 4;
        let coarse = i64::from(self.stage.coarse());
        for unit in 0..self.state.units.len() as u16 {
            if !self.state.units[unit as usize].here() {
                continue;
            }
            let act = self.acts[unit as usize].clone();
            let now = self.state.units[unit as usize].clone();
            let zone = self.field.zone_in(&self.stage, self.stage.side(unit).other(), now.at) > 0;
            let night = self.hour.night;
            let double = |v: i64| if night { factor(Case("21.12.c"), v, 2, 1) } else { v };
            let mut up = act.tired;
            if self.stage.soft_marsh(self.state, now.at) {
                up += shift(Case("21.12.a"), 1) + shift(Case("21.12.b"), coarse);
            }
            let mut walk = self.walk_fatigue(unit);
            if walk > 0 {
                walk += shift(Case("21.12.b"), coarse);
            }
            let (mut up, mut walk) = (double(up), double(walk));
            if cold {
                (up, walk) = (factor(Case("21.12.d"), up, 2, 1), factor(Case("21.12.d"), walk, 2, 1));
            }
            let native = self.stage.city() && self.stage.side(unit) == Side::Soviet && night;
            if holds(Case("21.12.e"), native && walk > 1) {
                walk = 1;
            }
            // 21.22.e: taking replacements is nothing that it does.
            let idle = !act.busy;
            let recovery = if !idle || !holds(Case("21.1"), true) {
                0
            } else {
                double(if zone { 1 } else { 3 } + shift(Case("21.12.b"), coarse))
            };
            // 21.12.g: no more than fifteen; 21.12.h: one cause on top of the other.
            let fatigue = (i64::from(now.fatigue) + up + walk - recovery).clamp(0, 15);
            let mut disorder = act.disorder + self.walk_disorder(unit);
            let points = act.lost / ONE;
            // 21.22.f: with what has been added already.
            disorder += shift(Case("21.22.a"), points) * (1 + shift(Case("21.22.b"), coarse));
            let orphan = now.level == SupplyLevel::None
                && self.state.units.get(now.hq as usize).is_some_and(|hq| hq.life == Life::Dead);
            if orphan {
                disorder += shift(Case("21.22.a"), 1 + coarse);
            }
            let calm = match (idle, zone, night) {
                (false, _, _) => 0,
                (true, true, false) => 1 + coarse,
                (true, true, true) => 2 + coarse,
                (true, false, false) => 3 + coarse,
                (true, false, true) => 6 + coarse,
            };
            // 21.2: from 0 to 15.
            let disorder = (i64::from(now.disorder) + disorder - shift(Case("21.22.g"), calm)).clamp(0, 15);
            let unit = &mut self.state.units[unit as usize];
            (unit.fatigue, unit.disorder) = (fatigue as u8, disorder as u8);
        }
    }

    /// 21.12.f: by the share of the allowance that was spent; motorised columns tire little.
    fn walk_fatigue(&self, unit: u16) -> i64 {
        let act = &self.acts[unit as usize];
        if act.hexes == 0 || act.spent == 0 {
            return 0;
        }
        let strategic = self.state.units[unit as usize].strategic;
        if strategic && self.stage.info(unit).movement.is_motorised() {
            return shift(Case("21.12.a"), 1);
        }
        let (spent, whole) = (i64::from(act.spent), i64::from(act.allowance.max(1)));
        shift(
            Case("21.12.f"),
            if 3 * spent <= whole {
                1
            } else if 3 * spent <= 2 * whole {
                2
            } else {
                3
            },
        )
    }

    /// 21.22.c: moving by night.
    fn walk_disorder(&self, unit: u16) -> i64 {
        let act = &self.acts[unit as usize];
        if !self.hour.night || act.hexes == 0 || act.spent == 0 {
            return 0;
        }
        let (spent, whole) = (i64::from(act.spent), i64::from(act.allowance.max(1)));
        let strategic = self.state.units[unit as usize].strategic;
        let points = if strategic && self.stage.info(unit).movement.is_motorised() {
            if 3 * spent <= whole {
                1
            } else if 3 * spent <= 2 * whole {
                2
            } else {
                3
            }
        } else if 4 * spent <= whole {
            2
        } else if 2 * spent <= whole {
            4
        } else if 4 * spent <= 3 * whole {
            7
        } else {
            10
        };
        shift(Case("21.22.c"), points + i64::from(self.stage.coarse()))
    }

    /// 18.6.b: the line closes behind lone units.
    fn smooth(&mut self) {
        let (stage, hexes) = (self.stage, self.stage.theater.hexes);
        for side in Side::BOTH {
            let mut linked = vec![false; hexes];
            let mut queue: Vec<u16> =
                stage.theater.sources[side.index()].iter().copied().filter(|s| self.state.owner(*s) == side).collect();
            for hex in &queue {
                linked[*hex as usize] = true;
            }
            while let Some(hex) = queue.pop() {
                for near in stage.theater.near[hex as usize] {
                    if near != NONE && !linked[near as usize] && self.state.owner(near) == side {
                        linked[near as usize] = true;
                        queue.push(near);
                    }
                }
            }
            for hex in 0..hexes as u16 {
                if self.state.owner(hex) != side || self.stays_owned(hex, side) {
                    continue;
                }
                let foreign = stage.theater.near[hex as usize]
                    .iter()
                    .filter(|n| **n != NONE && self.state.owner(**n) != side)
                    .count();
                let alone = !linked[hex as usize] && !self.anchored(hex, side);
                if (alone || foreign >= 5) && holds(Case("18.6.b"), true) {
                    self.state.own(hex, side.other());
                }
            }
        }
    }

    /// Occupied hexes, and objectives in the zone of a friend, never change hands this way.
    fn stays_owned(&self, hex: u16, side: Side) -> bool {
        let objective = self.stage.theater.objective[hex as usize] != NONE;
        self.field.holder(&self.stage, hex).is_some() || objective && self.field.zone_in(&self.stage, side, hex) > 0
    }

    /// Is a headquarters or a stack of three points of the side within three hexes?
    fn anchored(&self, hex: u16, side: Side) -> bool {
        self.stage.theater.within(hex, 3).any(|near| {
            self.field.held_by(&self.stage, near, side)
                && (self.field.points(near) >= 3 || self.field.stack(near).any(|u| self.stage.info(u).hq.is_some()))
        })
    }

    /// What orders live on (14.18), and what guns have done (16.21).
    fn finish_orders(&mut self) {
        for unit in 0..self.state.units.len() as u16 {
            let moved = self.acts[unit as usize].hexes > 0;
            let at = self.state.units[unit as usize].at;
            let afloat = at != NONE && self.stage.terrain(self.state, at) == Terrain::Ferry;
            let now = &mut self.state.units[unit as usize];
            if !now.here() {
                continue;
            }
            match now.order {
                Standing::Attack(..) => now.order = Standing::default(),
                Standing::Fire(crate::state::Mission::Target(_) | crate::state::Mission::Scoot(_)) => {
                    now.order = Standing::default();
                }
                // 14.42.c: until then it goes on.
                Standing::Move(_) if now.path.1 == 0 => now.order = Standing::default(),
                Standing::Defend(stance, Secondary::Replace) => {
                    now.order = Standing::Defend(stance, Secondary::Nothing)
                }
                _ => {}
            }
            now.strategic = now.strategic && now.order.moves();
            let preparing = self.stage.info(unit).kind == Kind::Artillery;
            let digs = matches!(now.order, Standing::Defend(_, Secondary::Dig | Secondary::Fortify));
            if moved || afloat {
                // 16.21.c.
                now.still = 0;
                now.work = (0, 0);
            }
            if preparing && !afloat && !(digs && holds(Case("16.22.e"), true)) {
                now.still = (now.still + 1).min(9);
            }
        }
    }
}

impl Stage<'_> {
    /// 23.2.a, 23.2.c, 23.3.b: may the unit dig or fortify where it stands, as far as enemies go?
    pub(crate) fn may_work_here(&self, state: &State, field: &crate::field::Field, unit: u16) -> bool {
        let (at, side) = (state.units[unit as usize].at, self.side(unit));
        if !field.beside_enemy(self, side, at) {
            return true;
        }
        self.city() && side == Side::Soviet && holds(Case("23.2.c"), field.zone_in(self, side.other(), at) <= 2)
    }

    /// 23.2.b, 23.3.a, 23.3.b, 21.11.e: turns that a work takes, with the fatigue of now.
    pub(crate) fn work_turns(&self, state: &State, unit: u16, task: Secondary) -> u8 {
        let now = &state.units[unit as usize];
        let base = match task {
            Secondary::Fortify if self.terrain(state, now.at) == Terrain::Marsh => 4 + shift(Case("23.3.b"), 4),
            Secondary::Fortify => 2 + shift(Case("23.3.a"), 2),
            _ => 1 + shift(Case("23.2.b"), 1),
        };
        let turns = base + shift(Case("21.11.e"), i64::from(now.fatigue.div_ceil(3)));
        let native = self.scenario.map.scale == Scale::City
            && self.side(unit) == Side::Soviet
            && self.terrain(state, now.at).is_urban();
        if native && holds(Case("23.2.c"), true) { ((turns + 1) / 2) as u8 } else { turns as u8 }
    }
}
