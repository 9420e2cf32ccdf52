//! What the enemy may have, and what a battle is likely to bring.

use super::Mind;
use crate::Battle;
use crate::data::UnitId;
use crate::evaluate::Reckoned;
use crate::sets::UnitSet;
use kessel_board::SpaceId;
use kessel_kernel::Side;

/// The modified sums of an attack and their quotient (8.0, 8.1).
pub(super) struct Sums {
    pub attack: u16,
    pub defence: u16,
    pub quotient: usize,
}

impl Reckoned {
    /// All factors, as printed.
    pub(super) fn factors(self) -> u16 {
        self.firm + self.tank
    }

    /// A part of the force.
    pub(super) fn share(self, of: u16, whole: u16) -> Reckoned {
        let part = |n: u16| n * of / whole;
        Reckoned { firm: part(self.firm), tank: part(self.tank), steps: part(self.steps), units: self.units }
    }

    pub(super) fn plus(self, o: Reckoned) -> Reckoned {
        Reckoned {
            firm: self.firm + o.firm,
            tank: self.tank + o.tank,
            steps: self.steps + o.steps,
            units: self.units + o.units,
        }
    }
}

/// What an attack is likely to bring, in tenths of a step and in thousandths.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Forecast {
    /// Expected steps lost by the defender, times ten.
    pub defender_loss: i32,
    /// Expected steps lost by the attacker, times ten.
    pub attacker_loss: i32,
    /// Chance that the defender is wiped out, in thousandths.
    pub wiped: i32,
    /// Chance that he survives but must retreat.
    pub driven: i32,
}

impl Mind<'_> {
    /// A unit's force: exact for one's own, guessed for the enemy's.
    pub(super) fn reckon(&self, unit: UnitId) -> Reckoned {
        let own = self.game.data.units[unit.index()].side == self.side;
        if own { self.game.known_force(self.seen, unit) } else { self.game.guessed_force(unit) }
    }

    pub(super) fn reckon_all(&self, units: UnitSet) -> Reckoned {
        units.iter().fold(Reckoned::default(), |sum, unit| sum.plus(self.reckon(unit)))
    }

    /// 8.1: tanks are halved over a river and in a major city.
    pub(super) fn sums(&self, attack: Reckoned, defence: Reckoned, space: SpaceId, river: bool) -> Sums {
        let city = u32::from(self.is_major(space));
        let a = (attack.firm + (attack.tank >> (u32::from(river) + city))).max(1);
        let d = (defence.firm + (defence.tank >> city)).max(1);
        Sums { attack: a, defence: d, quotient: Battle::quotient(a, d) }
    }

    /// What an attack is likely to bring.
    pub(super) fn forecast(&self, attack: Reckoned, defence: Reckoned, space: SpaceId, river: bool) -> Forecast {
        let city = self.is_major(space);
        let Sums { attack: a, defence: d, quotient } = self.sums(attack, defence, space, river);
        let mut f = Forecast::default();
        for die in 1..=6 {
            let hit = self.game.data.charts.crt.cell(quotient, a, die);
            let back = self.game.data.charts.crt.cell(quotient, d, die);
            f.defender_loss += i32::from(u16::from(hit.losses).min(defence.steps)) * 10;
            f.attacker_loss += i32::from(u16::from(back.losses).min(attack.steps)) * 10;
            if u16::from(hit.losses) >= defence.steps {
                f.wiped += 1000;
            } else if hit.retreat && !city {
                f.driven += 1000;
            }
        }
        Forecast {
            defender_loss: f.defender_loss / 6,
            attacker_loss: f.attacker_loss / 6,
            wiped: f.wiped / 6,
            driven: f.driven / 6,
        }
    }

    /// What an attack is worth to the attacker.
    pub(super) fn attack_worth(&self, attacker: Side, f: Forecast, defence: Reckoned, space: SpaceId) -> i32 {
        let bodies = i32::from(defence.units) * self.body(attacker.other(), space);
        let ground = self.ground_worth(attacker, space);
        let paid = f.attacker_loss * self.price(attacker) / 10;
        let paid = if attacker == self.side { self.temperament.price(paid) } else { paid };
        f.defender_loss * self.price(attacker.other()) / 10 - paid
            + f.wiped * (bodies + ground) / 1000
            + f.driven * (ground + 8 * i32::from(defence.units)) / 1000
    }

    /// What a step of a side is worth now.
    pub(super) fn price(&self, side: Side) -> i32 {
        let step = if side == self.side { self.weights.own_step } else { self.weights.enemy_step };
        step[self.stance]
    }

    /// What the loss of a whole unit costs its side beyond its steps.
    pub(super) fn body(&self, side: Side, space: SpaceId) -> i32 {
        match side {
            Side::Soviet if self.game.data.spaces[space].alz => 12 + 9 * self.weight(crate::data::Objective::Don),
            Side::Soviet => 10,
            Side::Axis => 40,
        }
    }

    /// How much a raw point of an objective counts: three, two or one. The Soviets do not know and reckon with two.
    pub(super) fn weight(&self, objective: crate::data::Objective) -> i32 {
        if self.side == Side::Soviet {
            return 2;
        }
        let rank = self.seen.directives.0.iter().position(|o| *o == objective).unwrap_or(2);
        [3, 2, 1][rank]
    }
}
