//! Prepared attacks and bombardments: the one that pays best first.

use super::Mind;
use super::chart::Chart;
use super::forecast::Force;
use crate::action::Action;
use crate::data::{LossClass, UnitId};
use crate::state::{Aim, AirBox, AttackKind};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::Choosing;

impl Mind<'_> {
    /// The next attack with everybody who joins it, or a bombardment; nothing if none pays.
    pub(super) fn plan_attack(&self, chart: &Chart) -> Vec<Action> {
        let best = self.best_of(|action| match action {
            Action::Attack { at } => Some(self.prepared_worth(chart, at)),
            _ => None,
        });
        if let Some((worth, Action::Attack { at })) = best
            && (worth > self.weights().attack || (self.owed() > 0 && worth > -400))
        {
            let joins = self.attackers_of(at).into_iter().map(|(unit, _)| Action::Join { unit });
            return std::iter::once(Action::Attack { at }).chain(joins).collect();
        }
        let bombard = self.best_of(|action| match action {
            Action::Bombard { at } => Some(self.target_worth(chart, at)),
            _ => None,
        });
        match bombard {
            Some((worth, action)) if worth > 0 && self.may_bombard() => vec![action],
            _ => Vec::new(),
        }
    }

    fn prepared_worth(&self, chart: &Chart, at: SpaceId) -> i32 {
        let force = self.prepared_force(at);
        if force.units.is_empty() || self.is_left_to_others(at, &force.units) {
            return i32::MIN;
        }
        self.attack_worth(chart, at, &force)
    }

    /// Everybody who can attack a hex from where he stands, with the guns and dive bombers that reach it.
    pub(super) fn prepared_force(&self, at: SpaceId) -> Force {
        let factors = self.gun_factors(at) + self.stuka_factors();
        Force { units: self.attackers_of(at), factors, hasty: false }
    }

    /// A hex is attacked once in a phase (11.1): in the campaign those who go by foot leave it to mechanized troops beside it who are stronger.
    fn is_left_to_others(&self, at: SpaceId, units: &[(UnitId, SpaceId)]) -> bool {
        if !self.is_campaign() || self.state.activity().is_none_or(|activity| activity.mechanized) || self.owed() > 0 {
            return false;
        }
        let stronger = |unit: &UnitId| {
            self.is_striker(*unit)
                && !self.state.unit(*unit).disrupted
                && self.game.data.info(*unit).mechanized
                && !self.game.in_reserve(self.state, *unit)
        };
        let points = |unit: UnitId| i32::from(self.state.unit(unit).points);
        let others: i32 = self.game.near_units(self.state, at, self.side).filter(stronger).map(points).sum();
        others > units.iter().map(|(unit, _)| points(*unit)).sum()
    }

    /// Everybody next to the hex who may attack it now and is not wanted where he is.
    fn attackers_of(&self, at: SpaceId) -> Vec<(UnitId, SpaceId)> {
        let activity = self.state.activity();
        let able = |unit: &UnitId| {
            let own = self.state.unit(*unit);
            self.is_striker(*unit)
                && !own.disrupted
                && (own.points > 1)
                && activity.is_some_and(|a| a.mechanized == self.game.data.info(*unit).mechanized)
                && !self.state.memory.attacked.contains(*unit)
                && !self.state.memory.digging.contains(*unit)
                && !self.game.in_reserve(self.state, *unit)
                && (!self.game.ground.ring.contains(*unit) || self.state.pocket.freed.contains(*unit))
        };
        let near = self.game.near_units(self.state, at, self.side).filter(able);
        let placed = near.filter_map(|unit| Some((unit, self.state.at(unit)?)));
        placed
            .filter(|(_, from)| self.game.check_don(*from, at, &mut crate::refusal::Consult::strict()).is_ok())
            .collect()
    }

    /// Factors of own guns that reach a hex in this segment.
    fn gun_factors(&self, at: SpaceId) -> i32 {
        let mechanized = self.state.activity().is_some_and(|a| a.mechanized);
        let reaches = |unit: &UnitId| {
            let own = self.state.unit(*unit);
            let info = self.game.data.info(*unit);
            info.mechanized == mechanized
                && !own.fired
                && !self.game.in_reserve(self.state, *unit)
                && self.state.at(*unit).is_some_and(|hex| self.game.distance(hex, at) <= info.range.unwrap_or(0))
        };
        let points = self.game.guns_of(self.state, self.side).filter(reaches);
        points.map(|unit| i32::from(self.state.unit(unit).points)).sum()
    }

    /// The mechanized units stand next to enemies whom it pays to attack before anybody moves.
    pub(super) fn attacks_at_hand(&self, chart: &Chart) -> bool {
        let enemy = self.state.layout.held[self.side.other().index()];
        let mut sum = 0;
        for at in enemy.iter().filter(|at| self.game.beside_enemy(self.state, self.side.other(), *at)) {
            let able = |unit: &UnitId| {
                self.is_striker(*unit)
                    && !self.state.unit(*unit).disrupted
                    && self.game.data.info(*unit).mechanized
                    && !self.game.in_reserve(self.state, *unit)
            };
            let near = self.game.near_units(self.state, at, self.side).filter(able);
            let units: Vec<_> = near.filter_map(|unit| Some((unit, self.state.at(unit)?))).collect();
            if !units.is_empty() {
                sum += self.attack_worth(chart, at, &Force { units, ..Force::default() }).max(0);
            }
        }
        sum > self.weights().plenty
    }

    /// Guns that bombard on their own cannot answer the enemy's: the Soviets keep theirs if the Germans move after them.
    fn may_bombard(&self) -> bool {
        self.side == Side::Axis || self.state.initiative.first != Some(Side::Soviet)
    }

    /// What a target is worth: one beside own troops, and one that is easily hurt.
    pub(super) fn target_worth(&self, chart: &Chart, at: SpaceId) -> i32 {
        let near = i32::from(self.game.beside_enemy(self.state, self.side.other(), at)) * 12;
        let size = chart.strength[self.side.other().index()][at.index()].min(14);
        let top = self.game.top_unit(self.state, at).map(|unit| self.game.data.info(unit).kind.losses());
        let hard = i32::from(top == Some(LossClass::Armor)) * 6;
        let ahead = match self.side {
            Side::Axis => (chart.spearhead as i32 + 20 - i32::from(chart.goal[at.index()])).clamp(0, 20),
            Side::Soviet => 8,
        };
        4 + near + size + ahead - hard
    }

    /// Guns and dive bombers for the attack that is being drawn up.
    pub(super) fn support(&self) -> Action {
        let Some(fight) = &self.state.fight else { return Action::Done };
        if fight.attackers.is_empty() {
            let join = self.offers.iter().find(|action| matches!(action, Action::Join { .. }));
            return join.copied().unwrap_or(Action::Done);
        }
        let gun = self.offers.iter().find(|action| match action {
            Action::Gun { unit } => fight.guns.len() < 6 && self.state.unit(*unit).points > 0,
            _ => false,
        });
        if let Some(gun) = gun {
            return *gun;
        }
        let held = self.state.air.iter().filter(|at| **at == AirBox::Withheld).count();
        let most = if fight.kind == AttackKind::Prepared { held.div_ceil(3) } else { held.div_ceil(4) };
        let stuka = self.offers.iter().find(|action| matches!(action, Action::Stuka { .. }));
        match stuka {
            Some(stuka) if fight.stukas.len() < most.max(1) => *stuka,
            _ => Action::Done,
        }
    }

    /// A bombardment on its own: guns up to a good column, then the top unit or a hidden one.
    pub(super) fn aim(&self) -> Action {
        let laid: i32 = self.state.volley.guns.iter().map(|unit| i32::from(self.state.unit(unit).points)).sum();
        let gun = self.offers.iter().find(|action| matches!(action, Action::Gun { .. }));
        if let Some(gun) = gun
            && laid < 7
        {
            return *gun;
        }
        self.best_aim()
    }

    /// The aim that hurts most: a soft unit on top rather than armor, otherwise by lot.
    pub(super) fn best_aim(&self) -> Action {
        let worth = |action: Action| match action {
            Action::Aim { at, aim } | Action::Bomb { at, aim } => Some(self.aim_worth(at, aim)),
            _ => None,
        };
        self.or_done(self.best_of(worth).map(|(_, action)| action))
    }

    pub(super) fn aim_worth(&self, at: SpaceId, aim: Aim) -> i32 {
        let armored = |unit: UnitId| self.game.data.info(unit).kind.losses() == LossClass::Armor;
        let top = self.game.top_unit(self.state, at);
        match aim {
            Aim::Top if top.is_some_and(armored) => 4,
            Aim::Top => 10,
            Aim::Hidden => 6,
            Aim::Unit(unit) => {
                if armored(unit) {
                    3
                } else {
                    12
                }
            }
        }
    }
}
