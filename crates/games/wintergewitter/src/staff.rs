//! A simple planner: it looks no further than the decision before it, but it looks with a soldier's eye. It bids what it can attack, sends the
//! panzers toward the scenario's goal, attacks where the odds are fair, uses every gun and aircraft, digs in as a Russian, and ends its turns.

mod worth;

use crate::Winter;
use crate::action::{Action, Order};
use crate::data::{AirClass, UnitId};
use crate::plans::{Order as Told, Slot};
use crate::sequence::Step;
use crate::state::{Aim, AirBox, State};
use kessel_table::plan::{PlanOf, Plans};
use kessel_table::{Answer, Budget, Lots, Officer, Seen, Side};
use rand_pcg::Pcg32;

/// The planner; it keeps nothing in mind between decisions.
#[derive(Default)]
pub(crate) struct Staff;

impl Officer<Winter> for Staff {
    fn choose(
        &mut self,
        game: &Winter,
        seen: &Seen<State>,
        side: Side,
        offers: &[Action],
        _: Budget,
        thoughts: &mut Pcg32,
    ) -> Answer<Action> {
        let state = &*game.ready(seen);
        let mut best = (i32::MIN, 0);
        for (n, action) in offers.iter().enumerate() {
            let worth = game.action_worth(state, side, *action) * 16 + thoughts.below(8) as i32;
            if worth > best.0 {
                best = (worth, n);
            }
        }
        Answer::Offer(best.1)
    }

    fn plan(&mut self, game: &Winter, seen: &Seen<State>, side: Side, _: Budget, _: &mut Pcg32) -> PlanOf<Winter> {
        let state = &*game.ready(seen);
        let mut plan = PlanOf::<Winter>::new();
        for slot in <Winter as kessel_table::Game>::Plans::slots(game, seen, side) {
            match slot {
                Slot::Bid => drop(plan.insert(slot, Told::Attacks(game.sure_attacks(state, side)))),
                Slot::Air(air) => {
                    let plane = game.data.plane(air);
                    let to = match (side, plane.class) {
                        (Side::Soviet, AirClass::Fighter) => AirBox::AgainstAttack,
                        (Side::Axis, AirClass::HeavyBomber) => AirBox::Interdiction,
                        _ => AirBox::Attack,
                    };
                    plan.insert(slot, Told::Fly(to));
                }
            }
        }
        <Winter as kessel_table::Game>::Plans::complete(game, seen, side, &plan).unwrap_or(plan)
    }
}

impl Winter {
    /// What an offered action is worth now; ending a step is worth nothing, so only what is worth more is done before.
    fn action_worth(&self, state: &State, side: Side, action: Action) -> i32 {
        use Action as A;
        match action {
            A::Suggested => 1000,
            A::Done | A::Halt => 0,
            A::Place { at, .. } => 100 - i32::from(self.goal_distance(state, side, at)),
            A::Call { unit } => i32::from(self.data.info(unit).full.strength),
            A::Ready { air } => i32::from(self.data.plane(air).bombs) + i32::from(self.data.plane(air).attack),
            A::LeaveOut { .. } | A::CallOff | A::Split { .. } | A::Exit | A::Top { .. } | A::Drop { .. } => -50,
            A::Lose { unit } => self.loss_worth(state, unit),
            A::Assign { to, .. } => self.fighter_worth(state, to),
            A::Pair { target, .. } => 20 - i32::from(self.data.plane(target).defence),
            A::Engage { target, .. } => 5 + i32::from(self.data.plane(target).bombs),
            A::Fly { .. } => {
                if state.volley.planes.len() < 2 {
                    30
                } else {
                    -5
                }
            }
            A::Bomb { at, aim } | A::Aim { at, aim } => self.target_worth(state, side, at, aim),
            A::Interdict { at } => self.interdiction_worth(state, at),
            A::Withhold { .. } => 10,
            A::Thunderclap => {
                if state.score.five || state.turn >= 20 {
                    10
                } else {
                    -10
                }
            }
            A::Free { .. } => 5,
            A::Dig { unit } => self.dig_worth(state, side, unit),
            A::Bridge { .. } | A::Blow { .. } => self.bridge_worth(side, action),
            A::Order { order } => i32::from((order == Order::CombatFirst) == self.stands_to_attack(state, side)),
            A::Move { unit } => self.move_worth(state, side, unit, false),
            A::March { unit } => self.move_worth(state, side, unit, true),
            A::Enter { at, .. } => 60 - i32::from(self.goal_distance(state, side, at)) / 4,
            A::With { unit } => self.with_worth(state, unit),
            A::Step { to } => self.step_worth(state, side, to),
            A::Hasty { at } | A::Attack { at } => self.attack_worth(state, side, at, matches!(action, A::Hasty { .. })),
            A::Bombard { at } => 4 + self.target_worth(state, side, at, Aim::Top) / 4,
            A::Join { unit } => {
                50 + i32::from(state.unit(unit).points) - if self.data.info(unit).kind.is_hq() { 100 } else { 0 }
            }
            A::Lead { unit } => i32::from(self.proficiency(state, unit)) * 4 + i32::from(state.unit(unit).points),
            A::Gun { .. } | A::Stuka { .. } | A::Battery { .. } => 20,
            A::FireAt { at } => 10 + i32::from(self.stacked(state, at)),
            A::Retreat => self.retreat_worth(state, side),
            A::Check => 5,
            A::Flee { to } => 50 - i32::from(self.ground.to_edge[side.index()][to.index()]),
            A::Shoot => 5,
            A::Hold => -5,
            A::Advance { unit, to } => self.advance_worth(state, side, unit, to),
            A::Refill { unit } => 10 + i32::from(self.data.info(unit).full.strength),
            A::Rebuild { .. } => 40,
            A::Return { at, .. } => 60 + i32::from(self.goal_distance(state, side, at)) / 4,
        }
    }

    /// 6.1: attacks that can surely be made: enemy hexes that the side stands next to with enough.
    fn sure_attacks(&self, state: &State, side: Side) -> u8 {
        let enemy = state.layout.held[side.other().index()];
        let good = enemy.iter().filter(|at| self.attack_odds(state, side, *at) >= 100).count();
        let bold = if side == Side::Axis { 2 } else { 0 };
        (good / 2 + bold * usize::from(self.turn_of(state) == 1)).min(9) as u8
    }

    /// Fighters go where the enemy bombs, otherwise with the own bombers.
    fn fighter_worth(&self, state: &State, to: AirBox) -> i32 {
        let soviet = |at: AirBox| {
            self.data.air_ids().any(|a| self.data.plane(a).side == Side::Soviet && state.air[a.index()] == at)
        };
        match to {
            AirBox::AgainstAttack if soviet(AirBox::Attack) => 20,
            AirBox::AttackEscort if soviet(AirBox::AgainstAttack) => 15,
            AirBox::AttackEscort => 5,
            _ => -5,
        }
    }

    /// Points are taken from who has most; nobody is killed before he must be.
    fn loss_worth(&self, state: &State, unit: UnitId) -> i32 {
        let points = i32::from(state.unit(unit).points);
        let tank = i32::from(self.data.info(unit).kind.is_tank()) * 6;
        if matches!(state.step(), Step::SovietLosses | Step::AxisLosses) {
            points
        } else {
            points * 2 - tank - if points == 1 { 30 } else { 0 }
        }
    }
}
