//! What a position is worth.
//!
//! The unit is a hundredth of a point of the final score (10.3), counted from the score that makes a draw: with the Volga the Axis has won
//! whatever it scores (10.4.c), without it it reaches a draw at best (10.4.i). Of a game that goes on it is what is expected:
//! points kept and those that the present holdings will bring, the chance to stand on the Volga at the end, dead units, and the steps of both
//! sides at the price that the planner pays for them. Strengths that the viewer may not know are guessed from the printed faces.

use crate::Battle;
use crate::data::{AssetClass, Objective, UnitId};
use crate::redact::knows_directives;
use crate::state::{Ended, Place, State};
use kessel_kernel::facets::Evaluates;
use kessel_kernel::{Seen, Side};

/// A point of the score.
const POINT: i32 = 100;
/// A sudden death (10.1) is worth as much as so many points.
const SUDDEN: i32 = 300 * POINT;

/// A force as it is reckoned with.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Reckoned {
    /// Factors that nothing modifies.
    pub firm: u16,
    /// Tank factors.
    pub tank: u16,
    /// Step losses it can take.
    pub steps: u16,
    /// Units.
    pub units: u16,
}

/// What a step is worth: a German one is dearer than a Soviet one, three times as many points replace those.
pub(crate) const fn step_price(side: Side) -> i32 {
    match side {
        Side::Axis => 14,
        Side::Soviet => 8,
    }
}

impl Evaluates for Battle {
    fn evaluate(&self, seen: &Seen<State>, side: Side) -> i32 {
        if side == Side::Axis { self.axis_value(seen) } else { -self.axis_value(seen) }
    }
}

impl Battle {
    /// The force of a unit whose display is open.
    pub(crate) fn known_force(&self, seen: &State, unit: UnitId) -> Reckoned {
        let strength = u16::from(seen.units[unit.index()].strength);
        let mut sum = Reckoned { firm: strength, tank: 0, steps: strength, units: 1 };
        for asset in seen.assets_of(unit).iter() {
            let info = &self.data.assets[asset.index()];
            let steps = seen.assets[asset.index()].steps;
            let factor = u16::from(info.factors[usize::from(steps)]);
            sum.steps += u16::from(steps);
            match info.class {
                AssetClass::Tank => sum.tank += factor,
                AssetClass::Plain => sum.firm += factor,
                AssetClass::AntiTank { .. } => {}
            }
        }
        sum
    }

    /// A hidden unit from its printed face: most of its strength, and assets by its slots.
    pub(crate) fn guessed_force(&self, unit: UnitId) -> Reckoned {
        let info = &self.data.units[unit.index()];
        let firm = (u16::from(info.max) * 4).div_ceil(5);
        let per_slot = match info.side {
            Side::Axis => [0, 1, 6, 12],
            Side::Soviet => [0, 1, 4, 8],
        };
        let tank = per_slot[usize::from(info.slots.min(3))];
        Reckoned { firm, tank, steps: firm + tank / 3, units: 1 }
    }

    /// What the position is worth to the Axis.
    fn axis_value(&self, seen: &Seen<State>) -> i32 {
        match seen.ended {
            Some(Ended::SuddenDeath { winner: Side::Axis, .. }) => SUDDEN,
            Some(Ended::SuddenDeath { winner: Side::Soviet, .. }) => -SUDDEN,
            Some(Ended::Counted { principal, score }) => self.verdict(principal, score * POINT),
            None => {
                let (score, chance) = (self.expected_score(seen), self.volga_chance(seen));
                let verdict = |principal| i64::from(self.verdict(principal, score));
                let mean = (verdict(true) * i64::from(chance) + verdict(false) * i64::from(1000 - chance)) / 1000;
                mean as i32 + self.material(seen)
            }
        }
    }

    /// 10.4: what a final score is worth with or without the Volga.
    fn verdict(&self, principal: bool, score: i32) -> i32 {
        if principal { score.max(POINT) } else { (score - self.data.charts.victory.decisive * POINT).min(0) }
    }

    /// How many Axis player turns are still to be scored, this one included.
    fn turns_left(&self, seen: &State) -> i32 {
        (self.data.turns.len() as i32 - i32::from(seen.turn) + 1).max(1)
    }

    /// 10.3 in hundredths: what is kept, what the boxes and Stalingrad will bring if they are held, and what is deducted.
    fn expected_score(&self, seen: &Seen<State>) -> i32 {
        let (victory, picture, axis) = (&self.data.charts.victory, self.picture(seen), Side::Axis.index());
        let (left, mut raw) = (self.turns_left(seen), [0; 3]);
        raw[Objective::Caucasus.index()] = i32::from(seen.points.caucasus) * POINT;
        raw[Objective::Don.index()] = i32::from(seen.points.don) * POINT;
        raw[Objective::Stalingrad.index()] = i32::from(seen.points.stalingrad) * POINT;
        // What is held now is held for three turns out of four.
        let held = |points: u8| i32::from(points) * POINT * (3 * left + 1) / 4;
        for space in self.data.board.boxes() {
            let Some(info) = &self.data.spaces[space].caucasus else { continue };
            if picture.held[axis].contains(space) && picture.fed[axis].contains(space) {
                raw[Objective::Caucasus.index()] += held(info.points);
            }
        }
        if picture.held[axis].contains(self.data.places.stalingrad) {
            raw[Objective::Stalingrad.index()] += held(victory.stalingrad_turn);
        }
        for city in [self.data.places.voronezh, self.data.places.rostov] {
            let part = match self.control(seen, city) {
                Some(Side::Axis) => 4,
                Some(Side::Soviet) => 0,
                None => 2,
            };
            raw[Objective::Don.index()] += i32::from(victory.city) * POINT * part / 4;
        }
        if seen.edelweiss {
            let sum: i32 = victory.edelweiss.iter().map(|gain| i32::from(*gain)).sum();
            raw[Objective::Caucasus.index()] += sum * POINT / victory.edelweiss.len() as i32;
        }
        let weighted = Objective::ALL.map(|objective| {
            let base = &victory.base[objective.index()];
            let points = raw[objective.index()] * i32::from(base.num) / i32::from(base.den);
            points * self.weight_in_sixths(seen, objective) / 6
        });
        weighted.iter().sum::<i32>() - self.expected_deductions(seen)
    }

    /// 10.3.4: how much an objective counts, in sixths; whoever may not know the directives takes the mean.
    fn weight_in_sixths(&self, seen: &Seen<State>, objective: Objective) -> i32 {
        let times = self.data.charts.victory.directive.map(i32::from);
        if !knows_directives(seen, seen.viewer()) {
            return times.iter().sum::<i32>() * 2;
        }
        let rank = seen.directives.0.iter().position(|other| *other == objective).unwrap_or(2);
        times[rank] * 6
    }

    /// 10.3.5: the dead, and half of those who are unsupplied now.
    fn expected_deductions(&self, seen: &State) -> i32 {
        let (victory, mut sum) = (&self.data.charts.victory, 0);
        for unit in self.own(Side::Axis).iter() {
            sum += match seen.units[unit.index()].place {
                Place::Dead => i32::from(victory.dead_unit) * POINT,
                Place::At(_) if !self.supplied(seen, unit) => i32::from(victory.unsupplied_unit) * POINT / 2,
                Place::At(_) | Place::ToCome => 0,
            };
        }
        sum
    }

    /// The chance, in thousandths, that the Axis meets the principal condition at the end (10.4.a).
    fn volga_chance(&self, seen: &State) -> i32 {
        let left = self.turns_left(seen);
        if self.principal(seen) {
            return (1000 - 40 * (left - 1)).max(500);
        }
        let volga: Vec<_> = self.data.board.hexes().filter(|hex| self.data.spaces[*hex].volga).collect();
        let near = |unit: UnitId| {
            let at = seen.at(unit).filter(|_| self.supplied(seen, unit))?;
            volga.iter().filter_map(|hex| self.data.board.distance(*hex, at)).min()
        };
        let nearest = self.own(Side::Axis).iter().filter_map(near).min();
        let away = nearest.map_or(i32::MAX / 100, |away| away as i32);
        // A hex farther costs chance, and so does a turn less.
        (450 - 60 * away - 120 / left).clamp(0, 450)
    }

    /// The steps of both sides; they count for less as the end comes nearer.
    fn material(&self, seen: &Seen<State>) -> i32 {
        let side = |side: Side| {
            let alive = self.own(side).iter().filter(|unit| seen.at(*unit).is_some());
            let steps = alive.map(|unit| {
                let known = seen.viewer().knows(side);
                if known { self.known_force(seen, unit) } else { self.guessed_force(unit) }.steps
            });
            steps.map(i32::from).sum::<i32>() * step_price(side)
        };
        (side(Side::Axis) - side(Side::Soviet)) * (self.turns_left(seen) + 2) / 4
    }
}

#[cfg(test)]
mod tests;
