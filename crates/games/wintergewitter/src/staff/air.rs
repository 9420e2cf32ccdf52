//! Aircraft: missions, fighters, combat, bombs, interdiction.

use super::Mind;
use super::chart::Chart;
use crate::action::Action;
use crate::data::{AirClass, AirId};
use crate::sequence::Step;
use crate::state::AirBox;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::Choosing;

impl Mind<'_> {
    /// 4.2: where an aircraft goes in the secret steps.
    pub(super) fn mission(&self, air: AirId) -> Option<AirBox> {
        let plane = self.game.data.plane(air);
        match (self.side, plane.class) {
            (Side::Soviet, AirClass::Fighter) => Some(AirBox::AgainstAttack),
            (Side::Axis, AirClass::Fighter) => None,
            // One heavy bomber slows the reserves down; the others strike.
            (Side::Axis, AirClass::HeavyBomber) => {
                let heavy = |a: &AirId| self.game.data.plane(*a).class == AirClass::HeavyBomber;
                let first = self.game.data.air_ids().filter(heavy).find(|a| self.state.air[a.index()] == AirBox::Ready);
                Some(if first == Some(air) { AirBox::Interdiction } else { AirBox::Attack })
            }
            _ => Some(AirBox::Attack),
        }
    }

    /// 4.3.1: the weakest defence is paired with, the heaviest load is engaged.
    pub(super) fn air_combat(&self) -> Action {
        let worth = |action: Action| match action {
            Action::Pair { air, target } => {
                let (own, enemy) = (self.game.data.plane(air), self.game.data.plane(target));
                Some(100 + i32::from(own.attack) - i32::from(enemy.defence))
            }
            Action::Engage { target, .. } => {
                let plane = self.game.data.plane(target);
                Some(50 + 2 * i32::from(plane.bombs) - i32::from(plane.defence))
            }
            _ => None,
        };
        self.or_done(self.best_of(worth).map(|(_, action)| action))
    }

    /// Steps that ask for aircraft, and those of the set-up.
    pub(super) fn other_step(&self) -> Action {
        match self.state.step() {
            Step::AirFighters => self.place_fighter(),
            Step::AxisBombing | Step::SovietBombing => self.bomb(),
            Step::Interdiction => self.interdict(),
            _ => self.set_up(),
        }
    }

    /// 4.2.h: against Soviet bombers if there are any, otherwise with the own ones if they are in danger.
    fn place_fighter(&self) -> Action {
        let soviet = |at: AirBox| {
            let there = |a: &AirId| self.game.data.plane(*a).side == Side::Soviet && self.state.air[a.index()] == at;
            self.game.data.air_ids().filter(there).count() as i32
        };
        let own = |at: AirBox| {
            let there = |a: &AirId| self.game.data.plane(*a).side == Side::Axis && self.state.air[a.index()] == at;
            self.game.data.air_ids().filter(there).count() as i32
        };
        self.best_or_done(|action| {
            let Action::Assign { air, to } = action else { return None };
            let plane = self.game.data.plane(air);
            Some(match to {
                AirBox::AgainstAttack => soviet(AirBox::Attack) * 5 + i32::from(plane.attack) - 3 * own(to),
                AirBox::AttackEscort => soviet(AirBox::AgainstAttack) * 5 + i32::from(plane.defence) - 3 * own(to),
                AirBox::InterdictionEscort => soviet(AirBox::AgainstInterdiction) * 4 - 3 * own(to),
                AirBox::Attack => 1 + i32::from(plane.bombs) - 1,
                _ => -1,
            })
        })
    }

    /// 4.5: dive bombers are held back for the attacks, the others bomb one by one, before the own troops.
    fn bomb(&self) -> Action {
        let withheld = self.state.air.iter().filter(|at| **at == AirBox::Withheld).count();
        let stuka = self.offers.iter().find(|action| matches!(action, Action::Withhold { .. }));
        if let Some(stuka) = stuka
            && withheld < 4
            && self.state.volley.planes.is_empty()
        {
            return *stuka;
        }
        if self.state.volley.planes.is_empty() {
            let fly = self.offers.iter().find(|action| matches!(action, Action::Fly { .. }));
            return fly.copied().unwrap_or(Action::Done);
        }
        let chart = self.draw_chart();
        let worth = |action: Action| match action {
            Action::Bomb { at, aim } => Some(self.target_worth(&chart, at) * 2 + self.aim_worth(at, aim)),
            _ => None,
        };
        self.best_of(worth).map_or(Action::Done, |(_, action)| action)
    }

    /// 4.4: where most enemies that are not yet at the front stand, and little flak.
    fn interdict(&self) -> Action {
        if self.state.volley.planes.is_empty() {
            let fly = self.offers.iter().find(|action| matches!(action, Action::Fly { .. }));
            return fly.copied().unwrap_or(Action::Done);
        }
        let chart = self.draw_chart();
        let worth = |action: Action| match action {
            Action::Interdict { at } => Some(self.zone_worth(&chart, at)),
            _ => None,
        };
        self.best_of(worth).map_or(Action::Done, |(_, action)| action)
    }

    fn zone_worth(&self, chart: &Chart, at: SpaceId) -> i32 {
        let soviet = &chart.strength[Side::Soviet.index()];
        if soviet[at.index()] == 0 {
            return 0;
        }
        let reach = u32::from(self.game.data.charts.reach.interdiction);
        let mut worth = 1;
        for hex in self.game.data.map.board.within(at, reach) {
            let moves = !self.state.units_at(hex).any(|unit| self.game.ground.ring.contains(unit));
            if moves && chart.near[hex.index()] > 1 {
                worth += soviet[hex.index()];
            }
        }
        worth
    }
}
