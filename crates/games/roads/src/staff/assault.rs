//! Attacks that pay: by units where they stand, or by units that can come there.

use super::Mind;
use super::chart::{Chart, Posture};
use super::forecast::Stake;
use super::reach::{Reach, Way};
use crate::data::{Nation, River, UnitId, Weather};
use crate::state::{Fight, FightKind, Place, State, Step, Supply, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::Side;

/// An attack that could be made.
#[derive(Clone, Debug)]
pub(super) struct Assault {
    pub at: SpaceId,
    pub units: UnitSet,
    pub moves: Vec<(UnitId, Way)>,
    /// Worth, times 36.
    pub worth: i32,
}

/// Worth that a unit must add to be used at all, times 36.
const EFFORT: i32 = 36;

impl Mind<'_> {
    /// The kind of combat that this phase leads to.
    pub(super) fn kind(state: &State) -> FightKind {
        match state.step() {
            Step::ExploitMovement | Step::ExploitCombat => FightKind::Exploitation,
            Step::Strike => FightKind::Surprise,
            _ => FightKind::Combat,
        }
    }

    /// May the unit attack from this hex into that one?
    fn can_attack(&self, state: &State, kind: FightKind, unit: UnitId, from: SpaceId, at: SpaceId) -> bool {
        let info = self.game.info(unit);
        let piece = state.field.get(unit);
        let fresh = kind != FightKind::Combat && kind != FightKind::Exploitation || !state.attacked.contains(unit);
        if info.is_hq() || info.side != self.side || !fresh || info.factors(piece.steps).attack == 0 {
            return false;
        }
        if kind == FightKind::Exploitation && !piece.exploiting {
            return false;
        }
        // 10.3.3: an attack out of the pocket costs it a level.
        if piece.supply == Supply::Fortress || self.waits(unit) {
            return false;
        }
        let bank = self.game.bank(state, self.side, from, at);
        !(state.forecast.weather == Weather::Mud && bank.river != River::None && !bank.bridge)
    }

    /// What hangs on the hex.
    pub(super) fn stake(&self, state: &State, chart: &Chart, at: SpaceId) -> Stake {
        let enemy = self.side.other();
        let free = self.game.around(state, at).any(|hex| !state.field.occupied(self.side).contains(hex));
        let base = match chart.posture {
            Posture::Attack => 6,
            Posture::Defend => 3,
        };
        let goal = if state.controller(at) == enemy { chart.goal[at] } else { chart.goal[at] / 2 };
        // After the last attack nothing but the ground counts.
        let goal = if self.last_word() { 3 * goal } else { goal };
        let goal = goal * self.storm_part(state, at) / 100;
        let near: i32 = self.game.around(state, at).map(|hex| chart.goal[hex]).max().unwrap_or(0);
        let artery = chart.artery[at] / 6;
        let hq = if state.field.stack(at).any(|unit| self.game.info(unit).is_hq()) { 10 } else { 0 };
        // 10.3.3: two stacks of the pocket attacked at 1/1 cost it a level.
        let pocket = state.field.stack(at).any(|unit| state.field.get(unit).supply == Supply::Fortress);
        let bleeds = self.side == Side::Soviet && pocket && !state.fortress.fixed && state.fortress.assaulted.len() < 2;
        let spared = if self.storm_part(state, at) < 100 { self.weights().pocket_wary / 10 } else { 0 };
        let made = if bleeds { self.weights().bleed } else { 0 } - spared;
        Stake { ground: base + goal + near / 6 + artery + hq, trapped: !free, made }
    }

    /// The fight of these attackers, with every support that helps.
    pub(super) fn fight_of(&self, state: &mut State, kind: FightKind, at: SpaceId, attackers: UnitSet) -> Fight {
        let mut fight = Fight::new(kind, self.side, at);
        fight.attackers = attackers;
        fight.defenders = self.game.stack_of(state, at);
        for from in attackers.iter().filter_map(|unit| state.field.at(unit)) {
            if !fight.from.contains(&from) && !fight.from.is_full() {
                fight.from.push(from);
            }
        }
        let marked = |unit: UnitId| state.markers.contains(&crate::state::Spot::Unit(unit));
        let flown = state.markers.iter().any(|spot| matches!(spot, crate::state::Spot::Hex(_)));
        if !flown && !attackers.iter().any(marked) {
            return fight;
        }
        let kept = state.fight.replace(fight);
        for _ in 0..4 {
            let able = self.game.combat_supports(state, self.side);
            let (Some(marker), Some(fight)) = (able.iter().next(), &mut state.fight) else { break };
            fight.supports.insert(marker);
        }
        std::mem::replace(&mut state.fight, kept).unwrap_or_else(|| Fight::new(kind, self.side, at))
    }

    /// The worth of an attack with the best declarations, times 36.
    pub(super) fn attack_worth(&self, state: &State, fight: &Fight, stake: Stake) -> Option<i32> {
        let plain = self.forecast(state, fight, stake, false, false)?;
        let armored = self.game.may_declare_armored(state, fight);
        let elite = fight.attackers.iter().any(|unit| self.game.is_elite(state, unit));
        let mut best = plain;
        for (e, a) in [(false, true), (true, false), (true, true)] {
            if (elite || !e) && (armored || !a) {
                best = best.max(self.forecast(state, fight, stake, e, a).unwrap_or(plain));
            }
        }
        Some(best)
    }

    /// Worth below which an attack is left alone, times 36.
    fn margin(&self, chart: &Chart) -> i32 {
        match chart.posture {
            Posture::Attack => self.weights().bold,
            Posture::Defend => self.weights().wary,
        }
    }

    /// 8.1.12: allies of one nation only; the strongest decides which.
    fn agree(&self, units: UnitSet, unit: UnitId) -> bool {
        let nation = self.game.info(unit).nation;
        let clash = |other: UnitId| {
            let other = self.game.info(other).nation;
            other != nation && other != Nation::German
        };
        !self.game.is_allied(unit) || !units.iter().any(clash)
    }

    /// The attack that pays best among the hexes offered.
    pub(super) fn best_attack(&self) -> Option<Assault> {
        // What is won already is not put at risk.
        if self.relieved(self.seen) == Some(true) {
            return None;
        }
        let mut state = self.seen.clone();
        let chart = self.chart(&state);
        let kind = Self::kind(&state);
        let mut best: Option<Assault> = None;
        for action in self.offers {
            let crate::action::Action::Attack { at } = *action else { continue };
            let Some(assault) = self.standing_attack(&mut state, &chart, kind, at) else { continue };
            if best.as_ref().is_none_or(|known| assault.worth > known.worth) {
                best = Some(assault);
            }
        }
        best.filter(|assault| assault.worth > self.margin(&chart))
    }

    /// The best attack on a hex by those that stand next to it.
    pub(super) fn standing_attack(
        &self,
        state: &mut State,
        chart: &Chart,
        kind: FightKind,
        at: SpaceId,
    ) -> Option<Assault> {
        let mut all = UnitSet::EMPTY;
        let mut order: Vec<UnitId> = Vec::new();
        for from in self.game.around(state, at) {
            // The last step that closes the ring is not risked, and no step where only the ring counts; where an open one is paid for
            // somebody stays behind, whom no retreat takes along.
            let stays =
                if chart.ring.contains(from) && self.must_seal(state) { self.weakest_of(state, from) } else { None };
            let needed = |unit: &UnitId| {
                (state.field.get(*unit).steps == 1 || state.fortress.fixed) && self.closes_ring(state, *unit)
                    || stays == Some(*unit)
            };
            let able = state.field.stack(from).filter(|unit| self.can_attack(state, kind, *unit, from, at));
            order.extend(able.filter(|unit| !needed(unit)));
        }
        order.sort_by_key(|unit| (-self.attack_of(state, *unit), unit.index()));
        for unit in order.iter().copied() {
            if self.agree(all, unit) {
                all.insert(unit);
            }
        }
        if all.is_empty() {
            return None;
        }
        let stake = self.stake(state, chart, at);
        let fight = self.fight_of(state, kind, at, all);
        let mut worth = self.attack_worth(state, &fight, stake)?;
        // Those who could fight elsewhere are let go if it costs nothing.
        for unit in order.iter().rev().copied() {
            if !all.contains(unit) || all.len() == 1 || self.mobile(unit) || !self.has_other_target(state, unit, at) {
                continue;
            }
            let mut fewer = all;
            fewer.remove(unit);
            let fight = self.fight_of(state, kind, at, fewer);
            match self.attack_worth(state, &fight, stake) {
                Some(less) if less + EFFORT / 2 >= worth => {
                    all = fewer;
                    worth = less;
                }
                _ => {}
            }
        }
        Some(Assault { at, units: all, moves: Vec::new(), worth })
    }

    /// Who is missed least in an attack from a hex.
    pub(super) fn weakest_of(&self, state: &State, hex: SpaceId) -> Option<UnitId> {
        let troops = state.field.stack(hex).filter(|unit| !self.game.info(*unit).is_hq());
        troops.min_by_key(|unit| (self.attack_of(state, *unit), unit.index()))
    }

    pub(super) fn attack_of(&self, state: &State, unit: UnitId) -> i32 {
        i32::from(self.game.info(unit).factors(state.field.get(unit).steps).attack)
    }

    fn has_other_target(&self, state: &State, unit: UnitId, at: SpaceId) -> bool {
        let Some(from) = state.field.at(unit) else { return false };
        let enemy = state.field.occupied(self.side.other());
        self.game.around(state, from).any(|hex| hex != at && enemy.contains(hex) && !state.struck.contains(hex))
    }

    /// Plans attacks one after the other, the best first; the units are moved in `work` and taken from `free`.
    pub(super) fn plan_assaults(
        &self,
        work: &mut State,
        chart: &Chart,
        reaches: &[Reach],
        free: &mut UnitSet,
    ) -> Vec<Assault> {
        let kind = Self::kind(work);
        let mut planned: Vec<Assault> = Vec::new();
        let mut targets: Vec<SpaceId> = work.field.occupied(self.side.other()).iter().collect();
        targets.retain(|at| chart.threat.get(*at).is_some() && self.in_play(work, reaches, *at));
        // A target whose last forecast was too poor is looked at again only when something near it changed.
        let mut known: Vec<Option<Option<Assault>>> = vec![None; targets.len()];
        for _ in 0..40 {
            let mut best: Option<(usize, i32)> = None;
            for (n, at) in targets.iter().enumerate() {
                if planned.iter().any(|done| done.at == *at) {
                    continue;
                }
                let stale = match &known[n] {
                    None => true,
                    Some(None) => false,
                    Some(Some(old)) => old.units.iter().any(|unit| !free.contains(unit)) || !self.still_fits(work, old),
                };
                if stale {
                    known[n] = Some(self.moving_attack(work, chart, kind, reaches, *free, *at));
                }
                if let Some(Some(assault)) = &known[n]
                    && best.is_none_or(|(_, worth)| assault.worth > worth)
                {
                    best = Some((n, assault.worth));
                }
            }
            let Some((n, _)) = best else { break };
            let Some(Some(assault)) = known[n].take() else { break };
            known[n] = Some(None);
            for unit in assault.units.iter() {
                free.remove(unit);
            }
            for (unit, way) in &assault.moves {
                work.field.put(*unit, Place::Hex(way.end()));
            }
            planned.push(assault);
        }
        planned
    }

    fn still_fits(&self, work: &State, assault: &Assault) -> bool {
        let mut sim = work.clone();
        assault.moves.iter().all(|(unit, way)| {
            let fits = self.game.fits(&sim, way.end(), *unit);
            sim.field.put(*unit, Place::Hex(way.end()));
            fits
        })
    }

    /// Could anybody come next to this hex?
    fn in_play(&self, work: &State, reaches: &[Reach], at: SpaceId) -> bool {
        self.game.around(work, at).any(|near| {
            work.field.occupied(self.side).contains(near) || reaches.iter().any(|reach| reach.to(near).is_some())
        })
    }

    /// The best attack on a hex by units that stand next to it or can come there.
    fn moving_attack(
        &self,
        work: &State,
        chart: &Chart,
        kind: FightKind,
        reaches: &[Reach],
        free: UnitSet,
        at: SpaceId,
    ) -> Option<Assault> {
        let around: Vec<SpaceId> = self.game.around(work, at).collect();
        let mut able: Vec<UnitId> = Vec::new();
        for near in &around {
            let standing =
                work.field.stack(*near).filter(|u| free.contains(*u) && self.can_attack(work, kind, *u, *near, at));
            able.extend(standing);
        }
        let coming = |reach: &&Reach| {
            let unit = reach.unit;
            free.contains(unit)
                && !able.contains(&unit)
                && around.iter().any(|near| reach.to(*near).is_some() && self.can_attack(work, kind, unit, *near, at))
        };
        let come: Vec<UnitId> = reaches.iter().filter(coming).map(|reach| reach.unit).collect();
        able.extend(come);
        able.sort_by_key(|unit| (-self.attack_of(work, *unit), unit.index()));
        let mut sim = work.clone();
        let stake = self.stake(work, chart, at);
        let (mut units, mut moves) = (UnitSet::EMPTY, Vec::new());
        let mut best: Option<(i32, UnitSet, usize)> = None;
        let mut count = 0;
        for unit in able {
            if count >= 14 || !self.agree(units, unit) {
                continue;
            }
            let reach = reaches.iter().find(|reach| reach.unit == unit);
            let Some(way) = self.attack_place(&sim, chart, kind, &around, reach, unit, at) else { continue };
            if let Some(way) = way {
                sim.field.put(unit, Place::Hex(way.end()));
                moves.push((unit, way));
            }
            units.insert(unit);
            count += 1;
            let fight = self.fight_of(&mut sim, kind, at, units);
            let mut staked = stake;
            staked.trapped = !around.iter().any(|hex| !sim.field.occupied(self.side).contains(*hex));
            let Some(worth) = self.attack_worth(&sim, &fight, staked) else { continue };
            let worth = worth - EFFORT * count;
            if worth > self.margin(chart) && best.is_none_or(|(most, ..)| worth > most) {
                best = Some((worth, units, moves.len()));
            }
        }
        let (worth, units, used) = best?;
        moves.truncate(used);
        Some(Assault { at, units, moves, worth })
    }

    /// Where a unit would attack a hex from: `Some(None)` where it stands, `None` nowhere.
    #[allow(clippy::too_many_arguments)]
    fn attack_place(
        &self,
        sim: &State,
        chart: &Chart,
        kind: FightKind,
        around: &[SpaceId],
        reach: Option<&Reach>,
        unit: UnitId,
        at: SpaceId,
    ) -> Option<Option<Way>> {
        let here = sim.field.at(unit)?;
        let dry = |from: SpaceId| self.game.bank(sim, self.side, from, at).river == River::None;
        if around.contains(&here) && (dry(here) || reach.is_none()) && self.can_attack(sim, kind, unit, here, at) {
            return Some(None);
        }
        let mut best: Option<(i32, &Way)> = None;
        for near in around {
            let Some(way) = reach.and_then(|reach| reach.to(*near)) else { continue };
            if !self.can_attack(sim, kind, unit, *near, at) || !self.game.fits(sim, *near, unit) {
                continue;
            }
            let fed = chart.fed[self.game.info(unit).nation as usize].contains(*near);
            let company = sim.field.stack(*near).count() as i32;
            let worth =
                if dry(*near) { 20 } else { 0 } + if fed { 8 } else { 0 } + 2 * company - chart.threat[*near] / 8;
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, way));
            }
        }
        if let Some((_, way)) = best {
            return Some(Some(way.clone()));
        }
        (around.contains(&here) && self.can_attack(sim, kind, unit, here, at)).then_some(None)
    }
}
