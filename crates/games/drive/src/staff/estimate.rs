//! What units are worth, and what those that nobody has seen may be.

use super::Mind;
use crate::data::{Factor, UnitId};
use crate::state::State;
use kessel_kernel::Side;

/// Factors are reckoned in quarters, so that averages lose little.
pub(super) const SCALE: i32 = 4;

/// Average factors of units that cannot be seen, in quarters.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Averages {
    /// Attack and defence of a hidden enemy unit.
    pub hidden: [i32; 2],
    /// Of an untried unit, by the pool it comes from.
    pools: [[i32; 2]; 16],
}

impl Mind<'_> {
    /// Averages over what is still hidden: the faces left in each pool, and the enemy units that no one has seen.
    pub(crate) fn averages(&self) -> Averages {
        let data = &self.game.data;
        let mut averages = Averages::default();
        let mut shown = [false; 256];
        for face in self.seen.units.iter().filter_map(|u| u.face) {
            shown[face.index()] = true;
        }
        for (pool, entry) in data.pools.iter().zip(averages.pools.iter_mut()) {
            let left: Vec<_> = pool.face_ids().filter(|face| !shown[face.index()]).collect();
            let count = (left.len() as i32).max(1);
            let sum = |of: &dyn Fn(usize) -> u8| left.iter().map(|f| i32::from(of(f.index()))).sum::<i32>();
            *entry = [sum(&|f| data.faces[f].attack) * SCALE / count, sum(&|f| data.faces[f].defence) * SCALE / count];
        }
        let veiled: Vec<UnitId> = self.seen.veiled.iter().collect();
        let count = (veiled.len() as i32).max(1);
        for which in 0..2 {
            let sum: i32 = veiled.iter().map(|u| self.printed(&averages, self.seen, *u)[which]).sum();
            averages.hidden[which] = sum / count;
        }
        averages
    }

    /// Attack and defence as the counter shows them, or as they are on average.
    fn printed(&self, averages: &Averages, state: &State, unit: UnitId) -> [i32; 2] {
        let pool = self.game.data.pools.iter().position(|pool| pool.units.contains(&unit.0)).unwrap_or(0);
        let number = |factor: Factor, which: usize| match factor {
            Factor::Number(n) => i32::from(n) * SCALE,
            Factor::Die => SCALE * 7 / 2,
            Factor::Untried => averages.pools[pool][which],
        };
        [number(self.game.attack_factor(state, unit), 0), number(self.game.defence_factor(state, unit), 1)]
    }

    /// Attack and defence of a unit, in quarters.
    pub(super) fn factors(&self, averages: &Averages, state: &State, unit: UnitId) -> [i32; 2] {
        if state.veiled.contains(unit) { averages.hidden } else { self.printed(averages, state, unit) }
    }

    /// What one step of a unit is worth: ten for a rifle division.
    pub(super) fn step_worth(&self, averages: &Averages, state: &State, unit: UnitId) -> i32 {
        let [attack, defence] = self.factors(averages, state, unit);
        let two = state.units[unit.index()].steps > 1;
        let whole = (attack + defence) * 3 / (2 * SCALE) + 3;
        // A step of two takes less than half with it: the counter stays.
        if two { whole / 2 } else { whole }
    }

    /// What the whole unit is worth.
    pub(crate) fn unit_worth(&self, averages: &Averages, state: &State, unit: UnitId) -> i32 {
        let [attack, defence] = self.factors(averages, state, unit);
        (attack + defence) * 3 / (2 * SCALE) + 3
    }

    /// What is gained beyond its factors when a unit dies cut off: 4.3, 4.8.
    pub(super) fn pile_worth(&self, state: &State, unit: UnitId) -> i32 {
        let (blue, side) = (state.is_blue(), self.game.side(unit));
        match (blue, side) {
            (true, Side::Soviet) => 8,
            (false, Side::Axis) if state.veiled.contains(unit) => 30,
            (false, Side::Axis) if self.game.card(unit).is_german() => 45,
            _ => 0,
        }
    }
}
