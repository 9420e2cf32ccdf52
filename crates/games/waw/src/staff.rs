//! The game's own computer player: plans a whole side from what it knows, with the Executive Officer's parts as its hands.
//!
//! Its principles are the dossier's: points grow, so objectives are garrisoned and taken; worn units rest; nobody attacks by night; guns and
//! aircraft go where infantry attacks; whoever is not in contact closes up to the next objective.

use crate::Waw;
use crate::data::Kind;
use crate::executive::Staffwork;
use crate::fix::ONE;
use crate::movement::Danger;
use crate::orders::{Order, Orders, Slot};
use crate::state::{Assault, Mission, Mode, Secondary, Stance, Standing, State};
use crate::strength::Lines;
use kessel_table::plan::{Never, PlanOf, Plans};
use kessel_table::{Answer, Budget, Officer, Seen, Side};
use rand_pcg::Pcg32;

/// The staff.
pub(crate) struct Staff;

/// Odds from which it attacks with the guns that can help, and from which with all it has.
const ATTACK: i64 = 2 * ONE + ONE / 2;
const ALL_OUT: i64 = 7 * ONE;
/// Batteries that an attack can count on.
const GUNS: usize = 3;
/// How far a garrison is fetched from.
const GARRISON: u16 = 6;

impl Officer<Waw> for Staff {
    fn choose(&mut self, _: &Waw, _: &Seen<State>, _: Side, _: &[Never], _: Budget, _: &mut Pcg32) -> Answer<Never> {
        Answer::Offer(0)
    }

    fn plan(&mut self, game: &Waw, seen: &Seen<State>, side: Side, _: Budget, _: &mut Pcg32) -> PlanOf<Waw> {
        let mut work = Staffwork::new(game, seen, side, PlanOf::<Waw>::new());
        work.afresh = true;
        work.whole();
        let plan = work.plan;
        Orders::complete(game, seen, side, &plan).unwrap_or_default()
    }
}

impl Staffwork<'_> {
    /// A whole side.
    pub(crate) fn whole(&mut self) {
        let night = self.game.stage(self.seen).hour(self.seen).night;
        self.garrisons();
        if night {
            self.quiet_guns();
            self.dig();
            return;
        }
        self.assaults();
        self.fire_support();
        self.air();
        self.close_up();
        self.dig();
    }

    /// Somebody stands on every objective of one's own, and holds it.
    fn garrisons(&mut self) {
        let stage = self.game.stage(self.seen);
        let places: Vec<u16> = stage.scenario.objectives.iter().map(|o| o.hex.0).collect();
        let (seen, side) = (self.seen, self.side);
        for hex in places.into_iter().filter(|hex| seen.owner(*hex) == side) {
            let fights = |u: &u16| !matches!(stage.info(*u).kind, Kind::Hq | Kind::Artillery);
            let there = self.idle().into_iter().filter(fights).filter(|u| self.seen.units[*u as usize].at == hex);
            if let Some(unit) = there.max_by_key(|u| self.seen.units[*u as usize].defence) {
                if !self.order(Slot::Unit(unit), Order::Defend(Stance::Hold, Secondary::Dig)) {
                    self.order(Slot::Unit(unit), Order::Defend(Stance::Hold, Secondary::Nothing));
                }
                continue;
            }
            let threatened = self.seen.contacts.iter().any(|c| stage.theater.distance(c.at, hex) <= 2 * GARRISON);
            let away = |u: &u16| stage.theater.distance(self.seen.units[*u as usize].at, hex);
            let idle = self.idle().into_iter().filter(fights).filter(|u| away(u) <= GARRISON);
            let nearest = idle.filter(|_| threatened).min_by_key(|u| (away(u), *u));
            if let Some(unit) = nearest {
                self.order(Slot::Unit(unit), Order::Go(None, hex, false));
            }
        }
    }

    /// Attacks where the odds are good with the guns in range, the best first.
    fn assaults(&mut self) {
        let stage = self.game.stage(self.seen);
        let idle: Vec<u16> = self.idle().into_iter().filter(|u| self.fresh(*u)).collect();
        let guns: Vec<u16> = self
            .idle()
            .into_iter()
            .filter(|u| stage.info(*u).is_artillery() && stage.guns_ready(self.seen, *u).is_ok())
            .collect();
        let mut chances: Vec<(i64, u16, Vec<u16>, i64)> = Vec::new();
        for hex in self.enemy_hexes() {
            let able: Vec<u16> = idle.iter().copied().filter(|u| self.can_strike(*u, hex)).collect();
            if able.is_empty() {
                continue;
            }
            let reach = |u: &&u16| {
                stage.theater.distance(self.seen.units[**u as usize].at, hex) <= stage.info(**u).range.into()
            };
            let mut fire: Vec<i64> =
                guns.iter().filter(reach).map(|u| stage.barrage(&self.guess, *u, hex, &mut Lines::off())).collect();
            fire.sort_unstable_by_key(|points| -points);
            let fire: i64 = fire.iter().take(GUNS).sum();
            let objective = stage.theater.objective[hex as usize] != crate::state::NONE;
            let odds = self.odds(&able, hex, fire) + if objective { ONE } else { 0 };
            if odds >= ATTACK {
                chances.push((odds, hex, able, fire));
            }
        }
        chances.sort_by_key(|(odds, hex, _, _)| (std::cmp::Reverse(*odds), stage.theater.rank[*hex as usize]));
        for (_, hex, able, fire) in chances {
            let left: Vec<u16> = able.into_iter().filter(|u| !self.plan.contains_key(&Slot::Unit(*u))).collect();
            let odds = self.odds(&left, hex, fire);
            if odds < ATTACK - ONE || left.is_empty() {
                continue;
            }
            let kind = if odds >= ALL_OUT { Assault::AllOut } else { Assault::Assault };
            for unit in left {
                self.order(Slot::Unit(unit), Order::Attack(kind, hex));
            }
        }
    }

    /// By night guns answer calls and save their shells.
    fn quiet_guns(&mut self) {
        let stage = self.game.stage(self.seen);
        for unit in self.idle().into_iter().filter(|u| stage.info(*u).is_artillery()) {
            self.order(Slot::Unit(unit), Order::Fire(Mission::OnCall));
        }
    }

    /// Whoever is not in contact goes towards the next objective, up to the enemy if there is no way around him; guns follow when nothing is
    /// in their range any more.
    fn close_up(&mut self) {
        let stage = self.game.stage(self.seen);
        let danger = Danger::of(&stage, self.seen, &self.field, self.side);
        for unit in self.idle() {
            let (info, at) = (stage.info(unit), self.seen.units[unit as usize].at);
            let beside = self.field.beside_enemy(&stage, self.side, at);
            if beside || !self.fresh(unit) || info.hq.is_some() {
                continue;
            }
            let Some(goal) = self.goal(at).filter(|goal| *goal != at) else { continue };
            if info.is_artillery() && stage.theater.distance(at, goal) <= info.range.into() {
                continue;
            }
            if let Some((mode, path)) = stage.plot_with(self.seen, unit, None, goal, Some(&danger)) {
                self.order(Slot::Unit(unit), Order::Move(mode, path));
            } else if let Some((_, path)) = stage.plot_with(self.seen, unit, Some(Mode::Tactical), goal, None) {
                let enemy = |hex: &u16| self.seen.contacts.iter().any(|c| c.at == *hex);
                let path: Vec<u16> = path.into_iter().take_while(|hex| !enemy(hex)).collect();
                self.order(Slot::Unit(unit), Order::Move(Mode::Tactical, path));
            }
        }
    }

    /// Everybody else digs if he may and is not too tired.
    fn dig(&mut self) {
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
