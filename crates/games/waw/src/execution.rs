//! 5.2 Execution: twelve pulses in which both sides' orders are carried out at once (dossier 3.1).
//!
//! Inside a pulse: movement and ambushes, barrages and air strikes, ground battles with retreats and advances, overruns, counter-battery.
//! Nobody decides anything here; every draw is a die.

mod air;
mod battle;
mod fire;
mod march;
mod odds;
mod overrun;
mod report;
mod result;
mod retreat;
mod tell;

pub use air::AirMission;
pub(crate) use air::Sortie;
pub(crate) use odds::{Odds, Sides};

use crate::clock::Hour;
use crate::field::Field;
use crate::fix::{mix, rounded};
use crate::state::{Assault, Life, Mode, NONE, Standing, State};
use crate::theater::Stage;
use fire::Gun;
use kessel_kernel::{Case, Dice, Event, Log, Side, What};

/// 5.2: pulses in a turn; three are an hour of the progress bar.
pub(crate) const PULSES: u8 = 12;

/// What a unit has done and suffered in this Execution.
#[derive(Clone, Debug, Default)]
pub(crate) struct Act {
    /// Its allowance, and what it has spent of it.
    pub(crate) allowance: i32,
    pub(crate) spent: i32,
    /// Credit taken away by interdiction, in twelfths of the allowance.
    pub(crate) lost_pulses: i32,
    /// Where it stood when the turn began.
    pub(crate) start: u16,
    /// Hexes moved this turn.
    pub(crate) hexes: u16,
    /// It overran a stack in the hex where it stands: no zone holds it there (14.71.f).
    pub(crate) free: bool,
    /// The pulse in which interdiction held it.
    pub(crate) held: u8,
    /// Penalties of fatigue and disorganization, scale already in them; those of movement apart.
    pub(crate) tired: i64,
    pub(crate) disorder: i64,
    /// Strength lost this turn, in millionths.
    pub(crate) lost: i64,
    /// Ammunition used, in grams for each point of defence; the part for being attacked apart.
    pub(crate) ammunition: i64,
    pub(crate) under_fire: i64,
    /// Shells used, in grams for each point of barrage.
    pub(crate) shells: i64,
    /// It did something, or something was done to it: it does not rest (21.1).
    pub(crate) busy: bool,
    /// Its work was interrupted (23.13).
    pub(crate) stopped_work: bool,
    /// It fired (8.53.c).
    pub(crate) fired: bool,
    /// Enemy intelligence gained by an attack on it: probe or assault (8.53.b).
    pub(crate) probed: bool,
    pub(crate) assaulted: bool,
    /// Interdiction has tired it already; so has a ferry's bombardment struck it.
    pub(crate) interdicted: bool,
    pub(crate) ferry_hit: bool,
    /// It retreated this turn.
    pub(crate) retreated: bool,
    /// Enemy reconnaissance flights that saw it, by their place in [`Run::recon`] (17.13.b).
    pub(crate) scouted: u64,
}

/// An attack on a hex: everybody who attacks it, merged (3.1).
#[derive(Clone, Debug)]
pub(crate) struct Battle {
    pub(crate) hex: u16,
    pub(crate) side: Side,
    pub(crate) pulse: u8,
    /// Average quality of the attackers, in millionths: the better ones first (20.1.a).
    pub(crate) quality: i64,
    pub(crate) units: Vec<u16>,
    pub(crate) done: bool,
}

/// An Execution under way.
pub(crate) struct Run<'a> {
    pub(crate) stage: Stage<'a>,
    pub(crate) state: &'a mut State,
    pub(crate) field: Field,
    pub(crate) dice: &'a mut Dice,
    pub(crate) log: &'a mut Log,
    pub(crate) hour: Hour,
    pub(crate) pulse: u8,
    /// Units on the map by initiative (20.1.a).
    pub(crate) list: Vec<u16>,
    pub(crate) acts: Vec<Act>,
    /// Units that ride when the turn begins (14.6).
    pub(crate) riders: Vec<u16>,
    pub(crate) battles: Vec<Battle>,
    pub(crate) guns: Vec<Gun>,
    pub(crate) strikes: Vec<air::Strike<'a>>,
    /// Interdiction that a side suffers in a hex, by side: guns, aircraft.
    pub(crate) interdiction: [Vec<(u16, i64, i64)>; 2],
    /// Modified points of fire on each urban hex this turn (7.e).
    pub(crate) pounded: Vec<(u16, i64)>,
    /// Hexes looked at from the air: whose, where, how far, and how well, in millionths.
    pub(crate) recon: Vec<(Side, u16, u16, i64)>,
    /// Supplies dropped where nobody was: hex, for whom, grams.
    pub(crate) drops: Vec<(u16, Side, i64)>,
    /// Any combat took place (5.3.a).
    pub(crate) combat: bool,
    /// For the report of the fight under way: who lost what and whether it is gone, and the guns and aircraft of attack and defence.
    pub(crate) hits: Vec<(u16, i64, bool)>,
    pub(crate) firing: [Vec<&'a str>; 2],
}

impl<'a> Run<'a> {
    /// Sets an Execution up: orders are in the state already. `sorties` are the air missions.
    pub(crate) fn new(
        stage: Stage<'a>,
        state: &'a mut State,
        sorties: &[Sortie],
        dice: &'a mut Dice,
        log: &'a mut Log,
    ) -> Run<'a> {
        for unit in &mut state.units {
            unit.strategic = unit.order == Standing::Move(Mode::Strategic) && unit.here() && unit.path.1 > 0;
        }
        let field = Field::of(&stage, state);
        let hour = stage.hour(state);
        let mut list: Vec<u16> = (0..state.units.len() as u16).filter(|u| state.units[*u as usize].here()).collect();
        let place = |unit: &u16| (-stage.quality(state, *unit), mix(state.key, u64::from(*unit)), *unit);
        list.sort_by_cached_key(place);
        let acts = (0..state.units.len() as u16).map(|unit| begin(&stage, state, unit)).collect();
        let riders = (0..state.units.len() as u16).filter(|u| state.units[*u as usize].carrier != NONE).collect();
        let mut run = Run {
            stage,
            state,
            field,
            dice,
            log,
            hour,
            pulse: 0,
            list,
            acts,
            riders,
            battles: Vec::new(),
            guns: Vec::new(),
            strikes: Vec::new(),
            interdiction: [Vec::new(), Vec::new()],
            pounded: Vec::new(),
            recon: Vec::new(),
            drops: Vec::new(),
            combat: false,
            hits: Vec::new(),
            firing: Default::default(),
        };
        run.state.battles = [[0; 2]; 2];
        run.muster();
        run.fly(sorties);
        for unit in 0..run.state.units.len() as u16 {
            run.scouted(unit);
        }
        run.lay_guns();
        run
    }

    /// The twelve pulses.
    pub(crate) fn play(&mut self, last: u8) {
        for pulse in 1..=last.min(PULSES) {
            self.pulse = pulse;
            let turn = u32::from(self.state.turn);
            self.log.add(|| {
                let what = What::Phase { turn, side: None, phase: format!("pulse-{pulse}") };
                Event::new(Case("5.2.a"), what, format!("Pulse {pulse}, hour {}", (pulse - 1) / 3 + 1))
            });
            self.march();
            self.barrages();
            self.fight();
            self.overruns();
            self.counter_battery();
            self.take_ground();
        }
    }

    /// 15.1.d: merges all attacks on a hex. Riders get off when their carrier attacks (14.63.b).
    fn muster(&mut self) {
        let mut battles: Vec<Battle> = Vec::new();
        for unit in 0..self.state.units.len() as u16 {
            let now = &self.state.units[unit as usize];
            let Standing::Attack(_, hex) = now.order else { continue };
            if !now.here() || self.stage.theater.toward(now.at, hex).is_none() {
                continue;
            }
            let side = self.stage.side(unit);
            self.acts[unit as usize].busy = true;
            self.dismount_all(unit);
            match battles.iter_mut().find(|b| b.hex == hex && b.side == side) {
                Some(battle) => battle.units.push(unit),
                None => battles.push(Battle { hex, side, pulse: 0, quality: 0, units: vec![unit], done: false }),
            }
        }
        for battle in &mut battles {
            battle.quality = self.mean_quality(&battle.units);
            let rounded = rounded(battle.quality.into(), crate::fix::ONE.into());
            battle.pulse = (10 - rounded).clamp(1, 9) as u8;
        }
        self.battles = battles;
    }

    /// Average current quality, in millionths.
    pub(crate) fn mean_quality(&self, units: &[u16]) -> i64 {
        let sum: i64 = units.iter().map(|u| self.stage.quality(self.state, *u)).sum();
        if units.is_empty() { 0 } else { rounded(i128::from(sum) * 1_000_000, units.len() as i128) }
    }

    /// 18.6.a: after each pulse whoever stands in a hex owns it, and a side that alone exerts two points or more. Only where something has
    /// changed can that be another than before.
    fn take_ground(&mut self) {
        loop {
            let touched = self.field.take_touched();
            if touched.is_empty() {
                return;
            }
            for hex in touched {
                self.take_hex(hex);
            }
        }
    }

    fn take_hex(&mut self, hex: u16) {
        let now = self.state.owner(hex);
        let new = match self.field.holder(&self.stage, hex) {
            Some(side) => side,
            None => {
                let [axis, soviet] = Side::BOTH.map(|side| self.field.zone_in(&self.stage, side, hex));
                match (axis, soviet) {
                    (2.., 0) => Side::Axis,
                    (0, 2..) => Side::Soviet,
                    _ => now,
                }
            }
        };
        if new != now && crate::fix::holds(Case("18.6.a"), true) {
            self.state.own(hex, new);
            if self.stage.terrain(self.state, hex).is_city() {
                self.field.refresh(&self.stage, self.state, hex);
            }
            self.tell_ground(hex, new);
        }
    }

    /// Gets riders off a carrier.
    pub(crate) fn dismount_all(&mut self, carrier: u16) {
        let at = self.state.units[carrier as usize].at;
        let mut any = false;
        for n in 0..self.riders.len() {
            let rider = &mut self.state.units[self.riders[n] as usize];
            if rider.carrier == carrier {
                rider.carrier = NONE;
                any = true;
                if rider.order == Standing::Ride {
                    rider.order = Standing::default();
                }
            }
        }
        if any && at != NONE {
            self.field.exert(&self.stage, self.state, at);
        }
    }

    /// Takes a unit out of the game.
    pub(crate) fn kill(&mut self, unit: u16, case: Case) {
        let now = &self.state.units[unit as usize];
        if !now.here() {
            return;
        }
        let (at, tons) = (now.at, now.tons);
        self.dismount_all(unit);
        self.field.remove(&self.stage, self.state, unit);
        let now = &mut self.state.units[unit as usize];
        (now.life, now.path, now.carrier) = (Life::Dead, (0, 0), NONE);
        let rest = std::mem::take(&mut now.defence);
        now.attack = 0;
        self.pay_loss(unit, rest);
        if self.stage.info(unit).hq.is_some() {
            self.state.lost.push(crate::state::Lost { hq: unit, tons, at });
        }
        for leader in &mut self.state.leaders {
            if *leader == unit {
                *leader = NONE;
            }
        }
        self.tell_dead(unit, at, case);
    }

    /// 3.7: a penalty of fatigue, with the adjustment of the 3 km scale (21.12.b).
    pub(crate) fn tire(&mut self, unit: u16, case: Case, points: i64) {
        let coarse = crate::fix::shift(Case("21.12.b"), i64::from(self.stage.coarse()));
        self.acts[unit as usize].tired += crate::fix::shift(case, points + coarse);
        self.acts[unit as usize].busy = true;
    }

    /// A penalty of disorganization (21.22.b).
    pub(crate) fn disorder(&mut self, unit: u16, case: Case, points: i64) {
        let coarse = crate::fix::shift(Case("21.22.b"), i64::from(self.stage.coarse()));
        self.acts[unit as usize].disorder += crate::fix::shift(case, points + coarse);
    }

    /// The unit drops what it was told and defends.
    pub(crate) fn reset_order(&mut self, unit: u16) {
        let now = &mut self.state.units[unit as usize];
        now.order = Standing::default();
        (now.path, now.work) = ((0, 0), (0, 0));
    }

    /// The type of a unit's attack.
    pub(crate) fn assault_of(&self, unit: u16) -> Assault {
        match self.state.units[unit as usize].order {
            Standing::Attack(kind, _) => kind,
            _ => Assault::Assault,
        }
    }
}

fn begin(stage: &Stage<'_>, state: &State, unit: u16) -> Act {
    let now = &state.units[unit as usize];
    let allowance = if now.here() { stage.allowance(state, unit, now.strategic) } else { 0 };
    // 14.11.c: nothing is left from the turn before.
    Act { allowance, start: now.at, ..Act::default() }
}
