//! A plan that is being filled, and who fills it: what the Executive Officer (3.3) and the computer player (`staff`) share. It knows what its side
//! knows, and believes the enemy to stand as that has it.

mod air;
mod estimate;
mod fire;

use crate::Waw;
use crate::data::Kind;
use crate::field::Field;
use crate::orders::{Order, Plan, Slot};
use crate::state::State;
use kessel_kernel::{Side, Temperament};

/// Units more worn than this rest.
pub(crate) const WORN: u8 = 9;

/// What a planner believes, and the plan that it fills.
pub(crate) struct Planner<'a> {
    pub(crate) game: &'a Waw,
    pub(crate) seen: &'a State,
    /// The enemy as it is believed to stand.
    pub(crate) guess: State,
    pub(crate) field: Field,
    pub(crate) side: Side,
    /// Everything is planned anew, whatever units are doing; otherwise orders that stand are the player's.
    pub(crate) afresh: bool,
    /// What it dares.
    pub(crate) temperament: Temperament,
    pub(crate) plan: Plan,
}

impl<'a> Planner<'a> {
    pub(crate) fn new(game: &'a Waw, seen: &'a State, side: Side, plan: Plan) -> Planner<'a> {
        let guess = game.guessed(seen, side, |_| 0);
        let field = Field::of(&game.stage(seen), &guess);
        Planner { game, seen, guess, field, side, afresh: false, temperament: Temperament::Balanced, plan }
    }

    /// Gives an order if it is allowed beside the rest.
    pub(crate) fn order(&mut self, slot: Slot, order: Order) -> bool {
        let allowed = self.game.allows(self.seen, self.side, &self.plan, slot, &order);
        if allowed {
            self.plan.insert(slot, order);
        }
        allowed
    }

    /// 3.3.l: units without orders of the player.
    pub(crate) fn idle(&self) -> Vec<u16> {
        let stage = self.game.stage(self.seen);
        (0..self.seen.units.len() as u16)
            .filter(|u| self.seen.units[*u as usize].here() && stage.side(*u) == self.side)
            .filter(|u| match self.afresh {
                true => !self.plan.contains_key(&Slot::Unit(*u)),
                false => !stage.is_ordered(self.seen, &self.plan, *u),
            })
            .collect()
    }

    /// Known enemy hexes, by row and column.
    pub(crate) fn enemy_hexes(&self) -> Vec<u16> {
        let mut hexes: Vec<u16> = self.seen.contacts.iter().map(|c| c.at).collect();
        hexes.dedup();
        hexes
    }

    /// Rested enough to be used?
    pub(crate) fn fresh(&self, unit: u16) -> bool {
        let now = &self.seen.units[unit as usize];
        now.fatigue.max(now.disorder) < self.temperament.worn(WORN)
    }

    /// May the unit attack that hex from where it stands?
    pub(crate) fn can_strike(&self, unit: u16, hex: u16) -> bool {
        let stage = self.game.stage(self.seen);
        let (info, now) = (stage.info(unit), &self.seen.units[unit as usize]);
        !matches!(info.kind, Kind::Hq | Kind::Artillery)
            && now.attack > 0
            && stage.theater.toward(now.at, hex).is_some()
    }

    /// The nearest objective in enemy hands; without any the nearest own one that an enemy is near.
    pub(crate) fn goal(&self, at: u16) -> Option<u16> {
        let stage = self.game.stage(self.seen);
        let places = stage.scenario.objectives.iter().map(|o| o.hex.0);
        let nearest = |hex: &u16| (stage.theater.distance(at, *hex), stage.theater.rank[*hex as usize]);
        let theirs = places.clone().filter(|hex| self.seen.owner(*hex) != self.side).min_by_key(nearest);
        let threatened = |hex: &u16| self.seen.contacts.iter().any(|c| stage.theater.distance(c.at, *hex) <= 6);
        theirs.or_else(|| places.filter(threatened).min_by_key(nearest))
    }
}
