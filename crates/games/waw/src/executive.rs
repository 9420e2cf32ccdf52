//! 3.3, 3.19 The Executive Officer: fire support, air, ground units that got no order. He knows what his side knows.

use crate::Waw;
use crate::data::Kind;
use crate::execution::{AirMission, Odds, Sides};
use crate::field::Field;
use crate::fix::{ONE, error_within, holds, times};
use crate::movement::Danger;
use crate::orders::{DUTIES, Order, Slot};
use crate::state::{Assault, Mission, Secondary, Stance, State};
use kessel_kernel::plan::PlanOf;
use kessel_kernel::{Case, Side, Temperament};
use std::collections::BTreeMap;

type Plan = PlanOf<Waw>;

/// Attacks get guns until they have these odds.
const ENOUGH: i64 = 4 * ONE;
/// From these odds on a unit beside the enemy attacks, and from those with all it has.
const ATTACK: i64 = 3 * ONE;
const ALL_OUT: i64 = 6 * ONE;
/// Units more worn than this rest.
pub(crate) const WORN: u8 = 9;

/// A staff at work: what it believes, and the plan it fills.
pub(crate) struct Staffwork<'a> {
    pub(crate) game: &'a Waw,
    pub(crate) seen: &'a State,
    /// The enemy as it is believed to stand.
    pub(crate) guess: State,
    pub(crate) field: Field,
    pub(crate) side: Side,
    /// Everything is planned anew, whatever units are doing; otherwise orders that stand are the player's.
    pub(crate) afresh: bool,
    /// What it dares.
    pub(crate) temperament: Temperament,
    pub(crate) plan: Plan,
}

impl Waw {
    /// 3.3: does the staff have this duty in a plan, by what stands and what the plan says?
    fn has_duty(&self, seen: &State, side: Side, plan: &Plan, duty: usize) -> bool {
        match plan.get(&Slot::Duty(duty as u8)) {
            // 3.3.b: taken back it ends with this plan, and not before.
            Some(Order::Duty(on)) => *on,
            Some(Order::Once) => true,
            _ => seen.duties[side.index()] & 1 << duty != 0,
        }
    }

    /// 3.3.a: does the staff command everything in this plan, so that what is ordered beside it is not carried out?
    pub(crate) fn is_commanded(&self, seen: &State, side: Side, plan: &Plan) -> bool {
        let all = DUTIES.iter().position(|duty| *duty == "all");
        !plan.contains_key(&Slot::Worked) && all.is_some_and(|duty| self.has_duty(seen, side, plan, duty))
    }

    /// 3.3: the duties that stand, as the plan changes them; says whether there were any.
    pub(crate) fn staff_duties(&self, seen: &State, side: Side, plan: &mut Plan) -> bool {
        let on = |n: &usize| self.has_duty(seen, side, plan, *n);
        let duties: Vec<&str> = (0..DUTIES.len()).filter(on).map(|n| DUTIES[n]).collect();
        let working = duties.iter().any(|d| *d != "supply");
        if !working {
            return false;
        }
        if duties.contains(&"all") && holds(Case("3.3.a"), true) {
            // 3.3.a: whatever was ordered, he commands everything; only his own duties are the player's.
            let own = plan.iter().filter(|(slot, _)| matches!(slot, Slot::Duty(_)));
            let own: Plan = own.map(|(slot, order)| (*slot, order.clone())).collect();
            let mut work = Staffwork::new(self, seen, side, own);
            work.afresh = true;
            work.whole();
            *plan = work.plan;
            return true;
        }
        let mut work = Staffwork::new(self, seen, side, std::mem::take(plan));
        let night = self.stage(seen).hour(seen).night;
        let ground = duties.contains(&"ground");
        if ground && !night {
            work.attacks();
            work.marches();
        }
        if duties.contains(&"fire") || ground && !night {
            work.fire_support();
        }
        if ground && night {
            work.by_night();
        }
        if duties.contains(&"air") {
            work.air();
        }
        *plan = work.plan;
        true
    }
}

impl<'a> Staffwork<'a> {
    pub(crate) fn new(game: &'a Waw, seen: &'a State, side: Side, plan: Plan) -> Staffwork<'a> {
        let guess = game.guessed(seen, side, |_| 0);
        let field = Field::of(&game.stage(seen), &guess);
        Staffwork { game, seen, guess, field, side, afresh: false, temperament: Temperament::Balanced, plan }
    }

    /// Gives an order if it is allowed beside the rest.
    pub(crate) fn order(&mut self, slot: Slot, order: Order) -> bool {
        let allowed = self.game.allows(self.seen, self.side, &self.plan, slot, &order);
        if allowed {
            self.plan.insert(slot, order);
        }
        allowed
    }

    /// 3.3.l: units without orders of the player.
    pub(crate) fn idle(&self) -> Vec<u16> {
        let stage = self.game.stage(self.seen);
        (0..self.seen.units.len() as u16)
            .filter(|u| self.seen.units[*u as usize].here() && stage.side(*u) == self.side)
            .filter(|u| match self.afresh {
                true => !self.plan.contains_key(&Slot::Unit(*u)),
                false => !stage.is_ordered(self.seen, &self.plan, *u),
            })
            .collect()
    }

    /// Known enemy hexes, by row and column.
    pub(crate) fn enemy_hexes(&self) -> Vec<u16> {
        let mut hexes: Vec<u16> = self.seen.contacts.iter().map(|c| c.at).collect();
        hexes.dedup();
        hexes
    }

    /// The odds of an attack as they seem.
    pub(crate) fn odds(&self, units: &[u16], hex: u16, fire: i64) -> i64 {
        let stage = self.game.stage(self.seen);
        let defenders: Vec<u16> = self.field.stack(hex).filter(|u| stage.side(*u) != self.side).collect();
        if defenders.is_empty() || units.is_empty() {
            return 0;
        }
        let sides =
            Sides { attackers: units, defenders: &defenders, hex, ambush: false, overrun: false, explain: false };
        Odds::of(&stage, &self.guess, &sides, fire, 0).column
    }

    /// 15.3.d: the odds that the Executive Officer tells: with Limited Intelligence up to a quarter off, the same for a hex all turn.
    pub(crate) fn estimate(&self, units: &[u16], hex: u16, fire: i64) -> i64 {
        let column = self.odds(units, hex, fire);
        let off = error_within(self.seen.odds_key[self.side.index()], hex.into(), 25);
        if holds(Case("15.3.d"), self.seen.setup.limited) { times(column, 100 + off, 100) } else { column }
    }

    /// What the plan brings against a hex: its attackers, and the points of guns and aircraft.
    pub(crate) fn planned_on(&self, hex: u16) -> (Vec<u16>, i64) {
        let stage = self.game.stage(self.seen);
        let mut lines = crate::strength::Lines::off();
        let (mut units, mut fire) = (Vec::new(), 0);
        for (slot, order) in &self.plan {
            match (slot, order) {
                (Slot::Unit(unit), Order::Attack(_, at)) if *at == hex => units.push(*unit),
                (Slot::Unit(unit), Order::Fire(Mission::Target(at) | Mission::Scoot(at))) if *at == hex => {
                    fire += stage.barrage(&self.guess, *unit, hex, &mut lines);
                }
                (Slot::Squadron(n), Order::Fly(AirMission::Support, at)) if *at == hex => {
                    let points = i64::from(stage.squadrons[usize::from(*n)].strength) * ONE;
                    fire += stage.fire_terrain(&self.guess, hex, points, &mut lines);
                }
                _ => {}
            }
        }
        let cover = stage.cover(&self.guess, hex, self.field.points(hex));
        (units, stage.shelter(cover, fire, &mut lines))
    }

    /// Planned attacks by hex.
    pub(crate) fn planned(&self) -> BTreeMap<u16, Vec<u16>> {
        let mut planned: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
        for (slot, order) in &self.plan {
            if let (Slot::Unit(unit), Order::Attack(_, hex)) = (slot, order) {
                planned.entry(*hex).or_default().push(*unit);
            }
        }
        planned
    }

    /// Idle units beside an enemy attack where the odds are good, the best hex first; the others dig.
    pub(crate) fn attacks(&mut self) {
        let stage = self.game.stage(self.seen);
        let idle: Vec<u16> = self.idle().into_iter().filter(|u| self.fresh(*u)).collect();
        let mut chances: Vec<(i64, u16, Vec<u16>)> = Vec::new();
        for hex in self.enemy_hexes() {
            let able: Vec<u16> = idle.iter().copied().filter(|u| self.can_strike(*u, hex)).collect();
            let odds = self.odds(&able, hex, 0);
            if odds >= ATTACK {
                chances.push((odds, hex, able));
            }
        }
        chances.sort_by_key(|(odds, hex, _)| (std::cmp::Reverse(*odds), stage.theater.rank[*hex as usize]));
        for (_, hex, able) in chances {
            let left: Vec<u16> = able.into_iter().filter(|u| !self.plan.contains_key(&Slot::Unit(*u))).collect();
            let odds = self.odds(&left, hex, 0);
            if odds >= ATTACK {
                let kind = if odds >= ALL_OUT { Assault::AllOut } else { Assault::Assault };
                for unit in left {
                    self.order(Slot::Unit(unit), Order::Attack(kind, hex));
                }
            }
        }
    }

    /// Rested enough to be used?
    pub(crate) fn fresh(&self, unit: u16) -> bool {
        let now = &self.seen.units[unit as usize];
        now.fatigue.max(now.disorder) < self.temperament.worn(WORN)
    }

    /// May the unit attack that hex from where it stands?
    pub(crate) fn can_strike(&self, unit: u16, hex: u16) -> bool {
        let stage = self.game.stage(self.seen);
        let (info, now) = (stage.info(unit), &self.seen.units[unit as usize]);
        !matches!(info.kind, Kind::Hq | Kind::Artillery)
            && now.attack > 0
            && stage.theater.toward(now.at, hex).is_some()
    }

    /// The rest go where something is to be had, or dig where they are.
    fn marches(&mut self) {
        let stage = self.game.stage(self.seen);
        let danger = Danger::of(&stage, self.seen);
        for unit in self.idle() {
            let info = stage.info(unit);
            let at = self.seen.units[unit as usize].at;
            let beside = self.field.beside_enemy(&stage, self.side, at);
            // 3.3.i: guns are no ground units; fire support plans them.
            if info.kind == Kind::Artillery {
                continue;
            }
            if beside || !self.fresh(unit) || info.kind == Kind::Hq {
                if beside || self.fresh(unit) {
                    self.order(Slot::Unit(unit), Order::Defend(Stance::Defend, Secondary::Dig));
                }
                continue;
            }
            let Some(goal) = self.goal(at) else { continue };
            if goal == at {
                self.order(Slot::Unit(unit), Order::Defend(Stance::Defend, Secondary::Dig));
                continue;
            }
            if let Some((mode, path)) = stage.plot_with(self.seen, unit, None, goal, Some(&danger)) {
                self.order(Slot::Unit(unit), Order::Move(mode, path));
            }
        }
    }

    /// The nearest objective in enemy hands; without any the nearest own one that an enemy is near.
    pub(crate) fn goal(&self, at: u16) -> Option<u16> {
        let stage = self.game.stage(self.seen);
        let places = stage.scenario.objectives.iter().map(|o| o.hex.0);
        let nearest = |hex: &u16| (stage.theater.distance(at, *hex), stage.theater.rank[*hex as usize]);
        let theirs = places.clone().filter(|hex| self.seen.owner(*hex) != self.side).min_by_key(nearest);
        let threatened = |hex: &u16| self.seen.contacts.iter().any(|c| stage.theater.distance(c.at, *hex) <= 6);
        theirs.or_else(|| places.filter(threatened).min_by_key(nearest))
    }

    /// By night nobody is sent into an attack or on a march (34.c): garrisons hold, guns serve the attacks that somebody ordered and
    /// otherwise answer calls, losses are made good, the rest dig. What "ground" and "all" do is the same.
    pub(crate) fn by_night(&mut self) {
        self.garrisons();
        self.guns_for_attacks();
        self.quiet_guns();
        self.replacements();
        self.dig();
    }

    /// 3.3.f, 3.3.g: guns for the attacks, then barrages on the weakest enemies in contact, then interdiction.
    pub(crate) fn fire_support(&mut self) {
        let stage = self.game.stage(self.seen);
        for unit in self.guns_for_attacks() {
            let (at, range) = (self.seen.units[unit as usize].at, u16::from(stage.info(unit).range));
            let near = |hex: &u16| {
                stage.theater.distance(at, *hex) <= range && self.field.beside_enemy(&stage, self.side.other(), *hex)
            };
            let strength =
                |hex: &u16| -> i64 { self.field.stack(*hex).map(|u| self.guess.units[u as usize].defence).sum() };
            let target = self
                .enemy_hexes()
                .into_iter()
                .filter(near)
                .min_by_key(|hex| (strength(hex), stage.theater.rank[*hex as usize]));
            let order = target.map_or(Mission::OnCall, Mission::Target);
            self.order(Slot::Unit(unit), Order::Fire(order));
        }
    }

    /// 3.3.f: guns that are ready for the planned attacks, the heaviest first; says which are left.
    fn guns_for_attacks(&mut self) -> Vec<u16> {
        let stage = self.game.stage(self.seen);
        let mut guns: Vec<u16> = self.idle().into_iter().filter(|u| stage.info(*u).is_artillery()).collect();
        guns.retain(|u| stage.can_fire(self.seen, *u));
        guns.sort_by_key(|u| (std::cmp::Reverse(stage.info(*u).full.barrage), *u));
        let mut lines = crate::strength::Lines::off();
        for (hex, units) in self.planned() {
            let mut fire = 0;
            while self.odds(&units, hex, fire) < ENOUGH {
                let reach = |u: &u16| {
                    stage.theater.distance(self.seen.units[*u as usize].at, hex) <= stage.info(*u).range.into()
                };
                let Some(n) = guns.iter().position(reach) else { break };
                let unit = guns.remove(n);
                fire += stage.barrage(&self.guess, unit, hex, &mut lines).max(1);
                self.order(Slot::Unit(unit), Order::Fire(Mission::Target(hex)));
            }
        }
        guns
    }

    /// 3.3.h: bombers where an attack gains most, else on the strongest known stack away from friends; reconnaissance where most is unclear.
    pub(crate) fn air(&mut self) {
        let stage = self.game.stage(self.seen);
        if !stage.may_fly(self.seen, self.side) {
            return;
        }
        let mut hungriest = None;
        for n in 0..stage.squadrons.len() {
            let squadron = &stage.squadrons[n];
            let slot = Slot::Squadron(n as u8);
            if squadron.side != self.side
                || self.plan.contains_key(&slot)
                || self.seen.squadrons[n].ready > self.seen.turn
            {
                continue;
            }
            if squadron.bombs() {
                let points = i64::from(squadron.strength) * ONE;
                let gain = |hex: u16, units: &[u16]| self.odds(units, hex, points) - self.odds(units, hex, 0);
                let mut best: Vec<(i64, u16)> =
                    self.planned().iter().map(|(hex, units)| (-gain(*hex, units), *hex)).collect();
                best.sort_unstable();
                let away = self
                    .enemy_hexes()
                    .into_iter()
                    .filter(|hex| !self.field.beside_enemy(&stage, self.side.other(), *hex));
                let mut others: Vec<u16> = away.collect();
                others
                    .sort_by_key(|hex| (std::cmp::Reverse(self.field.points(*hex)), stage.theater.rank[*hex as usize]));
                for hex in best.into_iter().map(|(_, hex)| hex).chain(others) {
                    if self.order(slot, Order::Fly(AirMission::Support, hex)) {
                        break;
                    }
                }
            } else if squadron.scouts() {
                let radius = stage.recon_radius();
                let unclear = |hex: &u16| {
                    self.seen
                        .contacts
                        .iter()
                        .filter(|c| c.level < 3 && stage.theater.distance(c.at, *hex) <= radius)
                        .count()
                };
                let best = self
                    .enemy_hexes()
                    .into_iter()
                    .max_by_key(|hex| (unclear(hex), std::cmp::Reverse(stage.theater.rank[*hex as usize])));
                if let Some(hex) = best {
                    self.order(slot, Order::Fly(AirMission::Recon, hex));
                }
            } else if squadron.tons > 0
                && let Some(hex) = *hungriest.get_or_insert_with(|| self.hungriest())
            {
                self.order(slot, Order::Fly(AirMission::Resupply, hex));
            }
        }
    }

    /// 3.3.h: where supplies are flown to: of the headquarters that are cut off to that which can feed its units least long; landed on the
    /// nearest field from which it can draw them, or dropped on it.
    fn hungriest(&self) -> Option<u16> {
        let (stage, seen) = (self.game.stage(self.seen), self.seen);
        let field = Field::with_contacts(&stage, seen, self.side);
        let lines = stage.lines(seen, &field, self.side, |hex| seen.owner(hex));
        let need = stage.subtree_need(seen);
        let waits = |unit: &u16| {
            let line = lines[usize::from(*unit)];
            let own = seen.units[usize::from(*unit)].here() && stage.side(*unit) == self.side;
            own && stage.info(*unit).hq.is_some()
                && need[usize::from(*unit)] > 0
                && (line.is_cut() || line.airfield.is_some())
        };
        let days = |unit: &u16| seen.units[usize::from(*unit)].tons * 1000 / need[usize::from(*unit)];
        let hq = (0..seen.units.len() as u16).filter(waits).min_by_key(|unit| (days(unit), *unit))?;
        Some(stage.field_for(seen, &field, hq).unwrap_or(seen.units[usize::from(hq)].at))
    }
}
