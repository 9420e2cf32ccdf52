//! The questions of a fight: leads, guns, fire, losses, stand or go, the way back, the advance.

use super::Mind;
use super::chart::Chart;
use crate::action::Action;
use crate::data::UnitId;
use crate::sequence::Step;
use crate::state::Stage;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::Choosing;

/// Guns that are kept for counter-battery in a defence.
const KEPT: usize = 2;

/// Factors of one bombardment in a fight: beyond, another roll brings more.
const ENOUGH: i32 = 7;

impl Mind<'_> {
    /// The best rating leads; engineers against entrenchments if that costs nothing (16.2.1). An attack without strength is called off.
    pub(super) fn name_lead(&self) -> Action {
        let Some(fight) = &self.state.fight else { return self.offers[0] };
        let enemy = self.game.lead_rating(self.state, fight, self.side.other());
        let dug_in = self.state.entrenched[self.side.other().index()].contains(fight.hex);
        let worth = |action: Action| {
            let Action::Lead { unit } = action else { return None };
            let rating = self.game.proficiency(self.state, unit);
            let engineer = i32::from(dug_in && self.game.data.info(unit).kind.is_engineer());
            let bonus = i32::from(self.game.proficiency_bonus(rating, enemy)) + engineer;
            Some(bonus * 100 + i32::from(rating) * 5 + i32::from(self.state.unit(unit).points))
        };
        let weak = self.game.strength(self.state, fight.attackers) < 6;
        if weak && self.offered(Action::CallOff) {
            return Action::CallOff;
        }
        self.best_of(worth).map_or(self.offers[0], |(_, action)| action)
    }

    /// 11.2 step 2: the lead, then the guns; some are kept to answer the enemy's.
    pub(super) fn defend(&self) -> Action {
        if self.offers.iter().any(|action| matches!(action, Action::Lead { .. })) {
            return self.name_lead();
        }
        let Some(fight) = &self.state.fight else { return Action::Done };
        let guns: Vec<UnitId> = self
            .offers
            .iter()
            .filter_map(|action| if let Action::Gun { unit } = action { Some(*unit) } else { None })
            .collect();
        let answers = |unit: &UnitId| self.game.is_true_gun(*unit);
        let threatened = fight.guns.iter().any(|gun| self.game.is_true_gun(gun));
        // Rockets and mortars cannot answer guns, so they fire first.
        if let Some(unit) = guns.iter().find(|unit| !answers(unit)) {
            return Action::Gun { unit: *unit };
        }
        let spare = guns.iter().filter(|unit| answers(unit)).count();
        match guns.first() {
            Some(unit) if !threatened || spare > KEPT => Action::Gun { unit: *unit },
            _ => Action::Done,
        }
    }

    /// 12.3.2: a failed check costs nothing, so everybody who can answers; the strongest enemy gun first.
    pub(super) fn answer_guns(&self) -> Action {
        let answered = |target: UnitId| self.state.volley.answers.iter().filter(|(_, at)| *at == target).count() as i32;
        self.best_or_done(|action| match action {
            Action::Battery { target, .. } => {
                let factors = i32::from(self.state.unit(target).points);
                Some(10 + factors - 4 * answered(target))
            }
            _ => None,
        })
    }

    /// Steps 4 and 5: guns by groups of a good column, aircraft one by one.
    pub(super) fn barrage(&self) -> Action {
        let volley = &self.state.volley;
        let laid: i32 = volley.guns.iter().map(|unit| i32::from(self.state.unit(unit).points)).sum();
        let gun = self.offers.iter().find(|action| matches!(action, Action::Gun { .. }));
        if let Some(gun) = gun
            && laid < ENOUGH
        {
            return *gun;
        }
        let fly = self.offers.iter().find(|action| matches!(action, Action::Fly { .. }));
        if let Some(fly) = fly
            && volley.planes.is_empty()
            && volley.guns.is_empty()
        {
            return *fly;
        }
        let lead_hex = self.state.fight.as_ref().and_then(|fight| fight.leads[0]).and_then(|lead| self.state.at(lead));
        let worth = |action: Action| match action {
            Action::Aim { at, aim } => Some(self.aim_worth(at, aim) + 3 * i32::from(Some(at) == lead_hex)),
            _ => None,
        };
        self.best_of(worth).map_or(Action::Done, |(_, action)| action)
    }

    /// 11.2.6.d: at the strongest stack, the lead's before others.
    pub(super) fn fire_at(&self) -> Action {
        let fight = self.state.fight.as_ref();
        let lead = fight.and_then(|fight| fight.leads[0]);
        let worth = |action: Action| {
            let Action::FireAt { at } = action else { return None };
            let here = |unit: &UnitId| fight.is_some_and(|fight| fight.attackers.contains(*unit));
            let points: i32 =
                self.state.units_at(at).filter(here).map(|unit| i32::from(self.state.unit(unit).points)).sum();
            Some(points + 8 * i32::from(lead.and_then(|lead| self.state.at(lead)) == Some(at)))
        };
        self.best_of(worth).map_or(self.offers[0], |(_, action)| action)
    }

    /// Points come from who has most and matters least; nobody is killed before he must be.
    pub(super) fn lose(&self) -> Action {
        let set_up = matches!(self.state.step(), Step::SovietLosses | Step::AxisLosses);
        let worth = |action: Action| {
            let Action::Lose { unit } = action else { return None };
            let info = self.game.data.info(unit);
            let points = i32::from(self.state.unit(unit).points);
            if set_up {
                return Some(points);
            }
            let dear =
                6 * i32::from(info.kind.is_tank()) + 8 * i32::from(self.side == Side::Axis && self.is_dear(unit));
            let flips = info.reduced.is_some_and(|reduced| points == i32::from(reduced.strength) + 1);
            Some(1000 + points * 2 - dear - 5 * i32::from(flips) - if points == 1 { 30 } else { 0 })
        };
        self.best_of(worth).map_or(self.offers[0], |(_, action)| action)
    }

    /// 11.5: go before a heavy result, unless the hex decides the game; an attack goes on if its lead is good and the price fair.
    pub(super) fn stand_or_go(&self) -> Action {
        let Some(fight) = &self.state.fight else { return Action::Check };
        if !self.offered(Action::Retreat) || !self.offered(Action::Check) {
            return self.offers[0];
        }
        let price = i32::from(fight.optional);
        let units = self.game.answering_units(self.state, fight);
        let points: i32 = units.iter().map(|unit| i32::from(self.state.unit(unit).points)).sum();
        let attacks = fight.attacker == self.side && fight.stage != Stage::AttackerFireChoice;
        if attacks {
            let rating = i32::from(self.game.lead_rating(self.state, fight, self.side));
            let all: i32 = fight.attackers.iter().map(|unit| i32::from(self.state.unit(unit).points)).sum();
            let fair = price * 5 <= all && rating >= 5;
            return if fair { Action::Check } else { Action::Retreat };
        }
        let (_, hex) = self.game.answering(fight);
        if price >= points {
            return Action::Retreat;
        }
        // Who goes back gives up as many hexes as it costs points to stand, and nobody counts Soviet points: they stand until they would be destroyed.
        let firm = match self.side {
            _ if self.is_key(hex) => 1,
            Side::Soviet => 1,
            Side::Axis => 5 - i32::from(self.state.entrenched[self.side.index()].contains(hex)),
        };
        if price * firm >= points { Action::Retreat } else { Action::Check }
    }

    /// 11.7: back toward one's own supply and one's own troops.
    pub(super) fn flee(&self) -> Action {
        let home = &self.game.ground.to_edge[self.side.index()];
        let worth = |action: Action| {
            let Action::Flee { to } = action else { return None };
            let friends = i32::from(self.state.holds(self.side, to)) * 3;
            let zone = i32::from(self.state.in_zone(self.side.other(), to)) * 20;
            let ground = i32::from(self.game.data.charts.effect(self.game.terrain(to)).shift);
            Some(500 - i32::from(home[to.index()]) * 2 + friends + ground - zone)
        };
        self.best_of(worth).map_or(self.offers[0], |(_, action)| action)
    }

    /// 11.8: the panzers go on toward the goal, together; others take the hex if it can be held.
    pub(super) fn advance(&self, chart: &Chart) -> Action {
        let Some(fight) = &self.state.fight else { return Action::Done };
        self.best_or_done(|action| {
            let Action::Advance { unit, to } = action else { return None };
            let hex = self.state.at(unit)?;
            Some(self.advance_worth(chart, unit, hex, to, fight.hex))
        })
    }

    fn advance_worth(&self, chart: &Chart, unit: UnitId, hex: SpaceId, to: SpaceId, vacated: SpaceId) -> i32 {
        if !self.is_striker(unit) || self.game.would_overfill(self.state, to, std::iter::once(unit)) {
            return -1;
        }
        let own = chart.strength[self.side.index()][hex.index()];
        let threat = (chart.threat[to.index()] - 2 * own).max(0);
        if self.is_key(hex) && !self.is_key(to) {
            return -1;
        }
        let first = i32::from(to == vacated) * 40;
        match self.side {
            Side::Axis => {
                let nearer = i32::from(chart.goal[hex.index()]) - i32::from(chart.goal[to.index()]);
                if nearer <= 0 && to != vacated {
                    return -1;
                }
                nearer.min(40) * 4 + first + self.hex_worth(to) - threat - self.too_far(chart, to)
            }
            Side::Soviet => {
                let key = self.hex_worth(to);
                let leaves = chart.post_of[unit.index()].is_some_and(|p| chart.posts[usize::from(p)].at == hex);
                if to != vacated || (leaves && key == 0) { -1 } else { first + key - threat * 2 }
            }
        }
    }
}
