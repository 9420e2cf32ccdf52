//! 14.7 Overruns: movers that stand beside an enemy hex on their path try it after the battles of every pulse.

use super::march::Wait;
use super::report::{Fight, Fought};
use super::{Odds, Run, Sides};
use crate::data::Terrain;
use crate::fix::{ONE, holds};
use crate::state::{Mode, Standing};
use crate::strength::Lines;
use kessel_kernel::Case;

impl Run<'_> {
    /// Stack by stack, by row and column (14.71.a): those of one side in one hex with the same next hex.
    pub(super) fn overruns(&mut self) {
        let mut tries: Vec<(u16, u16, u16)> = Vec::new();
        for unit in 0..self.state.units.len() as u16 {
            let now = &self.state.units[unit as usize];
            // 14.71.b.
            if !now.here() || now.order != Standing::Move(Mode::Tactical) {
                continue;
            }
            let Some(to) = self.state.path(unit).first().copied() else { continue };
            if self.field.held_by(&self.stage, to, self.stage.side(unit).other()) {
                tries.push((now.at, to, unit));
            }
        }
        let rank = |hex: u16| self.stage.theater.rank[hex as usize];
        tries.sort_by_key(|(from, to, unit)| (rank(*from), rank(*to), *unit));
        let stacks: Vec<Vec<(u16, u16, u16)>> =
            tries.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).map(<[_]>::to_vec).collect();
        for stack in stacks {
            let units: Vec<u16> = stack.iter().map(|(_, _, unit)| *unit).collect();
            self.overrun(&units, stack[0].1);
        }
    }

    fn overrun(&mut self, movers: &[u16], hex: u16) {
        let stage = self.stage;
        let terrain = stage.terrain(self.state, hex);
        // 14.71.e: no overrun into cover, nor against armour that still counts.
        if holds(Case("14.71.e"), terrain.is_urban() || terrain == Terrain::Forest || stage.soft_marsh(self.state, hex))
        {
            return;
        }
        // Somebody may have been overrun himself a moment ago.
        let lives = |u: &u16| self.state.units[*u as usize].here();
        let ready: Vec<u16> = movers.iter().copied().filter(|u| lives(u) && self.can_overrun(*u, hex)).collect();
        let riders = self.riders.iter().copied().filter(|r| ready.contains(&self.state.units[*r as usize].carrier));
        // 14.64.e: riders with the half that they have.
        let units: Vec<u16> = ready.iter().copied().chain(riders).collect();
        let mut lines = Lines::off();
        let armour = |unit: &u16, lines: &mut Lines| {
            stage.info(*unit).is_armour() && stage.armour(self.state, *unit, None, lines) > 0
        };
        if !ready.iter().any(|unit| armour(unit, &mut lines)) && holds(Case("14.71.d"), true) {
            return;
        }
        // 11.3.g, 14.72: all who are there now, after a battle too.
        let defenders: Vec<u16> = self.field.stack(hex).collect();
        if defenders.is_empty() || defenders.iter().any(|unit| armour(unit, &mut lines)) && holds(Case("14.71.e"), true)
        {
            return;
        }
        let sides = Sides {
            attackers: &units,
            defenders: &defenders,
            hex,
            ambush: false,
            overrun: true,
            explain: self.log.listens(),
        };
        // 14.71.c: no guns, no aircraft; ten to one after all other shifts.
        let odds = Odds::of(&stage, self.state, &sides, 0, 0);
        if odds.attack <= 0 || odds.column < 10 * ONE {
            return;
        }
        self.combat = true;
        self.start_report();
        let fought = Fought { hex, attacker: stage.side(units[0]), fight: Fight::Overrun, odds: &odds, outcome: None };
        self.count_battle(&units, true);
        for unit in &defenders {
            let left = self.state.units[*unit as usize].defence;
            self.hits.push((*unit, left, true));
            self.kill(*unit, Case("14.71.f"));
        }
        self.report(&fought);
        for unit in &units {
            self.tire(*unit, Case("34.c.F"), 1);
            let act = &mut self.acts[*unit as usize];
            act.ammunition = act.ammunition.max(crate::fix::shift(Case("19.9.b"), 75_000));
        }
        for unit in ready {
            // They enter and go on with what they have left.
            let Ok(price) = self.price(unit, hex) else { continue };
            if self.field.points(hex) + self.load(unit) > crate::field::LIMIT {
                continue;
            }
            let act = &mut self.acts[unit as usize];
            (act.spent, act.hexes, act.busy) = (act.spent + price, act.hexes + 1, true);
            let now = &mut self.state.units[unit as usize];
            now.path = if now.path.1 > 1 { (now.path.0 + 1, now.path.1 - 1) } else { (0, 0) };
            now.still = 0;
            if now.path.1 == 0 {
                now.order = Standing::default();
            }
            self.go(unit, hex);
            self.acts[unit as usize].free = true;
        }
    }

    /// May it enter at all: ground, credit, zones?
    fn can_overrun(&self, unit: u16, hex: u16) -> bool {
        let Ok(price) = self.price(unit, hex) else { return false };
        let act = &self.acts[unit as usize];
        let credit = act.allowance * (i32::from(self.pulse) - act.lost_pulses) / i32::from(super::PULSES);
        let free = act.hexes == 0 && self.pulse == super::PULSES && self.stage.has_free_hex(self.state, unit);
        let zones = match self.zones_allow(unit, hex) {
            Ok(()) => true,
            // Whoever had to stop has stopped (14.21); zones into the hex itself go with its defenders (14.71.f).
            Err(Wait::Zone(case)) => case == Case("18.3.e"),
            Err(_) => false,
        };
        zones && (act.spent + price <= credit || free)
    }
}
