//! What hexes, targets, attacks and moves are worth to the planner.

use crate::Winter;
use crate::action::Action;
use crate::data::{LossClass, MoveClass, ScenarioId, UnitId};
use crate::state::{Aim, State};
use kessel_board::SpaceId;
use kessel_table::Side;

impl Winter {
    /// How far a hex lies from what the scenario is about.
    pub(super) fn goal_distance(&self, state: &State, side: Side, hex: SpaceId) -> u8 {
        let _ = side;
        match state.scenario {
            ScenarioId::WeAreComing => self.distance(hex, self.data.map.kumsky),
            ScenarioId::LastGasp => {
                let space = &self.data.map.spaces[hex];
                let across = space.row.saturating_sub(22);
                across + space.column.abs_diff(28).saturating_sub(6)
            }
            _ => self.data.map.to_pocket[hex],
        }
    }

    /// The strength that is seen, or guessed, in an enemy hex.
    fn seen_strength(&self, state: &State, hex: SpaceId) -> i32 {
        let known: i32 = state.units_at(hex).map(|u| i32::from(state.unit(u).points)).sum();
        let hidden: i32 = state.shadows.iter().filter(|s| s.hex == hex).map(|s| if s.stack { 9 } else { 5 }).sum();
        (known + hidden).max(1)
    }

    /// Own strength next to a hex against what is there, in hundredths.
    pub(super) fn attack_odds(&self, state: &State, side: Side, at: SpaceId) -> i32 {
        let able = |u: &UnitId| !state.unit(*u).disrupted && !self.in_reserve(state, *u) && !self.is_held(state, *u);
        let own: i32 = self.near_units(state, at, side).filter(able).map(|u| i32::from(state.unit(u).points)).sum();
        own * 100 / self.seen_strength(state, at)
    }

    fn is_held(&self, state: &State, unit: UnitId) -> bool {
        self.ground.ring.contains(unit) && !state.pocket.freed.contains(unit)
    }

    /// Attacks are made at fair odds, and at worse ones while a mandate is owed.
    pub(super) fn attack_worth(&self, state: &State, side: Side, at: SpaceId, hasty: bool) -> i32 {
        let odds = match (&state.march, hasty) {
            (Some(march), true) => {
                let own: i32 = march.movers.iter().map(|m| i32::from(state.unit(m.unit).points)).sum();
                own * 100 / self.seen_strength(state, at)
            }
            _ => self.attack_odds(state, side, at),
        };
        let owes = state.initiative.first == Some(side) && state.initiative.owed > 0;
        let need = if owes { 90 } else { 160 };
        if odds >= need { 60 + odds.min(400) / 10 } else { -10 }
    }

    /// Somebody stands next to an enemy whom he can attack at fair odds.
    pub(super) fn stands_to_attack(&self, state: &State, side: Side) -> bool {
        state.layout.held[side.other().index()].iter().any(|at| self.attack_odds(state, side, at) >= 200)
    }

    /// Targets next to own units are worth most, and stacks more than single units.
    pub(super) fn target_worth(&self, state: &State, side: Side, at: SpaceId, aim: Aim) -> i32 {
        let near = i32::from(self.beside_enemy(state, side.other(), at)) * 12;
        let size = self.seen_strength(state, at).min(12);
        let armored = self.top(state, at).is_some_and(|u| self.data.info(u).kind.losses() == LossClass::Armor);
        let shifted = i32::from(armored && aim == Aim::Top) * 4;
        8 + near + size - shifted
    }

    /// Interdiction falls on enemies behind the front.
    pub(super) fn interdiction_worth(&self, state: &State, at: SpaceId) -> i32 {
        let around = self.data.map.board.within(at, 5).filter(|hex| state.holds(Side::Soviet, *hex)).count() as i32;
        around - i32::from(self.data.map.to_pocket[at] < 6) * 10
    }

    /// Soviet infantry digs in near the front but not under the enemy's eyes; the Axis has no time.
    pub(super) fn dig_worth(&self, state: &State, side: Side, unit: UnitId) -> i32 {
        let Some(hex) = state.at(unit) else { return -1 };
        if side == Side::Axis || self.is_held(state, unit) || self.data.info(unit).mechanized {
            return -5;
        }
        let nearest = state.layout.held[0].iter().map(|at| self.distance(hex, at)).min().unwrap_or(99);
        let dug = state.memory.digging.iter().filter(|u| state.at(*u) == Some(hex)).count();
        if (2..=6).contains(&nearest) && dug == 0 { 5 } else { -5 }
    }

    pub(super) fn bridge_worth(&self, side: Side, action: Action) -> i32 {
        match (side, action) {
            (Side::Axis, Action::Bridge { .. }) => 3,
            (Side::Soviet, Action::Blow { .. }) => 8,
            _ => -10,
        }
    }

    /// Combat units of the Axis go on to the goal; Soviet ones come up to meet it. Headquarters follow behind.
    pub(super) fn move_worth(&self, state: &State, side: Side, unit: UnitId, march: bool) -> i32 {
        let Some(hex) = state.at(unit) else { return -1 };
        if state.in_zone(side.other(), hex) && self.attack_near(state, side, hex) {
            return -5; // it stays to attack
        }
        if self.data.info(unit).kind == crate::data::UnitType::Convoy || state.entrenched[side.index()].contains(hex) {
            return -5;
        }
        let far = i32::from(self.wanted_distance(state, side, unit, hex));
        if far == 0 {
            return -5;
        }
        let long = self.front_distance(state, side, hex) > 8;
        if march == long { 20 + far.min(30) } else { -5 }
    }

    /// A fair attack lies before the hex.
    fn attack_near(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        let near = self.data.map.board.neighbors(hex).iter();
        near.filter(|n| state.holds(side.other(), n.space)).any(|n| self.attack_odds(state, side, n.space) >= 150)
    }

    fn front_distance(&self, state: &State, side: Side, hex: SpaceId) -> u8 {
        let enemy = state.layout.held[side.other().index()];
        enemy.iter().map(|at| self.distance(hex, at)).min().unwrap_or(99)
    }

    /// How far a unit is from where it should be.
    fn wanted_distance(&self, state: &State, side: Side, unit: UnitId, hex: SpaceId) -> u8 {
        let info = self.data.info(unit);
        let front = self.front_distance(state, side, hex);
        if info.kind.is_hq() || info.kind.is_gun() {
            return front.saturating_sub(if info.kind.is_hq() { 5 } else { 2 });
        }
        match side {
            Side::Axis => self.goal_distance(state, side, hex),
            Side::Soviet => front.saturating_sub(if info.kind.movement() == MoveClass::Mechanized { 1 } else { 2 }),
        }
    }

    pub(super) fn with_worth(&self, state: &State, unit: UnitId) -> i32 {
        let Some(march) = &state.march else { return -1 };
        let lead = march.movers.first().map(|m| self.data.info(m.unit));
        let own = self.data.info(unit);
        let alike = lead.is_some_and(|lead| {
            lead.kind.is_gun() == own.kind.is_gun()
                && lead.kind.is_hq() == own.kind.is_hq()
                && lead.full.movement <= own.full.movement + 2
        });
        let start = |u: UnitId| state.memory.start.get(u.index());
        let together = march.movers.first().is_some_and(|m| start(m.unit) == start(unit));
        if alike && together && march.movers.len() < 6 { 30 } else { -5 }
    }

    /// A step is worth what it brings the group nearer, and less the more it costs.
    pub(super) fn step_worth(&self, state: &State, side: Side, to: SpaceId) -> i32 {
        let Some(march) = &state.march else { return -1 };
        let Some(first) = march.movers.first() else { return -1 };
        let before = i32::from(self.wanted_distance(state, side, first.unit, march.hex));
        let after = i32::from(self.wanted_distance(state, side, first.unit, to));
        let cost = i32::from(self.step_cost(state, march, first, to));
        let full = self.would_overfill(state, to, march.movers.iter().map(|m| m.unit));
        let last = first.left - self.step_cost(state, march, first, to) < 4;
        (before - after) * 12 - cost.min(10) - if full && last { 40 } else { 0 }
    }

    /// Retreat before heavy results, if there is somewhere to go; stand at the hex that the game is about.
    pub(super) fn retreat_worth(&self, state: &State, side: Side) -> i32 {
        let Some(fight) = &state.fight else { return 0 };
        let points: u16 = self.answering_units(state, fight).iter().map(|u| u16::from(state.unit(u).points)).sum();
        let heavy = u16::from(fight.optional) * 3 > points;
        if side != fight.attacker && fight.hex == self.data.map.kumsky {
            return 0;
        }
        if heavy { 10 } else { 0 }
    }

    pub(super) fn advance_worth(&self, state: &State, side: Side, unit: UnitId, to: SpaceId) -> i32 {
        let Some(hex) = state.at(unit) else { return -1 };
        if self.data.info(unit).kind.is_hq() {
            return -5;
        }
        let nearer = i32::from(self.goal_distance(state, side, hex)) - i32::from(self.goal_distance(state, side, to));
        match side {
            Side::Axis => nearer * 6 + 2,
            Side::Soviet => {
                if state.fight.as_ref().is_some_and(|fight| fight.hex == to) {
                    3
                } else {
                    -5
                }
            }
        }
    }
}
