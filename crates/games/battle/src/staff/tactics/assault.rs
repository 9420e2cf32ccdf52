//! Attacks: the best one again and again until none pays. Pinpricks are refused; infantry goes into a city, armour stays outside.

use crate::data::{City, Objective, UnitId};
use crate::evaluate::Reckoned;
use crate::sets::{Spaces, UnitSet};
use crate::staff::Mind;
use crate::staff::estimate::Forecast;
use crate::staff::fields::Fields;
use crate::staff::reach::Way;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::{Log, Side};
use std::cmp::Reverse;

/// An attack that could be made.
pub(in crate::staff) struct Assault {
    pub at: SpaceId,
    pub units: Vec<(UnitId, Way)>,
    pub worth: i32,
}

/// One who could take part, and by which way.
struct Part<'a> {
    force: Reckoned,
    unit: UnitId,
    way: &'a Way,
}

impl Mind<'_> {
    /// The best attack that is left.
    pub(in crate::staff) fn best_assault(
        &self,
        work: &State,
        fields: &Fields,
        ways: &[(UnitId, Vec<Way>)],
        free: UnitSet,
        done: Spaces,
    ) -> Option<Assault> {
        let enemy = self.game.picture(work).held[self.side.other().index()];
        enemy
            .iter()
            .filter(|at| self.game.on_map(*at) && !done.contains(*at))
            .filter_map(|at| self.assault(work, fields, ways, free, at))
            .max_by_key(|a| (a.worth, Reverse(a.at)))
    }

    /// The best attack into one space with the units still free.
    fn assault(
        &self,
        work: &State,
        fields: &Fields,
        ways: &[(UnitId, Vec<Way>)],
        free: UnitSet,
        at: SpaceId,
    ) -> Option<Assault> {
        let defence = self.reckon_all(self.game.units_in(work, at, self.side.other()));
        let base = self.reckon_all(self.game.units_in(work, at, self.side));
        let parts = self.parts(ways, free, at);
        let old = self.game.picture(work).battle.contains(at);
        // 7.9.1.f: the first unit in decides whether it is a River Assault.
        let river = !old && parts.first()?.way.wet;
        let presence = self.entry_worth(work, at);
        let extra = presence + self.ring_worth(work, fields, at, parts.first()?.unit);
        let (mut sum, mut best) = (base, None);
        for (n, part) in parts.iter().enumerate() {
            sum = sum.plus(part.force);
            let forecast = self.forecast(sum, defence, at, river);
            let storm = extra >= 1000 || (presence > 0 && self.can_stand(sum, defence, at));
            if !storm && self.is_pinprick(forecast, sum, defence, at, river) {
                continue;
            }
            let worth = self.attack_worth(self.side, forecast, defence, at) + extra
                - self.risk_of(sum, fields, at) / 3
                - n as i32
                - self.restraint();
            if worth > 0 && best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, n + 1));
            }
        }
        let (worth, count) = best?;
        let units = parts.into_iter().take(count).map(|part| (part.unit, part.way.clone())).collect();
        Some(Assault { at, units, worth })
    }

    /// What an attack must bring beyond nothing; in the last turn the Soviets have better to do than to attack: see the Volga.
    fn restraint(&self) -> i32 {
        let last = self.side == Side::Soviet && self.turns_left() == 0;
        self.weights.restraint[self.stance] + if last { self.weights.last } else { 0 }
    }

    /// Who can come, dry ways first; then the strongest, in a city those with the least armour.
    fn parts<'a>(&self, ways: &'a [(UnitId, Vec<Way>)], free: UnitSet, at: SpaceId) -> Vec<Part<'a>> {
        let city = self.is_major(at);
        let mut parts: Vec<Part<'a>> = ways
            .iter()
            .filter(|(unit, _)| free.contains(*unit))
            .filter_map(|(unit, ways)| {
                let way = ways.iter().find(|w| w.end() == at)?;
                Some(Part { force: self.reckon(*unit), unit: *unit, way })
            })
            .collect();
        parts.sort_by_key(|p| {
            let tanks = if city { p.force.tank } else { 0 };
            (p.way.wet, tanks, Reverse(p.force.factors()), p.unit.index())
        });
        parts
    }

    /// An attack that hardly hurts, or one below even odds, adds nothing.
    pub(in crate::staff) fn is_pinprick(
        &self,
        f: Forecast,
        attack: Reckoned,
        defence: Reckoned,
        at: SpaceId,
        river: bool,
    ) -> bool {
        f.defender_loss < self.weights.pinprick || self.sums(attack, defence, at, river).quotient == 0
    }

    /// A force that goes into a city to stay needs two thirds of what is in it.
    fn can_stand(&self, attack: Reckoned, defence: Reckoned, at: SpaceId) -> bool {
        let sums = self.sums(attack, defence, at, false);
        sums.attack * 3 >= sums.defence * 2
    }

    pub(in crate::staff) fn is_major(&self, at: SpaceId) -> bool {
        self.game.data.spaces[at].city == City::Major
    }

    /// What it is worth merely to be in a space, whatever the battle there brings.
    ///
    /// 10.1: a city that would end the game must be disputed before the enemy's next turn begins.
    /// 10.2.3: an Axis unit in Stalingrad scores every turn, whoever else is there.
    fn entry_worth(&self, work: &State, at: SpaceId) -> i32 {
        if !self.game.units_in(work, at, self.side).is_empty() {
            return 0;
        }
        if self.fatal_cities(self.side).contains(&at) {
            return 2000;
        }
        if self.side == Side::Soviet || at != self.game.data.places.stalingrad {
            return 0;
        }
        let turns = (self.turns_left() + 1).min(6);
        15 * turns * self.weight(Objective::Stalingrad)
    }

    /// A battle stops the enemy's supply through the space (5.2.e): half of what that cuts, for the battle may be lost.
    fn ring_worth(&self, work: &State, fields: &Fields, at: SpaceId, unit: UnitId) -> i32 {
        let mut after = work.clone();
        self.game.put_unit(&mut after, unit, at, &mut Log::silent());
        (self.cutting(&after, fields) - self.cutting(work, fields)).max(0) / 2
    }
}
