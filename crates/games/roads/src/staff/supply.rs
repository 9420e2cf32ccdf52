//! Supply as a weapon: who would be cut off, where the pocket leaks, and where HQs stand best.

use super::Mind;
use super::chart::{Chart, Posture};
use super::reach::Way;
use crate::data::UnitId;
use crate::march::Outlook;
use crate::state::{Mode, Place, State, Supply, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::{Log, Side};

/// How many of the best hexes an HQ looks at closely, of each sort.
const LOOKS: usize = 8;

/// Beyond so many hexes the fighting is simply far.
const FAR: i32 = 30;

impl Mind<'_> {
    /// The units of a side that would be unsupplied in its next Supply phase, and the HQs without a line.
    fn cut_off(&self, state: &State, side: Side) -> (UnitSet, i32) {
        let mut after = state.clone();
        let before = self.game.hqs(&after, side).count() as i32;
        self.game.remove_hqs(&mut after, side, &mut Log::silent());
        let left = self.game.hqs(&after, side).count() as i32;
        self.game.supply_units(&mut after, side, &mut Log::silent());
        let mut cut = UnitSet::EMPTY;
        for hex in after.field.occupied(side).iter() {
            for unit in after.field.stack(hex).filter(|unit| after.field.get(*unit).supply != Supply::In) {
                cut.insert(unit);
            }
        }
        (cut, before - left)
    }

    /// What the enemy's troubles with supply are worth.
    pub(super) fn grip(&self, state: &State) -> i32 {
        let (cut, hqs) = self.cut_off(state, self.side.other());
        let units: i32 = cut.iter().map(|unit| self.worth(state, unit)).sum();
        units / 5 + 25 * hqs - self.relief_room(state)
            + if self.leak(state).is_none() { self.seal_worth(state) } else { 0 }
    }

    /// What a sealed pocket is worth: nothing if there is nobody to seal in.
    fn seal_worth(&self, state: &State) -> i32 {
        if self.side == Side::Soviet && self.besieges(state) { 80 } else { 0 }
    }

    /// What the supply of the own units is worth.
    pub(super) fn fed_worth(&self, state: &State) -> i32 {
        let (cut, hqs) = self.cut_off(state, self.side);
        let units: i32 = cut.iter().map(|unit| 6 + self.worth(state, unit) / 4).sum();
        -units - 30 * hqs
    }

    /// Moves of HQs that bring more units into supply than they cost.
    pub(super) fn plan_hqs(&self, work: &mut State, chart: &Chart) -> Vec<(UnitId, Way)> {
        let hqs: Vec<(UnitId, SpaceId)> = self.game.hqs(work, self.side).collect();
        let mut planned = Vec::new();
        for (hq, at) in hqs {
            // A fresh look: the lines are those without this HQ.
            let reach = self.reach(work, &Outlook::default(), hq, &[Mode::Normal]);
            if reach.ways.is_empty() {
                continue;
            }
            let city = self.city_of(hq);
            let behind = |work: &State, hex: SpaceId| self.hq_behind(work, hq, city, hex);
            let stay = self.fed_worth(work) - self.hq_risk(work, chart, at) - behind(work, at);
            let mut ends: Vec<(i32, &Way)> = reach
                .ways
                .iter()
                .filter(|way| self.game.fits(work, way.end(), hq) && chart.enemy[way.end()] > 1)
                .map(|way| (self.hq_promise(work, chart, way.end()), way))
                .collect();
            ends.sort_by_key(|(promise, way)| (-promise, way.end().index()));
            let near: Vec<&Way> = ends.iter().take(LOOKS).map(|(_, way)| *way).collect();
            // The own units wait for the HQ as it does for them: some of the hexes nearest to the fighting are looked at, too.
            ends.sort_by_key(|(promise, way)| (behind(work, way.end()), -promise, way.end().index()));
            let ahead =
                ends.iter().map(|(_, way)| *way).filter(|way| !near.iter().any(|known| known.end() == way.end()));
            let mut best: Option<(i32, &Way)> = None;
            for way in near.iter().copied().chain(ahead.take(LOOKS)) {
                let mut after = work.clone();
                after.field.put(hq, Place::Hex(way.end()));
                let worth = self.fed_worth(&after)
                    - self.hq_risk(&after, chart, way.end())
                    - self.hq_cost(work, hq, at, way.end())
                    - behind(work, way.end());
                if worth > best.map_or(stay, |(most, _)| most) {
                    best = Some((worth, way));
                }
            }
            if let Some((_, way)) = best {
                work.field.put(hq, Place::Hex(way.end()));
                planned.push((hq, way.clone()));
            }
        }
        planned
    }

    /// How near to the own units a hex is.
    pub(super) fn hq_promise(&self, work: &State, chart: &Chart, hex: SpaceId) -> i32 {
        let board = &self.game.map(work).board;
        let near = board.within(hex, 6).flat_map(|near| work.field.stack(near));
        let own = near.filter(|unit| self.game.info(*unit).side == self.side).count() as i32;
        own - self.hq_risk(work, chart, hex) / 4
    }

    /// What an HQ risks in a hex.
    pub(super) fn hq_risk(&self, work: &State, chart: &Chart, hex: SpaceId) -> i32 {
        let defence: i32 = work.field.stack(hex).map(|unit| self.defence_of(work, unit)).sum();
        match chart.threat[hex] / (2 * defence.max(1)) {
            0 => 0,
            1 => 4,
            2 => 10,
            3 => 18,
            _ => 30,
        }
    }

    /// 12.1: a Supply Shortage; 15.2.1: the Führer's displeasure.
    fn hq_cost(&self, work: &State, hq: UnitId, from: SpaceId, to: SpaceId) -> i32 {
        match self.side {
            Side::Soviet => self.weights().hq_shortage,
            Side::Axis => {
                let away = work.fortress.marker.is_some_and(|marker| {
                    self.game.distance(work, marker, to) > self.game.distance(work, marker, from)
                });
                if away && self.game.fortress_watches(work, hq) {
                    self.weights().hq_away
                } else {
                    self.weights().hq_move
                }
            }
        }
    }

    /// Keep HQs moving with the front: what it costs that the fighting is far from an HQ. The pocket is no front, nor are
    /// stragglers whom nobody feeds. An HQ that has a city to take leads its front there.
    pub(super) fn hq_behind(&self, work: &State, hq: UnitId, city: Option<SpaceId>, at: SpaceId) -> i32 {
        let keep = i32::from(self.game.info(hq).radius) - 4;
        let enemy = work.field.occupied(self.side.other());
        let front = enemy
            .iter()
            .filter(|hex| work.field.stack(*hex).next().is_some_and(|unit| work.field.get(unit).supply == Supply::In));
        let far = front.map(|hex| self.game.distance(work, at, hex) as i32).min().unwrap_or(0);
        let far = city.map_or(far, |city| far.max(self.game.distance(work, at, city) as i32));
        (far - keep.max(3)).clamp(0, FAR) * self.weights().hq_follow
    }

    /// The major city that an HQ of the attacker leads its front to: the nearest in the enemy's hands to which no other HQ is nearer.
    pub(super) fn city_of(&self, hq: UnitId) -> Option<SpaceId> {
        let at = self.seen.field.at(hq).filter(|_| self.posture(self.seen) == Posture::Attack)?;
        let far = |from: SpaceId, city: SpaceId| self.game.distance(self.seen, from, city);
        let mut cities = self.lost_cities(self.seen);
        cities.retain(|city| far(at, *city) as i32 <= self.weights().front_city);
        cities.retain(|city| self.game.hqs(self.seen, self.side).all(|(_, other)| far(other, *city) >= far(at, *city)));
        cities.into_iter().min_by_key(|city| (far(at, *city), city.index()))
    }

    /// The city that the Germans strike back for, if none of their HQs feeds those who do.
    pub(super) fn city_without_hq(&self, chart: &Chart) -> Option<SpaceId> {
        let city = self.prize(self.seen).filter(|_| chart.counterstroke)?;
        let feeds = |(hq, at): (UnitId, SpaceId)| {
            self.game.is_german(hq) && self.game.distance(self.seen, at, city) <= u32::from(self.game.info(hq).radius)
        };
        (!self.game.hqs(self.seen, self.side).any(feeds)).then_some(city)
    }

    pub(super) fn defence_of(&self, state: &State, unit: UnitId) -> i32 {
        let piece = state.field.get(unit);
        let printed = i32::from(self.game.info(unit).factors(piece.steps).defence);
        match piece.supply {
            Supply::Out => (printed + 1) / 2,
            _ => printed,
        }
    }
}
