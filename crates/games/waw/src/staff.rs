//! The game's own computer player: plans a whole side from what it knows, with the Executive Officer's parts as its hands.
//!
//! Its principles are the dossier's: points grow, so objectives are garrisoned and taken; worn units rest; nobody attacks by night; guns and
//! aircraft go where infantry attacks; whoever is not in contact closes up to the next objective. The side that has to attack takes more
//! risks for objectives than the one that has only to hold them. What a plan is for is told by `purpose.rs`.

mod purpose;

use crate::Waw;
use crate::data::{Kind, SupplyLevel};
use crate::executive::Staffwork;
use crate::fix::ONE;
use crate::movement::{Danger, Search};
use crate::orders::{Order, Orders, Slot};
use crate::state::{Assault, Mission, Mode, NONE, Secondary, Stance, Standing, State};
use crate::strength::Lines;
use kessel_kernel::plan::{Never, PlanOf, Plans};
use kessel_kernel::{Answer, Budget, Officer, Seen, Side, Temperament};
use rand_pcg::Pcg32;

/// The staff.
pub(crate) struct Staff {
    /// What he dares.
    pub(crate) temperament: Temperament,
}

/// Odds beyond which nothing more is sent into an attack, beyond which guns are saved, and from which it is made with all there is.
const ENOUGH_MEN: i64 = 4 * ONE;
const ENOUGH_GUNS: i64 = 5 * ONE;
const ALL_OUT: i64 = 7 * ONE;
/// Batteries that one attack is given.
const GUNS: usize = 4;
/// Units that a threatened objective should have on it and around it.
const GUARDS: usize = 3;
/// How far a garrison is fetched from.
const GARRISON: u16 = 6;

impl Officer<Waw> for Staff {
    fn choose(&mut self, _: &Waw, _: &Seen<State>, _: Side, _: &[Never], _: Budget, _: &mut Pcg32) -> Answer<Never> {
        Answer::Offer(0)
    }

    fn plan(&mut self, game: &Waw, seen: &Seen<State>, side: Side, _: Budget, _: &mut Pcg32) -> PlanOf<Waw> {
        let mut work = Staffwork::new(game, seen, side, PlanOf::<Waw>::new());
        work.afresh = true;
        work.temperament = self.temperament;
        work.whole();
        let plan = work.plan;
        Orders::complete(game, seen, side, &plan).unwrap_or_default()
    }

    fn reason_of_plan(&self, game: &Waw, seen: &Seen<State>, side: Side, plan: &PlanOf<Waw>) -> Option<String> {
        Some(Staffwork::new(game, seen, side, plan.clone()).words_of_plan())
    }
}

impl Staffwork<'_> {
    /// A whole side.
    pub(crate) fn whole(&mut self) {
        let hour = self.game.stage(self.seen).hour(self.seen);
        if hour.night {
            return self.by_night();
        }
        self.garrisons();
        if hour.morning {
            self.levels();
        }
        self.assaults();
        self.leaders();
        self.fire_support();
        self.air();
        self.close_up();
        self.replacements();
        self.dig();
    }

    /// Has this side to attack in the scenario?
    fn attacking(&self) -> bool {
        self.game.stage(self.seen).scenario.defender != self.side
    }

    /// Somebody stands on every objective of one's own, and holds it.
    pub(crate) fn garrisons(&mut self) {
        let stage = self.game.stage(self.seen);
        let places: Vec<u16> = stage.scenario.objectives.iter().map(|o| o.hex.0).collect();
        let (seen, side) = (self.seen, self.side);
        for hex in places.into_iter().filter(|hex| seen.owner(*hex) == side) {
            let fights = |u: &u16| !matches!(stage.info(*u).kind, Kind::Hq | Kind::Artillery);
            let threatened = self.seen.contacts.iter().any(|c| stage.theater.distance(c.at, hex) <= 2 * GARRISON);
            let there = self.idle().into_iter().filter(fights).filter(|u| self.seen.units[*u as usize].at == hex);
            if let Some(unit) = there.max_by_key(|u| self.seen.units[*u as usize].defence) {
                if !self.order(Slot::Unit(unit), Order::Defend(Stance::Hold, Secondary::Dig)) {
                    self.order(Slot::Unit(unit), Order::Defend(Stance::Hold, Secondary::Nothing));
                }
                continue;
            }
            let away = |u: &u16| stage.theater.distance(self.seen.units[*u as usize].at, hex);
            let idle = self.idle().into_iter().filter(fights).filter(|u| away(u) <= GARRISON);
            let nearest = idle.filter(|_| threatened).min_by_key(|u| (away(u), *u));
            if let Some(unit) = nearest {
                self.order(Slot::Unit(unit), Order::Go(None, hex, false));
            }
        }
    }

    /// 19.3, 34.b: who attacks spends the stocks of his headquarters on the best supply while they last.
    fn levels(&mut self) {
        let stage = self.game.stage(self.seen);
        if !self.attacking() {
            return;
        }
        for hq in 0..self.seen.units.len() as u16 {
            let now = &self.seen.units[hq as usize];
            if now.here()
                && stage.side(hq) == self.side
                && stage.info(hq).hq.is_some()
                && now.level > SupplyLevel::Attack
            {
                self.order(Slot::Level(hq), Order::Level(SupplyLevel::Attack));
            }
        }
    }

    /// What an attack on a hex must promise: little on an objective, more elsewhere; who defends is choosier.
    fn least_odds(&self, hex: u16) -> i64 {
        let stage = self.game.stage(self.seen);
        let places = stage.scenario.objectives.iter().filter(|o| self.seen.owner(o.hex.0) != self.side);
        let near = places.map(|o| stage.theater.distance(o.hex.0, hex)).min().unwrap_or(u16::MAX);
        let tenths = match (self.attacking(), near) {
            (true, 0) => 16,
            (true, 1..=purpose::BEFORE) => 20,
            (true, _) => 25,
            (false, 0) => 18,
            (false, _) => 30,
        };
        self.temperament.least(tenths * ONE / 10)
    }

    /// Attacks where the odds are good enough with the guns in range, the most valuable hexes first; no more men and guns than it takes.
    fn assaults(&mut self) {
        let stage = self.game.stage(self.seen);
        let idle: Vec<u16> = self.idle().into_iter().filter(|u| self.fresh(*u)).collect();
        let ready = |u: &u16| stage.info(*u).is_artillery() && stage.can_fire(self.seen, *u);
        let mut guns: Vec<u16> = self.idle().into_iter().filter(ready).collect();
        guns.sort_by_key(|u| (std::cmp::Reverse(stage.info(*u).full.barrage), *u));
        let mut chances: Vec<(i64, i64, u16)> = Vec::new();
        for hex in self.enemy_hexes() {
            let able: Vec<u16> = idle.iter().copied().filter(|u| self.can_strike(*u, hex)).collect();
            if !able.is_empty() {
                chances.push((self.least_odds(hex), -self.odds(&able, hex, 0), hex));
            }
        }
        chances.sort_by_key(|(least, odds, hex)| (*least, *odds, stage.theater.rank[*hex as usize]));
        for (least, _, hex) in chances {
            let able: Vec<u16> = idle
                .iter()
                .copied()
                .filter(|u| self.can_strike(*u, hex) && !self.plan.contains_key(&Slot::Unit(*u)))
                .collect();
            self.assault(hex, able, &mut guns, least);
        }
    }

    /// One attack: engineers first where they help, then the strongest; then guns.
    fn assault(&mut self, hex: u16, mut able: Vec<u16>, guns: &mut Vec<u16>, least: i64) {
        let stage = self.game.stage(self.seen);
        let works = stage.terrain(&self.guess, hex).is_urban() || self.guess.works_at(hex).is_some();
        let first = |u: u16| works && stage.info(u).kind == Kind::Engineer;
        able.sort_by_key(|u| (!first(*u), -self.seen.units[*u as usize].attack, *u));
        let mut men: Vec<u16> = Vec::new();
        for unit in able {
            if self.odds(&men, hex, 0) >= self.temperament.least(ENOUGH_MEN) {
                break;
            }
            men.push(unit);
        }
        let (mut fire, mut used) = (0, Vec::new());
        for (n, gun) in guns.iter().enumerate() {
            if used.len() == GUNS || self.odds(&men, hex, fire) >= ENOUGH_GUNS {
                break;
            }
            let far = stage.theater.distance(self.seen.units[*gun as usize].at, hex);
            if far <= stage.info(*gun).range.into() {
                fire += stage.barrage(&self.guess, *gun, hex, &mut Lines::off());
                used.push(n);
            }
        }
        let odds = self.odds(&men, hex, fire);
        if men.is_empty() || odds < least {
            return;
        }
        let kind = if odds >= self.temperament.least(ALL_OUT) { Assault::AllOut } else { Assault::Assault };
        for unit in men {
            self.order(Slot::Unit(unit), Order::Attack(kind, hex));
        }
        for n in used.into_iter().rev() {
            let gun = guns.remove(n);
            self.order(Slot::Unit(gun), Order::Fire(Mission::Target(hex)));
        }
    }

    /// 13.1: leaders go where they count: with an attack, or where the enemy is nearest.
    fn leaders(&mut self) {
        let stage = self.game.stage(self.seen);
        for n in 0..stage.scenario.leaders.len() {
            let presence = &stage.scenario.leaders[n];
            let leader = stage.data.leader(presence.leader);
            if leader.side != self.side || presence.from > self.seen.turn {
                continue;
            }
            let mine = |u: &u16| {
                let (now, info) = (&self.seen.units[*u as usize], stage.info(*u));
                now.here() && info.side == self.side && !matches!(info.kind, Kind::Hq | Kind::Artillery)
            };
            let attacks = |u: u16| matches!(self.plan.get(&Slot::Unit(u)), Some(Order::Attack(..)));
            let worth = |u: &u16| {
                let now = &self.seen.units[*u as usize];
                let beside = self.field.beside_enemy(&stage, self.side, now.at);
                let objective = stage.theater.objective[now.at as usize] != NONE;
                let strikes = leader.attack >= leader.defence && attacks(*u);
                (strikes, beside && objective, beside, now.defence, std::cmp::Reverse(*u))
            };
            let mut units: Vec<u16> = (0..self.seen.units.len() as u16).filter(mine).collect();
            units.sort_by_key(|u| std::cmp::Reverse(worth(u)));
            for unit in units.into_iter().take(12) {
                if self.seen.leaders[n] == unit || self.order(Slot::Leader(n as u8), Order::Assign(unit)) {
                    break;
                }
            }
        }
    }

    /// By night guns answer calls and save their shells.
    pub(crate) fn quiet_guns(&mut self) {
        let stage = self.game.stage(self.seen);
        for unit in self.idle().into_iter().filter(|u| stage.info(*u).is_artillery()) {
            self.order(Slot::Unit(unit), Order::Fire(Mission::OnCall));
        }
    }

    /// Whoever is not in contact goes towards the next objective, up to the enemy if there is no way around him; guns follow when nothing is
    /// in their range any more. Units of one class with one goal share a search.
    fn close_up(&mut self) {
        let stage = self.game.stage(self.seen);
        let danger = Danger::of(&stage, self.seen);
        let mut guards = self.guards();
        let mut movers: Vec<(u16, usize, u16)> = Vec::new();
        for unit in self.idle() {
            let (info, at) = (stage.info(unit), self.seen.units[unit as usize].at);
            let beside = self.field.beside_enemy(&stage, self.side, at);
            if beside || !self.fresh(unit) || info.hq.is_some() {
                continue;
            }
            let post = if self.attacking() { None } else { self.post(at, &mut guards) };
            let Some(goal) = post.or_else(|| self.goal(at)).filter(|goal| *goal != at) else { continue };
            if info.is_artillery() && stage.theater.distance(at, goal) <= info.range.into() {
                continue;
            }
            movers.push((goal, info.movement as usize, unit));
        }
        movers.sort_unstable();
        for group in movers.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let units: Vec<u16> = group.iter().map(|(_, _, unit)| *unit).collect();
            self.march(&units, group[0].0, &danger);
        }
    }

    /// How many of one's own that can fight stand on each objective or beside it.
    fn guards(&self) -> Vec<usize> {
        let stage = self.game.stage(self.seen);
        let fights = |u: &u16| !matches!(stage.info(*u).kind, Kind::Hq | Kind::Artillery);
        let own = |u: &u16| self.seen.units[*u as usize].here() && stage.side(*u) == self.side && fights(u);
        let at: Vec<u16> =
            (0..self.seen.units.len() as u16).filter(own).map(|u| self.seen.units[u as usize].at).collect();
        let around = |hex: u16| at.iter().filter(|at| stage.theater.distance(**at, hex) <= 1).count();
        stage.scenario.objectives.iter().map(|o| around(o.hex.0)).collect()
    }

    /// Where a defender is wanted: at an objective of his own that the enemy is near and few stand around. He stays at one that needs him;
    /// otherwise he goes for the enemy like anybody.
    fn post(&self, at: u16, guards: &mut [usize]) -> Option<u16> {
        let stage = self.game.stage(self.seen);
        let away = |hex: u16| stage.theater.distance(at, hex);
        let near = |hex: u16| self.seen.contacts.iter().any(|c| stage.theater.distance(c.at, hex) <= 2 * GARRISON);
        let places = stage.scenario.objectives.iter().enumerate();
        let mine = places.filter(|(_, place)| self.seen.owner(place.hex.0) == self.side && near(place.hex.0));
        let short = mine.filter(|(n, place)| {
            let there = away(place.hex.0) <= 1;
            guards[*n] < GUARDS && away(place.hex.0) <= 2 * GARRISON || there && guards[*n] <= GUARDS
        });
        let (n, place) = short.min_by_key(|(n, place)| (away(place.hex.0), *n))?;
        let there = away(place.hex.0) <= 1;
        guards[n] += usize::from(!there);
        Some(if there { at } else { place.hex.0 })
    }

    /// 3.19: tactically within its range or near known enemies, strategically otherwise; around known enemies where there is a way.
    fn march(&mut self, units: &[u16], goal: u16, danger: &Danger) {
        let stage = self.game.stage(self.seen);
        let class = stage.info(units[0]).movement;
        let seen = self.seen;
        let back = |mode: Mode, careful: bool, units: &[u16]| {
            let wanted: Vec<u16> = units.iter().map(|u| seen.units[*u as usize].at).collect();
            Search::back(&stage, goal, &wanted, |from, to| {
                let open = to == goal || !careful || !danger.at(to);
                if open { stage.step_cost(seen, stage.side(units[0]), class, mode, from, to).ok() } else { None }
            })
        };
        let tactical = back(Mode::Tactical, true, units);
        let (mut far, mut shut) = (Vec::new(), Vec::new());
        for unit in units {
            let at = seen.units[*unit as usize].at;
            let Some(way) = tactical.way_on(at) else {
                shut.push(*unit);
                continue;
            };
            let near = way.iter().any(|hex| danger.near(*hex));
            let cost = tactical.cost(at).unwrap_or(i32::MAX);
            if near || cost <= stage.allowance(seen, *unit, false) {
                self.order(Slot::Unit(*unit), Order::Move(Mode::Tactical, way));
            } else {
                far.push(*unit);
            }
        }
        if !far.is_empty() {
            let strategic = back(Mode::Strategic, true, &far);
            for unit in far {
                if let Some(way) = strategic.way_on(seen.units[unit as usize].at) {
                    self.order(Slot::Unit(unit), Order::Move(Mode::Strategic, way));
                }
            }
        }
        if !shut.is_empty() {
            let straight = back(Mode::Tactical, false, &shut);
            let enemy = |hex: &u16| !crate::field::contacts_at(&stage, seen, *hex).is_empty();
            for unit in shut {
                let Some(way) = straight.way_on(seen.units[unit as usize].at) else { continue };
                let way: Vec<u16> = way.into_iter().take_while(|hex| !enemy(hex)).collect();
                self.order(Slot::Unit(unit), Order::Move(Mode::Tactical, way));
            }
        }
    }

    /// 26.0: points go to whoever has lost most and is out of the enemy's reach.
    pub(crate) fn replacements(&mut self) {
        let stage = self.game.stage(self.seen);
        if self.seen.pools[self.side.index()].iter().all(|points| *points == 0) {
            return;
        }
        let lost = |u: &u16| stage.info(*u).full.defence - self.seen.units[*u as usize].defence;
        let mut units: Vec<u16> = self.idle().into_iter().filter(|u| lost(u) >= ONE / 4).collect();
        units.sort_by_key(|u| (-lost(u), *u));
        for unit in units {
            self.order(Slot::Unit(unit), Order::Defend(Stance::Defend, Secondary::Replace));
        }
    }

    /// Everybody else digs if he may and is not too tired.
    pub(crate) fn dig(&mut self) {
        let stage = self.game.stage(self.seen);
        for unit in self.idle() {
            let now = &self.seen.units[unit as usize];
            let digs = now.fatigue <= 3 && self.seen.works_at(now.at).is_none() && !stage.info(unit).is_artillery();
            let dig = Order::Defend(Stance::Defend, Secondary::Dig);
            if !(digs && self.order(Slot::Unit(unit), dig)) && now.order != Standing::default() {
                // Old digging is called off, so that it can rest; guns prepare by themselves.
                self.order(Slot::Unit(unit), Order::Defend(Stance::Defend, Secondary::Nothing));
            }
        }
    }
}
