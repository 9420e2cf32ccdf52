//! Hold a line in depth: keep near the enemy but not where he can crush the stack, and together rather than alone.

use crate::evaluate::Reckoned;
use crate::staff::Mind;
use crate::staff::fields::Fields;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::Side;

/// Never more than this is feared for one stack.
const WORST: i32 = 120;
/// Farther from the enemy a stack need not be strong.
const CONTACT: u8 = 3;

impl Mind<'_> {
    /// What the enemy could do to the stack in his next turn; he has more to do than to attack here, so three fifths of it.
    pub(in crate::staff) fn risk(&self, state: &State, fields: &Fields, at: SpaceId) -> i32 {
        let stack = self.reckon_all(self.game.units_in(state, at, self.side));
        self.risk_of(stack, fields, at)
    }

    pub(in crate::staff) fn risk_of(&self, stack: Reckoned, fields: &Fields, at: SpaceId) -> i32 {
        let attack = fields.threat[at].share(3, 5);
        if !self.game.on_map(at) || attack.factors() == 0 {
            return 0;
        }
        let forecast = self.forecast(attack, stack, at, false);
        let worth = self.attack_worth(self.side.other(), forecast, stack, at).clamp(0, WORST);
        worth * self.weights.fear[self.stance] / 100
    }

    /// The rows of the results table reward masses: a stack of many factors hits harder and is hit no harder.
    pub(in crate::staff) fn mass(&self, state: &State, fields: &Fields, at: SpaceId) -> i32 {
        let far = fields.enemy[at] > CONTACT;
        if far || !self.game.on_map(at) || self.game.data.spaces[at].caucasus.is_some() {
            return 0;
        }
        let stack = self.reckon_all(self.game.units_in(state, at, self.side)).factors();
        i32::from(stack.min(self.weights.full)) * self.weights.mass[self.stance] / 5
    }

    /// Nearer to the enemy, to Stalingrad, to where his supply can be cut.
    pub(in crate::staff) fn pull(&self, fields: &Fields, at: SpaceId) -> i32 {
        self.pulls(fields, at).iter().sum()
    }

    /// The same one by one; last, what it costs to stand in the Axis Logistical Zone.
    pub(in crate::staff) fn pulls(&self, fields: &Fields, at: SpaceId) -> [i32; 4] {
        let (weights, stance) = (self.weights, self.stance);
        let enemy = i32::from(fields.enemy[at].saturating_sub(1).min(12));
        let goal = i32::from(fields.stalingrad[at].min(12));
        let artery = i32::from(fields.cutline[at].min(12));
        let zone = if self.game.data.spaces[at].alz { weights.zone[stance] } else { 0 };
        let goal = if self.side == Side::Axis { 0 } else { goal };
        [-weights.front[stance] * enemy, -weights.goal[stance] * goal, -weights.artery[stance] * artery, -zone]
    }
}
