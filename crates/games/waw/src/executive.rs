//! 3.3, 3.19 The Executive Officer: the duties that he is given, and what he does with ground units that got no order. He knows what his side knows.

use crate::Waw;
use crate::data::Kind;
use crate::fix::{ONE, holds};
use crate::movement::Danger;
use crate::orders::{DUTIES, Order, Plan, Slot};
use crate::planner::Planner;
use crate::state::{Assault, Secondary, Stance, State};
use kessel_kernel::{Case, Side};

/// From these odds on a unit beside the enemy attacks, and from those with all it has.
const ATTACK: i64 = 3 * ONE;
const ALL_OUT: i64 = 6 * ONE;

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
            let mut work = Planner::new(self, seen, side, own);
            work.afresh = true;
            work.whole();
            *plan = work.plan;
            return true;
        }
        let mut work = Planner::new(self, seen, side, std::mem::take(plan));
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

impl Planner<'_> {
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

    /// By night nobody is sent into an attack or on a march (34.c): garrisons hold, guns serve the attacks that somebody ordered and
    /// otherwise answer calls, losses are made good, the rest dig. What "ground" and "all" do is the same.
    pub(crate) fn by_night(&mut self) {
        self.garrisons();
        self.guns_for_attacks();
        self.quiet_guns();
        self.replacements();
        self.dig();
    }
}
