//! 17.0 Air operations: who gets through, where, and with what.

use super::Run;
use crate::data::{Aircraft, Kind, Scale, Sky};
use crate::fix::{ONE, factor, holds, times};
use crate::state::State;
use crate::strength::Lines;
use crate::theater::Stage;
use kessel_kernel::{Case, Side};
use kessel_kit::words;

words! {
    /// 17.1: what a squadron is told to do.
    pub enum AirMission {
        /// 17.11: a strike, interdiction or close support, as the hex has it.
        Support,
        /// 17.13.
        Recon,
        /// 17.12.
        Resupply,
    }
}

/// A flight.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Sortie {
    pub(crate) squadron: u8,
    pub(crate) mission: AirMission,
    pub(crate) hex: u16,
}

/// Air points over a hex.
#[derive(Clone, Debug)]
pub(crate) struct Strike<'a> {
    /// The squadron.
    pub(crate) name: &'a str,
    pub(crate) side: Side,
    pub(crate) hex: u16,
    /// Modified points.
    pub(crate) points: i64,
    /// Against an enemy there; otherwise close support or interdiction.
    pub(crate) attacks: bool,
    pub(crate) close: bool,
}

/// How well the sky lets them see, in hundredths.
const SIGHT: [i64; 5] = [100, 85, 60, 35, 0];

impl Stage<'_> {
    /// 17.0: may this side fly now?
    pub(crate) fn may_fly(&self, state: &State, side: Side) -> bool {
        let hour = self.hour(state);
        let worst = if side == Side::Axis { Sky::Heavy } else { Sky::Moderate };
        !holds(Case("17.0"), hour.night || hour.sky > worst)
    }

    /// 17.5.b.
    fn flak_range(&self) -> u16 {
        if self.scenario.map.scale == Scale::Front { 1 } else { 0 }
    }

    /// 17.13.
    pub(crate) fn recon_radius(&self) -> u16 {
        if self.scenario.map.scale == Scale::Front { 2 } else { 8 }
    }
}

/// What becomes of a flight (17.41).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Fate {
    OnTarget,
    Aborts,
    NotFound,
    OtherTarget,
    FriendlyHit,
}

impl Run<'_> {
    /// Every squadron in its order: one die, then the flak.
    pub(super) fn fly(&mut self, sorties: &[Sortie]) {
        for sortie in sorties {
            let squadron = &self.stage.squadrons[sortie.squadron as usize];
            let side = squadron.side;
            if !self.stage.may_fly(self.state, side) {
                continue;
            }
            let friendly = self.field.held_by(&self.stage, sortie.hex, side);
            let close = sortie.mission == AirMission::Support && friendly;
            let flak = self.flak(sortie.hex, side.other());
            let fate = self.fate(sortie.mission, close, flak);
            // 17.41.b: found or not.
            self.refit(sortie, fate);
            self.tell_flight(sortie, fate == Fate::OnTarget);
            match (sortie.mission, fate) {
                (_, Fate::Aborts | Fate::NotFound) => {}
                (AirMission::Support, Fate::OnTarget) => self.strike(sortie, sortie.hex, flak, close),
                // 17.41.c.
                (AirMission::Support, Fate::OtherTarget) => {
                    if let Some(hex) = self.nearest(sortie.hex, side.other(), 3, true) {
                        self.strike(sortie, hex, flak, false);
                    }
                }
                (AirMission::Support, Fate::FriendlyHit) => self.mistake(sortie, flak),
                (AirMission::Recon, Fate::OnTarget) => {
                    let strength = i64::from(squadron.strength);
                    let well = times(ONE / 2 + strength * ONE / 16, SIGHT[self.hour.sky as usize], 100);
                    self.recon.push((side, sortie.hex, self.stage.recon_radius(), well));
                }
                (AirMission::Resupply, Fate::OnTarget) => self.deliver(sortie),
                (AirMission::Resupply, Fate::FriendlyHit) => self.misdrop(sortie),
                (AirMission::Recon, _) | (AirMission::Resupply, Fate::OtherTarget) => {}
            }
        }
    }

    /// 17.13.b: flights look at whoever is in their area, or comes through it.
    pub(crate) fn scouted(&mut self, unit: u16) {
        let (now, enemy) = (&self.state.units[unit as usize], self.stage.side(unit).other());
        if !now.here() {
            return;
        }
        for (n, (side, hex, radius, _)) in self.recon.iter().enumerate().take(64) {
            if *side == enemy && self.stage.theater.distance(*hex, now.at) <= *radius {
                self.acts[unit as usize].scouted |= 1 << n;
            }
        }
    }

    /// 17.41: the bands of the sky, of close support and of the flak, laid out from 1.
    fn fate(&mut self, mission: AirMission, close: bool, flak: i64) -> Fate {
        let mut bands = self.stage.data.charts.air[(self.hour.sky as usize).min(3)].map(i64::from);
        if close && holds(Case("17.41.d"), true) {
            let more = 2 * bands[4];
            (bands[0], bands[4]) = (bands[0] - more, bands[4] + more);
        }
        if mission == AirMission::Resupply {
            // Twice the friendly-hit band is a misdrop; the rest of the last two bands finds nothing.
            let miss = 2 * bands[4];
            bands = [bands[0] - bands[4].min(bands[0]), bands[1], bands[2] + bands[3], 0, miss];
        } else if mission == AirMission::Recon {
            bands = [bands[0], bands[1], bands[2] + bands[3] + bands[4], 0, 0];
        }
        let less = (2 * flak / ONE).min(30).min((bands[0] - 5).max(0));
        if less > 0 && holds(Case("17.5.a"), true) {
            (bands[0], bands[2]) = (bands[0] - less, bands[2] + less);
        }
        let mut roll = i64::from(self.dice.roll(Case("17.41.f"), 100));
        let fates = [Fate::OnTarget, Fate::Aborts, Fate::NotFound, Fate::OtherTarget, Fate::FriendlyHit];
        for (band, fate) in bands.into_iter().zip(fates) {
            if roll <= band {
                return fate;
            }
            roll -= band;
        }
        Fate::NotFound
    }

    /// 17.5: enemy flak in range of a hex, as it counts under this sky and with its supply.
    fn flak(&mut self, hex: u16, enemy: Side) -> i64 {
        let mut sum = 0;
        let hexes: Vec<u16> = self.stage.theater.within(hex, self.stage.flak_range()).collect();
        for at in hexes {
            let units: Vec<u16> = self.field.stack(at).filter(|u| self.stage.side(*u) == enemy).collect();
            for unit in units {
                let info = self.stage.info(unit);
                if info.kind != Kind::AntiAir || info.anti_air == 0 {
                    continue;
                }
                let mut v = self.stage.left(self.state, unit, i64::from(info.anti_air) * ONE);
                v = factor(Case("17.5.c"), v, SIGHT[self.hour.sky as usize], 100);
                let ratio = self.stage.data.charts.supply(self.state.units[unit as usize].level).anti_air;
                v = factor(Case("17.5.c"), v, ratio.p.into(), ratio.q.into());
                sum += v;
                self.acts[unit as usize].fired = true;
            }
        }
        sum
    }

    /// When the squadron can fly again (17.11.e, 17.11.f, 17.12.d, 17.41.a).
    fn refit(&mut self, sortie: &Sortie, fate: Fate) {
        let turn = self.state.turn;
        let aircraft = self.stage.squadrons[sortie.squadron as usize].aircraft;
        let tomorrow = turn - self.hour.part + self.stage.scenario.turns_per_day();
        let fine = self.stage.scenario.map.scale != Scale::Front;
        let ready = match (sortie.mission, aircraft) {
            _ if fate == Fate::Aborts => turn + 1,
            (AirMission::Recon, _) => turn + 1,
            (AirMission::Support, Aircraft::FighterBomber) if fine => turn + 2,
            _ => tomorrow,
        };
        self.state.squadrons[sortie.squadron as usize].ready = ready;
    }

    /// 17.5.a: strength after the flak; then the ground and positions of the target, or a quarter for close support (17.11.c).
    fn strike(&mut self, sortie: &Sortie, hex: u16, flak: i64, close: bool) {
        let squadron = &self.stage.squadrons[sortie.squadron as usize];
        let strength = i64::from(squadron.strength) * ONE;
        let mut points =
            if flak > 0 && holds(Case("17.5.a"), true) { times(strength, strength, strength + flak) } else { strength };
        let mut lines = Lines::off();
        if close {
            points = factor(Case("17.11.c"), points, 1, 4);
        } else {
            points = self.stage.fire_terrain(self.state, hex, points, &mut lines);
            points = self.stage.shelter(self.stage.cover(self.state, hex, self.field.points(hex)), points, &mut lines);
        }
        let side = squadron.side;
        let attacks = !close && self.field.held_by(&self.stage, hex, side.other());
        if !close && !attacks {
            // 17.11.d.
            self.interdict(side.other(), hex, 0, points);
        }
        self.strikes.push(Strike { name: &squadron.name, side, hex, points, attacks, close });
    }

    /// The nearest hex with units of a side, within so many hexes; only those that the flier's side knows of if `known`.
    fn nearest(&self, hex: u16, side: Side, within: u16, known: bool) -> Option<u16> {
        let there = |at: &u16| {
            *at != hex
                && self.field.stack(*at).any(|u| {
                    self.stage.side(u) == side
                        && (!known || !self.state.setup.limited || self.state.units[u as usize].known >= 100)
                })
        };
        let all = self.stage.theater.within(hex, within).filter(there);
        all.min_by_key(|at| (self.stage.theater.distance(hex, *at), self.stage.theater.rank[*at as usize]))
    }

    /// 17.41.d: bombs on friends.
    fn mistake(&mut self, sortie: &Sortie, flak: i64) {
        let side = self.stage.squadrons[sortie.squadron as usize].side;
        let reach = if self.stage.coarse() { 1 } else { 2 };
        let own = self.field.held_by(&self.stage, sortie.hex, side).then_some(sortie.hex);
        let Some(hex) = own.or_else(|| self.nearest(sortie.hex, side, reach, false)) else { return };
        let strength = i64::from(self.stage.squadrons[sortie.squadron as usize].strength) * ONE;
        let points = if flak > 0 { times(strength, strength, strength + flak) } else { strength };
        let points = self.stage.fire_terrain(self.state, hex, points, &mut Lines::off());
        // Whoever bombs them, they suffer it as an enemy strike: it is laid on them in the name of the other side.
        let name = &self.stage.squadrons[sortie.squadron as usize].name;
        self.strikes.push(Strike { name, side: side.other(), hex, points, attacks: true, close: false });
    }

    /// Air points that attack a hex, spent.
    pub(super) fn air_on(&mut self, hex: u16, side: Side) -> i64 {
        let mut sum = 0;
        for strike in self.strikes.iter_mut().filter(|s| s.hex == hex && s.side == side && s.attacks) {
            sum += std::mem::take(&mut strike.points);
            strike.attacks = false;
            self.firing[0].push(strike.name);
        }
        sum
    }

    /// 17.11.c: close support for a hex and its neighbours, as dedicated support is.
    pub(super) fn close_support(&mut self, hex: u16, side: Side) -> i64 {
        let near = |s: &&Strike<'_>| s.close && s.side == side && self.stage.theater.distance(s.hex, hex) <= 1;
        let mut sum = 0;
        for strike in self.strikes.iter().filter(near) {
            sum += strike.points;
            self.firing[1].push(strike.name);
        }
        sum
    }

    /// 17.12: landed at an airfield, or dropped: about half arrives.
    fn deliver(&mut self, sortie: &Sortie) {
        let squadron = &self.stage.squadrons[sortie.squadron as usize];
        let tons = i64::from(squadron.tons) * crate::fix::TON;
        let fields = &self.stage.scenario.map.airfields;
        // 17.12.e.
        let landed = self.stage.scenario.landing && squadron.side == Side::Axis;
        if let Some(field) = fields.iter().position(|f| f.hex.0 == sortie.hex)
            && landed
            && self.state.owner(sortie.hex) == Side::Axis
            && holds(Case("17.12.b"), true)
        {
            // 19.5.d.
            self.state.airfields[field] += tons;
            return;
        }
        let percent = 40 + i64::from(self.dice.roll(Case("17.12.a"), 20));
        // It lies there until the turn ends: whoever stands there then has it (17.12.c, 19.6.c).
        let arrives = factor(Case("17.12.a"), tons, percent, 100);
        self.drops.push((sortie.hex, squadron.side, arrives));
    }

    /// 17.12.a: split among the headquarters there, else among the units.
    fn unload(&mut self, hex: u16, tons: i64) {
        let all: Vec<u16> = self.field.stack(hex).collect();
        let hqs: Vec<u16> = all.iter().copied().filter(|u| self.stage.info(*u).hq.is_some()).collect();
        let to = if hqs.is_empty() { all } else { hqs };
        let each = tons / to.len().max(1) as i64;
        for unit in to {
            self.state.units[unit as usize].tons += each;
        }
    }

    /// 17.41.e: an enemy nearby gains half of what was dropped.
    fn misdrop(&mut self, sortie: &Sortie) {
        let squadron = &self.stage.squadrons[sortie.squadron as usize];
        let Some(hex) = self.nearest(sortie.hex, squadron.side.other(), 2, false) else { return };
        let tons = i64::from(squadron.tons) * crate::fix::TON;
        self.unload(hex, factor(Case("17.41.e"), tons, 1, 2));
    }

    /// 19.6.c, 17.12.c: what was dropped goes to whoever stands there when the turn ends, friend or enemy.
    pub(crate) fn gather_drops(&mut self) {
        for (hex, side, tons) in std::mem::take(&mut self.drops) {
            let friend = self.field.held_by(&self.stage, hex, side);
            if friend || holds(Case("19.6.c"), true) {
                self.unload(hex, tons);
            }
        }
    }
}
