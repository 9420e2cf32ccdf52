//! What the side itself needs: supply, leaders, replacements, cover.

use crate::data::{Kind, SupplyLevel};
use crate::fix::ONE;
use crate::orders::{Order, Slot};
use crate::planner::Planner;
use crate::state::{NONE, Secondary, Stance, Standing};

impl Planner<'_> {
    /// 19.3, 34.b: who attacks spends the stocks of his headquarters on the best supply while they last.
    pub(super) fn levels(&mut self) {
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

    /// 13.1: leaders go where they count: with an attack, or where the enemy is nearest.
    pub(super) fn leaders(&mut self) {
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
