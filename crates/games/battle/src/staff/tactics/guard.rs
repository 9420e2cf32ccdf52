//! Guard what loses the game at once (10.1): enough for what the enemy can bring, and no more.

use crate::data::{UnitId, UnitKind};
use crate::sets::UnitSet;
use crate::staff::Mind;
use crate::staff::fields::Fields;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::detail;

/// Enemies so many hexes away are reckoned with, by half: panzers come faster than armies.
const fn near(side: Side) -> u8 {
    match side {
        Side::Axis => 4,
        Side::Soviet => 5,
    }
}

impl Mind<'_> {
    /// The cities whose loss ends the game for a side (10.1).
    pub(in crate::staff) fn fatal_cities(&self, side: Side) -> Vec<SpaceId> {
        let places = &self.game.data.places;
        match side {
            Side::Axis => vec![places.kharkov],
            Side::Soviet => vec![places.stalingrad, places.astrakhan],
        }
    }

    /// The factors that a city should hold: three fifths of what could come next turn, half of what is near.
    pub(in crate::staff) fn need_in(&self, fields: &Fields, city: SpaceId) -> u16 {
        let soon = fields.threat[city].factors() * 3 / 5;
        let close: u16 = self
            .enemies()
            .filter(|u| self.seen.at(*u).is_some_and(|at| fields.around(city, at) <= near(self.side)))
            .map(|u| self.reckon(u).factors())
            .sum();
        soon.max(close / 2).clamp(1, self.weights.garrison)
    }

    /// Those who guard: for each city the nearest on foot first, panzers only if the others are not enough.
    pub(in crate::staff) fn guards(&self, fields: &Fields) -> Vec<(SpaceId, UnitSet)> {
        let mut taken = UnitSet::EMPTY;
        let mut posts = Vec::new();
        for city in self.fatal_cities(self.side) {
            let need = self.need_in(fields, city);
            let candidates = (self.game.own(self.side) - taken).iter().filter_map(|unit| {
                let away = fields.around(city, self.seen.at(unit)?);
                let fast = matches!(self.game.data.units[unit.index()].kind, UnitKind::Panzer | UnitKind::Tank);
                Some(((fast, away, self.reckon(unit).tank), unit))
                    .filter(|_| away <= near(self.side) + 2 || self.side == Side::Soviet)
            });
            let force = |unit: UnitId| i32::from(self.reckon(unit).firm + self.reckon(unit).tank / 2);
            let chosen: UnitSet = detail(candidates, i32::from(need), force).into_iter().collect();
            taken |= chosen;
            posts.push((city, chosen));
        }
        posts
    }

    /// A city that must be held misses what it does not have; more than enough stands better elsewhere.
    pub(in crate::staff) fn garrison(&self, state: &State, fields: &Fields, city: SpaceId, at: SpaceId) -> i32 {
        let here = self.reckon_all(self.game.units_in(state, city, self.side));
        let need = self.need_in(fields, city);
        let have = here.firm + here.tank / 2;
        let missing = -i32::from(need.saturating_sub(have).min(60)) * 3;
        let surplus = if at == city { i32::from(have.saturating_sub(need + need / 4).min(40)) } else { 0 };
        missing - surplus
    }
}
