//! Surprise Attacks, Tank Brigades, the Luftwaffe (5.5.7.b).

use super::Mind;
use super::chart::Chart;
use crate::action::Action;
use crate::data::{SupportClass, UnitId};
use crate::state::{FightKind, Place, State, Surprise, UnitSet};
use kessel_board::SpaceId;
use kessel_kit::staff::Choosing;

/// Worth, times 36, that a Surprise Attack must promise.
const WORTHWHILE: i32 = 36 * 14;

impl Mind<'_> {
    /// The best Surprise Attack with its Tank Brigade first; then the aircraft.
    pub(super) fn strike(&self) -> Action {
        let chart = self.chart(self.seen);
        let forced = !self.offered(Action::Done);
        let mut best: Option<(i32, SpaceId, Action)> = None;
        for action in self.offers {
            let Action::Surprise { at, .. } = *action else { continue };
            if best.is_some_and(|(_, known, _)| known == at) {
                continue;
            }
            let units = self.striking(at);
            let worth = self.surprise_from(&chart, at, units, true).map_or(i32::MIN, |(worth, _)| worth);
            if best.is_none_or(|(most, ..)| worth > most) {
                best = Some((worth, at, *action));
            }
        }
        if let Some((worth, at, action)) = best
            && (worth > WORTHWHILE || forced)
        {
            return self.brigade_for(at).unwrap_or(action);
        }
        let flies = || self.offers.iter().any(|action| matches!(action, Action::Fly { .. }));
        let intended = if flies() { self.intended_assaults() } else { Vec::new() };
        if let Some(action) = self.fly(&chart, &intended) {
            return action;
        }
        self.or_done(self.loose_brigade(&chart))
    }

    /// The units in a hex that a Surprise Attack would be made with.
    fn striking(&self, at: SpaceId) -> UnitSet {
        let free = |unit: &UnitId| !self.game.info(*unit).is_hq() && !self.seen.surprised.contains(*unit);
        self.seen.field.stack(at).filter(free).collect()
    }

    /// The best attack of a stack from a hex, or from one next to it: its worth and the first action.
    fn surprise_from(&self, chart: &Chart, at: SpaceId, units: UnitSet, steps: bool) -> Option<(i32, Action)> {
        let mut state = self.seen.clone();
        let mut best = self.surprise_here(&mut state, chart, at, units);
        if steps {
            let axis = self.side.other();
            let around: Vec<SpaceId> = self.game.around(self.seen, at).collect();
            for to in around.into_iter().filter(|to| !self.seen.field.occupied(axis).contains(*to)) {
                units.iter().for_each(|unit| state.field.put(unit, Place::Hex(to)));
                if let Some((worth, _)) = self.surprise_here(&mut state, chart, to, units)
                    && best.is_none_or(|(most, _)| worth > most)
                {
                    best = Some((worth, Action::Step { to }));
                }
            }
        }
        best
    }

    fn surprise_here(&self, state: &mut State, chart: &Chart, from: SpaceId, units: UnitSet) -> Option<(i32, Action)> {
        let mobile = units.iter().filter(|unit| self.mobile(*unit)).count() as i32;
        let enemy = *state.field.occupied(self.side.other());
        let mut best: Option<(i32, Action)> = None;
        let around: Vec<SpaceId> = self.game.around(state, from).collect();
        for at in around.into_iter().filter(|at| enemy.contains(*at)) {
            let mut stake = self.stake(state, chart, at);
            // Beyond the hex lies the enemy's rear: tanks that advance go on with all their movement.
            stake.ground += mobile * 10 + chart.artery[at] / 3;
            let fight = self.fight_of(state, FightKind::Surprise, at, units);
            let Some(worth) = self.attack_worth(state, &fight, stake) else { continue };
            let worth = worth - if mobile == 0 { 36 * 12 } else { 0 };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, Action::Attack { at }));
            }
        }
        best
    }

    /// The stack under a Surprise Attack steps or strikes.
    pub(super) fn surprise(&self, plan: Surprise) -> Action {
        let chart = self.chart(self.seen);
        let steps = self.offers.iter().any(|action| matches!(action, Action::Step { .. }));
        match self.surprise_from(&chart, plan.at, plan.units, steps) {
            Some((worth, action)) if worth > 0 && self.offered(action) => action,
            _ => {
                let attack = self.offers.iter().copied().find(|action| matches!(action, Action::Attack { .. }));
                match self.surprise_from(&chart, plan.at, plan.units, false) {
                    Some((worth, _)) if worth > 0 => self.or_done(attack),
                    _ => self.or_done(None),
                }
            }
        }
    }

    /// A Tank Brigade for a stack that is about to strike and has none.
    fn brigade_for(&self, at: SpaceId) -> Option<Action> {
        let units = self.striking(at);
        let has = |unit: UnitId| {
            self.game.attached(self.seen, unit).iter().any(|m| self.game.support(m).class == SupportClass::TankBrigade)
        };
        if units.iter().any(has) {
            return None;
        }
        self.best(|action| match action {
            Action::Attach { marker, unit } if self.game.support(marker).class == SupportClass::TankBrigade => {
                let here = units.contains(unit);
                Some(if here { 100 + self.worth(self.seen, unit) } else { 0 })
            }
            _ => None,
        })
    }

    /// Tank Brigades that no Surprise Attack needs go to the strongest tanks at the front.
    fn loose_brigade(&self, chart: &Chart) -> Option<Action> {
        let surprises = self.offers.iter().any(|action| matches!(action, Action::Surprise { .. }));
        self.best(|action| match action {
            Action::Attach { marker, .. } if self.is_kept(marker) => None,
            Action::Attach { marker, unit } if self.game.support(marker).class == SupportClass::TankBrigade => {
                let at = self.seen.field.at(unit)?;
                let near = chart.enemy[at] <= 3 && self.mobile(unit) && !surprises;
                let free = self.game.attached(self.seen, unit).is_empty();
                Some(if near && free { self.attack_of(self.seen, unit) } else { 0 })
            }
            _ => None,
        })
    }
}
